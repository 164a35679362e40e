/* lex.c - tokens of expressions. */
#include "lex/lex.h"
#include <ctype.h>
#include <stdlib.h>

static const struct { const char *text; TokenKind kind;
} words[] = {
    { "or", T_OR },   { "and", T_AND },     { "not", T_NOT },       { "implies", T_IMPLIES }, { "in", T_IN },
    { "eq", T_EQ },   { "ne", T_NE },       { "lt", T_LT },         { "le", T_LE },           { "gt", T_GT },
    { "ge", T_GE },   { "bitor", T_BITOR }, { "bitxor", T_BITXOR }, { "bitand", T_BITAND },   { "without", T_WITHOUT },
    { "shl", T_SHL }, { "shr", T_SHR },
};
static const struct { const char *text; TokenKind kind;
} symbols[] = {
    /* longer ones first */
    { "==", T_EQ },    { "!=", T_NE },   { "<=", T_LE },     { ">=", T_GE },      { "<", T_LT },   { ">", T_GT },
    { "&&", T_AND },   { "||", T_OR },   { "!", T_NOT },     { "(", T_LPAR },     { ")", T_RPAR }, { "{", T_LBRACE },
    { "}", T_RBRACE }, { ",", T_COMMA }, { ":", T_COLON },   { "?", T_QUESTION }, { "+", T_PLUS }, { "-", T_MINUS },
    { "*", T_STAR },   { "/", T_SLASH }, { "%", T_PERCENT }, { "[", T_LBRACKET },  { "]", T_RBRACKET },
};
void lex_init(Lex *l, Str text) { *l = (Lex){ text, 0 }; }

static bool word_char(char c) { return isalnum((unsigned char)c) || c == '_' || c == '.'; }

static Token make(Lex *l, TokenKind k, int n)
{
    Token t = { k, { l->text.p + l->at, n }, l->at, 0 };
    l->at += n;
    return t;
}

static Token number(Lex *l)
{
    char buf[32];
    int n = 0;
    while (l->at + n < l->text.n && word_char(l->text.p[l->at + n])) n++;
    Token t = make(l, T_NUM, n);
    if (n >= (int)sizeof buf) { t.kind = T_BAD; return t; }
    for (int i = 0; i < n; i++) buf[i] = t.text.p[i];
    buf[n] = 0;
    char *end;
    t.value = strtoll(buf, &end, buf[0] == '0' && (buf[1] == 'x' || buf[1] == 'X') ? 16 : 10);
    if (*end || t.value > (INT64_C(1) << 62)) t.kind = T_BAD;
    return t;
}

Token lex_next(Lex *l)
{
    while (l->at < l->text.n && isspace((unsigned char)l->text.p[l->at])) l->at++;
    if (l->at >= l->text.n) return make(l, T_END, 0);
    const char *p = l->text.p + l->at;
    int left = l->text.n - l->at;
    if (isdigit((unsigned char)*p)) return number(l);
    if (isalpha((unsigned char)*p) || *p == '_') {
        int n = 1;
        while (n < left && word_char(p[n])) n++;
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (str_is((Str){ p, n }, words[i].text)) return make(l, words[i].kind, n);
        return make(l, T_NAME, n);
    }
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        int n = symbols[i].text[1] ? 2 : 1;
        if (n <= left && p[0] == symbols[i].text[0] && (n == 1 || p[1] == symbols[i].text[1]))
            return make(l, symbols[i].kind, n);
    }
    int whole = 1; /* a character of UTF-8 is told whole, as it stands in the file */
    while (whole < left && ((unsigned char)p[whole] & 0xc0) == 0x80) whole++;
    return make(l, T_BAD, whole);
}
