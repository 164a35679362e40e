/* truth.c - see truth.h. Each term has the function that evaluates it: which one is found once, and not at each of the
 * many looks. */
#include "invariants/truth.h"
#include <stdlib.h>

struct SimTerm {
    SimKnown (*value)(SimCase *c, const SimTerm *t);
    const SimTerm *a, *b, *c;
    const CgTerm *of;
    uint64_t sign, number;       /* number: of a constant */
    uint32_t controller, watched; /* of a value: whose, which */
    uint8_t name, at;
};

static const SimKnown unknown = {0, false};
static SimKnown known(uint64_t v) { return (SimKnown){v, true}; }

bool sim_truth_in(const CgBound *b, const SimMessage *m)
{
    return m->network == b->of && (b->kind < 0 || m->kind == b->kind);
}

static inline SimKnown look(SimCase *c, const SimTerm *t)
{
    c->steps++;
    return t->value(c, t);
}

static SimKnown constant(SimCase *c, const SimTerm *t) { (void)c; return known(t->number); }
static bool is(const SimTerm *t, bool value) { return t->value == constant && (t->number != 0) == value; }

/* ---- names ---- */

static uint64_t key_of(const SimCase *c, uint8_t name)
{
    return c->is->names[name].domain == CG_MESSAGES ? c->at[name].message->key : c->at[name].key;
}

uint64_t sim_truth_home(const SimCase *c, const CgTerm *t) { return t->num + key_of(c, t->of) % t->other; }

static SimKnown own_value(SimCase *c, const SimTerm *t)
{
    return sim_world_own(c->world, t->controller, c->at[t->name].instance, t->watched);
}

static SimKnown line_value(SimCase *c, const SimTerm *t)
{
    return sim_world_of_line(c->world, t->controller, c->at[t->name].instance, c->at[t->at].key, t->watched);
}

static SimKnown of_name(SimCase *c, const SimTerm *n)
{
    const CgTerm *t = n->of;
    const CgBound *b = &c->is->names[t->of];
    const SimMessage *m = c->at[t->of].message;
    switch (t->op) {
    case CG_T_NODE: return known(c->design->watch->controllers[b->of].node + c->at[t->of].instance);
    case CG_T_KEY: return known(key_of(c, t->of));
    case CG_T_HOME: return known(sim_truth_home(c, t));
    case CG_T_VALUE:
        return sim_world_of_line(c->world, n->controller, c->at[t->of].instance, key_of(c, t->at), n->watched);
    case CG_T_TYPE: return known(m->kind);
    case CG_T_TO: return known(m->to);
    case CG_T_FROM: return (SimKnown){m->from, m->known >> SIM_MESSAGE_FIELDS & 1};
    default: return (SimKnown){m->field[t->num], m->known >> t->num & 1};
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

static SimKnown of_all(SimCase *c, const SimTerm *t)
{
    bool every = t->of->op == CG_T_EVERY, sure = true, skip;
    for (uint32_t i = 0; choose(c, t->name, i, &skip); i++) {
        if (skip) continue;
        SimKnown one = look(c, t->a);
        if (one.known && (one.v != 0) != every) return known(!every);
        sure &= one.known;
    }
    return (SimKnown){every, sure};
}

static SimKnown count_of(SimCase *c, const SimTerm *t)
{
    uint64_t n = 0;
    bool skip;
    for (uint32_t i = 0; choose(c, t->name, i, &skip); i++) {
        if (skip) continue;
        SimKnown one = look(c, t->a);
        if (!one.known) return unknown;
        n += one.v != 0;
    }
    return known(n & t->of->mask);
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
    case CG_T_BEFORE: return known(((a - b) & t->other) > t->other >> 1);
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

static SimKnown operator(SimCase *c, const SimTerm *t)
{
    SimKnown a = look(c, t->a);
    if (!a.known || !t->b) return a.known ? one(t->of, a.v) : unknown;
    SimKnown b = look(c, t->b);
    return b.known ? two(t->of, a.v, b.v) : unknown;
}

/* The operators of most invariants. */
static SimKnown equal(SimCase *c, const SimTerm *t)
{
    SimKnown a = look(c, t->a), b = look(c, t->b);
    return (SimKnown){a.v == b.v, a.known && b.known};
}

static SimKnown at_most(SimCase *c, const SimTerm *t)
{
    SimKnown a = look(c, t->a), b = look(c, t->b);
    return (SimKnown){(a.v ^ t->sign) <= (b.v ^ t->sign), a.known && b.known};
}

static SimKnown greater(SimCase *c, const SimTerm *t)
{
    SimKnown a = look(c, t->a), b = look(c, t->b);
    return (SimKnown){(a.v ^ t->sign) > (b.v ^ t->sign) ? a.v : b.v, a.known && b.known};
}

/* and, or, implies: one side may settle it. */
static SimKnown both(SimCase *c, const SimTerm *t)
{
    bool settles = t->of->op == CG_T_OR, result = t->of->op != CG_T_AND; /* a value of a that settles it, to what */
    SimKnown a = look(c, t->a);
    if (a.known && (a.v != 0) == settles) return known(result);
    SimKnown b = look(c, t->b);
    if (b.known && (b.v != 0) == result) return known(result);
    return (SimKnown){!result, a.known && b.known};
}

static SimKnown chosen(SimCase *c, const SimTerm *t)
{
    SimKnown a = look(c, t->a);
    return a.known ? look(c, a.v ? t->b : t->c) : unknown;
}

/* ---- from terms to functions ---- */

static void value_of(const CgDesign *d, const CgInvariant *v, SimTerm *t)
{
    const CgTerm *of = t->of;
    t->controller = v->names[of->of].of;
    t->watched = (uint32_t)of->num;
    t->value = own_value;
    if (d->watch->controllers[t->controller].values[of->num].of_line)
        t->value = v->names[of->at].domain == CG_LINES ? line_value : of_name;
}

static bool takes_two(uint8_t op)
{
    return op >= CG_T_OR && (op < CG_T_POPCOUNT || op == CG_T_BIT);
}

static void function_of(const CgDesign *d, const CgInvariant *v, SimTerm *t)
{
    switch (t->of->op) {
    case CG_T_NUM: t->value = constant; t->number = t->of->num; return;
    case CG_T_VALUE: value_of(d, v, t); return;
    case CG_T_EVERY: case CG_T_SOME: t->value = of_all; return;
    case CG_T_COUNT: t->value = count_of; return;
    case CG_T_OR: case CG_T_AND: case CG_T_IMPLIES: t->value = both; return;
    case CG_T_COND: t->value = chosen; return;
    case CG_T_EQ: t->value = equal; return;
    case CG_T_LE: t->value = at_most; return;
    case CG_T_MAX: t->value = greater; return;
    default: t->value = t->of->op < CG_T_EVERY ? of_name : operator;
    }
}

/* What constants make of it: a constant, or the one operand that counts. */
static void fold(SimTerm *t)
{
    uint8_t op = t->of->op;
    if (op == CG_T_EVERY && is(t->a, true)) t->value = constant, t->number = 1;
    if (op == CG_T_SOME && is(t->a, false)) t->value = constant, t->number = 0;
    if (op <= CG_T_COUNT) return;
    if (t->value == both) {
        bool settles = op == CG_T_OR, result = op != CG_T_AND;
        if (is(t->a, settles) || is(t->b, result)) t->value = constant, t->number = result;
        else if (is(t->a, !settles)) *t = *t->b;
        return;
    }
    if (t->value == chosen && t->a->value == constant) { *t = t->a->number ? *t->b : *t->c; return; }
    if (t->value == chosen || t->a->value != constant || (t->b && t->b->value != constant)) return;
    SimKnown all = t->value(&(SimCase){0}, t);
    if (all.known) t->value = constant, t->number = all.v;
}

SimTerm *sim_truth_create(const CgDesign *d, const CgInvariant *v, const bool *holds)
{
    SimTerm *terms = sim_alloc(v->n_terms, sizeof *terms);
    for (uint32_t i = 0; i < v->n_terms; i++) {
        SimTerm *t = &terms[i];
        const CgTerm *of = &v->terms[i];
        *t = (SimTerm){.of = of, .sign = of->sign, .name = of->of, .at = of->at};
        if (of->op >= CG_T_EVERY) t->a = &terms[of->a];
        if (takes_two(of->op)) t->b = &terms[of->b];
        if (of->op == CG_T_COND) t->c = &terms[of->c];
        function_of(d, v, t);
        fold(t);
        if (holds[i]) t->value = constant, t->number = 1;
    }
    return terms;
}

bool sim_truth_settled(const SimTerm *terms, uint32_t term) { return is(&terms[term], true); }

SimKnown sim_truth(SimCase *c, uint32_t term) { return look(c, &c->terms[term]); }
