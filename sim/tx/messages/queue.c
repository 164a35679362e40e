/* queue.c - a ring. */
#include "tx/messages/queue.h"
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 16 };

void tx_queue_init(TxQueue *q, size_t element) { *q = (TxQueue){.element = element}; }

void tx_queue_free(TxQueue *q)
{
    free(q->bytes);
    q->bytes = NULL;
    q->n = q->capacity = 0;
}

static unsigned char *at(const TxQueue *q, size_t i) { return q->bytes + (q->first + i) % q->capacity * q->element; }

void tx_queue_push(TxQueue *q, const void *element)
{
    if (q->n == q->capacity) {
        TxQueue old = *q;
        q->capacity = old.capacity ? 2 * old.capacity : FIRST_CAPACITY;
        q->bytes = sim_alloc(q->capacity, q->element);
        q->first = 0;
        for (size_t i = 0; i < old.n; i++) memcpy(at(q, i), at(&old, i), q->element);
        free(old.bytes);
    }
    memcpy(at(q, q->n++), element, q->element);
}

const void *tx_queue_first(const TxQueue *q) { return q->n ? at(q, 0) : NULL; }

void tx_queue_pop(TxQueue *q)
{
    q->first = (q->first + 1) % q->capacity;
    q->n--;
}
