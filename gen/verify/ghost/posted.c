/* posted.c - see posted.h. */
#include "verify/ghost/posted.h"
#include "verify/ghost/rename.h"
#include "verify/state/program.h"

static void rename_write(const Model *m, SysState *s, const Thread *t, int from, int to)
{
    uint8_t map[16];
    if (m->program) return;
    for (int i = 0; i < 16; i++) map[i] = (uint8_t)i;
    map[(PENDING + from) & 15] = (uint8_t)(PENDING + to);
    ghost_rename(m, s, t->key, t->cell, map);
}

bool posted_full(const Model *m, const SysState *s, int thread)
{
    return m->n_posted && s->thread[posted_first(m, thread) + m->n_posted - 1].op;
}

int posted_writer(const Model *m, const SysState *s, int thread, int key)
{
    for (int i = 0, at = posted_first(m, thread); i < m->n_posted; i++, at++)
        if (s->thread[at].op && s->thread[at].key == key) return at;
    return thread;
}

int posted_newest(const Model *m, const SysState *s, int thread, int key, int cell)
{
    for (int i = m->n_posted - 1, at = posted_first(m, thread) + i; i >= 0; i--, at--)
        if (s->thread[at].op && s->thread[at].key == key && s->thread[at].cell == cell) return at;
    return -1;
}

void posted_begin(const Model *m, SysState *s, int thread)
{
    int at = posted_first(m, thread);
    const Thread *t = &s->thread[thread];
    while (s->thread[at].op) at++;
    s->thread[at] = (Thread){ .op = t->op, .key = t->key, .cell = t->cell };
    if (m->program) s->thread[at].reg[0] = (uint8_t)program_written(m->program, s, thread, 0);
    rename_write(m, s, t, thread, at);
}

void posted_end(const Model *m, SysState *s, int place)
{
    int end = posted_first(m, posted_thread(m, place)) + m->n_posted;
    for (; place + 1 < end && s->thread[place + 1].op; place++) {
        s->thread[place] = s->thread[place + 1];
        rename_write(m, s, &s->thread[place], place + 1, place);
    }
    s->thread[place] = (Thread){ 0 };
}

bool posted_none(const Model *m, const SysState *s, int thread, Fired *f)
{
    const Thread *t = &s->thread[m->n_posted ? posted_first(m, thread) : 0];
    if (!m->n_posted || !t->op) return true;
    model_problem(f, P_CONSERVATION,
                  "the fence is answered, but a store to line %d, which was answered before, has not taken effect",
                  t->key);
    return false;
}

bool posted_sees(SysState *s, int thread, unsigned read)
{
    const Thread *t = &s->thread[thread];
    uint16_t *floor = &s->floor[thread][t->key];
    if (read > state_cell_get(*floor, t->cell)) return false;
    *floor = state_cell_put(*floor, t->cell, read);
    return true;
}

void posted_wrote(const Model *m, SysState *s, const Write *w)
{
    int thread = posted_thread(m, w->thread);
    s->floor[thread][w->key] = state_cell_put(s->floor[thread][w->key], w->cell, 0);
    if (s->thread[thread].op == OP_FENCE) posted_fence(s, thread);
}

void posted_fence(SysState *s, int thread)
{
    for (int q = 0; q < MAX_KEYS; q++) s->floor[thread][q] = 0;
}

void posted_lower(const Model *m, SysState *s, int key, const unsigned *used)
{
    for (int t = 0; t < m->n_threads; t++)
        for (int c = 0; c < m->n_cells; c++) {
            unsigned name = state_cell_get(s->floor[t][key], c);
            while (name && !(used[c] >> name & 1)) name--;
            s->floor[t][key] = state_cell_put(s->floor[t][key], c, name);
        }
}
