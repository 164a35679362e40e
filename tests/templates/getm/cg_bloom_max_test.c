/* cg_bloom_max against arrays. */
#include "filter_test.h"

const char *const test_block = "cg_bloom_max";
void test_start(void) {
    stages = tb_param("STAGES");
    start(tb_param("WAYS"), tb_param("ROWS"), (uint32_t)tb_param("SEED"));
}
