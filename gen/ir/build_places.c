/* build_places.c - stores and waiting places of a controller. */
#include "ir/build.h"

/* A field of a store or of a waiting place (the other is NULL). */
static Var *build_key_field(Build *b, Controller *c, const Node *f, Store *store, Waiters *waiters)
{
    VarKind k = store ? V_STORE : V_WAITER;
    Str owner = store ? store->name : waiters->name;
    Scope s = { .b = b, .ctl = c };
    Str name = node_attr(f, "name");
    Type *t = attr_type(b, f, "type");
    if (!t) return NULL;
    if (str_is(name, "hit") || str_is(name, "room") || str_is(name, "state") || str_is(name, "valid") || (waiters && str_is(name, "empty")))
        diag_error(b->d, node_attr_pos(f, "name"), "'" STR_FMT "' is built in, expected another field name", STR_ARG(name));
    Var *v = add_var(b, c, k, name, str_printf(b->a, STR_FMT "_" STR_FMT, STR_ARG(owner), STR_ARG(name)), t, f->pos);
    v->store = store;
    v->waiters = waiters;
    check_ident(b, c, v);
    v->doc = node_attr(f, "doc");
    v->sparse = is_true(node_attr(f, "sparse"));
    if (v->sparse && !t->opaque) diag_error(b->d, f->pos, "only an opaque field can be sparse");
    if (node_attr(f, "reset").p && !t->opaque) v->reset = expr_attr(&s, f, "reset", t);
    if (node_attr(f, "absent").p && !t->opaque) v->absent = expr_attr(&s, f, "absent", t);
    if (t->opaque && (node_attr(f, "reset").p || node_attr(f, "absent").p)) diag_error(b->d, f->pos, "an opaque field has no reset= or absent= value");
    return v;
}

Store *find_behind(const Controller *c, Str name)
{
    for (int i = 0; i < c->behind.n; i++) if (str_eq(c->behind.at[i]->name, name)) return c->behind.at[i];
    return NULL;
}

static bool taken(Build *b, const Controller *c, const Node *n, Str name)
{
    return twice(b, n, find_store(c, name) || find_behind(c, name) || find_waiters(c, name));
}

/* A field of a bloom store: rows read it as that of the store it backs. */
static void kept_field(Build *b, Store *st, const Node *f)
{
    Field x = { .name = node_attr(f, "name"), .doc = node_attr(f, "doc"), .pos = f->pos, .type = attr_type(b, f, "type") };
    if (x.type && x.type->opaque) diag_error(b->d, f->pos, "a field of a store of kind bloom cannot be opaque: values are compared there");
    else if (x.type) vec_push(b->a, &st->kept, x);
}

/* What the blocks of the kinds cannot do without. */
static void check_sizes(Build *b, const Controller *c, const Store *st, const Node *n)
{
    bool assoc = str_is(st->kind, "assoc"), hashed = str_is(st->kind, "cuckoo") || str_is(st->kind, "bloom"), memory = str_is(st->kind, "memory");
    if (assoc && (!st->sets || !st->ways)) diag_error(b->d, n->pos, "a store of kind assoc needs sets= and ways=");
    if (hashed && (!st->ways || !st->rows)) diag_error(b->d, n->pos, "a store of kind " STR_FMT " needs ways= and rows=", STR_ARG(st->kind));
    if ((assoc || hashed || memory) && !c->key) diag_error(b->d, n->pos, "a store of kind " STR_FMT " needs a controller with key=", STR_ARG(st->kind));
    for (int i = 0; memory && i < st->fields.n; i++)
        if (!st->fields.at[i]->type->opaque) diag_error(b->d, st->fields.at[i]->pos, "a field of a store of kind memory must be opaque");
}

void build_store(Build *b, Controller *c, const Node *n)
{
    Scope s = { .b = b, .ctl = c };
    Str name;
    if (!check_name(b, n, "name", &name) || taken(b, c, n, name)) return;
    Store *st = NEW(b->a, Store);
    st->name = name; st->kind = node_attr(n, "kind"); st->doc = node_attr(n, "doc"); st->pos = n->pos;
    st->sets = expr_param_attr(&s, n, "sets");
    st->ways = expr_param_attr(&s, n, "ways");
    st->entries = expr_param_attr(&s, n, "entries");
    st->rows = expr_param_attr(&s, n, "rows");
    st->stash = expr_param_attr(&s, n, "stash");
    if (str_is(st->kind, "bloom") || str_is(st->kind, "memory")) vec_push(b->a, &c->behind, st);
    else vec_push(b->a, &c->stores, st);
    for (const Node *f = n->first; f; f = f->next) {
        if (str_is(st->kind, "bloom")) { kept_field(b, st, f); continue; }
        Var *v = build_key_field(b, c, f, st, NULL);
        if (v) vec_push(b->a, &st->fields, v);
    }
    check_sizes(b, c, st, n);
    if (node_attr(n, "index").p && c->key) {
        Var *key = ctl_var(c, V_KEY, STR("key"), NULL);
        int reads = key->is_read;        /* the index belongs to the store: no use by the table */
        st->index = expr_attr(&s, n, "index", c->key);
        key->is_read = reads;
    }
}

static Var *field_of(const Store *st, Str name)
{
    for (int i = 0; i < st->fields.n; i++) if (str_eq(st->fields.at[i]->name, name)) return st->fields.at[i];
    return NULL;
}

/* backing="STORE": the fields of that store are kept there when an entry leaves. */
void build_backing(Build *b, Controller *c, const Node *n)
{
    Str name = node_attr(n, "backing");
    Store *st = find_store(c, node_attr(n, "name")), *to = find_behind(c, name);
    if (!name.p || !st) return;
    if (!to || !str_is(to->kind, "bloom")) { diag_error(b->d, node_attr_pos(n, "backing"), "'" STR_FMT "' is not a store of kind bloom", STR_ARG(name)); return; }
    if (!str_is(st->kind, "cuckoo")) diag_error(b->d, node_attr_pos(n, "backing"), "only a store of kind cuckoo lets its entries leave for a backing store");
    st->backing = to;
    for (int i = 0; i < to->kept.n; i++) {
        Var *v = field_of(st, to->kept.at[i].name);
        if (!v || v->type != to->kept.at[i].type) { diag_error(b->d, to->kept.at[i].pos, "store '" STR_FMT "' has no field '" STR_FMT "' of this type", STR_ARG(st->name), STR_ARG(to->kept.at[i].name)); continue; }
        if (v->absent) diag_error(b->d, v->absent->pos, "when the key is absent, '" STR_FMT "' is what the backing store says", STR_ARG(v->name));
        v->backed = true;
    }
}

void build_waiters(Build *b, Controller *c, const Node *n)
{
    Scope s = { .b = b, .ctl = c };
    Str name;
    if (!check_name(b, n, "name", &name) || taken(b, c, n, name)) return;
    Waiters *w = NEW(b->a, Waiters);
    w->name = name; w->kind = node_attr(n, "kind"); w->order = node_attr(n, "order"); w->doc = node_attr(n, "doc"); w->pos = n->pos;
    w->entries = expr_param_attr(&s, n, "entries");
    w->depth = expr_param_attr(&s, n, "depth");
    if (!w->entries) diag_error(b->d, n->pos, "waiters need entries=");
    if (!w->depth) { w->depth = expr_new(b->a, E_NUM, b->p->t_int, n->pos); w->depth->num = 1; }
    vec_push(b->a, &c->waiters, w);
    for (const Node *f = n->first; f; f = f->next) {
        Var *v = build_key_field(b, c, f, NULL, w);
        if (v) vec_push(b->a, &w->fields, v);
    }
    if (str_is(w->kind, "stall") && w->fields.n) diag_error(b->d, w->fields.at[0]->pos, "waiters of kind stall hold parked events and nothing else: no fields");
}

/* order="min FIELD": which parked event of the key is offered first. */
void build_order(Build *b, Controller *c, const Node *n)
{
    Waiters *w = find_waiters(c, node_attr(n, "name"));
    Str rest = node_attr(n, "order"), least, name;
    if (!w || !rest.p || !str_is(w->kind, "stall")) return;
    least = str_word(&rest);
    name = str_word(&rest);
    if (!str_is(least, "min") || !name.n || str_word(&rest).n) { diag_error(b->d, node_attr_pos(n, "order"), "expected \"min FIELD\", a field of the events that wait"); return; }
    w->least = ctl_arg(c, name);
    if (!w->least) diag_error(b->d, node_attr_pos(n, "order"), "no event of this controller has a field '" STR_FMT "'", STR_ARG(name));
    else if (w->least->type->opaque) diag_error(b->d, node_attr_pos(n, "order"), "'" STR_FMT "' is opaque: it cannot be compared", STR_ARG(name));
    if (w->least) w->least->is_read++;
}
