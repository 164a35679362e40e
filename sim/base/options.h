/* options.h - the command line of a simulation. */
#ifndef COHGEN_SIM_OPTIONS_H
#define COHGEN_SIM_OPTIONS_H
#include "base/arguments.h"

/* An option: a switch that sets a bool to `to`, a number, a text, or something of its own; where in the options, and
 * how many bytes. */
typedef enum { SIM_FLAG, SIM_NUMBER, SIM_TEXT, SIM_SPECIAL } SimOptionKind;
typedef struct { SimArgument argument; SimOptionKind kind; size_t at, bytes; bool to; } SimOption;
#define SIM_OPTION_AT(struct_, field) offsetof(struct_, field), sizeof((struct_ *)0)->field
#define SIM_OPTION_NUMBER(struct_, name, form, least, most, field, doc) \
    {{name, form, doc, least, most}, SIM_NUMBER, SIM_OPTION_AT(struct_, field), false}
#define SIM_OPTION_TEXT(struct_, name, form, field, doc) \
    {{name, form, doc, 0, 0}, SIM_TEXT, SIM_OPTION_AT(struct_, field), false}
#define SIM_OPTION_FLAG(struct_, name, field, to, doc) \
    {{name, NULL, doc, 0, 0}, SIM_FLAG, SIM_OPTION_AT(struct_, field), to}

enum { SIM_MAX_ARGUMENTS = 64, SIM_MAX_CHECKS = 16, SIM_MAX_LISTS = 16 };

typedef struct {
    const char *test;
    const char *arguments[SIM_MAX_ARGUMENTS]; uint32_t n_arguments;
    struct SimSet sets[SIM_MAX_SETS]; uint32_t n_sets;
    struct SimSet pins[SIM_MAX_SETS]; uint32_t n_pins;
    const char *checks[SIM_MAX_CHECKS]; uint32_t n_checks;
    const char *races[SIM_MAX_LISTS]; uint32_t n_races;
    /* ops 0 = the default of the test; watchdog: cycles without an answer, 0 = off */
    uint64_t ops, seed, max_cycles, watchdog;
    uint32_t cores, warps;                     /* 0 = as many as there are (or as the kernel prefers) */
    uint32_t posted, ahead;                    /* stores, loads of lanes, of each warp that it does not wait for */
    uint32_t think;                            /* cycles that a warp computes before an access, on average */
    bool poll_loads;                           /* cg_poll is a load */
    uint32_t backoff, backoff_most;            /* cycles of a pause after a transaction has failed, at most */
    uint32_t limit;                            /* warps of a core in transactions at a time, 0 = all */
    uint32_t latency, jitter, bandwidth, backpressure;
    bool quiet, list, help, version, no_invariants;
    SimModel model;
    SimRange mem_error, write_error;           /* addresses: memory answers with an error; writes only */
    uint64_t window;                           /* operations between two judgements of the history; 0 = at the end */
    uint64_t given;                            /* bit n: the n-th option was given */
    struct SimOpTrace *trace;                  /* what --test trace does; see sim_load */
    const struct SimEnds *ends;                /* cores that are no ports of the design (cores/ends.h), or NULL */
    const char *wave, *record, *shrink, *axe, *stats, *rows, *coverage, *coverage_except, *races_out;
    bool rows_all, coverage_merge, coverage_full;
    uint64_t wave_window;                      /* cycles; 0 = the whole run */
} SimOptions;

/* What a simulator has besides, and which of the options here it takes (names, then NULL; takes NULL: all). Its own
 * lie in a struct of so many bytes that begins with a SimOptions. defaults: of both; settle: what the words behind the
 * options mean, and what does not go together: 0, or an exit code after a message. instead: true, with the exit code,
 * if the options ask for something else than a run, which is done. */
typedef struct {
    const char *usage;
    size_t bytes;
    const SimOption *table; int n;
    const char *const *takes;
    void (*defaults)(SimOptions *o);
    int (*settle)(SimOptions *o);
    bool (*instead)(const SimOptions *o, int *code);
} SimOptionsMore;

/* Defaults, then the arguments (argv[0] is skipped). Returns 0, or an exit code after a message. The strings must
 * outlive the options. more: NULL, or what there is besides. */
int sim_options_parse(SimOptions *o, const SimOptionsMore *more, int argc, char **argv);
/* As if the option were on the command line, unless it is there. False if there is no such option, or the value is
 * bad. */
bool sim_options_default(SimOptions *o, const char *name, const char *value);
/* Whether the command line has the option. */
bool sim_options_given(const SimOptions *o, const char *name);
/* What the options mean for this design: one whose stores are posted is asked for the weak model, one whose requests
 * have scopes for the scoped one, unless --model says otherwise. Returns 0, or an exit code after a message. */
int sim_options_settle(SimOptions *o, const CgDesign *d);
/* No output is a file that the run reads, and no two outputs are one file: 0, or an exit code after a message. Sums of
 * coverage, and the counts of a list of races, may go into the file that they are read from. */
int sim_options_apart(const SimOptions *o);
/* With the values that the options have. */
void sim_options_help(const SimOptions *o, const SimOptionsMore *more, FILE *out);
void sim_options_version(const CgDesign *d, FILE *out);
#endif
