/* diagram.c - layout of state diagrams.
 *
 * Two columns, stable and transient states. The order within a column is that of the average place of the states that a
 * state is joined with in the other one. Moves between columns are curves between them, moves within one are arcs on
 * its outer side. Where there is one column only, moves down are arcs on its right, moves up on its left. */
#include "draw/diagram.h"
#include "draw/moves.h"
#include "draw/svg.h"
#include "util/text.h"

enum {
    NODE_H = 34,
    STEP_Y = 92,
    GAP = 330,
    TOP = 62,
    BULGE = 46,
    BULGE_STEP = 34,
    MARGIN = 14,
    LABEL_CHARS = 22,
    LABEL_LINES = 3,
    ROUNDS = 8
};

typedef struct {
    int column, place;
    double x, y, w;
} Node; /* x, y: its middle */
typedef struct {
    Arena *a;
    const Controller *c;
    Moves m;
    Node *node;
    int count[2];
    double width, height, left; /* left: of the first column's middle */
    VEC(SvgBox) taken;          /* labels and nodes that a further label should not cover */
    double shift;               /* of everything, downwards */
} Draw;

/* ---- places ---- */

static void place_columns(Draw *d)
{
    for (int i = 0; i < d->c->states.n; i++) {
        Node *n = &d->node[i];
        n->column = !d->c->states.at[i]->stable;
        n->place = d->count[n->column]++;
        n->w = svg_width(d->c->states.at[i]->name) + 26;
        if (n->w < 56) n->w = 56;
    }
}

static double place_y(const Draw *d, int i)
{
    int most = d->count[0] > d->count[1] ? d->count[0] : d->count[1], n = d->count[d->node[i].column];
    return TOP + most * STEP_Y * (d->node[i].place + 0.5) / n;
}

/* The average place of those in the other column that it is joined with; its own if there are none. */
static double wanted_y(const Draw *d, int i)
{
    double sum = 0;
    int n = 0;
    for (int k = 0; k < d->m.moves.n; k++) {
        const Move *x = &d->m.moves.at[k];
        int other = x->from == i ? x->to : x->to == i ? x->from : -1;
        if (other < 0 || d->node[other].column == d->node[i].column) continue;
        sum += place_y(d, other);
        n++;
    }
    return n ? sum / n : place_y(d, i);
}

/* The initial state stays the first one of its column. */
static void order_column(Draw *d, int column)
{
    int *at = NEW_N(d->a, int, d->c->states.n + 1), n = 0;
    double *want = NEW_N(d->a, double, d->c->states.n + 1);
    for (int place = 0; place < d->count[column]; place++)
        for (int i = 0; i < d->c->states.n; i++)
            if (d->node[i].column == column && d->node[i].place == place) {
                want[n] = d->c->states.at[i]->initial ? -1 : wanted_y(d, i);
                at[n++] = i;
            }
    for (int i = 1; i < n; i++) /* few, and equal ones must keep their order */
        for (int k = i; k > 0 && want[k] < want[k - 1] - 0.5; k--) {
            double w = want[k];
            want[k] = want[k - 1];
            want[k - 1] = w;
            int s = at[k];
            at[k] = at[k - 1];
            at[k - 1] = s;
        }
    for (int i = 0; i < n; i++) d->node[at[i]].place = i;
}

static double widest(const Draw *d, int column)
{
    double w = 0;
    for (int i = 0; i < d->c->states.n; i++)
        if (d->node[i].column == column && d->node[i].w > w) w = d->node[i].w;
    return w;
}

/* The longest arc on the outer side of a column, in places. */
static int longest(const Draw *d, int column)
{
    int most = 0;
    for (int k = 0; k < d->m.moves.n; k++) {
        const Node *f = &d->node[d->m.moves.at[k].from], *t = &d->node[d->m.moves.at[k].to];
        int n = f->place > t->place ? f->place - t->place : t->place - f->place;
        if (f->column == column && t->column == column && n > most) most = n;
    }
    return most;
}

static double arc_room(const Draw *d, int column)
{
    int n = longest(d, column);
    return n ? BULGE + 20 + BULGE_STEP * n + LABEL_CHARS * SVG_CHAR / 20.0 : 20;
}

static void layout(Draw *d)
{
    place_columns(d);
    bool both = d->count[0] && d->count[1];
    for (int r = 0; both && r < ROUNDS; r++) order_column(d, !(r & 1));
    int first = d->count[0] ? 0 : 1, most = d->count[0] > d->count[1] ? d->count[0] : d->count[1];
    d->left = MARGIN + arc_room(d, first) + widest(d, first) / 2;
    double right = both ? d->left + widest(d, 0) / 2 + GAP + widest(d, 1) / 2 : d->left;
    d->width = right + widest(d, both ? 1 : first) / 2 + arc_room(d, both ? 1 : first) + MARGIN;
    d->height = TOP + most * STEP_Y + 6;
    for (int i = 0; i < d->c->states.n; i++) {
        Node *n = &d->node[i];
        n->x = both && n->column ? right : d->left;
        n->y = place_y(d, i) + d->shift;
    }
}

/* ---- curves ---- */

typedef struct {
    SvgPoint at[4];
} Curve;

static SvgPoint on_curve(const Curve *c, double t)
{
    double u = 1 - t, w[4] = { u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t };
    SvgPoint p = { 0, 0 };
    for (int i = 0; i < 4; i++) {
        p.x += w[i] * c->at[i].x;
        p.y += w[i] * c->at[i].y;
    }
    return p;
}

/* Moves between the same two states go side by side, by direction and kind. */
static Curve curve_of(const Draw *d, const Move *x)
{
    const Node *f = &d->node[x->from], *t = &d->node[x->to];
    double side = 5.0 * ((int)x->kind - 1);
    bool both = d->count[0] && d->count[1];
    if (f->column != t->column) {
        double s = f->column ? -1 : 1, off = (f->column ? 7 : -7) + side * .6;
        SvgPoint a = { f->x + s * f->w / 2, f->y + off }, b = { t->x - s * t->w / 2, t->y + off };
        double pull = (b.x - a.x) * 0.42;
        return (Curve){ { a, { a.x + pull, a.y }, { b.x - pull, b.y }, b } };
    }
    bool down = f->place < t->place;
    double s = both ? (f->column ? 1 : -1) : down ? 1 : -1;
    int n = down ? t->place - f->place : f->place - t->place;
    double out = BULGE + BULGE_STEP * n + (down ? 0 : 24) + side * 2.2;
    double ya = (down ? 8 : -8) + side * .5, yb = (down ? -8 : 8) + side * .5;
    SvgPoint a = { f->x + s * f->w / 2, f->y + ya }, b = { t->x + s * t->w / 2, t->y + yb };
    double x0 = a.x > b.x ? a.x : b.x;
    if (s < 0) x0 = a.x < b.x ? a.x : b.x;
    return (Curve){ { a, { x0 + s * out, a.y }, { x0 + s * out, b.y }, b } };
}

/* ---- labels ---- */

/* The events on lines of LABEL_CHARS, the last one "+N" if they are more than fit. */
static int label_lines(Draw *d, const Move *x, Str *line)
{
    int n = 0, i = 0;
    for (; i < x->events.n; i++) {
        Str name = x->events.at[i]->name;
        bool joins = n && line[n - 1].n + name.n + 2 <= LABEL_CHARS;
        if (!joins && n == LABEL_LINES) break;
        if (joins)
            line[n - 1] = str_printf(d->a, STR_FMT ", " STR_FMT, STR_ARG(line[n - 1]), STR_ARG(name));
        else
            line[n++] = name;
    }
    if (i < x->events.n) line[n - 1] = str_printf(d->a, STR_FMT " +%d", STR_ARG(line[n - 1]), x->events.n - i);
    return n;
}

static double covered(const Draw *d, SvgBox b)
{
    double sum = 0;
    for (int i = 0; i < d->taken.n; i++) {
        SvgBox t = d->taken.at[i];
        if (!svg_overlap(t, b)) continue;
        double w = (t.x + t.w < b.x + b.w ? t.x + t.w : b.x + b.w) - (t.x > b.x ? t.x : b.x);
        double h = (t.y + t.h < b.y + b.h ? t.y + t.h : b.y + b.h) - (t.y > b.y ? t.y : b.y);
        sum += w * h;
    }
    return sum;
}

/* Where along the curve the label covers the least of what is there. */
static SvgBox place_label(const Draw *d, const Curve *c, double w, double h)
{
    static const double at[] = { .5, .44, .56, .38, .62, .32, .68, .26, .74, .2, .8, .15, .85 };
    SvgBox best = { 0, 0, 0, 0 };
    double least = -1;
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        SvgPoint p = on_curve(c, at[i]);
        SvgBox b = { p.x - w / 2, p.y - h / 2, w, h };
        if (b.x < 2) b.x = 2;
        if (b.x + b.w > d->width - 2) b.x = d->width - 2 - b.w;
        double n = covered(d, b);
        if (least >= 0 && n >= least - 0.5) continue;
        least = n;
        best = b;
    }
    return best;
}

static const char *const kinds[] = { "core", "message", "own" };

typedef struct {
    Curve curve;
    SvgBox box;
    Str line[LABEL_LINES];
    int n;
} Label;

static void begin_edge(Draw *d, Buf *b, const Move *x)
{
    Str all = moves_events(d->a, x->events.at, x->events.n);
    buf_printf(b, "<g class=\"edge\">");
    svg_title(b, str_printf(d->a, STR_FMT " to " STR_FMT ": " STR_FMT, STR_ARG(d->c->states.at[x->from]->name),
                            STR_ARG(d->c->states.at[x->to]->name), STR_ARG(all)));
}

static void put_line(Draw *d, Buf *b, const Move *x, const Curve *c)
{
    const char *kind = kinds[x->kind];
    begin_edge(d, b, x);
    buf_printf(
        b, "<path d=\"M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f\" class=\"line %s\" marker-end=\"url(#h-%s)\"/></g>\n",
        c->at[0].x, c->at[0].y, c->at[1].x, c->at[1].y, c->at[2].x, c->at[2].y, c->at[3].x, c->at[3].y, kind, kind);
}

/* Behind all lines, so that none crosses the text. */
static void put_label(Draw *d, Buf *b, const Move *x, const Label *l)
{
    begin_edge(d, b, x);
    svg_box(b, l->box, 3, "under");
    for (int i = 0; i < l->n; i++)
        svg_text(b, (SvgPoint){ l->box.x + l->box.w / 2, l->box.y + 10 + i * SVG_LINE },
                 str_z(d->a, str_printf(d->a, "mid t-%s", kinds[x->kind])), l->line[i]);
    buf_printf(b, "</g>\n");
}

/* ---- nodes ---- */

static void put_node(Draw *d, Buf *b, int i)
{
    const State *s = d->c->states.at[i];
    const Node *n = &d->node[i];
    const struct Stays *stay = &d->m.stays[i];
    SvgBox box = { n->x - n->w / 2, n->y - NODE_H / 2.0, n->w, NODE_H };
    Str all = moves_events(d->a, stay->events.at, stay->events.n);
    buf_printf(b, "<g class=\"node\">");
    svg_title(b, str_printf(d->a, STR_FMT "%s" STR_FMT "%s" STR_FMT, STR_ARG(s->name), s->doc.n ? ": " : "",
                            STR_ARG(s->doc), stay->events.n ? "; stays on " : "", STR_ARG(all)));
    svg_box(b, box, s->stable ? 17 : 6, s->stable ? "stable" : "transient");
    if (s->initial) svg_box(b, (SvgBox){ box.x - 4, box.y - 4, box.w + 8, box.h + 8 }, 20, "wire");
    svg_text(b, (SvgPoint){ n->x, n->y + 4 }, "name", s->name);
    buf_printf(b, "</g>\n");
}

static void put_legend(const Draw *d, Buf *b)
{
    double y = d->shift + 44;
    for (int k = 0; k < 2; k++) {
        if (!d->count[k]) continue;
        for (int i = 0; i < d->c->states.n; i++)
            if (d->node[i].column == k && !d->node[i].place)
                svg_text(b, (SvgPoint){ d->node[i].x, y }, "mid dim", k ? STR("transient") : STR("stable"));
    }
}

static void put_controller(Draw *d, Buf *b)
{
    Str title = str_printf(d->a, STR_FMT "%s" STR_FMT, STR_ARG(d->c->name), d->c->doc.n ? ": " : "",
                           STR_ARG(text_line(d->a, d->c->doc)));
    Label *label = NEW_N(d->a, Label, d->m.moves.n + 1);
    svg_text(b, (SvgPoint){ MARGIN, d->shift + 20 }, "head", title);
    put_legend(d, b);
    for (int i = 0; i < d->c->states.n; i++)
        vec_push(d->a, &d->taken,
                 ((SvgBox){ d->node[i].x - d->node[i].w / 2 - 8, d->node[i].y - NODE_H / 2.0 - 6, d->node[i].w + 16,
                            NODE_H + 12 }));
    for (int i = 0; i < d->m.moves.n; i++) {
        Label *l = &label[i];
        double w = 0;
        l->n = label_lines(d, &d->m.moves.at[i], l->line);
        for (int k = 0; k < l->n; k++)
            if (svg_width(l->line[k]) > w) w = svg_width(l->line[k]);
        l->curve = curve_of(d, &d->m.moves.at[i]);
        l->box = place_label(d, &l->curve, w + 6, l->n * SVG_LINE + 2);
        vec_push(d->a, &d->taken, l->box);
    }
    for (int i = 0; i < d->m.moves.n; i++) put_line(d, b, &d->m.moves.at[i], &label[i].curve);
    for (int i = 0; i < d->m.moves.n; i++) put_label(d, b, &d->m.moves.at[i], &label[i]);
    for (int i = 0; i < d->c->states.n; i++) put_node(d, b, i);
}

void diagram_svg(Buf *out, const Protocol *p, const Controller *const *ctls, int n)
{
    Buf body;
    double w = 420, h = 0;
    buf_init(&body, out->arena);
    buf_put(&body, "", 0);
    for (int i = 0; i < n; i++) {
        Draw d = { .a = out->arena, .c = ctls[i], .m = moves_of(out->arena, ctls[i]), .shift = h };
        d.node = NEW_N(out->arena, Node, ctls[i]->states.n + 1);
        layout(&d);
        double title = MARGIN * 2 + (ctls[i]->name.n + ctls[i]->doc.n + 2) * SVG_CHAR * 13 / 110.0;
        put_controller(&d, &body);
        if (title > w) w = title;
        if (d.width > w) w = d.width;
        h += d.height;
    }
    double y = h + 16;
    svg_text(&body, (SvgPoint){ MARGIN, y }, "t-core", STR("request of a core"));
    svg_text(&body, (SvgPoint){ MARGIN + 150, y }, "t-message", STR("message"));
    svg_text(&body, (SvgPoint){ MARGIN + 230, y }, "t-own", STR("eviction, memory, timer"));
    svg_begin(out, w, h + 28, str_printf(out->arena, "states of " STR_FMT, STR_ARG(p->name)));
    buf_put(out, body.at, body.n);
    svg_end(out);
}
