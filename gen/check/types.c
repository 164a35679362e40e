/* types.c - widths: of types over all parameter values, of literals in their types, of masks against data, of results
 * that could lose bits. */
#include "check/common.h"
#include "check/passes.h"
#include <inttypes.h>

enum { WIDTH_MAX = 64, OPAQUE_MAX = 4096 };

typedef struct { const ParamEnv *env; const char *when; } Setting;
/* Those that something is checked with. */
typedef struct { Check *k; const Setting *at; int n; } Settings;

static void settings(const Check *k, Setting out[3])
{
    out[0] = (Setting){ &k->dflt, "the first system's parameters" };
    out[1] = (Setting){ &k->high, "every parameter at its greatest value" };
    out[2] = (Setting){ &k->low, "every parameter at its least value" };
}

static int least_width(const Settings *c, const Type *t, bool *varies)
{
    int least = type_width(c->at[0].env, t), most = least;
    for (int i = 1; i < c->n; i++) {
        int w = type_width(c->at[i].env, t);
        if (w < least) least = w;
        if (w > most) most = w;
    }
    *varies = least != most;
    return least;
}

/* ---- types ---- */

static int64_t size_of(const ParamEnv *e, const Type *t)
{
    int64_t n = param_eval(e, t->size), offset = t->offset ? param_eval(e, t->offset) : 1;
    for (; t->key && offset > 1; offset = (offset + 1) / 2) n--;     /* the low clog2(offset) bits are not stored */
    return n;
}

/* False after an error. */
static bool check_width(const Settings *c, const Setting *at, const Type *t)
{
    static const char *const unit[] = { "bits", "values", "bytes" };
    int64_t n = size_of(at->env, t), most = t->opaque ? OPAQUE_MAX : WIDTH_MAX,
            width = t->kind == TK_BYTES ? 8 * n : t->kind == TK_BITS ? n : type_width(at->env, t);
    if (n < 1)
        diag_error(c->k->d, t->pos, "type '" STR_FMT "' has %" PRId64 " %s with %s, expected at least 1",
                   STR_ARG(t->name), n, unit[t->kind], at->when);
    else if (width > most)
        diag_error(c->k->d, t->pos,
                   "type '" STR_FMT "' is %" PRId64 " bits wide with %s, expected at most %" PRId64 "%s",
                   STR_ARG(t->name), width, at->when, most, t->opaque ? "" : " or opaque=\"yes\"");
    return n >= 1 && width <= most;
}

/* offset=: the low bits of an address that a key leaves out. */
static bool check_offset(const Settings *c, const Setting *at, const Type *t)
{
    int64_t bytes = param_eval(at->env, t->offset);
    if (bytes >= 1 && (bytes & (bytes - 1)) == 0) return true;
    diag_error(c->k->d, t->offset->pos,
               "type '" STR_FMT "': offset= is %" PRId64 " with %s, expected a power of two: the bytes of a line",
               STR_ARG(t->name), bytes, at->when);
    return false;
}

static void check_type(const Settings *c, const Type *t)
{
    if (t->kind > TK_BYTES) return;
    for (int i = 0; i < c->n; i++)
        if ((t->offset && !check_offset(c, &c->at[i], t)) || !check_width(c, &c->at[i], t)) return;
}

/* ---- constants ---- */

static bool fits(const Type *t, int width, int64_t v)
{
    if (t->kind == TK_ENUM) return v >= 0 && v < t->values.n;
    if (t->is_signed) return width >= 64 || (v >= -(INT64_C(1) << (width - 1)) && v < INT64_C(1) << (width - 1));
    return v >= 0 && (width >= 63 || v < INT64_C(1) << width);
}

static bool number_type(const Type *t) { return t && t->kind != TK_INT && t->kind != TK_NODE && !t->opaque; }

static void check_literal(const Settings *c, const Expr *e)
{
    bool varies;
    int w = least_width(c, e->type, &varies);
    if (!fits(e->type, w, e->num))
        diag_error(c->k->d, e->pos, "%" PRId64 " does not fit '" STR_FMT "', which has %s%d %sbit%s%s%s", e->num,
                   STR_ARG(e->type->name), varies ? "only " : "", w, e->type->is_signed ? "signed " : "",
                   w == 1 ? "" : "s", varies ? " at some parameter values" : c->n == 1 ? " with " : "",
                   c->n == 1 ? c->at[0].when : "");
}

/* A constant at these values of the parameters. */
static void check_constant(Check *k, const Expr *e, const Setting *at)
{
    int w = type_width(at->env, e->type);
    bool fine = param_fits(at->env, e, w, e->type->is_signed);
    int64_t v = param_eval(at->env, e);
    if (e->type->kind == TK_ENUM) fine = v >= 0 && v < e->type->values.n;
    if (!fine)
        diag_error(k->d, e->pos, "this is %" PRId64 " with %s, which does not fit '" STR_FMT "' of %d bit%s", v,
                   at->when, STR_ARG(e->type->name), w, w == 1 ? "" : "s");
}

static void check_constants(Check *k, Expr *e, void *ctx)
{
    if (!expr_is_const(e))
        for (int i = 0; i < e->n_args; i++) check_constants(k, e->arg[i], ctx);
    else if (number_type(e->type) && e->op != E_NUM) check_constant(k, e, ctx);
}

/* ---- results that could lose bits ---- */

static void check_result(const Settings *c, const Expr *e)
{
    Check *k = c->k;
    const ParamEnv *env = c->at[0].env;
    int from = type_width(env, e->arg[0]->type), to = type_width(env, e->type);
    int64_t most = e->op == E_POPCOUNT ? from : from - 1;
    if (e->op == E_ONEHOT) {             /* a warning: once, not of each system */
        if (c->n > 1 && type_values(env, e->arg[0]->type) > to)
            diag_warning(k->d, e->pos,
                         "onehot of '" STR_FMT "': its greater values have no bit in '" STR_FMT "' of %d bits; "
                         "if none of them comes here, convert to a type without them, as in onehot(TYPE(x))",
                         STR_ARG(e->arg[0]->type->name), STR_ARG(e->type->name), to);
    } else if (!fits(e->type, to, most))
        diag_error(k->d, e->pos,
                   "%s of '" STR_FMT "' can be %" PRId64 ", which does not fit '" STR_FMT "' of %d bit%s%s%s",
                   e->op == E_POPCOUNT ? "popcount" : "first", STR_ARG(e->arg[0]->type->name), most,
                   STR_ARG(e->type->name), to, to == 1 ? "" : "s", c->n == 1 ? " with " : "",
                   c->n == 1 ? c->at[0].when : "");
}

/* x[3]: at all values of the parameters it must be there. */
static void check_index(const Settings *c, const Expr *e)
{
    const Setting *at = c->at;
    for (int i = 0; i < e->n_args; i++)
        for (int s = 0; s < c->n && expr_is_const(e->arg[i]); s++) {
            int64_t v = param_eval(at[s].env, e->arg[i]), n = type_values(at[s].env, e->var->array->per[i]);
            if (v >= 0 && v < n) continue;
            diag_error(c->k->d, e->arg[i]->pos,
                       "'" STR_FMT "' has no register %" PRId64 " with %s: expected 0 to %" PRId64,
                       STR_ARG(e->var->array->name), v, at[s].when, n - 1);
            break;
        }
}

/* How many values there are must fit. */
static void check_count(const Settings *c, const Expr *e)
{
    const Setting *at = c->at;
    for (int s = 0; s < c->n; s++) {
        int64_t n = type_values(at[s].env, e->of->per);
        if (fits(e->type, type_width(at[s].env, e->type), n)) continue;
        diag_error(c->k->d, e->pos,
                   "count of '" STR_FMT "' can be %" PRId64 " with %s, which does not fit '" STR_FMT "'",
                   STR_ARG(e->of->per->name), n, at[s].when, STR_ARG(e->type->name));
        return;
    }
}

static void check_divisor(const Settings *c, const Expr *e)
{
    for (int i = 0; i < c->n; i++)
        if (param_eval(c->at[i].env, e) == 0) {
            diag_error(c->k->d, e->pos, "division by 0 with %s", c->at[i].when);
            return;
        }
}

static void check_expr(Check *k, Expr *e, void *ctx)
{
    const Settings *c = ctx;
    if ((e->op == E_DIV || e->op == E_MOD) && expr_is_const(e->arg[1])) check_divisor(c, e->arg[1]);
    if (expr_is_const(e)) {
        if (number_type(e->type) && e->op == E_NUM) check_literal(c, e);
        return;
    }
    if ((e->op == E_POPCOUNT || e->op == E_ONEHOT || e->op == E_FIRST) && number_type(e->type) &&
        e->arg[0]->type->kind != TK_INT)
        check_result(c, e);
    if (e->op == E_ELEM) check_index(c, e);
    if (e->op == E_COUNT && number_type(e->type) && e->of->per) check_count(c, e);
    for (int i = 0; i < e->n_args; i++)
        if (e->op != E_ELEM || !expr_is_const(e->arg[i])) check_expr(k, e->arg[i], ctx);
}

/* ---- masks ---- */

static void check_mask(const Action *x, void *ctx)
{
    const Settings *c = ctx;
    const Setting *at = c->at;
    for (int i = 0; i < c->n && x->kind == A_WRITE && x->mask; i++) {
        int bits = type_width(at[i].env, x->dst->type), mask = type_width(at[i].env, x->mask->type);
        if (bits == 8 * mask) continue;
        diag_error(c->k->d, x->mask->pos,
                   "mask '" STR_FMT "' has %d bit%s for the %d bytes of '" STR_FMT "' with %s, expected one per byte",
                   STR_ARG(x->mask->type->name), mask, mask == 1 ? "" : "s", (bits + 7) / 8,
                   STR_ARG(x->dst->type->name), at[i].when);
        return;
    }
}

/* ---- operands of data paths ---- */

/* An application, at values of the parameters: for the quantities of its manifest. */
typedef struct { const Action *x; const ParamEnv *env; } Applied;

static bool applied_quantity(void *ctx, Str name, int64_t *out)
{
    const Applied *a = ctx;
    if (str_is(name, "line_bytes")) { *out = type_width(a->env, a->x->dst->type) / 8; return true; }
    for (int i = 0; i < a->x->assigns.n; i++) {
        const Expr *value = a->x->assigns.at[i].value;
        if (!str_eq(a->x->assigns.at[i].name, name) || value->type->kind == TK_INT) continue;
        *out = type_width(a->env, value->type);
        return true;
    }
    return false;
}

/* 0: none, or a mistake that other places report. */
static int64_t applied_value(const BlockExpr *e, const ParamEnv *env, const Action *x)
{
    Applied a = { x, env };
    int64_t value = 0;
    const char *why;
    Pos at;
    return e && block_eval(e, applied_quantity, &a, &value, &why, &at) ? value : 0;
}

static const BlockOperand *operand_of(const Action *x, Str name)
{
    for (int i = 0; i < x->block->operands.n; i++)
        if (str_eq(x->block->operands.at[i].name, name)) return &x->block->operands.at[i];
    return NULL;
}

static void check_operand(const Settings *c, const Action *x, const Expr *value, const BlockOperand *o)
{
    const Setting *at = c->at;
    if (value->type->opaque != o->opaque) {
        diag_error(c->k->d, value->pos,
                   o->opaque ? "operand '" STR_FMT "' is an opaque value, expected the name of a field"
                             : "operand '" STR_FMT "' is computed in the row, expected a value that is not opaque",
                   STR_ARG(o->name));
        return;
    }
    if (value->type->kind == TK_INT) {
        diag_error(c->k->d, value->pos,
                   "operand '" STR_FMT "' has no width, expected a value of a type, such as TYPE(...)",
                   STR_ARG(o->name));
        return;
    }
    for (int i = 0; i < c->n; i++) {
        int64_t bits = applied_value(o->bits, at[i].env, x), width = type_width(at[i].env, value->type);
        if (!bits || width == bits || (o->fewer && value->type->kind == TK_ENUM && width < bits)) continue;
        diag_error(c->k->d, value->pos,
                   "operand '" STR_FMT "' of '" STR_FMT "' has %" PRId64 " bit%s with %s, but '" STR_FMT
                   "' has %" PRId64 "; a conversion is written TYPE(...)",
                   STR_ARG(o->name), STR_ARG(x->what), bits, bits == 1 ? "" : "s", at[i].when,
                   STR_ARG(value->type->name), width);
        return;
    }
}

static void check_operands(const Action *x, void *ctx)
{
    for (int i = 0; x->kind == A_APPLY && i < x->assigns.n; i++) {
        const BlockOperand *o = operand_of(x, x->assigns.at[i].name);
        if (o) check_operand(ctx, x, x->assigns.at[i].value, o);
    }
}

static bool has_widths(const Action *x)
{
    for (int i = 0; i < x->assigns.n; i++) if (x->assigns.at[i].value->type->kind == TK_INT) return false;
    return true;
}

/* The rules of its manifest. */
static void check_rules(const Action *x, void *ctx)
{
    const Settings *c = ctx;
    for (int r = 0; x->kind == A_APPLY && has_widths(x) && r < x->block->rules.n; r++)
        for (int i = 0; i < c->n; i++) {
            const BlockRule *rule = &x->block->rules.at[r];
            if (applied_value(rule->test, c->at[i].env, x)) continue;
            diag_error(c->k->d, x->pos, "'" STR_FMT "' with %s: " STR_FMT, STR_ARG(x->what), c->at[i].when,
                       STR_ARG(rule->why));
            break;
        }
}

static void check_result_mask(const Action *x, void *ctx)
{
    const Settings *c = ctx;
    const Setting *at = c->at;
    for (int i = 0; i < c->n && x->kind == A_APPLY && x->result; i++) {
        int bits = type_width(at[i].env, x->dst->type), mask = type_width(at[i].env, x->result->type);
        if (bits == 8 * mask) continue;
        diag_error(c->k->d, x->pos,
                   "result '" STR_FMT "' has %d bit%s for the %d bytes of '" STR_FMT "' with %s, expected one per byte",
                   STR_ARG(x->result->name), mask, mask == 1 ? "" : "s", (bits + 7) / 8, STR_ARG(x->dst->type->name),
                   at[i].when);
        return;
    }
}

static void check_join_mask(const Settings *c, const Message *m, const Field *x)
{
    const Setting *at = c->at;
    for (int i = 0; i < c->n && x->mask.n; i++) {
        int bits = type_width(at[i].env, x->type), mask = type_width(at[i].env, msg_field(m, x->mask)->type);
        if (bits == 8 * mask) continue;
        diag_error(c->k->d, x->pos,
                   "mask '" STR_FMT "' has %d bit%s for the %d bytes of '" STR_FMT "' with %s, expected one per byte",
                   STR_ARG(x->mask), mask, mask == 1 ? "" : "s", (bits + 7) / 8, STR_ARG(x->name), at[i].when);
        return;
    }
}

/* ---- parts ---- */

static void check_parts(const Action *x, void *ctx)
{
    const Settings *c = ctx;
    const Setting *at = c->at;
    for (int i = 1; i < x->assigns.n; i++) {
        if (!x->assigns.at[i].part) continue;
        const Assign *a = &x->assigns.at[i - 1];
        for (int j = 0; j < c->n; j++) {
            int whole = type_width(at[j].env, a->value->type), part = type_width(at[j].env, a->field->type);
            if (whole % part == 0) continue;
            diag_error(c->k->d, a->value->pos,
                       "'" STR_FMT "' of %d bytes is not made of parts like '" STR_FMT "' of %d bytes with %s",
                       STR_ARG(a->value->type->name), whole / 8, STR_ARG(a->field->type->name), part / 8, at[j].when);
            return;
        }
    }
}

static void check_data(Settings *c)
{
    const Protocol *p = c->k->p;
    for (int i = 0; i < p->msgs.n; i++)
        for (int f = 0; f < p->msgs.at[i]->fields.n; f++)
            check_join_mask(c, p->msgs.at[i], &p->msgs.at[i]->fields.at[f]);
    for (int i = 0; i < p->ctls.n; i++)
        for (int r = 0; r < p->ctls.at[i]->rows.n; r++) {
            actions_walk(p->ctls.at[i]->rows.at[r]->body, check_mask, c);
            actions_walk(p->ctls.at[i]->rows.at[r]->body, check_operands, c);
            actions_walk(p->ctls.at[i]->rows.at[r]->body, check_rules, c);
            actions_walk(p->ctls.at[i]->rows.at[r]->body, check_result_mask, c);
            actions_walk(p->ctls.at[i]->rows.at[r]->body, check_parts, c);
        }
    for (int i = 0; i < c->n; i++) if (!check_units(c->k, c->at[i].env, c->at[i].when)) return;
}

bool check_types_at(Check *k, const System *s, const ParamEnv *env, const char *when)
{
    Setting at = { env, when };
    Settings c = { k, &at, 1 };
    int before = diag_errors(k->d);
    for (int i = 0; i < k->p->types.n; i++) check_type(&c, k->p->types.at[i]);
    if (diag_errors(k->d) > before) return false;
    each_system_expr(k, s, check_expr, &c);
    each_design_expr(k, check_constants, &at);
    check_data(&c);
    return diag_errors(k->d) == before;
}

void check_types(Check *k)
{
    Setting at[3];
    Settings c = { k, at, 3 };
    int before = diag_errors(k->d);
    settings(k, at);
    for (int i = 0; i < k->p->types.n; i++) check_type(&c, k->p->types.at[i]);
    if (diag_errors(k->d) > before) return;      /* what follows would only repeat it */
    each_expr(k, check_expr, &c);
    each_design_expr(k, check_constants, &at[0]);
    check_data(&c);
}
