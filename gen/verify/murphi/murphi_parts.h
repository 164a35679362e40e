/* murphi_parts.h - shared by the files that turn the Promela model into Murphi. */
#ifndef CG_VERIFY_MURPHI_PARTS_H
#define CG_VERIFY_MURPHI_PARTS_H
#include <stdbool.h>
#include "util/buf.h"
#include "util/str.h"

/* kind: 'a' a name, '0' a number, '"' a text, 'p' a mark of one or two characters. */
typedef struct { char kind; Str text; } Tok;
typedef struct { VEC(Tok) of; } Toks;
/* #define NAME or NAME(params). constant: its body is a number. */
typedef struct { Str name; bool constant, function, gone; VEC(Str) params; Toks body; } Macro;

typedef struct { Str name; const char *init; Str type; const char *length; } Field;
typedef struct { Str name; VEC(Field) of; } Record;

/* failed: what was not understood, NULL: nothing. start: the values that everything has first. */
typedef struct {
    Arena *a;
    const char *failed;
    VEC(Macro) macros;
    VEC(Record) records;
    Toks toks;
    int at;
    Buf types, vars, procs, rules, start;
    Buf *out;
} Mur;

/* ---- murphi_lex.c ---- */
/* Reads the text, carries out the preprocessor's lines, and leaves macros expanded in toks; constants stay names. */
void mur_read(Mur *m, const char *text);

/* ---- murphi.c ---- */
/* A macro that is a function of numbers. */
void mur_function(Mur *m, Str name, const Str *params, int n, const Toks *body);

/* ---- murphi_expr.c ---- */
/* An expression; logical: a truth value, else a number. */
typedef struct { const char *text; bool logical; } Value;
Value mur_expr(Mur *m);
/* The next expression as a number, as a condition. */
const char *mur_number(Mur *m);
const char *mur_condition(Mur *m);
/* NAME(ARGUMENT, ...) */
const char *mur_call(Mur *m);
/* A variable with its indices and fields. */
const char *mur_place(Mur *m);
/* A name, changed where Murphi has a word for itself. */
const char *mur_name(Mur *m, Str s);

const char *mur_text(Mur *m, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
bool mur_is(const Mur *m, const char *text);
bool mur_ahead(const Mur *m, int by, const char *text);
/* Passes text if it is next; asks for it. */
bool mur_take(Mur *m, const char *text);
void mur_want(Mur *m, const char *text);
Str mur_word(Mur *m);
bool mur_end(const Mur *m);
void mur_fail(Mur *m, const char *what);

/* ---- murphi_body.c ---- */
void mur_line(Mur *m, int depth, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Statements up to a mark that ends them. */
void mur_statements(Mur *m, int depth);

/* ---- murphi_state.c ---- */
/* typedef NAME { ... }, TYPE NAME[...] = ...; */
void mur_typedef(Mur *m);
void mur_variable(Mur *m);
#endif
