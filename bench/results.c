/* results.c - what simulators measure: lines of six fields (--stats). */
#include "bench.h"
#include <stdlib.h>
#include <string.h>

/* The next field of a line that is cut up. */
static char *field(char **at)
{
    char *from = *at, *end = from + strcspn(from, ",");
    *at = *end ? end + 1 : end;
    *end = 0;
    return from;
}

void result_add(Arena *a, Results *all, const char *configuration, const char *workload, int seed, char *text)
{
    Result r = {.configuration = configuration, .workload = workload, .seed = seed};
    for (char *line = text, *next; *line; line = next) {
        next = line + strcspn(line, "\n");
        if (*next) *next++ = 0;
        char *at = line, *end;
        Entry e = {.scope = field(&at), .instance = field(&at), .figure = field(&at)};
        field(&at);
        field(&at);
        char *value = field(&at);
        e.value = strtod(value, &end);
        if (end == value || *end) continue; /* a name */
        vec_push(a, &r.entries, e);
    }
    vec_push(a, all, r);
}

double result_sum(const Result *r, const char *scope, const char *instance, const char *figure)
{
    double sum = 0;
    for (int i = 0; i < r->entries.n; i++) {
        const Entry *e = &r->entries.at[i];
        if (strcmp(e->figure, figure) == 0 && (!scope || strcmp(e->scope, scope) == 0)
            && (!instance || strcmp(e->instance, instance) == 0)) sum += e->value;
    }
    return sum;
}

/* Of the registers now and rnow of the L1s: the largest value, or all changes. */
static double logical_time(const Result *r, bool changes)
{
    static const char *const name[2][2] = {{"reg.now.value", "reg.rnow.value"}, {"reg.now.changes",
                                                                                 "reg.rnow.changes"}};
    double found = 0;
    for (int i = 0; i < r->entries.n; i++) {
        const Entry *e = &r->entries.at[i];
        if (strcmp(e->scope, "L1") != 0) continue;
        if (strcmp(e->figure, name[changes][0]) != 0 && strcmp(e->figure, name[changes][1]) != 0) continue;
        if (changes) found += e->value;
        else if (e->value > found) found = e->value;
    }
    return found;
}

double result_figure(const Result *r, const char *name)
{
    const char *dot = strchr(name, '.');
    char part[64];
    if (strcmp(name, "now") == 0 || strcmp(name, "changes") == 0) return logical_time(r, name[0] == 'c');
    if (strcmp(name, "memory.lines") == 0)
        return result_sum(r, "memory", NULL, "reads") + result_sum(r, "memory", NULL, "writes");
    if (strcmp(name, "held") == 0)
        return result_figure(r, "load.stall_cycles") + result_figure(r, "store.stall_cycles")
            + result_figure(r, "atomic.stall_cycles");
    if (strncmp(name, "serves.", 7) == 0) return result_sum(r, name + 7, NULL, "cycles.serves");
    if (dot && strcmp(dot, ".latencies") == 0) {
        int n = (int)(dot - name);
        snprintf(part, sizeof part, "%.*s.average", n, name);
        double average = result_figure(r, part);
        snprintf(part, sizeof part, "%.*s.completed", n, name);
        return average * result_figure(r, part);
    }
    if (strncmp(name, "sent.", 5) == 0) return result_sum(r, "message", name + 5, "sent");
    if (strcmp(name, "flits") == 0) return result_sum(r, "message", NULL, name);
    return result_sum(r, "run", NULL, name);
}

const Result *result_of(const Results *all, const char *configuration, const char *workload, int seed)
{
    for (int i = 0; i < all->n; i++) {
        const Result *r = &all->at[i];
        if (r->seed == seed && strcmp(r->configuration, configuration) == 0 && strcmp(r->workload, workload) == 0)
            return r;
    }
    return NULL;
}

double results_sum(const Results *all, const char *configuration, const char *workload, const char *figure)
{
    double sum = 0;
    for (int i = 0; i < all->n; i++) {
        const Result *r = &all->at[i];
        if (strcmp(r->configuration, configuration) == 0 && strcmp(r->workload, workload) == 0)
            sum += result_figure(r, figure);
    }
    return sum;
}
