/* desk_steps.c - what can happen at an instance, worked out with nothing but what it depends on. */
#include "verify/parts/desk_own.h"
#include "verify/properties/invariant.h"
#include "verify/state/each_data.h"
#include "verify/step/after.h"

enum { NOTHING = 1 };                /* known: nothing can happen. Outcomes have even addresses */

/* Steps at the instance can depend on threads; which ones. */
typedef struct { int first, n; } Threads;

static Threads threads_of(const Desk *d, int inst)
{
    const Model *m = d->m;
    int core = m->inst[inst].core;
    if (core >= 0) return (Threads){ core * m->n_warps, m->n_warps };
    return (Threads){ 0, d->s->ctl[m->inst[inst].ctl].threads ? m->n_threads : 0 };
}

void desk_around(Desk *d, const Whole *x, Around *a)
{
    const Model *m = d->m;
    uint64_t at[PACKED_WORDS];
    a->lines = parts_word(d->parts, at, state_pack_lines(m, &x->s, at));
    if (a->lines == UINT64_MAX) d->full = true;
    for (int i = 0; i < m->n_inst; i++) {
        Threads t = threads_of(d, i);
        a->threads[i] = t.n ? parts_word(d->parts, at, state_pack_threads(m, &x->s, t.first, t.n, at)) : 0;
        if (a->threads[i] == UINT64_MAX) d->full = true;
    }
}

/* before: the instance's part in the state that the steps are of. */
typedef struct { Desk *d; const PartInfo *before; Outcome *first, **end; } List;

static void *copy(Desk *d, const void *from, size_t n)
{
    return memcpy(arena_alloc(d->known, n), from, n);
}

static bool lines_changed(const SysState *a, const SysState *b)
{
    return memcmp(a->mem, b->mem, sizeof a->mem) || memcmp(a->side, b->side, sizeof a->side) ||
           memcmp(a->order, b->order, sizeof a->order);
}

static const LineGhosts *lines_of(Desk *d, const SysState *s)
{
    LineGhosts g;
    memcpy(g.mem, s->mem, sizeof g.mem);
    memcpy(g.side, s->side, sizeof g.side);
    memcpy(g.order, s->order, sizeof g.order);
    return copy(d, &g, sizeof g);
}

/* The instance's own invariants hold afterwards, of each line that is concerned. */
static bool own_hold(const Model *m, const Outcome *x, const SysState *next)
{
    Fired f;
    for (int q = 0; q < m->n_keys; q++)
        if ((x->concerns >> q & 1) && !invariants_of_instance(m, next, x->o.inst, q, &f)) return false;
    return true;
}

typedef struct { unsigned cell[MAX_CELLS]; } WriteNames;   /* a bit for each */

static unsigned note_name(void *ctx, unsigned data)
{
    WriteNames *n = ctx;
    for (int c = 0; c < MAX_CELLS; c++) n->cell[c] |= 1u << state_cell_get(data, c);
    return data;
}

/* What each thread that has read something has read stays. */
static bool threads_keep(const Model *m, const SysState *s, const SysState *next)
{
    for (int t = 0; t < m->n_threads; t++) {
        const Thread *was = &s->thread[t], *is = &next->thread[t];
        if (state_thread_keeps(m, was) && (!state_thread_keeps(m, is) || is->read != was->read)) return false;
    }
    return true;
}

/* No name of a write goes with the step, so there is nothing to forget afterwards. With several lines one that is not
 * the step's own can have kept a name too long before it. */
static bool keeps_names(const Model *m, const SysState *s, const SysState *next)
{
    WriteNames before = { { 0 } }, after = { { 0 } };
    if (m->n_keys > 1 || lines_changed(s, next) || !threads_keep(m, s, next)) return false;
    each_data(m, (SysState *)s, 0, note_name, &before);
    each_data(m, (SysState *)next, 0, note_name, &after);
    for (int c = 0; c < m->n_cells; c++) if (before.cell[c] & ~after.cell[c]) return false;
    return true;
}

static const uint64_t *looks_of(Desk *d, const PartInfo *before, const Outcome *x, const SysState *s,
                                const SysState *next)
{
    const Model *m = d->m;
    Threads t = threads_of(d, x->o.inst);
    uint64_t look[MAX_INST] = { 0 };
    symmetry_look_inst(m, x->o.inst, &before->look, look, (uint64_t)-1);
    symmetry_look_inst(m, x->o.inst, &x->part->look, look, 1);
    for (int i = t.first; i < t.first + t.n; i++) {
        symmetry_look_thread(m, i, &s->thread[i], look, (uint64_t)-1);
        symmetry_look_thread(m, i, &next->thread[i], look, 1);
    }
    for (int i = 0; i < s->n_msgs; i++) symmetry_look_message(m, s->msg[i], look, (uint64_t)-1);
    for (int i = 0; i < next->n_msgs; i++) symmetry_look_message(m, next->msg[i], look, 1);
    return copy(d, look, sizeof *look * (size_t)m->n_cores);
}

static void note_after(Desk *d, const PartInfo *before, Outcome *x, const SysState *s, const SysState *next)
{
    const Model *m = d->m;
    int ctl = m->inst[x->o.inst].ctl;
    Threads t = threads_of(d, x->o.inst);
    x->part = desk_number(d, ctl, &next->inst[x->o.inst]);
    x->states = after_states(m, &x->o, next);
    x->moved = after_moved(m, &x->o, s, next);
    for (int q = 0; q < m->n_keys; q++) x->concerns |= (unsigned)after_concerns(m, &x->o, s, next, q) << q;
    x->n_sent = next->n_msgs;
    x->sent = copy(d, next->msg, sizeof *next->msg * (size_t)next->n_msgs);
    if (t.n && memcmp(&s->thread[t.first], &next->thread[t.first], sizeof *s->thread * (size_t)t.n))
        x->threads = copy(d, &next->thread[t.first], sizeof *s->thread * (size_t)t.n);
    if (symmetry_of_cores(m)) x->looks = looks_of(d, before, x, s, next);
    if (lines_changed(s, next)) x->lines = lines_of(d, next);
    x->wrote = next->wrote;
    x->keeps = keeps_names(m, s, next);
    x->slow = x->wrote.restart || !own_hold(m, x, next);
}

static bool note(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    List *l = ctx;
    Desk *d = l->d;
    Outcome *x = NEW(d->known, Outcome);
    x->o = *o;
    x->result = r;
    x->bounds = r == FIRE_BOUND ? f->bounds : 0;
    x->row = f->row;
    x->slow = r == FIRE_PROBLEM;
    if (r == FIRE_OK) note_after(d, l->before, x, &d->bare, next);
    *l->end = x;
    l->end = &x->next;
    return true;
}

/* The state with nothing in it but what the steps depend on. */
static void make_bare(Desk *d, const Whole *x, int inst, int msg)
{
    SysState *s = &d->bare;
    Threads t = threads_of(d, inst);
    memset(s, 0, offsetof(SysState, inst));
    s->apart = true;
    memcpy(&s->thread[t.first], &x->s.thread[t.first], sizeof *s->thread * (size_t)t.n);
    memcpy(s->mem, x->s.mem, sizeof s->mem);
    memcpy(s->side, x->s.side, sizeof s->side);
    memcpy(s->order, x->s.order, sizeof s->order);
    if (msg >= 0) s->msg[s->n_msgs++] = x->s.msg[msg];
    parts_inst(d->parts, d->m->inst[inst].ctl, x->part[inst]->id, &s->inst[inst]);
}

void desk_question(const Desk *d, const Whole *x, const Around *a, int inst, int msg, Question *q)
{
    q->inst = inst;
    q->msg = msg;
    q->key.word[0] = x->part[inst]->id | (uint64_t)inst << 32 | (uint64_t)(msg >= 0) << 40;
    q->key.word[1] = a->threads[inst];
    q->key.word[2] = a->lines;
    q->key.word[3] = msg >= 0 ? x->s.msg[msg] : 0;
    memo_fetch(&d->s->steps, &q->key);
}

static const Outcome *fetched(uint64_t known)
{
    const char *at = (const char *)(uintptr_t)known;
    if (known == NOTHING) return NULL;
    for (size_t i = 0; i < sizeof(Outcome); i += 64) __builtin_prefetch(at + i);
    return (const Outcome *)at;
}

const Outcome *desk_outcomes(Desk *d, const Whole *x, const Question *q)
{
    const Model *m = d->m;
    uint64_t known = memo_get(&d->s->steps, &q->key);
    if (known) return fetched(known);
    List l = { .d = d, .before = x->part[q->inst] };
    l.end = &l.first;
    make_bare(d, x, q->inst, q->msg);
    step_successors_of(m, &d->bare, q->inst, q->msg >= 0 ? 0 : -1, note, &l);
    memset(&d->bare.inst[q->inst], 0, state_ctl_size(&m->ctl[m->inst[q->inst].ctl]));
    memo_put(&d->s->steps, &q->key, l.first ? (uint64_t)(uintptr_t)l.first : NOTHING);
    return l.first;
}
