/* trace.c - replay the path of predecessors and print every step. */
#include "verify/trace.h"
#include "verify/blocked.h"
#include "verify/litmus.h"
#include "verify/rest.h"
#include "verify/symmetry.h"
#include <stdlib.h>
#include <string.h>

static const char *base_name(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

/* ---- one step ---- */

static void print_inst(const Model *m, int inst, FILE *out)
{
    fprintf(out, STR_FMT "[%d]", STR_ARG(m->ctl[m->inst[inst].ctl].c->name), m->inst[inst].index);
}

static void print_source(const Model *m, const SysState *s, const Occurrence *o, FILE *out)
{
    const CtlModel *k = &m->ctl[m->inst[o->inst].ctl];
    Str name = k->events[o->code].e->name;
    if (o->where == SRC_CORE_) fprintf(out, "%swarp %d ", o->preload ? "before the program, " : "", o->at % m->n_warps);
    if (o->where == SRC_REPLAY_) fprintf(out, "replay ");
    fprintf(out, STR_FMT, STR_ARG(name));
    if (o->where == SRC_MESSAGE_) {
        const MessageMap *map = msg_map(m, s->msg[o->at]);
        for (int i = 0; i < map->body.n; i++) {
            const Part *p = &map->body.at[i];
            if (p->bits && p->role != ROLE_DATA && p->role != ROLE_MASK) fprintf(out, " " STR_FMT "=%u", STR_ARG(map->m->fields.at[i].name), part_get(p, s->msg[o->at]));
        }
        fprintf(out, " from ");
        print_inst(m, msg_from(s->msg[o->at]), out);
    }
    if (!o->keyless) fprintf(out, ", line %d", o->key);
    if (m->n_cells > 1 && o->where == SRC_CORE_) fprintf(out, " cell %d", o->cell);
}

static void changed(const uint16_t *a, const uint16_t *b, const Slotted *s, int n, const char *of, FILE *out)
{
    for (int i = 0; i < n; i++)
        if ((s[i].role == ROLE_STAMP || s[i].var->kind == V_REG) && a[i] != b[i]) fprintf(out, ", %s" STR_FMT " %u -> %u", of, STR_ARG(s[i].var->name), a[i], b[i]);
}

static void print_stamps(const Model *m, const SysState *a, const SysState *b, const Occurrence *o, FILE *out)
{
    const CtlModel *k = &m->ctl[m->inst[o->inst].ctl];
    const Inst *x = &a->inst[o->inst], *y = &b->inst[o->inst];
    changed(x->reg, y->reg, k->regs, k->n_regs, "", out);
    if (o->keyless) return;
    if (y->line[o->key].present) changed(x->line[o->key].field, y->line[o->key].field, k->line, k->n_line, "line.", out);
    if (y->entry[o->key].valid) changed(x->entry[o->key].field, y->entry[o->key].field, k->entry, k->n_entry, "entry.", out);
}

typedef struct { const Model *m; FILE *out; } Printing;

static void print_step(void *ctx, int number, const SysState *s, const Occurrence *o)
{
    const Model *m = ((Printing *)ctx)->m;
    FILE *out = ((Printing *)ctx)->out;
    const CtlModel *k = &m->ctl[m->inst[o->inst].ctl];
    static SysState next;
    char *text = NULL;
    size_t size = 0;
    Fired f = { 0 };
    FILE *verbose = open_memstream(&text, &size);
    if (!verbose) return;
    FireResult r = fire(m, s, o, &next, &f, verbose);
    fclose(verbose);
    fprintf(out, "%4d  ", number);
    print_inst(m, o->inst, out);
    fprintf(out, "  ");
    print_source(m, s, o, out);
    const Row *row = k->c->rows.at[f.row];
    bool stated = !o->keyless || !k->c->key;
    fprintf(out, stated ? ": " STR_FMT : ":", STR_ARG(k->c->states.at[f.before]->name));
    if (k->c->events.at[f.event]->kind == EV_OVERFLOW) fprintf(out, " does not fit, event " STR_FMT, STR_ARG(k->c->events.at[f.event]->name));
    if (f.view != f.before) fprintf(out, " as " STR_FMT, STR_ARG(k->c->states.at[f.view]->name));
    if (r == FIRE_OK && f.after != f.before) fprintf(out, " -> " STR_FMT, STR_ARG(k->c->states.at[f.after]->name));
    fprintf(out, " (%s:%d)%s", base_name(row->pos.file), row->pos.line, text);
    if (r == FIRE_OK) print_stamps(m, s, &next, o, out);
    fprintf(out, "\n");
    free(text);
}

/* ---- the path ---- */

/* Looks for the step to a stored state, or to `want`; canon: the result in its canonical form, with the numbers that it had before. */
typedef struct { const Model *m; const Pool *pool; StateId to; const uint64_t *want; size_t n; bool found; Occurrence o; SysState next, canon; Numbering did; } Match;

static bool match(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    Match *x = ctx;
    uint64_t packed[PACKED_WORDS];
    (void)f;
    if (r != FIRE_OK) return true;
    memcpy(&x->canon, next, state_size(x->m));
    if (x->to) canonical(x->m, &x->canon, &x->did);
    size_t n = state_pack(x->m, &x->canon, packed);
    if (x->to ? !pool_is(x->pool, x->to, packed, n, pool_hash(packed, n)) : n != x->n || memcmp(packed, x->want, n) != 0) return true;
    memcpy(&x->next, next, state_size(x->m));
    x->o = *o;
    x->found = true;
    return false;
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
typedef struct { Fired *want; Occurrence o; bool found; } Last;

static bool last(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    Last *x = ctx;
    (void)next;
    if (f->row != x->want->row || (r == FIRE_PROBLEM && f->problem != x->want->problem) || (x->found && r != FIRE_PROBLEM)) return true;
    x->o = *o;
    x->found = true;
    if (r == FIRE_PROBLEM) *x->want = *f;
    return r != FIRE_PROBLEM;
}

/* What is wrong with a state at rest, said again in these numbers. */
static void renew_text(const Model *m, const SysState *s, Fired *f)
{
    Fired again = *f;
    if (state_quiescent(m, s) && (f->problem == P_DEADLOCK ? !m->program && request_blocked(m, s, &again) : rest_lost(m, s, &again))) *f = again;
}

typedef struct { TraceStepFn *step; void *ctx; } Visitor;

/* back: from the numbers of the stored state to those of the first one, in which the steps are told. */
static bool retrace(const Model *m, const Search *x, int number, StateId to, SysState *at, Numbering *back, const Visitor *v)
{
    static Match w;
    uint64_t packed[PACKED_WORDS];
    SysState real, after, then;
    Numbering next;
    w = (Match){ .m = m, .pool = x->pool, .to = to };
    successors(m, at, SUCC_ALL, match, &w);
    if (!w.found) return false;
    memcpy(&real, at, state_size(m));
    memcpy(&after, &w.next, state_size(m));
    state_pack(m, &w.canon, packed);
    state_unpack(m, packed, &then);
    renumber(m, &real, back);
    renumber(m, &after, back);
    numbering_same(&next);
    for (int i = 0; i < m->n_cores; i++) next.core[w.did.core[i]] = back->core[i];
    for (int q = 0; q < m->n_keys; q++) next.key[w.did.key[q]] = back->key[q];
    w = (Match){ .m = m, .want = packed };
    w.n = state_pack(m, &after, packed);
    successors(m, &real, SUCC_ALL, match, &w);
    v->step(v->ctx, number, &real, &w.o);
    *back = next;
    memcpy(at, &then, state_size(m));
    return true;
}

bool trace_walk(Search *x, TraceStepFn *step, void *ctx, SysState *end)
{
    const Visitor v = { step, ctx };
    StateId *path;
    SysState s;
    Numbering back;
    int n = path_of(x, &path), i = 1;
    numbering_same(&back);
    state_initial(x->m, &s);
    canonical(x->m, &s, NULL);
    while (i < n && retrace(x->m, x, i, path[i], &s, &back, &v)) i++;
    free(path);
    if (!n || i < n) return false;
    renumber(x->m, &s, &back);
    memcpy(end, &s, state_size(x->m));
    if (!x->has_occurrence) { renew_text(x->m, &s, &x->fired); return true; }
    Last l = { &x->fired, x->occurrence, false };
    successors(x->m, &s, SUCC_ALL, last, &l);
    step(ctx, n, &s, &l.o);
    return true;
}

void trace_print(Search *x, FILE *out)
{
    SysState end;
    trace_walk(x, print_step, &(Printing){ x->m, out }, &end);
    fprintf(out, "      %s\n", x->fired.text);
    if (x->fired.problem == P_DEADLOCK || x->fired.problem == P_LIVELOCK) trace_left(x->m, &end, out);
}

/* ---- what is left ---- */

void trace_left(const Model *m, const SysState *s, FILE *out)
{
    static const char *const ops[] = { "", "load", "store", "atomic", "fence", "request" };
    for (int t = 0; t < m->n_threads; t++)
        if (s->thread[t].op) fprintf(out, "      core %d warp %d waits for the answer to its %s of line %d\n", t / m->n_warps, t % m->n_warps, ops[s->thread[t].op], s->thread[t].key);
    for (int i = 0; i < m->n_inst; i++)
        for (int q = 0; q < m->n_keys; q++) {
            const CtlModel *k = &m->ctl[m->inst[i].ctl];
            const Entry *e = &s->inst[i].entry[q];
            if (e->valid) fprintf(out, "      " STR_FMT "[%d] line %d: entry in " STR_FMT ", %d parked\n", STR_ARG(k->c->name), m->inst[i].index, q, STR_ARG(k->c->states.at[stored_state(m, s, i, q)]->name), e->n);
            if (s->inst[i].reads[q]) fprintf(out, "      " STR_FMT "[%d] line %d: memory is being read\n", STR_ARG(k->c->name), m->inst[i].index, q);
        }
    for (int i = 0; i < s->n_msgs; i++) {
        fprintf(out, "      " STR_FMT, STR_ARG(msg_map(m, s->msg[i])->m->name));
        if (!msg_map(m, s->msg[i])->m->keyless) fprintf(out, " of line %d", msg_key(s->msg[i]));
        fprintf(out, " on its way to ");
        print_inst(m, msg_to(s->msg[i]), out);
        fprintf(out, "\n");
    }
}
