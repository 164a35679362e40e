/* sql.c - the runs of a sweep as a table of SQLite (docs/sweeps.md has its schema). */
#include "sweep.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static const char *const own[] = { "run_number", "run_name", "run_status", "run_command", "run_host", "run_exit",
                                   "run_seconds", "run_elapsed", "run_kib", "run_bytes", "run_said" };
enum { OWN = sizeof own / sizeof *own };

void sweep_check_columns(const Sweep *s, int line)
{
    const char *column[OWN + SWEEP_AXES + SWEEP_FIGURES];
    int n = 0;
    for (int i = 0; i < OWN; i++) column[n++] = own[i];
    for (int i = 0; i < s->n_axes; i++) column[n++] = s->axis[i].name;
    for (int i = 0; i < s->n_figures; i++) column[n++] = s->figure[i].name;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            if (strcasecmp(column[i], column[k]) == 0)
                sweep_wrong(s, line, "a second column of the table of runs that is named", column[i]);
}

FILE *sweep_open(const Sweep *s, const char *dir, long i, const char *kind)
{
    char name[JOBS_TEXT], p[2 * JOBS_TEXT];
    sweep_name(s, i, name);
    snprintf(p, sizeof p, "%s/%s.%s", dir, name, kind);
    return fopen(p, "r");
}

bool sweep_cost(const Sweep *s, const char *dir, long i, SweepCost *c)
{
    FILE *f = sweep_open(s, dir, i, "cost");
    if (!f) return false;
    bool known = fscanf(f, "%63s %d %lf %lf %ld", c->host, &c->status, &c->seconds, &c->elapsed, &c->kib) == 5;
    fclose(f);
    return known;
}

static void put_string(FILE *to, const char *text)
{
    fputc('\'', to);
    for (; *text; text++) {
        if (*text == '\'') fputc('\'', to);
        fputc(*text, to);
    }
    fputc('\'', to);
}

/* The end of what a run has said that failed. */
static void put_said(FILE *to, FILE *said)
{
    char text[513];
    long size = fseek(said, 0, SEEK_END) == 0 ? ftell(said) : 0;
    fseek(said, size > 512 ? size - 512 : 0, SEEK_SET);
    text[fread(text, 1, sizeof text - 1, said)] = 0;
    put_string(to, text);
}

static void put_row(const Sweep *s, const char *dir, long i, FILE *result, FILE *said, FILE *to)
{
    char name[JOBS_TEXT], command[JOBS_TEXT];
    struct stat st;
    SweepCost cost;
    sweep_name(s, i, name);
    sweep_command(s, i, "{out}", command);
    fprintf(to, "INSERT INTO run VALUES(%ld,", i);
    put_string(to, name);
    fprintf(to, ",'%s',", result ? "done" : "failed");
    put_string(to, command);
    if (sweep_cost(s, dir, i, &cost)) {
        fputc(',', to);
        put_string(to, cost.host);
        fprintf(to, ",%d,%.3f,%.3f,%ld", cost.status, cost.seconds, cost.elapsed, cost.kib);
    } else fputs(",NULL,NULL,NULL,NULL,NULL", to);
    if (result && fstat(fileno(result), &st) == 0) fprintf(to, ",%ld,NULL", (long)st.st_size);
    else {
        fputs(",NULL,", to);
        put_said(to, said);
    }
    for (int a = 0; a < s->n_axes; a++) {
        fputc(',', to);
        put_string(to, sweep_value(s, i, a));
    }
    for (int k = 0; k < s->n_figures; k++) {
        double x;
        if (result && sweep_figure_of(result, &s->figure[k], &x) && isfinite(x)) fprintf(to, ",%.17g", x);
        else fputs(",NULL", to);
    }
    fputs(");\n", to);
}

void sweep_sql(const Sweep *s, const char *dir, FILE *to)
{
    fputs("BEGIN IMMEDIATE;\n"
          "DROP TABLE IF EXISTS sweep;\nDROP TABLE IF EXISTS run;\n"
          "CREATE TABLE sweep(description TEXT NOT NULL, runs INTEGER NOT NULL);\n"
          "CREATE TABLE run(\n  run_number INTEGER PRIMARY KEY, run_name TEXT NOT NULL UNIQUE,\n"
          "  run_status TEXT NOT NULL CHECK(run_status IN ('done','failed')), run_command TEXT NOT NULL,\n"
          "  run_host TEXT, run_exit INTEGER, run_seconds REAL, run_elapsed REAL, run_kib INTEGER,\n"
          "  run_bytes INTEGER, run_said TEXT", to);
    for (int a = 0; a < s->n_axes; a++) fprintf(to, ",\n  \"%s\" NUMERIC NOT NULL", s->axis[a].name);
    for (int k = 0; k < s->n_figures; k++) fprintf(to, ",\n  \"%s\" REAL", s->figure[k].name);
    fputs(");\nINSERT INTO sweep VALUES(", to);
    put_string(to, s->text);
    fprintf(to, ",%ld);\n", s->n_runs);
    for (long i = 0; i < s->n_runs; i++) {
        FILE *result = sweep_open(s, dir, i, "result"), *said = NULL;
        if (!result) said = sweep_open(s, dir, i, "failed");
        if (result || said) put_row(s, dir, i, result, said, to);
        if (result) fclose(result);
        if (said) fclose(said);
    }
    fputs("COMMIT;\n", to);
}
