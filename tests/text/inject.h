/* inject.h - shared by the files of this test: what is injected, and what is left of emitted files without comments and
 * strings. */
#ifndef INJECT_H
#define INJECT_H
#include <stdbool.h>
#include <stddef.h>

#define MARK "pwned_mark"

/* Reports a failure, counted in `failures`. */
extern int failures;
void complain(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* The content of a file, zero-terminated; ends the program if there is none. */
char *file_text(const char *path, size_t *n);

/* Compares folder DIR/then with DIR/now: the same files; code the same but for comments and strings, which are sound;
 * tables of the same shape. */
void compare_folders(const char *then, const char *now);
#endif
