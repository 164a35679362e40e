/* check.c - see check.h. */
#include "tx/judge/check.h"
#include <stdlib.h>

/* What the requests that passed say of a granule. `held`: reservations made and not given back, by warp `holder` in its
 * attempt `attempt`. */
typedef struct { uint64_t granule, wts, rts, attempt; uint32_t held, holder, partition; bool tracked; } Granule;

struct TxChecks {
    SimStatus *status;
    SimMap at;                          /* granule -> place in granules */
    Granule *granules; size_t n, cap;
    SimMap asked;                       /* warp, tag -> requests that are not answered */
    uint64_t open;
    TxRefused refused;
};

TxChecks *tx_checks_create(SimStatus *status)
{
    TxChecks *c = sim_alloc(1, sizeof *c);
    c->status = status;

    return c;
}

void tx_checks_destroy(TxChecks *c)
{
    if (!c) return;
    sim_map_free(&c->at);
    sim_map_free(&c->asked);
    free(c->granules);
    free(c);
}

static Granule *granule_of(TxChecks *c, uint64_t granule)
{
    uint32_t *at = sim_map_at(&c->at, granule, 0);
    if (*at == SIM_NONE) {
        *at = (uint32_t)c->n;
        c->granules = sim_grow(c->granules, &c->cap, c->n + 1, sizeof *c->granules);
        c->granules[c->n++] = (Granule){.granule = granule};
    }
    return &c->granules[*at];
}

static unsigned long long ull(uint64_t x) { return x; }

/* ---- answers ---- */

static bool wants_answer(TxKind k) { return k != TX_COMMIT && k != TX_CLEANUP && k != TX_DRAINED; }

static void sent(TxChecks *c, const TxMessage *m)
{
    if (!wants_answer(m->kind)) return;
    uint32_t *n = sim_map_at(&c->asked, m->wid, m->tag);
    if (*n == SIM_NONE) *n = 0;
    if ((*n)++ != 0) sim_fail(c->status, "answers: warp %u asks with tag %u, which is in use", m->wid, m->tag);
    c->open++;
}

static void answered(TxChecks *c, const TxReply *r)
{
    uint32_t *n = sim_map_find(&c->asked, r->wid, r->tag);
    if (!n || *n == 0)
        sim_fail(c->status, "answers: an answer to warp %u, tag %u, that nobody waits for", r->wid, r->tag);
    else (*n)--, c->open--;
}

/* ---- reservations, owner, times ---- */

static void judge_meta(TxChecks *c, const Granule *g, const TxMeta *m, const char *when)
{
    if (m->writes != g->held)
        sim_fail(c->status, "owner: granule 0x%llx shows %u reservations %s, it has %u", ull(g->granule), m->writes,
                 when, g->held);
    else if (g->held && m->owner != g->holder)
        sim_fail(c->status, "owner: granule 0x%llx shows owner %u %s, it is %u", ull(g->granule), m->owner, when,
                 g->holder);
}

static void judge_times(TxChecks *c, const Granule *g, const TxMeta *m)
{
    if (m->wts < g->wts)
        sim_fail(c->status, "times: granule 0x%llx shows wts %llu, a store made it %llu", ull(g->granule), ull(m->wts),
                 ull(g->wts));
    if (m->rts < g->rts)
        sim_fail(c->status, "times: granule 0x%llx shows rts %llu, a load made it %llu", ull(g->granule), ull(m->rts),
                 ull(g->rts));
}

static void passed(TxChecks *c, Granule *g, const TxMessage *m)
{
    if (g->held && (g->holder != m->wid || g->attempt != m->attempt))
        sim_fail(c->status,
                 "reservations: warp %u attempt %llu passes at granule 0x%llx, which warp %u attempt %llu has reserved",
                 m->wid, ull(m->attempt), ull(g->granule), g->holder, ull(g->attempt));
    if (m->kind == TX_LD) {
        if (m->warpts > g->rts) g->rts = m->warpts;
        return;
    }
    if (g->held++ == 0) {
        g->holder = m->wid, g->attempt = m->attempt;
        if (m->warpts + 1 > g->wts) g->wts = m->warpts + 1;
    }
}

static bool late(const TxMessage *m, uint64_t wts, uint64_t rts)
{
    return m->warpts < wts || (m->kind == TX_ST && m->warpts < rts);
}

static void decided(TxChecks *c, const TxEvent *e)
{
    const TxMessage *m = e->message;
    Granule *g = granule_of(c, m->granule);
    g->partition = e->partition;
    if (e->decision == TX_REFUSE && late(m, e->before.wts, e->before.rts)) {
        c->refused.late++;
        c->refused.falsely += !late(m, g->wts, g->rts);
    }
    judge_meta(c, g, &e->before, "before an access");
    judge_times(c, g, &e->before);
    if (e->decision == TX_PASS) passed(c, g, m);
    judge_meta(c, g, &e->after, "after an access");
    judge_times(c, g, &e->after);
}

static void released(TxChecks *c, const TxEvent *e)
{
    const TxMessage *m = e->message;
    Granule *g = granule_of(c, m->granule);
    if (m->n == 0 || m->n > g->held || g->holder != m->wid || g->attempt != m->attempt)
        sim_fail(
            c->status,
            "reservations: warp %u attempt %llu gives back %u at granule 0x%llx, where warp %u attempt %llu has %u",
            m->wid, ull(m->attempt), m->n, ull(g->granule), g->holder, ull(g->attempt), g->held);
    else g->held -= m->n;
    judge_meta(c, g, &e->after, "after a release");
    judge_times(c, g, &e->after);
}

/* Data may only come to memory under a reservation. */
static void wrote(TxChecks *c, const TxMessage *m)
{
    const Granule *g = granule_of(c, m->granule);
    if (g->held == 0 || g->holder != m->wid || g->attempt != m->attempt)
        sim_fail(c->status, "reservations: warp %u attempt %llu writes granule 0x%llx, which it has not reserved",
                 m->wid, ull(m->attempt), ull(m->granule));
}

static void tracked(TxChecks *c, const TxEvent *e)
{
    Granule *g = granule_of(c, e->granule);
    if (g->tracked) sim_fail(c->status, "tracked: granule 0x%llx has two entries", ull(e->granule));
    g->tracked = true;
    judge_times(c, g, &e->after);
}

/* Whoever has reserved something has given it back; later times are compared with none of before. */
static void forgot(TxChecks *c, uint32_t partition)
{
    for (size_t i = 0; i < c->n; i++) {
        Granule *g = &c->granules[i];
        if (g->partition != partition) continue;
        if (g->held)
            sim_fail(c->status,
                     "reservations: granule 0x%llx has %u when its partition forgets them, of warp %u attempt %llu",
                     ull(g->granule), g->held, g->holder, ull(g->attempt));
        g->wts = g->rts = 0;
    }
}

void tx_checks_see(TxChecks *c, const TxEvent *e)
{
    switch (e->seen) {
    case TX_SENT: sent(c, e->message); break;
    case TX_DECIDED: decided(c, e); break;
    case TX_ACCESSED: break;
    case TX_WROTE: wrote(c, e->message); break;
    case TX_RELEASED: released(c, e); break;
    case TX_ANSWERED: answered(c, e->reply); break;
    case TX_FORGOT: forgot(c, e->partition); break;
    case TX_TRACKED: tracked(c, e); break;
    }
}

TxRefused tx_checks_refused(const TxChecks *c) { return c->refused; }

void tx_checks_end(TxChecks *c)
{
    if (c->open) sim_fail(c->status, "answers: %llu requests are not answered", ull(c->open));
    for (size_t i = 0; i < c->n; i++)
        if (c->granules[i].held)
            sim_fail(c->status, "reservations: granule 0x%llx has %u at the end, of warp %u attempt %llu",
                     ull(c->granules[i].granule), c->granules[i].held, c->granules[i].holder,
                     ull(c->granules[i].attempt));
}
