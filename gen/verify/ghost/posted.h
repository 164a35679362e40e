/* posted.h - stores that were answered and have not taken effect yet (docs/language.md, "Posted stores"). Each has a
 * place behind those of the threads, with a name of its own for what it writes, as a thread has. */
#ifndef CG_VERIFY_POSTED_H
#define CG_VERIFY_POSTED_H
#include "verify/model/problem.h"
#include "verify/state/state.h"

/* The first place of a thread's posted stores, which are the oldest first. */
static inline int posted_first(const Model *m, int thread) { return m->n_threads + thread * m->n_posted; }
/* The thread whose store has this place; of a thread itself: it. */
static inline int posted_thread(const Model *m, int place)
{
    return place < m->n_threads ? place : (place - m->n_threads) / m->n_posted;
}

/* Some store has been answered and has not taken effect. */
static inline bool posted_any(const Model *m, const SysState *s)
{
    bool any = false;
    for (int t = m->n_threads; t < m->n_slots; t++) any |= s->thread[t].op != OP_NONE;
    return any;
}
/* All places of the thread are taken: it posts no further store before one has taken effect. */
bool posted_full(const Model *m, const SysState *s, int thread);
/* Whose write to this line takes effect: that of the oldest posted store of the thread, without one its operation. */
int posted_writer(const Model *m, const SysState *s, int thread, int key);
/* The newest posted store of the thread to this cell, or -1. */
int posted_newest(const Model *m, const SysState *s, int thread, int key, int cell);
/* ---- which writes a thread may read: those that were the newest at some time since its last fence, its own last store
 * to the cell, and what it has read there ---- */

/* The load of the thread reads this write, by its name: false, if it must not; else it reads no older one later. */
bool posted_sees(SysState *s, int thread, unsigned read);
/* The write has become the newest. */
void posted_wrote(const Model *m, SysState *s, const Write *w);
/* Whatever comes after the fence of the thread reads nothing that is older than the newest of now. */
void posted_fence(SysState *s, int thread);
/* used: by cell, the names of writes that still are somewhere, as bits. Nothing else can be read. */
void posted_lower(const Model *m, SysState *s, int key, const unsigned *used);

/* ---- their places ---- */

/* The thread's store is answered. */
void posted_begin(const Model *m, SysState *s, int thread);
/* It has taken effect: its place is free. */
void posted_end(const Model *m, SysState *s, int place);
/* What a fence must not find when it is answered: false, and f says which store it is. */
bool posted_none(const Model *m, const SysState *s, int thread, Fired *f);
#endif
