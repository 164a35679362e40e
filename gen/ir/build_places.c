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
    if (str_is(name, "hit") || str_is(name, "room") || str_is(name, "state") || str_is(name, "valid") ||
        (waiters && str_is(name, "empty")) || (store && store->lock && str_eq(name, store->lock->name)) ||
        (waiters && str_is(name, "first") && block_pin(waiters->block, "first_o")))
        diag_error(b->d, node_attr_pos(f, "name"), "'" STR_FMT "' is built in, expected another field name",
                   STR_ARG(name));
    Str ident = str_printf(b->a, STR_FMT "_" STR_FMT, STR_ARG(owner), STR_ARG(name));
    Var *v = add_var(b, c, k, (VarName){ name, ident }, t, f->pos);
    v->store = store;
    v->waiters = waiters;
    check_ident(b, c, v);
    v->doc = node_attr(f, "doc");
    v->sparse = is_true(node_attr(f, "sparse"));
    if (v->sparse && !t->opaque) diag_error(b->d, f->pos, "only an opaque field can be sparse");
    if (node_attr(f, "reset").p && !t->opaque) v->reset = expr_attr(&s, f, "reset", t);
    if (node_attr(f, "absent").p && !t->opaque) v->absent = expr_attr(&s, f, "absent", t);
    if (t->opaque && (node_attr(f, "reset").p || node_attr(f, "absent").p))
        diag_error(b->d, f->pos, "an opaque field has no reset= or absent= value");
    return v;
}

Store *find_behind(const Controller *c, Str name)
{
    for (int i = 0; i < c->behind.n; i++)
        if (str_eq(c->behind.at[i]->name, name)) return c->behind.at[i];
    return NULL;
}

static bool taken(Build *b, const Controller *c, const Node *n, Str name)
{
    return twice(b, n, find_store(c, name) || find_behind(c, name) || find_waiters(c, name));
}

/* A field of a filter: rows read it as that of the store it backs. */
static void kept_field(Build *b, Store *st, const Node *f)
{
    Field x = {
        .name = node_attr(f, "name"), .doc = node_attr(f, "doc"), .pos = f->pos, .type = attr_type(b, f, "type")
    };
    if (x.type && x.type->opaque)
        diag_error(b->d, f->pos, "a field of a store of kind " STR_FMT " cannot be opaque: values are compared there",
                   STR_ARG(st->block->kind));
    else if (x.type) vec_push(b->a, &st->kept, x);
}

/* ---- kinds and their attributes ---- */

const Block *find_kind(Build *b, const Node *n, BlockSort sort, const char *attr)
{
    Str kind = node_attr(n, attr);
    const Str *known;
    const Block *block = block_find(b->p->blocks, sort, kind);
    if (block) return block;
    int count = block_kinds(b->a, b->p->blocks, sort, &known);
    const char *what = sort == BLOCK_STORE     ? "kind of store"
                       : sort == BLOCK_WAITERS ? "kind of waiters"
                       : sort == BLOCK_UNIT    ? "block of sort unit"
                                               : "data-path block";
    Str list = STR("");
    for (int i = 0; i < count; i++)
        list = str_printf(b->a, STR_FMT "%s" STR_FMT, STR_ARG(list), i ? ", " : "", STR_ARG(known[i]));
    Str near = str_closest(kind, known, count);
    if (near.n)
        diag_error(b->d, node_attr_pos(n, attr),
                   "unknown %s '" STR_FMT "', did you mean '" STR_FMT "'? There are " STR_FMT, what, STR_ARG(kind),
                   STR_ARG(near), STR_ARG(list));
    else
        diag_error(b->d, node_attr_pos(n, attr), "unknown %s '" STR_FMT "', expected one of " STR_FMT, what,
                   STR_ARG(kind), STR_ARG(list));
    return NULL;
}

/* What the language itself makes of attributes of the element. */
static bool own_attr(const Block *block, Str name)
{
    if (str_is(name, "name") || str_is(name, "kind") || str_is(name, "doc")) return true;
    if (block->sort == BLOCK_UNIT) return str_is(name, "block");
    return (str_is(name, "key") && block->sort == BLOCK_STORE) || (str_is(name, "index") && block->index) ||
           (str_is(name, "victims") && block->victims) ||
           (str_is(name, "backing") && block->sort == BLOCK_STORE) ||
           (str_is(name, "enough") && block->sort == BLOCK_WAITERS) || (str_is(name, "order") && block->orders.n);
}

static void unknown_attr(Build *b, const Node *n, const Block *block, const Attr *at)
{
    VEC(Str) known = { 0 };
    for (int i = 0; i < block->attrs.n; i++) vec_push(b->a, &known, block->attrs.at[i].name);
    static const char *const own[] = { "name", "kind", "block", "doc", "key", "index", "victims", "backing", "order",
                                       "enough" };
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (own_attr(block, str_from(own[i]))) vec_push(b->a, &known, str_from(own[i]));
    Str near = str_closest(at->name, known.at, known.n), list = STR("");
    for (int i = 0; i < known.n; i++)
        list = str_printf(b->a, STR_FMT "%s" STR_FMT, STR_ARG(list), i ? " " : "", STR_ARG(known.at[i]));
    if (near.n)
        diag_error(b->d, at->name_pos,
                   "a <" STR_FMT "> of kind " STR_FMT " has no attribute " STR_FMT ", did you mean " STR_FMT "?",
                   STR_ARG(n->name), STR_ARG(block->kind), STR_ARG(at->name), STR_ARG(near));
    else
        diag_error(b->d, at->name_pos,
                   "a <" STR_FMT "> of kind " STR_FMT " has no attribute " STR_FMT ", expected one of: " STR_FMT,
                   STR_ARG(n->name), STR_ARG(block->kind), STR_ARG(at->name), STR_ARG(list));
}

/* "needs sets= and ways=": all that it cannot do without, if one is not there. */
static void required_attrs(Build *b, const Block *block, const Node *n)
{
    Str list = STR("");
    for (int i = 0; i < block->attrs.n; i++)
        if (block->attrs.at[i].required)
            list = str_printf(b->a, STR_FMT "%s" STR_FMT "=", STR_ARG(list), list.n ? " and " : "",
                              STR_ARG(block->attrs.at[i].name));
    if (block->sort == BLOCK_WAITERS) diag_error(b->d, n->pos, "waiters need " STR_FMT, STR_ARG(list));
    else if (block->sort == BLOCK_UNIT)
        diag_error(b->d, n->pos, "the unit " STR_FMT " needs " STR_FMT, STR_ARG(block->kind), STR_ARG(list));
    else diag_error(b->d, n->pos, "a store of kind " STR_FMT " needs " STR_FMT, STR_ARG(block->kind), STR_ARG(list));
}

/* The sizes that the manifest speaks of, in its order; other attributes are mistakes. */
static void build_attrs(const Scope *s, const Node *n, const Block *block, void *place,
                        void (*add)(Build *, void *, PlaceAttr))
{
    Build *b = s->b;
    bool missing = false;
    for (int i = 0; i < block->attrs.n; i++) {
        const BlockAttr *q = &block->attrs.at[i];
        const char *name = str_z(b->a, q->name);
        PlaceAttr x = { q->name, expr_param_attr(s, n, name), node_attr_pos(n, name) };
        missing |= q->required && !node_attr(n, name).p;
        if (!node_attr(n, name).p && q->has_default) {
            x.value = expr_new(b->a, E_NUM, b->p->t_int, n->pos);
            x.value->num = q->dflt;
        }
        if (x.value) add(b, place, x);
    }
    if (missing) required_attrs(b, block, n);
    for (int i = 0; i < n->n_attrs; i++)
        if (!own_attr(block, n->attrs[i].name) && !block_attr(block, n->attrs[i].name))
            unknown_attr(b, n, block, &n->attrs[i]);
}

static void add_unit_size(Build *b, void *p, PlaceAttr x) { vec_push(b->a, &((Port *)p)->sizes, x); }

void build_unit_sizes(Build *b, Controller *c, Port *p, const Node *n)
{
    Scope s = { .b = b, .ctl = c };
    build_attrs(&s, n, p->block, p, add_unit_size);
}

static void add_store_attr(Build *b, void *st, PlaceAttr x) { vec_push(b->a, &((Store *)st)->attrs, x); }
static void add_waiters_attr(Build *b, void *w, PlaceAttr x) { vec_push(b->a, &((Waiters *)w)->attrs, x); }

/* ---- stores ---- */

static void store_fields(Build *b, Controller *c, Store *st, const Node *n)
{
    for (const Node *f = n->first; f; f = f->next) {
        if (st->block->sort == BLOCK_FILTER) {
            kept_field(b, st, f);
            continue;
        }
        Var *v = build_key_field(b, c, f, st, NULL);
        if (v) vec_push(b->a, &st->fields, v);
        if (v && st->block->sort == BLOCK_MEMORY && !v->type->opaque)
            diag_error(b->d, v->pos, "a field of a store of kind " STR_FMT " must be opaque", STR_ARG(st->block->kind));
    }
}

/* Whether a line is locked: a field of the tool's own, that <lock> and <unlock> set. */
static void lock_field(Build *b, Controller *c, Store *st)
{
    Str ident = str_printf(b->a, STR_FMT "_locked", STR_ARG(st->name));
    Var *v = add_var(b, c, V_STORE, (VarName){ STR("locked"), ident }, b->p->t_bool, st->pos);
    v->store = st;
    v->doc = STR("the line is locked");
    v->is_read = v->is_written = 1;
    check_ident(b, c, v);
    st->lock = v;
    vec_push(b->a, &st->fields, v);
}

typedef struct { Build *b; bool told; } OfKey;

static void of_key(const Expr *e, void *ctx)
{
    OfKey *x = ctx;
    if (x->told || (e->op != E_HOME && e->op != E_ELEM && (e->op != E_VAR || e->var->kind == V_KEY))) return;
    x->told = true;
    diag_error(x->b->d, e->pos,
               "expected an expression over 'key' and parameters alone: it means the same at any time");
}

/* An expression over the key that belongs to the place: no use of the key by the table. */
static Expr *key_expr(const Scope *s, const Node *n, const char *attr)
{
    Var *key = ctl_var(s->ctl, V_KEY, STR("key"), NULL);
    int reads = key->is_read;
    Expr *e = expr_attr(s, n, attr, s->ctl->key);
    key->is_read = reads;
    expr_walk(e, of_key, &(OfKey){ s->b, false });
    return e;
}

/* The least key of those that `key / N` or `key shr N` makes one: the other way round. */
static Expr *first_key(Build *b, const Expr *key)
{
    ExprOp back = key->op == E_DIV ? E_MUL : E_SHL;
    if ((key->op != E_DIV && key->op != E_SHR) || key->arg[0]->op != E_VAR) return NULL;
    Expr *e = expr_new(b->a, back, key->type, key->pos);
    e->n_args = 2;
    e->arg[0] = key->arg[0];
    e->arg[1] = key->arg[1];
    return e;
}

/* key=, of a memory port: which line of the memory belongs to a key. */
void build_port_key(Build *b, Controller *c, const Node *n)
{
    Scope s = { .b = b, .ctl = c };
    Port *p = ctl_port(c, node_attr(n, "name"));
    Pos at = node_attr_pos(n, "key");
    if (!p || !node_attr(n, "key").p) return;
    if (p->kind != PORT_MEMORY) diag_error(b->d, at, "key= belongs to a port of kind=\"memory\"");
    else if (!c->key) diag_error(b->d, at, "key= is made of the controller's key, and there is none");
    else p->key = key_expr(&s, n, "key");
    if (p->key && p->key->op == E_VAR && p->key->var->kind == V_KEY) p->key = NULL;
}

static void store_key(const Scope *s, Store *st, const Node *n)
{
    if (!node_attr(n, "key").p) return;
    if (!s->ctl->key) {
        diag_error(s->b->d, node_attr_pos(n, "key"), "key= is made of the controller's key, and there is none");
        return;
    }
    st->key = key_expr(s, n, "key");
    if (st->key) st->first = first_key(s->b, st->key);
    if (st->key && st->key->op == E_VAR && st->key->var->kind == V_KEY) st->key = NULL;
}

void build_store(Build *b, Controller *c, const Node *n)
{
    Scope s = { .b = b, .ctl = c };
    Str name;
    const Block *block = find_kind(b, n, BLOCK_STORE, "kind");
    if (!block || !check_name(b, n, "name", &name) || taken(b, c, n, name)) return;
    Store *st = NEW(b->a, Store);
    st->name = name;
    st->block = block;
    st->doc = node_attr(n, "doc");
    st->pos = n->pos;
    build_attrs(&s, n, block, st, add_store_attr);
    if (block->sort == BLOCK_STORE) {
        vec_push(b->a, &c->stores, st);
        names_put(b->a, &c->by.stores, name, st);
    } else vec_push(b->a, &c->behind, st);
    if (block_serves(block, "lock")) lock_field(b, c, st);
    store_fields(b, c, st, n);
    if (!c->key && !block->keyless)
        diag_error(b->d, n->pos, "a store of kind " STR_FMT " needs a controller with key=", STR_ARG(block->kind));
    if (node_attr(n, "index").p && c->key) st->index = key_expr(&s, n, "index");
    store_key(&s, st, n);
}

static Var *field_of(const Store *st, Str name)
{
    for (int i = 0; i < st->fields.n; i++)
        if (str_eq(st->fields.at[i]->name, name)) return st->fields.at[i];
    return NULL;
}

static bool stands_behind(const Block *front, Str kind)
{
    for (int i = 0; i < front->behind.n; i++)
        if (str_eq(front->behind.at[i], kind)) return true;
    return false;
}

/* Kinds of stores with something behind them, and kinds of what can be there. */
static Str backed_kinds(Build *b, const Block *front)
{
    Str list = STR("");
    for (int i = 0; i < b->p->blocks->at.n; i++) {
        const Block *x = b->p->blocks->at.at[i];
        if (front ? x->sort == BLOCK_FILTER && stands_behind(front, x->kind) : x->behind.n > 0)
            list = str_printf(b->a, STR_FMT "%s" STR_FMT, STR_ARG(list), list.n ? " or " : "", STR_ARG(x->kind));
    }
    return list;
}

static bool check_backing(Build *b, const Node *n, const Store *st, const Store *to, Str name)
{
    Pos at = node_attr_pos(n, "backing");
    if (!st->block->behind.n) {
        diag_error(b->d, at, "only a store of kind " STR_FMT " lets its entries leave for a backing store",
                   STR_ARG(backed_kinds(b, NULL)));
        return false;
    }
    if (to && stands_behind(st->block, to->block->kind)) return true;
    diag_error(b->d, at, "'" STR_FMT "' is not a store of kind " STR_FMT, STR_ARG(name),
               STR_ARG(backed_kinds(b, st->block)));
    return false;
}

/* backing="STORE": the fields of that store are kept there when an entry leaves. */
void build_backing(Build *b, Controller *c, const Node *n)
{
    Str name = node_attr(n, "backing");
    Store *st = find_store(c, node_attr(n, "name")), *to = find_behind(c, name);
    if (!name.p || !st || !check_backing(b, n, st, to, name)) return;
    st->backing = to;
    for (int i = 0; i < to->kept.n; i++) {
        Var *v = field_of(st, to->kept.at[i].name);
        if (!v || v->type != to->kept.at[i].type) {
            diag_error(b->d, to->kept.at[i].pos, "store '" STR_FMT "' has no field '" STR_FMT "' of this type",
                       STR_ARG(st->name), STR_ARG(to->kept.at[i].name));
            continue;
        }
        if (v->absent)
            diag_error(b->d, v->absent->pos, "when the key is absent, '" STR_FMT "' is what the backing store says",
                       STR_ARG(v->name));
        v->backed = true;
    }
}

/* ---- waiters ---- */

/* enough="yes": a claim that verify and the checks of the Verilog look at. */
static bool says_enough(Build *b, const Node *n)
{
    Str s = node_attr(n, "enough");
    if (s.p && !is_true(s) && !str_is(s, "no") && !str_is(s, "0") && !str_is(s, "false"))
        diag_error(b->d, node_attr_pos(n, "enough"), "expected enough=\"yes\" or \"no\", found \"" STR_FMT "\"",
                   STR_ARG(s));
    return is_true(s);
}

void build_waiters(Build *b, Controller *c, const Node *n)
{
    Scope s = { .b = b, .ctl = c };
    Str name;
    const Block *block = find_kind(b, n, BLOCK_WAITERS, "kind");
    if (!block || !check_name(b, n, "name", &name) || taken(b, c, n, name)) return;
    Waiters *w = NEW(b->a, Waiters);
    w->name = name;
    w->block = block;
    w->order = node_attr(n, "order");
    w->doc = node_attr(n, "doc");
    w->enough = says_enough(b, n);
    w->pos = n->pos;
    build_attrs(&s, n, block, w, add_waiters_attr);
    vec_push(b->a, &c->waiters, w);
    names_put(b->a, &c->by.waiters, name, w);
    for (const Node *f = n->first; f; f = f->next) {
        Var *v = build_key_field(b, c, f, NULL, w);
        if (v) vec_push(b->a, &w->fields, v);
    }
    if (!block->fields && w->fields.n)
        diag_error(b->d, w->fields.at[0]->pos,
                   "waiters of kind " STR_FMT " hold parked events and nothing else: no fields", STR_ARG(block->kind));
}

/* "min FIELD" or "max FIELD", as far as the kind has them. */
static Str order_forms(Build *b, const Block *block)
{
    Str list = STR("");
    for (int i = 0; i < block->orders.n; i++) {
        bool of_field = str_is(block->orders.at[i], "min") || str_is(block->orders.at[i], "max");
        list = str_printf(b->a, STR_FMT "%s\"" STR_FMT "%s\"", STR_ARG(list), i ? " or " : "",
                          STR_ARG(block->orders.at[i]), of_field ? " FIELD" : "");
    }
    return list;
}

/* order="min FIELD": which parked event of the key is offered first. */
void build_order(Build *b, Controller *c, const Node *n)
{
    Waiters *w = find_waiters(c, node_attr(n, "name"));
    Str rest = node_attr(n, "order"), first = str_word(&rest), name = str_word(&rest);
    Pos at = node_attr_pos(n, "order");
    if (!w || !first.p || !w->block->orders.n) return;
    bool least = str_is(first, "min"), greatest = str_is(first, "max"), field = least || greatest;
    if (!block_orders(w->block, first) || (name.n > 0) != field || str_word(&rest).n) {
        diag_error(b->d, at, "expected " STR_FMT ", a field of the events that wait",
                   STR_ARG(order_forms(b, w->block)));
        return;
    }
    if (!field) return;
    Var *v = ctl_arg(c, name);
    if (!v) diag_error(b->d, at, "no event of this controller has a field '" STR_FMT "'", STR_ARG(name));
    else if (v->type->opaque) diag_error(b->d, at, "'" STR_FMT "' is opaque: it cannot be compared", STR_ARG(name));
    if (v) v->is_read++;
    *(least ? &w->least : &w->greatest) = v;
}
