/* rows.c - what the rows of a run say that its counters do not: each digest reads them as they come, since they are too
 * many to be kept. */
#define _GNU_SOURCE
#include "bench.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS = 9, UNITS = 256 };
/* A row that fired: CYCLE CONTROLLER INSTANCE LINE STATE EVENT NEXT ... */
typedef struct { long at; const char *word[WORDS], *line; int unit; } Row;

/* ---- stc: changes of epoch, lines of the BSQs ---- */

typedef struct {
    char was[32];          /* state of the EMU */
    long since;            /* of the change under way; 0: none */
    bool busy;             /* some unit was not ready for it */
    long n, sum, idle, slow;
    long held[UNITS], most, at[UNITS], last;
    double area[UNITS];
    bool seen[UNITS];
} Stc;

static void stc_row(void *digest, const Row *r)
{
    Stc *s = digest;
    bool emu = strcmp(r->word[1], "EMU") == 0, cu = strcmp(r->word[1], "CU") == 0;
    const char *from = r->word[4], *to = r->word[6];
    if (emu && strcmp(to, "PREPARE") == 0 && strcmp(s->was, "PREPARE") != 0) s->since = r->at, s->busy = false;
    if (cu && strcmp(r->word[5], "PrepareEpochChange") == 0 && strstr(r->line, " ready=0")) s->busy = true;
    if (emu && strcmp(to, "SLEEP") == 0 && strcmp(s->was, "SLEEP") != 0 && s->since) {
        long took = r->at - s->since;
        s->n++;
        s->sum += took;
        s->since = 0;
        if (!s->busy) s->idle++;
        if (!s->busy && took > s->slow) s->slow = took;
    }
    if (emu) snprintf(s->was, sizeof s->was, "%s", to);
    if (!cu) return;
    int u = r->unit;
    s->area[u] += (double)s->held[u] * (double)(r->at - s->at[u]);
    s->at[u] = s->last = r->at;
    s->seen[u] = true;
    bool before = strcmp(from, "B") == 0, after = strcmp(to, "B") == 0;
    if (!before && after && ++s->held[u] > s->most) s->most = s->held[u];
    if (before && !after) s->held[u]--;
}

static void stc_write(const void *digest, FILE *to)
{
    const Stc *s = digest;
    double all = 0;
    int units = 0;
    for (int u = 0; u < UNITS; u++) all += s->area[u], units += s->seen[u];
    fprintf(to, "rows,all,changes,,,%ld\nrows,all,change.mean,,,%.6f\n", s->n, stat_ratio((double)s->sum,
                                                                                          (double)s->n));
    fprintf(to, "rows,all,bsq.mean,,,%.6f\nrows,all,bsq.most,,,%ld\n",
            s->last ? all / (double)s->last / (units ? units : 1) : 0, s->most);
    fprintf(to, "rows,all,change.idle,,,%ld\nrows,all,change.idle.most,,,%ld\n", s->idle, s->slow);
}

/* ---- gpudet: cycles in commit mode ---- */

typedef struct { bool commit; long since, spent; } Modes;

static void modes_row(void *digest, const Row *r)
{
    Modes *m = digest;
    if (strcmp(r->word[1], "SEQ") != 0) return;
    if (m->commit) m->spent += r->at - m->since;
    m->since = r->at;
    m->commit = r->word[8] && strcmp(r->word[8], "mode=1") == 0;
}

static void modes_write(const void *digest, FILE *to) { fprintf(to, "rows,all,commit,,,%ld\n",
                                                                ((const Modes *)digest)->spent); }

/* ---- all ---- */

typedef struct {
    const char *name;
    size_t size;
    void (*row)(void *digest, const Row *r);
    void (*write)(const void *digest, FILE *to);
} Digest;
static const Digest digests[] = {
    {"stc", sizeof(Stc), stc_row, stc_write}, {"modes", sizeof(Modes), modes_row, modes_write},
};

static void read_rows(const Digest *d, void *digest, FILE *from)
{
    char *line = NULL, *copy = NULL, *save;
    size_t room = 0;
    while (getline(&line, &room, from) > 0) {
        Row r = {.line = line};
        line[strcspn(line, "\n")] = 0;
        free(copy);
        copy = strdup(line);
        int n = 0;
        for (char *w = strtok_r(copy, " ", &save); w && n < WORDS; w = strtok_r(NULL, " ", &save)) r.word[n++] = w;
        if (n < 7) continue;
        r.at = atol(r.word[0]);
        r.unit = atoi(r.word[2]);
        if (r.unit < 0 || r.unit >= UNITS) tool_fatal(3, "rows of more than %d instances", UNITS);
        d->row(digest, &r);
    }
    free(line);
    free(copy);
}

int rows_main(Bench *b, int argc, char **argv)
{
    const Digest *d = NULL;
    for (size_t i = 0; i < sizeof digests / sizeof *digests; i++)
        if (argc > 1 && strcmp(digests[i].name, argv[0]) == 0) d = &digests[i];
    if (!d || argc < 4 || strcmp(argv[argc - 2], "--stats") != 0) {
        fputs("usage: bench rows stc|modes COMMAND... --stats FILE\n", stderr);
        return 2;
    }
    int both[2], status;
    if (pipe(both) != 0) tool_fatal(3, "no pipe: %s", strerror(errno));
    pid_t pid = fork();
    if (pid < 0) tool_fatal(3, "cannot fork: %s", strerror(errno));
    if (pid == 0) {
        close(both[0]);
        VEC(char *) args = {0};
        for (int i = 1; i < argc; i++) vec_push(b->a, &args, argv[i]);
        vec_push(b->a, &args, tool_text(b->a, "--rows"));
        vec_push(b->a, &args, tool_text(b->a, "/dev/fd/%d", both[1]));
        vec_push(b->a, &args, NULL);
        execv(args.at[0], args.at);
        _exit(127);
    }
    close(both[1]);
    FILE *from = fdopen(both[0], "r");
    void *digest = arena_alloc(b->a, d->size);
    if (!from) tool_fatal(3, "no pipe: %s", strerror(errno));
    read_rows(d, digest, from);
    fclose(from);
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) tool_fatal(3, "cannot wait: %s", strerror(errno));
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return 1;
    FILE *to = fopen(argv[argc - 1], "a");
    if (!to) tool_fatal(3, "cannot write %s", argv[argc - 1]);
    d->write(digest, to);
    return fclose(to) == 0 ? 0 : 3;
}
