/* ghost_time.c - the past, the present and the new time. */
#include "verify/ghost/ghost_time.h"

static unsigned span(const Model *m) { return (unsigned)m->stamp_max + 1; }

unsigned ghost_time(const Model *m, const SysState *s, int inst, unsigned t)
{
    return !m->restarts ? t : PAST + t + (s->inst[inst].again ? span(m) : 0);
}

/* ---- all times of one cell ---- */

enum { TIMES = 2 * TOKENS + 1 + MAX_THREADS };
typedef struct { uint16_t *at[TIMES]; int n; } Times;

static void times_of(const Model *m, SysState *s, int key, int cell, Times *x)
{
    Order *o = &s->order[key][cell];
    x->n = 0;
    x->at[x->n++] = &o->lastread;
    for (int i = 0; i < o->n; i++) {
        x->at[x->n++] = &o->ver[i];
        if (i) x->at[x->n++] = &o->next[i];
    }
    for (int t = 0; t < m->n_threads; t++)
        if (s->thread[t].op && s->thread[t].op < OP_FENCE && s->thread[t].key == key && s->thread[t].cell == cell)
            x->at[x->n++] = &s->thread[t].time;
}

/* Times below `limit` become ranks, the others follow the past. */
static bool settle_cell(const Times *x, unsigned limit)
{
    uint16_t old[TIMES];
    for (int i = 0; i < x->n; i++) old[i] = *x->at[i];
    for (int i = 0; i < x->n; i++) {
        unsigned rank = 0;
        if (old[i] >= limit) { *x->at[i] = (uint16_t)(old[i] - limit + PAST); continue; }
        for (int k = 0; k < x->n; k++) {
            bool counts = old[k] < old[i];
            for (int j = 0; j < k && counts; j++) counts = old[j] != old[k];
            rank += counts;
        }
        if (rank >= PAST) return false;
        *x->at[i] = (uint16_t)rank;
    }
    return true;
}

/* A fence belongs to no cell: of its time only the present counts. */
static void settle_fences(const Model *m, SysState *s, unsigned limit)
{
    for (int t = 0; t < m->n_threads; t++) {
        Thread *x = &s->thread[t];
        if (x->op == OP_FENCE) x->time = (uint16_t)(x->time < limit ? 0 : x->time - limit + PAST);
    }
}

static bool settle(const Model *m, SysState *s, unsigned limit)
{
    Times x;
    settle_fences(m, s, limit);
    for (int k = 0; k < m->n_keys; k++)
        for (int c = 0; c < m->n_cells; c++) {
            times_of(m, s, k, c, &x);
            if (!settle_cell(&x, limit)) return false;
        }
    return true;
}

bool ghost_settle(const Model *m, SysState *s)
{
    return !m->restarts || m->program || s->apart || settle(m, s, PAST);
}

/* ---- restarts ---- */

bool ghost_restart(const Model *m, SysState *s, int inst, Fired *f, bool *bound)
{
    const CtlModel *k = &m->ctl[m->inst[inst].ctl];
    if (s->inst[inst].again) {
        model_problem(f, P_ORDER,
                      "the time of " STR_FMT "[%d] begins anew a second time before that of all others has begun once",
                      STR_ARG(k->c->name), m->inst[inst].index);
        return false;
    }
    if (s->apart) { s->wrote.restart = true; return true; }
    s->inst[inst].again = 1;
    for (int i = 0; i < m->n_inst; i++) if (m->ctl[m->inst[i].ctl].restarts && !s->inst[i].again) return true;
    for (int i = 0; i < m->n_inst; i++) s->inst[i].again = 0;
    *bound = !m->program && !settle(m, s, PAST + span(m));
    return !*bound;
}

const char *ghost_time_text(const Model *m, unsigned time, char text[TIME_TEXT])
{
    if (!m->restarts) snprintf(text, TIME_TEXT, "%u", time);
    else if (time < PAST) snprintf(text, TIME_TEXT, "before the last restart");
    else if (time < PAST + span(m)) snprintf(text, TIME_TEXT, "%u", time - PAST);
    else snprintf(text, TIME_TEXT, "%u after the restart", time - PAST - span(m));
    return text;
}
