/* transfers.c - a bank: amounts go from account to account, each by two atomics: what is taken is given back if the
 * account did not hold it. A lock for each account would do for a GPU, but in quanta each look at a lock is a quantum,
 * and who holds it is done after as many. Who finds an account empty depends on the order; the total does not.
 * --with: accounts, turns (transfers of each wavefront in a workgroup), balance (of each account at first); those of
 * launch.h. */
#include "kernels/launch.h"

typedef struct { Launch *launch; uint32_t accounts, turns, balance; uint64_t at, refused; } Transfers;

static void *setup(CgRun *r)
{
    Transfers *p = cg_keep(r, sizeof *p);
    uint64_t accounts = cg_option(r, "accounts", 16), turns = cg_option(r, "turns", 6),
             balance = cg_option(r, "balance", 20);
    if (accounts < 2 || accounts > 1u << 20 || turns < 1 || turns > 1u << 20 || balance > 1u << 10)
        return cg_failed(r, "accounts go from 2 to 2^20, turns from 1 to 2^20, balance to 1024"), p;
    if (!cg_has_atomics(r)) return cg_failed(r, "needs atomics"), p;
    p->accounts = (uint32_t)accounts, p->turns = (uint32_t)turns, p->balance = (uint32_t)balance;
    p->launch = launch_setup(r);
    uint32_t *values = cg_keep(r, accounts * sizeof *values);
    for (uint32_t i = 0; i < accounts; i++) values[i] = p->balance;
    p->at = launch_array(r, p->launch, values, p->accounts);
    p->refused = launch_array(r, p->launch, NULL, p->launch->groups * p->launch->waves);
    return p;
}

static void work(Warp *w, void *arg, uint32_t group)
{
    const Transfers *p = arg;
    uint32_t me = launch_wave(w, p->launch, group), refused = 0;
    SimRng rng = launch_rng(p->launch, me + 1);
    for (uint32_t i = 0; i < p->turns; i++) {
        uint32_t from = sim_below(&rng, p->accounts), to = (from + 1 + sim_below(&rng, p->accounts - 1)) % p->accounts,
                 amount = 1 + sim_below(&rng, 16);
        cg_compute(w, 1 + sim_below(&rng, 10));
        bool held = (int32_t)cg_atomic(w, CG_ADD, p->at + 4 * (uint64_t)from, -amount, 0) >= (int32_t)amount;
        cg_atomic(w, CG_ADD, p->at + 4 * (uint64_t)(held ? to : from), amount, 0);
        refused += !held;
    }
    cg_st(w, p->refused + 4 * (uint64_t)me, refused);
}

static void check(CgRun *r, void *arg)
{
    const Transfers *p = arg;
    uint32_t total = 0;
    for (uint32_t i = 0; i < p->accounts; i++) total += launch_seen(p->launch, p->at + 4 * (uint64_t)i);
    if (launch_looked(p->launch) && total != p->accounts * p->balance)
        cg_failed(r, "the accounts hold %u, at first it was %u", total, p->accounts * p->balance);
}

static void body(Warp *w, void *arg) { launch_body(w, ((Transfers *)arg)->launch, work, arg); }
static void report(void *arg, FILE *out) { launch_report(((Transfers *)arg)->launch, "transfers", out); }

const CgKernel cg_kernel_transfers = {
    "transfers", "transfers between accounts by atomics", setup, body, check, report, NULL, false};
