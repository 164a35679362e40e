/* bench_commit.c - rates of the emitted memory side of specs/gpudet/zunit.xml: streams of updates by way of its core
 * ports, networks and L2, memory behind the AXI ports. At the end of each stream what the L2 reads must be the colours
 * of the smallest depths. Then quantum numbers start again (clear), and larger depths must win; updates and clears of
 * one block follow each other; reads, write-backs and atomics are compared with plain words. At last the L2 is drained:
 * then memory has them.
 *   bench_commit STREAM UPDATES [LATENCY]    a line of figures; STREAM: see streams.c, LATENCY: of memory (100) */
#include "../dut.h"
#include "memory/memory.h"
#include "streams.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_FEEDS = 16, QUEUE = 16, PATIENCE = 20000, AFTER = 500, TRIPLES = 200, MIXED = 400, PRIVATE = 4, CAS = 2 };
typedef enum { UPDATE, CLEAR, READ, BACK, RMW, DRAIN, KINDS } Kind;
static const char *const asked[KINDS] = {"update", "clear", "read", "back", "rmw", "drain"};
static const char *const told[KINDS] = {"done", "cleared", "got", "taken", "was", "drained"};

/* u.colour: also of BACK, and operand a of RMW, which adds it to word u.words; or, where u.depth is not 0, compares it
 * with the word and stores u.depth if they are alike. */
typedef struct { Kind kind; Update u; } Op;
typedef struct {
    Op queue[QUEUE];
    unsigned first, n;
    bool offers, *taken;               /* taken: by id */
    Op *under_way;                     /* by id */
    uint64_t id, n_taken;
    uint32_t old;                      /* of the last answer to RMW */
} Feed;
typedef struct {
    Dut dut;
    SimMemory *memory;
    Streams s;
    const CgCorePort *cu;
    Feed feed[MOST_FEEDS];
    uint32_t n_feeds, ids;
    bool touched[BLOCKS], waits;
    Update now;                        /* waits for its feed */
    uint64_t colours, start, updates, answered, last;
    uint64_t misses, blocked;
    int unit;
} Bench;

/* ---- ports ---- */

static void drive(Bench *b, uint32_t f, const Op *o)
{
    const CgCorePort *p = b->cu;
    uint8_t bytes[4 * MOST_WORDS], mask[MOST_WORDS / 2];
    uint32_t base = p->in_base + f * p->in_stride;
    sim_put(b->dut.in, base, p->req_kind, sim_code(p->events, p->n_events, asked[o->kind]));
    sim_put(b->dut.in, base, p->req_key, o->u.block);
    stream_bytes(&b->s, o->u.colour, bytes);
    stream_mask(&b->s, &o->u, mask);
    for (uint32_t i = 0; i < p->n_req_fields; i++) {
        CgField at = p->req_fields[i];
        const char *name = at.name;
        if (strcmp(name, "mask") == 0) cg_put_bytes(b->dut.in, base + at.lsb, at.width, mask);
        else if (strcmp(name, "data") == 0) cg_put_bytes(b->dut.in, base + at.lsb, at.width, bytes);
        else
            sim_put(b->dut.in, base, at, strcmp(name, "id") == 0      ? b->feed[f].id
                                         : strcmp(name, "depth") == 0 ? o->u.depth
                                         : strcmp(name, "word") == 0  ? o->u.words
                                         : strcmp(name, "a") == 0     ? o->u.colour
                                         : strcmp(name, "b") == 0     ? o->u.depth
                                         : strcmp(name, "op") == 0    ? (o->u.depth ? CAS : 0)
                                                                      : 0);
    }
}

static void offer(Bench *b, uint32_t f)
{
    Feed *x = &b->feed[f];
    if (!x->offers && x->n && x->n_taken < b->ids) {
        while (x->taken[x->id]) x->id = (x->id + 1) % b->ids;
        drive(b, f, &x->queue[x->first]);
        x->offers = true;
    }
    sim_put(b->dut.in, b->cu->in_base + f * b->cu->in_stride, b->cu->req_valid, x->offers);
}

static void accept(Bench *b, uint32_t f)
{
    Feed *x = &b->feed[f];
    if (!x->offers || !sim_get(b->dut.out, b->cu->out_base + f * b->cu->out_stride, b->cu->req_ready)) return;
    x->offers = false, x->taken[x->id] = true, x->n_taken++;
    x->under_way[x->id] = x->queue[x->first];
    x->first = (x->first + 1) % QUEUE, x->n--;
}

static void answer(Bench *b, uint32_t f)
{
    const CgCorePort *p = b->cu;
    const uint32_t *out = b->dut.out;
    uint32_t base = p->out_base + f * p->out_stride;
    Feed *x = &b->feed[f];
    uint8_t bytes[4 * MOST_WORDS];
    if (!sim_get(out, base, p->rep_valid)) return;
    uint64_t id = sim_get(out, base, sim_field(p->rep_fields, p->n_rep_fields, "id"));
    const Op *o = &x->under_way[id];
    if (!x->taken[id]) sim_fail(&b->dut.status, "request %llu of %u is answered twice", (unsigned long long)id, f);
    else if (sim_get(out, base, p->rep_kind) != sim_code(p->replies, p->n_replies, told[o->kind]))
        sim_fail(&b->dut.status, "request %llu of %u, a %s, has another answer", (unsigned long long)id, f,
                 asked[o->kind]);
    CgField data = sim_field(p->rep_fields, p->n_rep_fields, o->kind == RMW ? "old" : "data");
    if (o->kind == READ || o->kind == RMW) cg_get_bytes(out, base + data.lsb, data.width, bytes);
    if (o->kind == RMW) x->old = stream_word(bytes, 0);
    for (uint32_t w = 0; o->kind == READ && w < b->s.n_words; w++)
        b->s.words[o->u.block * b->s.n_words + w].is = stream_word(bytes, w);
    b->answered += o->kind == UPDATE;
    x->taken[id] = false, x->n_taken--;
    b->last = b->dut.cycle;
}

static void observe(void *bench, int ctl, int inst, int row, const uint32_t *fields)
{
    Bench *b = bench;
    (void)inst;
    (void)fields;
    if (row < 0) { sim_fail(&b->dut.status, "a row marked never"); return; }
    if (ctl != b->unit) return;
    b->misses += dut_event(ctl, row, "FILL");
    b->blocked += strcmp(cg_design.controllers[ctl].rows[row].state, "F") == 0 && dut_event(ctl, row, "Update");
}

static bool busy(const Bench *b)
{
    for (uint32_t f = 0; f < b->n_feeds; f++) if (b->feed[f].n || b->feed[f].n_taken) return true;
    return b->waits;
}

static void cycle(Bench *b)
{
    for (uint32_t f = 0; f < b->n_feeds; f++) offer(b, f);
    dut_cycle(&b->dut);
    for (uint32_t f = 0; f < b->n_feeds; f++) accept(b, f), answer(b, f);
    sim_memory_step(b->memory, b->dut.in, b->dut.out);
    if (!busy(b)) b->last = b->dut.cycle;
    if (b->dut.cycle - b->last > PATIENCE) sim_fail(&b->dut.status, "nothing is answered any more");
    if (b->dut.status.failures) exit(SIM_EXIT_FAILED);
}

static void rest(Bench *b)
{
    while (busy(b)) cycle(b);
}

/* Waits for a place in the feed's queue. */
static void push(Bench *b, uint32_t f, Kind kind, Update u)
{
    while (b->feed[f].n == QUEUE) cycle(b);
    Feed *x = &b->feed[f];
    x->queue[(x->first + x->n++) % QUEUE] = (Op){kind, u};
}

/* ---- updates ---- */

/* Those of one depth come from one feed, as those of one wavefront do. */
static uint32_t feed_of(const Bench *b, uint32_t depth) { return depth % b->n_feeds; }

static void take_place(Bench *b, Update *u)
{
    u->colour = (uint32_t)++b->colours;
    stream_expect(&b->s, u);
    b->touched[u->block] = true;
}

/* A cycle in which as many updates are queued as find room. */
static void streaming(Bench *b, Stream next)
{
    for (;;) {
        if (!b->waits) {
            b->now = next(&b->s, b->updates++ - b->start);
            take_place(b, &b->now);
            b->waits = true;
        }
        Feed *x = &b->feed[feed_of(b, b->now.depth)];
        if (x->n == QUEUE) break;
        x->queue[(x->first + x->n++) % QUEUE] = (Op){UPDATE, b->now};
        b->waits = false;
    }
    cycle(b);
}

static void last_one(Bench *b)
{
    if (b->waits) push(b, feed_of(b, b->now.depth), UPDATE, b->now);
    b->waits = false;
    rest(b);
}

/* ---- what is in memory ---- */

static void each_touched(Bench *b, Kind kind)
{
    for (uint32_t i = 0; i < BLOCKS; i++)
        if (b->touched[i]) push(b, i % b->n_feeds, kind, (Update){.block = i});
    rest(b);
}

static void check(Bench *b)
{
    last_one(b);
    each_touched(b, READ);
    uint64_t wrong = stream_wrong(&b->s);
    if (!wrong) return;
    sim_fail(&b->dut.status, "%llu words do not have the colour of the smallest depth", (unsigned long long)wrong);
    exit(SIM_EXIT_FAILED);
}

/* Quantum numbers start again: nobody has written, and depths are those of the first quanta. */
static void again(Bench *b)
{
    each_touched(b, CLEAR);
    for (uint64_t i = 0; i < (uint64_t)BLOCKS * b->s.n_words; i++) b->s.words[i].depth = UINT32_MAX;
    b->start = b->updates;
    while (b->updates < b->start + AFTER) streaming(b, stream_anywhere);
    check(b);
}

/* An update, a clear behind it, and one of a larger depth, of one block from one feed: whatever is in the Z-cache. */
static void triples(Bench *b)
{
    uint32_t all = b->s.n_words == 32 ? UINT32_MAX : (UINT32_C(1) << b->s.n_words) - 1;
    for (uint32_t i = 0; i < TRIPLES; i++) {
        uint64_t block = i < TRIPLES / 2 ? sim_below(&b->s.rng, HOT) : sim_below(&b->s.rng, BLOCKS);
        uint32_t f = (uint32_t)(block % b->n_feeds);
        Update first = {block, 1 + i % 3, 0, all}, second = {block, 9 + i % 3, 0, all & 0x55555555};
        for (uint32_t w = 0; w < b->s.n_words; w++) b->s.words[block * b->s.n_words + w].depth = UINT32_MAX;
        push(b, f, CLEAR, first);
        take_place(b, &first);
        push(b, f, UPDATE, first);
        for (uint32_t w = 0; w < b->s.n_words; w++) b->s.words[block * b->s.n_words + w].depth = UINT32_MAX;
        push(b, f, CLEAR, first);
        take_place(b, &second);
        push(b, f, UPDATE, second);
    }
    check(b);
}

/* Reads, write-backs and atomics of a few blocks that each feed has to itself, the ways of the L2 full of others. */
static void mixed(Bench *b)
{
    for (uint32_t i = 0; i < MIXED; i++) {
        uint32_t f = i % b->n_feeds, w = sim_below(&b->s.rng, b->s.n_words), kind = sim_below(&b->s.rng, 3);
        uint64_t block = f + b->n_feeds * sim_below(&b->s.rng, PRIVATE) * 64 % BLOCKS;
        Word *x = &b->s.words[block * b->s.n_words];
        b->touched[block] = true;
        Update u = {block, 0, (uint32_t)sim_random(&b->s.rng), w};
        if (kind == 2 && u.colour & 1) u.depth = u.colour | 1u << 31;
        if (u.depth && u.colour & 2) u.colour = x[w].colour;
        push(b, f, kind == 0 ? READ : kind == 1 ? BACK : RMW, u);
        for (uint32_t k = 0; kind == 1 && k < b->s.n_words; k++) x[k].colour = u.colour;
        if (kind != 2) continue;
        rest(b);
        if (b->feed[f].old != x[w].colour)
            sim_fail(&b->dut.status, "the atomic on word %u of block %llu has read %u, not %u", w,
                     (unsigned long long)block, b->feed[f].old, x[w].colour);
        if (!u.depth) x[w].colour += u.colour;
        else if (x[w].colour == u.colour) x[w].colour = u.depth;
    }
    check(b);
}

/* Lines that only the L2 has; twice, so that the second finds nothing. Behind it what memory is given is read. */
static void drain(Bench *b)
{
    uint64_t wrong = 0;
    for (uint32_t i = 0; i < PRIVATE; i++) {
        Update u = {i, 0, (uint32_t)sim_random(&b->s.rng), 0};
        push(b, i % b->n_feeds, BACK, u);
        b->touched[i] = true;
        for (uint32_t w = 0; w < b->s.n_words; w++) b->s.words[i * b->s.n_words + w].colour = u.colour;
    }
    rest(b);
    for (int i = 0; i < 2; i++) {
        push(b, 0, DRAIN, (Update){.block = 0});
        rest(b);
    }
    for (uint64_t i = 0; i < (uint64_t)BLOCKS * b->s.n_words; i++)
        wrong += b->touched[i / b->s.n_words] && sim_memory_word(b->memory, 4 * i) != b->s.words[i].colour;
    if (wrong) {
        sim_fail(&b->dut.status, "memory has not %llu words of the L2", (unsigned long long)wrong);
        exit(SIM_EXIT_FAILED);
    }
    for (uint64_t i = 0; i < (uint64_t)BLOCKS * b->s.n_words; i++)
        if (b->touched[i / b->s.n_words])
            sim_memory_set_word(b->memory, 4 * i, b->s.words[i].colour = (uint32_t)sim_random(&b->s.rng));
    check(b);
}

/* ---- a run ---- */

static void create(Bench *b, uint32_t latency)
{
    dut_create(&b->dut, (CgObserver){observe, b});
    if (cg_design.n_cores != 1 || cg_design.cores[0].instances > MOST_FEEDS || cg_design.n_memories != 2) {
        fprintf(stderr, "error: not zunit.xml\n");
        exit(SIM_EXIT_ENVIRONMENT);
    }
    b->cu = &cg_design.cores[0], b->unit = (int)dut_controller("ZU");
    b->n_feeds = b->cu->instances, b->ids = b->cu->ids, b->s.n_words = b->cu->line_bytes / 4;
    b->s.sets = (uint32_t)dut_param("ZU.SETS"), b->s.ways = (uint32_t)dut_param("ZU.WAYS");
    b->s.rng = (SimRng){1};
    b->s.words = sim_alloc((size_t)BLOCKS * b->s.n_words, sizeof *b->s.words);
    for (uint64_t i = 0; i < (uint64_t)BLOCKS * b->s.n_words; i++) b->s.words[i].depth = UINT32_MAX;
    SimMemoryOptions o = {.latency = latency, .bandwidth = 200, .seed = 1};
    b->memory = sim_memory_create(&cg_design, &o, &b->dut.status);
    for (uint32_t f = 0; f < b->n_feeds; f++) {
        b->feed[f].taken = sim_alloc(b->ids, sizeof *b->feed[f].taken);
        b->feed[f].under_way = sim_alloc(b->ids, sizeof *b->feed[f].under_way);
        sim_put(b->dut.in, b->cu->in_base + f * b->cu->in_stride, b->cu->rep_ready, 1);
    }
    if (dut_param("L2.SETS") * dut_param("L2.WAYS") < BLOCKS) return;
    for (uint32_t i = 0; i < BLOCKS; i++) push(b, i % b->n_feeds, READ, (Update){.block = i});   /* all in the L2 */
    rest(b);
}

int main(int argc, char **argv)
{
    static Bench b;
    Stream next = argc > 2 ? stream_named(argv[1]) : NULL;
    if (!next || argc > 4) { fprintf(stderr, "usage: bench_commit STREAM UPDATES [LATENCY]\n"); return SIM_EXIT_USAGE; }
    uint64_t updates = strtoull(argv[2], NULL, 0);
    create(&b, argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 0) : 100);
    uint64_t warm = (uint64_t)2 * b.s.sets * b.s.ways + 100;
    while (b.answered < warm) streaming(&b, next);
    uint64_t from = b.dut.cycle, before = b.answered, misses = b.misses, blocked = b.blocked;
    while (b.answered < before + updates) streaming(&b, next);
    double n = (double)(b.answered - before), cycles = (double)(b.dut.cycle - from);
    printf("%-10s %9llu %10.0f %9.3f %8.1f %% %8.1f %%\n", argv[1], (unsigned long long)(b.answered - before), cycles,
           n / cycles, 100 * (double)(b.misses - misses) / n, 100 * (double)(b.blocked - blocked) / n);
    check(&b);
    again(&b);
    triples(&b);
    mixed(&b);
    drain(&b);
    sim_memory_destroy(b.memory);
    for (uint32_t f = 0; f < b.n_feeds; f++) free(b.feed[f].taken), free(b.feed[f].under_way);
    free(b.s.words);
    dut_destroy(&b.dut);
    return SIM_EXIT_OK;
}
