/* names.h - what a name stands for: a hash table in an arena. */
#ifndef CG_NAMES_H
#define CG_NAMES_H
#include "util/arena.h"
#include "util/str.h"

typedef struct { Str name; void *is; } NameSlot;
typedef struct { NameSlot *slot; int size, n; } Names;        /* all zero: empty */

/* NULL: nothing has this name. */
void *names_get(const Names *t, Str name);
/* From now on the name stands for this; the text of the name is not copied. */
void  names_put(Arena *a, Names *t, Str name, void *is);
#endif
