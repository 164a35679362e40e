/* core_rtl.h - the end of a core in Verilog (templates/cg_tx_core.v): it has the times of the warps, matches the
 * answers and serialises the logs; programs, granule for granule what they have stored, and pauses stay in C. Random
 * pauses on every channel. What it does is compared with what the core in C would have done: times, tags, partitions,
 * behind each log its marker to every partition, and that of a rollover. Linked with the verilated core_harness.sv. */
#ifndef COHGEN_SIM_TX_CORE_RTL_H
#define COHGEN_SIM_TX_CORE_RTL_H
#include "tx/cores/core_end.h"

enum { TX_CORE_RTL_WARPS = 16, TX_CORE_RTL_ID_BITS = 6 };  /* most warps of a core; bits of a warp's number in times */
enum { TX_CORE_RTL_SHORT = 6, TX_CORE_RTL_SHORT_ID = 4 };  /* with --ts-bits 6, so that they end soon */
TxCoreEnd *tx_core_rtl_make(struct CgRun *r, uint32_t core);
TxPartition *tx_core_rtl_steps(TxPartition *inner, SimStatus *status);   /* core_steps.c */
#endif
