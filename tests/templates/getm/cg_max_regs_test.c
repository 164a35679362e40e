/* cg_max_regs against one maximum per field. */
#include "filter_test.h"

const char *const test_block = "cg_max_regs";
void test_start(void) { start(0, 1, 0); }
