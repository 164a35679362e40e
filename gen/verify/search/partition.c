/* partition.c - one file for each level, sender and receiver: states (length, predecessor, packed), an empty one, then
 * what the sender has found so far. All files of a level are the barrier at its end. */
#include "verify/search/partition.h"
#include "verify/search/checkpoint.h"
#include "verify/search/exchange.h"
#include "verify/search/worker.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NOBODY = -1 };
static const StateId remote = UINT32_C(1) << 31;             /* a predecessor: index of where it really is */

typedef struct { uint32_t n, pred; } Head;
typedef struct { int32_t process; StateId id; } Elsewhere;
/* frontier: states of the level. active: something may follow. */
typedef struct {
    uint64_t frontier, active, states, transitions, bounded, allowed, quiescent;
    int32_t problem, at;
    SearchMet met;
} Report;

struct Partition {
    Exchange *e;
    SaveFile *to[EXCHANGE_MOST];
    pthread_mutex_t lock[EXCHANGE_MOST];
    _Atomic uint64_t sent;
    uint64_t level, before, last;    /* states before this level's next one, before the level itself */
    Elsewhere *pred;                     /* predecessors elsewhere */
    size_t n_pred, cap;
    Report all;                      /* of the last level, of all together */
    bool totalled;
    int finder;                      /* who has found a problem, or NOBODY */
    uint8_t *path;                   /* to it, from its end on: length and packed form of each state */
    size_t path_n, path_cap;
};

/* ---- states of others ---- */

bool partition_is_own(const Search *x, uint64_t spread, int *owner)
{
    const Exchange *e = x->part->e;
    *owner = (int)((spread >> 32) * (uint64_t)exchange_n(e) >> 32);
    return *owner == exchange_me(e);
}

void partition_send(Search *x, int owner, const SysState *s, StateId pred)
{
    Partition *p = x->part;
    uint64_t packed[PACKED_WORDS];
    Head h = { (uint32_t)state_pack(x->m, s, packed), pred };
    pthread_mutex_lock(&p->lock[owner]);
    savefile_put(p->to[owner], &h, sizeof h);
    savefile_put(p->to[owner], packed, h.n);
    pthread_mutex_unlock(&p->lock[owner]);
    p->sent++;
}

static bool open_level(Partition *p)
{
    for (int i = 0; i < exchange_n(p->e); i++) {
        if (i == exchange_me(p->e)) continue;
        p->to[i] = exchange_write(p->e, "level", p->level, i);
        if (!p->to[i]) return false;
    }
    return true;
}

static bool close_level(const Search *x, const Report *r, const uint64_t *rows)
{
    Partition *p = x->part;
    bool fine = true;
    for (int i = 0; i < exchange_n(p->e); i++) {
        if (!p->to[i]) continue;
        savefile_put(p->to[i], &(Head){ 0 }, sizeof(Head));
        savefile_put(p->to[i], r, sizeof *r);
        savefile_put(p->to[i], rows, (size_t)x->m->n_rows * sizeof *rows);
        checkpoint_put_noted(x->m, p->to[i]);
        fine &= savefile_finish(p->to[i]);
        p->to[i] = NULL;
    }
    return fine;
}

/* The state comes from there. 0: no memory. */
static StateId reference(Search *x, Elsewhere from)
{
    Partition *p = x->part;
    if (p->n_pred == p->cap) {
        size_t cap = p->cap + p->cap / 2 + 4096;
        Elsewhere *at = cap < remote ? realloc(p->pred, cap * sizeof *at) : NULL;
        if (!at) return 0;
        pool_beside(x->pool, (ptrdiff_t)((cap - p->cap) * sizeof *at));
        p->pred = at;
        p->cap = cap;
    }
    p->pred[p->n_pred] = from;
    return remote | (StateId)p->n_pred;
}

static SearchEnd add_state(Search *x, const uint64_t *packed, Elsewhere from)
{
    Partition *p = x->part;
    PoolWriter *w = pool_writer(x->pool, 0);
    uint64_t as[PACKED_WORDS], before = pool_count(x->pool);
    SysState s;
    state_unpack(x->m, packed, &s);
    size_t n = search_pack(x, &s, as);
    if (n == SIZE_MAX) return END_MEMORY;
    if (n > PACKED_MAX) {
        x->bounded++;
        x->met.bounds |= 1u << BOUND_SIZE;
        return END_ALL;
    }
    while (!pool_ready(w)) if (!pool_grow(x->pool)) return END_MEMORY;
    StateId pred = reference(x, from);
    if (!pred || !pool_add(w, as, n, state_hash(as, n), pred)) return END_MEMORY;
    p->n_pred += pool_count(x->pool) > before;
    return END_ALL;
}

static SearchEnd damaged(void) { return END_PARTNER; }

/* What `from` has sent; *all grows by what it has found. */
static SearchEnd take_from(Search *x, int from, Report *all)
{
    Partition *p = x->part;
    SaveFile *f;
    Head h;
    Report r;
    uint64_t packed[PACKED_WORDS], row;
    SearchEnd end = exchange_read(p->e, "level", p->level, from, &f);
    if (end != END_ALL) return end;
    while (end == END_ALL) {
        if (!savefile_get(f, &h, sizeof h) || h.n > sizeof packed - 16) end = damaged();
        else if (!h.n) break;
        else {
            memset((char *)packed + h.n, 0, 16);
            end = savefile_get(f, packed, h.n) ? add_state(x, packed, (Elsewhere){ from, h.pred }) : damaged();
        }
    }
    if (end == END_ALL && !savefile_get(f, &r, sizeof r)) end = damaged();
    for (int i = 0; i < x->m->n_rows && end == END_ALL; i++) {
        if (!savefile_get(f, &row, sizeof row)) end = damaged();
        else x->all_rows[i] += row;
    }
    if (end == END_ALL && !checkpoint_get_noted(x->m, f)) end = damaged();
    savefile_close(f);
    if (end != END_ALL) return end;
    exchange_remove(p->e, "level", p->level, from, exchange_me(p->e));
    all->frontier += r.frontier;
    all->active += r.active;
    all->states += r.states;
    all->transitions += r.transitions;
    all->bounded += r.bounded;
    all->allowed += r.allowed;
    all->quiescent += r.quiescent;
    all->met.bounds |= r.met.bounds;
    for (int i = 0; i < MAX_CTLS; i++) {
        all->met.states[i] |= r.met.states[i];
        all->met.moved[i] |= r.met.moved[i];
    }
    if (r.problem && (p->finder == NOBODY || from < p->finder)) {
        p->finder = from;
        all->problem = r.problem;
        all->at = r.at;
    }
    return END_ALL;
}

/* ---- the way to a problem ---- */

static bool append(Partition *p, const uint64_t *packed, uint32_t n)
{
    if (p->path_n + sizeof n + n > p->path_cap) {
        size_t cap = 2 * (p->path_n + n) + 4096;
        uint8_t *at = realloc(p->path, cap);
        if (!at) return false;
        p->path = at;
        p->path_cap = cap;
    }
    memcpy(p->path + p->path_n, &n, sizeof n);
    memcpy(p->path + p->path_n + sizeof n, packed, n);
    p->path_n += sizeof n + n;
    return true;
}

/* The part of the way that is here, and where it goes on. */
static bool walk_here(Search *x, Elsewhere *at)
{
    Partition *p = x->part;
    uint64_t packed[PACKED_WORDS];
    SysState s;
    while (at->id && !(at->id & remote)) {
        pool_copy(x->pool, at->id, packed);
        search_unpack(x, packed, &s);
        if (!append(p, packed, (uint32_t)state_pack(x->m, &s, packed))) return false;
        at->id = pool_pred(x->pool, at->id);
    }
    *at = at->id ? p->pred[at->id & ~remote] : (Elsewhere){ NOBODY, 0 };
    return true;
}

static SearchEnd tell_part(Partition *p, uint64_t hop, size_t from, Elsewhere next)
{
    uint64_t n = p->path_n - from;
    for (int i = 0; i < exchange_n(p->e); i++) {
        SaveFile *f = i == exchange_me(p->e) ? NULL : exchange_write(p->e, "path", hop, i);
        if (i == exchange_me(p->e)) continue;
        if (!f) return END_PARTNER;
        savefile_put(f, &n, sizeof n);
        savefile_put(f, p->path + from, n);
        savefile_put(f, &next, sizeof next);
        if (!savefile_finish(f)) return END_PARTNER;
    }
    return END_ALL;
}

static SearchEnd hear_part(Partition *p, uint64_t hop, Elsewhere *at)
{
    SaveFile *f;
    uint64_t n;
    int from = at->process;
    SearchEnd end = exchange_read(p->e, "path", hop, from, &f);
    if (end != END_ALL) return end;
    uint8_t *more = savefile_get(f, &n, sizeof n) && n < UINT32_MAX ? realloc(p->path, p->path_n + n + 1) : NULL;
    bool fine = more;
    if (fine) {
        p->path = more;
        p->path_cap = p->path_n + n + 1;
        fine = savefile_get(f, p->path + p->path_n, n) && savefile_get(f, at, sizeof *at) &&
               at->process < exchange_n(p->e);
        p->path_n += n;
    }
    savefile_close(f);
    exchange_remove(p->e, "path", hop, from, exchange_me(p->e));
    return fine ? END_ALL : damaged();
}

/* Every process in turn says what it knows of it; all hear it. */
static SearchEnd find_path(Search *x)
{
    Partition *p = x->part;
    Elsewhere at = { p->finder, (StateId)p->all.at };
    SearchEnd end = END_ALL;
    for (uint64_t hop = 0; at.process != NOBODY && end == END_ALL; hop++) {
        size_t from = p->path_n;
        if (at.process != exchange_me(p->e)) end = hear_part(p, hop, &at);
        else end = walk_here(x, &at) ? tell_part(p, hop, from, at) : END_MEMORY;
    }
    return end;
}

bool partition_shows(Search *x, int *who)
{
    enum { MOST = 64 << 20 };
    Partition *p = x->part;
    *who = p ? p->finder : 0;
    if (!p) return true;
    if (p->finder != exchange_me(p->e)) return false;
    Pool *pool = pool_create(MOST, 1, false);
    size_t *begin = malloc((p->path_n / sizeof(uint32_t) + 1) * sizeof *begin), n = 0;
    if (!pool || !begin) { pool_destroy(pool); free(begin); return false; }
    for (size_t at = 0; at < p->path_n; ) {
        uint32_t size;
        begin[n++] = at;
        memcpy(&size, p->path + at, sizeof size);
        at += sizeof size + size;
    }
    StateId last = 0;
    while (n) {
        uint32_t size;
        uint64_t packed[PACKED_WORDS] = { 0 };
        memcpy(&size, p->path + begin[--n], sizeof size);
        memcpy(packed, p->path + begin[n] + sizeof size, size);
        if (pool_ready(pool_writer(pool, 0)) || pool_grow(pool))
            last = pool_add(pool_writer(pool, 0), packed, size, state_hash(packed, size), last);
    }
    free(begin);
    pool_destroy(x->pool);
    parts_destroy(x->parts);
    x->pool = pool;
    x->parts = NULL;
    x->at = last;
    return true;
}

/* ---- the end of a level ---- */

static SearchEnd exchange_all(Work *k, const Search *now)
{
    Search *x = k->x;
    Partition *p = x->part;
    uint64_t count = pool_count(x->pool);
    Report own = { .frontier = p->before - p->last, .active = count - p->before + p->sent, .states = count,
                   .transitions = now->transitions, .bounded = now->bounded, .allowed = now->allowed,
                   .quiescent = now->quiescent, .met = now->met };
    p->finder = NOBODY;
    if (k->end == END_PROBLEM) {
        own.problem = (int32_t)x->fired.problem;
        own.at = (int32_t)x->at;
        p->finder = exchange_me(p->e);
    }
    memcpy(x->all_rows, now->rows, (size_t)x->m->n_rows * sizeof *x->all_rows);
    p->all = own;
    if (!close_level(x, &own, now->rows)) {
        x->save_error = errno;
        return END_PARTNER;
    }
    SearchEnd end = END_ALL;
    for (int i = 0; i < exchange_n(p->e) && end == END_ALL; i++)
        if (i != exchange_me(p->e)) end = take_from(x, i, &p->all);
    return end;
}

static SearchEnd meet(Work *k)
{
    Search *x = k->x, now;
    Partition *p = x->part;
    if (k->stop && k->end != END_PROBLEM) return k->end;
    if (!worker_now(k, &now)) return END_MEMORY;
    SearchEnd end = exchange_all(k, &now);
    free(now.rows);
    if (end != END_ALL) return end;
    if (p->finder != NOBODY) {
        x->depth = p->level;
        end = find_path(x);
        if (p->finder != exchange_me(p->e)) x->fired.problem = (Problem)p->all.problem;
        return end == END_ALL ? END_PROBLEM : end;
    }
    pool_end_level(pool_writer(x->pool, 0));
    k->runs = pool_next_level(x->pool);
    k->taken = 0;
    k->over = !p->all.active;
    x->depth = p->level - !p->all.frontier;
    p->level++;
    p->last = p->before;
    p->before = pool_count(x->pool);
    p->sent = 0;
    return k->over || open_level(p) ? END_ALL : END_PARTNER;
}

void partition_meet(Work *k)
{
    SearchEnd end = meet(k);
    if (end == END_ALL) return;
    if (end != END_PROBLEM) exchange_give_up(k->x->part->e);
    k->end = end;
    k->stop = k->over = true;
}

void partition_first(Search *x) { x->part->before = pool_count(x->pool); }

void partition_total(Search *x)
{
    const Report *all = &x->part->all;
    x->part->totalled = true;
    x->transitions = all->transitions;
    x->bounded = all->bounded;
    x->allowed = all->allowed;
    x->quiescent = all->quiescent;
    x->met = all->met;
    memcpy(x->rows, x->all_rows, (size_t)x->m->n_rows * sizeof *x->rows);
}

uint64_t partition_states(const Search *x)
{
    return x->part && x->part->totalled ? x->part->all.states : pool_count(x->pool);
}

bool partition_alone(Search *x) { return exchange_look(x->part->e) != END_ALL; }

const char *partition_why(const Search *x)
{
    const char *why = exchange_why(x->part->e);
    return x->save_error ? strerror(x->save_error) : *why ? why : "a file of another process is damaged";
}

/* ---- begin and end ---- */

static int refuse(Search *x, Diags *d, int status, const char *what, const char *more)
{
    diag_error(d, x->m->p->pos, "verify: --partition: %s%s", what, more);
    return status;
}

/* All do the same. */
static int compare(Search *x, Diags *d)
{
    const VerifyOptions *o = x->m->o;
    Exchange *e = x->part->e;
    Str same = str_printf(x->m->arena, "%s %s " STR_FMT, o->program, o->input, STR_ARG(checkpoint_options(x->m)));
    for (int i = 0; i < exchange_n(e); i++) {
        SaveFile *f = i == exchange_me(e) ? NULL : exchange_write(e, "hello", 0, i);
        if (f) savefile_put(f, same.p, (size_t)same.n);
        if (i != exchange_me(e) && (!f || !savefile_finish(f)))
            return refuse(x, d, 3, "cannot write: ", strerror(errno));
    }
    for (int i = 0; i < exchange_n(e); i++) {
        SaveFile *f;
        char *there = NEW_N(x->m->arena, char, same.n + 1);
        if (i == exchange_me(e)) continue;
        if (exchange_read(e, "hello", 0, i, &f) != END_ALL)
            return refuse(x, d, 3, *exchange_why(e) ? exchange_why(e) : "interrupted", " (waiting for it to begin)");
        bool fine = savefile_get(f, there, (size_t)same.n) && savefile_ends(f);
        fine = fine && !memcmp(there, same.p, (size_t)same.n);
        savefile_close(f);
        exchange_remove(e, "hello", 0, i, exchange_me(e));
        if (!fine) return refuse(x, d, 2, "not all have the same program, specification and options", "");
    }
    return 0;
}

int partition_begin(Search *x, Diags *d)
{
    const VerifyOptions *o = x->m->o;
    x->part = calloc(1, sizeof *x->part);
    x->all_rows = NEW_N(x->m->arena, uint64_t, x->m->n_rows + 1);
    if (!x->part) return refuse(x, d, 3, "no memory", "");
    for (int i = 0; i < EXCHANGE_MOST; i++) pthread_mutex_init(&x->part->lock[i], NULL);
    x->part->e = exchange_open(o->exchange, o->part, o->parts, o->patience);
    if (!x->part->e)
        return refuse(x, d, 3, o->exchange, errno == EEXIST ? ": another run has used it; expected an empty folder" :
                      str_z(x->m->arena, str_printf(x->m->arena, ": %s", strerror(errno))));
    int status = compare(x, d);
    if (status) { exchange_give_up(x->part->e); return status; }
    if (o->seconds) exchange_until(x->part->e, search_clock() + o->seconds);
    if (open_level(x->part)) return 0;
    exchange_give_up(x->part->e);
    return refuse(x, d, 3, "cannot write: ", strerror(errno));
}

void partition_end(Search *x)
{
    Partition *p = x->part;
    if (!p) return;
    for (int i = 0; i < EXCHANGE_MOST; i++) if (p->to[i]) savefile_drop(p->to[i]);
    exchange_close(p->e);
    free(p->pred);
    free(p->path);
    free(p);
    x->part = NULL;
}
