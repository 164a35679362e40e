/* fst_check.c - checks a waveform of an emitted design, read with the FST library that Verilator brings.
 *
 *   fst_check FILE [SAVE]
 *
 * Prints the number of cycles and, of every `state` and `becomes` of the test bench, the names of the states that
 * occur. Asked for: the clock rises at increasing times, one period apart; the observed states have a table of names,
 * which covers every value they take, and do not stand still if there are several; every signal of the save file SAVE
 * is in the waveform. Exit status: 0 fine, 1 not, 2 usage, 3 unreadable. */
#include "fstapi.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WATCHED = 512, MAX_TABLES = 256, MAX_SAVED = 2048 };

typedef struct {
    fstHandle handle;
    const struct fstETab *names;
    char label[64];
    uint32_t distinct, bad;
    const char *seen[64];
} Watched;

typedef struct {
    Watched watched[MAX_WATCHED]; uint32_t n;
    struct { uint32_t id; struct fstETab *names; } tables[MAX_TABLES]; uint32_t n_tables;
    struct { char name[200]; int found; } saved[MAX_SAVED]; uint32_t n_saved;
    fstHandle clock;
    uint64_t last_rise, last_time, period, cycles, backwards, uneven;
} Check;

/* Names in the file carry their range: "state [2:0]". */
static int is(const struct fstHierVar *v, const char *name)
{
    size_t n = strlen(name);
    return strncmp(v->name, name, n) == 0 && (v->name[n] == '\0' || v->name[n] == ' ');
}

/* The save file writes "state[1:0]" for what the waveform calls "state [1:0]", and a range of one bit as "[0]". */
static void look_for(Check *c, const char *scope, const char *name)
{
    char full[400];
    const char *range = strchr(name, ' ');
    if (range && strcmp(range, " [0:0]") == 0)
        snprintf(full, sizeof full, "%s.%.*s[0]", scope, (int)(range - name), name);
    else
        snprintf(full, sizeof full, "%s.%.*s%s", scope, range ? (int)(range - name) : (int)strlen(name), name,
                 range ? range + 1 : "");
    for (uint32_t i = 0; i < c->n_saved; i++) c->saved[i].found |= strcmp(c->saved[i].name, full) == 0;
}

static void variable(Check *c, void *fst, const struct fstHierVar *v, uint32_t table)
{
    const char *scope = fstReaderGetCurrentFlatScope(fst), *observer = strstr(scope, "_harness.g_");
    look_for(c, scope, v->name);
    if (!c->clock && is(v, "clk")) c->clock = v->handle;
    if (!observer || !(is(v, "state") || is(v, "becomes")) || c->n == MAX_WATCHED) return;
    Watched *w = &c->watched[c->n++];
    w->handle = v->handle;
    snprintf(w->label, sizeof w->label, "%.40s.%.10s", observer, is(v, "state") ? "state" : "becomes");
    for (uint32_t i = 0; i < c->n_tables; i++)
        if (c->tables[i].id == table) w->names = c->tables[i].names;
}

static void attribute(Check *c, const struct fstHierAttr *a, uint32_t *table)
{
    if (a->typ != FST_AT_MISC || a->subtype != FST_MT_ENUMTABLE) return;
    if (!a->name_length) { *table = (uint32_t)a->arg; return; } /* the table of the next variable */
    if (c->n_tables == MAX_TABLES) return;
    c->tables[c->n_tables].id = (uint32_t)a->arg;
    c->tables[c->n_tables++].names = fstUtilityExtractEnumTableFromString(a->name);
}

static void hierarchy(Check *c, void *fst)
{
    uint32_t table = 0;
    for (struct fstHier *h; (h = fstReaderIterateHier(fst));) {
        switch (h->htyp) {
        case FST_HT_SCOPE: fstReaderPushScope(fst, h->u.scope.name, NULL); break;
        case FST_HT_UPSCOPE: fstReaderPopScope(fst); break;
        case FST_HT_ATTRBEGIN: attribute(c, &h->u.attr, &table); break;
        case FST_HT_VAR:
            variable(c, fst, &h->u.var, table);
            table = 0;
            break;
        default: break;
        }
    }
}

static void clock_edge(Check *c, uint64_t time, const char *value)
{
    if (value[0] != '1') return;
    if (c->cycles && time <= c->last_rise) c->backwards++;
    if (c->cycles == 1) c->period = time - c->last_rise;
    if (c->cycles > 1 && time - c->last_rise != c->period) c->uneven++;
    c->last_rise = time;
    c->cycles++;
}

static const char *name_of(const struct fstETab *t, const char *value)
{
    for (uint32_t i = 0; t && i < t->elem_count; i++)
        if (strcmp(t->val_arr[i], value) == 0) return t->literal_arr[i];
    return NULL;
}

static void occurred(Watched *w, const char *value)
{
    const char *name = name_of(w->names, value);
    if (!name) { w->bad++; return; }
    for (uint32_t i = 0; i < w->distinct; i++)
        if (w->seen[i] == name) return;
    if (w->distinct < 64) w->seen[w->distinct++] = name;
}

static void changed(void *user, uint64_t time, fstHandle handle, const unsigned char *value)
{
    Check *c = user;
    if (time < c->last_time) c->backwards++;
    c->last_time = time;
    if (handle == c->clock) clock_edge(c, time, (const char *)value);
    for (uint32_t i = 0; i < c->n; i++)
        if (c->watched[i].handle == handle) occurred(&c->watched[i], (const char *)value);
}

static int verdict(const Check *c)
{
    int bad = 0;
    printf("cycles %" PRIu64 ", period %" PRIu64 ", last time %" PRIu64 "\n", c->cycles, c->period, c->last_time);
    if (c->backwards || c->uneven || !c->period)
        bad = printf("FAIL time: %" PRIu64 " steps back, %" PRIu64 " uneven cycles\n", c->backwards, c->uneven);
    if (!c->n) bad = puts("FAIL no observed states in the file");
    for (uint32_t i = 0; i < c->n; i++) {
        const Watched *w = &c->watched[i];
        printf("%s:", w->label);
        for (uint32_t k = 0; k < w->distinct; k++) printf(" %s", w->seen[k]);
        puts("");
        if (!w->names) { bad = printf("FAIL %s has no table of names\n", w->label); continue; }
        if (w->bad || w->distinct < 1 || (w->distinct < 2 && w->names->elem_count > 1))
            bad = printf("FAIL %s: %u values without a name, %u names seen\n", w->label, w->bad, w->distinct);
    }
    for (uint32_t i = 0; i < c->n_saved; i++)
        if (!c->saved[i].found) bad = printf("FAIL the save file names %s\n", c->saved[i].name);
    return bad != 0;
}

/* Lines that begin with @ [ * - are not signals. */
static int read_save(Check *c, const char *file)
{
    char line[200];
    FILE *f = fopen(file, "r");
    while (f && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = '\0';
        if (*line && !strchr("@[*-", *line) && c->n_saved < MAX_SAVED) strcpy(c->saved[c->n_saved++].name, line);
    }
    if (f) fclose(f);
    return c->n_saved != 0;
}

int main(int argc, char **argv)
{
    static Check c;
    if (argc < 2 || argc > 3) { fputs("usage: fst_check FILE [SAVE]\n", stderr); return 2; }
    if (argc == 3 && !read_save(&c, argv[2])) { fprintf(stderr, "fst_check: no signals in %s\n", argv[2]); return 3; }
    void *fst = fstReaderOpen(argv[1]);
    if (!fst) { fprintf(stderr, "fst_check: cannot read %s\n", argv[1]); return 3; }
    hierarchy(&c, fst);
    fstReaderSetFacProcessMaskAll(fst);
    fstReaderIterBlocks(fst, changed, &c, NULL);
    int bad = verdict(&c);
    fstReaderClose(fst);
    for (uint32_t i = 0; i < c.n_tables; i++) fstUtilityFreeEnumTable(c.tables[i].names);
    return bad;
}
