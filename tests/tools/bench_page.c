/* bench_page.c - the report of a bench as a page: its text, and a plot for each column of numbers.
 *
 *   bench_page TITLE <REPORT >PAGE
 *
 * A table is a run of at least two lines with as many numbers each. What stands in front of the first number of a line
 * is its label; a line that begins with a number has that as its label. The name of a column is what stands above it,
 * in the lines between the table and the text in front of it. The page loads nothing and runs nothing.
 * Exit status: 0 done, 2 wrong command line, 3 nothing to read, or the page cannot be written. */
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 20000, COLUMNS = 40, WIDTH = 230, BAR = 13, NAMES = 3 };

typedef struct { double value; int start, end; } Number; /* places in the line; end: behind it, `%` included */
typedef struct { char *text; char label[80]; Number number[COLUMNS]; int n; } Line;

static void text(const char *p, size_t n)
{
    for (; n > 0 && *p; p++, n--)
        if (*p == '&') fputs("&amp;", stdout);
        else if (*p == '<') fputs("&lt;", stdout);
        else if (*p == '>') fputs("&gt;", stdout);
        else if (*p == '"') fputs("&quot;", stdout);
        else if ((unsigned char)*p >= ' ' || *p == '\n' || *p == '\t') putchar(*p);
}

/* A number by itself: blanks, bars or the end around it, perhaps a `%` behind it. */
static bool number_at(const char *line, const char *p, Number *to)
{
    if (p > line && !strchr(" \t|", p[-1])) return false;
    if (!isdigit((unsigned char)p[*p == '-' || *p == '+']) ) return false;
    char *end;
    double value = strtod(p, &end);
    const char *behind = end;
    if (*behind == '%') behind++;
    else if (behind[0] == ' ' && behind[1] == '%') behind += 2;
    if (*behind && !strchr(" \t|", *behind)) return false;
    if (strncmp(behind, " x ", 3) == 0 || (p - line >= 3 && strncmp(p - 3, " x ", 3) == 0)) return false; /* 4 x 4 */
    *to = (Number){value, (int)(p - line), (int)(behind - line)};
    return true;
}

static void read_line(Line *l)
{
    l->n = 0;
    const char *line = l->text, *first = NULL;
    for (const char *p = line; *p && l->n < COLUMNS; p++) {
        Number *to = &l->number[l->n];
        if (!number_at(line, p, to)) continue;
        if (!first) first = p;
        l->n++;
        p = line + to->end - 1;
    }
    if (!first) return;
    const char *from = line + strspn(line, " \t|"), *to = first;
    if (from == first) { /* its first number is its label */
        to = line + l->number[0].end;
        memmove(l->number, l->number + 1, (size_t)--l->n * sizeof *l->number);
    }
    while (to > from && strchr(" \t|:", to[-1])) to--;
    snprintf(l->label, sizeof l->label, "%.*s", (int)(to - from), from);
}

/* What stands in a line between two places, at the end of `name`. */
static void add_name(char *name, size_t size, const char *line, int from, int to)
{
    int n = (int)strlen(line);
    if (to > n) to = n;
    for (int i = from; i < to; i++)
        if (line[i] == '|' && i + 1 < to) from = i + 1;
    while (from < to && strchr(" \t|", line[from])) from++;
    while (to > from && strchr(" \t|", line[to - 1])) to--;
    size_t had = strlen(name);
    if (to > from) snprintf(name + had, size - had, "%s%.*s", had ? " " : "", to - from, line + from);
}

/* The group of columns that a line above the names has over a place: what stands between bars. */
static void add_group(char *name, size_t size, const char *line, int place)
{
    if (!strchr(line, '|') || place >= (int)strlen(line)) return;
    int from = place, to = place;
    while (from > 0 && line[from - 1] != '|') from--;
    while (line[to] && line[to] != '|') to++;
    add_name(name, size, line, from, to);
}

static void plot(const Line *row, int rows, int column, const char *name)
{
    double least = 0, most = 0;
    for (int r = 0; r < rows; r++) {
        least = fmin(least, row[r].number[column].value);
        most = fmax(most, row[r].number[column].value);
    }
    double span = most - least > 0 ? most - least : 1, unit = WIDTH / span, zero = -least * unit;
    printf("<figure><figcaption>");
    text(name, strlen(name));
    int width = WIDTH + 190, height = rows * BAR + 4;
    printf("</figcaption><svg viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">", width, height, width,
           height);
    for (int r = 0; r < rows; r++) {
        double v = row[r].number[column].value, x = 110 + zero + fmin(0, v * unit), w = fabs(v * unit);
        printf("<text x=\"104\" y=\"%d\" text-anchor=\"end\">", r * BAR + 11);
        text(row[r].label, 17);
        printf("</text><rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/><text x=\"%d\" y=\"%d\">%g</text>", x,
               r * BAR + 2, w, BAR - 3, WIDTH + 116, r * BAR + 11, v);
    }
    printf("<line x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%d\"/></svg></figure>\n", 110 + zero, 110 + zero, height);
}

/* The table of lines from..to-1, all with as many numbers. */
static void plots(const Line *line, int from, int to)
{
    int heads = 0; /* lines above it that are no row and no sentence */
    while (heads < NAMES && from - heads > 0 && line[from - heads - 1].text[0]
           && line[from - heads - 1].n < line[from].n
           && (line[from - heads - 1].text[0] == ' ' || !strstr(line[from - heads - 1].text, ": "))) heads++;
    printf("<div class=\"plots\">\n");
    for (int k = 0, left = 0; k < line[from].n; k++) {
        char name[200] = "";
        int start = 10000, end = 0, last = 0; /* where the column stands, in all of its rows */
        for (int r = from; r < to; r++) {
            const Number *n = &line[r].number[k];
            if (n->start < start) start = n->start;
            if (n->end > end) end = n->end;
            int before = k ? line[r].number[k - 1].end : 0;
            if (before > last) last = before;
        }
        left = last > left ? last : left;
        if (!k) { /* a label may be wide: only what stands over the number, or touches it */
            left = start;
            for (int h = heads; h > 0; h--) {
                const char *above = line[from - h].text;
                int at = start < (int)strlen(above) ? start : (int)strlen(above);
                while (at > 0 && above[at - 1] != ' ') at--;
                if (at < left) left = at;
            }
        }
        for (int h = heads; h > 1; h--) add_group(name, sizeof name, line[from - h].text, end - 1);
        if (*name && heads) strncat(name, ":", sizeof name - strlen(name) - 1);
        if (heads) { /* a word that begins above the number goes to its end */
            const char *above = line[from - 1].text;
            while (end < (int)strlen(above) && !strchr(" |", above[end])) end++;
            add_name(name, sizeof name, above, left, end);
        }
        if (!*name) snprintf(name, sizeof name, "column %d", k + 1);
        plot(line + from, to - from, k, name);
        left = end;
    }
    printf("</div>\n");
}

int main(int argc, char **argv)
{
    if (argc != 2) return fputs("usage: bench_page TITLE <REPORT >PAGE\n", stderr), 2;
    static Line line[LINES];
    static char buffer[4096];
    int n = 0;
    while (n < LINES && fgets(buffer, sizeof buffer, stdin)) {
        buffer[strcspn(buffer, "\r\n")] = 0;
        line[n].text = strdup(buffer);
        if (!line[n].text) return fputs("bench_page: no memory\n", stderr), 3;
        read_line(&line[n++]);
    }
    if (n == 0) return fputs("bench_page: there is no report\n", stderr), 3;
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>", stdout);
    text(argv[1], strlen(argv[1]));
    fputs("</title>\n<style>\nbody { font: 15px sans-serif; margin: 2em; color: #1f2430; }\n"
          "pre { background: #f5f6f8; padding: 0.8em; overflow-x: auto; }\n"
          ".plots { display: flex; flex-wrap: wrap; gap: 0.8em 1.6em; }\nfigure { margin: 0; }\n"
          "figcaption { font-weight: bold; font-size: 13px; }\nsvg text { font: 11px monospace; fill: #333; }\n"
          "svg rect { fill: #4a7fd0; }\nsvg line { stroke: #888; }\n</style></head><body>\n<h1>", stdout);
    text(argv[1], strlen(argv[1]));
    fputs("</h1>\n", stdout);
    for (int from = 0; from < n;) { /* text up to the end of a table, then its plots */
        int at = from, end = n, rows = 0;
        for (; at < n; at += rows ? rows : 1) {
            rows = 0;
            while (line[at].n && at + rows < n && line[at + rows].n == line[at].n) rows++;
            if (rows >= 2) { end = at + rows; break; }
            rows = rows ? rows : 1;
        }
        fputs("<pre>", stdout);
        for (int i = from; i < end; i++) {
            text(line[i].text, strlen(line[i].text));
            putchar('\n');
        }
        fputs("</pre>\n", stdout);
        if (at < n) plots(line, at, end);
        from = end;
    }
    fputs("</body></html>\n", stdout);
    for (int i = 0; i < n; i++) free(line[i].text);
    if (fflush(stdout) != 0 || ferror(stdout)) return fputs("bench_page: cannot write the page\n", stderr), 3;
    return 0;
}
