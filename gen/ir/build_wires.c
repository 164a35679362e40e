/* build_wires.c - inputs that show a register of another controller: of its one instance, or a bit of each. */
#include "ir/build.h"

static Controller *source_controller(Build *b, const Node *n)
{
    Str of = node_attr(n, "of");
    Controller *c = find_ctl(b, of);
    if (c) return c;
    Str *all = NEW_N(b->a, Str, b->p->ctls.n + 1);
    for (int i = 0; i < b->p->ctls.n; i++) all[i] = b->p->ctls.at[i]->name;
    unknown_name(b, node_attr_pos(n, "of"), "controller", of, all, b->p->ctls.n);
    return NULL;
}

static Var *source_register(Build *b, const Node *n, Controller *of, Str name, Pos at)
{
    Str *all = NEW_N(b->a, Str, of->regs.n + 1);
    int many = 0;
    for (int i = 0; i < of->regs.n; i++) {
        Var *v = of->regs.at[i];
        if (v->kind != V_REG || v->array || v->history || v->constant) continue;
        if (str_eq(v->name, name)) return v;
        all[many++] = v->name;
    }
    if (names_get(&of->by.arrays, name))
        diag_error(b->d, at, "'" STR_FMT "' of '" STR_FMT "' has per=: expected a single register", STR_ARG(name),
                   STR_ARG(of->name));
    else {
        Str what = str_printf(b->a, "register of " STR_FMT, STR_ARG(of->name));
        unknown_name(b, node_attr(n, "register").p ? node_attr_pos(n, "register") : at, str_z(b->a, what), name, all,
                     many);
    }
    return NULL;
}

/* Types say whether it is one register, or one of each instance. */
static bool fits(Build *b, Var *v, Pos at)
{
    const Type *from = v->source->type;
    v->each = from->kind == TK_BOOL && v->type->kind == TK_BITS && !v->type->is_signed;
    if (v->type->kind == TK_NODE)
        diag_error(b->d, at, "an input that shows a register is no node: expected bits, count, bool or an enum");
    else if (!v->each && from != v->type)
        diag_error(b->d, at,
                   "'" STR_FMT "' of '" STR_FMT "' is of type '" STR_FMT "', the input of type '" STR_FMT
                   "': expected the same type; or a bool, and an input with a bit for each instance",
                   STR_ARG(v->source->name), STR_ARG(v->of->name), STR_ARG(from->name), STR_ARG(v->type->name));
    else return true;
    return false;
}

static void build_wire(Build *b, Controller *c, const Node *n)
{
    Str of = node_attr(n, "of"), name = node_attr(n, "register");
    Var *v = ctl_var(c, V_INPUT, node_attr(n, "name"), NULL);
    if (!v || v->pos.line != n->pos.line) return;
    if (!of.p) {
        if (name.p) diag_error(b->d, node_attr_pos(n, "register"), "register= belongs to of=, whose register it is");
        return;
    }
    Controller *from = source_controller(b, n);
    Var *r = from ? source_register(b, n, from, name.p ? name : v->name, n->pos) : NULL;
    if (!r) return;
    v->of = from;
    v->source = r;
    if (!fits(b, v, n->pos)) { v->source = NULL; return; }
    r->shown = true;
    r->is_read++;
}

void build_wires(Build *b)
{
    for (const Node *n = b->root->first; n; n = n->next) {
        Controller *c = str_is(n->name, "controller") ? find_ctl(b, node_attr(n, "name")) : NULL;
        for (const Node *k = n->first; c && k; k = k->next) if (str_is(k->name, "input")) build_wire(b, c, k);
    }
}
