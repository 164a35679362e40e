/* stats.c - see stats.h. */
#include "counts/stats.h"

const char *const sim_core_cycle_names[SIM_CORE_CYCLES] = {"issued", "queue_full", "sc_order",
                                                           "held",   "program",    "finished"};
