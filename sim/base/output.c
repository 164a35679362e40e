/* output.c - see output.h. */
#define _XOPEN_SOURCE 700
#include "base/output.h"
#include "base/base.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NOT_A_NAME "'-' is no name here; the standard output has the name /dev/stdout"

static bool cannot(const char *name, const char *why)
{
    fprintf(stderr, "error: cannot write %s: %s\n", name, why);
    return false;
}

static char *copy(const char *text)
{
    char *to = sim_alloc(strlen(text) + 1, 1);
    return strcpy(to, text);
}

/* Like sim_output_regular. *through: there is something else that can be written to as it is. */
static char *behind(const char *name, bool *through)
{
    struct stat st, link;
    if (strcmp(name, "-") == 0) return *through = false, cannot(name, NOT_A_NAME), NULL;
    bool exists = stat(name, &st) == 0, linked = lstat(name, &link) == 0 && S_ISLNK(link.st_mode);
    *through = exists && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
    if (*through) return NULL;
    if (exists && S_ISDIR(st.st_mode)) return cannot(name, strerror(EISDIR)), NULL;
    if (!linked) return copy(name);
    char *path = exists ? realpath(name, NULL) : NULL;
    if (!path) cannot(name, "it is a link to nothing");
    return path;
}

char *sim_output_regular(const char *name)
{
    bool through;
    char *path = behind(name, &through);
    if (through) cannot(name, "it is not a regular file");
    return path;
}

/* Closes even if something failed before; errno is that of the first failure. */
static bool closed(FILE *f)
{
    errno = 0;
    bool ok = fflush(f) == 0 && !ferror(f);
    int why = errno;
    if (fclose(f) != 0 && ok) return false;
    errno = why ? why : EIO;
    return ok;
}

FILE *sim_output_open(const char *name)
{
    FILE *f = strcmp(name, "-") == 0 ? NULL : fopen(name, "w");
    if (!f) cannot(name, strcmp(name, "-") == 0 ? NOT_A_NAME : strerror(errno));
    return f;
}

bool sim_output_close(FILE *f, const char *name) { return closed(f) || cannot(name, strerror(errno)); }

bool sim_output_flush(FILE *f)
{
    errno = 0;
    return (fflush(f) == 0 && !ferror(f)) || cannot("the output", strerror(errno ? errno : EIO));
}

/* A reader of a FIFO that goes away is an error of writing, not the end of the process. */
static bool write_through(const char *name, void (*write)(const void *what, FILE *f), const void *what)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGPIPE, &ignore, &before);
    FILE *f = fopen(name, "w");
    if (f) write(what, f);
    bool ok = f && closed(f);
    if (!ok) cannot(name, strerror(errno));
    sigaction(SIGPIPE, &before, NULL);
    return ok;
}

static void hold_signals(sigset_t *before)
{
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGHUP);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGQUIT);
    sigaddset(&held, SIGTERM);
    sigprocmask(SIG_BLOCK, &held, before);
}

/* One that was held, and that nohup or the like does not keep away: the run is about to end. */
static bool came(int number)
{
    sigset_t now;
    struct sigaction how;
    return sigpending(&now) == 0 && sigismember(&now, number) == 1 && sigaction(number, NULL, &how) == 0 &&
           how.sa_handler != SIG_IGN;
}

static bool signal_waits(void) { return came(SIGHUP) || came(SIGINT) || came(SIGQUIT) || came(SIGTERM); }

/* The temporary is new: what lies there, a link perhaps, is not written to. */
static bool write_part(const char *part, void (*write)(const void *what, FILE *f), const void *what)
{
    int fd = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
    if (!f) return false;
    write(what, f);
    return closed(f);
}

static bool write_whole(const char *path, const char *name, void (*write)(const void *what, FILE *f), const void *what)
{
    sigset_t before;
    size_t size = strlen(path) + sizeof "..part" + 20;
    char *part = sim_alloc(size, 1);
    snprintf(part, size, "%s.%ld.part", path, (long)getpid());
    hold_signals(&before);
    bool ok = write_part(part, write, what);
    int why = errno;
    bool ended = signal_waits();
    if (ok && !ended && rename(part, path) != 0) ok = false, why = errno;
    if ((!ok && why != EEXIST) || ended) unlink(part);
    sigprocmask(SIG_SETMASK, &before, NULL); /* the signal that waits ends the process here */
    free(part);
    return ok || cannot(name, strerror(why));
}

bool sim_write_file(const char *name, void (*write)(const void *what, FILE *f), const void *what)
{
    bool through;
    char *path = behind(name, &through);
    if (through) return write_through(name, write, what);
    bool ok = path && write_whole(path, name, write, what);
    free(path);
    return ok;
}
