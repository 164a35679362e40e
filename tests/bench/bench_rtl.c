/* bench_rtl.c - latencies and throughputs of an emitted system with write-through L1 caches and banked L2 (specs/rcc), in cycles.
 *
 * Drives the core ports of the verilated design directly through sim/model.h, without back-pressure: a flow per core issues one kind of request over a
 * number of lines with as many of them in flight as there are thread ids. Memory is sim/memory.c without jitter.
 *   bench_rtl [--check] [LATENCY]     LATENCY of memory in cycles (default 100); --check: exit 1 when a target is missed
 * A request handshake in cycle c and its reply handshake in cycle c + n make a latency of n. Built by scripts/bench_rtl.sh. */
#include "memory.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_CORES = 64, MAX_IDS = 64, WARM_UP = 400, WINDOW = 1000, TOO_LONG = 200000 };

typedef struct { const char *event; uint64_t base, lines, stride, limit; uint32_t in_flight; } Pattern;
typedef struct {
    Pattern p;
    bool on, presented;
    uint32_t id, busy_count;
    bool busy[MAX_IDS];
    uint64_t since[MAX_IDS];
    uint64_t issued, replied, shortest, longest, first_reply, last_reply;
} Flow;

typedef struct {
    CgModel *model;
    SimMemory *memory;
    SimStatus status;
    uint32_t *in, *out;
    const CgCorePort *port;
    Flow flow[MAX_CORES];
    uint64_t next_line; /* fresh lines, so that measurements do not meet each other's copies */
    uint32_t latency, missed;
} Bench;

static int home_index;          /* the last controller of the design: the one with the memory port */
static uint64_t home_rows;      /* rows fired there */
void cg_observe(int ctl, int inst, int row, const uint32_t *fields)
{
    (void)inst, (void)row, (void)fields;
    home_rows += ctl == home_index;
}

static void issue(Bench *b, uint32_t core)
{
    Flow *f = &b->flow[core];
    const CgCorePort *p = b->port;
    uint32_t base = p->in_base + core * p->in_stride, id = f->id;
    f->presented = false;
    sim_put(b->in, base, p->req_valid, 0);
    if (!f->on || f->issued >= f->p.limit || f->busy_count >= f->p.in_flight) return;
    for (uint32_t i = 0; i < p->ids && f->busy[id]; i++) id = (id + 1) % p->ids;
    if (f->busy[id]) return;
    f->id = id;
    f->presented = true;
    sim_put(b->in, base, p->req_valid, 1);
    sim_put(b->in, base, p->req_kind, sim_code(p->events, p->n_events, f->p.event));
    sim_put(b->in, base, p->req_key, f->p.base + f->issued % f->p.lines * f->p.stride);
    sim_put(b->in, base, sim_field(p->req_fields, p->n_req_fields, p->id_field), id);
    CgField mask = sim_field(p->req_fields, p->n_req_fields, "mask");
    if (mask.width) cg_put(b->in, base + mask.lsb, 4, 15);
}

static void answer(Bench *b, uint32_t core)
{
    Flow *f = &b->flow[core];
    const CgCorePort *p = b->port;
    uint32_t id = (uint32_t)sim_get(b->out, p->out_base + core * p->out_stride, sim_field(p->rep_fields, p->n_rep_fields, p->id_field));
    uint64_t latency = b->status.cycle - f->since[id];
    if (!f->busy[id]) sim_fail(&b->status, "core %u: a reply for id %u, which has no request", core, id);
    f->busy[id] = false;
    f->busy_count--;
    if (f->replied++ == 0) f->first_reply = b->status.cycle;
    f->last_reply = b->status.cycle;
    if (latency < f->shortest || f->shortest == 0) f->shortest = latency;
    if (latency > f->longest) f->longest = latency;
}

static void step(Bench *b)
{
    const CgCorePort *p = b->port;
    cg_model_cycle(b->model, b->in, b->out);
    b->status.cycle++;
    for (uint32_t c = 0; c < p->instances; c++) {
        Flow *f = &b->flow[c];
        uint32_t in = p->in_base + c * p->in_stride, out = p->out_base + c * p->out_stride;
        bool taken = f->presented && sim_get(b->out, out, p->req_ready);
        if (taken) {
            f->busy[f->id] = true;
            f->since[f->id] = b->status.cycle;
            f->busy_count++;
            f->issued++;
        }
        if (sim_get(b->out, out, p->rep_valid) && sim_get(b->in, in, p->rep_ready)) answer(b, c);
        if (taken || !f->presented) issue(b, c);
        sim_put(b->in, in, p->rep_ready, 1);
    }
    sim_memory_step(b->memory, b->in, b->out);
}

static void steps(Bench *b, uint64_t n) { while (n--) step(b); }

static bool idle(const Bench *b)
{
    for (uint32_t c = 0; c < b->port->instances; c++)
        if (b->flow[c].busy_count || b->flow[c].presented) return false;
    return sim_memory_idle(b->memory);
}

static void drain(Bench *b)
{
    for (uint32_t c = 0; c < b->port->instances; c++) b->flow[c].on = b->flow[c].on && b->flow[c].p.limit != UINT64_MAX;
    for (uint64_t n = 0; !idle(b); n++) {
        if (n > TOO_LONG || b->status.failures) {
            fprintf(stderr, "error: the design does not answer any more\n");
            exit(SIM_EXIT_FAILED);
        }
        step(b);
    }
    steps(b, 50);
}

static void start(Bench *b, uint32_t core, Pattern p)
{
    if (p.in_flight == 0 || p.in_flight > b->port->ids) p.in_flight = b->port->ids;
    if (p.limit == 0) p.limit = UINT64_MAX;
    if (p.stride == 0) p.stride = 1;
    b->flow[core] = (Flow){.p = p, .on = true};
    issue(b, core);
}

/* Runs one flow to its end and returns its figures. */
static Flow run(Bench *b, uint32_t core, Pattern p)
{
    start(b, core, p);
    drain(b);
    return b->flow[core];
}

static uint64_t fresh(Bench *b, uint64_t lines) { return (b->next_line += lines) - lines; }

static uint64_t param(const char *name)
{
    for (uint32_t i = 0; i < cg_design.n_params; i++)
        if (strcmp(cg_design.params[i].name, name) == 0) return cg_design.params[i].value;
    return 0;
}

static void print(Bench *b, const char *name, double value, const char *unit, double target, bool at_least)
{
    bool good = target == 0 || (at_least ? value >= target : value <= target);
    b->missed += !good;
    printf("  %-58s %9.3f %-15s", name, value, unit);
    if (target != 0) printf("%s %.2f  %s", at_least ? "at least" : "at most ", target, good ? "ok" : "MISSED");
    putchar('\n');
}

/* Requests per cycle of core 0 while it has as many in flight as it can. */
static double rate(Bench *b, Pattern p)
{
    start(b, 0, p);
    steps(b, WARM_UP);
    uint64_t before = b->flow[0].replied;
    steps(b, WINDOW);
    double r = (double)(b->flow[0].replied - before) / WINDOW;
    drain(b);
    return r;
}

static void l1_hits(Bench *b)
{
    uint64_t sets = param("L1.SETS"), ways = param("L1.WAYS"), a = fresh(b, 64 * sets);
    uint64_t pair = ways < 2 ? 1 : 2, few = sets * ways < 8 ? sets * ways : 8;
    for (uint64_t i = 0; i < 2; i++) run(b, 0, (Pattern){.event = "load", .base = a + i * sets, .lines = 1, .limit = 1});
    Flow f = run(b, 0, (Pattern){.event = "load", .base = a, .lines = 1, .limit = 100, .in_flight = 1});
    print(b, "L1 hit latency, shortest", (double)f.shortest, "cycles", 2, false);
    print(b, "L1 hit latency, longest", (double)f.longest, "cycles", 2, false);
    print(b, "L1 hits, one line", rate(b, (Pattern){.event = "load", .base = a, .lines = 1}), "per cycle", 1, true);
    if (pair == 2) print(b, "L1 hits, two lines of one set in turn", rate(b, (Pattern){.event = "load", .base = a, .lines = 2, .stride = sets}), "per cycle", 1, true);
    uint64_t many = fresh(b, few);
    run(b, 0, (Pattern){.event = "load", .base = many, .lines = few, .limit = few});
    print(b, "L1 hits, up to 8 neighbouring lines in turn", rate(b, (Pattern){.event = "load", .base = many, .lines = few}), "per cycle", 1, true);
}

/* The hits must not notice the miss; both are told apart by the key: the miss is presented first, alone. */
static void hit_under_miss(Bench *b)
{
    uint64_t a = fresh(b, 64 * param("L1.SETS"));
    run(b, 0, (Pattern){.event = "load", .base = a, .lines = 1, .limit = 1});
    start(b, 0, (Pattern){.event = "load", .base = a + 1, .lines = 1, .limit = 1});
    while (b->flow[0].issued == 0) step(b);
    b->flow[0].p = (Pattern){.event = "load", .base = a, .lines = 1, .limit = UINT64_MAX, .in_flight = b->port->ids};
    steps(b, 10);
    uint64_t before = b->flow[0].replied;
    steps(b, 64);
    double r = (double)(b->flow[0].replied - before) / 64;
    drain(b);
    print(b, "L1 hits under an outstanding miss", r, "per cycle", 1, true);
}

static void misses(Bench *b)
{
    uint64_t a = fresh(b, 64), sets = param("L1.SETS");
    Flow f = run(b, 0, (Pattern){.event = "load", .base = a, .lines = 1, .limit = 1});
    print(b, "load missing in L1 and L2", (double)f.shortest, "cycles", 0, false);
    print(b, "  without the latency of memory", (double)f.shortest - b->latency, "cycles", 0, false);
    f = run(b, b->port->instances > 1 ? 1 : 0, (Pattern){.event = "load", .base = a, .lines = 1, .limit = 1});
    print(b, "load missing in L1 only", (double)f.shortest, "cycles", 0, false);
    f = run(b, 0, (Pattern){.event = "store", .base = a, .lines = 1, .limit = 1});
    print(b, "store, line in L2", (double)f.shortest, "cycles", 0, false);
    f = run(b, 0, (Pattern){.event = "atomic", .base = a, .lines = 1, .limit = 1});
    print(b, "atomic, line in L2", (double)f.shortest, "cycles", 0, false);
    uint64_t most = sets * param("L1.WAYS"), n = most < b->port->ids ? most : b->port->ids;
    if (n > param("L1.MSHRS")) n = param("L1.MSHRS");
    uint64_t one = f.longest;
    (void)one;
    f = run(b, 0, (Pattern){.event = "load", .base = fresh(b, 4 * n), .lines = n, .limit = n});
    char text[80];
    snprintf(text, sizeof text, "%u misses at once, from the first request to the last reply", (unsigned)n);
    print(b, text, (double)f.longest, "cycles", 0, false);
    uint64_t span = 1 << 12;
    double r = rate(b, (Pattern){.event = "load", .base = fresh(b, span), .lines = span, .in_flight = (uint32_t)n});
    print(b, "independent misses, sustained", r, "per cycle", 0, true);
    print(b, "  in progress on average (rate x memory latency)", r * b->latency, "misses", 0, true);
}

/* Rows per cycle at the home controllers, with every core issuing `event` over `lines` lines. Each core starts elsewhere in the list. */
static void bank(Bench *b, const char *name, const char *event, uint64_t base, uint64_t lines, uint64_t stride, double target)
{
    uint64_t banks = param("BANKS");
    for (uint64_t i = 0; i < lines; i++) run(b, 0, (Pattern){.event = "atomic", .base = base + i * stride, .lines = 1, .limit = 1});
    for (uint32_t c = 0; c < b->port->instances; c++) start(b, c, (Pattern){.event = event, .base = base, .lines = lines, .stride = stride});
    for (uint32_t c = 0; c < b->port->instances; c++) b->flow[c].issued = c * 5 % lines;
    steps(b, WARM_UP);
    uint64_t before = home_rows;
    steps(b, WINDOW);
    double r = (double)(home_rows - before) / WINDOW / (double)banks;
    drain(b);
    print(b, name, r, "per cycle, bank", target, true);
}

static void banks(Bench *b)
{
    bool wide = param("FLIT_BITS") > 8 * b->port->line_bytes && param("CORES") >= 8 * param("BANKS");
    double target = wide ? 0.99 : 0;
    uint64_t n = param("L2.SETS") * param("BANKS"), ways = param("L2.WAYS"), l1 = param("L1.SETS");
    bank(b, "L2 stores, one line", "store", fresh(b, n), 1, 1, param("BANKS") == 1 ? target : 0);
    bank(b, "L2 stores, lines of one set", "store", fresh(b, n * ways), ways, n, param("BANKS") == 1 ? target : 0);
    bank(b, "L2 stores, 32 lines", "store", fresh(b, n), 32, 1, target);
    bank(b, "L2 atomics, one line", "atomic", fresh(b, n), 1, 1, param("BANKS") == 1 ? target : 0);
    bank(b, "L2 atomics, 32 lines", "atomic", fresh(b, n), 32, 1, target);
    if (l1 * param("L1.WAYS") < 32) bank(b, "L2 loads, 32 lines (L1 capacity misses)", "load", fresh(b, n), 32, 1, target);
}

static void replays(Bench *b)
{
    uint64_t n = param("L1.DEPTH") < b->port->ids ? param("L1.DEPTH") : b->port->ids;
    Flow f = run(b, 0, (Pattern){.event = "load", .base = fresh(b, 64), .lines = 1, .limit = n});
    double span = (double)(f.last_reply - f.first_reply);
    char text[80];
    snprintf(text, sizeof text, "L1 replays: %u loads parked on one line", (unsigned)n);
    if (n > 1) print(b, text, (double)(n - 1) / span, "per cycle", 1, true);
}

static void create(Bench *b)
{
    const char *arguments[] = {"bench", NULL};
    SimMemoryOptions o = {.latency = b->latency, .bandwidth = 200, .seed = 1};
    *b = (Bench){.latency = b->latency, .status = {.err = stderr}, .port = &cg_design.cores[0], .next_line = 1024};
    home_index = (int)cg_design.n_controllers - 1;
    b->in = sim_alloc((cg_design.in_bits + 31) / 32, 4);
    b->out = sim_alloc((cg_design.out_bits + 31) / 32, 4);
    b->memory = sim_memory_create(&cg_design, &o, &b->status);
    b->model = cg_model_create(1, arguments, NULL);
    cg_put(b->in, cg_design.rst_lsb, 1, 1);
    for (int i = 0; i < 8; i++) cg_model_cycle(b->model, b->in, b->out);
    cg_put(b->in, cg_design.rst_lsb, 1, 0);
    steps(b, 2 * (param("L1.SETS") + param("L2.SETS")));
}

int main(int argc, char **argv)
{
    Bench b = {.latency = 100};
    bool check = argc > 1 && strcmp(argv[1], "--check") == 0;
    const char *latency = argc > 1 + check ? argv[1 + check] : "100";
    b.latency = (uint32_t)strtoul(latency, NULL, 10);
    if (b.latency == 0 || argc > 2 + check || cg_design.n_cores != 1 || !cg_design.cores[0].id_field || param("L2.SETS") == 0) {
        fputs("usage: bench_rtl [--check] [LATENCY], on a system of L1 and L2 caches\n", stderr);
        return SIM_EXIT_USAGE;
    }
    create(&b);
    if (b.port->instances > MAX_CORES || b.port->ids > MAX_IDS) return SIM_EXIT_USAGE;
    printf("%u cores x %u warps, %u banks, lines of %u bytes, flits of %u bits, memory latency %u\n", b.port->instances, b.port->ids, (unsigned)param("BANKS"), b.port->line_bytes,
           (unsigned)param("FLIT_BITS"), b.latency);
    l1_hits(&b);
    hit_under_miss(&b);
    misses(&b);
    banks(&b);
    replays(&b);
    if (cg_get(b.out, cg_design.error_lsb, 1)) sim_fail(&b.status, "the design reports an error");
    cg_model_destroy(b.model);
    sim_memory_destroy(b.memory);
    free(b.in);
    free(b.out);
    return b.status.failures || (check && b.missed) ? SIM_EXIT_FAILED : SIM_EXIT_OK;
}
