/* operator.h - the binary operators of the expression language. */
#ifndef CG_IR_OPERATOR_H
#define CG_IR_OPERATOR_H
#include "ir/ir.h"
#include "lex/lex.h"

typedef enum { OP_LOGICAL, OP_COMPARE, OP_SHIFT, OP_ARITHMETIC } OperatorClass;
typedef struct { TokenKind token; ExprOp op; int level; OperatorClass class_; } Operator;

/* The operator of a token, or NULL. */
const Operator *expr_operator(TokenKind k);
#endif
