/* build_joins.c - <join>: messages that wait at a port and become one; how their fields do. */
#include "ir/build.h"

Join *port_join(const Port *p, const Network *net)
{
    for (int i = 0; i < p->joins.n; i++) if (p->joins.at[i]->net == net) return p->joins.at[i];
    return NULL;
}

int join_rank(const Join *j, const Message *m)
{
    for (int i = 0; i < j->msgs.n; i++) if (j->msgs.at[i] == m) return i;
    return -1;
}

Field *msg_field(const Message *m, Str name)
{
    for (int i = 0; i < m->fields.n; i++) if (str_eq(m->fields.at[i].name, name)) return &m->fields.at[i];
    return NULL;
}

/* ---- fields of a message ---- */

void build_join_rule(Build *b, const Node *field, Field *x)
{
    Str rule = node_attr(field, "join");
    Pos at = rule.p ? node_attr_pos(field, "join") : field->pos;
    const Type *t = x->type;
    x->join = str_is(rule, "sum")      ? JOIN_SUM
              : str_is(rule, "or")     ? JOIN_OR
              : str_is(rule, "max")    ? JOIN_MAX
              : str_is(rule, "newest") ? JOIN_NEWEST
                                       : JOIN_SAME;
    x->mask = node_attr(field, "mask");
    some_word(b, field, "mask", "another field");
    bool number = !t->opaque && !t->is_signed && !t->circular && (t->kind == TK_BITS || t->kind == TK_COUNT);
    if ((x->join == JOIN_SUM || x->join == JOIN_MAX) && !number)
        diag_error(b->d, at, "join=\"" STR_FMT "\" needs a type of bits= or count=, without sign, not opaque",
                   STR_ARG(rule));
    if (x->join == JOIN_OR && !number && t->kind != TK_BOOL && !(t->opaque && t->kind == TK_BITS))
        diag_error(b->d, at, "join=\"or\" needs a type of bits= or count=, or bool");
    if (x->mask.p && (t->kind != TK_BYTES || !t->opaque || (x->join != JOIN_NEWEST && x->join != JOIN_SAME)))
        diag_error(b->d, node_attr_pos(field, "mask"),
                   "mask= belongs to an opaque field of bytes, with join=\"newest\" or without join=");
}

/* The receiver knows the mask before the bytes come: it stands before them. */
void check_join_masks(Build *b, const Message *m)
{
    for (int i = 0; i < m->fields.n; i++) {
        Field *x = &m->fields.at[i];
        const Field *mask = x->mask.n ? msg_field(m, x->mask) : NULL;
        const char *joined = x->join == JOIN_NEWEST ? " with join=\"or\"" : "";
        if (!x->mask.n) continue;
        bool bits = mask && mask->type->opaque && mask->type->kind == TK_BITS;
        if (bits && mask < x && (!*joined || mask->join == JOIN_OR)) continue;
        if (!mask) {
            Str *all = NEW_N(b->a, Str, m->fields.n + 1);
            for (int j = 0; j < m->fields.n; j++) all[j] = m->fields.at[j].name;
            unknown_name(b, x->pos, "field of this message", x->mask, all, m->fields.n);
        } else if (bits && mask > x)
            diag_error(b->d, x->pos, "mask=\"" STR_FMT "\": the field '" STR_FMT
                       "' must stand before this one: on the wire the mask comes first",
                       STR_ARG(x->mask), STR_ARG(x->mask));
        else
            diag_error(b->d, x->pos, "mask=\"" STR_FMT "\": expected a field of this message, opaque bits%s",
                       STR_ARG(x->mask), joined);
        x->mask.n = 0;
    }
}

/* ---- <join> ---- */

/* The fields of `less` are fields of `more`, and become one in the same way. */
static void check_fields(Build *b, Pos at, const Message *more, const Message *less)
{
    for (int i = 0; i < less->fields.n; i++) {
        const Field *x = &less->fields.at[i], *y = msg_field(more, x->name);
        if (!y)
            diag_error(b->d, at,
                       "field '" STR_FMT "' of message '" STR_FMT "' is no field of '" STR_FMT
                       "': a joined message is of the kind named first, expected the one with all fields there",
                       STR_ARG(x->name), STR_ARG(less->name), STR_ARG(more->name));
        else if (x->type != y->type || x->join != y->join || !str_eq(x->mask, y->mask))
            diag_error(b->d, x->pos, "field '" STR_FMT "' has another type, join= or mask= in message '" STR_FMT "'",
                       STR_ARG(x->name), STR_ARG(more->name));
    }
    for (int i = 0; i < more->fields.n; i++) {
        const Field *x = &more->fields.at[i];
        if (x->join == JOIN_SAME && !x->type->opaque && !msg_field(less, x->name))
            diag_error(b->d, x->pos,
                       "field '" STR_FMT "' is compared when messages are joined, but '" STR_FMT
                       "' has none: expected join=",
                       STR_ARG(x->name), STR_ARG(less->name));
    }
}

static bool add_message(Build *b, const Controller *c, const Port *p, Join *j, const Node *n, Str name)
{
    Pos at = node_attr_pos_at(n, "messages", (int)(name.p - node_attr(n, "messages").p));
    Message *m = find_msg(b, name);
    const Event *e = find_event((Controller *)c, name);
    if (!m) {
        Str *all = NEW_N(b->a, Str, b->p->msgs.n + 1);
        for (int i = 0; i < b->p->msgs.n; i++) all[i] = b->p->msgs.at[i]->name;
        unknown_name(b, at, "message", name, all, b->p->msgs.n);
        return false;
    }
    if (!e || e->msg != m || e->port != p) {
        diag_error(b->d, at, "message '" STR_FMT "' is not taken at this port", STR_ARG(name));
        return false;
    }
    if (m->keyless) {
        diag_error(b->d, at, "message '" STR_FMT "' has no key: only messages of one key are joined", STR_ARG(name));
        return false;
    }
    if (j->net && m->net != j->net) {
        diag_error(b->d, at, "message '" STR_FMT "' is on network '" STR_FMT "', expected one on '" STR_FMT "'",
                   STR_ARG(name), STR_ARG(m->net->name), STR_ARG(j->net->name));
        return false;
    }
    if (join_rank(j, m) >= 0) {
        diag_error(b->d, at, "message '" STR_FMT "' is named twice", STR_ARG(name));
        return false;
    }
    for (int i = 0; i < m->fields.n; i++)
        if (m->fields.at[i].type->opaque && m->fields.at[i].join == JOIN_SAME)
            diag_error(b->d, m->fields.at[i].pos,
                       "field '" STR_FMT
                       "' is opaque and cannot be compared when messages are joined: expected join=\"newest\"%s",
                       STR_ARG(m->fields.at[i].name), m->fields.at[i].type->kind == TK_BITS ? " or \"or\"" : "");
    if (j->msgs.n) check_fields(b, at, j->msgs.at[j->msgs.n - 1], m);
    j->net = m->net;
    vec_push(b->a, &j->msgs, m);
    return true;
}

void build_joins(Build *b, Controller *c, const Node *n)
{
    Port *p = ctl_port(c, node_attr(n, "name"));
    Scope s = { .b = b, .ctl = c };
    for (const Node *k = n->first; k && p; k = k->next) {
        if (!str_is(k->name, "join")) continue;
        if (p->kind != PORT_IN) {
            diag_error(b->d, k->pos, "only messages that a port takes= can be joined");
            continue;
        }
        Join *j = NEW(b->a, Join);
        Str rest = node_attr(k, "messages"), w;
        bool ok = true;
        j->pos = k->pos;
        j->entries = expr_param_attr(&s, k, "entries");
        if (node_attr(k, "hold").p) j->hold = expr_param_attr(&s, k, "hold");
        while ((w = str_word(&rest)).n) ok &= add_message(b, c, p, j, k, w);
        if (ok && !j->net) diag_error(b->d, node_attr_pos(k, "messages"), "expected the messages that are joined");
        else if (ok && port_join(p, j->net))
            diag_error(b->d, k->pos, "a second <join> for network '" STR_FMT "'", STR_ARG(j->net->name));
        else if (ok && j->entries) vec_push(b->a, &p->joins, j);
    }
}
