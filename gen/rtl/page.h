/* page.h - the page of a design: README.md, for who takes the Verilog into a system of their own. */
#ifndef CG_RTL_PAGE_H
#define CG_RTL_PAGE_H
#include "rtl/system.h"

/* What the page is about; text goes to b. ctls, tiles: by Controller.id, tiles NULL for the one that is left out. */
typedef struct Page {
    Rtl *r;
    Buf *b;
    RtlModule *top;
    RtlCtl *const *ctls;
    RtlTile *const *tiles;
} Page;

/* Adds README.md to the output set: after all modules have been written. */
void rtl_page(Rtl *r, RtlModule *top, RtlCtl *const *ctls, RtlTile *const *tiles);

/* ---- its parts ---- */
/* The tables of the ports of the system, the tiles and the controllers (page_ports.c). */
void page_top_ports(Page *g);
void page_inner_ports(Page *g);
/* What requests, replies, and messages consist of (page_words.c). */
void page_requests(Page *g);
void page_messages(Page *g);
/* When what moves (page_timing.c). */
void page_timing(Page *g);

/* "`L1_COUNT * 2` | 32"; "1 | 1" if it is one bit. */
void page_width(Page *g, Hx width);
/* The value of an expression over the defaults of parameters; 0 if it has none. */
int64_t page_number(Hx x);
/* Text of others: one line, nothing in it means anything to Markdown. */
Str page_md(Page *g, Str text);
#endif
