/* worker.c - breadth first, level by level: the first problem found is one of those with the fewest steps. Threads
 * share the states of a level in runs. */
#include "verify/search/search.h"
#include "util/signals.h"
#include "verify/properties/alone.h"
#include "verify/properties/blocked.h"
#include "verify/step/after.h"
#include "verify/search/worker.h"
#include "verify/properties/invariant.h"
#include "verify/properties/rest.h"
#include "verify/state/initial.h"
#include "verify/symmetry/symmetry.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double clock_of(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double search_clock(void) { return clock_of(CLOCK_MONOTONIC); }
double search_cpu(void) { return clock_of(CLOCK_PROCESS_CPUTIME_ID); }

/* They stay pending; nothing needs to be written when one comes. */
void search_hold_signals(void)
{
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGTERM);
    sigaddset(&held, SIGHUP);
    sigprocmask(SIG_BLOCK, &held, NULL);
}

bool search_stopped(void) { return signal_came(SIGINT) || signal_came(SIGTERM) || signal_came(SIGHUP); }

Str search_limit(const Model *m, SearchEnd end)
{
    if (end == END_STOPPED) return signal_came(SIGINT) ? STR("interrupted") : STR("ended by a signal");
    if (end == END_TIME) 
        return str_printf(m->arena, "the time limit of %d s%s is reached", m->o->seconds,
                          m->o->processor ? " of processor time" : "");
    return str_printf(m->arena, "the memory limit of %zu MB is reached", m->o->memory >> 20);
}

Pool *search_pool(const Model *m) { return pool_create(m->o->memory, m->o->threads, m->o->compact); }

size_t search_pack(const Search *x, const SysState *s, uint64_t *to)
{
    return x->parts ? parts_pack(x->parts, s, to) : state_pack(x->m, s, to);
}

void search_unpack(const Search *x, const uint64_t *from, SysState *s)
{
    if (x->parts) parts_unpack(x->parts, from, s);
    else state_unpack(x->m, from, s);
}

typedef struct { Worker *w; const SysState *s; StateId from; bool moved, issued; } Expansion;

bool worker_allowed(Worker *w, Problem p)
{
    if (!(w->of->x->m->o->allow >> p & 1)) return false;
    w->allowed++;
    return true;
}

bool worker_stop(Work *k, SearchEnd end)
{
    pthread_mutex_lock(&k->lock);
    if (k->end == END_ALL || end == END_PROBLEM) k->end = end;
    k->stop = true;
    pthread_mutex_unlock(&k->lock);
    return false;
}

bool worker_wrong(Work *k, const Fired *f, StateId at, const Occurrence *o)
{
    Search *x = k->x;
    pthread_mutex_lock(&k->lock);
    if (k->end != END_PROBLEM) {
        x->fired = *f;
        x->at = at;
        x->has_occurrence = o != NULL;
        if (o) x->occurrence = *o;
    }
    pthread_mutex_unlock(&k->lock);
    return worker_stop(k, END_PROBLEM);
}

/* ---- what is reached ---- */

/* A state that is being expanded is so to its end. */
static bool store(Worker *w)
{
    const Reached *r = &w->queue[w->first++ % QUEUE];
    if (pool_add(w->out, r->packed, r->n, r->hash, r->pred)) return true;
    worker_spill(w, r);
    return worker_stop(w->of, END_MEMORY);
}

bool worker_store_all(Worker *w)
{
    bool all = true;
    while (w->first < w->last) all &= store(w);
    return all;
}

Reached *worker_reach(Worker *w) { return &w->queue[w->last % QUEUE]; }

bool worker_bounded(Worker *w, unsigned bounds)
{
    w->bounded++;
    w->met.bounds |= bounds;
    return true;
}

bool worker_put(Worker *w, StateId pred)
{
    const Search *x = w->of->x;
    Reached *r = worker_reach(w);
    if (r->n > PACKED_MAX) return worker_bounded(w, 1u << BOUND_SIZE);
    r->hash = state_hash(r->packed, r->n);
    r->pred = pred;
    pool_fetch_table(x->pool, r->hash);
    if (w->last++ - w->first >= FETCHED) pool_fetch_record(x->pool, w->queue[(w->last - 1 - FETCHED) % QUEUE].hash);
    if (w->last - w->first >= QUEUE) store(w);
    return true;
}

bool worker_undone(Worker *w)
{
    w->undone = true;
    return worker_stop(w->of, END_MEMORY);
}

static bool put(Worker *w, const SysState *s, StateId pred)
{
    Search *x = w->of->x;
    int owner;
    if (x->part && !partition_is_own(x, state_spread(x->m, NULL, s), &owner)) {
        partition_send(x, owner, s, pred);
        return true;
    }
    Reached *r = worker_reach(w);
    r->n = search_pack(w->of->x, s, r->packed);
    return r->n == SIZE_MAX ? worker_undone(w) : worker_put(w, pred);
}

/* A step concerns its instance; time that passes all of them. */
static bool check_invariants(Worker *w, const Occurrence *o, const SysState *s, const SysState *next, const Fired *f,
                             StateId from)
{
    const Model *m = w->of->x->m;
    bool tick = o->where == SRC_TICK_;
    Fired broken;
    for (int i = tick ? 0 : o->inst; i <= (tick ? m->n_inst - 1 : o->inst); i++)
        for (int key = 0; key < m->n_keys; key++) {
            if (!tick && !after_concerns(m, o, s, next, key)) continue;
            if (invariants_hold(m, next, i, key, &broken) || worker_allowed(w, P_INVARIANT)) continue;
            broken = *f;
            invariants_hold(m, next, i, key, &broken);
            return worker_wrong(w->of, &broken, from, o);
        }
    return true;
}

static bool reached(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    Expansion *e = ctx;
    Worker *w = e->w;
    const Model *m = w->of->x->m;
    const SearchWatch *watch = w->of->x->watch;
    if (r == FIRE_IDLE) return w->rows[m->ctl[m->inst[o->inst].ctl].first_row + f->row]++, true;
    if (watch && !watch->follows(o)) { e->moved = true; return true; }
    w->transitions++;
    if (r == FIRE_PROBLEM) {
        e->moved = true;                 /* it is handled, whatever comes of it */
        return worker_allowed(w, f->problem) || worker_wrong(w->of, f, e->from, o);
    }
    bool unasked = (o->where == SRC_BLOCK_ && o->at < 0) || o->where == SRC_TURN_;
    if (o->where == SRC_HEAD_) {         /* nothing has moved by that */
        symmetry_canonical(m, (SysState *)next, NULL);
        return put(w, next, e->from);
    }
    if (!unasked && (o->where != SRC_CORE_ || o->owed)) e->moved = true;
    else if (!unasked) e->issued = true;
    if (r == FIRE_BOUND) return worker_bounded(w, f->bounds);
    if (f->row >= 0) w->rows[m->ctl[m->inst[o->inst].ctl].first_row + f->row]++;
    w->met.states[m->inst[o->inst].ctl] |= after_states(m, o, next);
    w->met.moved[m->inst[o->inst].ctl] |= after_moved(m, o, e->s, next);
    if (!check_invariants(w, o, e->s, next, f, e->from)) return false;
    if (watch && !watch->stays(m, next)) return true;
    if (watch) watch->note(watch->ctx, e->s, o, f, e->from, w->of->x->depth);
    symmetry_canonical(m, (SysState *)next, NULL);
    return put(w, next, e->from);
}

bool worker_step(Worker *w, StateId from, const SysState *s, const Occurrence *o, bool *moved, bool *issued)
{
    Expansion e = { .w = w, .s = s, .from = from };
    SysState next;
    Fired f;
    FireResult r = step_fire(w->of->x->m, s, o, &next, &f, NULL);
    bool on = reached(&e, o, r, &next, &f);
    *moved |= e.moved;
    *issued |= e.issued;
    return on;
}

/* ---- what is expanded ---- */

bool worker_check_rest(Worker *w, StateId id, const SysState *s)
{
    const Search *x = w->of->x;
    Fired f;
    bool quiet = state_quiescent(x->m, s);
    w->quiescent += quiet;
    if (quiet && rest_lost(x->m, s, &f) && !worker_allowed(w, P_CONSERVATION)) return worker_wrong(w->of, &f, id, NULL);
    if (!x->m->program && (quiet || (x->m->tx && state_idle(x->m, s))) && blocked_request(x->m, s, &f) &&
        !worker_allowed(w, P_DEADLOCK))
        return worker_wrong(w->of, &f, id, NULL);
    if (quiet && x->m->tx && !alone_commits(x->m, s, &f) && !worker_allowed(w, P_LIVELOCK))
        return worker_wrong(w->of, &f, id, NULL);
    return true;
}

static bool expand(Worker *w, StateId id, const SysState *s)
{
    const Search *x = w->of->x;
    Expansion e = { .w = w, .s = s, .from = id };
    Fired f;
    if (!worker_check_rest(w, id, s)) return false;
    f.problem = P_NONE;
    if (x->visit && !x->visit(s, &f, x->visit_ctx)) return !f.problem || worker_wrong(w->of, &f, id, NULL);
    if (!step_successors(x->m, s, SUCC_ALL | SUCC_IDLE, reached, &e)) return false;
    return e.moved || !rest_dead(x->m, s, e.issued, &f) || worker_allowed(w, P_DEADLOCK) ||
           worker_wrong(w->of, &f, id, NULL);
}

/* ---- the crew ---- */

static void show_progress(Work *k, bool last)
{
    double now = search_clock(), t = now - k->begin;
    uint64_t n = pool_count(k->x->pool), expanded = 0;
    if (!last && now - k->shown < 0.5) return;
    k->shown = now;
    for (int i = 0; i < k->n_workers; i++)
        expanded += atomic_load_explicit(&k->worker[i].expanded, memory_order_relaxed);
    fprintf(stderr, "\r%llu states, %.0f k states/s, depth %llu, frontier %llu, %.0f MB%s", (unsigned long long)n,
            (double)n / (t > 0 ? t : 1) / 1e3, (unsigned long long)k->x->depth, (unsigned long long)(n - expanded),
            (double)pool_bytes(k->x->pool) / 1e6, last ? "   \n" : "   ");
    fflush(stderr);
}

/* Done by one thread while the others wait: a larger table, or the next level. */
static void gather(void *ctx)
{
    Work *k = ctx;
    if (!k->stop && k->save) {
        k->save = false;
        worker_save(k);
        return;
    }
    if (!k->stop && k->tidy) {
        k->tidy = false;
        shelf_tidy(k->shelf);
        return;
    }
    if (!k->stop && k->grow) {
        k->grow = false;
        if (pool_grow(k->x->pool)) return;
        worker_stop(k, END_MEMORY);
    }
    if (k->x->part) { partition_meet(k); return; }
    if (k->stop) { k->over = true; return; }
    k->runs = pool_next_level(k->x->pool);
    k->taken = 0;
    k->over = !k->runs;
    k->x->depth += !k->over;
}

static void look_round(Worker *w)
{
    Work *k = w->of;
    int limit = k->x->m->o->seconds;
    if (k->shelf && w == k->worker) {
        size_t now = shelf_bytes(k->shelf) + parts_bytes(k->x->parts);
        pool_beside(k->x->pool, (ptrdiff_t)(now - w->beside));
        w->beside = now;
    }
    int every = k->x->m->o->save_every;
    if (every && w == k->worker && search_clock() - k->saved > 60.0 * every) k->save = true;
    if (k->x->part && w == k->worker && partition_alone(k->x)) worker_stop(k, END_PARTNER);
    if (search_stopped()) worker_stop(k, END_STOPPED);
    double used = k->x->m->o->processor ? search_cpu() - k->cpu : search_clock() - k->begin;
    if (limit && used > limit) worker_stop(k, END_TIME);
    if (k->x->progress && w == k->worker) show_progress(k, false);
}

typedef struct { PoolRun run; uint64_t transitions, bounded, allowed, quiescent; } Before;

/* As if it had not been begun; what was found of it will be found again. */
static void undo(Worker *w, const Before *b)
{
    w->run = b->run;
    w->transitions = b->transitions;
    w->bounded = b->bounded;
    w->allowed = b->allowed;
    w->quiescent = b->quiescent;
    w->undone = false;
}

static void expand_next(Worker *w)
{
    uint64_t packed[PACKED_WORDS];
    SysState s;
    StateId id;
    Before b = { w->run, w->transitions, w->bounded, w->allowed, w->quiescent };
    pool_step(w->of->x->pool, &w->run, &id, packed);
    if (w->desk) parts_expand(w, id, packed);
    else {
        search_unpack(w->of->x, packed, &s);
        expand(w, id, &s);
    }
    if (w->undone) undo(w, &b);
    else atomic_store_explicit(&w->expanded, w->expanded + 1, memory_order_relaxed);
}

/* Something is to be done while no thread does anything else. */
static bool must_meet(Worker *w)
{
    Work *k = w->of;
    if (k->save) return true;
    if (w->desk && desk_wants(w->desk)) k->tidy = true;
    else if (!pool_ready(w->out)) k->grow = true;
    else return false;
    return true;
}

/* False: there is nothing left to do. */
static bool expand_run(Worker *w, Crew *crew)
{
    Work *k = w->of;
    look_round(w);
    while (!k->stop && w->run.left) {
        while (!k->stop && must_meet(w)) {
            crew_meet(crew, gather, k);
            if (k->over) return false;
        }
        if (!k->stop) expand_next(w);
    }
    return true;
}

static void work(void *ctx, Crew *crew, int number)
{
    Work *k = ctx;
    Worker *w = &k->worker[number];
    while (!k->over) {
        size_t i = k->stop ? k->runs : atomic_fetch_add(&k->taken, 1);
        if (i < k->runs) {
            w->run = pool_run(k->x->pool, i);
            if (!expand_run(w, crew)) break;
            continue;
        }
        worker_store_all(w);
        pool_end_level(w->out);
        crew_meet(crew, gather, k);
    }
}

/* Where no step has led to. Every process of a partition sees it, and stops. */
static bool first_holds(Worker *w, SysState *s)
{
    const Search *x = w->of->x;
    Fired f;
    if (invariants_hold_first(x->m, s, &f) || worker_allowed(w, P_INVARIANT)) return true;
    Reached *r = worker_reach(w);
    r->n = search_pack(x, s, r->packed);
    return r->n != SIZE_MAX && worker_put(w, 0) && worker_store_all(w) &&
           worker_wrong(w->of, &f, pool_find(x->pool, r->packed, r->n, r->hash), NULL);
}

/* The states to begin with are stored. */
static bool first_states(Worker *w)
{
    Search *x = w->of->x;
    SysState s;
    if (x->resumed) {
        w->of->runs = x->runs;
        return worker_restore(w);
    }
    state_initial(x->m, &s);
    symmetry_canonical(x->m, &s, NULL);
    bool ok = first_holds(w, &s) && put(w, &s, 0) && worker_store_all(w);
    pool_end_level(w->out);
    w->of->runs = pool_next_level(x->pool);
    if (x->part) partition_first(x);
    return ok;
}

void worker_add_up(Search *x, const Worker *w)
{
    x->transitions += w->transitions;
    x->bounded += w->bounded;
    x->allowed += w->allowed;
    x->quiescent += w->quiescent;
    x->met.bounds |= w->met.bounds;
    for (int i = 0; i < x->m->n_rows; i++) x->rows[i] += w->rows[i];
    for (int i = 0; i < x->m->n_ctl; i++) {
        x->met.states[i] |= w->met.states[i];
        x->met.moved[i] |= w->met.moved[i];
    }
}

static void dismiss(Worker *w)
{
    Search *x = w->of->x;
    if (w->rows) worker_add_up(x, w);
    free(w->rows);
    free(w->spill.at);
    if (w->desk) pool_beside(x->pool, (ptrdiff_t)parts_bytes(x->parts) * (w == w->of->worker) - (ptrdiff_t)w->beside);
}

static bool engage(Work *k)
{
    Search *x = k->x;
    bool in_parts = !x->m->o->plain && !x->m->o->evict_for_room && !x->watch && !x->visit && desk_possible(x->m);
    if (in_parts && !x->parts) x->parts = parts_create(x->m, x->m->o->memory);
    if (x->parts) k->shelf = shelf_create(x->m, x->parts);
    bool ok = k->worker && (!in_parts || x->parts) && (!x->parts || k->shelf);
    for (int i = 0; i < k->n_workers && k->worker; i++) {
        Worker *w = &k->worker[i];
        w->of = k;
        w->out = pool_writer(x->pool, i);
        w->rows = calloc((size_t)x->m->n_rows + 1, sizeof *w->rows);
        w->desk = k->shelf ? desk_create(k->shelf) : NULL;
        ok &= w->rows && (!x->parts || w->desk);
    }
    return ok;
}

SearchEnd search_all(Search *x)
{
    double before = x->seconds;
    int n = x->m->o->threads;
    Work k = { .x = x, .lock = PTHREAD_MUTEX_INITIALIZER, .n_workers = n, .begin = search_clock(),
               .cpu = search_cpu() };
    k.shown = k.saved = k.begin;
    k.worker = calloc((size_t)n, sizeof *k.worker);
    bool ok = engage(&k);
    invariants_prepare(x->m);
    if (!ok || !first_states(&k.worker[0])) k.end = k.end == END_PROBLEM ? k.end : END_MEMORY;
    else crew_run(n, work, &k);
    if (ok && k.end != END_ALL && k.end != END_PROBLEM) worker_save(&k);
    for (int i = 0; i < n && k.worker; i++) dismiss(&k.worker[i]);
    shelf_destroy(k.shelf);
    x->seconds = before + search_clock() - k.begin;
    x->cpu_seconds += search_cpu() - k.cpu;
    if (x->part && (k.end == END_ALL || k.end == END_PROBLEM)) partition_total(x);
    if (x->progress && k.shown > k.begin) show_progress(&k, true);
    free(k.worker);
    return k.end;
}
