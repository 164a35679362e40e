/* campaign_table.c - what became of mutants: lines of `results` (number, layer, by, marks, line, operator, change) as
 * tables. */
#include "campaign.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const layers[] = {"check", "equal", "verify", "cover", "reference", "litmus", "sim", "left"};
enum { LAYERS = sizeof layers / sizeof *layers };
typedef struct { const char *name; int n, of[LAYERS]; } Row;
typedef struct { const char *layer, *name; int n; } Finder;

static int by_name(const void *a, const void *b) { return strcmp(((const Row *)a)->name, ((const Row *)b)->name); }
static int by_count(const void *a, const void *b)
{
    const Finder *x = a, *y = b;
    return x->n != y->n ? y->n - x->n : strcmp(x->name, y->name);
}

static void print_row(const Row *r)
{
    printf("| %s | %d", r->name, r->n);
    for (int k = 0; k < LAYERS; k++) printf(" | %d", r->of[k]);
    printf(" |\n");
}
static void print_mutant(const Words *cell, const char *layer)
{
    printf("%6s %5s  %-12s %-9s %-16s %-12s %s\n", cell->at[0], cell->at[4], cell->at[5], layer, cell->at[2],
           cell->at[3], cell->at[6]);
}
/* Wilson's interval, 95 %. */
static void print_interval(int k, int m)
{
    double z = 1.96, p = (double)k / m, mid = (p + z * z / (2 * m)) / (1 + z * z / m),
           half = z * sqrt(p * (1 - p) / m + z * z / (4.0 * m * m)) / (1 + z * z / m);
    printf(" (95 %%: %.1f to %.1f)", 100 * (mid - half), fmin(100, 100 * (mid + half)));
}

void table_print(Campaign *c, const char *results)
{
    enum { FEW = 60 };
    Words lines = tool_split(c->a, results, "\n");
    VEC(Row) rows = {0};
    VEC(Finder) finders = {0};
    Row all = {.name = "all"};
    for (int i = 0; i < lines.n; i++) {
        Words cell = tool_split(c->a, lines.at[i], "\t");
        if (cell.n != 7) continue;
        const char *layer = strcmp(cell.at[1], "-") != 0 ? cell.at[1] : strstr(cell.at[3], "equal") ? "equal" : "left";
        int k = 0, r = 0, f = 0;
        while (k < LAYERS - 1 && strcmp(layers[k], layer) != 0) k++;
        while (r < rows.n && strcmp(rows.at[r].name, cell.at[5]) != 0) r++;
        if (r == rows.n) vec_push(c->a, &rows, (Row){.name = cell.at[5]});
        rows.at[r].n++, rows.at[r].of[k]++, all.n++, all.of[k]++;
        if (lines.n <= FEW) print_mutant(&cell, layer);
        if (strcmp(layer, "verify") != 0 && strcmp(layer, "reference") != 0) continue;
        while (f < finders.n &&
               (strcmp(finders.at[f].name, cell.at[2]) != 0 || strcmp(finders.at[f].layer, layer) != 0)) f++;
        if (f == finders.n) vec_push(c->a, &finders, ((Finder){layer, cell.at[2], 0}));
        finders.at[f].n++;
    }
    if (!all.n) return;
    printf("\n| operator | mutants");
    for (int k = 0; k < LAYERS; k++) printf(" | %s", layers[k]);
    printf(" |\n|---|---|---|---|---|---|---|---|---|---|\n");
    qsort(rows.at, (size_t)rows.n, sizeof *rows.at, by_name);
    for (int r = 0; r < rows.n; r++) print_row(&rows.at[r]);
    print_row(&all);
    printf("\n");
    if (finders.n) qsort(finders.at, (size_t)finders.n, sizeof *finders.at, by_count);
    for (int f = 0; f < finders.n; f++)
        printf("%d by %s %s\n", finders.at[f].n, finders.at[f].layer, finders.at[f].name);
    int equal = all.of[1], left = all.of[LAYERS - 1], found = all.n - left - equal, different = all.n - equal;
    printf("\n%d of %d mutants; %d are equal to the original; of the %d others %d are found", all.n, c->list.n, equal,
           different, found);
    if (different) printf(": %.1f %%", 100.0 * found / different);
    if (different && all.n < c->list.n) print_interval(found, different);
    printf("\n");
    for (int i = 0; all.n > FEW && i < lines.n; i++) {
        Words cell = tool_split(c->a, lines.at[i], "\t");
        if (cell.n == 7 && strcmp(cell.at[1], "-") == 0 && !strstr(cell.at[3], "equal")) print_mutant(&cell, "left");
    }
}
