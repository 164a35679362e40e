/* params.c - the system that is searched, its parameters, and the inputs that are constant. */
#include "verify/model/params.h"
#include "check/check.h"
#include "util/number.h"
#include "verify/model/roles.h"

static const System *find_system(Model *m, Diags *d)
{
    const Protocol *p = m->p;
    for (int i = 0; i < p->systems.n; i++)
        if (m->o->system ? str_is(p->systems.at[i]->name, m->o->system) : str_is(p->systems.at[i]->name, "small"))
            return p->systems.at[i];
    if (m->o->system) diag_error(d, p->pos, "verify: no system '%s'", m->o->system);
    else if (!p->systems.n) diag_error(d, p->pos, "verify: the protocol has no system");
    return m->o->system || !p->systems.n ? NULL : p->systems.at[0];
}

/* The type that names the threads; NULL: there is none. */
static const Type *warp_type(const Model *m)
{
    const Controller *c = model_core_controller(m->p);
    for (int i = 0; c && i < c->ports.n; i++) if (c->ports.at[i]->id_type) return c->ports.at[i]->id_type;
    return NULL;
}

static bool bits_name_warps(const Model *m) { return warp_type(m) && warp_type(m)->kind == TK_BITS; }

static const Param *warp_param(const Model *m)
{
    const Type *t = warp_type(m);
    return t && t->size && t->size->op == E_PARAM ? t->size->param : NULL;
}

/* A type of bits has room for more threads than are searched: two, or as many as are asked for. */
static int64_t warps_room(const Model *m, const Type *t)
{
    int w = type_width(&m->env, t);
    return INT64_C(1) << (w < 32 ? w : 32);
}

int model_warps(const Model *m, const Type *t)
{
    if (!t) return 1;
    if (t->kind == TK_COUNT) return (int)param_eval(&m->env, t->size);
    return m->o->warps ? m->o->warps : warps_room(m, t) < 2 ? (int)warps_room(m, t) : 2;
}

static bool warps_fit(const Model *m, Diags *d)
{
    const Type *t = warp_type(m);
    if (!bits_name_warps(m) || m->o->warps <= warps_room(m, t)) return true;
    diag_error(d, t->pos, "verify: --warps: type '" STR_FMT "' has numbers for %lld threads", STR_ARG(t->name),
               (long long)warps_room(m, t));
    return false;
}

/* Where the number stands that the option would set. */
static Pos number_pos(const Model *m, bool cores)
{
    const Controller *c = model_core_controller(m->p);
    const System *s = m->p->systems.at[0];
    if (!cores) return warp_type(m) ? warp_type(m)->pos : c ? c->pos : m->p->pos;
    for (int i = 0; i < s->places.n; i++) if (s->places.at[i].ctl == c) return s->places.at[i].pos;
    return m->p->pos;
}

typedef VEC(Str) Sets;

static bool set_size(Model *m, Diags *d, Sets *sets, const Param *q, bool cores, int value)
{
    if (!value) return true;
    if (!q) {
        diag_error(d, number_pos(m, cores), "verify: --%s: this number is no parameter by itself: expected --set of "
                   "those that it is made of", cores ? "cores" : "warps");
        return false;
    }
    vec_push(m->arena, sets, str_printf(m->arena, STR_FMT "=%d", STR_ARG(q->name), value));
    return true;
}

/* VALUE, or several with commas between. */
static bool pin_values(Model *m, Diags *d, Str text, Pin *pin)
{
    for (int from = 0, to; from <= text.n; from = to + 1) {
        int64_t n = 0;
        for (to = from; to < text.n && text.p[to] != ','; to++) {}
        if (pin->n == PIN_VALUES || !number_read(str_z(m->arena, (Str){ text.p + from, to - from }), &n)) {
            diag_error(d, pin->var->pos, "verify: --set " STR_FMT "=" STR_FMT ": expected a number, or up to %d with "
                       "commas between, which this input can have", STR_ARG(pin->var->name), STR_ARG(text), PIN_VALUES);
            return false;
        }
        pin->value[pin->n++] = (uint64_t)n;
    }
    return true;
}

/* The last one that is said counts. */
static void put_pin(Model *m, Pin pin)
{
    for (int i = 0; i < m->pins.n; i++)
        if (m->pins.at[i].var == pin.var) { m->pins.at[i] = pin; return; }
    vec_push(m->arena, &m->pins, pin);
}

/* NAME=VALUE or CONTROLLER.NAME=VALUE of an input; it is 0 otherwise. False: it is of none. */
static bool set_pin(Model *m, Diags *d, Str set)
{
    const Protocol *p = m->p;
    int dot = -1, eq = 0;
    bool found = false;
    while (eq < set.n && set.p[eq] != '=') { if (set.p[eq] == '.') dot = eq; eq++; }
    Str name = { set.p + dot + 1, eq - dot - 1 }, of = { set.p, dot < 0 ? 0 : dot };
    for (int i = 0; i < p->ctls.n && eq < set.n; i++)
        for (int k = 0; k < p->ctls.at[i]->regs.n; k++) {
            const Var *v = p->ctls.at[i]->regs.at[k];
            if (v->kind != V_INPUT || v->source || !str_eq(v->name, name) ||
                (of.n && !str_eq(of, p->ctls.at[i]->name)))
                continue;
            Pin pin = { .var = v };
            if (pin_values(m, d, (Str){ set.p + eq + 1, set.n - eq - 1 }, &pin)) put_pin(m, pin);
            found = true;
        }
    return found;
}

bool model_params(Model *m, Diags *d)
{
    Sets sets = { 0 };
    int errors = diag_errors(d);
    m->system = find_system(m, d);
    if (!m->system) return false;
    for (int i = 0; i < m->o->sets.n; i++)
        if (!set_pin(m, d, m->o->sets.at[i])) vec_push(m->arena, &sets, m->o->sets.at[i]);
    return diag_errors(d) == errors && set_size(m, d, &sets, model_core_param(m), true, m->o->cores) &&
           (bits_name_warps(m) || set_size(m, d, &sets, warp_param(m), false, m->o->warps)) &&
           param_env(m->arena, d, m->p, m->system, (ParamSets){ sets.at, sets.n }, &m->env) && warps_fit(m, d) &&
           check_widths(m->arena, d, m->p, &m->env);
}

/* Whether the input can have the value, and the search follow it. */
static bool pin_fits(const Model *m, Diags *d, const Pin *p, uint64_t value)
{
    int w = type_width(&m->env, p->var->type);
    if (w < 64 && value >> w)
        diag_error(d, p->var->pos, "verify: %llu does not fit the input '" STR_FMT "' of %d bit%s",
                   (unsigned long long)value, STR_ARG(p->var->name), w, w == 1 ? "" : "s");
    else if (p->n > 1 && w > MAX_WIDTH)
        diag_error(d, p->var->pos, "verify: the input '" STR_FMT "' has %d bits: one with several values can have %d",
                   STR_ARG(p->var->name), w, MAX_WIDTH);
    else return true;
    return false;
}

bool model_pins_fit(const Model *m, Diags *d)
{
    for (int i = 0; i < m->pins.n; i++) {
        const Pin *p = &m->pins.at[i];
        for (int k = 0; k < p->n; k++) if (!pin_fits(m, d, p, p->value[k])) return false;
        if (p->n == 1 || !m->o->fair) continue;
        diag_error(d, p->var->pos,
                   "verify: --fair: the input '" STR_FMT "' changes at any moment, so it may do nothing else for ever: "
                   "expected one value", STR_ARG(p->var->name));
        return false;
    }
    return true;
}

const Pin *model_pin(const Model *m, const Var *v)
{
    for (int i = 0; i < m->pins.n; i++) if (m->pins.at[i].var == v) return &m->pins.at[i];
    return NULL;
}
