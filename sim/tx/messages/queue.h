/* queue.h - a queue that grows, of elements of one size. */
#ifndef COHGEN_SIM_TX_QUEUE_H
#define COHGEN_SIM_TX_QUEUE_H
#include "base/base.h"

typedef struct { unsigned char *bytes; size_t element, first, n, capacity; } TxQueue;

void tx_queue_init(TxQueue *q, size_t element);
void tx_queue_free(TxQueue *q);
void tx_queue_push(TxQueue *q, const void *element);
/* The oldest, which lasts until the next push; NULL if there is none. */
const void *tx_queue_first(const TxQueue *q);
void tx_queue_pop(TxQueue *q);
#endif
