/* apart.c - no output of a run is a file that it reads, and no two outputs are one file; see options.h. */
#define _POSIX_C_SOURCE 200809L
#include "base/options.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct { const char *name, *path; } Named;

static bool same_place(const struct stat *one, const struct stat *other)
{
    return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

/* Of a path with a slash what is before it, with the slash; else this folder. */
static bool folder_of(const char *path, struct stat *st)
{
    const char *slash = strrchr(path, '/');
    if (!slash) return stat(".", st) == 0;
    size_t n = (size_t)(slash - path) + 1;
    char *folder = sim_alloc(n + 1, 1);
    memcpy(folder, path, n);
    bool there = stat(folder, st) == 0;
    free(folder);
    return there;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Neither need exist yet. What is no regular file keeps nothing that could be lost. */
static bool same_file(const char *one, const char *other)
{
    struct stat x, y;
    bool there = stat(one, &x) == 0, too = stat(other, &y) == 0;
    if (there || too) return there && too && S_ISREG(x.st_mode) && same_place(&x, &y);
    return strcmp(base_name(one), base_name(other)) == 0 && folder_of(one, &x) && folder_of(other, &y) &&
           same_place(&x, &y);
}

static int clash(const Named *out, const char *what, const char *path)
{
    fprintf(stderr, "error: --%s %s: %s %s\nTry --help.\n", out->name, out->path, what, path);
    return SIM_EXIT_USAGE;
}

int sim_options_apart(const SimOptions *o)
{
    const Named out[] = { { "wave", o->wave },   { "record", o->record }, { "shrink", o->shrink },
                          { "axe", o->axe },     { "stats", o->stats },   { "rows", o->rows },
                          { "coverage", o->coverage }, { "races-out", o->races_out } };
    enum { N = sizeof out / sizeof *out };
    uint32_t first = strcmp(o->test, "kernel") == 0;
    const char *test = first && o->n_arguments ? o->arguments[0] : o->test;
    bool reads = !o->coverage_merge && (strcmp(test, "litmus") == 0 || strcmp(test, "trace") == 0);
    for (uint32_t i = 0; i < N; i++) {
        if (!out[i].path) continue;
        for (uint32_t k = 0; k < i; k++)
            if (out[k].path && same_file(out[i].path, out[k].path))
                return clash(&out[i], "two outputs are one file, the other is that of", out[k].name);
        for (uint32_t k = first; reads && k < o->n_arguments; k++)
            if (same_file(out[i].path, o->arguments[k])) return clash(&out[i], "the run reads", o->arguments[k]);
        for (uint32_t k = 0; i != N - 1 && k < o->n_races; k++)      /* the counts may go into the list itself */
            if (same_file(out[i].path, o->races[k])) return clash(&out[i], "the run reads", o->races[k]);
        if (o->coverage_except && same_file(out[i].path, o->coverage_except))
            return clash(&out[i], "the run reads", o->coverage_except);
    }
    return 0;
}
