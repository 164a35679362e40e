/* reference.c - see reference.h. */
#include "tx/partition/reference.h"
#include "litmus/atomic.h"
#include <stdlib.h>

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

void tx_reference_init(TxReference *r, const TxReferenceOptions *o, TxMemory *memory, const TxObserver *observer,
                       uint32_t partition)
{
    *r = (TxReference){.options = *o, .memory = memory, .observer = observer, .partition = partition};
    tx_table_init(&r->table, &o->table);
    r->lines = sim_alloc(o->stall_lines, sizeof *r->lines);
    for (uint32_t i = 0; i < o->stall_lines; i++)
        r->lines[i].waiting.list = sim_alloc(o->stall_entries, sizeof(TxMessage));
}

void tx_reference_free(TxReference *r)
{
    for (uint32_t i = 0; i < r->options.stall_lines; i++) free(r->lines[i].waiting.list);
    free(r->lines);
    tx_table_free(&r->table);
    *r = (TxReference){0};
}

/* ---- memory ---- */

static uint64_t word_address(const TxReference *r, const TxMessage *m, uint32_t word)
{
    return m->granule * r->memory->granule_bytes + 4 * (uint64_t)word;
}

static void read_granule(TxReference *r, const TxMessage *m, TxReply *reply)
{
    for (uint32_t i = 0; i < r->memory->granule_bytes / 4; i++)
        reply->data[i] = sim_pages_word(r->memory->pages, word_address(r, m, i));
    reply->order = ++r->memory->order;
}

static uint64_t write_words(TxReference *r, const TxMessage *m)
{
    for (uint32_t i = 0; i < r->memory->granule_bytes / 4; i++)
        if (m->words >> i & 1) sim_pages_set_word(r->memory->pages, word_address(r, m, i), m->data[i]);
    return ++r->memory->order;
}

static void answer(TxReference *r, const TxMessage *m, TxReply *reply)
{
    reply->core = m->core, reply->wid = m->wid, reply->tag = m->tag;
    r->reply(r->context, reply);
}

static void ordinary(TxReference *r, const TxMessage *m)
{
    TxReply reply = {.result = TX_OK};
    read_granule(r, m, &reply);
    TxMessage write = *m;
    for (uint32_t i = 0; m->kind == TX_ATOMIC && i < TX_MAX_WORDS; i++) {
        if (!(m->words >> i & 1)) continue;
        write.data[i] = litmus_op_result(m->op, reply.data[i], m->a, m->b);
    }
    if (m->kind != TX_READ) write_words(r, &write);
    tx_see(r->observer, (TxEvent){.seen = TX_ACCESSED, .partition = r->partition, .message = m});
    answer(r, m, &reply);
}

/* ---- decisions ---- */

TxDecision tx_decide(const TxMessage *m, const TxMeta *meta, bool own, uint32_t max_writes, TxResult *result,
                     uint64_t *seen)
{
    bool load = m->kind == TX_LD;
    *seen = load ? meta->wts : larger(meta->wts, meta->rts);
    *result = TX_OK;
    if (own && !load && meta->writes == max_writes) return *result = TX_TOO_MANY, TX_REFUSE;
    if (own) return TX_PASS;
    if (m->warpts < *seen) return *result = load ? TX_LATE_LOAD : TX_LATE_STORE, TX_REFUSE;
    return meta->writes > 0 ? TX_QUEUE : TX_PASS;
}

static uint64_t wts_of(const TxReference *r, uint64_t warpts)
{
    return r->options.published_text ? warpts : warpts + 1;
}

/* The transaction that holds the reservation asks, not a later one of the same warp. */
static bool is_owner(const TxReference *r, const TxMessage *m, const TxMeta *meta)
{
    return meta->writes > 0 && meta->owner == m->wid &&
           (r->options.published_owner || meta->wts == wts_of(r, m->warpts));
}

/* last_reader: others have read at the time of this store, so that it is in front of their reads and behind them. */
static bool beside_readers(const TxReference *r, const TxMessage *m, const TxMeta *meta)
{
    return r->options.last_reader && m->kind == TX_ST && meta->writes == 0 && m->warpts == meta->rts &&
           meta->owner != m->wid;
}

static struct TxStallLine *stall_line(TxReference *r, uint64_t granule, bool make)
{
    struct TxStallLine *free_line = NULL;
    for (uint32_t i = 0; i < r->options.stall_lines; i++) {
        struct TxStallLine *l = &r->lines[i];
        if (l->used && l->granule == granule) return l;
        if (!l->used && !free_line) free_line = l;
    }
    if (!make || !free_line) return NULL;
    free_line->used = true, free_line->awake = false, free_line->granule = granule, free_line->waiting.n = 0;
    return free_line;
}

/* False if the stall buffer has no room. */
static bool queue(TxReference *r, const TxMessage *m)
{
    struct TxStallLine *l = stall_line(r, m->granule, true);
    if (!l || l->waiting.n == r->options.stall_entries) return false;
    r->stats.beside += l->waiting.n;
    r->stats.granules += l->waiting.n == 0;
    l->waiting.list[l->waiting.n++] = *m;
    if (++r->stats.waiting > r->stats.most_waiting) r->stats.most_waiting = r->stats.waiting;
    r->stats.queued++;
    return true;
}

/* An access that passed: its times are noted, whether or not its transaction commits. */
static void pass(TxReference *r, const TxMessage *m, bool own, TxReply *reply)
{
    TxMeta *meta = tx_table_entry(&r->table, m->granule);
    if (m->kind == TX_LD) {
        if (r->options.last_reader && meta->writes == 0) {
            if (m->warpts > meta->rts) meta->owner = m->wid;
            else if (m->warpts == meta->rts && meta->owner != m->wid) meta->owner = TX_NOBODY;
        }
        meta->rts = larger(meta->rts, m->warpts);
        read_granule(r, m, reply);
        return;
    }
    if (!own) meta->wts = wts_of(r, m->warpts), meta->owner = m->wid;
    meta->writes++;
}

/* One pass through the validation unit. False: the access must wait; one that waits already keeps its place. */
static bool validate(TxReference *r, const TxMessage *m, bool waits)
{
    TxMeta before = tx_table_look(&r->table, m->granule);
    bool own = is_owner(r, m, &before);
    TxReply reply = {0};
    TxDecision d = tx_decide(m, &before, own, r->options.max_writes, &reply.result, &reply.seen);
    if (d == TX_PASS && beside_readers(r, m, &before)) d = TX_REFUSE, reply.result = TX_LATE_STORE;
    if (d == TX_QUEUE && !waits && !queue(r, m)) d = TX_REFUSE, reply.result = TX_NO_ROOM;
    if (d == TX_PASS) pass(r, m, own, &reply);
    tx_see(r->observer, (TxEvent){.seen = TX_DECIDED,
                                  .partition = r->partition,
                                  .message = m,
                                  .decision = d,
                                  .before = before,
                                  .after = tx_table_look(&r->table, m->granule)});
    if (d == TX_QUEUE) return false;
    answer(r, m, &reply);
    return true;
}

/* ---- log entries ---- */

/* A release beyond the reservations empties them: the checkers see it. */
static void apply(TxReference *r, const TxMessage *m)
{
    if (m->kind == TX_COMMIT) {
        uint64_t order = write_words(r, m);
        tx_see(r->observer, (TxEvent){.seen = TX_WROTE, .partition = r->partition, .message = m, .order = order});
    }
    TxMeta *meta = tx_table_entry(&r->table, m->granule), before = *meta;
    meta->writes -= m->n < meta->writes ? m->n : meta->writes;
    tx_see(r->observer,
           (TxEvent){.seen = TX_RELEASED, .partition = r->partition, .message = m, .before = before, .after = *meta});
    struct TxStallLine *l = meta->writes == 0 ? stall_line(r, m->granule, false) : NULL;
    if (l) l->awake = true;
}

void tx_reference_step(TxReference *r, const TxMessage *m)
{
    switch (m->kind) {
    case TX_COMMIT: case TX_CLEANUP: apply(r, m); break;
    case TX_READ: case TX_WRITE: case TX_ATOMIC: ordinary(r, m); break;
    case TX_LD: case TX_ST: validate(r, m, false); break;
    case TX_DRAINED: break;
    }
}

/* The smallest warpts, of equal ones the first to come. A line stays awake until one of its requests must wait again:
   after a load that passed, or a refusal, nobody else would wake the others. */
bool tx_reference_wake(TxReference *r)
{
    for (uint32_t i = 0; i < r->options.stall_lines; i++) {
        struct TxStallLine *l = &r->lines[i];
        if (!l->used || !l->awake) continue;
        uint32_t first = 0;
        for (uint32_t k = 1; k < l->waiting.n; k++)
            if (l->waiting.list[k].warpts < l->waiting.list[first].warpts) first = k;
        TxMessage m = l->waiting.list[first];
        r->stats.woken++;
        if (!validate(r, &m, true)) return l->awake = false, true;
        for (uint32_t k = first + 1; k < l->waiting.n; k++) l->waiting.list[k - 1] = l->waiting.list[k];
        l->used = --l->waiting.n != 0;
        r->stats.granules -= !l->used;
        r->stats.waiting--;
        return true;
    }
    return false;
}
