/* step.c - rows as terms: each row is executed on its own from the same start; the outputs are those of the row whose
 * condition holds. */
#include "smt/parts.h"

static int output(const Smt *x, SignalKind k) { return step_signal(x->s, k, NULL); }

static int out_width(const Smt *x, int i) { return signal_width(x->env, &x->s->signals.at[i]); }

/* The value of an expression in the form in which a signal keeps it. */
static Str kept(Smt *x, World *w, const Expr *e, const Type *t, Str guard)
{
    Str v = value(x, w, e, t, &guard);
    return t->kind == TK_BOOL ? define(x, 1, as_bit(x, v)) : define(x, type_width(x->env, t), v);
}

/* ---- worlds ---- */

static World copy(Smt *x, const World *from)
{
    const Controller *c = x->s->ctl;
    World w = { NEW_N(x->a, Str, x->s->signals.n + 1), NEW_N(x->a, Str, c->stores.n + 1),
                NEW_N(x->a, Str, c->waiters.n + 1), from->overflow, from->error };
    for (int i = 0; i < x->s->signals.n; i++) w.signal[i] = from->signal[i];
    for (int i = 0; i < c->stores.n; i++) w.store_hit[i] = from->store_hit[i];
    for (int i = 0; i < c->waiters.n; i++) w.wait_hit[i] = from->wait_hit[i];
    return w;
}

/* into: what holds if c, else what held in into. */
static void merge(Smt *x, Str c, const World *yes, World *into)
{
    const Controller *k = x->s->ctl;
    for (int i = x->s->n_inputs; i < x->s->signals.n; i++)
        into->signal[i] = define(x, out_width(x, i), ite(x, c, yes->signal[i], into->signal[i]));
    for (int i = 0; i < k->stores.n; i++)
        into->store_hit[i] = define(x, 0, ite(x, c, yes->store_hit[i], into->store_hit[i]));
    for (int i = 0; i < k->waiters.n; i++)
        into->wait_hit[i] = define(x, 0, ite(x, c, yes->wait_hit[i], into->wait_hit[i]));
    into->overflow = define(x, 0, ite(x, c, yes->overflow, into->overflow));
    into->error = define(x, 0, ite(x, c, yes->error, into->error));
}

/* An input's bit as a condition; an input that nothing reads is not there. */
static Str hit_input(Smt *x, VarKind kind, const void *owner)
{
    for (int i = 0; i < x->s->n_inputs; i++) {
        const Var *v = x->s->signals.at[i].var;
        if (v && v->kind == kind && (v->store == owner || v->waiters == owner))
            return as_bool(x, x->s->signals.at[i].name);
    }
    return smt_false;
}

/* One output before any operation. begin: those that come before it in the list. */
static Str start_value(Smt *x, World *begin, const LowStart *o)
{
    const Signal *g = &x->s->signals.at[o->signal];
    int n = out_width(x, o->signal);
    if (o->kind == LOW_START_CODE) return number(x, o->code, n);
    Str in = n ? signal_name(x, o->input) : smt_false;
    if (o->kind == LOW_START_INPUT) return in;
    Str when = as_bool(x, x->s->signals.at[o->when].name),
        value = o->value ? kept(x, begin, o->value, g->type, smt_false) : number(x, 0, n);
    return define(x, n, ite(x, when, in, value));
}

static World start(Smt *x)
{
    const Controller *c = x->s->ctl;
    World w = { NEW_N(x->a, Str, x->s->signals.n + 1), NEW_N(x->a, Str, c->stores.n + 1),
                NEW_N(x->a, Str, c->waiters.n + 1), smt_false, smt_false };
    for (int i = 0; i < c->stores.n; i++) w.store_hit[i] = define(x, 0, hit_input(x, V_STORE_HIT, c->stores.at[i]));
    for (int i = 0; i < c->waiters.n; i++) w.wait_hit[i] = define(x, 0, hit_input(x, V_WAITER_HIT, c->waiters.at[i]));
    for (int i = 0; i < x->l->starts.n; i++)
        w.signal[x->l->starts.at[i].signal] = start_value(x, &w, &x->l->starts.at[i]);
    w.overflow = smt_false;
    return w;
}

/* ---- operations ---- */

static void body(Smt *x, World *w, const LowOp *o, Str guard);

static void set(Smt *x, World *w, const LowOp *o, Str guard)
{
    const Type *t = x->s->signals.at[o->signal].type;
    w->signal[o->signal] = kept(x, w, o->value, t, o->checked ? guard : smt_false);
}

static void set_array(Smt *x, World *w, const LowOp *o, Str guard)
{
    set_element(x, w, o, kept(x, w, o->value, o->place->type, o->checked ? guard : smt_false),
                o->checked ? &guard : NULL);
}

static void let(Smt *x, World *w, const LowOp *o, Str guard)
{
    int n = o->var->type->kind == TK_BOOL ? 0 : type_width(x->env, o->var->type);
    x->let[o->var->id] = define(x, n, value(x, w, o->value, o->var->type, o->checked ? &guard : NULL));
}

static void each(Smt *x, World *w, const LowOp *o, Str guard)
{
    SmtIndex at = { o->index, 0, x->index };
    for (int64_t n = type_values(x->env, o->index->per); at.value < n; at.value++) {
        x->index = &at;
        body(x, w, o->body, guard);
        x->index = at.next;
    }
}

static void or_bits(Smt *x, World *w, const LowOp *o)
{
    int n = out_width(x, o->signal);
    Str bits = number(x, o->code, n), *to = &w->signal[o->signal];
    *to = n == 1 ? bits : define(x, n, term(x, "(bvor " STR_FMT " " STR_FMT ")", STR_ARG(*to), STR_ARG(bits)));
}

/* The bit of node i: is it that node, or the instance whose bit is set? */
static Str node_bit(Smt *x, const LowOp *o, Str to, int i, int n)
{
    if (!o->nodes_of) return as_bit(x, term(x, "(= " STR_FMT " " STR_FMT ")", STR_ARG(to), STR_ARG(number(x, i, n))));
    const System *sys = x->p->systems.at[0];
    int64_t k = i - place_base(x->env, sys, o->nodes_of);
    bool there = k >= 0 && k < place_count(x->env, sys, o->nodes_of) && k < n;
    return there ? term(x, "((_ extract %d %d) " STR_FMT ")", (int)k, (int)k, STR_ARG(to)) : STR("#b0");
}

static void nodes(Smt *x, World *w, const LowOp *o, Str guard)
{
    Str to = kept(x, w, o->value, o->value->type, guard), all = { "", 0 };
    int count = out_width(x, o->signal), n = type_width(x->env, o->value->type);
    for (int i = count - 1; i >= 0; i--) {
        Str bit = node_bit(x, o, to, i, n);
        all = all.n ? term(x, "(concat " STR_FMT " " STR_FMT ")", STR_ARG(all), STR_ARG(bit)) : bit;
    }
    w->signal[o->signal] = define(x, count, all);
}

static void there(Smt *x, World *w, const LowOp *o)
{
    const Controller *c = x->s->ctl;
    for (int i = 0; i < c->stores.n; i++) if (c->stores.at[i] == o->store) w->store_hit[i] = smt_true;
    for (int i = 0; i < c->waiters.n; i++) if (c->waiters.at[i] == o->waiters) w->wait_hit[i] = smt_true;
}

static Str arm_test(Smt *x, World *w, const LowArm *arm)
{
    const Controller *c = x->s->ctl;
    if (arm->kind == LOW_TEST) return define(x, 0, condition(x, w, arm->test));
    for (int i = 0; i < c->stores.n && arm->kind != LOW_ELSE; i++) {
        if (c->stores.at[i] != arm->store) continue;
        return arm->kind == LOW_HIT ? w->store_hit[i]
                                    : define(x, 0, term(x, "(not " STR_FMT ")", STR_ARG(w->store_hit[i])));
    }
    return smt_true;
}

/* The last arm first: each earlier one whose test holds wins over what is there so far. */
static void choose(Smt *x, World *w, const LowOp *o, Str guard)
{
    World before = copy(x, w);
    Str *taken = NEW_N(x->a, Str, o->arms.n + 1), rest = smt_true;
    World *after = NEW_N(x->a, World, o->arms.n + 1);
    for (int i = 0; i < o->arms.n; i++) {
        Str test = arm_test(x, &before, &o->arms.at[i]);
        taken[i] = define(x, 0, and_(x, rest, test));
        after[i] = copy(x, &before);
        body(x, &after[i], o->arms.at[i].body, define(x, 0, and_(x, guard, taken[i])));
        rest = define(x, 0, and_(x, rest, term(x, "(not " STR_FMT ")", STR_ARG(test))));
    }
    for (int i = o->arms.n - 1; i >= 0; i--) merge(x, taken[i], &after[i], w);
}

static void operation(Smt *x, World *w, const LowOp *o, Str guard)
{
    switch (o->kind) {
    case LOW_SET: set(x, w, o, guard); break;
    case LOW_ELEM: set_array(x, w, o, guard); break;
    case LOW_LET: let(x, w, o, guard); break;
    case LOW_EACH: each(x, w, o, guard); break;
    case LOW_CODE: w->signal[o->signal] = number(x, o->code, out_width(x, o->signal)); break;
    case LOW_OR: or_bits(x, w, o); break;
    case LOW_NODES: nodes(x, w, o, guard); break;
    case LOW_THERE: there(x, w, o); break;
    case LOW_IF: choose(x, w, o, guard); break;
    case LOW_WALK: w->signal[o->signal] = STR("#b1"); break;   /* that it takes place */
    case LOW_PARKED: break;                                    /* in walks only */
    case LOW_ERROR: w->error = smt_true; break;
    case LOW_OUTSIDE: diag_error(x->d, o->from->pos, "step: this action is not translated"); break;
    }
}

static void body(Smt *x, World *w, const LowOp *o, Str guard)
{
    for (; o; o = o->next) operation(x, w, o, guard);
}

/* ---- which row ---- */

static Str is_code(Smt *x, const char *name, Str code) { return term(x, "(= %s " STR_FMT ")", name, STR_ARG(code)); }

/* The refined event: `refined`. The last condition that is tried is put in first. */
static void refinement(Smt *x, World *w)
{
    const Controller *c = x->s->ctl;
    int n = code_bits(c->events.n), in = code_bits(c->base_events.n);
    Str r = number(x, 0, n), legal = smt_false;
    for (int i = 0; i < x->l->events.n; i++) {
        const LowEvent *b = &x->l->events.at[i];
        Str is = is_code(x, "event_i", number(x, b->base->code, in)), one = number(x, b->rest->id, n);
        for (int k = b->cases.n - 1; k >= 0; k--)
            one =
                define(x, n, ite(x, condition(x, w, b->cases.at[k].when), number(x, b->cases.at[k].event->id, n), one));
        r = define(x, n, ite(x, is, one, r));
        legal = or_(x, legal, is);
    }
    say(x, STR("legal_event"), 0, legal);
    say(x, STR("refined"), n, r);
}

static Str negated(Smt *x, Str t) { return str_eq(t, smt_false) ? smt_true : term(x, "(not " STR_FMT ")", STR_ARG(t)); }

/* The state whose rows count: `seen`. */
static void views(Smt *x, World *w)
{
    const Controller *c = x->s->ctl;
    int n = code_bits(c->states.n), ne = code_bits(c->events.n);
    Str r = STR("state_i");
    for (int i = x->l->views.n - 1; i >= 0; i--) {
        const LowView *v = &x->l->views.at[i];
        Str of = smt_false, at = smt_false;
        for (int k = 0; k < v->view->of.n; k++)
            of = or_(x, of, is_code(x, "state_i", number(x, v->view->of.at[k]->id, n)));
        for (int k = 0; k < v->events.n; k++)
            at = or_(x, at, is_code(x, "refined", number(x, v->events.at[k]->id, ne)));
        if (v->except) at = negated(x, at);
        Str fits = define(x, 0, and_(x, and_(x, of, at), condition(x, w, v->view->when)));
        r = define(x, n, ite(x, fits, number(x, v->view->as->id, n), r));
    }
    say(x, STR("seen"), n, r);
}

static Str is_one_of(Smt *x, const LowCell *cell)
{
    Str any = smt_false;
    for (int i = 0; i < cell->events.n; i++)
        any = or_(x, any, is_code(x, "refined", number(x, cell->events.at[i]->id, code_bits(x->s->ctl->events.n))));
    return any;
}

/* When each row is the one: in one of its cells, its guard holds and that of no row before it. */
static Str *row_conditions(Smt *x, World *w)
{
    const Controller *c = x->s->ctl;
    Str *when = NEW_N(x->a, Str, c->rows.n + 1), *guard = NEW_N(x->a, Str, c->rows.n + 1);
    for (int i = 0; i < c->rows.n; i++) {
        when[i] = smt_false;
        guard[i] = define(x, 0, condition(x, w, x->l->rows[i].row->when));
    }
    for (int s = 0; s < x->l->states.n; s++)
        for (int i = 0; i < x->l->states.at[s].cells.n; i++) {
            const LowCell *cell = &x->l->states.at[s].cells.at[i];
            Str here = and_(x, is_code(x, "seen", number(x, s, code_bits(c->states.n))), is_one_of(x, cell));
            here = define(x, 0, and_(x, STR("legal_event"), here));
            for (int k = 0; k < cell->rows.n; k++) {
                int id = cell->rows.at[k]->row->id;
                when[id] = define(x, 0, or_(x, when[id], and_(x, here, guard[id])));
                here = define(x, 0, and_(x, here, term(x, "(not " STR_FMT ")", STR_ARG(guard[id]))));
            }
        }
    return when;
}

static void row(Smt *x, World *w, const LowRow *r)
{
    int act = output(x, SIG_ACT), id = output(x, SIG_ROW), over = output(x, SIG_OVERFLOW);
    body(x, w, r->body, smt_true);
    w->signal[act] = define(x, 2, ite(x, or_(x, w->overflow, w->error), number(x, ACT_NEVER, 2), number(x, r->act, 2)));
    Str counts = and_(x, w->overflow, term(x, "(not " STR_FMT ")", STR_ARG(w->error)));
    w->signal[over] = define(x, 1, as_bit(x, counts));
    w->signal[id] = number(x, r->row->id, out_width(x, id));
}

bool smt_step(Arena *a, Diags *d, const Protocol *p, const ParamEnv *env, const Step *s, Buf *out)
{
    Smt x = { a, d, p, env, s, lower_build(a, s), out, 0, NEW_N(a, Str, s->ctl->vars.n + 1), NULL };
    int before = diag_errors(d);
    for (int i = 0; i < s->n_inputs; i++) {
        const Var *v = s->signals.at[i].var;
        if (v && v->array && v != v->array->elem[0]) continue;
        buf_printf(out, "(declare-const " STR_FMT " (_ BitVec %d))\n", STR_ARG(s->signals.at[i].port),
                   port_width(&x, i));
        if (v && v->array) declare_parts(&x, i);
    }
    World begin = start(&x), end = copy(&x, &begin);
    refinement(&x, &begin);
    views(&x, &begin);
    Str *when = row_conditions(&x, &begin);
    end.signal[output(&x, SIG_ACT)] = number(&x, ACT_NEVER, 2);
    for (int i = 0; i < s->ctl->rows.n; i++) {
        World w = copy(&x, &begin);
        row(&x, &w, &x.l->rows[i]);
        merge(&x, when[i], &w, &end);
    }
    for (int i = s->n_inputs; i < s->signals.n; i++) {
        const Signal *g = &s->signals.at[i];
        Str t = g->kind == SIG_EVENT ? STR("refined") : g->kind == SIG_VIEW ? STR("seen") : end.signal[i];
        if (g->var && g->var->array && g->var != g->var->array->elem[0]) continue;
        if (g->var && g->var->array) t = joined_parts(&x, &end, i);
        say(&x, g->port, port_width(&x, i), t);
    }
    return diag_errors(d) == before;
}
