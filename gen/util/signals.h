/* signals.h - signals that are held (blocked) while something must not be cut short. */
#ifndef CG_UTIL_SIGNALS_H
#define CG_UTIL_SIGNALS_H
#include <stdbool.h>

/* It has come, and is not one that whoever started the process has it ignore (nohup, a shell's jobs in the background):
 * such a signal stays pending as well while it is blocked. */
bool signal_came(int number);
#endif
