/* figures.c - the tables of a configuration: for people, as CSV and as JSON. */
#include "area.h"
#include "util/buf.h"
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 8, SHOWN = 12 };
static const char *const column[COLUMNS] = {"controller", "cells", "nand2", "flipflops", "delay_ns", "memory_bits",
                                            "memory_mm2_32nm", "logic_mm2_32nm"};

/* The figures of a controller as text; "?": not measured. */
static void figures_of(Arena *a, const Cost *c, const char *figure[COLUMNS])
{
    for (int i = 0; i < COLUMNS; i++) figure[i] = "?";
    figure[0] = c->module;
    figure[5] = tool_text(a, "%.0f", c->bits);
    figure[6] = tool_text(a, "%.5f", c->memory);
    if (c->quick) return;
    figure[1] = tool_text(a, "%.0f", c->cells);
    figure[2] = tool_text(a, "%.0f", c->nand2);
    figure[3] = tool_text(a, "%.0f", c->flipflops);
    figure[4] = c->delay;
    figure[7] = tool_text(a, "%.5f", c->logic);
}

void area_csv(Arena *a, const Costs *costs, const char *file)
{
    Buf b;
    buf_init(&b, a);
    for (int k = 0; k < COLUMNS; k++) buf_printf(&b, "%s%s", k ? "," : "", column[k]);
    for (int i = 0; i < costs->n; i++) {
        const char *figure[COLUMNS];
        figures_of(a, &costs->at[i], figure);
        for (int k = 0; k < COLUMNS; k++) buf_printf(&b, "%s%s", k ? "," : "\n", figure[k]);
    }
    buf_put(&b, "\n", 2);
    tool_write(file, b.at);
}

void area_json(Arena *a, const Costs *costs, const char *file)
{
    Buf b;
    buf_init(&b, a);
    buf_printf(&b, "[");
    for (int i = 0; i < costs->n; i++) {
        const char *figure[COLUMNS];
        figures_of(a, &costs->at[i], figure);
        buf_printf(&b, "%s\n  {", i ? "," : "");
        for (int k = 0; k < COLUMNS; k++) {
            const char *quote = !k || strcmp(figure[k], "?") == 0 ? "\"" : "";
            buf_printf(&b, "%s\"%s\": %s%s%s", k ? ", " : "", column[k], quote, figure[k], quote);
        }
        buf_printf(&b, "}");
    }
    buf_put(&b, "\n]\n", 4);
    tool_write(file, b.at);
}

void area_modules(Arena *a, const Costs *costs, const char *file)
{
    Buf b;
    buf_init(&b, a);
    buf_printf(&b, "controller,module,nand2\n");
    for (int i = 0; i < costs->n; i++)
        for (int k = 0; k < costs->at[i].parts.n; k++) {
            const Part *p = &costs->at[i].parts.at[k];
            buf_printf(&b, "%s,%s,%g\n", costs->at[i].module, p->name, p->nand2);
        }
    tool_write(file, b.at);
}

void area_text(const Costs *costs, FILE *to)
{
    fprintf(to, "%-14s %8s %8s %7s %9s %12s %12s %12s\n", "controller", "cells", "NAND2", "FFs", "delay ns",
            "memory bits", "memory mm2", "logic mm2");
    for (int i = 0; i < costs->n; i++) {
        const Cost *c = &costs->at[i];
        if (c->quick)
            fprintf(to, "%-14s %8s %8s %7s %9s %12.0f %12.4f %12s\n", c->module, "?", "?", "?", "?", c->bits,
                    c->memory, "?");
        else
            fprintf(to, "%-14s %8.0f %8.0f %7.0f %9s %12.0f %12.4f %12.4f\n", c->module, c->cells, c->nand2,
                    c->flipflops, c->delay, c->bits, c->memory, c->logic);
    }
}

typedef struct { const char *of; Part part; } Owned;
static int larger(const void *x, const void *y)
{
    const Owned *a = x, *b = y;
    return (a->part.nand2 < b->part.nand2) - (a->part.nand2 > b->part.nand2);
}

void area_largest(Arena *a, const Costs *costs, FILE *to)
{
    VEC(Owned) all = {0};
    for (int i = 0; i < costs->n; i++)
        for (int k = 0; k < costs->at[i].parts.n; k++) {
            Owned o = {costs->at[i].module, costs->at[i].parts.at[k]};
            vec_push(a, &all, o);
        }
    if (all.n) qsort(all.at, (size_t)all.n, sizeof *all.at, larger);
    fprintf(to, "\nmodules with most NAND2 equivalents (each counted once for every set of parameters):\n");
    for (int i = 0; i < all.n && i < SHOWN; i++)
        fprintf(to, "  %-14s %-28s %8.0f\n", all.at[i].of, all.at[i].part.name, all.at[i].part.nand2);
}
