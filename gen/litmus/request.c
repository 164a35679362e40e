/* request.c - which request of a port a statement is made with. */
#include "litmus/litmus.h"

const char *const litmus_order_texts[] = {
    [LITMUS_STORE] = "a store is relaxed or release",
    [LITMUS_LOAD] = "a load is relaxed or acquire",
    [LITMUS_ATOMIC] = "an atomic is relaxed, acquire, release or acq_rel",
    [LITMUS_FENCE] = "a fence is acq_rel or sc",
};
const char *const litmus_order_names[LITMUS_ORDERS] = {"weak", "relaxed", "acquire", "release", "acq_rel", "sc"};
const char *const litmus_scope_names[LITMUS_SCOPES] = {"", "cta", "gpu", "sys"};

bool litmus_order_fits(LitmusKind kind, LitmusOrder order)
{
    if (kind == LITMUS_FENCE) return order >= LITMUS_ORDER_ACQ_REL;
    if (kind == LITMUS_ATOMIC) return order < LITMUS_ORDER_SC;
    if (order == LITMUS_ORDER_RELAXED) return true;
    return order == (kind == LITMUS_STORE ? LITMUS_ORDER_RELEASE : LITMUS_ORDER_ACQUIRE);
}

static bool covers(const LitmusRequest *r, const LitmusStatement *s)
{
    bool apart = r->order == LITMUS_ORDER_RELEASE && s->order == LITMUS_ORDER_ACQUIRE;
    if (s->order == LITMUS_ORDER_WEAK) return true;
    return r->order >= s->order && r->scope >= s->scope && !apart;
}

int litmus_request_for(const LitmusStatement *s, const LitmusRequest *have, int n)
{
    int best = -1;
    bool said = false;
    for (int i = 0; i < n; i++) said |= have[i].scope != LITMUS_NO_SCOPE;
    for (int i = 0; i < n; i++) {
        if (have[i].kind != s->kind || (said && !covers(&have[i], s))) continue;
        bool less = best < 0 || have[i].scope < have[best].scope ||
                    (have[i].scope == have[best].scope && have[i].order < have[best].order);
        if (less) best = i;
    }
    return best;
}
