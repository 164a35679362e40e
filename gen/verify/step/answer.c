/* answer.c - what a row hands on and answers: is it for the operation that waits for it, and what this one has read? */
#include "verify/step/answer.h"
#include "verify/ghost/ghost_time.h"

/* ---- what is read ---- */

static int data_applied(const Data *d)
{
    for (int i = 0; i < d->k->n_slots; i++) {
        const SlotMap *w = &d->k->slots[i];
        bool applies = d->out[w->valid] && d->out[w->sel] == (uint64_t)w->slot->sources.n;
        if (applies) return (int)row_value(d, w->slot->var, w->slot->slot).data;
    }
    return -1;
}

/* What the row hands to the thread; if it hands none on, what it moves. */
void step_data_seen(Sending *x)
{
    const CtlModel *k = x->d->k;
    x->applied = data_applied(x->d);
    x->seen = x->reply_any ? x->reply_data : x->sent_data;
    if (x->reply_any || x->sent_any) return;
    if (x->applied >= 0) { x->seen = (unsigned)x->applied; return; }
    for (int i = k->n_slots - 1; i >= 0; i--) {
        const Slot *w = k->slots[i].slot;
        if (x->d->out[k->slots[i].valid]) x->seen = row_value(x->d, w->var, w->slot + 1).data;
    }
}

Access step_access_of(const Sending *x, int thread, unsigned performs)
{
    int cell = x->next->thread[thread].cell;
    int applied = x->applied < 0 ? -1 : (int)state_cell_get((unsigned)x->applied, cell);
    bool said = x->d->out[x->d->k->o_performs] & PERFORMS_TIME;
    int at = said ? (int)x->d->out[x->d->k->o_time] : x->time;
    int time = at < 0 ? -1 : (int)ghost_time(x->d->m, x->next, x->d->o->inst, (unsigned)at);
    return (Access){ thread, (int)performs, state_cell_get(x->seen, cell), applied, time, said };
}

bool step_line_fits(const Sending *x, int thread, const char *what)
{
    const Thread *t = &x->next->thread[thread];
    if (x->d->o->keyless || !t->op || t->op >= OP_FENCE || t->key == x->d->o->key) return true;
    model_problem(x->f, P_VALUE, "an access to line %d %s in a row about line %d", t->key, what, x->d->o->key);
    return false;
}

/* ---- what is answered ---- */

/* The field `err` of an answer says that memory could not read the line. Where memory has failed meanwhile, an
 * older copy is as good as it was. */
static bool reply_error_holds(const Sending *x, int key)
{
    const Model *m = x->d->m;
    bool bad = state_line_bad(m, x->next, key);
    int cell = x->next->thread[x->reply_thread].cell;
    if (x->reply_error < 0 || x->reply_error == bad) return true;
    if (bad && m->o->fails && (!x->reply_any || state_cell_get(x->reply_data, cell) != NONE)) return true;
    if (bad) model_problem(x->f, P_VALUE, "the answer does not say that memory could not read line %d", key);
    else model_problem(x->f, P_VALUE, "the answer says that memory could not read line %d", key);
    return false;
}

/* The answer is one that the request's event names. Of several events for which a thread has one operation (loads of
 * several names, say) it is one of any. */
static bool answer_fits(const Sending *x)
{
    const CtlModel *k = x->d->k;
    const Thread *t = &x->next->thread[x->reply_thread];
    const Event *other = NULL;
    for (int e = 0; e < k->n_events; e++) {
        const EventMap *v = &k->events[e];
        bool asked = v->e->kind == EV_CORE && v->op == t->op && (v->keyless || model_event_fits(x->d->m, v, t->key));
        if (!asked) continue;
        Str rest = v->e->def->answer, w;
        if (!rest.n) return true;
        while ((w = str_word(&rest)).n) if (str_eq(w, x->answer->name)) return true;
        if (!other) other = v->e;
    }
    if (other)
        model_problem(x->f, P_CONSERVATION, "the " STR_FMT " is answered with " STR_FMT, STR_ARG(other->name),
                      STR_ARG(x->answer->name));
    return !other;
}

bool answer_holds(const Sending *x)
{
    const Model *m = x->d->m;
    int thread = x->reply_thread;
    int op = thread < m->n_threads ? x->next->thread[thread].op : OP_NONE;
    if (!op) model_problem(x->f, P_CONSERVATION, "an answer to core %d warp %d, which waits for none",
        thread / m->n_warps, thread % m->n_warps);
    return op && answer_fits(x) && reply_error_holds(x, x->d->o->key) &&
           (op == OP_STORE || step_line_fits(x, thread, "is answered"));
}

bool answer_value_holds(const Sending *x, int thread, unsigned performs)
{
    const Model *m = x->d->m;
    const Thread *t = &x->next->thread[x->reply_thread];
    bool here = thread == x->reply_thread && (performs & PERFORMS_READ);
    if (!x->replied || m->program || m->scoped || x->reply_error == 1 || (performs & PERFORMS_ABORT)) return true;
    unsigned value = state_cell_get(x->reply_data, t->cell);
    if (here) return ghost_answers(t, state_cell_get(x->seen, t->cell), value, x->f);
    return !state_thread_keeps(m, t) || ghost_answers(t, t->read, value, x->f);
}
