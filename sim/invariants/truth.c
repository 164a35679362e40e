/* truth.c - see truth.h. */
#include "invariants/truth.h"
#include <stdarg.h>

static const SimKnown unknown = {0, false};
static SimKnown known(uint64_t v) { return (SimKnown){v, true}; }

bool sim_truth_in(const CgBound *b, const SimMessage *m)
{
    return m->network == b->of && (b->kind < 0 || m->kind == b->kind);
}

/* ---- names ---- */

static uint64_t key_of(const SimCase *c, uint8_t name)
{
    return c->is->names[name].domain == CG_MESSAGES ? c->at[name].message->key : c->at[name].key;
}

uint64_t sim_truth_home(const SimCase *c, const CgTerm *t) { return t->num + key_of(c, t->of) % t->other; }

static SimKnown of_message(const SimCase *c, const CgTerm *t)
{
    const SimMessage *m = c->at[t->of].message;
    switch (t->op) {
    case CG_T_TYPE: return known(m->kind);
    case CG_T_TO: return known(m->to);
    case CG_T_FROM: return (SimKnown){m->from, m->known >> SIM_MESSAGE_FIELDS & 1};
    default: return (SimKnown){m->field[t->num], m->known >> t->num & 1};
    }
}

static SimKnown of_name(const SimCase *c, const CgTerm *t)
{
    const CgBound *b = &c->is->names[t->of];
    if (!c->world) return unknown;
    switch (t->op) {
    case CG_T_NODE: return known(c->design->watch->controllers[b->of].node + c->at[t->of].instance);
    case CG_T_KEY: return known(key_of(c, t->of));
    case CG_T_HOME: return known(sim_truth_home(c, t));
    case CG_T_VALUE: {
        bool of_line = c->design->watch->controllers[b->of].values[t->num].of_line;
        uint64_t key = of_line ? key_of(c, t->at) : 0;
        return sim_world_value(c->world, b->of, c->at[t->of].instance, key, (uint32_t)t->num);
    }
    default: return of_message(c, t);
    }
}

/* ---- every, some ---- */

/* Further lines that no row was about: all of them are alike, but for their homes. */
enum { OTHER_LINES = 16 };

static bool other_line(const SimCase *c, uint32_t i, uint64_t *key)
{
    uint32_t bits = sim_world_key_bits(c->world);
    uint64_t last = bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    *key = last - i;
    return i <= last && !sim_world_has_key(c->world, *key);
}

/* Chooses number i for the name; false: there is none; *skip: it is no one. */
static bool choose(SimCase *c, uint8_t name, uint32_t i, bool *skip)
{
    const CgBound *b = &c->is->names[name];
    uint32_t n = 0;
    *skip = false;
    if (b->domain == CG_INSTANCES) {
        c->at[name].instance = i;
        return i < c->design->controllers[b->of].instances;
    }
    if (b->domain == CG_MESSAGES) {
        const SimMessage *m = sim_world_messages(c->world, &n);
        if (i >= n) return false;
        c->at[name].message = &m[i];
        *skip = !sim_truth_in(b, &m[i]);
        return true;
    }
    const uint64_t *keys = sim_world_keys(c->world, &n);
    if (i < n) c->at[name].key = keys[i];
    else *skip = !other_line(c, i - n, &c->at[name].key);
    return i < n + OTHER_LINES;
}

static SimKnown of_all(SimCase *c, const CgTerm *t)
{
    bool every = t->op == CG_T_EVERY, sure = true, skip;
    if (!c->world) return unknown;
    for (uint32_t i = 0; choose(c, t->of, i, &skip); i++) {
        if (skip) continue;
        SimKnown one = sim_truth(c, t->a);
        if (one.known && (one.v != 0) != every) return known(!every);
        sure &= one.known;
    }
    return (SimKnown){every, sure};
}

static SimKnown count_of(SimCase *c, const CgTerm *t)
{
    uint64_t n = 0;
    bool skip;
    if (!c->world) return unknown;
    for (uint32_t i = 0; choose(c, t->of, i, &skip); i++) {
        if (skip) continue;
        SimKnown one = sim_truth(c, t->a);
        if (!one.known) return unknown;
        n += one.v != 0;
    }
    return known(n & t->mask);
}

/* ---- operators ---- */

static uint64_t extended(const CgTerm *t, uint64_t x) { return t->sign && (x & t->sign) ? x | ~t->other : x; }

/* A sum that leaves its type: SimKnown.known is false. */
static SimKnown sum(const CgTerm *t, uint64_t a, uint64_t b)
{
    bool add = t->op == CG_T_ADD || t->op == CG_T_ADD_CHECK || t->op == CG_T_ADD_SAT;
    a &= t->mask;
    b &= t->mask;
    uint64_t r = (add ? a + b : a - b) & t->mask;
    bool left = t->sign ? ((add ? ~(a ^ b) : a ^ b) & (a ^ r) & t->sign) != 0 : add ? r < a : a < b;
    if (!left || t->op == CG_T_ADD || t->op == CG_T_SUB) return known(r);
    if (t->op == CG_T_ADD_CHECK || t->op == CG_T_SUB_CHECK) return unknown;
    if (t->sign) return known(a & t->sign ? t->sign : t->mask ^ t->sign);
    return known(add ? t->mask : 0);
}

static SimKnown divided(const CgTerm *t, uint64_t a, uint64_t b)
{
    if (b == 0) return known(0);
    if (!t->sign) return known((t->op == CG_T_DIV ? a / b : a % b) & t->mask);
    int64_t x = (int64_t)extended(t, a), y = (int64_t)extended(t, b);
    if (y == -1) return known((t->op == CG_T_DIV ? 0 - (uint64_t)x : 0) & t->mask);
    return known((uint64_t)(t->op == CG_T_DIV ? x / y : x % y) & t->mask);
}

static SimKnown two(const CgTerm *t, uint64_t a, uint64_t b)
{
    uint64_t x = a ^ t->sign, y = b ^ t->sign;
    switch (t->op) {
    case CG_T_EQ: return known(a == b);
    case CG_T_NE: return known(a != b);
    case CG_T_LT: return known(x < y);
    case CG_T_LE: return known(x <= y);
    case CG_T_MUL: return known(a * b & t->mask);
    case CG_T_DIV: case CG_T_MOD: return divided(t, a, b);
    case CG_T_BITAND: return known(a & b);
    case CG_T_BITOR: return known(a | b);
    case CG_T_BITXOR: return known(a ^ b);
    case CG_T_WITHOUT: return known(a & ~b);
    case CG_T_MAX: return known(x > y ? a : b);
    case CG_T_MIN: return known(x < y ? a : b);
    case CG_T_BIT: return known(b < 64 ? a >> b & 1 : 0);
    default: return sum(t, a, b);
    }
}

static SimKnown one(const CgTerm *t, uint64_t a)
{
    switch (t->op) {
    case CG_T_NOT: return known(!a);
    case CG_T_POPCOUNT: return known((uint64_t)__builtin_popcountll(a) & t->mask);
    case CG_T_ONEHOT: return known(a < 64 ? UINT64_C(1) << a & t->mask : 0);
    case CG_T_ANY: return known(a != 0);
    case CG_T_ALL: return known(a == t->other);
    default: return known(extended(t, a) & t->mask);
    }
}

/* and, or, implies: one side may settle it. */
static SimKnown both(SimCase *c, const CgTerm *t)
{
    bool settles = t->op == CG_T_OR, result = t->op != CG_T_AND; /* a value of a that settles it, to what */
    SimKnown a = sim_truth(c, t->a);
    if (a.known && (a.v != 0) == settles) return known(result);
    SimKnown b = sim_truth(c, t->b);
    if (b.known && (b.v != 0) == (t->op != CG_T_AND)) return known(result);
    return (SimKnown){t->op == CG_T_AND, a.known && b.known};
}

static SimKnown chosen(SimCase *c, const CgTerm *t)
{
    SimKnown a = sim_truth(c, t->a);
    return a.known ? sim_truth(c, a.v ? t->b : t->c) : unknown;
}

SimKnown sim_truth(SimCase *c, uint32_t term)
{
    const CgTerm *t = &c->is->terms[term];
    c->steps++;
    if (t->op == CG_T_NUM) return known(t->num);
    if (t->op < CG_T_EVERY) return of_name(c, t);
    if (t->op <= CG_T_SOME) return of_all(c, t);
    if (t->op == CG_T_COUNT) return count_of(c, t);
    if (t->op >= CG_T_OR && t->op <= CG_T_IMPLIES) return both(c, t);
    if (t->op == CG_T_COND) return chosen(c, t);
    SimKnown a = sim_truth(c, t->a);
    if (!a.known) return unknown;
    if (t->op == CG_T_NOT || (t->op >= CG_T_POPCOUNT && t->op != CG_T_BIT)) return one(t, a.v);
    SimKnown b = sim_truth(c, t->b);
    return b.known ? two(t, a.v, b.v) : unknown;
}

/* ---- text ---- */

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
