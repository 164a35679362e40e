/* portfolio_options.c - a <verify> as options. */
#include "verify/portfolio/portfolio.h"
#include "verify/model/problem.h"

static void number(int *to, int value) { if (!*to) *to = value; }

VerifyOptions portfolio_options(Arena *a, const SearchPlan *x, const VerifyOptions *o)
{
    VerifyOptions v = *o;
    v.portfolio = false;
    if (!v.system && x->system) v.system = str_z(a, x->system->name);
    v.sets.at = NULL;
    v.sets.n = v.sets.cap = 0;
    for (int i = 0; i < x->sets.n; i++) vec_push(a, &v.sets, x->sets.at[i]);
    for (int i = 0; i < o->sets.n; i++) vec_push(a, &v.sets, o->sets.at[i]);
    v.values.at = NULL;
    v.values.n = v.values.cap = 0;
    for (int i = 0; i < x->values.n; i++) vec_push(a, &v.values, x->values.at[i]);
    for (int i = 0; i < o->values.n; i++) vec_push(a, &v.values, o->values.at[i]);
    for (int i = 0; i < x->litmus.n; i++) vec_push(a, &v.litmus, str_z(a, x->litmus.at[i]));
    number(&v.cores, x->cores);
    number(&v.warps, x->warps);
    number(&v.lines, x->lines);
    number(&v.cells, x->cells);
    number(&v.ops, x->ops);
    number(&v.stamp_max, x->stamp_max);
    number(&v.bad_lines, x->bad_lines);
    number(&v.outside_lines, x->outside_lines);
    number(&v.queues, x->queues);
    number(&v.posted, x->posted);
    if (v.preloads < 0 && x->preloads >= 0) v.preloads = x->preloads;
    number(&v.ticks, x->ticks);
    number(&v.seconds, x->seconds);
    if (x->megabytes) v.memory = (size_t)x->megabytes << 20;
    v.fails |= x->fails;
    v.no_atomics |= x->no_atomics;
    v.keyed |= x->keyed;
    v.served |= x->served;
    v.loads_progress |= x->progress;
    v.fair |= x->fair;
    v.no_drain |= x->no_drain;
    v.evict_for_room |= x->evict_for_room;
    v.compact |= x->compact;
    v.physical |= x->physical;
    if (x->allow_error) v.allow |= 1u << P_ERROR;
    for (int m = 0; m < LITMUS_MODELS; m++) if (str_is(x->model, litmus_model_names[m])) v.model = (LitmusModel)m;
    return v;
}
