/* walks.c - which walks go from place to place. */
#include "rtl/parts.h"

bool rtl_walk_visits(const LowWalk *w) { (void)w; return true; }
