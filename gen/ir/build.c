#include "ir/build.h"
#include <ctype.h>
#include <string.h>

bool is_true(Str s) { return str_is(s, "yes") || str_is(s, "1") || str_is(s, "true"); }

/* Those that are the name with something in front of it, as "'line.evict' or 'region.evict'"; at most three. */
static Str with_prefix(Build *b, Str name, const Str *candidates, int n)
{
    enum { MOST = 3 };
    Str list = { "", 0 };
    for (int i = 0, k = 0; i < n && k < MOST; i++) {
        int from = candidates[i].n - name.n;
        if (from < 2 || candidates[i].p[from - 1] != '.' || memcmp(candidates[i].p + from, name.p, (size_t)name.n))
            continue;
        list = str_printf(b->a, STR_FMT "%s'" STR_FMT "'", STR_ARG(list), k++ ? " or " : "", STR_ARG(candidates[i]));
    }
    return list;
}

enum { LISTED_MAX = 8 };              /* so many names can be told */

static Str all_of(Build *b, const Str *names, int n)
{
    Str list = { "", 0 };
    for (int i = 0; i < n; i++)
        list = str_printf(b->a, STR_FMT "%s" STR_FMT, STR_ARG(list), i ? ", " : "", STR_ARG(names[i]));
    return list;
}

void some_word(Build *b, const Node *n, const char *attr, const char *expected)
{
    Str rest = node_attr(n, attr);
    if (rest.p && !str_word(&rest).n)
        diag_error(b->d, node_attr_pos(n, attr), "%s=\"\" names nothing: expected %s", attr, expected);
}

void unknown_name(Build *b, Pos at, const char *kind, Str name, const Str *candidates, int n)
{
    for (int i = 0; i < name.n; i++)
        if (name.p[i] == ',' || name.p[i] == ' ') {
            const char *said = name.p[i] == ' ' ? "expected one %s here, found '" STR_FMT "'" :
                "unknown %s '" STR_FMT "': names in a list are separated by blanks, not by commas";
            diag_error(b->d, at, said, kind, STR_ARG(name));
            return;
        }
    Str near = with_prefix(b, name, candidates, n).n ? (Str){ "", 0 } : str_closest(name, candidates, n);
    if (near.n)
        diag_error(b->d, at, "unknown %s '" STR_FMT "', did you mean '" STR_FMT "'?", kind, STR_ARG(name),
                   STR_ARG(near));
    else if (with_prefix(b, name, candidates, n).n)
        diag_error(b->d, at, "unknown %s '" STR_FMT "', did you mean " STR_FMT "?", kind, STR_ARG(name),
                   STR_ARG(with_prefix(b, name, candidates, n)));
    else if (n > 0 && n <= LISTED_MAX)
        diag_error(b->d, at, "unknown %s '" STR_FMT "', expected one of: " STR_FMT, kind, STR_ARG(name),
                   STR_ARG(all_of(b, candidates, n)));
    else diag_error(b->d, at, "unknown %s '" STR_FMT "'", kind, STR_ARG(name));
}

bool expansion_allowed(Build *b, Pos at)
{
    if (++b->expansions == EXPANSIONS_MAX)
        diag_error(b->d, at, "more than %d macro and function expansions in all", EXPANSIONS_MAX);
    return b->expansions < EXPANSIONS_MAX;
}

static Str lower_name(Build *b, Str s)
{
    char *p = arena_alloc(b->a, (size_t)s.n + 1);
    for (int i = 0; i < s.n; i++) p[i] = (char)tolower((unsigned char)s.p[i]);
    return (Str){ p, s.n };
}

/* Names end up in Verilog, C and file names. */
bool check_name(Build *b, const Node *n, const char *attr, Str *out)
{
    static const char *const reserved[] = { "msg",    "req",   "reg", "key", "me",    "state",  "home",
                                            "true",   "false", "max", "min", "evict", "replay", "replayed",
                                            "parked", "in",    "not", "and", "or" };
    *out = node_attr(n, attr);
    if (str_is(n->name, "network") || str_is(n->name, "message") || str_is(n->name, "port"))
        return out->n > 0; /* never named in expressions alone */
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (str_is(*out, reserved[i])) {
            diag_error(b->d, node_attr_pos(n, attr), "'%s' is a word of the language, expected another name",
                       reserved[i]);
            return false;
        }
    static const char *const prefixes[] = { "state", "event", "case", "msg" };
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes && str_is(n->name, "type"); i++)
        if (str_is(lower_name(b, *out),
                   prefixes[i])) { /* their widths would look like the names of states, events and messages */
            diag_error(b->d, node_attr_pos(n, attr), "a type cannot be called '" STR_FMT "', expected another name",
                       STR_ARG(*out));
            return false;
        }
    return out->n > 0;
}

/* ---- finders ---- */
Type *find_type(Build *b, Str name) { return names_get(&b->p->by.types, name); }
Controller *find_ctl(Build *b, Str name) { return names_get(&b->p->by.ctls, name); }
Message *find_msg(Build *b, Str name) { return names_get(&b->p->by.msgs, name); }
Network *find_net(Build *b, Str name) { return names_get(&b->p->by.nets, name); }
State *find_state(Controller *c, Str name) { return names_get(&c->by.states, name); }
Event *find_event(Controller *c, Str name) { return names_get(&c->by.events, name); }
Store *find_store(const Controller *c, Str name) { return names_get(&c->by.stores, name); }
Waiters *find_waiters(const Controller *c, Str name) { return names_get(&c->by.waiters, name); }
Port *ctl_port(const Controller *c, Str name) { return names_get(&c->by.ports, name); }
Var *ctl_arg(const Controller *c, Str name) { return names_get(&c->by.args, name); }

Param *find_param(const Protocol *p, const Controller *c, Str name)
{
    Param *own = c ? names_get(&c->by.params, name) : NULL;
    return own ? own : names_get(&p->by.params, name);
}

static void add_param(Build *b, Param *q)
{
    q->id = b->p->params.n;
    vec_push(b->a, &b->p->params, q);
    names_put(b->a, q->owner ? &q->owner->by.params : &b->p->by.params, q->name, q);
}

Type *named_type(Build *b, Str name, Pos at)
{
    Type *t = find_type(b, name);
    if (t && t->kind != TK_INT) return t;
    Str *all = NEW_N(b->a, Str, b->p->types.n + 1);
    for (int i = 0; i < b->p->types.n; i++) all[i] = b->p->types.at[i]->name;
    unknown_name(b, at, "type", name, all, b->p->types.n);
    return NULL;
}

Type *attr_type(Build *b, const Node *n, const char *attr)
{
    return named_type(b, node_attr(n, attr), node_attr_pos(n, attr));
}

/* ---- top-level elements ---- */

static Type *add_type(Build *b, Str name, TypeKind k, Pos at)
{
    Type *t = NEW(b->a, Type);
    t->name = name;
    t->kind = k;
    t->pos = at;
    t->id = b->p->types.n;
    vec_push(b->a, &b->p->types, t);
    names_put(b->a, &b->p->by.types, name, t);
    return t;
}

bool build_fresh(Build *b, const Node *n, const char *kind, bool taken)
{
    if (taken)
        diag_error(b->d, node_attr_pos(n, "name"), "%s '" STR_FMT "' is declared twice", kind,
                   STR_ARG(node_attr(n, "name")));
    return !taken;
}

/* As an attribute of <place> or <system> the name says something else. */
static bool settable(Build *b, const Node *n, Str name, bool owned)
{
    static const char *const of_place[] = { "controller", "count", "domain", "doc", NULL };
    static const char *const of_system[] = { "name", "doc", NULL };
    const char *const *taken = owned ? of_place : of_system;
    while (*taken && !str_is(name, *taken)) taken++;
    if (!*taken) return true;
    diag_error(b->d, node_attr_pos(n, "name"), "no parameter can be called '%s': a <%s> could not set it", *taken,
               owned ? "place" : "system");
    return false;
}

void build_param(Build *b, const Node *n, Controller *owner)
{
    Scope s = { .b = b, .ctl = NULL };
    Str name, rest, w;
    if (!check_name(b, n, "name", &name)) return;
    Param *twin = find_param(b->p, owner, name);
    if (!build_fresh(b, n, "parameter", twin && twin->owner == owner) || !settable(b, n, name, owner)) return;
    if (twin) {
        diag_error(b->d, node_attr_pos(n, "name"),
                   "parameter '" STR_FMT "' hides the protocol's parameter of that name", STR_ARG(name));
        return;
    }
    Param *q = NEW(b->a, Param);
    q->name = name; q->doc = node_attr(n, "doc"); q->pos = n->pos; q->owner = owner;
    s.ctl = owner;
    q->dflt = expr_param_attr(&s, n, "default");
    q->min = expr_param_attr(&s, n, "min");
    q->max = expr_param_attr(&s, n, "max");
    rest = node_attr(n, "in");
    some_word(b, n, "in", "values");
    while ((w = str_word(&rest)).n) {
        Expr *e = expr_text(&s, n, "in", w, NULL);
        if (e && e->op == E_NUM) vec_push(b->a, &q->in, e->num);
        else if (e) diag_error(b->d, e->pos, "expected a list of integers");
    }
    if (!q->min) q->min = expr_new(b->a, E_NUM, b->p->t_int, n->pos);
    if (!q->max) { q->max = expr_new(b->a, E_NUM, b->p->t_int, n->pos); q->max->num = INT32_MAX; }
    if (!q->dflt) q->dflt = q->min;
    add_param(b, q);
}

static void build_type(Build *b, const Node *n)
{
    static const struct {
        const char *attr;
        TypeKind kind;
    } sizes[] = { { "bits", TK_BITS }, { "count", TK_COUNT }, { "bytes", TK_BYTES } };
    Scope s = { .b = b };
    Str name;
    if (!check_name(b, n, "name", &name) || !build_fresh(b, n, "type", find_type(b, name) != NULL)) return;
    Type *t = add_type(b, name, TK_BITS, n->pos);
    int given = 0;
    for (int i = 0; i < 3; i++)
        if (node_attr(n, sizes[i].attr).p) {
            t->kind = sizes[i].kind;
            t->size = expr_param_attr(&s, n, sizes[i].attr);
            given++;
        }
    if (given != 1)
        diag_error(b->d, n->pos, "type '" STR_FMT "': expected exactly one of bits=, count= and bytes=", STR_ARG(name));
    if (!t->size) t->size = expr_new(b->a, E_NUM, b->p->t_int, n->pos);
    t->doc = node_attr(n, "doc");
    t->key = is_true(node_attr(n, "key"));
    t->opaque = is_true(node_attr(n, "opaque")) || (t->kind == TK_BYTES && !node_attr(n, "opaque").p);
    t->is_signed = is_true(node_attr(n, "signed"));
    t->circular = str_is(node_attr(n, "order"), "circular");
    if (t->key && t->opaque) {
        diag_error(b->d, n->pos, "type '" STR_FMT "': a key is compared, so that it cannot be opaque", STR_ARG(name));
        t->opaque = false;
    }
    t->offset = expr_param_attr(&s, n, "offset");
    Str o = node_attr(n, "overflow");
    t->overflow = str_is(o, "wrap") || (t->circular && !o.p) || (t->is_signed && !o.p) ? OVF_WRAP
                  : str_is(o, "saturate")                                              ? OVF_SATURATE
                                                                                       : OVF_ERROR;
}

static void build_enum(Build *b, const Node *n)
{
    Str name;
    if (!check_name(b, n, "name", &name) || !build_fresh(b, n, "type", find_type(b, name) != NULL)) return;
    Type *t = add_type(b, name, TK_ENUM, n->pos);
    t->doc = node_attr(n, "doc");
    for (const Node *v = n->first; v; v = v->next) {
        Str value = node_attr(v, "name");
        build_fresh(b, v, "value", names_get(&t->codes, value) != NULL);
        vec_push(b->a, &t->values, value);
        names_put(b->a, &t->codes, value, (void *)(intptr_t)t->values.n);
    }
    if (!t->values.n) diag_error(b->d, n->pos, "enum '" STR_FMT "' has no values", STR_ARG(name));
}

static void build_message(Build *b, const Node *n)
{
    Str name;
    if (!check_name(b, n, "name", &name) || !build_fresh(b, n, "message", find_msg(b, name) != NULL)) return;
    Message *m = NEW(b->a, Message);
    m->name = name; m->doc = node_attr(n, "doc"); m->pos = n->pos; m->keyless = str_is(node_attr(n, "key"), "no");
    m->net = find_net(b, node_attr(n, "on"));
    if (!m->net) {
        Str *all = NEW_N(b->a, Str, b->p->nets.n + 1);
        for (int i = 0; i < b->p->nets.n; i++) all[i] = b->p->nets.at[i]->name;
        unknown_name(b, node_attr_pos(n, "on"), "network", node_attr(n, "on"), all, b->p->nets.n);
        return;
    }
    m->code = m->net->n_msgs++;
    Names seen = { 0 };
    for (const Node *f = n->first; f; f = f->next) {
        static const char *const taken[] = { "message", "to", "of", "port", "request", "name", "performs", "key" };
        Field x = {
            .name = node_attr(f, "name"), .doc = node_attr(f, "doc"), .pos = f->pos, .type = attr_type(b, f, "type")
        };
        field_is_no_signal(b, f, false);
        for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
            if (str_is(x.name, taken[i]))
                diag_error(b->d, node_attr_pos(f, "name"),
                           "a field cannot be called '%s': <send> has an attribute of that name", taken[i]);
        if (str_is(x.name, "from"))
            diag_error(b->d, node_attr_pos(f, "name"), "every message has its sender in 'from', expected another name");
        build_fresh(b, f, "field", names_get(&seen, x.name) != NULL);
        if (!x.type) continue;
        names_put(b->a, &seen, x.name, x.type);
        build_join_rule(b, f, &x);
        vec_push(b->a, &m->fields, x);
    }
    check_join_masks(b, m);
    vec_push(b->a, &b->p->msgs, m);
    names_put(b->a, &b->p->by.msgs, name, m);
}

static void build_rule(Build *b, const Node *n)
{
    Scope s = { .b = b };
    Rule r = { expr_param_attr(&s, n, "test"), node_attr(n, "why"), n->pos };
    if (r.test) vec_push(b->a, &b->p->rules, r);
}

/* ---- systems ---- */

static bool is_one_of(Str s, const char *const *list)
{
    for (; *list; list++) if (str_is(s, *list)) return true;
    return false;
}

static void build_sets(Build *b, const Node *n, Controller *ctl, const char *const *known, void *vec)
{
    VEC(struct ParamSet) *out = vec;
    Scope s = { .b = b };
    for (int i = 0; i < n->n_attrs; i++) {
        Attr *at = &n->attrs[i];
        if (is_one_of(at->name, known)) continue;
        const char *z = str_z(b->a, at->name);
        Param *q = find_param(b->p, ctl, at->name);
        if (!q || q->owner != ctl) {
            Str *all = NEW_N(b->a, Str, b->p->params.n + 1);
            int k = 0;
            for (int j = 0; j < b->p->params.n; j++)
                if (b->p->params.at[j]->owner == ctl) all[k++] = b->p->params.at[j]->name;
            unknown_name(b, at->name_pos, ctl ? "parameter of this controller" : "parameter", at->name, all, k);
            if (!ctl && memchr(at->name.p, '.', (size_t)at->name.n))
                diag_note(b->d, at->name_pos, "a parameter of a controller is an attribute of its <place>");
            continue;
        }
        struct ParamSet ps = { q, expr_param_attr(&s, n, z), at->value_pos };
        if (ps.value) vec_push(b->a, out, ps);
    }
}

static void build_domain(Build *b, const Node *n, System *sys)
{
    Scope s = { .b = b };
    ClockDomain *d = NEW(b->a, ClockDomain);
    *d = (ClockDomain){ .name = node_attr(n, "name"), .doc = node_attr(n, "doc"), .id = sys->domains.n, .pos = n->pos };
    d->stages = expr_param_attr(&s, n, "stages");
    for (int i = 0; i < sys->domains.n; i++)
        if (str_eq(sys->domains.at[i]->name, d->name))
            diag_error(b->d, n->pos, "domain '" STR_FMT "' is there already", STR_ARG(d->name));
    if (d->stages) vec_push(b->a, &sys->domains, d);
}

static ClockDomain *find_domain(Build *b, const Node *n, const System *sys)
{
    Str name = node_attr(n, "domain"), *all = NEW_N(b->a, Str, sys->domains.n + 1);
    for (int i = 0; i < sys->domains.n; i++) {
        if (str_eq(sys->domains.at[i]->name, name)) return sys->domains.at[i];
        all[i] = sys->domains.at[i]->name;
    }
    if (name.n) unknown_name(b, node_attr_pos(n, "domain"), "domain", name, all, sys->domains.n);
    return NULL;
}

static void build_place(Build *b, const Node *n, System *sys)
{
    static const char *const known[] = { "controller", "count", "domain", "doc", NULL };
    Scope s = { .b = b };
    Place pl = { .ctl = find_ctl(b, node_attr(n, "controller")), .pos = n->pos };
    if (!pl.ctl) {
        Str *all = NEW_N(b->a, Str, b->p->ctls.n + 1);
        for (int i = 0; i < b->p->ctls.n; i++) all[i] = b->p->ctls.at[i]->name;
        unknown_name(b, node_attr_pos(n, "controller"), "controller", node_attr(n, "controller"), all, b->p->ctls.n);
        return;
    }
    for (int i = 0; i < sys->places.n; i++)
        if (sys->places.at[i].ctl == pl.ctl)
            diag_error(b->d, n->pos, "controller '" STR_FMT "' is placed twice: use count=", STR_ARG(pl.ctl->name));
    pl.count = expr_param_attr(&s, n, "count");
    if (!pl.count) { pl.count = expr_new(b->a, E_NUM, b->p->t_int, n->pos); pl.count->num = 1; }
    pl.domain = find_domain(b, n, sys);
    build_sets(b, n, pl.ctl, known, &pl.sets);
    vec_push(b->a, &sys->places, pl);
}

static void build_home(Build *b, const Node *n, System *sys)
{
    Controller *c = find_ctl(b, node_attr(n, "of"));
    Pos at = node_attr_pos(n, "of");
    if (!c) diag_error(b->d, at, "unknown controller '" STR_FMT "'", STR_ARG(node_attr(n, "of")));
    if (node_attr(n, "by").p && !str_is(node_attr(n, "by"), "key"))
        diag_error(b->d, node_attr_pos(n, "by"), "by=\"" STR_FMT "\": a home goes by the key, modulo their number: "
                   "expected by=\"key\"", STR_ARG(node_attr(n, "by")));
    for (int i = 0; i < sys->homes.n; i++)
        if (sys->homes.at[i] == c) diag_error(b->d, at, "'" STR_FMT "' is a home already", STR_ARG(c->name));
    if (c) vec_push(b->a, &sys->homes, c);
}

static void build_system(Build *b, const Node *n)
{
    static const char *const known[] = { "name", "doc", NULL };
    System *sys = NEW(b->a, System);
    sys->name = node_attr(n, "name"); sys->doc = node_attr(n, "doc"); sys->pos = n->pos;
    build_fresh(b, n, "system", names_get(&b->systems, sys->name) != NULL);
    names_put(b->a, &b->systems, sys->name, sys);
    build_sets(b, n, NULL, known, &sys->sets);
    for (const Node *k = n->first; k; k = k->next) if (str_is(k->name, "domain")) build_domain(b, k, sys);
    for (const Node *k = n->first; k; k = k->next) {
        if (str_is(k->name, "place")) build_place(b, k, sys);
        if (str_is(k->name, "home")) build_home(b, k, sys);
    }
    vec_push(b->a, &b->p->systems, sys);
}

static void each(Build *b, const char *element, void (*fn)(Build *, const Node *))
{
    for (const Node *n = b->root->first; n; n = n->next)
        if (str_is(n->name, element)) fn(b, n);
}

static void build_global_param(Build *b, const Node *n) { build_param(b, n, NULL); }

static Expr *number(Build *b, int64_t v)
{
    Expr *e = expr_new(b->a, E_NUM, b->p->t_int, b->p->pos);
    e->num = v;
    return e;
}

/* What every design has; a protocol may declare one of them itself to give it another default or range. */
static void tool_params(Build *b)
{
    static const struct { const char *name; int64_t dflt, min, max; const char *doc; } list[] = {
        { "FLIT_BITS", 32, NET_WIDTH_MIN, NET_WIDTH_MAX, "bits that a channel moves per cycle" },
        { "NET_LATENCY", 0, 0, NET_LATENCY_MAX, "cycles that a flit takes beyond the crossbar" },
        { "QUEUE_DEPTH", 4, 3, QUEUE_DEPTH_MAX, "messages that a queue in front of or behind a controller holds" },
        { "BEAT_BYTES", 4, 4, 128, "bytes of the memory side: a power of two, at most a line" },
        { "MEM_SLOTS", 4, 1, 64, "reads, and writes, that a memory side has in flight" },
        { "SPARSE_FLITS", 0, 0, 1, "1: flits of a message that carry no byte under a mask are not sent" },
        { "THROTTLE", 0, 0, 255, "test only: each channel pauses in THROTTLE of 256 cycles at random" },
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        Str name = str_from(list[i].name);
        Param *own = find_param(b->p, NULL, name);
        if (own) own->tool = true;
        if (own) continue;
        Param *q = NEW(b->a, Param);
        *q = (Param){ .name = name,
                      .doc = str_from(list[i].doc),
                      .pos = b->p->pos,
                      .dflt = number(b, list[i].dflt),
                      .min = number(b, list[i].min),
                      .max = number(b, list[i].max),
                      .tool = true };
        add_param(b, q);
    }
}

/* ---- macros and functions: what is wrong with them by themselves ---- */

/* Macros belong to their controller, or to all of them. */
static Str definition_key(Build *b, const char *element, Str owner, Str name)
{
    return str_printf(b->a, "%s " STR_FMT " " STR_FMT, element, STR_ARG(name), STR_ARG(owner));
}

Definition *find_definition(Build *b, const char *element, Str owner, Str name)
{
    Definition *own = owner.n ? names_get(&b->definitions, definition_key(b, element, owner, name)) : NULL;
    return own ? own : names_get(&b->definitions, definition_key(b, element, STR(""), name));
}

static void add_definition(Build *b, const Node *n, Str owner)
{
    bool function = str_is(n->name, "function");
    if (!function && !str_is(n->name, "macro")) return;
    Str key = definition_key(b, function ? "function" : "macro", owner, node_attr(n, "name"));
    if (!build_fresh(b, n, function ? "function" : "macro", names_get(&b->definitions, key) != NULL)) return;
    Definition *d = NEW(b->a, Definition);
    d->node = n;
    names_put(b->a, &b->definitions, key, d);
    vec_push(b->a, &b->defined, d);
}

static void add_definitions(Build *b)
{
    for (const Node *n = b->root->first; n; n = n->next) {
        add_definition(b, n, STR(""));
        if (!str_is(n->name, "controller")) continue;
        for (const Node *k = n->first; k; k = k->next) add_definition(b, k, node_attr(n, "name"));
    }
}

static void check_definition(Build *b, const Definition *x)
{
    const Node *n = x->node;
    bool function = str_is(n->name, "function");
    Str name = node_attr(n, "name");
    if (function && expr_is_builtin(name)) {
        diag_error(b->d, node_attr_pos(n, "name"),
                   "'" STR_FMT "' is a function of the language, which would be called instead: expected another name",
                   STR_ARG(name));
        return;
    }
    if (function && (find_type(b, name) || find_ctl(b, name))) {
        diag_error(b->d, node_attr_pos(n, "name"),
                   "'" STR_FMT "' is a %s too, and both are written " STR_FMT "(...): expected another name",
                   STR_ARG(name), find_type(b, name) ? "type" : "controller", STR_ARG(name));
        return;
    }
    if (!x->used)
        diag_warning(b->d, n->pos, "%s '" STR_FMT "' is not used", function ? "function" : "macro", STR_ARG(name));
}

Protocol *ir_build(Arena *a, Diags *d, const Node *root)
{
    const Blocks *stock = blocks_stock(a, d);
    return stock ? ir_build_with(a, d, root, stock) : NULL;
}

Protocol *ir_build_with(Arena *a, Diags *d, const Node *root, const Blocks *blocks)
{
    Build b = { .a = a, .d = d, .p = NEW(a, Protocol), .root = root };
    Pos nowhere = { root->pos.file, 0, 0 };
    b.p->name = node_attr(root, "name");
    b.p->doc = node_attr(root, "doc");
    b.p->file = root->pos.file;
    b.p->pos = root->pos;
    b.p->blocks = blocks;
    b.p->t_bool = add_type(&b, STR("bool"), TK_BOOL, nowhere);
    b.p->t_bool->overflow = OVF_WRAP;
    b.p->t_node = add_type(&b, STR("node"), TK_NODE, nowhere);
    b.p->t_int = add_type(&b, STR("integer"), TK_INT, nowhere);
    add_definitions(&b);
    each(&b, "param", build_global_param);
    tool_params(&b);
    each(&b, "type", build_type);
    each(&b, "enum", build_enum);
    each(&b, "rule", build_rule);
    each(&b, "network", build_network);
    each(&b, "message", build_message);
    each(&b, "clock", build_clock);
    build_controllers(&b);
    build_probes(&b);
    build_wires(&b);
    each(&b, "system", build_system);
    each(&b, "verify", build_plan);
    for (int i = 0; i < b.defined.n; i++) check_definition(&b, b.defined.at[i]);
    return b.p;
}
