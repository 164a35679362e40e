/* array.c - registers under one name, and the types that count them. */
#include "ir/array.h"

int64_t type_values(const ParamEnv *env, const Type *t)
{
    int w = type_width(env, t);
    if (t->kind == TK_COUNT) return param_eval(env, t->size);
    if (t->kind == TK_ENUM) return t->values.n;
    return w > 62 ? INT64_MAX : INT64_C(1) << w;
}

int array_registers(const Array *x) { return x->n_per == 2 ? x->size[0] * x->size[1] : x->size[0]; }

const Var *array_at(const ParamEnv *env, const Array *x, const uint64_t *at)
{
    uint64_t i = 0;
    for (int k = 0; k < x->n_per; k++) {
        if (at[k] >= (uint64_t)x->size[k] || at[k] >= (uint64_t)type_values(env, x->per[k])) return NULL;
        i = i * (uint64_t)x->size[k] + at[k];
    }
    return x->elem[i];
}

bool var_there(const ParamEnv *env, const Var *v)
{
    if (!v->array) return true;
    uint64_t at[2] = { (uint64_t)v->at[0], (uint64_t)v->at[1] };
    return array_at(env, v->array, at) != NULL;
}

/* ---- how many values an index can have ---- */

static int64_t greatest(const Expr *e);

static int64_t greatest_param(const Param *q)
{
    int64_t most = -1;
    for (int i = 0; i < q->in.n; i++) if (q->in.at[i] > most) most = q->in.at[i];
    return q->in.n ? most : q->max ? greatest(q->max) : -1;
}

/* The greatest value of an expression over params, as far as its form tells: at most 2^20 then; -1: it does not. */
static int64_t greatest(const Expr *e)
{
    enum { MUCH = 1 << 20 };
    int64_t a = e->n_args > 0 ? greatest(e->arg[0]) : 0, b = e->n_args > 1 ? greatest(e->arg[1]) : 0, v = -1;
    if (a < 0 || b < 0 || e->n_args > 2) return -1;
    switch (e->op) {
    case E_NUM: v = e->num; break;
    case E_PARAM: v = greatest_param(e->param); break;
    case E_ADD: v = a + b; break;
    case E_SUB: v = e->arg[1]->op == E_NUM ? a - b : -1; break;
    case E_MUL: v = a * b; break;
    case E_DIV: v = e->arg[1]->op == E_NUM && b ? a / b : -1; break;
    case E_MAX: v = a > b ? a : b; break;
    case E_MIN: v = a < b ? a : b; break;
    case E_POW2: v = a < 20 ? INT64_C(1) << a : -1; break;
    case E_CLOG2: v = clog2_of(a); break;
    default: break;
    }
    return v > MUCH ? -1 : v;
}

int index_values(Build *b, const Type *t, Pos at)
{
    if ((t->kind != TK_COUNT && t->kind != TK_BITS) || t->is_signed || t->opaque || t->key) {
        diag_error(b->d, at,
                   "'" STR_FMT "' cannot be an index: expected a type with count=, or bits= without sign, no key",
                   STR_ARG(t->name));
        return 0;
    }
    int64_t n = greatest(t->size);
    if (t->kind == TK_BITS && n >= 0) n = n < 20 ? INT64_C(1) << n : -1;
    if (n >= 1 && n <= INDEX_VALUES_MAX) return (int)n;
    if (n < 0)
        diag_error(b->d, at,
                   "'" STR_FMT "' cannot be an index: how many values it has at most is not seen from its size; "
                   "expected numbers and params with + * - / max min pow2, at most %d values",
                   STR_ARG(t->name), INDEX_VALUES_MAX);
    else if (n < 1)
        diag_error(b->d, at, "'" STR_FMT "' cannot be an index: it has no values", STR_ARG(t->name));
    else
        diag_error(b->d, at, "'" STR_FMT "' cannot be an index: it has up to %lld values, expected at most %d",
                   STR_ARG(t->name), (long long)n, INDEX_VALUES_MAX);
    return 0;
}

/* ---- declaration ---- */

/* per="gpu", per="gpu gpu" */
static bool array_sizes(Build *b, const Node *n, Array *x)
{
    Str whole = node_attr(n, "per"), rest = whole, w;
    int all = 1;
    while ((w = str_word(&rest)).n) {
        Pos at = node_attr_pos_at(n, "per", (int)(w.p - whole.p));
        Type *t = named_type(b, w, at);
        if (!t) return false;
        if (x->n_per == 2) {
            diag_error(b->d, at, "an array has one index, or two: expected per=\"TYPE\" or per=\"TYPE TYPE\"");
            return false;
        }
        x->per[x->n_per] = t;
        x->size[x->n_per] = index_values(b, t, at);
        if (!x->size[x->n_per]) return false;
        all *= x->size[x->n_per++];
    }
    if (!x->n_per) diag_error(b->d, node_attr_pos(n, "per"), "expected per=\"TYPE\" or per=\"TYPE TYPE\"");
    if (all > ARRAY_MAX)
        diag_error(b->d, node_attr_pos(n, "per"),
                   "'" STR_FMT "' has up to %d registers at the greatest parameters, expected at most %d",
                   STR_ARG(x->name), all, ARRAY_MAX);
    return x->n_per && all <= ARRAY_MAX;
}

bool build_array(Build *b, Controller *c, const Node *n, const Var *like)
{
    Array *x = NEW(b->a, Array);
    x->name = like->name;
    x->pos = n->pos;
    if (!array_sizes(b, n, x)) return false;
    if (names_get(&c->by.idents, x->name)) {
        diag_error(b->d, node_attr_pos(n, "name"),
                   "'" STR_FMT "' and another variable of this controller get the same name in the emitted text",
                   STR_ARG(x->name));
        return false;
    }
    int columns = x->n_per == 2 ? x->size[1] : 1, all = array_registers(x);
    x->elem = NEW_N(b->a, Var *, all);
    for (int i = 0; i < all; i++) {
        Str name = str_printf(b->a, STR_FMT "[%d]", STR_ARG(x->name), i / columns);
        Str ident = str_printf(b->a, STR_FMT "_%d", STR_ARG(x->name), i / columns);
        if (x->n_per == 2) {
            name = str_printf(b->a, STR_FMT "[%d]", STR_ARG(name), i % columns);
            ident = str_printf(b->a, STR_FMT "_%d", STR_ARG(ident), i % columns);
        }
        Var *v = add_var(b, c, V_REG, (VarName){ name, ident }, like->type, n->pos);
        v->doc = like->doc;
        v->reset = like->reset;
        v->history = like->history;
        v->array = x;
        v->at[0] = i / columns;
        v->at[1] = i % columns;
        check_ident(b, c, v);
        x->elem[i] = v;
        vec_push(b->a, &c->regs, v);
    }
    names_put(b->a, &c->by.idents, x->name, x->elem[0]);
    vec_push(b->a, &c->arrays, x);
    names_put(b->a, &c->by.arrays, x->name, x);
    return true;
}

void share_uses(Controller *c)
{
    for (int i = 0; i < c->arrays.n; i++) {
        const Array *x = c->arrays.at[i];
        for (int k = 1; k < array_registers(x); k++) {
            x->elem[k]->is_read = x->elem[0]->is_read;
            x->elem[k]->is_written = x->elem[0]->is_written;
        }
    }
}
