/* plan.h - <verify>: a search that a specification names. */
#ifndef CG_IR_PLAN_H
#define CG_IR_PLAN_H
#include "ir/ir.h"

enum { PRELOADS_NOT_SAID = -1 };

/* A search that is made of the file without options; what is not given is 0, NULL or false. */
typedef struct SearchPlan {
    Str name, doc; Pos pos;
    const System *system;
    VEC(Str) sets;                   /* PARAM=VALUE, or INPUT=VALUE */
    Pos sets_pos;
    VEC(Str) values;                 /* [REQUEST.]FIELD=VALUE,... */
    VEC(Str) litmus;                 /* instead: the files of litmus tests, from where the cohgen program runs */
    Pos litmus_pos;
    Str model;                       /* whose outcomes they may have: sc, weak or scoped */
    int cores, warps, lines, cells, ops, stamp_max, ticks, bad_lines, outside_lines, queues, posted;
    int preloads;                    /* of litmus tests, or PRELOADS_NOT_SAID */
    int seconds, megabytes;
    bool fails, no_atomics, keyed, served, progress, fair, no_drain, evict_for_room, compact, physical,
         allow_error;                /* <error> of a row is no violation: the step that shows it is not followed */
} SearchPlan;
#endif
