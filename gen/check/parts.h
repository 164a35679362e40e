/* parts.h - shared by the files of this stage; not for other stages. */
#ifndef CG_CHECK_PARTS_H
#define CG_CHECK_PARTS_H
#include "check/check.h"
#include "util/buf.h"

/* What the checks find out about a row for each other. */
typedef struct {
    bool dead;                       /* its condition never holds */
    bool live;                       /* it can be reached */
    bool overlap;                    /* an overlap has been reported */
    unsigned told;                   /* kinds of path problems already reported */
} RowFacts;

typedef struct { bool dead; } EventFacts;

/* What the checks know of one controller. */
typedef struct {
    Controller *ctl;
    RowFacts *rows;                  /* by Row.id */
    EventFacts *events;              /* by Event.id */
    bool *view_dead;                 /* by index of the view */
    bool *stored;                    /* by State.id: can be the stored state */
    bool *seen;                      /* by State.id: can be the state of a row (stored or through a view) */
} CtlFacts;

typedef struct {
    Arena *a; Diags *d; Protocol *p;
    int errors;                      /* before this stage */
    ParamEnv dflt, low, high;        /* the first system's values; every parameter at its least; at its greatest */
    CtlFacts *ctl;                   /* by Controller.id */
} Check;

/* One file each; in this order. */
void check_params(Check *k);         /* params.c: ranges, rules, systems' settings; fills the three environments */
/* arithmetic.c: every expression over parameters has a value at these; at the ends of its own parameters, as far as the
 * rules allow. False after an error. when: "the first system's parameters" */
bool check_arithmetic(Check *k, const ParamEnv *env, const char *when);
bool check_arithmetic_ends(Check *k);
bool check_value_of(Check *k, const ParamEnv *env, const Expr *e, const char *when);
bool check_is_legal(const Check *k, const ParamEnv *env);
void check_types(Check *k);          /* types.c: widths, literals, masks, sizes */
/* The same at these values alone. False after an error. */
bool check_types_at(Check *k, const ParamEnv *env, const char *when);
void check_systems(Check *k);        /* systems.c */
void check_system(Check *k, const System *s, const ParamEnv *env);
/* lines.c; system: " in system 'x'" */
void check_lines(Check *k, const Controller *c, const ParamEnv *env, const char *system);
void check_cover(Check *k);          /* cover.c: every (state, event) pair */
void check_keyless(Check *k);        /* keyless.c: what rows of events without key may use */
void check_guards(Check *k);         /* guards.c: conditions that never hold or overlap; fills dead */
void check_views(Check *k);          /* views.c: cycles of views */
void check_paths(Check *k);          /* paths.c: entries, lines, go along every path of a row */
void check_reach(Check *k);          /* reach.c: states and rows that cannot be reached */
void check_classes(Check *k);        /* classes.c: the class rule and circular waits */
void check_usage(Check *k);          /* usage.c: what is sent but not taken; without errors also what is not used */

/* ---- common.c ---- */
typedef struct { Check *k; void *own; } Visit;
/* Every expression of the protocol, roots only. */
void each_expr(Check *k, void (*fn)(Check *, Expr *, void *), void *ctx);
/* Without those of systems and those that give parameters their values. */
void each_design_expr(Check *k, void (*fn)(Check *, Expr *, void *), void *ctx);
/* Calls fn for each stored state from which `row_state` can be the state of a row for this event: itself and what views
 * show as it. */
typedef struct { State *at[64]; int n; } Stored;
Stored stored_for(const Controller *c, const State *row_state, const Event *e);
bool view_covers(const View *v, const State *stored, const Event *e);
bool has_entries(const Waiters *w);
bool parks_only(const Waiters *w);
/* A list of words separated by blanks, cut after `limit` names with "and N more". */
void list_name(Buf *b, Str name, int index, int total, int limit);
const char *buf_text(Buf *b);
int64_t type_values(const ParamEnv *env, const Type *t);   /* number of values, at most INT64_MAX */
#endif
