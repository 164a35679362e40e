/* core.c - cores: the threads of a warp go step by step, a memory operation each; accesses of one step to one granule
 * travel together; the next step comes when all are answered. A core steps one warp and sends one message per cycle. */
#include "tx/cores/inside.h"
#include <stdlib.h>

enum { STACK_BYTES = 16 * 1024 };

void tx_core_init(TxRun *r, uint32_t core)
{
    TxCore *c = &r->cores[core];
    const TxOptions *o = &r->options;
    tx_queue_init(&c->out, sizeof(TxMessage));
    tx_queue_init(&c->in, sizeof(TxReturning));
    c->warps = sim_alloc(o->warps, sizeof *c->warps);
    for (uint32_t k = 0; k < o->warps; k++) {
        TxWarp *w = &c->warps[k];
        *w = (TxWarp){.core = core,
                      .number = k,
                      .wid = core * o->warps + k,
                      .n_threads = o->lanes,
                      .threads = sim_alloc(o->lanes, sizeof(TxThread)),
                      .stacks = sim_alloc(o->lanes, STACK_BYTES),
                      .thought = {o->seed ^ (UINT64_C(0x7468696e6b) + core * o->warps + k)}};
        w->log.granule_words = o->granule / 4;
        w->warpts = tx_first_time(r, w);
        for (uint32_t i = 0; i < o->lanes; i++) {
            TxThread *t = &w->threads[i];
            *t = (TxThread){.run = r,
                            .warp = w,
                            .lane = i,
                            .number = w->wid * o->lanes + i,
                            .rng = {o->seed * 1000003 + w->wid * o->lanes + i}};
            sim_coroutine_init(&t->coroutine, (char *)w->stacks + (size_t)i * STACK_BYTES, STACK_BYTES, tx_thread_start,
                               t);
        }
        r->alive++;
    }
}

void tx_core_free(TxRun *r, uint32_t core)
{
    TxCore *c = &r->cores[core];
    for (uint32_t k = 0; c->warps && k < r->options.warps; k++) {
        tx_log_free(&c->warps[k].log);
        free(c->warps[k].threads);
        free(c->warps[k].stacks);
    }
    free(c->warps);
    tx_queue_free(&c->out);
    tx_queue_free(&c->in);
}

/* ---- a step ---- */

static uint32_t word_in_granule(const TxRun *r, const TxThread *t)
{
    return (uint32_t)(t->access.address % r->options.granule / 4);
}

/* True if the access must go to memory; else it was answered here, or its transaction is over. */
static bool leaves_core(TxRun *r, TxWarp *w, TxThread *t)
{
    if (!t->in_block) return true;
    bool store = t->access.kind == TX_ST;
    switch (tx_log_look(&w->log, t->lane, t->access.address / 4, store, &t->result)) {
    case TX_LOG_HIT: t->state = TX_THREAD_RUN; return false;
    case TX_LOG_CONFLICT: tx_attempt_refuse(r, w, t, TX_INTRA_WARP); return false;
    case TX_LOG_GO: break;
    }
    tx_log_note(&w->log, t->lane, t->access.address / 4, store, t->access.value);
    return true;
}

/* A thread before this one that asks the same of the same granule; ordinary writes and atomics go one by one. */
static TxThread *joined(TxRun *r, TxWarp *w, const TxThread *t)
{
    if (t->access.kind == TX_WRITE || t->access.kind == TX_ATOMIC) return NULL;
    for (TxThread *u = w->threads; u < t; u++)
        if (u->state == TX_THREAD_ASKED && u->tag == u->lane && u->access.kind == t->access.kind &&
            tx_granule_of(r, u->access.address) == tx_granule_of(r, t->access.address))
            return u;
    return NULL;
}

static void ask(TxRun *r, TxWarp *w, TxThread *t)
{
    const TxThread *u = joined(r, w, t);
    t->state = TX_THREAD_ASKED;
    t->tag = u ? u->lane : t->lane;
}

static void send(TxRun *r, TxWarp *w, const TxThread *t, bool beside)
{
    uint32_t word = word_in_granule(r, t);
    TxMessage m = {.kind = t->access.kind,
                   .core = w->core,
                   .wid = w->wid,
                   .tag = t->lane,
                   .granule = tx_granule_of(r, t->access.address),
                   .warpts = w->warpts,
                   .words = UINT32_C(1) << word,
                   .op = t->access.op,
                   .a = t->access.a,
                   .b = t->access.b,
                   .beside = beside,
                   .attempt = w->attempts};
    m.data[word] = t->access.value;
    tx_queue_push(&r->cores[w->core].out, &m);
    w->outstanding++;
    r->stats.messages++;
    r->stats.beside += beside;
}

/* Requests of threads that have asked; in blocks of 128 bytes with those that are of one message. */
static void send_all(TxRun *r, TxWarp *w)
{
    enum { BLOCK = 128 };
    uint32_t sent = 0;
    for (TxThread *t = w->threads; t < w->threads + w->n_threads; t++) {
        if (t->state != TX_THREAD_ASKED || t->tag != t->lane || sent >> t->lane & 1) continue;
        send(r, w, t, false);
        bool wide = r->options.wide && (t->access.kind == TX_LD || t->access.kind == TX_ST);
        for (TxThread *u = t + 1; wide && u < w->threads + w->n_threads; u++) {
            if (u->state != TX_THREAD_ASKED || u->tag != u->lane || sent >> u->lane & 1 ||
                u->access.kind != t->access.kind || u->access.address / BLOCK != t->access.address / BLOCK) continue;
            send(r, w, u, true);
            sent |= UINT32_C(1) << u->lane;
        }
    }
}

static void step(TxRun *r, TxWarp *w)
{
    bool goes_on = false;
    uint32_t pause = 0;
    for (TxThread *t = w->threads; t < w->threads + w->n_threads && w->quits; t++)
        if (t->state == TX_THREAD_RUN) tx_attempt_refuse(r, w, t, TX_ROLLOVER);
    for (TxThread *t = w->threads; t < w->threads + w->n_threads; t++)
        if (t->state == TX_THREAD_RUN) sim_coroutine_run(&t->coroutine);
    for (TxThread *t = w->threads; t < w->threads + w->n_threads; t++) {
        if (t->state == TX_THREAD_ACCESS && leaves_core(r, w, t)) ask(r, w, t);
        if (t->state == TX_THREAD_PAUSE) {
            t->state = TX_THREAD_RUN;
            if (t->pause > pause) pause = t->pause;
        }
        goes_on |= t->state == TX_THREAD_RUN;
    }
    send_all(r, w);
    w->due = w->outstanding ? UINT64_MAX : r->status.cycle + 1 + pause;
    if (!w->outstanding && !goes_on) tx_attempt_boundary(r, w);
}

/* ---- rollover ---- */

/* The warp's attempt is to end when its accesses are answered, since no more are taken. */
static void quit(TxRun *r, TxWarp *w)
{
    if (!w->quits) r->stats.quits++;
    w->quits = true;
    if (w->outstanding == 0) w->due = r->status.cycle + 1, r->cores[w->core].soonest = 0;
}

static void turn(TxRun *r, const TxReply *reply)
{
    TxWarp *w = &r->cores[reply->core].warps[reply->wid % r->options.warps];
    if (w->stopped == (reply->turn == TX_STOP)) {
        sim_fail(&r->status, "core %u warp %u: two %s one behind the other", w->core, w->number,
                 w->stopped ? "Stops" : "Resumes");
        return;
    }
    w->stopped = reply->turn == TX_STOP;
    if (!w->stopped) tx_attempt_resume(r, w);
    else if (w->running) quit(r, w);
    else tx_attempt_drain(r, w);
}

/* ---- answers ---- */

/* What the warp computes before its next step. */
static uint32_t think(TxRun *r, TxWarp *w)
{
    return r->options.think ? sim_below(&w->thought, 2 * r->options.think + 1) : 0;
}

static void answered(TxRun *r, TxWarp *w, TxThread *t, const TxReply *reply)
{
    if (reply->result != TX_OK) { tx_attempt_refuse(r, w, t, reply->result); return; }
    t->result = reply->data[word_in_granule(r, t)];
    t->state = TX_THREAD_RUN;
    if (t->access.kind == TX_LD)
        sim_tx_read(&r->history, t->attempt, t->access.address / 4, t->result, reply->order);
}

void tx_core_reply(TxRun *r, const TxReply *reply)
{
    if (reply->turn != TX_ANSWER) { turn(r, reply); return; }
    TxWarp *w = &r->cores[reply->core].warps[reply->wid % r->options.warps];
    TxThread *head = &w->threads[reply->tag];
    uint64_t granule = tx_granule_of(r, head->access.address);
    bool asked = head->state == TX_THREAD_ASKED && head->tag == reply->tag && w->outstanding != 0;
    if (reply->result != TX_ROLLOVER) tx_see(&r->observer, (TxEvent){.seen = TX_ANSWERED, .reply = reply});
    if (!asked) {
        sim_fail(&r->status, "an answer to core %u warp %u, tag %u, who has not asked", reply->core, w->number,
                 reply->tag);
        return;
    }
    if (reply->result == TX_OK && head->access.kind == TX_ST) tx_log_reserve(&w->log, granule);
    if (reply->result != TX_OK && reply->seen > w->seen) w->seen = reply->seen;
    if (reply->result != TX_OK && reply->result != TX_ROLLOVER) tx_attempt_seen(r, w->core, reply->seen);
    for (TxThread *t = w->threads; t < w->threads + w->n_threads; t++)
        if (t->state == TX_THREAD_ASKED && t->tag == reply->tag) answered(r, w, t, reply);
    r->stats.answers++;
    r->last_progress = r->status.cycle;
    if (--w->outstanding == 0) w->due = r->status.cycle + 1 + think(r, w), r->cores[w->core].soonest = 0;
}

void tx_core_cycle(TxRun *r, uint32_t core)
{
    TxCore *c = &r->cores[core];
    if (c->soonest > r->status.cycle) return;
    c->soonest = UINT64_MAX;
    for (uint32_t i = 0; i < r->options.warps; i++) {
        uint32_t k = (c->next + i) % r->options.warps;
        if (c->warps[k].due > r->status.cycle) {
            if (c->warps[k].due < c->soonest) c->soonest = c->warps[k].due;
            continue;
        }
        c->next = (k + 1) % r->options.warps;
        c->soonest = 0;                        /* others may be due as well */
        step(r, &c->warps[k]);
        return;
    }
}
