/* note.c - comparisons of a line's field that are made before its row is chosen.
 *
 * With three stages a view that compares a field of the line with a register, or with a stamp, would have R to itself:
 * the carry chain, then the state as which the key behaves, then the row. So L compares, for each way and beside the
 * choice of the way, with what the register will be in R; the store keeps what belongs to the line that it has found.
 * The transition module takes the answers if its user says so by a parameter. */
#include "rtl/array.h"
#include "rtl/transition.h"

enum { NOTES_MAX = 8 };

/* A plain number that the pipeline can be asked for: not one of an array, not a part. */
static bool plain(const Type *t) { return t->kind == TK_BITS && !t->is_signed && !t->opaque; }

static bool noted_store(const Store *s) { return s->block->noted && !s->backing; }

static bool is_field(const Expr *e)
{
    const Var *v = e->op == E_VAR ? e->var : NULL;
    bool zero = v && (!v->absent || (v->absent->op == E_NUM && v->absent->num == 0));
    return v && v->kind == V_STORE && zero && !v->backed && plain(v->type) && noted_store(v->store);
}

static bool is_register(const Var *v)
{
    return v->kind == V_REG && !v->array && !v->constant && v->is_written && plain(v->type) && !rtl_is_part(v);
}

/* The register whose value a new occurrence is stamped with; NULL: that is something else. */
static const Var *stamped(const Var *v)
{
    const Expr *e = v->kind == V_STAMP ? v->stamp : NULL;
    return e && e->op == E_VAR && e->var && is_register(e->var) && e->var->type == v->type ? e->var : NULL;
}

static ExprOp turned(ExprOp op)
{
    return op == E_LT ? E_GT : op == E_GT ? E_LT : op == E_LE ? E_GE : E_LE;
}

/* If e is such a comparison: of which field with what. */
static bool note_of(const Expr *e, RtlNote *n)
{
    if (e->op < E_LT || e->op > E_GE) return false;
    for (int i = 0; i < 2; i++) {
        const Expr *other = e->arg[!i];
        if (!is_field(e->arg[i]) || other->op != E_VAR || !other->var || other->type != e->arg[i]->type) continue;
        if (!is_register(other->var) && !stamped(other->var)) continue;
        *n = (RtlNote){ i ? turned(e->op) : e->op, e->arg[i]->var, other->var };
        return true;
    }
    return false;
}

static bool same(const RtlNote *a, const RtlNote *b)
{
    return a->op == b->op && a->field == b->field && a->with == b->with;
}

static void add(RtlNotes *all, RtlNote n)
{
    for (int i = 0; i < all->n; i++) if (same(&all->at[i], &n)) return;
    if (all->n < NOTES_MAX) all->at[all->n++] = n;
}

static void find(const Expr *e, void *ctx)
{
    RtlNote n;
    if (!note_of(e, &n)) return;
    if (n.with->kind == V_STAMP) add(ctx, (RtlNote){ n.op, n.field, stamped(n.with) });
    add(ctx, n);
}

RtlNotes rtl_notes(Rtl *r, const Controller *c)
{
    RtlNotes all = { NEW_N(r->a, RtlNote, NOTES_MAX), 0 };
    if (!c->stages || param_eval(r->env, c->stages) < 3) return all;
    for (int i = 0; i < c->views.n; i++) if (c->views.at[i]->when) expr_walk(c->views.at[i]->when, find, &all);
    return all;
}

int rtl_note_at(const RtlNotes *all, const Expr *e, const Var **stamp)
{
    RtlNote n;
    if (!note_of(e, &n)) return -1;
    *stamp = n.with->kind == V_STAMP ? n.with : NULL;
    if (*stamp) n.with = stamped(*stamp);
    for (int i = 0; i < all->n; i++) if (same(&all->at[i], &n)) return i;
    return -1;
}

int rtl_note_with(const RtlNotes *all, int note, const Var *v)
{
    RtlNote n = all->at[note];
    n.with = v;
    for (int i = 0; i < all->n; i++) if (same(&all->at[i], &n)) return i;
    return -1;
}

Str rtl_note_name(Arena *a, const RtlNote *n)
{
    const char *op = n->op == E_LT ? "lt" : n->op == E_LE ? "le" : n->op == E_GT ? "gt" : "ge";
    return str_printf(a, STR_FMT "_%s_" STR_FMT, STR_ARG(n->field->ident), op, STR_ARG(n->with->ident));
}

Hx rtl_note_test(HdlModule *m, const RtlNote *n, Hx field, Hx with)
{
    return n->op == E_LT   ? hx_lt(m, field, with)
           : n->op == E_LE ? hx_le(m, field, with)
           : n->op == E_GT ? hx_gt(m, field, with)
                           : hx_ge(m, field, with);
}

/* Of a key without a line. */
Hx rtl_note_zero(HdlModule *m, const RtlNote *n, Hx with)
{
    bool always = n->op == E_LE, never = n->op == E_GT;
    if (always || never) return hx_bool(m, always);
    return n->op == E_LT ? hx_any(m, with) : hx_not(m, hx_any(m, with));
}
