/* test_support.h - small helpers of the generator's unit tests: captured diagnostics, scratch folders, files. */
#ifndef CG_TEST_SUPPORT_H
#define CG_TEST_SUPPORT_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "util/arena.h"
#include "util/diag.h"

/* What diag_print writes; in the arena. */
static inline const char *printed(Arena *a, Diags *d, bool color, int limit)
{
    FILE *f = tmpfile();
    assert_non_null(f);
    diag_print(d, f, color, limit);
    long n = ftell(f);
    char *text = arena_alloc(a, (size_t)n + 1);
    rewind(f);
    assert_int_equal(fread(text, 1, (size_t)n, f), n);
    fclose(f);
    return text;
}

/* A new folder; remove_folder deletes it with everything inside. */
static inline const char *make_folder(char template[32])
{
    strcpy(template, "/tmp/cohgen-test-XXXXXX");
    assert_non_null(mkdtemp(template));
    return template;
}

static inline void remove_folder(const char *folder)
{
    char command[80];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
}

static inline const char *write_file(Arena *a, const char *folder, const char *name, const char *text)
{
    const char *path = str_printf(a, "%s/%s", folder, name).p;
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, strlen(text), f), strlen(text));
    assert_int_equal(fclose(f), 0);
    return path;
}

/* The file's content, or NULL if there is none. */
static inline const char *file_text(Arena *a, const char *folder, const char *name)
{
    FILE *f = fopen(str_printf(a, "%s/%s", folder, name).p, "rb");
    if (!f)
        return NULL;
    char *text = arena_alloc(a, 65536);
    size_t n = fread(text, 1, 65535, f);
    text[n] = '\0';
    fclose(f);
    return text;
}
#endif
