/* read.h - the only door to XML: a file becomes a tree of plain nodes with positions.
 *
 * Each file is parsed and validated against the schema by itself; <use file="..."/> is replaced by the children of the
 * used file's root (once per file and run; a second <use> of the same file adds nothing). Paths in <use> are relative
 * to the using file, must stay below the folder of the main file or of the stock specs, and must not form a loop.
 * Limits: file size, nesting, number of nodes, attribute length; no network, no entities, no DTD. */
#ifndef CG_READ_H
#define CG_READ_H
#include "util/arena.h"
#include "util/diag.h"
#include "util/str.h"

typedef struct {
    Str name, value;
    Pos name_pos, value_pos;
} Attr; /* value_pos: first character of the value as written in the file */

typedef struct Node {
    Str name;
    Pos pos;                      /* the element's '<' */
    Attr *attrs; int n_attrs;
    struct Node *parent, *first, *next;
} Node;

/* The root of the main file with all used files' children spliced in, or NULL; problems are in d. */
Node *read_file(Arena *a, Diags *d, const char *path);
/* The same for a file held in memory (fuzzing, tests); <use> is an error there. */
Node *read_memory(Arena *a, Diags *d, const char *name, const char *text, size_t size);

/* The same for a manifest of a block: its root is <block>, its schema templates/manifest.xsd. */
Node *read_manifest_file(Arena *a, Diags *d, const char *path);
Node *read_manifest_memory(Arena *a, Diags *d, const char *name, const char *text, size_t size);
/* Many of them, each NULL if there are problems; the schema, which takes most of the time, is compiled once. */
typedef struct { const char *name, *text; Node *root; } ManifestText;
void  read_manifests_memory(Arena *a, Diags *d, ManifestText *all, int n);

/* The attribute's value, or an empty Str with p == NULL. */
Str node_attr(const Node *n, const char *name);
/* Position of the attribute's value, or of the element when it has none. */
Pos node_attr_pos(const Node *n, const char *name);
/* Position of the character `offset` of an attribute's value (accounts for entities such as &lt; in the source text).
 */
Pos node_attr_pos_at(const Node *n, const char *name, int offset);
/* What the file says from a position inside of an attribute's value to the end of it; empty elsewhere. Only for
 * positions made by gen/read. */
Str read_value_from(Pos at);
#endif
