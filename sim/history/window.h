/* window.h - judges a history while it grows, and drops what is settled (consistency.h): the verdict is that of the
 * whole history, the memory that of a part.
 *
 * Sequential consistency only. Two things differ from judging the whole at its end: the violation is reported soon
 * after it happens; and a value that several writes left is ambiguous only among the writes that are not settled, so
 * that more is found. */
#ifndef COHGEN_SIM_WINDOW_H
#define COHGEN_SIM_WINDOW_H
#include "history/consistency.h"
#include "memory/pages.h"

typedef struct {
    uint64_t every;            /* operations between two judgements, 0 = judge at the end only */
    uint64_t next;             /* operations in the history at which it is judged next */
    uint64_t parts, most;      /* judgements so far; most operations judged at once */
    uint64_t edges, ambiguous;
    SimPages values, known;    /* what settled writes left; known: not zero for those words */
} SimWindow;

void sim_window_init(SimWindow *w, uint64_t every);
void sim_window_free(SimWindow *w);
/* Judges h and drops what is settled. check: its model must be SC; initial values are those before the run. going_on:
   see consistency.h. moved: room for n_ops numbers, set as by sim_history_drop. The verdict speaks of all operations so
   far. */
SimVerdict sim_window_judge(SimWindow *w, SimHistory *h, const SimCheck *check, const bool *going_on, uint32_t *moved);
#endif
