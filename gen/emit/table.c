/* table.c - contents of the tables; table_layout.c sets the text form. */
#include "emit/table.h"
#include "emit/table_layout.h"
#include "emit/table_notation.h"
#include "util/text.h"
#include <string.h>

/* ---- counts ---- */

static bool has_on(const Cell *cell)
{
    for (int i = 0; i < cell->rows.n; i++)
        if (cell->rows.at[i]->kind == ROW_ON) return true;
    return false;
}

static void count_pair(TableCounts *n, const Controller *c, const State *s, const Event *base)
{
    int refined = has_on(cell_at(c, s, base));
    for (int i = 0; i < base->refinements.n; i++) refined += has_on(cell_at(c, s, base->refinements.at[i]));
    n->refined += refined;
    n->transitions += refined > 0;
}

TableCounts table_counts(const Controller *c)
{
    TableCounts n = { .states = c->states.n, .rows = c->rows.n };
    for (int i = 0; i < c->states.n; i++) {
        n.stable += c->states.at[i]->stable;
        for (int k = 0; k < c->base_events.n; k++) count_pair(&n, c, c->states.at[i], c->base_events.at[k]);
    }
    return n;
}

/* ---- what every format shows ---- */

void table_columns(Arena *a, const Controller *c, TableColumns *out)
{
    for (int i = 0; i < c->base_events.n; i++) {
        const Event *b = c->base_events.at[i];
        if (!b->hidden) vec_push(a, out, b);
        for (int k = 0; k < b->refinements.n; k++) vec_push(a, out, b->refinements.at[k]);
    }
}

static Str state_title(Arena *a, const State *s)
{
    return str_printf(a, STR_FMT "%s", STR_ARG(s->name), s->stable ? "" : " *");
}

static void put_view(Buf *b, const View *v)
{
    Arena *a = b->arena;
    for (int i = 0; i < v->of.n; i++) buf_printf(b, "%s" STR_FMT, i ? ", " : "", STR_ARG(v->of.at[i]->name));
    buf_printf(b, " behaves as " STR_FMT, STR_ARG(v->as->name));
    if (v->when) buf_printf(b, " while " STR_FMT, STR_ARG(notation_expr(a, v->when, "msg")));
    for (int i = 0; i < v->events.n; i++)
        buf_printf(b, "%s" STR_FMT, i ? ", " : ", for ", STR_ARG(v->events.at[i]->name));
    buf_printf(b, " (" STR_FMT ")", STR_ARG(v->name));
}

static void put_refinement(Buf *b, const Event *e)
{
    buf_printf(b, STR_FMT ": " STR_FMT, STR_ARG(e->name), STR_ARG(e->base->name));
    if (e->when) buf_printf(b, " with " STR_FMT, STR_ARG(notation_expr(b->arena, e->when, notation_occurrence(e))));
    else buf_printf(b, " otherwise");
}

void table_notes(Buf *b, const Controller *c, const char *bullet)
{
    for (int i = 0; i < c->views.n; i++) {
        buf_printf(b, "%s", bullet);
        put_view(b, c->views.at[i]);
        buf_printf(b, "\n");
    }
    for (int i = 0; i < c->events.n; i++) {
        if (!c->events.at[i]->base) continue;
        buf_printf(b, "%s", bullet);
        put_refinement(b, c->events.at[i]);
        buf_printf(b, "\n");
    }
}

static void put_counts(Buf *b, const Controller *c)
{
    TableCounts n = table_counts(c);
    buf_printf(b, "%d states (%d stable + %d transient *), %d transitions", n.states, n.stable, n.states - n.stable,
               n.transitions);
    if (n.refined != n.transitions)
        buf_printf(b, " (%d with every refinement of an event counted by itself)", n.refined);
    buf_printf(b, ", %d rows\n", n.rows);
}

/* ---- text ---- */

static void write_text(Buf *out, const Controller *c, int width)
{
    Arena *a = out->arena;
    TableColumns cols = { 0 };
    table_columns(a, c, &cols);
    Grid g = grid_create(a, c->states.n + 1, cols.n + 1);
    vec_push(a, grid_cell(&g, 0, 0), STR("state"));
    for (int k = 0; k < cols.n; k++) vec_push(a, grid_cell(&g, 0, k + 1), cols.at[k]->name);
    for (int i = 0; i < c->states.n; i++) {
        vec_push(a, grid_cell(&g, i + 1, 0), state_title(a, c->states.at[i]));
        for (int k = 0; k < cols.n; k++)
            notation_cell(a, grid_cell(&g, i + 1, k + 1), cell_at(c, c->states.at[i], cols.at[k]), cols.at[k]);
    }
    buf_printf(out, STR_FMT "%s" STR_FMT "\n\n", STR_ARG(c->name), c->doc.n ? ": " : "", STR_ARG(text_line(a, c->doc)));
    grid_write(out, &g, width);
    table_notes(out, c, "");
    put_counts(out, c);
}

/* ---- Markdown ---- */

static void put_md(Buf *b, Str text)
{
    Str s = text_markdown(b->arena, text);
    buf_put(b, s.p, (size_t)s.n);
}

static void put_md_paragraph(Buf *b, Str s)
{
    Str text = text_markdown_paragraph(b->arena, s);
    buf_printf(b, STR_FMT "\n\n", STR_ARG(text));
}

static void write_md_row(Buf *out, const Controller *c, const State *s, const TableColumns *cols)
{
    buf_printf(out, "| **" STR_FMT "**%s |", STR_ARG(s->name), s->stable ? "" : " \\*");
    for (int k = 0; k < cols->n; k++) {
        Lines lines = { 0 };
        notation_cell(out->arena, &lines, cell_at(c, s, cols->at[k]), cols->at[k]);
        for (int i = 0; i < lines.n; i++) {
            buf_printf(out, i ? "<br>" : " ");
            put_md(out, lines.at[i]);
        }
        buf_printf(out, " |");
    }
    buf_printf(out, "\n");
}

static void write_md(Buf *out, const Controller *c)
{
    TableColumns cols = { 0 };
    table_columns(out->arena, c, &cols);
    buf_printf(out, "## " STR_FMT "\n\n", STR_ARG(c->name));
    if (c->doc.n) put_md_paragraph(out, c->doc);
    buf_printf(out, "| state |");
    for (int k = 0; k < cols.n; k++) { buf_printf(out, " "); put_md(out, cols.at[k]->name); buf_printf(out, " |"); }
    buf_printf(out, "\n|---|");
    for (int k = 0; k < cols.n; k++) buf_printf(out, "---|");
    buf_printf(out, "\n");
    for (int i = 0; i < c->states.n; i++) write_md_row(out, c, c->states.at[i], &cols);
    buf_printf(out, "\n");
    Buf notes;
    buf_init(&notes, out->arena);
    table_notes(&notes, c, "- ");
    for (Str rest = { notes.at, (int)notes.n }; rest.n; ) {
        int n = 0;
        while (n < rest.n && rest.p[n] != '\n') n++;
        put_md(out, (Str){ rest.p, n });
        buf_printf(out, "\n");
        rest = (Str){ rest.p + n + 1, rest.n - n - 1 };
    }
    buf_printf(out, c->views.n ? "\n" : "");
    Buf counts;
    buf_init(&counts, out->arena);
    put_counts(&counts, c);
    put_md(out, (Str){ counts.at, (int)counts.n - 1 });
    buf_printf(out, "\n");
}

/* ---- CSV: one line per row of a pair, for scripts ---- */

/* One line. An apostrophe before what a spreadsheet would take for a formula. */
static void put_csv(Buf *b, Str text, const char *end)
{
    Str s = text_line(b->arena, text);
    bool quote = s.n && (*s.p == ' ' || s.p[s.n - 1] == ' ');
    for (int i = 0; i < s.n; i++) quote |= s.p[i] == ',' || s.p[i] == '"';
    if (quote) buf_put(b, "\"", 1);
    if (s.n && strchr("=+-@", *s.p)) buf_put(b, "'", 1);
    for (int i = 0; i < s.n; i++) {
        if (s.p[i] == '"') buf_put(b, "\"", 1);
        buf_put(b, &s.p[i], 1);
    }
    buf_printf(b, "%s%s", quote ? "\"" : "", end);
}

/* On one line the branches of a choice are put in braces. */
static Str joined_actions(Arena *a, const Action *body, const char *occ)
{
    Lines lines = { 0 };
    Buf b;
    int depth = 0;
    bool first = true;
    buf_init(&b, a);
    notation_actions(a, &lines, body, occ, 0);
    for (int i = 0; i < lines.n; i++) {
        Str s = lines.at[i];
        int indent = 0;
        while (s.n && *s.p == ' ') { s.p++; s.n--; indent++; }
        for (; depth > indent / 2; depth--) { buf_printf(&b, "}"); first = false; }
        bool opens = s.n && s.p[s.n - 1] == ':',
             is_else = s.n > 3 && s.p[0] == 'e' && s.p[1] == 'l' && s.p[2] == 's' && opens;
        buf_printf(&b, "%s" STR_FMT "%s",
                   first     ? ""
                   : is_else ? " "
                             : "; ",
                   (opens ? s.n - 1 : s.n), s.p, opens ? " {" : "");
        depth += opens;
        first = opens;
    }
    for (; depth; depth--) buf_printf(&b, "}");
    return (Str){ b.at, (int)b.n };
}

static void write_csv_row(Buf *out, const Controller *c, const State *s, const Event *e, const Row *r)
{
    static const char *kind[] = { [ROW_ON] = "on", [ROW_STALL] = "stall", [ROW_NEVER] = "never" };
    Arena *a = out->arena;
    const char *occ = notation_occurrence(e);
    put_csv(out, c->name, ",");
    put_csv(out, s->name, ",");
    put_csv(out, e->name, ",");
    put_csv(out, r->when ? notation_expr(a, r->when, occ) : STR(""), ",");
    put_csv(out, str_from(kind[r->kind]), ",");
    put_csv(out, r->kind == ROW_ON ? joined_actions(a, r->body, occ) : r->why, ",");
    buf_printf(out, "%d\n", r->pos.line);
}

static void write_csv(Buf *out, const Controller *c)
{
    TableColumns cols = { 0 };
    table_columns(out->arena, c, &cols);
    for (int i = 0; i < c->states.n; i++)
        for (int k = 0; k < cols.n; k++) {
            const Cell *cell = cell_at(c, c->states.at[i], cols.at[k]);
            for (int r = 0; r < cell->rows.n; r++) write_csv_row(out, c, c->states.at[i], cols.at[k], cell->rows.at[r]);
        }
}

void table_write(Buf *out, TableOf of, TableFormat format, int width)
{
    if (format == TABLE_CSV) buf_printf(out, "controller,state,event,when,kind,actions,line\n");
    for (int i = 0; i < of.n; i++) {
        const Controller *c = of.at[i];
        if (i && format != TABLE_CSV) buf_printf(out, "\n");
        if (format == TABLE_CSV) write_csv(out, c);
        else if (format == TABLE_MD) write_md(out, c);
        else write_text(out, c, width);
    }
}
