/* coverage.h - which rows of the tables were taken, how often, at which state and event; over one run or several.
 *
 * The text form is the report and what later runs are merged with:
 *   cohgen-coverage 1 DESIGN
 *   run random seed 7, 32000 operations, 96044 cycles: passed       one line per run
 *   L1 I load 0 11704 rcc.xml:104                                   controller, state, event, number of the row, count,
 *                                                                   where the row stands
 *   L1 II evict 12 never rcc.xml:57                                 a row marked never: it fails the run if it is met
 *   # lines that begin with a # are for people
 * Rows marked stall count the cycles in which they kept an occurrence waiting, at the first place where they stand. */
#ifndef COHGEN_SIM_COVERAGE_H
#define COHGEN_SIM_COVERAGE_H
#include "base/base.h"

typedef struct {
    const CgDesign *design;
    uint64_t **cells;                       /* per controller, as CgController.cells */
    char **runs; size_t n_runs, cap_runs;
} SimCoverage;

void sim_coverage_init(SimCoverage *c, const CgDesign *design);
void sim_coverage_free(SimCoverage *c);
void sim_coverage_run(SimCoverage *c, const char *text); /* notes a run */
uint64_t sim_coverage_row(const SimCoverage *c, uint32_t controller, uint32_t row);
/* Rows that can be taken, and those of them that were. */
void sim_coverage_rows(const SimCoverage *c, uint32_t controller, uint32_t *rows, uint32_t *taken);

void sim_coverage_text(const SimCoverage *c, FILE *out);
void sim_coverage_html(const SimCoverage *c, FILE *out); /* coverage_html.c: a page that needs no other file */
/* Writes the file: a page if its name ends in .html, else text. False after a message. */
bool sim_coverage_write(const SimCoverage *c, const char *file);
/* Adds the counts of a text form. On errors prints "FILE:LINE:COL: error: ..." to stderr, as many as there are, and
 * returns false. */
bool sim_coverage_add(SimCoverage *c, const char *file);
/* Prints the rows that were never taken, but for those listed in the file `except` (NULL: none), whose lines are:
   controller, state, event, reason.
   Returns an exit code: failed if there are any, or if a listed row was taken after all; usage if the list is wrong. */
int sim_coverage_full(const SimCoverage *c, const char *except, FILE *out);
/* --coverage-merge: adds up the files, writes the sum to `to` (NULL: as text to stdout), and judges it if `full`.
 * Returns an exit code. */
int sim_coverage_merge(const CgDesign *design, const char *const *files, uint32_t n, const char *to, bool full,
                       const char *except);
#endif
