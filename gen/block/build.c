/* build.c - a manifest's tree becomes a Block: names, lists, expressions, pins. */
#include "block/parts.h"
#include "hdl/hdl.h"
#include "lex/lex.h"
#include <stdlib.h>
#include <string.h>

enum { ATTR_MAX = INT32_MAX };

/* ---- words and lists ---- */

bool manifest_in_list(const char *const *list, Str name)
{
    for (int i = 0; list[i]; i++)
        if (str_is(name, list[i])) return true;
    return false;
}

static bool is_yes(const Node *n, const char *attr, bool missing)
{
    Str s = node_attr(n, attr);
    return s.p ? str_is(s, "yes") : missing;
}

static int64_t number(const Node *n, const char *attr, int64_t missing)
{
    Str s = node_attr(n, attr);
    int64_t v = 0;
    for (int i = 0; i < s.n; i++) v = 10 * v + (s.p[i] - '0'); /* nine digits at most: the schema */
    return s.p ? v : missing;
}

Pos manifest_word_pos(const Node *n, const char *attr, Str word)
{
    return node_attr_pos_at(n, attr, (int)(word.p - node_attr(n, attr).p));
}

/* "..., did you mean 'x'?" or "..., expected one of ...". */
void manifest_unknown(Manifest *x, Pos at, const char *what, Str name, const Str *known, int n)
{
    Str near = str_closest(name, known, n), list = STR("");
    if (near.n) {
        diag_error(x->d, at, "unknown %s '" STR_FMT "', did you mean '" STR_FMT "'?", what, STR_ARG(name),
                   STR_ARG(near));
        return;
    }
    for (int i = 0; i < n; i++)
        list = str_printf(x->a, STR_FMT "%s" STR_FMT, STR_ARG(list), i ? " " : "", STR_ARG(known[i]));
    diag_error(x->d, at, "unknown %s '" STR_FMT "', expected one of: " STR_FMT, what, STR_ARG(name), STR_ARG(list));
}

/* A name that the Verilog will have. */
bool manifest_verilog_name(Manifest *x, const Node *n, const char *attr, Str name)
{
    if (!hdl_reserved(name)) return true;
    diag_error(x->d, manifest_word_pos(n, attr, name),
               "'" STR_FMT "' is a reserved word of a language of the output, expected another name", STR_ARG(name));
    return false;
}

/* ---- names that expressions may use ---- */

static bool is_word_of_language(Str name)
{
    static const char *const functions[] = { "max", "min", "clog2", "pow2", "behind", NULL };
    Lex l;
    lex_init(&l, name);
    return lex_next(&l).kind != T_NAME || manifest_in_list(functions, name);
}

static void check_attr_name(Manifest *x, const Node *n, const char *what, Str name)
{
    bool taken = manifest_in_list(block_own_attributes(), name) ||
                 manifest_in_list(block_quantities(x->b->sort), name) || is_word_of_language(name);
    if (taken)
        diag_error(x->d, node_attr_pos(n, "name"),
                   "'" STR_FMT "' means something else in the language, expected another name of %s", STR_ARG(name),
                   what);
}

static void build_attr(Manifest *x, const Node *n)
{
    BlockAttr q = { .name = node_attr(n, "name"),
                    .doc = node_attr(n, "doc"),
                    .pos = n->pos,
                    .required = is_yes(n, "required", false) };
    q.has_default = node_attr(n, "default").p != NULL;
    q.min = number(n, "min", 1);
    q.max = number(n, "max", ATTR_MAX);
    q.dflt = number(n, "default", 0);
    check_attr_name(x, n, "an attribute", q.name);
    if (block_attr(x->b, q.name))
        diag_error(x->d, node_attr_pos(n, "name"), "attribute '" STR_FMT "' stands twice in this manifest",
                   STR_ARG(q.name));
    if (q.required && q.has_default)
        diag_error(x->d, node_attr_pos(n, "default"), "a required attribute needs no default, expected one of the two");
    if (q.min > q.max) diag_error(x->d, node_attr_pos(n, "min"), "min= is above max=, expected at most it");
    else if (q.has_default && (q.dflt < q.min || q.dflt > q.max))
        diag_error(x->d, node_attr_pos(n, "default"), "the default is outside min= to max=");
    vec_push(x->a, &x->b->attrs, q);
    vec_push(x->a, &x->names, q.name);
}

static const BlockExpr *value(Manifest *x, const Node *n, const char *attr)
{
    return node_attr(n, attr).p ? block_expr(x->a, x->d, n, attr, x->names.at, x->names.n) : NULL;
}

/* Attributes of what stands behind are those of other manifests: any name will do here, the place itself says which
 * it has. */
static void behind_names(Manifest *x, const Node *n)
{
    for (int i = 0; i < n->n_attrs; i++) {
        Lex l;
        Token t;
        lex_init(&l, n->attrs[i].value);
        while ((t = lex_next(&l)).kind != T_END)
            if (t.kind == T_NAME && t.text.n > 7 && strncmp(t.text.p, "behind.", 7) == 0)
                vec_push(x->a, &x->names, t.text);
    }
    for (const Node *k = n->first; k; k = k->next) behind_names(x, k);
}

/* ---- gauges, tables and the rest ---- */

static void build_gauge(Manifest *x, const Node *n)
{
    BlockGauge g = {
        .name = node_attr(n, "name"), .doc = node_attr(n, "doc"), .pos = n->pos, .width = value(x, n, "width")
    };
    Str pin = node_attr(n, "pin");
    bool when = node_attr(n, "when").p != NULL;
    if ((pin.p != NULL) == when || (pin.p != NULL) != (node_attr(n, "width").p != NULL)) {
        diag_error(x->d, n->pos, "expected pin= and width=, or when=");
        return;
    }
    if (pin.p && !manifest_verilog_name(x, n, "pin", pin)) return;
    g.quiet = is_yes(n, "quiet", false);
    if (pin.p) g.pin = str_z(x->a, pin);
    else g.when = manifest_when(x, n);
    vec_push(x->a, &x->b->gauges, g);
}

static void build_table(Manifest *x, const Node *n)
{
    BlockTable t = {
        .name = node_attr(n, "name"), .shape = node_attr(n, "shape"), .words = value(x, n, "words"), .pos = n->pos
    };
    t.entry = is_yes(n, "entry", false);
    t.occurrence = is_yes(n, "occurrence", false);
    if (t.occurrence && x->b->sort != BLOCK_WAITERS)
        diag_error(x->d, node_attr_pos(n, "occurrence"), "only waiters keep occurrences");
    for (const Node *k = n->first; k; k = k->next) {
        BlockBits bits = { node_attr(k, "name"), value(x, k, "bits") };
        if (bits.bits) vec_push(x->a, &t.parts, bits);
    }
    if (t.words) vec_push(x->a, &x->b->tables, t);
}

static void build_param(Manifest *x, const Node *n)
{
    BlockParam p = { node_attr(n, "name"), value(x, n, "value"), n->pos };
    for (int i = 0; i < x->b->params.n; i++)
        if (str_eq(x->b->params.at[i].name, p.name)) {
            diag_error(x->d, node_attr_pos(n, "name"), "parameter '" STR_FMT "' stands twice in this manifest",
                       STR_ARG(p.name));
            return;
        }
    if (!x->b->module) diag_error(x->d, n->pos, "a parameter of a block without module=");
    if (manifest_verilog_name(x, n, "name", p.name) && p.value) vec_push(x->a, &x->b->params, p);
}

static bool stands_once(Manifest *x, const Node *n, const Str *names, int count)
{
    Str name = node_attr(n, "name");
    for (int i = 0; i < count; i++)
        if (str_eq(names[i], name)) {
            diag_error(x->d, node_attr_pos(n, "name"), STR_FMT " '" STR_FMT "' stands twice in this manifest",
                       STR_ARG(n->name), STR_ARG(name));
            return false;
        }
    return true;
}

static void build_operand(Manifest *x, const Node *n)
{
    BlockOperand o = {
        node_attr(n, "name"), node_attr(n, "doc"), n->pos, value(x, n, "bits"), is_yes(n, "fewer", false),
        is_yes(n, "opaque", false)
    };
    if (o.opaque && x->b->sort == BLOCK_UNIT)
        diag_error(x->d, node_attr_pos(n, "opaque"), "operands of a unit are fields of its request, opaque or not");
    if (x->b->sort != BLOCK_APPLY && x->b->sort != BLOCK_UNIT)
        diag_error(x->d, n->pos, "only blocks of sort apply and unit have operands");
    check_attr_name(x, n, "an operand", o.name);
    if (!stands_once(x, n, x->names.at, x->names.n)) return;
    vec_push(x->a, &x->b->operands, o);
    vec_push(x->a, &x->names, o.name);
}

static void build_result(Manifest *x, const Node *n)
{
    BlockOperand o = { node_attr(n, "name"), node_attr(n, "doc"), n->pos, value(x, n, "bits"), false, false };
    if (x->b->sort != BLOCK_UNIT) diag_error(x->d, n->pos, "only a block of sort unit has results");
    check_attr_name(x, n, "a result", o.name);
    if (!stands_once(x, n, x->names.at, x->names.n)) return;
    vec_push(x->a, &x->b->results, o);
    vec_push(x->a, &x->names, o.name);
}

static void build_outcome(Manifest *x, const Node *n)
{
    if (x->b->sort != BLOCK_UNIT) diag_error(x->d, n->pos, "only a block of sort unit has outcomes");
    if (stands_once(x, n, x->b->outcomes.at, x->b->outcomes.n)) vec_push(x->a, &x->b->outcomes, node_attr(n, "name"));
}

static void build_walk(Manifest *x, const Node *n)
{
    if (x->b->walk_rows) diag_error(x->d, n->pos, "<walk> may stand only once in a manifest");
    x->b->walk_rows = value(x, n, "rows");
    x->b->walk_columns = value(x, n, "columns");
}

static void build_shown(Manifest *x, const Node *n)
{
    if (x->b->places) diag_error(x->d, n->pos, "<shown> may stand only once in a manifest");
    x->b->places = value(x, n, "places");
    if (node_attr(n, "locations").p) x->b->locations = value(x, n, "locations");
}

/* Of a key: its number, or what index= makes of it. */
static const BlockExpr *of_key(Manifest *x, const Node *n, const char *attr)
{
    vec_push(x->a, &x->names, STR("key"));
    const BlockExpr *e = value(x, n, attr);
    x->names.n--;
    return e;
}

static void build_place(Manifest *x, const Node *n)
{
    if (x->b->place_rows) diag_error(x->d, n->pos, "<place> may stand only once in a manifest");
    x->b->place_rows = value(x, n, "rows");
    x->b->place_columns = value(x, n, "columns");
    x->b->place_row = of_key(x, n, "row");
    x->b->place_tag = of_key(x, n, "tag");
}

static void build_rule(Manifest *x, const Node *n)
{
    BlockRule r = { value(x, n, "test"), node_attr(n, "why"), node_attr_pos(n, "test") };
    if (r.test) vec_push(x->a, &x->b->rules, r);
}

static void build_cause(Manifest *x, const Node *n)
{
    BlockCause c = { node_attr(n, "name"), node_attr(n, "doc"), manifest_when(x, n), n->pos };
    vec_push(x->a, &x->b->causes, c);
}

/* Calls fn for each child of that name. */
static void each(Manifest *x, const char *element, void (*fn)(Manifest *, const Node *))
{
    for (const Node *k = x->root->first; k; k = k->next)
        if (str_is(k->name, element)) fn(x, k);
}

/* ---- the element itself ---- */

static const char *const sorts[] = { [BLOCK_STORE] = "store",
                                     [BLOCK_FILTER] = "filter",
                                     [BLOCK_MEMORY] = "memory",
                                     [BLOCK_WAITERS] = "waiters",
                                     [BLOCK_APPLY] = "apply",
                                     [BLOCK_UNIT] = "unit" };
static const struct {
    const char *name;
    int sort;
} models[] = { /* sort -1: any */
               [BLOCK_MODEL_NONE] = { "none", -1 },
               [BLOCK_MODEL_MAP] = { "map", BLOCK_STORE },
               [BLOCK_MODEL_MAP_ROOM] = { "map-room", BLOCK_STORE },
               [BLOCK_MODEL_BOUND] = { "bound", BLOCK_FILTER },
               [BLOCK_MODEL_MEMORY] = { "memory", BLOCK_MEMORY },
               [BLOCK_MODEL_FIFO] = { "fifo", BLOCK_WAITERS },
               [BLOCK_MODEL_ORDER] = { "order", BLOCK_WAITERS },
               [BLOCK_MODEL_POOL] = { "pool", BLOCK_WAITERS },
               [BLOCK_MODEL_POOL_ALL] = { "pool-all", BLOCK_WAITERS },
               [BLOCK_MODEL_RING] = { "ring", BLOCK_WAITERS },
               [BLOCK_MODEL_OPAQUE] = { "opaque", BLOCK_APPLY }
};

static void build_model(Manifest *x)
{
    for (int i = 0; i < (int)(sizeof models / sizeof *models); i++) {
        if (!str_is(node_attr(x->root, "model"), models[i].name)) continue;
        x->b->model = (BlockModel)i;
        bool fits = models[i].sort < 0 || models[i].sort == (int)x->b->sort ||
                    (models[i].sort == BLOCK_APPLY && x->b->sort == BLOCK_UNIT);
        if (!fits)
            diag_error(x->d, node_attr_pos(x->root, "model"), "model=\"%s\" is for blocks of sort %s", models[i].name,
                       sorts[models[i].sort]);
    }
    if ((x->b->model == BLOCK_MODEL_ORDER || block_pools(x->b)) && x->b->fields)
        diag_error(x->d, node_attr_pos(x->root, "model"),
                   "waiters with model=\"" STR_FMT "\" have no fields: expected fields=\"no\"",
                   STR_ARG(node_attr(x->root, "model")));
    if (block_has_entries(x->b) && !x->b->fields)
        diag_error(x->d, node_attr_pos(x->root, "model"),
                   "waiters without fields are modelled by model=\"order\", \"pool\" or \"pool-all\"");
    if (x->b->model == BLOCK_MODEL_RING && block_serves(x->b, "park"))
        diag_error(x->d, node_attr_pos(x->root, "model"), "in model=\"ring\" nothing is parked");
    if (block_pools(x->b) && !(block_serves(x->b, "park") && block_serves(x->b, "wake")))
        diag_error(x->d, node_attr_pos(x->root, "model"),
                   "this model is of what is parked and woken, expected actions=\"park wake\"");
}

/* Words of a list; known: those that it may have, or NULL. */
static void words(Manifest *x, const char *attr, const char *const *known, void (*fn)(Manifest *, Str))
{
    Str rest = node_attr(x->root, attr), word;
    while ((word = str_word(&rest)).n) {
        int n = 0;
        Str all[32];
        bool ok = known ? manifest_in_list(known, word) : manifest_is_name(word);
        while (known && known[n] && n < 32) {
            all[n] = str_from(known[n]);
            n++;
        }
        if (ok) fn(x, word);
        else if (known) manifest_unknown(x, manifest_word_pos(x->root, attr, word), "word", word, all, n);
        else diag_error(x->d, manifest_word_pos(x->root, attr, word), "'" STR_FMT "' is no name", STR_ARG(word));
    }
}

static void add_take(Manifest *x, Str w) { *(str_is(w, "index") ? &x->b->index : &x->b->victims) = true; }
static void add_order(Manifest *x, Str w) { vec_push(x->a, &x->b->orders, w); }
static void add_action(Manifest *x, Str w) { vec_push(x->a, &x->b->actions, w); }
static void add_behind(Manifest *x, Str w) { vec_push(x->a, &x->b->behind, w); }
static void add_applies(Manifest *x, Str w) { vec_push(x->a, &x->b->applies, w); }
static void add_offer(Manifest *x, Str w) { vec_push(x->a, &x->b->offer, w); }
static void add_use(Manifest *x, Str w) { vec_push(x->a, &x->b->uses, str_z(x->a, w)); }

static void build_lists(Manifest *x)
{
    static const char *const takes[] = { "index", "victims", NULL };
    static const char *const actions[] = { "allocate", "free", "lock", "unlock", "park",
                                           "replay",   "wake", "done", "walk",   "sweep", NULL };
    words(x, "takes", takes, add_take);
    words(x, "orders", NULL, add_order);
    words(x, "actions", actions, add_action);
    words(x, "behind", NULL, add_behind);
    words(x, "applies", NULL, add_applies);
    words(x, "offer", NULL, add_offer);
    words(x, "uses", NULL, add_use);
    if (x->b->sort != BLOCK_STORE && (x->b->index || x->b->victims))
        diag_error(x->d, node_attr_pos(x->root, "takes"), "takes= is for blocks of sort store");
    if (x->b->sort != BLOCK_WAITERS && x->b->orders.n)
        diag_error(x->d, node_attr_pos(x->root, "orders"), "orders= is for blocks of sort waiters");
    if (x->b->sort != BLOCK_WAITERS && x->b->offer.n)
        diag_error(x->d, node_attr_pos(x->root, "offer"), "offer= is for blocks of sort waiters");
    if (x->b->sort != BLOCK_STORE && x->b->behind.n)
        diag_error(x->d, node_attr_pos(x->root, "behind"), "behind= is for blocks of sort store");
    if (x->b->sort != BLOCK_MEMORY && x->b->applies.n)
        diag_error(x->d, node_attr_pos(x->root, "applies"), "applies= is for blocks of sort memory");
}

static void build_root(Manifest *x)
{
    const Node *n = x->root;
    Str module = node_attr(n, "module");
    for (int i = 0; i < (int)(sizeof sorts / sizeof *sorts); i++)
        if (str_is(node_attr(n, "sort"), sorts[i])) x->b->sort = (BlockSort)i;
    x->b->kind = node_attr(n, "kind");
    x->b->doc = node_attr(n, "doc");
    x->b->pos = node_attr_pos(n, "kind");
    x->b->fields = is_yes(n, "fields", x->b->sort != BLOCK_APPLY && x->b->sort != BLOCK_UNIT);
    x->b->opaque = is_yes(n, "opaque", false);
    x->b->keyless = is_yes(n, "keyless", false);
    x->b->still = is_yes(n, "still", false);
    x->b->staged = is_yes(n, "staged", false);
    Str noted = node_attr(n, "noted");
    if (noted.p && manifest_verilog_name(x, n, "noted", noted)) x->b->noted = str_z(x->a, noted);
    x->b->whole = is_yes(n, "whole", false);
    if (x->b->whole && x->b->sort != BLOCK_APPLY)
        diag_error(x->d, node_attr_pos(n, "whole"), "only a block of sort apply writes a line");
    if (module.p && x->b->sort == BLOCK_FILTER)
        diag_error(x->d, node_attr_pos(n, "module"),
                   "a filter is a part of the module of the store in front of it, expected no module=");
    else if (module.p && manifest_verilog_name(x, n, "module", module)) x->b->module = str_z(x->a, module);
}

static void check_place(Manifest *x)
{
    bool needs = x->b->model == BLOCK_MODEL_MAP || x->b->model == BLOCK_MODEL_FIFO ||
                 x->b->model == BLOCK_MODEL_ORDER || block_pools(x->b);
    if (needs && !x->b->place_rows)
        diag_error(x->d, node_attr_pos(x->root, "model"),
                   "this model needs to know how much fits, expected <place rows=\"...\" columns=\"...\"/>");
}

Block *block_build(Arena *a, Diags *d, const Node *root)
{
    int before = diag_errors(d);
    Manifest x = { .a = a, .d = d, .root = root, .b = NEW(a, Block) };
    build_root(&x);
    build_lists(&x);
    build_model(&x);
    each(&x, "attr", build_attr);
    for (const char *const *q = block_quantities(x.b->sort); *q; q++) vec_push(a, &x.names, str_from(*q));
    if (x.b->behind.n) behind_names(&x, root);
    each(&x, "operand", build_operand);
    each(&x, "result", build_result);
    each(&x, "outcome", build_outcome);
    if (x.b->sort == BLOCK_UNIT && !x.b->outcomes.n)
        diag_error(d, root->pos, "a unit has one outcome at least, expected <outcome name=\"...\"/>");
    each(&x, "pins", manifest_pins);
    each(&x, "param", build_param);
    each(&x, "walk", build_walk);
    each(&x, "shown", build_shown);
    each(&x, "place", build_place);
    check_place(&x);
    each(&x, "rule", build_rule);
    each(&x, "table", build_table);
    each(&x, "gauge", build_gauge);
    each(&x, "cause", build_cause);
    if (diag_errors(d) == before) manifest_check_pins(&x);
    return diag_errors(d) == before ? x.b : NULL;
}

/* ---- kinds of other manifests ---- */

static void check_list(Manifest *x, const Blocks *all, const char *attr, BlockSort sort)
{
    Str rest = node_attr(x->root, attr), word;
    while ((word = str_word(&rest)).n) {
        VEC(Str) known = { 0 };
        bool found = false;
        for (int i = 0; i < all->at.n; i++) {
            if (all->at.at[i]->sort != sort) continue;
            vec_push(x->a, &known, all->at.at[i]->kind);
            found |= str_eq(all->at.at[i]->kind, word);
        }
        if (!found)
            manifest_unknown(x, manifest_word_pos(x->root, attr, word),
                             str_printf(x->a, "kind of sort %s", sorts[sort]).p, word, known.at, known.n);
    }
}

bool block_check_kinds(Arena *a, Diags *d, const Blocks *all, const Block *b, const Node *root)
{
    int before = diag_errors(d);
    Manifest x = { .a = a, .d = d, .root = root };
    const Block *first = block_find(all, b->sort, b->kind);
    if (first != b && first->stock)
        diag_error(d, b->pos, "the kind '" STR_FMT "' is one of the generator's own, expected another name",
                   STR_ARG(b->kind));
    else if (first != b) {
        diag_error(d, b->pos, "the kind '" STR_FMT "' has two manifests", STR_ARG(b->kind));
        diag_note(d, first->pos, "the first is here");
    }
    check_list(&x, all, "behind", BLOCK_FILTER);
    check_list(&x, all, "applies", BLOCK_APPLY);
    return diag_errors(d) == before;
}
