/* site.h - a specification as pages of HTML that work from a disk: no network, no program. docs/site.md shows them. */
#ifndef CG_SITE_SITE_H
#define CG_SITE_SITE_H
#include "emit/table.h"
#include "ir/ir.h"
#include "run/run.h"
#include "site/coverage.h"
#include "util/outset.h"

/* A file of the specification: path as in Pos.file. */
typedef struct {
    const char *path;
    Str text;
} SiteFile;

/* rtl: what `emit` makes of it, or NULL: no_rtl says why there is none. coverage: or NULL. version: of this program. */
typedef struct {
    const Protocol *p;
    const ParamEnv *env;
    const OutSet *rtl;
    const char *no_rtl, *version;
    const SiteFile *files;
    int n_files;
    const Coverage *coverage;
} SiteInput;

/* Adds all pages and the style sheet to out. The same input makes the same bytes. */
void site_write(Arena *a, const SiteInput *x, OutSet *out);
/* One page with the tables and diagrams of these controllers, which needs no other file. */
void site_tables(Buf *out, const SiteInput *x, TableOf of);
/* A page that steps through a run, which needs no other file: the chart, the cell of the table that fires, what each
 * instance holds. x->p NULL: without tables. */
void site_explorer(Buf *out, const SiteInput *x, const Run *run);
/* The tables as JSON (docs/site.md has the format); x->coverage: with counts. */
void site_json(Buf *out, const SiteInput *x, TableOf of);
#endif
