/* program.h - a litmus test placed on the threads of a model: what they run. */
#ifndef CG_VERIFY_PROGRAM_H
#define CG_VERIFY_PROGRAM_H
#include "verify/state/state.h"
#include "litmus/litmus.h"

/* of: the test's thread that runs on a model's thread, -1: none. line, cell: of each variable. event: code of the event
 * of each controller's port that a statement is made with, and of a load beforehand, -1: there is none. */
typedef struct Program {
    const Litmus *t;
    int of[MAX_THREADS], line[LITMUS_VARIABLES], cell[LITMUS_VARIABLES];
    int8_t event[LITMUS_THREADS][LITMUS_STATEMENTS][MAX_CTLS], preload[MAX_CTLS];
    bool fences;
} Program;

enum { PROGRAM_BEGUN = 8 };           /* in Thread.started, above the number of the next statement */

unsigned program_initial(const Program *p, int key, int cell);
static inline int program_preload(const Model *m, int inst) { return m->program->preload[m->inst[inst].ctl]; }
/* The next operation of a thread; false: it has ended, or runs nothing. */
typedef struct { OpType op; int key, cell; unsigned value; const int8_t *event; } ProgramOp;
bool program_next(const Program *p, const SysState *s, int thread, ProgramOp *out);
/* What the store or atomic in progress leaves behind. */
unsigned program_written(const Program *p, const SysState *s, int thread, unsigned old);
/* Value after the atomic that the thread has in progress. */
unsigned program_atomic(const Program *p, const SysState *s, int thread, unsigned old);
/* Operands of the atomic that the thread issues next, and its code (LitmusOp). */
void program_operands(const Program *p, const SysState *s, int thread, unsigned *op, unsigned *a, unsigned *b);
/* The register that the thread's operation in progress reads into, or -1. */
int program_register(const Program *p, const SysState *s, int thread);
/* The thread's operation is answered, with this value if it reads. */
void program_advance(const Program *p, SysState *s, int thread, unsigned value);
/* Some thread has begun its program; the loads before it come to an end before the first one begins. */
bool program_begun(const Model *m, const SysState *s);
/* All threads have ended. */
bool program_ended(const Program *p, const SysState *s);
#endif
