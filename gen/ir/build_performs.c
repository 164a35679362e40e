/* build_performs.c - time=, by= and id= beside performs=: when an access takes effect, whose it is, which it is. */
#include "ir/action.h"

enum { ACCESS = PERFORMS_READ | PERFORMS_WRITE };

static bool is_attr(Str name) { return str_is(name, "time") || str_is(name, "by") || str_is(name, "id"); }

bool action_performed_attr(const Node *n, Str name)
{
    Str what = node_attr(n, "performs");
    return is_attr(name) && (str_is(what, "read") || str_is(what, "write") || str_is(what, "rmw"));
}

/* Set and write have no attributes but their own; in the others it would have been taken for a field. */
static bool says(const Scope *s, const Node *n, const Action *x, const char *name)
{
    bool own = str_is(n->name, "set") || str_is(n->name, "write");
    for (int i = 0; i < x->assigns.n; i++) if (str_is(x->assigns.at[i].name, name)) return false;
    if (!node_attr(n, name).p || !(own || x->performs & ACCESS)) return false;
    if (!(x->performs & ACCESS)) {
        diag_error(s->b->d, node_attr_pos(n, name),
                   "%s= speaks of an access that takes effect here: expected performs=\"read\", \"write\" or \"rmw\"",
                   name);
        return false;
    }
    if (!s->over && !s->each) return true;
    diag_error(s->b->d, node_attr_pos(n, name), "%s= in a <%s>: an access takes effect once in a row", name,
               s->over ? "walk" : "each");
    return false;
}

/* Times of all rows are of one type: they are compared with each other. */
static Expr *time_of(const Scope *s, const Node *n)
{
    Build *b = s->b;
    Expr *e = expr_attr(s, n, "time", b->p->time);
    if (!e || b->p->time) return e;
    if (e->type->kind == TK_BITS && !e->type->opaque && !e->type->key && !e->type->is_signed) b->p->time = e->type;
    else
        diag_error(b->d, e->pos, "expected a time: a register, a field or a sum of a type with bits=, without a sign");
    return b->p->time ? e : NULL;
}

static Type *id_type(const Protocol *p)
{
    for (int c = 0; c < p->ctls.n; c++)
        for (int i = 0; i < p->ctls.at[c]->ports.n; i++) {
            const Port *port = p->ctls.at[c]->ports.at[i];
            if (port->kind == PORT_CORE && port->id_type) return port->id_type;
        }
    return NULL;
}

void action_performed(const Scope *s, const Node *n, Action *x)
{
    Type *id = id_type(s->b->p);
    if (str_is(n->name, "do")) return;               /* its actions have said it */
    if (says(s, n, x, "time")) x->time = time_of(s, n);
    if (says(s, n, x, "by")) x->by = expr_attr(s, n, "by", s->b->p->t_node);
    if (says(s, n, x, "id")) {
        if (id) x->thread = expr_attr(s, n, "id", id);
        else
            diag_error(s->b->d, node_attr_pos(n, "id"),
                       "id= says which operation takes effect, but no core port has an id=: there is one at a time");
    }
    x->performs |= (x->time ? PERFORMS_TIME : 0) | (x->by ? PERFORMS_BY : 0) | (x->thread ? PERFORMS_ID : 0);
}
