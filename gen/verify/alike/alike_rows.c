/* alike_rows.c - what rows do with numbers: what they pass on, and in which states a field is not set. */
#include "verify/alike/alike_rows.h"
#include <string.h>

enum { STATES_MAX = 63,              /* with more every field counts as not set */
       PATHS_MAX = 8 };              /* of a row; more are taken together */

/* Along a path of a row. go: bit per state it may go to. */
typedef struct { bool unset[MAX_VARS]; uint64_t go; bool stays, done; } Path;
typedef struct { Path at[PATHS_MAX]; int n; } Paths;

static int ctl_number(const Spot *s) { return (int)(s->k - s->a->m->ctl); }

static int message_number(const Alike *a, const Message *x)
{
    for (int i = 0; i < a->m->p->msgs.n; i++) if (a->m->p->msgs.at[i] == x) return i;
    return 0;
}

/* ---- fields that nobody has set ---- */

static void fields_unset(Path *p, const Store *s, const Waiters *w)
{
    for (int i = 0; s && i < s->fields.n; i++) p->unset[s->fields.at[i]->id] = true;
    for (int i = 0; w && i < w->fields.n; i++) p->unset[w->fields.at[i]->id] = true;
}

bool alike_unset_in(const CtlModel *k, const bool *known, const State *st, const Var *field)
{
    if (field->kind == V_STORE && (st->at == AT_NONE || !store_keeps_state(k->c, field->store))) return true;
    if (field->kind == V_WAITER && st->waiters != field->waiters) return true; /* no entry: nothing in it */
    return k->c->states.n > STATES_MAX || known[st->id * MAX_VARS + field->id];
}

static void state_unset(const Alike *a, const CtlModel *k, const State *st, Path *p)
{
    const bool *known = a->unset[k - a->m->ctl];
    for (int i = 0; i < k->c->vars.n; i++) p->unset[i] = alike_unset_in(k, known, st, k->c->vars.at[i]);
}

static void join(Path *to, const Path *from)
{
    for (int i = 0; i < MAX_VARS; i++) to->unset[i] |= from->unset[i];
    to->go |= from->go;
    to->stays |= from->stays;
    to->done |= from->done;
}

static void add(Paths *set, const Path *p)
{
    for (int i = 0; i < set->n; i++) {
        const Path *x = &set->at[i];
        if (x->go == p->go && x->stays == p->stays && x->done == p->done &&
            memcmp(x->unset, p->unset, sizeof p->unset) == 0)
            return;
    }
    if (set->n < PATHS_MAX) set->at[set->n++] = *p;
    else join(&set->at[PATHS_MAX - 1], p);
}

static void reach(Alike *a, const CtlModel *k, const State *st, const Path *p)
{
    bool *known = a->unset[k - a->m->ctl] + st->id * MAX_VARS;
    for (int i = 0; i < MAX_VARS; i++) alike_learn(a, &known[i], p->unset[i]);
}

/* The states in which the path leaves the key. An entry that ends shows what is behind it. */
static void path_ends(Alike *a, const CtlModel *k, const State *from, const Path *p)
{
    for (int i = 0; i < k->c->states.n && i < STATES_MAX; i++) {
        const State *st = k->c->states.at[i];
        if ((p->go >> i & 1) || (p->stays && (st == from || (p->done && st->at == AT_STORE)))) reach(a, k, st, p);
    }
}

/* ---- actions ---- */

static void actions(const Spot *s, const Action *x, Paths *set);

static void check(const Spot *s, const Path *p, const Expr *e)
{
    Spot here = *s;
    here.unset = p->unset;
    alike_expr(&here, e);
}

static void set(const Spot *s, const Action *x, Path *p)
{
    Alike *a = s->a;
    check(s, p, x->value);
    if (x->parked && alike_is_number(a, x->dst->type)) alike_apart(a, x->pos, "changes a number in what is parked");
    bool *other = &a->other[ctl_number(s)][x->dst->id];
    if (alike_is_number(a, x->dst->type)) alike_learn(a, other, alike_other(s, x->value));
    p->unset[x->dst->id] = false;
}

static void multicast_to(const Spot *s, const Action *x)
{
    const Alike *a = s->a;
    bool cores = x->ctl == a->cores->c, number = alike_is_number(a, x->to->type);
    uint64_t all = (UINT64_C(1) << a->n) - 1;
    uint64_t to = expr_is_const(x->to) ? (uint64_t)param_eval(&a->m->env, x->to) & all : 1;
    if (a->kind == NUMBER_CORE && cores != number && !(cores && (to == 0 || to == all)))
        alike_apart(a, x->to->pos, "depends on the number of a core");
}

static void send(const Spot *s, const Action *x, const Path *p)
{
    Alike *a = s->a;
    int msg = x->msg ? message_number(a, x->msg) : 0;
    if (x->to) check(s, p, x->to);
    if (x->key) check(s, p, x->key);
    if (x->kind == A_MULTICAST) multicast_to(s, x);
    if (x->msg) alike_learn(a, &a->from_other[msg], s->k != a->cores);
    for (int i = 0; i < x->assigns.n; i++) {
        const Assign *y = &x->assigns.at[i];
        if (!y->value) continue;
        check(s, p, y->value);
        bool number = alike_is_number(a, y->value->type);
        if (number && x->kind == A_APPLY) alike_apart(a, y->pos, "computes with a number");
        for (int f = 0; x->msg && number && f < x->msg->fields.n; f++)
            if (str_eq(x->msg->fields.at[f].name, y->name))
                alike_learn(a, &a->field_other[msg][f], alike_other(s, y->value));
    }
}

static void choose(const Spot *s, const Action *x, Paths *set)
{
    Paths sum = { .n = 0 };
    bool all = false;
    for (int i = 0; i < x->branches.n; i++) {
        Paths one = *set;
        for (int k = 0; k < set->n && x->branches.at[i].test; k++) check(s, &set->at[k], x->branches.at[i].test);
        all |= !x->branches.at[i].test;
        actions(s, x->branches.at[i].body, &one);
        for (int k = 0; k < one.n; k++) add(&sum, &one.at[k]);
    }
    for (int k = 0; k < set->n && !all; k++) add(&sum, &set->at[k]);
    *set = sum;
}

static void path_ends_all(const Spot *s, const State *from, const Paths *set)
{
    for (int i = 0; i < set->n; i++) path_ends(s->a, s->k, from, &set->at[i]);
}

/* It happens to every key that has a line or an entry, in whatever state. */
static void walk(const Spot *s, const Action *x)
{
    for (int i = 0; i < s->k->c->states.n; i++) {
        Spot key = { .a = s->a, .k = s->k, .walk = true };
        Paths set = { .n = 1 };
        set.at[0].stays = true;
        state_unset(s->a, s->k, s->k->c->states.at[i], &set.at[0]);
        if (x->where) check(&key, &set.at[0], x->where);
        actions(&key, x->body, &set);
        path_ends_all(s, s->k->c->states.at[i], &set);
    }
}

/* A <let> stands for what it is made of. */
static void let(const Spot *s, const Action *x, const Path *p)
{
    check(s, p, x->value);
    if (x->value && alike_is_number(s->a, x->dst->type))
        alike_learn(s->a, &s->a->other[ctl_number(s)][x->dst->id], alike_other(s, x->value));
}

/* Not <choose>, <each> and <walk>. */
static void action(const Spot *s, const Action *x, Path *p)
{
    switch (x->kind) {
    case A_SET:
        if (x->place) check(s, p, x->place);
        set(s, x, p);
        break;
    case A_LET: let(s, x, p); break;
    case A_WRITE: check(s, p, x->value); if (x->mask) check(s, p, x->mask); break;
    case A_APPLY: case A_SEND: case A_MULTICAST: case A_REQUEST: case A_REPLY: send(s, x, p); break;
    case A_ALLOCATE: case A_FREE: fields_unset(p, x->store, x->waiters); break;
    case A_DONE: p->done = true; fields_unset(p, NULL, x->waiters); break;
    case A_GO: p->go |= x->go->id < STATES_MAX ? UINT64_C(1) << x->go->id : 0; p->stays = false; break;
    default: break;
    }
    if (x->time) check(s, p, x->time);
    if (x->by) check(s, p, x->by);
    if (x->thread) check(s, p, x->thread);
}

static void actions(const Spot *s, const Action *x, Paths *set)
{
    for (; x; x = x->next) {
        if (x->kind == A_CHOOSE) choose(s, x, set);
        else if (x->kind == A_EACH) actions(s, x->body, set);
        else if (x->kind == A_WALK) walk(s, x);
        else for (int i = 0; i < set->n; i++) action(s, x, &set->at[i]);
    }
}

/* ---- rows and views ---- */

/* A view without events is for all that have a key; one for an event is for its refinements too. */
static bool speaks_of(const View *v, const Event *e)
{
    for (int i = 0; i < v->events.n; i++) if (v->events.at[i] == e || v->events.at[i] == e->base) return true;
    return !v->events.n && !e->keyless;
}

/* The rows of a state and event, with the key in this stored state. */
static void cell(Alike *a, const CtlModel *k, const State *stored, const State *row, const Event *e)
{
    const Cell *c = cell_at(k->c, row, e);
    Spot s = { .a = a, .k = k, .event = e, .keyless = e->keyless && k->c->key };
    for (int i = 0; i < c->rows.n; i++) {
        Paths set = { .n = 1 };
        Path *p = &set.at[0];
        p->stays = true;
        state_unset(a, k, stored, p);
        if (s.keyless) memset(p->unset, true, sizeof p->unset);
        check(&s, p, c->rows.at[i]->when);
        if (c->rows.at[i]->kind != ROW_ON) continue;
        actions(&s, c->rows.at[i]->body, &set);
        if (!s.keyless) path_ends_all(&s, stored, &set);
    }
}

static void view(Alike *a, const CtlModel *k, const View *v)
{
    for (int i = 0; i < v->of.n; i++)
        for (int e = 0; e < k->c->events.n; e++) {
            const Event *event = k->c->events.at[e];
            Path p = { .go = 0 };
            if (!speaks_of(v, event)) continue;
            state_unset(a, k, v->of.at[i], &p);
            check(&(Spot){ .a = a, .k = k, .event = event }, &p, v->when);
            cell(a, k, v->of.at[i], v->as, event);
        }
}

void alike_rows(Alike *a, const CtlModel *k)
{
    const Controller *c = k->c;
    for (int st = 0; st < c->states.n; st++)
        for (int e = 0; e < c->events.n; e++) cell(a, k, c->states.at[st], c->states.at[st], c->events.at[e]);
    for (int v = 0; v < c->views.n; v++) view(a, k, c->views.at[v]);
}
