/* sweep.h - a design-space exploration as a description, a plan and jobs (docs/sweeps.md).
 *
 * The description has lines  axis NAME VALUE...,  run COMMAND  with {NAME} and {out} in it, and  figure NAME PREFIX.
 * The plan is every combination of values, one run each, named NAME=VALUE,... */
#ifndef COHGEN_SWEEP_H
#define COHGEN_SWEEP_H
#include "jobs.h"
#include <stddef.h>

enum { SWEEP_AXES = 16, SWEEP_VALUES = 256, SWEEP_FIGURES = 32, SWEEP_RUNS = 1000000 };

typedef struct { char *name; char *value[SWEEP_VALUES]; int n; } SweepAxis;
typedef struct { char *name, *prefix; } SweepFigure;
typedef struct {
    const char *file;
    char *text, *words;             /* as read; the words that the rest points into */
    size_t length;
    SweepAxis axis[SWEEP_AXES];
    SweepFigure figure[SWEEP_FIGURES];
    char *command;
    int n_axes, n_figures;
    long n_runs;
} Sweep;

/* Reads and checks FILE; exits with 2 and FILE:LINE: error: ... if it is wrong, 3 if it cannot be read. */
void sweep_read(Sweep *s, const char *file);
/* The name of run i, and its command with its result in `out`; JOBS_TEXT bytes each. */
void sweep_name(const void *sweep, long i, char *name);
void sweep_command(const void *sweep, long i, const char *out, char *command);
const char *sweep_value(const Sweep *s, long i, int axis);
#endif
