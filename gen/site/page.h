/* page.h - what all pages share. Internal to gen/site. */
#ifndef CG_SITE_PAGE_H
#define CG_SITE_PAGE_H
#include "site/site.h"

/* alone: one page only, which links to no other. */
typedef struct {
    Arena *a;
    const SiteInput *x;
    bool alone;
} Site;

/* A style sheet or script that belongs to the pages, by its name without an ending. */
const char *page_asset(const char *name);
/* Head, style and navigation; the end. */
void page_begin(const Site *s, Buf *b, Str title);
void page_end(const Site *s, Buf *b);
/* Text of others, escaped. */
void page_text(Buf *b, Str text);
/* Names of pages. */
Str page_controller(Arena *a, const Controller *c);
/* Of a file of the specification; n = 0: it is not among the site's. */
Str page_file(const Site *s, const char *path);
Str page_verilog(Arena *a, const char *path);
/* Adds a page to the set. */
void page_add(OutSet *out, Str name, const Buf *b);

/* ---- cells.c ---- */
/* The table of a controller, and the list of its rows. */
void cells_table(const Site *s, Buf *b, const Controller *c);
void cells_rows(const Site *s, Buf *b, const Controller *c);
/* "28 of 42 rows taken" and those that never were; nothing without coverage. */
void cells_coverage(const Site *s, Buf *b, const Controller *c);

/* ---- links.c: rows in the emitted Verilog ---- */
typedef struct {
    const char *path;
    int line;
} VerilogPlace;
/* Where the transition module of c has this row in this state; path NULL: nowhere. */
VerilogPlace links_row(const Site *s, const Controller *c, const State *st, const Event *e, const Row *r);
/* The beginning of the names of its modules, or empty. */
Str links_module(const Site *s, const Controller *c);

/* ---- the pages ---- */
void pages_overview(const Site *s, OutSet *out);
void pages_controllers(const Site *s, OutSet *out);
void pages_messages(const Site *s, OutSet *out);
void pages_parameters(const Site *s, OutSet *out);
/* The specification's text and the Verilog, line by line. */
void pages_files(const Site *s, OutSet *out);
#endif
