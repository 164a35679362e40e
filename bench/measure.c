/* measure.c - what programs cost: time that goes by, processor time, memory. */
#define _GNU_SOURCE
#include "bench.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

char *bench_measured(Bench *b, const Words *command, Cost *cost)
{
    char *file = tool_text(b->a, "%s/output", b->scratch);
    Words args = {0};
    tool_add_all(b->a, &args, command);
    vec_push(b->a, &args, NULL);
    int status = 0;
    struct rusage use;
    fflush(NULL);
    double start = seconds();
    pid_t pid = fork();
    if (pid < 0) tool_fatal(3, "cannot fork: %s", strerror(errno));
    if (pid == 0) {
        int in = open("/dev/null", O_RDONLY), out = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        if (in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0) _exit(126);
        execvp(args.at[0], args.at);
        _exit(127);
    }
    while (wait4(pid, &status, 0, &use) < 0)
        if (errno != EINTR) tool_fatal(3, "cannot wait: %s", strerror(errno));
    cost->wall = seconds() - start;
    cost->cpu = (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec)
        + (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) * 1e-6;
    cost->memory = (double)use.ru_maxrss / 1024;
    cost->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    char *text = tool_read(b->a, file);
    if (!text) tool_fatal(3, "cannot read %s", file);
    return text;
}

char *bench_measured_right(Bench *b, const Words *command, Cost *cost)
{
    char *text = bench_measured(b, command, cost);
    if (cost->status == 0) return text;
    Words lines = tool_split(b->a, text, "\n");
    for (int i = lines.n > 20 ? lines.n - 20 : 0; i < lines.n; i++) fprintf(stderr, "%s\n", lines.at[i]);
    tool_fatal(1, "'%s' failed", command->at[0]);
}

double bench_cycles(Bench *b, const char *report)
{
    Words lines = tool_split(b->a, report, "\n");
    for (int i = 0; i < lines.n; i++) {
        Words w = tool_split(b->a, lines.at[i], " ");
        if (w.n > 1 && strcmp(w.at[0], "cycles") == 0) return atof(w.at[1]);
    }
    tool_fatal(1, "a run without a line of cycles");
}

/* Bytes of the C++ of a folder. */
static double size_of(Bench *b, const char *folder)
{
    double sum = 0;
    Words files = tool_entries(b->a, folder);
    for (int i = 0; i < files.n; i++) {
        const char *end = strrchr(files.at[i], '.');
        struct stat st;
        if (!end || (strcmp(end, ".cpp") != 0 && strcmp(end, ".h") != 0)) continue;
        if (stat(tool_text(b->a, "%s/%s", folder, files.at[i]), &st) == 0) sum += (double)st.st_size;
    }
    return sum;
}

Verilation design_verilation(Bench *b, const char *dir)
{
    Verilation v;
    char *made = tool_text(b->a, "%s/verilated", dir);
    tool_remove(made);
    for (int whole = 0; whole < 2; whole++) { /* first with a make that only prints */
        Words command = {0};
        tool_add_text(b->a, &command, "env CCACHE_DISABLE=1");
        tool_add(b->a, &command, tool_text(b->a, "%s/scripts/verilate.sh", b->top));
        tool_add(b->a, &command, dir);
        tool_add(b->a, &command, design_protocol(b, dir));
        if (!whole) tool_add_text(b->a, &command, "-MAKEFLAGS -n");
        bench_measured_right(b, &command, whole ? &v.compiler : &v.verilator);
    }
    v.compiler.cpu -= v.verilator.cpu;
    v.size = size_of(b, made) / 1e6;
    return v;
}
