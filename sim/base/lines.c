/* lines.c - see lines.h. */
#define _POSIX_C_SOURCE 200809L
#include "base/lines.h"
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 120 };

bool sim_lines_open(SimLines *l, const char *file)
{
    *l = (SimLines){.file = file, .f = fopen(file, "r")};
    if (!l->f) fprintf(stderr, "error: cannot read %s: %s\n", file, strerror(errno));
    return l->f != NULL;
}

bool sim_lines_beyond(SimLines *l, const char *what, uint64_t limit, const char *unit)
{
    if (!l->too_much)
        fprintf(stderr, "%s:%u:1: error: %s more than %llu %s, which is the limit\n", l->file, l->number, what,
                (unsigned long long)limit, unit);
    l->errors++;
    l->too_much = true;
    return false;
}

static bool get_line(SimLines *l)
{
    size_t n = 0;
    int c;
    if (l->too_much) return false;
    l->number++;
    while ((c = getc_unlocked(l->f)) != EOF && c != '\n') {
        if (n == SIM_MAX_LINE_BYTES) return sim_lines_beyond(l, "the line has", SIM_MAX_LINE_BYTES, "bytes");
        l->line = sim_grow(l->line, &l->cap_line, n + 2, 1);
        l->line[n++] = c ? (char)c : ' ';
    }
    if (c == EOF && n == 0) return l->number--, false;
    l->bytes += n + 1;
    if (l->number > SIM_MAX_LINES) return sim_lines_beyond(l, "the file has", SIM_MAX_LINES, "lines");
    if (l->bytes > SIM_MAX_FILE_BYTES) return sim_lines_beyond(l, "the file has", SIM_MAX_FILE_BYTES, "bytes");
    l->line = sim_grow(l->line, &l->cap_line, n + 2, 1);
    l->copy = sim_grow(l->copy, &l->cap_copy, n + 2, 1);
    if (n && l->line[n - 1] == '\r') n--;
    l->line[n] = '\0';
    memcpy(l->copy, l->line, n + 1);
    return true;
}

static void cut(SimLines *l)
{
    char *c = l->line;
    l->n_words = 0;
    for (;;) {
        while (isspace((unsigned char)*c)) *c++ = '\0';
        if (!*c || l->n_words == SIM_MAX_WORDS) break;
        l->words[l->n_words++] = (SimWord){c, (uint32_t)(c - l->line) + 1, l->copy + (c - l->line)};
        while (*c && !isspace((unsigned char)*c)) c++;
    }
    if (*c) sim_lines_error(l, NULL, "the line has more than %d words", SIM_MAX_WORDS);
    *c = '\0';
    l->words[l->n_words] = (SimWord){c, (uint32_t)(c - l->line) + 1, l->copy + strlen(l->copy)};
}

bool sim_lines_next(SimLines *l)
{
    while (get_line(l)) {
        cut(l);
        if (l->n_words && l->words[0].text[0] != '#') return true;
    }
    return false;
}

void sim_lines_error(SimLines *l, const SimWord *word, const char *format, ...)
{
    va_list ap;
    if (++l->errors > SIM_MAX_LINE_ERRORS) return;
    uint32_t column = word ? word->column : 1, from = column > SHOWN / 2 ? column - SHOWN / 2 : 0;
    fprintf(stderr, "%s:%u:%u: error: ", l->file, l->number, column);
    va_start(ap, format);
    vfprintf(stderr, format, ap);
    va_end(ap);
    fprintf(stderr, "\n  %.*s\n  %*s^\n", SHOWN, l->copy ? l->copy + from : "", (int)(column - 1 - from), "");
}

bool sim_lines_number(SimLines *l, const SimWord *word, uint64_t max, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(word->text, &end, strncmp(word->text, "0x", 2) == 0 ? 16 : 10);
    if (!isdigit((unsigned char)word->text[0]) || *end)
        sim_lines_error(l, word, "expected a number%s%s%s", *word->text ? ", found '" : "", word->text,
                        *word->text ? "'" : "");
    else if (errno || *value > max)
        sim_lines_error(l, word, "the number is too large, the greatest is %llu", (unsigned long long)max);
    else return true;
    return false;
}

bool sim_lines_close(SimLines *l)
{
    bool ok = l->errors == 0;
    if (l->errors > SIM_MAX_LINE_ERRORS)
        fprintf(stderr, "%s: %u errors, the first %d are shown\n", l->file, l->errors, SIM_MAX_LINE_ERRORS);
    if (ferror(l->f)) fprintf(stderr, "error: cannot read %s\n", l->file), ok = false;
    fclose(l->f);
    free(l->line);
    free(l->copy);
    return ok;
}
