/* plan.c - from a description to its runs. */
#include "sweep.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sweep_wrong(const Sweep *s, int line, const char *what, const char *name)
{
    fprintf(stderr, "%s:%d: error: %s%s%s%s\n", s->file, line, what, name ? " '" : "", name ? name : "",
            name ? "'" : "");
    exit(2);
}
#define wrong sweep_wrong

/* A name or value is part of the name of a file. */
bool sweep_is_name(const char *w)
{
    return *w && strspn(w, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-") == strlen(w) &&
           strlen(w) < 64;
}

char *sweep_word(char **at)
{
    char *w = *at + strspn(*at, " \t");
    size_t n = strcspn(w, " \t");
    *at = w + n;
    if (**at) *(*at)++ = 0;
    return w;
}

int sweep_axis(const Sweep *s, const char *name, size_t n)
{
    for (int i = 0; i < s->n_axes; i++)
        if (strlen(s->axis[i].name) == n && memcmp(s->axis[i].name, name, n) == 0) return i;
    return -1;
}

int sweep_axis_value(const SweepAxis *a, const char *value)
{
    for (int i = 0; i < a->n; i++)
        if (strcmp(a->value[i], value) == 0) return i;
    return -1;
}

int sweep_figure(const Sweep *s, const char *name)
{
    for (int i = 0; i < s->n_figures; i++)
        if (strcmp(s->figure[i].name, name) == 0) return i;
    return -1;
}

static int design_of(const Sweep *s, const char *name, size_t n)
{
    for (int i = 0; i < s->n_designs; i++)
        if (strlen(s->design[i].name) == n && memcmp(s->design[i].name, name, n) == 0) return i;
    return -1;
}

static void read_axis(Sweep *s, int line, char *at)
{
    if (s->n_axes == SWEEP_AXES) wrong(s, line, "too many axes", NULL);
    char *name = sweep_word(&at);
    if (!sweep_is_name(name)) wrong(s, line, "expected a name of letters, digits, _ . + -, found", name);
    if (sweep_axis(s, name, strlen(name)) >= 0 || strcmp(name, "out") == 0) wrong(s, line, "a second axis", name);
    SweepAxis *a = &s->axis[s->n_axes++];
    a->name = name;
    for (char *v = sweep_word(&at); *v; v = sweep_word(&at)) {
        if (!sweep_is_name(v)) wrong(s, line, "expected a value of letters, digits, _ . + -, found", v);
        if (sweep_axis_value(a, v) >= 0) wrong(s, line, "a value that is there already", v);
        if (a->n == SWEEP_VALUES) wrong(s, line, "too many values", NULL);
        a->value[a->n] = a->text[a->n] = v;
        a->n++;
    }
    if (a->n == 0) wrong(s, line, "no values of axis", name);
    s->n_runs *= a->n;
    if (s->n_runs > SWEEP_RUNS) wrong(s, line, "more than a million runs", NULL);
}

/* as AXIS VALUE TEXT: what stands in the command for this value. */
static void read_as(Sweep *s, int line, char *at)
{
    char *name = sweep_word(&at), *value = sweep_word(&at);
    int axis = sweep_axis(s, name, strlen(name));
    if (axis < 0) wrong(s, line, "no axis before it that is named", name);
    int v = sweep_axis_value(&s->axis[axis], value);
    if (v < 0) wrong(s, line, "the axis has no value", value);
    if (s->axis[axis].text[v] != s->axis[axis].value[v]) wrong(s, line, "a second text for", value);
    s->axis[axis].text[v] = at;
}

/* design NAME SPEC PARAM=VALUE...; the path of its simulator is fixed by the names of description and design. */
static void read_design(Sweep *s, int line, char *at)
{
    if (s->n_designs == SWEEP_DESIGNS) wrong(s, line, "too many designs", NULL);
    char *name = sweep_word(&at);
    if (!sweep_is_name(name) || !*at) wrong(s, line, "expected design NAME SPEC PARAM=VALUE...", NULL);
    if (design_of(s, name, strlen(name)) >= 0 || sweep_axis(s, name, strlen(name)) >= 0 || strcmp(name, "out") == 0)
        wrong(s, line, "a name that is there already", name);
    const char *stem = strrchr(s->file, '/');
    stem = stem ? stem + 1 : s->file;
    SweepDesign *d = &s->design[s->n_designs++];
    d->name = name, d->of = at, d->program = calloc(1, JOBS_TEXT);
    const char *build = getenv("SWEEP_DESIGNS");
    snprintf(d->program, JOBS_TEXT, "%s/%.*s.designs/%s/sim", build ? build : "build/sweeps",
             (int)strcspn(stem, "."), stem, name);
}

/* figure NAME TERM + TERM ...; a term is a prefix, or a number * a prefix. */
static void read_figure(Sweep *s, int line, char *at)
{
    if (s->n_figures == SWEEP_FIGURES) wrong(s, line, "too many figures", NULL);
    SweepFigure *f = &s->figure[s->n_figures++];
    f->name = sweep_word(&at);
    for (char *w = sweep_word(&at); ; w = sweep_word(&at)) {
        if (f->n == SWEEP_TERMS) wrong(s, line, "too many terms", NULL);
        SweepTerm *t = &f->term[f->n++];
        char *end;
        t->weight = strtod(w, &end);
        if (end != w && *end == '*') t->prefix = end + 1;
        else t->weight = 1, t->prefix = w;
        if (!*t->prefix || strcmp(t->prefix, "+") == 0) break;
        w = sweep_word(&at);
        if (!*w && sweep_is_name(f->name)) return;
        if (strcmp(w, "+") != 0) break;
    }
    wrong(s, line, "expected figure NAME [WEIGHT*]PREFIX + ...", NULL);
}

/* Every {NAME} of a text is an axis, out (both in the command only) or a design. */
static void check_names(const Sweep *s, int line, const char *text, bool *used, bool *out)
{
    for (const char *p = strchr(text, '{'); p; p = strchr(p + 1, '{')) {
        size_t n = strcspn(p + 1, "}");
        if (design_of(s, p + 1, n) >= 0) continue;
        int i = sweep_axis(s, p + 1, n);
        bool is_out = n == 3 && memcmp(p + 1, "out", 3) == 0;
        if (!used) wrong(s, line, "no design for", p);
        if (i < 0 && !is_out) wrong(s, line, "no axis for", p);
        if (is_out) *out = true;
        else used[i] = true;
    }
}

static void check_command(const Sweep *s, int line)
{
    bool out = false, used[SWEEP_AXES] = { false };
    if (!s->command) wrong(s, line, "no line run COMMAND", NULL);
    check_names(s, line, s->command, used, &out);
    if (!out) wrong(s, line, "the command names no {out}: its result", NULL);
    for (int i = 0; i < s->n_axes; i++) {
        if (!used[i]) wrong(s, line, "the command does not use axis", s->axis[i].name);
        for (int v = 0; v < s->axis[i].n; v++) check_names(s, line, s->axis[i].text[v], NULL, NULL);
    }
}

/* needs TARGET...: what `./run sweep` builds before. */
static void read_needs(Sweep *s, int line, char *at)
{
    if (s->needs) wrong(s, line, "a second line needs", NULL);
    s->needs = strdup(at);
    for (char *w = sweep_word(&at); *w; w = sweep_word(&at))
        if (!sweep_is_name(w) || *w == '-') wrong(s, line, "expected targets of the project, found", w);
}

/* runs FILE, told from the folder of the description: all but the plots are the other's. */
static void read_runs(Sweep *s, int line, char *at)
{
    char *name = sweep_word(&at), *path = calloc(1, JOBS_TEXT);
    const char *slash = strrchr(s->file, '/');
    if (s->runs || s->n_axes || s->n_figures || s->n_designs || s->command || !*name)
        wrong(s, line, "expected runs FILE, before the plots and nothing else", NULL);
    snprintf(path, JOBS_TEXT, "%.*s%s", slash ? (int)(slash - s->file) + 1 : 0, s->file, name);
    Sweep *of = calloc(1, sizeof *of);
    sweep_read(of, path);
    if (of->runs) wrong(s, line, "has no runs of its own", name);
    s->runs = of;
    memcpy(s->axis, of->axis, sizeof s->axis);
    memcpy(s->figure, of->figure, sizeof s->figure);
    memcpy(s->design, of->design, sizeof s->design);
    s->n_axes = of->n_axes, s->n_figures = of->n_figures, s->n_designs = of->n_designs, s->n_runs = of->n_runs;
    s->command = of->command, s->needs = of->needs;
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
        char *word = sweep_word(&at);
        if (!*word || *word == '#') continue;
        if (strcmp(word, "plot") == 0) sweep_read_plot(s, line, at);
        else if (s->runs) wrong(s, line, "expected plot, found", word);
        else if (strcmp(word, "runs") == 0) read_runs(s, line, at);
        else if (strcmp(word, "axis") == 0) read_axis(s, line, at);
        else if (strcmp(word, "as") == 0) read_as(s, line, at);
        else if (strcmp(word, "design") == 0) read_design(s, line, at);
        else if (strcmp(word, "figure") == 0) read_figure(s, line, at);
        else if (strcmp(word, "needs") == 0) read_needs(s, line, at);
        else if (strcmp(word, "run") == 0) {
            if (s->command) wrong(s, line, "a second line run", NULL);
            if (strlen(at) > JOBS_TEXT / 4) wrong(s, line, "the command is too long", NULL);
            s->command = at, run = line;
        } else wrong(s, line, "expected axis, as, needs, design, run, figure, plot or runs, found", word);
    }
    if (s->runs) return;
    check_command(s, run ? run : line);
    sweep_check_columns(s, run);
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

/* Appends a path as the shell reads it: of all but plain characters none means anything. */
static void put_path(const char *path, char *to)
{
    size_t n = strlen(to);
    for (const char *p = path; *p && n < JOBS_TEXT - 2; p++) {
        bool plain = strchr("_./+,=-{}", *p) || (*p >= '0' && *p <= '9') || (*p >= 'a' && *p <= 'z') ||
                     (*p >= 'A' && *p <= 'Z') || (unsigned char)*p >= 0x80;
        if (!plain) to[n++] = '\\';
        to[n++] = *p;
    }
    to[n] = 0;
}

/* Appends the text with its names in place. */
static void expand(const Sweep *s, const char *text, long i, const char *out, char *to)
{
    size_t n = strlen(to);
    for (const char *p = text; *p && n < JOBS_TEXT - 1; p++) {
        if (*p != '{') { to[n++] = *p, to[n] = 0; continue; }
        size_t length = strcspn(p + 1, "}");
        int axis = sweep_axis(s, p + 1, length), design = design_of(s, p + 1, length);
        if (design >= 0) put_path(s->design[design].program, to);
        else if (axis < 0) put_path(out, to);
        else expand(s, s->axis[axis].text[sweep_axis_value(&s->axis[axis], sweep_value(s, i, axis))], i, out, to);
        n = strlen(to);
        p += length + 1;
    }
    if (n >= JOBS_TEXT - 2) { fprintf(stderr, "%s: a command is too long\n", s->file); exit(2); }
}

void sweep_command(const void *sweep, long i, const char *out, char *command)
{
    const Sweep *s = sweep;
    *command = 0;
    expand(s, s->command, i, out, command);
}
