/* passes.h - the checks, one file each. */
#ifndef CG_CHECK_PASSES_H
#define CG_CHECK_PASSES_H
#include "check/facts.h"

/* In this order. */
void check_params(Check *k);         /* params.c: ranges, rules, systems' settings; fills the three environments */
void check_types(Check *k);          /* types.c: widths, literals, masks, sizes */
void check_systems(Check *k);        /* systems.c */
void check_system(Check *k, const System *s, const ParamEnv *env);
void check_cover(Check *k);          /* cover.c: every (state, event) pair */
void check_keyless(Check *k);        /* keyless.c: what rows of events without key may use */
void check_guards(Check *k);         /* guards.c: conditions that never hold or overlap; fills dead */
void check_views(Check *k);          /* views.c: cycles of views */
void check_paths(Check *k);          /* paths.c: entries, lines, go along every path of a row */
void check_reach(Check *k);          /* reach.c: states and rows that cannot be reached */
void check_classes(Check *k);        /* classes.c: the class rule and circular waits */
void check_usage(Check *k);          /* usage.c: what is sent but not taken; without errors also what is not used */
#endif
