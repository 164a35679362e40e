/* run.c - the run as programs see it: which warps there are, memory they may use, options. */
#include "cores/run.h"
#include "cores/flights.h"
#include "cores/groups.h"
#include "cores/strength.h"
#include "cores/transactions.h"
#include "litmus/litmus.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { STACK_BYTES = 64 * 1024 };

/* The body of a warp's coroutine: a warp that has ended is never run again. */
static void start(void *arg)
{
    Warp *w = arg;
    CgRun *r = w->run;
    if (w->beside) r->beside.kernel->body(w, r->beside.arg);
    else {
        r->kernel->body(w, r->arg);
        sim_flights_wait(w);
        sim_group_end(w);
    }
    w->thread->state = SIM_ENDED;
    for (;;) sim_coroutine_give_back(&w->coroutine);
}

static void go_on(SimThread *t) { sim_coroutine_run(&((Warp *)t->user)->coroutine); }

static void init_warp(CgRun *r, Warp *w, SimThread *t, uint32_t core, uint32_t number)
{
    size_t stack = r->ends ? r->ends->stack_bytes : STACK_BYTES;
    *w = (Warp){.thread = t,
                .run = r,
                .stack = sim_room(stack),
                .flights = sim_alloc((size_t)r->options->posted + r->options->ahead, sizeof(struct SimFlight)),
                .thought = {r->options->seed ^ (UINT64_C(0x7468696e6b) + t->index)},
                .core = core,
                .warp = t->id,
                .number = number,
                .rng = {r->options->seed * 1000003 + t->index}};
    sim_coroutine_init(&w->coroutine, w->stack, stack, start, w);
    t->next = go_on;
    t->user = w;
    sim_thread_wake(r->cores, t, 0);
    r->cores->running++;
    r->cores->cores[t->core].alive++;
}

static bool usable(const CgRun *r, const SimCore *k)
{
    return k->port->programs || r->kernel->any_port || r->options->trace;
}

/* Each warp takes an id, and one for each operation that it does not wait for. */
static uint32_t warps_of(const CgRun *r, const SimCore *k)
{
    return k->n_threads / (1 + r->options->posted + r->options->ahead);
}

static void count_cores(CgRun *r)
{
    for (uint32_t i = 0; i < r->cores->n_cores; i++) {
        const SimCore *k = &r->cores->cores[i];
        if (!usable(r, k)) continue;
        r->n_cores++;
        if (warps_of(r, k) > r->n_warps) r->n_warps = warps_of(r, k);
    }
    cg_use(r, r->options->cores, r->options->warps);
}

static void start_warps(CgRun *r)
{
    r->warps = sim_alloc((size_t)r->n_cores * r->n_warps, sizeof *r->warps);
    for (uint32_t i = 0, core = 0; i < r->cores->n_cores && core < r->n_cores; i++) {
        const SimCore *k = &r->cores->cores[i];
        if (!usable(r, k)) continue;
        SimThread *threads = &r->cores->threads[k->first_thread];
        for (uint32_t t = 0, next = warps_of(r, k); t < warps_of(r, k) && t < r->n_warps; t++, r->n_used++) {
            init_warp(r, &r->warps[r->n_used], &threads[t], core, r->n_used);
            Warp *w = &r->warps[r->n_used];
            for (uint32_t p = 0; p < r->options->posted; p++) sim_flights_add(w, &threads[next++], SIM_STORE);
            for (uint32_t p = 0; p < r->options->ahead; p++) sim_flights_add(w, &threads[next++], SIM_LOAD);
        }
        core++;
    }
}

/* The ports on which the kernel itself cannot run. */
static void start_beside(CgRun *r)
{
    struct SimBeside *b = &r->beside;
    if (!b->kernel) return;
    if (b->kernel->setup) b->arg = b->kernel->setup(r);
    for (uint32_t i = 0; i < r->cores->n_cores; i++)
        if (!usable(r, &r->cores->cores[i])) b->n += r->cores->cores[i].n_threads;
    b->warps = sim_alloc(b->n + 1, sizeof *b->warps);
    for (uint32_t i = 0, n = 0; i < r->cores->n_cores; i++) {
        const SimCore *k = &r->cores->cores[i];
        for (uint32_t t = 0; t < k->n_threads && !usable(r, k); t++, n++) {
            init_warp(r, &b->warps[n], &r->cores->threads[k->first_thread + t], i, n);
            b->warps[n].beside = true;
        }
    }
}

static const SimPort *program_port(const CgRun *r)
{
    for (uint32_t i = 0; i < r->cores->n_ports; i++)
        if (r->cores->ports[i].programs) return &r->cores->ports[i];
    return NULL;
}

bool sim_run_start(CgRun *r, const SimOptions *o, const CgKernel *kernel, SimCores *cores, SimMemory *memory)
{
    *r = (CgRun){.options = o,
                 .cores = cores,
                 .memory = memory,
                 .ends = r->ends,
                 .rng = {o->seed ^ (r->ends ? r->ends->salt : 0x72756e)},
                 .kernel = kernel,
                 .recording = true};
    count_cores(r);
    if (r->n_cores != 0 && r->n_warps == 0) {
        fprintf(stderr, "error: --posted=%u --ahead=%u: the port has not as many ids\n", o->posted, o->ahead);
        return false;
    }
    bool alone = kernel->any_port && cores->n_cores == 0;    /* what moves are blocks, timers and wishes */
    if (r->n_cores == 0 && !alone) {
        fprintf(
            stderr,
            "error: test %s: the design has no core port with load and store of whole lines (fields data and mask); "
            "expected --test generic\n",
            kernel->name);
        return false;
    }
    if (!kernel->any_port && sim_memory_bytes(memory) == 0) {
        fprintf(stderr,
                "error: test %s: where the lines of the keys lie in memory is not known, since every memory port has "
                "a key= that is not `key * A + B`, the same for all; expected --test generic\n",
                kernel->name);
        return false;
    }
    uint64_t barrier = (uint64_t)cg_line_bytes(r) * (cg_has_atomics(r) ? 1 : r->n_cores);
    if (program_port(r) && !r->ends) r->barrier = cg_alloc(r, barrier);
    r->arrived_at = sim_alloc(r->n_cores + 1, sizeof *r->arrived_at);
    if (kernel->setup) r->arg = kernel->setup(r);
    if (r->ends) r->barrier = cg_alloc(r, barrier);
    if (cores->status->failures) return false;
    sim_group_default(r);
    start_warps(r);
    start_beside(r);
    for (uint32_t i = 0; i < o->n_sets; i++)
        if (!o->sets[i].used) {
            fprintf(stderr, "error: test %s has no option %.*s\n", kernel->name, (int)o->sets[i].length,
                    o->sets[i].name);
            return false;
        }
    return true;
}

void sim_run_free(CgRun *r)
{
    if (r->kernel && r->kernel->finish) r->kernel->finish(r->arg);
    sim_transactions_free(r);
    for (uint32_t i = 0; i < r->n_used; i++) free(r->warps[i].stack), free(r->warps[i].flights);
    free(r->arrived_at);
    free(r->warps);
    for (uint32_t i = 0; i < r->beside.n; i++) free(r->beside.warps[i].stack), free(r->beside.warps[i].flights);
    free(r->beside.warps);
    sim_pages_free(&r->initial);
    while (r->kept) {
        struct SimKept *next = r->kept->next;
        free(r->kept);
        r->kept = next;
    }
}

void cg_beside(CgRun *r, const CgKernel *kernel) { r->beside.kernel = kernel; }

void cg_use(CgRun *r, uint32_t cores, uint32_t warps)
{
    if (cores && cores < r->n_cores && (r->options->cores == 0 || cores == r->options->cores)) r->n_cores = cores;
    if (warps && warps < r->n_warps && (r->options->warps == 0 || warps == r->options->warps)) r->n_warps = warps;
}

uint32_t cg_cores(const CgRun *r) { return r->n_cores; }
uint32_t cg_gpus(const CgRun *r)
{
    const SimPort *p = program_port(r);
    return p && p->port->instances == r->n_cores ? p->port->gpus : 0;
}
uint32_t cg_gpu(const CgRun *r, uint32_t core) { return cg_gpus(r) ? sim_gpu(program_port(r)->port, core) : 0; }
uint32_t cg_warps(const CgRun *r) { return r->n_warps; }
uint32_t cg_all_threads(const CgRun *r) { return r->n_cores * r->n_warps; }
/* Of the ports that programs run on, else of any; at least a word. */
uint32_t cg_line_bytes(const CgRun *r)
{
    const SimPort *p = program_port(r) ? program_port(r) : r->cores->n_ports ? &r->cores->ports[0] : NULL;
    return p && p->port->line_bytes >= 4 ? p->port->line_bytes : 4;
}
bool cg_has_atomics(const CgRun *r) { return program_port(r) && program_port(r)->event[SIM_ATOMIC] != SIM_NONE; }
bool cg_has_scopes(const CgRun *r) { return sim_strength_scopes(r->cores->design); }
bool cg_can(const CgRun *r, uint32_t kind, uint32_t order, uint32_t scope)
{
    const SimPort *p = program_port(r);
    return p && sim_strength_event(p->port, sim_strength_kind((LitmusKind)kind), (LitmusOrder)order,
                                   (LitmusScope)scope) != SIM_NONE;
}
/* The port has a code for it. */
bool cg_has_op(const CgRun *r, int op) { return cg_has_atomics(r) && (uint32_t)op >> program_port(r)->op.width == 0; }
uint64_t cg_operations(const CgRun *r, uint64_t value) { return r->options->ops ? r->options->ops : value; }
bool cg_memory_error(const CgRun *r, uint64_t address)
{
    uint64_t line = address - address % cg_line_bytes(r);
    return sim_in_range(r->options->mem_error, line);
}

uint32_t cg_model(const CgRun *r)
{
    static const LitmusModel models[SIM_MODELS] = {[SIM_MODEL_WEAK] = LITMUS_WEAK, [SIM_MODEL_SCOPED] = LITMUS_SCOPED};
    return models[r->options->model]; /* in quanta no history is judged */
}
uint64_t cg_recorded(const CgRun *r) { return r->cores->history.dropped + r->cores->history.n_ops; }
uint64_t cg_seed(const CgRun *r) { return r->options->seed; }
uint64_t cg_cycle(const CgRun *r) { return r->cores->status->cycle; }
uint32_t cg_run_rand(CgRun *r, uint32_t n) { return sim_below(&r->rng, n); }
const char *cg_argument(const CgRun *r, uint32_t i)
{
    return i < r->options->n_arguments ? r->options->arguments[i] : NULL;
}
void cg_record(CgRun *r, bool on) { r->recording = on; }

uint64_t cg_memory_bytes(const CgRun *r)
{
    const SimPort *p = program_port(r);
    uint32_t bits = p ? p->port->key_bits : 32, line = cg_line_bytes(r);
    uint64_t keys = bits >= 48 ? UINT64_C(1) << 48 : ((uint64_t)line << bits), there = sim_memory_bytes(r->memory);
    return there && there < keys ? there : keys;
}

uint64_t cg_option(CgRun *r, const char *name, uint64_t value)
{
    SimOptions *o = (SimOptions *)(uintptr_t)r->options; /* only marks the option as used */
    return sim_set_value(o->sets, o->n_sets, name, value);
}

void *cg_keep(CgRun *r, size_t bytes)
{
    size_t head = sizeof(max_align_t) > sizeof(struct SimKept) ? sizeof(max_align_t) : sizeof(struct SimKept);
    struct SimKept *k = sim_alloc(1, head + bytes);
    k->next = r->kept;
    r->kept = k;
    return (char *)k + head;
}

uint64_t cg_free_bytes(const CgRun *r) { return cg_memory_bytes(r) - r->next_free; }

uint64_t cg_alloc(CgRun *r, uint64_t bytes)
{
    uint64_t at = r->next_free, line = cg_line_bytes(r);
    bytes = (bytes + line - 1) / line * line;
    if (bytes > cg_free_bytes(r)) {
        cg_failed(r, "the test needs more memory than the design can address (%llu bytes)",
                  (unsigned long long)cg_memory_bytes(r));
        return 0;
    }
    r->next_free += bytes;
    return at;
}

uint64_t cg_array(CgRun *r, const uint32_t *values, uint32_t n)
{
    uint64_t at = cg_alloc(r, 4 * (uint64_t)n);
    for (uint32_t i = 0; values && i < n; i++) cg_poke(r, at + 4 * (uint64_t)i, values[i]);
    return at;
}

void cg_poke(CgRun *r, uint64_t address, uint32_t value)
{
    if (address >= sim_memory_bytes(r->memory))
        cg_failed(r, "no memory port leads to the line of address 0x%llx", (unsigned long long)address);
    sim_pages_set_word(&r->initial, address & ~UINT64_C(3), value);
    sim_memory_set_word(r->memory, address & ~UINT64_C(3), value);
}

void cg_failed(CgRun *r, const char *format, ...)
{
    char text[400];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    sim_fail(r->cores->status, "test %s: %s", r->kernel->name, text);
}
