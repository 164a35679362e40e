/* guards.c - conditions of rows, refinements and views: those that never hold, hide one another, or overlap. At the
 * first system's parameters. */
#include "check/common.h"
#include "check/sample.h"
#include "check/passes.h"

enum { BUDGET_HOLDS = 2000, BUDGET_OVERLAP_MIN = 48, BUDGET_OVERLAP_MAX = 1000, BUDGET_OVERLAP_ALL = 300000 };

/* ---- reports ---- */

/* what: "this condition". An error if it is certain for all parameters. */
static void report_never(Sampler *s, const Domain *d, Pos at, const Result *r, const char *what, const char *why)
{
    if (r->all && !d->params) diag_error(s->k->d, at, "%s never holds%s", what, why);
    else if (r->all) diag_warning(s->k->d, at, "%s never holds%s at the first system's parameters", what, why);
    else if (d->cut) return;         /* too many variables: most of them were 0 all the time */
    else diag_warning(s->k->d, at, "%s did not hold%s for any of the %d values tried: can it?", what, why, r->fit);
}

/* ---- rows ---- */

typedef struct { const Row *row; } OneRow;
static bool row_holds(Sampler *s, void *ctx) { return holds(s, s->row[((const OneRow *)ctx)->row->id]); }

/* What is known so far of a row that stands in several cells. */
typedef struct { bool found, all, asked; int fit; } Seen;

static void look_for_row(Sampler *s, const State *st, const Event *e, const Row *row, Seen *seen)
{
    Domain d = { .n = 0 };
    Stored from = stored_for(s->c, st, e);
    OneRow one = { row };
    if (seen->found || (seen->asked && !seen->all && seen->fit >= BUDGET_HOLDS)) return;
    domain_add(s, &d, row->when);
    Result r = search(s, &d, &(Search){ (const State *const *)from.at, from.n, st, e, BUDGET_HOLDS, row_holds, &one });
    if (!seen->asked) seen->all = true;
    seen->asked = true;
    seen->found |= r.found;
    seen->all &= r.all;
    seen->fit += r.fit;
}

static void check_rows(Sampler *s)
{
    Seen *seen = NEW_N(s->k->a, Seen, s->c->rows.n + 1);
    for (int i = 0; i < s->c->states.n; i++)
        for (int e = 0; e < s->c->events.n; e++) {
            const Cell *cell = cell_at(s->c, s->c->states.at[i], s->c->events.at[e]);
            for (int r = 0; r < cell->rows.n; r++)
                if (cell->rows.at[r]->when)
                    look_for_row(s, s->c->states.at[i], s->c->events.at[e], cell->rows.at[r],
                                 &seen[cell->rows.at[r]->id]);
        }
    for (int i = 0; i < s->c->rows.n; i++) {
        const Row *row = s->c->rows.at[i];
        Domain d = { .n = 0 };
        if (!seen[i].asked || seen[i].found || !seen[i].fit) continue;    /* no fit: the pair itself does not occur */
        domain_add(s, &d, row->when);
        s->f->rows[i].dead = seen[i].all;
        report_never(s, &d, row->pos, &(Result){ false, seen[i].all, seen[i].fit }, "the condition of this row", "");
    }
}

/* ---- overlaps ---- */

typedef struct { const Cell *cell; int a, b; } Overlap;

static bool two_hold(Sampler *s, void *ctx)
{
    Overlap *o = ctx;
    o->a = -1;
    for (int i = 0; i < o->cell->rows.n; i++) {
        const Row *r = o->cell->rows.at[i];
        if (!r->when || !holds(s, s->row[r->id])) continue;
        if (o->a >= 0) { o->b = i; return true; }
        o->a = i;
    }
    return false;
}

static int guarded(const Cell *cell)
{
    int n = 0;
    for (int i = 0; i < cell->rows.n; i++) n += cell->rows.at[i]->when != NULL;
    return n;
}

static void check_overlap(Sampler *s, const State *st, const Event *e, int budget)
{
    Domain d = { .n = 0 }, both = { .n = 0 };
    Overlap o = { cell_at(s->c, st, e), 0, 0 };
    Stored from = stored_for(s->c, st, e);
    for (int i = 0; i < o.cell->rows.n; i++) domain_add(s, &d, o.cell->rows.at[i]->when);
    if (!search(s, &d, &(Search){ (const State *const *)from.at, from.n, st, e, budget, two_hold, &o }).found) return;
    const Row *a = o.cell->rows.at[o.a], *b = o.cell->rows.at[o.b];
    RowFacts *told = &s->f->rows[b->id];
    if (told->overlap) return;
    told->overlap = true;
    domain_add(s, &both, a->when);
    domain_add(s, &both, b->when);
    diag_error(s->k->d, b->pos,
               "state " STR_FMT ", event " STR_FMT ": two conditions hold at once, for instance with %s",
               STR_ARG(st->name), STR_ARG(e->name), assignment(s, &both));
    diag_note(s->k->d, a->pos, "the other one");
}

static void check_overlaps(Sampler *s)
{
    int cells = 0, n = s->c->states.n * s->c->events.n;
    for (int i = 0; i < n; i++) cells += guarded(&s->c->cells[i]) > 1;
    if (!cells) return;
    int budget = BUDGET_OVERLAP_ALL / cells;
    budget = budget < BUDGET_OVERLAP_MIN   ? BUDGET_OVERLAP_MIN
             : budget > BUDGET_OVERLAP_MAX ? BUDGET_OVERLAP_MAX
                                           : budget;
    for (int i = 0; i < n; i++)
        if (guarded(&s->c->cells[i]) > 1)
            check_overlap(s, s->c->states.at[i / s->c->events.n], s->c->events.at[i % s->c->events.n], budget);
}

/* ---- refinements and views: alternatives tried in order ---- */

typedef struct { const Code *own, *earlier[64]; int n; bool alone; } Alternative;

static bool first_to_hold(Sampler *s, void *ctx)
{
    Alternative *x = ctx;
    if (!holds(s, x->own)) return false;
    x->alone = true;
    for (int i = 0; i < x->n; i++) if (holds(s, x->earlier[i])) return false;
    return true;
}

static void add_earlier(Alternative *x, const Code *c) { if (x->n < 64) x->earlier[x->n++] = c; }

/* Every kind of place where the state can be kept; every state if a condition names it. */
static int places(const Sampler *s, const Domain *d, const State **out)
{
    int n = 0;
    for (int i = 0; i < s->c->states.n; i++) {
        const State *st = s->c->states.at[i];
        bool known = false;
        for (int k = 0; k < n; k++)
            known |= out[k]->at == st->at && out[k]->store == st->store && out[k]->waiters == st->waiters;
        if (!known || d->state) out[n++] = st;
    }
    return n;
}

static void check_refinements(Sampler *s, Event *base)
{
    const State **from = NEW_N(s->k->a, const State *, s->c->states.n + 1);
    for (int i = 0; i <= base->refinements.n; i++) {
        Event *e = i < base->refinements.n ? base->refinements.at[i] : base;
        Domain d = { .n = 0 };
        Alternative x = { .n = 0 };
        if (e == base && base->hidden) continue;
        for (int k = 0; k < i; k++) {
            add_earlier(&x, s->event[base->refinements.at[k]->id]);
            domain_add(s, &d, base->refinements.at[k]->when);
        }
        if (e != base) domain_add(s, &d, e->when);
        x.own = e == base ? NULL : s->event[e->id];
        Result r = search(s, &d, &(Search){ from, places(s, &d, from), NULL, NULL, BUDGET_HOLDS, first_to_hold, &x });
        s->f->events[e->id].dead = !r.found && r.all;
        if (r.found) continue;
        const char *what = str_z(s->k->a, str_printf(s->k->a, "event " STR_FMT, STR_ARG(e->name)));
        if (e != base)
            report_never(s, &d, e->pos, &r, x.alone ? what : "the condition of this event",
                         x.alone ? ": an earlier refinement always takes it" : "");
        else if (r.all && !d.params)
            diag_warning(
                s->k->d, base->refinements.at[i - 1]->pos,
                "%s itself never occurs: its refinements cover every case; write otherwise=\"yes\" on the last one",
                what);
    }
}

/* Does the earlier view take every event of the later one? */
static bool hides(const View *earlier, const View *v)
{
    for (int i = 0; i < v->events.n && earlier->events.n; i++) {
        bool found = false;
        for (int k = 0; k < earlier->events.n; k++)
            found |= earlier->events.at[k] == v->events.at[i] || earlier->events.at[k] == v->events.at[i]->base;
        if (!found) return false;
    }
    return v->events.n || !earlier->events.n;
}

static void check_view(Sampler *s, int index)
{
    const View *v = s->c->views.at[index];
    Result sum = { .all = true };
    Domain d = { .n = 0 };
    bool alone = false;
    domain_add(s, &d, v->when);
    for (int i = 0; i < v->of.n && !sum.found; i++) {
        Alternative x = { .own = s->view[index] };
        for (int k = 0; k < index; k++) {
            const View *o = s->c->views.at[k];
            bool of = false;
            for (int j = 0; j < o->of.n; j++) of |= o->of.at[j] == v->of.at[i];
            if (!of || !hides(o, v)) continue;
            add_earlier(&x, s->view[k]);
            domain_add(s, &d, o->when);
        }
        const State *from = v->of.at[i];
        Result r = search(s, &d, &(Search){ &from, 1, NULL, NULL, BUDGET_HOLDS, first_to_hold, &x });
        sum.found |= r.found;
        sum.all &= r.all;
        sum.fit += r.fit;
        alone |= x.alone;
    }
    s->f->view_dead[index] = !sum.found && sum.all;
    if (!sum.found)
        report_never(s, &d, v->pos, &sum, alone ? "this view" : "the condition of this view",
                     alone ? ": an earlier one always takes its place" : "");
}

static bool wake_holds(Sampler *s, void *ctx) { return holds(s, s->event[((const Event *)ctx)->id]); }

/* What no wake ever comes for waits for ever. */
static void check_wake(Sampler *s, Event *e)
{
    const State *from = e->in;
    Domain d = { .n = 0 };
    if (!from || !e->when) return;
    domain_add(s, &d, e->when);
    Result r = search(s, &d, &(Search){ &from, 1, NULL, NULL, BUDGET_HOLDS, wake_holds, e });
    s->f->events[e->id].dead = !r.found && r.all;
    if (!r.found) report_never(s, &d, e->pos, &r, "the condition of this wake", "");
}

void check_guards(Check *k)
{
    for (int i = 0; i < k->p->ctls.n; i++) {
        Sampler s;
        sampler_init(&s, k, &k->ctl[i]);
        for (int e = 0; e < s.c->base_events.n; e++)
            if (s.c->base_events.at[e]->refinements.n) check_refinements(&s, s.c->base_events.at[e]);
        for (int e = 0; e < s.c->base_events.n; e++)
            if (s.c->base_events.at[e]->kind == EV_WAKE) check_wake(&s, s.c->base_events.at[e]);
        for (int v = 0; v < s.c->views.n; v++) check_view(&s, v);
        check_rows(&s);
        check_overlaps(&s);
    }
}
