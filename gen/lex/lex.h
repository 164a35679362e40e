/* lex.h - tokens of the expressions in specifications and manifests; words (lt, and, bitor ...) and symbols (<, ==)
 * are the same tokens. */
#ifndef CG_LEX_H
#define CG_LEX_H
#include <stdint.h>
#include "util/str.h"

typedef enum {
    T_END,
    T_BAD,
    T_NUM,
    T_NAME,
    T_LPAR,
    T_RPAR,
    T_LBRACE,
    T_RBRACE,
    T_LBRACKET,
    T_RBRACKET,
    T_COMMA,
    T_COLON,
    T_QUESTION,
    T_NOT,
    T_IN,
    T_OR,
    T_AND,
    T_IMPLIES,
    T_EQ,
    T_NE,
    T_LT,
    T_LE,
    T_GT,
    T_GE,
    T_BITOR,
    T_BITXOR,
    T_BITAND,
    T_WITHOUT,
    T_SHL,
    T_SHR,
    T_PLUS,
    T_MINUS,
    T_STAR,
    T_SLASH,
    T_PERCENT
} TokenKind;

typedef struct { TokenKind kind; Str text; int at; int64_t value; } Token; /* at: offset in the text */
typedef struct { Str text; int at; } Lex;

/* Levels of precedence, loosest first; 0 is the conditional. */
enum {
    PREC_IMPLIES = 1,
    PREC_OR,
    PREC_AND,
    PREC_NOT,
    PREC_COMPARE,
    PREC_BITOR,
    PREC_BITAND,
    PREC_SHIFT,
    PREC_ADD,
    PREC_MUL,
    PREC_UNARY
};
void lex_init(Lex *l, Str text);
Token lex_next(Lex *l);
#endif
