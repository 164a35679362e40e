/* common.h - what several checks ask. */
#ifndef CG_CHECK_COMMON_H
#define CG_CHECK_COMMON_H
#include "check/facts.h"
#include "util/buf.h"

typedef struct { Check *k; void *own; } Visit;
/* Every expression of the protocol, roots only. */
void each_expr(Check *k, void (*fn)(Check *, Expr *, void *), void *ctx);
/* Of systems only those of s; NULL: of none. */
void each_system_expr(Check *k, const System *s, void (*fn)(Check *, Expr *, void *), void *ctx);
/* Without those of systems and those that give parameters their values. */
void each_design_expr(Check *k, void (*fn)(Check *, Expr *, void *), void *ctx);
/* Calls fn for each stored state from which `row_state` can be the state of a row for this event: itself and what views
 * show as it. */
typedef struct { State *at[64]; int n; } Stored;
Stored stored_for(const Controller *c, const State *row_state, const Event *e);
bool view_covers(const View *v, const State *stored, const Event *e);
bool same_expr(const Expr *a, const Expr *b);
bool has_entries(const Waiters *w);
/* A list of words separated by blanks, cut after `limit` names with "and N more". */
void list_name(Buf *b, Str name, int index, int total, int limit);
const char *buf_text(Buf *b);
/* How good an event is as the way out of a wait: from inside best, then by class. */
int64_t check_rank(const Event *e);
/* A row as an event meets it. Warns if it is a stall of what is parked that waits for `out`, held behind it. */
typedef struct { const Controller *c; const State *state; const Event *event; const Row *row; } Met;
void check_held_behind(Check *k, const Met *m, const Event *out);
/* ways.c */
void check_shared_way(Check *k, const Met *m, const Event *out);
#endif
