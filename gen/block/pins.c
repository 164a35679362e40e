/* pins.c - roles of pins, and the conditions of gauges and causes, which speak of them. */
#include "block/parts.h"
#include <string.h>

/* ---- pins ---- */

static const BlockRole *find_role(Manifest *x, Str role)
{
    for (const BlockRole *r = block_roles(x->b->sort); r->role; r++)
        if (str_is(role, r->role)) return r;
    return NULL;
}

/* NAME_i, NAME_o */
static bool is_pin_of(const BlockOperand *o, Str role, const char *tail)
{
    return role.n == o->name.n + 2 && strncmp(role.p, o->name.p, (size_t)role.n - 2) == 0 &&
           strncmp(role.p + role.n - 2, tail, 2) == 0;
}

static bool is_operand_pin(const Block *b, Str role)
{
    for (int i = 0; i < b->operands.n; i++) if (is_pin_of(&b->operands.at[i], role, "_i")) return true;
    for (int i = 0; i < b->results.n; i++) if (is_pin_of(&b->results.at[i], role, "_o")) return true;
    return false;
}

bool manifest_is_name(Str s)
{
    bool ok = s.n > 0 && ((s.p[0] >= 'a' && s.p[0] <= 'z') || (s.p[0] >= 'A' && s.p[0] <= 'Z'));
    for (int i = 0; i < s.n; i++) {
        char c = s.p[i];
        ok = ok && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_');
    }
    return ok;
}

static void unknown_role(Manifest *x, Pos at, Str role)
{
    VEC(Str) known = { 0 };
    for (const BlockRole *r = block_roles(x->b->sort); r->role; r++) vec_push(x->a, &known, str_from(r->role));
    for (int i = 0; i < x->b->operands.n; i++)
        vec_push(x->a, &known, str_printf(x->a, STR_FMT "_i", STR_ARG(x->b->operands.at[i].name)));
    for (int i = 0; i < x->b->results.n; i++)
        vec_push(x->a, &known, str_printf(x->a, STR_FMT "_o", STR_ARG(x->b->results.at[i].name)));
    manifest_unknown(x, at, str_printf(x->a, "role of a pin of sort %s", block_sort_name(x->b->sort)).p, role, known.at,
                     known.n);
}

/* ROLE, or ROLE=PORT. */
static void build_pin(Manifest *x, const Node *n, Str word)
{
    const char *eq = memchr(word.p, '=', (size_t)word.n);
    Str role = { word.p, eq ? (int)(eq - word.p) : word.n }, port = eq ? (Str){ eq + 1, word.n - role.n - 1 } : role;
    Pos at = manifest_word_pos(n, "list", word);
    if (!manifest_is_name(port)) {
        diag_error(x->d, at, "'" STR_FMT "' is no pin, expected ROLE or ROLE=PORT", STR_ARG(word));
        return;
    }
    if (!find_role(x, role) && !is_operand_pin(x->b, role)) {
        unknown_role(x, at, role);
        return;
    }
    for (int i = 0; i < x->b->pins.n; i++) {
        const BlockPin *p = &x->b->pins.at[i];
        bool twice = str_eq(p->role, role), same = str_is(port, p->name);
        if (twice || same)
            diag_error(x->d, at, "the %s '" STR_FMT "' stands twice in this manifest", twice ? "role" : "port",
                       STR_ARG(twice ? role : port));
        if (twice || same) return;
    }
    if (manifest_verilog_name(x, n, "list", port))
        vec_push(x->a, &x->b->pins, ((BlockPin){ role, str_z(x->a, port), at }));
}

void manifest_pins(Manifest *x, const Node *n)
{
    Str rest = node_attr(n, "list"), word;
    while ((word = str_word(&rest)).n) build_pin(x, n, word);
}

void manifest_check_pins(Manifest *x)
{
    const Block *b = x->b;
    Pos at = node_attr_pos(x->root, "module");
    if (!b->module) {
        if (b->pins.n)
            diag_error(x->d, b->pins.at[0].pos, "pins of a block without module=, expected module= or no pins");
        return;
    }
    for (const BlockRole *r = block_roles(b->sort); r->role; r++) {
        if (block_pin(b, r->role)) continue;
        if (r->need)
            diag_error(x->d, at, "the module has no pin of role %s, which a block of sort %s needs", r->role,
                       block_sort_name(b->sort));
        else if (r->with && block_pin(b, r->with))
            diag_error(x->d, at, "the module has no pin of role %s, which goes with %s", r->role, r->with);
    }
    for (int i = 0; i < b->operands.n; i++) {
        Str pin = str_printf(x->a, STR_FMT "_i", STR_ARG(b->operands.at[i].name));
        if (!block_pin(b, pin.p))
            diag_error(x->d, b->operands.at[i].pos, "operand '" STR_FMT "' has no pin, expected " STR_FMT " in <pins>",
                       STR_ARG(b->operands.at[i].name), STR_ARG(pin));
    }
    for (int i = 0; i < b->results.n; i++) {
        Str pin = str_printf(x->a, STR_FMT "_o", STR_ARG(b->results.at[i].name));
        if (!block_pin(b, pin.p))
            diag_error(x->d, b->results.at[i].pos, "result '" STR_FMT "' has no pin, expected " STR_FMT " in <pins>",
                       STR_ARG(b->results.at[i].name), STR_ARG(pin));
    }
    if (b->outcomes.n > 1 && !block_pin(b, "outcome_o"))
        diag_error(x->d, at, "there are %d outcomes, but the module has no pin of role outcome_o", b->outcomes.n);
    if (b->victims && !block_pin(b, "vclass_i"))
        diag_error(x->d, at, "takes= has victims, but the module has no pin of role vclass_i");
    if (b->index && !block_pin(b, "rd_index_i"))
        diag_error(x->d, at, "takes= has index, but the module has no pin of role rd_index_i");
    bool parks = b->sort == BLOCK_WAITERS && block_serves(b, "park");
    if (parks && !block_pin(b, "park_i"))
        diag_error(x->d, at, "the module has no pin of role park_i, but it serves park");
    if (parks && !block_pin(b, "replay_i") && !block_pin(b, "wake_i"))
        diag_error(x->d, at, "the module has no pin of role replay_i or wake_i: what is parked would stay for ever");
    bool field = block_orders(b, STR("min")) || block_orders(b, STR("max"));
    if (field && !block_pin(b, "order_i"))
        diag_error(x->d, at, "orders= says that a field orders requests, but the module has no pin of role order_i");
    if (b->sort == BLOCK_WAITERS && b->fields && !block_pin(b, "fld_i"))
        diag_error(x->d, at, "the module has no pin of role fld_i: expected one, or fields=\"no\"");
    if (block_serves(b, "sweep") && (b->sort != BLOCK_STORE || !b->walk_rows || !block_pin(b, "loc_o")))
        diag_error(x->d, at, "it serves sweep, but is no store with <walk> and a pin of role loc_o");
    if (b->walk_rows && b->sort == BLOCK_STORE && !block_pin(b, "walk_i"))
        diag_error(x->d, at, "there is a <walk>, but the module has no pin of role walk_i");
}

/* ---- conditions of gauges and causes: [not] NAME and ... ---- */

static bool signal_known(Manifest *x, Str name)
{
    return manifest_in_list(block_signals(), name) || block_pin(x->b, str_z(x->a, name));
}

BlockWhen manifest_when(Manifest *x, const Node *n)
{
    BlockWhen w = { 0 };
    Str rest = node_attr(n, "when"), word;
    bool negated = false, name_next = true;
    while ((word = str_word(&rest)).n) {
        Pos at = manifest_word_pos(n, "when", word);
        if (name_next && str_is(word, "not") && !negated) negated = true;
        else if (!name_next && str_is(word, "and")) name_next = true;
        else if (!name_next) {
            diag_error(x->d, at, "expected 'and' or the end, not '" STR_FMT "'", STR_ARG(word));
            return w;
        } else if (!signal_known(x, word)) {
            diag_error(
                x->d, at,
                "'" STR_FMT
                "' is neither a role of a pin of this block nor a signal of the controller: offered hold alloc park",
                STR_ARG(word));
            return w;
        } else {
            vec_push(x->a, &w.terms, ((BlockTerm){ negated, word }));
            negated = name_next = false;
        }
    }
    if (name_next)
        diag_error(x->d, node_attr_pos(n, "when"), "the condition ends too early, expected [not] NAME and ...");
    return w;
}
