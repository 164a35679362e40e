/* operator.c - the binary operators of the expression language. */
#include "ir/operator.h"

static const Operator operators[] = {
    { T_IMPLIES, E_IMPLIES, PREC_IMPLIES, OP_LOGICAL },
    { T_OR, E_OR, PREC_OR, OP_LOGICAL },
    { T_AND, E_AND, PREC_AND, OP_LOGICAL },
    { T_EQ, E_EQ, PREC_COMPARE, OP_COMPARE },
    { T_NE, E_NE, PREC_COMPARE, OP_COMPARE },
    { T_LT, E_LT, PREC_COMPARE, OP_COMPARE },
    { T_LE, E_LE, PREC_COMPARE, OP_COMPARE },
    { T_GT, E_GT, PREC_COMPARE, OP_COMPARE },
    { T_GE, E_GE, PREC_COMPARE, OP_COMPARE },
    { T_BITOR, E_BITOR, PREC_BITOR, OP_ARITHMETIC },
    { T_BITXOR, E_BITXOR, PREC_BITOR, OP_ARITHMETIC },
    { T_BITAND, E_BITAND, PREC_BITAND, OP_ARITHMETIC },
    { T_WITHOUT, E_WITHOUT, PREC_BITAND, OP_ARITHMETIC },
    { T_SHL, E_SHL, PREC_SHIFT, OP_SHIFT },
    { T_SHR, E_SHR, PREC_SHIFT, OP_SHIFT },
    { T_PLUS, E_ADD, PREC_ADD, OP_ARITHMETIC },
    { T_MINUS, E_SUB, PREC_ADD, OP_ARITHMETIC },
    { T_STAR, E_MUL, PREC_MUL, OP_ARITHMETIC },
    { T_SLASH, E_DIV, PREC_MUL, OP_ARITHMETIC },
    { T_PERCENT, E_MOD, PREC_MUL, OP_ARITHMETIC },
};

const Operator *expr_operator(TokenKind k)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (operators[i].token == k) return &operators[i];
    return NULL;
}
