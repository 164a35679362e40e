/* serial.h - the transactions of a replay (docs/verify.md, "Transactions"). Cores are those of parts.h; a line has one
 * value, and each store its own. */
#ifndef COHGEN_SIM_REPLAY_SERIAL_H
#define COHGEN_SIM_REPLAY_SERIAL_H
#include "history/history.h"

typedef struct ReplaySerial ReplaySerial;

ReplaySerial *replay_serial_create(uint32_t cores, uint32_t lines);
void replay_serial_free(ReplaySerial *x);
void replay_serial_initial(ReplaySerial *x, uint32_t line, uint32_t value);
/* A load is answered; a store; the transaction ends; a committed write takes effect. */
void replay_serial_read(ReplaySerial *x, uint32_t core, uint32_t line, uint32_t value);
void replay_serial_store(ReplaySerial *x, uint32_t core, uint32_t line, uint32_t value);
void replay_serial_end(ReplaySerial *x, uint32_t core, bool commits);
void replay_serial_applied(ReplaySerial *x, uint32_t core, uint32_t line);
/* Is there a serial order of those that have committed, and how many are these? */
bool replay_serial_holds(ReplaySerial *x, uint32_t *committed);
#endif
