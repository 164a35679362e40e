/* load.h - opening spec files: which may be opened, and their bytes. Internal to gen/read. */
#ifndef CG_LOAD_H
#define CG_LOAD_H
#include "util/arena.h"
#include "util/diag.h"

/* The folders that <use> may reach, as absolute paths without links. NULL = none. */
typedef struct { const char *main, *stock; } Folders;

typedef struct { const char *text; size_t size; unsigned long long device, inode; } Loaded;

/* Folders for a run on this main file. */
Folders folders_of(Arena *a, const char *main_path);

/* The file that `use` names in a file shown as `from`: as it will be shown in messages; NULL after a diagnostic if it
 * is not a relative path or escapes the folders (links are followed first). */
const char *resolve_use(Arena *a, Diags *d, Pos at, const Folders *f, const char *from, Str use);

/* Reads a regular file of acceptable size; false after a diagnostic at `at`. Never waits: pipes and devices are
 * refused. */
bool load_file(Arena *a, Diags *d, Pos at, const char *path, Loaded *out);
#endif
