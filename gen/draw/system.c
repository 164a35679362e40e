/* system.c - see system.h for the contract. */
#include "draw/system.h"
#include "draw/svg.h"
#include <inttypes.h>

enum { BOX_W = 166, BOX_H = 60, BOX_GAP = 40, NET_STEP = 40, SIDE = 16, BOX_TOP = 74 };

static const char *const outside[] = { [PORT_CORE] = "core", [PORT_MEMORY] = "memory", [PORT_BLOCK] = "block" };

static double box_x(int i) { return SIDE + 90 + i * (BOX_W + BOX_GAP); }

/* Ports that lead out: lines above the box. */
static void put_outside(Buf *b, const Controller *c, double x)
{
    int n = 0, k = 0;
    for (int i = 0; i < c->ports.n; i++) n += c->ports.at[i]->kind <= PORT_BLOCK && !c->ports.at[i]->block;
    for (int i = 0; i < c->ports.n; i++) {
        const Port *p = c->ports.at[i];
        if (p->kind > PORT_BLOCK || p->block) continue;
        double at = x + BOX_W * (k + 0.5) / n;
        const char *what = p->kind == PORT_BLOCK && p->probe ? "look-up" : outside[p->kind];
        buf_printf(
            b,
            "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" class=\"line core\" marker-start=\"url(#h-core)\" "
            "marker-end=\"url(#h-core)\"/>\n",
            at, BOX_TOP - 22, at, BOX_TOP - 1);
        bool named = n <= 2 || !(k & 1);
        svg_text(b, (SvgPoint){ at, named ? BOX_TOP - 28 : BOX_TOP - 40 }, "mid t-core",
                 str_printf(b->arena, "%s%s" STR_FMT, what, str_is(p->name, what) || n > 2 ? "" : " ",
                            str_is(p->name, what) || n > 2 ? 0 : p->name.n, p->name.p));
        k++;
    }
}

/* To and from the bars, those of one controller side by side. edge: the lower one of its box. */
static void put_nets(Buf *b, const Controller *c, double x, double top, double edge)
{
    int n = 0, k = 0;
    for (int i = 0; i < c->ports.n; i++) n += c->ports.at[i]->nets.n;
    for (int i = 0; i < c->ports.n; i++)
        for (int j = 0; j < c->ports.at[i]->nets.n; j++, k++) {
            double at = x + BOX_W * (k + 0.5) / n, y = top + c->ports.at[i]->nets.at[j]->id * NET_STEP;
            bool out = c->ports.at[i]->kind == PORT_OUT;
            buf_printf(b,
                       "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"line message\" "
                       "marker-end=\"url(#h-message)\"/>\n",
                       at, out ? edge : y - 1, at, out ? y - 1 : edge + 1);
        }
}

void system_svg(Buf *out, const Protocol *p, const ParamEnv *env)
{
    double top = BOX_TOP + BOX_H + 46, right = box_x(p->ctls.n) - BOX_GAP + SIDE, h = top + p->nets.n * NET_STEP + 4;
    if (right < 460) right = 460;
    svg_begin(out, right, h, str_printf(out->arena, "the system of " STR_FMT, STR_ARG(p->name)));
    svg_text(out, (SvgPoint){ SIDE, 20 }, "head", p->name);
    for (int i = 0; i < p->nets.n; i++) {
        double y = top + i * NET_STEP;
        svg_text(out, (SvgPoint){ SIDE, y + 10 }, "t-message", p->nets.at[i]->name);
        svg_box(out, (SvgBox){ box_x(0) - 10, y, right - box_x(0) + 10 - SIDE, 14 }, 4, "part");
    }
    for (int i = 0; i < p->ctls.n; i++) {
        const Controller *c = p->ctls.at[i];
        int64_t n = p->systems.n ? place_count(env, p->systems.at[0], c) : 1;
        put_nets(out, c, box_x(i), top, BOX_TOP + BOX_H + (n > 1 ? 5 : 0));
        put_outside(out, c, box_x(i));
        if (n > 1) svg_box(out, (SvgBox){ box_x(i) + 5, BOX_TOP + 5, BOX_W, BOX_H }, 6, "part");
        svg_box(out, (SvgBox){ box_x(i), BOX_TOP, BOX_W, BOX_H }, 6, "stable");
        svg_text(out, (SvgPoint){ box_x(i) + BOX_W / 2.0, BOX_TOP + 26 }, "name", c->name);
        svg_text(out, (SvgPoint){ box_x(i) + BOX_W / 2.0, BOX_TOP + 44 }, "mid dim",
                 str_printf(out->arena, "%" PRId64 " instance%s, %d states", n, n == 1 ? "" : "s", c->states.n));
    }
    svg_end(out);
}

/* ---- pipeline ---- */

enum { STAGE_W = 200, STAGE_TOP = 62, SOURCES_W = 170, OUT_W = 190, ARROW = 46 };

typedef struct {
    const char *name, *what, *modules[2];
} Stage;
static const Stage stages[] = { { "S0", "choose and read", { "_in", NULL } },
                                { "T", "look up and decide", { "_state", "_step" } },
                                { "D", "move data", { "_data", "_out" } } };

static void put_stage(Buf *b, const Stage *s, double x, double h, Str module)
{
    svg_box(b, (SvgBox){ x, STAGE_TOP, STAGE_W, h }, 6, "stable");
    svg_text(b, (SvgPoint){ x + STAGE_W / 2.0, STAGE_TOP + 22 }, "name", str_from(s->name));
    svg_text(b, (SvgPoint){ x + STAGE_W / 2.0, STAGE_TOP + 38 }, "mid", str_from(s->what));
    for (int i = 0; i < 2 && module.n && s->modules[i]; i++)
        svg_text(b, (SvgPoint){ x + STAGE_W / 2.0, STAGE_TOP + 58 + i * 15 }, "mid dim",
                 str_printf(b->arena, STR_FMT "%s", STR_ARG(module), s->modules[i]));
}

static void arrow(Buf *b, double x, double y)
{
    buf_printf(b,
               "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"line message\" "
               "marker-end=\"url(#h-message)\"/>\n",
               x, y, x + ARROW - 2, y);
}

static int put_places(Buf *b, const Controller *c, double x, double y)
{
    int n = 0;
    for (int i = 0; i < c->stores.n; i++)
        svg_text(b, (SvgPoint){ x, y + 16 * n++ }, "mid",
                 str_printf(b->arena, "store " STR_FMT, STR_ARG(c->stores.at[i]->name)));
    for (int i = 0; i < c->waiters.n; i++)
        svg_text(b, (SvgPoint){ x, y + 16 * n++ }, "mid",
                 str_printf(b->arena, "waiters " STR_FMT, STR_ARG(c->waiters.at[i]->name)));
    if (c->regs.n)
        svg_text(b, (SvgPoint){ x, y + 16 * n++ }, "mid", str_printf(b->arena, "%d registers and inputs", c->regs.n));
    return n;
}

void pipeline_svg(Buf *out, const Controller *c, Str module)
{
    int places = c->stores.n + c->waiters.n + (c->regs.n > 0), outs = 0;
    for (int i = 0; i < c->ports.n; i++)
        outs += c->ports.at[i]->kind == PORT_OUT ? c->ports.at[i]->nets.n : c->ports.at[i]->kind <= PORT_BLOCK;
    double h = 104, rows = c->sources.n > outs ? c->sources.n : outs;
    if (rows * 16 + 8 > h) h = rows * 16 + 8;
    double x = SIDE + SOURCES_W, w = x + 3 * STAGE_W + 4 * ARROW + OUT_W, y = STAGE_TOP + 18;
    svg_begin(out, w, STAGE_TOP + h + 34 + 16 * places,
              str_printf(out->arena, "pipeline of " STR_FMT, STR_ARG(c->name)));
    svg_text(out, (SvgPoint){ SIDE, 20 }, "head", str_printf(out->arena, "pipeline of " STR_FMT, STR_ARG(c->name)));
    svg_text(out, (SvgPoint){ SIDE, STAGE_TOP - 12 }, "dim", STR("sources, first to last"));
    for (int i = 0; i < c->sources.n; i++)
        svg_text(out, (SvgPoint){ SIDE, y + 16 * i }, "",
                 str_printf(out->arena, "%d " STR_FMT, i + 1, STR_ARG(c->sources.at[i].name)));
    for (int i = 0; i < 3; i++, x += STAGE_W) {
        arrow(out, x, STAGE_TOP + h / 2);
        x += ARROW;
        put_stage(out, &stages[i], x, h, module);
        if (i == 1) put_places(out, c, x + STAGE_W / 2.0, STAGE_TOP + h + 22);
    }
    arrow(out, x, STAGE_TOP + h / 2);
    x += ARROW + 8;
    svg_text(out, (SvgPoint){ x, STAGE_TOP - 12 }, "dim", STR("where rows send"));
    for (int i = 0, k = 0; i < c->ports.n; i++) {
        const Port *p = c->ports.at[i];
        for (int j = 0; p->kind == PORT_OUT && j < p->nets.n; j++)
            svg_text(out, (SvgPoint){ x, y + 16 * k++ }, "t-message",
                     str_printf(out->arena, "network " STR_FMT, STR_ARG(p->nets.at[j]->name)));
        if (p->kind <= PORT_BLOCK)
            svg_text(out, (SvgPoint){ x, y + 16 * k++ }, "t-core",
                     str_printf(out->arena, "port " STR_FMT, STR_ARG(p->name)));
    }
    svg_end(out);
}
