/* alike.c - whether cores, warps and lines are alike: what is not in a row, and the rounds until nothing is learnt. */
#include "verify/alike/alike.h"
#include "verify/alike/alike_rows.h"
#include "verify/model/roles.h"
#include "read/read.h"
#include <string.h>

/* ---- what is not in a row ---- */

static void events(Alike *a, const CtlModel *k)
{
    for (int i = 0; i < k->c->events.n; i++) {
        const Event *e = k->c->events.at[i];
        bool level = e->kind == EV_TIMER || e->kind == EV_WISH;
        Spot s = { .a = a, .k = k, .event = e, .keyless = e->keyless || level };
        alike_expr(&s, e->when);
        bool has_fields = !e->base && (e->kind == EV_CORE || e->kind == EV_PORT);
        for (int f = 0; has_fields && f < e->def->fields.n; f++) alike_expr(&s, e->def->fields.at[f].stamp);
    }
    for (int i = 0; i < k->c->args.n; i++) {
        const Var *v = k->c->args.at[i];
        if (v->kind == V_STAMP && alike_is_number(a, v->type)) alike_apart(a, v->pos, "a stamp that is a number");
        alike_expr(&(Spot){ .a = a, .k = k }, v->stamp);
    }
}

static void invariants(Alike *a, const CtlModel *k)
{
    Spot s = { .a = a, .k = k };
    for (int i = 0; i < k->c->invariants.n; i++) {
        alike_expr(&s, k->c->invariants.at[i].test);
        alike_expr(&s, k->c->invariants.at[i].system);
    }
    for (int i = 0; i < k->c->progresses.n; i++) {
        alike_expr(&s, k->c->progresses.at[i].when);
        alike_expr(&s, k->c->progresses.at[i].leadsto);
    }
}

static void places(Alike *a, const CtlModel *k)
{
    const Model *m = a->m;
    for (int i = 0; i < k->c->ports.n; i++)
        if (k->c->ports.at[i]->kind == PORT_BLOCK)
            alike_apart(a, k->c->ports.at[i]->pos, "what a block is asked is not renamed");
    for (int i = 0; i < k->n_waits; i++) {
        const Var *order = waiters_order(k->wait[i].w);
        if (order && alike_is_number(a, order->type))
            alike_apart(a, k->wait[i].w->pos, "what waits is ordered by a number");
        if (a->kind == NUMBER_LINE && k->wait[i].pool && k->wait[i].entries > 1)
            alike_apart(a, k->wait[i].w->pos, "banks, which the number of a line chooses");
    }
    for (int i = 0; i < k->n_stores && a->kind == NUMBER_LINE; i++) {
        const StoreModel *st = &k->store[i];
        if (st->s->key) alike_apart(a, st->s->pos, "a store in which lines share what their numbers choose");
        else if (st->s->block->place_tag)
            alike_apart(a, st->s->pos, "a store in which lines share a tag, which their numbers choose");
        else if (st->sets > 1 && !m->o->litmus.n)  /* litmus: room for every line */
            alike_apart(a, st->s->pos, "a store with several sets, which the number of a line chooses");
    }
    if (a->kind == NUMBER_CORE && k->core && k->core->id_type && alike_is_number(a, k->core->id_type))
        alike_apart(a, k->core->pos, "warps are counted like cores");
    for (int i = 0; i < k->c->vars.n; i++) {                           /* what is 0 to begin with may be no core */
        const Var *v = k->c->vars.at[i];
        if (alike_is_number(a, v->type)) alike_learn(a, &a->other[k - m->ctl][v->id], alike_is_fixed(a, v->type, 0));
    }
}

static void messages(Alike *a)
{
    for (int i = 0; i < a->m->p->msgs.n; i++)
        for (int f = 0; f < a->m->p->msgs.at[i]->fields.n; f++) {
            const Field *x = &a->m->p->msgs.at[i]->fields.at[f];
            bool fine = x->join == JOIN_SAME || x->join == JOIN_NEWEST
                     || (x->join == JOIN_OR && model_role_of(a->m, x->type) == ROLE_CORES);
            if (!fine && alike_is_number(a, x->type)) alike_apart(a, x->pos, "numbers are joined");
        }
}

/* Cores are the instances of one controller, in a row. */
static void instances(Alike *a)
{
    int n = 0;
    for (int i = 0; i < a->m->n_inst; i++) {
        const Instance *x = &a->m->inst[i];
        if (x->core >= 0 && (&a->m->ctl[x->ctl] != a->cores || i != a->first + n++))
            alike_apart(a, a->cores->c->pos, "cores that are not placed together");
    }
}

static void look(Alike *a)
{
    if (a->kind == NUMBER_CORE) instances(a);
    messages(a);
    for (int i = 0; i < a->m->n_ctl; i++) {
        const CtlModel *k = &a->m->ctl[i];
        places(a, k);
        events(a, k);
        alike_rows(a, k);
        invariants(a, k);
    }
}

/* ---- the kinds ---- */

/* A register that begins with a number: states are alike, but not the first one. */
static void beginnings(const Alike *a)
{
    Model *m = a->m;
    for (int i = 0; i < m->n_ctl; i++)
        for (int r = 0; r < m->ctl[i].n_regs; r++) {
            const Var *v = m->ctl[i].regs[r].var;
            const Expr *value = v->source ? v->source->reset : v->reset;
            uint64_t reset = value ? (uint64_t)param_eval(&m->env, value) : 0;
            if (v->each && reset) reset = UINT64_MAX >> (64 - type_width(&m->env, v->type));
            if (!alike_is_fixed(a, v->type, reset) && !m->apart[a->kind].why)
                m->apart[a->kind] = (Apart){ v->pos, "begins with a number", true };
        }
}

static void find(Model *m, NumberKind kind, int n)
{
    Alike a = { .m = m, .kind = kind, .n = n };
    if (n < 2) return;
    for (int i = m->n_ctl; i-- > 0;) {
        if (m->ctl[i].core) a.cores = &m->ctl[i];
        a.unset[i] = NEW_N(m->arena, bool, m->ctl[i].c->states.n * MAX_VARS + MAX_VARS);
    }
    while (m->inst[a.first].core < 0) a.first++;
    a.from_other = NEW_N(m->arena, bool, m->p->msgs.n + 1);
    a.field_other = arena_alloc(m->arena, sizeof *a.field_other * (size_t)(m->p->msgs.n + 1));
    do {
        a.changed = false;
        look(&a);
    } while (a.changed);
    a.report = true;
    look(&a);
    beginnings(&a);
    for (int i = 0; i < m->n_ctl && kind == NUMBER_CORE; i++) m->unset[i] = a.unset[i];
}

bool alike_unset(const Model *m, const CtlModel *k, const State *st, const Var *field)
{
    const bool *known = m->unset[k - m->ctl];
    return known && alike_unset_in(k, known, st, field);
}

void alike_find(Model *m)
{
    const VerifyOptions *o = m->o;
    find(m, NUMBER_CORE, m->n_cores);
    find(m, NUMBER_WARP, m->n_warps);
    find(m, NUMBER_LINE, m->n_keys);
    bool search = !o->no_symmetry && !o->litmus.n;
    const Apart *cores = &m->apart[NUMBER_CORE], *lines = &m->apart[NUMBER_LINE];
    m->cores_alike = search && (!cores->why || cores->start);
    m->keys_alike = search && !lines->why && !o->bad_lines && !o->outside_lines;
}

/* The expression that begins there, as it is written. */
static Str expression_at(Pos at)
{
    Str text = read_value_from(at);
    int depth = 0, n = 0;
    while (n < text.n && depth >= 0 && !(depth == 0 && text.p[n] == ',')) {
        depth += (text.p[n] == '(') - (text.p[n] == ')');
        n += depth >= 0;
    }
    return (Str){ text.p, n };
}

void alike_print(const Model *m, unsigned *said, FILE *out)
{
    static const char *const names[] = { "cores", "warps", "lines" };
    for (int kind = 0; kind < NUMBER_KINDS; kind++) {
        const Apart *x = &m->apart[kind];
        if (!x->why || (*said >> kind & 1) || m->o->no_symmetry ||
            (!m->o->litmus.n && (x->start || kind == NUMBER_WARP)))
            continue;
        *said |= 1u << kind;
        const char *slash = strrchr(x->at.file, '/');
        Str text = expression_at(x->at);
        const char *file = slash ? slash + 1 : x->at.file;
        fprintf(out, "symmetry of %s off: %s:%d:%d: ", names[kind], file, x->at.line, x->at.col);
        if (text.n) fprintf(out, "'" STR_FMT "' ", STR_ARG(text));
        fprintf(out, "%s\n", x->why);
    }
}
