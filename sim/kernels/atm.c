/* atm.c - a bank: transfers between accounts, each with a lock; those of both are held while the balances are read and
 * written, the one of the account with the lower number is taken first. Locks are taken and given back by atomics, so
 * in quanta each look at a lock ends one. Nothing is taken that an account does not hold: so no balance is ever below
 * zero, and the total stays. --with: accounts, turns (transfers of each wavefront in a workgroup), balance (of each
 * account at first); those of launch.h. */
#include "kernels/launch.h"

typedef struct { Launch *launch; uint32_t accounts, turns, balance; uint64_t locks, at; } Bank;

static void *setup(CgRun *r)
{
    Bank *p = cg_keep(r, sizeof *p);
    uint64_t accounts = cg_option(r, "accounts", 32), turns = cg_option(r, "turns", 2),
             balance = cg_option(r, "balance", 20);
    if (accounts < 2 || accounts > 1u << 20 || turns < 1 || turns > 1u << 20 || balance > 1u << 10)
        return cg_failed(r, "accounts go from 2 to 2^20, turns from 1 to 2^20, balance to 1024"), p;
    if (!cg_has_atomics(r)) return cg_failed(r, "needs atomics"), p;
    p->accounts = (uint32_t)accounts, p->turns = (uint32_t)turns, p->balance = (uint32_t)balance;
    p->launch = launch_setup(r);
    uint32_t *values = cg_keep(r, accounts * sizeof *values);
    for (uint32_t i = 0; i < accounts; i++) values[i] = p->balance;
    p->at = launch_array(r, p->launch, values, p->accounts);
    p->locks = launch_array(r, p->launch, NULL, p->accounts);
    return p;
}

static void transfer(Warp *w, const Bank *p, uint32_t from, uint32_t to, uint32_t amount)
{
    uint32_t low = from < to ? from : to, high = from < to ? to : from;
    launch_lock(w, p->locks + 4 * (uint64_t)low);
    launch_lock(w, p->locks + 4 * (uint64_t)high);
    uint32_t held = cg_ld(w, p->at + 4 * (uint64_t)from), there = cg_ld(w, p->at + 4 * (uint64_t)to);
    if (held >= amount) {
        cg_st(w, p->at + 4 * (uint64_t)from, held - amount);
        cg_st(w, p->at + 4 * (uint64_t)to, there + amount);
    }
    launch_unlock(w, p->locks + 4 * (uint64_t)high);
    launch_unlock(w, p->locks + 4 * (uint64_t)low);
}

static void work(Warp *w, void *arg, uint32_t group)
{
    const Bank *p = arg;
    SimRng rng = launch_rng(p->launch, launch_wave(w, p->launch, group) + 1);
    for (uint32_t i = 0; i < p->turns; i++) {
        uint32_t from = sim_below(&rng, p->accounts), to = (from + 1 + sim_below(&rng, p->accounts - 1)) % p->accounts,
                 amount = 1 + sim_below(&rng, 16);
        cg_compute(w, 1 + sim_below(&rng, 10));
        transfer(w, p, from, to, amount);
    }
}

static void check(CgRun *r, void *arg)
{
    const Bank *p = arg;
    uint32_t total = 0, most = p->accounts * p->balance;
    for (uint32_t i = 0; i < p->accounts && launch_looked(p->launch); i++) {
        uint32_t now = launch_seen(p->launch, p->at + 4 * (uint64_t)i);
        if (now > most) cg_failed(r, "account %u holds %d", i, (int)now);
        if (launch_seen(p->launch, p->locks + 4 * (uint64_t)i)) cg_failed(r, "account %u is locked", i);
        total += now;
    }
    if (launch_looked(p->launch) && total != most)
        cg_failed(r, "the accounts hold %u, at first it was %u", total, most);
}

static void body(Warp *w, void *arg) { launch_body(w, ((Bank *)arg)->launch, work, arg); }
static void report(void *arg, FILE *out) { launch_report(((Bank *)arg)->launch, "atm", out); }

const CgKernel cg_kernel_atm = {
    "atm", "transfers between accounts with a lock each", setup, body, check, report, NULL, false};
