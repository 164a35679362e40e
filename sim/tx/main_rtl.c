/* main_rtl.c - the same program with partitions in Verilog; compiled once per design. */
#include "tx/rtl/rtl.h"
#include "tx/system/system.h"

int main(int argc, char **argv) { return tx_main(argc, argv, tx_rtl_make); }
