/* outset.c - a set of output files that appears whole or not at all; see buf.h for the contract.
 *
 * Stage: write and sync every changed file under a temporary name. Publish: rename each, keeping the old file under a second link until all are
 * renamed, so that a late failure can be undone. */
#define _POSIX_C_SOURCE 200809L
#include "util/buf.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    const char *final, *temporary, *backup;  /* paths */
    const Buf *content;
    bool staged, published, had_backup;      /* staged: the temporary exists */
} Out;

struct OutSet {
    Arena *arena;
    const char *dir;
    VEC(Out) outs;
    VEC(const char *) made;                  /* folders created by this commit, outermost first */
};

OutSet *outset_create(Arena *a, const char *dir)
{
    OutSet *o = NEW(a, OutSet);
    o->arena = a;
    o->dir = str_z(a, str_from(*dir ? dir : "."));
    return o;
}

void outset_add(OutSet *o, const char *relative_path, const Buf *content)
{
    const char *slash = strrchr(relative_path, '/'), *base = slash ? slash + 1 : relative_path;
    int folder = (int)(base - relative_path);
    long pid = (long)getpid();
    Out out = { 0 };
    out.final = str_printf(o->arena, "%s/%s", o->dir, relative_path).p;
    out.temporary = str_printf(o->arena, "%s/%.*s.%s.%ld.new", o->dir, folder, relative_path, base, pid).p;
    out.backup = str_printf(o->arena, "%s/%.*s.%s.%ld.old", o->dir, folder, relative_path, base, pid).p;
    out.content = content;
    vec_push(o->arena, &o->outs, out);
}

static bool fail(Diags *d, const char *path, const char *what)
{
    diag_error(d, (Pos){ path, 0, 0 }, "%s: %s", what, strerror(errno));
    return false;
}

/* Creates the folders of path (all but its last component). */
static bool make_folders(OutSet *o, const char *path, Diags *d)
{
    for (const char *p = strchr(path + 1, '/'); p; p = strchr(p + 1, '/')) {
        const char *folder = str_copy(o->arena, path, (int)(p - path)).p;
        struct stat st;
        if (mkdir(folder, 0777) == 0)
            vec_push(o->arena, &o->made, folder);
        else if (errno != EEXIST)
            return fail(d, folder, "cannot create the output folder");
        else if (stat(folder, &st) != 0 || !S_ISDIR(st.st_mode)) {
            errno = ENOTDIR;
            return fail(d, folder, "cannot be used as an output folder");
        }
    }
    return true;
}

/* True when the file under path already has this content. */
static bool unchanged(const char *path, const Buf *content)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool same = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && (size_t)st.st_size == content->n;
    char part[65536];
    for (size_t done = 0; same && done < content->n;) {
        ssize_t n = read(fd, part, sizeof part);
        same = n > 0 && (size_t)n <= content->n - done && memcmp(part, content->at + done, (size_t)n) == 0;
        if (same)
            done += (size_t)n;
    }
    close(fd);
    return same;
}

static bool write_all(int fd, const char *p, size_t n)
{
    while (n > 0) {
        ssize_t k = write(fd, p, n);
        if (k < 0 && errno != EINTR)
            return false;
        if (k > 0)
            p += k, n -= (size_t)k;
    }
    return true;
}

static bool stage(OutSet *o, Out *out, Diags *d)
{
    struct stat st;
    if (!make_folders(o, out->final, d))
        return false;
    if (stat(out->final, &st) == 0 && !S_ISREG(st.st_mode)) {
        errno = S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
        return fail(d, out->final, "cannot be replaced by an output file");
    }
    if (unchanged(out->final, out->content))
        return true;
    int fd = open(out->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0)
        return fail(d, out->final, "cannot write");
    out->staged = true;
    bool ok = write_all(fd, out->content->at, out->content->n) && fsync(fd) == 0;
    int why = errno;
    if (close(fd) != 0 && ok) {
        ok = false;
        why = errno;
    }
    errno = why;
    return ok || fail(d, out->final, "cannot write");
}

static bool publish(Out *out, Diags *d)
{
    if (!out->staged)
        return true;
    unlink(out->backup);
    out->had_backup = link(out->final, out->backup) == 0;  /* fails when there is no earlier file */
    if (rename(out->temporary, out->final) != 0)
        return fail(d, out->final, "cannot replace");
    out->staged = false;
    out->published = true;
    return true;
}

/* Puts everything back as it was before the commit. */
static void undo(OutSet *o)
{
    for (int i = o->outs.n - 1; i >= 0; i--) {
        Out *out = &o->outs.at[i];
        if (out->staged)
            unlink(out->temporary);
        if (out->published && !out->had_backup)
            unlink(out->final);
        if (out->had_backup && rename(out->backup, out->final) != 0)
            continue;
        unlink(out->backup);    /* rename between two links of one file leaves both */
    }
    for (int i = o->made.n - 1; i >= 0; i--)
        rmdir(o->made.at[i]);
}

static void sync_folder(OutSet *o, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash || slash == path)
        return;
    int fd = open(str_copy(o->arena, path, (int)(slash - path)).p, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

bool outset_commit(OutSet *o, Diags *d)
{
    bool ok = true;
    for (int i = 0; ok && i < o->outs.n; i++)
        ok = stage(o, &o->outs.at[i], d);
    for (int i = 0; ok && i < o->outs.n; i++)
        ok = publish(&o->outs.at[i], d);
    if (!ok) {
        undo(o);
        return false;
    }
    for (int i = 0; i < o->outs.n; i++) {
        if (o->outs.at[i].had_backup)
            unlink(o->outs.at[i].backup);
        if (o->outs.at[i].published)
            sync_folder(o, o->outs.at[i].final);
    }
    return true;
}
