/* watchdog.c - see watchdog.h. */
#include "rows/watchdog.h"
#include <stdlib.h>

enum { PERIOD = 64, MAX_SHOWN = 8 };

static bool waits(const SimThread *t) { return t->state == SIM_OUTSTANDING || (t->state == SIM_WANT && t->presented); }

/* Its request may wait for requests of others, as its event says. */
static bool for_others(const SimCores *c, const SimThread *t)
{
    return waits(t) && t->asked < 64 && (c->cores[t->core].port->port->waits >> t->asked & 1);
}

/* All threads of the run that have not ended wait so; *ended: some have. */
static bool all_for_others(const SimCores *c, bool *ended)
{
    *ended = false;
    for (uint32_t i = 0; i < c->n_threads; i++) {
        const SimThread *t = &c->threads[i];
        if (!t->next) continue;
        if (t->state == SIM_ENDED) *ended = true;
        else if (!for_others(c, t)) return false;
    }
    return true;
}

static int by_age(const void *a, const void *b)
{
    const SimThread *x = *(const SimThread *const *)a, *y = *(const SimThread *const *)b;
    return x->issue != y->issue ? (x->issue > y->issue) - (x->issue < y->issue)
                                : (x->index > y->index) - (x->index < y->index);
}

static uint64_t key_of(const SimCores *c, const SimThread *s)
{
    uint32_t line = c->cores[s->core].port->port->line_bytes;
    return line ? s->request.address / line : s->request.address;
}

static void print_thread(const SimCores *c, const SimTrace *t, const SimThread *s, bool rows, FILE *out)
{
    uint64_t key = key_of(c, s);
    fprintf(out, "  core %u warp %u: %s", s->core, s->id, sim_kind_names[s->request.kind]);
    if (s->request.kind != SIM_OTHER)
        fprintf(out, " of 0x%llx (key 0x%llx)", (unsigned long long)s->request.address, (unsigned long long)key);
    fprintf(out, ", %s since cycle %llu\n",
            s->state == SIM_OUTSTANDING ? "accepted, no answer" : "offered, not accepted",
            (unsigned long long)s->issue);
    if (rows && s->request.kind != SIM_OTHER && s->request.kind != SIM_FENCE) sim_trace_print_key(t, key, out);
}

void sim_watchdog_print(const SimCores *c, const SimTrace *t, FILE *out)
{
    const SimThread **list = sim_alloc(c->n_threads, sizeof *list);
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->n_threads; i++)
        if (waits(&c->threads[i])) list[n++] = &c->threads[i];
    qsort(list, n, sizeof *list, by_age);
    fprintf(out, "%u operations in progress%s\n", n,
            n ? ", the oldest first; below it the latest rows of its key:" : "");
    for (uint32_t i = 0; i < n && i < MAX_SHOWN; i++) {
        bool rows = t != NULL;
        for (uint32_t k = 0; k < i; k++) rows &= key_of(c, list[k]) != key_of(c, list[i]);
        print_thread(c, t, list[i], rows, out);
    }
    if (n > MAX_SHOWN) fprintf(out, "  and %u more\n", n - MAX_SHOWN);
    if (t) sim_trace_print_busy(t, out);
    free(list);
}

void sim_watchdog(SimCores *c, const SimTrace *t, uint64_t limit)
{
    uint64_t now = c->status->cycle, oldest = now;
    bool ended = false;
    if (limit == 0 || now % PERIOD != 0) return;
    for (uint32_t i = 0; i < c->n_threads; i++)
        if (waits(&c->threads[i]) && !for_others(c, &c->threads[i]) && c->threads[i].issue < oldest)
            oldest = c->threads[i].issue;
    if (oldest == now && c->running && now - c->last_complete > limit && all_for_others(c, &ended) && !ended)
        oldest = c->last_complete;
    if (now - oldest <= limit) return;
    bool none = now - c->last_complete > limit;
    sim_fail(c->status, "%s for %llu cycles%s", none ? "no operation has completed" : "an operation has been waiting",
             (unsigned long long)(now - (none && c->last_complete > oldest ? c->last_complete : oldest)),
             none ? "" : ", while others were answered (--watchdog: how long it may)");
    if (c->status->err) sim_watchdog_print(c, t, c->status->err);
}

uint32_t sim_left_waiting(const SimCores *c, uint64_t cycles)
{
    bool ended = false;
    if (c->running == 0 || c->status->cycle - c->last_complete <= cycles) return 0;
    return all_for_others(c, &ended) && ended ? c->running : 0;
}
