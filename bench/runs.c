/* runs.c - runs of simulators, several at a time, as jobs of a folder. The name of a run tells its program's contents
 * and its command, so a result is that of this very run. */
#define _GNU_SOURCE
#include "bench.h"
#include "jobs.h"
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* FNV-1a of the text, or of a file's bytes */
static uint64_t mixed(uint64_t hash, const void *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    return hash;
}
static uint64_t of_file(uint64_t hash, const char *file)
{
    static unsigned char part[1 << 16];
    FILE *f = fopen(file, "rb");
    if (!f) tool_fatal(3, "cannot read %s: %s", file, strerror(errno));
    for (size_t n; (n = fread(part, 1, sizeof part, f)) > 0;) hash = mixed(hash, part, n);
    fclose(f);
    return hash;
}
/* The program is the same for many runs: its hash is kept. */
static uint64_t of_program(const char *file)
{
    static char last[4096];
    static uint64_t hash;
    if (strcmp(last, file) == 0) return hash;
    hash = of_file(0xcbf29ce484222325u, file);
    snprintf(last, sizeof last, "%s", file);
    return hash;
}

unsigned long long bench_hash(const char *text) { return mixed(0xcbf29ce484222325u, text, strlen(text)); }

static void add(Bench *b, Run r)
{
    uint64_t hash = of_program(r.command.at[0]);
    if (r.digest) { /* by this program: another one may read rows otherwise */
        static uint64_t self;
        if (!self) self = of_file(0xcbf29ce484222325u, "/proc/self/exe");
        hash = mixed(mixed(hash, &self, sizeof self), r.digest, strlen(r.digest));
    }
    for (int i = 1; i < r.command.n; i++) hash = mixed(hash, r.command.at[i], strlen(r.command.at[i]) + 1);
    r.name = tool_text(b->a, "%s.%s.%d.%016llx", r.configuration, r.workload, r.seed, (unsigned long long)hash);
    for (int i = 0; i < b->runs.n; i++)
        if (strcmp(b->runs.at[i].name, r.name) == 0) return;
    vec_push(b->a, &b->runs, r);
}
void run_add(Bench *b, const char *configuration, const char *workload, int seed, const Words *command)
{
    add(b, (Run){.configuration = configuration, .workload = workload, .seed = seed, .command = *command});
}
void run_add_rows(Bench *b, const char *digest, const char *configuration, const char *workload, const Words *command)
{
    add(b, (Run){.configuration = configuration, .workload = workload, .seed = 1, .command = *command,
                 .digest = digest});
}
void run_add_text(Bench *b, const char *configuration, const char *workload, int seed, const Words *command)
{
    add(b, (Run){.configuration = configuration, .workload = workload, .seed = seed, .command = *command,
                 .form = RUN_TEXT});
}

static void name_of(const void *of, long i, char *name)
{
    const Bench *b = of;
    snprintf(name, JOBS_TEXT, "%s", b->runs.at[i].name);
}

static void command_of(const void *of, long i, const char *out, char *command)
{
    const Bench *b = of;
    Words words = {0};
    if (b->runs.at[i].digest) {
        tool_add(b->a, &words, b->self);
        tool_add_text(b->a, &words, "rows %s", b->runs.at[i].digest);
    }
    bool text = b->runs.at[i].form == RUN_TEXT;
    Words file = {0};
    tool_add_all(b->a, &words, &b->runs.at[i].command);
    if (!text) tool_add(b->a, &words, "--stats");
    tool_add(b->a, text ? &file : &words, out);
    if (snprintf(command, JOBS_TEXT, "exec %s%s%s", tool_quoted(b->a, &words), text ? " >" : "",
                 text ? tool_quoted(b->a, &file) : "") >= JOBS_TEXT)
        tool_fatal(3, "a command is too long");
}

static char *file_of(Bench *b, int i, const char *kind)
{
    return tool_text(b->a, "%s/runs/%s.%s", b->work, b->runs.at[i].name, kind);
}

static void show_failure(Bench *b, int i)
{
    char *text = tool_read(b->a, file_of(b, i, "failed"));
    fprintf(stderr, "FAILED: %s\n", tool_quoted(b->a, &b->runs.at[i].command));
    Words lines = tool_split(b->a, text ? text : "", "\n");
    for (int k = lines.n > 5 ? lines.n - 5 : 0; k < lines.n; k++) fprintf(stderr, "%s\n", lines.at[k]);
}

/* Workers share the runs among them. */
static void make(Bench *b, long missing)
{
    Jobs jobs = {.n = b->runs.n, .of = b, .name = name_of, .command = command_of};
    char *dir = tool_text(b->a, "%s/runs", b->work);
    fprintf(stderr, "%ld runs ...\n", missing);
    fflush(NULL);
    int workers = b->jobs < missing ? b->jobs : (int)missing;
    for (int w = 0; w < workers; w++) {
        pid_t pid = fork();
        if (pid < 0) tool_fatal(3, "cannot fork: %s", strerror(errno));
        if (pid == 0) _exit(jobs_run(&jobs, dir, 0, 1, 60, false) != 0);
    }
    int bad = 0, status;
    for (int w = 0; w < workers; w++) {
        while (wait(&status) < 0)
            if (errno != EINTR) tool_fatal(3, "cannot wait: %s", strerror(errno));
        if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) bad = 3;
    }
    if (bad) tool_fatal(bad, "a worker ended early");
}

void runs_make(Bench *b)
{
    long missing = 0;
    tool_folder(tool_text(b->a, "%s/runs", b->work));
    for (int i = 0; i < b->runs.n; i++) {
        if (tool_there(file_of(b, i, "result"))) continue;
        missing++;
        tool_remove(file_of(b, i, "failed"));
    }
    if (missing) make(b, missing);
    bool failed = false;
    for (int i = 0; i < b->runs.n; i++) {
        const Run *r = &b->runs.at[i];
        char *text = tool_read(b->a, file_of(b, i, "result"));
        if (text && r->form == RUN_TEXT) {
            Result told = {.configuration = r->configuration, .workload = r->workload, .seed = r->seed, .text = text};
            vec_push(b->a, &b->results, told);
        } else if (text) result_add(b->a, &b->results, r->configuration, r->workload, r->seed, text);
        else show_failure(b, i), failed = true;
    }
    b->runs.n = 0;
    if (failed) exit(1);
}
