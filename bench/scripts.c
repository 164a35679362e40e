/* scripts.c - benches that are a script of their own: a few lines around Icarus, and around Yosys. */
#define _GNU_SOURCE
#include "bench.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Its output is the report; its exit status is this program's. */
static int script(Bench *b, int argc, char **argv)
{
    VEC(char *) args = {0};
    vec_push(b->a, &args, tool_text(b->a, "%s/scripts/bench_%s.sh", b->top, b->name));
    for (int i = 0; i < argc; i++) vec_push(b->a, &args, argv[i]);
    vec_push(b->a, &args, NULL);
    setenv("COHGEN", tool_text(b->a, "%s/cohgen", b->build), 1);
    fflush(NULL);
    int status;
    pid_t pid = fork();
    if (pid < 0) tool_fatal(3, "cannot fork: %s", strerror(errno));
    if (pid == 0) {
        execv(args.at[0], args.at);
        _exit(127);
    }
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) tool_fatal(3, "cannot wait: %s", strerror(errno));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 3;
}

int bench_cuckoo(Bench *b, int argc, char **argv) { return script(b, argc, argv); }
int bench_fpga(Bench *b, int argc, char **argv) { return script(b, argc, argv); }
