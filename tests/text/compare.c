/* compare.c - emitted files without what may differ: comments and contents of strings. Knows nothing of the generator.
 */
#define _GNU_SOURCE
#include "inject.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

typedef struct {
    const char *line, *block, *close;
    bool strings;
} Syntax; /* marks of comments, or NULL */

static const Syntax *syntax_of(const char *path)
{
    static const Syntax c = { "//", "/*", "*/", true }, smt = { ";", NULL, NULL, true },
                        cmake = { "#", NULL, NULL, true }, list = { NULL, NULL, NULL, false };
    static const struct {
        const char *end;
        const Syntax *s;
    } all[] = { { ".v", &c },   { ".vh", &c },     { ".sv", &c },        { ".c", &c },   { ".h", &c },
                { ".pml", &c }, { ".smt2", &smt }, { ".cmake", &cmake }, { ".f", &list } };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof all / sizeof *all; i++)
        if (!strcmp(dot, all[i].end)) return all[i].s;
    return NULL;
}

/* A comment that a tool takes for a directive, or that goes on in the next line. */
static void check_comment(const char *path, const char *p, size_t n)
{
    static const char *const words[] = { "verilator", "synopsys", "synthesis", "pragma", "cadence", "translate_off" };
    while (n && (*p == ' ' || *p == '/' || *p == '*')) p++, n--;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (n > strlen(words[i]) && !strncasecmp(p, words[i], strlen(words[i])) && memmem(p, n, MARK, strlen(MARK)))
            complain("%s: a directive: %.*s", path, (int)n, p);
    while (n && p[n - 1] == ' ') n--;
    if (n && (p[n - 1] == '\\' || (n > 2 && !memcmp(p + n - 3,
                                                    "?"
                                                    "?/",
                                                    3))))
        complain("%s: a comment that joins lines: %.*s", path, (int)n, p);
    if (memmem(p, n, "/*", 2)) complain("%s: a comment in a comment: %.*s", path, (int)n, p);
}

/* Ends behind the string that begins at p. */
static const char *behind_string(const char *path, const char *p)
{
    const char *s = p + 1;
    for (; *s && *s != '"' && *s != '\n'; s++) {
        if (s[0] == '?' && s[1] == '?') complain("%s: a trigraph: %.60s", path, p);
        if (*s == '\\' && s[1]) s++;
    }
    if (*s != '"') complain("%s: a string that does not end: %.60s", path, p);
    return *s == '"' ? s + 1 : s;
}

static bool directive(const char *p)
{
    while (*p == ' ' || *p == '\n') p++;
    return *p == '#' || *p == '`';
}

/* A run of blanks and line ends becomes one blank, since lines are folded; a line end before and behind a directive. */
static void squeeze(char *text)
{
    char *to = text;
    bool inside = directive(text);
    for (const char *p = text; *p;) {
        const char *start = p;
        bool line = false;
        for (; *p == ' ' || *p == '\n'; p++) line |= *p == '\n';
        if (p == start) { *to++ = *p++; continue; }
        bool next = line && directive(p);
        *to++ = line && (inside || next) ? '\n' : ' ';
        if (line) inside = next;
    }
    *to = 0;
}

static char *stripped(const char *path, const Syntax *x, const char *p)
{
    char *out = malloc(strlen(p) + 1), *to = out;
    while (*p) {
        const char *end = NULL, *from = p;
        if (x->line && !strncmp(p, x->line, strlen(x->line))) end = strchrnul(p, '\n');
        else if (x->block && !strncmp(p, x->block, strlen(x->block))) end = strstr(p + 2, x->close);
        else if (x->strings && *p == '"') {
            p = behind_string(path, p);
            *to++ = '"';
            continue;
        } else {
            *to++ = *p++;
            continue;
        }
        if (!end) {
            complain("%s: a comment that does not end", path);
            break;
        }
        check_comment(path, from + strlen(x->line), (size_t)(end - from) - strlen(x->line));
        p = *end == '\n' || !*end ? end : end + 2;
        *to++ = ' ';
    }
    *to = 0;
    squeeze(out);
    return out;
}

/* Controls, separators of lines, marks of direction, malformed UTF-8 in any file. */
static void check_bytes(const char *path, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const unsigned char *c = (const unsigned char *)text + i;
        bool control = (*c < 0x20 && *c != '\n') || *c == 0x7f || (*c == 0xc2 && c[1] < 0xa0);
        bool turns = c[0] == 0xe2 &&
                     ((c[1] == 0x80 && c[2] >= 0xa8 && c[2] <= 0xae) || (c[1] == 0x81 && c[2] >= 0xa6 && c[2] <= 0xa9));
        if (control || turns) {
            complain("%s: byte %zu is %02x", path, i, *c);
            return;
        }
    }
}

/* ---- tables ---- */

/* Fields of a line of CSV; complains about formulas and quotes inside. */
static int csv_fields(const char *path, const char *line, size_t n)
{
    int fields = 1;
    bool quoted = false, begins = true;
    for (size_t i = 0; i < n; i++) {
        if (begins && i + (line[i] == '"') < n && strchr("=+-@", line[i + (line[i] == '"')]) && line[i] != ',')
            complain("%s: a formula: %.*s", path, (int)n, line);
        if (!quoted && !begins && line[i] == '"' && line[i - 1] != '"')
            complain("%s: a quote inside of a field: %.*s", path, (int)n, line);
        begins = false;
        if (line[i] == '"') quoted = !quoted;
        else if (!quoted && line[i] == ',') {
            fields++;
            begins = true;
        }
    }
    if (quoted) complain("%s: a field goes on in the next line: %.*s", path, (int)n, line);
    return fields;
}

/* Columns, and how much of a line means something to Markdown: code, tags, links. */
static int md_fields(const char *path, const char *line, size_t n)
{
    int bars = 0, markup = 0;
    (void)path;
    for (size_t i = 0; i < n; i++) {
        bool escaped = i && line[i - 1] == '\\';
        bars += line[i] == '|' && !escaped;
        markup += (line[i] == '<' && strncmp(line + i, "<br>", 4)) || (line[i] == '`' && !escaped) ||
                  (line[i] == '(' && i && line[i - 1] == ']' && (i < 2 || line[i - 2] != '\\'));
    }
    return bars + 10000 * markup;
}

static void compare_tables(const char *path, const char *a, const char *b,
                           int (*fields)(const char *, const char *, size_t))
{
    for (int line = 1; *a || *b; line++) {
        size_t n = strcspn(a, "\n"), m = strcspn(b, "\n");
        if (fields && fields(path, a, n) != fields(path, b, m))
            complain("%s:%d: other columns or markup: %.*s", path, line, (int)m, b);
        if (!a[n] != !b[m]) {
            complain("%s:%d: other number of lines", path, line);
            return;
        }
        a += n + !!a[n];
        b += m + !!b[m];
    }
}

/* ---- folders ---- */

static void show_difference(const char *path, const char *a, const char *b)
{
    int line = 1;
    while (*a && *a == *b) line += *a == '\n', a++, b++;
    complain("%s: code differs in line %d: %.60s | %.60s", path, line, a, b);
}

static void compare_files(const char *then, const char *now)
{
    size_t n, m;
    char *a = file_text(then, &n), *b = file_text(now, &m);
    const Syntax *x = syntax_of(now);
    const char *dot = strrchr(now, '.');
    if (strlen(b) != m) complain("%s: a zero", now);
    check_bytes(now, b, m);
    if (x) {
        char *p = stripped(then, x, a), *q = stripped(now, x, b);
        if (strcmp(p, q)) show_difference(now, p, q);
        if (strstr(q, MARK)) complain("%s: the mark is code", now);
        free(p), free(q);
    } else if (!dot || strcmp(dot, ".txt"))
        compare_tables(now, a, b,
                       dot && !strcmp(dot, ".csv")  ? csv_fields
                       : dot && !strcmp(dot, ".md") ? md_fields
                                                    : NULL);
    free(a), free(b);
}

void compare_folders(const char *then, const char *now)
{
    struct dirent **list;
    int n = scandir(now, &list, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        char *a, *b;
        struct stat st;
        if (list[i]->d_name[0] == '.') continue;
        if (asprintf(&a, "%s/%s", then, list[i]->d_name) < 0 || asprintf(&b, "%s/%s", now, list[i]->d_name) < 0)
            exit(3);
        if (stat(a, &st) || stat(b, &st)) complain("%s: no such file before", b);
        else if (S_ISDIR(st.st_mode)) compare_folders(a, b);
        else compare_files(a, b);
    }
    if (n < 3) complain("%s: no files", now);
}
