/* core_rtl.c - see core_rtl.h. Of a log's granules some come in two parts, far from each other, to be joined or not. */
#include "tx/rtl/core_rtl.h"
#include "tx/cores/inside.h"
#include "tx/rtl/core_model.h"
#include <stdlib.h>

/* m: kind, warp, granule, attempt */
typedef struct { TxMessage m; uint32_t word, n; bool write, last, again; } Entry;

typedef struct {
    TxCoreEnd end;                           /* first, so that one can be had from the other */
    TxRun *run;
    uint32_t core;
    TxCoreModel model;
    SimRng rng;
    /* parts: messages of a log that is not complete; log: entries; out: for the crossbar */
    TxQueue accesses, parts, log, out;
    TxMessage *under_way; uint32_t n_under_way;
    bool ans_offered, log_offered;
    uint64_t attempt; uint32_t warp, marked; /* of the log that goes out */
    uint64_t ended;                          /* logs that have been taken */
    uint32_t to_end[TX_CORE_RTL_WARPS];      /* logs of each warp that have not: until then it makes no access */
    uint32_t in_transactions; bool in[TX_CORE_RTL_WARPS];
    uint32_t times;                          /* flags of these times, for every cycle */
    /* Times of the core: as TxCore.latest, but when the Verilog hears of them; of the attempt of each warp that has had
     * an access taken (opened); got: a reservation. */
    uint64_t latest, time[TX_CORE_RTL_WARPS];
    bool opened[TX_CORE_RTL_WARPS], got[TX_CORE_RTL_WARPS];
    uint32_t marks[TX_CORE_RTL_WARPS];       /* since the Stop */
} Core;

static TxWarp *warp_of(Core *c, uint32_t wid) { return &c->run->cores[c->core].warps[wid % c->run->options.warps]; }
static bool often(Core *c) { return sim_below(&c->rng, 8) != 0; }

/* ---- the log of an attempt, entry by entry ---- */

static void entry(Core *c, const TxMessage *m, uint32_t word, uint32_t n)
{
    tx_queue_push(&c->log,
                  &(Entry){.m = *m, .word = word, .n = n, .write = m->kind == TX_COMMIT && m->words >> word & 1});
}

/* Words `mask` of a message with n reservations, the last of them with the last entry. */
static void entries(Core *c, const TxMessage *m, uint32_t mask, uint32_t n)
{
    for (uint32_t k = 0; k < 32; k++) {
        if (!(mask >> k & 1)) continue;
        bool last = (mask >> k >> 1) == 0;
        uint32_t now = last ? n : sim_below(&c->rng, n);
        entry(c, m, k, now);
        n -= now;
    }
    if (mask == 0) entry(c, m, 0, n);
}

static void close_log(Core *c, const TxMessage *end)
{
    TxQueue later;
    const TxMessage *m;
    tx_queue_init(&later, sizeof(TxMessage));
    for (; (m = tx_queue_first(&c->parts)); tx_queue_pop(&c->parts)) {
        if (m->n < 2 || m->words == 0 || often(c)) { entries(c, m, m->words, m->n); continue; }
        TxMessage rest = *m;
        rest.words &= rest.words - 1, rest.n = 1;
        entries(c, m, m->words & ~rest.words, m->n - 1);
        tx_queue_push(&later, &rest);
    }
    for (; (m = tx_queue_first(&later)); tx_queue_pop(&later)) entries(c, m, m->words, m->n);
    tx_queue_free(&later);
    tx_queue_push(&c->log, &(Entry){.m = *end, .last = true, .again = end->n != 0});
    c->to_end[end->wid % c->run->options.warps]++;
}

/* What the warps have sent goes to accesses and log. */
static void take_from_warps(Core *c)
{
    TxQueue *q = &c->run->cores[c->core].out;
    for (const TxMessage *m; (m = tx_queue_first(q)); tx_queue_pop(q)) {
        if (m->kind == TX_LOG_END) close_log(c, m);
        else tx_queue_push(m->kind == TX_COMMIT || m->kind == TX_CLEANUP ? &c->parts : &c->accesses, m);
    }
}

/* ---- inputs of a cycle ---- */

static uint32_t offer_access(Core *c, const TxMessage *m)
{
    uint32_t *in = c->model.in;
    if (!m) return 0;
    in[TX_IN_ACC_WARP] = m->wid % c->run->options.warps, in[TX_IN_ACC_TAG] = m->tag,
    in[TX_IN_ACC_KEY] = (uint32_t)m->granule;
    return TX_ACC_VALID | (m->kind == TX_LD || m->kind == TX_ST ? TX_ACC_TX : 0) |
           (m->kind == TX_ST ? TX_ACC_STORE : 0);
}

static TxMessage *asked(Core *c, const TxReply *r)
{
    for (uint32_t i = 0; i < c->n_under_way; i++)
        if (c->under_way[i].wid == r->wid && c->under_way[i].tag == r->tag) return &c->under_way[i];
    return NULL;
}

static uint32_t offer_answer(Core *c, const TxReply *r)
{
    uint32_t *in = c->model.in;
    const TxMessage *m = r ? asked(c, r) : NULL;
    if (!r || !(c->ans_offered = c->ans_offered || often(c))) return 0;
    if (!m) {
        sim_fail(&c->run->status, "core %u: an answer to warp %u, tag %u, which did not ask", c->core, r->wid, r->tag);
        return 0;
    }
    in[TX_IN_ANS_WARP] = r->wid % c->run->options.warps, in[TX_IN_ANS_KEY] = (uint32_t)m->granule;
    in[TX_IN_ANS_SEEN] = (uint32_t)r->seen, in[TX_IN_ANS_SEEN + 1] = (uint32_t)(r->seen >> 32);
    return TX_ANS_VALID | (r->result != TX_OK ? TX_ANS_ABORT : 0);
}

static uint32_t offer_log(Core *c, const Entry *e)
{
    uint32_t *in = c->model.in;
    if (!e || !(c->log_offered = c->log_offered || often(c))) return 0;
    in[TX_IN_LOG_WARP] = e->m.wid % c->run->options.warps, in[TX_IN_LOG_KEY] = (uint32_t)e->m.granule;
    in[TX_IN_LOG_WORD] = e->word, in[TX_IN_LOG_DATA] = e->m.data[e->word], in[TX_IN_LOG_N] = e->n;
    return TX_LOG_VALID | (e->write ? TX_LOG_WRITE : 0) | (e->last ? TX_LOG_LAST : 0) | (e->again ? TX_LOG_AGAIN : 0);
}

/* ---- what comes out of it ---- */

static bool leads_to(Core *c, const char *what, uint64_t granule, uint32_t dst)
{
    if (c->run->options.partitions != 2 || dst == tx_home_of(c->run, granule)) return true;
    sim_fail(&c->run->status, "core %u: %s of granule 0x%llx goes to partition %u", c->core, what,
             (unsigned long long)granule, dst);
    return false;
}

static void enters(Core *c, uint32_t k)
{
    uint32_t limit = c->model.in[TX_IN_LIMIT];
    if (c->in[k]) return;
    c->in[k] = true;
    if (++c->in_transactions > limit && limit)
        sim_fail(&c->run->status, "core %u: %u warps are in transactions", c->core, c->in_transactions);
}

static void core_behind(Core *c, uint64_t time)
{
    uint64_t next = (time >> c->run->wid_bits) + 1;
    uint64_t last = (UINT64_C(1) << c->run->options.ts_bits >> c->run->wid_bits) - 1;
    if (next > last && c->run->rolls) next = last;
    if (next > c->latest) c->latest = next;
}

/* The attempt of warp k begins with its first access that is taken. */
static void opens(Core *c, uint32_t k)
{
    TxRun *r = c->run;
    TxWarp *w = &r->cores[c->core].warps[k];
    if (c->opened[k]) return;
    c->opened[k] = true;
    if (r->options.own_clock) return;
    w->warpts = c->time[k] = tx_attempt_start(r, w, c->latest);
    for (uint32_t i = 0; i < w->n_threads; i++)
        sim_tx_retime(&r->history, w->threads[i].attempt, w->attempts, w->warpts);
}

static void access_goes(Core *c, const TxMessage *m)
{
    uint32_t k = m->wid % c->run->options.warps;
    bool tx = m->kind == TX_LD || m->kind == TX_ST;
    if (tx) opens(c, k);
    uint64_t time = tx && !c->run->options.own_clock ? c->time[k] : m->warpts;
    const uint32_t *out = c->model.out;
    TxMessage sent = *m;
    sent.warpts = out[TX_OUT_ASK_TIME] | (uint64_t)out[TX_OUT_ASK_TIME + 1] << 32;
    if (sent.warpts != time && (tx || c->run->options.own_clock))
        sim_fail(&c->run->status, "core %u: warp %u asks at %llu, its time is %llu", c->core, m->wid,
                 (unsigned long long)sent.warpts, (unsigned long long)time);
    if (tx) enters(c, k);
    leads_to(c, "an access", m->granule, out[TX_OUT_ASK_DST]);
    c->under_way[c->n_under_way++] = sent;
    tx_queue_push(&c->out, &sent);
    tx_queue_pop(&c->accesses);
}

/* Another one may be taken where this one cannot. */
static void access_waits(Core *c, const TxMessage *m)
{
    TxMessage copy = *m;
    tx_queue_pop(&c->accesses);
    tx_queue_push(&c->accesses, &copy);
}

/* What is said to a warp, in this cycle; Resume when the logs that it has closed are taken, since the times of both
 * sides begin anew then. */
static uint32_t offer_turn(Core *c, const TxReply *r)
{
    uint32_t k = r->wid % c->run->options.warps;
    if (r->turn == TX_RESUME && c->to_end[k] != 0) return 0;
    c->model.in[TX_IN_ROLL_WARP] = k;
    return r->turn == TX_STOP ? TX_STOP_WARP : TX_RESUME_WARP;
}

/* Accesses that were made, but not taken before the Stop, are asked for at the new time. */
static void turn_goes(Core *c, TxReply reply)
{
    TxRun *r = c->run;
    uint32_t k = reply.wid % r->options.warps;
    tx_queue_pop(&r->cores[c->core].in);
    tx_core_reply(r, &reply);
    if (reply.turn == TX_RESUME && c->marks[k] != 2)
        sim_fail(&r->status, "core %u warp %u: Resume after %u markers", c->core, k, c->marks[k]);
    c->marks[k] = 0;
    bool anew = reply.turn == TX_RESUME;
    for (uint32_t i = 0; i < r->options.warps; i++) anew &= i == k || r->cores[c->core].warps[i].stopped;
    if (anew) c->latest = 0;
    for (size_t left = c->accesses.n; left > 0 && reply.turn == TX_RESUME; left--) {
        TxMessage m = *(const TxMessage *)tx_queue_first(&c->accesses);
        tx_queue_pop(&c->accesses);
        if (m.wid == reply.wid) m.warpts = warp_of(c, m.wid)->warpts;
        tx_queue_push(&c->accesses, &m);
    }
}

/* The attempt of warp k is to end: what it has asked for and was not taken is refused here. */
static void quit_goes(Core *c, uint32_t k)
{
    TxRun *r = c->run;
    TxWarp *w = &r->cores[c->core].warps[k];
    if (!w->running || !w->stopped) sim_fail(&r->status, "core %u warp %u: quit_o", c->core, k);
    tx_core_quit(r, w);
    for (size_t left = c->accesses.n; left > 0; left--) {
        TxMessage m = *(const TxMessage *)tx_queue_first(&c->accesses);
        tx_queue_pop(&c->accesses);
        if (m.wid == w->wid)
            tx_core_reply(r, &(TxReply){.core = c->core, .wid = m.wid, .tag = m.tag, .result = TX_ROLLOVER});
        else tx_queue_push(&c->accesses, &m);
    }
}

static void answer_goes(Core *c, TxReply reply)
{
    TxMessage *m = asked(c, &reply);
    if (c->model.out[TX_OUT_RSP_TAG] != reply.tag)
        sim_fail(&c->run->status, "core %u: the answer to warp %u, tag %u comes as tag %u", c->core, reply.wid,
                 reply.tag, c->model.out[TX_OUT_RSP_TAG]);
    TxKind kind = m->kind;
    *m = c->under_way[--c->n_under_way];
    c->got[reply.wid % c->run->options.warps] |= reply.result == TX_OK && kind == TX_ST;
    if (reply.result != TX_OK) core_behind(c, reply.seen);
    c->ans_offered = false;
    tx_queue_pop(&c->run->cores[c->core].in);
    tx_core_reply(c->run, &reply);
}

static void log_goes(Core *c, const Entry *e)
{
    c->attempt = e->m.attempt, c->warp = e->m.wid;
    c->log_offered = false;
    uint32_t k = e->m.wid % c->run->options.warps;
    if (e->last && (e->again || c->got[k])) core_behind(c, c->opened[k] ? c->time[k] : c->latest << c->run->wid_bits);
    if (e->last) c->ended++, c->to_end[k]--, c->opened[k] = c->got[k] = false;
    if (e->last && !e->again && c->in[k]) c->in[k] = false, c->in_transactions--;
    tx_queue_pop(&c->log);
}

/* The Verilog has two partitions; with another number of them in the run the first marker goes to all. */
static void drain_goes(Core *c, uint32_t k, uint32_t dst)
{
    uint32_t n = c->run->options.partitions;
    TxWarp *w = &c->run->cores[c->core].warps[k];
    if (!w->stopped || dst != c->marks[k])
        sim_fail(&c->run->status, "core %u warp %u: a marker to partition %u", c->core, k, dst);
    for (uint32_t i = 0; i < n; i++)
        if (n == 2 ? i == dst : dst == 0)
            tx_queue_push(&c->out, &(TxMessage){.kind = TX_DRAINED, .core = c->core, .wid = w->wid, .to = i});
    c->marks[k]++;
}

static void message_goes(Core *c)
{
    const uint32_t *out = c->model.out;
    if (tx_core_model_out(&c->model, TX_OUT_DRAIN)) { drain_goes(c, out[TX_OUT_WARP], out[TX_OUT_DST]); return; }
    if (tx_core_model_out(&c->model, TX_OUT_MARK)) {
        if (out[TX_OUT_DST] != c->marked % 2)
            sim_fail(&c->run->status, "core %u: a marker to partition %u", c->core, out[TX_OUT_DST]);
        c->marked++;
        return;
    }
    TxMessage m = {.kind = out[TX_OUT_MASK] ? TX_COMMIT : TX_CLEANUP,
                   .core = c->core,
                   .wid = warp_of(c, out[TX_OUT_WARP])->wid,
                   .granule = out[TX_OUT_KEY],
                   .n = out[TX_OUT_N],
                   .words = out[TX_OUT_MASK],
                   .attempt = c->attempt};
    for (uint32_t i = 0; i < 8; i++) m.data[i] = out[TX_OUT_DATA + i];
    if (m.wid != c->warp)
        sim_fail(&c->run->status, "core %u: a log message of warp %u during the log of %u", c->core, m.wid, c->warp);
    leads_to(c, "a log message", m.granule, out[TX_OUT_DST]);
    tx_queue_push(&c->out, &m);
}

static void cycle(TxCoreEnd *end)
{
    Core *c = (Core *)end;
    TxRun *r = c->run;
    while (tx_queue_first(&c->out) && tx_send(r, tx_queue_first(&c->out))) tx_queue_pop(&c->out);
    take_from_warps(c);
    const TxMessage *access = tx_queue_first(&c->accesses);
    const TxReply *reply = tx_next_reply(r, c->core);
    const Entry *e = tx_queue_first(&c->log);
    bool room = c->out.n == 0;
    uint32_t ready =
        (room && often(c) ? TX_ASK_READY : 0) | (often(c) ? TX_RSP_READY : 0) | (room && often(c) ? TX_OUT_READY : 0);
    bool may = access && c->to_end[access->wid % r->options.warps] == 0;
    const TxReply *said = reply && reply->turn != TX_ANSWER ? reply : NULL;
    bool open[TX_CORE_RTL_WARPS];
    for (uint32_t k = 0; k < r->options.warps; k++) open[k] = c->to_end[k] == 0;
    uint32_t valid = offer_access(c, may && often(c) ? access : NULL) |
                     (said ? offer_turn(c, said) : offer_answer(c, reply)) | offer_log(c, e);
    c->model.in[TX_IN_FLAGS] = ready | valid | c->times;
    tx_core_model_cycle(&c->model);
    if (tx_core_model_out(&c->model, TX_OUT_VALID) && ready & TX_OUT_READY) message_goes(c);
    if (valid & TX_ACC_VALID) {
        if (tx_core_model_out(&c->model, TX_ACC_READY)) access_goes(c, access);
        else access_waits(c, access);
    } else if (access && !may) access_waits(c, access);
    if (valid & TX_LOG_VALID && tx_core_model_out(&c->model, TX_LOG_READY)) log_goes(c, e);
    if (valid & TX_ANS_VALID && tx_core_model_out(&c->model, TX_RSP_VALID) && ready & TX_RSP_READY)
        answer_goes(c, *reply);
    if (valid & (TX_STOP_WARP | TX_RESUME_WARP)) turn_goes(c, *said);
    for (uint32_t k = 0; k < r->options.warps; k++) if (c->model.out[TX_OUT_QUIT] >> k & 1 && open[k]) quit_goes(c, k);
    if (tx_core_model_out(&c->model, TX_ERROR)) sim_fail(&r->status, "core %u: error_o", c->core);
}

static bool idle(const TxCoreEnd *end)
{
    const Core *c = (const Core *)end;
    bool empty =
        c->accesses.n + c->parts.n + c->log.n + c->out.n + c->n_under_way == 0 && tx_core_model_out(&c->model, TX_IDLE);
    if (empty && c->marked != 2 * c->ended)
        sim_fail(&c->run->status, "core %u: %u markers behind %llu logs", c->core, c->marked,
                 (unsigned long long)c->ended);
    return empty;
}

static void destroy(TxCoreEnd *end)
{
    Core *c = (Core *)end;
    tx_core_model_close(&c->model);
    tx_queue_free(&c->accesses), tx_queue_free(&c->parts), tx_queue_free(&c->log), tx_queue_free(&c->out);
    free(c->under_way);
    free(c);
}

TxCoreEnd *tx_core_rtl_make(TxRun *r, uint32_t core)
{
    Core *c = sim_alloc(1, sizeof *c);
    const TxOptions *o = &r->options;
    *c = (Core){.end = {cycle, idle, destroy}, .run = r, .core = core, .rng = {o->seed * 77 + core}};
    if (o->granule != 32 || o->warps > TX_CORE_RTL_WARPS || o->cores * o->warps > 1u << TX_CORE_RTL_ID_BITS ||
        o->ts_bits > 48)
        sim_fail(&r->status,
                 "--core-rtl: for granules of 32 bytes, at most %u warps in a core and %u in all, and times of 48 bits",
                 TX_CORE_RTL_WARPS, 1u << TX_CORE_RTL_ID_BITS);
    r->wid_bits = o->ts_bits == TX_CORE_RTL_SHORT ? TX_CORE_RTL_SHORT_ID : TX_CORE_RTL_ID_BITS;
    if (r->wid_bits == TX_CORE_RTL_SHORT_ID) c->times = TX_SHORT_TIMES;
    /* the Verilog has times of 48 bits, which do not end with those of the run */
    else r->rolls = false;
    if (o->own_clock) c->times |= TX_OWN_CLOCK;
    if (c->times & TX_SHORT_TIMES && o->cores * o->warps > 1u << TX_CORE_RTL_SHORT_ID)
        sim_fail(&r->status, "--core-rtl --ts-bits %u: at most %u warps", TX_CORE_RTL_SHORT,
                 1u << TX_CORE_RTL_SHORT_ID);
    tx_core_model_open(&c->model, "core");
    c->model.in[TX_IN_FIRST] = core * o->warps, c->model.in[TX_IN_LIMIT] = o->limit < o->warps ? o->limit : 0;
    c->under_way = sim_alloc(o->warps * TX_MAX_LANES, sizeof *c->under_way);
    tx_queue_init(&c->accesses, sizeof(TxMessage)), tx_queue_init(&c->parts, sizeof(TxMessage)),
        tx_queue_init(&c->out, sizeof(TxMessage));
    tx_queue_init(&c->log, sizeof(Entry));
    return &c->end;
}
