/* jobs.h - runs that are made once, by any number of workers, and go on after a cut: those of a sweep
 * (docs/sweeps.md), and those of a bench. */
#ifndef COHGEN_JOBS_H
#define COHGEN_JOBS_H
#include <stdbool.h>

enum { JOBS_TEXT = 8192 };

/* n runs. Each has a name, of which files are made, and a command for the shell that leaves its result in `out`;
 * JOBS_TEXT bytes each. */
typedef struct {
    long n;
    const void *of;
    void (*name)(const void *of, long i, char *name);
    void (*command)(const void *of, long i, const char *out, char *command);
} Jobs;

/* Makes the runs i with i mod parts = part that have no DIR/NAME.result; number of those that failed, now or before:
 * they have a NAME.failed. NAME.cost: machine, exit status, seconds of the processor and of the clock, KiB at most.
 * After SIGINT or SIGTERM it ends the program, and what it had begun is not there. */
long jobs_run(const Jobs *j, const char *dir, long part, long parts, double patience, bool retry);
#endif
