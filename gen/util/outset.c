/* outset.c - a set of output files that appears whole or not at all; see outset.h for the contract.
 *
 * Stage: write and sync every changed file under a temporary name. Publish: rename each, keeping the old file under a
 * second link until all are renamed, so that a late failure can be undone. Signals that end the process are held until
 * then: one that comes while files are staged undoes the commit. */
#define _XOPEN_SOURCE 700
#include "util/outset.h"
#include "util/signals.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    const char *relative, *final, *temporary, *backup;  /* paths */
    const Buf *content;
    bool staged, published, had_backup;      /* staged: the temporary exists */
} Out;

struct OutSet {
    Arena *arena;
    const char *dir;
    VEC(Out) outs;
    VEC(const char *) made;                  /* folders created by this commit, outermost first */
    bool inside;                             /* no link may lead out of dir */
};

OutSet *outset_create(Arena *a, const char *dir)
{
    OutSet *o = NEW(a, OutSet);
    o->arena = a;
    o->dir = str_z(a, str_from(*dir ? dir : "."));
    o->inside = true;
    return o;
}

/* The file is `path`; the temporaries lie beside it. */
static void name_files(OutSet *o, Out *out, const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    int folder = (int)(base - path);
    long pid = (long)getpid();
    out->final = path;
    out->temporary = str_printf(o->arena, "%.*s.%s.%ld.new", folder, path, base, pid).p;
    out->backup = str_printf(o->arena, "%.*s.%s.%ld.old", folder, path, base, pid).p;
}

void outset_add(OutSet *o, const char *relative_path, const Buf *content)
{
    Out out = { .content = content, .relative = str_z(o->arena, str_from(relative_path)) };
    name_files(o, &out, str_printf(o->arena, "%s/%s", o->dir, relative_path).p);
    vec_push(o->arena, &o->outs, out);
}

OutSet *outset_create_file(Arena *a, const char *path, const Buf *content)
{
    const char *slash = strrchr(path, '/');
    OutSet *o = outset_create(a, slash ? str_z(a, (Str){ path, slash == path ? 1 : (int)(slash - path) }) : ".");
    o->inside = false;
    outset_add(o, slash ? slash + 1 : path, content);
    return o;
}

const Buf *outset_content(const OutSet *o, const char *relative_path)
{
    for (int i = 0; i < o->outs.n; i++)
        if (strcmp(o->outs.at[i].relative, relative_path) == 0) return o->outs.at[i].content;
    return NULL;
}

const char *outset_path(const OutSet *o, int number)
{
    return number >= 0 && number < o->outs.n ? o->outs.at[number].relative : NULL;
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

/* A link stays: it is the file behind it that is written. What is no regular file is left alone. */
static bool find_target(OutSet *o, Out *out, Diags *d)
{
    struct stat st, link;
    bool exists = stat(out->final, &st) == 0;
    if (exists && !S_ISREG(st.st_mode)) {
        const char *what = S_ISDIR(st.st_mode) ? "folder" : "device, FIFO or socket";
        diag_error(d, (Pos){ out->final, 0, 0 }, "cannot be replaced by an output file: it is a %s", what);
        return false;
    }
    if (lstat(out->final, &link) != 0 || !S_ISLNK(link.st_mode))
        return true;
    char *target = exists ? realpath(out->final, NULL) : NULL;
    if (!target) {
        diag_error(d, (Pos){ out->final, 0, 0 }, "cannot be replaced by an output file: it is a link to nothing");
        return false;
    }
    name_files(o, out, str_z(o->arena, str_from(target)));
    free(target);
    return true;
}

/* No link below the folder leads out of it: neither the file nor a folder on the way. */
static bool stays_inside(const OutSet *o, const Out *out, Diags *d)
{
    char *root = realpath(o->dir, NULL), *real = NULL;
    if (!root) return true;                  /* it is not there yet */
    size_t n = strcmp(root, "/") ? strlen(root) : 0;
    int length = (int)strlen(out->final), least = (int)strlen(o->dir);
    while (!(real = realpath(str_copy(o->arena, out->final, length).p, NULL)) && length > least)
        while (--length > least && out->final[length] != '/') continue;
    bool inside = !real || (strncmp(real, root, n) == 0 && (!real[n] || real[n] == '/'));
    if (!inside)
        diag_error(d, (Pos){ out->final, 0, 0 }, "leads out of the output folder '%s', to %s: a link is in the way",
                   o->dir, real);
    free(root);
    free(real);
    return inside;
}

/* ---- what must not be replaced ---- */

static bool same_place(const struct stat *one, const struct stat *other)
{
    return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

bool outset_may_write(Diags *d, const char *path)
{
    struct stat mine, other;
    if (stat(path, &mine) != 0)
        return true;
    const DiagFile *f;
    for (int i = 0; (f = diag_file_at(d, i)); i++) {
        if (stat(f->path, &other) != 0 || !same_place(&mine, &other))
            continue;
        diag_error(d, (Pos){ path, 0, 0 }, "cannot be replaced by an output file: this run has %s it%s%s%s",
                   f->written ? "written" : "read", strcmp(f->path, path) ? " (as " : "",
                   strcmp(f->path, path) ? f->path : "", strcmp(f->path, path) ? ")" : "");
        return false;
    }
    return true;
}

bool outset_same_file(Arena *a, const char *one, const char *other)
{
    struct stat x, y;
    bool there = stat(one, &x) == 0, too = stat(other, &y) == 0;
    if (there || too)
        return there && too && same_place(&x, &y);
    const char *end = strrchr(one, '/'), *ends = strrchr(other, '/');
    if (strcmp(end ? end + 1 : one, ends ? ends + 1 : other) != 0)
        return false;
    const char *folder = end ? str_copy(a, one, (int)(end - one) + 1).p : ".",
               *folders = ends ? str_copy(a, other, (int)(ends - other) + 1).p : ".";
    if (stat(folder, &x) != 0 || stat(folders, &y) != 0)
        return strcmp(one, other) == 0;
    return same_place(&x, &y);
}

/* Before anything is written: all that can be said of the places of the files. */
static bool places_free(OutSet *o, Diags *d)
{
    for (int i = 0; i < o->outs.n; i++) {
        Out *out = &o->outs.at[i];
        if ((o->inside && !stays_inside(o, out, d)) || !find_target(o, out, d))
            return false;
        for (int k = 0; k < i; k++)
            if (strcmp(o->outs.at[k].final, out->final) == 0) {
                diag_error(d, (Pos){ out->final, 0, 0 }, "cannot be written: two output files have this name");
                return false;
            }
        if (!unchanged(out->final, out->content) && !outset_may_write(d, out->final))
            return false;
    }
    return true;
}

static bool stage(OutSet *o, Out *out, Diags *d)
{
    if (!make_folders(o, out->final, d))
        return false;
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

/* The signals that end the process from outside, and no others. */
static const int ending[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU };
enum { N_ENDING = sizeof ending / sizeof *ending };

static void ending_signals(sigset_t *set)
{
    sigemptyset(set);
    for (int i = 0; i < N_ENDING; i++)
        sigaddset(set, ending[i]);
}

static bool signal_waits(void)
{
    bool waits = false;
    for (int i = 0; i < N_ENDING; i++) waits |= signal_came(ending[i]);
    return waits;
}

static bool stage_all(OutSet *o, Diags *d)
{
    if (!places_free(o, d))
        return false;
    for (int i = 0; i < o->outs.n; i++)
        if (signal_waits() || !stage(o, &o->outs.at[i], d))
            return false;
    return !signal_waits();
}

static bool commit(OutSet *o, Diags *d)
{
    bool ok = stage_all(o, d);
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
        diag_file(d, o->outs.at[i].final, true);
    }
    return true;
}

bool outset_commit(OutSet *o, Diags *d)
{
    sigset_t blocked, before;
    ending_signals(&blocked);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    bool ok = commit(o, d);
    int why = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);   /* a signal that waits ends the process here */
    errno = why;
    return ok;
}
