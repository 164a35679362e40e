/* frozen_arena.h - an arena in place of that of gen/util, whose memory can be made read-only. */
#ifndef CG_FROZEN_ARENA_H
#define CG_FROZEN_ARENA_H
#include "util/arena.h"

/* From now on a write to what the arena has handed out ends the process (SIGSEGV), and so does asking it for more. */
void arena_freeze(Arena *a);
#endif
