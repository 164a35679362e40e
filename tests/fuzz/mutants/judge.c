/* judge.c - what the generator, Verilator, Icarus and Yosys say of a mutant.
 *
 * A file or design that was judged fine once is not shown again: files are known by the hash of their text without
 * whole comments, for these have the hash of the specification and lines of it. */
#include "judge.h"
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <regex.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CPU_SECONDS = 10, TOOL_SECONDS = 300 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Runs a command of the shell in a folder, with its output in SCRATCH/log. Exit code; 128 + signal if it was killed. */
static int run(Judge *j, Stage stage, const char *folder, int seconds, const char *command)
{
    char log[600];
    double start = now();
    int status = 0;
    snprintf(log, sizeof log, "%s/log", j->scratch);
    pid_t pid = fork();
    if (pid == 0) {
        struct rlimit limit = {(rlim_t)seconds, (rlim_t)seconds + 1};
        int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0644);
        if (fd < 0 || dup2(fd, 1) < 0 || dup2(fd, 2) < 0 || chdir(folder) || setrlimit(RLIMIT_CPU, &limit)) _exit(126);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    if (pid < 0 || waitpid(pid, &status, 0) < 0) {
        perror("fork");
        exit(3);
    }
    j->seconds[stage] += now() - start;
    j->runs[stage]++;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static char *file_text(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0;
    if (!f) return NULL;
    if (getdelim(&text, &size, 0, f) < 0) {
        free(text);
        text = calloc(1, 1);
    }
    fclose(f);
    return text;
}

/* Is every error in the log of the generator said with a place in a file, and is there one if there must be? */
static bool log_sound(const Judge *j, bool refused)
{
    char path[600];
    snprintf(path, sizeof path, "%s/log", j->scratch);
    char *text = file_text(path), *save = NULL;
    regex_t place;
    int errors = 0;
    bool sound = text && !regcomp(&place, "^[^ ]*:[0-9]+:[0-9]+: error: ", REG_EXTENDED | REG_NOSUB);
    for (char *line = sound ? strtok_r(text, "\n", &save) : NULL; line; line = strtok_r(NULL, "\n", &save)) {
        if (!strstr(line, "error:")) continue;
        bool source = line[strspn(line, " 0123456789")] == '|'; /* a line of the file itself */
        if (source) continue;
        errors++;
        sound = sound && !regexec(&place, line, 0, NULL, 0);
    }
    if (text) regfree(&place);
    free(text);
    return sound && (errors > 0) == refused;
}

static Verdict failed(Judge *j, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vsnprintf(j->what, sizeof j->what, format, ap);
    va_end(ap);
    return MUTANT_FAILED;
}

bool judge_accepts(Judge *j, Verdict *v)
{
    char command[1400];
    snprintf(command, sizeof command, "exec '%s' check mutant.xml", j->cohgen);
    int code = run(j, STAGE_CHECK, j->scratch, CPU_SECONDS, command);
    *v = code == 0 ? MUTANT_FINE : MUTANT_REFUSED;
    if (code != 0 && code != 1)
        *v = failed(j, "check: exit code %d", code);
    else if (!log_sound(j, code == 1))
        *v = failed(j, "check: exit code %d, errors without a place", code);
    return *v == MUTANT_FINE;
}

/* ---- what was seen before ---- */

static uint64_t hash_file(const char *path, uint64_t h)
{
    char *text = file_text(path);
    for (char *p = text; p && *p;) {
        size_t n = strcspn(p, "\n"), blank = strspn(p, " ");
        bool comment = !strncmp(p + blank, "//", 2);
        for (size_t i = 0; i <= n && !comment; i++) h = (h ^ (unsigned char)p[i]) * 0x100000001b3u;
        p += n + (p[n] != 0);
    }
    free(text);
    return mix(h);
}

static bool seen(const Judge *j, uint64_t h)
{
    for (uint64_t i = h % SEEN_MAX; j->seen[i]; i = (i + 1) % SEEN_MAX)
        if (j->seen[i] == h) return true;
    return false;
}

static void add_seen(Judge *j, uint64_t h)
{
    if (j->n_seen > SEEN_MAX / 2 || seen(j, h)) return;
    uint64_t i = h % SEEN_MAX;
    while (j->seen[i]) i = (i + 1) % SEEN_MAX;
    j->seen[i] = h;
    j->n_seen++;
}

/* ---- the tools ---- */

typedef struct {
    char folder[600], name[128];
    glob_t own;
    uint64_t hash[64], all;
} Design;

static bool own_files(Judge *j, Design *d)
{
    char pattern[800];
    glob_t found;
    snprintf(d->folder, sizeof d->folder, "%s/design", j->scratch);
    snprintf(pattern, sizeof pattern, "%s/*.f", d->folder);
    if (glob(pattern, 0, NULL, &found)) return false;
    const char *file = strrchr(found.gl_pathv[0], '/') + 1;
    snprintf(d->name, sizeof d->name, "%.*s", (int)strlen(file) - 2, file);
    globfree(&found);
    snprintf(pattern, sizeof pattern, "%s/rtl/%s*.v", d->folder, d->name);
    if (glob(pattern, 0, NULL, &d->own) || d->own.gl_pathc > 64) return false;
    d->all = 1;
    for (size_t i = 0; i < d->own.gl_pathc; i++) {
        d->hash[i] = hash_file(d->own.gl_pathv[i], 0xcbf29ce484222325u);
        d->all = mix(d->all ^ d->hash[i]);
    }
    return true;
}

static bool log_empty(const Judge *j)
{
    char path[600];
    snprintf(path, sizeof path, "%s/log", j->scratch);
    char *text = file_text(path);
    bool empty = text && !*text;
    free(text);
    return empty;
}

static bool tool(Judge *j, Stage stage, const Design *d, const char *format, ...)
{
    static _Thread_local char command[20000];
    va_list ap;
    va_start(ap, format);
    vsnprintf(command, sizeof command, format, ap);
    va_end(ap);
    return run(j, stage, d->folder, TOOL_SECONDS, command) == 0 && log_empty(j);
}

/* Yosys sees the files that are new; the others are there as boxes. opt_clean: calls of functions in branches that are
 * never taken leave wires behind. */
static bool yosys(Judge *j, Design *d)
{
    char known[8000] = "", fresh[8000] = "";
    for (size_t i = 0; i < d->own.gl_pathc; i++) {
        char *to = seen(j, d->hash[i]) ? known : fresh;
        snprintf(to + strlen(to), 8000 - strlen(to), " rtl%s", strrchr(d->own.gl_pathv[i], '/'));
    }
    if (!*fresh) {
        j->cached[STAGE_YOSYS]++;
        return true;
    }
    if (!tool(j, STAGE_YOSYS, d,
              "yosys -q -p \"read_verilog -lib $(echo rtl/cg_*.v) %s; read_verilog %s; hierarchy -check; proc; "
              "opt_expr; opt_clean; check -assert; "
              "select -assert-none t:\\$dlatch t:\\$mul\"",
              known, fresh))
        return false;
    for (size_t i = 0; i < d->own.gl_pathc; i++) add_seen(j, d->hash[i]);
    return true;
}

/* The test bench: it names signals of the design. */
static Verdict harness(Judge *j, Design *d)
{
    if (!tool(j, STAGE_HARNESS, d,
              "verilator --lint-only --no-timing --timescale 1ns/1ps -Ichecks --top-module %s_harness -f %s.f "
              "harness/%s_harness.sv",
              d->name, d->name, d->name))
        return failed(j, "verilator, test bench");
    if (!tool(j, STAGE_HARNESS, d,
              "gcc -std=c17 -fsyntax-only -Wall -Werror -D_POSIX_C_SOURCE=200809L $(find '%s/sim/' -type d -printf "
              "'-I%%p ') "
              "harness/%s_dut.c",
              j->top, d->name))
        return failed(j, "gcc, test bench");
    return MUTANT_FINE;
}

static Verdict judge_tools(Judge *j, Design *d, bool with_harness)
{
    if (seen(j, d->all)) {
        j->cached[STAGE_VERILATOR]++;
        return with_harness ? harness(j, d) : MUTANT_FINE;
    }
    if (!tool(j, STAGE_ICARUS, d, "iverilog -g2005 -tnull -Wall -Wno-timescale -s %s -c %s.f", d->name, d->name))
        return failed(j, "iverilog");
    if (!tool(j, STAGE_VERILATOR, d, "verilator --lint-only -Wall --top-module %s -f %s.f", d->name, d->name))
        return failed(j, "verilator");
    if (!yosys(j, d)) return failed(j, "yosys");
    add_seen(j, d->all);
    return with_harness ? harness(j, d) : MUTANT_FINE;
}

Verdict judge_design(Judge *j, bool with_harness)
{
    char command[1400], folder[600];
    Design d = {0};
    snprintf(command, sizeof command, "rm -rf design; exec '%s' emit mutant.xml -o design", j->cohgen);
    snprintf(folder, sizeof folder, "%s/design", j->scratch);
    int code = run(j, STAGE_EMIT, j->scratch, CPU_SECONDS, command);
    if (code == 1 && log_sound(j, true))
        return access(folder, F_OK) ? MUTANT_NOT_BUILT : failed(j, "emit: refused, but a folder is left");
    if (code == 1) return failed(j, "emit: refused without a place");
    if (code) return failed(j, "emit: exit code %d", code);
    if (!own_files(j, &d)) return failed(j, "emit: no files");
    Verdict v = judge_tools(j, &d, with_harness);
    globfree(&d.own);
    return v;
}

/* What `check` takes and verify does not model, or replays cannot do, it says with a place, and leaves no folder; of
 * numbers that are too wide for it, too. */
Verdict judge_replay(Judge *j)
{
    static const char *const systems[] = {"", "--lines 2", "--lines 2 --warps 2", "--cores 3 --warps 1", "--lines 3"};
    char command[1400];
    snprintf(command, sizeof command,
             "rm -rf replay; '%s' verify mutant.xml %s --random-run 300 --seed %d --replay replay || exit $?; "
             "! grep -q 'is taken as 0' log || rm -r replay",
             j->cohgen, systems[j->seed % 5], (int)(j->seed >> 8 & 0xffff));
    int code = run(j, STAGE_REPLAY, j->scratch, CPU_SECONDS, command);
    snprintf(command, sizeof command, "%s/replay/schedule", j->scratch);
    if (code > 3) return failed(j, "verify, random run: exit code %d", code);
    if (access(command, F_OK)) return MUTANT_FINE;
    snprintf(command, sizeof command,
             "COHGEN_BUILD=$(dirname '%s') COHGEN_QUICK=-O0 exec '%s/scripts/replay.sh' --quiet replay", j->cohgen,
             j->top);
    code = run(j, STAGE_REPLAY, j->scratch, TOOL_SECONDS, command);
    return code ? failed(j, "replay: exit code %d", code) : MUTANT_FINE;
}
