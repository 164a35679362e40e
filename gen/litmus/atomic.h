/* atomic.h - the atomic operations on words of 32 bits, by their codes: those of litmus tests, and of every core. */
#ifndef COHGEN_LITMUS_ATOMIC_H
#define COHGEN_LITMUS_ATOMIC_H
#include <stdint.h>

/* Unsigned; CAS stores b if the word holds a. Litmus tests have those up to MAX. */
typedef enum {
    LITMUS_OP_ADD, LITMUS_OP_EXCHANGE, LITMUS_OP_CAS, LITMUS_OP_MIN, LITMUS_OP_MAX, LITMUS_OP_AND, LITMUS_OP_OR,
    LITMUS_OP_XOR, LITMUS_OPS
} LitmusOp;

extern const char *const litmus_op_names[LITMUS_OPS];
/* What the word holds afterwards. */
uint32_t litmus_op_result(uint32_t op, uint32_t old, uint32_t a, uint32_t b);
#endif
