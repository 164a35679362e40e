/* options.c - the command line of a bench: options with a number or a text, and names of tables. */
#include "bench.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void bench_wrong(Bench *b, void (*usage)(FILE *to), const char *what, const char *word)
{
    fprintf(stderr, "bench %s: ", b->name);
    fprintf(stderr, what, word);
    fputc('\n', stderr);
    usage(stderr);
    exit(2);
}

/* Reads the option at argv[i]; whether there is such a one. */
static bool option(Bench *b, const Option *options, const char *word, const char *value, void (*usage)(FILE *to))
{
    for (const Option *o = options; o->option; o++) {
        if (strcmp(o->option, word) != 0) continue;
        long n = 0;
        if (o->number && (!value || !tool_number(value, o->least, 999999999, &n)))
            bench_wrong(b, usage, "%s: a number is missing", word);
        if (!o->number && !value) bench_wrong(b, usage, "%s: a value is missing", word);
        if (o->number) *o->number = (int)n;
        else if (o->list) tool_add(b->a, o->list, value);
        else *o->text = value;
        return true;
    }
    return false;
}

void bench_options(Bench *b, int argc, char **argv, const Option *options, const Table *tables,
                   void (*usage)(FILE *to))
{
    for (int i = 0; i < argc; i++) {
        const Table *t = tables;
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) { usage(stdout); exit(0); }
        if (option(b, options, argv[i], i + 1 < argc ? argv[i + 1] : NULL, usage)) { i++; continue; }
        if (argv[i][0] == '-') bench_wrong(b, usage, "unknown option '%s'", argv[i]);
        while (t->name && strcmp(t->name, argv[i]) != 0) t++;
        if (!t->name) bench_wrong(b, usage, "no table '%s'", argv[i]);
        vec_push(b->a, &b->asked, t);
    }
}

int bench_print(Bench *b, const Table *tables)
{
    bool all = !b->asked.n;
    for (const Table *t = tables; all && t->name; t++) vec_push(b->a, &b->asked, t);
    tool_folder(b->work);
    for (int i = 0; i < b->asked.n; i++) {
        b->printing = b->asked.at[i]->name;
        b->results.n = 0;
        b->asked.at[i]->print(b);
        fflush(b->out);
    }
    return 0;
}

void bench_title(Bench *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(b->out, "\n== %s: ", b->printing);
    vfprintf(b->out, format, args);
    fputc('\n', b->out);
    va_end(args);
}
