/* symmetry.h - states that differ only in the numbering of cores or lines, brought to one form. */
#ifndef CG_VERIFY_SYMMETRY_H
#define CG_VERIFY_SYMMETRY_H
#include "verify/state/state.h"

/* New number of each core and of each line. */
typedef struct { int core[MAX_INST], key[MAX_KEYS]; } Numbering;

/* What it means for each number there is; thread: as in SysState, token: for names of writes. */
typedef struct {
    const Model *m;
    int core[MAX_INST], node[MAX_INST], key[MAX_KEYS], thread[MAX_THREADS];
    uint8_t token[16];
} Renaming;

void symmetry_numbering_same(Numbering *n);
/* False: every number stays. */
bool symmetry_renaming(const Model *m, const Numbering *n, Renaming *r);
/* Numberings are counted: how many there are, which one it is, and the one with that number. */
int  symmetry_ranks(const Model *m);
int  symmetry_rank(const Model *m, const Numbering *n);
void symmetry_of_rank(const Model *m, int rank, Numbering *n);
void symmetry_renumber(const Model *m, SysState *s, const Numbering *n);
/* The number of an instance when states have been renumbered so. */
int symmetry_renumbered(const Model *m, int inst, const Numbering *n);
/* Replaces s by an equivalent state; did: how it was renumbered, or NULL. What cannot be told apart by what is compared
 * keeps its order: that costs states, not soundness. */
void symmetry_canonical(const Model *m, SysState *s, Numbering *did);

/* The same in parts. What an instance holds of each line, of its own, and of each core, whatever the numbers. */
typedef struct { uint64_t key[MAX_KEYS], own, core[MAX_INST]; } InstLook;
bool symmetry_any(const Model *m);
static inline bool symmetry_of_cores(const Model *m) { return m->cores_alike && m->n_cores > 1; }
void symmetry_look(const Model *m, const CtlModel *k, const Inst *x, InstLook *look);
/* What each core is sorted by: a sum over instances, threads and messages. s->inst is not read. */
void symmetry_look_cores(const Model *m, const SysState *s, const InstLook *const looks[], uint64_t look[MAX_INST]);
/* One of these is added to the sums so many times; -1: it is taken off. */
void symmetry_look_inst(const Model *m, int inst, const InstLook *l, uint64_t *look, uint64_t times);
void symmetry_look_thread(const Model *m, int t, const Thread *x, uint64_t *look, uint64_t times);
void symmetry_look_message(const Model *m, uint64_t x, uint64_t *look, uint64_t times);
/* The new numbers, from the looks of instances and (symmetry_of_cores) of cores. False: all stay. */
bool symmetry_number(const Model *m, const SysState *s, const InstLook *const looks[], const uint64_t *cores,
                     Numbering *n);
/* An instance in the new numbers; all else. Not with transactions. */
void symmetry_renumber_inst(const Model *m, const CtlModel *k, const Inst *from, const Numbering *n, Inst *to);
void symmetry_renumber_rest(const Renaming *r, SysState *s);
#endif
