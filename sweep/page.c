/* page.c - what a sweep has given, as a page for a browser, and what it has cost. */
#include "sweep.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void sweep_costs(const Sweep *s, const char *dir, FILE *to)
{
    long known = 0, done = 0, failed = 0;
    double seconds = 0, most = 0, bytes = 0;
    long kib = 0;
    for (long i = 0; i < s->n_runs; i++) {
        SweepCost c;
        struct stat st;
        FILE *f = sweep_open(s, dir, i, "result");
        if (f && fstat(fileno(f), &st) == 0) done++, bytes += (double)st.st_size;
        if (f) fclose(f);
        else if ((f = sweep_open(s, dir, i, "failed")) != NULL) failed++, fclose(f);
        else continue; /* a cost without either is of a run that was cut */
        if (!sweep_cost(s, dir, i, &c)) continue;
        known++, seconds += c.seconds;
        if (c.seconds > most) most = c.seconds;
        if (c.kib > kib) kib = c.kib;
    }
    fprintf(to, "runs: %ld of %ld have a result, %ld failed\n", done, s->n_runs, failed);
    if (known == 0 || done == 0) return;
    fprintf(to, "processor: %.1f s in all, %.3f s for a run, %.3f s at most (of %ld runs)\n"
                "memory: %.1f MiB at most\nresults: %.1f KB each\n", seconds, seconds / (double)known, most, known,
            (double)kib / 1024, bytes / (double)done / 1e3);
    fprintf(to, "10,000 such runs: %.1f core-hours, %.2f GB of results\n", seconds / (double)known * 10000 / 3600,
            bytes / (double)done * 10000 / 1e9);
}

/* The comments at the head of a description, as one text. */
static void put_head(FILE *to, const char *text)
{
    fputs("<p>", to);
    for (const char *p = text; *p == '#'; p += strcspn(p, "\n"), p += *p == '\n') {
        char line[1024];
        const char *from = p + 1 + strspn(p + 1, " ");
        snprintf(line, sizeof line, "%.*s ", (int)strcspn(from, "\n"), from);
        sweep_escape(to, line);
    }
    fputs("</p>\n", to);
}

static void put_file(FILE *to, const char *dir, const char *name, const char *kind, bool escape)
{
    char p[2 * JOBS_TEXT], line[4096];
    snprintf(p, sizeof p, "%s/%s.%s", dir, name, kind);
    FILE *f = fopen(p, "r");
    if (!f) return;
    while (fgets(line, sizeof line, f)) {
        if (escape) sweep_escape(to, line);
        else fputs(line, to);
    }
    fclose(f);
}

void sweep_page(const Sweep *s, const char *dir)
{
    const Sweep *whose = s->runs ? s->runs : s;
    const char *stem = strrchr(s->file, '/');
    char name[JOBS_TEXT], p[2 * JOBS_TEXT], mine[2 * JOBS_TEXT + 64];
    snprintf(name, sizeof name, "%s", stem ? stem + 1 : s->file);
    char *dot = strstr(name, ".sweep");
    if (dot) *dot = 0;
    snprintf(p, sizeof p, "%s/%s.html", dir, name);
    snprintf(mine, sizeof mine, "%s.new", p);
    FILE *to = fopen(mine, "w");
    if (!to) { perror(mine); exit(3); }
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>", to);
    sweep_escape(to, name);
    fputs("</title>\n<style>body{font:16px sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
          "pre{overflow-x:auto;background:#f3f4f6;padding:.7em;font-size:13px}svg{max-width:100%;height:auto}</style>"
          "</head>\n<body><h1>", to);
    sweep_escape(to, name);
    fputs("</h1>\n", to);
    put_head(to, s->text);
    fputs("<pre>", to);
    sweep_costs(whose, dir, to);
    fputs("</pre>\n", to);
    for (int i = 0; i < s->n_plots; i++) {
        fputs("<h2>", to);
        sweep_escape(to, s->plot[i].title);
        fputs("</h2>\n", to);
        put_file(to, dir, s->plot[i].name, "svg", false);
        fputs("<pre>", to);
        put_file(to, dir, s->plot[i].name, "txt", true);
        fputs("</pre>\n", to);
    }
    fputs("<h2>Description</h2>\n<pre>", to);
    sweep_escape(to, s->text);
    if (whose != s) {
        fputs("\n", to);
        sweep_escape(to, whose->text);
    }
    fputs("</pre>\n</body></html>\n", to);
    bool written = !ferror(to);
    if (fclose(to) != 0 || !written || rename(mine, p) != 0) { perror(p); exit(3); }
}
