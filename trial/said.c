/* said.c - programs, and what they have said. */
#define _GNU_SOURCE
#include "trial.h"
#include <stdlib.h>
#include <string.h>

char *said_by(Trial *t, int *status, const Words *command)
{
    char *log = tool_text(t->a, "%s/said", t->scratch);
    *status = tool_run(t->a, log, 0, command);
    char *text = tool_read(t->a, log);
    return text ? text : "";
}

const char *said_after(const char *text, const char *beginning)
{
    size_t n = strlen(beginning);
    return strncmp(text, beginning, n) == 0 ? text + n : NULL;
}

const char *said_line(Trial *t, const char *text, const char *beginning)
{
    Words lines = tool_split(t->a, text, "\n");
    for (int i = 0; i < lines.n; i++) {
        const char *rest = said_after(lines.at[i], beginning);
        if (rest) return rest;
    }
    return NULL;
}

void said_lines(FILE *to, const char *text, int lines, const char *margin)
{
    for (int i = 0; *text && i < lines; i++) {
        int n = (int)strcspn(text, "\n");
        fprintf(to, "%s%.*s\n", margin, n, text);
        text += n + (text[n] != 0);
    }
}

void said_rows(Trial *t, const char *name, const char *file)
{
    static const char end[] = " rows taken";
    char *text = tool_read(t->a, file);
    Words lines = tool_split(t->a, text ? text : "", "\n");
    for (int i = 0; i < lines.n; i++) {
        const char *row = said_after(lines.at[i], "# "), *taken = row ? strstr(row, end) : NULL;
        if (taken) printf("%s: %.*s%s\n", name, (int)(taken - row), row, end);
    }
}
