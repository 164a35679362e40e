/* campaign_texts.c - are two specifications equal, by the text of what is made of them, or by z3? */
#include "campaign.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *name_of(Texts kind) { return kind == TEXTS_STEP ? "step" : "verilog"; }

/* Appends every .v below the folder, without comments. */
static void take_verilog(Arena *a, Buf *b, const char *folder)
{
    Words names = tool_entries(a, folder);
    for (int i = 0; i < names.n; i++) {
        char *path = tool_text(a, "%s/%s", folder, names.at[i]);
        size_t n = strlen(path);
        if (tool_entries(a, path).n) { take_verilog(a, b, path); continue; }
        char *text = n > 2 && strcmp(path + n - 2, ".v") == 0 ? tool_read(a, path) : NULL;
        while (text && *text) {
            size_t line = strcspn(text, "\n");
            const char *comment = strstr(text, "//");
            buf_put(b, text, comment && comment < text + line ? (size_t)(comment - text) : line);
            buf_put(b, "\n", 1);
            text += line + (text[line] == '\n');
        }
    }
}

bool texts_write(Campaign *c, const char *file, const char *folder, Texts kind)
{
    char *log = tool_text(c->a, "%s/texts.log", folder), *emitted = tool_text(c->a, "%s/emitted", folder);
    for (int i = 0; i < c->settings.n; i++) {
        const Words *sets = &c->settings.at[i];
        char *into = tool_text(c->a, "%s/%s/%d", folder, name_of(kind), i);
        tool_folder(into);
        Words command = {0};
        tool_add(c->a, &command, c->cohgen);
        tool_add(c->a, &command, kind == TEXTS_STEP ? "step" : "emit");
        tool_add(c->a, &command, file);
        tool_add(c->a, &command, "-o");
        tool_add(c->a, &command, kind == TEXTS_STEP ? into : emitted);
        for (int k = 0; k < sets->n; k++) tool_add(c->a, &command, sets->at[k]);
        tool_remove(emitted);
        int status = tool_run(c->a, log, 0, &command);
        if (kind == TEXTS_STEP) {
            if (status != 0) return false;
            continue;
        }
        Buf b;
        buf_init(&b, c->a);
        if (status == 0) take_verilog(c->a, &b, emitted);
        else buf_printf(&b, "none\n"); /* no hardware of this size, for the original either */
        buf_put(&b, "", 1);
        tool_write(tool_text(c->a, "%s/all", into), b.at);
        tool_remove(emitted);
    }
    return true;
}

bool texts_same(Campaign *c, const char *folder, Texts kind, bool z3)
{
    for (int i = 0; i < c->settings.n; i++) {
        char *from = tool_text(c->a, "%s/original/%s/%d", c->out, name_of(kind), i);
        Words files = tool_entries(c->a, from);
        for (int k = 0; k < files.n; k++) {
            char *one = tool_read(c->a, tool_text(c->a, "%s/%s", from, files.at[k]));
            char *other = tool_read(c->a, tool_text(c->a, "%s/%s/%d/%s", folder, name_of(kind), i, files.at[k]));
            if (!one || !other) return false;
            if (strcmp(one, other) == 0) continue;
            if (!z3) return false;
            char *formula = tool_text(c->a, "%s/differ.smt2", folder), *log = tool_text(c->a, "%s/differ.log", folder);
            tool_write(formula, texts_differ(c->a, one, other));
            Words command = {0};
            tool_add(c->a, &command, "z3");
            tool_add(c->a, &command, "-T:10");
            tool_add(c->a, &command, formula);
            tool_run(c->a, log, 0, &command);
            char *said = tool_read(c->a, log);
            if (!said || strcmp(said, "unsat\n") != 0) return false;
        }
    }
    return true;
}

/* ---- the formula ---- */
typedef VEC(Str) Names;
static bool has(const Names *names, Str name)
{
    for (int i = 0; i < names->n; i++)
        if (str_eq(names->at[i], name)) return true;
    return false;
}
static bool ends(Str name, const char *with)
{
    int n = (int)strlen(with);
    return name.n >= n && memcmp(name.p + name.n - n, with, (size_t)n) == 0;
}
/* The name that a line declares, or an empty one. */
static Str declared(const char *line)
{
    static const char word[] = "(declare-const ";
    if (strncmp(line, word, sizeof word - 1) != 0) return (Str){"", 0};
    const char *name = line + sizeof word - 1;
    return (Str){name, (int)strcspn(name, " \n")};
}
static const char *behind(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? end + 1 : line + strlen(line);
}
static Names declarations(Arena *a, const char *text)
{
    Names names = {0};
    for (const char *line = text; *line; line = behind(line))
        if (declared(line).n) vec_push(a, &names, declared(line));
    return names;
}

/* Names of `other` that are not inputs of both get other_ in front. Which number the row has is for coverage alone. */
char *texts_differ(Arena *a, const char *one, const char *other)
{
    Names here = declarations(a, one), all = declarations(a, other), there = {0};
    for (int i = 0; i < all.n; i++)
        if (!(ends(all.at[i], "_i") && has(&here, all.at[i]))) vec_push(a, &there, all.at[i]);
    Buf b;
    buf_init(&b, a);
    buf_printf(&b, "%s", one);
    for (const char *line = other; *line; line = behind(line)) {
        if (declared(line).n && !has(&there, declared(line))) continue;
        for (const char *p = line, *end = behind(line); p < end;) {
            const char *q = p;
            while (q < end && (isalnum((unsigned char)*q) || *q == '_' || (*q == '.' && q > p))) q++;
            Str word = {p, (int)(q - p)};
            if (word.n && !isdigit((unsigned char)*p) && has(&there, word)) buf_printf(&b, "other_");
            if (!word.n) q++;
            buf_put(&b, p, (size_t)(q - p));
            p = q;
        }
    }
    buf_printf(&b, "(assert (or false");
    for (int i = 0; i < here.n; i++) {
        Str x = here.at[i];
        if (!ends(x, "_o") || str_is(x, "row_o")) continue;
        if (has(&there, x)) buf_printf(&b, " (not (= " STR_FMT " other_" STR_FMT "))", STR_ARG(x), STR_ARG(x));
        else buf_printf(&b, " true");
    }
    for (int i = 0; i < there.n; i++)
        if (ends(there.at[i], "_o") && !has(&here, there.at[i])) buf_printf(&b, " true");
    buf_printf(&b, "))\n(check-sat)\n");
    buf_put(&b, "", 1);
    return b.at;
}
