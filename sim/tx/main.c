/* main.c - cohgen_tx: the partitions are the reference. */
#include "tx/system/system.h"

int main(int argc, char **argv) { return tx_main(argc, argv, tx_unit_make); }
