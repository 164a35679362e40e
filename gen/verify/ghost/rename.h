/* rename.h - the names of writes (state.h), wherever data of a line are. */
#ifndef CG_VERIFY_RENAME_H
#define CG_VERIFY_RENAME_H
#include "verify/state/state.h"

/* map: what becomes of each name of this cell. */
void ghost_rename(const Model *m, SysState *s, int key, int cell, const uint8_t *map);
#endif
