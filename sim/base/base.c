/* base.c - see base.h. */
#include "base/base.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PRINTED = 10 };

void sim_fail(SimStatus *s, const char *format, ...)
{
    char text[sizeof s->first];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    if (s->failures == 0) memcpy(s->first, text, sizeof text), s->first_cycle = s->cycle, s->first_kind = format;
    if (s->failures++ < MAX_PRINTED && s->err)
        fprintf(s->err, "error: cycle %llu: %s\n", (unsigned long long)s->cycle, text);
}

static void *checked(void *p)
{
    if (!p) {
        fputs("error: out of memory\n", stderr);
        exit(SIM_EXIT_ENVIRONMENT);
    }
    return p;
}

void *sim_alloc(size_t count, size_t size) { return checked(calloc(count ? count : 1, size ? size : 1)); }

void *sim_room(size_t size) { return checked(malloc(size ? size : 1)); }

void *sim_grow(void *array, size_t *capacity, size_t need, size_t size)
{
    if (need <= *capacity) return array;
    size_t n = *capacity ? *capacity : 1024;
    while (n < need) n *= 2;
    *capacity = n;
    return checked(realloc(array, n * size));
}

CgField sim_field(const CgField *fields, uint32_t n, const char *name)
{
    for (uint32_t i = 0; i < n; i++)
        if (strcmp(fields[i].name, name) == 0) return fields[i];
    return (CgField){name, 0, 0};
}

uint32_t sim_code(const CgName *names, uint32_t n, const char *name)
{
    for (uint32_t i = 0; i < n; i++)
        if (strcmp(names[i].name, name) == 0) return names[i].code;
    return SIM_NONE;
}

const char *sim_name(const CgName *names, uint32_t n, uint32_t code)
{
    for (uint32_t i = 0; i < n; i++)
        if (names[i].code == code) return names[i].name;
    return "?";
}

bool sim_name_ends(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n >= m && strcmp(name + n - m, end) == 0;
}
