/* coverage.h - how often rows were taken, from files that runs and searches have left. */
#ifndef CG_SITE_COVERAGE_H
#define CG_SITE_COVERAGE_H
#include "ir/ir.h"

typedef struct Coverage Coverage;

/* Adds up files: those of the simulator's --coverage and --stats (CSV, JSON), and of `cohgen verify --coverage-file`.
 * NULL after a diagnostic: one cannot be read, or is of another specification. */
Coverage *coverage_read(Arena *a, Diags *d, const Protocol *p, const char *const *files, int n);
/* How often the row was taken at this place. Of a row of which it is not known where it was taken: at all of them. */
uint64_t coverage_at(const Coverage *c, const Controller *k, const State *s, const Event *e, const Row *r);
/* Whether the files say anything of the row. */
bool coverage_known(const Coverage *c, const Controller *k, const Row *r);
uint64_t coverage_row(const Coverage *c, const Controller *k, const Row *r);
/* What the files say of their runs, a line each, from 0 on; n = 0: no more. */
Str coverage_run(const Coverage *c, int number);
#endif
