/* sweep.h - a design-space exploration as a description, a plan, jobs, tables and plots (docs/sweeps.md).
 *
 * The description has lines  axis NAME VALUE...,  as AXIS VALUE TEXT,  needs TARGET...,  design NAME SPEC
 * PARAM=VALUE...,  run COMMAND  with {NAME} and {out} in it,  figure NAME [WEIGHT*]PREFIX + ...  and  plot ...;  or
 * runs FILE  and plots, of another description's runs. The plan is every combination of values, one run each, named
 * NAME=VALUE,... */
#ifndef COHGEN_SWEEP_H
#define COHGEN_SWEEP_H
#include "jobs.h"
#include <stddef.h>
#include <stdio.h>

enum { SWEEP_AXES = 16, SWEEP_VALUES = 256, SWEEP_FIGURES = 32, SWEEP_TERMS = 16, SWEEP_DESIGNS = 32, SWEEP_PLOTS = 16,
       SWEEP_RUNS = 1000000 };

typedef struct { char *name; char *value[SWEEP_VALUES]; char *text[SWEEP_VALUES]; int n; } SweepAxis;
typedef struct { double weight; char *prefix; } SweepTerm;
typedef struct { char *name; SweepTerm term[SWEEP_TERMS]; int n; } SweepFigure;
typedef struct { char *name, *of; char *program; } SweepDesign; /* of: specification and parameters, as written */

/* A chart of bars: `over` is the axis whose values give mean and spread, `to` the bar that the others are compared
 * with (-1: plain values). The values of other axes are given by `at`. */
typedef enum { SWEEP_VALUE, SWEEP_RATIO, SWEEP_SPEEDUP } SweepHow;
typedef struct {
    char *name, *title;
    SweepHow how;
    int figure, per;                       /* per: the figure that it is divided by, or -1 */
    int bars, groups, over, to;            /* axes; `to` is a value of `bars` */
    int bar[SWEEP_VALUES], n_bars, group[SWEEP_VALUES], n_groups;
    int at[SWEEP_AXES];                    /* a value for each other axis */
} SweepPlot;

typedef struct Sweep {
    const char *file;
    char *text, *words;             /* as read; the words that the rest points into */
    size_t length;
    SweepAxis axis[SWEEP_AXES];
    SweepFigure figure[SWEEP_FIGURES];
    SweepDesign design[SWEEP_DESIGNS];
    SweepPlot plot[SWEEP_PLOTS];
    char *command, *needs;          /* needs: targets of the project that the command runs; NULL: none */
    int n_axes, n_figures, n_designs, n_plots;
    long n_runs;
    struct Sweep *runs;             /* the description whose runs these are; NULL: its own */
} Sweep;

/* Reads and checks FILE; exits with 2 and FILE:LINE: error: ... if it is wrong, 3 if it cannot be read. */
void sweep_read(Sweep *s, const char *file);
/* The name of run i, and its command with its result in `out`; JOBS_TEXT bytes each. */
void sweep_name(const void *sweep, long i, char *name);
void sweep_command(const void *sweep, long i, const char *out, char *command);
const char *sweep_value(const Sweep *s, long i, int axis);

/* For the lines of a description: says what is wrong with one and exits; its next word, which is cut off; whether that
 * may be part of a file's name; the axis of this name, the value of an axis, the figure, or -1. */
void sweep_wrong(const Sweep *s, int line, const char *what, const char *name);
char *sweep_word(char **at);
bool sweep_is_name(const char *w);
int sweep_axis(const Sweep *s, const char *name, size_t n);
int sweep_axis_value(const SweepAxis *a, const char *value);
int sweep_figure(const Sweep *s, const char *name);

/* A line `plot ...`; the tables and drawings of all plots, as DIR/NAME.txt and DIR/NAME.svg: false if runs are missing,
 * or have no such figure. */
void sweep_read_plot(Sweep *s, int line, char *at);
bool sweep_plots(const Sweep *s, const char *dir);
/* The figure of a result: the sum of its terms, each the last field of the first line that begins with the prefix, or
 * of all such lines if a field of it is *; of what a program does not do there may be no line. False: there is none. */
bool sweep_figure_of(FILE *result, const SweepFigure *f, double *sum);
/* The same as text: a single term as it is written in the result. */
void sweep_print_figure(FILE *result, const SweepFigure *f, FILE *to);

/* Names that the table of a database has once, whatever their case: sql.c's own, axes, figures. */
void sweep_check_columns(const Sweep *s, int line);
/* The runs in DIR as SQL, one transaction that replaces what the database held: a row for each run that has a result or
 * has failed. */
void sweep_sql(const Sweep *s, const char *dir, FILE *to);
/* What the runs in DIR have cost, in a few lines; DIR/NAME.html: that, the plots and their tables, the description. */
void sweep_costs(const Sweep *s, const char *dir, FILE *to);
void sweep_page(const Sweep *s, const char *dir);

/* DIR/NAME.KIND of run i, opened; NULL: it is not there. */
FILE *sweep_open(const Sweep *s, const char *dir, long i, const char *kind);
/* What run i has cost (jobs.h); false: not known. */
typedef struct { char host[64]; int status; double seconds, elapsed; long kib; } SweepCost;
bool sweep_cost(const Sweep *s, const char *dir, long i, SweepCost *cost);
/* A text in which < > & and quotes mean nothing to HTML or SVG. */
void sweep_escape(FILE *to, const char *text);

/* What plot.c has computed, drawn by draw.c: mean and spread of each bar of each group, then of all groups. */
typedef struct { double mean, spread; } SweepBar;
int sweep_plot_groups(const SweepPlot *p); /* with that of all, which single values have none of */
void sweep_draw(const Sweep *s, const SweepPlot *p, const SweepBar *bars, FILE *to);
#endif
