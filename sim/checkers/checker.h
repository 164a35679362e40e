/* checker.h - how to write a checker: code that watches the rows of the tables as they fire, and fails the run when
 * they must not have.
 *
 * To add one:
 *   1. write sim/checkers/NAME.c with a `const SimChecker sim_checker_NAME` (checkers/leases.c is a short example);
 *   2. add the line  SIM_CHECKER(NAME)  to sim/checkers/checkers.def;
 *   3. run any test with  --check NAME . */
#ifndef COHGEN_SIM_CHECKER_H
#define COHGEN_SIM_CHECKER_H
#include "base/base.h"

/* A row that has fired. Its fields are those of CgController.fields: find a CgField by name once, when the checker is
 * created, and read it with sim_get. */
typedef struct {
    const CgController *of;
    uint32_t controller, instance, row;  /* numbers, as in CgDesign.controllers and CgController.rows */
    uint32_t state, event, next;         /* codes: stored state before, event after refinement, stored state after */
    uint64_t key;
    const uint32_t *fields;              /* sim_get(fields, 0, f) */
} SimRow;

typedef struct {
    const char *name, *doc;
    /* NULL if there is nothing to check in this design; failures go to `status` (sim_fail). */
    void *(*create)(const CgDesign *design, SimStatus *status);
    void (*row)(void *checker, const SimRow *row);
    void (*end)(void *checker);          /* after the last cycle; may be NULL */
    void (*destroy)(void *checker);
} SimChecker;

/* The checkers of a run. */
typedef struct {
    struct SimRunning { const SimChecker *is; void *checker; } *list; uint32_t n; const CgDesign *design;
} SimCheckers;

/* The checker called `name`, or NULL; the i-th, or NULL. */
const SimChecker *sim_checker(const char *name);
const SimChecker *sim_checker_at(uint32_t i);
/* Sets up these checkers; false after a message if there is none of a name, or if it has nothing to check. */
bool sim_checkers_init(SimCheckers *c, const CgDesign *design, SimStatus *status, const char *const *names, uint32_t n);
void sim_checkers_row(SimCheckers *c, int controller, int instance, int row, const uint32_t *fields);
void sim_checkers_end(SimCheckers *c);
void sim_checkers_free(SimCheckers *c);
#endif
