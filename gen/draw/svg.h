/* svg.h - pieces of a drawing. Coordinates are pixels; every text is escaped here. */
#ifndef CG_DRAW_SVG_H
#define CG_DRAW_SVG_H
#include "util/buf.h"
#include <stdbool.h>
#include "util/str.h"

/* Width of a character of a label, in tenths of a pixel: labels are set in a font of fixed width. */
enum { SVG_CHAR = 66, SVG_LINE = 13 };
static inline double svg_width(Str s) { return s.n * SVG_CHAR / 10.0; }

typedef struct {
    double x, y, w, h;
} SvgBox;
typedef struct {
    double x, y;
} SvgPoint;

/* The element <svg> with what every drawing shares (colours for light and dark, arrow heads), and its end. title: what
 * a reader without eyes is told. */
void svg_begin(Buf *b, double w, double h, Str title);
void svg_end(Buf *b);
/* class: names of the style sheet of svg_begin. */
void svg_text(Buf *b, SvgPoint at, const char *class, Str text);
void svg_box(Buf *b, SvgBox box, double round, const char *class);
void svg_line(Buf *b, SvgPoint from, SvgPoint to, const char *class);
void svg_title(Buf *b, Str text);
static inline bool svg_overlap(SvgBox a, SvgBox b)
{
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}
#endif
