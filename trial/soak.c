/* soak.c - random tests on simulators in turn until the time is over: random traffic of several kinds, litmus tests,
 * kernels, each with its own seed, back-pressure, latency and bandwidth. It stops at the first failure, shrinks it to a
 * short trace and prints that with the seed. The present folder gets the trace, soak-SEED.trace, and for each SIM, of
 * the name sim_NAME, the row coverage of its runs, soak-NAME.html. */
#define _GNU_SOURCE
#include "trial.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *const kinds[] = {
    "--test random --ops 500",
    "--test random --ops 500 --set lines=16 --set evict=40 --set evict_lines=64",
    "--test random --ops 300 --set loads=30 --set stores=20 --set atomics=50 --set lines=2",
    "--test random --ops 300 --set wide=60 --set words=4 --set delay=0",
    "--test generic --ops 300",
    "--test litmus --ops 1",
    "--test stencil",
    "--test bfs --set grid=1",
    "--test hashtable",
    "--test histogram --set n=300",
    "--test stealing",
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* A simulator with what its runs have in common, and the kinds of tests that its design can do. */
typedef struct { Words command; const char *name; bool can[KINDS]; } Design;
typedef struct { Trial *t; VEC(Design) designs; long seed, runs; time_t end; } Soak;

static Words litmus(Trial *t)
{
    static const char *const folders[] = {"sim/litmus", "sim/litmus/fenced"};
    Words all = {0};
    for (int i = 0; i < 2; i++) {
        Words files = tool_entries(t->a, tool_text(t->a, "%s/%s", t->top, folders[i]));
        for (int k = 0; k < files.n; k++) {
            if (!tool_ends(files.at[k], ".litmus")) continue;
            tool_add(t->a, &all, tool_text(t->a, "%s/%s/%s", t->top, folders[i], files.at[k]));
        }
    }
    return all;
}

static Words with_kind(Trial *t, const Design *d, int kind)
{
    Words command = {0};
    tool_add_all(t->a, &command, &d->command);
    tool_add_text(t->a, &command, "%s", kinds[kind]);
    if (strstr(kinds[kind], "litmus")) {
        Words tests = litmus(t);
        tool_add_all(t->a, &command, &tests);
    }
    return command;
}

/* Kernels rely on sequential consistency: not with --model weak. */
static void find_kinds(Trial *t, Design *d)
{
    bool weak = false, any = false;
    char *said = "";
    for (int i = 1; i < d->command.n; i++)
        weak |= strcmp(d->command.at[i], "weak") == 0 && strcmp(d->command.at[i - 1], "--model") == 0;
    for (int k = 0; k < KINDS; k++) {
        if (weak && !strstr(kinds[k], "random") && !strstr(kinds[k], "litmus")) continue;
        int status;
        Words command = with_kind(t, d, k);
        tool_add_text(t->a, &command, "--max-cycles 1");
        said = said_by(t, &status, &command);
        any |= d->can[k] = status != 2;
    }
    if (any) return;
    fprintf(stderr, "%s", said);
    tool_fatal(2, "%s can run none of the tests", d->command.at[0]);
}

static char *rows_of(Trial *t, const Design *d) { return tool_text(t->a, "%s/%s.rows", t->scratch, d->name); }

static void merge(Trial *t, const Design *d, const char *to, const char *with)
{
    Words command = {0};
    int status;
    tool_add(t->a, &command, d->command.at[0]);
    tool_add_text(t->a, &command, "--coverage-merge --coverage");
    tool_add(t->a, &command, to);
    tool_add(t->a, &command, rows_of(t, d));
    if (with) tool_add(t->a, &command, with);
    char *said = said_by(t, &status, &command);
    if (status) tool_fatal(1, "the coverage of %s cannot be merged: %s", d->name, said);
}

static int run(Soak *s, const Design *d, int kind)
{
    Trial *t = s->t;
    Words command = with_kind(t, d, kind), quiet = {0};
    char *trace = tool_text(t->a, "soak-%ld.trace", s->seed), *rows = tool_text(t->a, "%s/run", t->scratch);
    tool_add_text(t->a, &command, "--seed %ld --backpressure %ld --latency %ld --bandwidth %ld", s->seed,
                  s->seed / 3 % 4 * 25, s->seed / 12 % 3 * 40 + 1, s->seed / 36 % 3 * 80 + 40);
    tool_add_all(t->a, &quiet, &command);
    tool_add_text(t->a, &quiet, "--quiet --shrink %s --coverage", trace);
    tool_add(t->a, &quiet, rows);
    int status;
    char *said = said_by(t, &status, &quiet);
    if (status == 0) {
        if (tool_there(rows_of(t, d))) merge(t, d, rows_of(t, d), rows);
        else if (rename(rows, rows_of(t, d)) != 0) tool_fatal(3, "cannot write %s", rows_of(t, d));
        return 0;
    }
    printf("FAIL:");
    for (int i = 0; i < command.n; i++) printf(" %s", command.at[i]);
    printf("\n%s", said);
    char here[PATH_MAX];
    if (tool_there(trace)) printf("trace: %s/%s\n", getcwd(here, sizeof here) ? here : ".", trace);
    return status;
}

/* Each simulator runs one of its kinds, then the next one has its turn. One run at least, however slow the machine. */
static int turns(Soak *s)
{
    for (;;)
        for (int k = 0; k < KINDS; k++)
            for (int i = 0; i < s->designs.n; i++) {
                if (!s->designs.at[i].can[k]) continue;
                if (s->runs && time(NULL) >= s->end) return 0;
                int status = run(s, &s->designs.at[i], k);
                if (status) return status;
                s->runs++, s->seed++;
            }
}

static void show_rows(Soak *s)
{
    Trial *t = s->t;
    for (int i = 0; i < s->designs.n; i++) {
        const Design *d = &s->designs.at[i];
        bool before = false;
        for (int k = 0; k < i; k++) before |= strcmp(s->designs.at[k].name, d->name) == 0;
        if (before || !tool_there(rows_of(t, d))) continue;
        merge(t, d, tool_text(t->a, "soak-%s.html", d->name), NULL);
        said_rows(t, d->name, rows_of(t, d));
    }
}

int trial_soak(Trial *t, int argc, char **argv)
{
    Soak of = {.t = t}, *s = &of;
    long seconds;
    if (argc < 3 || !tool_number(argv[0], 0, 999999999, &seconds) || !tool_number(argv[1], 0, LONG_MAX, &s->seed)) {
        fprintf(stderr, "usage: trial soak SECONDS SEED SIM [OPTION...] [-- SIM [OPTION...]]...\n");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        Design d = {.name = NULL};
        for (; i < argc && strcmp(argv[i], "--") != 0; i++) tool_add(t->a, &d.command, argv[i]);
        if (!d.command.n) continue;
        const char *slash = strrchr(d.command.at[0], '/'), *name = slash ? slash + 1 : d.command.at[0];
        d.name = said_after(name, "sim_") ? name + 4 : name;
        find_kinds(t, &d);
        vec_push(t->a, &s->designs, d);
    }
    printf("first seed %ld\n", s->seed);
    fflush(stdout);
    s->end = time(NULL) + seconds;
    int status = turns(s);
    if (status) return status;
    printf("%ld runs, no failure; the next seed is %ld\n", s->runs, s->seed);
    show_rows(s);
    return 0;
}
