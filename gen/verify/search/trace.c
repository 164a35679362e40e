/* trace.c - replay the path of predecessors and print every step. */
#include "verify/search/trace.h"
#include "verify/ghost/posted.h"
#include "verify/model/roles.h"
#include "verify/properties/blocked.h"
#include "verify/state/program.h"
#include "verify/properties/rest.h"
#include "verify/state/initial.h"
#include "verify/step/inputs.h"
#include "verify/search/fair.h"
#include "verify/symmetry/symmetry.h"
#include "verify/step/source.h"
#include "util/text.h"
#include <stdlib.h>
#include <string.h>

/* ---- one step ---- */

static void print_inst(const Model *m, int inst, FILE *out)
{
    fprintf(out, STR_FMT "[%d]", STR_ARG(m->ctl[m->inst[inst].ctl].c->name), m->inst[inst].index);
}

/* Of an event of a block. */
static void print_fields(const Model *m, const Occurrence *o, FILE *out)
{
    const CtlModel *k = &m->ctl[m->inst[o->inst].ctl];
    const PortMsg *q = k->events[o->code].e->def;
    for (int i = 0; i < q->fields.n; i++)
        for (int j = 0; j < k->n_args; j++)
            if (str_eq(k->args[j].var->name, q->fields.at[i].name) && !q->fields.at[i].type->opaque) {
                fprintf(out, " " STR_FMT "=", STR_ARG(q->fields.at[i].name));
                model_print_value(m, out, q->fields.at[i].type, o->arg[j]);
            }
    fprintf(out, "%s", o->at < 0 ? ", unasked" : "");
}

static void print_behind(const Model *m, const CtlModel *k, int i, unsigned value, FILE *out)
{
    const Var *v = k->store[k->backed_store].field[k->backed[i]].var;
    fprintf(out, "%s" STR_FMT " ", i ? " " : ", found behind it ", STR_ARG(v->name));
    model_print_value(m, out, v->type, value);
}

static void print_number(const Model *m, const Var *v, unsigned value, FILE *out)
{
    fprintf(out, " " STR_FMT "=", STR_ARG(v->name));
    model_print_value(m, out, v->type, value);
}

static void print_source(const Model *m, const SysState *s, const Occurrence *o, FILE *out)
{
    const CtlModel *k = &m->ctl[m->inst[o->inst].ctl];
    if (o->where == SRC_TICK_) {
        fprintf(out, "time passes%s", m->time[o->at].skew ? "" : " everywhere");
        return;
    }
    if (o->where == SRC_TURN_) {
        fprintf(out, "the input changes");
        return;
    }
    if (o->where == SRC_WIRE_) {
        fprintf(out, "sees ");
        print_inst(m, o->at, out);
        return;
    }
    Str name = k->events[o->code].e->name;
    if (o->where == SRC_CORE_) fprintf(out, "%swarp %d ", o->preload ? "before the program, " : "", o->at % m->n_warps);
    if (o->where == SRC_REPLAY_) fprintf(out, "replay ");
    fprintf(out, STR_FMT, STR_ARG(name));
    if (o->where == SRC_BLOCK_) print_fields(m, o, out);
    for (int i = 0; o->where == SRC_CORE_ && i < k->events[o->code].n_choices; i++) {
        const Choice *c = &k->events[o->code].choice[i];
        if (c->n) print_number(m, k->args[c->arg].var, o->arg[c->arg], out);
    }
    if (o->where == SRC_MESSAGE_ || o->where == SRC_HEAD_) {
        const MessageMap *map = state_msg_map(m, o->msg);
        for (int i = 0; i < map->body.n; i++) {
            const Part *p = &map->body.at[i];
            if (!p->bits || p->role == ROLE_DATA || p->role == ROLE_MASK) continue;
            fprintf(out, " " STR_FMT "=", STR_ARG(map->m->fields.at[i].name));
            model_print_value(m, out, map->m->fields.at[i].type, state_part_get(p, o->msg));
        }
        fprintf(out, " from ");
        print_inst(m, state_msg_from(o->msg), out);
        if (o->also) fprintf(out, ", %d joined", 1 + __builtin_popcount(o->also));
    }
    if (!o->keyless) fprintf(out, ", line %d", o->key);
    if (o->gone) fprintf(out, ", which has left");
    const Line *l = &s->inst[o->inst].at[k->backed_store].line[o->key];
    for (int i = 0; i < k->n_backed && !o->keyless && (o->gone || !l->present); i++)
        print_behind(m, k, i, o->behind[i], out);
    if (m->n_cells > 1 && o->where == SRC_CORE_) fprintf(out, " cell %d", o->cell);
}

/* Data have no numbers, and what is not modelled has none that changes. */
static bool shown(const Slotted *s)
{
    return s->role != ROLE_DATA && s->role != ROLE_MASK && s->role != ROLE_UNMODELLED;
}

static void print_value(const Model *m, const Slotted *s, unsigned value, FILE *out)
{
    if (s->role == ROLE_NODE && value < (unsigned)m->n_inst) print_inst(m, (int)value, out);
    else model_print_value(m, out, s->var->type, value);
}

typedef struct { const Model *m; FILE *out; } Changes;

/* of: the store or waiting place; empty: the controller. */
static void changed(const Changes *c, Str of, const Slotted *s, int n, const uint16_t *a, const uint16_t *b)
{
    for (int i = 0; i < n; i++) {
        if (!shown(&s[i]) || a[i] == b[i]) continue;
        fprintf(c->out, ", " STR_FMT "%s" STR_FMT " ", STR_ARG(of), of.n ? "." : "", STR_ARG(s[i].var->name));
        print_value(c->m, &s[i], a[i], c->out);
        fprintf(c->out, " -> ");
        print_value(c->m, &s[i], b[i], c->out);
    }
}

static void print_changes(const Model *m, const SysState *a, const SysState *b, const Occurrence *o, FILE *out)
{
    const CtlModel *k = &m->ctl[m->inst[o->inst].ctl];
    const Inst *x = &a->inst[o->inst], *y = &b->inst[o->inst];
    const Changes c = { m, out };
    changed(&c, STR(""), k->regs, k->n_regs, x->reg, y->reg);
    if (o->keyless) return;
    for (int i = 0; i < k->n_stores; i++) {
        const Line *was = state_line_of_key(k, x, i, o->key), *is = state_line_of_key(k, y, i, o->key);
        Str name = k->n_stores > 1 ? k->store[i].s->name : STR("line");
        if (is->present) changed(&c, name, k->store[i].field, k->store[i].n, was->field, is->field);
    }
    for (int i = 0; i < k->n_waits; i++) {
        const Entry *was = &x->at[i].entry[o->key], *is = &y->at[i].entry[o->key];
        Str name = k->n_waits > 1 ? k->wait[i].w->name : STR("entry");
        if (is->valid) changed(&c, name, k->wait[i].field, k->wait[i].n, was->field, is->field);
    }
}

/* loop: number of the first step of what is repeated, or 0; asked: by thread, its latest request. */
typedef struct { const Model *m; FILE *out; int loop; const EventMap *asked[MAX_THREADS]; } Printing;

static void print_step(void *ctx, int number, const SysState *s, const Occurrence *o)
{
    const Model *m = ((Printing *)ctx)->m;
    FILE *out = ((Printing *)ctx)->out;
    const CtlModel *k = &m->ctl[m->inst[o->inst].ctl];
    SysState next;
    char *text = NULL;
    size_t size = 0;
    Fired f = { 0 };
    FILE *verbose = open_memstream(&text, &size);
    if (!verbose) return;
    if (o->where == SRC_CORE_) ((Printing *)ctx)->asked[o->at] = &k->events[o->code];
    FireResult r = step_fire(m, s, o, &next, &f, verbose);
    fclose(verbose);
    if (number == ((Printing *)ctx)->loop) fprintf(out, "      from here on again and again:\n");
    fprintf(out, "%4d  ", number);
    print_inst(m, o->inst, out);
    fprintf(out, "  ");
    print_source(m, s, o, out);
    if (o->where >= SRC_HEAD_) {
        if (o->where == SRC_HEAD_) fprintf(out, ": cannot be taken, and waits at the head of its queue");
        else print_changes(m, s, &next, o, out);
        fprintf(out, "\n");
        free(text);
        return;
    }
    const Row *row = k->c->rows.at[f.row];
    bool stated = !o->keyless || !k->c->key || k->whole;
    fprintf(out, stated ? ": " STR_FMT : ":", STR_ARG(k->c->states.at[f.before]->name));
    const Event *event = k->c->events.at[f.event];
    if (event->kind == EV_OVERFLOW) fprintf(out, " does not fit, event " STR_FMT, STR_ARG(event->name));
    if (f.view != f.before) fprintf(out, " as " STR_FMT, STR_ARG(k->c->states.at[f.view]->name));
    if (r == FIRE_OK && f.after != f.before) fprintf(out, " -> " STR_FMT, STR_ARG(k->c->states.at[f.after]->name));
    if (event->base) fprintf(out, ", " STR_FMT, STR_ARG(event->name));
    Str file = text_line(m->arena, str_from(text_file_name(row->pos.file)));
    fprintf(out, " (" STR_FMT ":%d)%s", STR_ARG(file), row->pos.line, text);
    if (r == FIRE_OK) print_changes(m, s, &next, o, out);
    fprintf(out, "\n");
    free(text);
}

/* ---- the path ---- */

/* Looks for the step to a stored state; canon: what comes of it in its canonical form, with the numbers `did` for those
 * that it had before. */
typedef struct {
    const Search *search;
    StateId to;
    const LoopStep *as;              /* this step only; NULL: any */
    bool found;
    Occurrence o;
    SysState canon;
    Numbering did;
} Match;

static bool match(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    Match *x = ctx;
    uint64_t packed[PACKED_WORDS];
    (void)f;
    if (r != FIRE_OK) return true;
    if (x->as && (x->as->inst != o->inst || x->as->key != (o->keyless ? 0 : o->key) ||
                  x->as->source != step_source(x->search->m, o)))
        return true;
    state_copy(x->search->m, &x->canon, next);
    symmetry_canonical(x->search->m, &x->canon, &x->did);
    size_t n = search_pack(x->search, &x->canon, packed);
    if (!pool_is(x->search->pool, x->to, packed, n, state_hash(packed, n))) return true;
    x->o = *o;
    x->found = true;
    return false;
}

/* Looks in another state for the occurrence `want`, which is told in the numbers of that state; msg: the message, if it
 * is one. exact: down to its fields. */
typedef struct {
    const Model *m;
    const SysState *s;
    Occurrence want;
    uint64_t msg;
    bool exact, found;
    Occurrence o;
    SysState next;
} Same;

/* The request is made with the same numbers. */
static bool same_numbers(const EventMap *e, const Occurrence *a, const Occurrence *b)
{
    for (int i = 0; i < e->n_choices; i++)
        if (e->choice[i].n && a->arg[e->choice[i].arg] != b->arg[e->choice[i].arg]) return false;
    return true;
}

/* Those of cores, in other numbers of cores. */
static void renumber_request(const Model *m, const CtlModel *k, Occurrence *o, const Numbering *n)
{
    const EventMap *e = &k->events[o->code];
    for (int i = 0; i < e->n_choices; i++) {
        uint16_t *v = &o->arg[e->choice[i].arg], was = *v;
        Role r = k->args[e->choice[i].arg].role;
        if (r == ROLE_NODE && was < m->n_inst) *v = (uint16_t)symmetry_renumbered(m, was, n);
        if (r == ROLE_CORE && was < m->n_cores) *v = (uint16_t)n->core[was];
        if (r == ROLE_CORES) *v = 0;
        for (int c = 0; r == ROLE_CORES && c < m->n_cores; c++) *v |= (uint16_t)((was >> c & 1) << n->core[c]);
    }
}

static bool same(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    Same *x = ctx;
    const Occurrence *w = &x->want;
    (void)f;
    if (r != FIRE_OK || o->inst != w->inst || o->code != w->code || o->key != w->key || o->where != w->where ||
        o->place != w->place || o->cell != w->cell || o->preload != w->preload)
        return true;
    if ((o->where == SRC_CORE_ || o->where > SRC_HEAD_) && o->at != w->at) return true;
    if (o->where == SRC_CORE_ && !same_numbers(&x->m->ctl[x->m->inst[o->inst].ctl].events[o->code], o, w)) return true;
    if (o->where == SRC_BLOCK_ && x->exact && memcmp(o->arg, w->arg, sizeof o->arg)) return true;
    if (o->gone != w->gone || memcmp(o->behind, w->behind, sizeof o->behind)) return true;
    bool message = o->where == SRC_MESSAGE_ || o->where == SRC_HEAD_;
    if (message && __builtin_popcount(o->also) != __builtin_popcount(w->also)) return true;
    if (message && (x->exact ? o->msg != x->msg : o->msg >> KEY_SHIFT != x->msg >> KEY_SHIFT))
        return true;
    x->o = *o;
    state_copy(x->m, &x->next, next);
    x->found = true;
    return false;
}

/* The occurrence o of state s in the numbers of `to`. A field that means nothing yet may hold a core's number that is
 * not renamed with it (a reset to 0): so a message that is not there in every field is looked for by its head. */
static bool same_in(const Model *m, const SysState *s, const Occurrence *o, const Numbering *n, const SysState *to,
                    Same *x)
{
    SysState only;
    *x = (Same){ .m = m, .s = to, .want = *o, .exact = true };
    if (o->where != SRC_TICK_ || m->time[o->at].skew) x->want.inst = symmetry_renumbered(m, o->inst, n);
    if (!o->keyless) x->want.key = n->key[o->key];
    if (o->where == SRC_CORE_) renumber_request(m, &m->ctl[m->inst[o->inst].ctl], &x->want, n);
    if (o->where == SRC_CORE_) x->want.at = n->core[o->at / m->n_warps] * m->n_warps + o->at % m->n_warps;
    if (o->where == SRC_WIRE_) x->want.at = symmetry_renumbered(m, o->at, n);
    if (o->where == SRC_MESSAGE_ || o->where == SRC_HEAD_) {
        state_copy(m, &only, s);
        only.msg[0] = o->msg;
        for (int i = 1; i < only.n_msgs; i++) only.msg[i] = 0;
        only.n_msgs = 1;
        symmetry_renumber(m, &only, n);
        x->msg = only.msg[0];
    }
    step_successors(m, to, SUCC_ALL, same, x);
    x->exact = false;
    if (!x->found) step_successors(m, to, SUCC_ALL, same, x);
    return x->found;
}

static int path_of(const Search *x, StateId **out)
{
    int n = 0;
    for (StateId id = x->at; id; id = pool_pred(x->pool, id)) n++;
    *out = malloc(sizeof **out * (size_t)(n + 1));
    int k = n;
    for (StateId id = x->at; id && *out; id = pool_pred(x->pool, id)) (*out)[--k] = id;
    return *out ? n : 0;
}

/* What failed in a stored state, found again in the same state with other numbers. */
typedef struct { const Model *m; Fired *want; Occurrence o; bool found; } Last;

static bool last(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    Last *x = ctx;
    (void)next;
    bool same = x->m->inst[o->inst].ctl == x->m->inst[x->o.inst].ctl && o->where == x->o.where;
    if (!same || f->row != x->want->row || (r == FIRE_PROBLEM && f->problem != x->want->problem) ||
        (x->found && r != FIRE_PROBLEM))
        return true;
    x->o = *o;
    x->found = true;
    if (r == FIRE_PROBLEM) *x->want = *f;
    return r != FIRE_PROBLEM;
}

/* What is wrong with a state at rest, said again in these numbers. */
static void renew_text(const Model *m, const SysState *s, Fired *f)
{
    Fired again = *f;
    if (state_idle(m, s) &&
        (f->problem == P_DEADLOCK ? !m->program && blocked_request(m, s, &again) : rest_lost(m, s, &again)))
        *f = again;
}

/* As the search goes on with it: out of its packed form. */
static void settle(const Model *m, const SysState *s, SysState *to)
{
    uint64_t packed[PACKED_WORDS];
    state_pack(m, s, packed);
    state_unpack(m, packed, to);
}

/* at: a stored state; real: the same in the numbers of the first one, in which the steps are told; back: from the
 * former to the latter. */
typedef struct { const Search *x; TraceStepFn *step; void *ctx; SysState at, *real; Numbering back; } Retrace;

/* Step `number` leads to state `to`. */
static bool retrace(Retrace *v, int number, StateId to, const LoopStep *as)
{
    const Model *m = v->x->m;
    Match w = { .search = v->x, .to = to, .as = as };
    Same here;
    Numbering next;
    step_successors(m, &v->at, SUCC_ALL, match, &w);
    if (!w.found || !same_in(m, &v->at, &w.o, &v->back, v->real, &here)) return false;
    v->step(v->ctx, number, v->real, &here.o);
    settle(m, &here.next, v->real);
    symmetry_numbering_same(&next);
    for (int i = 0; i < m->n_cores; i++) next.core[w.did.core[i]] = v->back.core[i];
    for (int q = 0; q < m->n_keys; q++) next.key[w.did.key[q]] = v->back.key[q];
    v->back = next;
    settle(m, &w.canon, &v->at);
    return true;
}

static bool walk_loop(Search *x, Retrace *v, int number)
{
    fair_tell(x, symmetry_renumbered(x->m, x->loop.inst, &v->back), v->back.key[x->loop.key]);
    for (int i = 0; i < x->loop.n; i++)
        if (!retrace(v, number + i, x->loop.at[i].to, &x->loop.at[i])) return false;
    return true;
}

bool trace_walk(Search *x, TraceStepFn *step, void *ctx, SysState *end)
{
    Retrace v = { .x = x, .step = step, .ctx = ctx, .real = end };
    StateId *path;
    int n = path_of(x, &path), i = 1;
    symmetry_numbering_same(&v.back);
    state_initial(x->m, &v.at);
    symmetry_canonical(x->m, &v.at, NULL);
    settle(x->m, &v.at, end);
    while (i < n && retrace(&v, i, path[i], NULL)) i++;
    free(path);
    if (!n || i < n) return false;
    if (x->loop.n) return walk_loop(x, &v, n);
    if (!x->has_occurrence) { renew_text(x->m, end, &x->fired); return true; }
    Same here;                       /* a row that has run, and what it has led to is wrong */
    if (x->fired.problem == P_INVARIANT && same_in(x->m, &v.at, &x->occurrence, &v.back, end, &here)) {
        step(ctx, n, end, &here.o);
        return true;
    }
    Last l = { x->m, &x->fired, x->occurrence, false };
    step_successors(x->m, end, SUCC_ALL, last, &l);
    if (l.found) step(ctx, n, end, &l.o);
    return l.found;
}

static void print_left(const Printing *p, const SysState *s);

void trace_print(Search *x, FILE *out)
{
    SysState end;
    int loop = 0;
    for (StateId id = x->loop.n ? x->at : 0; id; id = pool_pred(x->pool, id)) loop++;
    Printing p = { .m = x->m, .out = out, .loop = loop };
    if (!trace_walk(x, print_step, &p, &end))
        fprintf(out, "      (not told further: cores or lines are not quite alike; use --no-symmetry)\n");
    fprintf(out, "      %s%s" STR_FMT "\n", x->fired.text, x->fired.why.n ? ": " : "",
            STR_ARG(text_line(x->m->arena, x->fired.why)));
    if (x->fired.problem == P_DEADLOCK || (x->fired.problem == P_LIVELOCK && !state_quiescent(x->m, &end)))
        print_left(&p, &end);
}

/* ---- what is left ---- */

static void left_entry(const Model *m, const SysState *s, int inst, int wait, int key, FILE *out)
{
    const CtlModel *k = &m->ctl[m->inst[inst].ctl];
    const Entry *e = &s->inst[inst].at[wait].entry[key];
    if (!e->valid) return;
    fprintf(out, "      " STR_FMT "[%d] line %d: ", STR_ARG(k->c->name), m->inst[inst].index, key);
    Str name = k->wait[wait].w->name;
    if (k->wait[wait].stall)
        fprintf(out, "%d parked in " STR_FMT ", %s\n", e->n, STR_ARG(name), e->drain ? "awake" : "nothing wakes them");
    else {
        fprintf(out, "entry in " STR_FMT ", %d parked",
                STR_ARG(k->c->states.at[step_stored_state(m, s, inst, key)]->name), e->n);
        if (k->n_waits > 1) fprintf(out, " in " STR_FMT, STR_ARG(name));
        fprintf(out, "\n");
    }
}

/* A thread; where several controllers have cores, of which instance. */
static void left_thread(const Printing *p, int t)
{
    const Model *m = p->m;
    int core = t / m->n_warps, with_cores = 0;
    for (int i = 0; i < m->n_ctl; i++) with_cores += m->ctl[i].core != NULL;
    fprintf(p->out, "      core %d warp %d", core, t % m->n_warps);
    for (int i = 0; i < m->n_inst && with_cores > 1; i++)
        if (m->inst[i].core == core)
            fprintf(p->out, " of " STR_FMT "[%d]", STR_ARG(m->ctl[m->inst[i].ctl].c->name), m->inst[i].index);
}

/* By the name that the specification gives the request. */
static void left_request(const Printing *p, const SysState *s, int t)
{
    static const char *const ops[] = { "", "load", "store", "atomic", "fence", "request" };
    const EventMap *e = p->asked[t];
    Str name = e ? e->e->name : str_from(ops[s->thread[t].op]);
    left_thread(p, t);
    fprintf(p->out, " waits for the answer to its " STR_FMT, STR_ARG(name));
    if (!e || !e->keyless) fprintf(p->out, " of line %d", s->thread[t].key);
    fprintf(p->out, "\n");
}

/* The message finds no way for its line, and these have them. */
static void left_ways(const Printing *p, const SysState *s, uint64_t msg)
{
    int inst = state_msg_to(msg), key = state_msg_key(msg);
    const CtlModel *k = &p->m->ctl[p->m->inst[inst].ctl];
    const Inst *x = &s->inst[inst];
    for (int i = 0; i < k->n_stores; i++) {
        const StoreModel *st = &k->store[i];
        int told = 0;
        if (x->at[i].line[key].present || step_way_free(p->m, k, x, i, key)) continue;
        fprintf(p->out, "; no way of " STR_FMT " is free for its line:", STR_ARG(st->s->name));
        for (int q = 0; q < p->m->n_keys; q++) {
            const Line *l = &x->at[i].line[q];
            if (!l->present || st->row[q] != st->row[key]) continue;
            fprintf(p->out, "%s line %d", told++ ? "," : "", q);
            const State *in = k->c->states.at[step_stored_state(p->m, s, inst, q)];
            if (st->keeps) fprintf(p->out, " in " STR_FMT, STR_ARG(in->name));
        }
    }
}

/* What is not at rest, one item per line. */
static bool asks(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    (void)r; (void)next; (void)f;
    if (o->where == SRC_CORE_) *(unsigned *)ctx |= 1u << o->at;
    return true;
}

static void print_left(const Printing *p, const SysState *s)
{
    const Model *m = p->m;
    FILE *out = p->out;
    unsigned can = 0;                /* threads that can make some request */
    if (m->refuses && state_quiescent(m, s)) step_successors(m, s, SUCC_ISSUE, asks, &can);
    for (int t = 0; t < m->n_threads; t++)
        if (!s->thread[t].op && m->refuses && state_quiescent(m, s)) {
            if (can >> t & 1) continue;
            left_thread(p, t);
            fprintf(out, " is kept from its next request\n");
        }
        else if (m->tx && !s->thread[t].op && state_tx_open(m, s, t))
            fprintf(out, "      core %d is in a transaction\n", t / m->n_warps);
        else if (s->thread[t].op)
            left_request(p, s, t);
    for (int t = m->n_threads; t < m->n_slots; t++)
        if (s->thread[t].op)
            fprintf(out, "      a store of core %d warp %d to line %d, which was answered, has not taken effect\n",
                    posted_thread(m, t) / m->n_warps, posted_thread(m, t) % m->n_warps, s->thread[t].key);
    for (int i = 0; i < m->n_inst; i++)
        for (int q = 0; q < m->n_keys; q++) {
            const CtlModel *k = &m->ctl[m->inst[i].ctl];
            for (int w = 0; w < k->n_waits; w++) left_entry(m, s, i, w, q, out);
            for (int t = 0; !i && m->tx && t < m->n_threads; t++)
                if (s->tx[t].flight[q])
                    fprintf(out, "      line %d: the write of a transaction of core %d has not taken effect\n", q,
                            t / m->n_warps);
            if (s->inst[i].reads[q] || s->inst[i].side_reads[q])
                fprintf(out, "      " STR_FMT "[%d] line %d: memory is being read\n", STR_ARG(k->c->name),
                        m->inst[i].index, q);
        }
    for (int i = 0; i < s->n_msgs; i++) {
        fprintf(out, "      " STR_FMT, STR_ARG(state_msg_map(m, s->msg[i])->m->name));
        if (!state_msg_map(m, s->msg[i])->m->keyless) fprintf(out, " of line %d", state_msg_key(s->msg[i]));
        fprintf(out, state_msg_waits(s->msg[i]) ? " waits at the head of the queue of " : " on its way to ");
        print_inst(m, state_msg_to(s->msg[i]), out);
        if (!state_msg_map(m, s->msg[i])->m->keyless) left_ways(p, s, s->msg[i]);
        fprintf(out, "\n");
    }
    for (int i = 0; m->o->keyed && i < m->n_ctl; i++)
        if (m->ctl[i].levels) {
            fprintf(out, "      (%s has timers or wishes, which do not happen here: --keyed)\n",
                    str_z(m->arena, m->ctl[i].c->name));
            break;
        }
}
