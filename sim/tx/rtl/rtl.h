/* rtl.h - a partition in Verilog: the validation unit of specs/getm/getm.xml, emitted with the test bench of replays
 * (`cohgen emit --harness=replay`), in which its networks end at the packed vectors. Linked with the verilated
 * design. */
#ifndef COHGEN_SIM_TX_RTL_H
#define COHGEN_SIM_TX_RTL_H
#include "tx/cores/options.h"

TxPartition *tx_rtl_make(const TxOptions *o, TxMemory *memory, const TxObserver *observer, SimStatus *status,
                         uint32_t partition, TxPartition *before);
/* As many warps, partitions, bits of a time and bytes of a granule as the emitted design has, and its cure of equal
 * times: what a run has unless it is told otherwise. */
void tx_rtl_sizes(TxOptions *o);
/* Why the emitted design cannot make such a run; NULL: it can. */
const char *tx_rtl_refuses(const TxOptions *o);
#endif
