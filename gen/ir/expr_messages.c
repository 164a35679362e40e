/* expr_messages.c - messages under way, in invariants over the system: every m in NETWORK: m.type eq ... */
#include "ir/expr_parts.h"

bool expr_messages(Parser *p, Bound *x, Str domain, Pos where, bool *found)
{
    Network *net = find_net(bld(p), domain);
    const Message *msg = net ? NULL : find_msg(bld(p), domain);
    *found = net || msg;
    if (!*found) return false;
    if (!p->s->system) {
        parse_fail(p, where, "'" STR_FMT "' is a %s: messages under way have names in an invariant of scope=\"system\" "
                   "only", STR_ARG(domain), net ? "network" : "message");
        return false;
    }
    x->net = net ? net : msg->net;
    x->msg = msg;
    return true;
}

/* The messages that the name can stand for, one after the other: NULL after the last. */
static const Message *next_of(const Parser *p, const Bound *x, int *i)
{
    const Protocol *all = bld(p)->p;
    while (*i < all->msgs.n) {
        const Message *m = all->msgs.at[(*i)++];
        if (m->net == x->net && (!x->msg || m == x->msg)) return m;
    }
    return NULL;
}

static Expr *part(Parser *p, const Bound *x, MsgPart which, Type *t, Pos at)
{
    Expr *e = expr_new(bld(p)->a, E_MSG, t, at);
    e->of = x;
    e->num = which;
    return e;
}

/* The messages of a network as a type. */
static Type *kinds_of(Parser *p, Network *net)
{
    if (net->kinds) return net->kinds;
    Build *b = bld(p);
    Type *t = NEW(b->a, Type);
    *t = (Type){ .name = str_printf(b->a, "message of network '" STR_FMT "'", STR_ARG(net->name)),
                 .pos = net->pos, .kind = TK_ENUM, .id = b->p->types.n };
    for (int i = 0; i < b->p->msgs.n; i++)
        if (b->p->msgs.at[i]->net == net) vec_push(b->a, &t->values, b->p->msgs.at[i]->name);
    return net->kinds = t;
}

bool expr_is_kind(const Build *b, const Type *t)
{
    for (int i = 0; i < b->p->nets.n; i++) if (b->p->nets.at[i]->kinds == t) return true;
    return false;
}

bool expr_message_keyed(Parser *p, const Bound *x, Pos at)
{
    int i = 0;
    for (const Message *m; (m = next_of(p, x, &i));)
        if (m->keyless) {
            parse_fail(p, at, "message '" STR_FMT "' has no key", STR_ARG(m->name));
            return false;
        }
    return true;
}

static Expr *key_of(Parser *p, const Bound *x, Pos at)
{
    const Protocol *all = bld(p)->p;
    if (!expr_message_keyed(p, x, at)) return NULL;
    for (int i = 0; i < all->types.n; i++)
        if (all->types.at[i]->key) return part(p, x, MSG_KEY, all->types.at[i], at);
    return parse_fail(p, at, "no type has key=\"yes\"");
}

/* "... has no field 'x'", with what it has. */
static Expr *no_field(Parser *p, const Bound *x, const Message *m, Str what, Pos at)
{
    enum { MAX = 64 };
    Build *b = bld(p);
    Str list[MAX] = { STR("type"), STR("key"), STR("from"), STR("to") };
    int n = 4, i = 0;
    for (const Message *k; (k = next_of(p, x, &i));)
        for (int f = 0; f < k->fields.n && n < MAX; f++) {
            if (!x->msg && msg_field(k, what))
                return parse_fail(p, at, "message '" STR_FMT "' of network '" STR_FMT "' has no field '" STR_FMT
                                  "': expected a message that has it, as " STR_FMT " in " STR_FMT, STR_ARG(m->name),
                                  STR_ARG(x->net->name), STR_ARG(what), STR_ARG(x->name), STR_ARG(k->name));
            list[n++] = k->fields.at[f].name;
        }
    if (!p->failed)
        unknown_name(b, at, x->msg ? "field of this message" : "field of the messages of this network", what, list, n);
    p->failed = true;
    return NULL;
}

/* A field that each of the messages has, of one type. */
static Expr *field_of(Parser *p, const Bound *x, Str what, Pos at, bool required)
{
    const Field *f = NULL;
    int i = 0;
    for (const Message *m; (m = next_of(p, x, &i));) {
        const Field *own = msg_field(m, what);
        if (!own) return required ? no_field(p, x, m, what, at) : NULL;
        if (f && own->type != f->type)
            return parse_fail(p, at, "'" STR_FMT "' is of type '" STR_FMT "' in some messages of '" STR_FMT
                              "' and of '" STR_FMT "' in '" STR_FMT "': name one message", STR_ARG(what),
                              STR_ARG(f->type->name), STR_ARG(x->net->name), STR_ARG(own->type->name),
                              STR_ARG(m->name));
        f = own;
    }
    if (f && f->type->opaque)
        return parse_fail(p, at, "'" STR_FMT "' is opaque: nothing can be said of it", STR_ARG(what));
    Expr *e = part(p, x, MSG_FIELD, f ? f->type : bld(p)->p->t_bool, at);
    e->text = what;
    return e;
}

Expr *expr_message_part(Parser *p, const Bound *x, Str what, Pos at)
{
    if (!what.n)
        return parse_fail(p, at, "'" STR_FMT "' is a message: expected " STR_FMT ".type, .key, .from, .to or a field",
                          STR_ARG(x->name), STR_ARG(x->name));
    Expr *own = field_of(p, x, what, at, false);
    if (own || p->failed) return own;
    if (str_is(what, "type")) return part(p, x, MSG_TYPE, kinds_of(p, x->net), at);
    if (str_is(what, "key")) return key_of(p, x, at);
    if (str_is(what, "from")) return part(p, x, MSG_FROM, bld(p)->p->t_node, at);
    if (str_is(what, "to")) return part(p, x, MSG_TO, bld(p)->p->t_node, at);
    return field_of(p, x, what, at, true);
}

const Bound *expr_message_key(const Parser *p, Str whole)
{
    static const char behind[] = ".key";
    int n = whole.n - (int)sizeof behind + 1;
    if (n <= 0 || !str_is((Str){ whole.p + n, whole.n - n }, behind)) return NULL;
    const Bound *x = expr_bound(p, (Str){ whole.p, n });
    return x && x->net ? x : NULL;
}

Expr *expr_message_kind(Parser *p, Str name, Pos at)
{
    const Message *m = p->s->system ? find_msg(bld(p), name) : NULL;
    return m ? expr_num(p, m->code, kinds_of(p, m->net), at) : NULL;
}
