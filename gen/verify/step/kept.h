/* kept.h - what a row leaves of the key: its entry with what is parked, its line. */
#ifndef CG_VERIFY_KEPT_H
#define CG_VERIFY_KEPT_H
#include "verify/step/row_data.h"

/* What the row does to the key's entry of these waiters. False: a parked stamp leaves the bound. */
bool kept_entry_op(const Data *d, int wait, Entry *e);
/* After a walk that has set the field by which they are offered: of equals the oldest is first. */
void kept_entry_in_order(const CtlModel *k, const WaitModel *w, Entry *e);
/* Of an event without key: what is parked there is woken, if the row says so. */
void kept_entry_woken(const WaitModel *w, const uint64_t *out, Entry *e);
/* After kept_entry_op, in a ring. was_there: the key had an entry before. */
void kept_ring_turns(const Model *m, Inst *x, int wait, int key, bool was_there);
/* Contents of a new entry and of a new line are unknown. */
void kept_unknown_data(const Model *m, const CtlModel *k, const Occurrence *o, const uint64_t *out, SysState *s);
/* The line goes; what is backed stays behind. */
void kept_line_leaves(const CtlModel *k, const StoreModel *st, Line *l);
/* After the walks of the row: it has freed what is behind. */
void kept_forget_behind(const Model *m, const CtlModel *k, const uint64_t *out, Inst *x);
/* What it does to the key's line of this store. False: it frees one that is locked, which stays. */
bool kept_line_op(const Data *d, int store, Line *l);
#endif
