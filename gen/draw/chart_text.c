/* chart_text.c - the chart for a terminal: a column per instance, a line per arrow. */
#include "draw/chart.h"
#include <string.h>

enum { COLUMN = 26, LEFT = 8, TEXT_MAX = 4096 };

typedef struct {
    Buf *out;
    const Run *run;
    int width;
    char *line;
} Page;

static int column(int inst) { return LEFT + 2 + inst * COLUMN; }

/* Lifelines only. */
static void blank(Page *g)
{
    memset(g->line, ' ', (size_t)g->width);
    for (int i = 0; i < g->run->insts.n; i++) g->line[column(i)] = '|';
}

/* What does not fit is cut. */
static void put(Page *g, int at, Str text)
{
    for (int i = 0; i < text.n && at + i < g->width; i++)
        if (at + i >= 0) g->line[at + i] = (unsigned char)text.p[i] < 0x20 ? '?' : text.p[i];
}

static void flush(Page *g)
{
    int n = g->width;
    while (n > 0 && g->line[n - 1] == ' ') n--;
    buf_put(g->out, g->line, (size_t)n);
    buf_put(g->out, "\n", 1);
}

static void arrow(Page *g, const RunMessage *m)
{
    int a = column(m->from), b = column(m->to);
    Arena *ar = g->out->arena;
    Str label = str_printf(ar, "m%d " STR_FMT " " STR_FMT, m->number, STR_ARG(m->name), STR_ARG(m->fields));
    blank(g);
    if (a == b) {
        put(g, a, str_printf(ar, "@ " STR_FMT, STR_ARG(label)));
        flush(g);
        return;
    }
    int from = a < b ? a : b, to = a < b ? b : a, room = to - from - 4;
    for (int i = from + 1; i < to; i++) g->line[i] = '-';
    g->line[a < b ? to - 1 : from + 1] = a < b ? '>' : '<';
    if (label.n > room && room > 0) label.n = room;
    put(g, from + 2 + (room - label.n) / 2, label);
    flush(g);
}

static void step(Page *g, const RunStep *s)
{
    Arena *a = g->out->arena;
    int at = column(s->inst);
    blank(g);
    put(g, LEFT - 2 - s->time.n < 0 ? 0 : LEFT - 2 - s->time.n, s->time);
    put(g, at, s->fails ? STR("X") : STR("*"));
    Buf b;
    buf_init(&b, a);
    for (int i = 0; i < s->takes.n; i++) buf_printf(&b, "m%d ", g->run->messages.at[s->takes.at[i]].number);
    buf_printf(&b, STR_FMT, STR_ARG(s->event));
    if (s->key.n) buf_printf(&b, " line " STR_FMT, STR_ARG(s->key));
    put(g, at + 2, (Str){ b.at, (int)b.n });
    flush(g);
    blank(g);
    put(g, at + 2,
        s->fails                    ? str_printf(a, "must not be in " STR_FMT, STR_ARG(s->state))
        : str_eq(s->state, s->next) ? s->state
                                    : str_printf(a, STR_FMT " -> " STR_FMT, STR_ARG(s->state), STR_ARG(s->next)));
    flush(g);
    for (int i = 0; i < s->effects.n; i++) {
        blank(g);
        put(g, at + 2, s->effects.at[i]);
        flush(g);
    }
    for (int i = 0; i < s->sends.n; i++) arrow(g, &g->run->messages.at[s->sends.at[i]]);
}

void chart_text(Buf *out, const Run *run)
{
    int width = column(run->insts.n) + COLUMN;
    Page g = { out, run, width > TEXT_MAX ? TEXT_MAX : width, NEW_N(out->arena, char, width + 1) };
    memset(g.line, ' ', (size_t)g.width);
    put(&g, 0, run->is_schedule ? STR("  step") : STR(" cycle"));
    for (int i = 0; i < run->insts.n; i++) put(&g, column(i) - 1, run->insts.at[i]);
    flush(&g);
    for (int i = 0; i < run->steps.n; i++) step(&g, &run->steps.at[i]);
    bool any = false;
    for (int i = 0; i < run->messages.n; i++) {
        const RunMessage *m = &run->messages.at[i];
        if (m->taken != -1 || m->sent < 0) continue;
        buf_printf(out, "%sm%d " STR_FMT, any ? ", " : "on its way at the end: ", m->number, STR_ARG(m->name));
        any = true;
    }
    if (any) buf_printf(out, "\n");
    if (run->found.n) buf_printf(out, "found: " STR_FMT "\n", STR_ARG(run->found));
    for (int i = 0; i < run->left.n; i++) buf_printf(out, "left: " STR_FMT "\n", STR_ARG(run->left.at[i]));
}
