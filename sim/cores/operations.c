/* operations.c - the operations a program calls: each fills in the thread's request and gives the processor back until
 * it is answered. */
#include "cores/flights.h"
#include "cores/groups.h"
#include "cores/strength.h"
#include "cores/transactions.h"
#include <string.h>

enum { BARRIER_PATIENCE = 10, /* times the watchdog's limit */
       MAX_PAUSE = 256 };       /* cycles between two looks at a barrier */

/* Leaves the warp; returns when the core model asks it to go on. */
static void give_back(Warp *w)
{
    sim_coroutine_give_back(&w->coroutine);
    if (w->run->ends) w->run->ends->back(w);
}

void sim_think(Warp *w)
{
    if (w->thinks || w->run->options->think == 0 || w->run->ends) return;
    cg_wait(w, (uint32_t)sim_below(&w->thought, 2 * w->run->options->think + 1));
}

static SimRequest *request(Warp *w, SimKind kind, uint64_t address)
{
    SimRequest *r = &w->thread->request;
    if (kind != SIM_FENCE && kind != SIM_OTHER) sim_think(w);
    *r = (SimRequest){.kind = kind, .address = address, .strong = w->strong, .scope = w->scope,
                      .recorded = w->run->recording};
    w->strong = w->scope = 0;
    return r;
}

static void issue(Warp *w)
{
    sim_group_begin(w);
    sim_flights_order(w, &w->thread->request);
    if (sim_flights_store(w, &w->thread->request)) return;
    const CgCorePort *p = w->run->cores->cores[w->thread->core].port->port;
    const SimRequest *r = &w->thread->request;
    if (r->kind != SIM_OTHER && sim_transaction_open(w))
        cg_failed(w->run, "in a transaction the program makes an access that is not cg_ld or cg_st");
    if (r->strong && r->kind != SIM_OTHER && sim_strength_event(p, r->kind, r->strong, r->scope) == SIM_NONE)
        cg_failed(w->run, "the program asks for %s.%s.%s, and the port has no event as strong", sim_kind_names[r->kind],
                  litmus_order_names[r->strong], litmus_scope_names[r->scope]);
    w->thread->state = SIM_WANT;
    give_back(w);
}

void cg_as(Warp *w, uint32_t order, uint32_t scope)
{
    if (!cg_has_scopes(w->run)) return;
    w->strong = (uint8_t)order;
    w->scope = (uint8_t)scope;
}

/* The barrier's words are for all to see at once. */
static void for_all(Warp *w) { cg_as(w, LITMUS_ORDER_RELAXED, LITMUS_SYS); }

uint32_t cg_ld(Warp *w, uint64_t address)
{
    if (sim_transaction_open(w)) return sim_transaction_load(w, address & ~UINT64_C(3));
    request(w, SIM_LOAD, address & ~UINT64_C(3));
    issue(w);
    return w->thread->value;
}

void cg_st(Warp *w, uint64_t address, uint32_t value)
{
    if (sim_transaction_open(w)) {
        sim_transaction_store(w, address & ~UINT64_C(3), value);
        return;
    }
    request(w, SIM_STORE, address & ~UINT64_C(3))->value = value;
    issue(w);
}

uint32_t cg_atomic(Warp *w, int op, uint64_t address, uint32_t a, uint32_t b)
{
    SimRequest *r = request(w, SIM_ATOMIC, address & ~UINT64_C(3));
    if (!cg_has_atomics(w->run)) {
        cg_failed(w->run, "the program uses an atomic, which the design does not have");
        return 0;
    }
    r->op = (uint32_t)op, r->a = a, r->b = b;
    issue(w);
    return w->thread->value;
}

/* Without such an event on the port the fence is only noted in the history. */
void cg_fence(Warp *w)
{
    SimCores *c = w->run->cores;
    SimThread *t = w->thread;
    sim_flights_wait(w);
    const CgCorePort *p = c->cores[t->core].port->port;
    if (sim_strength_event(p, SIM_FENCE, w->strong, w->scope) != SIM_NONE) {
        request(w, SIM_FENCE, 0);
        issue(w);
        return;
    }
    if (sim_strength_event(p, SIM_FENCE, LITMUS_ORDER_ACQ_REL, LITMUS_CTA) != SIM_NONE)
        cg_failed(w->run, "the program asks for a fence.%s.%s, and the port has none as strong",
                  litmus_order_names[w->strong ? w->strong : LITMUS_ORDER_SC],
                  litmus_scope_names[w->strong ? w->scope : LITMUS_SYS]);
    cg_as(w, 0, 0);
    if (w->run->recording) sim_thread_fence(c, t);
}

void cg_own_fence(Warp *w)
{
    sim_flights_wait(w);
    if (w->run->recording) sim_thread_fence(w->run->cores, w->thread);
}

void cg_ld_line(Warp *w, uint64_t address, uint8_t *bytes)
{
    request(w, SIM_LOAD, address - address % cg_line_bytes(w->run))->line = bytes;
    issue(w);
}

void cg_st_line(Warp *w, uint64_t address, const uint8_t *bytes, const uint8_t *mask)
{
    uint8_t copy[SIM_MAX_LINE];
    SimRequest *r = request(w, SIM_STORE, address - address % cg_line_bytes(w->run));
    memcpy(copy, bytes, cg_line_bytes(w->run));
    r->line = copy;
    r->mask = mask;
    issue(w);
}

void cg_any(Warp *w, uint32_t keys)
{
    SimRequest *r = request(w, SIM_OTHER, 0);
    r->keys = keys;
    r->recorded = false;
    issue(w);
}

static bool keyless(const CgDesign *d, const CgCorePort *p, uint32_t event)
{
    for (uint32_t i = 0; i < d->n_controllers; i++) {
        const CgController *k = &d->controllers[i];
        if (strcmp(k->name, p->controller) != 0) continue;
        for (uint32_t e = 0; e < k->n_events; e++)
            if (k->occurrences[k->events[e].code].origin == CG_ORIGIN_CORE &&
                strcmp(k->events[e].name, p->events[event].name) == 0)
                return k->occurrences[k->events[e].code].keyless;
    }
    return false;
}

void cg_close(Warp *w)
{
    const SimCores *c = w->run->cores;
    const CgCorePort *p = c->cores[w->thread->core].port->port;
    for (uint32_t i = 0; i < p->n_events; i++) {
        if (!keyless(c->design, p, i)) continue;
        SimRequest *r = request(w, SIM_OTHER, 0);
        r->event = i + 1;
        r->recorded = false;
        issue(w);
    }
}

const char *cg_ask(Warp *w, const char *event, uint64_t address, uint8_t *line)
{
    const CgCorePort *p = w->run->cores->cores[w->thread->core].port->port;
    for (uint32_t i = 0; i < p->n_events; i++) {
        if (strcmp(p->events[i].name, event) != 0) continue;
        SimRequest *r = request(w, SIM_OTHER, address);
        r->event = i + 1;
        r->line = line;
        r->mask = w->mask;
        w->mask = NULL;
        r->recorded = false;
        memcpy(r->given, w->given, sizeof w->given);
        r->n_given = w->n_given;
        w->n_given = 0;
        issue(w);
        return sim_name(p->replies, p->n_replies, w->thread->answer);
    }
    cg_failed(w->run, "the program asks for %s, which the port does not have", event);
    return "";
}

void cg_give(Warp *w, const char *field, uint64_t value)
{
    const CgCorePort *p = w->run->cores->cores[w->thread->core].port->port;
    CgField f = sim_field(p->req_fields, p->n_req_fields, field);
    if (f.width && w->n_given < SIM_MAX_GIVEN) w->given[w->n_given++] = (SimGiven){f, value};
    else cg_failed(w->run, "the program gives %s, which is no field of the port, or one too many", field);
}

uint64_t cg_answer(const Warp *w, const char *field)
{
    const CgCorePort *p = w->run->cores->cores[w->thread->core].port->port;
    return sim_get(w->thread->reply, 0, sim_field(p->rep_fields, p->n_rep_fields, field));
}

bool cg_has_event(const Warp *w, const char *event)
{
    const CgCorePort *p = w->run->cores->cores[w->thread->core].port->port;
    return sim_code(p->events, p->n_events, event) != SIM_NONE;
}

void cg_request(Warp *w, const uint32_t *image)
{
    SimRequest *r = request(w, SIM_OTHER, 0);
    r->image = image;
    r->recorded = false;
    issue(w);
}

bool cg_error(const Warp *w) { return w->thread->error; }

void cg_wait(Warp *w, uint32_t cycles)
{
    if (cycles == 0 && !w->run->ends) return; /* there, threads go in lockstep */
    w->thread->state = SIM_WAIT;
    w->thread->wake = w->run->cores->status->cycle + cycles;
    give_back(w);
}

bool cg_meet(Warp *w)
{
    CgRun *r = w->run;
    if (++r->arrived < r->n_used) {
        w->thread->state = SIM_BLOCKED;
        give_back(w);
        return false;
    }
    r->arrived = 0;
    for (uint32_t i = 0; i < r->n_used; i++)
        if (&r->warps[i] != w) sim_thread_wake(r->cores, r->warps[i].thread, 0);
    cg_wait(w, 1);
    return true;
}

bool cg_give_up(Warp *w, uint64_t since, const char *what)
{
    uint64_t limit = w->run->options->watchdog;
    if (limit == 0 || (cg_cycle(w->run) - since) / BARRIER_PATIENCE <= limit) return false;
    if (w->run->cores->status->failures == 0)
        cg_failed(w->run, "core %u warp %u polls %s since cycle %llu", w->core, w->warp, what,
                  (unsigned long long)since);
    cg_wait(w, 1000000); /* the run is over */
    return true;
}

/* The warps of one core, outside of memory, as a GPU's own barrier of a block does: true for the last to arrive, the
 * others wait until it lets them go. */
static bool meet_core(Warp *w)
{
    CgRun *r = w->run;
    uint32_t here = 0;
    for (uint32_t i = 0; i < r->n_used; i++) here += r->warps[i].core == w->core;
    if (++r->arrived_at[w->core] == here) return r->arrived_at[w->core] = 0, true;
    w->thread->state = SIM_BLOCKED;
    give_back(w);
    return false;
}

static void let_core_go(Warp *w)
{
    CgRun *r = w->run;
    for (uint32_t i = 0; i < r->n_used; i++)
        if (&r->warps[i] != w && r->warps[i].core == w->core) sim_thread_wake(r->cores, r->warps[i].thread, 0);
}

uint32_t cg_poll(Warp *w, uint64_t address)
{
    return w->run->options->poll_loads ? cg_ld(w, address) : cg_atomic(w, CG_ADD, address, 0, 0);
}

/* Between the cores: a counter that only grows; the n-th pass is over when it reaches n times the number of cores. It
   is polled by an atomic (cg_poll). Without
   atomics each core has a word of its own and polls the others' by loads. */
static void cores_barrier(Warp *w)
{
    static const char arrivals[] = "a barrier, of which an arrival is lost or is not seen,";
    CgRun *r = w->run;
    uint32_t pass = w->passes, n = 0, pause = 8;
    uint64_t since = cg_cycle(r);
    for (uint32_t i = 0; i < r->n_used; i++) n += r->warps[i].core != (i ? r->warps[i - 1].core : SIM_NONE);
    if (cg_has_atomics(r)) {
        cg_atomic(w, CG_ADD, r->barrier, 1, 0);
        while (cg_poll(w, r->barrier) < pass * n && !cg_give_up(w, since, arrivals)) {
            cg_wait(w, 1 + cg_rand(w, pause));
            if (pause < MAX_PAUSE) pause *= 2;
        }
    } else {
        for_all(w);
        cg_st(w, r->barrier + (uint64_t)cg_line_bytes(r) * w->core, pass);
        for (uint32_t i = 0; i < n; i++)
            while (for_all(w), cg_ld(w, r->barrier + (uint64_t)cg_line_bytes(r) * i) < pass &&
                                   !cg_give_up(w, since, arrivals))
                cg_wait(w, 1 + cg_rand(w, 8));
    }
}

void cg_barrier(Warp *w)
{
    w->passes++;
    w->thinks++;
    cg_fence(w);
    if (meet_core(w)) {
        cores_barrier(w);
        let_core_go(w);
    }
    cg_fence(w);
    w->thinks--;
}

uint32_t cg_core(const Warp *w) { return w->core; }
uint32_t cg_warp(const Warp *w) { return w->warp; }
uint32_t cg_thread(const Warp *w) { return w->number; }
uint32_t cg_threads(const Warp *w) { return w->run->n_used; }
uint32_t cg_rand(Warp *w, uint32_t n) { return sim_below(&w->rng, n); }
CgRun *cg_run(Warp *w) { return w->run; }
