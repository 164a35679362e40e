/* dot.c - state diagrams for Graphviz. */
#include "draw/diagram.h"
#include "draw/moves.h"
#include "util/text.h"

static void put_quoted(Buf *b, Str s)
{
    Str t = text_line(b->arena, s);
    buf_put(b, "\"", 1);
    for (int i = 0; i < t.n; i++) {
        if (t.p[i] == '"' || t.p[i] == '\\') buf_put(b, "\\", 1);
        buf_put(b, &t.p[i], 1);
    }
    buf_put(b, "\"", 1);
}

/* Of the states of one sort: they are side by side. */
static void put_states(Buf *b, const Controller *c, bool stable)
{
    for (int i = 0; i < c->states.n; i++) {
        const State *s = c->states.at[i];
        if (s->stable != stable) continue;
        buf_printf(b, "    c%d_%d [label=", c->id, i);
        put_quoted(b, s->name);
        buf_printf(b, ", shape=%s, style=\"rounded,filled%s\", fillcolor=\"%s\"",
                   s->initial ? "box, peripheries=2" : "box", stable ? "" : ",dashed", stable ? "#dbeafe" : "#fff7e6");
        if (s->doc.n) {
            buf_printf(b, ", tooltip=");
            put_quoted(b, s->doc);
        }
        buf_printf(b, "];\n");
    }
}

static void put_moves(Buf *b, const Controller *c)
{
    static const char *const color[] = { "#1d4ed8", "#374151", "#9a3412" };
    Moves m = moves_of(b->arena, c);
    for (int i = 0; i < m.moves.n; i++) {
        const Move *x = &m.moves.at[i];
        buf_printf(b, "    c%d_%d -> c%d_%d [color=\"%s\", fontcolor=\"%s\", label=", c->id, x->from, c->id, x->to,
                   color[x->kind], color[x->kind]);
        put_quoted(b, moves_events(b->arena, x->events.at, x->events.n));
        buf_printf(b, "];\n");
    }
}

void diagram_dot(Buf *out, const Protocol *p, const Controller *const *ctls, int n)
{
    buf_printf(out, "digraph ");
    put_quoted(out, p->name);
    buf_printf(out,
               " {\n  rankdir=LR;\n  node [fontname=\"monospace\"];\n  edge [fontname=\"monospace\", fontsize=10];\n");
    for (int i = 0; i < n; i++) {
        buf_printf(out, "  subgraph cluster_%d {\n    label=", ctls[i]->id);
        put_quoted(out, ctls[i]->name);
        buf_printf(out, ";\n");
        put_states(out, ctls[i], true);
        put_states(out, ctls[i], false);
        put_moves(out, ctls[i]);
        buf_printf(out, "  }\n");
    }
    buf_printf(out, "}\n");
}
