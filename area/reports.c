/* reports.c - what Yosys, OpenSTA and the library's file say. */
#include "area.h"
#include <stdlib.h>
#include <string.h>

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

int area_lines(const char *text, const char *word)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, word)); at += strcspn(at, "\n")) n++;
    return n;
}

double area_of_nand2(Arena *a, const char *liberty)
{
    char *text = tool_read(a, liberty);
    bool here = false;
    for (char *at = text ? text : ""; *at; at += *at != 0) {
        size_t n = strcspn(at, "\n");
        Words w = tool_split(a, tool_text(a, "%.*s", (int)n, at), " \t(){}\":;");
        if (w.n > 1 && strcmp(w.at[0], "cell") == 0)
            here = begins(w.at[1], "NAND2") || begins(w.at[1], "nand2") || strstr(w.at[1], "_nand2");
        if (here && w.n > 1 && strcmp(w.at[0], "area") == 0) return atof(w.at[1]);
        at += n;
    }
    return 0;
}

Memories area_memories(Arena *a, const char *dump)
{
    Memories all = {0};
    Memory m = {0};
    Words lines = tool_split(a, dump, "\n");
    for (int i = 0; i < lines.n; i++) {
        Words w = tool_split(a, lines.at[i], " \t");
        if (w.n < 3) continue;
        if (strcmp(w.at[0], "cell") == 0) m = (Memory){.name = w.at[2] + (w.at[2][0] == '\\')};
        else if (strcmp(w.at[1], "\\RD_PORTS") == 0) m.reads = atoi(w.at[2]);
        else if (strcmp(w.at[1], "\\SIZE") == 0) m.words = atof(w.at[2]);
        else if (strcmp(w.at[1], "\\WIDTH") == 0) m.width = atof(w.at[2]);
        else if (strcmp(w.at[1], "\\WR_PORTS") == 0) { /* the last of them */
            m.writes = atoi(w.at[2]);
            vec_push(a, &all, m);
        }
    }
    return all;
}

/* "$paramod$HASH\cg_fifo" or "$paramod\cg_fifo\WIDTH=...": cg_fifo */
static const char *module_name(Arena *a, const char *name)
{
    const char *from = begins(name, "$paramod") ? strchr(name, '\\') : NULL, *end;
    name = from ? from + 1 : name;
    for (end = name; *end; end++) if (*end == '\\' && end[1] >= 'A' && end[1] <= 'Z') break;
    return tool_text(a, "%.*s", (int)(end - name), name);
}

void area_cells(Arena *a, const char *stat, double nand, double *cells, double *area, Parts *parts)
{
    Words lines = tool_split(a, stat, "\n");
    const char *inside = "";
    for (int i = 0; i < lines.n; i++) {
        Words w = tool_split(a, lines.at[i], " \t");
        if (!w.n) continue;
        double last = atof(w.at[w.n - 1]);
        if (w.n > 1 && strcmp(w.at[0], "===") == 0) inside = module_name(a, w.at[1]);
        if (strstr(lines.at[i], "Number of cells:")) *cells = last;
        bool module = strstr(lines.at[i], "Chip area for module");
        if (module) {
            Part p = {inside, last / nand};
            vec_push(a, parts, p);
        }
        if (module || strstr(lines.at[i], "Chip area for top module")) *area = last;
    }
}

const char *area_delay(Arena *a, const char *report)
{
    Words lines = tool_split(a, report, "\n");
    const char *most = "?";
    double latest = 0;
    for (int i = 0; i < lines.n; i++) {
        if (!strstr(lines.at[i], "data arrival time")) continue;
        Words w = tool_split(a, lines.at[i], " \t");
        if (atof(w.at[0]) > latest) latest = atof(most = w.at[0]);
    }
    return most;
}
