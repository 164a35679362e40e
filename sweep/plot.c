/* plot.c - figures of results, and their means and spreads as tables and drawings. */
#include "sweep.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether the line begins with the prefix, field by field; * stands for any field. */
static bool begins(const char *line, const char *prefix)
{
    for (;; line++, prefix++) {
        size_t n = strcspn(prefix, ","), m = strcspn(line, ",\r\n");
        if (!(n == 1 && *prefix == '*') && (n != m || memcmp(line, prefix, n) != 0)) return false;
        line += m, prefix += n;
        if (*line != ',') return false;
        if (!*prefix) return true;
    }
}

/* The text of a term, and the sum of its lines: how many there are. */
static int term_of(FILE *f, const char *prefix, char *text, double *sum)
{
    char line[JOBS_TEXT];
    bool all = strchr(prefix, '*');
    int n = 0;
    *sum = 0;
    rewind(f);
    while (fgets(line, sizeof line, f)) {
        if (!begins(line, prefix)) continue;
        line[strcspn(line, "\r\n")] = 0;
        snprintf(text, JOBS_TEXT, "%s", strrchr(line, ',') + 1);
        *sum += strtod(text, NULL);
        n++;
        if (!all) break;
    }
    return n;
}

bool sweep_figure_of(FILE *f, const SweepFigure *figure, double *sum)
{
    char text[JOBS_TEXT];
    bool any = false;
    *sum = 0;
    for (int i = 0; i < figure->n; i++) {
        double x;
        if (term_of(f, figure->term[i].prefix, text, &x)) any = true;
        *sum += figure->term[i].weight * x;
    }
    return any;
}

void sweep_print_figure(FILE *f, const SweepFigure *figure, FILE *to)
{
    char text[JOBS_TEXT] = "";
    double x;
    if (figure->n == 1 && figure->term[0].weight == 1) {
        int n = term_of(f, figure->term[0].prefix, text, &x);
        if (n > 1) fprintf(to, "%.12g", x);
        else fputs(text, to);
    } else if (sweep_figure_of(f, figure, &x)) fprintf(to, "%.12g", x);
}

/* AXIS or AXIS=VALUE,VALUE: the axis, and which of its values. */
static int values_of(Sweep *s, int line, char *word, int *value, int *n)
{
    char *list = strchr(word, '=');
    if (list) *list++ = 0;
    int axis = sweep_axis(s, word, strlen(word));
    if (axis < 0) sweep_wrong(s, line, "no axis before it that is named", word);
    *n = 0;
    for (int i = 0; !list && i < s->axis[axis].n; i++) value[(*n)++] = i;
    for (char *v = list ? strtok(list, ",") : NULL; v; v = strtok(NULL, ",")) {
        int i = sweep_axis_value(&s->axis[axis], v);
        if (i < 0) sweep_wrong(s, line, "the axis has no value", v);
        if (*n == SWEEP_VALUES) sweep_wrong(s, line, "too many values", NULL);
        value[(*n)++] = i;
    }
    return axis;
}

static int figure_of(const Sweep *s, int line, const char *name)
{
    int i = sweep_figure(s, name);
    if (i < 0) sweep_wrong(s, line, "no figure before it that is named", name);
    return i;
}

/* plot NAME value|ratio|speedup FIGURE[/FIGURE] bars AXIS[=V,...] [to V] groups AXIS[=V,...] [over AXIS] [at AXIS=V]...
 * [title TEXT] */
void sweep_read_plot(Sweep *s, int line, char *at)
{
    if (s->n_plots == SWEEP_PLOTS) sweep_wrong(s, line, "too many plots", NULL);
    SweepPlot *p = &s->plot[s->n_plots++];
    *p = (SweepPlot){ .per = -1, .bars = -1, .groups = -1, .over = -1, .to = -1 };
    p->name = p->title = sweep_word(&at);
    for (int i = 0; i < SWEEP_AXES; i++) p->at[i] = -1;
    char *how = sweep_word(&at), *figure = sweep_word(&at), *per = strchr(figure, '/'), *to = NULL;
    p->how = strcmp(how, "value") == 0 ? SWEEP_VALUE : strcmp(how, "ratio") == 0 ? SWEEP_RATIO : SWEEP_SPEEDUP;
    if (!sweep_is_name(p->name) || (p->how == SWEEP_SPEEDUP && strcmp(how, "speedup") != 0))
        sweep_wrong(s, line, "expected plot NAME value|ratio|speedup FIGURE bars ..., found", how);
    if (per) *per++ = 0, p->per = figure_of(s, line, per);
    p->figure = figure_of(s, line, figure);
    for (char *w = sweep_word(&at); *w; w = sweep_word(&at)) {
        if (strcmp(w, "title") == 0) { p->title = at; break; }
        char *v = sweep_word(&at);
        int one[SWEEP_VALUES], n;
        if (strcmp(w, "bars") == 0) p->bars = values_of(s, line, v, p->bar, &p->n_bars);
        else if (strcmp(w, "groups") == 0) p->groups = values_of(s, line, v, p->group, &p->n_groups);
        else if (strcmp(w, "over") == 0) p->over = values_of(s, line, v, one, &n);
        else if (strcmp(w, "to") == 0) to = v;
        else if (strcmp(w, "at") == 0) {
            int axis = values_of(s, line, v, one, &n);
            if (n != 1) sweep_wrong(s, line, "expected at AXIS=VALUE, found", v);
            p->at[axis] = one[0];
        } else sweep_wrong(s, line, "expected bars, groups, over, to, at or title, found", w);
    }
    if (p->bars < 0 || p->groups < 0 || p->bars == p->groups || p->bars == p->over || p->groups == p->over)
        sweep_wrong(s, line, "a plot needs bars and groups, of two axes, over is of a third one", NULL);
    for (int i = 0; i < s->n_axes; i++) {
        if (i == p->bars || i == p->groups || i == p->over || p->at[i] >= 0) continue;
        if (s->axis[i].n > 1) sweep_wrong(s, line, "which value? expected at AXIS=VALUE for axis", s->axis[i].name);
        p->at[i] = 0;
    }
    if (to) p->to = sweep_axis_value(&s->axis[p->bars], to);
    if ((p->to < 0) != (p->how == SWEEP_VALUE))
        sweep_wrong(s, line, "ratio and speedup want  to VALUE  of the bars, value wants none", to);
}

/* The plot's figure of the run of these values of the three axes; false after saying what is missing. */
static bool value_of(const Sweep *s, const char *dir, const SweepPlot *p, const int three[3], double *x)
{
    const Sweep *whose = s->runs ? s->runs : s;
    long run = 0;
    for (int i = 0; i < s->n_axes; i++)
        run = run * s->axis[i].n + (i == p->bars ? three[0] : i == p->groups ? three[1] : i == p->over ? three[2] :
                                    p->at[i]);
    char name[JOBS_TEXT];
    sweep_name(whose, run, name);
    FILE *f = sweep_open(whose, dir, run, "result");
    if (!f) {
        fprintf(stderr, "sweep: %s: no result yet of %s\n", p->name, name);
        return false;
    }
    double per = 1;
    bool there = sweep_figure_of(f, &s->figure[p->figure], x) &&
                 (p->per < 0 || sweep_figure_of(f, &s->figure[p->per], &per));
    fclose(f);
    if (!there) fprintf(stderr, "sweep: %s: the result of %s lacks a figure\n", p->name, name);
    *x = per != 0 ? *x / per : 0; /* none of nothing is none */
    return there;
}

/* Mean and spread (the standard deviation of a sample) of n numbers. */
static SweepBar statistics(const double *x, int n)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < n; i++) sum += x[i];
    for (int i = 0; i < n; i++) squares += (x[i] - sum / n) * (x[i] - sum / n);
    return (SweepBar){ sum / n, n > 1 ? sqrt(squares / (n - 1)) : 0 };
}

/* All bars: bars[group * n_bars + bar]; those behind the last group are of all: the geometric mean of ratios (of those
 * that are not 0: nothing of nothing), the plain one of values, for each value of `over` by itself. */
static bool compute(const Sweep *s, const char *dir, const SweepPlot *p, SweepBar *bars)
{
    int n = p->over < 0 ? 1 : s->axis[p->over].n;
    double *x = calloc((size_t)n * 3, sizeof *x), *all = x + n, *some = x + 2 * n; /* some: ratios that are one */
    bool fine = true;
    for (int b = 0; fine && b < p->n_bars; b++) {
        for (int i = 0; i < n; i++) all[i] = some[i] = 0;
        for (int g = 0; g < p->n_groups; g++) {
            for (int i = 0; i < n; i++) {
                double base = 1;
                if (!value_of(s, dir, p, (int[]){ p->bar[b], p->group[g], i }, &x[i]) ||
                    (p->to >= 0 && !value_of(s, dir, p, (int[]){ p->to, p->group[g], i }, &base))) {
                    free(x);
                    return false;
                }
                if (p->how == SWEEP_RATIO) x[i] = base != 0 ? x[i] / base : 0;
                if (p->how == SWEEP_SPEEDUP) x[i] = x[i] != 0 ? base / x[i] : 0;
                if (p->how == SWEEP_VALUE) all[i] += x[i];
                else if (x[i] > 0) all[i] += log(x[i]), some[i]++;
            }
            bars[g * p->n_bars + b] = statistics(x, n);
        }
        for (int i = 0; i < n; i++)
            all[i] = p->how == SWEEP_VALUE ? all[i] / p->n_groups : some[i] > 0 ? exp(all[i] / some[i]) : 0;
        bars[p->n_groups * p->n_bars + b] = statistics(all, n);
    }
    free(x);
    return fine;
}

int sweep_plot_groups(const SweepPlot *p)
{
    return p->n_groups + (p->how != SWEEP_VALUE || p->over >= 0);
}

static void print_table(const Sweep *s, const SweepPlot *p, const SweepBar *bars, FILE *to)
{
    fputs(p->title, to);
    if (p->over >= 0)
        fprintf(to, "; mean and spread over %d values of %s", s->axis[p->over].n, s->axis[p->over].name);
    fprintf(to, "\n%-12s", s->axis[p->groups].name);
    for (int b = 0; b < p->n_bars; b++) fprintf(to, " %15s", s->axis[p->bars].value[p->bar[b]]);
    for (int g = 0; g < sweep_plot_groups(p); g++) {
        fprintf(to, "\n%-12s", g < p->n_groups ? s->axis[p->groups].value[p->group[g]] :
                p->how == SWEEP_VALUE ? "mean" : "gmean");
        for (int b = 0; b < p->n_bars; b++) {
            SweepBar x = bars[g * p->n_bars + b];
            int digits = fabs(x.mean) >= 1000 ? 0 : fabs(x.mean) >= 100 ? 1 : 2;
            if (p->over < 0) fprintf(to, " %15.6g", x.mean);
            else fprintf(to, " %8.*f %6.*f", digits, x.mean, digits, x.spread);
        }
    }
    fputs("\n", to);
}

static FILE *create(const char *dir, const char *name, const char *kind)
{
    char path[JOBS_TEXT];
    if (snprintf(path, sizeof path, "%s/%s.%s", dir, name, kind) >= JOBS_TEXT) exit(2);
    FILE *f = fopen(path, "w");
    if (!f) { perror(path); exit(3); }
    return f;
}

bool sweep_plots(const Sweep *s, const char *dir)
{
    bool fine = true;
    for (int i = 0; i < s->n_plots; i++) {
        const SweepPlot *p = &s->plot[i];
        SweepBar *bars = calloc((size_t)(p->n_groups + 1) * (size_t)p->n_bars, sizeof *bars);
        if (compute(s, dir, p, bars)) {
            FILE *f = create(dir, p->name, "txt");
            print_table(s, p, bars, f);
            if (fclose(f) != 0) { perror(p->name); exit(3); }
            print_table(s, p, bars, stdout);
            f = create(dir, p->name, "svg");
            sweep_draw(s, p, bars, f);
            if (fclose(f) != 0) { perror(p->name); exit(3); }
            puts("");
        } else fine = false;
        free(bars);
    }
    return fine;
}
