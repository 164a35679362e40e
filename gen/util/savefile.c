/* savefile.c - blocks that are checked before anything of them is used. */
#include "util/savefile.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 1 << 20, KIND_MAX = 80 };

struct SaveFile {
    int fd, error;
    char *path, *temp;               /* temp: while it is written, else NULL */
    size_t at, n;                    /* of the block: taken or put, there */
    uint64_t number;
    bool last;                       /* the empty block was read */
    uint64_t block[BLOCK / 8];
};

/* ---- blocks ---- */

static uint64_t check_of(const uint64_t *at, size_t n, uint64_t number)
{
    const uint64_t a = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t h[4] = { number, n, 1, 2 }, word[4];
    for (size_t i = 0; i < n; i += sizeof word) {
        size_t some = n - i < sizeof word ? n - i : sizeof word;
        memset(word, 0, sizeof word);
        memcpy(word, (const char *)at + i, some);
        for (int k = 0; k < 4; k++) h[k] = (h[k] ^ word[k]) * a, h[k] ^= h[k] >> 29;
    }
    for (int k = 1; k < 4; k++) h[0] = (h[0] ^ h[k]) * a, h[0] ^= h[0] >> 31;
    return h[0];
}

static void write_all(SaveFile *f, const void *from, size_t n)
{
    const char *at = from;
    while (n && !f->error) {
        ssize_t k = write(f->fd, at, n);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) { f->error = k ? errno : EIO; return; }
        at += k;
        n -= (size_t)k;
    }
}

static bool read_all(SaveFile *f, void *to, size_t n)
{
    char *at = to;
    while (n) {
        ssize_t k = read(f->fd, at, n);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return false;
        at += k;
        n -= (size_t)k;
    }
    return true;
}

static void write_block(SaveFile *f)
{
    uint32_t n = (uint32_t)f->at;
    uint64_t check = check_of(f->block, n, f->number++);
    write_all(f, &n, sizeof n);
    write_all(f, f->block, n);
    write_all(f, &check, sizeof check);
    f->at = 0;
}

static bool read_block(SaveFile *f)
{
    uint32_t n;
    uint64_t check;
    f->at = f->n = 0;
    if (f->last || !read_all(f, &n, sizeof n) || n > BLOCK || !read_all(f, f->block, n) ||
        !read_all(f, &check, sizeof check) || check != check_of(f->block, n, f->number++))
        return false;
    f->n = n;
    f->last = !n;
    return true;
}

/* ---- files ---- */

static SaveFile *file(const char *path)
{
    SaveFile *f = malloc(sizeof *f);
    if (!f) { errno = ENOMEM; return NULL; }
    *f = (SaveFile){ .fd = -1, .path = strdup(path) };
    if (f->path) return f;
    free(f);
    errno = ENOMEM;
    return NULL;
}

static void destroy(SaveFile *f)
{
    int error = errno;
    if (f->fd >= 0) close(f->fd);
    free(f->path);
    free(f->temp);
    free(f);
    errno = error;
}

SaveFile *savefile_create(const char *path, const char *kind)
{
    SaveFile *f = file(path);
    if (!f) return NULL;
    size_t n = strlen(path) + 32;
    f->temp = malloc(n);
    if (!f->temp) { errno = ENOMEM; destroy(f); return NULL; }
    snprintf(f->temp, n, "%s.%ld.part", path, (long)getpid());
    f->fd = open(f->temp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (f->fd < 0) { destroy(f); return NULL; }
    write_all(f, kind, strlen(kind));
    write_all(f, "\n", 1);
    return f;
}

void savefile_put(SaveFile *f, const void *from, size_t n)
{
    for (const char *at = from; n; ) {
        size_t some = n < BLOCK - f->at ? n : BLOCK - f->at;
        memcpy((char *)f->block + f->at, at, some);
        f->at += some;
        at += some;
        n -= some;
        if (f->at == BLOCK) write_block(f);
    }
}

bool savefile_finish(SaveFile *f)
{
    if (f->at) write_block(f);
    write_block(f);
    if (!f->error && fsync(f->fd) && errno != EINVAL && errno != EROFS) f->error = errno;
    if (close(f->fd) && !f->error) f->error = errno;
    f->fd = -1;
    if (!f->error && rename(f->temp, f->path)) f->error = errno;
    int error = f->error;
    if (error) unlink(f->temp);
    destroy(f);
    errno = error;
    return !error;
}

void savefile_drop(SaveFile *f)
{
    unlink(f->temp);
    destroy(f);
}

SaveFile *savefile_open(const char *path, const char *kind)
{
    char line[KIND_MAX];
    size_t n = strlen(kind);
    SaveFile *f = file(path);
    if (!f) return NULL;
    f->fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);     /* does not wait for the writer of a pipe */
    if (f->fd < 0) { destroy(f); return NULL; }
    if (n + 1 <= sizeof line && read_all(f, line, n + 1) && !memcmp(line, kind, n) && line[n] == '\n') return f;
    destroy(f);
    errno = 0;
    return NULL;
}

bool savefile_get(SaveFile *f, void *to, size_t n)
{
    for (char *at = to; n; ) {
        if (f->at == f->n && (!read_block(f) || !f->n)) return false;
        size_t some = n < f->n - f->at ? n : f->n - f->at;
        memcpy(at, (const char *)f->block + f->at, some);
        f->at += some;
        at += some;
        n -= some;
    }
    return true;
}

bool savefile_ends(SaveFile *f)
{
    char more;
    if (f->at == f->n && !f->last && !read_block(f)) return false;
    return f->at == f->n && f->last && read(f->fd, &more, 1) == 0;
}

void savefile_close(SaveFile *f) { destroy(f); }
