/* stock.c - text of the stock designs in rtl_out/ (scripts/rtl_out.sh). */
#define _GNU_SOURCE
#include "trial.h"
#include "util/buf.h"
#include <string.h>
#include <sys/stat.h>

/* Lists of files name the blocks where several designs share them: rtl/cg_X.v is ../blocks/cg_X.v. */
static void shared(Trial *t, const char *file)
{
    static const char from[] = "rtl/cg_", to[] = "../blocks/cg_";
    char *text = tool_read(t->a, file);
    bool changed = false;
    Buf made;
    if (!text) tool_fatal(3, "cannot read %s", file);
    buf_init(&made, t->a);
    for (const char *line = text; *line;) {
        size_t n = strcspn(line, "\n");
        const char *at = memmem(line, n, from, sizeof from - 1);
        buf_put(&made, line, at ? (size_t)(at - line) : n);
        if (at) {
            const char *rest = at + sizeof from - 1;
            buf_put(&made, to, sizeof to - 1);
            buf_put(&made, rest, (size_t)(line + n - rest));
            changed = true;
        }
        if (line[n]) buf_put(&made, "\n", 1);
        line += n + (line[n] != 0);
    }
    buf_put(&made, "", 1);
    if (changed) tool_write(file, made.at);
}

/* Names in a folder that must hold some: of nothing any comparison is a success. */
static Words entries(Trial *t, const char *dir)
{
    Words names = tool_entries(t->a, dir);
    if (!names.n) tool_fatal(3, "nothing in %s", dir);
    return names;
}

static void lists(Trial *t, const char *dir)
{
    static const char *const kinds[] = {".f", ".cmake", ".core", ".xml"};
    Words names = entries(t, dir);
    for (int i = 0; i < names.n; i++) {
        char *path = tool_text(t->a, "%s/%s", dir, names.at[i]);
        struct stat st;
        if (stat(path, &st) != 0) tool_fatal(3, "cannot read %s", path);
        if (S_ISDIR(st.st_mode)) lists(t, path);
        for (size_t k = 0; !S_ISDIR(st.st_mode) && k < sizeof kinds / sizeof *kinds; k++)
            if (tool_ends(path, kinds[k])) shared(t, path);
    }
}

/* "  parameter integer NAME = NUMBER," without the number: the length of what is in front of it, or 0. */
static size_t parameter(const char *line, size_t *end)
{
    const char *p = line + strspn(line, " "), *name = said_after(p, "parameter integer ");
    if (!name) return 0;
    const char *equals = name + strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    if (!said_after(equals, " = ")) return 0;
    const char *number = equals + strlen(" = "), *commas = number + strspn(number, "-");
    commas += strspn(commas, "0123456789");
    *end = (size_t)(commas - line);
    commas += strspn(commas, ",");
    return *commas == 0 || *commas == '\n' ? (size_t)(number - line) : 0;
}

/* The Verilog of a design, but for the defaults of its parameters. */
static void without_defaults(Trial *t, const char *dir)
{
    Words names = entries(t, tool_text(t->a, "%s/rtl", dir));
    for (int i = 0; i < names.n; i++) {
        if (!tool_ends(names.at[i], ".v")) continue;
        char *text = tool_read(t->a, tool_text(t->a, "%s/rtl/%s", dir, names.at[i]));
        for (char *line = text ? text : ""; *line;) {
            size_t n = strcspn(line, "\n"), after, before = parameter(line, &after);
            if (before) printf("%.*sN%.*s\n", (int)before, line, (int)(n - after), line + after);
            else printf("%.*s\n", (int)n, line);
            line += n + (line[n] != 0);
        }
    }
}

/* The instance that stands on a page, in a module of its own. */
static void instance(Trial *t, const char *page)
{
    char *text = tool_read(t->a, page);
    bool within = false;
    if (!text) tool_fatal(3, "cannot read %s", page);
    puts("module page;");
    for (char *line = text; *line;) {
        size_t n = strcspn(line, "\n");
        bool fence = said_after(line, "```") != NULL;
        if (fence) within = !within && said_after(line, "```verilog");
        else if (within) printf("%.*s\n", (int)n, line);
        line += n + (line[n] != 0);
    }
    puts("endmodule");
}

int trial_stock(Trial *t, int argc, char **argv)
{
    const char *verb = argc == 2 ? argv[0] : "";
    if (strcmp(verb, "lists") == 0) lists(t, argv[1]);
    else if (strcmp(verb, "without-defaults") == 0) without_defaults(t, argv[1]);
    else if (strcmp(verb, "instance") == 0) instance(t, argv[1]);
    else {
        fprintf(stderr, "usage: trial stock lists DIR | without-defaults DIR | instance PAGE\n");
        return 2;
    }
    return 0;
}
