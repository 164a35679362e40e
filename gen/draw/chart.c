/* chart.c - the chart as a drawing. */
#include "draw/chart.h"
#include "draw/held.h"
#include "draw/svg.h"
#include "util/text.h"

enum { ROW_H = 44, HEAD_H = 84, LEFT = 70, BAR = 8, BAR_STEP = 11, BARS_MAX = 6, COLUMN_MIN = 170, LABEL_ROOM = 12 };

typedef struct {
    Buf *b;
    const Run *run;
    const Protocol *p;
    HeldAll held;
    double *x, width; /* of the lifelines */
    int *bars;        /* by instance: tracks that are drawn */
} Chart;

static double step_y(int step) { return HEAD_H + 26 + step * (double)ROW_H; }

static const Event *event_of(const Chart *c, const RunStep *s)
{
    const Controller *k = held_controller(c->p, c->run->insts.at[s->inst]);
    return k ? names_get(&k->by.events, s->event) : NULL;
}

/* ---- what a step says ---- */

static Str first_text(const Chart *c, const RunStep *s)
{
    return str_printf(c->b->arena, STR_FMT "%s" STR_FMT "%s" STR_FMT "%s", STR_ARG(s->event), s->key.n ? ", line " : "",
                      STR_ARG(s->key), s->what.n ? " (" : "", STR_ARG(s->what), s->what.n ? ")" : "");
}

static Str second_text(const Chart *c, const RunStep *s)
{
    Buf b;
    buf_init(&b, c->b->arena);
    if (s->fails)
        buf_printf(&b, "must not happen in " STR_FMT, STR_ARG(s->state));
    else if (str_eq(s->state, s->next))
        buf_printf(&b, STR_FMT, STR_ARG(s->state));
    else
        buf_printf(&b, STR_FMT " → " STR_FMT, STR_ARG(s->state), STR_ARG(s->next));
    for (int i = 0; i < s->effects.n; i++) buf_printf(&b, ", " STR_FMT, STR_ARG(s->effects.at[i]));
    return (Str){ b.at, (int)b.n };
}

static void put_title(const Chart *c, const RunStep *s)
{
    Buf b;
    buf_init(&b, c->b->arena);
    buf_printf(&b, "%s " STR_FMT ": " STR_FMT, c->run->is_schedule ? "step" : "cycle", STR_ARG(s->time),
               STR_ARG(c->run->insts.at[s->inst]));
    if (s->row >= 0) buf_printf(&b, ", row %d", s->row);
    if (s->place.n) buf_printf(&b, ", " STR_FMT, STR_ARG(s->place));
    for (int i = 0; i < s->fields.n; i++)
        buf_printf(&b, "; " STR_FMT "=" STR_FMT, STR_ARG(s->fields.at[i].name), STR_ARG(s->fields.at[i].value));
    svg_title(c->b, (Str){ b.at, (int)b.n });
}

/* ---- places ---- */

/* Tracks of an instance that are drawn side by side. */
static void count_bars(Chart *c)
{
    c->bars = NEW_N(c->b->arena, int, c->run->insts.n + 1);
    for (int i = 0; i < c->held.n; i++)
        if (c->bars[c->held.at[i].inst] < BARS_MAX) c->bars[c->held.at[i].inst]++;
}

static void place_lines(Chart *c)
{
    double at = LEFT + 20;
    c->x = NEW_N(c->b->arena, double, c->run->insts.n + 1);
    for (int i = 0; i < c->run->insts.n; i++) {
        double w = COLUMN_MIN;
        for (int k = 0; k < c->run->steps.n; k++) {
            const RunStep *s = &c->run->steps.at[k];
            if (s->inst != i) continue;
            double one = svg_width(first_text(c, s)), two = svg_width(second_text(c, s));
            one = (one > two ? one : two) + 34 + BAR_STEP * c->bars[i];
            if (one > w) w = one;
        }
        c->x[i] = at;
        at += w;
    }
    c->width = at + 10;
}

/* ---- parts of the drawing ---- */

static void put_lifelines(const Chart *c, double bottom)
{
    for (int i = 0; i < c->run->insts.n; i++) {
        Str name = c->run->insts.at[i];
        double w = svg_width(name) + 20;
        svg_box(c->b, (SvgBox){ c->x[i] - w / 2, HEAD_H - 40, w, 26 }, 5, "stable");
        svg_text(c->b, (SvgPoint){ c->x[i], HEAD_H - 23 }, "name", name);
        svg_line(c->b, (SvgPoint){ c->x[i], HEAD_H - 14 }, (SvgPoint){ c->x[i], bottom }, "life");
    }
}

static const char *bar_class(const HeldPart *x)
{
    if (!x->state) return "part";
    if (x->as) return "part";
    return !x->state->stable ? "waits" : x->state->initial ? "" : "lease";
}

static void put_bars(const Chart *c, double bottom)
{
    int *drawn = NEW_N(c->b->arena, int, c->run->insts.n + 1);
    for (int i = 0; i < c->held.n; i++) {
        const Held *h = &c->held.at[i];
        int slot = drawn[h->inst]++;
        if (slot >= BARS_MAX) continue;
        double x = c->x[h->inst] + 7 + slot * BAR_STEP;
        for (int k = 0; k < h->parts.n; k++) {
            const HeldPart *p = &h->parts.at[k];
            double from = step_y(p->from), to = p->to < c->run->steps.n ? step_y(p->to) : bottom - 4;
            const char *class = bar_class(p);
            if (!*class) continue;
            buf_printf(c->b, "<g>");
            svg_title(c->b, str_printf(c->b->arena, STR_FMT " line " STR_FMT ": " STR_FMT "%s" STR_FMT,
                                       STR_ARG(c->run->insts.at[h->inst]), STR_ARG(h->key), STR_ARG(p->name),
                                       p->as ? ", behaves as " : "", STR_ARG(p->as ? p->as->name : STR(""))));
            svg_box(c->b, (SvgBox){ x, from + 2, BAR, to - from - 3 }, 2, class);
            buf_printf(c->b, "</g>\n");
        }
    }
}

static void put_step(const Chart *c, int number)
{
    const RunStep *s = &c->run->steps.at[number];
    const Event *e = event_of(c, s), *base = e && e->base ? e->base : e;
    bool core = (base && base->kind == EV_CORE) || (!base && s->what.n > 4 && *s->what.p == 'w');
    double x = c->x[s->inst], y = step_y(number), text = x + 13 + BAR_STEP * c->bars[s->inst];
    buf_printf(c->b, "<g class=\"step\" id=\"step%d\">", number);
    put_title(c, s);
    buf_printf(c->b, "<rect x=\"0\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"transparent\" class=\"back\"/>\n",
               y - 16, c->width, ROW_H - 6);
    svg_text(c->b, (SvgPoint){ LEFT - 30, y + 4 }, "end dim", s->time);
    if (core && !str_is(s->what, "replay"))
        buf_printf(c->b,
                   "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"line core\" "
                   "marker-end=\"url(#h-core)\"/>\n",
                   x - 26, y, x - 5, y);
    svg_box(c->b, (SvgBox){ x - 4, y - 4, 8, 8 }, 2, s->fails ? "fails" : "row");
    svg_text(c->b, (SvgPoint){ text, y }, s->fails ? "t-fails" : core ? "t-core" : "t-message", first_text(c, s));
    svg_text(c->b, (SvgPoint){ text, y + 13 }, s->fails ? "t-fails" : "dim", second_text(c, s));
    buf_printf(c->b, "</g>\n");
}

/* The label stands between two rows, just below the sender's, where the arrow passes. other: messages of the step
 * before it. */
static void put_message(const Chart *c, const RunMessage *m, int other, double bottom)
{
    if (m->sent < 0) return;
    bool lost = m->taken < 0 && c->run->is_schedule;
    SvgPoint a = { c->x[m->from], step_y(m->sent) + 4 };
    SvgPoint b = { c->x[m->to], m->taken >= 0 ? step_y(m->taken) : bottom - 6 };
    double side = b.x > a.x ? -5 : 5;
    b.x += m->from == m->to ? 0 : side;
    if (m->from == m->to)
        buf_printf(c->b,
                   "<path d=\"M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f\" class=\"%s\" marker-end=\"url(#h-%s)\"/>\n",
                   a.x, a.y, a.x - 46, a.y + 12, a.x - 46, b.y - 12, b.x - 5, b.y, lost ? "lost" : "send",
                   lost ? "lost" : "message");
    else
        buf_printf(c->b,
                   "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\" marker-end=\"url(#h-%s)\"/>\n",
                   a.x, a.y, b.x, b.y, lost ? "lost" : "send", lost ? "lost" : "message");
    Str label = c->run->is_schedule && m->fields.n
                    ? str_printf(c->b->arena, STR_FMT " " STR_FMT, STR_ARG(m->name), STR_ARG(m->fields))
                    : m->name;
    double y = a.y + 20 + other * LABEL_ROOM, t = (y - a.y) / (b.y - a.y), w = svg_width(label) + 6;
    if (t > 0.62) t = 0.5;
    double x = a.x + (b.x - a.x) * t - w / 2;
    if (m->from == m->to) x = a.x - 46 - w / 2;
    if (x < 2) x = 2;
    if (x + w > c->width - 2) x = c->width - 2 - w;
    if (t == 0.5) y = (a.y + b.y) / 2 + other * LABEL_ROOM;
    svg_box(c->b, (SvgBox){ x, y - 7, w, 13 }, 3, "under");
    svg_text(c->b, (SvgPoint){ x + 3, y + 3 }, lost ? "t-fails" : "t-message", label);
}

static double put_end(const Chart *c, double y)
{
    if (!c->run->found.n) return y;
    svg_line(c->b, (SvgPoint){ 10, y }, (SvgPoint){ c->width - 10, y }, "lost");
    svg_text(c->b, (SvgPoint){ 14, y + 18 }, "t-fails", c->run->found);
    for (int i = 0; i < c->run->left.n; i++)
        svg_text(c->b, (SvgPoint){ 14, y + 34 + 15 * i }, "dim",
                 str_printf(c->b->arena, "left: " STR_FMT, STR_ARG(c->run->left.at[i])));
    return y + 30 + 15 * c->run->left.n;
}

static void put_legend(const Chart *c)
{
    static const char *const what[] = { "held", "in transition", "a view hides it: a lease that is over" };
    static const char *const class[] = { "lease", "waits", "part" };
    double x = 14 + 2 * SVG_CHAR;
    svg_text(c->b, (SvgPoint){ 14, 22 }, "head", c->run->protocol.n ? c->run->protocol : STR("run"));
    svg_text(c->b, (SvgPoint){ LEFT - 30, HEAD_H - 23 }, "end dim", c->run->is_schedule ? STR("step") : STR("cycle"));
    bool views = false;
    for (int i = 0; c->p && i < c->p->ctls.n; i++) views |= c->p->ctls.at[i]->views.n > 0;
    for (int i = 0; c->p && i < 2 + views; i++) {
        svg_box(c->b, (SvgBox){ x, 12, BAR, 13 }, 2, class[i]);
        svg_text(c->b, (SvgPoint){ x + 13, 22 }, "dim", str_from(what[i]));
        x += 30 + svg_width(str_from(what[i]));
    }
}

void chart_svg(Buf *out, const Run *run, const Protocol *p)
{
    Buf body;
    buf_init(&body, out->arena);
    Chart c = { .b = &body, .run = run, .p = p, .held = held_of(out->arena, run, p) };
    count_bars(&c);
    place_lines(&c);
    double bottom = step_y(run->steps.n) + 4;
    double text = svg_width(run->found) + 30;
    if (c.width < 560) c.width = 560;
    if (text > c.width) c.width = text;
    put_legend(&c);
    put_lifelines(&c, bottom);
    put_bars(&c, bottom);
    for (int i = 0, other = 0; i < run->messages.n; i++) {
        other = i && run->messages.at[i - 1].sent == run->messages.at[i].sent ? other + 1 : 0;
        put_message(&c, &run->messages.at[i], other, bottom);
    }
    for (int i = 0; i < run->steps.n; i++) put_step(&c, i);
    double h = put_end(&c, bottom + 8);
    svg_begin(out, c.width, h + 10, str_printf(out->arena, "a run of " STR_FMT, STR_ARG(run->protocol)));
    buf_put(out, body.at, body.n);
    svg_end(out);
}
