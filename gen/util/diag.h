/* diag.h - diagnostics: collected, sorted by place, printed together with the source line and a caret. */
#ifndef CG_DIAG_H
#define CG_DIAG_H
#include <stdbool.h>
#include <stdio.h>
#include "util/arena.h"
#include "util/str.h"

/* A place in an input file. line and col count from 1; 0 = unknown. */
typedef struct { const char *file; int line, col; } Pos;

typedef struct Diags Diags;

Diags *diags_create(Arena *a);
/* Registers the text of a file so that diagnostics in it can show the line; text must outlive d. */
void diag_source(Diags *d, const char *file, const char *text, size_t size);

/* Remembers a file that the run has read, or written: no output replaces it (util/outset.h). */
typedef struct { const char *path; bool written; } DiagFile;
void diag_file(Diags *d, const char *path, bool written);
/* The one with this number, or NULL. */
const DiagFile *diag_file_at(const Diags *d, int number);

void diag_error(Diags *d, Pos at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void diag_warning(Diags *d, Pos at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Adds a note (e.g. "first covered here") to the most recent error or warning. */
void diag_note(Diags *d, Pos at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

int  diag_errors(const Diags *d);
int  diag_warnings(const Diags *d);
/* Prints all, in order of file (as first seen), line, column; identical ones once; those with the same words at
 * DIAG_ALIKE places, then a line that says how many more there are; at most limit errors, then a line that says how
 * many more. color: use ANSI colours. */
enum { DIAG_ALIKE = 5 };
void diag_print(Diags *d, FILE *to, bool color, int limit);
/* Where diag_say prints, and how, as diag_print would; without it diag_say does nothing. */
void diag_live(Diags *d, FILE *to, bool color, int limit);
/* What there is, printed before the end of the run, and not again: what a long search says must not stand behind its
 * verdict. `before` is flushed first. */
void diag_say(Diags *d, FILE *before);

/* What diag_print would print, one after the other. DIAG_NOTE: of the error or warning before it. alike: so many more
 * with the same words are left out behind this one. */
typedef enum { DIAG_ERROR, DIAG_WARNING, DIAG_NOTE } DiagLevel;
typedef struct { DiagLevel level; Pos at; Str text; int alike; } DiagSaid;
typedef void DiagFn(void *ctx, const DiagSaid *s);
/* Returns how many errors are left out because of the limit. */
int  diag_each(Diags *d, int limit, DiagFn *fn, void *ctx);
#endif
