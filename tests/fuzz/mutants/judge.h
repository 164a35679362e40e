/* judge.h - what the generator and the tools say of a mutant. */
#ifndef JUDGE_H
#define JUDGE_H
#include "mutants.h"

typedef enum {
    STAGE_CHECK, STAGE_EMIT, STAGE_ICARUS, STAGE_VERILATOR, STAGE_YOSYS, STAGE_HARNESS, STAGE_REPLAY, STAGES
} Stage;
typedef enum { MUTANT_REFUSED, MUTANT_NOT_BUILT, MUTANT_FINE, MUTANT_FAILED } Verdict;
enum { SEEN_MAX = 1 << 18 };

typedef struct {
    const char *cohgen, *top, *scratch;
    bool replays;  /* judge_replay is asked too */
    uint64_t seed; /* of its run */
    char what[96]; /* the stage that failed, and how */
    double seconds[STAGES];
    long runs[STAGES], cached[STAGES];
    uint64_t *seen; /* hashes of what was fine; SEEN_MAX places */
    int n_seen;
} Judge;

/* Does `check` accept SCRATCH/mutant.xml? MUTANT_FAILED if it does not end as it should. Output: SCRATCH/log. */
bool judge_accepts(Judge *j, Verdict *v);
/* Emits it, and shows it to the tools; with_harness: the test bench too. */
Verdict judge_design(Judge *j, bool with_harness);
/* Random runs of the model, step by step in the Verilog: do the two agree? What cannot be replayed is fine. */
Verdict judge_replay(Judge *j);
#endif
