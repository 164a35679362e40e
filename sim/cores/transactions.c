/* transactions.c - see transactions.h. The port takes and gives whole lines: the first store to a line loads it before,
 * if the attempt has not. Rows say when a line is read, and when a line of a committed attempt comes to memory, which
 * may be long after its end. */
#include "cores/transactions.h"
#include "history/final.h"
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/* A line that an attempt has accessed; loaded: all of it is known; written: a bit per word of the program's own; order:
 * in memory since, 0: not. */
typedef struct { bool loaded; uint64_t address, written, order, number; uint8_t bytes[SIM_MAX_LINE]; } Line;

struct SimWarpTransaction {
    jmp_buf restart;
    bool in_block, asks, waits;              /* asks: for the commit; waits: for a place, --limit */
    bool copied;                             /* its load was answered at the core */
    uint32_t attempt;                        /* in the history */
    uint64_t number, read_at;                /* attempts of the warp; when the row of its load ran */
    Line *lines; size_t n_lines, cap_lines;
    Line *on_way; size_t n_on_way, cap_on_way; /* written by committed attempts, or by one that asks for it */
};

/* What a load of a core has got from memory: another one may be answered with a copy of it, which is as old. */
typedef struct { uint32_t core; uint64_t address, order; uint8_t bytes[SIM_MAX_LINE]; } Got;
enum { KEPT = 256 };

/* places: by core, the warps that have wanted a place for transactions so far, and those that have left theirs. */
struct SimTransactions {
    SimTxHistory history;
    uint64_t order, n_got;
    struct { uint64_t wanted, left; } *places;
    Got got[KEPT];                           /* the latest ones, in turn */
};

/* ---- what rows say ---- */

static void arrive(CgRun *r, const Warp *w, const Line *l)
{
    for (uint32_t i = 0; i < cg_line_bytes(r) / 4; i++) {
        uint32_t value;
        memcpy(&value, l->bytes + 4 * (size_t)i, 4);
        if (l->written >> i & 1)
            sim_tx_installed(&r->transactions->history, w->number, l->number, l->address / 4 + i, value, l->order);
    }
}

static void drop_on_way(struct SimWarpTransaction *x, size_t i)
{
    memmove(&x->on_way[i], &x->on_way[i + 1], (x->n_on_way - i - 1) * sizeof *x->on_way);
    x->n_on_way--;
}

/* The oldest attempt that has written the line and has not come to memory. False: no transaction has. */
static bool written(CgRun *r, Warp *w, uint64_t line)
{
    struct SimWarpTransaction *x = w->transaction;
    for (size_t i = 0; i < x->n_on_way; i++) {
        Line *l = &x->on_way[i];
        if (l->address != line || l->order) continue;
        l->order = ++r->transactions->order;
        if (x->asks && l->number == x->number) return true; /* its program has not heard yet whether it committed */
        arrive(r, w, l);
        drop_on_way(x, i);
        return true;
    }
    return false;
}

/* For the cores: a row performs for a transaction of a thread. */
static void transacted(void *run, SimThread *t, uint32_t performs, uint64_t line, bool at_core)
{
    CgRun *r = run;
    Warp *w = t->next == r->warps[0].thread->next ? t->user : NULL;
    struct SimWarpTransaction *x = w ? w->transaction : NULL;
    if (!x) return;                          /* of a program that asks for events by their names */
    if (performs & 1 && t->state == SIM_OUTSTANDING && t->request.address == line)
        x->read_at = ++r->transactions->order, x->copied = at_core;
    if (performs & 2 && !written(r, w, line))
        sim_fail(r->cores->status, "core %u warp %u: a row writes line 0x%llx for it, which no committed transaction "
                 "of it has on the way", t->core, t->id, (unsigned long long)line);
}

/* ---- a transaction ---- */

static bool has(const CgCorePort *p, const char *event) { return sim_code(p->events, p->n_events, event) != SIM_NONE; }

bool cg_has_transactions(const CgRun *r)
{
    for (uint32_t i = 0; i < r->cores->n_ports; i++) {
        const CgCorePort *p = r->cores->ports[i].port;
        if (has(p, "load") && has(p, "store") && has(p, "commit") &&
            sim_code(p->replies, p->n_replies, "aborted") != SIM_NONE)
            return true;
    }
    return false;
}

static struct SimWarpTransaction *transaction_of(Warp *w)
{
    CgRun *r = w->run;
    if (!r->transactions) {
        r->transactions = sim_alloc(1, sizeof *r->transactions);
        r->transactions->places = sim_alloc(r->n_cores, sizeof *r->transactions->places);
        r->cores->told = (SimTransacted){transacted, r};
    }
    if (!w->transaction) w->transaction = sim_alloc(1, sizeof *w->transaction);
    return w->transaction;
}

bool sim_transaction_open(const Warp *w) { return w->transaction && w->transaction->in_block; }

/* Does not return if the answer is that the attempt is over. */
static void ask(Warp *w, const char *event, uint64_t address, uint8_t *line)
{
    if (strcmp(cg_ask(w, event, address, line), "aborted") == 0) longjmp(w->transaction->restart, 1);
}

static Line *line_of(Warp *w, uint64_t address)
{
    struct SimWarpTransaction *x = w->transaction;
    for (size_t i = 0; i < x->n_lines; i++)
        if (x->lines[i].address == address) return &x->lines[i];
    return NULL;
}

static Line *line_at(Warp *w, uint64_t address)
{
    struct SimWarpTransaction *x = w->transaction;
    Line *l = line_of(w, address);
    if (l) return l;
    x->lines = sim_grow(x->lines, &x->cap_lines, x->n_lines + 1, sizeof *x->lines);
    l = &x->lines[x->n_lines++];
    *l = (Line){.address = address};
    return l;
}

/* A copy has been read when what it is of was: the latest load of the core that has got the same. */
static void date(Warp *w, uint64_t address, const uint8_t *bytes)
{
    struct SimTransactions *h = w->run->transactions;
    struct SimWarpTransaction *x = w->transaction;
    uint32_t size = cg_line_bytes(w->run);
    for (uint64_t i = h->n_got; x->copied && i > 0 && i + KEPT > h->n_got; i--) {
        const Got *g = &h->got[(i - 1) % KEPT];
        if (g->core != w->core || g->address != address || memcmp(g->bytes, bytes, size) != 0) continue;
        x->read_at = g->order;
        return;
    }
    Got *g = &h->got[h->n_got++ % KEPT];
    *g = (Got){.core = w->core, .address = address, .order = x->read_at};
    memcpy(g->bytes, bytes, size);
}

/* Loads the line; words that the program has written stay. */
static Line *load(Warp *w, uint64_t address)
{
    struct SimWarpTransaction *x = w->transaction;
    uint8_t bytes[SIM_MAX_LINE] = {0};
    uint32_t size = cg_line_bytes(w->run);
    x->read_at = 0;
    ask(w, "load", address, bytes);
    if (!x->read_at)
        cg_failed(w->run, "a load of a transaction is answered, and no row of it has performed a read");
    date(w, address, bytes);
    Line *l = line_at(w, address);
    l->loaded = true;
    for (uint32_t i = 0; i < size / 4; i++)
        if (!(l->written >> i & 1)) memcpy(l->bytes + 4 * (size_t)i, bytes + 4 * (size_t)i, 4);
    return l;
}

uint32_t sim_transaction_load(Warp *w, uint64_t address)
{
    uint32_t size = cg_line_bytes(w->run), place = (uint32_t)(address % size) & ~3u, value;
    Line *l = line_of(w, address - address % size);
    bool own = l && l->written >> place / 4 & 1;
    if (!own) l = load(w, address - address % size);
    memcpy(&value, l->bytes + place, 4);
    if (!own)
        sim_tx_read(&w->run->transactions->history, w->transaction->attempt, address / 4, value,
                    w->transaction->read_at);
    return value;
}

void sim_transaction_load_lanes(Warp *w, CgLanes *lanes, uint64_t line)
{
    uint32_t size = cg_line_bytes(w->run);
    const Line *l = NULL;                                              /* loaded when a lane needs it */
    for (uint32_t i = 0; i < CG_LANES; i++) {
        uint64_t at = lanes->address[i] - line;
        if (!(lanes->on >> i & 1) || at >= size) continue;
        const Line *there = line_of(w, line);
        bool own = there && there->written >> at / 4 & 1;
        if (!own && !l) l = load(w, line);
        memcpy(&lanes->value[i], (own ? there : l)->bytes + (at & ~UINT64_C(3)), 4);
        if (own) continue;
        sim_tx_read(&w->run->transactions->history, w->transaction->attempt, line / 4 + at / 4, lanes->value[i],
                    w->transaction->read_at);
    }
}

void sim_transaction_store_line(Warp *w, uint64_t line, const uint8_t *bytes, const uint8_t *mask)
{
    uint32_t size = cg_line_bytes(w->run);
    const CgCorePort *p = w->run->cores->cores[w->thread->core].port->port;
    uint32_t store = sim_code(p->events, p->n_events, "store");
    bool masked = store < 64 && p->masked >> store & 1;
    Line *l = line_at(w, line);
    if (!l->loaded && !masked) l = load(w, line);                      /* all of it will be written */
    for (uint32_t i = 0; i < size / 4; i++) {
        if (!(mask[i / 2] >> i % 2 * 4 & 15)) continue;
        memcpy(l->bytes + 4 * (size_t)i, bytes + 4 * (size_t)i, 4);
        l->written |= UINT64_C(1) << i;
    }
    uint8_t sent[SIM_MAX_LINE];                                        /* of the answer, behind the request */
    memcpy(sent, l->bytes, size);
    w->mask = masked ? mask : NULL;
    ask(w, "store", line, sent);
}

void sim_transaction_store(Warp *w, uint64_t address, uint32_t value)
{
    uint32_t place = (uint32_t)(address % cg_line_bytes(w->run)) & ~3u;
    uint8_t bytes[SIM_MAX_LINE] = {0}, mask[SIM_MAX_LINE / 8] = {0};
    memcpy(bytes + place, &value, 4);
    mask[place / 8] = (uint8_t)(15 << place % 8);
    sim_transaction_store_line(w, address - address % cg_line_bytes(w->run), bytes, mask);
}

static void begin(Warp *w)
{
    struct SimWarpTransaction *x = w->transaction;
    x->n_lines = 0;
    x->attempt = sim_tx_begin(&w->run->transactions->history,
                              &(SimTxAttempt){.core = w->core, .warp = w->warp, .wid = w->number,
                                              .number = ++x->number});
}

static void commit(Warp *w)
{
    struct SimWarpTransaction *x = w->transaction;
    for (size_t i = 0; i < x->n_lines; i++) {
        if (!x->lines[i].written) continue;
        x->on_way = sim_grow(x->on_way, &x->cap_on_way, x->n_on_way + 1, sizeof *x->on_way);
        x->on_way[x->n_on_way] = x->lines[i];
        x->on_way[x->n_on_way++].number = x->number;
    }
    x->asks = true;
    ask(w, "commit", 0, NULL);
}

/* What has come to memory before its program heard of the end was not to be judged yet. */
static void end(Warp *w, SimTxEnd how)
{
    struct SimWarpTransaction *x = w->transaction;
    CgRun *r = w->run;
    for (size_t i = 0; i < x->n_lines && how == SIM_TX_COMMITTED; i++)
        for (uint32_t k = 0; k < cg_line_bytes(r) / 4; k++) {
            uint32_t value;
            memcpy(&value, x->lines[i].bytes + 4 * (size_t)k, 4);
            if (x->lines[i].written >> k & 1)
                sim_tx_write(&r->transactions->history, x->attempt, x->lines[i].address / 4 + k, value);
        }
    for (size_t i = 0; i < x->n_on_way;) {
        Line *l = &x->on_way[i];
        bool here = l->number == x->number && l->order;
        if (here) arrive(r, w, l);
        if (here || (l->number == x->number && how == SIM_TX_ABORTED)) drop_on_way(x, i);
        else i++;
    }
    x->asks = false;
    sim_tx_end(&r->transactions->history, x->attempt, how);
}

/* The first pause is up to --backoff cycles long, doubled with each further one, up to --backoff-most. */
static void pause(Warp *w, uint32_t failures)
{
    const SimOptions *o = w->run->options;
    uint64_t most = failures < 32 ? (uint64_t)o->backoff << failures : UINT64_MAX;
    if (o->backoff) cg_wait(w, 1 + cg_rand(w, (uint32_t)(most < o->backoff_most ? most : o->backoff_most)));
}

/* --limit: who has waited longest is next. */
static void take_place(Warp *w)
{
    uint64_t turn = w->run->transactions->places[w->core].wanted++;
    while (turn - w->run->transactions->places[w->core].left >= w->run->options->limit) {
        w->transaction->waits = true;
        w->thread->state = SIM_BLOCKED;
        sim_coroutine_give_back(&w->coroutine);
    }
    w->transaction->waits = false;
}

static void leave_place(Warp *w)
{
    CgRun *r = w->run;
    r->transactions->places[w->core].left++;
    for (uint32_t i = 0; i < r->n_used; i++)
        if (r->warps[i].core == w->core && r->warps[i].transaction && r->warps[i].transaction->waits)
            sim_thread_wake(r->cores, r->warps[i].thread, 0);
}

void cg_transaction(Warp *w, void (*block)(Warp *w, void *arg), void *arg)
{
    if (sim_transaction_open(w)) { cg_failed(w->run, "a transaction within a transaction"); return; }
    if (!cg_has_transactions(w->run)) {
        cg_failed(w->run, "the program has a transaction, and no port has the events load, store and commit, and the "
                  "reply aborted");
        return;
    }
    if (w->run->ends) { w->run->ends->transaction(w, block, arg); return; }
    struct SimWarpTransaction *x = transaction_of(w);
    if (w->run->options->limit) take_place(w);
    for (volatile uint32_t failures = 0;; failures++) {
        begin(w);
        x->in_block = true;
        bool over = setjmp(x->restart) != 0;
        if (!over) block(w, arg), commit(w);
        x->in_block = false;
        end(w, over ? SIM_TX_ABORTED : SIM_TX_COMMITTED);
        if (!over) break;
        pause(w, failures);
    }
    if (w->run->options->limit) leave_place(w);
}

/* ---- the end of the run ---- */

static uint32_t initial_word(void *pages, uint64_t word) { return sim_pages_word(pages, word * 4); }

uint32_t cg_peek(CgRun *r, uint64_t address)
{
    static const SimTxHistory none = {0};
    if (r->ends) return sim_memory_word(r->memory, address & ~UINT64_C(3));
    if (r->cores->history.dropped) return cg_failed(r, "needs the whole history: without --window"), 0;
    if (!r->looked) {
        sim_final_words(&r->final, &r->cores->history, r->transactions ? &r->transactions->history : &none,
                        initial_word, &r->initial);
        r->looked = true;
    }
    const uint32_t *there = sim_map_find(&r->final, address / 4, 0);
    return there ? *there : initial_word(&r->initial, address / 4);
}

bool sim_transactions_idle(const CgRun *r)
{
    for (uint32_t i = 0; i < r->n_used && r->transactions; i++)
        if (r->warps[i].transaction && r->warps[i].transaction->n_on_way) return false;
    return true;
}

SimTxVerdict sim_transactions_judge(CgRun *r)
{
    if (!r->transactions) return (SimTxVerdict){0};
    return sim_tx_check(&r->transactions->history, initial_word, &r->initial, r->cores->status);
}

void sim_transactions_free(CgRun *r)
{
    for (uint32_t i = 0; i < r->n_used; i++) {
        struct SimWarpTransaction *x = r->warps[i].transaction;
        if (x) free(x->lines), free(x->on_way);
        free(x);
    }
    if (r->transactions) {
        sim_tx_free(&r->transactions->history);
        free(r->transactions->places);
    }
    free(r->transactions);
    sim_map_free(&r->final);
}
