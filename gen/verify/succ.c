/* succ.c - the occurrences of a state: requests, messages, fills, replays, evictions. */
#include "verify/succ.h"
#include "verify/litmus.h"
#include <string.h>

/* lacks: by instance, the sets in which something waits for a way. */
typedef struct { const Model *m; const SysState *s; SysState next; SuccFn *fn; void *ctx; uint8_t lacks[MAX_INST]; } Walk;

static bool offer(Walk *w, const Occurrence *o)
{
    Fired f;
    FireResult r = fire(w->m, w->s, o, &w->next, &f, NULL);
    if (r != FIRE_NOT) return w->fn(w->ctx, o, r, &w->next, &f);
    if (f.lacks_way) w->lacks[o->inst] |= (uint8_t)(1 << set_of(&w->m->ctl[w->m->inst[o->inst].ctl], o->key));
    return true;
}

/* ---- the cores ---- */

static void core_args(const Model *m, const CtlModel *k, Occurrence *o, int warp, unsigned value)
{
    for (int i = 0; i < k->n_args; i++) {
        Role r = k->args[i].role;
        if (i == k->arg_id) o->arg[i] = (uint16_t)warp;
        else if (r == ROLE_MASK) o->arg[i] = (uint16_t)(1u << o->cell);
        else if (r != ROLE_DATA) o->arg[i] = k->events[o->code].op == OP_ATOMIC ? k->operand[i] : 0;
        else {
            unsigned none = m->program ? VALUE_NONE : NONE;
            o->arg[i] = cell_put(m->n_cells > 1 ? none | none << 4 : none, o->cell, value);
        }
    }
}

static bool issue(Walk *w, int inst, int thread, int code, int key, int cell, unsigned value, bool preload)
{
    const CtlModel *k = &w->m->ctl[w->m->inst[inst].ctl];
    Occurrence o = { inst, code, key, SRC_CORE_, thread, cell, preload, { 0 }, k->events[code].keyless };
    core_args(w->m, k, &o, thread % w->m->n_warps, value);
    return offer(w, &o);
}

static bool program_issue(Walk *w, int inst, int thread)
{
    const Model *m = w->m;
    const CtlModel *k = &m->ctl[m->inst[inst].ctl];
    const Thread *t = &w->s->thread[thread];
    ProgramOp next;
    if (!program_next(m->program, w->s, thread, &next)) return true;
    bool begun = program_begun(m, w->s), ready = begun || state_quiescent(m, w->s);
    for (int e = 0; e < k->n_events; e++) {
        for (int q = 0; q < m->n_keys && k->events[e].op == OP_LOAD && t->left && !begun; q++)
            if (!issue(w, inst, thread, e, q, 0, 0, true)) return false;
        if (ready && k->events[e].op == next.op && !issue(w, inst, thread, e, next.key, 0, next.value, false)) return false;
    }
    return true;
}

static bool core_requests(Walk *w, int inst)
{
    const Model *m = w->m;
    const CtlModel *k = &m->ctl[m->inst[inst].ctl];
    for (int i = 0; i < m->n_warps; i++) {
        int thread = m->inst[inst].core * m->n_warps + i;
        const Thread *t = &w->s->thread[thread];
        if (t->op || (!m->program && m->o->ops && !t->left)) continue;
        if (m->program) { if (!program_issue(w, inst, thread)) return false; continue; }
        for (int e = 0; e < k->n_events; e++) {
            if (!k->events[e].op || (k->events[e].op == OP_ATOMIC && m->o->no_atomics)) continue;
            bool keyless = k->events[e].keyless;
            for (int q = 0; q < (keyless ? 1 : m->n_keys); q++)
                for (int c = 0; c < (keyless ? 1 : m->n_cells); c++)
                    if (!issue(w, inst, thread, e, q, c, (unsigned)(PENDING + thread), false)) return false;
        }
    }
    return true;
}

/* ---- the network ---- */

static bool message(Walk *w, int at)
{
    const Model *m = w->m;
    uint64_t x = w->s->msg[at];
    const MessageMap *map = msg_map(m, x);
    int inst = msg_to(x), ctl = m->inst[inst].ctl;
    const CtlModel *k = &m->ctl[ctl];
    if (map->event[ctl] < 0) return true;
    Occurrence o = { inst, map->event[ctl], msg_key(x), SRC_MESSAGE_, at, 0, false, { 0 }, k->events[map->event[ctl]].keyless };
    if (k->arg_from >= 0) o.arg[k->arg_from] = (uint16_t)msg_from(x);
    for (int i = 0; i < map->body.n; i++) {
        int arg = map->arg[ctl][i];
        const Part *p = &map->body.at[i];
        if (arg < 0) continue;
        o.arg[arg] = (uint16_t)(p->bits ? part_get(p, x) : p->role == ROLE_MASK ? 1 : 0);
    }
    return offer(w, &o);
}

static bool messages(Walk *w)
{
    const SysState *s = w->s;
    for (int i = 0; i < s->n_msgs; i++) {
        bool ordered = w->m->p->nets.at[msg_net(s->msg[i])]->pair_order;
        if (i && (ordered ? s->msg[i - 1] >> TO_SHIFT == s->msg[i] >> TO_SHIFT : s->msg[i - 1] == s->msg[i])) continue;
        if (!message(w, i)) return false;
    }
    return true;
}

/* ---- memory, replays, evictions ---- */

static bool fills(Walk *w, int inst)
{
    const CtlModel *k = &w->m->ctl[w->m->inst[inst].ctl];
    for (int q = 0; q < w->m->n_keys && k->mem; q++) {
        if (!w->s->inst[inst].reads[q]) continue;
        Occurrence o = { .inst = inst, .code = k->mem->events.at[0]->code, .key = q, .where = SRC_MEMORY_ };
        if (k->arg_data >= 0) o.arg[k->arg_data] = w->s->mem[q];
        for (int i = 0; i < k->n_args; i++) if (k->args[i].role == ROLE_DATA) o.arg[i] = key_bad(w->m, q) ? (uint16_t)line_of(w->m, NONE) : w->s->mem[q];
        if (k->arg_err >= 0) o.arg[k->arg_err] = key_bad(w->m, q);
        if (!offer(w, &o)) return false;
    }
    return true;
}

static bool replays(Walk *w, int inst)
{
    const CtlModel *k = &w->m->ctl[w->m->inst[inst].ctl];
    for (int q = 0; q < w->m->n_keys && k->wait; q++) {
        const Entry *e = &w->s->inst[inst].entry[q];
        if (!e->valid || !e->drain || !e->n) continue;
        Occurrence o = { .inst = inst, .code = (int)(e->list[0] >> EVENT_SHIFT), .key = q, .where = SRC_REPLAY_ };
        const Layout *l = &k->events[o.code].park;
        for (int i = 0; i < k->n_args; i++) if (k->args[i].role == ROLE_MASK) o.arg[i] = 1;
        for (int i = 0; i < l->n; i++) o.arg[l->at[i].arg] = (uint16_t)part_get(&l->at[i], e->list[0]);
        if (!offer(w, &o)) return false;
    }
    return true;
}

/* Timers can expire at any time; wishes while they hold. */
static bool levels(Walk *w, int inst)
{
    const Model *m = w->m;
    const CtlModel *k = &m->ctl[m->inst[inst].ctl];
    uint64_t vars[MAX_VARS];
    if (!k->levels) return true;
    fill_watched(m, w->s, inst, 0, vars);
    for (int i = 0; i < k->n_events; i++) {
        const Event *e = k->events[i].e;
        if ((e->kind != EV_TIMER && e->kind != EV_WISH) || !eval_expr(k->eval, e->when, vars)) continue;
        if (!offer(w, &(Occurrence){ .inst = inst, .code = i, .where = SRC_LEVEL_, .keyless = true })) return false;
    }
    return true;
}

static bool evictions(Walk *w, int inst, bool needed)
{
    const CtlModel *k = &w->m->ctl[w->m->inst[inst].ctl];
    for (int q = 0; q < w->m->n_keys && k->store && k->evict >= 0; q++) {
        const Line *l = &w->s->inst[inst].line[q];
        if (!l->present || !k->victim[l->state] || w->s->inst[inst].entry[q].valid) continue;
        if (needed && !(w->lacks[inst] >> set_of(k, q) & 1)) continue;
        Occurrence o = { .inst = inst, .code = k->evict, .key = q, .where = SRC_EVICT_ };
        if (!offer(w, &o)) return false;
    }
    return true;
}

bool successors(const Model *m, const SysState *s, unsigned which, SuccFn *fn, void *ctx)
{
    Walk w;                          /* next is written before it is read */
    w.m = m; w.s = s; w.fn = fn; w.ctx = ctx;
    memset(w.lacks, 0, sizeof w.lacks);
    if ((which & SUCC_WORK) && !messages(&w)) return false;
    for (int i = 0; i < m->n_inst; i++) {
        if ((which & SUCC_WORK) && (!fills(&w, i) || !replays(&w, i) || !levels(&w, i))) return false;
        if ((which & (SUCC_EVICT | SUCC_EVICT_NEEDED)) && !evictions(&w, i, !(which & SUCC_EVICT))) return false;
        if ((which & SUCC_ISSUE) && m->inst[i].core >= 0 && !core_requests(&w, i)) return false;
    }
    return true;
}
