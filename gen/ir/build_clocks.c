/* build_clocks.c - physical time: a variable of each controller that nobody sets. */
#include "ir/build.h"

static Expr *cycles(Build *b, const Node *n, const char *attr)
{
    Scope s = { .b = b };
    return node_attr(n, attr).p ? expr_param_attr(&s, n, attr) : NULL;
}

/* A time that comes round is compared in a circle; one that does not must not end. */
static bool is_time(Build *b, const Node *n, const Type *t)
{
    bool bits = t->kind == TK_BITS && !t->opaque && !t->key && !t->is_signed;
    if (bits && (t->circular || t->overflow == OVF_ERROR)) return true;
    diag_error(b->d, node_attr_pos(n, "type"),
               "a clock is not of type '" STR_FMT "': expected bits= without sign, with order=\"circular\", or with "
               "overflow=\"error\" for a time that does not come to its end",
               STR_ARG(t->name));
    return false;
}

void build_clock(Build *b, const Node *n)
{
    Str name;
    Type *t = attr_type(b, n, "type");
    if (!check_name(b, n, "name", &name) || !t || !is_time(b, n, t)) return;
    for (int i = 0; i < b->p->clocks.n; i++) if (twice(b, n, str_eq(b->p->clocks.at[i]->name, name))) return;
    Clock *c = NEW(b->a, Clock);
    *c = (Clock){ .name = name, .doc = node_attr(n, "doc"), .pos = n->pos, .type = t, .id = b->p->clocks.n };
    t->is_time = true;
    c->every = cycles(b, n, "every");
    c->skew = cycles(b, n, "skew");
    vec_push(b->a, &b->p->clocks, c);
}

void build_clock_vars(Build *b, Controller *c)
{
    for (int i = 0; i < b->p->clocks.n; i++) {
        const Clock *k = b->p->clocks.at[i];
        Var *v = add_var(b, c, V_CLOCK, (VarName){ k->name, k->name }, k->type, k->pos);
        v->doc = k->doc;
        v->clock = k;
        vec_push(b->a, &c->clocks, v);
    }
}
