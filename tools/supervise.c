/* supervise.c - work that can be ended with all that it has started. */
#define _GNU_SOURCE
#include "tools.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t ended; /* by a signal */
static volatile pid_t worker;
static void end(int signal)
{
    ended = signal;
    if (worker > 0) kill(-worker, SIGTERM);
}

/* Copies what the work prints, until all that it has started are gone too. */
static void copy_output(int from, FILE *text)
{
    char part[4096];
    for (ssize_t n; (n = read(from, part, sizeof part)) != 0;) {
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) break;
        fwrite(part, 1, (size_t)n, stdout);
        fflush(stdout);
        if (text) fwrite(part, 1, (size_t)n, text);
    }
}

int tool_supervise(int (*work)(void *of), void *of, FILE *text)
{
    int both[2];
    struct sigaction action = {.sa_handler = end};
    if (pipe(both) != 0) tool_fatal(3, "no pipe: %s", strerror(errno));
    fflush(NULL);
    worker = fork();
    if (worker < 0) tool_fatal(3, "cannot fork: %s", strerror(errno));
    if (worker == 0) {
        setpgid(0, 0);
        close(both[0]);
        if (dup2(both[1], 1) < 0) _exit(3);
        close(both[1]);
        int status = work(of);
        fflush(NULL);
        _exit(status);
    }
    setpgid(worker, worker);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    close(both[1]);
    copy_output(both[0], text);
    close(both[0]);
    int status;
    while (waitpid(worker, &status, 0) < 0)
        if (errno != EINTR) tool_fatal(3, "cannot wait: %s", strerror(errno));
    return ended ? 128 + ended : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
