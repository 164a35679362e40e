/* savefile.h - a file that a later run of this program reads: it appears whole or not at all, and nothing is taken from
 * it that is not as it was written. */
#ifndef CG_SAVEFILE_H
#define CG_SAVEFILE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct SaveFile SaveFile;

/* First a line that says what it is; then blocks of up to 1 MB: 4 bytes of length, the content, 8 bytes that check it
 * and its place; the last is empty. Numbers are as this machine has them. */

/* Under a temporary name beside `path`. NULL: errno says why. */
SaveFile *savefile_create(const char *path, const char *kind);
/* What goes wrong is told by savefile_finish. */
void savefile_put(SaveFile *f, const void *from, size_t n);
/* Written, synced, under its name; else errno says why, and there is no temporary file. Closes it. */
bool savefile_finish(SaveFile *f);
/* Not after all. Closes it. */
void savefile_drop(SaveFile *f);

/* NULL: errno says why; 0: its first line is another one. */
SaveFile *savefile_open(const char *path, const char *kind);
/* False: the file is cut or damaged, or there is not so much. */
bool savefile_get(SaveFile *f, void *to, size_t n);
/* The end has come. */
bool savefile_ends(SaveFile *f);
void savefile_close(SaveFile *f);
#endif
