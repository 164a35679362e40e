/* fire.h - one occurrence at one instance: what the table says, and the state afterwards. */
#ifndef CG_VERIFY_FIRE_H
#define CG_VERIFY_FIRE_H
#include "verify/state/state.h"

typedef enum {
    SRC_CORE_,
    SRC_MESSAGE_,
    SRC_MEMORY_,
    SRC_EVICT_,
    SRC_REPLAY_,
    SRC_LEVEL_
} Where; /* LEVEL: timer, wish, overflow */

/* Something offered to an instance. at: thread (core), index of the message; msg: the message, with those joined to it,
 * also: a bit for the index of each of these. keyless: about no key (key is 0). cell, preload (a load before the
 * program): core only. owed: a request that the core makes sooner or later. gone: the key's line has left before;
 * behind: what its backing store says where there is none. */
typedef struct {
    int inst, code, key;
    Where where;
    int at, cell;
    uint64_t msg;
    uint32_t also;
    bool preload;
    uint16_t arg[MAX_ARGS];
    bool keyless, owed, gone;
    uint16_t behind[MAX_BACKED];
} Occurrence;

typedef enum {
    P_NONE,
    P_NEVER,
    P_OVERFLOW,
    P_INVARIANT,
    P_VALUE,
    P_ORDER,
    P_CONSERVATION,
    P_DEADLOCK,
    P_LIVELOCK,
    P_LITMUS,
    P_SERIAL,
    P_LIMIT
} Problem;

/* FIRE_NOT: it waits where it is. FIRE_BOUND: a timestamp would leave the bound. FIRE_PROBLEM: problem and text. */
typedef enum { FIRE_NOT, FIRE_OK, FIRE_BOUND, FIRE_PROBLEM } FireResult;
enum { TOLD = 400 };
typedef struct {
    Problem problem;
    char text[TOLD];                       /* numbers and up to three names */
    Str why;                               /* what the specification says to it, or empty */
    int row, event, view, before, after;   /* Row.id, Event.id, State.id */
    bool lacks_way;                        /* with FIRE_NOT: because no way is free */
    int reader, read; /* thread whose read takes effect, -1: none; which write it sees (0: the newest) */
} Fired;

/* With FIRE_OK `next` is the state after it; with FIRE_PROBLEM of a row that runs, what the row has done; otherwise it
 * is undefined. verbose: a text of what was done, or NULL. */
FireResult fire(const Model *m, const SysState *s, const Occurrence *o, SysState *next, Fired *f, FILE *verbose);
/* Inputs of a step at an instance with line and entry of the occurrence's key. */
void step_inputs(const Model *m, const Inst *x, const Occurrence *o, int state, uint64_t *in);
/* Stored state of a key at an instance. */
int stored_state(const Model *m, const SysState *s, int inst, int key);
/* Set of a key. */
static inline int set_of(const CtlModel *k, int key) { return k->row[key]; }
/* A line of this key can get a way. */
bool way_free(const Model *m, const CtlModel *k, const Inst *x, int key);
/* Values of the variables that invariants read, by Var.id. */
void fill_watched(const Model *m, const SysState *s, int inst, int key, uint64_t *vars);
/* Value of one such variable. */
uint64_t watched_value(const Model *m, const SysState *s, int inst, int key, const Input *in);
/* Sets problem and text; why becomes empty. */
void problem(Fired *f, Problem p, const char *format, ...) __attribute__((format(printf, 3, 4)));
#endif
