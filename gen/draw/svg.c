/* svg.c - see svg.h for the contract. Numbers are printed with one digit at most, so that a drawing is the same
 * everywhere. */
#include "draw/svg.h"
#include "util/text.h"

static const char style[] =
    "<style>\n"
    "text{font:11px 'DejaVu Sans Mono',ui-monospace,Menlo,Consolas,monospace;fill:#1f2328}\n"
    ".head{font-weight:bold;font-size:13px}.name{text-anchor:middle;font-weight:bold}.mid{text-anchor:middle}\n"
    ".end{text-anchor:end}.dim{fill:#59636e}.small{font-size:10px}\n"
    ".sheet{fill:#fff}.stable{fill:#dbeafe;stroke:#1d4ed8;stroke-width:1.5}\n"
    ".transient{fill:#fff7e6;stroke:#b45309;stroke-width:1.5;stroke-dasharray:5 3}\n"
    ".part{fill:#f3f4f6;stroke:#6b7280}.wire{stroke:#6b7280;fill:none}\n"
    ".line{fill:none;stroke-width:1.4}.core{stroke:#1d4ed8}.message{stroke:#374151}.own{stroke:#9a3412;"
    "stroke-dasharray:4 3}\n"
    ".t-core{fill:#1d4ed8}.t-message{fill:#374151}.t-own{fill:#9a3412}.under{fill:#fff;fill-opacity:.86}\n"
    ".life{stroke:#9ca3af;stroke-dasharray:2 4}.row{fill:#374151}.fails{fill:#b91c1c}.t-fails{fill:#b91c1c;"
    "font-weight:bold}\n"
    ".held{fill:#93c5fd}.waits{fill:#fcd34d}.lease{fill:#86efac}.send{stroke:#374151;stroke-width:1.2;fill:none}\n"
    ".lost{stroke:#b91c1c;stroke-width:1.2;fill:none;stroke-dasharray:4 3}.grid{stroke:#e5e7eb}\n"
    ".step text{paint-order:stroke;stroke:#fff;stroke-width:3px}\n"
    "g.edge:hover .line{stroke-width:3}g.edge:hover text{font-weight:bold}\n"
    "</style>\n";

/* An arrow head takes the colour of its line. */
static const char heads[] =
    "<defs>"
    "<marker id=\"h-core\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" markerHeight=\"7\" "
    "orient=\"auto-start-reverse\"><path d=\"M0 0L10 5L0 10z\" fill=\"#1d4ed8\"/></marker>"
    "<marker id=\"h-message\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" markerHeight=\"7\" "
    "orient=\"auto-start-reverse\"><path d=\"M0 0L10 5L0 10z\" fill=\"#374151\"/></marker>"
    "<marker id=\"h-own\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" markerHeight=\"7\" "
    "orient=\"auto-start-reverse\"><path d=\"M0 0L10 5L0 10z\" fill=\"#9a3412\"/></marker>"
    "<marker id=\"h-lost\" viewBox=\"0 0 10 10\" refX=\"5\" refY=\"5\" markerWidth=\"9\" markerHeight=\"9\">"
    "<path d=\"M1 1L9 9M9 1L1 9\" stroke=\"#b91c1c\" stroke-width=\"2\"/></marker>"
    "</defs>\n";

void svg_begin(Buf *b, double w, double h, Str title)
{
    Str t = text_xml(b->arena, title);
    buf_printf(b,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
               "role=\"img\" aria-label=\"" STR_FMT "\">\n%s%s<rect class=\"sheet\" width=\"%.0f\" height=\"%.0f\"/>\n",
               w, h, w, h, STR_ARG(t), style, heads, w, h);
}

void svg_end(Buf *b) { buf_printf(b, "</svg>\n"); }

void svg_text(Buf *b, SvgPoint at, const char *class, Str text)
{
    Str t = text_xml(b->arena, text);
    buf_printf(b, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">" STR_FMT "</text>\n", at.x, at.y, class, STR_ARG(t));
}

void svg_box(Buf *b, SvgBox box, double round, const char *class)
{
    buf_printf(b, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.0f\" class=\"%s\"/>\n", box.x,
               box.y, box.w, box.h, round, class);
}

void svg_line(Buf *b, SvgPoint from, SvgPoint to, const char *class)
{
    buf_printf(b, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n", from.x, from.y, to.x, to.y,
               class);
}

void svg_title(Buf *b, Str text)
{
    Str t = text_xml(b->arena, text);
    buf_printf(b, "<title>" STR_FMT "</title>", STR_ARG(t));
}
