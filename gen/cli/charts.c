/* charts.c - see charts.h for the contract. */
#include "cli/charts.h"
#include "cli/inputs.h"
#include "draw/chart.h"
#include "site/site.h"
#include <string.h>

static bool ends(const char *path, const char *with)
{
    size_t n = strlen(path), k = strlen(with);
    return n > k && strcmp(path + n - k, with) == 0;
}

ChartFormat chart_format(const char *path)
{
    return ends(path, ".svg") ? CHART_SVG : ends(path, ".html") ? CHART_HTML : CHART_TEXT;
}

void chart_draw(Buf *out, const Protocol *p, const Run *run, ChartFormat f)
{
    SiteInput x = { .p = p, .version = COHGEN_VERSION };
    if (f == CHART_SVG)
        chart_svg(out, run, p);
    else if (f == CHART_HTML)
        site_explorer(out, &x, run);
    else
        chart_text(out, run);
}

bool chart_write(Arena *a, Diags *d, const Protocol *p, const Buf *schedule, const char *path)
{
    Buf out;
    RunWindow all = { 0, INT64_MAX, { "", 0 } };
    Run *run = run_read(a, d, "schedule", (Str){ schedule->at, (int)schedule->n }, &all);
    if (!run) return false;
    buf_init(&out, a);
    chart_draw(&out, p, run, chart_format(path));
    return inputs_write(a, d, path, &out);
}
