/* cg_wait_banks against the model. */
#include "wait_model.h"

const char *const test_block = "cg_wait_banks";

void test_start(void) { model_start(tb_param("BANKS"), true); }
