/* prune.c - what does nothing goes: an `if` whose arms are empty, a loop around nothing, a process without statements.
 * Their tests are nobody's readers then. */
#include "hdl/parts.h"

static bool prune_body(HdlBody *b);

/* Arms at the end that do nothing go; those in between keep the rest from being asked. */
static bool prune_arms(HsStmt *s)
{
    for (int i = 0; i < s->arms.n; i++) prune_body(s->arms.at[i].body);
    if (s->kind == HS_CASE) return false;
    while (s->arms.n && prune_body(s->arms.at[s->arms.n - 1].body)) s->arms.n--;
    return s->arms.n == 0;
}

static bool idle(HsStmt *s)
{
    switch (s->kind) {
    case HS_IF: case HS_CASE: return prune_arms(s);
    case HS_FOR: case HS_GROUP: return prune_body(s->body);
    default: return false;
    }
}

/* True if the body does nothing: notes alone are left in it. */
static bool prune_body(HdlBody *b)
{
    bool nothing = true;
    int n = 0;
    for (int i = 0; i < b->at.n; i++) {
        HsStmt *s = b->at.at[i];
        if (idle(s)) continue;
        nothing &= s->kind == HS_NOTE || s->kind == HS_BLANK;
        b->at.at[n++] = s;
    }
    b->at.n = n;
    return nothing;
}

void hdl_prune(HdlScope *s)
{
    int n = 0;
    for (int i = 0; i < s->items.n; i++) {
        HdlItem *it = s->items.at[i];
        bool process = it->kind == HI_COMB || it->kind == HI_CLOCKED;
        if (it->inner) hdl_prune(it->inner);
        if (process) {
            bool reset = it->reset && !prune_body(it->reset);
            it->idle = prune_body(it->run);
            if (it->idle && !reset) continue;
        }
        s->items.at[n++] = it;
    }
    s->items.n = n;
}
