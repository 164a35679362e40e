/* litmus.c - runs litmus tests (litmus.h) with every placement of threads over cores and of variables over lines, cold
 * and cached, and random timing.
 *
 * Each run has its own code for values (16 * run + value), so that a value of an earlier run is recognised, and the
 * checker can judge the whole history.
 * Cold runs use lines never touched before, initialised in memory from outside. Cached runs use a few lines again and
 * again: one thread stores the initial values, a barrier makes them visible, every thread reads all variables. Final
 * values are read by one thread behind a barrier. Runs start together, but for a random delay; the barrier's operations
 * are left out of the history.
 * --with: pool (lines that cached runs use), stride (distance in lines of variables that shall share a set), delay
 * (largest random delay of a statement), history (operations judged by the checker). --ops: runs of each placement. */
#include "litmus/litmus.h"
#include "cores/program.h"
#include <string.h>

enum { MAX_OUTCOMES = 256, LAYOUTS = 4, VALUES = 16 };
static const char *const layout_names[LAYOUTS] = {"lines apart", "next lines", "one set", "one line"};
enum { APART, NEXT, ONE_SET, ONE_LINE };

typedef struct { LitmusOutcome outcome; uint64_t times; } Count;

typedef struct {
    Litmus test;
    Count counts[MAX_OUTCOMES]; uint32_t n_counts;
    uint64_t runs, satisfied, other; /* other: outcomes that found no place in counts */
} Entry;

typedef struct {
    CgRun *run;
    Entry *entries; uint32_t n_entries;
    uint64_t repeats, pool, stride, delay, history, line;
    uint64_t pool_base;
    /* Where we are: test, placement of threads (group of each), layout, cached or cold, repetition. */
    uint32_t entry, groups[LITMUS_THREADS], layout;
    bool cached, started, finished;
    uint64_t repetition, number;
    /* The present run. */
    bool fresh;
    uint32_t roles[LITMUS_THREADS];  /* thread of the run that plays each column */
    uint64_t addresses[LITMUS_VARIABLES];
    uint32_t results[LITMUS_THREADS][LITMUS_REGISTERS], final[LITMUS_VARIABLES];
} Runner;

/* The placement of threads: a partition into groups that share a core, as a restricted growth string: groups[i] <= 1 +
 * max(groups[0..i-1]). */
static bool next_partition(uint32_t *g, uint32_t n)
{
    for (uint32_t i = n; i-- > 1;) {
        uint32_t max = 0;
        for (uint32_t k = 0; k < i; k++) max = g[k] > max ? g[k] : max;
        if (g[i] > max) { g[i] = 0; continue; }
        g[i]++;
        return true;
    }
    memset(g, 0, n * sizeof *g);
    return false;
}

/* Threads of a CTA share a core; those of two GPUs do not. */
static bool scopes_fit(const Runner *p)
{
    const Litmus *t = &p->entries[p->entry].test;
    for (uint32_t i = 0; i < t->n_threads && t->scopes; i++)
        for (uint32_t k = 0; k < i; k++) {
            bool same = p->groups[i] == p->groups[k];
            if (t->places[i].cta == t->places[k].cta ? !same : t->places[i].gpu != t->places[k].gpu && same)
                return false;
        }
    return true;
}

/* Which GPU a group is on counts: the design says where its GPUs are, and the test has scopes. */
static bool has_gpus(const Runner *p) { return cg_gpus(p->run) && p->entries[p->entry].test.scopes; }

/* GPUs of the test are called by their first threads. */
static uint32_t gpu_of_group(const Runner *p, uint32_t g)
{
    const LitmusPlace *at = p->entries[p->entry].test.places;
    uint32_t i = 0, first = 0;
    while (p->groups[i] != g) i++;
    while (at[first].gpu != at[i].gpu) first++;
    return first;
}

/* Each GPU of the test fits into one of the design, whose GPUs are alike. */
static bool gpus_fit(const Runner *p, uint32_t groups)
{
    uint32_t sizes[LITMUS_THREADS] = {0}, gpus = 0, room = has_gpus(p) ? cg_cores(p->run) / cg_gpus(p->run) : 0;
    for (uint32_t g = 0; g < groups && room; g++) {
        uint32_t gpu = gpu_of_group(p, g);
        gpus += sizes[gpu] == 0;
        if (++sizes[gpu] > room) return false;
    }
    return !has_gpus(p) || gpus <= cg_gpus(p->run);
}

/* Does the partition fit the cores and warps in use, and the scopes of the test? */
static bool fits(const Runner *p)
{
    uint32_t sizes[LITMUS_THREADS] = {0}, groups = 0;
    for (uint32_t i = 0; i < p->entries[p->entry].test.n_threads; i++) {
        uint32_t g = p->groups[i];
        if (++sizes[g] > cg_warps(p->run)) return false;
        if (g + 1 > groups) groups = g + 1;
    }
    return groups <= cg_cores(p->run) && scopes_fit(p) && gpus_fit(p, groups);
}

/* Some placement fits. */
static bool has_place(Runner *p)
{
    memset(p->groups, 0, sizeof p->groups);
    do {
        if (fits(p)) return memset(p->groups, 0, sizeof p->groups), true;
    } while (next_partition(p->groups, p->entries[p->entry].test.n_threads));
    return false;
}

static bool can_do(CgRun *r, const Litmus *t, const LitmusStatement *s)
{
    static const char *const kinds[] = {[LITMUS_STORE] = "store", [LITMUS_LOAD] = "load", [LITMUS_ATOMIC] = "atomic",
                                        [LITMUS_FENCE] = "fence"};
    if (s->kind == LITMUS_ATOMIC && !cg_has_atomics(r))
        return cg_failed(r, "%s uses atomics, which the design does not have", t->name), false;
    if (!cg_has_scopes(r) || cg_can(r, s->kind, s->order, s->scope)) return true;
    cg_failed(r, "%s: the port has no %s as strong as %s%s%s", t->name, kinds[s->kind], litmus_order_names[s->order],
              s->scope ? "." : "", litmus_scope_names[s->scope]);
    return false;
}

static void *setup(CgRun *r)
{
    Runner *p = cg_keep(r, sizeof *p);
    uint32_t threads = 1;
    *p = (Runner){.run = r,
                  .repeats = cg_operations(r, 20),
                  .pool = cg_option(r, "pool", 8),
                  .stride = cg_option(r, "stride", 64),
                  .delay = cg_option(r, "delay", 30),
                  .history = cg_option(r, "history", 500000),
                  .line = cg_line_bytes(r)};
    while (cg_argument(r, p->n_entries)) p->n_entries++;
    if (p->n_entries == 0 || p->stride == 0) return cg_failed(r, "usage: --test litmus FILE..., stride at least 1"), p;
    p->entries = cg_keep(r, p->n_entries * sizeof *p->entries);
    for (uint32_t i = 0; i < p->n_entries; i++) {
        Litmus *t = &p->entries[i].test;
        if (!litmus_read(t, cg_argument(r, i), stderr))
            return cg_failed(r, "%s is not a litmus test", cg_argument(r, i)), p;
        if (!litmus_judge(t, cg_model(r)))
            return cg_failed(r, "%s is too large a test for the %s model", t->name, litmus_model_names[cg_model(r)]), p;
        if (t->n_threads > threads) threads = t->n_threads;
        for (uint32_t k = 0; k < t->n_threads; k++)
            for (uint32_t n = 0; n < t->n_statements[k]; n++)
                if (!can_do(r, t, &t->statements[k][n])) return p;
    }
    cg_use(r, cg_gpus(r) ? 0 : threads, threads); /* of all GPUs, where there are some */
    if (p->pool < LITMUS_VARIABLES) p->pool = LITMUS_VARIABLES;
    p->pool_base = cg_alloc(r, (p->pool + LITMUS_VARIABLES * p->stride) * p->line);
    if (cg_cores(r) * cg_warps(r) < threads)
        cg_failed(r, "a test has %u threads, the design only %u", threads, cg_cores(r) * cg_warps(r));
    for (p->entry = 0; p->entry < p->n_entries; p->entry++)
        if (p->entries[p->entry].test.scopes && !has_place(p))
            return cg_failed(r, "%s: no warps for the scopes of this test: a CTA is on one core, two GPUs are on two",
                             p->entries[p->entry].test.name), p;
    p->entry = 0;
    return p;
}

static bool layout_makes_sense(const Runner *p)
{
    uint32_t n = p->entries[p->entry].test.n_variables;
    return p->layout == APART || (n > 1 && (p->layout != ONE_LINE || p->line >= 4 * (uint64_t)n));
}

/* Steps to the next repetition, layout, temperature, placement or test: like the wheels of a counter. */
static bool advance(Runner *p)
{
    if (++p->repetition < p->repeats) return true;
    p->repetition = 0;
    if ((p->cached = !p->cached)) return true;
    p->layout = (p->layout + 1) % LAYOUTS;
    if (p->layout != 0) return true;
    if (next_partition(p->groups, p->entries[p->entry].test.n_threads)) return true;
    return ++p->entry < p->n_entries;
}

static bool next_place(Runner *p)
{
    if (p->started && !advance(p)) return false;
    p->started = true;
    while (!fits(p) || !layout_makes_sense(p)) {
        p->repetition = p->repeats;
        if (!advance(p)) return false;
    }
    return true;
}

/* The GPUs of the test get different random ones of the design; by their first threads. */
static void choose_gpus(Runner *p, uint32_t n, uint32_t *gpus)
{
    const LitmusPlace *at = p->entries[p->entry].test.places;
    bool first[LITMUS_THREADS];
    for (uint32_t i = 0; i < n && has_gpus(p); i++) {
        first[i] = true;
        for (uint32_t k = 0; k < i; k++) first[i] &= at[k].gpu != at[i].gpu;
        for (bool again = first[i]; again;) {
            gpus[i] = cg_run_rand(p->run, cg_gpus(p->run));
            again = false;
            for (uint32_t k = 0; k < i; k++) again |= first[k] && gpus[k] == gpus[i];
        }
    }
}

/* Groups get different random cores, their threads different random warps. */
static void choose_roles(Runner *p, uint32_t n)
{
    uint32_t cores[LITMUS_THREADS], gpus[LITMUS_THREADS] = {0}, warps = cg_warps(p->run), n_cores = cg_cores(p->run);
    choose_gpus(p, n, gpus);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t g = p->groups[i];
        bool first = true, again = true;
        for (uint32_t k = 0; k < i; k++) first &= p->groups[k] != g;
        for (; first && again;) {
            cores[g] = cg_run_rand(p->run, n_cores);
            again = has_gpus(p) && cg_gpu(p->run, cores[g]) != gpus[gpu_of_group(p, g)];
            for (uint32_t k = 0; k < g; k++) again |= cores[k] == cores[g];
        }
        for (again = true; again;) {
            p->roles[i] = cores[g] * warps + cg_run_rand(p->run, warps);
            again = false;
            for (uint32_t k = 0; k < i; k++) again |= p->roles[k] == p->roles[i];
        }
    }
}

static uint64_t distance(const Runner *p, uint32_t i) /* of variable i from the first one, in bytes */
{
    switch (p->layout) {
    case ONE_LINE: return 4 * i;
    case ONE_SET: return i * p->stride * p->line;
    case APART: return i * 3 * p->line;
    default: return i * p->line;
    }
}

static void choose_addresses(Runner *p, const Litmus *t, uint32_t code)
{
    uint64_t span = distance(p, t->n_variables - 1) + p->line, base;
    p->fresh = !p->cached && span <= cg_free_bytes(p->run);
    if (p->fresh) base = cg_alloc(p->run, span);
    else base = p->pool_base + cg_run_rand(p->run, (uint32_t)p->pool) * p->line;
    uint32_t turn = cg_run_rand(p->run, t->n_variables); /* no variable always comes first */
    for (uint32_t i = 0; i < t->n_variables; i++) {
        p->addresses[i] = base + distance(p, (i + turn) % t->n_variables);
        if (p->fresh) cg_poke(p->run, p->addresses[i], code + t->initial[i]);
    }
}

static uint32_t code_of(const Runner *p) { return (uint32_t)p->number * VALUES; }

static LitmusOutcome outcome(const Runner *p, const Litmus *t)
{
    LitmusOutcome o = 0;
    for (uint32_t i = 0; i < t->n_slots; i++) {
        const LitmusSlot *s = &t->slots[i];
        uint32_t v = (s->thread == LITMUS_NONE ? p->final[s->index] : p->results[s->thread][s->index]) - code_of(p);
        o |= (LitmusOutcome)(v <= LITMUS_MAX_VALUE ? v : LITMUS_STALE) << 4 * i;
    }
    return o;
}

static void count(Entry *e, LitmusOutcome o)
{
    uint32_t i = 0;
    while (i < e->n_counts && e->counts[i].outcome != o) i++;
    if (i == MAX_OUTCOMES) e->other++;
    else if (i == e->n_counts) e->counts[e->n_counts++] = (Count){o, 1};
    else e->counts[i].times++;
}

static void describe(const Runner *p, const Litmus *t, LitmusOutcome o, FILE *out)
{
    fprintf(out, "litmus %s, run %llu, seed %llu: ", t->name, (unsigned long long)p->number,
            (unsigned long long)cg_seed(p->run));
    litmus_print_outcome(t, o, out);
    fprintf(out, "\n  threads:");
    for (uint32_t i = 0; i < t->n_threads; i++)
        fprintf(out, " P%u = core %u warp %u;", i, p->roles[i] / cg_warps(p->run), p->roles[i] % cg_warps(p->run));
    fprintf(out, "\n  variables (%s, %s):", layout_names[p->layout], p->fresh ? "cold" : "cached");
    for (uint32_t i = 0; i < t->n_variables; i++)
        fprintf(out, " %s at 0x%llx;", t->variables[i], (unsigned long long)p->addresses[i]);
    fprintf(out, " value n is stored as %u + n\n", code_of(p));
}

static void judge(Runner *p)
{
    Entry *e = &p->entries[p->entry];
    LitmusOutcome o = outcome(p, &e->test);
    bool holds = litmus_holds(&e->test, o), wrong = !litmus_is_allowed(&e->test, cg_model(p->run), o);
    count(e, o);
    e->runs++;
    e->satisfied += holds;
    if (!wrong) return;
    describe(p, &e->test, o, stderr);
    cg_failed(p->run, "%s: an outcome that the model forbids%s", e->test.name,
              holds ? ", it satisfies the condition" : "");
}

/* Between two runs, while every warp waits. */
static void turn(Runner *p)
{
    if (p->number != 0) judge(p);
    if (!next_place(p)) {
        p->finished = true;
        return;
    }
    p->number++;
    const Litmus *t = &p->entries[p->entry].test;
    choose_roles(p, t->n_threads);
    choose_addresses(p, t, code_of(p));
}

static void quiet_barrier(Warp *w, Runner *p)
{
    cg_meet(w);
    cg_record(p->run, false);
    cg_barrier(w);
    cg_meet(w);
    cg_record(p->run, cg_recorded(p->run) < p->history);
}

static uint32_t operand(const Runner *p, uint32_t role, LitmusValue v)
{
    return v.is_register ? p->results[role][v.value] : code_of(p) + v.value;
}

static void statement(Warp *w, Runner *p, uint32_t role, const LitmusStatement *s)
{
    uint64_t at = p->addresses[s->variable];
    uint32_t value = 0, a = operand(p, role, s->a), b = operand(p, role, s->b);
    cg_as(w, s->order, s->scope);
    if (s->kind == LITMUS_FENCE) cg_fence(w);
    else if (s->kind == LITMUS_STORE) cg_st(w, at, a);
    else if (s->kind == LITMUS_LOAD) value = cg_ld(w, at);
    else value = cg_atomic(w, (int)s->op, at, s->op == CG_ADD && !s->a.is_register ? s->a.value : a, b);
    if (s->reg != LITMUS_NONE) p->results[role][s->reg] = value;
}

static void prepare(Warp *w, Runner *p, const Litmus *t, uint32_t role)
{
    if (p->fresh) return;
    if (role == 0 && cg_model(p->run) == LITMUS_SCOPED) cg_fence(w); /* behind what others have released before */
    if (role == 0)
        for (uint32_t i = 0; i < t->n_variables; i++) cg_st(w, p->addresses[i], code_of(p) + t->initial[i]);
    quiet_barrier(w, p);
    uint32_t first = cg_rand(w, t->n_variables);
    if (role == LITMUS_NONE || !p->cached) return;
    for (uint32_t i = 0; i < t->n_variables; i++) cg_ld(w, p->addresses[(first + i) % t->n_variables]);
}

static void play(Warp *w, Runner *p, const Litmus *t, uint32_t role)
{
    uint32_t wide = 1u << cg_rand(w, 9);
    cg_wait(w, cg_rand(w, wide));
    for (uint32_t i = 0; i < t->n_statements[role]; i++) {
        if (i != 0 && p->delay != 0 && cg_rand(w, 2)) cg_wait(w, cg_rand(w, (uint32_t)p->delay + 1));
        statement(w, p, role, &t->statements[role][i]);
    }
    if (cg_model(p->run) != LITMUS_SC) cg_fence(w); /* its stores come before the initial values of the next run */
}

static void body(Warp *w, void *arg)
{
    Runner *p = arg;
    for (;;) {
        if (cg_meet(w)) turn(p);
        cg_meet(w);
        if (p->finished) return;
        const Litmus *t = &p->entries[p->entry].test;
        uint32_t role = LITMUS_NONE;
        for (uint32_t i = 0; i < t->n_threads; i++)
            if (p->roles[i] == cg_thread(w)) role = i;
        prepare(w, p, t, role);
        cg_meet(w);
        if (role != LITMUS_NONE) play(w, p, t, role);
        if (!t->uses_final) continue;
        quiet_barrier(w, p);
        for (uint32_t i = 0; role == 0 && i < t->n_variables; i++) p->final[i] = cg_ld(w, p->addresses[i]);
    }
}

static void check(CgRun *r, void *arg)
{
    Runner *p = arg;
    for (uint32_t i = 0; i < p->n_entries; i++)
        if (p->entries[i].runs == 0)
            cg_failed(r, "%s: no placement of its threads fits the design", p->entries[i].test.name);
}

static void report(void *arg, FILE *out)
{
    const Runner *p = arg;
    for (uint32_t i = 0; i < p->n_entries; i++) {
        const Entry *e = &p->entries[i];
        const Litmus *t = &e->test;
        bool sometimes = false;
        for (size_t k = 0; k < t->allowed[cg_model(p->run)].n; k++)
            sometimes |= litmus_holds(t, t->allowed[cg_model(p->run)].at[k]);
        fprintf(out, "\nlitmus %s %s%s%s: condition %s; satisfied in %llu of %llu runs\n", t->name,
                *t->title ? "(" : "", t->title, *t->title ? ")" : "",
                sometimes ? "allowed" : "forbidden",
                (unsigned long long)e->satisfied, (unsigned long long)e->runs);
        for (uint32_t k = 0; k < e->n_counts; k++) {
            LitmusOutcome o = e->counts[k].outcome;
            fprintf(out, "  %10llu %c ", (unsigned long long)e->counts[k].times,
                    litmus_holds(t, o)                   ? '*'
                    : litmus_is_allowed(t, LITMUS_SC, o) ? ' '
                                                         : '!');
            litmus_print_outcome(t, o, out);
            fputc('\n', out);
        }
        if (e->other) fprintf(out, "  %10llu   other outcomes\n", (unsigned long long)e->other);
    }
}

static void finish(void *arg)
{
    Runner *p = arg;
    for (uint32_t i = 0; p && i < p->n_entries && p->entries; i++) litmus_free(&p->entries[i].test);
}

const CgKernel cg_kernel_litmus = {.name = "litmus",
                                   .doc = "litmus tests: --test litmus FILE...",
                                   .setup = setup,
                                   .body = body,
                                   .check = check,
                                   .report = report,
                                   .finish = finish,
                                   false};
