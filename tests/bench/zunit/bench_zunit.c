/* bench_zunit.c - rates of the emitted Z-buffer unit of specs/gpudet/published.xml by itself: streams of updates,
 * memory with the depths behind its AXI port, and an L2 that takes colours. At the end of each stream the colours in
 * the L2 must be those of the smallest depths; then quantum numbers start again, and larger depths must win.
 *   bench_zunit STREAM UPDATES [LATENCY]    a line of figures; STREAM: see streams.c, LATENCY: of depths (100) */
#include "../dut.h"
#include "memory/memory.h"
#include "streams.h"
#include <stdlib.h>
#include <string.h>

enum { COLOUR_LATENCY = 30, PATIENCE = 20000, QUIET = 2000, AFTER = 500 };

typedef struct { uint64_t tag, due; } Owed;

typedef struct {
    Dut dut;
    SimMemory *memory;
    Streams s;
    const CgCorePort *cu;
    const CgBlockPort *l2;
    uint32_t ids;
    bool *taken;                       /* by tag */
    bool wipes, wiped;
    uint64_t sent, answered, colours;
    uint64_t start, last;              /* the first update of a stream; cycle of the last answer */
    bool offers;
    Update now;
    uint64_t tag;
    Owed *owed; uint64_t first_owed, n_owed;   /* a ring of `ids` */
    uint64_t misses, fails;
    int unit;
} Bench;

static void check(Bench *b)
{
    uint64_t wrong = stream_wrong(&b->s);
    if (wrong) sim_fail(&b->dut.status, "%llu words do not have the colour of the smallest depth",
                        (unsigned long long)wrong);
}

/* ---- ports ---- */

static void offer(Bench *b, Stream next)
{
    const CgCorePort *p = b->cu;
    uint8_t bytes[4 * MOST_WORDS], mask[MOST_WORDS / 2];
    while (b->taken[b->tag] && b->sent - b->answered < b->ids) b->tag = (b->tag + 1) % b->ids;
    if (b->taken[b->tag]) return;
    b->now = next(&b->s, b->sent - b->start);
    b->now.colour = (uint32_t)b->sent + 1;
    sim_put(b->dut.in, p->in_base, p->req_kind, sim_code(p->events, p->n_events, "UPDATE"));
    sim_put(b->dut.in, p->in_base, p->req_key, b->now.block);
    for (uint32_t i = 0; i < p->n_req_fields; i++) {
        CgField f = p->req_fields[i];
        uint32_t at = p->in_base + f.lsb, value = strcmp(f.name, "depth") == 0 ? b->now.depth : b->now.colour;
        if (strcmp(f.name, "tag") == 0) { sim_put(b->dut.in, p->in_base, f, b->tag); continue; }
        stream_bytes(&b->s, value, bytes);
        stream_mask(&b->s, &b->now, mask);
        cg_put_bytes(b->dut.in, at, f.width, strcmp(f.name, "mask") == 0 ? mask : bytes);
    }
    b->offers = true;
}

static void take_colour(Bench *b)
{
    const CgBlockPort *p = b->l2;
    uint8_t data[4 * MOST_WORDS], mask[MOST_WORDS / 2];
    const uint32_t *out = b->dut.out;
    CgField d = sim_field(p->req_fields, p->n_req_fields, "data");
    CgField m = sim_field(p->req_fields, p->n_req_fields, "mask");
    CgField tag = sim_field(p->req_fields, p->n_req_fields, "tag");
    uint64_t block = sim_get(out, p->out_base, p->req_key);
    cg_get_bytes(out, p->out_base + d.lsb, d.width, data);
    cg_get_bytes(out, p->out_base + m.lsb, m.width, mask);
    for (uint32_t w = 0; w < b->s.n_words; w++)
        if (mask[w / 2] >> w % 2 * 4 & 1)
            b->s.words[block * b->s.n_words + w].is = stream_word(data, w);
    Owed o = {sim_get(out, p->out_base, tag), b->dut.cycle + COLOUR_LATENCY};
    b->owed[(b->first_owed + b->n_owed++) % b->ids] = o;
    b->colours++;
}

static void l2(Bench *b)
{
    const CgBlockPort *p = b->l2;
    if (sim_get(b->dut.out, p->out_base, p->req_valid)) take_colour(b);
    if (sim_get(b->dut.in, p->in_base, p->ev_valid) && sim_get(b->dut.out, p->out_base, p->ev_ready))
        b->first_owed++, b->n_owed--;
    Owed o = b->owed[b->first_owed % b->ids];
    sim_put(b->dut.in, p->in_base, p->ev_valid, b->n_owed && o.due <= b->dut.cycle);
    sim_put(b->dut.in, p->in_base, sim_field(p->ev_fields, p->n_ev_fields, "tag"), o.tag);
}

static void answers(Bench *b)
{
    const CgCorePort *p = b->cu;
    if (!sim_get(b->dut.out, p->out_base, p->rep_valid)) return;
    if (sim_get(b->dut.out, p->out_base, p->rep_kind) == sim_code(p->replies, p->n_replies, "wiped")) {
        b->wiped = true;
        return;
    }
    uint64_t tag = sim_get(b->dut.out, p->out_base, sim_field(p->rep_fields, p->n_rep_fields, "tag"));
    if (!b->taken[tag]) sim_fail(&b->dut.status, "update %llu is answered twice", (unsigned long long)tag);
    b->taken[tag] = false;
    b->answered++;
    b->last = b->dut.cycle;
}

static void observe(void *bench, int ctl, int inst, int row, const uint32_t *fields)
{
    Bench *b = bench;
    (void)inst;
    (void)fields;
    if (row < 0) sim_fail(&b->dut.status, "a row marked never");
    else if (ctl == b->unit) b->misses += dut_event(ctl, row, "FILL"), b->fails += dut_event(ctl, row, "FAIL");
}

static void cycle(Bench *b, Stream next)
{
    const CgCorePort *p = b->cu;
    if (!b->offers && next) offer(b, next);
    sim_put(b->dut.in, p->in_base, p->req_valid, b->offers);
    dut_cycle(&b->dut);
    if (b->offers && sim_get(b->dut.out, p->out_base, p->req_ready)) {
        b->offers = false;
        if (!b->wipes) {
            b->taken[b->tag] = true;
            b->sent++;
            stream_expect(&b->s, &b->now);
        }
        b->wipes = false;
    }
    answers(b);
    l2(b);
    sim_memory_step(b->memory, b->dut.in, b->dut.out);
    if (b->answered < b->sent && b->dut.cycle - b->last > PATIENCE)
        sim_fail(&b->dut.status, "%llu updates are not answered", (unsigned long long)(b->sent - b->answered));
    if (b->dut.status.failures) exit(SIM_EXIT_FAILED);
}

static void create(Bench *b, uint32_t latency)
{
    dut_create(&b->dut, (CgObserver){observe, b});
    if (cg_design.n_cores != 1 || cg_design.n_memories != 1) { fprintf(stderr, "error: not published.xml\n"); exit(3); }
    b->cu = &cg_design.cores[0], b->l2 = dut_port("ZU", "l2"), b->unit = (int)dut_controller("ZU");
    b->ids = b->cu->ids, b->s.n_words = b->cu->line_bytes / 4;
    b->s.sets = (uint32_t)dut_param("ZU.SETS"), b->s.ways = (uint32_t)dut_param("ZU.WAYS");
    b->s.rng = (SimRng){1};
    b->s.words = sim_alloc((size_t)BLOCKS * b->s.n_words, sizeof *b->s.words);
    b->taken = sim_alloc(b->ids, sizeof *b->taken);
    b->owed = sim_alloc(b->ids, sizeof *b->owed);
    SimMemoryOptions o = {.latency = latency, .bandwidth = 200, .seed = 1};
    b->memory = sim_memory_create(&cg_design, &o, &b->dut.status);
    for (uint64_t i = 0; i < (uint64_t)BLOCKS * b->s.n_words; i++) {
        b->s.words[i].depth = UINT32_MAX;
        sim_pages_set_word(sim_memory_pages(b->memory), 4 * i, UINT32_MAX);
    }
    sim_put(b->dut.in, b->cu->in_base, b->cu->rep_ready, 1);
    sim_put(b->dut.in, b->l2->in_base, b->l2->req_ready, 1);
    for (uint32_t i = 0; i < b->s.sets; i++) cycle(b, NULL);                 /* the Z-cache clears itself */
}

/* Until all updates are answered, and written. */
static void finish(Bench *b)
{
    while (b->answered < b->sent || b->offers) cycle(b, NULL);
    check(b);
    if (b->dut.status.failures) exit(SIM_EXIT_FAILED);
}

/* Quantum numbers start again: depths are those of the first quanta, all larger than what was there. */
static void again(Bench *b)
{
    sim_put(b->dut.in, b->cu->in_base, b->cu->req_kind, sim_code(b->cu->events, b->cu->n_events, "WIPE"));
    b->offers = b->wipes = true;
    for (uint64_t i = 0; i < QUIET; i++) cycle(b, NULL);
    if (!b->wiped || !sim_memory_idle(b->memory)) sim_fail(&b->dut.status, "the Z-cache was not wiped");
    for (uint64_t i = 0; i < (uint64_t)BLOCKS * b->s.n_words; i++) {
        b->s.words[i].depth = UINT32_MAX;
        sim_pages_set_word(sim_memory_pages(b->memory), 4 * i, UINT32_MAX);
    }
    b->start = b->sent;
    while (b->sent < b->start + AFTER) cycle(b, stream_anywhere);
    finish(b);
}

int main(int argc, char **argv)
{
    Bench b = {0};
    Stream next = argc > 2 ? stream_named(argv[1]) : NULL;
    if (!next || argc > 4) { fprintf(stderr, "usage: bench_zunit STREAM UPDATES [LATENCY]\n"); return SIM_EXIT_USAGE; }
    uint64_t updates = strtoull(argv[2], NULL, 0);
    create(&b, argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 0) : 100);
    uint64_t warm = (uint64_t)2 * b.s.sets * b.s.ways;
    while (b.answered < warm) cycle(&b, next);
    uint64_t from = b.dut.cycle, before = b.answered, misses = b.misses, fails = b.fails, colours = b.colours;
    while (b.answered < before + updates) cycle(&b, next);
    double n = (double)(b.answered - before), cycles = (double)(b.dut.cycle - from);
    printf("%-10s %9llu %10.0f %9.3f %8.1f %% %8.1f %% %8.1f %%\n", argv[1], (unsigned long long)(b.answered - before),
           cycles, n / cycles, 100 * (double)(b.misses - misses) / n, 100 * (double)(b.fails - fails) / n,
           100 * (double)(b.colours - colours) / n);
    finish(&b);
    again(&b);
    sim_memory_destroy(b.memory);
    free(b.s.words), free(b.taken), free(b.owed);
    dut_destroy(&b.dut);
    return SIM_EXIT_OK;
}
