/* draw.c - a chart of bars in groups, with whiskers for the spread, as SVG. */
#include "sweep.h"
#include <math.h>
#include <string.h>

enum { LEFT = 60, TOP = 56, HEIGHT = 200, BOTTOM = 34, GAP = 14, LEAST_WIDTH = 480 };
static const char *const colours[] = { "#1d4ed8", "#b45309", "#0f766e", "#9333ea", "#be123c", "#4d7c0f", "#0369a1",
                                       "#6b7280" };
enum { COLOURS = sizeof colours / sizeof *colours };

void sweep_escape(FILE *to, const char *text)
{
    for (; *text; text++)
        if (*text == '<') fputs("&lt;", to);
        else if (*text == '>') fputs("&gt;", to);
        else if (*text == '&') fputs("&amp;", to);
        else if (*text == '"') fputs("&quot;", to);
        else fputc(*text, to);
}

static void label(FILE *to, double x, double y, const char *class, const char *text)
{
    fprintf(to, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, class);
    sweep_escape(to, text);
    fputs("</text>\n", to);
}

/* The step of the axis: 1, 2 or 5 times a power of ten, for about five lines up to `most`. */
static double step_of(double most)
{
    double rough = most / 5, power = pow(10, floor(log10(rough))), x = rough / power;
    return power * (x <= 1 ? 1 : x <= 2 ? 2 : x <= 5 ? 5 : 10);
}

/* The axis ends where the bars of all groups but a few do; what is higher is cut, and its value stands on it. */
static double top_of(const SweepPlot *p, const SweepBar *bars)
{
    int n = sweep_plot_groups(p) * p->n_bars;
    double most = 0, mean = 0;
    for (int i = 0; i < n; i++) {
        double high = bars[i].mean + bars[i].spread;
        most = fmax(most, high);
        if (i >= p->n_groups * p->n_bars && high > mean) mean = high;
    }
    double limit = 3 * mean;
    double top = most > limit && limit > 0 ? limit : most;
    return top > 0 ? top : 1;
}

void sweep_draw(const Sweep *s, const SweepPlot *p, const SweepBar *bars, FILE *to)
{
    int bar = p->n_bars > 5 ? 8 : 12;
    double group = p->n_bars * bar + GAP, width = LEFT + sweep_plot_groups(p) * fmax(group, 66) + 10;
    group = fmax(group, 66);
    if (width < LEAST_WIDTH) width = LEAST_WIDTH;
    double top = top_of(p, bars), step = step_of(top), base = TOP + HEIGHT;
    top = ceil(top / step) * step;
    fprintf(to, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%d\" viewBox=\"0 0 %.0f %d\" "
            "role=\"img\" aria-label=\"", width, TOP + HEIGHT + BOTTOM, width, TOP + HEIGHT + BOTTOM);
    sweep_escape(to, p->title);
    fputs("\">\n<style>text{font:11px 'DejaVu Sans Mono',ui-monospace,Menlo,Consolas,monospace;fill:#1f2328}"
          ".name{font-weight:bold}.mid{text-anchor:middle}.end{text-anchor:end}.small{font-size:9px;text-anchor:middle}"
          ".grid{stroke:#e5e7eb}.one{stroke:#6b7280;stroke-dasharray:4 3}.axis{stroke:#6b7280}.whisker{stroke:#1f2328}"
          "</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n", to);
    label(to, 10, 18, "name", p->title);
    double x = LEFT;
    for (int b = 0; b < p->n_bars; b++) {
        const char *name = s->axis[p->bars].value[p->bar[b]];
        fprintf(to, "<rect x=\"%.1f\" y=\"30\" width=\"10\" height=\"10\" fill=\"%s\"/>\n", x, colours[b % COLOURS]);
        label(to, x + 14, 39, "", name);
        x += 30 + 7 * (double)strlen(name);
    }
    for (int i = 0; i * step <= top + step / 2; i++) {
        double y = base - i * step / top * HEIGHT;
        char number[32];
        snprintf(number, sizeof number, "%.6g", i * step);
        fprintf(to, "<line x1=\"%d\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n", LEFT, y, width - 10, y,
                i ? "grid" : "axis");
        label(to, LEFT - 6, y + 4, "end", number);
    }
    if (p->how != SWEEP_VALUE && top > 1) {
        double y = base - HEIGHT / top;
        fprintf(to, "<line x1=\"%d\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"one\"/>\n", LEFT, y, width - 10, y);
    }
    for (int g = 0; g < sweep_plot_groups(p); g++) {
        const char *name = g < p->n_groups ? s->axis[p->groups].value[p->group[g]] :
                           p->how == SWEEP_VALUE ? "mean" : "gmean";
        double left = LEFT + g * group + (group - p->n_bars * bar) / 2;
        label(to, LEFT + (g + 0.5) * group, base + 18, g < p->n_groups ? "mid" : "mid name", name);
        for (int b = 0; b < p->n_bars; b++) {
            SweepBar v = bars[g * p->n_bars + b];
            double high = fmin(v.mean, top) / top * HEIGHT, at = left + b * bar;
            fprintf(to, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" fill=\"%s\"><title>", at, base - high,
                    bar - 2, high, colours[b % COLOURS]);
            sweep_escape(to, name);
            fputs(", ", to);
            sweep_escape(to, s->axis[p->bars].value[p->bar[b]]);
            fprintf(to, ": %.4g, spread %.2g</title></rect>\n", v.mean, v.spread);
            double middle = at + (bar - 2) / 2.0;
            if (v.mean > top) {
                char number[32];
                snprintf(number, sizeof number, "%.3g", v.mean);
                label(to, middle, TOP - 3, "small", number);
            } else if (v.spread > 0) {
                double from = base - fmin(v.mean + v.spread, top) / top * HEIGHT;
                double until = base - fmax(v.mean - v.spread, 0) / top * HEIGHT;
                fprintf(to, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"whisker\"/>\n", middle, from,
                        middle, until);
            }
        }
    }
    fputs("</svg>\n", to);
}
