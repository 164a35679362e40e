#include "ir/build.h"
#include <string.h>

/* ---- finding what an action names ---- */

static bool unexpected_attr(Str name, const char *const *known)
{
    for (; *known; known++) if (str_is(name, *known)) return false;
    return true;
}

static Waiters *the_waiters(const Scope *s, const Node *n, const char *attr)
{
    Controller *c = s->ctl;
    Str name = node_attr(n, attr);
    if (name.p) {
        Waiters *w = find_waiters(c, name);
        if (!w) diag_error(s->b->d, node_attr_pos(n, attr), "unknown waiting place '" STR_FMT "'", STR_ARG(name));
        return w;
    }
    if (c->waiters.n == 1) return c->waiters.at[0];
    diag_error(s->b->d, n->pos, c->waiters.n ? "expected %s=: this controller has several waiting places" : "this controller has no waiting place (%s=)", attr);
    return NULL;
}

static int performs_of(const Scope *s, const Node *n)
{
    Str v = node_attr(n, "performs");
    if (!v.p) return 0;
    if (str_is(v, "read")) return PERFORMS_READ;
    if (str_is(v, "write")) return PERFORMS_WRITE;
    if (str_is(v, "rmw")) return PERFORMS_READ | PERFORMS_WRITE;
    if (str_is(v, "restart")) return PERFORMS_RESTART;
    diag_error(s->b->d, node_attr_pos(n, "performs"), "expected read, write, rmw or restart");
    return 0;
}

/* ---- field assignments of send, reply, request, apply ---- */

static Expr *field_value(const Scope *s, const Node *n, Str attr, Type *t)
{
    Expr *e = expr_attr(s, n, str_z(s->b->a, attr), t);
    if (e && t && t->opaque && e->op != E_VAR) {
        diag_error(s->b->d, e->pos, "an opaque value can only be moved: expected the name of a field");
        return NULL;
    }
    return e;
}

static void assign_fields(const Scope *s, const Node *n, Action *x, const char *kind, Str name, Field *fields, int n_fields, const char *const *known)
{
    Build *b = s->b;
    for (int i = 0; i < n->n_attrs; i++) {
        Str attr = n->attrs[i].name;
        bool is_field = !unexpected_attr(attr, known);
        Str *all = NEW_N(b->a, Str, n_fields + 1);
        for (int k = 0; k < n_fields; k++) { all[k] = fields[k].name; is_field |= str_eq(attr, fields[k].name); }
        if (!is_field) {
            unknown_name(b, n->attrs[i].name_pos, str_z(b->a, str_printf(b->a, "field of %s " STR_FMT, kind, STR_ARG(name))), attr, all, n_fields);
        }
    }
    for (int k = 0; k < n_fields; k++) {
        const char *z = str_z(b->a, fields[k].name);
        Assign as = { .field = &fields[k], .name = fields[k].name, .pos = node_attr_pos(n, z) };
        if (!node_attr(n, z).p) {
            diag_error(b->d, n->pos, "%s " STR_FMT " needs a value for its field '" STR_FMT "'", kind, STR_ARG(name), STR_ARG(fields[k].name));
            continue;
        }
        as.value = field_value(s, n, fields[k].name, fields[k].type);
        if (as.value) vec_push(b->a, &x->assigns, as);
    }
}

static Action *new_action(const Scope *s, ActionKind k, const Node *n)
{
    Action *x = NEW(s->b->a, Action);
    x->kind = k;
    x->pos = n->pos;
    x->performs = performs_of(s, n);
    return x;
}

/* ---- one action each ---- */

/* parked.FIELD: what the occurrences hold that are parked in the entries walked over, or that wait at the port. */
static const char parked_word[] = "parked.";
enum { PARKED_WORD = sizeof parked_word - 1 };

static bool is_parked(const Node *n)
{
    Str name = node_attr(n, "name");
    return name.n > PARKED_WORD && memcmp(name.p, parked_word, PARKED_WORD) == 0;
}

static Var *parked_field(const Scope *s, const Node *n)
{
    Str name = node_attr(n, "name"), field = { name.p + PARKED_WORD, name.n - PARKED_WORD };
    Var *v = ctl_arg(s->ctl, field);
    if (!v) diag_error(s->b->d, node_attr_pos(n, "name"), "no event of this controller has a field '" STR_FMT "'", STR_ARG(field));
    else if (!s->over || s->over->store) diag_error(s->b->d, node_attr_pos(n, "name"), "what is parked is set in a <walk> over a waiting place or a port only");
    return v;
}

static bool in_walk(const Scope *s, const Node *n, const Var *dst)
{
    bool field = dst->kind == V_STORE || dst->kind == V_WAITER;
    if (!s->over || (field && dst->store == s->over->store && dst->waiters == s->over->waiters)) return true;
    diag_error(s->b->d, node_attr_pos(n, "name"), "a <walk> sets the fields of what it goes over, nothing else");
    return false;
}

static Action *act_set(const Scope *s, const Node *n)
{
    Action *x = new_action(s, A_SET, n);
    if (is_parked(n)) {
        x->dst = parked_field(s, n);
        x->parked = true;
        x->value = x->dst ? expr_attr(s, n, "value", x->dst->type) : NULL;
        return x->value ? x : NULL;
    }
    x->dst = expr_lvalue(s, n, "name");
    if (!x->dst) return NULL;
    if (x->dst->type->opaque) { diag_error(s->b->d, n->pos, "'" STR_FMT "' is opaque: use <write>", STR_ARG(x->dst->name)); return NULL; }
    if (!in_walk(s, n, x->dst)) return NULL;
    x->value = expr_attr(s, n, "value", x->dst->type);
    return x->value ? x : NULL;
}

static bool opaque_dst(const Scope *s, const Node *n, const Var *v)
{
    if (!v) return false;
    if (v->type->opaque && (v->kind == V_STORE || v->kind == V_WAITER)) return true;
    diag_error(s->b->d, node_attr_pos(n, "to"), "'" STR_FMT "' is not an opaque field of a store or waiting place: use <set>", STR_ARG(v->name));
    return false;
}

static Action *act_write(const Scope *s, const Node *n)
{
    Action *x = new_action(s, A_WRITE, n);
    x->dst = expr_lvalue(s, n, "to");
    if (!opaque_dst(s, n, x->dst)) return NULL;
    x->value = field_value(s, n, STR("data"), x->dst->type);
    if (node_attr(n, "mask").p) {
        x->mask = expr_attr(s, n, "mask", NULL);
        if (x->mask && (x->mask->op != E_VAR || !x->mask->type->opaque)) {
            diag_error(s->b->d, x->mask->pos, "a mask must be an opaque field, one bit per byte");
            return NULL;
        }
        if (!x->mask) return NULL;
    }
    return x->value ? x : NULL;
}

static Action *act_apply(const Scope *s, const Node *n)
{
    static const char *const known[] = { "what", "to", "performs", "doc", NULL };
    Build *b = s->b;
    Action *x = new_action(s, A_APPLY, n);
    x->what = node_attr(n, "what");
    x->dst = expr_lvalue(s, n, "to");
    if (!opaque_dst(s, n, x->dst)) return NULL;
    for (int i = 0; i < n->n_attrs; i++) {
        Str attr = n->attrs[i].name;
        if (!unexpected_attr(attr, known)) continue;
        Assign as = { .name = attr, .pos = n->attrs[i].value_pos, .value = expr_attr(s, n, str_z(b->a, attr), NULL) };
        if (as.value) vec_push(b->a, &x->assigns, as);
    }
    return x;
}

static Action *act_send_port(const Scope *s, const Node *n)
{
    static const char *const known[] = { "port", "request", "performs", "doc", NULL };
    Controller *c = s->ctl;
    Action *x = new_action(s, A_REQUEST, n);
    x->port = ctl_port(c, node_attr(n, "port"));
    if (!x->port || !x->port->requests.n) {
        diag_error(s->b->d, node_attr_pos(n, "port"), "'" STR_FMT "' is not a port with requests", STR_ARG(node_attr(n, "port")));
        return NULL;
    }
    Str want = node_attr(n, "request");
    Str *all = NEW_N(s->b->a, Str, x->port->requests.n);
    for (int i = 0; i < x->port->requests.n; i++) {
        all[i] = x->port->requests.at[i].name;
        if (str_eq(all[i], want)) x->def = &x->port->requests.at[i];
    }
    if (!x->def) { unknown_name(s->b, node_attr_pos(n, "request"), "request", want, all, x->port->requests.n); return NULL; }
    x->def->used = true;
    assign_fields(s, n, x, "request", want, x->def->fields.at, x->def->fields.n, known);
    return x;
}

static bool gives(const Controller *c, const Network *net)
{
    for (int i = 0; i < c->ports.n; i++)
        for (int k = 0; k < c->ports.at[i]->nets.n; k++)
            if (c->ports.at[i]->kind == PORT_OUT && c->ports.at[i]->nets.at[k] == net) return true;
    return false;
}

static Action *act_send(const Scope *s, const Node *n)
{
    static const char *const known[] = { "message", "to", "of", "performs", "doc", NULL };
    Build *b = s->b;
    bool multi = str_is(n->name, "multicast");
    if (node_attr(n, "port").p) return act_send_port(s, n);
    Action *x = new_action(s, multi ? A_MULTICAST : A_SEND, n);
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
        diag_error(b->d, n->pos, "controller '" STR_FMT "' has no port that gives network '" STR_FMT "'", STR_ARG(s->ctl->name), STR_ARG(x->msg->net->name));
    if (!node_attr(n, "to").p) diag_error(b->d, n->pos, "expected to=: the receiver");
    else if (!multi) x->to = expr_attr(s, n, "to", b->p->t_node);
    else {
        x->ctl = find_ctl(b, node_attr(n, "of"));
        if (!x->ctl) diag_error(b->d, n->pos, "expected of=: the controller whose instances the bits stand for");
        x->to = expr_attr(s, n, "to", NULL);
        if (x->to && (x->to->type->kind != TK_BITS || x->to->type->opaque)) diag_error(b->d, x->to->pos, "expected a bit vector");
    }
    assign_fields(s, n, x, "message", name, x->msg->fields.at, x->msg->fields.n, known);
    return x;
}

static Action *act_reply(const Scope *s, const Node *n)
{
    static const char *const known[] = { "name", "port", "performs", "doc", NULL };
    Controller *c = s->ctl;
    Action *x = new_action(s, A_REPLY, n);
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
    assign_fields(s, n, x, "reply", name, x->def->fields.at, x->def->fields.n, known);
    return x;
}

/* what="line mshr": one action for each. */
static Action *act_places(const Scope *s, const Node *n, ActionKind k)
{
    Action *first = NULL, **end = &first;
    Str whole = node_attr(n, "what"), rest = whole, w;
    while ((w = str_word(&rest)).n) {
        Action *x = new_action(s, k, n);
        x->store = find_store(s->ctl, w);
        x->waiters = find_waiters(s->ctl, w);
        if (!x->store && !x->waiters) {
            Str all[64];
            int m = 0;
            for (int i = 0; i < s->ctl->stores.n && m < 64; i++) all[m++] = s->ctl->stores.at[i]->name;
            for (int i = 0; i < s->ctl->waiters.n && m < 64; i++) all[m++] = s->ctl->waiters.at[i]->name;
            unknown_name(s->b, node_attr_pos_at(n, "what", (int)(w.p - whole.p)), "store or waiting place", w, all, m);
            continue;
        }
        *end = x;
        end = &x->next;
    }
    return first;
}

static Action *act_waiters(const Scope *s, const Node *n, ActionKind k, const char *attr)
{
    Action *x = new_action(s, k, n);
    x->waiters = the_waiters(s, n, attr);
    x->must_hit = str_is(node_attr(n, "first"), "must-hit");
    x->what = node_attr(n, "pick");
    return x->waiters ? x : NULL;
}

static Action *act_go(const Scope *s, const Node *n)
{
    Action *x = new_action(s, A_GO, n);
    Str to = node_attr(n, "to");
    x->go = find_state(s->ctl, to);
    if (!x->go) {
        Str *all = NEW_N(s->b->a, Str, s->ctl->states.n);
        for (int i = 0; i < s->ctl->states.n; i++) all[i] = s->ctl->states.at[i]->name;
        unknown_name(s->b, node_attr_pos(n, "to"), "state", to, all, s->ctl->states.n);
        return NULL;
    }
    x->go->entered = true;
    return x;
}

static Action *build_body(const Scope *s, const Node *parent);

static Action *act_choose(const Scope *s, const Node *n)
{
    Action *x = new_action(s, A_CHOOSE, n);
    bool closed = false;
    for (const Node *k = n->first; k; k = k->next) {
        Branch br = { .pos = k->pos };
        bool other = str_is(k->name, "otherwise");
        if (closed) diag_error(s->b->d, k->pos, "nothing can follow <otherwise>");
        closed |= other;
        if (!other) br.test = expr_attr(s, k, "test", s->b->p->t_bool);
        br.body = build_body(s, k);
        if (other || br.test) vec_push(s->b->a, &x->branches, br);
    }
    return x;
}

static const Node *find_macro(Build *b, const Controller *c, Str name)
{
    for (const Node *k = b->root->first; k; k = k->next) {
        if (str_is(k->name, "macro") && str_eq(node_attr(k, "name"), name)) return k;
        if (!str_is(k->name, "controller") || !str_eq(node_attr(k, "name"), c->name)) continue;
        for (const Node *m = k->first; m; m = m->next)
            if (str_is(m->name, "macro") && str_eq(node_attr(m, "name"), name)) return m;
    }
    return NULL;
}

static Action *act_do(const Scope *s, const Node *n)
{
    enum { MACRO_ARGS_MAX = 8 };
    static const char *const known[] = { "macro", "doc", NULL };
    Build *b = s->b;
    Str name = node_attr(n, "macro");
    const Node *m = find_macro(b, s->ctl, name);
    if (!m) { diag_error(b->d, node_attr_pos(n, "macro"), "unknown macro '" STR_FMT "'", STR_ARG(name)); return NULL; }
    if (s->depth >= EXPANSION_DEPTH_MAX) { diag_error(b->d, n->pos, "macros nest more than %d deep; is '" STR_FMT "' recursive?", EXPANSION_DEPTH_MAX, STR_ARG(name)); return NULL; }
    if (!expansion_allowed(b, n->pos)) return NULL;
    Binding *bind = NEW_N(b->a, Binding, MACRO_ARGS_MAX);
    int k = 0;
    Str rest = node_attr(m, "args"), w;
    while ((w = str_word(&rest)).n && k < MACRO_ARGS_MAX) {
        int colon = 0;
        while (colon < w.n && w.p[colon] != ':') colon++;
        Str arg = { w.p, colon };
        const char *z = str_z(b->a, arg);
        Type *t = colon < w.n ? find_type(b, (Str){ w.p + colon + 1, w.n - colon - 1 }) : NULL;
        if (!t) diag_error(b->d, node_attr_pos(m, "args"), "argument '" STR_FMT "': expected NAME:TYPE with a known type", STR_ARG(w));
        if (!node_attr(n, z).p) diag_error(b->d, n->pos, "macro '" STR_FMT "' needs a value for its argument '%s'", STR_ARG(name), z);
        else bind[k++] = (Binding){ arg, expr_attr(s, n, z, t) };
    }
    for (int i = 0; i < n->n_attrs; i++) {
        bool found = !unexpected_attr(n->attrs[i].name, known);
        for (int j = 0; j < k; j++) found |= str_eq(bind[j].name, n->attrs[i].name);
        if (!found) diag_error(b->d, n->attrs[i].name_pos, "macro '" STR_FMT "' has no argument '" STR_FMT "'", STR_ARG(name), STR_ARG(n->attrs[i].name));
    }
    Scope inner = { b, s->ctl, bind, k, s, s->depth + 1, s->over, false };
    return build_body(&inner, m);
}

static Action *act_walk(const Scope *s, const Node *n)
{
    Action *x = new_action(s, A_WALK, n);
    Str over = node_attr(n, "over");
    x->store = find_store(s->ctl, over);
    x->waiters = find_waiters(s->ctl, over);
    x->port = ctl_port(s->ctl, over);
    if (x->port && x->port->kind != PORT_IN) x->port = NULL;
    if (!x->store && !x->waiters && !x->port) diag_error(s->b->d, node_attr_pos(n, "over"), "expected a store, a waiting place or a port that takes messages, found '" STR_FMT "'", STR_ARG(over));
    if (s->over) diag_error(s->b->d, n->pos, "a <walk> inside a <walk>");
    if (node_attr(n, "where").p) x->where = expr_attr(s, n, "where", s->b->p->t_bool);
    Scope inner = *s;
    inner.over = x;
    x->body = build_body(&inner, n);
    return x->store || x->waiters || x->port ? x : NULL;
}

static Action *act_error(const Scope *s, const Node *n)
{
    Action *x = new_action(s, A_ERROR, n);
    x->what = node_attr(n, "why");
    return x;
}

/* What is done to every line or entry at once needs no room and sends nothing. */
static bool walk_can(Str e)
{
    static const char *const can[] = { "set", "free", "go", "choose", "do", "walk" };
    for (size_t i = 0; i < sizeof can / sizeof *can; i++) if (str_is(e, can[i])) return true;
    return false;
}

static Action *build_action(const Scope *s, const Node *n)
{
    Str e = n->name;
    if (s->over && !walk_can(e)) { diag_error(s->b->d, n->pos, "<" STR_FMT "> in a <walk>, expected set, free, go, choose or do", STR_ARG(e)); return NULL; }
    if (str_is(e, "set")) return act_set(s, n);
    if (str_is(e, "write")) return act_write(s, n);
    if (str_is(e, "apply")) return act_apply(s, n);
    if (str_is(e, "send") || str_is(e, "multicast")) return act_send(s, n);
    if (str_is(e, "reply")) return act_reply(s, n);
    if (str_is(e, "allocate")) return act_places(s, n, A_ALLOCATE);
    if (str_is(e, "free")) return act_places(s, n, A_FREE);
    if (str_is(e, "lock")) return act_places(s, n, A_LOCK);
    if (str_is(e, "unlock")) return act_places(s, n, A_UNLOCK);
    if (str_is(e, "park")) return act_waiters(s, n, A_PARK, "in");
    if (str_is(e, "replay")) return act_waiters(s, n, A_REPLAY, "in");
    if (str_is(e, "done")) return act_waiters(s, n, A_DONE, "in");
    if (str_is(e, "wake")) return act_waiters(s, n, A_WAKE, "in");
    if (str_is(e, "go")) return act_go(s, n);
    if (str_is(e, "choose")) return act_choose(s, n);
    if (str_is(e, "do")) return act_do(s, n);
    if (str_is(e, "walk")) return act_walk(s, n);
    if (str_is(e, "error")) return act_error(s, n);
    return NULL;      /* the schema has reported it */
}

static Action *build_body(const Scope *s, const Node *parent)
{
    Action *first = NULL, **end = &first;
    for (const Node *k = parent->first; k; k = k->next) {
        *end = build_action(s, k);
        while (*end) end = &(*end)->next;
    }
    return first;
}

void actions_walk(Action *body, void (*fn)(Action *, void *), void *ctx)
{
    for (Action *x = body; x; x = x->next) {
        fn(x, ctx);
        for (int i = 0; i < x->branches.n; i++) actions_walk(x->branches.at[i].body, fn, ctx);
        actions_walk(x->body, fn, ctx);
    }
}

/* ---- rows into cells ---- */

typedef struct { const Node *in; Cell *star; const Node *star_node; } StateRows;

static void put_row(Build *b, Controller *c, State *st, Event *e, Row *r)
{
    Cell *cell = cell_at(c, st, e);
    Row *last = cell->rows.n ? cell->rows.at[cell->rows.n - 1] : NULL;
    if (last && !last->when) {
        diag_error(b->d, r->pos, "state " STR_FMT ", event " STR_FMT ": this pair is covered twice", STR_ARG(st->name), STR_ARG(e->name));
        diag_note(b->d, last->pos, "first covered here");
        return;
    }
    if (last && last->pos.line == r->pos.line && last == r) return;
    vec_push(b->a, &cell->rows, r);
}

/* At a controller with key, events with a key have their rows in a state, those without in none. */
static bool right_place(Build *b, const Controller *c, const Node *in, const Node *row, const Event *e)
{
    bool stated = node_attr(in, "state").p != NULL;
    if (!c->key || !e || e->keyless != stated) return true;
    diag_error(b->d, node_attr_pos(row, "event"), stated ? "event '" STR_FMT "' has no key: expected its rows in an <in> without state=" : "event '" STR_FMT "' has a key: expected its rows in an <in state=\"...\">", STR_ARG(e->name));
    return false;
}

static void put_event(Build *b, Controller *c, State *st, Event *e, Row *r)
{
    if (!e->hidden) { put_row(b, c, st, e, r); return; }
    for (int i = 0; i < e->refinements.n; i++) put_row(b, c, st, e->refinements.at[i], r);   /* a complete base stands for all its refinements */
}

/* The events named in an attribute; true if '*' is among them. */
static bool row_events(Build *b, Controller *c, const Node *n, void *vec)
{
    VEC(Event *) *out = vec;
    Str whole = node_attr(n, "event"), rest = whole, w;
    bool star = false;
    while ((w = str_word(&rest)).n) {
        if (str_is(w, "*")) { star = true; continue; }
        Event *e = find_event(c, w);
        Pos at = node_attr_pos_at(n, "event", (int)(w.p - whole.p));
        if (!e && find_msg(b, w)) {
            diag_error(b->d, at, "no port of controller '" STR_FMT "' takes network '" STR_FMT "' of message '" STR_FMT "'", STR_ARG(c->name), STR_ARG(find_msg(b, w)->net->name), STR_ARG(w));
        } else if (!e) {
            Str *all = NEW_N(b->a, Str, c->events.n + 1);
            for (int i = 0; i < c->events.n; i++) all[i] = c->events.at[i]->name;
            unknown_name(b, at, "event", w, all, c->events.n);
        } else vec_push(b->a, out, e);
    }
    return star;
}

static Row *build_row(Build *b, Controller *c, const Node *n)
{
    Scope s = { .b = b, .ctl = c };
    Row *r = NEW(b->a, Row);
    r->kind = str_is(n->name, "on") ? ROW_ON : str_is(n->name, "stall") || str_is(n->name, "hold") ? ROW_STALL : ROW_NEVER;
    r->pos = n->pos;
    r->why = node_attr(n, "why");
    r->doc = node_attr(n, "doc");
    r->id = c->rows.n;
    if (node_attr(n, "when").p) r->when = expr_attr(&s, n, "when", b->p->t_bool);
    if (r->kind == ROW_ON) r->body = build_body(&s, n);
    vec_push(b->a, &c->rows, r);
    return r;
}

/* <in> without state= holds the rows of events without key; they are kept with the initial state. */
static bool in_state(const Node *in, const State *st)
{
    Str rest = node_attr(in, "state"), w;
    if (!rest.p) return st->id == 0;
    while ((w = str_word(&rest)).n) if (str_is(w, "*") || str_eq(w, st->name)) return true;
    return false;
}

typedef struct { const Node *node; Row *row; } NodeRow;
typedef struct { VEC(NodeRow) rows; bool *done, *busy; const Node *ctl; } Table;

static Row *row_of(const Table *t, const Node *n)
{
    for (int i = 0; i < t->rows.n; i++) if (t->rows.at[i].node == n) return t->rows.at[i].row;
    return NULL;
}

static void first_pass(Build *b, Controller *c, Table *t)
{
    for (const Node *in = t->ctl->first; in; in = in->next) {
        if (!str_is(in->name, "in")) continue;
        Str whole = node_attr(in, "state"), rest = whole, w;
        if (!whole.p && !c->key) diag_error(b->d, in->pos, "expected state=: this controller has no key");
        while ((w = str_word(&rest)).n)
            if (!str_is(w, "*") && !find_state(c, w)) {
                Str *all = NEW_N(b->a, Str, c->states.n);
                for (int i = 0; i < c->states.n; i++) all[i] = c->states.at[i]->name;
                unknown_name(b, node_attr_pos_at(in, "state", (int)(w.p - whole.p)), "state", w, all, c->states.n);
            }
        for (const Node *r = in->first; r; r = r->next) {
            VEC(Event *) events = { 0 };
            if (str_is(r->name, "as")) continue;
            NodeRow nr = { r, build_row(b, c, r) };
            vec_push(b->a, &t->rows, nr);
            bool star = row_events(b, c, r, &events);
            if (star && nr.row->kind == ROW_ON) diag_error(b->d, node_attr_pos(r, "event"), "'*' is possible in never, stall and as only");
            for (int i = 0; i < events.n; i++)
                for (int k = 0; k < c->states.n && right_place(b, c, in, r, events.at[i]); k++)
                    if (in_state(in, c->states.at[k])) put_event(b, c, c->states.at[k], events.at[i], nr.row);
        }
    }
}

static void finish_state(Build *b, Controller *c, Table *t, State *st);

static bool open_cell(const Controller *c, const State *st, const Event *e)
{
    const Cell *cell = cell_at(c, st, e);
    return !e->hidden && (!cell->rows.n || cell->rows.at[cell->rows.n - 1]->when);
}

static void copy_cell(Build *b, Controller *c, State *to, State *from, Event *e)
{
    Cell *src = cell_at(c, from, e);
    for (int i = 0; i < src->rows.n; i++) put_row(b, c, to, e, src->rows.at[i]);
}

static void apply_as(Build *b, Controller *c, Table *t, State *st, const Node *r, bool stars)
{
    VEC(Event *) events = { 0 };
    bool star = row_events(b, c, r, &events);
    State *from = find_state(c, node_attr(r, "state"));
    if (!from) {
        if (!stars) diag_error(b->d, node_attr_pos(r, "state"), "unknown state '" STR_FMT "'", STR_ARG(node_attr(r, "state")));
        return;
    }
    if (t->busy[from->id]) {
        diag_error(b->d, r->pos, "states " STR_FMT " and " STR_FMT " refer to each other by <as>", STR_ARG(st->name), STR_ARG(from->name));
        return;
    }
    finish_state(b, c, t, from);
    if (!stars)
        for (int i = 0; i < events.n; i++) {
            if (!events.at[i]->hidden) copy_cell(b, c, st, from, events.at[i]);
            for (int k = 0; events.at[i]->hidden && k < events.at[i]->refinements.n; k++) copy_cell(b, c, st, from, events.at[i]->refinements.at[k]);
        }
    for (int i = 0; star && stars && i < c->events.n; i++)
        if (open_cell(c, st, c->events.at[i]) && !(c->key && c->events.at[i]->keyless)) copy_cell(b, c, st, from, c->events.at[i]);
}

static bool possible_victim(const State *st, const Event *e)
{
    for (int i = 0; i < e->store->victims.n; i++) if (e->store->victims.at[i].state == st) return true;
    return false;
}

static void star_row(Build *b, Controller *c, State *st, Row *r, bool stated)
{
    for (int i = 0; i < c->events.n; i++) {
        Event *e = c->events.at[i];
        if (!open_cell(c, st, e) || (c->key && e->keyless == stated)) continue;
        Cell *cell = cell_at(c, st, e);
        cell->star = r->pos;
        vec_push(b->a, &cell->rows, r);
    }
}

static void imply(Build *b, Controller *c, State *st, Event *e, Str why, Row **implied)
{
    if (!open_cell(c, st, e)) return;
    if (!*implied) {
        Row *r = NEW(b->a, Row);
        r->kind = ROW_NEVER; r->pos = e->pos; r->implied = true; r->id = c->rows.n;
        r->why = why;
        vec_push(b->a, &c->rows, r);
        *implied = r;
    }
    vec_push(b->a, &cell_at(c, st, e)->rows, *implied);
}

/* Evictions are offered only for victims, events without key only as such: elsewhere they cannot happen. */
static void imply_nevers(Build *b, Controller *c)
{
    Row *evict = NULL, *keyless = NULL;
    Event *e = find_event(c, STR("evict"));
    for (int i = 0; i < c->states.n; i++) {
        if (e && e->store && !possible_victim(c->states.at[i], e)) imply(b, c, c->states.at[i], e, STR("not a victim in this state"), &evict);
        for (int k = 0; i && c->key && k < c->events.n; k++)
            if (c->events.at[k]->keyless) imply(b, c, c->states.at[i], c->events.at[k], STR("an event without key"), &keyless);
    }
}

static void finish_state(Build *b, Controller *c, Table *t, State *st)
{
    static const char *const star_elements[] = { "never", "stall", "hold" };
    if (t->done[st->id]) return;
    t->done[st->id] = t->busy[st->id] = true;
    for (int stars = 0; stars < 2; stars++)
        for (const Node *in = t->ctl->first; in; in = in->next)
            for (const Node *r = str_is(in->name, "in") && in_state(in, st) ? in->first : NULL; r; r = r->next)
                if (str_is(r->name, "as")) apply_as(b, c, t, st, r, stars);
    for (const Node *in = t->ctl->first; in; in = in->next)
        for (const Node *r = str_is(in->name, "in") && in_state(in, st) ? in->first : NULL; r; r = r->next)
            for (int k = 0; k < 3; k++) {
                Str rest = node_attr(r, "event"), w;
                if (!str_is(r->name, star_elements[k])) continue;
                while ((w = str_word(&rest)).n) if (str_is(w, "*")) star_row(b, c, st, row_of(t, r), node_attr(in, "state").p != NULL);
            }
    t->busy[st->id] = false;
}

void build_rows(Build *b, Controller *c, const Node *n)
{
    Table t = { .done = NEW_N(b->a, bool, c->states.n + 1), .busy = NEW_N(b->a, bool, c->states.n + 1), .ctl = n };
    c->cells = NEW_N(b->a, Cell, c->states.n * c->events.n + 1);
    first_pass(b, c, &t);
    for (int i = 0; i < c->states.n; i++) finish_state(b, c, &t, c->states.at[i]);
    imply_nevers(b, c);
}
