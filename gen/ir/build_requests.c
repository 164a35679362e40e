/* build_requests.c - what an event of a core says of the request: posted=, waits=. */
#include "ir/build.h"
#include "ir/request.h"
#include "litmus/litmus.h"

static bool of_core(Build *b, const Port *p, const Node *k, const char *attr)
{
    if (!node_attr(k, attr).p) return false;
    if (p->kind == PORT_CORE) return true;
    diag_error(b->d, node_attr_pos(k, attr), "%s= belongs to a request of a core", attr);
    return false;
}

RequestKind request_kind(const PortMsg *q)
{
    if (q->does) return (RequestKind)q->does;
    return str_is(q->name, q->outside ? "read" : "load")     ? REQUEST_LOAD
           : str_is(q->name, q->outside ? "write" : "store") ? REQUEST_STORE
           : str_is(q->name, "atomic")                       ? REQUEST_ATOMIC
           : str_is(q->name, "fence") && !q->outside         ? REQUEST_FENCE
                                                             : REQUEST_OTHER;
}

/* Number of a word, 0: it is none of them; the schema knows which there are. */
static uint8_t word_of(Str word, const char *const *all, int n)
{
    for (int i = 1; i < n; i++) if (str_is(word, all[i])) return (uint8_t)i;
    return 0;
}

/* does= order= scope=. */
static void build_strength(Build *b, const Port *p, PortMsg *q, const Node *k)
{
    static const char *const kinds[] = { "", "load", "store", "atomic", "fence" };
    static const LitmusKind litmus[] = { [REQUEST_LOAD] = LITMUS_LOAD, [REQUEST_STORE] = LITMUS_STORE,
                                         [REQUEST_ATOMIC] = LITMUS_ATOMIC, [REQUEST_FENCE] = LITMUS_FENCE };
    if (of_core(b, p, k, "does")) q->does = word_of(node_attr(k, "does"), kinds, 5);
    if (of_core(b, p, k, "order")) q->order = word_of(node_attr(k, "order"), litmus_order_names, LITMUS_ORDERS);
    if (of_core(b, p, k, "scope")) q->scope = word_of(node_attr(k, "scope"), litmus_scope_names, LITMUS_SCOPES);
    if (!q->order && !q->scope) return;
    if (request_kind(q) == REQUEST_OTHER || q->outside)
        diag_error(b->d, node_attr_pos(k, q->order ? "order" : "scope"),
                   "order= and scope= belong to a load, store, atomic or fence; does= says which one it is");
    else if (!q->order || !q->scope)
        diag_error(b->d, node_attr_pos(k, q->order ? "order" : "scope"), "order= and scope= go together");
    else if (!litmus_order_fits(litmus[request_kind(q)], (LitmusOrder)q->order))
        diag_error(b->d, node_attr_pos(k, "order"), "%s", litmus_order_texts[litmus[request_kind(q)]]);
}

void build_request(Build *b, const Port *p, PortMsg *q, const Node *k)
{
    build_strength(b, p, q, k);
    if (of_core(b, p, k, "posted")) {
        q->posted = request_kind(q) == REQUEST_STORE && !q->outside;
        if (!q->posted)
            diag_error(b->d, node_attr_pos(k, "posted"),
                       "posted=\"yes\": only a store is answered before it takes effect; expected it on the event "
                       "'store'");
    }
    if (!of_core(b, p, k, "waits")) return;
    q->waits = true;
    q->waits_others = str_is(node_attr(k, "waits"), "others");
}

void check_posted(Build *b, const Port *p, const Node *n)
{
    bool fence = false;
    for (int i = 0; i < p->events.n; i++) fence |= request_kind(p->events.at[i]->def) == REQUEST_FENCE;
    for (const Node *k = n->first; k && p->kind == PORT_CORE && !fence; k = k->next)
        if (node_attr(k, "posted").p && str_is(k->name, "event") &&
            (str_is(node_attr(k, "name"), "store") || str_is(node_attr(k, "does"), "store")))
            diag_error(b->d, node_attr_pos(k, "posted"),
                       "posted=\"yes\", but nothing waits for these stores: expected an event 'fence' at this port");
}
