/* ghost.c - the order of the writes of each cell, and what reads of it must see; docs/verify.md, "Data value". */
#include "verify/ghost/ghost.h"
#include "verify/state/each_data.h"
#include "verify/ghost/ghost_time.h"
#include "verify/ghost/posted.h"
#include "verify/ghost/rename.h"
#include "verify/state/program.h"
#include <string.h>

static const char *const op_names[] = { "nothing", "load", "store", "atomic", "fence", "request" };

/* ---- writes ---- */

void ghost_newest(const Model *m, SysState *s, const Write *w, uint8_t map[16])
{
    Order *o = &s->order[w->key][w->cell];
    for (int i = 0; i < 16; i++) map[i] = (uint8_t)(i < TOKENS ? i + 1 : i);
    map[PENDING + w->thread] = 0;
    o->n++;
    if (!m->stamp) return;
    memmove(o->ver + 1, o->ver, sizeof *o->ver * (TOKENS - 1));
    memmove(o->next + 1, o->next, sizeof *o->next * (TOKENS - 1));
    o->next[1] = w->time;
    o->ver[0] = w->time;
    o->next[0] = FOREVER;
    o->lastread = 0;
}

#define TIME(v) ghost_time_text(m, (unsigned)(v), (char[TIME_TEXT]){ 0 })

/* Not before its core asked. */
static bool after_issue(const Model *m, const Thread *t, int time, Fired *f)
{
    if (time >= t->time) return true;
    model_problem(f, P_ORDER, "the %s takes effect at time %s, before the time %s at which it was issued",
                  op_names[t->op], TIME(time), TIME(t->time));
    return false;
}

static bool write_time(const Model *m, SysState *s, const Access *a, Fired *f)
{
    Thread *t = &s->thread[a->thread];
    Order *o = &s->order[t->key][t->cell];
    int time = a->time < 0 ? t->time : a->time;
    if (!m->stamp) return true;
    if (a->time < 0 && m->p->time) {
        model_problem(f, P_LIMIT, "the time of this %s is not known: expected time= beside performs=%s" STR_FMT,
                      op_names[t->op], m->version.n ? ", or an answer with field " : "", STR_ARG(m->version));
        return false;
    }
    if (!after_issue(m, t, time, f)) return false;
    if (time < o->ver[0]) {
        model_problem(f, P_ORDER, "the %s takes effect at time %s, behind a write at time %s that was there before it",
                      op_names[t->op], TIME(time), TIME(o->ver[0]));
        return false;
    }
    if (time < o->lastread) {
        model_problem(f, P_ORDER, "the %s takes effect at time %s, but the value before it was read at time %s",
                      op_names[t->op], TIME(time), TIME(o->lastread));
        return false;
    }
    t->time = (uint16_t)time;
    return true;
}

/* ---- reads ---- */

/* The row says the time of the read: not before its core asked, nor before the write that it reads. */
static bool said_time(const Model *m, const Thread *t, const Access *a, unsigned written, Fired *f)
{
    if (!after_issue(m, t, a->time, f)) return false;
    if (a->time >= (int)written) return true;
    model_problem(f, P_VALUE, "the %s at time %s reads the write of time %s", op_names[t->op], TIME(a->time),
                  TIME(written));
    return false;
}

static bool read_value(const Model *m, SysState *s, const Access *a, Fired *f)
{
    Thread *t = &s->thread[a->thread];
    Order *o = &s->order[t->key][t->cell];
    const char *what = op_names[t->op];
    int own = posted_newest(m, s, a->thread, t->key, t->cell);
    if (own >= 0 && t->op == OP_LOAD && a->read == (unsigned)(PENDING + own)) return true;
    if (own >= 0 && a->read < PENDING) {
        model_problem(f, P_VALUE, "the %s does not see the store that its thread has made before, which has not taken "
                                  "effect yet", what);
        return false;
    }
    if (a->read >= PENDING) {
        model_problem(f, P_VALUE, "the %s reads a store that has not taken effect yet", what);
        return false;
    }
    if (a->read == NONE || a->read >= o->n) {
        model_problem(f, P_VALUE, "the %s reads data that was never written", what);
        return false;
    }
    if (m->n_posted && t->op == OP_LOAD) {
        bool fine = posted_sees(s, a->thread, a->read);
        if (!fine)
            model_problem(f, P_VALUE, "the load reads an old value, which the weak model does not allow: its thread "
                          "has seen a newer one, or has passed a fence since");
        return fine;
    }
    if (!m->stamp) {
        if (a->read)
            model_problem(f, P_VALUE, "the %s reads an old value: a newer write has taken effect (in physical time; "
                          "where the order is another one, rows say it: time=)", what);
        return !a->read;
    }
    unsigned time = t->time > o->ver[a->read] ? t->time : o->ver[a->read];
    if (a->time >= 0 && t->op == OP_ATOMIC) time = (unsigned)a->time;
    if (a->said && !said_time(m, t, a, o->ver[a->read], f)) return false;
    if (a->said) time = (unsigned)a->time;
    if (o->next[a->read] <= time) {
        model_problem(f, P_VALUE, "the %s at time %s reads the write of time %s, but a newer one has the time %s", what,
                      TIME(time), TIME(o->ver[a->read]), TIME(o->next[a->read]));
        return false;
    }
    if (!a->read && time > o->lastread) o->lastread = (uint16_t)time;
    t->time = (uint16_t)time;
    return true;
}

bool ghost_applies(const Access *a, Fired *f)
{
    if (a->applied < 0 || a->applied == (int)a->read) return true;
    model_problem(f, P_VALUE, "the atomic hands on a value that is not the one that it is applied to");
    return false;
}

/* A write becomes one that nobody tells apart from others: NONE, where memory cannot read the line. */
static void forget_write(const Model *m, SysState *s, int thread, unsigned as)
{
    uint8_t map[16];
    for (int i = 0; i < 16; i++) map[i] = (uint8_t)i;
    map[PENDING + thread] = (uint8_t)as;
    ghost_rename(m, s, s->thread[thread].key, s->thread[thread].cell, map);
}

bool ghost_perform(const Model *m, SysState *s, const Access *a, Fired *f, bool *bound)
{
    Thread *t = &s->thread[a->thread];
    bool reads = a->performs & PERFORMS_READ, writes = a->performs & PERFORMS_WRITE;
    if (!t->op || t->op >= OP_FENCE) {
        model_problem(f, P_CONSERVATION, "an access of core %d warp %d takes effect, but this one waits for no answer",
            a->thread / m->n_warps, a->thread % m->n_warps);
        return false;
    }
    if (t->performed) {
        model_problem(f, P_CONSERVATION, "the %s takes effect a second time", op_names[t->op]);
        return false;
    }
    if (reads != (t->op != OP_STORE) || writes != (t->op != OP_LOAD)) {
        model_problem(f, P_CONSERVATION, "a %s takes effect for a thread whose operation is a %s",
                      reads ? writes ? "read and write" : "read" : "write", op_names[t->op]);
        return false;
    }
    t->performed = 1;
    if (m->program) return true;
    if (m->scoped) {
        if (writes) forget_write(m, s, a->thread, 0);
        return true;
    }
    if (reads) t->read = (uint8_t)(a->read < PENDING || m->n_posted ? a->read : NONE);
    if (state_line_bad(m, s, t->key)) { forget_write(m, s, a->thread, NONE); return true; }
    unsigned issued = t->time, lastread = s->order[t->key][t->cell].lastread;
    if (reads && (!read_value(m, s, a, f) || !ghost_applies(a, f))) return false;
    if (!writes) return true;
    t->time = (uint16_t)issued;
    if (reads && m->stamp && a->read) {
        model_problem(f, P_VALUE, "the atomic reads the write of time %s, which is not the newest",
                      TIME(s->order[t->key][t->cell].ver[a->read]));
        return false;
    }
    s->order[t->key][t->cell].lastread = (uint16_t)lastread;        /* an atomic's own read belongs to its write */
    if (!write_time(m, s, a, f)) return false;
    Write w = { .is = true, .thread = (uint8_t)a->thread, .key = t->key, .cell = t->cell, .time = t->time };
    uint8_t map[16];
    if (s->apart) { s->wrote = w; return true; }
    ghost_clean(m, s, t->key);
    if (s->order[t->key][t->cell].n >= TOKENS) { *bound = true; return true; }
    ghost_newest(m, s, &w, map);
    ghost_rename(m, s, w.key, w.cell, map);
    if (m->n_posted) posted_wrote(m, s, &w);
    return true;
}

bool ghost_answers(const Thread *t, unsigned kept, unsigned value, Fired *f)
{
    if (value == kept) return true;
    if (t->op == OP_ATOMIC)
        model_problem(f, P_VALUE, "the atomic is answered with a value that is not the one before it");
    else if (value == NONE)
        model_problem(f, P_VALUE, "the load is answered with data that was never written, or with none");
    else
        model_problem(f, P_VALUE, "the load is answered with something else than it has read");
    return false;
}

bool ghost_reply(const Model *m, SysState *s, int thread, unsigned now, unsigned value, Fired *f)
{
    Thread *t = &s->thread[thread];
    bool access = t->op < OP_FENCE && m->performs;
    bool posted = access && !t->performed && t->op == OP_STORE && model_posts(m, thread);
    if (access && !t->performed && !posted) {
        model_problem(f, P_CONSERVATION, "the %s is answered, but it has not taken effect", op_names[t->op]);
        return false;
    }
    if ((access || t->op == OP_FENCE) && m->stamp && !m->program && now < t->time) {
        model_problem(f, P_ORDER, "the %s has the time %s, but its core goes on at time %s", op_names[t->op],
                      TIME(t->time), TIME(now));
        return false;
    }
    if (t->op == OP_FENCE && !m->scoped && !posted_none(m, s, thread, f)) return false;
    if (posted) posted_begin(m, s, thread);
    if (m->program) program_advance(m->program, s, thread, value);
    uint8_t left = t->left, started = t->started, reg[4];
    memcpy(reg, t->reg, sizeof reg);
    *t = (Thread){ .left = left, .started = started };
    memcpy(t->reg, reg, sizeof reg);
    return true;
}

/* ---- forgetting ---- */

typedef struct { unsigned cell[MAX_CELLS]; } Used;     /* bit per token */

static inline unsigned note_used(void *ctx, unsigned data)
{
    Used *u = ctx;
    for (int c = 0; c < MAX_CELLS; c++) u->cell[c] |= 1u << state_cell_get(data, c);
    return data;
}

/* Without timestamps writes that no thread under way has read are simply old: they become one, after the others. */
static unsigned alike(const Model *m, const SysState *s, int key, int cell, unsigned used)
{
    unsigned kept = 1;
    if (m->stamp || m->tx || m->n_posted) return 0;
    for (int t = 0; t < m->n_threads; t++) {
        const Thread *x = &s->thread[t];
        if (x->key == key && x->cell == cell && state_thread_keeps(m, x)) kept |= 1u << x->read;
    }
    return used & ~kept & ((1u << s->order[key][cell].n) - 1);
}

bool ghost_forget(const Model *m, SysState *s, int key, int cell, unsigned used, uint8_t map[16])
{
    Order *o = &s->order[key][cell], old = *o;
    unsigned old_ones = alike(m, s, key, cell, used);
    int n = 0;
    bool moved = false;
    used |= 1;
    for (int i = 0; i < 16; i++) map[i] = (uint8_t)i;
    for (int i = 0; i < old.n; i++) {
        if (!(used >> i & 1) || (old_ones >> i & 1)) continue;
        map[i] = (uint8_t)n;
        o->ver[n] = old.ver[i];
        o->next[n++] = old.next[i];
    }
    for (int i = 0; i < old.n; i++) if (old_ones >> i & 1) map[i] = (uint8_t)n;
    n += old_ones != 0;
    for (int i = 0; i < old.n; i++) moved |= (used >> i & 1) && map[i] != i;
    for (int i = n; i < TOKENS; i++) o->ver[i] = o->next[i] = 0;
    o->n = (uint8_t)n;
    return moved;
}

static void clean_cell(const Model *m, SysState *s, int key, int cell, unsigned used)
{
    uint8_t map[16];
    if (ghost_forget(m, s, key, cell, used, map)) ghost_rename(m, s, key, cell, map);
}

void ghost_clean(const Model *m, SysState *s, int key)
{
    for (int k = key < 0 ? 0 : key; k < (key < 0 ? m->n_keys : key + 1) && !m->program && !s->apart; k++) {
        Used u = { { 0 } };
        bool several = false;
        for (int c = 0; c < m->n_cells; c++) several |= s->order[k][c].n > 1;
        if (!several) continue;
        each_data(m, s, k, note_used, &u);
        if (m->n_posted) posted_lower(m, s, k, u.cell);
        for (int c = 0; c < m->n_cells; c++) if (s->order[k][c].n > 1) clean_cell(m, s, k, c, u.cell[c]);
    }
}
