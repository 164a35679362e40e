/* inputs.h - what commands read, and how they print. */
#ifndef CG_CLI_INPUTS_H
#define CG_CLI_INPUTS_H
#include "cli/options.h"
#include "ir/ir.h"
#include "read/read.h"
#include "util/buf.h"
#include "util/diag.h"

/* NULL if the file has errors. tree: where to leave the nodes, or NULL. */
Protocol *inputs_load(Arena *a, Diags *d, const Options *o, const char *path, const Node **tree);
/* The parameters with --set, checked. */
bool inputs_values(Arena *a, Diags *d, Protocol *p, const Options *o, ParamEnv *env);
/* The input's name by content: the specification's files in the order in which they are used, then what a user adds,
 * manifests and their Verilog. */
const char *inputs_hash(Arena *a, const Node *root, const Blocks *blocks);
/* That of this program, as it runs. */
const char *inputs_program(Arena *a);
typedef VEC(const char *) InputFiles;
void inputs_files(Arena *a, const Node *n, InputFiles *out);
/* A whole file, or NULL. */
Buf *inputs_text(Arena *a, const char *path);
/* Writes one file whole or not at all; false after a diagnostic. */
bool inputs_write(Arena *a, Diags *d, const char *path, const Buf *text);
/* To the standard output: an exit code. */
int inputs_print(const Buf *b);
#endif
