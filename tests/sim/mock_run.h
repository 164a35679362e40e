/* mock_run.h - whole runs of the simulator against the mock design. */
#ifndef COHGEN_TESTS_SIM_MOCK_RUN_H
#define COHGEN_TESTS_SIM_MOCK_RUN_H
#include "mock.h"
#include "simulator/sim.h"

/* Runs one test to its end, checks included, and prints no failures; the words of `line`, separated by spaces, are the
 *command line. report: what would have been printed, to be freed (NULL: not wanted). Give the simulation back to
 *sim_destroy. */
Sim *mock_run(MockFault fault, const char *line, int *code, char **report);
/* The whole file as a string, to be freed; NULL if it cannot be read. */
char *mock_read_file(const char *name);
#endif
