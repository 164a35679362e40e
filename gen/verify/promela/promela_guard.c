/* promela_guard.c - when a row runs: its state and event, the guards of the rows before it, its own, and room for what
 * it needs on the path that it takes. */
#include "verify/promela/promela_parts.h"

/* ---- room ---- */

/* What a row needs on the paths on which it needs it; changed: variables that the actions before may have changed. */
typedef struct { Site w; VEC(const char *) terms; VEC(const Var *) changed; bool refused; } Room;

static void find_need(const Action *a, void *ctx)
{
    if (a->kind == A_ALLOCATE || a->kind == A_PARK) *(bool *)ctx = true;
}
static void find_sets(const Action *a, void *ctx)
{
    Room *r = ctx;
    const Controller *c = r->w.k->c;
    if (a->kind == A_SET) vec_push(r->w.x->a, &r->changed, a->dst);
    for (int i = 0; a->kind == A_ALLOCATE && i < c->vars.n; i++) {
        const Var *v = c->vars.at[i];
        if ((a->store && v->store == a->store) || (a->waiters && v->waiters == a->waiters))
            vec_push(r->w.x->a, &r->changed, v);
    }
}

static void find_changed(const Expr *e, void *ctx)
{
    Room *r = ctx;
    bool read = e->op == E_VAR || e->op == E_ELEM;
    for (int i = 0; read && i < r->changed.n; i++) r->refused |= r->changed.at[i] == e->var;
}

static void need(Room *r, const char *path, const char *what)
{
    vec_push(r->w.x->a, &r->terms, *path ? pml_text(r->w.x, "(!(%s) || %s)", path, what) : what);
}

static void room_of(Room *r, const Action *body, const char *path)
{
    Pml *x = r->w.x;
    const char *name = r->w.name;
    for (const Action *a = body; a && !r->refused; a = a->next) {
        bool needs = false;
        if (a->kind == A_ALLOCATE && a->waiters)
            need(r, path, pml_text(x, "(%s_entry.valid || %s_ENTRY_FREE)", name, name));
        if (a->kind == A_ALLOCATE && a->store)
            need(r, path, pml_text(x, "(%s_line.present || %s_WAY_FREE)", name, name));
        if (a->kind == A_PARK && pml_entry_keeps(r->w.k))
            need(r, path,
                 pml_text(x, "(replayed || !%s_entry.valid || %s_entry.n < %d)", name, name, r->w.k->wait[0].depth));
        else if (a->kind == A_PARK)
            need(r, path, pml_text(x, "(replayed || (%s_entry.valid -> %s_entry.n < %d : %s_ENTRY_FREE))", name, name,
                                   r->w.k->wait[0].depth, name));
        for (int i = 0; i < a->branches.n; i++) actions_walk(a->branches.at[i].body, find_need, &needs);
        const char *rest = path;
        for (int i = 0; needs && i < a->branches.n; i++) {
            const Branch *b = &a->branches.at[i];
            const char *test = b->test ? pml_expr(&r->w, b->test) : "1";
            if (b->test) expr_walk(b->test, find_changed, r);
            if (r->refused) {
                diag_error(x->d, b->pos,
                           "export: whether there is room for this row depends on what the row has set before: this is "
                           "not exported");
                return;
            }
            room_of(r, b->body, *rest ? pml_text(x, "%s && %s", rest, test) : test);
            rest = *rest ? pml_text(x, "%s && !%s", rest, test) : pml_text(x, "!%s", test);
        }
        Action alone = *a;
        alone.next = NULL;
        actions_walk(&alone, find_sets, r);
    }
}

/* ---- guards ---- */

/* Where a row stands: state and event, and the guards of the rows before it there. */
static const char *in_cells(Pml *x, const CtlModel *k, const Row *row)
{
    const Controller *c = k->c;
    Site w = pml_site(x, k, BEFORE_ROW);
    const char *all = "";
    for (int s = 0; s < c->states.n; s++) {
        const char *events = "";
        for (int e = 0; e < c->events.n; e++) {
            const Cell *cell = cell_at(c, c->states.at[s], c->events.at[e]);
            int at = -1;
            for (int i = 0; i < cell->rows.n; i++) if (cell->rows.at[i] == row) at = i;
            if (at < 0) continue;
            const char *one = pml_text(x, "ev == %s", pml_event(x, c, c->events.at[e]));
            for (int i = 0; i < at; i++) one = pml_text(x, "%s && !%s", one, pml_expr(&w, cell->rows.at[i]->when));
            events = *events ? pml_text(x, "%s || %s", events, at ? pml_text(x, "(%s)", one) : one)
                     : at    ? pml_text(x, "(%s)", one)
                             : one;
        }
        if (*events)
            all = pml_text(x, "%s%s(st == %s && (%s))", all, *all ? " || " : "", pml_state(x, c, c->states.at[s]),
                           events);
    }
    return all;
}

const char *pml_title(Pml *x, const CtlModel *k, const Row *row)
{
    const Controller *c = k->c;
    const char *text = "";
    for (int s = 0; s < c->states.n; s++)
        for (int e = 0; e < c->events.n; e++) {
            const Cell *cell = cell_at(c, c->states.at[s], c->events.at[e]);
            for (int i = 0; i < cell->rows.n; i++)
                if (cell->rows.at[i] == row)
                    text = pml_text(x, "%s, " STR_FMT " / " STR_FMT, text, STR_ARG(c->states.at[s]->name),
                                    STR_ARG(c->events.at[e]->name));
        }
    return text;
}

bool pml_guards(Pml *x, const CtlModel *k)
{
    const Controller *c = k->c;
    const char *name = pml_name(x, c->name);
    bool refused = false;
    pml_line(x, 0, "/* %s: when a row runs. Rows that stall are not here: their event waits. */", name);
    for (int i = 0; i < c->rows.n; i++) {
        const Row *row = c->rows.at[i];
        Room r = { .w = pml_site(x, k, BEFORE_ROW) };
        const char *cells = in_cells(x, k, row);
        if (row->kind == ROW_STALL || !*cells) continue;
        if (row->kind == ROW_ON) room_of(&r, row->body, "");
        refused |= r.refused;
        const char *guard =
            row->when ? pml_text(x, "(%s) && %s", cells, pml_expr(&r.w, row->when)) : pml_text(x, "(%s)", cells);
        for (int t = 0; t < r.terms.n; t++) guard = pml_text(x, "%s && %s", guard, r.terms.at[t]);
        pml_line(x, 0, "#define %s_row%d (%s)   /* %s */", name, row->id, guard, pml_pos(x, row->pos));
    }
    pml_line(x, 0, "inline %s_can_run() {\n  if\n  :: %s_HELD -> skip;", name, name);
    for (int i = 0; i < c->rows.n; i++)
        if (c->rows.at[i]->kind != ROW_STALL && *in_cells(x, k, c->rows.at[i]))
            pml_line(x, 1, ":: %s_row%d -> can = 1;", name, c->rows.at[i]->id);
    pml_line(x, 0, "  :: else -> skip;\n  fi;\n}\n");
    return !refused;
}
