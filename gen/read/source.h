/* source.h - a file's text and where its tags and attributes stand in it (libxml2 keeps no columns). Internal to
 * gen/read. */
#ifndef CG_SOURCE_H
#define CG_SOURCE_H
#include "util/arena.h"
#include "util/diag.h"
#include "util/str.h"

enum {
    MAX_FILE = 8 * 1024 * 1024, /* bytes */
    MAX_ATTR = 64 * 1024,       /* bytes of a value as written */
    MAX_DEPTH = 64,             /* elements inside each other */
    MAX_ATTRS = 4000,           /* of one element */
    MAX_NODES = 2000000,        /* elements and attributes of a run */
    MAX_USE = 16                /* files inside each other */
};

/* line and col count from 1, col in characters. */
typedef struct { int line, col; } Mark;

typedef struct { Str name, raw; Mark name_at, value_at; } AttrMark;  /* raw: the value as written, without the quotes */
typedef struct {
    Str name;
    Mark at;                     /* the '<' */
    Mark text;                   /* first non-blank text directly inside; line 0 = none */
    int first_attr, n_attrs;     /* in Source.attrs; namespace declarations included */
} TagMark;

typedef struct Source {
    const char *text; size_t size;
    const char *body;            /* text behind the byte order mark */
    VEC(TagMark) tags;           /* start tags in document order */
    VEC(AttrMark) attrs;         /* sorted by place */
    char name[];                 /* Pos.file of every position in this file points here */
} Source;

Source *source_create(Arena *a, Diags *d, const char *name, const char *text, size_t size);

/* Fills tags and attrs. False after a diagnostic: not UTF-8, a DOCTYPE, a limit exceeded, tags that do not match. Stops
 * without one at other malformed markup, which the XML parser then reports. root: the root element for messages.
 * *nodes_left counts down over all files of a run. */
bool source_scan(Arena *a, Diags *d, Source *s, const char *root, int *nodes_left);

Pos source_pos(const Source *s, Mark m);
/* The place of byte `offset` of the body. */
Mark source_mark(const Source *s, size_t offset);
/* The source a position lies in; only for positions made by gen/read. */
Source *source_of(Pos pos);
#endif
