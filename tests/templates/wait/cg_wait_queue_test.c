/* cg_wait_queue against the model. */
#include "wait_model.h"

const char *const test_block = "cg_wait_queue";

void test_start(void) { model_start(1, tb_param("WHOLE")); }
