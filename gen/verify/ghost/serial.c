/* serial.c - the conflict graph of the committed transactions, as far as it can still grow; docs/verify.md,
 * "Transactions".
 *
 * A node is a transaction that has committed. before[n]: the nodes that are before n in every serial order, that is,
 * from which a path of conflicts leads to n. Kept are transactions that writes are under way of, and the writers of the
 * versions that are still somewhere and of those that came after them. Of the others only what they pass on is left: it
 * is in the `before` of those behind them, for the readers of a newest version in Order, and for the next transaction
 * of the same thread in TxGhost.past. */
#include "verify/ghost/serial.h"
#include "verify/state/each_data.h"
#include "verify/ghost/ghost.h"
#include <string.h>

typedef struct { uint8_t map[16]; } Renamed;

static inline unsigned renamed(void *ctx, unsigned data) { return ((const Renamed *)ctx)->map[data & 15]; }

static void rename_value(const Model *m, SysState *s, int key, unsigned from, unsigned to)
{
    Renamed r;
    for (unsigned i = 0; i < 16; i++) r.map[i] = (uint8_t)(i == from ? to : i);
    each_data(m, s, key, renamed, &r);
}

static unsigned bit(int node) { return 1u << node; }

/* ---- edges ---- */

/* All of `first` are before `node`, and so before what is behind it. */
static void put_before(const Model *m, SysState *s, unsigned first, int node)
{
    for (int n = 0; n < s->n_nodes; n++)
        if (n == node || (s->before[n] & bit(node))) s->before[n] |= (uint16_t)first;
    for (int q = 0; q < m->n_keys; q++) {
        Order *o = &s->order[q][0];
        if ((o->readers | o->lastread) & bit(node)) o->lastread |= (uint16_t)first;
    }
    for (int t = 0; t < m->n_threads; t++) if (s->tx[t].past & bit(node)) s->tx[t].past |= (uint16_t)first;
}

/* What makes one transaction follow another: it reads or writes a line. */
typedef struct { int key; const char *how; Fired *f; } Conflict;

static bool circle(const Conflict *c)
{
    model_problem(c->f, P_SERIAL,
                  "no serial order of the committed transactions, with those of a thread in its own order: one that %s "
                  "line %d is both before and after another",
                  c->how, c->key);
    return false;
}

static bool edge(const Model *m, SysState *s, int from, int to, const Conflict *c)
{
    if (from == to) return true;
    if (s->before[from] & bit(to)) return circle(c);
    put_before(m, s, s->before[from] | bit(from), to);
    return true;
}

static int new_node(SysState *s)
{
    if (s->n_nodes == MAX_NODES) return -1;
    s->before[s->n_nodes] = 0;
    return s->n_nodes++;
}

/* ---- accesses ---- */

bool serial_read(const Model *m, SysState *s, int thread, int key, unsigned value, Fired *f)
{
    Thread *t = &s->thread[thread];
    TxGhost *x = &s->tx[thread];
    (void)m;
    if (t->op != OP_LOAD || t->key != key || t->performed) {
        model_problem(f, P_CONSERVATION, "a load of line %d takes effect that its thread does not wait for", key);
        return false;
    }
    bool own = value == (unsigned)(PENDING + thread) && x->wrote >> key & 1;        /* from its log */
    if (value >= PENDING && !own) {
        model_problem(f, P_VALUE, "the load reads a write that has not taken effect");
        return false;
    }
    if (value == NONE) { model_problem(f, P_VALUE, "the load reads data that was never written"); return false; }
    t->performed = 1;
    t->read = (uint8_t)value;
    if (own) return true;
    x->torn |= x->saw[key] != NONE && x->saw[key] != value;
    if (x->saw[key] == NONE) x->saw[key] = (uint8_t)value;
    return true;
}

void serial_store(const Model *m, SysState *s, int thread, int key)
{
    rename_value(m, s, key, (unsigned)(PENDING + thread), NONE);
}

/* An access outside of transactions has taken effect when it is answered. */
static bool outside_performed(const Thread *t, Fired *f)
{
    if (t->op >= OP_FENCE || t->performed) return true;
    model_problem(f, P_CONSERVATION, "the access to line %d is answered, but it has not taken effect", t->key);
    return false;
}

bool serial_reply(const Model *m, SysState *s, int thread, bool aborted, Fired *f)
{
    Thread *t = &s->thread[thread];
    bool outside = model_key_outside(m, t->key);
    if (outside && !outside_performed(t, f)) return false;
    if (!outside && t->op == OP_LOAD && !aborted && !t->performed) {
        model_problem(f, P_CONSERVATION, "the load is answered, but it has not taken effect");
        return false;
    }
    if (!outside && t->op == OP_STORE && !aborted) s->tx[thread].wrote |= (uint8_t)(1 << t->key);
    *t = (Thread){ .left = t->left };
    return true;
}

/* ---- the end of a transaction ---- */

/* Its reads: behind the writers of what it saw, before those that have written since. */
static bool commit_reads(const Model *m, SysState *s, int thread, int node, Fired *f)
{
    const TxGhost x = s->tx[thread];
    for (int q = 0; q < m->n_keys; q++) {
        const Order *o = &s->order[q][0];
        if (x.saw[q] == NONE) continue;
        const Conflict c = { q, "reads", f };
        if (o->ver[x.saw[q]] && !edge(m, s, o->ver[x.saw[q]] - 1, node, &c)) return false;
        if (x.saw[q] && !edge(m, s, node, o->next[x.saw[q]] - 1, &c)) return false;
    }
    for (int q = 0; q < m->n_keys; q++) {
        Order *o = &s->order[q][0];
        if (x.saw[q]) continue;
        o->readers |= (uint16_t)bit(node);
        o->lastread |= s->before[node];
    }
    return true;
}

bool serial_commit(const Model *m, SysState *s, int thread, Fired *f, bool *bound)
{
    TxGhost *x = &s->tx[thread];
    int node = new_node(s);
    if (x->torn) {
        model_problem(f, P_SERIAL, "a transaction commits that has seen two versions of a line");
        return false;
    }
    if (node < 0) { *bound = true; return true; }
    s->before[node] = x->past;                                 /* behind what its thread has done before */
    if (!commit_reads(m, s, thread, node, f)) return false;
    for (int q = 0; q < m->n_keys; q++) {
        if (!(x->wrote >> q & 1)) continue;
        if (x->flight[q]) { *bound = true; return true; }      /* names for one write of a thread to a line under way */
        x->flight[q] = (uint8_t)(node + 1);
        rename_value(m, s, q, (unsigned)(PENDING + thread), (unsigned)(COMMITTED + thread));
    }
    x->past = (uint16_t)(s->before[node] | bit(node));
    serial_abort(m, s, thread);                                /* what is left of it as an open one */
    return true;
}

void serial_abort(const Model *m, SysState *s, int thread)
{
    TxGhost *x = &s->tx[thread];
    for (int q = 0; q < m->n_keys; q++) {
        rename_value(m, s, q, (unsigned)(PENDING + thread), NONE);
        x->saw[q] = NONE;
    }
    x->wrote = x->torn = 0;
}

/* The version becomes the newest of the line; its readers are none yet. */
static void new_version(const Model *m, SysState *s, int key, int thread, int node)
{
    Order *o = &s->order[key][0];
    Renamed r;
    for (int i = 0; i < 16; i++) r.map[i] = (uint8_t)(i < TOKENS - 1 ? i + 1 : i);
    r.map[COMMITTED + thread] = 0;
    each_data(m, s, key, renamed, &r);
    memmove(o->ver + 1, o->ver, sizeof *o->ver * (TOKENS - 1));
    memmove(o->next + 1, o->next, sizeof *o->next * (TOKENS - 1));
    o->ver[0] = o->next[1] = (uint16_t)(node + 1);
    o->next[0] = o->readers = o->lastread = 0;
    o->n++;
}

bool serial_write(const Model *m, SysState *s, int key, unsigned value, Fired *f, bool *bound)
{
    int thread = (int)value - COMMITTED,
        node = thread >= 0 && thread < m->n_threads ? s->tx[thread].flight[key] - 1 : -1;
    Order *o = &s->order[key][0];
    if (value >= PENDING && thread < 0) {
        model_problem(f, P_VALUE, "a write takes effect whose transaction has not committed");
        return false;
    }
    if (node < 0) {
        model_problem(f, P_VALUE, "what is written to line %d is not the data of a transaction", key);
        return false;
    }
    const Conflict c = { key, "writes", f };
    if (o->ver[0] && !edge(m, s, o->ver[0] - 1, node, &c)) return false;
    for (int r = 0; r < s->n_nodes; r++)
        if ((o->readers >> r & 1) && !edge(m, s, r, node, &c)) return false;
    if (o->lastread & bit(node)) return circle(&c);
    put_before(m, s, o->lastread, node);
    ghost_clean(m, s, key);
    if (o->n >= TOKENS - 1) { *bound = true; return true; }
    s->tx[thread].flight[key] = 0;
    new_version(m, s, key, thread, node);
    return true;
}

/* ---- outside of transactions ---- */

bool serial_outside(const Model *m, SysState *s, const Access *a, int key, Fired *f, bool *bound)
{
    Thread *t = &s->thread[a->thread];
    bool reads = a->performs & PERFORMS_READ, writes = a->performs & PERFORMS_WRITE;
    if (!t->op || t->op >= OP_FENCE || t->key != key || t->performed || reads != (t->op != OP_STORE) ||
        writes != (t->op != OP_LOAD)) {
        model_problem(f, P_CONSERVATION, "an access to line %d takes effect that its thread does not wait for", key);
        return false;
    }
    t->performed = 1;
    if (reads && a->read) {
        model_problem(f, P_VALUE,
                      "an access outside of transactions reads something else than the newest write of line %d", key);
        return false;
    }
    if (reads) t->read = (uint8_t)a->read;
    if (!ghost_applies(a, f)) return false;
    if (!writes) return true;
    if (state_cell_get(s->mem[key], 0) != (unsigned)(PENDING + a->thread)) {
        model_problem(f, P_VALUE, "what is written to line %d is not the data of its thread", key);
        return false;
    }
    rename_value(m, s, key, (unsigned)(PENDING + a->thread), (unsigned)(COMMITTED + a->thread));
    ghost_clean(m, s, key);
    if (s->order[key][0].n >= TOKENS - 1) { *bound = true; return true; }
    new_version(m, s, key, a->thread, -1);
    return true;
}

/* ---- forgetting ---- */

typedef struct { int8_t to[MAX_NODES]; int n; } Nodes;

static void meet(Nodes *x, unsigned ref) { if (ref && x->to[ref - 1] < 0) x->to[ref - 1] = (int8_t)x->n++; }

static unsigned renumbered(const Nodes *x, unsigned set)
{
    unsigned out = 0;
    for (int i = 0; i < MAX_NODES; i++) if ((set >> i & 1) && x->to[i] >= 0) out |= bit(x->to[i]);
    return out;
}

static unsigned reference(const Nodes *x, unsigned ref) { return ref ? (unsigned)x->to[ref - 1] + 1 : 0; }

static void meet_all(const Model *m, const SysState *s, Nodes *x)
{
    memset(x->to, -1, sizeof x->to);
    x->n = 0;
    for (int t = 0; t < m->n_threads; t++)
        for (int q = 0; q < m->n_keys; q++) meet(x, s->tx[t].flight[q]);
    for (int q = 0; q < m->n_keys; q++)
        for (int i = 0; i < s->order[q][0].n; i++) {
            meet(x, s->order[q][0].ver[i]);
            if (i) meet(x, s->order[q][0].next[i]);
        }
}

void serial_settle(const Model *m, SysState *s)
{
    Nodes x;
    uint16_t before[MAX_NODES] = { 0 };
    meet_all(m, s, &x);
    for (int i = 0; i < s->n_nodes; i++) if (x.to[i] >= 0) before[x.to[i]] = (uint16_t)renumbered(&x, s->before[i]);
    memcpy(s->before, before, sizeof before);
    s->n_nodes = (uint8_t)x.n;
    for (int t = 0; t < m->n_threads; t++) s->tx[t].past = (uint16_t)renumbered(&x, s->tx[t].past);
    for (int t = 0; t < m->n_threads; t++)
        for (int q = 0; q < m->n_keys; q++) s->tx[t].flight[q] = (uint8_t)reference(&x, s->tx[t].flight[q]);
    for (int q = 0; q < m->n_keys; q++) {
        Order *o = &s->order[q][0];
        for (int i = 0; i < TOKENS; i++) {
            o->ver[i] = i < o->n ? (uint16_t)reference(&x, o->ver[i]) : 0;
            o->next[i] = i && i < o->n ? (uint16_t)reference(&x, o->next[i]) : 0;
        }
        o->readers = (uint16_t)renumbered(&x, o->readers);
        o->lastread = (uint16_t)renumbered(&x, o->lastread);
    }
}
