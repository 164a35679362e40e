/* build_plans.c - <verify>: the searches that a specification asks for. */
#include "ir/build.h"
#include "ir/plan.h"
#include "util/number.h"
#include "util/text.h"
#include <stddef.h>
#include <stdlib.h>

typedef struct { const char *name; size_t at; int min, max; } Number;

/* As the options of these names. */
static const Number numbers[] = {
    { "cores", offsetof(SearchPlan, cores), 1, 8 },
    { "warps", offsetof(SearchPlan, warps), 1, 8 },
    { "lines", offsetof(SearchPlan, lines), 1, 4 },
    { "cells", offsetof(SearchPlan, cells), 1, 2 },
    { "ops", offsetof(SearchPlan, ops), 1, 15 },
    { "stamp-max", offsetof(SearchPlan, stamp_max), 2, 30000 },
    { "ticks", offsetof(SearchPlan, ticks), 2, 30000 },
    { "bad-lines", offsetof(SearchPlan, bad_lines), 0, 4 },
    { "outside-lines", offsetof(SearchPlan, outside_lines), 0, 4 },
    { "queues", offsetof(SearchPlan, queues), 1, 8 },
    { "posted", offsetof(SearchPlan, posted), 1, 7 },
    { "preloads", offsetof(SearchPlan, preloads), 0, 15 },
    { "time", offsetof(SearchPlan, seconds), 1, 1 << 20 },
    { "memory", offsetof(SearchPlan, megabytes), 1, 1 << 20 },
};
static const struct { const char *name; size_t at; } flags[] = {
    { "fails", offsetof(SearchPlan, fails) },           { "no-atomics", offsetof(SearchPlan, no_atomics) },
    { "keyed", offsetof(SearchPlan, keyed) },           { "served", offsetof(SearchPlan, served) },
    { "progress", offsetof(SearchPlan, progress) },     { "fair", offsetof(SearchPlan, fair) },
    { "no-drain", offsetof(SearchPlan, no_drain) },     { "allow", offsetof(SearchPlan, allow_error) },
    { "compact", offsetof(SearchPlan, compact) },       { "physical", offsetof(SearchPlan, physical) },
    { "evict-for-room", offsetof(SearchPlan, evict_for_room) },
};

static void take_number(Build *b, const Node *n, const Number *q, SearchPlan *out)
{
    Str text = node_attr(n, q->name);
    if (!text.p) return;
    long v = strtol(str_z(b->a, text), NULL, 10);
    if (v >= q->min && v <= q->max) *(int *)((char *)out + q->at) = (int)v;
    else
        diag_error(b->d, node_attr_pos(n, q->name), "%s=\"" STR_FMT "\": expected %d to %d", q->name, STR_ARG(text),
                   q->min, q->max);
}

/* Without system=: the one called small, else the first. */
static void take_system(Build *b, const Node *n, SearchPlan *out)
{
    Str name = node_attr(n, "system"), all[64];
    int k = 0;
    if (!name.p && b->p->systems.n) out->system = b->p->systems.at[0];
    for (int i = 0; i < b->p->systems.n; i++) {
        Str at = b->p->systems.at[i]->name;
        if (name.p ? str_eq(at, name) : str_is(at, "small")) out->system = b->p->systems.at[i];
        if (k < 64) all[k++] = at;
    }
    if (!out->system && name.p) unknown_name(b, node_attr_pos(n, "system"), "system", name, all, k);
}

/* NAME, or CONTROLLER.NAME, of a parameter. */
static bool is_param(const Protocol *p, Str of, Str name)
{
    for (int i = 0; i < p->params.n; i++) {
        const Param *q = p->params.at[i];
        if (str_eq(q->name, name) && (!of.n || (q->owner && str_eq(q->owner->name, of)))) return true;
    }
    return false;
}

/* The same of an input. */
static bool is_input(const Protocol *p, Str of, Str name)
{
    for (int i = 0; i < p->ctls.n; i++)
        for (int r = 0; r < p->ctls.at[i]->regs.n; r++) {
            const Var *v = p->ctls.at[i]->regs.at[r];
            if (v->kind == V_INPUT && !v->source && str_eq(v->name, name) &&
                (!of.n || str_eq(of, p->ctls.at[i]->name)))
                return true;
        }
    return false;
}

static void unknown_set(Build *b, Pos at, Str name)
{
    Str *all = NEW_N(b->a, Str, b->p->params.n + 1);
    for (int i = 0; i < b->p->params.n; i++) all[i] = b->p->params.at[i]->name;
    unknown_name(b, at, "parameter or input", name, all, b->p->params.n);
}

/* One number, or with `list` several with commas between. */
static bool are_numbers(Arena *a, Str text, bool list)
{
    for (int from = 0, to; from <= text.n; from = to + 1) {
        int64_t n;
        for (to = from; to < text.n && (!list || text.p[to] != ','); to++) {}
        if (!number_read(str_z(a, (Str){ text.p + from, to - from }), &n)) return false;
    }
    return true;
}

static void take_sets(Build *b, const Node *of, SearchPlan *out)
{
    Str whole = node_attr(of, "set"), rest = whole, w;
    while ((w = str_word(&rest)).n) {
        int dot = -1, eq = 0;
        Pos at = node_attr_pos_at(of, "set", (int)(w.p - whole.p));
        for (; eq < w.n && w.p[eq] != '='; eq++) if (w.p[eq] == '.') dot = eq;
        Str of = { w.p, dot < 0 ? 0 : dot }, name = { w.p + dot + 1, eq - dot - 1 };
        bool input = is_input(b->p, of, name);
        if (eq == w.n || !are_numbers(b->a, (Str){ w.p + eq + 1, w.n - eq - 1 }, input))
            diag_error(b->d, at, "'" STR_FMT "': expected %s", STR_ARG(w),
                       input ? "INPUT=INTEGER,..., the values that it can have" : "PARAM=INTEGER");
        else if (!input && !is_param(b->p, of, name)) unknown_set(b, at, (Str){ w.p, eq });
        else vec_push(b->a, &out->sets, w);
    }
}

/* Files are told from the folder of the specification. */
static void take_litmus(Build *b, const Node *n, SearchPlan *out)
{
    Str rest = node_attr(n, "litmus"), w;
    const char *name = text_file_name(n->pos.file);
    if (rest.p) out->litmus_pos = node_attr_pos(n, "litmus");
    while ((w = str_word(&rest)).n)
        vec_push(b->a, &out->litmus, w.p[0] == '/' ? w : str_printf(b->a, "%.*s" STR_FMT, (int)(name - n->pos.file),
                                                                     n->pos.file, STR_ARG(w)));
    if (out->litmus.n && (out->progress || out->fair || out->compact))
        diag_error(b->d, node_attr_pos(n, "litmus"), "litmus tests are without progress, fair and compact");
    out->model = node_attr(n, "model");
    if (out->model.p && !out->litmus.n)
        diag_error(b->d, node_attr_pos(n, "model"), "model=\"" STR_FMT "\" is for litmus=\"FILE ...\"",
                   STR_ARG(out->model));
    if (out->preloads != PRELOADS_NOT_SAID && !out->litmus.n)
        diag_error(b->d, node_attr_pos(n, "preloads"), "preloads= is for litmus=\"FILE ...\"");
}

static bool has_field(const Protocol *p, Str of, Str name)
{
    for (int c = 0; c < p->ctls.n; c++)
        for (int e = 0; e < p->ctls.at[c]->base_events.n; e++) {
            const Event *at = p->ctls.at[c]->base_events.at[e];
            if (at->kind != EV_CORE || (of.n && !str_eq(of, at->name))) continue;
            for (int f = 0; f < at->def->fields.n; f++) if (str_eq(at->def->fields.at[f].name, name)) return true;
        }
    return false;
}

/* The values themselves are looked at by the search, which knows the parameters. */
static void take_values(Build *b, const Node *n, SearchPlan *out)
{
    Str whole = node_attr(n, "values"), rest = whole, w;
    while ((w = str_word(&rest)).n) {
        int dot = -1, eq = 0;
        Pos at = node_attr_pos_at(n, "values", (int)(w.p - whole.p));
        for (; eq < w.n && w.p[eq] != '='; eq++) if (w.p[eq] == '.') dot = eq;
        if (eq + 1 >= w.n) diag_error(b->d, at, "'" STR_FMT "': expected FIELD=VALUE,VALUE...", STR_ARG(w));
        else if (!has_field(b->p, (Str){ w.p, dot < 0 ? 0 : dot }, (Str){ w.p + dot + 1, eq - dot - 1 }))
            diag_error(b->d, at, "'" STR_FMT "': no request of a core has this field", STR_ARG(((Str){ w.p, eq })));
        else vec_push(b->a, &out->values, w);
    }
}

void build_plan(Build *b, const Node *n)
{
    SearchPlan *x = NEW(b->a, SearchPlan);
    x->preloads = PRELOADS_NOT_SAID;
    x->name = node_attr(n, "name"); x->doc = node_attr(n, "doc"); x->pos = n->pos;
    x->sets_pos = node_attr_pos(n, "set");
    for (int i = 0; i < b->p->plans.n; i++)
        if (twice(b, n, str_eq(b->p->plans.at[i]->name, x->name))) return;
    take_system(b, n, x);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) take_number(b, n, &numbers[i], x);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        *(bool *)((char *)x + flags[i].at) = node_attr(n, flags[i].name).p != NULL;
    if (x->fails && !x->bad_lines)
        diag_error(b->d, node_attr_pos(n, "fails"), "fails=\"yes\" is for bad-lines, and there are none");
    if (x->fair && (x->ops || x->compact))
        diag_error(b->d, node_attr_pos(n, "fair"), "fair=\"yes\" is for a search without ops and compact");
    if (x->progress && (x->ops || x->compact))
        diag_error(b->d, node_attr_pos(n, "progress"), "progress=\"yes\" is for a search without ops and compact");
    take_sets(b, n, x);
    take_values(b, n, x);
    take_litmus(b, n, x);
    vec_push(b->a, &b->p->plans, x);
}
