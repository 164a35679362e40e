/* fire.c - the step of one instance, as the emitted hardware does it around the transition function (docs/language.md,
 * section 2). */
#include "verify/step/fire.h"
#include "verify/model/choices.h"
#include "verify/state/owed.h"
#include "verify/ghost/ghost_time.h"
#include "verify/ghost/posted.h"
#include "verify/ghost/serial.h"
#include "verify/state/program.h"
#include "verify/step/answer.h"
#include "verify/step/inputs.h"
#include "verify/step/kept.h"
#include "verify/step/sweep.h"
#include "verify/step/aside.h"
#include "verify/step/ticks.h"
#include "verify/step/walk.h"
#include "verify/step/wires.h"
#include <string.h>

static bool fields_fit(const Model *m, const Slotted *at, int n, const uint64_t *out)
{
    for (int i = 0; i < n; i++)
        if (at[i].out >= 0 && !model_follows(m, at[i].role, at[i].var->type, (int64_t)out[at[i].out])) return false;
    return true;
}

static bool stamps_fit(const Model *m, const CtlModel *k, const uint64_t *out)
{
    if (out[k->o_performs] & PERFORMS_TIME && (int64_t)out[k->o_time] > m->stamp_max) return false;
    if (!fields_fit(m, k->regs, k->n_regs, out)) return false;
    for (int j = 0; j < k->n_stores; j++) if (!fields_fit(m, k->store[j].field, k->store[j].n, out)) return false;
    for (int j = 0; j < k->n_waits; j++) if (!fields_fit(m, k->wait[j].field, k->wait[j].n, out)) return false;
    return true;
}

/* ---- one occurrence ---- */

/* Whose access takes effect in the row: as it says by by= and id=, else that of the sender, or the own one. */
static int thread_of(const Model *m, const CtlModel *k, const Occurrence *o, const uint64_t *out)
{
    const Instance *at = &m->inst[o->inst];
    int core = at->core, id = k->events[o->code].id, warp = id >= 0 ? o->arg[id] % m->n_warps : 0;
    bool by = out[k->o_performs] & PERFORMS_BY;
    if (by) core = out[k->o_by] < (uint64_t)m->n_inst ? m->inst[out[k->o_by]].core : -1;
    else if (core < 0 && k->arg_from >= 0 && k->events[o->code].e->kind == EV_MESSAGE)
        core = m->inst[o->arg[k->arg_from] % m->n_inst].core;
    if (core < 0) return -1;
    if (out[k->o_performs] & PERFORMS_ID) warp = (int)(out[k->o_id] % (unsigned)m->n_warps);
    return core * m->n_warps + warp;
}

/* Loads have one time, stores can have another; an atomic starts at the larger and must leave both behind it. */
static unsigned core_time(const CtlModel *k, const Inst *x, unsigned op, bool issued)
{
    unsigned r = x->reg[k->core_now], w = x->reg[k->core_wnow];
    if (op == OP_LOAD) return r;
    return op == OP_STORE ? w : (r > w) == issued ? r : w;
}

static void take_messages(SysState *next, const Occurrence *o)
{
    for (int i = next->n_msgs - 1; i >= 0; i--) {
        if (i != o->at && !(o->also >> i & 1)) continue;
        memmove(&next->msg[i], &next->msg[i + 1], sizeof *next->msg * (size_t)(next->n_msgs - i - 1));
        next->msg[--next->n_msgs] = 0;
    }
}

static void take_read(uint8_t *reads, ReadsBefore *before)
{
    --*reads;
    if (before->n && !--before->n) before->data = 0;
}

static void take(const Model *m, SysState *next, const Occurrence *o, const CtlModel *k)
{
    if (o->where == SRC_MESSAGE_) take_messages(next, o);
    if (o->where == SRC_MEMORY_) {
        Inst *x = &next->inst[o->inst];
        if (o->at) take_read(&x->side_reads[o->key], &x->side_before[o->key]);
        else take_read(&x->reads[o->key], &x->before[o->key]);
        next->failed[o->key] |= m->o->fails && k->arg_err >= 0 && o->arg[k->arg_err];
    }
    if (o->where == SRC_BLOCK_ && o->at >= 0) owed_answered(&next->inst[o->inst], o->at);
    if (o->where != SRC_CORE_) return;
    Thread *t = &next->thread[o->at];
    t->op = (uint8_t)k->events[o->code].op; t->key = (uint8_t)o->key; t->cell = (uint8_t)o->cell; t->performed = 0;
    t->chosen = o->chosen;
    t->waits = k->events[o->code].e->def->waits;
    t->time = (uint16_t)(k->core_now >= 0 && m->stamp && !m->tx
                             ? ghost_time(m, next, o->inst, core_time(k, &next->inst[o->inst], t->op, true))
                             : 0);
    if (m->tx && t->op == OP_STORE && !o->keyless && !model_key_outside(m, o->key))
        serial_store(m, next, o->at, o->key);
    if (m->n_posted && t->op == OP_FENCE) posted_fence(next, o->at);
    if (o->owed) return;
    if (o->preload || !m->program) t->left -= t->left > 0;
    else {
        t->started |= PROGRAM_BEGUN;
        for (int i = 0; i < m->n_threads; i++) next->thread[i].left = 0;   /* no loads beforehand any more */
    }
}

/* Waiters lack an entry, or a place in one. It is noted as something that was looked at. */
static bool short_of(const Model *m, const CtlModel *k, const Inst *x, const Occurrence *o, const uint64_t *out, int i)
{
    const WaitModel *w = &k->wait[i];
    bool replay = o->where == SRC_REPLAY_ && o->place == i, there = x->at[i].entry[o->key].valid;
    bool entry = model_out_said(out, w->o_alloc) && !there && !step_entry_free(m, k, x, i);
    bool place = model_out_said(out, w->o_park) && !replay && (there || w->stall) &&
                 !step_park_free(m, k, x, i, o->key);
    if (!entry && !place) return false;
    model_lacks(m, m->inst[o->inst].ctl, i);
    return true;
}

/* What enough="yes" says does not hold. */
static void not_enough(const Model *m, const CtlModel *k, const Occurrence *o, const Waiters *w, Fired *f)
{
    f->waits = true;
    model_problem(f, P_INVARIANT, "'" STR_FMT "' says that there always is enough of it: " STR_FMT "[%d] has no entry, "
                  "or no place in one, left for event " STR_FMT, STR_ARG(w->name), STR_ARG(k->c->name),
                  m->inst[o->inst].index, STR_ARG(k->c->events.at[f->event]->name));
}

static bool waits(const Model *m, const CtlModel *k, const SysState *s, const Occurrence *o, const uint64_t *out,
                  Fired *f)
{
    const Inst *x = &s->inst[o->inst];
    for (int i = 0; i < k->n_waits; i++) {
        if (!short_of(m, k, x, o, out, i)) continue;
        if (k->wait[i].w->enough) not_enough(m, k, o, k->wait[i].w, f);
        return true;
    }
    for (int i = 0; i < k->n_stores; i++)
        if (out[k->store[i].o_alloc] && !step_way_free(m, k, x, i, o->key)) f->lacks_way |= 1u << i;
    return f->lacks_way != 0;
}

/* The first request replayed after first="must-hit" is served; with --served, after every <replay>. */
static bool must_hit_holds(const Model *m, const Occurrence *o, const CtlModel *k, const Entry *before,
                           const uint64_t *out, Fired *f)
{
    before += o->place;
    if (o->where != SRC_REPLAY_ || !out[k->wait[o->place].o_park] || (!before->must && !before->fresh)) return true;
    if (!before->must) {
        model_problem(f, P_LIVELOCK,
                      "the first request that is replayed at " STR_FMT
                      "[%d] parks again: what came for it was of no use, and it can go on like this",
                      STR_ARG(k->c->name), m->inst[o->inst].index);
        return false;
    }
    model_problem(f, P_LIVELOCK, "the first request that is replayed at " STR_FMT "[%d] must hit, and it parks again",
                  STR_ARG(k->c->name), m->inst[o->inst].index);
    return false;
}

/* What is applied are the operands that the thread has given. */
static bool operands_hold(const Data *d, Fired *f)
{
    const Model *m = d->m;
    for (int i = 0; i < d->k->n_slots && d->thread >= 0; i++) {
        const SlotMap *w = &d->k->slots[i];
        if (!d->out[w->valid] || d->out[w->sel] != (uint64_t)w->slot->sources.n || !w->slot->apply.n) continue;
        if (!row_is_atomic(d)) continue;
        for (int c = 0; c < m->n_ctl; c++)
            for (int j = 0; j < w->slot->operands.n && m->ctl[c].core; j++)
                for (int a = 0; a < m->ctl[c].n_args; a++) {
                    if (w->slot->operands.at[j].type->opaque ||
                        !str_eq(m->ctl[c].args[a].var->name, w->slot->operands.at[j].name) ||
                        d->out[w->operand[j]] ==
                            model_operand(&m->ctl[c], a, d->s->thread[d->thread].chosen))
                        continue;
                    model_problem(f, P_VALUE,
                                  "operand " STR_FMT " of the atomic is not the one that it was issued with",
                                  STR_ARG(w->slot->operands.at[j].name));
                    return false;
                }
    }
    return true;
}

static bool time_falls(const CtlModel *k, const Inst *before, const Inst *after, Fired *f)
{
    for (int i = 0; i < k->n_regs && k->core; i++) {
        if ((i != k->core_now && i != k->core_wnow) || after->reg[i] >= before->reg[i]) continue;
        model_problem(f, P_ORDER, "the time of the core falls from %u to %u", before->reg[i], after->reg[i]);
        return true;
    }
    return false;
}

/* What the row means for transactions. */
static FireResult transaction(Sending *x, int thread, unsigned performs)
{
    const Model *m = x->d->m;
    SysState *next = x->next;
    int key = x->d->o->key, own = m->inst[x->d->o->inst].core < 0 ? -1
                                  : x->replied                    ? x->reply_thread
                                                                  : m->inst[x->d->o->inst].core * m->n_warps;
    bool bound = false;
    bool outside = thread >= 0 && !x->d->o->keyless && model_key_outside(m, key);
    if (outside && (performs & (PERFORMS_READ | PERFORMS_WRITE))) {
        Access a = step_access_of(x, thread, performs);
        if (!serial_outside(m, next, &a, key, x->f, &bound)) return FIRE_PROBLEM;
    }
    if (outside) performs &= ~(unsigned)(PERFORMS_READ | PERFORMS_WRITE);
    bool reads = (performs & PERFORMS_READ) && thread >= 0;
    if (reads && !serial_read(m, next, thread, key, x->seen, x->f)) return FIRE_PROBLEM;
    if ((performs & PERFORMS_WRITE) && !serial_write(m, next, key, state_cell_get(next->mem[key], 0), x->f, &bound))
        return FIRE_PROBLEM;
    if (x->replied && !serial_reply(m, next, x->reply_thread, performs & PERFORMS_ABORT, x->f)) return FIRE_PROBLEM;
    if ((performs & PERFORMS_COMMIT) && own >= 0 && !bound && !serial_commit(m, next, own, x->f, &bound))
        return FIRE_PROBLEM;
    if ((performs & PERFORMS_ABORT) && own >= 0) serial_abort(m, next, own);
    if (bound) { x->f->bounds |= 1u << BOUND_NAMES; return FIRE_BOUND; }
    ghost_clean(m, next, -1);
    serial_settle(m, next);
    return FIRE_OK;
}

/* What the row means for the operation that takes effect in it, and for the one that is answered. y: the instance after
 * the row. */
static FireResult operation(const Sending *x, const Inst *y, int thread, unsigned performs)
{
    const Model *m = x->d->m;
    const CtlModel *k = x->d->k;
    SysState *next = x->next;
    if (performs == PERFORMS_WRITE && thread >= 0 && !x->d->o->keyless)
        thread = posted_writer(m, next, thread, x->d->o->key);
    if (performs && thread >= 0) {
        Access a = step_access_of(x, thread, performs);
        bool bound = false;
        if (performs & PERFORMS_READ) { x->f->reader = thread; x->f->read = (int)a.read; }
        if (m->program && (performs & PERFORMS_WRITE)) {
            unsigned written = thread < m->n_threads ? program_written(m->program, next, thread, a.read)
                                                     : next->thread[thread].reg[0];
            uint16_t *final = &next->final[x->d->o->key];
            *final = state_cell_put(*final, next->thread[thread].cell, written);
        }
        if (!step_line_fits(x, thread, "takes effect") || !ghost_perform(m, next, &a, x->f, &bound))
            return FIRE_PROBLEM;
        if (bound) { x->f->bounds |= 1u << BOUND_NAMES; return FIRE_BOUND; }
        if (thread >= m->n_threads) posted_end(m, next, thread);
    }
    if (!x->replied) return FIRE_OK;
    const Thread *t = &next->thread[x->reply_thread];
    unsigned now = k->core_now >= 0 && m->stamp ? ghost_time(m, next, x->d->o->inst, core_time(k, y, t->op, false)) : 0;
    unsigned value = state_cell_get(x->reply_data, t->cell);
    return ghost_reply(m, next, x->reply_thread, now, value, x->f) ? FIRE_OK : FIRE_PROBLEM;
}

/* A row that runs: what its transition function was given, and what it said. */
typedef struct { const Occurrence *o; const uint64_t *in, *out; } Running;

static bool lines_op(const Data *d, Inst *y, Fired *f)
{
    const CtlModel *k = d->k;
    bool fine = true;
    for (int i = 0; i < k->n_stores; i++) {
        const StoreModel *st = &k->store[i];
        if (kept_line_op(d, i, &y->at[i].line[st->line[d->o->key]])) continue;
        model_problem(f, P_CONSERVATION, "line %d of " STR_FMT " of " STR_FMT "[%d] is freed, but it is locked",
                      d->o->key, STR_ARG(st->s->name), STR_ARG(k->c->name), d->m->inst[d->o->inst].index);
        fine = false;
    }
    return fine;
}

/* What a row does to an entry goes nowhere if there is none, neither before nor by `allocate`; the block ends the
 * simulation then. */
static bool entries_there(const Data *d, const Inst *y, Fired *f)
{
    for (int i = 0; i < d->k->n_waits && !d->o->keyless; i++) {
        const WaitModel *w = &d->k->wait[i];
        bool op = model_out_said(d->out, w->o_we) || model_out_said(d->out, w->o_park) ||
                  model_out_said(d->out, w->o_replay) || model_out_said(d->out, w->o_done);
        if (!op || w->stall || w->pool) continue;
        if (model_out_said(d->out, w->o_alloc) || y->at[i].entry[d->o->key].valid) continue;
        model_problem(f, P_CONSERVATION,
                      "the row sets, parks, replays or ends an entry of " STR_FMT " of " STR_FMT
                      "[%d], but there is none of line %d", STR_ARG(w->w->name), STR_ARG(d->k->c->name),
                      d->m->inst[d->o->inst].index, d->o->key);
        return false;
    }
    return true;
}

/* False: a parked stamp leaves the bound. */
static bool waiters_op(const Data *d, Inst *y)
{
    bool fits = true;
    for (int i = 0; i < d->k->n_waits; i++) {
        bool there = y->at[i].entry[d->o->key].valid;
        if (!d->o->keyless) fits &= kept_entry_op(d, i, &y->at[i].entry[d->o->key]);
        for (int q = 0; q < d->m->n_keys && d->o->keyless; q++)
            kept_entry_woken(&d->k->wait[i], d->out, &y->at[i].entry[q]);
        if (d->k->wait[i].ring && !d->o->keyless) kept_ring_turns(d->m, y, i, d->o->key, there);
    }
    return fits;
}

/* Messages that were under way before the row has sent its own. */
typedef struct { int n; uint64_t msg[MAX_MSGS]; } UnderWay;

static void note_under_way(const Model *m, const SysState *s, UnderWay *u)
{
    u->n = m->o->queues ? s->n_msgs : 0;
    memcpy(u->msg, s->msg, sizeof *u->msg * (size_t)u->n);
}

/* The row sends to a receiver more than its queue holds. What one row sends to a receiver that had none waits at the
 * sender, whose queue has room for a row. */
static bool overfull(const Model *m, const SysState *s, const UnderWay *before)
{
    for (int i = 0; i < s->n_msgs && m->o->queues; i++) {
        if (m->p->nets.at[state_msg_net(s->msg[i])]->most) continue;         /* it holds all */
        int n = 0, others = 0;
        for (int j = 0; j <= i; j++) n += state_msg_queued_with(s->msg[i], s->msg[j]);
        for (int j = 0; j < before->n; j++) others += state_msg_queued_with(s->msg[i], before->msg[j]);
        if (others && n > others && n > m->o->queues) return true;
    }
    return false;
}

/* What networks say of how much is under way to one receiver. */
static bool most_holds(const Model *m, const SysState *s, Fired *f)
{
    for (int i = 0; i < s->n_msgs; i++) {
        const Network *net = m->p->nets.at[state_msg_net(s->msg[i])];
        int n = 0;
        for (int j = 0; j <= i && net->most; j++) n += state_msg_queued_with(s->msg[i], s->msg[j]);
        if (!net->most || n <= param_eval(&m->env, net->most)) continue;
        const Instance *to = &m->inst[state_msg_to(s->msg[i])];
        model_problem(f, P_INVARIANT, "network '" STR_FMT "' says that at most %d messages are on their way to one "
                      "receiver: there are %d to " STR_FMT "[%d]", STR_ARG(net->name), n - 1, n,
                      STR_ARG(m->ctl[to->ctl].c->name), to->index);
        return false;
    }
    return true;
}

static FireResult effects(const Model *m, const SysState *s, const Running *row, SysState *next, Fired *f,
                          FILE *verbose)
{
    const Occurrence *o = row->o;
    const uint64_t *in = row->in, *out = row->out;
    const CtlModel *k = &m->ctl[m->inst[o->inst].ctl];
    int thread = thread_of(m, k, o, out);
    state_copy(m, next, s);
    take(m, next, o, k);
    if (k->n_port_sets) step_port_walks(m, o, out, next, f);
    kept_unknown_data(m, k, o, out, next);
    Line line[MAX_PLACES];
    Entry entry[MAX_PLACES];
    for (int i = 0; i < k->n_stores; i++) line[i] = *state_line_of_key(k, &next->inst[o->inst], i, o->key);
    for (int i = 0; i < k->n_waits; i++) entry[i] = next->inst[o->inst].at[i].entry[o->key];
    Data d = { m, k, o, line, entry, out, next, thread };
    unsigned none = state_line_of(m, m->program ? VALUE_NONE : NONE);
    Sending x = { .d = &d,
                  .next = next,
                  .f = f,
                  .verbose = verbose,
                  .time = -1,
                  .reply_error = -1,
                  .reply_data = none,
                  .sent_data = none };
    bool right = must_hit_holds(m, o, k, entry, out, f) && operands_hold(&d, f);
    UnderWay before;
    note_under_way(m, next, &before);
    step_send_all(&x);
    if (overfull(m, next, &before)) return FIRE_NOT;
    right = right && most_holds(m, next, f);
    if (out[k->o_performs]) step_data_seen(&x);
    right = right && !f->problem && (!x.replied || answer_holds(&x));
    Inst *y = &next->inst[o->inst];
    for (int i = 0; i < k->n_regs; i++)
        if (k->regs[i].out >= 0) y->reg[i] = model_kept_value(&k->regs[i], out);
    right = right && wires_hold(m, s, next, o->inst, f);
    if (k->whole) y->plain = (uint8_t)out[k->o_next];
    if (!o->keyless && !lines_op(&d, y, f)) right = false;
    if (!entries_there(&d, y, f)) right = false;
    if (!waiters_op(&d, y)) {
        x.bound = true;
        f->bounds |= 1u << BOUND_TIME;
    }
    if (k->memory && !o->keyless)
        next->mem[o->key] = (uint16_t)row_value(&d, k->memory, row_versions(k, k->memory)).data;
    if (k->o_walk >= 0) step_walks(m, o, in, out, next);
    kept_forget_behind(m, k, out, y);
    if (k->n_sweeps) sweeps_go_on(m, o, out, next);
    if (!right) return FIRE_PROBLEM;
    if ((m->stamp || m->n_times) && !stamps_fit(m, k, out)) {
        x.bound = true;
        f->bounds |= 1u << BOUND_TIME;
    }
    if (x.bound) return FIRE_BOUND;
    unsigned performs = (unsigned)out[k->o_performs];
    if (m->tx && !(performs & PERFORMS_RESTART) && time_falls(k, &s->inst[o->inst], y, f)) return FIRE_PROBLEM;
    if (!answer_value_holds(&x, thread, performs)) return FIRE_PROBLEM;
    if (m->tx) return transaction(&x, thread, performs);
    if ((performs & PERFORMS_RESTART) && !ghost_restart(m, next, o->inst, f, &x.bound)) {
        f->bounds |= 1u << BOUND_TIME;
        return x.bound ? FIRE_BOUND : FIRE_PROBLEM;
    }
    if (!(performs & PERFORMS_RESTART) && time_falls(k, &s->inst[o->inst], y, f)) return FIRE_PROBLEM;
    FireResult r = operation(&x, y, thread, performs & (PERFORMS_READ | PERFORMS_WRITE));
    if (r != FIRE_OK) return r;
    ghost_clean(m, next, o->keyless || k->o_walk >= 0 ? -1 : o->key);
    if (ghost_settle(m, next)) return FIRE_OK;
    f->bounds |= 1u << BOUND_TIME;
    return FIRE_BOUND;
}

/* While parked requests of the key are offered again, what came later waits. */
static bool held(const CtlModel *k, const SysState *s, const Occurrence *o)
{
    for (int i = 0; i < k->n_waits && !o->keyless && o->where != SRC_REPLAY_; i++) {
        const Entry *e = &s->inst[o->inst].at[i].entry[o->key];
        bool holds = !k->wait[i].stall || k->wait[i].pool;
        if (holds && e->valid && ((e->drain && k->events[o->code].low) || e->must)) return true;
    }
    return false;
}

/* The key's line leaves its store, what is backed stays behind, and then the occurrence comes. */
static FireResult fire_gone(const Model *m, const SysState *s, const Occurrence *o, SysState *next, Fired *f,
                            FILE *verbose)
{
    const CtlModel *k = &m->ctl[m->inst[o->inst].ctl];
    SysState left;
    Occurrence here = *o;
    state_copy(m, &left, s);
    kept_line_leaves(k, &k->store[k->backed_store], &left.inst[o->inst].at[k->backed_store].line[o->key]);
    here.gone = false;
    return step_fire(m, &left, &here, next, f, verbose);
}

/* No row: the message waits there, and those behind it do. */
static FireResult fire_head(const Model *m, const SysState *s, const Occurrence *o, SysState *next, Fired *f)
{
    *f = (Fired){ .before = step_stored_state(m, s, o->inst, o->key), .event = o->code, .row = -1, .reader = -1 };
    f->view = f->after = f->before;
    state_copy(m, next, s);
    next->msg[o->at] |= UINT64_C(1) << HEAD_SHIFT;
    state_order(m, next);
    return FIRE_OK;
}

FireResult step_fire(const Model *m, const SysState *s, const Occurrence *o, SysState *next, Fired *f, FILE *verbose)
{
    if (o->where == SRC_HEAD_) return fire_head(m, s, o, next, f);
    if (o->gone) return fire_gone(m, s, o, next, f, verbose);
    if (o->where == SRC_TICK_) { ticks_pass(m, s, o, next, f); return FIRE_OK; }
    if (o->where == SRC_TURN_) { aside_turn(m, s, o, next, f); return FIRE_OK; }
    if (o->where == SRC_WIRE_) { wires_arrive(m, s, o, next, f); return FIRE_OK; }
    const Instance *at = &m->inst[o->inst];
    const CtlModel *k = &m->ctl[at->ctl];
    uint64_t in[MAX_IN], out[MAX_OUT];
    f->problem = P_NONE;
    f->lacks_way = 0;
    f->bounds = 0;
    f->waiting = 0;
    f->reader = -1;
    if (held(k, s, o)) return FIRE_NOT;
    f->before = o->keyless && k->c->key && !k->whole ? 0 : step_stored_state(m, s, o->inst, o->key);
    step_inputs(m, &s->inst[o->inst], o, f->before, in);
    eval_step(k->eval, in, out);
    f->row = (int)out[k->o_row];
    f->event = (int)out[k->o_event];
    f->view = (int)out[k->o_view];
    f->after = (int)out[k->o_next];
    if (out[k->o_act] == ACT_STALL) return FIRE_NOT;
    if (out[k->o_act] != ACT_FIRE && out[k->o_overflow] && k->overflow >= 0 && o->code != k->overflow) {
        int before = f->before;
        FireResult r =
            step_fire(m, s, &(Occurrence){ .inst = o->inst, .code = k->overflow, .where = SRC_LEVEL_, .keyless = true },
                      next, f, verbose);
        f->before = f->after = f->view = before;
        return r;
    }
    if (out[k->o_act] != ACT_FIRE) {
        const State *v = k->c->states.at[f->view];
        const Row *r = k->c->rows.at[f->row];
        Str event = k->c->events.at[f->event]->name;
        if (out[k->o_overflow])
            model_problem(f, P_OVERFLOW, "a sum does not fit its type: state " STR_FMT ", event " STR_FMT,
                          STR_ARG(v->name), STR_ARG(event));
        else {
            const Action *error = eval_error(k->eval, in);
            model_problem(f, error ? P_ERROR : P_NEVER, "event " STR_FMT " in state " STR_FMT " meets %s",
                          STR_ARG(event), STR_ARG(v->name), error ? "an error" : "a row marked never");
            f->why = error ? error->what : r->why;
        }
        return FIRE_PROBLEM;
    }
    if (waits(m, k, s, o, out, f)) return f->problem ? FIRE_PROBLEM : FIRE_NOT;
    FireResult r = effects(m, s, &(Running){ o, in, out }, next, f, verbose);
    bool idle = r == FIRE_OK && o->where == SRC_LEVEL_ && state_same(m, s, next);
    return idle ? FIRE_IDLE : r;     /* what changes nothing is no step: it would hide a deadlock */
}
