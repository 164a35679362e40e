/* sim.c - see sim.h. */
#include "simulator/sim.h"
#include "base/output.h"
#include "cores/groups.h"
#include "cores/transactions.h"
#include "history/axe.h"
#include "kernels/kernels.h"
#include "rows/watchdog.h"
#include <stdlib.h>
#include <string.h>

/* An occurrence that no row serves: the design's error bit follows, this says where it comes from. */
static void report_never(Sim *s, int ctl, int inst, int row, const uint32_t *fields)
{
    const CgController *c = &s->design->controllers[ctl];
    const char *event = "?", *state = "?";
    uint64_t key = 0;
    for (uint32_t i = 0; i < c->n_fields; i++) {
        uint64_t v = c->fields[i].width <= 64 ? cg_get(fields, c->fields[i].lsb, c->fields[i].width) : 0;
        if (!strcmp(c->fields[i].name, "key")) key = v;
        if (!strcmp(c->fields[i].name, "event") && v < c->n_events) event = c->events[v].name;
        if (!strcmp(c->fields[i].name, "state") && v < c->n_states) state = c->states[v].name;
    }
    const struct CgRow *r = (uint32_t)row < c->n_rows ? &c->rows[row] : NULL;
    bool never = r && r->kind == CG_ROW_NEVER;
    sim_fail(&s->status, "%s[%d] key 0x%llx: %s x %s cannot be served: %s%s%s%s (%s:%u)", c->name, inst,
             (unsigned long long)key, state, event, never ? "a row marked never: " : "", r && r->why ? r->why : "",
             never              ? ""
             : r && r->why      ? ", or "
                                : "",
             never ? "" : "a sum too large for its type", r ? r->file : "?", r ? r->line : 0);
}

static void observe(void *sim, int ctl, int inst, int row, const uint32_t *fields)
{
    Sim *s = sim;
    if (row < 0) {
        report_never(s, ctl, inst, -1 - row, fields);
        return;
    }
    if (s->design->n_controllers && s->status.cycle < SIM_RESET_CYCLES) return; /* a register that holds one at first */
    sim_trace_row(&s->trace, ctl, inst, row, fields);
    sim_checkers_row(&s->checkers, ctl, inst, row, fields);
    sim_invariants_row(s->invariants, ctl, inst, row, fields);
    if (s->races) sim_races_row(s->races, ctl, inst, fields);
    sim_rowlog_row(&s->rows, s->status.cycle, ctl, inst, row, fields);
    if (s->ends) s->ends->row(s->of_ends, ctl, inst, row, fields);
}

static void write_csv(const void *s, FILE *f) { sim_stats_csv(s, f); }
static void write_json(const void *s, FILE *f) { sim_stats_json(s, f); }
static void write_text(const void *s, FILE *f) { sim_stats_text(s, f); }

static uint32_t initial_word(void *context, uint64_t word) { return sim_pages_word(context, word * 4); }

static SimMemoryOptions memory_options(const SimOptions *o)
{
    return (SimMemoryOptions){o->latency,   o->jitter,      o->bandwidth, o->backpressure,
                              o->mem_error, o->write_error, o->seed};
}

bool sim_take_options(SimOptions *o, const SimOpTrace *trace, const char *file)
{
    for (size_t i = 0; i < trace->n_options; i++) {
        const struct SimTraceOption *t = &trace->options[i];
        if (sim_options_default(o, t->name, t->value)) continue;
        fprintf(stderr, "error: %s: option %s: bad value %s\n", file, t->name, t->value);
        return false;
    }
    return true;
}

bool sim_asks(const SimOptions *o, const SimOptionsMore *more, const CgDesign *d, FILE *out)
{
    if (o->help) sim_options_help(o, more, out);
    else if (o->version) sim_options_version(d, out);
    else if (o->list) sim_kernels_print(out);
    return o->help || o->version || o->list;
}

int sim_load(SimOptions *o, const CgDesign *d)
{
    o->trace = NULL;
    if (strcmp(o->test, "trace") != 0) return SIM_EXIT_OK;
    if (o->n_arguments != 1) {
        fputs("error: --test trace needs a file\n", stderr);
        return SIM_EXIT_USAGE;
    }
    if (!(o->trace = sim_op_trace_read(d, o->arguments[0]))) return SIM_EXIT_USAGE;
    return sim_take_options(o, o->trace, o->arguments[0]) ? SIM_EXIT_OK : SIM_EXIT_USAGE;
}

void sim_unload(SimOptions *o)
{
    sim_op_trace_free(o->trace);
    o->trace = NULL;
}

static void range_option(SimOpTrace *t, const char *name, SimRange r)
{
    char text[60];
    snprintf(text, sizeof text, "%llu:%llu", (unsigned long long)r.lo, (unsigned long long)r.hi);
    if (r.hi) sim_op_trace_option(t, name, text);
}

/* A trace that holds the options which decide about the timing of the run. */
static SimOpTrace *start_record(const SimOptions *o, const CgDesign *d)
{
    SimOpTrace *t = sim_alloc(1, sizeof *t);
    const struct { const char *name; uint64_t value;
    } list[] = {{"seed", o->seed},
                {"latency", o->latency},
                {"jitter", o->jitter},
                {"bandwidth", o->bandwidth},
                {"backpressure", o->backpressure},
                {"watchdog", o->watchdog},
                {"max-cycles", o->max_cycles}};
    char text[60];
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        snprintf(text, sizeof text, "%llu", (unsigned long long)list[i].value);
        sim_op_trace_option(t, list[i].name, text);
    }
    if (o->think) {
        snprintf(text, sizeof text, "%u", o->think);
        sim_op_trace_option(t, "think", text);
    }
    range_option(t, "mem-error", o->mem_error);
    range_option(t, "write-error", o->write_error);
    bool posted = false;
    for (uint32_t i = 0; i < d->n_cores; i++) posted |= d->cores[i].posted != 0;
    if (o->model == SIM_MODEL_WEAK) sim_op_trace_option(t, "model", "weak");
    else if (o->model == SIM_MODEL_SCOPED) sim_op_trace_option(t, "model", "scoped");
    else if (posted) sim_op_trace_option(t, "model", "sc");
    for (uint32_t i = 0; i < o->n_pins; i++) sim_op_trace_option(t, "pin", o->pins[i].name);
    return t;
}

static SimBlocksOptions block_options(const SimOptions *o)
{
    return (SimBlocksOptions){o->latency, o->backpressure, o->ops ? o->ops : 1000, 16, o->seed};
}

static bool is_pin(const CgPin *p, const struct SimSet *s)
{
    return strlen(p->name) == s->length && memcmp(p->name, s->name, s->length) == 0;
}

static bool pins_known(const CgDesign *d, const SimOptions *o)
{
    for (uint32_t i = 0; i < o->n_pins; i++) {
        bool found = false;
        for (uint32_t k = 0; k < d->n_pins; k++)
            found |= is_pin(&d->pins[k], &o->pins[i]) &&
                     (d->pins[k].width > 63 || o->pins[i].value >> d->pins[k].width == 0);
        if (!found)
            return fprintf(stderr,
                           "error: --pin=%s: the design has no input pin of this name that can have this value\n",
                           o->pins[i].name),
                   false;
    }
    return true;
}

static void set_pins(const Sim *s, uint32_t *in)
{
    for (uint32_t k = 0; k < s->design->n_pins; k++) {
        const CgPin *p = &s->design->pins[k];
        for (uint32_t n = 0; n < p->instances && s->run.groups && sim_group_pin(p->name); n++)
            cg_put(in, p->base + n * p->stride, p->width, s->run.groups);
    }
    for (uint32_t i = 0; i < s->options.n_pins; i++)
        for (uint32_t k = 0; k < s->design->n_pins; k++) {
            const CgPin *p = &s->design->pins[k];
            for (uint32_t n = 0; n < p->instances && is_pin(p, &s->options.pins[i]); n++)
                cg_put(in, p->base + n * p->stride, p->width, s->options.pins[i].value);
        }
}

Sim *sim_create(const CgDesign *d, const SimOptions *o, int *code)
{
    const CgKernel *kernel = sim_kernel(o->test);
    *code = SIM_EXIT_USAGE;
    if (!kernel) {
        sim_kernel_unknown(o->test);
        return NULL;
    }
    const SimEnds *ends = o->ends;
    const SimOptions *given = o; /* ends know what stands behind them */
    SimOptions settled = *o;
    if (ends) settled.cores = settled.warps = 0; /* these are theirs */
    if (!pins_known(d, o) || sim_options_settle(&settled, d) != SIM_EXIT_OK) return NULL;
    o = &settled;
    Sim *s = sim_alloc(1, sizeof *s);
    if (!cg_attach((CgObserver){observe, s})) {
        fputs("error: a simulation is running already\n", stderr);
        free(s);
        return NULL;
    }
    *s = (Sim){.design = d, .options = *o, .status = {.err = stderr}, .ends = ends, .run = {.ends = ends}};
    if (ends) s->of_ends = ends->create(given, &s->status);
    sim_cores_init(&s->cores, ends ? ends->ports(s->of_ends) : d, d, &s->status, o->seed, o->backpressure);
    if (o->record) s->cores.offered = (SimOffered){sim_record, s->record = start_record(o, d)};
    SimMemoryOptions m = memory_options(o);
    s->memory = sim_memory_create(d, &m, &s->status);
    SimBlocksOptions b = block_options(o);
    s->blocks = sim_blocks_create(d, &b);
    s->invariants = o->no_invariants || ends ? NULL : sim_invariants_create(d, &s->status);
    sim_trace_init(&s->trace, d, &s->cores);
    s->trace.apart = ends != NULL;
    sim_monitor_init(&s->monitor, d);
    sim_window_init(&s->window, o->window);
    if (!sim_rowlog_open(&s->rows, d, o->rows, o->rows_all)) {
        *code = SIM_EXIT_ENVIRONMENT;
        sim_destroy(s);
        return NULL;
    }
    bool listed = true;
    if (o->n_races) s->races = sim_races_create(d);
    for (uint32_t i = 0; i < o->n_races; i++) listed &= sim_races_read(s->races, o->races[i]);
    if (listed && sim_checkers_init(&s->checkers, d, &s->status, s->options.checks, s->options.n_checks) &&
        sim_run_start(&s->run, &s->options, kernel, &s->cores, ends ? ends->memory(s->of_ends) : s->memory)) {
        if (ends) ends->start(s->of_ends, &s->run, s->memory);
        if (o->model != SIM_MODEL_QUANTA) return s;
        *code = SIM_EXIT_FAILED;
        cg_record(&s->run, false);
        s->quanta = quanta_run(d, &s->options, kernel, &s->status);
        s->cores.answered = (SimAnswered){quanta_answered, s->quanta};
        if (s->quanta) return s;
    }
    sim_destroy(s);
    return NULL;
}

/* Judges the history up to now, and drops what is settled. */
static void judge_part(Sim *s, SimCheck *check)
{
    SimCores *c = &s->cores;
    bool *going_on = sim_alloc(c->n_threads, sizeof *going_on);
    uint32_t *moved = sim_alloc(c->history.n_ops, sizeof *moved);
    for (uint32_t i = 0; i < c->n_threads; i++) going_on[i] = c->threads[i].state != SIM_ENDED;
    s->verdict = sim_window_judge(&s->window, &c->history, check, going_on, moved);
    for (uint32_t i = 0; i < c->n_threads; i++)
        if (c->threads[i].op != SIM_NONE) c->threads[i].op = moved[c->threads[i].op];
    free(going_on);
    free(moved);
}

/* Violations that an earlier part has shown are not looked for again. */
static void judge(Sim *s)
{
    SimCheck check = {s->options.model, initial_word, &s->run.initial, s->status.err,
                      NULL};
    if (s->window.parts && !s->verdict.ok) return;
    bool outcomes = s->options.model == SIM_MODEL_SCOPED && strcmp(s->options.test, "litmus") == 0;
    if (outcomes) s->verdict = (SimVerdict){.ok = true}; /* its threads are placed anew for each run */
    else if (s->window.every) judge_part(s, &check);
    else s->verdict = sim_check(&s->cores.history, &check);
    if (!s->verdict.ok)
        sim_fail(&s->status, "the history is not %s",
                 sim_model_verdict(s->options.model));
}

static void check_design(Sim *s, const uint32_t *out)
{
    if (!cg_get(out, s->design->error_lsb, 1)) return;
    sim_fail(&s->status, "the design reports an error (a row marked never, an overflow, a time that has ended, "
             "or an error of memory that no row takes); its latest rows:");
    if (s->status.err) sim_trace_print_recent(&s->trace, s->status.err);
}

static void check_end(Sim *s)
{
    uint64_t now = s->status.cycle;
    if (s->stop_at) { s->done = now >= s->stop_at; return; }
    uint64_t patience = s->options.watchdog ? s->options.watchdog : SIM_PATIENCE;
    bool idle = sim_blocks_idle(s->blocks) &&
                (sim_transactions_idle(&s->run) || now > s->cores.last_complete + patience);
    if (s->cores.n_threads == 0 && !idle) s->ended = 0;     /* blocks alone move it: they may be asked again */
    bool over = s->cores.running == 0 || (now % SIM_PATIENCE == 0 && sim_left_waiting(&s->cores, patience));
    if (s->ended == 0 && over && idle) s->ended = now;
    if (s->ended != 0 && now >= s->ended + SIM_DRAIN_CYCLES) s->done = true;
    if (s->options.max_cycles && now >= s->options.max_cycles && !s->done)
        sim_fail(&s->status, "the run did not end within --max-cycles");
    if (s->status.failures) s->done = true;
}

/* The same with cores that are no ports; their time begins behind the reset. */
static bool step_ends(Sim *s, uint32_t *in, const uint32_t *out)
{
    if (s->begun) {
        s->ends->edge(s->of_ends, in, out);
        sim_memory_step(s->memory, in, out);
        sim_monitor_step(&s->monitor, out);
        check_design(s, out);
    }
    cg_put(in, s->design->rst_lsb, 1, 0);
    s->begun = true;
    if (s->status.failures == 0 || s->stop_at) {
        bool over = s->ends->step(s->of_ends, in);
        if (over && !s->stop_at) s->ended = s->status.cycle, s->done = true;
        else s->status.cycle++;
        if (s->options.max_cycles && s->status.cycle >= s->options.max_cycles && !s->done)
            sim_fail(&s->status, "the run did not end within --max-cycles");
    }
    if (s->status.failures) s->done = true;
    if (s->stop_at) s->done = s->status.cycle >= s->stop_at;
    return s->done;
}

bool sim_step(Sim *s, uint32_t *in, const uint32_t *out)
{
    if (s->done) return true;
    uint64_t reset = s->ends && s->design->n_controllers == 0 ? 0 : SIM_RESET_CYCLES;
    if (s->ends && s->status.cycle >= reset) return step_ends(s, in, out);
    if (++s->status.cycle <= SIM_RESET_CYCLES) {
        if (s->status.cycle == 1) memset(in, 0, (s->design->in_bits + 31) / 32 * sizeof *in), set_pins(s, in);
        cg_put(in, s->design->rst_lsb, 1, s->ends || s->status.cycle < SIM_RESET_CYCLES);
        if (s->status.cycle > 1) sim_monitor_start(&s->monitor, out);
        return false;
    }
    sim_cores_step(&s->cores, in, out);
    sim_memory_step(s->memory, in, out);
    sim_blocks_step(s->blocks, s->status.cycle, in, out);
    if (s->ended == 0) sim_monitor_step(&s->monitor, out);
    check_design(s, out);
    if (s->window.every && s->cores.history.n_ops >= s->window.next) judge(s);
    sim_watchdog(&s->cores, &s->trace, s->options.watchdog);
    check_end(s);
    return s->done;
}

void sim_ended(Sim *s, const char *where)
{
    sim_fail(&s->status, "an assertion of the Verilog has ended the run (what it says stands above): %s", where);
}

static void write_record(const void *what, FILE *f)
{
    const Sim *s = what;
    sim_op_trace_write(s->record, s->design, f);
}

static void write_axe(const void *axe, FILE *f) { sim_axe_write(axe, f); }

static void write_races(const void *races, FILE *f) { sim_races_write(races, f); }

static bool write_files(Sim *s)
{
    const SimOptions *o = &s->options;
    bool ok = sim_rowlog_close(&s->rows);
    if (o->stats)
        ok &= sim_write_file(o->stats,
                             sim_name_ends(o->stats, ".csv")    ? write_csv
                             : sim_name_ends(o->stats, ".json") ? write_json
                                                                : write_text,
                             s);
    if (s->record) sim_record_memory(s->record, &s->run.initial);
    if (s->record) ok &= sim_write_file(o->record, write_record, s);
    SimAxe axe = {&s->cores.history, initial_word, &s->run.initial};
    const char *refused = o->axe ? sim_axe_refuses(&s->cores.history) : NULL;
    if (refused) fprintf(stderr, "error: --axe: %s, which the format cannot express\n", refused), ok = false;
    else if (o->axe) ok &= sim_write_file(o->axe, write_axe, &axe);
    if (o->races_out) ok &= sim_write_file(o->races_out, write_races, s->races);
    if (o->coverage) ok &= sim_coverage_write(&s->trace.coverage, o->coverage);
    return ok;
}

/* What the observers do not see: rows marked stall. And the line that tells about this run. */
static void complete_coverage(Sim *s)
{
    char text[300];
    for (uint32_t k = 0; k < s->design->n_controllers; k++) {
        const CgController *d = &s->design->controllers[k];
        for (uint32_t r = 0; r < d->n_rows; r++)
            for (uint32_t i = 0; d->rows[r].kind == CG_ROW_STALL && i < d->n_cells; i++) {
                if (d->cells[i].row != r) continue;
                s->trace.coverage.cells[k][i] += s->monitor.stalled_rows[k][r];
                break; /* only the first place counts */
            }
    }
    snprintf(text, sizeof text, "%s seed %llu, %llu operations, %llu cycles: %s", s->run.kernel->name,
             (unsigned long long)s->options.seed, (unsigned long long)s->cores.completed,
             (unsigned long long)sim_cycles(s), s->status.failures ? "FAILED" : "passed");
    sim_coverage_run(&s->trace.coverage, text);
}

void sim_stop(Sim *s, int signal)
{
    sim_fail(&s->status, "stopped by signal %d: what follows is of %llu cycles", signal,
             (unsigned long long)sim_cycles(s));
}

int sim_finish(Sim *s, FILE *out)
{
    sim_checkers_end(&s->checkers);
    sim_invariants_end(s->invariants);
    if (s->quanta) quanta_end(s->quanta, s->memory);
    if (s->status.failures == 0 && s->run.kernel->check) s->run.kernel->check(&s->run, s->run.arg);
    judge(s);
    s->serial = s->ends ? s->ends->judge(s->of_ends) : sim_transactions_judge(&s->run);
    complete_coverage(s);
    if (out && !s->options.quiet) sim_report(s, out);
    if (!write_files(s)) return SIM_EXIT_ENVIRONMENT;
    if (out && !sim_output_flush(out)) return SIM_EXIT_ENVIRONMENT;
    if (s->status.failures) return SIM_EXIT_FAILED;
    return s->options.coverage_full ? sim_coverage_full(&s->trace.coverage, s->options.coverage_except, stderr)
                                    : SIM_EXIT_OK;
}

bool sim_failure(const Sim *s, uint64_t *from, uint64_t *to)
{
    /* found at the end, by the history or what came of it */
    bool late = s->verdict.from != 0 && s->status.first_cycle >= s->verdict.to;
    *from = late ? s->verdict.from : s->status.first_cycle;
    *to = late ? s->verdict.to : s->status.first_cycle;
    return s->status.failures != 0;
}

void sim_destroy(Sim *s)
{
    if (!s) return;
    cg_detach(s);
    sim_run_free(&s->run);
    quanta_free(s->quanta);
    sim_trace_free(&s->trace);
    sim_memory_destroy(s->memory);
    sim_blocks_destroy(s->blocks);
    sim_cores_free(&s->cores);
    if (s->of_ends) s->ends->destroy(s->of_ends);
    sim_monitor_free(&s->monitor);
    sim_checkers_free(&s->checkers);
    sim_invariants_destroy(s->invariants);
    sim_races_free(s->races);
    sim_rowlog_close(&s->rows);
    sim_op_trace_free(s->record);
    sim_window_free(&s->window);
    free(s);
}
