/* report.c - see report.h. */
#define _POSIX_C_SOURCE 200809L
#include "report.h"
#include <regex.h>
#include <stdlib.h>
#include <string.h>

/* Cuts a text off where the expression matches; whether it does. */
static bool cut(char *text, const char *expression)
{
    regex_t r;
    regmatch_t at;
    if (regcomp(&r, expression, REG_EXTENDED) != 0) tool_fatal(2, "no regular expression: %s", expression);
    bool found = regexec(&r, text, 1, &at, 0) == 0;
    if (found) text[at.rm_so] = 0;
    regfree(&r);
    return found;
}

static bool among(const char *word, const char *const *list)
{
    for (; *list; list++) if (strcmp(word, *list) == 0) return true;
    return false;
}

/* The last count of one kind of cell, as "KIND: 12/345". */
static double used(Arena *a, const char *pnr, const char *kind)
{
    char *word = tool_text(a, "%s:", kind);
    Words w = tool_split(a, pnr, " \t\n");
    double n = 0;
    for (int i = 0; i + 1 < w.n; i++) if (strcmp(w.at[i], word) == 0) n = atof(w.at[i + 1]);
    return n;
}

typedef struct { const char *cell; double n; } Count;
typedef VEC(Count) Counts;
/* Lines "N CELL" and "CELL N" of a `stat`; of each cell the first, which is that of the top. */
static Counts counts_of(Arena *a, const char *stat)
{
    Counts all = {0};
    Words lines = tool_split(a, stat, "\n");
    for (int i = 0; i < lines.n; i++) {
        Words w = tool_split(a, lines.at[i], " \t");
        if (w.n < 2) continue;
        bool behind = atof(w.at[1]) > 0;
        Count c = {w.at[behind ? 0 : 1], atof(w.at[behind])};
        int k = 0;
        while (k < all.n && strcmp(all.at[k].cell, c.cell) != 0) k++;
        if (c.n > 0 && k == all.n) vec_push(a, &all, c);
    }
    return all;
}

FpgaCells fpga_placed(Arena *a, const char *family, const char *pnr, const char *stat)
{
    FpgaCells c = {0};
    if (strcmp(family, "ecp5") == 0)
        return (FpgaCells){used(a, pnr, "TRELLIS_COMB"), used(a, pnr, "TRELLIS_FF"), used(a, pnr, "DP16KD")};
    Counts all = counts_of(a, stat); /* nextpnr packs flip-flops and LUTs into one kind of cell */
    for (int i = 0; i < all.n; i++) if (strstr(all.at[i].cell, "SB_DFF")) c.flipflops += all.at[i].n;
    c.luts = used(a, pnr, "ICESTORM_LC");
    c.rams = used(a, pnr, "ICESTORM_RAM");
    return c;
}

double fpga_fastest(Arena *a, const char *pnr)
{
    Words lines = tool_split(a, pnr, "\n");
    double mhz = 0;
    for (int i = 0; i < lines.n; i++) {
        if (!strstr(lines.at[i], "Max frequency for clock")) continue;
        Words w = tool_split(a, lines.at[i], " \t");
        for (int k = 0; k + 1 < w.n; k++)
            if (strcmp(w.at[k + 1], "MHz") == 0 && atof(w.at[k]) > 0) { mhz = atof(w.at[k]); break; }
    }
    return mhz;
}

/* Of the net that a cell was made of: without the suffixes of synthesis, and the last part, which is its own name. */
static const char *instance_of(Arena *a, const char *net)
{
    char *name = tool_text(a, "%s", net);
    cut(name, "_(TRELLIS|LUT4|PFUMX|L6MUX|CCU2C|SB_).*");
    if (!cut(name, "[.][A-Za-z0-9_]+[.][0-9]+[.][0-9]+.*")) cut(name, "[.][^.]*$");
    return name;
}

FpgaPath fpga_path(Arena *a, const char *pnr)
{
    static const char *const parts[] = {"clk-to-q", "logic", "routing", "source", "setup", NULL};
    static const char *const ends[] = {"Source", "Net", "Setup", NULL};
    FpgaPath path = {0};
    Words lines = tool_split(a, pnr, "\n");
    bool on = false;
    for (int i = 0; i < lines.n; i++) {
        if (strstr(lines.at[i], "Critical path report for clock")) {
            on = true;
            path.n = 0;
        }
        if (strstr(lines.at[i], "Critical path report for async") ||
            strstr(lines.at[i], "Critical path report for cross")) on = false;
        Words w = tool_split(a, lines.at[i], " \t");
        if (!on || !w.n || strcmp(w.at[0], "Info:") != 0) continue;
        for (int k = 1; k + 1 < w.n; k++) {
            if (strcmp(w.at[k], "Source") != 0) continue;
            FpgaPart part = {instance_of(a, w.at[k + 1]), 0};
            if (!path.n || strcmp(part.name, path.at[path.n - 1].name) != 0) vec_push(a, &path, part);
        }
        if (!path.n || w.n < 4) continue;
        double *ns = &path.at[path.n - 1].ns;
        if (among(w.at[1], parts)) *ns += atof(w.at[2]);
        else if (among(w.at[3], ends) && strspn(w.at[1], "0123456789.") == strlen(w.at[1])) *ns += atof(w.at[1]);
    }
    return path;
}

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

FpgaCells fpga_xc7(Arena *a, const char *stat)
{
    FpgaCells c = {0};
    Counts all = counts_of(a, stat);
    for (int i = 0; i < all.n; i++) {
        const char *cell = all.at[i].cell;
        double n = all.at[i].n;
        if ((begins(cell, "LUT") && strlen(cell) == 4) || begins(cell, "SRL")) c.luts += n;
        else if (strcmp(cell, "RAMB36E1") == 0) c.rams += n;
        else if (strcmp(cell, "RAMB18E1") == 0) c.rams += n / 2;
        else if (begins(cell, "RAM") && tool_ends(cell, "M")) c.luts += 4 * n;
        else if (begins(cell, "RAM") && tool_ends(cell, "X1D")) c.luts += 2 * n;
        else if (begins(cell, "RAM") && tool_ends(cell, "X1S")) c.luts += n;
        else if (begins(cell, "FD") && strlen(cell) >= 4 && strchr("CPRS", cell[2]) && cell[3] == 'E') c.flipflops += n;
    }
    return c;
}
