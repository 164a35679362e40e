/* posted.c - see posted.h. */
#include "cores/posted.h"
#include <string.h>

/* The thread's next operation: the store that is due. When that is answered the warp may be waiting for it. */
static void next(SimThread *t)
{
    struct SimPosted *p = t->user;
    t->state = SIM_BLOCKED;
    if (p->due) {
        t->request = p->request;
        t->state = SIM_WANT;
        p->due = false;
        return;
    }
    p->busy = false;
    if (p->warp->waits_posted) sim_thread_wake(p->warp->run->cores, p->warp->thread, 0);
    p->warp->waits_posted = false;
}

void sim_posted_add(Warp *w, SimThread *t)
{
    struct SimPosted *p = &w->posted[w->n_posted++];
    *p = (struct SimPosted){.thread = t, .warp = w};
    t->history = w->thread->index;
    t->next = next;
    t->user = p;
    t->state = SIM_BLOCKED;
}

/* Until one of the stores has been answered. */
static void wait_for_one(Warp *w)
{
    w->waits_posted = true;
    w->thread->state = SIM_BLOCKED;
    sim_coroutine_give_back(&w->coroutine);
}

static bool busy_on(const Warp *w, uint64_t address, uint32_t line_bytes)
{
    for (uint32_t i = 0; i < w->n_posted; i++)
        if (w->posted[i].busy && w->posted[i].request.address / line_bytes == address / line_bytes) return true;
    return false;
}

void sim_posted_wait(Warp *w)
{
    for (uint32_t i = 0; i < w->n_posted; i++)
        while (w->posted[i].busy) wait_for_one(w);
}

void sim_posted_order(Warp *w, const SimRequest *r)
{
    while (w->n_posted && busy_on(w, r->address, cg_line_bytes(w->run))) wait_for_one(w);
}

bool sim_posted_store(Warp *w, const SimRequest *r)
{
    if (w->n_posted == 0 || r->kind != SIM_STORE) return false;
    struct SimPosted *free = NULL;
    while (!free) {
        for (uint32_t i = 0; i < w->n_posted && !free; i++)
            if (!w->posted[i].busy) free = &w->posted[i];
        if (!free) wait_for_one(w);
    }
    free->request = *r;
    if (r->line) {
        memcpy(free->line, r->line, cg_line_bytes(w->run));
        memcpy(free->mask, r->mask, (cg_line_bytes(w->run) + 7) / 8);
        free->request.line = free->line;
        free->request.mask = free->mask;
    }
    free->busy = free->due = true;
    sim_thread_wake(w->run->cores, free->thread, 0);
    return true;
}
