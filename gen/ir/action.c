/* action.c - what all actions have. */
#include "ir/action.h"

bool action_unexpected_attr(Str name, const char *const *known)
{
    for (; *known; known++) if (str_is(name, *known)) return false;
    return true;
}

static int performs_of(const Scope *s, const Node *n)
{
    Str v = node_attr(n, "performs");
    if (!v.p) return 0;
    if (str_is(v, "read")) return PERFORMS_READ;
    if (str_is(v, "write")) return PERFORMS_WRITE;
    if (str_is(v, "rmw")) return PERFORMS_READ | PERFORMS_WRITE;
    if (str_is(v, "restart")) return PERFORMS_RESTART;
    if (str_is(v, "commit")) return PERFORMS_COMMIT;
    if (str_is(v, "abort")) return PERFORMS_ABORT;
    diag_error(s->b->d, node_attr_pos(n, "performs"), "expected read, write, rmw, restart, commit or abort");
    return 0;
}


Expr *action_field_value(const Scope *s, const Node *n, Str attr, Type *t)
{
    Expr *e = expr_attr(s, n, str_z(s->b->a, attr), t);
    if (e && t && t->opaque && e->op != E_VAR && e->op != E_PART) {
        diag_error(s->b->d, e->pos, "an opaque value can only be moved: expected the name of a field");
        return NULL;
    }
    return e;
}

Action *action_new(const Scope *s, ActionKind k, const Node *n)
{
    Action *x = NEW(s->b->a, Action);
    x->kind = k;
    x->pos = n->pos;
    x->performs = performs_of(s, n);
    x->id = s->ctl->n_actions++;
    return x;
}

bool walk_clears(const Action *w)
{
    const Action *a = w->body;
    return w->store && block_pin(w->store->block, "flush_i") && !w->where && a && !a->next && a->kind == A_FREE &&
           a->store == w->store;
}
