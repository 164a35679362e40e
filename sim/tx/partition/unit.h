/* unit.h - the partition of reference.h behind the functions of message.h, with delays: one message comes in per cycle,
 * one access is validated and one log entry is applied per cycle; answers leave after fixed times. The delays stand for
 * queues and pipelines that are not there one by one. */
#ifndef COHGEN_SIM_TX_UNIT_H
#define COHGEN_SIM_TX_UNIT_H
#include "tx/partition/reference.h"

typedef struct {
    uint32_t decide, llc;          /* cycles from a decision to the answer without and with data */
    uint32_t commit;               /* cycles that a log entry waits at least before it is applied */
    uint32_t log_entries;          /* room of the commit unit */
    bool late_loads;               /* loads are validated when the last-level cache answers */
    TxReferenceOptions reference;
} TxUnitOptions;

TxPartition *tx_unit_create(const TxUnitOptions *o, TxMemory *memory, const TxObserver *observer, uint32_t partition);
#endif
