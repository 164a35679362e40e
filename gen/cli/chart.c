/* chart.c - `chart`: a run from a file. */
#include "cli/charts.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/inputs.h"
#include <sys/stat.h>

/* A folder of `verify --replay` stands for its schedule. */
static const char *run_path(Arena *a, const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode)) return path;
    return str_z(a, str_printf(a, "%s/schedule", path));
}

int command_chart(Arena *a, Diags *d, const Options *o)
{
    Buf out;
    const char *path = run_path(a, o->files.at[0]);
    const Buf *text = inputs_text(a, path);
    RunWindow w = { o->first, o->last ? o->last : INT64_MAX, str_from(o->key ? o->key : "") };
    Protocol *p = NULL;
    if (!text) {
        diag_error(d, (Pos){ path, 0, 0 }, "cannot be read");
        return EXIT_INPUT;
    }
    diag_file(d, path, false);
    if (o->spec && !(p = inputs_load(a, d, o, o->spec, NULL))) return EXIT_INPUT;
    Run *run = run_read(a, d, path, (Str){ text->n ? text->at : "", (int)text->n }, &w);
    if (!run) return EXIT_INPUT;
    buf_init(&out, a);
    buf_put(&out, "", 0);
    ChartFormat f = o->chart_format != CHART_BY_NAME ? o->chart_format : o->dir ? chart_format(o->dir) : CHART_TEXT;
    chart_draw(&out, p, run, f);
    if (!o->dir) return inputs_print(&out);
    return inputs_write(a, d, o->dir, &out) ? EXIT_OK : EXIT_ENV;
}
