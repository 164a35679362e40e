/* foreign.c - see foreign.h for the contract. */
#include "cli/foreign.h"
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { NAMED = 8 };

typedef struct { Arena *a; const OutSet *files; const char *dir; int others; Buf names; } Look;

static bool regular(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

static bool same(const char *path, const Buf *content)
{
    char chunk[4096];
    FILE *f = fopen(path, "rb");
    size_t at = 0, n;
    if (!f) return false;
    while ((n = fread(chunk, 1, sizeof chunk, f)) > 0 && at + n <= content->n && !memcmp(content->at + at, chunk, n))
        at += n;
    bool fine = n == 0 && at == content->n && !ferror(f);
    fclose(f);
    return fine;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Files in a folder of the set that are not of the set. */
static void look_into(Look *l, const char *folder, int n)
{
    VEC(char *) found = {0};
    Str path = n ? str_printf(l->a, "%s/%.*s", l->dir, n, folder) : str_printf(l->a, "%s", l->dir);
    DIR *d = opendir(str_z(l->a, path));
    if (!d) return;
    for (struct dirent *e; (e = readdir(d));) {
        Str text = str_printf(l->a, "%.*s%s%s", n, folder, n ? "/" : "", e->d_name);
        char *name = (char *)(uintptr_t)str_z(l->a, text);
        if (e->d_name[0] != '.' && !outset_content(l->files, name) &&
            regular(str_z(l->a, str_printf(l->a, "%s/%s", l->dir, name))))
            vec_push(l->a, &found, name);
    }
    closedir(d);
    if (found.n) qsort(found.at, (size_t)found.n, sizeof *found.at, by_name);
    for (int i = 0; i < found.n; i++)
        if (l->others++ < NAMED) buf_printf(&l->names, "%s%s", l->others > 1 ? ", " : "", found.at[i]);
}

void foreign_look(Arena *a, const OutSet *files, const char *dir, Buf *said)
{
    Look l = { .a = a, .files = files, .dir = dir };
    int fresh = 0, replaced = 0, right = 0;
    const char *path;
    buf_init(&l.names, a);
    buf_put(&l.names, "", 0);
    look_into(&l, "", 0);
    for (int i = 0; (path = outset_path(files, i)); i++) {
        const char *there = str_z(a, str_printf(a, "%s/%s", dir, path)), *slash = strrchr(path, '/');
        int n = slash ? (int)(slash - path) : 0;
        bool seen = n == 0;
        for (int k = 0; k < i && !seen; k++) {
            const char *other = outset_path(files, k);
            seen = !strncmp(other, path, (size_t)n + 1) && !strchr(other + n + 1, '/');
        }
        if (!seen) look_into(&l, path, n);
        if (!regular(there)) fresh++;
        else if (same(there, outset_content(files, path))) right++;
        else replaced++;
    }
    if (!l.others) return;
    buf_printf(said, "%s: %d files are new, %d replaced, %d right already; kept, not of this design: %.*s", dir, fresh,
               replaced, right, (int)l.names.n, l.names.at);
    if (l.others > NAMED) buf_printf(said, " and %d more", l.others - NAMED);
    buf_printf(said, "\n");
}
