/* main.c - the commands of `./run sweep`. Exit status: 0 fine, 1 runs failed or are missing, 2 wrong, 3 environment. */
#define _GNU_SOURCE
#include "sweep.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int usage(void)
{
    fputs("Usage: sweep plan FILE                 the runs of a description, one a line\n"
          "       sweep run FILE DIR [OPTION...]  makes those that have no result in DIR\n"
          "         --part I/N      only each N-th, from I on (0 to N - 1): for an array of jobs\n"
          "         --patience S    seconds for which a claim must stay untouched to be taken away (default 60)\n"
          "         --retry         those that failed, too\n"
          "       sweep table FILE DIR            a line for each run, as CSV\n"
          "       sweep plots FILE DIR            its plots, as DIR/NAME.txt and DIR/NAME.svg\n"
          "       sweep page FILE DIR             DIR/NAME.html: plots, tables, costs, description\n"
          "       sweep costs FILE DIR            what the runs have cost\n"
          "       sweep sql FILE DIR              the runs as SQL, for sqlite3\n"
          "       sweep designs FILE              its designs: path of the simulator, specification, parameters\n"
          "       sweep needs FILE                what of the project its command runs: targets\n"
          "       sweep whose FILE                the description whose runs these are\n", stderr);
    return 2;
}

/* DIR is for this description and no other: its copy appears with the first one to come. */
static void open_dir(const Sweep *s, const char *dir)
{
    char copy[JOBS_TEXT], mine[JOBS_TEXT];
    if (snprintf(copy, sizeof copy, "%s/sweep", dir) >= JOBS_TEXT - 64) exit(2);
    if (strchr(dir, '\n')) { fprintf(stderr, "error: a folder with a line end in its name\n"); exit(2); }
    if (mkdir(dir, 0777) != 0 && errno != EEXIST) { perror(dir); exit(3); }
    char host[64] = "";
    gethostname(host, sizeof host - 1);
    snprintf(mine, sizeof mine, "%.*s.%s.%ld", JOBS_TEXT - 128, copy, host, (long)getpid());
    FILE *f = fopen(mine, "w");
    if (!f || fwrite(s->text, 1, s->length, f) != s->length || fclose(f) != 0) { perror(mine); exit(3); }
    if (link(mine, copy) != 0 && errno != EEXIST) { perror(copy); exit(3); }
    unlink(mine);
    char *text = calloc(1, s->length + 2);
    f = fopen(copy, "r");
    if (!f) { perror(copy); exit(3); }
    size_t n = fread(text, 1, s->length + 1, f);
    fclose(f);
    if (n != s->length || memcmp(text, s->text, n) != 0) {
        fprintf(stderr, "error: %s holds the results of another description, %s\n", dir, copy);
        exit(2);
    }
    free(text);
}

static int table(const Sweep *s, const char *dir)
{
    long missing = 0, failed = 0;
    for (int a = 0; a < s->n_axes; a++) printf("%s%s", a ? "," : "", s->axis[a].name);
    for (int k = 0; k < s->n_figures; k++) printf(",%s", s->figure[k].name);
    puts("");
    for (long i = 0; i < s->n_runs; i++) {
        FILE *f = sweep_open(s, dir, i, "result");
        if (!f && (f = sweep_open(s, dir, i, "failed")) != NULL) {
            failed++, fclose(f);
            continue;
        }
        if (!f) {
            missing++;
            continue;
        }
        for (int a = 0; a < s->n_axes; a++) printf("%s%s", a ? "," : "", sweep_value(s, i, a));
        for (int k = 0; k < s->n_figures; k++) putchar(','), sweep_print_figure(f, &s->figure[k], stdout);
        puts("");
        fclose(f);
    }
    if (missing || failed)
        fprintf(stderr, "sweep: of %ld runs %ld have no result yet, %ld failed\n", s->n_runs, missing, failed);
    return missing || failed;
}

static int run(const Sweep *s, const char *dir, int argc, char **argv)
{
    long part = 0, n = 1;
    double patience = 60;
    bool retry = false;
    for (int i = 0; i < argc; i++) {
        char *end, rest;
        if (strcmp(argv[i], "--retry") == 0) retry = true;
        else if (strcmp(argv[i], "--part") == 0 && i + 1 < argc) {
            if (sscanf(argv[++i], "%ld/%ld%c", &part, &n, &rest) != 2 || part < 0 || n < 1 || part >= n)
                return usage();
        } else if (strcmp(argv[i], "--patience") == 0 && i + 1 < argc) {
            patience = strtod(argv[++i], &end);
            if (*end || !(patience >= 1)) return usage();
        } else return usage();
    }
    open_dir(s, dir);
    Jobs jobs = { .n = s->n_runs, .of = s, .name = sweep_name, .command = sweep_command };
    long failed = jobs_run(&jobs, dir, part, n, patience, retry);
    if (failed) fprintf(stderr, "sweep: %ld runs failed, see %s/*.failed\n", failed, dir);
    return failed != 0;
}

/* plan FILE, designs FILE, needs FILE, whose FILE */
static int tell(const Sweep *s, const char *verb)
{
    if (strcmp(verb, "whose") == 0) puts(s->runs ? s->runs->file : s->file);
    else if (strcmp(verb, "needs") == 0) puts(s->needs ? s->needs : "");
    else if (strcmp(verb, "designs") == 0)
        for (int i = 0; i < s->n_designs; i++) printf("%s %s\n", s->design[i].program, s->design[i].of);
    else for (long i = 0; i < s->n_runs; i++) {
        char name[JOBS_TEXT], command[JOBS_TEXT];
        sweep_name(s, i, name);
        sweep_command(s, i, "{out}", command);
        printf("%s\t%s\n", name, command);
    }
    return 0;
}

int main(int argc, char **argv)
{
    static Sweep s;
    if (argc < 3) return usage();
    const char *verb = argv[1];
    if (strcmp(verb, "plan") == 0 || strcmp(verb, "designs") == 0 || strcmp(verb, "needs") == 0 ||
        strcmp(verb, "whose") == 0) {
        if (argc != 3) return usage();
        sweep_read(&s, argv[2]);
        return tell(&s, verb);
    }
    static const char *const verbs[] = { "run", "table", "plots", "page", "costs", "sql" };
    size_t v = 0;
    while (v < sizeof verbs / sizeof *verbs && strcmp(verb, verbs[v]) != 0) v++;
    if (argc < 4 || v == sizeof verbs / sizeof *verbs || (v > 0 && argc > 4)) return usage();
    sweep_read(&s, argv[2]);
    const Sweep *whose = s.runs ? s.runs : &s;
    int status = 0;
    switch (v) {
    case 0: return run(whose, argv[3], argc - 4, argv + 4);
    case 1: status = table(whose, argv[3]); break;
    case 2: return !sweep_plots(&s, argv[3]);
    case 3: sweep_page(&s, argv[3]); break;
    case 4: sweep_costs(whose, argv[3], stdout); break;
    case 5: sweep_sql(whose, argv[3], stdout); break;
    }
    if (fflush(stdout) != 0 || ferror(stdout)) { perror("sweep"); return 3; }
    return status;
}
