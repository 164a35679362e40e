/* build_sends.c - the actions that send: messages, requests to memory, replies. */
#include "ir/build_sends.h"
#include "ir/action.h"
#include <string.h>

/* FIELD="part(DATA, NUMBER)": the data for the field, and the number by itself, for a field FIELD_part that is not
 * sent. */
static void assign_part(Build *b, Action *x, Assign as, const Field *fields, int n_fields)
{
    const Expr *e = as.value;
    Field *number = NEW(b->a, Field);
    *number =
        (Field){ .name = str_printf(b->a, STR_FMT "_part", STR_ARG(as.name)), .pos = e->pos, .type = e->arg[1]->type };
    if (x->kind != A_SEND && x->kind != A_MULTICAST) {
        diag_error(b->d, e->pos, "only a field of a message takes a part of a value");
        return;
    }
    if (as.field->type == e->type) {
        diag_error(b->d, e->pos, "a part is narrower than the whole: the field's type is the same");
        return;
    }
    for (int i = 0; i < n_fields; i++)
        if (str_eq(fields[i].name, number->name)) {
            diag_error(b->d, fields[i].pos,
                       "the name '" STR_FMT "' is taken for the number of the part that '" STR_FMT "' is",
                       STR_ARG(number->name), STR_ARG(as.name));
            return;
        }
    as.value = e->arg[0];
    vec_push(b->a, &x->assigns, as);
    Assign at = { .field = number, .name = number->name, .value = e->arg[1], .pos = as.pos, .part = true };
    vec_push(b->a, &x->assigns, at);
}

/* What is sent: "message NAME" and its fields. */
typedef struct { const char *kind; Str name; Field *fields; int n; } Sent;

static void assign_fields(const Scope *s, const Node *n, Action *x, const Sent *m, const char *const *known)
{
    Build *b = s->b;
    Field *fields = m->fields;
    int n_fields = m->n;
    for (int i = 0; i < n->n_attrs; i++) {
        Str attr = n->attrs[i].name;
        bool is_field = !action_unexpected_attr(attr, known) || action_performed_attr(n, attr);
        Str *all = NEW_N(b->a, Str, n_fields + 1);
        for (int k = 0; k < n_fields; k++) { all[k] = fields[k].name; is_field |= str_eq(attr, fields[k].name); }
        if (!is_field) {
            unknown_name(b, n->attrs[i].name_pos,
                         str_z(b->a, str_printf(b->a, "field of %s " STR_FMT, m->kind, STR_ARG(m->name))), attr, all,
                         n_fields);
        }
    }
    for (int k = 0; k < n_fields; k++) {
        const char *z = str_z(b->a, fields[k].name);
        Assign as = { .field = &fields[k], .name = fields[k].name, .pos = node_attr_pos(n, z) };
        if (!node_attr(n, z).p) {
            diag_error(b->d, n->pos, "%s " STR_FMT " needs a value for its field '" STR_FMT "'", m->kind,
                       STR_ARG(m->name), STR_ARG(fields[k].name));
            continue;
        }
        as.value = action_field_value(s, n, fields[k].name, fields[k].type);
        if (as.value && as.value->op == E_PART) assign_part(b, x, as, fields, n_fields);
        else if (as.value) vec_push(b->a, &x->assigns, as);
    }
}

static Action *act_send_port(const Scope *s, const Node *n)
{
    static const char *const known[] = { "port", "request", "performs", "doc", NULL };
    Controller *c = s->ctl;
    Action *x = action_new(s, A_REQUEST, n);
    x->port = ctl_port(c, node_attr(n, "port"));
    if (!x->port || !x->port->requests.n) {
        diag_error(s->b->d, node_attr_pos(n, "port"), "'" STR_FMT "' is not a port with requests",
                   STR_ARG(node_attr(n, "port")));
        return NULL;
    }
    Str want = node_attr(n, "request");
    Str *all = NEW_N(s->b->a, Str, x->port->requests.n);
    for (int i = 0; i < x->port->requests.n; i++) {
        all[i] = x->port->requests.at[i].name;
        if (str_eq(all[i], want)) x->def = &x->port->requests.at[i];
    }
    if (!x->def) {
        unknown_name(s->b, node_attr_pos(n, "request"), "request", want, all, x->port->requests.n);
        return NULL;
    }
    x->def->used = true;
    assign_fields(s, n, x, &(Sent){ "request", want, x->def->fields.at, x->def->fields.n }, known);
    return x;
}

static bool gives(const Controller *c, const Network *net)
{
    for (int i = 0; i < c->ports.n; i++)
        for (int k = 0; k < c->ports.at[i]->nets.n; k++)
            if (c->ports.at[i]->kind == PORT_OUT && c->ports.at[i]->nets.at[k] == net) return true;
    return false;
}

/* The type of the key that a message brings: that of who takes it, else of who sends it; NULL: of nobody. */
static Type *key_type(const Build *b, const Scope *s, const Message *m)
{
    for (int i = 0; i < b->p->ctls.n; i++) {
        const Controller *c = b->p->ctls.at[i];
        for (int k = 0; k < c->base_events.n && c->key; k++) if (c->base_events.at[k]->msg == m) return c->key;
    }
    return s->ctl->key;
}

/* key=: about which key the message is. Where others of the same place bring the row's key the row must have it at
 * hand. False after a diagnostic. */
static bool send_key(const Scope *s, const Node *n, Action *x)
{
    Diags *d = s->b->d;
    Type *t = key_type(s->b, s, x->msg);
    Var *own = ctl_var(s->ctl, V_KEY, STR("key"), NULL);
    if (!node_attr(n, "key").p) return true;
    if (x->msg->keyless)
        diag_error(d, node_attr_pos(n, "key"), "message " STR_FMT " is about no key: it is declared with key=\"no\"",
                   STR_ARG(x->msg->name));
    else if (!t)
        diag_error(d, node_attr_pos(n, "key"), "no controller that takes message " STR_FMT " has a key",
                   STR_ARG(x->msg->name));
    else if (x->performs)
        diag_error(d, node_attr_pos(n, "performs"),
                   "performs= says that the access to the row's key takes effect, and this message is about another "
                   "one: expected it on another action of the row");
    else x->key = expr_attr(s, n, "key", t);
    if (own) own->is_read++;
    return x->key != NULL;
}

Action *action_send(const Scope *s, const Node *n)
{
    static const char *const known[] = { "message", "to", "of", "key", "performs", "doc", NULL };
    Build *b = s->b;
    bool multi = str_is(n->name, "multicast");
    if (node_attr(n, "port").p) return act_send_port(s, n);
    Action *x = action_new(s, multi ? A_MULTICAST : A_SEND, n);
    Str name = node_attr(n, "message");
    x->msg = find_msg(b, name);
    if (!x->msg) {
        Str *all = NEW_N(b->a, Str, b->p->msgs.n + 1);
        for (int i = 0; i < b->p->msgs.n; i++) all[i] = b->p->msgs.at[i]->name;
        unknown_name(b, node_attr_pos(n, "message"), "message", name, all, b->p->msgs.n);
        return NULL;
    }
    x->msg->sent = true;
    if (!gives(s->ctl, x->msg->net))
        diag_error(b->d, n->pos, "controller '" STR_FMT "' has no port that gives network '" STR_FMT "'",
                   STR_ARG(s->ctl->name), STR_ARG(x->msg->net->name));
    if (!send_key(s, n, x)) return NULL;
    Scope to = *s;
    to.home_key = x->key;
    if (!node_attr(n, "to").p) diag_error(b->d, n->pos, "expected to=: the receiver");
    else if (!multi) x->to = expr_attr(&to, n, "to", b->p->t_node);
    else {
        x->ctl = find_ctl(b, node_attr(n, "of"));
        if (!x->ctl) diag_error(b->d, n->pos, "expected of=: the controller whose instances the bits stand for");
        x->to = expr_attr(&to, n, "to", NULL);
        if (x->to && (x->to->type->kind != TK_BITS || x->to->type->opaque))
            diag_error(b->d, x->to->pos, "expected a bit vector");
    }
    assign_fields(s, n, x, &(Sent){ "message", name, x->msg->fields.at, x->msg->fields.n }, known);
    return x;
}

Action *action_reply(const Scope *s, const Node *n)
{
    static const char *const known[] = { "name", "port", "performs", "doc", NULL };
    Controller *c = s->ctl;
    Action *x = action_new(s, A_REPLY, n);
    Str name = node_attr(n, "name"), all[64];
    int k = 0;
    for (int i = 0; i < c->ports.n; i++)
        for (int r = 0; r < c->ports.at[i]->replies.n; r++) {
            PortMsg *m = &c->ports.at[i]->replies.at[r];
            if (k < 64) all[k++] = m->name;
            if (str_eq(m->name, name)) { x->port = c->ports.at[i]; x->def = m; }
        }
    if (!x->def) { unknown_name(s->b, node_attr_pos(n, "name"), "reply", name, all, k); return NULL; }
    x->def->used = true;
    assign_fields(s, n, x, &(Sent){ "reply", name, x->def->fields.at, x->def->fields.n }, known);
    return x;
}
