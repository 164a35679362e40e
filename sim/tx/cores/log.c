/* log.c - see log.h. Words are numbered: address / 4. */
#include "tx/cores/log.h"
#include <stdlib.h>

void tx_log_clear(TxLog *l)
{
    sim_map_clear(&l->at);
    sim_map_clear(&l->granules);
    l->n_words = l->n_reserved = 0;
}

void tx_log_free(TxLog *l)
{
    sim_map_free(&l->at);
    sim_map_free(&l->granules);
    free(l->words);
    free(l->reserved);
    *l = (TxLog){0};
}

TxLogAnswer tx_log_look(const TxLog *l, uint32_t lane, uint64_t word, bool store, uint32_t *value)
{
    const uint32_t *at = sim_map_find(&l->at, word, 0);
    if (!at) return TX_LOG_GO;
    const TxLogWord *w = &l->words[*at];
    if (w->writer != SIM_NONE && w->writer != lane) return TX_LOG_CONFLICT;
    if (store && (w->readers & ~(UINT32_C(1) << lane)) != 0) return TX_LOG_CONFLICT;
    if (store || w->writer != lane) return TX_LOG_GO;
    *value = w->value;
    return TX_LOG_HIT;
}

void tx_log_note(TxLog *l, uint32_t lane, uint64_t word, bool store, uint32_t value)
{
    uint32_t *at = sim_map_at(&l->at, word, 0);
    if (*at == SIM_NONE) {
        *at = (uint32_t)l->n_words;
        l->words = sim_grow(l->words, &l->cap_words, l->n_words + 1, sizeof *l->words);
        l->words[l->n_words++] = (TxLogWord){.word = word, .writer = SIM_NONE};
    }
    TxLogWord *w = &l->words[*at];
    if (store) w->writer = lane, w->value = value;
    else w->readers |= UINT32_C(1) << lane;
}

void tx_log_forget(TxLog *l, uint32_t lane)
{
    for (size_t i = 0; i < l->n_words; i++) {
        TxLogWord *w = &l->words[i];
        w->readers &= ~(UINT32_C(1) << lane);
        if (w->writer == lane) w->writer = SIM_NONE;
    }
}

void tx_log_reserve(TxLog *l, uint64_t granule)
{
    uint32_t *at = sim_map_at(&l->granules, granule, 0);
    if (*at == SIM_NONE) {
        *at = (uint32_t)l->n_reserved;
        l->reserved = sim_grow(l->reserved, &l->cap_reserved, l->n_reserved + 1, sizeof *l->reserved);
        l->reserved[l->n_reserved++] = (TxReserved){granule, 0};
    }
    l->reserved[*at].n++;
}

void tx_log_close(const TxLog *l, const TxMessage *head, void (*send)(void *context, const TxMessage *m), void *context)
{
    for (size_t i = 0; i < l->n_reserved; i++) {
        const TxReserved *r = &l->reserved[i];
        TxMessage m = *head;
        m.kind = TX_CLEANUP, m.granule = r->granule, m.n = r->n;
        for (uint32_t k = 0; k < l->granule_words; k++) {
            const uint32_t *at = sim_map_find(&l->at, r->granule * l->granule_words + k, 0);
            if (!at || l->words[*at].writer == SIM_NONE) continue;
            m.kind = TX_COMMIT, m.words |= UINT32_C(1) << k, m.data[k] = l->words[*at].value;
        }
        send(context, &m);
    }
}
