/* main.c - trial KIND ...: designs and checkers put to the test in many runs.
 *
 *   trial spin|murphi FILE [OPTION...]              one small system under `cohgen verify` and under SPIN or Rumur. The
 *                                                   options are those of verify. CFLAGS: of the checker's compilation
 *                                                   (-O1); KEEP: a folder that keeps the model; MESSAGES: room of each
 *                                                   network (SPIN 24, Rumur 8); PAN_MB: memory of SPIN's checker (2000)
 *   trial determinism [OPTION...] [PROGRAM...]      how many outcomes programs have; --help
 *   trial soak SECONDS SEED SIM [OPTION...] [-- SIM [OPTION...]]...
 *                                                   random tests until the time is over. SEED: of the first run.
 *                                                   OPTION: what the runs of a simulator have in common
 *   trial configs DIR N [SEED [SPEC.xml...]]        N random configurations; SEED: of the first (default: the time),
 *                                                   the others count up from it; SPEC: one is taken for each, by seed
 *   trial walkthrough hmg|rc|lrc|stc|tc|tcs|tcw [OPTION...]
 *                                                   a published walk-through in the emitted Verilog; OPTION: of
 *                                                   `cohgen emit`, e.g. to see it fail
 *   trial rollovers ROWS                            what the rollovers of a run of GETM cost, from its rows
 *   trial stock VERB PATH                           text of rtl_out/, for scripts/rtl_out.sh
 *
 * COHGEN_TOP, COHGEN_BUILD: the project, its build folder; COHGEN, COHGEN_SIM_LIB: the generator, the library of
 * simulations, if others than those built there; JOBS: compilers and runs at a time (2).
 *
 * Exit status: 0 fine, 1 a check failed, 2 wrong command line, 3 something is missing, or a limit was reached. */
#define _GNU_SOURCE
#include "trial.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct { Trial t; int argc; char **argv; } Call;

static int work(void *of)
{
    Call *c = of;
    const char *kind = c->argv[0];
    int argc = c->argc - 1;
    char **argv = c->argv + 1;
    if (strcmp(kind, "spin") == 0) return trial_second(&c->t, true, argc, argv);
    if (strcmp(kind, "murphi") == 0) return trial_second(&c->t, false, argc, argv);
    if (strcmp(kind, "determinism") == 0) return trial_determinism(&c->t, argc, argv);
    if (strcmp(kind, "soak") == 0) return trial_soak(&c->t, argc, argv);
    if (strcmp(kind, "configs") == 0) return trial_configs(&c->t, argc, argv);
    if (strcmp(kind, "walkthrough") == 0) return trial_walkthrough(&c->t, argc, argv);
    if (strcmp(kind, "rollovers") == 0) return trial_rollovers(&c->t, argc, argv);
    if (strcmp(kind, "stock") == 0) return trial_stock(&c->t, argc, argv);
    fprintf(stderr, "trial: '%s' is not spin, murphi, determinism, soak, configs, walkthrough, rollovers or stock\n",
            kind);
    return 2;
}

int main(int argc, char **argv)
{
    Call c = {.argc = argc - 1, .argv = argv + 1};
    Trial *t = &c.t;
    if (argc < 2) {
        fputs("usage: trial spin|murphi|determinism|soak|configs|walkthrough|rollovers|stock ...\n", stderr);
        return 2;
    }
    tool_name = argv[1];
    t->a = arena_create((size_t)4 << 30);
    t->top = tool_setting("COHGEN_TOP", COHGEN_TOP);
    t->build = tool_setting("COHGEN_BUILD", COHGEN_BUILD);
    t->cohgen = tool_setting("COHGEN", tool_text(t->a, "%s/cohgen", t->build));
    t->library = tool_setting("COHGEN_SIM_LIB", tool_text(t->a, "%s/sim/libcohgen_sim.a", t->build));
    long jobs;
    if (!tool_number(tool_setting("JOBS", "2"), 1, 1000, &jobs)) tool_fatal(2, "JOBS: a number is missing");
    t->jobs = (int)jobs;
    char *folder = tool_text(t->a, "%s/trial.XXXXXX", tool_setting("TMPDIR", "/tmp"));
    if (!mkdtemp(folder)) tool_fatal(3, "cannot make %s: %s", folder, strerror(errno));
    char scratch[PATH_MAX];
    t->scratch = realpath(folder, scratch);
    int status = tool_supervise(work, &c, NULL);
    tool_remove(scratch);
    arena_destroy(t->a);
    return status;
}
