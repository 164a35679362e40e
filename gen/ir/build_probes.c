/* build_probes.c - ports that look into a store of another controller: what is asked has the instance, what answers
 * has what is known of the key there. */
#include "ir/build.h"
#include "ir/unit.h"
#include "ir/probe.h"

/* Fields of the answer: what the request has given, `hit`, and fields of the store. */
static void check_answer(Build *b, const Port *p)
{
    const PortMsg *q = &p->requests.at[0];
    const Event *e = p->events.at[0];
    for (int i = 0; i < e->def->fields.n; i++) {
        const Field *f = &e->def->fields.at[i];
        const Var *v = probe_field(p, f->name);
        if (port_brings_back(q, f) || (v && v->type == f->type) || probe_is_hit(p, f)) continue;
        diag_error(b->d, f->pos,
                   "field '" STR_FMT "' is no field of the request, not 'hit' of type bool, and no field of '" STR_FMT
                   "' that can be compared, of this type", STR_ARG(f->name), STR_ARG(p->probe->name));
    }
}

static bool check_shape(Build *b, const Controller *c, const Port *p)
{
    const Field *at = p->requests.n == 1 ? port_field(&p->requests.at[0], STR("at")) : NULL;
    if (p->requests.n != 1 || p->events.n != 1 || !port_answers(&p->requests.at[0], p->events.at[0]->name))
        diag_error(b->d, p->pos, "a probe has one request and one event, which answers it (answer=)");
    else if (p->requests.at[0].times) diag_error(b->d, p->requests.at[0].times->pos, "a probe answers once");
    else if (!at || at->type->kind != TK_NODE)
        diag_error(b->d, p->requests.at[0].pos, "expected a field 'at' of type node: the instance that is looked at");
    else if (!c->key || c->key != p->probed->key)
        diag_error(b->d, p->pos,
                   "a probe is about the key of the row: expected controllers with the same type of keys");
    else return true;
    return false;
}

static void find_walk(const Action *a, void *ctx)
{
    const Action **found = ctx;
    if (a->kind == A_WALK && !a->port) *found = a;
}

/* Who looks at whom: "A -> B -> C". */
static Str path_text(Build *b, const Controller *const *path, int n)
{
    Str text = path[0]->name;
    for (int i = 1; i < n; i++) text = str_printf(b->a, STR_FMT " -> " STR_FMT, STR_ARG(text), STR_ARG(path[i]->name));
    return text;
}

/* A row counts a cycle later for each look of a chain behind it, and what it sends takes longer than that; so a chain
 * has an end, and is no longer than LOOKS_MAX. False: it is refused. */
static bool chain_ends(Build *b, const Port *p, const Controller **path, int n)
{
    enum { LOOKS_MAX = 2 };
    path[n] = p->probed;
    for (int i = 0; i < n; i++) {
        if (path[i] != p->probed) continue;
        if (i) return false;                                     /* it is told of where it begins */
        diag_error(b->d, p->pos, "a circle of probes, " STR_FMT ": what one knew of the other would have no one time",
                   STR_ARG(path_text(b, path, n + 1)));
        return false;
    }
    if (n > LOOKS_MAX) {
        diag_error(b->d, p->pos, "a chain of probes, " STR_FMT ": expected at most %d looks, since messages would be "
                   "earlier than what was seen", STR_ARG(path_text(b, path, n + 1)), LOOKS_MAX);
        return false;
    }
    for (int i = 0; i < p->probed->ports.n; i++)
        if (p->probed->ports.at[i]->probe && !chain_ends(b, p->probed->ports.at[i], path, n + 1)) return false;
    return true;
}

static void check_partners(Build *b, const Controller *c, const Port *p)
{
    if (p->probed == c) diag_error(b->d, p->pos, "a controller looks into its own stores by itself");
    const Action *walk = NULL;
    for (int i = 0; i < p->probed->rows.n; i++) actions_walk(p->probed->rows.at[i]->body, find_walk, &walk);
    if (p->probed->sweeps.n || walk)
        diag_error(b->d, p->pos, "'" STR_FMT "' has %s, which need its look-up: it cannot be probed so far",
                   STR_ARG(p->probed->name), walk ? "walks" : "sweeps");
}

static void build_probe(Build *b, Controller *c, const Node *n)
{
    Port *p = ctl_port(c, node_attr(n, "name"));
    Str of = node_attr(n, "of"), store = node_attr(n, "store");
    if (!p || p->pos.line != n->pos.line) return;
    if (!str_is(node_attr(n, "kind"), "probe")) {
        if (of.p || store.p)
            diag_error(b->d, node_attr_pos(n, of.p ? "of" : "store"), "of= and store= belong to kind=\"probe\"");
        return;
    }
    if (p->block) {
        diag_error(b->d, node_attr_pos(n, "block"), "behind a probe there is a store: expected no block=");
        return;
    }
    p->probed = find_ctl(b, of);
    if (!p->probed) {
        diag_error(b->d, of.p ? node_attr_pos(n, "of") : n->pos,
                   "unknown controller '" STR_FMT "', expected of=, the one whose store is looked at", STR_ARG(of));
        return;
    }
    p->probe = find_store(p->probed, store);
    if (!p->probe || !block_pin(p->probe->block, "loc_o") || block_pin(p->probe->block, "later_o")) {
        diag_error(b->d, store.p ? node_attr_pos(n, "store") : n->pos, "'" STR_FMT "' is no store of '" STR_FMT
                   "' with places, expected store=", STR_ARG(store), STR_ARG(p->probed->name));
        p->probe = NULL;
        return;
    }
    if (!check_shape(b, c, p)) { p->probe = NULL; return; }
    check_answer(b, p);
    check_partners(b, c, p);
    vec_push(b->a, &p->probe->probers, p);
    for (int i = 0; i < p->events.at[0]->def->fields.n; i++) {
        Var *v = probe_field(p, p->events.at[0]->def->fields.at[i].name);
        if (v) v->is_read++;
    }
}

/* When all are known: a chain is told of once, from where it begins, a circle at each port of it. */
static void check_chains(Build *b)
{
    for (int i = 0; i < b->p->ctls.n; i++)
        for (int k = 0; k < b->p->ctls.at[i]->ports.n; k++) {
            const Controller *path[8] = { b->p->ctls.at[i] };
            const Port *p = b->p->ctls.at[i]->ports.at[k];
            if (p->probe && p->probed != path[0]) chain_ends(b, p, path, 1);
        }
}

void build_probes(Build *b)
{
    for (const Node *n = b->root->first; n; n = n->next) {
        Controller *c = str_is(n->name, "controller") ? find_ctl(b, node_attr(n, "name")) : NULL;
        for (const Node *k = n->first; c && k; k = k->next) if (str_is(k->name, "port")) build_probe(b, c, k);
    }
    check_chains(b);
}
