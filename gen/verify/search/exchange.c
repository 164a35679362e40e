/* exchange.c - files, signs of life, and waiting. */
#define _GNU_SOURCE
#include "verify/search/exchange.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char kind[] = "cohgen exchange 1";
enum { BEAT_US = 500000, LOOK_US = 20000, HOST = 64, PATH = 4096 };

/* What a process writes again and again. */
typedef struct { int64_t pid; uint64_t beats; char host[HOST]; } Life;

struct Exchange {
    const char *dir;
    int me, n;
    double patience, until, looked;
    _Atomic bool over;
    bool beating;
    pthread_t heart;
    Life own, last[EXCHANGE_MOST];   /* of the others: what was read, and when it changed */
    double changed[EXCHANGE_MOST];
    char why[200];
};

int exchange_me(const Exchange *e) { return e->me; }
int exchange_n(const Exchange *e) { return e->n; }
const char *exchange_why(const Exchange *e) { return e->why; }
void exchange_until(Exchange *e, double when) { e->until = when; }

static const char *path_of(const Exchange *e, char *to, const char *what, uint64_t number, int from, int at)
{
    snprintf(to, PATH, "%s/%s.%llu.%d.%d", e->dir, what, (unsigned long long)number, from, at);
    return to;
}

/* ---- signs of life ---- */

static void *beat(void *at)
{
    Exchange *e = at;
    char path[PATH];
    snprintf(path, sizeof path, "%s/alive.%d", e->dir, e->me);
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    while (!e->over && fd >= 0) {
        e->own.beats++;
        if (pwrite(fd, &e->own, sizeof e->own, 0) < 0) break;
        fsync(fd);
        usleep(BEAT_US);
    }
    if (fd >= 0) close(fd);
    return NULL;
}

static bool lives(Exchange *e, int i, double now)
{
    char path[PATH];
    Life x = { 0 };
    snprintf(path, sizeof path, "%s/alive.%d", e->dir, i);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool read_it = fd >= 0 && read(fd, &x, sizeof x) == (ssize_t)sizeof x;
    if (fd >= 0) close(fd);
    if (read_it && (x.beats != e->last[i].beats || x.pid != e->last[i].pid)) {
        e->last[i] = x;
        e->changed[i] = now;
    }
    bool here = read_it && !strncmp(x.host, e->own.host, HOST);
    if (here && kill((pid_t)x.pid, 0) && errno == ESRCH) {
        snprintf(e->why, sizeof e->why, "process %d of %d is gone", i, e->n);
        return false;
    }
    if (now - e->changed[i] <= e->patience) return true;
    snprintf(e->why, sizeof e->why, "process %d of %d has shown nothing for %.0f s", i, e->n, e->patience);
    return false;
}

/* A process that has come to its end is not missed. */
static bool is_there(const Exchange *e, const char *what, int i)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s/%s.%d", e->dir, what, i);
    return access(path, F_OK) == 0;
}

SearchEnd exchange_look(Exchange *e)
{
    double now = search_clock();
    if (now - e->looked < 0.5) return END_ALL;
    e->looked = now;
    for (int i = 0; i < e->n; i++) {
        if (i == e->me) continue;
        if (is_there(e, "gave_up", i)) {
            snprintf(e->why, sizeof e->why, "process %d of %d has given up", i, e->n);
            return END_PARTNER;
        }
        if (!is_there(e, "ended", i) && !lives(e, i, now)) return END_PARTNER;
    }
    return END_ALL;
}

static void leave_sign(const Exchange *e, const char *what)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s/%s.%d", e->dir, what, e->me);
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (fd >= 0) close(fd);
}

void exchange_give_up(Exchange *e) { leave_sign(e, "gave_up"); }

/* ---- begin and end ---- */

Exchange *exchange_open(const char *dir, int me, int n, int seconds)
{
    char path[PATH];
    Exchange *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    *e = (Exchange){ .dir = dir, .me = me, .n = n, .patience = seconds, .own.pid = getpid() };
    gethostname(e->own.host, HOST - 1);
    for (int i = 0; i < n; i++) e->changed[i] = search_clock();
    snprintf(path, sizeof path, "%s/alive.%d", dir, me);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0) close(fd);
    e->beating = fd >= 0 && !pthread_create(&e->heart, NULL, beat, e);
    if (e->beating) return e;
    if (fd >= 0) errno = ENOMEM;
    free(e);
    return NULL;
}

void exchange_close(Exchange *e)
{
    if (!e) return;
    leave_sign(e, "ended");
    e->over = true;
    if (e->beating) pthread_join(e->heart, NULL);
    free(e);
}

/* ---- files ---- */

SaveFile *exchange_write(Exchange *e, const char *what, uint64_t number, int to)
{
    char path[PATH];
    return savefile_create(path_of(e, path, what, number, e->me, to), kind);
}

SearchEnd exchange_read(Exchange *e, const char *what, uint64_t number, int from, SaveFile **f)
{
    char path[PATH];
    path_of(e, path, what, number, from, e->me);
    for (;;) {
        *f = savefile_open(path, kind);
        if (*f) return END_ALL;
        if (search_stopped()) return END_STOPPED;
        if (e->until > 0 && search_clock() > e->until) return END_TIME;
        if (exchange_look(e) != END_ALL) {
            *f = savefile_open(path, kind);
            return *f ? END_ALL : END_PARTNER;
        }
        usleep(LOOK_US);
    }
}

void exchange_remove(Exchange *e, const char *what, uint64_t number, int from, int to)
{
    char path[PATH];
    unlink(path_of(e, path, what, number, from, to));
}
