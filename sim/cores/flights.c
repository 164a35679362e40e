/* flights.c - see flights.h. */
#include "cores/flights.h"
#include <string.h>

/* The thread's next operation: the one that is due. When that is answered the warp may be waiting for it. */
static void next(SimThread *t)
{
    struct SimFlight *f = t->user;
    t->state = SIM_BLOCKED;
    if (f->due) {
        t->request = f->request;
        t->state = SIM_WANT;
        f->due = false;
        return;
    }
    if (f->busy && f->lanes) {
        uint32_t line = cg_line_bytes(f->warp->run);
        sim_lanes_take(f->lanes, f->request.address, f->line, line);
        f->warp->thread->error |= t->error;
    }
    f->busy = false;
    if (f->warp->waits_flight) sim_thread_wake(f->warp->run->cores, f->warp->thread, 0);
    f->warp->waits_flight = false;
}

void sim_flights_add(Warp *w, SimThread *t, SimKind kind)
{
    struct SimFlight *f = &w->flights[w->n_flights++];
    *f = (struct SimFlight){.thread = t, .warp = w, .kind = kind};
    t->history = w->thread->index;
    t->next = next;
    t->user = f;
    t->state = SIM_BLOCKED;
}

/* Until one of them has been answered. */
static void wait_for_one(Warp *w)
{
    w->waits_flight = true;
    w->thread->state = SIM_BLOCKED;
    sim_coroutine_give_back(&w->coroutine);
}

static bool busy_on(const Warp *w, uint64_t address, uint32_t line_bytes)
{
    for (uint32_t i = 0; i < w->n_flights; i++)
        if (w->flights[i].busy && w->flights[i].request.address / line_bytes == address / line_bytes) return true;
    return false;
}

void sim_flights_wait(Warp *w)
{
    for (uint32_t i = 0; i < w->n_flights; i++)
        while (w->flights[i].busy) wait_for_one(w);
}

void sim_flights_wait_loads(Warp *w)
{
    for (uint32_t i = 0; i < w->n_flights; i++)
        while (w->flights[i].busy && w->flights[i].kind == SIM_LOAD) wait_for_one(w);
}

void sim_flights_order(Warp *w, const SimRequest *r)
{
    while (w->n_flights && busy_on(w, r->address, cg_line_bytes(w->run))) wait_for_one(w);
}

/* A free id for such an operation, in time; NULL: there is none of this kind at all. */
static struct SimFlight *free_for(Warp *w, SimKind kind)
{
    for (bool any = !w->in_block; any; ) {
        any = false;
        for (uint32_t i = 0; i < w->n_flights; i++) {
            if (w->flights[i].kind != kind) continue;
            if (!w->flights[i].busy) return &w->flights[i];
            any = true;
        }
        if (any) wait_for_one(w);
    }
    return NULL;
}

static void leave(struct SimFlight *f)
{
    f->busy = f->due = true;
    sim_thread_wake(f->warp->run->cores, f->thread, 0);
}

bool sim_flights_store(Warp *w, const SimRequest *r)
{
    struct SimFlight *f = r->kind == SIM_STORE ? free_for(w, SIM_STORE) : NULL;
    if (!f) return false;
    f->request = *r;
    if (r->line) {
        memcpy(f->line, r->line, cg_line_bytes(w->run));
        memcpy(f->mask, r->mask, (cg_line_bytes(w->run) + 7) / 8);
        f->request.line = f->line;
        f->request.mask = f->mask;
    }
    leave(f);
    return true;
}

bool sim_flights_load(Warp *w, const SimRequest *r, CgLanes *lanes)
{
    struct SimFlight *f = free_for(w, SIM_LOAD);
    if (!f) return false;
    f->request = *r;
    f->request.line = f->line;
    f->lanes = lanes;
    leave(f);
    return true;
}

void sim_lanes_take(CgLanes *lanes, uint64_t line, const uint8_t *bytes, uint32_t line_bytes)
{
    for (uint32_t i = 0; i < CG_LANES; i++) {
        uint64_t at = lanes->address[i] - line;
        if (lanes->on >> i & 1 && at < line_bytes)
            lanes->value[i] = bytes[at] | (uint32_t)bytes[at + 1] << 8 | (uint32_t)bytes[at + 2] << 16 |
                              (uint32_t)bytes[at + 3] << 24;
    }
}
