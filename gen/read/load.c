/* load.c - see load.h for the contract. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "read/load.h"
#include "read/source.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Absolute path without links in the arena, or NULL with errno set. */
static const char *real_path(Arena *a, const char *path)
{
    char *real = realpath(path, NULL);
    const char *copy = real ? str_printf(a, "%s", real).p : NULL;
    free(real);
    return copy;
}

static Str folder_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return (Str){ path, slash ? (int)(slash - path) + 1 : 0 };
}

/* The stock specs: $COHGEN_SPECS, else where the build says they are installed. */
static const char *stock_folder(Arena *a)
{
    const char *path = getenv("COHGEN_SPECS");
#ifdef COHGEN_SPECS_DIR
    if (!path || !*path)
        path = COHGEN_SPECS_DIR;
#endif
    return path && *path ? real_path(a, path) : NULL;
}

Folders folders_of(Arena *a, const char *main_path)
{
    Folders f = { NULL, stock_folder(a) };
    const char *real = real_path(a, main_path);
    if (real) {
        Str folder = folder_part(real);
        f.main = str_copy(a, folder.p, folder.n > 1 ? folder.n - 1 : 1).p;
    }
    return f;
}

static bool below(const char *path, const char *folder)
{
    size_t n = folder ? strlen(folder) : 0;
    return n > 0 && strncmp(path, folder, n) == 0 && (path[n] == '/' || n == 1);
}

const char *resolve_use(Arena *a, Diags *d, Pos at, const Folders *f, const char *from, Str use)
{
    if (use.n == 0 || use.p[0] == '/') {
        diag_error(d, at,
                   use.n ? "the path of a used file must be relative to this file"
                         : "expected the path of the file to use");
        return NULL;
    }
    while (use.n > 2 && use.p[0] == '.' && use.p[1] == '/')
        use = (Str){ use.p + 2, use.n - 2 };
    const char *path = str_printf(a, STR_FMT STR_FMT, STR_ARG(folder_part(from)), STR_ARG(use)).p;
    const char *real = real_path(a, path);
    if (!real) {
        diag_error(d, at, "cannot open %s: %s", path, strerror(errno));
        return NULL;
    }
    if (!below(real, f->main) && !below(real, f->stock)) {
        diag_error(d, at, "%s lies outside the folder of the main file and that of the stock specs", path);
        return NULL;
    }
    return path;
}

static bool refuse(Diags *d, Pos at, const char *path, const char *why)
{
    diag_error(d, at, "cannot read %s: %s", path, why);
    return false;
}

static bool check_kind(Diags *d, Pos at, const char *path, const struct stat *st)
{
    if (S_ISDIR(st->st_mode))
        return refuse(d, at, path, "it is a folder; expected an XML file");
    if (!S_ISREG(st->st_mode))
        return refuse(d, at, path, "it is not a regular file");
    if (st->st_size > MAX_FILE)
        return refuse(d, at, path, "it is too large: at most 8 MB");
    return true;
}

/* Reads up to MAX_FILE bytes; a file that grows meanwhile is cut there and refused. */
static bool read_all(Arena *a, int fd, size_t expected, Loaded *out)
{
    size_t room = expected + 1;
    char *text = arena_alloc(a, room + 1);
    size_t n = 0;
    while (n < room) {
        ssize_t k = read(fd, text + n, room - n);
        if (k < 0 && errno == EINTR)
            continue;
        if (k < 0)
            return false;
        if (k == 0)
            break;
        n += (size_t)k;
    }
    errno = ESTALE;
    out->text = text;
    out->size = n;
    return n < room;
}

bool load_file(Arena *a, Diags *d, Pos at, const char *path, Loaded *out)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        return refuse(d, at, path, strerror(errno));
    bool ok = fstat(fd, &st) == 0 ? check_kind(d, at, path, &st) : refuse(d, at, path, strerror(errno));
    if (ok) {
        diag_file(d, path, false);
        out->device = (unsigned long long)st.st_dev;
        out->inode = (unsigned long long)st.st_ino;
        ok = read_all(a, fd, (size_t)st.st_size, out) || refuse(d, at, path, strerror(errno));
    }
    close(fd);
    return ok;
}
