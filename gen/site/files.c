/* files.c - the text of the specification and of the Verilog, line by line, with links between them. */
#include "site/page.h"
#include "util/text.h"
#include <string.h>

/* By line: something to be put at its end. */
typedef struct {
    Buf *note;
    int n;
} Notes;

static Buf *note_at(Arena *a, Notes *x, int line)
{
    if (line < 0 || line >= x->n) return NULL;
    if (!x->note[line].arena) {
        buf_init(&x->note[line], a);
        buf_put(&x->note[line], "", 0);
    }
    return &x->note[line];
}

static int count_lines(Str text)
{
    int n = 2;
    for (int i = 0; i < text.n; i++) n += text.p[i] == '\n';
    return n;
}

static Notes notes_for(Arena *a, Str text)
{
    int n = count_lines(text);
    return (Notes){ NEW_N(a, Buf, n), n };
}

static void put_lines(Buf *b, Str text, const Notes *notes)
{
    int line = 1;
    buf_printf(b, "<div class=\"wide\"><pre class=\"file\">");
    for (int at = 0, n; at < text.n; at += n + 1, line++) {
        for (n = 0; at + n < text.n && text.p[at + n] != '\n'; n++) {}
        buf_printf(b, "<span id=\"L%d\"><i>%d</i>", line, line);
        page_text(b, (Str){ text.p + at, n });
        if (line < notes->n && notes->note[line].arena) buf_put(b, notes->note[line].at, notes->note[line].n);
        buf_printf(b, "</span>");
    }
    buf_printf(b, "</pre></div>\n");
}

static void put_row(const Site *s, Buf *b, const Controller *c, const Row *r)
{
    if (!b) return;
    buf_printf(b, " <a href=\"" STR_FMT "#c%d-r%d\">", STR_ARG(page_controller(s->a, c)), c->id, r->id);
    page_text(b, c->name);
    buf_printf(b, " row %d</a>", r->id);
}

static void source_page(const Site *s, OutSet *out, int number)
{
    const SiteFile *f = &s->x->files[number];
    Notes notes = notes_for(s->a, f->text);
    for (int c = 0; c < s->x->p->ctls.n; c++)
        for (int r = 0; r < s->x->p->ctls.at[c]->rows.n; r++) {
            const Row *row = s->x->p->ctls.at[c]->rows.at[r];
            if (row->pos.file && strcmp(row->pos.file, f->path) == 0)
                put_row(s, note_at(s->a, &notes, row->pos.line), s->x->p->ctls.at[c], row);
        }
    Buf *b = NEW(s->a, Buf);
    buf_init(b, s->a);
    page_begin(s, b, str_from(text_file_name(f->path)));
    put_lines(b, f->text, &notes);
    page_end(s, b);
    page_add(out, page_file(s, f->path), b);
}

/* ---- Verilog ---- */

static bool is_own(const char *path)
{
    Str p = str_from(path);
    return p.n > 6 && strncmp(path, "rtl/", 4) == 0 && strncmp(path + 4, "cg_", 3) != 0 &&
           strcmp(path + p.n - 2, ".v") == 0;
}

static void note_rows(const Site *s, Notes *notes, const char *path)
{
    for (int i = 0; i < s->x->p->ctls.n; i++) {
        const Controller *c = s->x->p->ctls.at[i];
        Str module = links_module(s, c);
        if (strcmp(path, str_z(s->a, str_printf(s->a, "rtl/" STR_FMT "_step.v", STR_ARG(module)))) != 0) continue;
        int *last = NEW_N(s->a, int, notes->n);
        for (int l = 0; l < notes->n; l++) last[l] = -1;
        for (int st = 0; st < c->states.n; st++)
            for (int e = 0; e < c->events.n; e++) {
                const Cell *cell = &c->cells[st * c->events.n + e];
                for (int r = 0; r < cell->rows.n; r++) {
                    VerilogPlace v = links_row(s, c, c->states.at[st], c->events.at[e], cell->rows.at[r]);
                    if (!v.path || v.line >= notes->n || last[v.line] == cell->rows.at[r]->id) continue;
                    last[v.line] = cell->rows.at[r]->id;
                    put_row(s, note_at(s->a, notes, v.line), c, cell->rows.at[r]);
                }
            }
    }
}

static void verilog_page(const Site *s, OutSet *out, const char *path)
{
    const Buf *text = outset_content(s->x->rtl, path);
    Str t = { text->at, (int)text->n };
    Notes notes = notes_for(s->a, t);
    note_rows(s, &notes, path);
    Buf *b = NEW(s->a, Buf);
    buf_init(b, s->a);
    page_begin(s, b, str_from(path));
    put_lines(b, t, &notes);
    page_end(s, b);
    page_add(out, page_verilog(s->a, path), b);
}

void pages_files(const Site *s, OutSet *out)
{
    const char *path;
    Buf *b = NEW(s->a, Buf);
    buf_init(b, s->a);
    page_begin(s, b, STR("Files"));
    buf_printf(b, "<h2>Specification</h2>\n<ul>\n");
    for (int i = 0; i < s->x->n_files; i++) {
        source_page(s, out, i);
        buf_printf(b, "<li><a href=\"source%d.html\">", i);
        page_text(b, str_from(text_file_name(s->x->files[i].path)));
        buf_printf(b, "</a></li>\n");
    }
    buf_printf(b, "</ul>\n");
    if (s->x->rtl)
        buf_printf(b, "<h2>Verilog of this design</h2>\n<p>Without the building blocks (<code>cg_*</code>).</p>\n"
                      "<ul>\n");
    for (int i = 0; s->x->rtl && (path = outset_path(s->x->rtl, i)); i++) {
        if (!is_own(path)) continue;
        verilog_page(s, out, path);
        buf_printf(b, "<li><a href=\"" STR_FMT "\">", STR_ARG(page_verilog(s->a, path)));
        page_text(b, str_from(path));
        buf_printf(b, "</a></li>\n");
    }
    if (s->x->rtl) buf_printf(b, "</ul>\n");
    page_end(s, b);
    page_add(out, STR("files.html"), b);
}
