/* rowlog.h - --rows FILE: each row that fired, as text, while the run goes on. One line per row, words separated by
 * blanks:
 *   CYCLE CONTROLLER INSTANCE KEY STATE EVENT NEXT FILE:LINE [REGISTER=VALUE...]
 * STATE: stored before; EVENT: after refinement; NEXT: stored after; KEY: hexadecimal, - for an event without one; the
 * registers after the row (opaque ones and those wider than 64 bits excepted).
 * With --rows-all also: from=INSTANCE of a message's sender, or replayed=1; sends=MESSAGE>INSTANCE for each message
 * that the row sends; PLACE.FIELD=VALUE after the row, as the row sees it: without meaning where nothing is kept of the
 * key. */
#ifndef COHGEN_SIM_ROWLOG_H
#define COHGEN_SIM_ROWLOG_H
#include "base/base.h"

/* file NULL: off */
typedef struct { FILE *file; const char *name; const CgDesign *design; bool all; } SimRowLog;

/* name NULL: off; all: --rows-all. False after a message. */
bool sim_rowlog_open(SimRowLog *l, const CgDesign *design, const char *name, bool all);
void sim_rowlog_row(const SimRowLog *l, uint64_t cycle, int controller, int instance, int row, const uint32_t *fields);
/* False after a message if not everything was written. */
bool sim_rowlog_close(SimRowLog *l);
#endif
