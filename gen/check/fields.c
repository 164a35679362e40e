/* fields.c - what is read of the event at hand is a field of that event: in rows, which may be of several events, in
 * refinements, views, conditions that are about no event. */
#include "check/common.h"
#include "check/passes.h"
#include "util/buf.h"

enum { LISTED = 3 };                  /* events in one message */

/* What is read at a place, and the events that do not have it. */
typedef struct { Pos at; const Var *field; VEC(const Event *) events; } Miss;
typedef struct { Check *k; const Controller *c; const Event *e; VEC(Miss) misses; } Reading;

static bool same_place(Pos a, Pos b) { return a.file == b.file && a.line == b.line && a.col == b.col; }

/* Stamps are those of every event of a core. */
static bool event_has(const Event *e, const Var *field)
{
    const Event *base = e->base ? e->base : e;
    if (field->kind == V_STAMP) return base->kind == EV_CORE;
    if (base->kind == EV_MESSAGE) return str_is(field->name, "from") || msg_field(base->msg, field->name);
    for (int i = 0; base->def && i < base->def->fields.n; i++)
        if (str_eq(base->def->fields.at[i].name, field->name)) return true;
    return false;
}

static void miss(Reading *r, Pos at, const Var *field)
{
    Miss *x = NULL;
    for (int i = 0; i < r->misses.n && !x; i++)
        if (same_place(r->misses.at[i].at, at) && r->misses.at[i].field == field) x = &r->misses.at[i];
    if (!x) {
        vec_push(r->k->a, &r->misses, ((Miss){ .at = at, .field = field }));
        x = &r->misses.at[r->misses.n - 1];
    }
    for (int i = 0; i < x->events.n; i++) if (x->events.at[i] == r->e) return;
    vec_push(r->k->a, &x->events, r->e);
}

static void look(const Expr *x, void *ctx)
{
    Reading *r = ctx;
    if (x->op != E_VAR || (x->var->kind != V_ARG && x->var->kind != V_STAMP)) return;
    if (!r->e || !event_has(r->e, x->var)) miss(r, x->pos, x->var);
}

static void look_expr(Expr *x, void *ctx) { expr_walk(x, look, ctx); }

static void look_action(const Action *x, void *ctx) { action_exprs(x, look_expr, ctx); }

static void of_rows(Reading *r)
{
    const Controller *c = r->c;
    for (int i = 0; i < c->states.n * c->events.n; i++)
        for (int n = 0; n < c->cells[i].rows.n; n++) {
            const Row *row = c->cells[i].rows.at[n];
            r->e = c->events.at[i % c->events.n];
            expr_walk(row->when, look, r);
            actions_walk(row->body, look_action, r);
        }
}

static bool covers_some(const View *v, const Event *e)
{
    for (int i = 0; i < v->of.n; i++) if (view_covers(v, v->of.at[i], e)) return true;
    return false;
}

static void of_views(Reading *r)
{
    for (int v = 0; v < r->c->views.n; v++)
        for (int e = 0; e < r->c->events.n; e++) {
            r->e = r->c->events.at[e];
            if (!r->e->hidden && covers_some(r->c->views.at[v], r->e)) expr_walk(r->c->views.at[v]->when, look, r);
        }
}

/* A refinement is of its base; a timer, a wish, an invariant is of no event. */
static void of_conditions(Reading *r)
{
    for (int e = 0; e < r->c->events.n; e++) {
        r->e = r->c->events.at[e]->base;
        expr_walk(r->c->events.at[e]->when, look, r);
    }
    r->e = NULL;
    for (int i = 0; i < r->c->invariants.n; i++) {
        expr_walk(r->c->invariants.at[i].test, look, r);
        expr_walk(r->c->invariants.at[i].system, look, r);
    }
    for (int i = 0; i < r->c->progresses.n; i++) {
        expr_walk(r->c->progresses.at[i].when, look, r);
        expr_walk(r->c->progresses.at[i].leadsto, look, r);
    }
}

typedef struct { Arena *a; VEC(const Var *) seen; } Reach;

/* The stamps that an expression is made of, also by way of others. */
static void reach(const Expr *x, void *ctx)
{
    Reach *to = ctx;
    if (x->op != E_VAR || x->var->kind != V_STAMP) return;
    for (int i = 0; i < to->seen.n; i++) if (to->seen.at[i] == x->var) return;
    vec_push(to->a, &to->seen, x->var);
    expr_walk(x->var->stamp, reach, to);
}

static bool depends_on_itself(Arena *a, const Var *stamp)
{
    Reach to = { .a = a };
    expr_walk(stamp->stamp, reach, &to);
    for (int i = 0; i < to.seen.n; i++) if (to.seen.at[i] == stamp) return true;
    return false;
}

/* A stamp is made of no stamp that is made of it. */
static void of_stamps(Reading *r)
{
    const Controller *c = r->c;
    for (int i = 0; i < c->args.n; i++) {
        const Var *v = c->args.at[i];
        if (v->kind != V_STAMP) continue;
        if (depends_on_itself(r->k->a, v))
            diag_error(r->k->d, v->pos, "stamp '" STR_FMT "' depends on itself; expected registers and fields of the "
                       "request in its value", STR_ARG(v->name));
    }
}

static int fields_of(Arena *a, const Controller *c, const Event *e, Str **out)
{
    int n = 0;
    *out = NEW_N(a, Str, c->args.n + 1);
    for (int i = 0; i < c->args.n; i++) if (event_has(e, c->args.at[i])) (*out)[n++] = c->args.at[i]->name;
    return n;
}

/* "; it has a b", ", did you mean 'a'?" */
static const char *instead(const Reading *r, const Miss *x)
{
    Str *list;
    Buf b;
    int n = fields_of(r->k->a, r->c, x->events.at[0], &list);
    Str near = str_closest(x->field->name, list, n);
    buf_init(&b, r->k->a);
    if (x->events.n > 1) return "";
    buf_printf(&b, n ? "; it has" : "; it has none");
    for (int i = 0; i < n; i++) buf_printf(&b, " " STR_FMT, STR_ARG(list[i]));
    if (near.n) buf_printf(&b, ", did you mean '" STR_FMT "'?", STR_ARG(near));
    return buf_text(&b);
}

static void report(const Reading *r, const Miss *x)
{
    Buf names;
    bool several = x->events.n > 1;
    if (x->events.n && !x->events.at[0]) {
        diag_error(r->k->d, x->at, "'" STR_FMT "' is a field of an event, and no event is at hand here",
                   STR_ARG(x->field->name));
        return;
    }
    buf_init(&names, r->k->a);
    for (int i = 0; i < x->events.n; i++) list_name(&names, x->events.at[i]->name, i, x->events.n, LISTED);
    diag_error(r->k->d, x->at, "%s %s %s no field '" STR_FMT "'%s", several ? "events" : "event", buf_text(&names),
               several ? "have" : "has", STR_ARG(x->field->name), instead(r, x));
}

void check_event_fields(Check *k)
{
    for (int i = 0; i < k->p->ctls.n; i++) {
        Reading r = { .k = k, .c = k->p->ctls.at[i] };
        of_rows(&r);
        of_views(&r);
        of_conditions(&r);
        of_stamps(&r);
        for (int m = 0; m < r.misses.n; m++) report(&r, &r.misses.at[m]);
    }
}
