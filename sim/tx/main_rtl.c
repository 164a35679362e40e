/* main_rtl.c - the same program with partitions in Verilog; compiled once per design. */
#include "core_rtl.h"
#include "rtl.h"
#include "system.h"

int main(int argc, char **argv) { return tx_main(argc, argv, tx_rtl_make, tx_core_rtl_make, tx_core_rtl_steps); }
