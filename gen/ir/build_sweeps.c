/* build_sweeps.c - sweeps over the lines of a store, and counts of answers to come. Of both the rest of the tool knows
 * registers, events and what rows set; a sweep's order of lines is the hardware's. */
#include "ir/action.h"
#include "ir/build.h"

static Var *kept_register(Build *b, Controller *c, VarName name, Type *t, Pos at)
{
    Var *v = add_var(b, c, V_REG, name, t, at);
    v->kept = true;
    v->is_read = v->is_written = 1;
    check_ident(b, c, v);
    vec_push(b->a, &c->regs, v);
    return v;
}

/* NAME.busy, in the emitted text NAME_busy. */
static Var *kept_flag(Build *b, Controller *c, const Node *n, const char *word)
{
    Str name = node_attr(n, "name");
    VarName v = { str_printf(b->a, STR_FMT ".%s", STR_ARG(name), word),
                  str_printf(b->a, STR_FMT "_%s", STR_ARG(name), word) };
    return kept_register(b, c, v, b->p->t_bool, n->pos);
}

static Str dotted(Build *b, Str name, const char *tail) { return str_printf(b->a, STR_FMT "%s", STR_ARG(name), tail); }

static Sweep *find_sweep(const Controller *c, Str name)
{
    for (int i = 0; i < c->sweeps.n; i++) if (str_eq(c->sweeps.at[i]->name, name)) return c->sweeps.at[i];
    return NULL;
}

static Gather *find_gather(const Controller *c, Str name)
{
    for (int i = 0; i < c->gathers.n; i++) if (str_eq(c->gathers.at[i]->name, name)) return c->gathers.at[i];
    return NULL;
}

/* ---- declarations ---- */

static Store *swept_store(Build *b, Controller *c, const Node *n)
{
    Str over = node_attr(n, "over");
    Store *s = find_store(c, over);
    Pos at = node_attr_pos(n, "over");
    if (!s && (find_waiters(c, over) || find_behind(c, over) || ctl_port(c, over)))
        diag_error(b->d, at, "a sweep goes over the lines of a store, which '" STR_FMT "' does not have: see <walk>",
                   STR_ARG(over));
    else if (!s) {
        Str *all = NEW_N(b->a, Str, c->stores.n + 1);
        for (int i = 0; i < c->stores.n; i++) all[i] = c->stores.at[i]->name;
        unknown_name(b, at, "store", over, all, c->stores.n);
    } else if (!block_serves(s->block, "sweep")) {
        diag_error(b->d, at,
                   "a sweep over '" STR_FMT "', but stores of kind " STR_FMT " do not show their places in turn",
                   STR_ARG(over), STR_ARG(s->block->kind));
        return NULL;
    }
    return s;
}

void build_sweep(Build *b, Controller *c, const Node *n)
{
    Str name;
    if (!check_name(b, n, "name", &name) || twice(b, n, find_sweep(c, name) != NULL)) return;
    Store *store = swept_store(b, c, n);
    if (!store) return;
    Sweep *w = NEW(b->a, Sweep);
    w->name = name; w->pos = n->pos; w->store = store;
    w->id = c->sweeps.n;
    w->busy = kept_flag(b, c, n, "busy");
    w->visit = add_base_event(b, c, name, EV_SWEEP, n->pos);
    w->end = add_base_event(b, c, dotted(b, name, ".end"), EV_SWEPT, n->pos);
    w->visit->store = store;
    w->visit->doc = node_attr(n, "doc");
    w->end->keyless = true;
    w->end->over = w->busy;
    w->visit->sweep = w->end->sweep = w;
    vec_push(b->a, &c->sweeps, w);
}

void build_gather(Build *b, Controller *c, const Node *n)
{
    Str name;
    Type *t = attr_type(b, n, "type");
    if (!check_name(b, n, "name", &name) || twice(b, n, find_gather(c, name) != NULL) || !t) return;
    if ((t->kind != TK_BITS && t->kind != TK_COUNT) || t->opaque) {
        diag_error(b->d, node_attr_pos(n, "type"), "answers are counted in a type with bits= or count=");
        return;
    }
    Gather *g = NEW(b->a, Gather);
    g->name = name; g->pos = n->pos;
    g->count = kept_register(b, c, (VarName){ name, name }, t, n->pos);
    g->open = kept_flag(b, c, n, "open");
    g->all = add_base_event(b, c, dotted(b, name, ".all"), EV_WISH, n->pos);
    g->all->doc = node_attr(n, "doc");
    g->all->keyless = true;
    g->all->over = g->open;
    vec_push(b->a, &c->gathers, g);
}

/* ---- what they say of states, lines and registers ---- */

typedef struct { Build *b; const Sweep *w; } Looking;

static void look(const Expr *e, void *ctx)
{
    const Looking *l = ctx;
    if (e->op == E_HOME)
        diag_error(l->b->d, e->pos, "where= of a sweep is about the line and registers, not about its home");
    if (e->op != E_VAR || e->var->kind == V_REG || e->var->kind == V_INPUT || e->var->kind == V_CLOCK ||
        (e->var->kind == V_STORE && e->var->store == l->w->store))
        return;
    diag_error(l->b->d, e->pos,
               "where= of a sweep is about fields of '" STR_FMT "', registers and inputs, not '" STR_FMT "'",
               STR_ARG(l->w->store->name), STR_ARG(e->var->name));
}

void finish_sweep(Build *b, Controller *c, const Node *n)
{
    Scope s = { .b = b, .ctl = c };
    Sweep *w = find_sweep(c, node_attr(n, "name"));
    Str whole = node_attr(n, "in"), rest = whole, word;
    if (!w || w->pos.line != n->pos.line || w->pos.col != n->pos.col) return;
    if (w->store->key && !w->store->first)
        diag_error(b->d, node_attr_pos(n, "over"),
                   "a sweep comes to lines of '" STR_FMT "' by the least key that they are about: expected "
                   "key=\"key / N\" or \"key shr N\" there",
                   STR_ARG(w->store->name));
    bool keeps = store_keeps_state(c, w->store);
    while ((word = str_word(&rest)).n) {
        State *st = state_ref(b, c, n, "in", word);
        if (!st) continue;
        if (keeps && (st->at == AT_NONE || (st->at == AT_STORE && st->store != w->store)))
            diag_error(b->d, node_attr_pos_at(n, "in", (int)(word.p - whole.p)),
                       "a key in state '" STR_FMT "' has no line in '" STR_FMT "'", STR_ARG(st->name),
                       STR_ARG(w->store->name));
        else if (!sweep_visits(w, st)) vec_push(b->a, &w->in, st);
    }
    if (!w->in.n) diag_error(b->d, node_attr_pos(n, "in"), "expected the states of the lines to sweep");
    if (node_attr(n, "where").p) {
        Looking l = { b, w };
        w->visit->when = w->where = expr_attr(&s, n, "where", b->p->t_bool);
        expr_walk(w->where, look, &l);
    }
    w->pace = expr_param_attr(&s, n, "pace");
}

static Expr *of_var(Build *b, Var *v, Pos at)
{
    Expr *e = expr_new(b->a, E_VAR, v->type, at);
    e->var = v;
    return e;
}

static Expr *with(Build *b, ExprOp op, Type *t, Expr *x, Expr *y)
{
    Expr *e = expr_new(b->a, op, t, x->pos);
    e->arg[0] = x;
    e->arg[1] = y;
    e->n_args = y ? 2 : 1;
    return e;
}

static Expr *number(Build *b, Type *t, int64_t v, Pos at)
{
    Expr *e = expr_new(b->a, E_NUM, t, at);
    e->num = v;
    return e;
}

/* The wish: open, none to come, and the sweep that asks for them is over. */
void finish_gather(Build *b, Controller *c, const Node *n)
{
    Gather *g = find_gather(c, node_attr(n, "name"));
    Str after = node_attr(n, "after");
    Type *t = b->p->t_bool;
    if (!g || g->pos.line != n->pos.line || g->pos.col != n->pos.col) return;
    Expr *none = with(b, E_EQ, t, of_var(b, g->count, g->pos), number(b, g->count->type, 0, g->pos));
    g->all->when = with(b, E_AND, t, of_var(b, g->open, g->pos), none);
    if (!after.p) return;
    g->after = find_sweep(c, after);
    if (!g->after) {
        Str *all = NEW_N(b->a, Str, c->sweeps.n + 1);
        for (int i = 0; i < c->sweeps.n; i++) all[i] = c->sweeps.at[i]->name;
        unknown_name(b, node_attr_pos(n, "after"), "sweep", after, all, c->sweeps.n);
        return;
    }
    Expr *over = with(b, E_NOT, t, of_var(b, g->after->busy, g->pos), NULL);
    g->all->when = with(b, E_AND, t, g->all->when, over);
}

/* ---- actions ---- */

static Action *set_to(const Scope *s, const Node *n, Var *v, Expr *value)
{
    Action *x = action_new(s, A_SET, n);
    x->dst = v;
    x->value = value;
    return x;
}

Action *act_start(const Scope *s, const Node *n)
{
    Build *b = s->b;
    Str name = node_attr(n, "sweep");
    const Sweep *w = find_sweep(s->ctl, name);
    if (!w) {
        Str *all = NEW_N(b->a, Str, s->ctl->sweeps.n + 1);
        for (int i = 0; i < s->ctl->sweeps.n; i++) all[i] = s->ctl->sweeps.at[i]->name;
        unknown_name(b, node_attr_pos(n, "sweep"), "sweep", name, all, s->ctl->sweeps.n);
        return NULL;
    }
    Action *x = set_to(s, n, w->busy, number(b, b->p->t_bool, 1, n->pos));
    x->next = action_new(s, A_START, n);
    x->next->sweep = w;
    return x;
}

static const Gather *gather_ref(const Scope *s, const Node *n)
{
    Str name = node_attr(n, "gather");
    const Gather *g = find_gather(s->ctl, name);
    if (g) return g;
    Str *all = NEW_N(s->b->a, Str, s->ctl->gathers.n + 1);
    for (int i = 0; i < s->ctl->gathers.n; i++) all[i] = s->ctl->gathers.at[i]->name;
    unknown_name(s->b, node_attr_pos(n, "gather"), "gather", name, all, s->ctl->gathers.n);
    return NULL;
}

Action *act_expect(const Scope *s, const Node *n)
{
    Build *b = s->b;
    const Gather *g = gather_ref(s, n);
    if (!g) return NULL;
    Type *t = g->count->type;
    Expr *more = node_attr(n, "count").p ? expr_attr(s, n, "count", t) : number(b, t, 1, n->pos);
    if (!more) return NULL;
    Action *open = set_to(s, n, g->open, number(b, b->p->t_bool, 1, n->pos));
    if (more->op == E_NUM && more->num == 0) return open;
    open->next = set_to(s, n, g->count, with(b, E_ADD, t, of_var(b, g->count, more->pos), more));
    return open;
}

Action *act_got(const Scope *s, const Node *n)
{
    const Gather *g = gather_ref(s, n);
    if (!g) return NULL;
    Type *t = g->count->type;
    return set_to(s, n, g->count,
                  with(s->b, E_SUB, t, of_var(s->b, g->count, n->pos), number(s->b, t, 1, n->pos)));
}

void end_of_sweeps(Build *b, Controller *c, Row *row, Event *const *events, int n)
{
    for (int i = 0; i < n; i++) {
        Var *over = event_base(events[i])->over;
        if (!over || row->kind != ROW_ON) continue;
        for (int k = 0; k < n; k++)
            if (event_base(events[k]) != event_base(events[i])) {
                diag_error(b->d, row->pos,
                           "'" STR_FMT "' ends with its row, which no other event can have: expected a row for '"
                           STR_FMT "' by itself",
                           STR_ARG(over->name), STR_ARG(events[i]->name));
                return;
            }
        Action *x = NEW(b->a, Action);
        x->kind = A_SET;
        x->pos = row->pos;
        x->id = c->n_actions++;
        x->dst = over;
        x->value = number(b, b->p->t_bool, 0, row->pos);
        x->next = row->body;
        row->body = x;
        return;
    }
}
