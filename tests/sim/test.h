/* test.h - CMocka and the seed of a test: COHGEN_SEED=N replays a run. */
#ifndef COHGEN_TESTS_SIM_TEST_H
#define COHGEN_TESTS_SIM_TEST_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

/* Prints the seed, so that a failure can be replayed. */
static inline uint64_t test_seed(void)
{
    const char *s = getenv("COHGEN_SEED");
    uint64_t seed = s ? strtoull(s, NULL, 0) : 1;
    print_message("seed %llu (COHGEN_SEED)\n", (unsigned long long)seed);
    return seed;
}
#endif
