/* succ.c - the occurrences of a state: requests, messages, fills, replays, evictions. */
#include "verify/step/succ.h"
#include "verify/model/blocks.h"
#include "verify/step/asks.h"
#include "verify/step/inputs.h"
#include "verify/step/sweep.h"
#include "verify/step/aside.h"
#include "verify/step/victim.h"
#include "verify/step/wires.h"
#include "verify/state/joined.h"
#include "verify/state/owed.h"
#include "verify/state/program.h"
#include "verify/ghost/serial.h"
#include <string.h>

/* lacks: by instance and store, the sets in which something waits for a way. fired: what was offered last could run;
 * heads: what could not may come to the head of its queue. */
typedef struct {
    const Model *m;
    const SysState *s;
    SysState next;
    SuccFn *fn;
    void *ctx;
    uint8_t lacks[MAX_INST][MAX_PLACES];
    bool fired, heads, idle;
} Walk;

/* A row that changes what waits at a port: any of these messages may still be on its way. */
static bool some_away(Walk *w, const Occurrence *o, uint32_t waiting)
{
    Occurrence late = *o;
    Fired f;
    for (late.away = waiting; late.away; late.away = (late.away - 1) & waiting) {
        FireResult r = step_fire(w->m, w->s, &late, &w->next, &f, NULL);
        if (r != FIRE_NOT && !w->fn(w->ctx, &late, r, &w->next, &f)) return false;
    }
    return true;
}

static bool offer_one(Walk *w, const Occurrence *o)
{
    Fired f;
    FireResult r = step_fire(w->m, w->s, o, &w->next, &f, NULL);
    if (r == FIRE_IDLE) return !w->idle || w->fn(w->ctx, o, r, &w->next, &f);
    w->fired |= r != FIRE_NOT;
    if (r != FIRE_NOT) return w->fn(w->ctx, o, r, &w->next, &f) && (!f.waiting || some_away(w, o, f.waiting));
    const CtlModel *k = &w->m->ctl[w->m->inst[o->inst].ctl];
    for (int i = 0; f.lacks_way >> i; i++)
        if (f.lacks_way >> i & 1) w->lacks[o->inst][i] |= (uint8_t)(1 << k->store[i].row[o->key]);
    return true;
}

/* The greatest value of a backed field that has left, or can have: the filter may hold it for any key. */
static unsigned greatest(const CtlModel *k, const Inst *x, int n_keys, int field)
{
    unsigned top = 0;
    for (int q = 0; q < n_keys; q++) {
        const Line *l = &x->at[k->backed_store].line[q];
        if ((!l->present || k->store[k->backed_store].victim[l->state]) && l->field[field] > top) top = l->field[field];
    }
    return top;
}

/* What is behind says any values from those that the key has left to the greatest. */
static bool offer_behind(Walk *w, Occurrence *o, int n)
{
    const CtlModel *k = &w->m->ctl[w->m->inst[o->inst].ctl];
    const Inst *x = &w->s->inst[o->inst];
    if (n == k->n_backed || n == MAX_BACKED) return offer_one(w, o);
    unsigned left = x->at[k->backed_store].line[o->key].field[k->backed[n]],
             top = w->m->stays ? left : greatest(k, x, w->m->n_keys, k->backed[n]);
    for (unsigned v = left; v <= top; v++) {
        o->behind[n] = (uint16_t)v;
        if (!offer_behind(w, o, n + 1)) return false;
    }
    return true;
}

/* A line that may leave a backed store by itself has done so, or has not: nobody sees it before the next look-up. */
static bool offer(Walk *w, const Occurrence *o)
{
    const CtlModel *k = &w->m->ctl[w->m->inst[o->inst].ctl];
    const Line *l = &w->s->inst[o->inst].at[k->backed_store].line[o->key];
    Occurrence gone = *o;
    if (!k->n_backed || o->keyless) return offer_one(w, o);
    gone.gone = l->present;
    if (l->present && !offer_one(w, o)) return false;
    return (l->present && (w->m->stays || !k->store[k->backed_store].victim[l->state])) || offer_behind(w, &gone, 0);
}

/* ---- the cores ---- */

static void core_args(const Model *m, const CtlModel *k, Occurrence *o, int warp, unsigned value)
{
    for (int i = 0; i < k->n_args; i++) {
        Role r = k->args[i].role;
        if (i == k->events[o->code].id) o->arg[i] = (uint16_t)warp;
        else if (r == ROLE_MASK) o->arg[i] = (uint16_t)(1u << o->cell);
        else if (r != ROLE_DATA) o->arg[i] = k->events[o->code].op == OP_ATOMIC ? k->operand[i] : 0;
        else {
            unsigned none = m->program ? VALUE_NONE : NONE;
            o->arg[i] = state_cell_put(m->n_cells > 1 ? none | none << 4 : none, o->cell, value);
        }
    }
}

/* A request: by which thread, what it is, the line and cell it is about, what it stores. */
typedef struct { int thread, code, key, cell; unsigned value; bool preload; } Request;

static bool issue(Walk *w, int inst, const Request *r)
{
    const CtlModel *k = &w->m->ctl[w->m->inst[inst].ctl];
    if (!asks_now(w->m, w->s, k, r->code, r->thread)) return true;
    Occurrence o = { .inst = inst,
                     .code = r->code,
                     .key = r->key, .where = SRC_CORE_, .at = r->thread, .cell = r->cell, .preload = r->preload,
                     .keyless = k->events[r->code].keyless };
    core_args(w->m, k, &o, r->thread % w->m->n_warps, r->value);
    for (unsigned n = 0; asks_with(w->m, &o, n); n++) if (!offer(w, &o)) return false;
    return true;
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
        for (int q = 0; q < m->n_keys && e == program_preload(m, inst) && t->left && !begun; q++)
            if (!issue(w, inst, &(Request){ thread, e, q, 0, 0, true })) return false;
        if (ready && e == next.event[m->inst[inst].ctl] &&
            !issue(w, inst, &(Request){ thread, e, next.key, next.cell, next.value, false }))
            return false;
    }
    return true;
}

/* Requests that a core makes sooner or later: it ends the transaction that it has begun. */
static bool core_ends(Walk *w, int inst)
{
    const Model *m = w->m;
    const CtlModel *k = &m->ctl[m->inst[inst].ctl];
    for (int i = 0; i < m->n_warps; i++) {
        int thread = m->inst[inst].core * m->n_warps + i;
        for (int e = 0; e < k->n_events && !w->s->thread[thread].op && state_tx_open(m, w->s, thread); e++) {
            Occurrence o = { .inst = inst, .code = e, .where = SRC_CORE_, .at = thread, .keyless = true, .owed = true };
            core_args(m, k, &o, i, 0);       /* which of the threads behind the port */
            for (unsigned n = 0; k->events[e].ends && asks_with(m, &o, n); n++) if (!offer(w, &o)) return false;
        }
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
            if (!k->events[e].op || k->events[e].ends || (k->events[e].op == OP_ATOMIC && m->o->no_atomics)) continue;
            bool keyless = k->events[e].keyless;
            if (keyless && m->o->keyed) continue;
            for (int q = 0; q < (keyless ? 1 : m->n_keys); q++)
                for (int c = 0; keyless ? c < 1 : c < m->n_cells && model_event_fits(m, &k->events[e], q); c++)
                    if (!issue(w, inst, &(Request){ thread, e, q, c, (unsigned)(PENDING + thread), false }))
                        return false;
        }
    }
    return true;
}

/* ---- the network ---- */

/* Message at, which has become x with those of also. */
static bool message(Walk *w, int at, uint32_t also, uint64_t x)
{
    const Model *m = w->m;
    const MessageMap *map = state_msg_map(m, x);
    int inst = state_msg_to(x), ctl = m->inst[inst].ctl;
    const CtlModel *k = &m->ctl[ctl];
    if (map->event[ctl] < 0) return true;
    Occurrence o = { .inst = inst,
                     .code = map->event[ctl],
                     .key = state_msg_key(x),
                     .where = SRC_MESSAGE_,
                     .at = at,
                     .msg = x,
                     .also = also,
                     .keyless = k->events[map->event[ctl]].keyless };
    if (k->arg_from >= 0) o.arg[k->arg_from] = (uint16_t)state_msg_from(x);
    for (int i = 0; i < map->body.n; i++) {
        int arg = map->arg[ctl][i];
        const Part *p = &map->body.at[i];
        if (arg < 0) continue;
        o.arg[arg] = (uint16_t)(p->bits ? state_part_get(p, x) : p->role == ROLE_MASK ? 1 : 0);
    }
    return offer(w, &o);
}

/* What has been joined so far: x, of the messages first and also, the last of them at index last. */
typedef struct { const Join *rules; int first, last; uint32_t also; uint64_t x; } Joined;

static bool join_more(Walk *w, const Joined *j);

static bool join_one(Walk *w, const Joined *j, int i)
{
    Joined more = { j->rules, j->first, i, j->also | UINT32_C(1) << i, 0 };
    if (!joined(w->m, j->rules, j->x, w->s->msg[i], &more.x)) return true;
    return message(w, more.first, more.also, more.x) && join_more(w, &more);
}

/* Messages can be joined to it while they wait, in every order that makes a difference. In an ordered network none
 * passes another one of the key, or one that stays alone. */
static bool join_more(Walk *w, const Joined *j)
{
    const SysState *s = w->s;
    bool ordered = w->m->p->nets.at[state_msg_net(j->x)]->pair_order;
    for (int i = ordered ? j->last + 1 : 0; i < s->n_msgs; i++) {
        uint64_t y = s->msg[i];
        bool used = i == j->first || (j->also >> i & 1);
        if (used || y >> TO_SHIFT != j->x >> TO_SHIFT) continue;
        if (joined_by(w->m, y) != j->rules) { if (ordered) return true; continue; }
        if (state_msg_key(y) != state_msg_key(j->x)) continue;
        if (ordered) return join_one(w, j, i);
        if (i < j->last && joined_alike(w->m, s->msg[j->last], y)) continue;
        if (i && s->msg[i - 1] == y && i - 1 != j->first && !(j->also >> (i - 1) & 1)) continue;
        if (!join_one(w, j, i)) return false;
    }
    return true;
}

/* Another message waits at the head of the receiver's queue, or of another's in a network with ways that they share. */
static bool is_behind(const Model *m, const SysState *s, int at)
{
    for (int i = 0; i < s->n_msgs && !state_msg_waits(s->msg[at]); i++)
        if (i != at && state_msg_waits(s->msg[i]) && state_msg_behind(m, s->msg[i], s->msg[at])) return true;
    return false;
}

static bool comes_to_head(Walk *w, int at)
{
    uint64_t x = w->s->msg[at];
    int inst = state_msg_to(x), code = state_msg_map(w->m, x)->event[w->m->inst[inst].ctl];
    if (code < 0 || state_msg_waits(x)) return true;
    Occurrence o = { .inst = inst, .code = code, .key = state_msg_key(x), .where = SRC_HEAD_, .at = at, .msg = x };
    o.keyless = w->m->ctl[w->m->inst[inst].ctl].events[code].keyless;
    return offer_one(w, &o);
}

bool step_message_next(const Model *m, const SysState *s, int i)
{
    bool ordered = m->p->nets.at[state_msg_net(s->msg[i])]->pair_order;
    return !i || (ordered ? s->msg[i - 1] >> TO_SHIFT != s->msg[i] >> TO_SHIFT : s->msg[i - 1] != s->msg[i]);
}

static bool messages(Walk *w)
{
    const SysState *s = w->s;
    for (int i = 0; i < s->n_msgs; i++) {
        if (!step_message_next(w->m, s, i)) continue;
        if (w->m->o->queues && is_behind(w->m, s, i)) continue;
        w->fired = false;
        if (!message(w, i, 0, s->msg[i])) return false;
        if (w->heads && !w->fired && !comes_to_head(w, i)) return false;
        const Join *j = joined_by(w->m, s->msg[i]);
        if (j && !join_more(w, &(Joined){ j, i, i, 0, s->msg[i] })) return false;
    }
    return true;
}

/* ---- memory, replays, evictions ---- */

static bool fill(Walk *w, int inst, int key, bool bad)
{
    const CtlModel *k = &w->m->ctl[w->m->inst[inst].ctl];
    Occurrence o = { .inst = inst, .code = k->mem->events.at[0]->code, .key = key, .where = SRC_MEMORY_ };
    uint16_t data = state_read_brings(&w->s->inst[inst].before[key], w->s->mem[key]);
    if (bad) data = (uint16_t)state_line_of(w->m, NONE);
    for (int i = 0; i < k->n_args; i++) if (k->args[i].role == ROLE_DATA) o.arg[i] = data;
    if (k->arg_err >= 0) o.arg[k->arg_err] = bad;
    return offer(w, &o);
}

/* The same from behind the port with key=. */
static bool side_fill(Walk *w, int inst, int key)
{
    const CtlModel *k = &w->m->ctl[w->m->inst[inst].ctl];
    Occurrence o = { .inst = inst, .code = k->side_event, .key = key, .where = SRC_MEMORY_, .at = 1 };
    const uint16_t data = state_read_brings(&w->s->inst[inst].side_before[key], w->s->side[key]);
    for (int i = 0; i < k->n_args; i++) if (k->args[i].role == ROLE_DATA) o.arg[i] = data;
    return offer(w, &o);
}

static bool fills(Walk *w, int inst)
{
    const CtlModel *k = &w->m->ctl[w->m->inst[inst].ctl];
    for (int q = 0; q < w->m->n_keys && k->side; q++)
        if (w->s->inst[inst].side_reads[q] && !side_fill(w, inst, q)) return false;
    for (int q = 0; q < w->m->n_keys && k->mem; q++) {
        if (!w->s->inst[inst].reads[q]) continue;
        if (!state_line_bad(w->m, w->s, q) && !fill(w, inst, q, false)) return false;
        if (model_key_bad(w->m, q) && !fill(w, inst, q, true)) return false;
    }
    return true;
}

/* Fields that nobody determines have any value. known: those that the request gave, a bit for each of k->args. */
static bool any_fields(Walk *w, Occurrence *o, const PortMsg *q, int field, uint64_t known)
{
    const CtlModel *k = &w->m->ctl[w->m->inst[o->inst].ctl];
    if (field == q->fields.n) return offer(w, o);
    int arg = 0;
    while (arg < k->n_args && !str_eq(k->args[arg].var->name, q->fields.at[field].name)) arg++;
    if (arg == k->n_args || known >> arg & 1) return any_fields(w, o, q, field + 1, known);
    Role r = k->args[arg].role;
    if (r == ROLE_DATA) o->arg[arg] = (uint16_t)state_line_of(w->m, NONE);
    else if (r == ROLE_MASK) o->arg[arg] = 1;
    for (unsigned v = 0; v < model_field_values(w->m, &k->args[arg]); v++) {
        if (r != ROLE_DATA && r != ROLE_MASK) o->arg[arg] = (uint16_t)v;
        if (!any_fields(w, o, q, field + 1, known)) return false;
    }
    return true;
}

/* Answers to what blocks were asked. */
static bool answers(Walk *w, int inst)
{
    const CtlModel *k = &w->m->ctl[w->m->inst[inst].ctl];
    const Inst *x = &w->s->inst[inst];
    for (int i = 0; i < x->n_owed; i++) {
        Owed owed = owed_at(x, i);
        const BlockRequest *b = &k->block[owed.request];
        if (!owed_next(k, x, i)) continue;
        for (int e = 0; e < k->n_events; e++) {
            Occurrence o = { .inst = inst, .code = e, .key = owed.key, .where = SRC_BLOCK_, .at = i };
            uint64_t known = 0;
            if (!(b->answers >> e & 1)) continue;
            o.keyless = k->events[e].keyless;
            for (int p = 0; p < b->kept.n; p++) {
                o.arg[b->kept.at[p].arg] = (uint16_t)state_part_get(&b->kept.at[p], owed.kept);
                known |= UINT64_C(1) << b->kept.at[p].arg;
            }
            if (!any_fields(w, &o, k->events[e].e->def, 0, known)) return false;
        }
    }
    return true;
}

/* What blocks say unasked, at any time. */
static bool unasked(Walk *w, int inst)
{
    const CtlModel *k = &w->m->ctl[w->m->inst[inst].ctl];
    for (int e = 0; e < k->n_events; e++)
        for (int q = 0; (k->alone >> e & 1) && q < (k->events[e].keyless ? 1 : w->m->n_keys); q++) {
            Occurrence o = { .inst = inst, .code = e, .key = q, .where = SRC_BLOCK_, .at = -1 };
            o.keyless = k->events[e].keyless;
            if (!any_fields(w, &o, k->events[e].e->def, 0, 0)) return false;
        }
    return true;
}

static bool replay_one(Walk *w, int inst, int place, int key)
{
    const CtlModel *k = &w->m->ctl[w->m->inst[inst].ctl];
    const Entry *e = &w->s->inst[inst].at[place].entry[key];
    if (!e->valid || !e->drain || !e->n) return true;
    Occurrence o = { .inst = inst, .code = (int)(e->list[0] >> EVENT_SHIFT), .key = key, .place = place,
                     .where = SRC_REPLAY_ };
    const Layout *l = &k->events[o.code].park;
    for (int i = 0; i < k->n_args; i++) if (k->args[i].role == ROLE_MASK) o.arg[i] = 1;
    for (int i = 0; i < l->n; i++) o.arg[l->at[i].arg] = (uint16_t)state_part_get(&l->at[i], e->list[0]);
    return offer(w, &o);
}

static bool replays(Walk *w, int inst)
{
    const CtlModel *k = &w->m->ctl[w->m->inst[inst].ctl];
    for (int q = 0; q < w->m->n_keys; q++)
        for (int i = 0; i < k->n_waits; i++) if (!replay_one(w, inst, i, q)) return false;
    return true;
}

static bool store_line(const CtlModel *k, const Inst *x, const Store *s, int key)
{
    for (int i = 0; i < k->n_stores; i++) if (k->store[i].s == s) return state_line_of_key(k, x, i, key)->present;
    return false;
}

static bool wait_entry(const CtlModel *k, const Inst *x, const Waiters *w, int key)
{
    for (int i = 0; i < k->n_waits; i++) if (k->wait[i].w == w) return x->at[i].entry[key].valid;
    return false;
}

/* Something happens to a line or an entry in a certain state. */
static bool wakes(Walk *w, int inst, int code)
{
    const CtlModel *k = &w->m->ctl[w->m->inst[inst].ctl];
    const Event *e = k->events[code].e;
    uint64_t vars[MAX_VARS];
    for (int q = 0; q < w->m->n_keys; q++) {
        const Inst *x = &w->s->inst[inst];
        if (!(e->store ? store_line(k, x, e->store, q) : wait_entry(k, x, e->waiters, q)) ||
            (e->in && step_stored_state(w->m, w->s, inst, q) != e->in->id))
            continue;
        step_fill_watched(w->m, w->s, inst, q, vars);
        if (eval_expr(k->eval, e->when, vars) &&
            !offer(w, &(Occurrence){ .inst = inst, .code = code, .key = q, .where = SRC_LEVEL_ }))
            return false;
    }
    return true;
}

/* A line at which a sweep is, or its end. */
static bool sweeps(Walk *w, int inst, int code)
{
    const Event *e = w->m->ctl[w->m->inst[inst].ctl].events[code].e;
    for (int q = 0; q < w->m->n_keys && e->kind == EV_SWEEP; q++)
        if (sweep_can_visit(w->m, w->s, inst, e->sweep->id, q) &&
            !offer(w, &(Occurrence){ .inst = inst, .code = code, .key = q, .where = SRC_LEVEL_ }))
            return false;
    if (e->kind != EV_SWEPT || !sweep_can_end(w->m, w->s, inst, e->sweep->id)) return true;
    return offer(w, &(Occurrence){ .inst = inst, .code = code, .where = SRC_LEVEL_, .keyless = true });
}

/* Timers can expire at any time; wishes while they hold. */
static bool levels(Walk *w, int inst)
{
    const Model *m = w->m;
    const CtlModel *k = &m->ctl[m->inst[inst].ctl];
    uint64_t vars[MAX_VARS];
    if (!k->levels) return true;
    step_fill_watched(m, w->s, inst, 0, vars);
    for (int i = 0; i < k->n_events; i++) {
        const Event *e = k->events[i].e;
        if ((e->kind == EV_WAKE && !wakes(w, inst, i)) || (e->sweep && !sweeps(w, inst, i))) return false;
        if ((e->kind != EV_TIMER && e->kind != EV_WISH) || (m->o->keyed && !e->over)) continue;
        if (!eval_expr(k->eval, e->when, vars)) continue;
        if (!offer(w, &(Occurrence){ .inst = inst, .code = i, .where = SRC_LEVEL_, .keyless = true })) return false;
    }
    return true;
}

static bool asides(Walk *w, int inst, bool turns)
{
    Occurrence o = aside_first(inst);
    while (aside_next(w->m, w->s, turns, &o)) if (!offer_one(w, &o)) return false;
    return true;
}

/* Of a store the lines that may leave; that of several keys for the first of them. */
static bool evict_from(Walk *w, int inst, int store, bool needed)
{
    const CtlModel *k = &w->m->ctl[w->m->inst[inst].ctl];
    const StoreModel *st = &k->store[store];
    const Inst *x = &w->s->inst[inst];
    for (int q = 0; q < w->m->n_keys && st->evict >= 0; q++) {
        if (!victim_may_leave(w->m, w->s, inst, store, q)) continue;
        if (!st->s->any_victim && state_has_entry(k, x, q)) continue;
        if (needed && !(w->lacks[inst][store] >> st->row[q] & 1)) continue;
        if (!offer(w, &(Occurrence){ .inst = inst, .code = st->evict, .key = q, .where = SRC_EVICT_ })) return false;
    }
    return true;
}

static bool evictions(Walk *w, int inst, bool needed)
{
    int n = w->m->ctl[w->m->inst[inst].ctl].n_stores, i = 0;
    while (i < n && evict_from(w, inst, i, needed)) i++;
    return i == n;
}

/* next is written before it is read. */
static void begin(Walk *w, const Model *m, const SysState *s, SuccFn *fn, void *ctx)
{
    w->m = m; w->s = s; w->fn = fn; w->ctx = ctx;
    memset(w->lacks, 0, sizeof w->lacks);
    w->fired = w->heads = w->idle = false;
}

static bool at_instance(Walk *w, int i, unsigned which)
{
    const Model *m = w->m;
    if ((which & SUCC_WORK) &&
        (!fills(w, i) || !answers(w, i) || !replays(w, i) || !levels(w, i) || !asides(w, i, which & SUCC_TURN)))
        return false;
    bool evict = which & (SUCC_EVICT | SUCC_EVICT_NEEDED),
         room = m->o->evict_for_room && (which & SUCC_ALL) == SUCC_ALL;
    if (evict && !room && !evictions(w, i, !(which & SUCC_EVICT))) return false;
    if ((which & SUCC_ENDS) && m->tx && m->inst[i].core >= 0 && !core_ends(w, i)) return false;
    if ((which & SUCC_ISSUE) && (!unasked(w, i) || (m->inst[i].core >= 0 && !core_requests(w, i)))) return false;
    return !evict || !room || evictions(w, i, true); /* what lacks a way has been offered */
}

bool step_successors(const Model *m, const SysState *s, unsigned which, SuccFn *fn, void *ctx)
{
    Walk w;
    begin(&w, m, s, fn, ctx);
    w.heads = m->o->queues && (which & SUCC_HEAD);
    w.idle = which & SUCC_IDLE;
    if ((which & SUCC_WORK) && !messages(&w)) return false;
    for (int i = 0; i < m->n_inst; i++) if (!at_instance(&w, i, which)) return false;
    return true;
}

bool step_successors_of(const Model *m, const SysState *s, int inst, int msg, SuccFn *fn, void *ctx)
{
    Walk w;
    begin(&w, m, s, fn, ctx);
    w.idle = true;
    return msg >= 0 ? message(&w, msg, 0, s->msg[msg]) : at_instance(&w, inst, SUCC_ALL);
}

static bool ignored(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    (void)ctx; (void)o; (void)r; (void)next; (void)f;
    return true;
}

bool step_evictions_for_load(const Model *m, const SysState *s, int thread, int key, SuccFn *fn, void *ctx)
{
    Walk w; int inst = 0;
    begin(&w, m, s, ignored, NULL);
    while (m->inst[inst].core != thread / m->n_warps) inst++;
    const CtlModel *k = &m->ctl[m->inst[inst].ctl];
    for (int e = 0; e < k->n_events && !s->thread[thread].op; e++)
        if (k->events[e].op == OP_LOAD) issue(&w, inst, &(Request){ thread, e, key, 0, 0, false });
    w.fn = fn, w.ctx = ctx;
    return evictions(&w, inst, true);
}
