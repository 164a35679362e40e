/* expr.c - compile and run expressions. */
#include "eval/expr.h"

typedef enum {
    C_CONST, C_VAR, C_NOT, C_NEG, C_OR, C_AND, C_IMPLIES,
    C_EQ, C_NE, C_LT, C_LE,                       /* a > b is compiled as b < a */
    C_ADD, C_ADD_CHECK, C_ADD_SAT, C_SUB, C_SUB_CHECK, C_SUB_SAT,
    C_MUL, C_DIV, C_MOD, C_BITAND, C_BITOR, C_BITXOR, C_WITHOUT, C_SHL, C_SHR,
    C_COND, C_MAX, C_MIN, C_POPCOUNT, C_ONEHOT, C_FIRST, C_ANY, C_ALL, C_BIT, C_BEFORE, C_CONVERT, C_HOME,
    C_NODE, C_NODES,                              /* nodes as CODE_NOWHERE says; as a bit for each */
    C_ELEM,                                       /* the register with number a, or a and b */
    C_EVERY, C_SOME, C_COUNT, C_ARGMIN, C_ARGMAX, C_FIND         /* over the list; a: where to begin, or NULL */
} CodeOp;

/* Of an array: variables from `first` on, in rows of `stride`, of which n[0] rows of n[1] are there. Of an index:
 * `list` for each of its n[0] values. */
typedef struct { int first, stride; uint64_t n[2]; const Code **list; } Many;

struct Code {
    CodeOp op;
    uint64_t mask;                   /* of the result */
    uint64_t sign;                   /* operands are signed: their top bit; else 0 */
    uint64_t arg_mask;               /* of the first operand */
    uint64_t num;                    /* constant; E_HOME: number of homes; NODE: of instances */
    uint64_t base;                   /* E_HOME: node of the first home; NODE: of the first instance */
    int var;                         /* NODE: the controller's id */
    const Code *a, *b, *c;
    const Many *many;
};

ExprContext expr_context(Arena *a, const Protocol *p, const Controller *c, const ParamEnv *env)
{
    ExprContext cx = { a, p, c, p->systems.n ? p->systems.at[0] : NULL, env, -1, NULL, false };
    for (int i = 0; i < c->vars.n; i++)
        if (c->vars.at[i]->kind == V_KEY) cx.key_var = c->vars.at[i]->id;
    return cx;
}

/* ---- compile ---- */

/* Width of a type; numbers that have not adapted to a type are 64 bits wide. */
static int width_of(const ExprContext *cx, const Type *t)
{
    return !t || t->kind == TK_INT ? 64 : type_width(cx->env, t);
}

/* The type that the operands of a two-sided operator share: literals adapt to the other side. */
static const Type *operand_type(const Expr *e)
{
    const Type *t = e->n_args ? e->arg[0]->type : NULL;
    if (e->n_args > 1 && (!t || t->kind == TK_INT)) t = e->arg[1]->type;
    return t;
}

static bool type_signed(const Type *t) { return t && (t->is_signed || t->kind == TK_INT); }

/* Top bit of the operands if they compare as signed numbers, else 0. */
static uint64_t sign_bit(const ExprContext *cx, const Type *t)
{
    return type_signed(t) ? UINT64_C(1) << (width_of(cx, t) - 1) : 0;
}

const Code *code_const(const ExprContext *cx, uint64_t value)
{
    Code *c = NEW(cx->arena, Code);
    c->op = C_CONST;
    c->num = value;
    c->mask = ~UINT64_C(0);
    return c;
}

static CodeOp add_op(const Expr *e, bool checked)
{
    bool add = e->op == E_ADD;
    if (!e->type || e->type->kind == TK_INT) return add ? C_ADD : C_SUB;
    switch (e->type->overflow) {
    case OVF_SATURATE: return add ? C_ADD_SAT : C_SUB_SAT;
    case OVF_ERROR:    return checked ? (add ? C_ADD_CHECK : C_SUB_CHECK) : (add ? C_ADD : C_SUB);
    default:           return add ? C_ADD : C_SUB;
    }
}

static CodeOp plain_op(const Expr *e)
{
    switch (e->op) {
    case E_NOT: return C_NOT;
    case E_NEG: return C_NEG;
    case E_OR: return C_OR;
    case E_AND: return C_AND;
    case E_IMPLIES: return C_IMPLIES;
    case E_EQ: return C_EQ;
    case E_NE: return C_NE;
    case E_LT: case E_GT: return C_LT;
    case E_LE: case E_GE: return C_LE;
    case E_MUL: return C_MUL;
    case E_DIV: return C_DIV;
    case E_MOD: return C_MOD;
    case E_BITAND: return C_BITAND;
    case E_BITOR: return C_BITOR;
    case E_BITXOR: return C_BITXOR;
    case E_WITHOUT: return C_WITHOUT;
    case E_SHL: return C_SHL;
    case E_SHR: return C_SHR;
    case E_COND: return C_COND;
    case E_MAX: return C_MAX;
    case E_MIN: return C_MIN;
    case E_POPCOUNT: return C_POPCOUNT;
    case E_ONEHOT: return C_ONEHOT;
    case E_FIRST: return C_FIRST;
    case E_ANY: return C_ANY;
    case E_ALL: return C_ALL;
    case E_BIT: return C_BIT;
    case E_BEFORE: case E_AFTER: return C_BEFORE;
    case E_CONVERT: return C_CONVERT;
    default: return C_CONST;
    }
}

static const Code *compile_home(const ExprContext *cx, const Expr *e, Code *c)
{
    const Controller *home = cx->system ? system_home(cx->system, e) : NULL;
    if (!home) return code_const(cx, 0);
    if (e->n_args) c->a = code_compile(cx, e->arg[0], false);
    c->op = C_HOME;
    c->num = (uint64_t)place_count(cx->env, cx->system, home);
    c->base = (uint64_t)place_base(cx->env, cx->system, home);
    c->var = cx->key_var;
    return c->num > 1 && (c->a || c->var >= 0) ? c : code_const(cx, c->base & c->mask);
}

static const Code *compile_node(const ExprContext *cx, const Expr *e, Code *c, bool checked)
{
    uint64_t base = cx->system ? (uint64_t)place_base(cx->env, cx->system, e->ctl) : 0;
    if (!e->n_args) return code_const(cx, base + (uint64_t)e->num);
    ExprContext number = *cx;
    number.tells = false;
    c->op = cx->tells && cx->system ? C_NODE : C_ADD;
    c->a = code_compile(&number, e->arg[0], checked);
    c->b = code_const(cx, base);
    c->base = base;
    c->var = e->ctl->id;
    c->num = cx->system ? (uint64_t)place_count(cx->env, cx->system, e->ctl) : 0;
    return c;
}

/* Do the operands have the operator's type (so that a literal takes that type's width)? */
static bool same_typed(ExprOp op)
{
    return (op >= E_EQ && op <= E_WITHOUT) || op == E_MAX || op == E_MIN || op == E_BEFORE || op == E_AFTER;
}

static bool is_const(const Code *c) { return !c || c->op == C_CONST; }

/* An operation on constants becomes its value, unless it overflows: that is for the step to report. */
static const Code *fold(const ExprContext *cx, const Code *c)
{
    bool overflow = false;
    if (!is_const(c->a) || !is_const(c->b) || !is_const(c->c)) return c;
    uint64_t value = code_run(c, NULL, &overflow);
    return overflow ? c : code_const(cx, value);
}

static bool swaps_operands(ExprOp op) { return op == E_GT || op == E_GE || op == E_AFTER; }

/* ---- arrays and indices ---- */

static const Code *index_value(const ExprContext *cx, const Expr *e)
{
    for (const IndexValue *x = cx->index; x; x = x->next) if (x->of == e->of) return code_const(cx, x->value);
    return code_const(cx, 0);
}

Element code_element(const ExprContext *cx, const Expr *e, bool checked)
{
    Element x = { 0 };
    uint64_t at[2] = { 0 };
    bool known = true;
    for (int i = 0; i < e->n_args; i++) {
        x.at[i] = code_compile(cx, e->arg[i], checked);
        known &= x.at[i]->op == C_CONST;
        if (x.at[i]->op == C_CONST) at[i] = x.at[i]->num;
    }
    if (!known) return x;
    return (Element){ .var = array_at(cx->env, e->var->array, at) };
}

static uint64_t at_most(int64_t n, int most) { return n < most ? (uint64_t)n : (uint64_t)most; }

static const Many *elements_of(const ExprContext *cx, const Array *x)
{
    Many *r = NEW(cx->arena, Many);
    *r = (Many){ .first = x->elem[0]->id, .stride = x->n_per == 2 ? x->size[1] : 1, .n = { 1, 1 } };
    for (int i = 0; i < x->n_per; i++) r->n[i] = at_most(type_values(cx->env, x->per[i]), x->size[i]);
    return r;
}

static const Code *compile_element(const ExprContext *cx, const Expr *e, Code *c, bool checked)
{
    Element x = code_element(cx, e, checked);
    if (!x.var && !x.at[0]) return code_const(cx, 0);
    c->op = x.var ? C_VAR : C_ELEM;
    if (x.var) c->var = x.var->id;
    c->a = x.at[0];
    c->b = x.at[1];
    c->many = elements_of(cx, e->var->array);
    return c;
}

/* The body for each value of the index. Sums in it are not checked. */
static const Code *compile_quantifier(const ExprContext *cx, const Expr *e, Code *c)
{
    static const CodeOp ops[] = { [E_EVERY] = C_EVERY,   [E_SOME] = C_SOME,     [E_COUNT] = C_COUNT,
                                  [E_ARGMIN] = C_ARGMIN, [E_ARGMAX] = C_ARGMAX, [E_FIND] = C_FIND };
    const Type *t = e->arg[0]->type;
    c->op = ops[e->op];
    Many *r = NEW(cx->arena, Many);
    r->n[0] = at_most(type_values(cx->env, e->of->per), e->of->most);
    r->list = NEW_N(cx->arena, const Code *, (int)r->n[0] + 1);
    c->many = r;
    c->sign = sign_bit(cx, t);
    c->arg_mask = bits_mask(width_of(cx, t));
    c->a = e->arg[1] ? code_compile(cx, e->arg[1], false) : NULL;
    for (uint64_t i = 0; i < r->n[0]; i++) {
        IndexValue at = { e->of, i, cx->index };
        ExprContext inner = *cx;
        inner.index = &at;
        r->list[i] = code_compile(&inner, e->arg[0], false);
    }
    return c;
}

const Code *code_compile(const ExprContext *cx, const Expr *e, bool checked)
{
    Code *c = NEW(cx->arena, Code);
    c->mask = bits_mask(width_of(cx, e->type));
    switch (e->op) {
    case E_STATE: case E_UNKNOWN: return code_const(cx, (uint64_t)e->num & c->mask);
    case E_VAR:
        c->op = C_VAR;
        c->var = e->var->id;
        return c;
    case E_INDEX: return index_value(cx, e);
    case E_ELEM: return compile_element(cx, e, c, checked);
    case E_EVERY: case E_SOME: case E_COUNT: case E_ARGMIN: case E_ARGMAX: case E_FIND:
        return compile_quantifier(cx, e, c);
    case E_HOME: return compile_home(cx, e, c);
    case E_NODE_OF: return compile_node(cx, e, c, checked);
    default: break;
    }
    if (expr_is_const(e)) return code_const(cx, (uint64_t)param_eval(cx->env, e) & c->mask);
    const Type *t = e->op == E_CONVERT ? e->arg[0]->type : operand_type(e);
    c->op = e->op == E_ADD || e->op == E_SUB ? add_op(e, checked) : plain_op(e);
    if (e->op == E_MAX || e->op == E_MIN || e->op == E_ADD || e->op == E_SUB) t = e->type;
    c->sign = sign_bit(cx, t);
    c->arg_mask = bits_mask(width_of(cx, t));
    const Code *arg[3] = { 0 };
    for (int i = 0; i < e->n_args; i++) {
        ExprContext at = *cx;
        at.tells &= e->op == E_COND && i > 0;
        arg[i] = code_compile(&at, e->arg[i], checked && !(e->op == E_COND && i == 0)); /* conditions are not checked */
        if (arg[i]->op == C_CONST && same_typed(e->op)) arg[i] = code_const(cx, arg[i]->num & c->arg_mask);
        if (arg[i]->op == C_CONST && e->op == E_COND && i > 0) arg[i] = code_const(cx, arg[i]->num & c->mask);
    }
    c->a = arg[swaps_operands(e->op)];
    c->b = arg[!swaps_operands(e->op)];
    c->c = arg[2];
    return fold(cx, c);
}

const Code *code_onehot(const ExprContext *cx, const Code *index)
{
    Code *c = NEW(cx->arena, Code);
    c->op = cx->tells ? C_NODES : C_ONEHOT;
    c->mask = ~UINT64_C(0);
    c->a = index;
    return c;
}

/* ---- run ---- */

/* Maps signed numbers of the width given by `sign` to unsigned ones in the same order. */
static uint64_t bias(const Code *c, uint64_t x) { return x ^ c->sign; }

static uint64_t extend(const Code *c, uint64_t x) { return c->sign && (x & c->sign) ? x | ~c->arg_mask : x; }

/* True if the sum or difference r of a and b (all masked) left its type. */
static bool left_type(const Code *c, bool add, uint64_t a, uint64_t b, uint64_t r)
{
    if (c->sign) return ((add ? ~(a ^ b) : a ^ b) & (a ^ r) & c->sign) != 0;
    return add ? r < a : a < b;
}

static uint64_t saturated(const Code *c, bool add, uint64_t a)
{
    if (c->sign) return a & c->sign ? c->sign : c->mask ^ c->sign;
    return add ? c->mask : 0;
}

static uint64_t run_add(const Code *c, uint64_t a, uint64_t b, bool *overflow)
{
    bool add = c->op == C_ADD || c->op == C_ADD_CHECK || c->op == C_ADD_SAT;
    a &= c->mask;
    b &= c->mask;
    uint64_t r = (add ? a + b : a - b) & c->mask;
    if (c->op == C_ADD || c->op == C_SUB || !left_type(c, add, a, b, r)) return r;
    if (c->op == C_ADD_SAT || c->op == C_SUB_SAT) return saturated(c, add, a);
    if (overflow) *overflow = true;
    return r;
}

static uint64_t run_divide(const Code *c, uint64_t a, uint64_t b)
{
    if (b == 0) return 0;
    if (!c->sign) return c->op == C_DIV ? a / b : a % b;
    int64_t x = (int64_t)extend(c, a), y = (int64_t)extend(c, b);
    if (y == -1) return c->op == C_DIV ? 0 - (uint64_t)x : 0;
    return (uint64_t)(c->op == C_DIV ? x / y : x % y);
}

/* Most operands are constants and variables: without a call. */
static inline uint64_t operand(const Code *c, const uint64_t *v, bool *overflow)
{
    return c->op == C_VAR ? v[c->var] : c->op == C_CONST ? c->num : code_run(c, v, overflow);
}

static uint64_t run_two(const Code *c, const uint64_t *v, uint64_t a, bool *overflow)
{
    uint64_t b = operand(c->b, v, overflow);
    switch (c->op) {
    case C_EQ: return a == b;
    case C_NE: return a != b;
    case C_LT: return bias(c, a) < bias(c, b);
    case C_LE: return bias(c, a) <= bias(c, b);
    case C_MUL: return a * b & c->mask;
    case C_DIV: case C_MOD: return run_divide(c, a, b) & c->mask;
    case C_BITAND: return a & b;
    case C_BITOR: return a | b;
    case C_BITXOR: return a ^ b;
    case C_WITHOUT: return a & ~b;
    case C_SHL: return b < 64 ? a << b & c->mask : 0;
    case C_SHR: return b < 64 ? a >> b & c->mask : 0;
    case C_MAX: return bias(c, a) > bias(c, b) ? a : b;
    case C_MIN: return bias(c, a) < bias(c, b) ? a : b;
    case C_BIT: return b < 64 ? a >> b & 1 : 0;
    case C_BEFORE: return ((a - b) & c->arg_mask) > c->arg_mask >> 1;
    default: return run_add(c, a, b, overflow);
    }
}

static uint64_t run_element(const Code *c, const uint64_t *v, bool *overflow)
{
    const Many *x = c->many;
    uint64_t i = operand(c->a, v, overflow), j = c->b ? operand(c->b, v, overflow) : 0;
    return i < x->n[0] && j < x->n[1] ? v[x->first + (int)i * x->stride + (int)j] : 0;
}

/* Of equals the first one from `from` on, going round. */
static uint64_t run_pick(const Code *c, const uint64_t *v)
{
    uint64_t from = c->a ? code_run(c->a, v, NULL) : 0, best = 0, found = 0;
    for (int pass = 0; pass < 2; pass++)
        for (uint64_t i = 0; i < c->many->n[0]; i++) {
            if ((i >= from) == (pass == 1)) continue;
            uint64_t x = code_run(c->many->list[i], v, NULL);
            if (c->op == C_FIND && x) return i;
            if (c->op == C_FIND) continue;
            x = bias(c, x & c->arg_mask);
            if (found && (c->op == C_ARGMIN ? x >= best : x <= best)) continue;
            best = x;
            found = i + 1;
        }
    return found ? found - 1 : from < c->many->n[0] ? from : 0;
}

static uint64_t run_quantifier(const Code *c, const uint64_t *v)
{
    uint64_t n = 0;
    if (c->op >= C_ARGMIN) return run_pick(c, v);
    for (uint64_t i = 0; i < c->many->n[0]; i++) {
        bool holds = code_run(c->many->list[i], v, NULL) != 0;
        n += holds;
        if (c->op == C_EVERY && !holds) return 0;
        if (c->op == C_SOME && holds) return 1;
    }
    return c->op == C_EVERY ? 1 : c->op == C_SOME ? 0 : n & c->mask;
}

static uint64_t run_other(const Code *c, const uint64_t *v, bool *overflow)
{
    if (c->op == C_NODE || c->op == C_NODES) {
        uint64_t a = operand(c->a, v, overflow);
        if (c->op == C_NODES) return a & CODE_NOWHERE ? a : a < 63 ? UINT64_C(1) << a : 0;
        return a < c->num ? c->base + a : code_nowhere(c->var, a);
    }
    if (c->op == C_HOME) return (c->base + (c->a ? code_run(c->a, v, NULL) : v[c->var]) % c->num) & c->mask;
    return c->op == C_ELEM ? run_element(c, v, overflow) : run_quantifier(c, v);
}

uint64_t code_run(const Code *c, const uint64_t *v, bool *overflow)
{
    if (c->op == C_CONST) return c->num;
    if (c->op == C_VAR) return v[c->var];
    if (c->op >= C_HOME) return run_other(c, v, overflow);
    uint64_t a = operand(c->a, v, overflow);
    switch (c->op) {
    case C_NOT: return !a;
    case C_NEG: return (0 - a) & c->mask;
    case C_OR:
        return (a && !overflow) || operand(c->b, v, overflow) ||
               a; /* both sides, for their overflow, if it is asked for */
    case C_AND: return (a || overflow) && operand(c->b, v, overflow) && a;
    case C_IMPLIES: return (!a && !overflow) || operand(c->b, v, overflow) || !a;
    case C_COND: return code_run(a ? c->b : c->c, v, overflow);
    case C_POPCOUNT: return (uint64_t)__builtin_popcountll(a) & c->mask;
    case C_ONEHOT: return a < 64 ? UINT64_C(1) << a & c->mask : 0;
    case C_FIRST: return (uint64_t)(a ? __builtin_ctzll(a) : __builtin_popcountll(c->arg_mask)) & c->mask;
    case C_ANY: return a != 0;
    case C_ALL: return a == c->arg_mask;
    case C_CONVERT: return extend(c, a) & c->mask;
    default: return run_two(c, v, a, overflow);
    }
}
