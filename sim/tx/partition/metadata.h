/* metadata.h - the metadata of a partition's granules: precise entries, and approximate times of the granules that have
 * none.
 *
 * The precise table holds up to `entries` granules (0: any number, and nothing is approximate). When it is full an
 * entry without reservations leaves, and its times go to the approximate table, where they can only raise others; if
 * all entries are reserved the table grows, as an overflow list does. */
#ifndef COHGEN_SIM_TX_METADATA_H
#define COHGEN_SIM_TX_METADATA_H
#include "base/map.h"
#include "tx/messages/message.h"

/* a recency filter of `ways` x `rows` entries; the largest times of all that has left */
typedef enum { TX_BLOOM, TX_REGISTERS } TxApproximate;

typedef struct { uint32_t entries, ways, rows; TxApproximate approximate; uint64_t seed; } TxTableOptions;
typedef struct { uint64_t wts, rts; } TxTimes;

typedef struct {
    TxTableOptions options;
    SimMap index;                                     /* granule -> entry */
    struct TxEntry { uint64_t granule; TxMeta meta; } *entries; size_t n, cap;
    size_t hand;                                     /* where the next search for a victim begins */
    TxTimes *filter;
    uint64_t evictions, overflows;
} TxTable;

void tx_table_init(TxTable *t, const TxTableOptions *o);
void tx_table_free(TxTable *t);
/* What a look-up says; of a granule without an entry the approximate times, and no reservation. */
TxMeta tx_table_look(const TxTable *t, uint64_t granule);
/* The entry of the granule, made if there is none; lasts until the next call. */
TxMeta *tx_table_entry(TxTable *t, uint64_t granule);
#endif
