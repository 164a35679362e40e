/* log.h - the redo log of a warp: the words that its threads have read and written in the present attempt, and the
 * granules they have reserved.
 * While threads of a warp run transactions of their own, a word that one of them has written belongs to it alone: who
 * meets another one's word conflicts. */
#ifndef COHGEN_SIM_TX_LOG_H
#define COHGEN_SIM_TX_LOG_H
#include "base/map.h"
#include "tx/messages/message.h"

/* readers: a bit per lane; writer: lane or SIM_NONE */
typedef struct { uint64_t word; uint32_t readers, writer, value; } TxLogWord;
typedef struct { uint64_t granule; uint32_t n; } TxReserved;

typedef struct {
    SimMap at;                                     /* word address -> place in words */
    TxLogWord *words; size_t n_words, cap_words;  /* in the order of the first access */
    SimMap granules;
    TxReserved *reserved; size_t n_reserved, cap_reserved;
    uint32_t granule_words;
} TxLog;

typedef enum { TX_LOG_GO, TX_LOG_HIT, TX_LOG_CONFLICT } TxLogAnswer;

void tx_log_clear(TxLog *l);
void tx_log_free(TxLog *l);
/* Whether a lane may access a word: HIT, a load of what the lane has stored itself; CONFLICT with another lane. */
TxLogAnswer tx_log_look(const TxLog *l, uint32_t lane, uint64_t word, bool store, uint32_t *value);
/* The access may be made (look said GO): from now on others conflict with it. */
void tx_log_note(TxLog *l, uint32_t lane, uint64_t word, bool store, uint32_t value);
/* The lane's transaction is over: its words are nobody's. */
void tx_log_forget(TxLog *l, uint32_t lane);
/* A store was granted: one more reservation of the granule. */
void tx_log_reserve(TxLog *l, uint64_t granule);
/* The messages that end the attempt, one per reserved granule: with the words of the lanes that still have some COMMIT,
 * else CLEANUP. Calls `send` for each. */
void tx_log_close(const TxLog *l, const TxMessage *head, void (*send)(void *context, const TxMessage *m),
                  void *context);
#endif
