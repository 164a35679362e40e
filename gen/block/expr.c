/* expr.c - values in manifests: integers over attributes and quantities, in the words of the language. */
#include "block/block.h"
#include "lex/lex.h"
#include "read/read.h"
#include "util/number.h"
#include <string.h>

enum { NESTING_MAX = 50, LITERAL_MAX = INT32_MAX };

typedef struct {
    Arena *a;
    Diags *d;
    const Node *n;
    const char *attr;
    const Str *known;
    int n_known;
    Lex lex;
    Token t;
    int depth;
    bool failed;
} Parse;

static Pos here(const Parse *p, int at) { return node_attr_pos_at(p->n, p->attr, at); }

static BlockExpr *make(Parse *p, BlockOp op, int at)
{
    BlockExpr *e = NEW(p->a, BlockExpr);
    *e = (BlockExpr){ .op = op, .pos = here(p, at) };
    return e;
}

static BlockExpr *make_of(Parse *p, BlockOp op, int at, const BlockExpr *x, const BlockExpr *y)
{
    BlockExpr *e = NEW(p->a, BlockExpr);
    *e = (BlockExpr){ .op = op, .pos = here(p, at), .n = y ? 2 : 1, .arg = { x, y } };
    return e;
}

/* The first mistake is reported; what follows is read with a 0 in its place. */
static const BlockExpr *fail(Parse *p, int at, const char *text)
{
    if (!p->failed) diag_error(p->d, here(p, at), "%s", text);
    p->failed = true;
    return make(p, BX_NUM, at);
}

static void next(Parse *p) { p->t = lex_next(&p->lex); }

static bool accept(Parse *p, TokenKind k)
{
    if (p->t.kind != k) return false;
    next(p);
    return true;
}

static const BlockExpr *condition(Parse *p);

static const BlockExpr *name(Parse *p, Token t)
{
    BlockExpr *e = make(p, BX_NAME, t.at);
    e->name = t.text;
    for (int i = 0; i < p->n_known; i++)
        if (str_eq(p->known[i], t.text)) return e;
    Str near = str_closest(t.text, p->known, p->n_known);
    if (near.n)
        return fail(
            p, t.at,
            str_printf(p->a, "unknown name '" STR_FMT "', did you mean '" STR_FMT "'?", STR_ARG(t.text), STR_ARG(near))
                .p);
    return fail(p, t.at,
                str_printf(p->a,
                           "unknown name '" STR_FMT
                           "', expected an attribute of this block or a quantity (templates/README.md)",
                           STR_ARG(t.text))
                    .p);
}

/* NAME(x) or, of max and min, NAME(x, y, ...): nested pairs. */
static const BlockExpr *call(Parse *p, Token t)
{
    static const struct {
        const char *name;
        BlockOp op;
        bool two;
    } functions[] = {
        { "max", BX_MAX, true }, { "min", BX_MIN, true }, { "clog2", BX_CLOG2, false }, { "pow2", BX_POW2, false }
    };
    size_t f = 0, n = sizeof functions / sizeof *functions;
    while (f < n && !str_is(t.text, functions[f].name)) f++;
    if (f == n)
        return fail(
            p, t.at,
            str_printf(p->a, "unknown function '" STR_FMT "', expected max, min, clog2 or pow2", STR_ARG(t.text)).p);
    next(p);
    const BlockExpr *x = condition(p);
    if (!functions[f].two) x = make_of(p, functions[f].op, t.at, x, NULL);
    else if (p->t.kind != T_COMMA) return fail(p, p->t.at, "expected ',' and another value");
    while (functions[f].two && accept(p, T_COMMA)) x = make_of(p, functions[f].op, t.at, x, condition(p));
    return accept(p, T_RPAR) ? x : fail(p, p->t.at, "expected ')'");
}

static const BlockExpr *primary(Parse *p)
{
    Token t = p->t;
    if (t.kind == T_NUM) {
        next(p);
        if (t.value > LITERAL_MAX) return fail(p, t.at, "the number is too large, expected at most 2147483647");
        BlockExpr *e = make(p, BX_NUM, t.at);
        e->num = t.value;
        return e;
    }
    if (t.kind == T_NAME) {
        next(p);
        return p->t.kind == T_LPAR ? call(p, t) : name(p, t);
    }
    if (accept(p, T_LPAR)) {
        const BlockExpr *x = condition(p);
        return accept(p, T_RPAR) ? x : fail(p, p->t.at, "expected ')'");
    }
    if (t.kind == T_END) return fail(p, t.at, "the expression ends too early, expected a value");
    return fail(p, t.at, "expected a number, a name, a function or '('");
}

static const struct {
    TokenKind token;
    BlockOp op;
    int level;
} binary[] = { { T_OR, BX_OR, PREC_OR },      { T_AND, BX_AND, PREC_AND },   { T_EQ, BX_EQ, PREC_COMPARE },
               { T_NE, BX_NE, PREC_COMPARE }, { T_LT, BX_LT, PREC_COMPARE }, { T_LE, BX_LE, PREC_COMPARE },
               { T_GT, BX_GT, PREC_COMPARE }, { T_GE, BX_GE, PREC_COMPARE }, { T_PLUS, BX_ADD, PREC_ADD },
               { T_MINUS, BX_SUB, PREC_ADD }, { T_STAR, BX_MUL, PREC_MUL },  { T_SLASH, BX_DIV, PREC_MUL } };

static int operator_of(TokenKind k)
{
    for (size_t i = 0; i < sizeof binary / sizeof *binary; i++)
        if (binary[i].token == k) return (int)i;
    return -1;
}

static const BlockExpr *operand(Parse *p, int level);

/* A chain of operators that bind at least as tightly as `level`; comparisons do not chain. */
static const BlockExpr *chain(Parse *p, int level)
{
    const BlockExpr *x = operand(p, level);
    bool compared = false;
    for (int o; (o = operator_of(p->t.kind)) >= 0 && binary[o].level >= level && !p->failed;) {
        int at = p->t.at;
        if (binary[o].level == PREC_COMPARE && compared)
            return fail(p, at, "comparisons do not chain, expected 'and' between two of them");
        compared = binary[o].level == PREC_COMPARE;
        next(p);
        x = make_of(p, binary[o].op, at, x, chain(p, binary[o].level + 1));
    }
    return x;
}

/* `not` binds more weakly than a comparison. */
static const BlockExpr *operand(Parse *p, int level)
{
    int at = p->t.at;
    if (level > PREC_NOT || !accept(p, T_NOT)) return primary(p);
    if (p->depth >= NESTING_MAX) return fail(p, at, "the expression is nested too deeply, expected at most 50 levels");
    p->depth++;
    const BlockExpr *x = make_of(p, BX_NOT, at, chain(p, PREC_NOT), NULL);
    p->depth--;
    return x;
}

static const BlockExpr *condition(Parse *p)
{
    int at = p->t.at;
    if (p->depth >= NESTING_MAX) return fail(p, at, "the expression is nested too deeply, expected at most 50 levels");
    p->depth++;
    const BlockExpr *x = chain(p, PREC_IMPLIES);
    if (accept(p, T_QUESTION)) {
        const BlockExpr *yes = condition(p);
        if (!accept(p, T_COLON)) x = fail(p, p->t.at, "expected ':' and the other value");
        else {
            BlockExpr *e = make_of(p, BX_COND, at, x, yes);
            e->arg[e->n++] = condition(p);
            x = e;
        }
    }
    p->depth--;
    return x;
}

const BlockExpr *block_expr(Arena *a, Diags *d, const Node *n, const char *attr, const Str *known, int n_known)
{
    Parse p = { .a = a, .d = d, .n = n, .attr = attr, .known = known, .n_known = n_known };
    lex_init(&p.lex, node_attr(n, attr));
    next(&p);
    const BlockExpr *x = condition(&p);
    if (p.t.kind == T_BAD)
        fail(&p, p.t.at, "expected a value or an operator: eq ne lt le gt ge and or not + - * / ? :");
    else if (p.t.kind != T_END) fail(&p, p.t.at, "expected an operator or the end");
    return p.failed ? NULL : x;
}

/* ---- evaluation ---- */

typedef struct {
    BlockLookup *lookup;
    void *ctx;
    const char *why;
    Pos at;
} Eval;

static int64_t wrong(Eval *v, const BlockExpr *e, const char *why)
{
    if (!v->why) {
        v->why = why;
        v->at = e->pos;
    }
    return 0;
}

static int64_t arithmetic(Eval *v, const BlockExpr *e, int64_t x, int64_t y)
{
    int64_t r = 0;
    bool too_large = e->op == BX_ADD   ? __builtin_add_overflow(x, y, &r)
                     : e->op == BX_SUB ? __builtin_sub_overflow(x, y, &r)
                                       : __builtin_mul_overflow(x, y, &r);
    return too_large ? wrong(v, e, "the value is too large, expected one of 64 bits") : r;
}

static int64_t eval(Eval *v, const BlockExpr *e)
{
    int64_t x = 0, y = 0;
    if (e->op == BX_COND) return eval(v, e->arg[0]) ? eval(v, e->arg[1]) : eval(v, e->arg[2]);
    if (e->op == BX_AND) return eval(v, e->arg[0]) && eval(v, e->arg[1]);
    if (e->op == BX_OR) return eval(v, e->arg[0]) || eval(v, e->arg[1]);
    if (e->n > 0) x = eval(v, e->arg[0]);
    if (e->n > 1) y = eval(v, e->arg[1]);
    switch (e->op) {
    case BX_NUM: return e->num;
    case BX_NAME: return v->lookup(v->ctx, e->name, &x) ? x : wrong(v, e, "it has no value here");
    case BX_ADD:
    case BX_SUB:
    case BX_MUL: return arithmetic(v, e, x, y);
    case BX_DIV:
        return y == 0    ? wrong(v, e, "division by zero")
               : y == -1 ? arithmetic(v, &(BlockExpr){ .op = BX_SUB, .pos = e->pos }, 0, x)
                         : x / y;
    case BX_EQ: return x == y;
    case BX_NE: return x != y;
    case BX_LT: return x < y;
    case BX_LE: return x <= y;
    case BX_GT: return x > y;
    case BX_GE: return x >= y;
    case BX_NOT: return !x;
    case BX_MAX: return x > y ? x : y;
    case BX_MIN: return x < y ? x : y;
    case BX_CLOG2: return clog2_of(x);
    case BX_POW2:
        return x < 0 || x > 62 ? wrong(v, e, "the power is too large, expected pow2 of 0 to 62") : INT64_C(1) << x;
    case BX_COND:
    case BX_AND:
    case BX_OR: break;
    }
    return 0;
}

bool block_eval(const BlockExpr *e, BlockLookup *lookup, void *ctx, int64_t *out, const char **why, Pos *at)
{
    Eval v = { .lookup = lookup, .ctx = ctx };
    *out = eval(&v, e);
    if (why) *why = v.why;
    if (at) *at = v.at;
    return !v.why;
}
