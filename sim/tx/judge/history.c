/* history.c - the record; serial.c judges it. */
#include "tx/judge/history.h"
#include <stdlib.h>

enum { LANE_BITS = 8 };

static uint64_t thread_of(const TxAttempt *a) { return (uint64_t)a->wid << LANE_BITS | a->lane; }
static uint64_t name_of(uint32_t wid, uint64_t number) { return number << 20 | wid; }

void tx_history_free(TxHistory *h)
{
    free(h->attempts);
    free(h->reads);
    free(h->writes);
    free(h->installed);
    tx_map_free(&h->last);
    tx_map_free(&h->writer);
    *h = (TxHistory){0};
}

uint32_t tx_history_begin(TxHistory *h, const TxAttempt *a)
{
    const uint32_t *last = tx_map_find(&h->last, thread_of(a), 0);
    h->attempts = sim_grow(h->attempts, &h->cap_attempts, h->n_attempts + 1, sizeof *h->attempts);
    TxAttempt *n = &h->attempts[h->n_attempts];
    *n = *a;
    n->before = last ? *last : SIM_NONE;
    n->end = TX_RUNNING;
    return (uint32_t)h->n_attempts++;
}

void tx_history_retime(TxHistory *h, uint32_t attempt, uint64_t number, uint64_t warpts)
{
    if (attempt < h->n_attempts && h->attempts[attempt].number == number) h->attempts[attempt].warpts = warpts;
}

void tx_history_read(TxHistory *h, uint32_t attempt, uint64_t word, uint32_t value, uint64_t order)
{
    h->reads = sim_grow(h->reads, &h->cap_reads, h->n_reads + 1, sizeof *h->reads);
    h->reads[h->n_reads++] = (TxAccessed){attempt, value, word, order};
}

void tx_history_write(TxHistory *h, uint32_t attempt, uint64_t word, uint32_t value)
{
    const TxAttempt *a = &h->attempts[attempt];
    h->writes = sim_grow(h->writes, &h->cap_writes, h->n_writes + 1, sizeof *h->writes);
    *tx_map_at(&h->writer, word, name_of(a->wid, a->number)) = (uint32_t)h->n_writes;
    h->writes[h->n_writes++] = (TxAccessed){attempt, value, word, SIM_NONE};
}

void tx_history_end(TxHistory *h, uint32_t attempt, TxEnd end)
{
    TxAttempt *a = &h->attempts[attempt];
    a->end = end;
    if (end == TX_COMMITTED) *tx_map_at(&h->last, thread_of(a), 0) = attempt;
}

void tx_history_installed(TxHistory *h, uint32_t wid, uint64_t number, uint64_t word, uint32_t value, uint64_t order)
{
    const uint32_t *at = tx_map_find(&h->writer, word, name_of(wid, number));
    h->installed = sim_grow(h->installed, &h->cap_installed, h->n_installed + 1, sizeof *h->installed);
    /* attempt: place in writes for now */
    h->installed[h->n_installed++] = (TxAccessed){at ? *at : SIM_NONE, value, word, order};
}
