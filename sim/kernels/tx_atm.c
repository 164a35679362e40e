/* atm.c - bank transfers between random accounts, by transactions (atm) or under the locks of both accounts
 * (atm_locks), taken in order and given back when the second is not to be had, as in X. Ren (2020), figure 4.1. At the
 * end each account is compared with a sequential program, and the total with the first one.
 * --with: accounts, transfers (per thread), money (of each account at first). */
#include "cores/program.h"

typedef struct { uint32_t from, to, amount; } Transfer;
typedef struct {
    uint32_t accounts, transfers, orders, *wanted; uint64_t at, locks, spins; Transfer *list; uint32_t money;
} Bank;
typedef struct { const Bank *b; const Transfer *t; } Order;

static Bank *make(CgRun *r, bool locks)
{
    Bank *b = cg_keep(r, sizeof *b);
    if (locks ? !cg_has_atomics(r) : !cg_has_transactions(r))
        return cg_failed(r, "needs %s, which the design does not have", locks ? "atomics" : "transactions"), b;
    b->accounts = (uint32_t)cg_option_in(r, "accounts", 1000000, 2, 1u << 28);
    b->transfers = (uint32_t)cg_option_in(r, "transfers", 1, 1, 100000);
    b->money = (uint32_t)cg_option_in(r, "money", 1000, 0, UINT32_MAX);
    b->at = cg_alloc(r, 4 * (uint64_t)b->accounts);
    b->locks = locks ? cg_alloc(r, 4 * (uint64_t)b->accounts) : 0;
    b->wanted = cg_keep(r, b->accounts * sizeof *b->wanted);
    b->list = cg_keep(r, (size_t)cg_all_threads(r) * b->transfers * sizeof *b->list);
    for (uint32_t i = 0; i < b->accounts; i++) cg_poke(r, b->at + 4 * (uint64_t)i, b->wanted[i] = b->money);
    b->orders = cg_all_threads(r) * b->transfers;
    for (uint32_t i = 0; i < b->orders; i++) {
        Transfer *t = &b->list[i];
        t->from = cg_run_rand(r, b->accounts), t->amount = 1 + cg_run_rand(r, 100);
        t->to = (t->from + 1 + cg_run_rand(r, b->accounts - 1)) % b->accounts;
        b->wanted[t->from] -= t->amount;
        b->wanted[t->to] += t->amount;
    }
    return b;
}

static void *setup(CgRun *r) { return make(r, false); }
static void *setup_locks(CgRun *r) { return make(r, true); }

static void move(Warp *t, void *arg)
{
    const Order *o = arg;
    uint64_t from = o->b->at + 4 * (uint64_t)o->t->from, to = o->b->at + 4 * (uint64_t)o->t->to;
    cg_st(t, from, cg_ld(t, from) - o->t->amount);
    cg_st(t, to, cg_ld(t, to) + o->t->amount);
}

static void body(Warp *t, void *arg)
{
    const Bank *b = arg;
    for (uint32_t i = 0; i < b->transfers; i++) {
        Order o = {b, &b->list[cg_thread(t) * b->transfers + i]};
        cg_transaction(t, move, &o);
    }
}

/* False: nothing was locked. */
static bool lock_both(Warp *t, uint64_t outer, uint64_t inner)
{
    if (cg_atomic(t, CG_CAS, outer, 0, 1) != 0) return false;
    if (cg_atomic(t, CG_CAS, inner, 0, 1) == 0) return true;
    cg_st(t, outer, 0);
    return false;
}

static void body_locks(Warp *t, void *arg)
{
    Bank *b = arg;
    for (uint32_t i = 0; i < b->transfers; i++) {
        const Transfer *x = &b->list[cg_thread(t) * b->transfers + i];
        uint32_t high = x->from > x->to ? x->from : x->to, low = x->from > x->to ? x->to : x->from;
        uint64_t from = b->at + 4 * (uint64_t)x->from, to = b->at + 4 * (uint64_t)x->to,
                 outer = b->locks + 4 * (uint64_t)high, inner = b->locks + 4 * (uint64_t)low;
        for (; !lock_both(t, outer, inner); b->spins++) {}
        cg_st(t, from, cg_ld(t, from) - x->amount);
        cg_st(t, to, cg_ld(t, to) + x->amount);
        cg_st(t, inner, 0);
        cg_st(t, outer, 0);
    }
}

static void check(CgRun *r, void *arg)
{
    const Bank *b = arg;
    uint32_t total = 0;
    for (uint32_t i = 0; i < b->accounts; i++) total += cg_peek(r, b->at + 4 * (uint64_t)i);
    if (total != b->money * b->accounts) cg_failed(r, "the bank holds %u, it held %u", total, b->money * b->accounts);
    for (uint32_t i = 0; i < b->accounts; i++) {
        uint32_t has = cg_peek(r, b->at + 4 * (uint64_t)i);
        if (has != b->wanted[i]) {
            cg_failed(r, "account %u holds %u, a sequential program leaves %u", i, has, b->wanted[i]);
            return;
        }
    }
}

static void report(void *arg, FILE *out)
{
    const Bank *b = arg;
    fprintf(out, "bank       %u transfers between %u accounts, %llu failed attempts to lock both\n",
            b->orders, b->accounts, (unsigned long long)b->spins);
}

const CgKernel cg_kernel_tx_atm = {
    "tx_atm", "transfers between bank accounts, as transactions", setup, body, check, report, NULL, true};
const CgKernel cg_kernel_tx_atm_locks = {
    "tx_atm_locks", "the same with locks of both accounts", setup_locks, body_locks, check, report, NULL, false};
