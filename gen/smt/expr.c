/* expr.c - expressions as terms. */
#include "smt/parts.h"
#include <inttypes.h>
#include <stdarg.h>

const Str smt_true = { "true", 4 }, smt_false = { "false", 5 };

Str term(Smt *x, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    Str t = str_vprintf(x->a, fmt, ap);
    va_end(ap);
    return t;
}

static bool is_name(Str t)
{
    for (int i = 0; i < t.n; i++) if (t.p[i] == '(' || t.p[i] == ' ') return false;
    return true;
}

/* Not define-fun: Z3 copies the body of a definition wherever it is used. */
void say(Smt *x, Str name, int width, Str t)
{
    if (width) buf_printf(x->out, "(declare-const " STR_FMT " (_ BitVec %d))\n", STR_ARG(name), width);
    else buf_printf(x->out, "(declare-const " STR_FMT " Bool)\n", STR_ARG(name));
    buf_printf(x->out, "(assert (= " STR_FMT " " STR_FMT "))\n", STR_ARG(name), STR_ARG(t));
}

Str define(Smt *x, int width, Str t)
{
    if (is_name(t)) return t;
    Str name = term(x, "t%d", x->names++);
    say(x, name, width, t);
    return name;
}

Str number(Smt *x, int64_t value, int width)
{
    uint64_t v = (uint64_t)value, mask = width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
    char *bits = arena_alloc(x->a, (size_t)width + 3);
    bits[0] = '#';
    bits[1] = 'b';
    v &= mask;
    for (int i = 0; i < width; i++)
        bits[2 + width - 1 - i] = i < 64 ? (char)('0' + (v >> i & 1)) : value < 0 ? '1' : '0';
    return (Str){ bits, width + 2 };
}

Str and_(Smt *x, Str a, Str b)
{
    if (str_eq(a, smt_true)) return b;
    if (str_eq(b, smt_true)) return a;
    return term(x, "(and " STR_FMT " " STR_FMT ")", STR_ARG(a), STR_ARG(b));
}

Str or_(Smt *x, Str a, Str b)
{
    if (str_eq(a, smt_false)) return b;
    if (str_eq(b, smt_false)) return a;
    return term(x, "(or " STR_FMT " " STR_FMT ")", STR_ARG(a), STR_ARG(b));
}

Str ite(Smt *x, Str c, Str a, Str b)
{
    if (str_eq(a, b)) return a;
    return term(x, "(ite " STR_FMT " " STR_FMT " " STR_FMT ")", STR_ARG(c), STR_ARG(a), STR_ARG(b));
}

Str as_bit(Smt *x, Str b) { return term(x, "(ite " STR_FMT " #b1 #b0)", STR_ARG(b)); }
Str as_bool(Smt *x, Str bit) { return term(x, "(= " STR_FMT " #b1)", STR_ARG(bit)); }

static bool truth(const Type *t) { return t->kind == TK_BOOL; }
static int width_of(const Smt *x, const Type *t) { return truth(t) ? 0 : type_width(x->env, t); }

static Str constant(Smt *x, const Expr *e, const Type *t)
{
    int64_t v = param_eval(x->env, e);
    return truth(t) ? (v ? smt_true : smt_false) : number(x, v, type_width(x->env, t));
}

static Str apply2(Smt *x, const char *f, Str a, Str b)
{
    return term(x, "(%s " STR_FMT " " STR_FMT ")", f, STR_ARG(a), STR_ARG(b));
}

/* x resized, high bits dropped or filled with zeros. */
static Str resize(Smt *x, Str t, int from, int to)
{
    if (to == from) return t;
    if (to < from) return term(x, "((_ extract %d 0) " STR_FMT ")", to - 1, STR_ARG(t));
    return term(x, "((_ zero_extend %d) " STR_FMT ")", to - from, STR_ARG(t));
}

/* ---- variables ---- */

static int index_of(void *const *at, int n, const void *what)
{
    for (int i = 0; i < n; i++) if (at[i] == what) return i;
    return 0;
}

static Str variable(Smt *x, World *w, const Var *v)
{
    const Controller *c = x->s->ctl;
    Str text = { "", 0 };
    if (v->kind == V_STORE_HIT) return w->store_hit[index_of((void *const *)c->stores.at, c->stores.n, v->store)];
    if (v->kind == V_WAITER_HIT) return w->wait_hit[index_of((void *const *)c->waiters.at, c->waiters.n, v->waiters)];
    if (v->kind == V_LET) return x->let[v->id];
    if (v->kind == V_STATE) text = STR("state_i");
    for (int i = 0; i < x->s->signals.n;
         i++) { /* a register, field or stamp: as the path has left it so far; else an input */
        const Signal *g = &x->s->signals.at[i];
        if (g->var == v && g->kind < SIG_WALK_ARG && (g->out || !text.n))
            text = g->out ? w->signal[i] : signal_name(x, i);
    }
    if (!text.n) {
        diag_error(x->d, v->pos, "step: '" STR_FMT "' is no input of the transition function", STR_ARG(v->name));
        return number(x, 0, type_width(x->env, v->type));
    }
    return truth(v->type) ? as_bool(x, text) : text;
}

/* ---- sums ---- */

static Str saturated(Smt *x, const Expr *e, Str wrapped, Str left, Str a, int n)
{
    if (!e->type->is_signed) return ite(x, left, number(x, e->op == E_ADD ? -1 : 0, n), wrapped);
    /* a signed sum leaves its type on the side of its first operand */
    Str low = number(x, (int64_t)((uint64_t)1 << (n - 1)), n),
        high = number(x, (int64_t)(((uint64_t)1 << (n - 1)) - 1), n);
    return ite(x, left, ite(x, apply2(x, "bvslt", a, number(x, 0, n)), low, high), wrapped);
}

/* When the sum of a and b is not what it should be: unsigned by comparison, signed by the signs. */
static Str leaves(Smt *x, const Expr *e, Str a, Str b, Str sum, int n)
{
    if (!e->type->is_signed) return e->op == E_ADD ? apply2(x, "bvult", sum, a) : apply2(x, "bvult", a, b);
    Str zero = number(x, 0, n), na = apply2(x, "bvslt", a, zero), nb = apply2(x, "bvslt", b, zero),
        ns = apply2(x, "bvslt", sum, zero);
    return term(x, "(and (%s " STR_FMT " " STR_FMT ") (distinct " STR_FMT " " STR_FMT "))",
                e->op == E_ADD ? "=" : "distinct", STR_ARG(na), STR_ARG(nb), STR_ARG(ns), STR_ARG(na));
}

static Str sum(Smt *x, World *w, const Expr *e, const Str *guard)
{
    int n = type_width(x->env, e->type);
    Str a = define(x, n, value(x, w, e->arg[0], e->type, guard)),
        b = define(x, n, value(x, w, e->arg[1], e->type, guard));
    Str s = define(x, n, apply2(x, e->op == E_ADD ? "bvadd" : "bvsub", a, b));
    if (e->type->overflow == OVF_WRAP) return s;
    Str left = define(x, 0, leaves(x, e, a, b, s, n));
    if (e->type->overflow == OVF_SATURATE) return saturated(x, e, s, left, a, n);
    if (guard) w->overflow = define(x, 0, or_(x, w->overflow, and_(x, *guard, left)));
    return s;
}

/* ---- the rest ---- */

static Str choice(Smt *x, World *w, const Expr *e, const Type *t, const Str *guard)
{
    Str c = define(x, 0, value(x, w, e->arg[0], e->arg[0]->type, NULL)), yes, no;
    if (guard) {
        yes = define(x, 0, and_(x, *guard, c));
        no = define(x, 0, and_(x, *guard, term(x, "(not " STR_FMT ")", STR_ARG(c))));
    }
    Str a = value(x, w, e->arg[1], t, guard ? &yes : NULL), b = value(x, w, e->arg[2], t, guard ? &no : NULL);
    return ite(x, c, a, b);
}

static Str comparison(Smt *x, World *w, const Expr *e, const Str *guard)
{
    const Type *t = e->arg[0]->type->kind == TK_INT ? e->arg[1]->type : e->arg[0]->type;
    static const char *const plain[] = { [E_LT] = "bvult", [E_LE] = "bvule", [E_GT] = "bvugt", [E_GE] = "bvuge" };
    static const char *const with_sign[] = { [E_LT] = "bvslt", [E_LE] = "bvsle", [E_GT] = "bvsgt", [E_GE] = "bvsge" };
    Str a = value(x, w, e->arg[0], t, guard), b = value(x, w, e->arg[1], t, guard);
    if (e->op == E_EQ || e->op == E_NE) return apply2(x, e->op == E_EQ ? "=" : "distinct", a, b);
    if (truth(t)) {                                    /* false is below true */
        a = as_bit(x, a);
        b = as_bit(x, b);
    }
    return apply2(x, t->is_signed ? with_sign[e->op] : plain[e->op], a, b);
}

/* bitand, bitor, bitxor, without: of truth values they are those of Boolean terms. */
static Str bitwise(Smt *x, const Expr *e, Str a, Str b)
{
    static const char *const of_bits[] = { [E_BITAND] = "bvand", [E_WITHOUT] = "bvand", [E_BITOR] = "bvor",
                                           [E_BITXOR] = "bvxor" };
    static const char *const of_truths[] = { [E_BITAND] = "and", [E_WITHOUT] = "and", [E_BITOR] = "or",
                                             [E_BITXOR] = "xor" };
    if (e->op == E_WITHOUT) b = term(x, truth(e->type) ? "(not " STR_FMT ")" : "(bvnot " STR_FMT ")", STR_ARG(b));
    return apply2(x, truth(e->type) ? of_truths[e->op] : of_bits[e->op], a, b);
}

/* Both at the width of the wider one, so that no bit of the distance is lost. */
static Str shift(Smt *x, World *w, const Expr *e, const char *f, const Str *guard)
{
    int n = type_width(x->env, e->arg[0]->type->kind == TK_INT ? e->type : e->arg[0]->type),
        k = type_width(x->env, e->arg[1]->type), m = n > k ? n : k;
    Str a = value(x, w, e->arg[0], e->arg[0]->type->kind == TK_INT ? e->type : e->arg[0]->type, guard),
        b = value(x, w, e->arg[1], e->arg[1]->type, guard);
    return resize(x, apply2(x, f, resize(x, a, n, m), resize(x, b, k, m)), m, n);
}

/* As a vector: a truth value is its only bit. */
static Str vector(Smt *x, World *w, const Expr *e, const Str *guard)
{
    Str v = value(x, w, e, e->type, guard);
    return truth(e->type) ? as_bit(x, v) : v;
}

static Str bits_of(Smt *x, World *w, const Expr *e, const Str *guard)      /* popcount, first: a chain over the bits */
{
    int in = type_width(x->env, e->arg[0]->type), n = type_width(x->env, e->type);
    Str v = define(x, in, vector(x, w, e->arg[0], guard)), r = number(x, e->op == E_FIRST ? in : 0, n);
    for (int i = in - 1; i >= 0; i--) {
        Str set = term(x, "(= ((_ extract %d %d) " STR_FMT ") #b1)", i, i, STR_ARG(v));
        Str hit = e->op == E_FIRST ? number(x, i, n) : apply2(x, "bvadd", r, number(x, 1, n));
        r = define(x, n, ite(x, set, hit, r));
    }
    return r;
}

static Str converted(Smt *x, World *w, const Expr *e, const Str *guard)
{
    const Type *from = e->arg[0]->type;
    int n = type_width(x->env, e->type);
    Str v = value(x, w, e->arg[0], from, guard);
    if (truth(from)) return truth(e->type) ? v : resize(x, as_bit(x, v), 1, n);
    v = resize(x, v, type_width(x->env, from), n);
    return truth(e->type) ? as_bool(x, v) : v;
}

/* Keys are interleaved over the instances: the key modulo their number, which is its low bits for a power of two, above
 * the first instance. */
static Str home(Smt *x, World *w, const Expr *e, const Str *guard)
{
    const System *sys = x->p->systems.at[0];
    const Controller *of = system_home(sys, e);
    const Type *t = e->n_args ? e->arg[0]->type : x->s->ctl->key;
    int n = type_width(x->env, x->p->t_node), key = type_width(x->env, t), bits = 0;
    Str of_key = e->n_args ? define(x, key, value(x, w, e->arg[0], t, guard)) : STR("key_i");
    int64_t count = place_count(x->env, sys, of);
    Str base = number(x, place_base(x->env, sys, of), n);
    while ((int64_t)1 << bits < count) bits++;
    if (count != (int64_t)1 << bits) {
        int wide = key > bits ? key : bits;
        Str rest = apply2(x, "bvurem", resize(x, of_key, key, wide), number(x, count, wide));
        return apply2(x, "bvadd", base, resize(x, rest, wide, n));
    }
    if (bits > key) bits = key;
    if (bits > n) bits = n;
    return bits ? apply2(x, "bvadd", base, resize(x, term(x, "((_ extract %d 0) " STR_FMT ")", bits - 1,
                                                            STR_ARG(of_key)), bits, n)) : base;
}

static Str unknown(Smt *x, const Expr *e)
{
    diag_error(x->d, e->pos, "step: this expression is not translated");
    return truth(e->type) ? smt_false : number(x, 0, type_width(x->env, e->type));
}

Str value(Smt *x, World *w, const Expr *e, const Type *t, const Str *guard)
{
    static const char *const binary[] = { [E_MUL] = "bvmul", [E_DIV] = "bvudiv", [E_MOD] = "bvurem" };
    if (expr_is_const(e)) return constant(x, e, e->type->kind == TK_INT ? t : e->type);
    const Type *in = e->n_args ? e->arg[0]->type : NULL;
#define ARG(i) value(x, w, e->arg[i], e->arg[i]->type->kind == TK_INT ? e->type : e->arg[i]->type, guard)
#define OWN(i) vector(x, w, e->arg[i], guard)           /* an integer stays one, of 32 bits */
    switch (e->op) {
    case E_VAR: return variable(x, w, e->var);
    case E_ELEM: return element(x, w, e, guard);
    case E_INDEX:
        for (const SmtIndex *i = x->index; i; i = i->next)
            if (i->of == e->of) return number(x, i->value, type_width(x->env, e->type));
        return unknown(x, e);
    case E_EVERY: case E_SOME: case E_COUNT: case E_ARGMIN: case E_ARGMAX: case E_FIND: return quantified(x, w, e);
    case E_STATE:
        for (int i = 0; i < x->s->ctl->states.n; i++)
            if (str_eq(x->s->ctl->states.at[i]->name, e->text))
                return number(x, x->s->ctl->states.at[i]->id, code_bits(x->s->ctl->states.n));
        return unknown(x, e);
    case E_NOT: return term(x, "(not " STR_FMT ")", STR_ARG(ARG(0)));
    case E_NEG: return term(x, "(bvneg " STR_FMT ")", STR_ARG(ARG(0)));
    case E_OR: return apply2(x, "or", ARG(0), ARG(1));
    case E_AND: return apply2(x, "and", ARG(0), ARG(1));
    case E_IMPLIES: return apply2(x, "=>", ARG(0), ARG(1));
    case E_EQ: case E_NE: case E_LT: case E_LE: case E_GT: case E_GE: return comparison(x, w, e, guard);
    case E_ADD: case E_SUB: return sum(x, w, e, guard);
    case E_MUL:
    case E_DIV:
    case E_MOD: return apply2(x, binary[e->op], ARG(0), ARG(1));
    case E_BITAND: case E_BITOR: case E_BITXOR: case E_WITHOUT: return bitwise(x, e, ARG(0), ARG(1));
    case E_SHL: return shift(x, w, e, "bvshl", guard);
    case E_SHR: return shift(x, w, e, "bvlshr", guard);
    case E_COND: return choice(x, w, e, t, guard);
    case E_MAX: case E_MIN: {
        int n = width_of(x, e->type);
        Str a = define(x, n, ARG(0)), b = define(x, n, ARG(1)),
            below = apply2(x, e->type->is_signed ? "bvsle" : "bvule", a, b);
        return e->op == E_MIN ? ite(x, below, a, b) : ite(x, below, b, a);
    }
    case E_POPCOUNT: case E_FIRST: return bits_of(x, w, e, guard);
    case E_ONEHOT: {
        int n = type_width(x->env, e->type), k = type_width(x->env, in), m = n > k ? n : k;
        return resize(x, apply2(x, "bvshl", number(x, 1, m), resize(x, OWN(0), k, m)), m, n);
    }
    case E_BIT: {
        int n = type_width(x->env, in), k = type_width(x->env, e->arg[1]->type), m = n > k ? n : k;
        return as_bool(x, resize(x, apply2(x, "bvlshr", resize(x, OWN(0), n, m), resize(x, OWN(1), k, m)), m, 1));
    }
    case E_ANY: return apply2(x, "distinct", OWN(0), number(x, 0, type_width(x->env, in)));
    case E_ALL: return apply2(x, "=", OWN(0), number(x, -1, type_width(x->env, in)));
    case E_BEFORE: case E_AFTER: {
        Str a = value(x, w, e->arg[e->op == E_AFTER], in, guard), b = value(x, w, e->arg[e->op == E_BEFORE], in, guard);
        return apply2(x, "bvslt", apply2(x, "bvsub", a, b), number(x, 0, type_width(x->env, in)));
    }
    case E_CONVERT: return converted(x, w, e, guard);
    case E_HOME: return home(x, w, e, guard);
    case E_NODE_OF: {
        int n = type_width(x->env, x->p->t_node);
        Str base = number(x, place_base(x->env, x->p->systems.at[0], e->ctl), n);
        if (!e->n_args) return base;
        Str at = expr_is_const(e->arg[0]) ? number(x, param_eval(x->env, e->arg[0]), n)
                                          : resize(x, OWN(0), type_width(x->env, e->arg[0]->type), n);
        return apply2(x, "bvadd", base, at);
    }
    default: return unknown(x, e);
    }
#undef ARG
#undef OWN
}

Str signal_name(Smt *x, int signal)
{
    const Signal *g = &x->s->signals.at[signal];
    return g->var && g->var->array ? term(x, STR_FMT ".part", STR_ARG(g->name)) : g->name;
}

Str condition(Smt *x, World *w, const Expr *e) { return e ? value(x, w, e, x->p->t_bool, NULL) : smt_true; }
