/* page.c - see page.h for the contract. */
#include "site/page.h"
#include "util/text.h"
#include <string.h>

struct CgText {
    const char *name, *text, *uses;
};
extern const struct CgText cg_assets[];

const char *page_asset(const char *name)
{
    for (int i = 0; cg_assets[i].name; i++)
        if (strcmp(cg_assets[i].name, name) == 0) return cg_assets[i].text;
    return "";
}

void page_text(Buf *b, Str text)
{
    Str t = text_xml(b->arena, text);
    buf_put(b, t.p, (size_t)t.n);
}

/* Letters, digits, '-' and '_' as they are: part of a file's name on any system. */
static Str plain(Arena *a, Str name)
{
    char *at = NEW_N(a, char, name.n + 1);
    for (int i = 0; i < name.n; i++) {
        char c = name.p[i];
        bool upper = c >= 'A' && c <= 'Z';
        bool fine = upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
        at[i] = upper ? (char)(c + 'a' - 'A') : fine ? c : '_';
    }
    return (Str){ at, name.n };
}

Str page_controller(Arena *a, const Controller *c)
{
    return str_printf(a, "controller%d_" STR_FMT ".html", c->id, STR_ARG(plain(a, c->name)));
}

Str page_file(const Site *s, const char *path)
{
    for (int i = 0; path && i < s->x->n_files; i++)
        if (strcmp(s->x->files[i].path, path) == 0) return str_printf(s->a, "source%d.html", i);
    return (Str){ "", 0 };
}

Str page_verilog(Arena *a, const char *path)
{
    return str_printf(a, "verilog_" STR_FMT ".html", STR_ARG(plain(a, str_from(text_file_name(path)))));
}

static void put_link(Buf *b, Str page, Str text)
{
    buf_printf(b, "<a href=\"" STR_FMT "\">", STR_ARG(page));
    page_text(b, text);
    buf_printf(b, "</a>\n");
}

void page_begin(const Site *s, Buf *b, Str title)
{
    const Protocol *p = s->x->p;
    buf_printf(b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    page_text(b, title);
    if (s->alone)
        buf_printf(b, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<main>\n<h1>", page_asset("style"));
    else {
        buf_printf(b, "</title>\n<link rel=\"stylesheet\" href=\"style.css\">\n</head>\n<body>\n<nav><b>");
        page_text(b, p->name);
        buf_printf(b, "</b>\n");
        put_link(b, STR("index.html"), STR("Overview"));
        for (int i = 0; i < p->ctls.n; i++) put_link(b, page_controller(s->a, p->ctls.at[i]), p->ctls.at[i]->name);
        put_link(b, STR("messages.html"), STR("Messages"));
        put_link(b, STR("parameters.html"), STR("Parameters"));
        put_link(b, STR("files.html"), STR("Files"));
        buf_printf(b, "</nav>\n<main>\n<h1>");
    }
    page_text(b, title);
    buf_printf(b, "</h1>\n");
}

void page_end(const Site *s, Buf *b)
{
    buf_printf(b, "</main>\n<footer>");
    page_text(b, s->x->p ? s->x->p->name : STR("A run"));
    buf_printf(b, ", written by cohgen %s</footer>\n</body>\n</html>\n", s->x->version);
}

void page_add(OutSet *out, Str name, const Buf *b) { outset_add(out, name.p, b); }

void site_write(Arena *a, const SiteInput *x, OutSet *out)
{
    Site s = { a, x, false };
    Buf *style = NEW(a, Buf);
    buf_init(style, a);
    buf_printf(style, "%s", page_asset("style"));
    page_add(out, STR("style.css"), style);
    pages_overview(&s, out);
    pages_controllers(&s, out);
    pages_messages(&s, out);
    pages_parameters(&s, out);
    pages_files(&s, out);
}
