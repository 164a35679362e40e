/* trial.h - designs and checkers put to the test in many runs: under a second model checker, with ever other times,
 * with random tests, with random parameters, in published walk-throughs. main.c is the door; each kind has a file. */
#ifndef COHGEN_TRIAL_H
#define COHGEN_TRIAL_H
#include "tools.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    Arena *a;
    const char *top, *build, *cohgen, *library; /* folders, the generator, the library of simulations */
    const char *scratch;                        /* goes with this run */
    int jobs;
} Trial;

/* The kinds: exit status. */
int trial_second(Trial *t, bool promela, int argc, char **argv); /* SPIN, or Rumur */
int trial_determinism(Trial *t, int argc, char **argv);
int trial_soak(Trial *t, int argc, char **argv);
int trial_configs(Trial *t, int argc, char **argv);
int trial_walkthrough(Trial *t, int argc, char **argv);
int trial_rollovers(Trial *t, int argc, char **argv);
int trial_stock(Trial *t, int argc, char **argv);

/* ---- said.c: programs, and what they have said ---- */
/* A command's output and errors together, and its exit status. */
char *said_by(Trial *t, int *status, const Words *command);
/* Behind a beginning; NULL: the text does not begin so. */
const char *said_after(const char *text, const char *beginning);
/* The first line that begins so: what stands behind; NULL if there is none. */
const char *said_line(Trial *t, const char *text, const char *beginning);
/* Writes at most so many lines of a text, each behind `margin`. */
void said_lines(FILE *to, const char *text, int lines, const char *margin);
/* Of a table of rows taken: "NAME: CONTROLLER: N of M rows taken" for each. */
void said_rows(Trial *t, const char *name, const char *file);

/* ---- build.c ---- */
/* Leaves DIR/sim, with more options of Verilator and of the generator; what the tools say. */
char *trial_build(Trial *t, int *status, const char *dir, const char *optimise, const char *verilate, const char *spec,
                  const Words *options);

/* ---- row.c: rows that have fired, as `SIM --rows` writes them ---- */
typedef struct {
    long cycle, instance;
    const char *controller, *line, *from, *event, *to; /* line: "0x10", or "-" */
    Words more;                                        /* "sends=...", "FIELD=VALUE" */
} Row;
typedef VEC(Row) Rows;
Rows rows_read(Trial *t, const char *file);
/* The value of the last of a row's fields of this name; NULL if it has none. */
const char *row_field(const Row *r, const char *name);
/* " MESSAGE", the one that it sends, or "" */
const char *row_sends(Trial *t, const Row *r);
/* A run of the simulator DIR/sim: its rows; what it prints is left in *said, if that is not NULL. Ends the program with
 * status 1 if the run fails. */
Rows rows_of_run(Trial *t, const char *dir, const Words *options, const char **said);
/* The options of a run of these operations, and more. */
Words rows_trace(Trial *t, const char *operations, const char *options);

/* ---- draw.c: values of parameters ---- */
typedef struct { const char *name, *list; long usual, least, most; } DrawParam; /* list "-": any of the range */
typedef VEC(DrawParam) DrawParams;
/* From what `cohgen params` prints, within lines "limit NAME LEAST GREATEST reason...". */
DrawParams draw_params(Trial *t, const char *limits, const char *params);
/* "--set=NAME=VALUE" for each parameter. Most values are small, some are the default; a few parameters, chosen anew
 * each time, are drawn from their whole range, its ends preferred. */
Words draw_values(Trial *t, const DrawParams *params, int64_t seed);
#endif
