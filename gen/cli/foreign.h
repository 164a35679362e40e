/* foreign.h - what lies already where files are to be written. */
#ifndef CG_FOREIGN_H
#define CG_FOREIGN_H
#include "util/outset.h"

/* Before a commit: a line that says how many of the files are new, replaced, or right already, and which others stay in
 * these folders. Empty where there are no others. */
void foreign_look(Arena *a, const OutSet *files, const char *dir, Buf *said);
#endif
