/* core.c - cores: the threads of a warp go step by step, a memory operation each; accesses of one step to one granule
 * travel together; the next step comes when all are answered. A core steps one warp and sends one message per cycle. */
#include "tx/cores/inside.h"
#include <stdlib.h>
#include <string.h>

/* The thread of a lane, NULL where the program uses fewer. */
static SimThread *thread_of(TxRun *r, const TxWarp *w, uint32_t lane)
{
    uint32_t id = w->number * w->n_threads + lane;
    if (w->core >= r->program->n_cores || id >= r->program->n_warps) return NULL;
    return sim_thread_of(r->threads, w->core, id);
}

/* The n-th access of the warp's lanes that they do not wait for: their ids lie behind those of all lanes. */
static SimThread *flight_of(TxRun *r, const TxWarp *w, uint32_t n)
{
    uint32_t each = r->options.all.posted + r->options.all.ahead;
    return sim_thread_of(r->threads, w->core, w->n_threads * (r->options.all.warps + w->number * each) + n);
}

void tx_core_init(TxRun *r, uint32_t core)
{
    TxCore *c = &r->cores[core];
    const TxOptions *o = &r->options;
    tx_queue_init(&c->out, sizeof(TxMessage));
    tx_queue_init(&c->in, sizeof(TxReturning));
    c->warps = sim_alloc(o->all.warps, sizeof *c->warps);
    for (uint32_t k = 0; k < o->all.warps; k++) {
        TxWarp *w = &c->warps[k];
        *w = (TxWarp){.core = core,
                      .number = k,
                      .wid = core * o->all.warps + k,
                      .n_threads = o->lanes,
                      .n_all = o->lanes * (1 + o->all.posted + o->all.ahead),
                      .threads = sim_alloc(o->lanes * (1 + o->all.posted + o->all.ahead), sizeof(TxThread)),
                      .thought = {o->all.seed ^ (UINT64_C(0x7468696e6b) + core * o->all.warps + k)}};
        w->log.granule_words = o->granule / 4;
        w->warpts = tx_first_time(r, w);
        for (uint32_t i = 0; i < o->lanes; i++) {
            TxThread *t = &w->threads[i];
            *t = (TxThread){.run = r, .warp = w, .thread = thread_of(r, w, i), .lane = i};
            if (t->thread) ((Warp *)t->thread->user)->end = t;
            else t->state = TX_THREAD_ENDED;
        }
        for (uint32_t i = o->lanes; i < w->n_all; i++) {
            TxThread *t = &w->threads[i], *of = &w->threads[(i - o->lanes) / (o->all.posted + o->all.ahead)];
            *t = (TxThread){.run = r, .warp = w, .lane = i, .state = TX_THREAD_BLOCKED, .of = of};
            t->thread = of->thread ? flight_of(r, w, i - o->lanes) : NULL;
        }
        r->alive++;
    }
}

void tx_core_free(TxRun *r, uint32_t core)
{
    TxCore *c = &r->cores[core];
    for (uint32_t k = 0; c->warps && k < r->options.all.warps; k++) {
        tx_log_free(&c->warps[k].log);
        free(c->warps[k].threads);
    }
    free(c->warps);
    tx_queue_free(&c->out);
    tx_queue_free(&c->in);
}

/* ---- a step ---- */

static uint64_t address_of(const TxThread *t) { return t->thread->request.address; }
static uint32_t word_in_granule(const TxRun *r, const TxThread *t)
{
    return (uint32_t)(address_of(t) % r->options.granule / 4);
}

/* True if the access must go to memory; else it was answered here, or its transaction is over. */
static bool leaves_core(TxRun *r, TxWarp *w, TxThread *t)
{
    if (!t->in_block) return true;
    bool store = t->kind == TX_ST;
    switch (tx_log_look(&w->log, t->lane, address_of(t) / 4, store, &t->thread->value)) {
    case TX_LOG_HIT: t->state = TX_THREAD_RUN; return false;
    case TX_LOG_CONFLICT: tx_attempt_refuse(r, w, t, TX_INTRA_WARP); return false;
    case TX_LOG_GO: break;
    }
    tx_log_note(&w->log, t->lane, address_of(t) / 4, store, t->thread->request.value);
    return true;
}

/* A thread before this one that asks the same of the same granule; ordinary writes and atomics go one by one. */
static TxThread *joined(TxRun *r, TxWarp *w, const TxThread *t)
{
    if (t->of || t->kind == TX_WRITE || t->kind == TX_ATOMIC) return NULL;
    for (TxThread *u = w->threads; u < t; u++)
        if (u->state == TX_THREAD_ASKED && u->tag == u->lane && u->kind == t->kind &&
            tx_granule_of(r, address_of(u)) == tx_granule_of(r, address_of(t)))
            return u;
    return NULL;
}

static void ask(TxRun *r, TxWarp *w, TxThread *t)
{
    const TxThread *u = joined(r, w, t);
    t->state = TX_THREAD_ASKED;
    t->tag = u ? u->lane : t->lane;
    sim_thread_asked(r->threads, t->thread);
}

/* The words of an access, and what is stored there. */
static void put_words(TxRun *r, const TxThread *t, TxMessage *m)
{
    const SimRequest *q = &t->thread->request;
    uint32_t word = word_in_granule(r, t);
    if (!q->line) m->words = UINT32_C(1) << word, m->data[word] = q->value;
    for (uint32_t i = 0; q->line && q->mask && i < r->options.granule / 4; i++) {
        uint32_t bytes = q->mask[i / 2] >> i % 2 * 4 & 15;
        if (bytes && bytes != 15) cg_failed(r->program, "stores a part of a word, which these cores cannot");
        if (bytes) m->words |= UINT32_C(1) << i, memcpy(&m->data[i], q->line + 4 * (size_t)i, 4);
    }
}

static void send(TxRun *r, TxWarp *w, const TxThread *t, bool beside)
{
    const SimRequest *q = &t->thread->request;
    TxMessage m = {.kind = t->kind,
                   .core = w->core,
                   .wid = w->wid,
                   .tag = t->lane,
                   .granule = tx_granule_of(r, address_of(t)),
                   .warpts = w->warpts,
                   .op = q->op,
                   .a = q->a,
                   .b = q->b,
                   .beside = beside,
                   .attempt = w->attempts};
    put_words(r, t, &m);
    tx_queue_push(&r->cores[w->core].out, &m);
    if (!t->of) w->outstanding++;
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
        bool wide = r->options.wide && (t->kind == TX_LD || t->kind == TX_ST);
        for (TxThread *u = t + 1; wide && u < w->threads + w->n_threads; u++) {
            if (u->state != TX_THREAD_ASKED || u->tag != u->lane || sent >> u->lane & 1 ||
                u->kind != t->kind || address_of(u) / BLOCK != address_of(t) / BLOCK) continue;
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
        if (t->state == TX_THREAD_RUN) tx_thread_run(t);
    for (TxThread *t = w->threads; t < w->threads + w->n_threads; t++) {
        if (t->state == TX_THREAD_ACCESS && leaves_core(r, w, t)) ask(r, w, t);
        if (t->state == TX_THREAD_PAUSE) {
            t->state = TX_THREAD_RUN;
            if (t->pause > pause) pause = t->pause;
        }
        goes_on |= t->state == TX_THREAD_RUN;
    }
    send_all(r, w);
    w->due = w->outstanding ? UINT64_MAX : r->now + 1 + pause;
    if (!w->outstanding && !goes_on) tx_attempt_boundary(r, w);
}

/* ---- rollover ---- */

/* The warp's attempt is to end when its accesses are answered, since no more are taken. */
static void quit(TxRun *r, TxWarp *w)
{
    if (!w->quits) r->stats.quits++;
    w->quits = true;
    if (w->outstanding == 0) w->due = r->now + 1, r->cores[w->core].soonest = 0;
}

static void turn(TxRun *r, const TxReply *reply)
{
    TxWarp *w = &r->cores[reply->core].warps[reply->wid % r->options.all.warps];
    if (w->stopped == (reply->turn == TX_STOP)) {
        sim_fail(r->status, "core %u warp %u: two %s one behind the other", w->core, w->number,
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
    return r->options.all.think ? sim_below(&w->thought, 2 * r->options.all.think + 1) : 0;
}

static void answered(TxRun *r, TxWarp *w, TxThread *t, const TxReply *reply)
{
    if (reply->result != TX_OK) {
        sim_thread_answered(r->threads, t->thread, true);
        tx_attempt_refuse(r, w, t, reply->result);
        return;
    }
    const SimRequest *q = &t->thread->request;
    t->thread->value = reply->data[word_in_granule(r, t)];
    if (q->line && q->kind == SIM_LOAD) memcpy(q->line, reply->data, r->options.granule);
    sim_thread_answered(r->threads, t->thread, false);
    t->state = TX_THREAD_RUN;
    if (t->kind == TX_LD)
        sim_tx_read(&r->history, t->attempt, address_of(t) / 4, t->thread->value, reply->order);
}

void tx_core_performed(TxRun *r, const TxMessage *m)
{
    static const uint32_t performs[] = {[TX_READ] = 1, [TX_WRITE] = 2, [TX_ATOMIC] = 3};
    TxWarp *w = &r->cores[m->core].warps[m->wid % r->options.all.warps];
    for (TxThread *t = w->threads; t < w->threads + w->n_all; t++)
        if (t->state == TX_THREAD_ASKED && t->tag == m->tag)
            sim_thread_performs(r->threads, t->thread, performs[m->kind], m->granule);
}

/* An access that its lane does not wait for: it has been answered, or one is due. */
static void fly(TxRun *r, TxWarp *w, TxThread *t)
{
    tx_thread_run(t);
    if (t->state != TX_THREAD_ACCESS) return;
    ask(r, w, t);
    send(r, w, t, false);
}

void tx_core_reply(TxRun *r, const TxReply *reply)
{
    if (reply->turn != TX_ANSWER) { turn(r, reply); return; }
    TxWarp *w = &r->cores[reply->core].warps[reply->wid % r->options.all.warps];
    TxThread *head = &w->threads[reply->tag];
    uint64_t granule = tx_granule_of(r, address_of(head));
    bool flight = head->of, asked = head->state == TX_THREAD_ASKED && head->tag == reply->tag &&
                                    (flight || w->outstanding != 0);
    if (reply->result != TX_ROLLOVER) tx_see(&r->observer, (TxEvent){.seen = TX_ANSWERED, .reply = reply});
    if (!asked) {
        sim_fail(r->status, "an answer to core %u warp %u, tag %u, who has not asked", reply->core, w->number,
                 reply->tag);
        return;
    }
    if (reply->result == TX_OK && head->kind == TX_ST) tx_log_reserve(&w->log, granule);
    if (reply->result != TX_OK && reply->seen > w->seen) w->seen = reply->seen;
    if (reply->result != TX_OK && reply->result != TX_ROLLOVER) tx_attempt_seen(r, w->core, reply->seen);
    for (TxThread *t = w->threads; t < w->threads + w->n_all; t++)
        if (t->state == TX_THREAD_ASKED && t->tag == reply->tag) answered(r, w, t, reply);
    r->stats.answers++;
    r->last_progress = r->now;
    if (flight) fly(r, w, head);
    else if (--w->outstanding == 0) w->due = r->now + 1 + think(r, w), r->cores[w->core].soonest = 0;
}

/* Threads that waited for others outside of memory and may go on. */
static void wake(TxRun *r, uint32_t core)
{
    SimCore *k = &r->threads->cores[core];
    TxCore *c = &r->cores[core];
    if (k->wake > r->status->cycle) return;
    k->wake = UINT64_MAX;
    for (TxWarp *w = c->warps; w < c->warps + r->options.all.warps; w++)
        for (TxThread *t = w->threads; t < w->threads + w->n_all; t++) {
            if (t->state != TX_THREAD_BLOCKED || t->thread->state != SIM_WAIT) continue;
            if (t->of) { fly(r, w, t); continue; }
            t->state = TX_THREAD_RUN;
            if (!w->outstanding && w->due > r->now) w->due = r->now, c->soonest = 0;
        }
}

void tx_core_cycle(TxRun *r, uint32_t core)
{
    TxCore *c = &r->cores[core];
    wake(r, core);
    if (c->soonest > r->now) return;
    c->soonest = UINT64_MAX;
    for (uint32_t i = 0; i < r->options.all.warps; i++) {
        uint32_t k = (c->next + i) % r->options.all.warps;
        if (c->warps[k].due > r->now) {
            if (c->warps[k].due < c->soonest) c->soonest = c->warps[k].due;
            continue;
        }
        c->next = (k + 1) % r->options.all.warps;
        c->soonest = 0;                        /* others may be due as well */
        step(r, &c->warps[k]);
        return;
    }
}
