/* tools.c - files and programs. */
#define _XOPEN_SOURCE 700
#include "tools.h"
#include "util/buf.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

const char *tool_name = "cohgen";
volatile sig_atomic_t tool_child;

void tool_fatal(int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "%s: ", tool_name);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(status);
}

char *tool_text(Arena *a, const char *format, ...)
{
    Buf b;
    buf_init(&b, a);
    va_list args;
    va_start(args, format);
    buf_vprintf(&b, format, args);
    va_end(args);
    buf_put(&b, "", 1);
    return b.at;
}

bool tool_number(const char *text, long least, long most, long *to)
{
    size_t n = strlen(text);
    if (!n || n > 18 || strspn(text, "0123456789") != n) return false; /* 18: whatever they are, a long has room */
    long value = strtol(text, NULL, 10);
    if (value < least || value > most) return false;
    *to = value;
    return true;
}

bool tool_ends(const char *text, const char *with)
{
    size_t n = strlen(text), m = strlen(with);
    return n > m && strcmp(text + n - m, with) == 0;
}

const char *tool_setting(const char *name, const char *otherwise)
{
    const char *set = getenv(name);
    return set && *set ? set : otherwise;
}

char *tool_read(Arena *a, const char *file)
{
    FILE *f = fopen(file, "rb");
    if (!f) return NULL;
    Buf b;
    buf_init(&b, a);
    char part[4096];
    for (size_t n; (n = fread(part, 1, sizeof part, f)) > 0;) buf_put(&b, part, n);
    fclose(f);
    buf_put(&b, "", 1);
    return b.at;
}

void tool_write(const char *file, const char *text)
{
    FILE *f = fopen(file, "wb");
    bool ok = f && fputs(text, f) >= 0;
    if (!f || fclose(f) != 0 || !ok) tool_fatal(3, "cannot write %s: %s", file, strerror(errno));
}

bool tool_there(const char *file) { return access(file, F_OK) == 0; }

void tool_folder(const char *path)
{
    char part[4096];
    if (strlen(path) >= sizeof part) tool_fatal(3, "path too long: %s", path);
    for (size_t i = 0;; i++) {
        part[i] = path[i];
        if ((path[i] && path[i] != '/') || i == 0) continue;
        part[i] = 0;
        if (mkdir(part, 0777) != 0 && errno != EEXIST) tool_fatal(3, "cannot make %s: %s", part, strerror(errno));
        if (!path[i]) return;
        part[i] = '/';
    }
}

static int removed(const char *path, const struct stat *st, int flag, struct FTW *at)
{
    (void)st, (void)flag, (void)at;
    return remove(path);
}
void tool_remove(const char *path)
{
    if (nftw(path, removed, 16, FTW_DEPTH | FTW_PHYS) != 0 && errno != ENOENT && errno != ENOTDIR)
        tool_fatal(3, "cannot remove %s: %s", path, strerror(errno));
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
void tool_sort(Words *w)
{
    if (w->n > 1) qsort(w->at, (size_t)w->n, sizeof *w->at, by_text);
}

void tool_add(Arena *a, Words *w, const char *word) { vec_push(a, w, tool_text(a, "%s", word)); }

Words tool_entries(Arena *a, const char *folder)
{
    Words w = {0};
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));)
        if (e->d_name[0] != '.') tool_add(a, &w, e->d_name);
    if (d) closedir(d);
    tool_sort(&w);
    return w;
}

Words tool_split(Arena *a, const char *text, const char *separators)
{
    Words w = {0};
    for (text += strspn(text, separators); *text; text += strspn(text, separators)) {
        size_t n = strcspn(text, separators);
        char *word = tool_text(a, "%.*s", (int)n, text);
        vec_push(a, &w, word);
        text += n;
    }
    return w;
}

void tool_add_all(Arena *a, Words *w, const Words *more)
{
    for (int i = 0; i < more->n; i++) vec_push(a, w, more->at[i]);
}

void tool_add_text(Arena *a, Words *w, const char *format, ...)
{
    Buf b;
    buf_init(&b, a);
    va_list args;
    va_start(args, format);
    buf_vprintf(&b, format, args);
    va_end(args);
    buf_put(&b, "", 1);
    Words more = tool_split(a, b.at, " ");
    tool_add_all(a, w, &more);
}

char *tool_quoted(Arena *a, const Words *command)
{
    Buf b;
    buf_init(&b, a);
    for (int i = 0; i < command->n; i++) {
        buf_printf(&b, "%s'", i ? " " : "");
        for (const char *p = command->at[i]; *p; p++) {
            if (*p == '\'') buf_printf(&b, "'\\''");
            else buf_put(&b, p, 1);
        }
        buf_printf(&b, "'");
    }
    buf_put(&b, "", 1);
    return b.at;
}

void tool_copy(Arena *a, const char *from, const char *to)
{
    char *text = tool_read(a, from);
    if (!text) tool_fatal(3, "cannot read %s: %s", from, strerror(errno));
    tool_write(to, text);
}

int tool_run_to(Arena *a, const char *output, const char *errors, int cpu, const Words *command)
{
    Words args = {0};
    tool_add_all(a, &args, command);
    vec_push(a, &args, NULL);
    fflush(NULL);
    pid_t pid = fork();
    if (pid < 0) tool_fatal(3, "cannot fork: %s", strerror(errno));
    if (pid == 0) {
        int in = open("/dev/null", O_RDONLY), out = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        int err = !errors ? 2 : strcmp(errors, output) == 0 ? out : open(errors, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        if (in < 0 || out < 0 || err < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0) _exit(126);
        struct rlimit limit = {.rlim_cur = (rlim_t)cpu, .rlim_max = (rlim_t)cpu};
        if (cpu) setrlimit(RLIMIT_CPU, &limit);
        execvp(args.at[0], args.at);
        _exit(127);
    }
    int status;
    tool_child = (sig_atomic_t)pid;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) tool_fatal(3, "cannot wait: %s", strerror(errno));
    tool_child = 0;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int tool_run(Arena *a, const char *log, int cpu, const Words *command)
{
    return tool_run_to(a, log, log, cpu, command);
}

bool tool_in_path(Arena *a, const char *program)
{
    const char *path = getenv("PATH");
    Words folders = tool_split(a, path ? path : "", ":");
    for (int i = 0; i < folders.n; i++)
        if (access(tool_text(a, "%s/%s", folders.at[i], program), X_OK) == 0) return true;
    return false;
}
