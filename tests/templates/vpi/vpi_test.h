/* vpi_test.h - tests of building blocks in C: the bench (included vpi_bench.vh) runs under Icarus and calls the
 * functions of a test in every clock cycle. Signals and parameters are those of the bench module, by name. An unknown
 * bit that is read fails the test. */
#ifndef VPI_TEST_H
#define VPI_TEST_H
#include <stdbool.h>
#include <stdint.h>

/* Written by the test. */
extern const char *const test_block; /* name of the block; its bench is <block>_tb */
void test_start(void);               /* once, before reset ends; tb_param and the random numbers are ready */
bool test_drive(
    void); /* middle of a cycle: registers have settled; sets the inputs of this cycle; false ends the test */
void test_sample(void); /* a moment later: every output follows from these inputs; checks, and updates the model */

/* `name` must be a string literal: handles are kept by its address. */
uint64_t tb_get(const char *name); /* up to 64 bits */
void tb_put(const char *name, uint64_t value);
uint32_t tb_get_word(const char *name, unsigned word); /* 32 bits of a wider signal */
void tb_put_words(const char *name, const uint32_t *words, unsigned n);
int tb_param(const char *name);

uint32_t tb_rnd(uint32_t n); /* 0 .. n-1 */
uint32_t tb_rnd32(void);
bool tb_pct(unsigned percent);
void tb_check(bool ok, const char *format, ...) __attribute__((format(printf, 2, 3)));
long tb_plusarg(const char *name, long otherwise); /* +name=N */
unsigned long tb_cycle(void);                      /* cycles since reset */
void tb_note(const char *format, ...) __attribute__((format(printf, 1, 2))); /* printed behind PASS */

#endif
