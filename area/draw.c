/* draw.c - SVGs: modules by their area; a figure over the values of a parameter. */
#include "area.h"
#include "util/text.h"
#include <stdlib.h>
#include <string.h>

enum { TREE_W = 960, TREE_H = 540, HEAD = 20, LINE = 12 }; /* HEAD: the name of a strip; LINE: room for a text */
enum { PLOT_W = 640, PLOT_H = 400, LEFT = 80, FOOT = 40, TOP = 30, STEPS = 4 };
static const char *const fill[] = {"#cfe2f3", "#d9ead3", "#fff2cc", "#f4cccc"};
static const char *const ink[] = {"#3366cc", "#dc3912", "#109618", "#ff9900", "#990099"};
enum { FILLS = sizeof fill / sizeof *fill, INKS = sizeof ink / sizeof *ink };

static void begin(Buf *b, Arena *a, int w, int h)
{
    buf_init(b, a);
    buf_printf(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
               "font-size=\"12\">\n", w, h);
}

static void end(Buf *b, const char *file)
{
    buf_printf(b, "</svg>\n");
    tool_write(file, b->at);
}

static void text(Buf *b, double x, double y, const char *colour, const char *said)
{
    buf_printf(b, "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\">" STR_FMT "</text>\n", x, y, colour,
               STR_ARG(text_xml(b->arena, str_from(said))));
}

static double sum_of(const Parts *parts)
{
    double sum = 0;
    for (int i = 0; i < parts->n; i++) sum += parts->at[i].nand2;
    return sum;
}

static int larger(const void *x, const void *y)
{
    const Part *a = x, *b = y;
    return (a->nand2 < b->nand2) - (a->nand2 > b->nand2);
}

static void strip(Buf *b, const Cost *c, double x, double w)
{
    Arena *a = b->arena;
    double y = HEAD, all = sum_of(&c->parts);
    Part *part = NEW_N(a, Part, c->parts.n + 1);
    memcpy(part, c->parts.at, sizeof *part * (size_t)c->parts.n);
    qsort(part, (size_t)c->parts.n, sizeof *part, larger);
    text(b, x + 4, HEAD - 6, "black", c->module);
    for (int k = 0; k < c->parts.n; k++) {
        double h = (TREE_H - HEAD) * part[k].nand2 / all;
        char *said = tool_text(a, "%s %.0f", part[k].name, part[k].nand2);
        buf_printf(b, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\" stroke=\"#666\"><title>"
                   STR_FMT "</title></rect>\n", x, y, w, h, fill[k % FILLS], STR_ARG(text_xml(a, str_from(said))));
        if (h > LINE) text(b, x + 4, y + LINE, "black", said);
        y += h;
    }
}

void area_treemap(Arena *a, const Costs *costs, const char *file)
{
    Buf b;
    double all = 0, x = 0;
    begin(&b, a, TREE_W, TREE_H);
    for (int i = 0; i < costs->n; i++) all += sum_of(&costs->at[i].parts);
    for (int i = 0; i < costs->n; i++) {
        double sum = sum_of(&costs->at[i].parts), w = TREE_W * sum / all;
        if (sum <= 0) continue;
        strip(&b, &costs->at[i], x, w);
        x += w;
    }
    end(&b, file);
}

static double figure_of(const Cost *c, bool bits) { return bits ? c->bits : c->nand2; }
static double across(const Points *p, int j)
{
    return LEFT + (PLOT_W - LEFT - 60.0) * (p->n > 1 ? (double)j / (p->n - 1) : 0);
}

/* All points have the same controllers. */
void area_sweep(Arena *a, const char *param, const Points *points, bool bits, const char *file)
{
    const int foot = PLOT_H - FOOT, high = foot - TOP;
    double most = 0;
    Buf b;
    begin(&b, a, PLOT_W, PLOT_H);
    for (int j = 0; j < points->n; j++)
        for (int i = 0; i < points->at[j].costs.n; i++) {
            double f = figure_of(&points->at[j].costs.at[i], bits);
            if (f > most) most = f;
        }
    if (most <= 0) most = 1;
    text(&b, LEFT, 16, "black", tool_text(a, "%s over %s", bits ? "bits of memory" : "NAND2 equivalents", param));
    buf_printf(&b, "<path d=\"M%d,%d V%d H%d\" fill=\"none\" stroke=\"black\"/>\n", LEFT, TOP, foot, PLOT_W - 10);
    for (int k = 0; k <= STEPS; k++)
        text(&b, 4, foot - high * k / (double)STEPS, "black", tool_text(a, "%.4g", most * k / STEPS));
    for (int j = 0; j < points->n; j++) text(&b, across(points, j), foot + 18, "black", points->at[j].value);
    for (int i = 0; points->n && i < points->at[0].costs.n; i++) {
        buf_printf(&b, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"", ink[i % INKS]);
        for (int j = 0; j < points->n; j++)
            buf_printf(&b, "%.1f,%.1f ", across(points, j),
                       foot - high * figure_of(&points->at[j].costs.at[i], bits) / most);
        buf_printf(&b, "\"/>\n");
        text(&b, PLOT_W - 150, TOP + 16 * (i + 1), ink[i % INKS], points->at[0].costs.at[i].module);
    }
    end(&b, file);
}
