/* gen.c - `./run bench gen`: the generator: rows per second and peak memory of `check` over synthetic specifications of
 * growing size, and `emit` of the stock. Each figure is the best of three runs. */
#include "bench.h"
#include <stdlib.h>
#include <string.h>

static void usage(FILE *to) { fputs("Usage: ./run bench gen [check|emit]\n", to); }

/* The number in front of ` rows` in what check says; -1 if it fails. */
static int rows_of(Bench *b, const char *spec)
{
    Words command = {0};
    Cost cost;
    tool_add(b->a, &command, tool_text(b->a, "%s/cohgen", b->build));
    tool_add(b->a, &command, "check");
    tool_add(b->a, &command, spec);
    Words w = tool_split(b->a, bench_measured(b, &command, &cost), " \n");
    if (cost.status != 0) return -1;
    for (int i = 1; i < w.n; i++)
        if (strncmp(w.at[i], "rows", 4) == 0) return atoi(w.at[i - 1]);
    return -1;
}

static void row(Bench *b, const char *name, int rows, const Words *command)
{
    Cost best = {.wall = 0};
    for (int i = 0; i < 3; i++) {
        Cost cost;
        bench_measured_right(b, command, &cost);
        if (!i || cost.wall < best.wall) best = cost;
    }
    fprintf(b->out, "%-10s %8d %9.4f %11.0f %9.1f\n", name, rows, best.wall, rows / best.wall, best.memory);
    fflush(b->out);
}

/* A specification of so many controllers' rows. */
static char *synthetic(Bench *b, int size)
{
    Words command = {0};
    char *file = tool_text(b->a, "%s/%d.xml", b->scratch, size);
    tool_add(b->a, &command, tool_text(b->a, "%s/tests/gen/gen_synthetic.sh", b->top));
    tool_add(b->a, &command, tool_text(b->a, "%d", size));
    tool_write(file, bench_output(b, &command));
    return file;
}

static void check(Bench *b)
{
    fprintf(b->out, "check          rows   seconds      rows/s   peak MB\n");
    for (int size = 10; size <= 10000; size *= 10) {
        char *spec = synthetic(b, size);
        Words command = {0};
        tool_add(b->a, &command, tool_text(b->a, "%s/cohgen", b->build));
        tool_add(b->a, &command, "check");
        tool_add(b->a, &command, spec);
        row(b, "synthetic", rows_of(b, spec), &command);
    }
}

static void emitted(Bench *b, const char *spec)
{
    const char *slash = strrchr(spec, '/');
    char *name = tool_text(b->a, "%.*s", (int)(strlen(slash + 1) - strlen(".xml")), slash + 1);
    char *to = tool_text(b->a, "%s/design", b->scratch);
    int rows = rows_of(b, spec);
    if (rows < 0) return;
    Words command = {0};
    Cost cost;
    tool_add(b->a, &command, tool_text(b->a, "%s/cohgen", b->build));
    tool_add(b->a, &command, "emit");
    tool_add(b->a, &command, spec);
    tool_add(b->a, &command, "-o");
    tool_add(b->a, &command, to);
    char *said = bench_measured(b, &command, &cost);
    tool_remove(to);
    if (cost.status == 0) {
        row(b, name, rows, &command);
        return;
    }
    said[strcspn(said, "\n")] = 0;
    fprintf(b->out, "%s: not emitted: %s\n", name, said);
}

static void emit(Bench *b)
{
    char *specs = tool_text(b->a, "%s/specs", b->top);
    fprintf(b->out, "%semit           rows   seconds      rows/s   peak MB\n", b->asked.n > 1 ? "\n" : "");
    emitted(b, synthetic(b, 1000));
    emitted(b, synthetic(b, 10000));
    Words folders = tool_entries(b->a, specs);
    for (int i = 0; i < folders.n; i++) {
        Words files = tool_entries(b->a, tool_text(b->a, "%s/%s", specs, folders.at[i]));
        for (int k = 0; k < files.n; k++) {
            const char *end = strrchr(files.at[k], '.');
            if (end && strcmp(end, ".xml") == 0)
                emitted(b, tool_text(b->a, "%s/%s/%s", specs, folders.at[i], files.at[k]));
        }
    }
    emitted(b, tool_text(b->a, "%s/tests/protocols/msi.xml", b->top));
    emitted(b, tool_text(b->a, "%s/tests/protocols/toy.xml", b->top));
}

static const Table tables[] = {{"check", check}, {"emit", emit}, {NULL, NULL}};
static const Option options[] = {{.option = NULL}};

int bench_gen(Bench *b, int argc, char **argv)
{
    bench_options(b, argc, argv, options, tables, usage);
    return bench_print(b, tables);
}
