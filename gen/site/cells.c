/* cells.c - the table of a controller: a cell per state and event, a block per row. */
#include "draw/diagram.h"
#include "emit/table_notation.h"
#include "site/page.h"
#include "util/text.h"
#include <inttypes.h>

/* ---- colours ---- */

/* Darker by powers of ten; 0: never taken. */
static int shade(uint64_t n)
{
    int s = n > 0;
    while (n >= 10 && s < 5) {
        n /= 10;
        s++;
    }
    return s;
}

static bool is_counted(const Site *s, const Controller *c, const Row *r)
{
    return s->x->coverage && r->kind != ROW_NEVER && coverage_known(s->x->coverage, c, r);
}

/* ---- hover text ---- */

static Str place_of(Arena *a, const Row *r)
{
    return str_printf(a, "%s:%d", r->pos.file ? text_file_name(r->pos.file) : "", r->pos.line);
}

static void put_title(const Site *s, Buf *b, const Controller *c, const State *st, const Event *e, const Row *r)
{
    buf_printf(b, " title=\"row %d: ", r->id);
    page_text(b, str_printf(s->a, STR_FMT " x " STR_FMT ", " STR_FMT, STR_ARG(st->name), STR_ARG(e->name),
                            STR_ARG(place_of(s->a, r))));
    if (r->implied) buf_printf(b, " (added by the tool)");
    if (r->when) {
        buf_printf(b, "&#10;when ");
        page_text(b, notation_expr(s->a, r->when, notation_occurrence(e)));
    }
    if (r->why.n) {
        buf_printf(b, "&#10;");
        page_text(b, r->why);
    }
    if (r->doc.n) {
        buf_printf(b, "&#10;");
        page_text(b, r->doc);
    }
    if (is_counted(s, c, r)) buf_printf(b, "&#10;taken %" PRIu64 " times", coverage_at(s->x->coverage, c, st, e, r));
    buf_printf(b, "\"");
}

/* ---- a cell ---- */

static void put_lines(Buf *b, const Lines *lines)
{
    for (int i = 0; i < lines->n; i++) {
        Str l = lines->at[i], go = STR("→ ");
        int blanks = 0;
        while (blanks < l.n && l.p[blanks] == ' ') blanks++;
        bool bold = l.n - blanks > go.n && str_eq((Str){ l.p + blanks, go.n }, go);
        buf_printf(b, "%s%s", i ? "\n" : "", bold ? "<b>" : "");
        page_text(b, l);
        if (bold) buf_printf(b, "</b>");
    }
}

static void put_row(const Site *s, Buf *b, const Controller *c, const State *st, const Event *e, const Row *r)
{
    Lines lines = { 0 };
    notation_row(s->a, &lines, r, e);
    buf_printf(b, "<a class=\"row");
    if (is_counted(s, c, r)) buf_printf(b, " u%d", shade(coverage_at(s->x->coverage, c, st, e, r)));
    buf_printf(b, "\" href=\"#c%d-r%d\"", c->id, r->id);
    put_title(s, b, c, st, e, r);
    buf_printf(b, "><span>");
    put_lines(b, &lines);
    buf_printf(b, "</span>");
    if (is_counted(s, c, r))
        buf_printf(b, "<span class=\"count\">%" PRIu64 "</span>", coverage_at(s->x->coverage, c, st, e, r));
    buf_printf(b, "</a>");
}

static void put_cell(const Site *s, Buf *b, const Controller *c, const State *st, const Event *e)
{
    const Cell *cell = cell_at(c, st, e);
    bool never = true, stall = false;
    for (int i = 0; i < cell->rows.n; i++) {
        never &= cell->rows.at[i]->kind == ROW_NEVER;
        stall |= cell->rows.at[i]->kind == ROW_STALL;
    }
    buf_printf(b, "<td id=\"c%d-s%d-e%d\"%s>", c->id, st->id, e->id,
               never   ? " class=\"never\""
               : stall ? " class=\"stall\""
                       : "");
    for (int i = 0; i < cell->rows.n; i++) put_row(s, b, c, st, e, cell->rows.at[i]);
    if (!cell->rows.n) buf_printf(b, "–");
    buf_printf(b, "</td>\n");
}

static void put_heading(const Site *s, Buf *b, const Event *e)
{
    const Event *base = e->base ? e->base : e;
    const char *class = base->kind == EV_CORE ? " class=\"core\"" : base->kind == EV_MESSAGE ? "" : " class=\"own\"";
    buf_printf(b, "<th%s scope=\"col\" title=\"", class);
    page_text(b, e->doc);
    if (e->base) {
        if (e->doc.n) buf_printf(b, "&#10;");
        page_text(b, str_printf(s->a, STR_FMT " %s" STR_FMT, STR_ARG(e->base->name), e->when ? "with " : "otherwise",
                                STR_ARG(e->when ? notation_expr(s->a, e->when, notation_occurrence(e)) : STR(""))));
    }
    buf_printf(b, "\">");
    page_text(b, e->name);
    buf_printf(b, "</th>\n");
}

void cells_table(const Site *s, Buf *b, const Controller *c)
{
    TableColumns cols = { 0 };
    table_columns(s->a, c, &cols);
    buf_printf(b, "<div class=\"wide tall\"><table>\n<thead><tr><th scope=\"col\">state</th>\n");
    for (int k = 0; k < cols.n; k++) put_heading(s, b, cols.at[k]);
    buf_printf(b, "</tr></thead>\n<tbody>\n");
    for (int i = 0; i < c->states.n; i++) {
        const State *st = c->states.at[i];
        buf_printf(b, "<tr><th scope=\"row\" class=\"%s\" title=\"%s", st->stable ? "stable" : "transient",
                   st->stable ? "stable" : "transient");
        if (st->doc.n) {
            buf_printf(b, "&#10;");
            page_text(b, st->doc);
        }
        buf_printf(b, "\">");
        page_text(b, st->name);
        buf_printf(b, "%s</th>\n", st->stable ? "" : " *");
        for (int k = 0; k < cols.n; k++) put_cell(s, b, c, st, cols.at[k]);
        buf_printf(b, "</tr>\n");
    }
    buf_printf(b, "</tbody></table></div>\n");
}

/* ---- the rows one by one ---- */

typedef struct {
    const State *st;
    const Event *e;
} Spot;
typedef VEC(Spot) Spots;

static void put_spots(const Site *s, Buf *b, const Controller *c, const Row *r, const Spots *at)
{
    buf_printf(b, "<td>");
    for (int i = 0; i < at->n; i++) {
        const Spot *x = &at->at[i];
        buf_printf(b, "%s<a href=\"#c%d-s%d-e%d\">", i ? "<br>" : "", c->id, x->st->id, x->e->id);
        page_text(b, str_printf(s->a, STR_FMT " × " STR_FMT, STR_ARG(x->st->name), STR_ARG(x->e->name)));
        buf_printf(b, "</a>");
        if (s->alone || !s->x->rtl) continue;
        VerilogPlace v = links_row(s, c, x->st, x->e, r);
        if (v.path)
            buf_printf(b, " <a href=\"" STR_FMT "#L%d\"><small>Verilog %d</small></a>",
                       STR_ARG(page_verilog(s->a, v.path)), v.line, v.line);
    }
    buf_printf(b, "</td>\n");
}

static void put_place(const Site *s, Buf *b, const Row *r)
{
    Str page = page_file(s, r->pos.file), place = place_of(s->a, r);
    bool link = page.n && !s->alone;
    buf_printf(b, "<td>");
    if (link) buf_printf(b, "<a href=\"" STR_FMT "#L%d\">", STR_ARG(page), r->pos.line);
    page_text(b, place);
    buf_printf(b, "%s</td>\n", link ? "</a>" : "");
}

void cells_rows(const Site *s, Buf *b, const Controller *c)
{
    Spots *at = NEW_N(s->a, Spots, c->rows.n + 1);
    static const char *const kind[] = { [ROW_ON] = "on", [ROW_STALL] = "stall", [ROW_NEVER] = "never" };
    for (int st = 0; st < c->states.n; st++)
        for (int e = 0; e < c->events.n; e++) {
            const Cell *cell = &c->cells[st * c->events.n + e];
            for (int i = 0; i < cell->rows.n; i++)
                vec_push(s->a, &at[cell->rows.at[i]->id], ((Spot){ c->states.at[st], c->events.at[e] }));
        }
    buf_printf(b,
               "<div class=\"wide\"><table>\n<thead><tr><th>row</th><th>state × event</th><th>line</th><th>kind</th>"
               "<th>what it does</th>%s<th>remark</th></tr></thead>\n<tbody>\n",
               s->x->coverage ? "<th>taken</th>" : "");
    for (int i = 0; i < c->rows.n; i++) {
        const Row *r = c->rows.at[i];
        Lines lines = { 0 };
        if (at[i].n) notation_row(s->a, &lines, r, at[i].at[0].e);
        buf_printf(b, "<tr id=\"c%d-r%d\"><th>%d</th>\n", c->id, i, i);
        put_spots(s, b, c, r, &at[i]);
        put_place(s, b, r);
        buf_printf(b, "<td>%s</td>\n<td><span class=\"row\">", kind[r->kind]);
        put_lines(b, &lines);
        buf_printf(b, "</span></td>\n");
        if (is_counted(s, c, r))
            buf_printf(b, "<td class=\"number u%d\">%" PRIu64 "</td>\n", shade(coverage_row(s->x->coverage, c, r)),
                       coverage_row(s->x->coverage, c, r));
        else if (s->x->coverage)
            buf_printf(b, "<td></td>\n");
        buf_printf(b, "<td>");
        page_text(b, r->why);
        if (r->why.n && r->doc.n) buf_printf(b, "; ");
        page_text(b, r->doc);
        buf_printf(b, "</td></tr>\n");
    }
    buf_printf(b, "</tbody></table></div>\n");
}

void cells_coverage(const Site *s, Buf *b, const Controller *c)
{
    int on = 0, taken = 0;
    if (!s->x->coverage) return;
    for (int i = 0; i < c->rows.n; i++) {
        on += is_counted(s, c, c->rows.at[i]);
        taken += is_counted(s, c, c->rows.at[i]) && coverage_row(s->x->coverage, c, c->rows.at[i]) > 0;
    }
    buf_printf(b, "<p%s>%d of %d rows taken", taken < on ? " class=\"bad\"" : "", taken, on);
    for (int i = 0, n = 0; i < c->rows.n; i++) {
        const Row *r = c->rows.at[i];
        if (!is_counted(s, c, r) || coverage_row(s->x->coverage, c, r)) continue;
        buf_printf(b, "%s<a href=\"#c%d-r%d\">row %d</a>", n++ ? ", " : "; never: ", c->id, i, i);
    }
    buf_printf(b, "</p>\n<p class=\"legend\">times taken: <span class=\"u0\">0</span><span class=\"u1\">1</span>"
                  "<span class=\"u2\">10</span><span class=\"u3\">100</span><span class=\"u4\">1,000</span>"
                  "<span class=\"u5\">10,000 and more</span></p>\n");
}

void site_tables(Buf *out, const SiteInput *x, TableOf of)
{
    Site s = { out->arena, x, true };
    page_begin(&s, out, x->p->name);
    for (int i = 0; i < of.n; i++) {
        buf_printf(out, "<h2>");
        page_text(out, of.at[i]->name);
        buf_printf(out, "</h2>\n<p class=\"doc\">");
        page_text(out, of.at[i]->doc);
        buf_printf(out, "</p>\n<div class=\"figure\">\n");
        diagram_svg(out, x->p, &of.at[i], 1);
        buf_printf(out, "</div>\n");
        cells_coverage(&s, out, of.at[i]);
        cells_table(&s, out, of.at[i]);
        cells_rows(&s, out, of.at[i]);
    }
    page_end(&s, out);
}
