/* value.c - expressions over parameters as numbers and as text, for documents. */
#include "hdl/parts.h"
#include <string.h>

static int64_t clog2(int64_t n)
{
    int64_t bits = 0;
    while (bits < 62 && ((int64_t)1 << bits) < n) bits++;
    return bits;
}

static bool binary(HxOp op, int64_t a, int64_t b, int64_t *out)
{
    switch (op) {
    case OP_ADD: return !__builtin_add_overflow(a, b, out);
    case OP_SUB: return !__builtin_sub_overflow(a, b, out);
    case OP_MUL: return !__builtin_mul_overflow(a, b, out);
    case OP_DIV: *out = b > 0 ? a / b : 0; return b > 0;
    case OP_MOD: *out = b > 0 ? a % b : 0; return b > 0;
    case OP_SHL: *out = b >= 0 && b < 63 ? (int64_t)((uint64_t)a << b) : 0; return b >= 0 && b < 63;
    case OP_SHR: *out = b >= 0 && b < 63 ? a >> b : 0; return a >= 0 && b >= 0;
    case OP_SAME:
    case OP_EQ: *out = a == b; return true;
    case OP_NE: *out = a != b; return true;
    case OP_LT: *out = a < b; return true;
    case OP_LE: *out = a <= b; return true;
    case OP_GT: *out = a > b; return true;
    case OP_GE: *out = a >= b; return true;
    default: return false;
    }
}

bool hx_value(Hx x, int64_t *value)
{
    int64_t a, b;
    if (hx_is_int(x, value)) return true;
    switch (x->kind) {
    case HX_NAME: {
        const HdlFacts *f = hdl_facts_const(x->name);
        return (f->pub.kind == HDL_PARAM || f->pub.kind == HDL_CONST) && f->value && hx_value(f->value, value);
    }
    case HX_LIT: *value = x->num; return true;
    case HX_BINARY: return hx_value(x->arg[0], &a) && hx_value(x->arg[1], &b) && binary(x->op, a, b, value);
    case HX_COND: return hx_value(x->arg[0], &a) && hx_value(x->arg[a ? 1 : 2], value);
    case HX_SYSTEM:
        if (strcmp(x->text, "$clog2") != 0 || !hx_value(x->arg[0], &a)) return false;
        *value = clog2(a);
        return true;
    default: return false;
    }
}

Str hx_text(Arena *a, Hx x)
{
    Buf b;
    buf_init(&b, a);
    hdl_print_expr(a, &b, x);
    for (size_t i = 0; i < b.n; i++) if (b.at[i] >= 1 && b.at[i] <= 8) b.at[i] = ' '; /* a line might end there */
    return (Str){ b.at, (int)b.n };
}

HdlName *hdl_derived(const HdlModule *m, int *at, Hx *value)
{
    for (; *at < m->head.n; ++*at) {
        if (!m->head.at[*at]->derived) continue;
        *value = m->head.at[*at]->value;
        return &m->head.at[(*at)++]->pub;
    }
    return NULL;
}
