/* table.c - the table of results. */
#include "prove.h"
#include <stdarg.h>
#include <stdio.h>
#include <time.h>

static const char columns[] = "%-44s %-22s %-26s %-8s %-10s %6s %7s %6s\n";

int64_t prove_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void prove_head(void)
{
    printf(columns, "property", "scope", "configuration", "engine", "result", "depth", "seconds", "cover");
}

void prove_row(Prove *p, ProveRow r)
{
    int64_t tenths = (prove_now() - r.began) / 100;
    printf(columns, r.property, r.scope, r.configuration, r.engine, r.result, r.depth,
           tool_text(p->a, "%lld.%lld", (long long)tenths / 10, (long long)tenths % 10), r.cover);
    fflush(stdout);
}

void prove_fail(Prove *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("FAIL ", stdout);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    fflush(stdout);
    p->bad = true;
}
