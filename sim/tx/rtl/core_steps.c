/* core_steps.c - a partition with the end of a core in Verilog in front of it, for files of steps: accesses, answers
 * and logs go through cg_tx_core with times that are not divided between warps; each warp has its own, as if it were a
 * core of its own. The first access of a warp finds it at the time that the step names, after as many empty
 * transactions; from then on it must be what the Verilog has. The log of a transaction ends with its last
 * reservation. */
#include "tx/rtl/core_model.h"
#include "tx/rtl/core_rtl.h"
#include <stdlib.h>

enum { PATIENCE = 100 };

/* store, granule: of the access under way */
typedef struct { bool began, refused, store; uint32_t held; uint64_t granule; } Warp;
typedef struct {
    TxPartition partition;                   /* first, so that one can be had from the other */
    TxPartition *inner;
    SimStatus *status;
    TxCoreModel model;
    Warp warp[TX_CORE_RTL_WARPS];
    uint64_t now;
} Walk;

static void turn(Walk *w, uint32_t flags)
{
    const uint32_t *out = w->model.out;
    w->model.in[TX_IN_FLAGS] = TX_PLAIN_TIMES | TX_OWN_CLOCK | TX_ASK_READY | TX_OUT_READY | TX_RSP_READY | flags;
    tx_core_model_cycle(&w->model);
    if (tx_core_model_out(&w->model, TX_ERROR)) sim_fail(w->status, "core: error_o");
    if (!tx_core_model_out(&w->model, TX_OUT_VALID) || tx_core_model_out(&w->model, TX_OUT_MARK)) return;
    TxMessage m = {.kind = out[TX_OUT_MASK] ? TX_COMMIT : TX_CLEANUP,
                   .wid = out[TX_OUT_WARP],
                   .granule = out[TX_OUT_KEY],
                   .n = out[TX_OUT_N],
                   .words = out[TX_OUT_MASK]};
    while (!w->inner->offer(w->inner, &m)) w->inner->cycle(w->inner, ++w->now);
}

/* Until the Verilog says `ready`. */
static void give(Walk *w, uint32_t flags, uint32_t ready)
{
    for (int i = 0; i < PATIENCE; i++) {
        turn(w, flags);
        if (tx_core_model_out(&w->model, ready)) return;
    }
    sim_fail(w->status, "core: it does not take what is offered (0x%x)", flags);
}

static void log_entry(Walk *w, uint32_t wid, const TxMessage *m, bool last, bool again)
{
    uint32_t *in = w->model.in;
    in[TX_IN_LOG_WARP] = wid, in[TX_IN_LOG_KEY] = m ? (uint32_t)m->granule : 0, in[TX_IN_LOG_WORD] = 0,
    in[TX_IN_LOG_DATA] = 0, in[TX_IN_LOG_N] = m ? m->n : 0;
    give(w,
         TX_LOG_VALID | (m && m->kind == TX_COMMIT ? TX_LOG_WRITE : 0) | (last ? TX_LOG_LAST : 0) |
             (again ? TX_LOG_AGAIN : 0),
         TX_LOG_READY);
}

static void access_goes(Walk *w, const TxMessage *m)
{
    Warp *v = &w->warp[m->wid];
    uint32_t *in = w->model.in;
    for (uint64_t i = 0; !v->began && i < m->warpts; i++) log_entry(w, m->wid, NULL, true, true);
    v->began = true, v->store = m->kind == TX_ST, v->granule = m->granule;
    in[TX_IN_ACC_WARP] = m->wid, in[TX_IN_ACC_TAG] = 20 + m->wid, in[TX_IN_ACC_KEY] = (uint32_t)m->granule;
    give(w, TX_ACC_VALID | TX_ACC_TX | (v->store ? TX_ACC_STORE : 0), TX_ACC_READY);
    uint64_t time = w->model.out[TX_OUT_ASK_TIME] | (uint64_t)w->model.out[TX_OUT_ASK_TIME + 1] << 32;
    if (time != m->warpts)
        sim_fail(w->status, "core: tx%u asks at %llu, the step says %llu", m->wid, (unsigned long long)time,
                 (unsigned long long)m->warpts);
    while (!w->inner->offer(w->inner, m)) w->inner->cycle(w->inner, ++w->now);
}

static bool offer(TxPartition *p, const TxMessage *m)
{
    Walk *w = (Walk *)p;
    Warp *v = &w->warp[m->wid];
    if (m->kind == TX_LD || m->kind == TX_ST) { access_goes(w, m); return true; }
    v->held -= m->n;
    log_entry(w, m->wid, m, v->held == 0, v->refused);
    if (v->held == 0) v->refused = false;
    return true;
}

static void cycle(TxPartition *p, uint64_t now)
{
    Walk *w = (Walk *)p;
    if (now > w->now) w->now = now;
    turn(w, 0);
    w->inner->cycle(w->inner, w->now);
}

static bool answer(TxPartition *p, TxReply *r)
{
    Walk *w = (Walk *)p;
    if (!w->inner->answer(w->inner, r)) return false;
    Warp *v = &w->warp[r->wid];
    uint32_t *in = w->model.in;
    in[TX_IN_ANS_WARP] = r->wid, in[TX_IN_ANS_KEY] = (uint32_t)v->granule, in[TX_IN_ANS_SEEN] = (uint32_t)r->seen,
    in[TX_IN_ANS_SEEN + 1] = (uint32_t)(r->seen >> 32);
    give(w, TX_ANS_VALID | (r->result != TX_OK ? TX_ANS_ABORT : 0), TX_RSP_VALID);
    if (w->model.out[TX_OUT_RSP_TAG] != 20 + r->wid)
        sim_fail(w->status, "core: the answer to tx%u comes with tag %u", r->wid, w->model.out[TX_OUT_RSP_TAG]);
    v->held += r->result == TX_OK && v->store;
    v->refused |= r->result != TX_OK;
    if (v->refused && v->held == 0) log_entry(w, r->wid, NULL, true, true), v->refused = false;
    return true;
}

static bool idle(const TxPartition *p) { const Walk *w = (const Walk *)p; return w->inner->idle(w->inner); }
static TxPartitionStats stats(const TxPartition *p)
{
    const Walk *w = (const Walk *)p;
    return w->inner->stats(w->inner);
}
static void tracked(const TxPartition *p) { const Walk *w = (const Walk *)p; w->inner->tracked(w->inner); }

static void destroy(TxPartition *p)
{
    Walk *w = (Walk *)p;
    w->inner->destroy(w->inner);
    tx_core_model_close(&w->model);
    free(w);
}

TxPartition *tx_core_rtl_steps(TxPartition *inner, SimStatus *status)
{
    Walk *w = sim_alloc(1, sizeof *w);
    *w = (Walk){.partition = {offer, answer, cycle, idle, stats, tracked, destroy}, .inner = inner, .status = status};
    tx_core_model_open(&w->model, "walk");
    return &w->partition;
}
