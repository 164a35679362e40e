/* check.h - what must hold in every run, judged by the messages and by what the validation units report; derived from
 * no table.
 *   answers       every request is answered exactly once
 *   reservations  each store that passed is a reservation; log entries give back exactly those; nobody else passes
 *                 while there is one; at the end there is none
 *   owner         the metadata show reservations, and their owner, as they were made by the requests
 *   times         the times found at a granule are never below the true ones, those of all accesses to it that passed
 *   tracked       no granule has two entries in the table of precise metadata, in whichever partition
 * Serialisability is judged by history/transactions.h. */
#ifndef COHGEN_SIM_TX_CHECK_H
#define COHGEN_SIM_TX_CHECK_H
#include "base/map.h"
#include "tx/messages/message.h"

typedef struct TxChecks TxChecks;
TxChecks *tx_checks_create(SimStatus *status);
void tx_checks_see(TxChecks *c, const TxEvent *e);
/* Requests refused for their time; falsely: the true times, those of the accesses that passed, would have let them pass
 * or wait. */
typedef struct { uint64_t late, falsely; } TxRefused;
TxRefused tx_checks_refused(const TxChecks *c);
/* After the last message. */
void tx_checks_end(TxChecks *c);
void tx_checks_destroy(TxChecks *c);
#endif
