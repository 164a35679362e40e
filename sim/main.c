/* main.c - the plain C driver: runs the verilated model cycle by cycle. */
#define _POSIX_C_SOURCE 200809L
#include "base/output.h"
#include "simulator/sim.h"
#include "traces/shrink.h"
#include "waves/wave.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* What is known of a run when it is over. */
/* kind: as SimStatus.first_kind */
typedef struct { int code; bool failed; uint64_t from, to; const char *kind; } Ended;

/* Which cycles go into the waveform, and which are run at all (to: 0 = until the run is over); silent: nothing is
 * printed. */
typedef struct { uint64_t from, to; bool silent; } Window;

static volatile sig_atomic_t stopped; /* the signal that asks for the end of the run */

static void stop(int signal) { stopped = signal; }

/* SIGINT, SIGTERM and SIGHUP (if nohup does not keep it away) end a run that reports: it says and writes what there is.
 * A second one ends the program. */
static void watch_signals(void)
{
    struct sigaction a = {.sa_handler = stop, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&a.sa_mask);
    sigaction(SIGINT, &a, NULL);
    sigaction(SIGTERM, &a, NULL);
    struct sigaction before;
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN) sigaction(SIGHUP, &a, NULL);
}

enum { MAX_TRIALS = 4000, SHORT_WATCHDOG = 5000, SHOWN = 100 };

static Ended run(const SimOptions *o, int argc, char **argv, Window w)
{
    Ended e = {0};
    Sim *s = sim_create(&cg_design, o, &e.code);
    if (!s) return e;
    s->stop_at = w.to;
    if (w.silent) s->status.err = NULL;
    uint32_t *in = sim_alloc((cg_design.in_bits + 31) / 32, sizeof *in),
             *out = sim_alloc((cg_design.out_bits + 31) / 32, sizeof *out);
    CgModel *m = cg_model_create(argc, (const char **)argv, o->wave, w.from);
    if (m) {
        for (bool told = false; !stopped && !sim_step(s, in, out);) {
            cg_model_cycle(m, in, out);
            if (!told && cg_model_ended(m)) sim_ended(s, cg_model_ended(m)), told = true;
        }
        cg_model_destroy(m);
        if (stopped) sim_stop(s, (int)stopped);
        if (!w.to) e.code = sim_finish(s, w.silent ? NULL : stdout);
        if (stopped) e.code = SIM_EXIT_ENVIRONMENT;
        e.failed = sim_failure(s, &e.from, &e.to);
        e.kind = s->status.first_kind;
    } else {
        fputs("error: the model could not be created\n", stderr);
        e.code = SIM_EXIT_ENVIRONMENT;
    }
    sim_destroy(s);
    free(in);
    free(out);
    return e;
}

/* A run in a process of its own: a process has one verilated model only. */
static Ended run_apart(const SimOptions *o, int argc, char **argv, bool silent)
{
    Ended e = {.code = SIM_EXIT_ENVIRONMENT};
    int ends[2];
    fflush(stdout);
    if (pipe(ends) != 0) return e;
    pid_t child = fork();
    if (child == 0) {
#ifdef __linux__
        prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
        /* what the Verilog says by itself */
        if (silent && !freopen("/dev/null", "w", stdout)) _exit(SIM_EXIT_ENVIRONMENT);
        e = run(o, argc, argv, (Window){.silent = silent});
        fflush(stdout);
        _exit(write(ends[1], &e, sizeof e) == (ssize_t)sizeof e ? SIM_EXIT_OK : SIM_EXIT_ENVIRONMENT);
    }
    close(ends[1]);
    if (child < 0 || read(ends[0], &e, sizeof e) != (ssize_t)sizeof e) e.code = SIM_EXIT_ENVIRONMENT;
    close(ends[0]);
    if (child > 0) waitpid(child, NULL, 0);
    return e;
}

/* Runs once to learn when it fails, and again to write the waveform of the cycles around that. */
static int run_window(SimOptions *o, int argc, char **argv)
{
    const char *wave = o->wave;
    o->wave = NULL;
    Ended e = run_apart(o, argc, argv, false);
    if (!e.failed) {
        if (e.code == SIM_EXIT_OK) printf("waveform   none: the run did not fail\n");
        return e.code;
    }
    o->wave = wave;
    o->record = o->axe = o->stats = o->rows = o->coverage = o->races_out = NULL;
    Window w = {e.from > o->wave_window ? e.from - o->wave_window : 1, e.to + o->wave_window, true};
    run(o, argc, argv, w);
    printf("waveform   %s: cycles %llu to %llu\n", wave, (unsigned long long)w.from, (unsigned long long)w.to);
    return sim_wave_save(&cg_design, wave, e.to) ? e.code : SIM_EXIT_ENVIRONMENT;
}

/* ---- shrinking ---- */

typedef struct { SimOptions options; int argc; char **argv; const char *kind; } Trial;

static Ended run_trace(const Trial *t, const SimOpTrace *trace)
{
    SimOptions o = t->options;
    o.trace = (SimOpTrace *)(uintptr_t)trace; /* it is only read */
    if (!sim_take_options(&o, trace, "trace")) return (Ended){.code = SIM_EXIT_USAGE};
    return run_apart(&o, t->argc, t->argv, true);
}

static bool fails_alike(void *context, const SimOpTrace *trace)
{
    const Trial *t = context;
    Ended e = run_trace(t, trace);
    return e.failed && e.kind == t->kind;
}

/* A hang costs as many cycles as the watchdog waits, in each trial: less will do if it finds the same. */
static void shorten_watchdog(Trial *t, SimOpTrace *trace)
{
    for (size_t i = 0; i < trace->n_options; i++) {
        struct SimTraceOption *o = &trace->options[i], old = *o;
        if (strcmp(o->name, "watchdog") != 0 || (*o->value != '0' && strtoull(o->value, NULL, 0) <= SHORT_WATCHDOG))
            continue;
        snprintf(o->value, sizeof o->value, "%d", SHORT_WATCHDOG);
        if (!fails_alike(t, trace)) *o = old;
    }
}

static void write_trace(const void *what, FILE *f) { sim_op_trace_write(what, &cg_design, f); }

static void print_shrunk(const SimOpTrace *t)
{
    for (size_t i = 0; i < t->n_ops && i < SHOWN; i++) {
        fputs("  ", stdout);
        sim_op_trace_print(t, &cg_design, &t->ops[i], stdout);
        fputc('\n', stdout);
    }
    if (t->n_ops > SHOWN) printf("  ... and %zu more\n", t->n_ops - SHOWN);
}

/* Records the run; if it fails, and its trace does too, shortens the trace. */
static int run_shrink(SimOptions *o, int argc, char **argv)
{
    const char *file = o->shrink;
    o->record = file;
    Ended e = run_apart(o, argc, argv, false);
    if (e.code != SIM_EXIT_FAILED) {
        if (e.code == SIM_EXIT_OK) remove(file);
        return e.code;
    }
    SimOpTrace *trace = sim_op_trace_read(&cg_design, file);
    if (!trace) return SIM_EXIT_ENVIRONMENT;
    Trial t = {*o, argc, argv, NULL};
    t.options.test = "trace";
    t.options.n_sets = 0;
    t.options.record = t.options.axe = t.options.stats = t.options.rows = t.options.coverage = t.options.races_out =
        NULL;
    t.options.n_races = 0;
    t.options.coverage_full = false;
    t.options.given = 0;
    Ended again = run_trace(&t, trace);
    if (!again.failed)
        printf("shrink     the operations by themselves do not fail: it was the test's own check; trace: %s\n", file);
    else {
        SimShrink s = {fails_alike, &t, MAX_TRIALS, 0};
        size_t before = trace->n_ops;
        t.kind = again.kind;
        shorten_watchdog(&t, trace);
        sim_shrink(&s, trace);
        if (!sim_write_file(file, write_trace, trace)) e.code = SIM_EXIT_ENVIRONMENT;
        printf("shrink     seed %s: %zu of %zu operations fail alike, found in %u trials; repeat them with --test "
               "trace %s\n",
               trace->options[0].value, trace->n_ops, before, s.trials, file);
        print_shrunk(trace);
    }
    sim_op_trace_free(trace);
    return e.code;
}

static int run_whole(const SimOptions *o, int argc, char **argv)
{
    watch_signals();
    Ended e = run(o, argc, argv, (Window){0});
    if (o->wave && (e.code <= SIM_EXIT_FAILED || stopped) && !sim_wave_save(&cg_design, o->wave, e.failed ? e.to : 0))
        return SIM_EXIT_ENVIRONMENT;
    return e.code;
}

/* A file that is to be read again or removed is a regular one; the waveform too, which is written here and there. */
static int run_test(SimOptions *o, int argc, char **argv)
{
    char *file = o->shrink ? sim_output_regular(o->shrink) : o->wave ? sim_wave_start(o->wave) : NULL;
    if ((o->shrink || o->wave) && !file) return SIM_EXIT_ENVIRONMENT;
    if (o->shrink) o->shrink = file;
    else o->wave = file;
    printf("seed %llu\n", (unsigned long long)o->seed);
    int code = SIM_EXIT_ENVIRONMENT;
    if (sim_output_flush(stdout))
        code = o->shrink        ? run_shrink(o, argc, argv)
               : o->wave_window ? run_window(o, argc, argv)
                                : run_whole(o, argc, argv);
    free(file);
    return code;
}

#ifdef COHGEN_SIM_MORE /* what this simulator has besides */
extern const SimOptionsMore COHGEN_SIM_MORE;
static const SimOptionsMore *const more = &COHGEN_SIM_MORE;
#else
static const SimOptionsMore *const more = NULL;
#endif

static int run_asked(SimOptions *o, int argc, char **argv)
{
    int code;
    if (o->wave && !cg_model_waves()) {
        fputs("error: --wave: no waveforms are built into this simulator (`./run sim FILE --wave=...` builds one that "
              "has them; cohgen_add_design: WAVES)\n", stderr);
        return SIM_EXIT_ENVIRONMENT;
    }
    if (o->coverage_merge)
        return sim_coverage_merge(&cg_design, o->arguments, o->n_arguments, o->coverage, o->coverage_full,
                                  o->coverage_except);
    if (more && more->instead(o, &code)) return code;
    if ((code = sim_load(o, &cg_design)) != 0) return code;
    code = run_test(o, argc, argv);
    sim_unload(o);
    return code;
}

int main(int argc, char **argv)
{
    SimOptions *o = sim_alloc(1, more ? more->bytes : sizeof *o);
    signal(SIGXFSZ, SIG_IGN); /* a limit on files is an error of writing */
    int code = sim_options_parse(o, more, argc, argv);
    if (code == 0 && !sim_asks(o, more, &cg_design, stdout)) code = run_asked(o, argc, argv);
    free(o);
    return code == SIM_EXIT_ENVIRONMENT || code == SIM_EXIT_USAGE || sim_output_flush(stdout) ? code
                                                                                               : SIM_EXIT_ENVIRONMENT;
}
