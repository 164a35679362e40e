/* atm.c - bank transfers between random accounts, by transactions (atm) or under the locks of both accounts
 * (atm_locks), taken in order and given back when the second is not to be had, as in X. Ren (2020), figure 4.1. At the
 * end each account is compared with a sequential program, and the total with the first one.
 * --with: accounts, transfers (per thread), money (of each account at first). */
#include "tx/cores/tx.h"
#include "tx/messages/message.h"

typedef struct { uint32_t from, to, amount; } Transfer;
typedef struct {
    uint32_t accounts, transfers, *wanted; uint64_t at, locks, spins; Transfer *list; uint32_t money;
} Bank;
typedef struct { const Bank *b; const Transfer *t; } Order;

static Bank *make(TxRun *r, bool locks)
{
    Bank *b = tx_keep(r, sizeof *b);
    b->accounts = (uint32_t)tx_option(r, "accounts", 1000000, 2, 1u << 28);
    b->transfers = (uint32_t)tx_option(r, "transfers", 1, 1, 100000);
    b->money = (uint32_t)tx_option(r, "money", 1000, 0, UINT32_MAX);
    b->at = tx_alloc(r, 4 * (uint64_t)b->accounts);
    b->locks = locks ? tx_alloc(r, 4 * (uint64_t)b->accounts) : 0;
    b->wanted = tx_keep(r, b->accounts * sizeof *b->wanted);
    b->list = tx_keep(r, (size_t)tx_threads(r) * b->transfers * sizeof *b->list);
    for (uint32_t i = 0; i < b->accounts; i++) tx_poke(r, b->at + 4 * (uint64_t)i, b->wanted[i] = b->money);
    for (uint32_t i = 0; i < tx_threads(r) * b->transfers; i++) {
        Transfer *t = &b->list[i];
        t->from = tx_run_rand(r, b->accounts), t->amount = 1 + tx_run_rand(r, 100);
        t->to = (t->from + 1 + tx_run_rand(r, b->accounts - 1)) % b->accounts;
        b->wanted[t->from] -= t->amount;
        b->wanted[t->to] += t->amount;
    }
    return b;
}

static void *setup(TxRun *r) { return make(r, false); }
static void *setup_locks(TxRun *r) { return make(r, true); }

static void move(TxThread *t, void *arg)
{
    const Order *o = arg;
    uint64_t from = o->b->at + 4 * (uint64_t)o->t->from, to = o->b->at + 4 * (uint64_t)o->t->to;
    tx_st(t, from, tx_ld(t, from) - o->t->amount);
    tx_st(t, to, tx_ld(t, to) + o->t->amount);
}

static void body(TxThread *t, void *arg)
{
    const Bank *b = arg;
    for (uint32_t i = 0; i < b->transfers; i++) {
        Order o = {b, &b->list[tx_thread(t) * b->transfers + i]};
        tx_transaction(t, move, &o);
    }
}

/* False: nothing was locked. */
static bool lock_both(TxThread *t, uint64_t outer, uint64_t inner)
{
    if (tx_atomic(t, TX_CAS, outer, 0, 1) != 0) return false;
    if (tx_atomic(t, TX_CAS, inner, 0, 1) == 0) return true;
    tx_write(t, outer, 0);
    return false;
}

static void body_locks(TxThread *t, void *arg)
{
    Bank *b = arg;
    for (uint32_t i = 0; i < b->transfers; i++) {
        const Transfer *x = &b->list[tx_thread(t) * b->transfers + i];
        uint32_t high = x->from > x->to ? x->from : x->to, low = x->from > x->to ? x->to : x->from;
        uint64_t from = b->at + 4 * (uint64_t)x->from, to = b->at + 4 * (uint64_t)x->to,
                 outer = b->locks + 4 * (uint64_t)high, inner = b->locks + 4 * (uint64_t)low;
        for (; !lock_both(t, outer, inner); b->spins++) {}
        tx_write(t, from, tx_read(t, from) - x->amount);
        tx_write(t, to, tx_read(t, to) + x->amount);
        tx_write(t, inner, 0);
        tx_write(t, outer, 0);
    }
}

static void check(TxRun *r, void *arg)
{
    const Bank *b = arg;
    uint32_t total = 0;
    for (uint32_t i = 0; i < b->accounts; i++) total += tx_peek(r, b->at + 4 * (uint64_t)i);
    if (total != b->money * b->accounts) tx_failed(r, "the bank holds %u, it held %u", total, b->money * b->accounts);
    for (uint32_t i = 0; i < b->accounts; i++) {
        uint32_t has = tx_peek(r, b->at + 4 * (uint64_t)i);
        if (has != b->wanted[i]) {
            tx_failed(r, "account %u holds %u, a sequential program leaves %u", i, has, b->wanted[i]);
            return;
        }
    }
}

static void report(TxRun *r, void *arg, FILE *out)
{
    const Bank *b = arg;
    fprintf(out, "bank       %u transfers between %u accounts, %llu failed attempts to lock both\n",
            tx_threads(r) * b->transfers, b->accounts, (unsigned long long)b->spins);
}

const TxKernel tx_kernel_atm = {"atm", "transfers between bank accounts", setup, body, check, report};
const TxKernel tx_kernel_atm_locks = {
    "atm_locks", "the same with locks of both accounts", setup_locks, body_locks, check, report};
