/* final.h - what memory holds when a run is over, in the order of the writes that the design tells; caches may have it
 * still. */
#ifndef COHGEN_SIM_FINAL_H
#define COHGEN_SIM_FINAL_H
#include "base/map.h"
#include "history/history.h"
#include "history/transactions.h"

/* word -> value, of the words that were written; of one that both kinds of writes have reached the transactions' is
 * taken. `initial`: what a word held at first. */
void sim_final_words(SimMap *final, const SimHistory *h, const SimTxHistory *t,
                     uint32_t (*initial)(void *context, uint64_t word), void *context);
#endif
