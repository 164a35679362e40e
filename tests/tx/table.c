/* table.c - see table.h. */
#include "table.h"
#include <stdlib.h>

/* Does it matter what an output is when nothing happens? *input: it is what this input is, or -1: 0. */
static bool quiet(const Table *t, int signal, int *input)
{
    const Signal *s = &t->spec.step->signals.at[signal];
    *input = -1;
    switch (s->kind) {
    case SIG_NEXT: case SIG_VAR:
        for (int i = 0; i < t->spec.n_in; i++) {
            const Signal *x = &t->spec.step->signals.at[i];
            if (s->kind == SIG_NEXT ? x->kind == SIG_IN_STATE : x->kind == SIG_IN_VAR && x->var == s->var) *input = i;
        }
        return true;
    case SIG_STORE_ALLOC:
    case SIG_STORE_FREE:
    case SIG_PARK:
    case SIG_REPLAY:
    case SIG_MUST:
    case SIG_DONE:
    case SIG_SEND_VALID:
    case SIG_REQ_VALID:
    case SIG_REPLY_VALID:
    case SIG_WRITE_VALID:
    case SIG_PERFORMS: case SIG_TIME: case SIG_BY: case SIG_ID: case SIG_OVERFLOW: case SIG_WALK: return true;
    default: return false;
    }
}

bool table_load(Table *t, const char *file, const char *controller, const Str *sets, int n_sets)
{
    if (!spec_load(&t->spec, file, controller, sets, n_sets)) return false;
    if (t->spec.step->signals.n > TABLE_SIGNALS || t->spec.ctl->vars.n > TABLE_SIGNALS)
        return fputs("too many signals\n", stderr), false;
    for (int i = 0; i < t->spec.n_out; i++) t->quiet[i].asked = quiet(t, t->spec.n_in + i, &t->quiet[i].input);
    t->eval = eval_create(t->spec.arena, t->spec.protocol, t->spec.step, &t->spec.env);
    return true;
}

int table_state(const Table *t, const char *name)
{
    const Controller *c = t->spec.ctl;
    for (int i = 0; i < c->states.n; i++) if (str_is(c->states.at[i]->name, name)) return c->states.at[i]->id;
    return -1;
}

static const Event *event_named(const Table *t, const char *name)
{
    const Controller *c = t->spec.ctl;
    for (int i = 0; i < c->base_events.n; i++)
        if (str_is(c->base_events.at[i]->name, name)) return c->base_events.at[i];
    return NULL;
}

int table_event(const Table *t, const char *name)
{
    const Event *e = event_named(t, name);
    return e ? e->code : -1;
}

int table_message(const Table *t, const char *name)
{
    const Protocol *p = t->spec.protocol;
    for (int i = 0; i < p->msgs.n; i++) if (str_is(p->msgs.at[i]->name, name)) return p->msgs.at[i]->code;
    return -1;
}

int table_reply(const Table *t, const char *name)
{
    const Controller *c = t->spec.ctl;
    for (int i = 0; i < c->ports.n; i++)
        for (int k = 0; k < c->ports.at[i]->replies.n; k++)
            if (str_is(c->ports.at[i]->replies.at[k].name, name)) return c->ports.at[i]->replies.at[k].code;
    return -1;
}

int table_request(const Table *t, const char *name)
{
    const Controller *c = t->spec.ctl;
    for (int i = 0; i < c->ports.n; i++)
        for (int k = 0; c->ports.at[i]->kind != PORT_CORE && k < c->ports.at[i]->requests.n; k++)
            if (str_is(c->ports.at[i]->requests.at[k].name, name)) return c->ports.at[i]->requests.at[k].code;
    return -1;
}

static int find(const Table *t, const char *name, int from, int to)
{
    for (int i = from; i < to; i++) if (str_is(t->spec.step->signals.at[i].name, name)) return i;
    return -1;
}

int table_input(const Table *t, const char *name) { return find(t, name, 0, t->spec.n_in); }
void table_put(Table *t, int input, uint64_t value) { if (input >= 0) t->in[input] = value; }

void table_put_named(Table *t, const char *name, uint64_t value)
{
    char input[32];
    snprintf(input, sizeof input, "%s_i", name);
    table_put(t, table_input(t, input), value);
}

static uint64_t width_mask(const Table *t, int signal)
{
    int w = t->spec.width[signal];
    return w < 64 ? (UINT64_C(1) << w) - 1 : UINT64_MAX;
}

void table_begin(Table *t)
{
    for (int i = 0; i < t->spec.n_out; i++) {
        t->expect[i].asked = t->quiet[i].asked;
        t->expect[i].value = t->quiet[i].input < 0 ? 0 : t->in[t->quiet[i].input];
        t->expect[i].source = NULL;
    }
}

/* The first few are enough. */
static void differs(Table *t, const char *what, const char *where)
{
    printf("%s: %s differs\n", where, what);
    if (++t->wrong == TABLE_SHOWN) exit(1);
}

/* An output that the table does not have is 0. */
static void lacks(Table *t, const char *output) { differs(t, output, "not there"); }

void table_expect_named(Table *t, const char *name, uint64_t value)
{
    char output[32];
    snprintf(output, sizeof output, "%s_o", name);
    table_expect(t, output, value);
}

void table_expect(Table *t, const char *output, uint64_t value)
{
    int at = find(t, output, t->spec.n_in, t->spec.step->signals.n);
    if (at < 0) { if (value) lacks(t, output); return; }
    t->expect[at - t->spec.n_in].asked = true;
    t->expect[at - t->spec.n_in].value = value & width_mask(t, at);
}

void table_expect_source(Table *t, const char *output, const char *source, int version)
{
    int at = find(t, output, t->spec.n_in, t->spec.step->signals.n);
    if (at < 0) { lacks(t, output); return; }
    t->expect[at - t->spec.n_in].asked = true;
    t->expect[at - t->spec.n_in].source = source;
    t->expect[at - t->spec.n_in].version = version;
}

static bool is_source(const Table *t, int output, const char *name, int version)
{
    const Signal *s = &t->spec.step->signals.at[t->spec.n_in + output];
    uint64_t sel = t->out[output];
    const OpaqueSource *x = NULL;
    if (s->kind == SIG_WRITE_SEL && sel == (uint64_t)s->s->sources.n) return str_is(s->s->apply, name);
    if (s->kind == SIG_SEND_SEL || s->kind == SIG_REQ_SEL || s->kind == SIG_REPLY_SEL) {
        if (sel < (uint64_t)s->o->fields.at[s->field].sources.n) x = &s->o->fields.at[s->field].sources.at[sel];
    } else if (s->kind == SIG_WRITE_SEL) {
        if (sel < (uint64_t)s->s->sources.n) x = &s->s->sources.at[sel];
    } else if (s->kind == SIG_APPLY_OPERAND) {
        if (sel < (uint64_t)s->s->operands.at[s->operand].sources.n) x = &s->s->operands.at[s->operand].sources.at[sel];
    } else if (s->kind == SIG_WRITE_MASK && sel > 0) {
        if (sel <= (uint64_t)s->s->masks.n) x = &s->s->masks.at[sel - 1];
    }
    return x && str_is(x->var->ident, name) && x->version == version;
}

void table_compare(Table *t, int act, const char *where)
{
    eval_step(t->eval, t->in, t->out);
    t->compared++;
    for (int i = 0; i < t->spec.n_out; i++) {
        const Signal *s = &t->spec.step->signals.at[t->spec.n_in + i];
        bool same = true;
        if (s->kind == SIG_ACT) same = t->out[i] == (uint64_t)act;
        else if (act != ACT_FIRE || !t->expect[i].asked) continue;
        else
            same = t->expect[i].source ? is_source(t, i, t->expect[i].source, t->expect[i].version)
                                       : t->out[i] == t->expect[i].value;
        if (same) continue;
        differs(t, str_z(t->spec.arena, s->name), where);
        return;
    }
}

void table_compare_when(Table *t, const char *event, bool holds)
{
    uint64_t vars[TABLE_SIGNALS] = {0};
    const Event *e = event_named(t, event);
    t->compared++;
    for (int i = 0; i < t->spec.n_in; i++)
        if (t->spec.step->signals.at[i].kind == SIG_IN_VAR) vars[t->spec.step->signals.at[i].var->id] = t->in[i];
    if (!e || !e->when || (eval_expr(t->eval, e->when, vars) != 0) != holds) differs(t, "its condition", event);
}

void table_compare_period(Table *t, const char *event, uint64_t cycles)
{
    const uint64_t vars[TABLE_SIGNALS] = {0};
    const Event *e = event_named(t, event);
    t->compared++;
    if (!e || !e->periodic || !e->when || eval_expr(t->eval, e->when, vars) != cycles) differs(t, "its period", event);
}

void table_compare_reset(Table *t, const char *ident, uint64_t value)
{
    const uint64_t vars[TABLE_SIGNALS] = {0};
    t->compared++;
    for (int i = 0; i < t->spec.ctl->vars.n; i++) {
        const Var *v = t->spec.ctl->vars.at[i];
        if (str_is(v->ident, ident) && v->reset && eval_expr(t->eval, v->reset, vars) == value) return;
    }
    differs(t, "its first value", ident);
}
