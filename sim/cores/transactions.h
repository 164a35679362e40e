/* transactions.h - transactions of programs on a core port with the events load, store and commit, of which each can be
 * answered aborted: the redo log of a warp as its program sees it, and what the run's transactions have done. */
#ifndef COHGEN_SIM_CORES_TRANSACTIONS_H
#define COHGEN_SIM_CORES_TRANSACTIONS_H
#include "cores/inside.h"

/* Whether the program is in a transaction; an access of it there. */
bool sim_transaction_open(const Warp *w);
uint32_t sim_transaction_load(Warp *w, uint64_t address);
void sim_transaction_store(Warp *w, uint64_t address, uint32_t value);
/* Of those of its lanes that access the line: one request. Bytes under the mask, in whole words. */
void sim_transaction_load_lanes(Warp *w, CgLanes *lanes, uint64_t line);
void sim_transaction_store_line(Warp *w, uint64_t line, const uint8_t *bytes, const uint8_t *mask);

/* What all committed transactions have written is in memory. */
bool sim_transactions_idle(const CgRun *r);
/* At the end, if programs had transactions: their judgement, which fails the run's status. */
SimTxVerdict sim_transactions_judge(CgRun *r);
void sim_transactions_free(CgRun *r);
#endif
