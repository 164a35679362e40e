/* request.h - what a request of a core says: what it does to memory; posted: it may be answered before it takes effect;
 * waits: for requests of others; waits_others: and programs never let all threads wait so; does: a RequestKind that the
 * name does not say; order, scope: how strong it is (LitmusOrder, LitmusScope), 0: it says nothing. */
#ifndef CG_IR_REQUEST_H
#define CG_IR_REQUEST_H
#include "ir/ir.h"

typedef enum { REQUEST_OTHER, REQUEST_LOAD, REQUEST_STORE, REQUEST_ATOMIC, REQUEST_FENCE } RequestKind;

RequestKind request_kind(const PortMsg *q);
#endif
