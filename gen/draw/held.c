/* held.c - see held.h for the contract. Views are looked at with the values that the run tells; one that reads
 * something else (the time of a request) is left out. */
#include "draw/held.h"
#include <stdlib.h>
#include <string.h>

/* Latest values: of an instance its registers, of an instance and key what is kept about it. */
typedef struct {
    bool whole;
    VEC(RunField) fields;
} Values; /* whole: what is not there is not kept */
typedef struct {
    Arena *a;
    const Run *run;
    const Protocol *p;
    HeldAll all;
    Values *regs, *kept;
} Fold;

const Controller *held_controller(const Protocol *p, Str inst)
{
    int n = inst.n;
    while (n > 0 && inst.p[n - 1] != '[') n--;
    return p && n > 1 ? names_get(&p->by.ctls, (Str){ inst.p, n - 1 }) : NULL;
}

/* ---- values of expressions ---- */

typedef struct {
    bool known;
    int64_t n;
} Value;
static const Value unknown = { false, 0 };

static Value find(const Values *v, Str place, Str name)
{
    for (int i = 0; v && i < v->fields.n; i++) {
        Str f = v->fields.at[i].name;
        bool is = f.n == place.n + 1 + name.n && memcmp(f.p, place.p, (size_t)place.n) == 0 && f.p[place.n] == '.' &&
                  memcmp(f.p + place.n + 1, name.p, (size_t)name.n) == 0;
        if (!is) continue;
        char text[32], *end;
        snprintf(text, sizeof text, STR_FMT, STR_ARG(v->fields.at[i].value));
        long long n = strtoll(text, &end, 0);
        return (Value){ end > text && !*end, n };
    }
    return unknown;
}

static Value value_of(const Expr *e, const Values *regs, const Values *kept);

/* Whether something of this place is kept. */
static Value hit(const Values *kept, Str place)
{
    for (int i = 0; i < kept->fields.n; i++) {
        Str f = kept->fields.at[i].name;
        if (f.n > place.n && f.p[place.n] == '.' && memcmp(f.p, place.p, (size_t)place.n) == 0)
            return (Value){ true, 1 };
    }
    return (Value){ kept->whole, 0 };
}

static Value variable(const Var *v, const Values *regs, const Values *kept)
{
    if (v->kind == V_REG) return find(regs, STR("reg"), v->name);
    if (v->kind == V_STORE) return find(kept, v->store->name, v->name);
    if (v->kind == V_STORE_HIT) return hit(kept, v->store->name);
    if (v->kind == V_WAITER_HIT) return hit(kept, v->waiters->name);
    if (v->kind == V_WAITER) return find(kept, v->waiters->name, v->name);
    return unknown;
}

static Value binary(ExprOp op, int64_t x, int64_t y)
{
    switch (op) {
    case E_EQ: return (Value){ true, x == y };
    case E_NE: return (Value){ true, x != y };
    case E_LT: return (Value){ true, x < y };
    case E_LE: return (Value){ true, x <= y };
    case E_GT: return (Value){ true, x > y };
    case E_GE: return (Value){ true, x >= y };
    case E_ADD: return (Value){ true, x + y };
    case E_SUB: return (Value){ true, x - y };
    case E_MAX: return (Value){ true, x > y ? x : y };
    case E_MIN: return (Value){ true, x < y ? x : y };
    default: return unknown;
    }
}

static Value value_of(const Expr *e, const Values *regs, const Values *kept)
{
    if (e->op == E_NUM) return (Value){ true, e->num };
    if (e->op == E_VAR) return variable(e->var, regs, kept);
    Value x = e->n_args > 0 && e->arg[0] ? value_of(e->arg[0], regs, kept) : unknown;
    Value y = e->n_args > 1 && e->arg[1] ? value_of(e->arg[1], regs, kept) : unknown;
    if (e->op == E_NOT) return (Value){ x.known, !x.n };
    if (e->op == E_AND) {
        if ((x.known && !x.n) || (y.known && !y.n)) return (Value){ true, 0 };
        return (Value){ x.known && y.known, 1 };
    }
    if (e->op == E_OR) {
        if ((x.known && x.n) || (y.known && y.n)) return (Value){ true, 1 };
        return (Value){ x.known && y.known, 0 };
    }
    return x.known && y.known ? binary(e->op, x.n, y.n) : unknown;
}

/* ---- tracks ---- */

static void put_field(Arena *a, Values *v, RunField f)
{
    for (int i = 0; i < v->fields.n; i++)
        if (str_eq(v->fields.at[i].name, f.name)) {
            v->fields.at[i].value = f.value;
            return;
        }
    vec_push(a, &v->fields, f);
}

static int track(Fold *f, int inst, Str key)
{
    for (int i = 0; i < f->all.n; i++)
        if (f->all.at[i].inst == inst && str_eq(f->all.at[i].key, key)) return i;
    vec_push(f->a, &f->all, ((Held){ .inst = inst, .key = key }));
    return f->all.n - 1;
}

static const State *state_named(const Fold *f, int inst, Str name)
{
    const Controller *c = held_controller(f->p, f->run->insts.at[inst]);
    return c ? names_get(&c->by.states, name) : NULL;
}

static const State *view_of(const Fold *f, int inst, const State *s, const Values *kept)
{
    const Controller *c = held_controller(f->p, f->run->insts.at[inst]);
    for (int i = 0; c && s && i < c->views.n; i++) {
        const View *v = c->views.at[i];
        for (int k = 0; k < v->of.n; k++) {
            Value x = v->of.at[k] == s && v->when ? value_of(v->when, &f->regs[inst], kept) : unknown;
            if (x.known && x.n) return v->as;
        }
    }
    return NULL;
}

static void extend(Fold *f, Held *h, Str name, const Values *kept, int step)
{
    const State *s = state_named(f, h->inst, name), *as = view_of(f, h->inst, s, kept);
    HeldPart *last = h->parts.n ? &h->parts.at[h->parts.n - 1] : NULL;
    if (last && str_eq(last->name, name) && last->as == as) return;
    if (last) last->to = step;
    vec_push(f->a, &h->parts, ((HeldPart){ name, s, as, step, f->run->steps.n }));
}

static void fold_step(Fold *f, int number)
{
    const RunStep *s = &f->run->steps.at[number];
    int k = s->key.n ? track(f, s->inst, s->key) : -1;
    if (k >= 0 && s->whole) {
        f->kept[k].fields.n = 0;
        f->kept[k].whole = true;
    }
    for (int i = 0; i < s->fields.n; i++) {
        RunField x = s->fields.at[i];
        bool reg = x.name.n > 4 && memcmp(x.name.p, "reg.", 4) == 0;
        if (reg)
            put_field(f->a, &f->regs[s->inst], x);
        else if (k >= 0)
            put_field(f->a, &f->kept[k], x);
    }
    if (k >= 0) extend(f, &f->all.at[k], s->next, &f->kept[k], number);
    for (int i = 0; i < f->all.n; i++) { /* a register may end the leases of other lines */
        Held *h = &f->all.at[i];
        if (i != k && h->inst == s->inst && h->parts.n)
            extend(f, h, h->parts.at[h->parts.n - 1].name, &f->kept[i], number);
    }
}

HeldAll held_of(Arena *a, const Run *run, const Protocol *p)
{
    Fold f = { .a = a, .run = run, .p = p, .regs = NEW_N(a, Values, run->insts.n + 1) };
    f.kept = NEW_N(a, Values, run->steps.n + 1);
    for (int i = 0; i < run->steps.n; i++) fold_step(&f, i);
    return f.all;
}
