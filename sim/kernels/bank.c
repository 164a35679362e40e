/* bank.c - transfers between accounts as transactions, an account in each line; some transactions only read. Judged:
 * the total, and the history of the transactions.
 * --with: accounts, audits (percent of transactions that only read); counters: after each transaction one of so many,
 * in lines of their own, is counted up outside of transactions. --ops: transactions of a warp. */
#include "cores/program.h"

enum { MOST_READ = 4, BALANCE = 100 };

typedef struct {
    uint64_t base, ops, counter;
    uint32_t accounts, audits, line, counters, n_done;
} Bank;

typedef struct { const Bank *b; uint32_t n, account[MOST_READ]; bool writes; } Turn;

static void *setup(CgRun *r)
{
    Bank *b = cg_keep(r, sizeof *b);
    b->accounts = (uint32_t)cg_option_in(r, "accounts", 32, MOST_READ, 1u << 20);
    b->audits = (uint32_t)cg_option_in(r, "audits", 20, 0, 100);
    b->counters = (uint32_t)cg_option_in(r, "counters", 0, 0, 1000);
    b->ops = cg_operations(r, 200);
    b->line = cg_line_bytes(r);
    if (!cg_has_transactions(r)) return cg_failed(r, "needs transactions, which the design does not have"), b;
    if (b->counters && !cg_has_atomics(r))
        return cg_failed(r, "counters are counted by atomics, which the design does not have"), b;
    b->base = cg_alloc(r, (uint64_t)b->accounts * b->line);
    b->counter = b->counters ? cg_alloc(r, 4 * (uint64_t)b->counters) : 0;
    for (uint32_t i = 0; i < b->accounts; i++) cg_poke(r, b->base + (uint64_t)i * b->line, BALANCE);
    return b;
}

static uint64_t place(const Bank *b, uint32_t account) { return b->base + (uint64_t)account * b->line; }

static void choose(Warp *w, Turn *t)
{
    t->writes = cg_rand(w, 100) >= t->b->audits;
    t->n = t->writes ? 2 : MOST_READ;
    for (uint32_t i = 0; i < t->n; i++)
        for (bool again = true; again;) {
            t->account[i] = cg_rand(w, t->b->accounts);
            again = false;
            for (uint32_t k = 0; k < i; k++) again |= t->account[k] == t->account[i];
        }
}

static void turn(Warp *w, void *arg)
{
    const Turn *t = arg;
    uint32_t balance[MOST_READ];
    for (uint32_t i = 0; i < t->n; i++) balance[i] = cg_ld(w, place(t->b, t->account[i]));
    for (uint32_t i = 0; i < t->n && t->writes; i++)
        cg_st(w, place(t->b, t->account[i]), balance[i] + (i ? 1 : (uint32_t)-1));
}

static void body(Warp *w, void *arg)
{
    Bank *b = arg;
    for (uint64_t i = 0; i < b->ops; i++) {
        Turn t = {.b = b};
        choose(w, &t);
        cg_transaction(w, turn, &t);
        b->n_done++;
        if (b->counters) cg_atomic(w, CG_ADD, b->counter + 4 * cg_rand(w, b->counters), 1, 0);
    }
}

static void check(CgRun *r, void *arg)
{
    const Bank *b = arg;
    int64_t total = 0, counted = 0;
    for (uint32_t i = 0; i < b->accounts; i++) total += (int32_t)cg_peek(r, place(b, i));
    for (uint32_t i = 0; i < b->counters; i++) counted += cg_peek(r, b->counter + 4 * (uint64_t)i);
    if (total != (int64_t)b->accounts * BALANCE)
        cg_failed(r, "the accounts hold %lld, at first it was %lld", (long long)total,
                  (long long)b->accounts * BALANCE);
    if (b->counters && counted != b->n_done)
        cg_failed(r, "%u transactions were counted %lld times", b->n_done, (long long)counted);
}

const CgKernel cg_kernel_bank = {
    "bank", "transfers between accounts, as transactions", setup, body, check, NULL, NULL, true};
