/* truth_text.c - what an invariant reads at one choice, as text. */
#include "invariants/truth.h"
#include <stdarg.h>

typedef struct { char *at; size_t size, n; } Text;

SIM_PRINTF(2, 3) static void put(Text *t, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(t->at + t->n, t->size - t->n, format, ap);
    va_end(ap);
    if (n > 0) t->n = t->n + (size_t)n < t->size ? t->n + (size_t)n : t->size - 1;
}

static void put_node(Text *t, const CgDesign *d, uint32_t node)
{
    for (uint32_t i = 0; i < d->n_controllers; i++) {
        uint32_t first = d->watch->controllers[i].node;
        if (node >= first && node - first < d->controllers[i].instances) {
            put(t, "%s[%u]", d->controllers[i].name, node - first);
            return;
        }
    }
    put(t, "node %u", node);
}

static void put_message(Text *t, const CgDesign *d, const SimMessage *m)
{
    for (uint32_t i = 0; i < d->watch->n_messages; i++) {
        const CgWatchedMessage *x = &d->watch->messages[i];
        if (x->network == m->network && x->kind == m->kind) put(t, "%s", x->name);
    }
    put(t, " from ");
    put_node(t, d, m->from);
    put(t, " to ");
    put_node(t, d, m->to);
    put(t, " of line 0x%llx", (unsigned long long)m->key);
}

static void put_name(Text *t, const SimCase *c, uint8_t name)
{
    const CgBound *b = &c->is->names[name];
    put(t, "%s%s = ", t->n ? ", " : "", b->name);
    if (b->domain == CG_INSTANCES) put(t, "%s[%u]", c->design->controllers[b->of].name, c->at[name].instance);
    else if (b->domain == CG_LINES) put(t, "line 0x%llx", (unsigned long long)c->at[name].key);
    else put_message(t, c->design, c->at[name].message);
}

static void put_value(Text *t, SimCase *c, uint32_t term)
{
    const CgTerm *e = &c->is->terms[term];
    const CgBound *b = &c->is->names[e->of];
    SimKnown v = sim_truth(c, term);
    bool state = false;
    if (e->op == CG_T_FIELD) put(t, ", %s.%s = ", b->name, c->design->watch->fields[e->num].name);
    else {
        const CgWatched *w = &c->design->watch->controllers[b->of].values[e->num];
        state = w->kind == CG_STATE;
        put(t, ", %s.%s%s%s", b->name, w->place ? w->place : "", w->place ? "." : "", w->name);
        if (w->of_line)
            put(t, "(%s%s)", c->is->names[e->at].name, c->is->names[e->at].domain == CG_MESSAGES ? ".key" : "");
        put(t, " = ");
    }
    const CgController *d = &c->design->controllers[b->of];
    if (!v.known) put(t, "?");
    else if (state) put(t, "%s", sim_name(d->states, d->n_states, (uint32_t)v.v));
    else put(t, "%llu", (unsigned long long)v.v);
}

/* What stands inside of another every or some has no value here. */
static void put_values(Text *t, SimCase *c, uint32_t term)
{
    const CgTerm *e = &c->is->terms[term];
    if (e->op == CG_T_VALUE || e->op == CG_T_FIELD) put_value(t, c, term);
    if (e->op <= CG_T_COUNT) return;
    put_values(t, c, e->a);
    if (e->op >= CG_T_OR && (e->op < CG_T_POPCOUNT || e->op == CG_T_BIT)) put_values(t, c, e->b);
    if (e->op == CG_T_COND) put_values(t, c, e->c);
}

void sim_truth_text(SimCase *c, uint32_t term, char *text, size_t size)
{
    Text t = {text, size, 0};
    text[0] = 0;
    for (uint32_t i = c->is->n_terms; i-- > term + 1;)
        if (c->is->terms[i].op == CG_T_EVERY) put_name(&t, c, c->is->terms[i].of);
    put_values(&t, c, term);
}
