/* array.c - registers of arrays, and what is said of all values of an index, written out. */
#include "smt/parts.h"

static const Array *array_of(const Smt *x, int first) { return x->s->signals.at[first].var->array; }

void each_element(const Smt *x, int first, void (*fn)(void *ctx, int signal), void *ctx)
{
    const Array *a = array_of(x, first);
    for (int i = array_registers(a); i-- > 0;)
        if (var_there(x->env, a->elem[i])) fn(ctx, first + i);
}

static void count_bits(void *ctx, int signal) { (void)signal; ++*(int *)ctx; }

int port_width(const Smt *x, int signal)
{
    const Signal *g = &x->s->signals.at[signal];
    int n = 0;
    if (!g->var || !g->var->array) return signal_width(x->env, g);
    each_element(x, signal, count_bits, &n);
    return n * type_width(x->env, g->type);
}

typedef struct { Smt *x; const World *w; int width, lsb; Str all; } Parts;

static void declare_part(void *ctx, int signal)
{
    Parts *p = ctx;
    p->lsb -= p->width;
    say(p->x, signal_name(p->x, signal), p->width,
        term(p->x, "((_ extract %d %d) " STR_FMT ")", p->lsb + p->width - 1, p->lsb,
             STR_ARG(p->x->s->signals.at[signal].port)));
}

void declare_parts(Smt *x, int first)
{
    Parts p = { .x = x, .width = type_width(x->env, x->s->signals.at[first].type), .lsb = port_width(x, first) };
    each_element(x, first, declare_part, &p);
}

static void join_part(void *ctx, int signal)
{
    Parts *p = ctx;
    Str part = p->w->signal[signal];
    p->all = p->all.n ? term(p->x, "(concat " STR_FMT " " STR_FMT ")", STR_ARG(p->all), STR_ARG(part)) : part;
}

Str joined_parts(Smt *x, const World *w, int first)
{
    Parts p = { .x = x, .w = w };
    each_element(x, first, join_part, &p);
    return p.all;
}

/* ---- one of them ---- */

typedef struct { Str at[2]; int width[2], n; } Index;

static Index index_of(Smt *x, World *w, const Expr *e, const Str *guard)
{
    Index k = { .n = e->n_args };
    for (int i = 0; i < k.n; i++) {
        const Type *t = e->var->array->per[i];
        k.width[i] = type_width(x->env, t);
        k.at[i] = define(x, k.width[i], value(x, w, e->arg[i], t, guard));
    }
    return k;
}

/* Whether the index names this register. */
static Str is_index(Smt *x, const Index *k, const Var *v)
{
    Str all = smt_true;
    for (int i = 0; i < k->n; i++) {
        Str n = number(x, v->at[i], k->width[i]);
        bool known = k->at[i].p[0] == '#';
        Str same = known ? (str_eq(k->at[i], n) ? smt_true : smt_false)
                         : term(x, "(= " STR_FMT " " STR_FMT ")", STR_ARG(k->at[i]), STR_ARG(n));
        if (str_eq(same, smt_false)) return same;
        all = and_(x, all, same);
    }
    return all;
}

static bool is_part(const Smt *x, const Var *first, int signal, bool out)
{
    const Signal *g = &x->s->signals.at[signal];
    return g->var == first && g->out == out;
}

/* Its first register as the path has left it, or the input. */
static int first_signal(const Smt *x, const Var *first)
{
    int found = -1;
    for (int i = 0; i < x->s->signals.n; i++)
        if (is_part(x, first, i, false) || is_part(x, first, i, true)) found = i;
    return found;
}

typedef struct { Smt *x; World *w; const Index *k; Str v; int width; bool out; } Choice;

static void read_one(void *ctx, int signal)
{
    Choice *c = ctx;
    Smt *x = c->x;
    Str here = is_index(x, c->k, x->s->signals.at[signal].var);
    Str v = c->out ? c->w->signal[signal] : signal_name(x, signal);
    if (str_eq(here, smt_false)) return;
    c->v = str_eq(here, smt_true) ? v : define(x, c->width, ite(x, here, v, c->v));
}

Str element(Smt *x, World *w, const Expr *e, const Str *guard)
{
    Index k = index_of(x, w, e, guard);
    int first = first_signal(x, e->var), n = type_width(x->env, e->type);
    Choice c = { x, w, &k, number(x, 0, n), n, x->s->signals.at[first].out };
    each_element(x, first, read_one, &c);
    return e->type->kind == TK_BOOL ? as_bool(x, c.v) : c.v;
}

static void set_one(void *ctx, int signal)
{
    Choice *c = ctx;
    Smt *x = c->x;
    Str here = is_index(x, c->k, x->s->signals.at[signal].var), *to = &c->w->signal[signal];
    if (str_eq(here, smt_false)) return;
    *to = str_eq(here, smt_true) ? c->v : define(x, c->width, ite(x, here, c->v, *to));
}

void set_element(Smt *x, World *w, const LowOp *o, Str v, const Str *guard)
{
    Index k = index_of(x, w, o->place, guard);
    Choice c = { x, w, &k, v, type_width(x->env, o->place->type), true };
    each_element(x, o->signal, set_one, &c);
}

/* ---- every, some, count, argmin, argmax, first ---- */

static Str said(Smt *x, World *w, const Expr *e)
{
    int n = e->op == E_COUNT ? type_width(x->env, e->type) : 0;
    Str all = e->op == E_COUNT ? number(x, 0, n) : e->op == E_EVERY ? smt_true : smt_false;
    SmtIndex at = { e->of, 0, x->index };
    for (int64_t k = type_values(x->env, e->of->per); at.value < k; at.value++) {
        x->index = &at;
        Str one = define(x, 0, condition(x, w, e->arg[0]));
        x->index = at.next;
        if (e->op == E_COUNT)
            all = define(x, n, term(x, "(bvadd " STR_FMT " " STR_FMT ")", STR_ARG(all),
                                    STR_ARG(ite(x, one, number(x, 1, n), number(x, 0, n)))));
        else all = define(x, 0, e->op == E_EVERY ? and_(x, all, one) : or_(x, all, one));
    }
    return all;
}

/* What is compared: for first whether it does not hold, of which 0 is the least. */
static Str compared(Smt *x, World *w, const Expr *e, int *width)
{
    const Type *t = e->arg[0]->type;
    Str v = value(x, w, e->arg[0], t, NULL);
    *width = type_width(x->env, t);
    if (t->kind == TK_BOOL) v = as_bit(x, v);
    return define(x, *width, e->op == E_FIND ? term(x, "(bvnot " STR_FMT ")", STR_ARG(v)) : v);
}

/* From the lowest value of the index on; one that is as good replaces an earlier one that lies before `from` if it does
 * not itself. */
static Str picked(Smt *x, World *w, const Expr *e)
{
    const char *less = e->arg[0]->type->is_signed ? "bvslt" : "bvult";
    int n = type_width(x->env, e->type), width = 1;
    Str from = e->arg[1] ? define(x, n, value(x, w, e->arg[1], e->type, NULL)) : number(x, 0, n);
    Str best = { "", 0 }, late = smt_false, result = number(x, 0, n);
    SmtIndex at = { e->of, 0, x->index };
    for (int64_t k = type_values(x->env, e->of->per); at.value < k; at.value++) {
        x->index = &at;
        Str v = compared(x, w, e, &width), i = number(x, at.value, n);
        x->index = at.next;
        Str is_late = define(x, 0, term(x, "(bvult " STR_FMT " " STR_FMT ")", STR_ARG(i), STR_ARG(from)));
        if (!best.n) { best = v; late = is_late; continue; }
        Str a = e->op == E_ARGMAX ? best : v, b = e->op == E_ARGMAX ? v : best;
        Str better = define(x, 0, term(x, "(or (%s " STR_FMT " " STR_FMT ") (and (= " STR_FMT " " STR_FMT ") " STR_FMT
                                       " (not " STR_FMT ")))", less, STR_ARG(a), STR_ARG(b), STR_ARG(a), STR_ARG(b),
                                       STR_ARG(late), STR_ARG(is_late)));
        result = define(x, n, ite(x, better, i, result));
        best = define(x, width, ite(x, better, v, best));
        late = define(x, 0, ite(x, better, is_late, late));
    }
    return result;
}

Str quantified(Smt *x, World *w, const Expr *e)
{
    return e->op == E_EVERY || e->op == E_SOME || e->op == E_COUNT ? said(x, w, e) : picked(x, w, e);
}
