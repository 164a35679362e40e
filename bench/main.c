/* main.c - bench NAME [OPTION...] [TABLE...]: one bench, its report on the standard output. It is kept in BUILD/bench,
 * as text and as a page with plots (tests/tools/bench_page.c): whole, or not at all.
 *
 *   bench [--no-report] NAME ...      COHGEN_TOP, COHGEN_BUILD: the project, its build folder; JOBS: compilers
 *                                     and simulations at a time (2)
 *
 *   bench variant NAME DIR            what is measured in the place of a shipped specification (variants.c)
 *   bench rows DIGEST COMMAND...      a run of which the rows are read (rows.c)
 *
 * Exit status: 0 fine, 1 a run failed, 2 wrong command line, 3 something is missing. */
#define _GNU_SOURCE
#include "bench.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct { const char *name; int (*run)(Bench *b, int argc, char **argv); } benches[] = {
    {"chopin", bench_chopin}, {"cuckoo", bench_cuckoo}, {"fpga", bench_fpga}, {"gen", bench_gen}, {"getm", bench_getm},
    {"gpudet", bench_gpudet}, {"hmg", bench_hmg}, {"quanta", bench_quanta}, {"rcc", bench_rcc},
    {"rollover", bench_rollover}, {"rtl", bench_rtl}, {"stc", bench_stc}, {"verify", bench_verify},
};
enum { BENCHES = sizeof benches / sizeof *benches };

static int run(Bench *b, int argc, char **argv)
{
    for (int i = 0; i < BENCHES; i++)
        if (strcmp(benches[i].name, b->name) == 0) return benches[i].run(b, argc, argv);
    fprintf(stderr, "bench: no bench '%s'; there are:", b->name);
    for (int i = 0; i < BENCHES; i++) fprintf(stderr, " %s", benches[i].name);
    fputc('\n', stderr);
    return 2;
}

/* ---- the report ---- */

typedef struct { char *text, *page, *new_text, *new_page; Words words; } Report;

/* "rcc-peers", of the command line's words */
static Report report_of(Bench *b, int argc, char **argv)
{
    char name[81];
    size_t n = 0;
    Report r = {.text = NULL};
    for (int i = 0; i < argc; i++) {
        tool_add(b->a, &r.words, argv[i]);
        if (i && n && n < sizeof name - 1 && name[n - 1] != '-') name[n++] = '-';
        for (const char *p = argv[i]; *p && n < sizeof name - 1; p++) {
            bool plain = isalnum((unsigned char)*p) || *p == '_' || *p == '.';
            if (plain || (n && name[n - 1] != '-')) name[n++] = plain ? *p : '-';
        }
    }
    name[n] = 0;
    tool_folder(tool_text(b->a, "%s/bench", b->build));
    r.text = tool_text(b->a, "%s/bench/%s.txt", b->build, name);
    r.page = tool_text(b->a, "%s/bench/%s.html", b->build, name);
    r.new_text = tool_text(b->a, "%s.%ld", r.text, (long)getpid());
    r.new_page = tool_text(b->a, "%s.%ld", r.page, (long)getpid());
    return r;
}

typedef struct { Bench *b; int argc; char **argv; } Call;
static int call(void *of)
{
    Call *c = of;
    return run(c->b, c->argc, c->argv);
}

/* The page beside the text; both get their names now. */
static void keep(Bench *b, const Report *r)
{
    Words page = {0};
    char *line = tool_text(b->a, "./run bench");
    for (int i = 0; i < r->words.n; i++) line = tool_text(b->a, "%s %s", line, r->words.at[i]);
    tool_add_text(b->a, &page, "sh -c");
    tool_add(b->a, &page, "exec \"$1\" \"$2\" <\"$3\"");
    tool_add(b->a, &page, "bench");
    tool_add(b->a, &page, tool_text(b->a, "%s/tests/tools/bench_page", b->build));
    tool_add(b->a, &page, line);
    tool_add(b->a, &page, r->new_text);
    if (tool_run_to(b->a, r->new_page, NULL, 0, &page) != 0) tool_fatal(3, "the page cannot be made");
    if (rename(r->new_text, r->text) != 0 || rename(r->new_page, r->page) != 0)
        tool_fatal(3, "cannot write %s: %s", r->text, strerror(errno));
    printf("\nreport: %s, as text %s\n", r->page, r->text);
}

static bool has(int argc, char **argv, const char *word)
{
    for (int i = 0; i < argc; i++)
        if (strcmp(argv[i], word) == 0) return true;
    return false;
}

/* The run of a benchmark, and its report if it is kept. */
static int measured(Bench *b, bool kept, int argc, char **argv)
{
    tool_name = tool_text(b->a, "bench %s", b->name);
    b->top = tool_setting("COHGEN_TOP", COHGEN_TOP);
    b->build = tool_setting("COHGEN_BUILD", COHGEN_BUILD);
    long jobs;
    if (!tool_number(tool_setting("JOBS", "2"), 1, 1000, &jobs)) tool_fatal(2, "JOBS: a number is missing");
    b->jobs = (int)jobs;
    b->work = tool_text(b->a, "%s/bench_%s", b->build, b->name);
    b->out = stdout;
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0) tool_fatal(3, "cannot read /proc/self/exe: %s", strerror(errno));
    self[length] = 0;
    b->self = self;
    if (strcmp(b->name, "variant") == 0 && argc == 3) {
        b->scratch = argv[2];
        return puts(variant_write(b, argv[1], argv[2])) < 0;
    }
    if (strcmp(b->name, "rows") == 0) return rows_main(b, argc - 1, argv + 1);
    char *folder = tool_text(b->a, "%s/bench.XXXXXX", tool_setting("TMPDIR", "/tmp"));
    if (!mkdtemp(folder)) tool_fatal(3, "cannot make %s: %s", folder, strerror(errno));
    b->scratch = folder;
    if (has(argc, argv, "--help") || has(argc, argv, "-h") || has(argc, argv, "--spec") || has(argc, argv, "--pins"))
        kept = false; /* no tables */
    Report r = {.text = NULL};
    if (kept) r = report_of(b, argc, argv);
    FILE *text = kept ? fopen(r.new_text, "w") : NULL;
    if (kept && !text) tool_fatal(3, "cannot write %s: %s", r.new_text, strerror(errno));
    int status = tool_supervise(call, &(Call){b, argc - 1, argv + 1}, text);
    if (text && fclose(text) != 0) tool_fatal(3, "cannot write %s: %s", r.new_text, strerror(errno));
    if (kept && status == 0) keep(b, &r);
    if (kept) {
        unlink(r.new_text);
        unlink(r.new_page);
    }
    tool_remove(folder);
    return status;
}

int main(int argc, char **argv)
{
    bool kept = true;
    argc--, argv++;
    if (argc && strcmp(argv[0], "--no-report") == 0) kept = false, argc--, argv++;
    if (!argc) {
        fputs("usage: bench [--no-report] NAME [OPTION...] [TABLE...]\n", stderr);
        return 2;
    }
    Bench b = {.a = arena_create((size_t)4 << 30), .name = argv[0]};
    int status = measured(&b, kept, argc, argv);
    arena_destroy(b.a);
    return status;
}
