/* reference.h - one memory partition of GETM as a sequential program without time: X. Ren (2020), figure 4.6
 * (decisions), table 4.1 (metadata), figure 4.9 (stall buffer), section 4.5.3 (commit unit). It is written from that
 * text and from no table of a specification, so that other descriptions can be compared with it. Every call takes one
 * message or one waiting request to its end. */
#ifndef COHGEN_SIM_TX_REFERENCE_H
#define COHGEN_SIM_TX_REFERENCE_H
#include "memory/pages.h"
#include "tx/messages/message.h"
#include "tx/partition/metadata.h"

/* Memory behind all partitions, and the order in which they access it. */
typedef struct { SimPages *pages; uint64_t order; uint32_t granule_bytes; } TxMemory;

typedef struct {
    uint32_t max_writes;                    /* largest #writes */
    uint32_t stall_lines, stall_entries;
    /* the owner is whoever has the owner's warp number; else its present transaction, which has the time of the
       reservation: the log of the warp's last attempt may still wait to be applied (docs/errata.md, G2) */
    bool published_owner;
    /* a store sets wts to warpts, as a sentence of section 4.4.1 says, not to warpts + 1 */
    bool published_text;
    /* times of warps can be equal: a store at the time of the last read is late, unless its warp alone has read then
       (docs/errata.md, G1). The owner of a granule that is not reserved is that reader; of several, nobody. */
    bool last_reader;
    TxTableOptions table;
} TxReferenceOptions;

typedef struct {
    TxReferenceOptions options;
    TxMemory *memory;
    const TxObserver *observer;
    uint32_t partition;
    void (*reply)(void *context, const TxReply *r);
    void *context;
    TxTable table;
    struct TxStallLine {
        bool used, awake; uint64_t granule; struct TxMessageList { TxMessage *list; uint32_t n; } waiting;
    } *lines;
    TxPartitionStats stats;
} TxReference;

void tx_reference_init(TxReference *r, const TxReferenceOptions *o, TxMemory *memory, const TxObserver *observer,
                       uint32_t partition);
void tx_reference_free(TxReference *r);
/* An access or a log entry. */
void tx_reference_step(TxReference *r, const TxMessage *m);
/* Lets the oldest request of a granule that was released try again; false if none is to. */
bool tx_reference_wake(TxReference *r);

/* Figure 4.6 by itself: what becomes of access `m` to a granule with this metadata; *seen: the time that a refusal
   reports. `own`: by the owner of the reservation. Does not look for room in the stall buffer. */
TxDecision tx_decide(const TxMessage *m, const TxMeta *meta, bool own, uint32_t max_writes, TxResult *result,
                     uint64_t *seen);
#endif
