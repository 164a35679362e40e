/* pace.c - timers that come again before what they start is through: a walk keeps all else waiting, a sweep begins
 * again and never ends. Only what a row does in any case counts, and the least that the hardware takes. */
#include "check/passes.h"

typedef struct { Check *k; const System *s; const ParamEnv *env; const Controller *c; const Event *timer; } Pace;

static int64_t cells_of(const Pace *x, const Action *w)
{
    PlaceView v = { .p = x->k->p, .env = x->env, .system = x->s, .ctl = x->c, .store = w->store,
                    .waiters = w->waiters };
    const Block *b = place_block(&v);
    int64_t rows = 0, columns = 1;
    bool words = false;
    if (walk_clears(w)) return place_lookup(&v, STR("rows"), &rows) ? rows : 0;
    if (!b->place_rows || !place_eval(&v, b->place_rows, &rows, NULL)) return 0;
    if (b->place_columns && !place_eval(&v, b->place_columns, &columns, NULL)) return 0;
    for (const Action *a = w->body; a; a = a->next) words |= a->kind == A_SET && a->parked;
    return rows * (w->store ? columns + 1 : words ? columns : 1);      /* a set, then way after way; word after word */
}

/* Cycles of all walks of the row, 0: it has none. */
static int64_t walked(const Pace *x, const Row *r)
{
    int64_t cycles = 0, n = 0;
    for (const Action *a = r->body; a; a = a->next) {
        if (a->kind != A_WALK || a->port) continue;
        cycles += cells_of(x, a);
        n++;
    }
    return cycles ? cycles + n + (n > 1 ? 2 : 1) : 0;
}

static int64_t swept(const Pace *x, const Sweep *w)
{
    PlaceView v = { .p = x->k->p, .env = x->env, .system = x->s, .ctl = x->c, .store = w->store };
    const Block *b = place_block(&v);
    int64_t rows = 0, columns = 0, pace = w->pace ? param_eval(x->env, w->pace) : 1;
    if (!b->place_rows || !b->place_columns || !place_eval(&v, b->place_rows, &rows, NULL) ||
        !place_eval(&v, b->place_columns, &columns, NULL))
        return 0;
    return rows * columns * (pace > 3 ? pace : 3);
}

static void row_in_time(const Pace *x, const Row *r, int64_t every)
{
    int64_t cycles = walked(x, r), rest = every - cycles;
    Str name = x->timer->name;
    if (cycles && rest <= 0)
        diag_warning(x->k->d, r->pos,
                     "timer '" STR_FMT "' starves " STR_FMT " in system '" STR_FMT "': it comes every %lld cycles, and "
                     "the walks of its row take %lld; expected more cycles, or walks in fewer of its turns",
                     STR_ARG(name), STR_ARG(x->c->name), STR_ARG(x->s->name), (long long)every, (long long)cycles);
    else if (cycles && rest < 4 + cycles / 4)
        diag_warning(x->k->d, r->pos,
                     "timer '" STR_FMT "' leaves " STR_FMT " little time in system '" STR_FMT "': it comes every %lld "
                     "cycles, and the walks of its row take %lld",
                     STR_ARG(name), STR_ARG(x->c->name), STR_ARG(x->s->name), (long long)every, (long long)cycles);
    for (const Action *a = r->body; a; a = a->next) {
        int64_t least = a->kind == A_START ? swept(x, a->sweep) : 0;
        if (least < every) continue;
        diag_warning(x->k->d, a->pos,
                     "timer '" STR_FMT "' begins sweep '" STR_FMT "' again before it is through, in system '" STR_FMT
                     "': it comes every %lld cycles, the sweep takes %lld at least, so " STR_FMT ".end never comes; "
                     "expected more cycles, or to start it when not " STR_FMT ".busy",
                     STR_ARG(name), STR_ARG(a->sweep->name), STR_ARG(x->s->name), (long long)every, (long long)least,
                     STR_ARG(a->sweep->name), STR_ARG(a->sweep->name));
    }
}

/* Rows of an event without key stand in one cell, at a controller without key in one for each state. */
static void timer_in_time(Pace *x, const Event *e)
{
    const Controller *c = x->c;
    int64_t every = e->periodic && e->when ? param_eval(x->env, e->when) : 0;
    const Row *last = NULL;
    if (every < 0 || every > INT32_MAX)
        diag_error(x->k->d, e->when->pos, "timer '" STR_FMT "': every= is %lld in system '" STR_FMT "', expected 0 "
                   "(never) to %d cycles", STR_ARG(e->name), (long long)every, STR_ARG(x->s->name), INT32_MAX);
    x->timer = e;
    for (int s = 0; s < c->states.n && every > 0 && every <= INT32_MAX; s++) {
        const Cell *cell = cell_at(c, c->states.at[s], e);
        const Row *r = cell->rows.n ? cell->rows.at[0] : NULL;
        if (!r || r == last || r->kind != ROW_ON || r->when) continue;
        row_in_time(x, r, every);
        last = r;
    }
}

void check_timers(Check *k, const System *s, const ParamEnv *env, const Controller *c)
{
    Pace x = { k, s, env, c, NULL };
    for (int i = 0; i < c->events.n; i++) if (c->events.at[i]->kind == EV_TIMER) timer_in_time(&x, c->events.at[i]);
}
