/* attempt.c - a warp's transactions from begin to commit. All threads of the warp begin together. Those that are
 * refused wait until the others have reached the end; then the log of all goes out and the refused ones run again, at a
 * later time and after a pause; when none is left the warp goes on. */
#include "tx/cores/inside.h"

/* No two warps have the same time: its low bits are the number of the warp. */
static uint64_t later(const TxRun *r, const TxWarp *w, uint64_t time)
{
    if (r->options.published_time) return time + 1;
    return ((time >> r->wid_bits) + 1) << r->wid_bits | w->wid;
}

/* `time`, or the last one there is, which is refused. */
static uint64_t bounded(TxRun *r, const TxWarp *w, uint64_t time)
{
    if (time >> r->options.ts_bits == 0) return time;
    if (!r->rolls)
        sim_fail(r->status, "core %u warp %u: warpts needs more than %u bits, and there is no rollover here", w->core,
                 w->number, r->options.ts_bits);
    return (((UINT64_C(1) << r->options.ts_bits) - 1) >> r->wid_bits << r->wid_bits) | w->wid;
}

void tx_attempt_seen(TxRun *r, uint32_t core, uint64_t time)
{
    uint64_t next = (r->options.published_time ? time : time >> r->wid_bits) + 1;
    if (next > r->cores[core].latest) r->cores[core].latest = next;
}

uint64_t tx_attempt_start(TxRun *r, const TxWarp *w, uint64_t latest)
{
    uint64_t first = tx_first_time(r, w);
    if (r->options.published_time) return bounded(r, w, latest > first ? latest : first);
    return bounded(r, w, latest << r->wid_bits | w->wid);
}

static void advance(TxRun *r, TxWarp *w)
{
    if (!r->options.own_clock) tx_attempt_seen(r, w->core, w->warpts);
    else w->warpts = bounded(r, w, later(r, w, w->seen > w->warpts ? w->seen : w->warpts));
}

/* ---- the core's places for transactions ---- */

static bool take_place(TxRun *r, TxWarp *w)
{
    TxCore *c = &r->cores[w->core];
    if (w->holds) return true;
    if (r->options.all.limit && c->in_transactions >= r->options.all.limit) {
        if (!w->waits) w->waits = true, w->waits_since = r->now;
        return false;
    }
    if (w->waits) r->stats.limit_cycles += r->now - w->waits_since;
    w->waits = false, w->holds = true;
    c->in_transactions++;
    return true;
}

/* Whoever waits longest may try. */
static void give_place(TxRun *r, TxWarp *w)
{
    TxCore *c = &r->cores[w->core];
    TxWarp *next = NULL;
    w->holds = false;
    c->in_transactions--;
    for (uint32_t i = 0; i < r->options.all.warps; i++)
        if (c->warps[i].waits && (!next || c->warps[i].waits_since < next->waits_since)) next = &c->warps[i];
    if (next) next->due = r->now + 1;
}

/* ---- rollover ---- */

void tx_attempt_drain(TxRun *r, TxWarp *w)
{
    for (uint32_t i = 0; i < r->options.partitions; i++)
        tx_queue_push(&r->cores[w->core].out,
                      &(TxMessage){.kind = TX_DRAINED, .core = w->core, .wid = w->wid, .to = i});
}

void tx_attempt_resume(TxRun *r, TxWarp *w)
{
    bool anew = true;   /* the core's time too: with the first of its warps that goes on */
    for (uint32_t i = 0; i < r->options.all.warps; i++) {
        const TxWarp *v = &r->cores[w->core].warps[i];
        anew &= v == w || v->stopped;
    }
    if (anew) r->cores[w->core].latest = 0;
    w->warpts = tx_first_time(r, w), w->seen = 0;
    r->stats.resumes++;
    if (w->held_back) w->due = r->now + 1, r->cores[w->core].soonest = 0;
    w->held_back = false;
}

/* ---- begin ---- */

static void begin(TxRun *r, TxWarp *w)
{
    if (w->stopped) { w->held_back = true; return; }
    if (!take_place(r, w)) return;
    if (!r->options.own_clock) w->warpts = tx_attempt_start(r, w, r->cores[w->core].latest);
    w->running = true, w->began = r->now, w->seen = 0;
    w->attempts++;
    r->stats.attempts++;
    for (uint32_t i = 0; i < w->n_threads; i++) {
        TxThread *t = &w->threads[i];
        if (t->state != TX_THREAD_BEGIN) continue;
        t->state = TX_THREAD_RUN;
        t->attempt = sim_tx_begin(&r->history, &(SimTxAttempt){.core = w->core,
                                                                .warp = w->number,
                                                                .lanes = true,
                                                                .lane = i,
                                                                .wid = w->wid,
                                                                .number = w->attempts,
                                                                .warpts = w->warpts});
    }
    w->due = r->now + 1;
}

/* ---- end ---- */

void tx_attempt_refuse(TxRun *r, TxWarp *w, TxThread *t, TxResult why)
{
    t->state = TX_THREAD_REFUSED;
    tx_log_forget(&w->log, t->lane);
    sim_tx_end(&r->history, t->attempt, SIM_TX_ABORTED);
    r->stats.aborts[why]++;
}

typedef struct { TxRun *run; TxWarp *warp; } Sender;

static void send(void *context, const TxMessage *m)
{
    Sender *s = context;
    tx_queue_push(&s->run->cores[s->warp->core].out, m);
    s->run->stats.entries++;
}

static void send_log(TxRun *r, TxWarp *w)
{
    const TxMessage head = {.core = w->core, .wid = w->wid, .attempt = w->attempts};
    for (size_t i = 0; i < w->log.n_words; i++) {
        const TxLogWord *l = &w->log.words[i];
        if (l->writer != SIM_NONE) sim_tx_write(&r->history, w->threads[l->writer].attempt, l->word, l->value);
    }
    tx_log_close(&w->log, &head, send, &(Sender){r, w});
    tx_log_clear(&w->log);
}

static void pause_before_retry(TxRun *r, TxWarp *w)
{
    uint64_t most = w->failures < 32 ? (uint64_t)r->options.all.backoff << w->failures : UINT64_MAX;
    if (most > r->options.all.backoff_most) most = r->options.all.backoff_most;
    uint32_t step = r->options.backoff_step;
    uint32_t pause = step ? (w->failures + 1) % (1 + sim_below(&r->program->rng, 10)) * step
                          : sim_below(&r->program->rng, (uint32_t)most + 1);
    w->failures++;
    w->due = r->now + 1 + pause;
    r->stats.backoff_cycles += pause;
}

static void end(TxRun *r, TxWarp *w)
{
    uint32_t refused = 0;
    bool reserved = w->log.n_reserved != 0;
    for (uint32_t i = 0; i < w->n_threads; i++) refused += w->threads[i].state == TX_THREAD_REFUSED;
    send_log(r, w);
    for (uint32_t i = 0; i < w->n_threads; i++) {
        TxThread *t = &w->threads[i];
        if (t->state == TX_THREAD_REFUSED) t->state = TX_THREAD_BEGIN, t->leave = true;
        if (t->state != TX_THREAD_COMMIT) continue;
        t->state = TX_THREAD_DONE;
        sim_tx_end(&r->history, t->attempt, SIM_TX_COMMITTED);
        r->stats.commits++;
    }
    w->running = w->quits = false;
    if (w->stopped) tx_attempt_drain(r, w);
    r->stats.run_cycles += r->now - w->began;
    r->last_progress = r->now;
    if (refused || (reserved && !r->options.published_advance)) advance(r, w);
    if (refused) { pause_before_retry(r, w); return; }
    w->failures = 0;
    for (uint32_t i = 0; i < w->n_threads; i++)
        if (w->threads[i].state == TX_THREAD_DONE) w->threads[i].state = TX_THREAD_RUN;
    give_place(r, w);
    w->due = r->now + 1;
}

void tx_attempt_boundary(TxRun *r, TxWarp *w)
{
    bool begins = false, waits = false;
    w->due = UINT64_MAX;
    if (w->running) { end(r, w); return; }
    for (uint32_t i = 0; i < w->n_threads; i++) {
        begins |= w->threads[i].state == TX_THREAD_BEGIN;
        waits |= w->threads[i].state == TX_THREAD_BLOCKED;
    }
    if (begins) begin(r, w);
    else if (!waits) r->alive--;
}
