/* list.c - files of configurations, and regular expressions over names of assertions. */
#define _POSIX_C_SOURCE 200809L
#include "prove.h"
#include <errno.h>
#include <regex.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void prove_wrong(const char *where, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "%s: error: ", where);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(2);
}

/* The words of a line, those of @NAME in its place. */
static Words expanded(Prove *p, const char *where, const char *line, const ProveList *parts)
{
    Words all = {0}, words = tool_split(p->a, line, " \t");
    for (int i = 0; i < words.n; i++) {
        const char *word = words.at[i];
        int k = 0;
        if (word[0] != '@') {
            tool_add(p->a, &all, word);
            continue;
        }
        while (k < parts->n && strcmp(parts->at[k].name, word + 1) != 0) k++;
        if (k == parts->n) prove_wrong(where, "no 'let' for '%s'", word);
        for (int j = 0; j < parts->at[k].words.n; j++) tool_add(p->a, &all, parts->at[k].words.at[j].key);
    }
    return all;
}

ProveList prove_list(Prove *p, const char *file)
{
    ProveList list = {0}, parts = {0};
    char *text = tool_read(p->a, file);
    if (!text) tool_fatal(3, "cannot read %s: %s", file, strerror(errno));
    int number = 0;
    for (char *at = text, *line; *at;) {
        size_t n = strcspn(at, "\n");
        line = tool_text(p->a, "%.*s", (int)n, at);
        at += n + (at[n] != 0);
        char *where = tool_text(p->a, "%s:%d", file, ++number);
        if (line[strspn(line, " ")] == '#') continue;
        Words words = expanded(p, where, line, &parts);
        if (!words.n) continue;
        bool let = words.n > 1 && strcmp(words.at[0], "let") == 0;
        ProveEntry e = {.name = words.at[let], .where = where};
        for (int k = let + 1; k < words.n; k++) {
            char *value = let ? NULL : strchr(words.at[k], '=');
            ProveWord w = {words.at[k], value ? value + 1 : NULL};
            if (value) *value = 0;
            vec_push(p->a, &e.words, w);
        }
        if (let) vec_push(p->a, &parts, e);
        else vec_push(p->a, &list, e);
    }
    return list;
}

bool prove_matches(const char *text, const char *regex)
{
    regex_t r;
    if (regcomp(&r, regex, REG_EXTENDED | REG_NOSUB) != 0) tool_fatal(2, "no regular expression: %s", regex);
    bool matches = regexec(&r, text, 0, NULL, 0) == 0;
    regfree(&r);
    return matches;
}

/* The parts between the bars outside of parentheses. */
static Words bars(Arena *a, const char *text, size_t n)
{
    Words parts = {0};
    size_t from = 0;
    int depth = 0;
    for (size_t i = 0; i <= n; i++) {
        if (i < n) depth += (text[i] == '(') - (text[i] == ')');
        if (i < n && (text[i] != '|' || depth)) continue;
        tool_add(a, &parts, tool_text(a, "%.*s", (int)(i - from), text + from));
        from = i + 1;
    }
    return parts;
}

Words prove_alternatives(Arena *a, const char *regex)
{
    Words whole = bars(a, regex, strlen(regex)), all = {0};
    const char *open = strchr(regex, '('), *close = strrchr(regex, ')');
    if (whole.n > 1 || !open || !close || close < open) return whole;
    Words inner = bars(a, open + 1, (size_t)(close - open) - 1);
    for (int i = 0; i < inner.n; i++)
        tool_add(a, &all, tool_text(a, "%.*s%s%s", (int)(open - regex), regex, inner.at[i], close + 1));
    return all;
}
