/* main.c - the plain C driver: runs the verilated model cycle by cycle. */
#define _POSIX_C_SOURCE 200809L
#include "sim.h"
#include "wave.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* What is known of a run when it is over. */
typedef struct { int code; bool failed; uint64_t from, to; } Ended;

/* Which cycles go into the waveform, and which are run at all: to: 0 = until the run is over, with checks and report. */
typedef struct { uint64_t from, to; } Window;

static Ended run(const SimOptions *o, int argc, char **argv, Window w)
{
    Ended e = {0};
    Sim *s = sim_create(&cg_design, o, &e.code);
    if (!s) return e;
    s->stop_at = w.to;
    if (w.to) s->status.err = NULL; /* told in the first run */
    uint32_t *in = sim_alloc((cg_design.in_bits + 31) / 32, sizeof *in), *out = sim_alloc((cg_design.out_bits + 31) / 32, sizeof *out);
    CgModel *m = cg_model_create(argc, (const char **)argv, o->wave, w.from);
    if (m) {
        while (!sim_step(s, in, out)) cg_model_cycle(m, in, out);
        cg_model_destroy(m);
        if (!w.to) e.code = sim_finish(s, stdout);
        e.failed = sim_failure(s, &e.from, &e.to);
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
static Ended run_apart(const SimOptions *o, int argc, char **argv)
{
    Ended e = {.code = SIM_EXIT_ENVIRONMENT};
    int ends[2];
    fflush(stdout);
    if (pipe(ends) != 0) return e;
    pid_t child = fork();
    if (child == 0) {
        e = run(o, argc, argv, (Window){0});
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
    Ended e = run_apart(o, argc, argv);
    if (!e.failed) {
        if (e.code == SIM_EXIT_OK) printf("waveform   none: the run did not fail\n");
        return e.code;
    }
    o->wave = wave;
    o->record = o->axe = o->stats = o->coverage = NULL;
    Window w = {e.from > o->wave_window ? e.from - o->wave_window : 1, e.to + o->wave_window};
    run(o, argc, argv, w);
    printf("waveform   %s: cycles %llu to %llu\n", wave, (unsigned long long)w.from, (unsigned long long)w.to);
    return sim_wave_save(&cg_design, wave, e.to) ? e.code : SIM_EXIT_ENVIRONMENT;
}

static int run_whole(const SimOptions *o, int argc, char **argv)
{
    Ended e = run(o, argc, argv, (Window){0});
    if (o->wave && e.code <= SIM_EXIT_FAILED && !sim_wave_save(&cg_design, o->wave, e.failed ? e.to : 0)) return SIM_EXIT_ENVIRONMENT;
    return e.code;
}

int main(int argc, char **argv)
{
    SimOptions o;
    int code = sim_options_parse(&o, argc, argv);
    if (code) return code;
    if (o.help) {
        sim_options_help(stdout);
        return 0;
    }
    if (o.coverage_merge) return sim_coverage_merge(&cg_design, o.arguments, o.n_arguments, o.coverage, o.coverage_full, o.coverage_except);
    if ((code = sim_load(&o, &cg_design)) != 0) return code;
    printf("seed %llu\n", (unsigned long long)o.seed);
    fflush(stdout);
    code = o.wave_window ? run_window(&o, argc, argv) : run_whole(&o, argc, argv);
    sim_unload(&o);
    return code;
}
