/* sim.h - the simulator: cores running a test, memory behind the design, observers, checks and report.
 *
 *   if ((code = sim_load(&options, &cg_design))) ...
 *   Sim *s = sim_create(&cg_design, &options);        NULL: message printed, exit code in sim_create_error
 *   while (!sim_step(s, in, out)) <one clock cycle of the model>;
 *   int code = sim_finish(s, stdout);                 checks, report; exit code
 *   sim_destroy(s);
 *
 * sim_step is called once per clock cycle, after the observers of the edge; the first call resets the design. One
 * simulation is active at a time, since cg_observe has no handle: creating a second one while the first lives is an
 * error. */
#ifndef COHGEN_SIM_SIM_H
#define COHGEN_SIM_SIM_H
#include "base/options.h"
#include "checkers/checker.h"
#include "invariants/invariants.h"
#include "cores/run.h"
#include "counts/monitor.h"
#include "history/consistency.h"
#include "history/window.h"
#include "memory/blocks.h"
#include "quanta/quanta.h"
#include "races/races.h"
#include "rows/rowlog.h"
#include "rows/trace.h"
#include "traces/op_trace.h"

/* drain: extra cycles after the last answer, in which nothing may be answered */
enum { SIM_RESET_CYCLES = 8, SIM_DRAIN_CYCLES = 200, SIM_PATIENCE = 4096 };

typedef struct Sim {
    const CgDesign *design;
    SimOptions options;
    SimStatus status;
    SimCores cores;
    const SimEnds *ends; void *of_ends; /* cores that are no ports of the design, else NULL */
    SimMemory *memory;
    SimBlocks *blocks;        /* behind ports of kind="block" */
    SimTrace trace;
    SimCheckers checkers;
    SimInvariants *invariants; /* of the specification, over the system */
    SimRaces *races;          /* --races */
    SimRowLog rows;           /* --rows */
    CgRun run;
    SimOpTrace *record;       /* --record */
    Quanta *quanta;           /* --model quanta */
    SimVerdict verdict;
    SimTxVerdict serial;      /* of transactions */
    SimWindow window;
    SimMonitor monitor;
    uint64_t stop_at;         /* not 0: the run goes on to this cycle whatever fails */
    uint64_t ended;           /* cycle in which the last warp ended, 0 = not yet */
    bool begun, done;         /* begun: with `ends`, the first cycle behind the reset is over */
} Sim;

/* Whether the options ask for help, the version, or the tests, rather than for a run: these are printed. */
bool sim_asks(const SimOptions *o, const SimOptionsMore *more, const CgDesign *design, FILE *out);
/* Reads the trace that the options name, if they do, and takes over the options it was recorded with. Returns 0, or an
 * exit code after a message. */
int sim_load(SimOptions *o, const CgDesign *design);
void sim_unload(SimOptions *o);
/* Takes over the options of a trace that the command line does not give; false after a message if one is bad. */
bool sim_take_options(SimOptions *o, const SimOpTrace *trace, const char *file);
/* NULL after a message when the test or its options do not fit the design; *code is the exit code then. */
Sim *sim_create(const CgDesign *design, const SimOptions *options, int *code);
/* One clock cycle: `out` sampled just before the edge; overwrites `in` with what to drive next. True when the run is
 * over. */
bool sim_step(Sim *s, uint32_t *in, const uint32_t *out);
/* The design has ended the simulation by itself (cg_model_ended): a failure. */
void sim_ended(Sim *s, const char *where);
/* Checks what is left to check, prints the report (out NULL or --quiet: none) and writes the files asked for; returns
 * the exit code. */
int sim_finish(Sim *s, FILE *out);
/* A signal ended the run: sim_finish reports and writes what there is. */
void sim_stop(Sim *s, int signal);
/* After sim_finish: the cycles in which the first failure took place; false if there is none. */
bool sim_failure(const Sim *s, uint64_t *from, uint64_t *to);
void sim_destroy(Sim *s);

/* The report; report.c. */
void sim_report(const Sim *s, FILE *out);
void sim_report_head(const Sim *s, FILE *out);           /* its first lines: design, test, memory, cycles */
uint64_t sim_cycles(const Sim *s);                       /* until the last warp ended */
uint64_t sim_event_count(const Sim *s, const char *event); /* times rows of an event fired, over all controllers */
/* accesses that a view sent to the row of another state: with leases, those that found one over */
uint64_t sim_expirations(const Sim *s);
/* The figures of --stats: .csv and .json by the end of the name, else text; stats_*.c. */
void sim_stats_text(const Sim *s, FILE *out);
void sim_stats_csv(const Sim *s, FILE *out);
void sim_stats_json(const Sim *s, FILE *out);
#endif
