/* transactions.c - the record; serial.c judges it. */
#include "history/transactions.h"
#include <stdlib.h>

enum { LANE_BITS = 8 };

static uint64_t thread_of(const SimTxAttempt *a) { return (uint64_t)a->wid << LANE_BITS | a->lane; }
static uint64_t name_of(uint32_t wid, uint64_t number) { return number << 20 | wid; }

void sim_tx_free(SimTxHistory *h)
{
    free(h->attempts);
    free(h->reads);
    free(h->writes);
    free(h->installed);
    sim_map_free(&h->last);
    sim_map_free(&h->writer);
    *h = (SimTxHistory){0};
}

uint32_t sim_tx_begin(SimTxHistory *h, const SimTxAttempt *a)
{
    const uint32_t *last = sim_map_find(&h->last, thread_of(a), 0);
    h->attempts = sim_grow(h->attempts, &h->cap_attempts, h->n_attempts + 1, sizeof *h->attempts);
    SimTxAttempt *n = &h->attempts[h->n_attempts];
    *n = *a;
    n->before = last ? *last : SIM_NONE;
    n->end = SIM_TX_RUNNING;
    return (uint32_t)h->n_attempts++;
}

void sim_tx_retime(SimTxHistory *h, uint32_t attempt, uint64_t number, uint64_t warpts)
{
    if (attempt < h->n_attempts && h->attempts[attempt].number == number) h->attempts[attempt].warpts = warpts;
}

void sim_tx_read(SimTxHistory *h, uint32_t attempt, uint64_t word, uint32_t value, uint64_t order)
{
    h->reads = sim_grow(h->reads, &h->cap_reads, h->n_reads + 1, sizeof *h->reads);
    h->reads[h->n_reads++] = (SimTxAccess){attempt, value, word, order};
}

void sim_tx_write(SimTxHistory *h, uint32_t attempt, uint64_t word, uint32_t value)
{
    const SimTxAttempt *a = &h->attempts[attempt];
    h->writes = sim_grow(h->writes, &h->cap_writes, h->n_writes + 1, sizeof *h->writes);
    *sim_map_at(&h->writer, word, name_of(a->wid, a->number)) = (uint32_t)h->n_writes;
    h->writes[h->n_writes++] = (SimTxAccess){attempt, value, word, SIM_NONE};
}

void sim_tx_end(SimTxHistory *h, uint32_t attempt, SimTxEnd end)
{
    SimTxAttempt *a = &h->attempts[attempt];
    a->end = end;
    if (end == SIM_TX_COMMITTED) *sim_map_at(&h->last, thread_of(a), 0) = attempt;
}

void sim_tx_installed(SimTxHistory *h, uint32_t wid, uint64_t number, uint64_t word, uint32_t value, uint64_t order)
{
    const uint32_t *at = sim_map_find(&h->writer, word, name_of(wid, number));
    h->installed = sim_grow(h->installed, &h->cap_installed, h->n_installed + 1, sizeof *h->installed);
    /* attempt: place in writes for now */
    h->installed[h->n_installed++] = (SimTxAccess){at ? *at : SIM_NONE, value, word, order};
}
