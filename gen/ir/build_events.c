/* build_events.c - what can occur at a controller: its ports, and the events that they, messages, timers and the like
 * bring. */
#include "ir/build.h"

static void add_arg(Build *b, Controller *c, Str name, Type *t, Pos at, bool stamp)
{
    Var *v = ctl_arg(c, name);
    if (v) {
        if (v->type != t)
            diag_error(b->d, at,
                       "field '" STR_FMT "' is of type '" STR_FMT "' here but '" STR_FMT
                       "' in another event of this controller: expected one type for one name",
                       STR_ARG(name), STR_ARG(t->name), STR_ARG(v->type->name));
        else if ((v->kind == V_STAMP) != stamp)
            diag_error(b->d, at, "'" STR_FMT "' is a %s here but a %s in another event of this controller: expected "
                       "another name", STR_ARG(name), stamp ? "stamp" : "field", stamp ? "field" : "stamp");
        return;
    }
    v = add_var(b, c, stamp ? V_STAMP : V_ARG, (VarName){ name, str_printf(b->a, "msg_" STR_FMT, STR_ARG(name)) },
                t, at);
    vec_push(b->a, &c->args, v);
    names_put(b->a, &c->by.args, name, v);
}

Event *add_event(Build *b, Controller *c, Str name, EventKind k, Pos at)
{
    Event *e = NEW(b->a, Event);
    if (find_event(c, name))
        diag_error(b->d, at, "event '" STR_FMT "' is declared twice in this controller", STR_ARG(name));
    e->name = name; e->kind = k; e->pos = at;
    e->id = c->events.n;
    e->class_ = INT32_MAX;
    vec_push(b->a, &c->events, e);
    if (!names_get(&c->by.events, name)) names_put(b->a, &c->by.events, name, e);
    return e;
}

static void add_base(Build *b, Controller *c, Event *e)
{
    e->code = c->base_events.n;
    vec_push(b->a, &c->base_events, e);
}

Event *add_base_event(Build *b, Controller *c, Str name, EventKind k, Pos at)
{
    Event *e = add_event(b, c, name, k, at);
    add_base(b, c, e);
    return e;
}

void field_is_no_signal(Build *b, const Node *f, bool port)
{
    static const char *const signals[] = { "valid", "ready", "kind", "key" };
    for (int i = 0; i < (port ? 4 : 3); i++)
        if (str_is(node_attr(f, "name"), signals[i]))
            diag_error(b->d, node_attr_pos(f, "name"), "a field cannot be called '%s': every port has a signal of that "
                       "name, expected another one", signals[i]);
}

static PortMsg port_msg(Build *b, Controller *c, const Node *n, bool incoming)
{
    PortMsg m = { .name = node_attr(n, "name"), .doc = node_attr(n, "doc"), .pos = n->pos };
    for (const Node *f = n->first; f; f = f->next) {
        Field x = {
            .name = node_attr(f, "name"), .doc = node_attr(f, "doc"), .pos = f->pos, .type = attr_type(b, f, "type")
        };
        field_is_no_signal(b, f, true);
        if (!x.type) continue;
        bool stamp = str_is(f->name, "stamp");
        if (incoming) add_arg(b, c, x.name, x.type, f->pos, stamp);
        if (!stamp) vec_push(b->a, &m.fields, x);
    }
    return m;
}

/* The word, a part of the list, stands in it before too. */
static bool is_before(Str list, Str word)
{
    for (Str w; (w = str_word(&list)).p < word.p;) if (str_eq(w, word)) return true;
    return false;
}

/* answer=: the replies to a core's event, the events that answer a request to a block. */
static void check_answers(Build *b, const Port *p, const Node *n)
{
    bool core = p->kind == PORT_CORE;
    int count = core ? p->replies.n : p->events.n;
    Str *all = NEW_N(b->a, Str, count + 1);
    for (int i = 0; i < count; i++) all[i] = core ? p->replies.at[i].name : p->events.at[i]->name;
    for (const Node *k = n->first; k; k = k->next) {
        Str whole = node_attr(k, "answer"), rest = whole, w;
        if (whole.p && str_is(k->name, core ? "request" : "event"))
            diag_error(b->d, node_attr_pos(k, "answer"), "answer= belongs to %s",
                       core ? "an event of a core" : "a request to a block: it names the events that answer it");
        else if (whole.p && p->kind == PORT_MEMORY)
            diag_error(b->d, node_attr_pos(k, "answer"), "what memory answers is known: answer= is for kind=\"block\"");
        else if (whole.p && core && !str_word(&(Str){ whole.p, whole.n }).n)
            diag_error(b->d, node_attr_pos(k, "answer"), "each request of a core is answered: expected the name of a "
                       "reply, or no answer=");
        else
            while ((w = str_word(&rest)).n) {
                bool found = false;
                for (int i = 0; i < count; i++) found |= str_eq(all[i], w);
                Pos at = node_attr_pos_at(k, "answer", (int)(w.p - whole.p));
                if (!found) unknown_name(b, at, core ? "reply" : "event", w, all, count);
                if (found && is_before(whole, w))
                    diag_error(b->d, at, "'" STR_FMT "' stands in answer= twice", STR_ARG(w));
            }
        if (node_attr(k, "times").p && !whole.p)
            diag_error(b->d, node_attr_pos(k, "times"), "times= says how many answers there are: expected answer= too");
    }
}

bool port_answers(const PortMsg *asked, Str name)
{
    Str rest = asked->answer, w;
    while ((w = str_word(&rest)).n) if (str_eq(w, name)) return true;
    return false;
}

/* What a controller gives to a core is a <reply>, to all else a <request>. */
static bool gives(Build *b, const Port *p, const Node *k)
{
    bool core = p->kind == PORT_CORE;
    if (!str_is(k->name, core ? "request" : "reply")) return true;
    diag_error(b->d, k->pos, core ?
               "a <request> in a port of kind \"core\": expected <event> for what a core asks, and <reply> for "
               "what it is answered" :
               "a <reply> in a port that is not of kind \"core\": expected <request> for what is asked there, and "
               "<event> for what comes back");
    return false;
}

/* id= names the type of a field that says whose a request is. */
static void some_thread(Build *b, const Port *p, Pos at)
{
    bool counts = p->id_type && !p->id_type->opaque && (p->id_type->kind == TK_COUNT || p->id_type->kind == TK_BITS),
         some = !counts || p->kind != PORT_CORE || !p->events.n;
    for (int i = 0; i < p->events.n; i++)
        for (int f = 0; f < p->events.at[i]->def->fields.n; f++)
            some |= p->events.at[i]->def->fields.at[f].type == p->id_type;
    if (!some)
        diag_error(b->d, at, "no request of port '" STR_FMT "' has a field of type '" STR_FMT "': expected one that "
                   "says whose it is", STR_ARG(p->name), STR_ARG(p->id_type->name));
}

/* What a request or a reply is about is one thread. */
static void one_thread(Build *b, const Port *p, const PortMsg *m)
{
    const Field *id = NULL;
    for (int i = 0; i < m->fields.n && p->kind == PORT_CORE && p->id_type; i++) {
        const Field *f = &m->fields.at[i];
        if (f->type != p->id_type) continue;
        if (id)
            diag_error(b->d, f->pos, "'" STR_FMT "' of '" STR_FMT "' is of the type of the port's id=, as '" STR_FMT
                       "' is: expected one field of it, which says whose this is; give the other one another type",
                       STR_ARG(f->name), STR_ARG(m->name), STR_ARG(id->name));
        id = f;
    }
}

static void port_events(Build *b, Controller *c, Port *p, const Node *n)
{
    for (const Node *k = n->first; k; k = k->next) {
        if (str_is(k->name, "join")) continue;      /* an error, see build_joins */
        if (!gives(b, p, k)) continue;
        if (str_is(k->name, "event")) {
            Event *e = add_event(b, c, node_attr(k, "name"), p->kind == PORT_CORE ? EV_CORE : EV_PORT, k->pos);
            e->port = p;
            e->doc = node_attr(k, "doc");
            e->def = NEW(b->a, PortMsg);
            *e->def = port_msg(b, c, k, true);
            e->def->code = p->events.n;
            e->def->answer = node_attr(k, "answer");
            e->def->outside = str_is(node_attr(k, "outside"), "yes");
            if (e->def->outside && p->kind != PORT_CORE)
                diag_error(b->d, node_attr_pos(k, "outside"), "only a request of a core is outside of transactions");
            one_thread(b, p, e->def);
            build_request(b, p, e->def, k);
            e->keyless = str_is(node_attr(k, "key"), "no");
            if (p->kind == PORT_CORE) e->class_ = -1;
            add_base(b, c, e);
            vec_push(b->a, &p->events, e);
        } else {
            PortMsg m = port_msg(b, c, k, false);
            bool reply = str_is(k->name, "reply");
            Scope s = { .b = b, .ctl = c };
            for (int i = 0; i < (reply ? p->replies.n : p->requests.n); i++)
                if (twice(b, k, str_eq(m.name, reply ? p->replies.at[i].name : p->requests.at[i].name))) break;
            one_thread(b, p, &m);
            m.answer = node_attr(k, "answer");
            if (node_attr(k, "times").p) m.times = expr_param_attr(&s, k, "times");
            m.code = reply ? p->replies.n : p->requests.n;
            if (reply) vec_push(b->a, &p->replies, m);
            else vec_push(b->a, &p->requests, m);
        }
    }
    check_answers(b, p, n);
    check_posted(b, p, n);
}

static void port_networks(Build *b, Controller *c, Port *p, const Node *n, const char *attr)
{
    Str rest = node_attr(n, attr), w;
    while ((w = str_word(&rest)).n) {
        Network *net = find_net(b, w);
        if (!net) {
            Str *all = NEW_N(b->a, Str, b->p->nets.n + 1);
            for (int i = 0; i < b->p->nets.n; i++) all[i] = b->p->nets.at[i]->name;
            unknown_name(b, node_attr_pos_at(n, attr, (int)(w.p - node_attr(n, attr).p)), "network", w, all,
                         b->p->nets.n);
            continue;
        }
        vec_push(b->a, &p->nets, net);
        (void)c;
    }
}

/* Only units have sizes: other attributes of a port are mistakes. */
static void no_sizes(Build *b, const Node *n)
{
    static const char *const known[] = { "name", "kind",  "id",    "gpus",  "block", "key",
                                         "of",   "store", "takes", "gives", "doc" };
    enum { KNOWN = sizeof known / sizeof *known };
    Str names[KNOWN];
    for (int i = 0; i < KNOWN; i++) names[i] = str_from(known[i]);
    for (int i = 0; i < n->n_attrs; i++) {
        Str name = n->attrs[i].name, near = str_closest(name, names, KNOWN);
        bool fine = false;
        for (int k = 0; k < KNOWN; k++) fine |= str_eq(name, names[k]);
        if (fine) continue;
        if (near.n)
            diag_error(b->d, n->attrs[i].name_pos, "<port> has no attribute " STR_FMT ", did you mean " STR_FMT "?",
                       STR_ARG(name), STR_ARG(near));
        else
            diag_error(b->d, n->attrs[i].name_pos, "<port> has no attribute " STR_FMT ": only units have sizes",
                       STR_ARG(name));
    }
}

void build_port(Build *b, Controller *c, const Node *n)
{
    Str name, kind = node_attr(n, "kind");
    if (!check_name(b, n, "name", &name)) return;
    if (twice(b, n, ctl_port(c, name) != NULL)) return;
    Port *p = NEW(b->a, Port);
    p->name = name; p->doc = node_attr(n, "doc"); p->pos = n->pos;
    p->kind = str_is(kind, "core")      ? PORT_CORE
              : str_is(kind, "memory")  ? PORT_MEMORY
              : str_is(kind, "block")   ? PORT_BLOCK
              : str_is(kind, "probe")   ? PORT_BLOCK
              : node_attr(n, "takes").p ? PORT_IN
                                        : PORT_OUT;
    if (node_attr(n, "id").p) p->id_type = attr_type(b, n, "id");
    if (p->id_type && p->id_type->opaque)
        diag_error(b->d, node_attr_pos(n, "id"), "type '" STR_FMT "' is opaque: the numbers of threads are compared",
                   STR_ARG(p->id_type->name));
    else if (p->id_type && p->id_type->kind != TK_COUNT && p->id_type->kind != TK_BITS)
        diag_error(b->d, node_attr_pos(n, "id"), "type '" STR_FMT "' does not count threads: expected a type with "
                   "count= or bits=", STR_ARG(p->id_type->name));
    if (node_attr(n, "gpus").p && p->kind != PORT_CORE)
        diag_error(b->d, node_attr_pos(n, "gpus"), "gpus= belongs to a port of kind=\"core\"");
    else p->gpus = expr_param_attr(&(Scope){ .b = b, .ctl = c }, n, "gpus");
    vec_push(b->a, &c->ports, p);
    names_put(b->a, &c->by.ports, name, p);
    if (p->kind == PORT_IN) port_networks(b, c, p, n, "takes");
    else if (p->kind == PORT_OUT && node_attr(n, "gives").p) port_networks(b, c, p, n, "gives");
    else if (p->kind == PORT_OUT) diag_error(b->d, n->pos, "a port needs kind=, takes= or gives=");
    else port_events(b, c, p, n);
    some_thread(b, p, node_attr_pos(n, "id"));
    if (!node_attr(n, "block").p) {
        no_sizes(b, n);
        return;
    }
    if (p->kind == PORT_BLOCK) p->block = find_kind(b, n, BLOCK_UNIT, "block");
    else diag_error(b->d, node_attr_pos(n, "block"), "block= belongs to a port of kind=\"block\"");
    if (!p->block) return;
    build_unit_sizes(b, c, p, n);
    check_unit(b, p, n);
}

static bool mentions(const Node *rows, Str name)
{
    for (const Node *in = rows->first; in; in = in->next)
        for (const Node *r = in->first; str_is(in->name, "in") && r; r = r->next) {
            Str rest = node_attr(r, "event"), w;
            while ((w = str_word(&rest)).n) if (str_eq(w, name)) return true;
        }
    for (const Node *e = rows->first; e; e = e->next)
        if (str_is(e->name, "event")) {
            Str rest = node_attr(e, "from"), w;
            while ((w = str_word(&rest)).n) if (str_eq(w, name)) return true;
        }
    return false;
}

/* Messages of the networks a controller takes: those its table speaks of. A message that no table takes is reported by
 * check. */
void message_events(Build *b, Controller *c, const Node *n)
{
    for (int i = 0; i < c->ports.n; i++) {
        Port *p = c->ports.at[i];
        for (int k = 0; k < p->nets.n && p->kind == PORT_IN; k++)
            for (int m = 0; m < b->p->msgs.n; m++) {
                Message *msg = b->p->msgs.at[m];
                if (msg->net != p->nets.at[k] || !mentions(n, msg->name)) continue;
                Event *e = add_event(b, c, msg->name, EV_MESSAGE, msg->pos);
                e->port = p; e->msg = msg; e->doc = msg->doc; e->class_ = msg->net->class_; e->keyless = msg->keyless;
                msg->taken = true;
                add_base(b, c, e);
                vec_push(b->a, &p->events, e);
                add_arg(b, c, STR("from"), b->p->t_node, msg->pos, false);
                for (int f = 0; f < msg->fields.n; f++)
                    add_arg(b, c, msg->fields.at[f].name, msg->fields.at[f].type, msg->fields.at[f].pos, false);
            }
    }
}

static void wake_place(Build *b, Controller *c, Event *e, const Node *n)
{
    Str of = node_attr(n, "of");
    e->waiters = find_waiters(c, of);
    e->store = find_store(c, of);
    if (!e->waiters && !e->store)
        unknown_place(b, c, node_attr_pos(n, "of"), of, true);
}

/* What would run instead of a row that overflows, if there were two of them? */
static void one_overflow(Build *b, const Controller *c, const Node *n)
{
    for (int i = 0; i < c->events.n && str_is(n->name, "overflow"); i++)
        if (c->events.at[i]->kind == EV_OVERFLOW) {
            diag_error(b->d, n->pos, "a second overflow event: only one is possible");
            diag_note(b->d, c->events.at[i]->pos, "the first one");
            return;
        }
}

/* The element of a store that chooses victims for rows; entries of a backed store leave by themselves. */
static const Node *evicts(const Node *n, const Store *s)
{
    const Node *k = n->first;
    while (k && !(str_is(k->name, "store") && str_eq(node_attr(k, "name"), s->name))) k = k->next;
    return k && node_attr(k, "victims").p && !s->backing ? k : NULL;
}

/* `evict`; of several stores `NAME.evict` each. */
static void evict_events(Build *b, Controller *c, const Node *n)
{
    int count = 0;
    for (int i = 0; i < c->stores.n; i++) count += evicts(n, c->stores.at[i]) != NULL;
    for (int i = 0; i < c->stores.n; i++) {
        Store *s = c->stores.at[i];
        const Node *k = evicts(n, s);
        Str name = count == 1 ? STR("evict") : str_printf(b->a, STR_FMT ".evict", STR_ARG(s->name));
        if (!k) continue;
        Event *e = add_event(b, c, name, EV_EVICT, k->pos);
        e->store = s;
        add_base(b, c, e);
    }
}

void other_events(Build *b, Controller *c, const Node *n)
{
    static const struct {
        const char *element;
        EventKind kind;
    } kinds[] = { { "timer", EV_TIMER }, { "wake", EV_WAKE }, { "wish", EV_WISH }, { "overflow", EV_OVERFLOW } };
    evict_events(b, c, n);
    for (const Node *k = n->first; k; k = k->next)
        for (int i = 0; i < 4; i++)
            if (str_is(k->name, kinds[i].element)) {
                one_overflow(b, c, k);
                Event *e = add_event(b, c, node_attr(k, "name"), kinds[i].kind, k->pos);
                e->doc = node_attr(k, "doc");
                e->keyless = kinds[i].kind != EV_WAKE;
                e->periodic = node_attr(k, "every").p != NULL;
                if (node_attr(k, "of").p) wake_place(b, c, e, k);
                add_base(b, c, e);
            }
}
