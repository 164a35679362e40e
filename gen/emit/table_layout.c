/* table_layout.c - column widths, wrapping, and splitting of a grid. */
#include "emit/table_layout.h"

enum { COLUMN_MAX = 36, COLUMN_MIN = 4, SEPARATOR = 3, WRAP_INDENT = 2 };

Grid grid_create(Arena *a, int rows, int cols)
{
    return (Grid){ rows, cols, NEW_N(a, Lines, rows * cols) };
}

int text_width(Str s)
{
    int n = 0;
    for (int i = 0; i < s.n; i++) n += ((unsigned char)s.p[i] & 0xC0) != 0x80;
    return n;
}

/* Bytes of the first `columns` characters. */
static int bytes_of(Str s, int columns)
{
    int i = 0, n = 0;
    for (; i < s.n; i++)
        if (((unsigned char)s.p[i] & 0xC0) != 0x80 && n++ == columns) break;
    return i;
}

static int leading_blanks(Str s)
{
    int n = 0;
    while (n < s.n && s.p[n] == ' ') n++;
    return n;
}

/* Where to break a line so that its first part fits: after the last blank, else anywhere. */
static int break_at(Str s, int width)
{
    int end = bytes_of(s, width);
    if (end == s.n) return end;
    for (int i = end; i > leading_blanks(s) + 1; i--)
        if (s.p[i] == ' ' || s.p[i - 1] == ' ') return i;
    return end;
}

/* Continuation lines are indented a little further than the line they belong to. */
static void wrap_line(Arena *a, Lines *out, Str s, int width)
{
    int indent = leading_blanks(s) + WRAP_INDENT;
    if (indent > width / 2) indent = width / 2;
    while (text_width(s) > width) {
        int n = break_at(s, width);
        Str head = { s.p, n }, rest = { s.p + n, s.n - n };
        while (rest.n && *rest.p == ' ') { rest.p++; rest.n--; }
        while (head.n && head.p[head.n - 1] == ' ') head.n--;
        vec_push(a, out, head);
        s = str_printf(a, "%*s" STR_FMT, indent, "", STR_ARG(rest));
    }
    vec_push(a, out, s);
}

static int natural_width(const Grid *g, int col)
{
    int widest = COLUMN_MIN;
    for (int r = 0; r < g->rows; r++) {
        const Lines *cell = grid_cell(g, r, col);
        for (int i = 0; i < cell->n; i++)
            if (text_width(cell->at[i]) > widest) widest = text_width(cell->at[i]);
    }
    return widest > COLUMN_MAX ? COLUMN_MAX : widest;
}

static void put_blanks(Buf *out, int n) { buf_printf(out, "%*s", n > 0 ? n : 0, ""); }

/* One output line of a table row; a line never ends in blanks. */
static void put_line(Buf *out, const Lines *wrapped, const int *width, int n, int line)
{
    int gap = 0;
    for (int k = 0; k < n; k++) {
        Str s = line < wrapped[k].n ? wrapped[k].at[line] : (Str){ 0 };
        if (k) { put_blanks(out, gap); buf_printf(out, " |"); }
        if (k && s.n) buf_printf(out, " ");
        buf_put(out, s.p, (size_t)s.n);
        gap = width[k] - text_width(s) + (k && !s.n ? 1 : 0);
    }
    buf_printf(out, "\n");
}

static void put_rule(Buf *out, const int *width, int n)
{
    for (int k = 0; k < n; k++) {
        if (k) buf_printf(out, "-+-");
        for (int i = 0; i < width[k]; i++) buf_put(out, "-", 1);
    }
    buf_printf(out, "\n");
}

/* Column 0 and the columns from..to-1. */
static void write_group(Buf *out, const Grid *g, const int *all, int from, int to)
{
    Arena *a = out->arena;
    int n = to - from + 1, *width = NEW_N(a, int, n);
    for (int k = 0; k < n; k++) width[k] = all[k ? from + k - 1 : 0];
    for (int r = 0; r < g->rows; r++) {
        Lines *wrapped = NEW_N(a, Lines, n);
        int height = 1;
        for (int k = 0; k < n; k++) {
            const Lines *cell = grid_cell(g, r, k ? from + k - 1 : 0);
            for (int i = 0; i < cell->n; i++) wrap_line(a, &wrapped[k], cell->at[i], width[k]);
            if (wrapped[k].n > height) height = wrapped[k].n;
        }
        for (int i = 0; i < height; i++) put_line(out, wrapped, width, n, i);
        put_rule(out, width, n);
    }
    buf_printf(out, "\n");
}

void grid_write(Buf *out, const Grid *g, int limit)
{
    int *width = NEW_N(out->arena, int, g->cols + 1);
    for (int k = 0; k < g->cols; k++) {
        width[k] = natural_width(g, k);
        int room = limit - width[0] - SEPARATOR;
        if (k && width[k] > room) width[k] = room > COLUMN_MIN ? room : COLUMN_MIN;
    }
    for (int from = 1, to; from < g->cols; from = to) {
        int used = width[0];
        for (to = from; to < g->cols && (to == from || used + SEPARATOR + width[to] <= limit); to++)
            used += SEPARATOR + width[to];
        write_group(out, g, width, from, to);
    }
}
