/* passes.h - the checks, one file each. */
#ifndef CG_CHECK_PASSES_H
#define CG_CHECK_PASSES_H
#include "check/facts.h"

/* In this order. */
void check_params(Check *k);         /* params.c: ranges, rules, systems' settings; fills the three environments */
void check_types(Check *k);          /* types.c: widths, literals, masks, sizes */
/* The same at these values alone, which are those of s (NULL: of none). False after an error. */
bool check_types_at(Check *k, const System *s, const ParamEnv *env, const char *when);
/* arithmetic.c: every expression over parameters has a value at these; at the ends of its own parameters, as far as the
 * rules allow. False after an error. when: "the first system's parameters" */
bool check_arithmetic(Check *k, const ParamEnv *env, const char *when);
bool check_arithmetic_ends(Check *k);
bool check_value_of(Check *k, const ParamEnv *env, const Expr *e, const char *when);
bool check_is_legal(const Check *k, const ParamEnv *env);
/* units.c: operands and results of units at these values. False after an error. */
bool check_units(Check *k, const ParamEnv *env, const char *when);
void check_systems(Check *k);        /* systems.c */
void check_plans(Check *k);          /* plans.c: after systems, the parameters of each <verify> */
void check_chosen(Check *k, const ParamEnv *env);    /* the first system with values of --set */
/* clocks.c: physical time in a system at these values; without errors also whether anybody reads it. */
void check_clocks(Check *k, const System *s, const ParamEnv *env);
void check_clocks_read(Check *k);
/* pace.c: timers that come before what they have started is through. */
void check_timers(Check *k, const System *s, const ParamEnv *env, const Controller *c);
/* lines.c; system: " in system 'x'" */
void check_lines(Check *k, const Controller *c, const ParamEnv *env, const char *system);
void check_memory_ports(Check *k, const Controller *c);         /* lines.c */
void check_cover(Check *k);          /* cover.c: every (state, event) pair */
void check_keyless(Check *k);        /* keyless.c: what rows of events without key may use */
void check_event_fields(Check *k);   /* fields.c: what is read of an event is a field of it */
void check_history(Check *k);        /* history.c: what only invariants may read */
void check_performs(Check *k);       /* performs.c: whose access takes effect */
void check_guards(Check *k);         /* guards.c: conditions that never hold or overlap; fills dead */
void check_gathers(Check *k);        /* gathers.c: answers that can come */
void check_places(Check *k);         /* places.c: where states are, whose keys victims have */
void check_views(Check *k);          /* views.c: cycles of views */
void check_paths(Check *k);          /* paths.c: entries, lines, go along every path of a row */
void check_reach(Check *k);          /* reach.c: states and rows that cannot be reached */
void check_classes(Check *k);        /* classes.c: the class rule and circular waits */
void check_causes(Check *k);         /* causes.c: waits that go on through registers and wishes */
void check_usage(Check *k);          /* usage.c: what is sent but not taken; without errors also what is not used */
void check_built(Check *k);          /* built.c: what no template is there for */
#endif
