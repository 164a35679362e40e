/* systems.c - what is placed, sizes of what is placed, and the nodes that messages go to. */
#include "check/parts.h"
#include "step/step.h"
#include <inttypes.h>

typedef struct { Check *k; const System *s; ParamEnv env; Controller *c; } Sys;

static bool power_of_2(int64_t n) { return n > 0 && (n & (n - 1)) == 0; }

static void size_at_least_1(Sys *y, const Expr *e, Pos at, const char *what, Str name)
{
    int64_t n = e ? param_eval(&y->env, e) : 1;
    if (n < 1) diag_error(y->k->d, at, "'" STR_FMT "': %s is %" PRId64 " in system '" STR_FMT "', expected at least 1", STR_ARG(name), what, n, STR_ARG(y->s->name));
}

/* Sets of the cache in front of a store of kind memory: cg_llc keeps one bit of the key in the tag, and the low bits by which keys go round the instances. */
static int64_t most_cache_sets(const Sys *y)
{
    int64_t share = y->s->home == y->c ? place_count(&y->env, y->s, y->c) : 1, values = type_values(&y->env, y->c->key);
    return share > 2 ? values / share : values / 2;
}

static void check_store(Sys *y, const Store *st)
{
    int64_t sets = st->sets ? param_eval(&y->env, st->sets) : 1;
    size_at_least_1(y, st->sets, st->pos, "sets=", st->name);
    size_at_least_1(y, st->ways, st->pos, "ways=", st->name);
    size_at_least_1(y, st->entries, st->pos, "entries=", st->name);
    size_at_least_1(y, st->rows, st->pos, "rows=", st->name);
    if (y->c->key && sets > type_values(&y->env, y->c->key))
        diag_error(y->k->d, st->pos, "store '" STR_FMT "' has %" PRId64 " sets in system '" STR_FMT "', but its key '" STR_FMT "' only %" PRId64 " values",
                   STR_ARG(st->name), sets, STR_ARG(y->s->name), STR_ARG(y->c->key->name), type_values(&y->env, y->c->key));
    else if (y->c->key && str_is(st->kind, "memory") && sets > most_cache_sets(y))
        diag_error(y->k->d, st->pos, "store '" STR_FMT "' has %" PRId64 " sets in system '" STR_FMT "': expected at most %" PRId64 ", so that its lines have a tag: half of the keys that come to an instance",
                   STR_ARG(st->name), sets, STR_ARG(y->s->name), most_cache_sets(y));
    else if (!st->index && st->sets && !power_of_2(sets))
        diag_error(y->k->d, st->pos, "store '" STR_FMT "' has %" PRId64 " sets in system '" STR_FMT "': expected a power of two, since the low bits of the key choose the set, or index=",
                   STR_ARG(st->name), sets, STR_ARG(y->s->name));
}

/* Entries of a hashed store that find no place go to memory, one to a line: key, fields and state. */
static void check_line(Sys *y, const Store *st)
{
    const Type *line = NULL;
    for (int i = 0; i < y->c->behind.n; i++)
        if (str_is(y->c->behind.at[i]->kind, "memory") && y->c->behind.at[i]->fields.n) line = y->c->behind.at[i]->fields.at[0]->type;
    if (!line || !y->c->key || !str_is(st->kind, "cuckoo")) return;
    int has = type_width(&y->env, line), key = type_width(&y->env, y->c->key), state = code_bits(y->c->states.n), needs = key + state;
    for (int i = 0; i < st->fields.n; i++) needs += type_width(&y->env, st->fields.at[i]->type);
    if (needs > has)
        diag_error(y->k->d, st->pos, "an entry of '" STR_FMT "' without a place goes to memory: it has %d bits in system '" STR_FMT "' (key %d, fields %d, state %d), expected at most the %d bits of a line, '" STR_FMT "'",
                   STR_ARG(st->name), needs, STR_ARG(y->s->name), key, needs - key - state, state, has, STR_ARG(line->name));
}

/* ---- receivers ---- */

static bool takes(const Controller *c, const Message *m)
{
    for (int i = 0; i < c->events.n; i++) if (c->events.at[i]->msg == m) return true;
    return false;
}

static void check_home(Sys *y, const Expr *e)
{
    const Controller *h = y->s->home;
    if (!h) diag_error(y->k->d, e->pos, "'home' is used, but system '" STR_FMT "' has no <home of=\"...\" by=\"key\"/>", STR_ARG(y->s->name));
}

static void check_expr(Sys *y, const Expr *e)
{
    if (!e) return;
    if (e->op == E_HOME) check_home(y, e);
    if (e->op == E_NODE_OF && !e->n_args) {
        int64_t n = place_count(&y->env, y->s, e->ctl);
        if (n != 1) diag_error(y->k->d, e->pos, "'" STR_FMT "' has %" PRId64 " instances in system '" STR_FMT "', expected one (or home, or a field of type node)", STR_ARG(e->ctl->name), n, STR_ARG(y->s->name));
    }
    for (int i = 0; i < e->n_args; i++) check_expr(y, e->arg[i]);
}

static void check_receiver(Sys *y, const Action *x)
{
    const Controller *to = x->kind == A_MULTICAST ? x->ctl : !x->to ? NULL : x->to->op == E_HOME ? y->s->home : x->to->op == E_NODE_OF ? x->to->ctl : NULL;
    if (to && !takes(to, x->msg))
        diag_error(y->k->d, x->pos, "message '" STR_FMT "' is sent to '" STR_FMT "', which has no row for it", STR_ARG(x->msg->name), STR_ARG(to->name));
    if (x->kind == A_MULTICAST && to && x->to) {
        int64_t n = place_count(&y->env, y->s, to);
        int w = type_width(&y->env, x->to->type);
        if (x->to->type->kind != TK_INT && w < n)
            diag_error(y->k->d, x->to->pos, "the bit vector has %d bits for %" PRId64 " instances of '" STR_FMT "' in system '" STR_FMT "'", w, n, STR_ARG(to->name), STR_ARG(y->s->name));
    }
}

static void check_action(const Action *x, void *ctx)
{
    Sys *y = ctx;
    if (x->kind == A_SEND || x->kind == A_MULTICAST) check_receiver(y, x);
    check_expr(y, x->to);
    check_expr(y, x->value);
    for (int i = 0; i < x->assigns.n; i++) check_expr(y, x->assigns.at[i].value);
    for (int i = 0; i < x->branches.n; i++) check_expr(y, x->branches.at[i].test);
}

static void check_join(Sys *y, const Join *j)
{
    int64_t hold = j->hold ? param_eval(&y->env, j->hold) : 0;
    size_at_least_1(y, j->entries, j->pos, "entries=", j->net->name);
    if (hold < 0) diag_error(y->k->d, j->pos, "'" STR_FMT "': hold= is %" PRId64 " in system '" STR_FMT "', expected cycles, 0 or more", STR_ARG(j->net->name), hold, STR_ARG(y->s->name));
}

/* ---- systems ---- */

static void check_placed(Sys *y)
{
    Controller *c = y->c;
    for (int i = 0; i < c->stores.n; i++) {
        check_store(y, c->stores.at[i]);
        check_line(y, c->stores.at[i]);
    }
    for (int i = 0; i < c->behind.n; i++) check_store(y, c->behind.at[i]);
    for (int i = 0; i < c->waiters.n; i++) {
        size_at_least_1(y, c->waiters.at[i]->entries, c->waiters.at[i]->pos, "entries=", c->waiters.at[i]->name);
        size_at_least_1(y, c->waiters.at[i]->depth, c->waiters.at[i]->pos, "depth=", c->waiters.at[i]->name);
    }
    for (int i = 0; i < c->ports.n; i++)
        for (int j = 0; j < c->ports.at[i]->joins.n; j++) check_join(y, c->ports.at[i]->joins.at[j]);
    for (int i = 0; i < c->rows.n; i++) actions_walk(c->rows.at[i]->body, check_action, y);
}

static bool is_placed(const System *s, const Controller *c)
{
    for (int i = 0; i < s->places.n; i++) if (s->places.at[i].ctl == c) return true;
    return false;
}

void check_system(Check *k, const System *s, const ParamEnv *env)
{
    Sys y = { .k = k, .s = s, .env = *env };
    for (int i = 0; i < s->places.n; i++)
        if (param_eval(&y.env, s->places.at[i].count) < 1)
            diag_error(k->d, s->places.at[i].pos, "%" PRId64 " instances of '" STR_FMT "', expected at least 1", param_eval(&y.env, s->places.at[i].count), STR_ARG(s->places.at[i].ctl->name));
    if (s->home && !is_placed(s, s->home)) diag_error(k->d, s->pos, "system '" STR_FMT "': the home of keys, '" STR_FMT "', is not placed", STR_ARG(s->name), STR_ARG(s->home->name));
    if (s->home && !s->home->key) diag_error(k->d, s->pos, "system '" STR_FMT "': the home of keys, '" STR_FMT "', has no key=", STR_ARG(s->name), STR_ARG(s->home->name));
    for (int i = 0; i < k->p->ctls.n; i++) {
        y.c = k->p->ctls.at[i];
        if (is_placed(s, y.c)) check_placed(&y);
        else if (s == k->p->systems.at[0]) diag_error(k->d, y.c->pos, "controller '" STR_FMT "' is not placed in the first system, '" STR_FMT "': expected <place controller=\"" STR_FMT "\" count=\"...\"/>", STR_ARG(y.c->name), STR_ARG(s->name), STR_ARG(y.c->name));
    }
}

void check_systems(Check *k)
{
    for (int i = 0; i < k->p->systems.n; i++) {
        ParamEnv env;
        param_env(k->a, diags_create(k->a), k->p, k->p->systems.at[i], NULL, 0, &env);
        check_system(k, k->p->systems.at[i], &env);
    }
    if (!k->p->systems.n && k->p->ctls.n) diag_warning(k->d, k->p->pos, "no <system>: there is nothing to emit, expected one that places the controllers");
}
