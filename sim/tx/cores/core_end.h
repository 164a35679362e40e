/* core_end.h - what may stand between the warps of a core and the crossbar: the hardware's end of a core (core_rtl.c),
 * of which a run has one per core. It is given what the warps send (TxCore.out: accesses, then the log of an attempt
 * and TX_LOG_END behind it) and the answers (TxCore.in), and calls back for both. */
#ifndef COHGEN_SIM_TX_CORE_END_H
#define COHGEN_SIM_TX_CORE_END_H
#include "tx/messages/message.h"
#include "tx/messages/queue.h"

struct CgRun;
typedef struct TxCoreEnd TxCoreEnd;
struct TxCoreEnd {
    void (*cycle)(TxCoreEnd *e);
    bool (*idle)(const TxCoreEnd *e);
    void (*destroy)(TxCoreEnd *e);
};
/* For core `core` of the run. Failures go to the run's status. */
typedef TxCoreEnd *(*TxMakeEnd)(struct CgRun *r, uint32_t core);

/* For files of steps: a partition with the end of a core in front of `inner`, which it destroys. */
typedef TxPartition *(*TxMakeSteps)(TxPartition *inner, SimStatus *status);

/* system.c: puts a message on its way; false: not now. The partition of a granule. Takes the core's next answer that
 * has come, without removing it; NULL: none. */
bool tx_send(struct CgRun *r, const TxMessage *m);
uint32_t tx_home_of(const struct CgRun *r, uint64_t granule);
const TxReply *tx_next_reply(struct CgRun *r, uint32_t core);
#endif
