/* outset.h - output directories that appear whole or not at all. */
#ifndef CG_OUTSET_H
#define CG_OUTSET_H
#include "util/buf.h"
#include "util/diag.h"

/* A set of files that is written together. Nothing of it exists under its final name until outset_commit has written
 * and synced all of them under temporary names in the same folders; then each is renamed. A file whose content is
 * already right is left untouched (its time stamp too). A link to a file stays, and the file behind it is replaced.
 * An error: a link that leads out of the folder, a device, FIFO, socket or link to nothing, a second file of the set
 * under one name, and a file that the run has read or written (diag_file), under whatever name, if its content would
 * change. Signals that end the process from outside wait until the commit is done or undone. */
typedef struct OutSet OutSet;
OutSet *outset_create(Arena *a, const char *dir);
/* A set of one file, wherever a link of that name leads. */
OutSet *outset_create_file(Arena *a, const char *path, const Buf *content);
void    outset_add(OutSet *o, const char *relative_path, const Buf *content); /* keeps the pointer */
/* What has been added, in order: the content under a path, or NULL; the path of the file with this number, or NULL. */
const Buf  *outset_content(const OutSet *o, const char *relative_path);
const char *outset_path(const OutSet *o, int number);
/* True on success; otherwise a diagnostic (disk full, read-only, not a folder ...) has been added, the temporaries are
 * gone and the earlier files untouched. */
bool    outset_commit(OutSet *o, Diags *d);

/* For an output that is written at the end of a long run, or not through a set: false after a diagnostic if the run has
 * read or written the file. */
bool outset_may_write(Diags *d, const char *path);
/* Do two paths name one file, which need not exist yet? */
bool outset_same_file(Arena *a, const char *one, const char *other);
#endif
