/* plan.c - from a description to its runs. */
#include "sweep.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void wrong(const Sweep *s, int line, const char *what, const char *name)
{
    fprintf(stderr, "%s:%d: error: %s%s%s%s\n", s->file, line, what, name ? " '" : "", name ? name : "",
            name ? "'" : "");
    exit(2);
}

/* A name or value is part of the name of a file. */
static bool is_word(const char *w)
{
    return *w && strspn(w, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-") == strlen(w) &&
           strlen(w) < 64;
}

static char *next_word(char **at)
{
    char *w = *at + strspn(*at, " \t");
    size_t n = strcspn(w, " \t");
    *at = w + n;
    if (**at) *(*at)++ = 0;
    return w;
}

static int axis_of(const Sweep *s, const char *name, size_t n)
{
    for (int i = 0; i < s->n_axes; i++)
        if (strlen(s->axis[i].name) == n && memcmp(s->axis[i].name, name, n) == 0) return i;
    return -1;
}

static void read_axis(Sweep *s, int line, char *at)
{
    if (s->n_axes == SWEEP_AXES) wrong(s, line, "too many axes", NULL);
    char *name = next_word(&at);
    if (!is_word(name)) wrong(s, line, "expected a name of letters, digits, _ . + -, found", name);
    if (axis_of(s, name, strlen(name)) >= 0 || strcmp(name, "out") == 0) wrong(s, line, "a second axis", name);
    SweepAxis *a = &s->axis[s->n_axes++];
    a->name = name;
    for (char *v = next_word(&at); *v; v = next_word(&at)) {
        if (!is_word(v)) wrong(s, line, "expected a value of letters, digits, _ . + -, found", v);
        for (int i = 0; i < a->n; i++)
            if (strcmp(a->value[i], v) == 0) wrong(s, line, "a value that is there already", v);
        if (a->n == SWEEP_VALUES) wrong(s, line, "too many values", NULL);
        a->value[a->n++] = v;
    }
    if (a->n == 0) wrong(s, line, "no values of axis", name);
    s->n_runs *= a->n;
    if (s->n_runs > SWEEP_RUNS) wrong(s, line, "more than a million runs", NULL);
}

static void read_figure(Sweep *s, int line, char *at)
{
    if (s->n_figures == SWEEP_FIGURES) wrong(s, line, "too many figures", NULL);
    SweepFigure *f = &s->figure[s->n_figures++];
    f->name = next_word(&at);
    f->prefix = next_word(&at);
    if (!is_word(f->name) || !*f->prefix) wrong(s, line, "expected figure NAME PREFIX", NULL);
}

/* Every {NAME} of the command is an axis or out, and all of them are there. */
static void check_command(const Sweep *s, int line)
{
    bool out = false, used[SWEEP_AXES] = { false };
    if (!s->command) wrong(s, line, "no line run COMMAND", NULL);
    for (const char *p = strchr(s->command, '{'); p; p = strchr(p + 1, '{')) {
        size_t n = strcspn(p + 1, "}");
        int i = axis_of(s, p + 1, n);
        bool is_out = n == 3 && memcmp(p + 1, "out", 3) == 0;
        if (i < 0 && !is_out) wrong(s, line, "no axis for", p);
        if (is_out) out = true;
        else used[i] = true;
    }
    if (!out) wrong(s, line, "the command names no {out}: its result", NULL);
    for (int i = 0; i < s->n_axes; i++)
        if (!used[i]) wrong(s, line, "the command does not use axis", s->axis[i].name);
}

static void load(Sweep *s)
{
    FILE *f = fopen(s->file, "r");
    if (!f) { perror(s->file); exit(3); }
    s->text = calloc(1, 1 << 20);
    s->length = fread(s->text, 1, (1 << 20) - 1, f);
    if (ferror(f) || !feof(f)) { fprintf(stderr, "%s: cannot be read, or has more than 1 MiB\n", s->file); exit(3); }
    fclose(f);
    s->words = calloc(1, s->length + 1);
    memcpy(s->words, s->text, s->length);
}

void sweep_read(Sweep *s, const char *file)
{
    *s = (Sweep){ .file = file, .n_runs = 1 };
    load(s);
    int line = 0, run = 0;
    for (char *at = s->words, *end; at && *at; at = end) {
        end = strchr(at, '\n');
        if (end) *end++ = 0;
        line++;
        char *word = next_word(&at);
        if (!*word || *word == '#') continue;
        if (strcmp(word, "axis") == 0) read_axis(s, line, at);
        else if (strcmp(word, "figure") == 0) read_figure(s, line, at);
        else if (strcmp(word, "run") == 0) {
            if (s->command) wrong(s, line, "a second line run", NULL);
            if (strlen(at) > JOBS_TEXT / 4) wrong(s, line, "the command is too long", NULL);
            s->command = at, run = line;
        } else wrong(s, line, "expected axis, run or figure, found", word);
    }
    check_command(s, run ? run : line);
}

/* The last axis changes fastest. */
const char *sweep_value(const Sweep *s, long i, int axis)
{
    for (int a = s->n_axes - 1; a > axis; a--) i /= s->axis[a].n;
    return s->axis[axis].value[i % s->axis[axis].n];
}

void sweep_name(const void *sweep, long i, char *name)
{
    const Sweep *s = sweep;
    size_t n = 0;
    *name = 0;
    for (int a = 0; a < s->n_axes; a++)
        n += (size_t)snprintf(name + n, JOBS_TEXT - n, "%s%s=%s", a ? "," : "", s->axis[a].name,
                              sweep_value(s, i, a));
    if (s->n_axes == 0) snprintf(name, JOBS_TEXT, "run");
}

void sweep_command(const void *sweep, long i, const char *out, char *command)
{
    const Sweep *s = sweep;
    size_t n = 0;
    for (const char *p = s->command; *p && n < JOBS_TEXT - 1; p++) {
        if (*p != '{') { command[n++] = *p; continue; }
        size_t length = strcspn(p + 1, "}");
        int axis = axis_of(s, p + 1, length);
        n += (size_t)snprintf(command + n, JOBS_TEXT - n, "%s", axis < 0 ? out : sweep_value(s, i, axis));
        p += length + 1;
    }
    if (n >= JOBS_TEXT - 1) { fprintf(stderr, "%s: a command is too long\n", s->file); exit(2); }
    command[n] = 0;
}
