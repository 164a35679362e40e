/* build_requests.c - what an event of a core says of the request: posted=, waits=. */
#include "ir/build.h"
#include "ir/request.h"

static bool of_core(Build *b, const Port *p, const Node *k, const char *attr)
{
    if (!node_attr(k, attr).p) return false;
    if (p->kind == PORT_CORE) return true;
    diag_error(b->d, node_attr_pos(k, attr), "%s= belongs to a request of a core", attr);
    return false;
}

RequestKind request_kind(const PortMsg *q)
{
    return str_is(q->name, q->outside ? "read" : "load")     ? REQUEST_LOAD
           : str_is(q->name, q->outside ? "write" : "store") ? REQUEST_STORE
           : str_is(q->name, "atomic")                       ? REQUEST_ATOMIC
           : str_is(q->name, "fence") && !q->outside         ? REQUEST_FENCE
                                                             : REQUEST_OTHER;
}

void build_request(Build *b, const Port *p, PortMsg *q, const Node *k)
{
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
        if (node_attr(k, "posted").p && str_is(k->name, "event") && str_is(node_attr(k, "name"), "store"))
            diag_error(b->d, node_attr_pos(k, "posted"),
                       "posted=\"yes\", but nothing waits for these stores: expected an event 'fence' at this port");
}
