#include "ir/array.h"

Var *ctl_var(Controller *c, VarKind k, Str name, const void *owner)
{
    Var *found = NULL;
    for (Var *v = names_get(&c->by.vars, name); v; v = v->same)
        if (v->kind == k && (!owner || v->store == owner || v->waiters == owner || v->port == owner)) found = v;
    return found;                    /* the first one */
}

Var *add_var(Build *b, Controller *c, VarKind k, VarName name, Type *t, Pos at)
{
    Var *v = NEW(b->a, Var);
    v->kind = k; v->name = name.name; v->ident = name.ident; v->type = t; v->pos = at;
    v->id = c->vars.n;
    v->same = names_get(&c->by.vars, name.name);
    vec_push(b->a, &c->vars, v);
    names_put(b->a, &c->by.vars, name.name, v);
    if (!names_get(&c->by.idents, name.ident)) names_put(b->a, &c->by.idents, name.ident, v);
    return v;
}

/* Fields, messages and registers share one space of Verilog names. */
void check_ident(Build *b, Controller *c, const Var *v)
{
    if (names_get(&c->by.idents, v->ident) != v)
        diag_error(b->d, v->pos,
                   "'" STR_FMT "' and another variable of this controller get the same name '" STR_FMT
                   "' in the emitted text",
                   STR_ARG(v->name), STR_ARG(v->ident));
}

bool twice(Build *b, const Node *n, bool found)
{
    if (found)
        diag_error(b->d, node_attr_pos(n, "name"), "'" STR_FMT "' is declared twice", STR_ARG(node_attr(n, "name")));
    return found;
}

/* The own number among the instances of the controller; of type node: among all. */
static void build_index(Build *b, const Controller *c, const Node *n, Var *v)
{
    const Type *t = v->type;
    bool fits = t->kind == TK_BITS || t->kind == TK_COUNT || t->kind == TK_NODE;
    if (!fits)
        diag_error(b->d, node_attr_pos(n, "constant"),
                   "INDEX is the number of an instance of this controller, which is not of type '" STR_FMT
                   "': expected a type with bits= or count=, or node",
                   STR_ARG(t->name));
    for (int i = 0; fits && i < c->regs.n; i++)
        if (c->regs.at[i]->constant && (c->regs.at[i]->type->kind == TK_NODE) == (t->kind == TK_NODE))
            diag_error(b->d, node_attr_pos(n, "constant"), "'" STR_FMT "' is this number already",
                       STR_ARG(c->regs.at[i]->name));
    v->constant = expr_new(b->a, E_NUM, v->type, n->pos);
}

static void build_register(Build *b, Controller *c, const Node *n, VarKind k)
{
    Scope s = { .b = b, .ctl = c };
    Str name;
    Type *t = attr_type(b, n, "type");
    if (!check_name(b, n, "name", &name) || !t) return;
    if (t->opaque) { diag_error(b->d, n->pos, "a register cannot be opaque"); return; }
    bool array = node_attr(n, "per").p != NULL;
    Var one = { .name = name, .type = t, .history = str_is(n->name, "history") };
    if (twice(b, n, names_get(&c->by.arrays, name) != NULL)) return;
    Var *v = array ? &one : add_var(b, c, k, (VarName){ name, name }, t, n->pos);
    v->doc = node_attr(n, "doc");
    v->history = one.history;
    if (!array) check_ident(b, c, v);
    if (array && node_attr(n, "constant").p)
        diag_error(b->d, node_attr_pos(n, "constant"), "an array has no constant=, expected per= or constant=");
    else if (node_attr(n, "constant").p && !str_is(node_attr(n, "constant"), "INDEX"))
        diag_error(b->d, node_attr_pos(n, "constant"), "expected INDEX, the instance's own number");
    if (node_attr(n, "constant").p && node_attr(n, "reset").p)
        diag_error(b->d, node_attr_pos(n, "reset"), "a constant has no reset=, expected one of both");
    if (str_is(node_attr(n, "constant"), "INDEX")) build_index(b, c, n, v);
    else if (node_attr(n, "reset").p && t->kind == TK_NODE)
        diag_error(b->d, node_attr_pos(n, "reset"),
                   "a node is no constant, expected no reset=: without it the register begins as the first node of the "
                   "system; set it in a row (to me, NAME(i), msg.from), or write constant=\"INDEX\" for the own node");
    else if (node_attr(n, "reset").p) {
        v->reset = expr_attr(&s, n, "reset", t);
        if (v->reset && !expr_is_const(v->reset))
            diag_error(b->d, v->reset->pos, "a reset value must be made of parameters and literals only");
    }
    if (array) build_array(b, c, n, v);
    else vec_push(b->a, &c->regs, v);
}

/* ---- states, views, refinements: names first, expressions after all names are known ---- */

static void build_state(Build *b, Controller *c, const Node *n)
{
    Str name, at = node_attr(n, "at");
    if (!check_name(b, n, "name", &name) || twice(b, n, find_state(c, name) != NULL)) return;
    State *s = NEW(b->a, State);
    s->name = name; s->doc = node_attr(n, "doc"); s->pos = n->pos;
    s->stable = !str_is(node_attr(n, "stable"), "no");
    s->initial = is_true(node_attr(n, "initial"));
    s->store = find_store(c, at);
    s->waiters = find_waiters(c, at);
    s->at = s->store ? AT_STORE : s->waiters ? AT_WAITERS : str_is(at, "none") ? AT_NONE : AT_PLAIN;
    if (at.p && s->at == AT_PLAIN) {
        Str all[64] = { STR("none") };
        int k = 1;
        for (int i = 0; i < c->stores.n && k < 64; i++) all[k++] = c->stores.at[i]->name;
        for (int i = 0; i < c->waiters.n && k < 64; i++) all[k++] = c->waiters.at[i]->name;
        unknown_name(b, node_attr_pos(n, "at"), "place of a state", at, all, k);
    }
    if (s->waiters && !s->waiters->block->fields)
        diag_error(b->d, node_attr_pos(n, "at"), "waiters of kind " STR_FMT " keep no state",
                   STR_ARG(s->waiters->block->kind));
    if (s->at == AT_NONE && !s->initial && c->key && !ctl_whole_state(c))
        diag_error(b->d, node_attr_pos(n, "at"),
                   "state '" STR_FMT "' is kept nowhere, so that no key is ever in it: expected a store or a waiting "
                   "place with entries; a key that has no place is in the initial state", STR_ARG(name));
    if (!at.p && c->key && !ctl_whole_state(c))
        diag_error(b->d, n->pos,
                   "a controller with a key needs at= (none, a store or a waiting place) for state '" STR_FMT "'",
                   STR_ARG(name));
    vec_push(b->a, &c->states, s);
    names_put(b->a, &c->by.states, name, s);
}

static void order_states(Build *b, Controller *c)
{
    int initial = -1, count = 0;
    for (int i = 0; i < c->states.n; i++)
        if (c->states.at[i]->initial) { initial = i; count++; }
    if (!c->states.n) {      /* a controller without states has one */
        State *s = NEW(b->a, State);
        s->name = STR("any"); s->pos = c->pos; s->stable = s->initial = true; s->at = AT_PLAIN;
        vec_push(b->a, &c->states, s);
        names_put(b->a, &c->by.states, s->name, s);
        initial = 0;
    } else if (count != 1)
        diag_error(b->d, c->pos, "controller '" STR_FMT "' has %d states with initial=\"yes\", expected one",
                   STR_ARG(c->name), count);
    for (int i = initial; i > 0; i--) {
        State *t = c->states.at[i];
        c->states.at[i] = c->states.at[i - 1];
        c->states.at[i - 1] = t;
    }
    for (int i = 0; i < c->states.n; i++) c->states.at[i]->id = i;
    c->states.at[0]->entered = true;
}

State *state_ref(Build *b, Controller *c, const Node *n, const char *attr, Str name)
{
    State *s = find_state(c, name);
    if (s) return s;
    Str *all = NEW_N(b->a, Str, c->states.n + 1);
    for (int i = 0; i < c->states.n; i++) all[i] = c->states.at[i]->name;
    unknown_name(b, node_attr_pos_at(n, attr, (int)(name.p - node_attr(n, attr).p)), "state", name, all, c->states.n);
    return NULL;
}

static void build_refinement(Build *b, Controller *c, const Node *n)
{
    Str rest = node_attr(n, "from"), w;
    Event *e = NULL;
    while ((w = str_word(&rest)).n) {
        Event *base = find_event(c, w);
        if (!base) {
            unknown_event(b, c, node_attr_pos(n, "from"), w);
            continue;
        }
        if (e) { diag_error(b->d, n->pos, "a refinement has one base event"); return; }
        if (base->base) {
            diag_error(b->d, node_attr_pos(n, "from"), "'" STR_FMT "' is itself a refinement, expected a base event",
                       STR_ARG(w));
            return;
        }
        e = add_event(b, c, node_attr(n, "name"), base->kind, n->pos);
        e->base = base;
        e->doc = node_attr(n, "doc");
        e->port = base->port;
        e->msg = base->msg;
        e->def = base->def;
        e->class_ = base->class_;
        e->code = base->code;
        e->store = base->store;
        e->waiters = base->waiters;
        e->sweep = base->sweep;
        e->keyless = base->keyless;
        e->otherwise = is_true(node_attr(n, "otherwise"));
        if (base->hidden)
            diag_error(b->d, n->pos,
                       "this refinement of '" STR_FMT "' comes after the one with otherwise=\"yes\" and never holds",
                       STR_ARG(w));
        if (e->otherwise) base->hidden = true;
        vec_push(b->a, &base->refinements, e);
    }
}

static Event *event_ref(Build *b, Controller *c, const Node *n, Str name)
{
    Event *e = find_event(c, name);
    if (e) return e;
    unknown_event(b, c, node_attr_pos_at(n, "event", (int)(name.p - node_attr(n, "event").p)), name);
    return NULL;
}

static void build_view(Build *b, Controller *c, const Node *n)
{
    Scope s = { .b = b, .ctl = c };
    View *v = NEW(b->a, View);
    Str rest = node_attr(n, "of"), w;
    v->name = node_attr(n, "name"); v->doc = node_attr(n, "doc"); v->pos = n->pos;
    while ((w = str_word(&rest)).n) {
        State *st = state_ref(b, c, n, "of", w);
        if (st) vec_push(b->a, &v->of, st);
    }
    rest = node_attr(n, "event");
    while ((w = str_word(&rest)).n) {
        Event *e = event_ref(b, c, n, w);
        if (e) vec_push(b->a, &v->events, e);
    }
    v->as = state_ref(b, c, n, "as", node_attr(n, "as"));
    v->when = expr_attr(&s, n, "when", b->p->t_bool);
    if (v->as && v->when) vec_push(b->a, &c->views, v);
}

static void event_tests(Build *b, Controller *c, const Node *n)
{
    Scope s = { .b = b, .ctl = c };
    Event *e = find_event(c, node_attr(n, "name"));
    if (!e) return;
    if (node_attr(n, "when").p) e->when = expr_attr(&s, n, "when", b->p->t_bool);
    else if (node_attr(n, "every").p) e->when = expr_param_attr(&s, n, "every");
    else if (!e->otherwise)
        diag_error(b->d, n->pos, "expected when=%s",
                   str_is(n->name, "event")   ? " or otherwise=\"yes\""
                   : str_is(n->name, "timer") ? " or every="
                                              : "");
}

typedef struct { Build *b; const Node *event; } StampOf;

/* A stamp is made when its request is tried, of what this request has. */
static void stamp_field(const Expr *x, void *ctx)
{
    StampOf *of = ctx;
    if (x->op != E_VAR || x->var->kind != V_ARG) return;
    for (const Node *f = of->event->first; f; f = f->next)
        if (str_eq(node_attr(f, "name"), x->var->name)) return;
    diag_error(of->b->d, x->pos,
               "event '" STR_FMT "' has no field '" STR_FMT "'", STR_ARG(node_attr(of->event, "name")),
               STR_ARG(x->var->name));
}

static void stamp_value(Build *b, Controller *c, const Node *event, const Node *stamp)
{
    Scope s = { .b = b, .ctl = c };
    Var *v = ctl_arg(c, node_attr(stamp, "name"));
    if (!v || v->kind != V_STAMP) return;
    Expr *value = expr_attr(&s, stamp, "value", v->type);
    if (value) expr_walk(value, stamp_field, &(StampOf){ b, event });
    if (value && v->stamp && !expr_same(v->stamp, value))
        diag_error(b->d, node_attr_pos(stamp, "value"),
                   "stamp '" STR_FMT "' has another value in another event: expected one value for one name",
                   STR_ARG(v->name));
    if (!v->stamp) v->stamp = value;
}

static void stamp_values(Build *b, Controller *c, const Node *port)
{
    for (const Node *e = port->first; e; e = e->next)
        for (const Node *f = e->first; f; f = f->next)
            if (str_is(f->name, "stamp")) stamp_value(b, c, e, f);
}

/* of=, in=: the place and the state of the keys that the event is about. */
static void build_wake(Build *b, Controller *c, const Node *n)
{
    Event *e = find_event(c, node_attr(n, "name"));
    Str of = node_attr(n, "of");
    if (!e || !node_attr(n, "in").p) return;
    e->in = state_ref(b, c, n, "in", node_attr(n, "in"));
    bool there =
        (e->store && e->in && e->in->store == e->store) || (e->waiters && e->in && e->in->waiters == e->waiters);
    for (int i = 0; i < e->refinements.n; i++) e->refinements.at[i]->in = e->in;
    if (e->in && !there && (e->store || e->waiters))
        diag_error(b->d, node_attr_pos(n, "in"), "state '" STR_FMT "' is not kept at '" STR_FMT "'",
                   STR_ARG(e->in->name), STR_ARG(of));
}

static void build_victims(Build *b, Controller *c, const Node *n)
{
    Store *st = find_store(c, node_attr(n, "name"));
    Str rest = node_attr(n, "victims"), w;
    if (st && str_is(rest, "*")) { st->any_victim = true; return; }
    while (st && (w = str_word(&rest)).n) {
        int colon = 0;
        while (colon < w.n && w.p[colon] != ':') colon++;
        Victim v = { state_ref(b, c, n, "victims", (Str){ w.p, colon }),
                     { w.p + colon + 1, colon < w.n ? w.n - colon - 1 : 0 } };
        if (!v.state) continue;
        if (v.state->store != st)
            diag_error(b->d, node_attr_pos(n, "victims"), "state '" STR_FMT "' is not kept in this store",
                       STR_ARG(v.state->name));
        bool known = v.view.n == 0;
        for (int i = 0; i < c->views.n; i++) known |= str_eq(c->views.at[i]->name, v.view);
        if (!known) diag_error(b->d, node_attr_pos(n, "victims"), "unknown view '" STR_FMT "'", STR_ARG(v.view));
        vec_push(b->a, &st->victims, v);
    }
}

/* ---- sources in order of priority ---- */

static void add_source(Build *b, Controller *c, Source s)
{
    for (int i = 0; i < c->sources.n; i++) {
        Source *o = &c->sources.at[i];
        if (o->kind == s.kind && o->port == s.port && o->net == s.net && o->event == s.event && o->waiters == s.waiters)
            return;
    }
    vec_push(b->a, &c->sources, s);
}

static void add_network_source(Build *b, Controller *c, Port *p, Network *net)
{
    bool used = false;
    for (int i = 0; i < p->events.n; i++) used |= p->events.at[i]->msg && p->events.at[i]->msg->net == net;
    if (used) add_source(b, c, (Source){ .kind = SRC_NETWORK, .port = p, .net = net, .name = net->name });
}

/* `replay`; of several waiting places `replay.NAME` each. */
static void replay_source(Build *b, Controller *c, Waiters *w)
{
    Str name = c->waiters.n == 1 ? STR("replay") : str_printf(b->a, "replay." STR_FMT, STR_ARG(w->name));
    add_source(b, c, (Source){ .kind = SRC_REPLAY, .waiters = w, .name = name });
}

static void evict_source(Build *b, Controller *c, Event *e)
{
    add_source(b, c, (Source){ .kind = SRC_EVICT, .event = e, .name = e->name });
}

static bool named_source(Build *b, Controller *c, Str w)
{
    int dot = 0;
    while (dot < w.n && w.p[dot] != '.') dot++;
    Port *p = ctl_port(c, (Str){ w.p, dot });
    Event *e = find_event(c, w);
    bool replay = dot < w.n && str_eq((Str){ w.p, dot }, STR("replay"));
    Waiters *waiters = replay ? find_waiters(c, (Str){ w.p + dot + 1, w.n - dot - 1 }) : NULL;
    if (str_is(w, "replay")) {
        for (int i = 0; i < c->waiters.n; i++) replay_source(b, c, c->waiters.at[i]);
    } else if (waiters) {
        replay_source(b, c, waiters);
    } else if (str_is(w, "evict")) {
        for (int i = 0; i < c->base_events.n; i++)
            if (c->base_events.at[i]->kind == EV_EVICT) evict_source(b, c, c->base_events.at[i]);
    } else if (e && e->kind == EV_EVICT) evict_source(b, c, e);
    else if (p && p->kind == PORT_IN) {
        Str net = { w.p + dot + 1, dot < w.n ? w.n - dot - 1 : 0 };
        for (int i = 0; i < p->nets.n; i++)
            if (!net.n || str_eq(p->nets.at[i]->name, net)) add_network_source(b, c, p, p->nets.at[i]);
    } else if (p && p->kind != PORT_OUT) add_source(b, c, (Source){ .kind = SRC_PORT, .port = p, .name = p->name });
    else if (e && e->kind >= EV_TIMER && e->kind <= EV_WISH)
        add_source(b, c, (Source){ .kind = SRC_LEVEL, .event = e, .name = e->name });
    else return false;
    return true;
}

static void build_priority(Build *b, Controller *c, const Node *n)
{
    for (const Node *k = n->first; k; k = k->next) {
        if (!str_is(k->name, "priority")) continue;
        Str rest = node_attr(k, "order"), w;
        while ((w = str_word(&rest)).n)
            if (!named_source(b, c, w))
                diag_error(b->d, node_attr_pos_at(k, "order", (int)(w.p - node_attr(k, "order").p)),
                           "unknown source '" STR_FMT
                           "', expected a port, PORT.NETWORK, replay, evict, or a timer, wake, wish or sweep",
                           STR_ARG(w));
    }
    /* What is not named comes last: memory, replays, networks of high class, evictions, the core. */
    for (int i = 0; i < c->ports.n; i++)
        if (c->ports.at[i]->kind == PORT_MEMORY || c->ports.at[i]->kind == PORT_BLOCK)
            named_source(b, c, c->ports.at[i]->name);
    named_source(b, c, STR("replay"));
    for (int i = 0; i < c->ports.n; i++) if (c->ports.at[i]->kind == PORT_IN) named_source(b, c, c->ports.at[i]->name);
    for (int i = 0; i < c->base_events.n; i++) named_source(b, c, c->base_events.at[i]->name);
    named_source(b, c, STR("evict"));
    for (int i = 0; i < c->ports.n; i++)
        if (c->ports.at[i]->kind == PORT_CORE) named_source(b, c, c->ports.at[i]->name);
}

/* ---- the controller ---- */

static void each_in(Build *b, Controller *c, const Node *n, const char *element,
                    void (*fn)(Build *, Controller *, const Node *))
{
    for (const Node *k = n->first; k; k = k->next)
        if (str_is(k->name, element)) fn(b, c, k);
}

static void reg_node(Build *b, Controller *c, const Node *n) { build_register(b, c, n, V_REG); }
static void input_node(Build *b, Controller *c, const Node *n) { build_register(b, c, n, V_INPUT); }
static void history_node(Build *b, Controller *c, const Node *n) { build_register(b, c, n, V_REG); }
static void param_node(Build *b, Controller *c, const Node *n) { build_param(b, n, c); }
static void refinement_node(Build *b, Controller *c, const Node *n)
{
    if (node_attr(n, "from").p) build_refinement(b, c, n);
}
static void test_node(Build *b, Controller *c, const Node *n) { event_tests(b, c, n); }

static void builtin_vars(Build *b, Controller *c)
{
    Type *st = NEW(b->a, Type);
    st->name = STR("state"); st->kind = TK_BITS; st->overflow = OVF_WRAP;
    st->size = expr_new(b->a, E_NUM, b->p->t_int, c->pos);
    int n = c->states.n;
    while ((1 << st->size->num) < n) st->size->num++;
    if (!st->size->num) st->size->num = 1;
    add_var(b, c, V_STATE, (VarName){ STR("state"), STR("state") }, st, c->pos);
    for (int i = 0; i < c->stores.n; i++) {
        Store *k = c->stores.at[i];
        add_var(b, c, V_STORE_HIT, (VarName){ k->name, str_printf(b->a, STR_FMT "_hit", STR_ARG(k->name)) },
                b->p->t_bool, k->pos)
            ->store = k;
    }
    if (c->waiters.n) add_var(b, c, V_REPLAYED, (VarName){ STR("replayed"), STR("replayed") }, b->p->t_bool, c->pos);
    for (int i = 0; i < c->waiters.n; i++) {
        Waiters *w = c->waiters.at[i];
        add_var(b, c, V_WAITER_HIT, (VarName){ w->name, str_printf(b->a, STR_FMT "_hit", STR_ARG(w->name)) },
                b->p->t_bool, w->pos)
            ->waiters = w;
    }
}

static void build_invariant(Build *b, Controller *c, const Node *n)
{
    bool system = str_is(node_attr(n, "scope"), "system");
    Scope s = { .b = b, .ctl = c, .system = system };
    Invariant v = { .cover = str_is(n->name, "cover"),
                    .name = node_attr(n, "name"),
                    .doc = node_attr(n, "doc"),
                    .scope = node_attr(n, "scope"),
                    .text = node_attr(n, "test"),
                    .pos = n->pos };
    *(system ? &v.system : &v.test) = expr_attr(&s, n, "test", b->p->t_bool);
    vec_push(b->a, &c->invariants, v);
}

static void build_progress(Build *b, Controller *c, const Node *n)
{
    Scope s = { .b = b, .ctl = c };
    Progress p = { node_attr(n, "name"), node_attr(n, "doc"), node_attr(n, "leadsto"), n->pos, NULL, NULL };
    if (str_is(node_attr(n, "scope"), "system")) {
        diag_error(b->d, node_attr_pos(n, "scope"), "a <progress> is of an instance and a line: expected "
                   "scope=\"line\" or \"controller\"");
        return;
    }
    p.when = expr_attr(&s, n, "when", b->p->t_bool);
    p.leadsto = expr_attr(&s, n, "leadsto", b->p->t_bool);
    if (p.when && p.leadsto) vec_push(b->a, &c->progresses, p);
}

/* Everything that rows may refer to. */
static void build_parts(Build *b, Controller *c, const Node *n)
{
    build_clock_vars(b, c);
    each_in(b, c, n, "register", reg_node);
    each_in(b, c, n, "input", input_node);
    each_in(b, c, n, "history", history_node);
    if (node_attr(n, "key").p) c->key = attr_type(b, n, "key");
    if (node_attr(n, "stages").p) {
        Scope s = { .b = b, .ctl = c };
        c->stages = expr_param_attr(&s, n, "stages");
        c->stages_pos = node_attr_pos(n, "stages");
    }
    if (c->key && !c->key->key)
        diag_error(b->d, node_attr_pos(n, "key"), "type '" STR_FMT "' is not declared with key=\"yes\"",
                   STR_ARG(c->key->name));
    add_var(b, c, V_ME, (VarName){ STR("me"), STR("me") }, b->p->t_node, c->pos);
    if (c->key) add_var(b, c, V_KEY, (VarName){ STR("key"), STR("key") }, c->key, c->pos);
    each_in(b, c, n, "store", build_store);
    each_in(b, c, n, "store", build_backing);
    each_in(b, c, n, "waiters", build_waiters);
    each_in(b, c, n, "port", build_port);
    message_events(b, c, n);
    each_in(b, c, n, "port", build_joins);
    other_events(b, c, n);
    each_in(b, c, n, "sweep", build_sweep);
    each_in(b, c, n, "gather", build_gather);
    each_in(b, c, n, "waiters", build_order);
    each_in(b, c, n, "event", refinement_node);
    each_in(b, c, n, "state", build_state);
    order_states(b, c);
    builtin_vars(b, c);
    each_in(b, c, n, "port", stamp_values);
    each_in(b, c, n, "port", build_port_key);
    each_in(b, c, n, "event", test_node);
    each_in(b, c, n, "timer", test_node);
    each_in(b, c, n, "wake", test_node);
    each_in(b, c, n, "wish", test_node);
    each_in(b, c, n, "view", build_view);
    each_in(b, c, n, "store", build_victims);
    each_in(b, c, n, "wake", build_wake);
    each_in(b, c, n, "sweep", finish_sweep);
    each_in(b, c, n, "gather", finish_gather);
    build_priority(b, c, n);
}

/* Of several waiting places those in which no row parks replay nothing. */
static void unparked_sources(Controller *c)
{
    int n = 0;
    for (int i = 0; i < c->sources.n; i++) {
        const Source *s = &c->sources.at[i];
        bool parks = s->kind == SRC_REPLAY && block_serves(s->waiters->block, "park");
        if (s->kind == SRC_REPLAY && (!parks || (c->waiters.n > 1 && !waiters_parked_in(c, s->waiters)))) continue;
        c->sources.at[n++] = *s;
    }
    c->sources.n = n;
}

void build_controllers(Build *b)
{
    for (const Node *n = b->root->first; n; n = n->next) {
        Str name;
        if (!str_is(n->name, "controller") || !check_name(b, n, "name", &name)) continue;
        if (twice(b, n, find_ctl(b, name) != NULL)) continue;
        Controller *c = NEW(b->a, Controller);
        c->name = name; c->doc = node_attr(n, "doc"); c->pos = n->pos; c->id = b->p->ctls.n;
        vec_push(b->a, &b->p->ctls, c);
        names_put(b->a, &b->p->by.ctls, name, c);
        each_in(b, c, n, "param", param_node);
    }
    int i = 0;
    for (const Node *n = b->root->first; n; n = n->next)
        if (str_is(n->name, "controller") && i < b->p->ctls.n && str_eq(node_attr(n, "name"), b->p->ctls.at[i]->name))
            build_parts(b, b->p->ctls.at[i++], n);
    i = 0;
    for (const Node *n = b->root->first; n; n = n->next)
        if (str_is(n->name, "controller") && i < b->p->ctls.n && str_eq(node_attr(n, "name"), b->p->ctls.at[i]->name)) {
            Controller *c = b->p->ctls.at[i++];
            build_rows(b, c, n);
            unparked_sources(c);
            each_in(b, c, n, "invariant", build_invariant);
            each_in(b, c, n, "cover", build_invariant);
            each_in(b, c, n, "progress", build_progress);
            share_uses(c);
        }
}
