/* atomic.c - see atomic.h. */
#include "litmus/atomic.h"

const char *const litmus_op_names[LITMUS_OPS] = {"add", "exchange", "cas", "min", "max", "and", "or", "xor"};

uint32_t litmus_op_result(uint32_t op, uint32_t old, uint32_t a, uint32_t b)
{
    switch (op) {
    case LITMUS_OP_ADD: return old + a;
    case LITMUS_OP_EXCHANGE: return a;
    case LITMUS_OP_CAS: return old == a ? b : old;
    case LITMUS_OP_MIN: return old < a ? old : a;
    case LITMUS_OP_MAX: return old > a ? old : a;
    case LITMUS_OP_AND: return old & a;
    case LITMUS_OP_OR: return old | a;
    case LITMUS_OP_XOR: return old ^ a;
    default: return old;
    }
}
