/* rtl.c - see rtl.h.
 *
 * Messages of the table have no tag: of a warp one access to a granule is under way at a time, others wait here. A log entry of the table brings a whole granule:
 * the words that the warp has not written come from `memory`, which is kept as the rows leave it: the observers of the rows tell what the unit decides, in the
 * order in which memory is read and written. An ordinary access must be answered with what `memory` held at its row; at the end every granule that was accessed
 * is loaded and compared. */
#include "rtl.h"
#include "../memory.h"
#include "../replay.h"
#include "queue.h"
#include "situations.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_OPEN = 1024, MAX_LOG = 8, RESET_CYCLES = 8, PATIENCE = 100000, NO_ONE = 1 << 20 };

typedef struct { TxMessage m; bool used, offered, taken; uint64_t order; uint32_t held[TX_MAX_WORDS]; } Open; /* held: ordinary, what memory held at its row */

typedef struct {
    TxPartition partition;                   /* first, so that one can be had from the other */
    SimStatus *status, of_axi;               /* of_axi: the clock and the verdict of the memory behind the unit */
    TxMemory *memory;
    const TxObserver *observer;
    uint32_t number, ctl, *in, *out;
    CgModel *model;
    SimMemory *axi;
    const CgNetPort *ask, *log, *answer;
    const CgPacketType *types[TX_ATOMIC + 1], *value, *old, *abort;   /* types: by TxKind */
    bool started;
    Open open[MAX_OPEN], *by_age[MAX_OPEN], *taken[MAX_OPEN]; /* all, oldest first; those that the unit has taken */
    uint32_t n_open, n_taken;
    TxQueue logs, flying, due;               /* log entries: to be offered; taken and not applied. answers */
    TxMap touched;
    struct Readback { bool waits; TxReply reply; } readback;
    TxPartitionStats stats;
    bool counts, collide;                    /* options */
    uint32_t backpressure;
    SimRng rng;
    TxSituations situations;
    uint64_t keys[TX_COLLIDING], stretch;    /* collide: the key of each granule of a stretch, which all are in */
} Rtl;

static Rtl *active;                          /* whose model runs: the observers have no handle */

static uint32_t in_at(const Rtl *u) { return cg_replay.hooks[u->ctl].in_base; }
static uint32_t out_at(const Rtl *u) { return cg_replay.hooks[u->ctl].out_base; }

/* --collide: what stands for a granule at the ports of the unit, and back. */
static uint64_t key_of(Rtl *u, uint64_t granule)
{
    if (!u->collide) return granule;
    if (u->stretch == UINT64_MAX) u->stretch = granule / TX_COLLIDING;
    if (granule / TX_COLLIDING != u->stretch) sim_fail(u->status, "rtl: --collide: the program uses more than %d granules", TX_COLLIDING);
    return u->keys[granule % TX_COLLIDING];
}

static uint64_t granule_of(const Rtl *u, uint64_t key)
{
    if (!u->collide) return key;
    for (uint64_t i = 0; i < TX_COLLIDING; i++) if (u->keys[i] == key) return u->stretch * TX_COLLIDING + i;
    sim_fail(u->status, "rtl: key 0x%llx, which nobody has used", (unsigned long long)key);
    return 0;
}

/* ---- what the rows tell ---- */

static uint64_t field(const Rtl *u, const uint32_t *fields, const char *name)
{
    const CgController *c = &cg_design.controllers[u->ctl];
    return sim_get(fields, 0, sim_field(c->fields, c->n_fields, name));
}

static Open *open_of(Rtl *u, uint32_t wid, uint64_t granule)
{
    for (uint32_t i = 0; i < u->n_taken; i++)
        if (u->taken[i]->m.wid == wid && u->taken[i]->m.granule == granule) return u->taken[i];
    return NULL;
}

static void take_out(Open **list, uint32_t *n, const Open *o)
{
    uint32_t i = 0;
    while (i < *n && list[i] != o) i++;
    if (i == *n) return;
    memmove(list + i, list + i + 1, sizeof *list * (size_t)(*n - i - 1));
    --*n;
}

static void set_taken(Rtl *u, Open *o, bool taken)
{
    if (taken && !o->taken) u->taken[u->n_taken++] = o;
    if (!taken && o->taken) take_out(u->taken, &u->n_taken, o);
    o->taken = taken;
}

/* NULL: there are too many. */
static Open *open_new(Rtl *u, const TxMessage *m)
{
    Open *o = NULL;
    for (uint32_t i = 0; i < MAX_OPEN && !o; i++) if (!u->open[i].used) o = &u->open[i];
    if (!o) return NULL;
    *o = (Open){.m = *m, .used = true};
    return u->by_age[u->n_open++] = o;
}

static void open_end(Rtl *u, Open *o)
{
    set_taken(u, o, false);
    take_out(u->by_age, &u->n_open, o);
    o->used = false;
}

static uint64_t address_of(const Rtl *u, uint64_t granule, uint32_t word) { return granule * u->memory->granule_bytes + 4 * (uint64_t)word; }

/* `memory` after the words of a commit, a write, or an atomic that found `old`. */
static void write_words(Rtl *u, const TxMessage *m, const uint32_t *old)
{
    for (uint32_t i = 0; i < u->memory->granule_bytes / 4; i++) {
        if (!(m->words >> i & 1)) continue;
        uint32_t to = m->kind != TX_ATOMIC ? m->data[i] : m->op == TX_ADD ? old[i] + m->a : m->op == TX_EXCHANGE ? m->a : old[i] == m->a ? m->b : old[i];
        sim_pages_set_word(&u->memory->pages, address_of(u, m->granule, i), to);
    }
    u->memory->order++;
}

static TxMeta meta_of(const Rtl *u, const uint32_t *fields)
{
    return (TxMeta){field(u, fields, "meta.wts"), field(u, fields, "meta.rts"), (uint32_t)field(u, fields, "meta.writes"), (uint32_t)field(u, fields, "meta.owner")};
}

/* Of the state before a row only the times are not known when the row changes them: those after it stand for them. */
static void access_row(Rtl *u, Open *o, const char *event, const uint32_t *fields)
{
    bool parked = field(u, fields, "park"), again = field(u, fields, "replayed"), refused = field(u, fields, "send0") && field(u, fields, "send0.kind") == u->abort->code;
    TxMeta after = meta_of(u, fields), before = after;
    if (!parked && !refused && o->m.kind == TX_LD) o->order = ++u->memory->order;
    if (!parked && !refused && o->m.kind == TX_ST) before.writes--;
    tx_situation_access(&u->situations, o->m.granule, parked, again, refused && strcmp(event + 2, ".busy") == 0);
    u->stats.queued += parked && !again, u->stats.woken += again;
    u->stats.waiting += (uint32_t)(parked && !again) - (uint32_t)(!parked && again);
    if (u->stats.waiting > u->stats.most_waiting) u->stats.most_waiting = u->stats.waiting;
    tx_see(u->observer, (TxEvent){.seen = TX_DECIDED, .partition = u->number, .message = &o->m, .decision = parked ? TX_QUEUE : refused ? TX_REFUSE : TX_PASS, .before = before, .after = after});
}

/* The unit joins messages of a warp and granule that wait: those behind the first one, until `n` reservations are together, become part of it. */
static void join(Rtl *u, TxMessage *m, uint32_t n)
{
    for (size_t left = u->flying.n; left > 0; left--) {
        TxMessage next = *(const TxMessage *)tx_queue_first(&u->flying);
        tx_queue_pop(&u->flying);
        if (m->n >= n || next.wid != m->wid || next.granule != m->granule) { tx_queue_push(&u->flying, &next); continue; }
        if (next.kind == TX_COMMIT) m->kind = TX_COMMIT;
        m->n += next.n, m->words |= next.words;
        for (uint32_t i = 0; i < TX_MAX_WORDS; i++)
            if (next.words >> i & 1) m->data[i] = next.data[i];
    }
}

/* Ordinary accesses do not look at the metadata. */
static void ordinary_row(Rtl *u, Open *o)
{
    for (uint32_t i = 0; i < u->memory->granule_bytes / 4; i++) o->held[i] = sim_pages_word(&u->memory->pages, address_of(u, o->m.granule, i));
    o->order = ++u->memory->order;
    if (o->m.kind != TX_READ) write_words(u, &o->m, o->held);
}

static void log_row(Rtl *u, uint32_t wid, uint64_t granule, const char *event, const uint32_t *fields)
{
    tx_situation_log(&u->situations, granule, wid, event[1] == 'o', strstr(event, ".last") != NULL);
    const TxMessage *first = tx_queue_first(&u->flying);
    if (!first || first->wid != wid || first->granule != granule) { sim_fail(u->status, "rtl: a log entry of warp %u for granule 0x%llx is applied out of turn", wid, (unsigned long long)granule); return; }
    TxMessage m = *first;
    TxMeta after = meta_of(u, fields), before = after;
    tx_queue_pop(&u->flying);
    join(u, &m, (uint32_t)field(u, fields, "msg.n"));
    before.writes += m.n;
    if (m.kind == TX_COMMIT) {
        write_words(u, &m, NULL);
        tx_see(u->observer, (TxEvent){.seen = TX_WROTE, .partition = u->number, .message = &m, .order = u->memory->order});
    }
    tx_see(u->observer, (TxEvent){.seen = TX_RELEASED, .partition = u->number, .message = &m, .before = before, .after = after});
}

void cg_observe(int ctl, int inst, int row, const uint32_t *fields)
{
    Rtl *u = active;
    (void)inst;
    if (!u || (uint32_t)ctl != u->ctl) return;
    uint64_t granule = granule_of(u, field(u, fields, "key"));
    uint32_t wid = (uint32_t)field(u, fields, "from");
    if (row < 0) { sim_fail(u->status, "rtl: granule 0x%llx, request of warp %u: a row marked never (line %u)", (unsigned long long)granule, wid, cg_design.controllers[ctl].rows[-1 - row].line); return; }
    const char *event = cg_design.controllers[ctl].rows[row].event;
    if (*event == 'C') { log_row(u, wid, granule, event, fields); return; }
    Open *o = open_of(u, wid, granule);
    if (o && o->m.kind > TX_CLEANUP) ordinary_row(u, o);
    else if (o) access_row(u, o, event, fields);
    else sim_fail(u->status, "rtl: a row for warp %u, granule 0x%llx, which has not asked", wid, (unsigned long long)granule);
}

/* ---- messages ---- */

static bool offer(TxPartition *p, const TxMessage *m)
{
    Rtl *u = (Rtl *)p;
    if (m->wid >= cg_design.controllers[0].instances) { sim_fail(u->status, "rtl: the design is for %u warps", cg_design.controllers[0].instances); return true; }
    if (m->kind == TX_COMMIT || m->kind == TX_CLEANUP) {
        if (u->logs.n >= MAX_LOG) return false;
        tx_queue_push(&u->logs, m);
        return true;
    }
    if (m->kind == TX_ATOMIC && (m->words & (m->words - 1)) != 0) { sim_fail(u->status, "rtl: an atomic is about one word"); return true; }
    if (!open_new(u, m)) return false;
    *tx_map_at(&u->touched, m->granule, 0) = 0;
    return true;
}

/* The oldest access that may be offered: none of its warp to the same granule is under way. */
static Open *next_access(Rtl *u)
{
    for (uint32_t i = 0; i < u->n_open; i++) if (u->by_age[i]->offered) return u->by_age[i];
    for (uint32_t i = 0; i < u->n_open; i++) {
        Open *o = u->by_age[i];
        if (o->taken || open_of(u, o->m.wid, o->m.granule)) continue;
        o->offered = true;
        return o;
    }
    return NULL;
}

static void put_field(Rtl *u, const CgNetPort *port, const CgPacketType *t, const char *name, uint64_t value)
{
    sim_put(u->in, in_at(u) + port->msg.lsb, sim_field(t->fields, t->n_fields, name), value);
}

/* The granule as it is when the log entries under way are applied. */
static void granule_then(Rtl *u, uint64_t granule, uint32_t *data)
{
    for (uint32_t i = 0; i < u->memory->granule_bytes / 4; i++) data[i] = sim_pages_word(&u->memory->pages, address_of(u, granule, i));
    for (size_t left = u->flying.n; left > 0; left--) { /* once round */
        TxMessage m = *(const TxMessage *)tx_queue_first(&u->flying);
        tx_queue_pop(&u->flying);
        tx_queue_push(&u->flying, &m);
        for (uint32_t i = 0; m.kind == TX_COMMIT && m.granule == granule && i < TX_MAX_WORDS; i++)
            if (m.words >> i & 1) data[i] = m.data[i];
    }
}

static void put_data(Rtl *u, const CgNetPort *port, const CgPacketType *t, const TxMessage *m)
{
    CgField data = sim_field(t->fields, t->n_fields, "data");
    uint32_t then[TX_MAX_WORDS] = {0};
    if (m->kind == TX_COMMIT) granule_then(u, m->granule, then);
    for (uint32_t i = 0; i < u->memory->granule_bytes / 4; i++) {
        uint32_t word = m->words >> i & 1 ? m->data[i] : m->kind == TX_COMMIT ? then[i] : 0xdeadbeef; /* the mask hides it */
        cg_put(u->in, in_at(u) + port->msg.lsb + data.lsb + 32 * i, 32, word);
    }
}

static void put_mask(Rtl *u, const CgNetPort *port, const CgPacketType *t, const TxMessage *m)
{
    CgField mask = sim_field(t->fields, t->n_fields, "mask");
    for (uint32_t i = 0; i < u->memory->granule_bytes / 4; i++) cg_put(u->in, in_at(u) + port->msg.lsb + mask.lsb + 4 * i, 4, m->words >> i & 1 ? 15 : 0);
}

static void put_atomic(Rtl *u, const CgNetPort *port, const CgPacketType *t, const TxMessage *m)
{
    uint32_t word = 0;
    while (m->words >> word > 1) word++;
    put_field(u, port, t, "op", m->op); /* the table's first three operations are those of message.h */
    put_field(u, port, t, "word", word);
    put_field(u, port, t, "a", m->a);
    put_field(u, port, t, "b", m->b);
}

static void put_message(Rtl *u, const CgNetPort *port, const TxMessage *m)
{
    const CgPacketType *t = u->types[m->kind];
    put_field(u, port, t, "kind", t->code);
    put_field(u, port, t, "from", m->wid);
    put_field(u, port, t, "key", key_of(u, m->granule));
    if (m->kind == TX_LD || m->kind == TX_ST) put_field(u, port, t, "warpts", m->warpts);
    if (m->kind == TX_COMMIT || m->kind == TX_CLEANUP) put_field(u, port, t, "n", m->n);
    if (m->kind == TX_COMMIT || m->kind == TX_WRITE) put_data(u, port, t, m);
    if (m->kind == TX_WRITE) put_mask(u, port, t, m);
    if (m->kind == TX_ATOMIC) put_atomic(u, port, t, m);
}

/* ---- a cycle ---- */

/* After the cycle, `in` as it was in it. */
static void count(Rtl *u)
{
    TxSituations *s = &u->situations;
    tx_situation_cycle(s, &cg_design.controllers[u->ctl], &cg_design.memories[0], u->in, u->out);
    s->held_ask += sim_get(u->in, in_at(u), u->ask->valid) && !sim_get(u->out, out_at(u), u->ask->ready);
    s->held_log += sim_get(u->in, in_at(u), u->log->valid) && !sim_get(u->out, out_at(u), u->log->ready);
    s->held_answer += sim_get(u->out, out_at(u), u->answer->valid) && !sim_get(u->in, in_at(u), u->answer->ready);
}

/* The keys of --collide find zero there: such programs do not begin with other values. */
static void copy_memory(Rtl *u)
{
    SimPages *from = &u->memory->pages, *to = sim_memory_pages(u->axi);
    for (size_t i = 0; i < from->n_slots; i++)
        if (from->slots[i].bytes) memcpy(sim_pages_at(to, from->slots[i].number * SIM_PAGE_BYTES, true), from->slots[i].bytes, SIM_PAGE_BYTES);
}

static void model_cycle(Rtl *u)
{
    active = u;
    cg_model_cycle(u->model, u->in, u->out);
    active = NULL;
    if (u->counts) count(u);
    if (cg_get(u->out, cg_design.error_lsb, 1)) sim_fail(u->status, "rtl: the design's error bit is set");
    u->of_axi.cycle++;
    sim_memory_step(u->axi, u->in, u->out);
    if (u->of_axi.failures) sim_fail(u->status, "rtl: %s", u->of_axi.first), u->of_axi.failures = 0;
}

static void start(Rtl *u)
{
    u->started = true;
    copy_memory(u);
    cg_put(u->in, cg_design.rst_lsb, 1, 1);
    for (int i = 0; i < RESET_CYCLES; i++) cg_model_cycle(u->model, u->in, u->out);
    cg_put(u->in, cg_design.rst_lsb, 1, 0);
    sim_put(u->in, in_at(u), cg_replay.hooks[u->ctl].free, 1);
    sim_put(u->in, in_at(u), u->answer->ready, 1);
}

static void check_ordinary(Rtl *u, const Open *o, const TxReply *reply)
{
    for (uint32_t i = 0; i < u->memory->granule_bytes / 4; i++)
        if (reply->data[i] != o->held[i])
            sim_fail(u->status, "rtl: warp %u gets 0x%x from 0x%llx, which held 0x%x", o->m.wid, reply->data[i], (unsigned long long)address_of(u, o->m.granule, i), o->held[i]);
}

static void take_answer(Rtl *u)
{
    uint32_t at = out_at(u) + u->answer->msg.lsb;
    const CgPacketType *a = u->abort, *v = u->value;
    uint32_t wid = (uint32_t)sim_get(u->out, out_at(u), u->answer->dst), code = (uint32_t)sim_get(u->out, at, sim_field(v->fields, v->n_fields, "kind"));
    uint64_t granule = granule_of(u, sim_get(u->out, at, sim_field(v->fields, v->n_fields, "key")));
    Open *o = open_of(u, wid, granule);
    if (!o) { sim_fail(u->status, "rtl: an answer to warp %u, granule 0x%llx, who has not asked", wid, (unsigned long long)granule); return; }
    TxReply reply = {.core = o->m.core, .wid = wid, .tag = o->m.tag, .order = o->order};
    if (code == a->code) reply.result = o->m.kind == TX_LD ? TX_LATE_LOAD : TX_LATE_STORE, reply.seen = sim_get(u->out, at, sim_field(a->fields, a->n_fields, "seen"));
    if (code == u->old->code) v = u->old;
    for (uint32_t i = 0; code == v->code && i < u->memory->granule_bytes / 4; i++) reply.data[i] = (uint32_t)cg_get(u->out, at + sim_field(v->fields, v->n_fields, "data").lsb + 32 * i, 32);
    if (o->m.kind == TX_READ || o->m.kind == TX_ATOMIC) check_ordinary(u, o, &reply);
    open_end(u, o);
    if (o->m.tag == NO_ONE) u->readback.waits = false, u->readback.reply = reply;
    else tx_queue_push(&u->due, &reply);
}

static void cycle(TxPartition *p, uint64_t now)
{
    Rtl *u = (Rtl *)p;
    (void)now;
    if (!u->started) start(u);
    sim_put(u->in, in_at(u), u->answer->ready, !sim_percent(&u->rng, u->backpressure));
    Open *o = next_access(u);
    const TxMessage *entry = tx_queue_first(&u->logs);
    TxMessage copy;
    sim_put(u->in, in_at(u), u->ask->valid, o != NULL);
    sim_put(u->in, in_at(u), u->log->valid, entry != NULL);
    if (o) put_message(u, u->ask, &o->m), set_taken(u, o, true); /* its row may come in this very cycle */
    if (entry) copy = *entry, put_message(u, u->log, &copy), tx_queue_push(&u->flying, &copy);
    model_cycle(u);
    if (o && !sim_get(u->out, out_at(u), u->ask->ready)) set_taken(u, o, false);
    else if (o) o->offered = false;
    if (entry && sim_get(u->out, out_at(u), u->log->ready)) tx_queue_pop(&u->logs);
    else if (entry) {
        if (u->flying.n == 0) sim_fail(u->status, "rtl: a log entry was applied before it was taken");
        else u->flying.n--;                               /* the last one, which is not there yet */
    }
    if (sim_get(u->out, out_at(u), u->answer->valid) && sim_get(u->in, in_at(u), u->answer->ready)) take_answer(u);
}

static bool give_answer(TxPartition *p, TxReply *r)
{
    Rtl *u = (Rtl *)p;
    const TxReply *first = tx_queue_first(&u->due);
    if (!first) return false;
    *r = *first;
    tx_queue_pop(&u->due);
    return true;
}

static bool idle(const TxPartition *p)
{
    const Rtl *u = (const Rtl *)p;
    return u->n_open + u->logs.n + u->flying.n + u->due.n == 0;
}

static TxPartitionStats stats(const TxPartition *p) { return ((const Rtl *)p)->stats; }

/* The table's entries are not to be seen; instead every granule is loaded, later than all transactions and before END, and compared. */
static void read_back(const TxPartition *p)
{
    Rtl *u = (Rtl *)(uintptr_t)p;
    CgField warpts = sim_field(u->types[TX_LD]->fields, u->types[TX_LD]->n_fields, "warpts");
    for (size_t i = 0; i < u->touched.n_slots && u->status->failures == 0; i++) {
        if (!u->touched.slots[i].used) continue;
        uint64_t granule = u->touched.slots[i].a;
        open_new(u, &(TxMessage){.kind = TX_LD, .tag = NO_ONE, .granule = granule, .warpts = UINT64_C(1) << (warpts.width - 1)});
        u->readback.waits = true;
        for (uint32_t k = 0; u->readback.waits && k < PATIENCE; k++) cycle(&u->partition, 0);
        if (u->readback.waits || u->readback.reply.result != TX_OK) { sim_fail(u->status, "rtl: granule 0x%llx cannot be read at the end", (unsigned long long)granule); return; }
        for (uint32_t w = 0; w < u->memory->granule_bytes / 4; w++) {
            uint64_t address = address_of(u, granule, w);
            uint32_t want = sim_pages_word(&u->memory->pages, address);
            if (u->readback.reply.data[w] != want) sim_fail(u->status, "rtl: 0x%llx holds 0x%x at the end, commits and writes leave 0x%x", (unsigned long long)address, u->readback.reply.data[w], want);
        }
    }
}

static void destroy(TxPartition *p)
{
    Rtl *u = (Rtl *)p;
    u->situations.granules = u->touched.used;
    if (u->counts) tx_situations_print(&u->situations, stdout);
    tx_map_free(&u->situations.waiting);
    cg_model_destroy(u->model);
    sim_memory_destroy(u->axi);
    tx_queue_free(&u->logs);
    tx_queue_free(&u->flying);
    tx_queue_free(&u->due);
    tx_map_free(&u->touched);
    free(u->in);
    free(u->out);
    free(u);
}

/* ---- the design ---- */

static const CgPacketType *type_of(const char *name)
{
    for (uint32_t i = 0; i < cg_replay.n_messages; i++)
        if (strcmp(cg_replay.messages[i].name, name) == 0) return &cg_replay.messages[i];
    fprintf(stderr, "error: the design has no message %s: is it specs/getm/getm.xml?\n", name);
    exit(SIM_EXIT_ENVIRONMENT);
}

static const CgNetPort *port_of(const Rtl *u, const CgPacketType *t, bool sends)
{
    for (uint32_t i = 0; i < cg_replay.n_ports; i++)
        if (cg_replay.ports[i].controller == u->ctl && cg_replay.ports[i].network == t->network && cg_replay.ports[i].sends == sends) return &cg_replay.ports[i];
    fprintf(stderr, "error: the design's validation unit has no port for %s\n", t->name);
    exit(SIM_EXIT_ENVIRONMENT);
}

static bool collide(Rtl *u)
{
    uint32_t rows = 0, bits = 0;
    for (uint32_t i = 0; i < cg_design.n_params; i++)
        if (strcmp(cg_design.params[i].name, "VU.ROWS") == 0) rows = (uint32_t)cg_design.params[i].value;
    while (UINT32_C(1) << bits < rows) bits++;
    return rows == UINT32_C(1) << bits && tx_colliding_keys(u->keys, sim_field(u->value->fields, u->value->n_fields, "key").width, 4, bits);
}

TxPartition *tx_rtl_make(const TxOptions *o, TxMemory *memory, const TxObserver *observer, SimStatus *status, uint32_t partition)
{
    Rtl *u = sim_alloc(1, sizeof *u);
    *u = (Rtl){.partition = {offer, give_answer, cycle, idle, stats, read_back, destroy}, .status = status, .memory = memory, .observer = observer, .number = partition,
               .counts = o->situations, .collide = o->collide, .backpressure = o->backpressure, .rng = {o->seed}, .stretch = UINT64_MAX};
    while (u->ctl + 1 < cg_design.n_controllers && strcmp(cg_design.controllers[u->ctl].name, "VU") != 0) u->ctl++;
    static const char *const names[] = {[TX_LD] = "Ld", [TX_ST] = "St", [TX_COMMIT] = "Commit", [TX_CLEANUP] = "Cleanup", [TX_READ] = "Read", [TX_WRITE] = "Write", [TX_ATOMIC] = "Atomic"};
    for (int i = 0; i <= TX_ATOMIC; i++) u->types[i] = type_of(names[i]);
    u->value = type_of("Value"), u->old = type_of("Old"), u->abort = type_of("Abort");
    u->ask = port_of(u, u->types[TX_LD], false), u->log = port_of(u, u->types[TX_COMMIT], false), u->answer = port_of(u, u->value, true);
    uint32_t granule = sim_field(u->value->fields, u->value->n_fields, "data").width / 8;
    if (granule != o->granule) sim_fail(status, "rtl: the design is for granules of %u bytes", granule);
    if (o->collide && !collide(u)) sim_fail(status, "rtl: --collide: no %d keys collide in this table, or its rows are no power of two", TX_COLLIDING);
    u->in = sim_alloc(cg_design.in_bits / 32 + 2, sizeof *u->in);
    u->out = sim_alloc(cg_design.out_bits / 32 + 2, sizeof *u->out);
    u->model = cg_model_create(0, NULL, NULL, 0);
    u->axi = sim_memory_create(&cg_design, &(SimMemoryOptions){.latency = o->memory, .jitter = 10, .bandwidth = 200, .backpressure = o->backpressure, .seed = o->seed}, &u->of_axi);
    tx_queue_init(&u->logs, sizeof(TxMessage));
    tx_queue_init(&u->flying, sizeof(TxMessage));
    tx_queue_init(&u->due, sizeof(TxReply));
    return &u->partition;
}
