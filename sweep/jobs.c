/* jobs.c - makes runs. Who makes one holds its claim, a file that only one can create and that is touched while the run
 * goes on; a claim that stays as it is for too long, or whose process is gone from this machine, is taken away. The
 * result appears by a rename: whole, or not at all. So a run may be made twice, and never counts twice. */
#define _GNU_SOURCE
#include "jobs.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct { struct timespec touched; double since; } Seen; /* of another's claim */
typedef struct {
    const Jobs *runs;
    const char *dir;
    char host[64];
    double patience;
    Seen *seen;
} Worker;

static volatile sig_atomic_t ended; /* by a signal */
static void end(int signal) { ended = signal; }

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void nap(void) { nanosleep(&(struct timespec){ 0, 20000000 }, NULL); }

static void path(const Worker *j, long i, const char *kind, char *to)
{
    char name[JOBS_TEXT];
    j->runs->name(j->runs->of, i, name);
    if (snprintf(to, JOBS_TEXT, "%s/%s.%s", j->dir, name, kind) >= JOBS_TEXT) exit(2);
}

static bool there(const Worker *j, long i, const char *kind)
{
    char p[JOBS_TEXT];
    path(j, i, kind, p);
    return access(p, F_OK) == 0;
}

static bool fail(const char *what)
{
    perror(what);
    exit(3);
}

/* The claim is ours now. Its text is there from its first moment on: it is linked into its place. */
static bool claim(const Worker *j, long i)
{
    char p[JOBS_TEXT], mine[JOBS_TEXT];
    path(j, i, "claim", p);
    if (snprintf(mine, sizeof mine, "%s/.claim.%s.%ld", j->dir, j->host, (long)getpid()) >= JOBS_TEXT) exit(2);
    FILE *f = fopen(mine, "w");
    if (!f || fprintf(f, "%s %ld\n", j->host, (long)getpid()) < 0 || fclose(f) != 0) return fail(mine);
    bool got = link(mine, p) == 0;
    if (!got && errno != EEXIST) return fail(p);
    unlink(mine);
    return got;
}

/* Whether nobody works at a run that is claimed. */
static bool stale(const Worker *j, long i)
{
    char p[JOBS_TEXT], host[64] = "";
    long pid = 0;
    struct stat st;
    path(j, i, "claim", p);
    FILE *f = fopen(p, "r");
    if (!f || fstat(fileno(f), &st) != 0) {
        if (f) fclose(f);
        return false; /* it has just gone */
    }
    int n = fscanf(f, "%63s %ld", host, &pid);
    fclose(f);
    if (n == 2 && strcmp(host, j->host) == 0 && kill((pid_t)pid, 0) != 0 && errno == ESRCH) return true;
    Seen *seen = &j->seen[i];
    if (seen->since == 0 || memcmp(&seen->touched, &st.st_mtim, sizeof st.st_mtim) != 0)
        *seen = (Seen){ st.st_mtim, now() };
    return now() - seen->since > j->patience;
}

/* One of those who find a claim stale takes it away. */
static void take_away(const Worker *j, long i)
{
    char p[JOBS_TEXT], gone[JOBS_TEXT];
    path(j, i, "claim", p);
    if (snprintf(gone, sizeof gone, "%s/.gone.%s.%ld", j->dir, j->host, (long)getpid()) >= JOBS_TEXT) exit(2);
    if (rename(p, gone) == 0) unlink(gone);
    j->seen[i] = (Seen){ .since = 0 };
}

/* The command's exit status, and what it and its children have used; touches the claim meanwhile. */
static int run_command(const char *command, const char *log, const char *held, struct rusage *used)
{
    pid_t child = fork();
    if (child < 0) return fail("fork");
    if (child == 0) {
        setpgid(0, 0);
        int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        if (fd < 0 || dup2(fd, 1) < 0 || dup2(fd, 2) < 0) _exit(126);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    int status = 0;
    for (double touched = now(); wait4(child, &status, WNOHANG, used) == 0; nap()) {
        if (ended) kill(-child, SIGKILL);
        if (now() - touched < 1) continue;
        utimensat(AT_FDCWD, held, NULL, 0);
        touched = now();
    }
    return status;
}

static void keep(const char *file) /* on disk, before its name says so */
{
    int fd = open(file, O_RDONLY);
    if (fd < 0 || fsync(fd) != 0 || close(fd) != 0) fail(file);
}

/* What a run has cost, behind a name of its own before the result has its: of the last time that it was made. */
static void write_cost(const Worker *j, long i, int status, double elapsed, const struct rusage *used)
{
    char mine[JOBS_TEXT], cost[JOBS_TEXT], kind[128];
    snprintf(kind, sizeof kind, "cost.%s.%ld", j->host, (long)getpid());
    path(j, i, kind, mine);
    path(j, i, "cost", cost);
    double seconds = (double)(used->ru_utime.tv_sec + used->ru_stime.tv_sec) +
                     (double)(used->ru_utime.tv_usec + used->ru_stime.tv_usec) / 1e6;
    FILE *f = fopen(mine, "w");
    if (!f || fprintf(f, "%s %d %.3f %.3f %ld\n", j->host, WIFEXITED(status) ? WEXITSTATUS(status) :
                      128 + WTERMSIG(status), seconds, elapsed, used->ru_maxrss) < 0 || fclose(f) != 0 ||
        rename(mine, cost) != 0) fail(cost);
}

/* Makes a run that is claimed. */
static void make(const Worker *j, long i)
{
    char out[JOBS_TEXT], log[JOBS_TEXT], result[JOBS_TEXT], failed[JOBS_TEXT], held[JOBS_TEXT];
    char kind[128], command[JOBS_TEXT];
    struct rusage used = { 0 };
    double begun = now();
    snprintf(kind, sizeof kind, "out.%s.%ld.csv", j->host, (long)getpid());
    path(j, i, kind, out);
    snprintf(kind, sizeof kind, "log.%s.%ld", j->host, (long)getpid());
    path(j, i, kind, log);
    path(j, i, "result", result);
    path(j, i, "failed", failed);
    path(j, i, "claim", held);
    j->runs->command(j->runs->of, i, out, command);
    int status = run_command(command, log, held, &used);
    if (!ended) write_cost(j, i, status, now() - begun, &used);
    if (!ended && status == 0 && access(out, F_OK) == 0) {
        keep(out);
        if (rename(out, result) != 0) fail(result);
        unlink(failed);
        unlink(log);
    } else {
        unlink(out);
        if (ended) unlink(log);
        else if (rename(log, failed) != 0) fail(failed);
    }
    unlink(held);
}

long jobs_run(const Jobs *runs, const char *dir, long part, long parts, double patience, bool retry)
{
    Worker j = { .runs = runs, .dir = dir, .patience = patience, .seen = calloc((size_t)runs->n, sizeof *j.seen) };
    if (gethostname(j.host, sizeof j.host - 1) != 0 || !j.seen) fail("jobs");
    signal(SIGINT, end);
    signal(SIGTERM, end);
    long failed = 0, open = 1;
    char *tried = calloc((size_t)runs->n, 1);
    while (open && !ended) {
        open = failed = 0;
        for (long i = part; i < runs->n && !ended; i += parts) {
            if (there(&j, i, "result")) continue;
            bool was = there(&j, i, "failed");
            if (was && (!retry || tried[i])) { failed++; continue; }
            open++;
            if (claim(&j, i)) {
                if (there(&j, i, "result")) { /* by another, between our look and our claim */
                    char held[JOBS_TEXT];
                    path(&j, i, "claim", held);
                    unlink(held);
                } else tried[i] = 1, make(&j, i);
            } else if (stale(&j, i)) take_away(&j, i);
        }
        if (open) nap();
    }
    free(tried);
    free(j.seen);
    if (ended) exit(128 + ended);
    return failed;
}
