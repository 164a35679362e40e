/* coverage_html.c - the tables coloured by use, as one page. */
#include "counts/coverage.h"
#include <inttypes.h>
#include <string.h>

static const char style[] = "body{font:14px sans-serif;margin:2em}table{border-collapse:collapse;margin:1em "
                            "0}th,td{border:1px solid #999;padding:3px 7px;text-align:right;vertical-align:top}\n"
                            "th{background:#eee;text-align:left}td.none{background:#f4f4f4}td.never{background:#ddd;"
                            "color:#777;text-align:center}td.zero{background:#f9b0a8;font-weight:bold}\n"
                            "td.u1{background:#eef7ea}td.u2{background:#d8efcf}td.u3{background:#bbe4ac}td.u4{"
                            "background:#97d583}td.u5{background:#6fc155}td.stall{background:#f7e7a8}\n"
                            "small{color:#555}.bad{color:#b00}\n";

static void text(const char *s, FILE *out)
{
    for (; *s; s++) {
        if (*s == '<') fputs("&lt;", out);
        else if (*s == '>') fputs("&gt;", out);
        else if (*s == '&') fputs("&amp;", out);
        else if (*s == '"') fputs("&quot;", out);
        else fputc(*s, out);
    }
}

/* Darker by powers of ten. */
static int shade(uint64_t n)
{
    int s = 1;
    while (n >= 10 && s < 5) n /= 10, s++;
    return s;
}

/* How often the row of a place was taken there; of a row marked stall it is not known where, so that it counts at all
 * its places. */
static uint64_t taken(const SimCoverage *c, uint32_t k, uint32_t cell)
{
    const CgController *d = &c->design->controllers[k];
    return d->rows[d->cells[cell].row].kind == CG_ROW_STALL ? sim_coverage_row(c, k, d->cells[cell].row)
                                                            : c->cells[k][cell];
}

/* The class of a place: by its least used row, so that one never taken is seen. */
static void td(const SimCoverage *c, uint32_t k, uint32_t state, uint32_t event, FILE *out)
{
    const CgController *d = &c->design->controllers[k];
    uint64_t least = UINT64_MAX;
    bool any = false, stall = false;
    for (uint32_t i = 0; i < d->n_cells; i++) {
        if (d->cells[i].state != state || d->cells[i].event != event) continue;
        CgRowKind kind = d->rows[d->cells[i].row].kind;
        any = true;
        stall |= kind == CG_ROW_STALL;
        if (kind != CG_ROW_NEVER && taken(c, k, i) < least) least = taken(c, k, i);
    }
    if (!any) fputs("<td class=none></td>", out);
    else if (least == UINT64_MAX) fputs("<td class=never>never</td>", out);
    else if (least == 0) fputs("<td class=zero>", out);
    else if (stall) fputs("<td class=stall>", out);
    else fprintf(out, "<td class=u%d>", shade(least));
    if (!any || least == UINT64_MAX) return;
    for (uint32_t i = 0, n = 0; i < d->n_cells; i++) {
        const struct CgRow *r = &d->rows[d->cells[i].row];
        if (d->cells[i].state != state || d->cells[i].event != event || r->kind == CG_ROW_NEVER) continue;
        fprintf(out, "%s<span title=\"", n++ ? "<br>" : "");
        text(r->file, out);
        fprintf(out, ":%u\">%s%" PRIu64 "</span>", r->line, r->kind == CG_ROW_STALL ? "stall " : "", taken(c, k, i));
    }
    fputs("</td>", out);
}

static bool used(const CgController *d, uint32_t event)
{
    for (uint32_t i = 0; i < d->n_cells; i++)
        if (d->cells[i].event == event) return true;
    return false;
}

static void controller(const SimCoverage *c, uint32_t k, FILE *out)
{
    const CgController *d = &c->design->controllers[k];
    uint32_t rows, were;
    sim_coverage_rows(c, k, &rows, &were);
    fputs("<h2>", out);
    text(d->name, out);
    fprintf(out, "</h2>\n<p%s>%u of %u rows taken</p>\n<table>\n<tr><th></th>", were < rows ? " class=bad" : "", were,
            rows);
    for (uint32_t e = 0; e < d->n_events; e++) {
        if (!used(d, e)) continue;
        fputs("<th>", out);
        text(d->events[e].name, out);
        fputs("</th>", out);
    }
    fputs("</tr>\n", out);
    for (uint32_t s = 0; s < d->n_states; s++) {
        fputs("<tr><th>", out);
        text(d->states[s].name, out);
        fputs("</th>", out);
        for (uint32_t e = 0; e < d->n_events; e++)
            if (used(d, e)) td(c, k, s, e, out);
        fputs("</tr>\n", out);
    }
    fputs("</table>\n", out);
}

/* Rows never taken, and places where a row that stands at several was never taken. */
static void missing(const SimCoverage *c, FILE *out)
{
    fputs("<h2>Never taken</h2>\n<ul>\n", out);
    uint32_t n = 0;
    for (uint32_t k = 0; k < c->design->n_controllers; k++) {
        const CgController *d = &c->design->controllers[k];
        for (uint32_t i = 0; i < d->n_cells; i++) {
            const struct CgRow *r = &d->rows[d->cells[i].row];
            if (r->kind == CG_ROW_NEVER || taken(c, k, i)) continue;
            n++;
            fputs("<li>", out);
            text(d->name, out);
            fputs(": ", out);
            text(d->states[d->cells[i].state].name, out);
            fputs(" &times; ", out);
            text(d->events[d->cells[i].event].name, out);
            fprintf(out, " <small>(row at ");
            text(r->file, out);
            fprintf(out, ":%u%s)</small></li>\n", r->line,
                    sim_coverage_row(c, k, d->cells[i].row) ? ", taken at another place" : "");
        }
    }
    fputs(n ? "</ul>\n" : "</ul>\n<p>nothing: every row was taken, at every place where it stands</p>\n", out);
}

void sim_coverage_html(const SimCoverage *c, FILE *out)
{
    fputs("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>Row coverage of ", out);
    text(c->design->name, out);
    fprintf(out, "</title>\n<style>\n%s</style></head><body>\n<h1>Row coverage of ", style);
    text(c->design->name, out);
    fputs("</h1>\n<p>Counts of the rows taken at each state and event; darker green by powers of ten. <b "
          "style=\"background:#f9b0a8\">0</b>: a row that can be taken, and was not.\n"
          "<span style=\"background:#f7e7a8\">stall</span>: cycles in which the row kept an occurrence waiting. Grey: "
          "rows marked never. Where a row stands in the specification is shown under the pointer.</p>\n",
          out);
    for (uint32_t k = 0; k < c->design->n_controllers; k++) controller(c, k, out);
    missing(c, out);
    fprintf(out, "<h2>Runs</h2>\n<ol>\n");
    for (size_t i = 0; i < c->n_runs; i++) {
        fputs("<li>", out);
        text(c->runs[i], out);
        fputs("</li>\n", out);
    }
    fputs("</ol>\n</body></html>\n", out);
}
