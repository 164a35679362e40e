/* step_terms.c - two readings of a transition function, put together for Z3: the terms of `cohgen step` and what Yosys
 * writes of the emitted Verilog (write_smt2 -stbv).
 *
 *   step_terms MODULE TERMS YOSYS COVER DIFFERENCE    writes two formulas
 *     COVER       some row fires: nothing in the two readings contradicts itself
 *     DIFFERENCE  for the same inputs some output differs, and which values all signals have then
 *   step_terms --show ANSWER                          the inputs, and the outputs that differ, of an answer of Z3
 *
 * Yosys makes each signal a function of a state. Here it becomes a constant |MODULE_n SIGNAL| and an assertion, since
 * Z3 copies the body of a definition wherever it is used. One bit is a Bool in Yosys, a BitVec of 1 in the terms.
 * Exit status: 0 done, 1 a text is not as expected, 2 wrong command line, 3 a file cannot be read or written. */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char solve[] =
    "(check-sat-using (then simplify propagate-values solve-eqs elim-uncnstr simplify bit-blast aig sat))\n";

static void fail(int status, const char *what, const char *word)
{
    fprintf(stderr, "step_terms: %s: %s\n", what, word);
    exit(status);
}
static char *read_file(const char *name)
{
    FILE *f = fopen(name, "rb");
    if (!f) fail(3, name, strerror(errno));
    size_t n = 0, cap = 1 << 16;
    char *text = malloc(cap);
    while (text && !feof(f) && !ferror(f)) {
        if (cap - n < 4096) text = realloc(text, cap *= 2);
        if (text) n += fread(text + n, 1, cap - n - 1, f);
    }
    if (!text || ferror(f)) fail(3, name, "cannot be read");
    text[n] = 0;
    fclose(f);
    return text;
}

/* The rest of `line` behind `word`, or NULL if it does not begin with it. */
static const char *behind(const char *line, const char *word)
{
    size_t n = strlen(word);
    return strncmp(line, word, n) == 0 ? line + n : NULL;
}
/* The end of the sort at p: Bool or (_ BitVec N). NULL if there is none. */
static const char *sort_end(const char *p)
{
    if (behind(p, "Bool")) return p + 4;
    p = behind(p, "(_ BitVec ");
    while (p && isdigit((unsigned char)*p)) p++;
    return p && *p == ')' ? p + 1 : NULL;
}

/* One of Yosys' functions as a constant; others than signals are left out. */
static void write_function(FILE *to, char *line)
{
    const char *name = behind(line, "(define-fun "), *close = name && *name == '|' ? strchr(name + 1, '|') : NULL;
    if (!close || !strpbrk(name, "# ") || strpbrk(name, "# ") > close) return;
    const char *of = behind(close + 1, " ((state |"), *sort = of ? strchr(of, '|') : NULL;
    sort = sort ? behind(sort, "|)) ") : NULL;
    const char *body = sort ? sort_end(sort) : NULL;
    char *remark = strstr(line, ") ;");
    size_t n = remark ? (size_t)(remark - line) + 1 : strlen(line);
    if (!body || *body != ' ' || line[n - 1] != ')') fail(1, "a function of another form", line);
    fprintf(to, "(declare-const %.*s %.*s)\n(assert (= %.*s", (int)(close + 1 - name), name, (int)(body - sort), sort,
            (int)(close + 1 - name), name);
    for (const char *p = body, *end = line + n - 1; p < end;) { /* (|x| state) is the constant |x| */
        const char *bar = p[0] == '(' && p[1] == '|' ? strchr(p + 2, '|') : NULL;
        if (bar && behind(bar, "| state)")) {
            fwrite(p + 1, 1, (size_t)(bar - p), to);
            p = bar + strlen("| state)");
        } else {
            fputc(*p++, to);
        }
    }
    fputs("))\n", to);
}
static void write_yosys(FILE *to, const char *module, const char *text)
{
    char sort[512], *copy = strdup(text);
    bool state = false;
    snprintf(sort, sizeof sort, "(define-sort |%s_s| () ", module);
    for (char *line = strtok(copy, "\n"); line; line = strtok(NULL, "\n")) {
        const char *type = behind(line, sort);
        if (type) fprintf(to, "(declare-const state %s\n", type), state = true;
        else write_function(to, line);
    }
    if (!state) fail(1, "Yosys has written no state of", module);
    free(copy);
}

/* Each input (i) or output (o) that the terms declare: "BEFORE signal of the terms, signal of the Verilog AFTER". */
static void write_pairs(FILE *to, const char *module, const char *terms, char kind, const char *before,
                        const char *after)
{
    for (const char *line = terms; line; line = strchr(line, '\n'), line += line != NULL) {
        const char *name = behind(line, "(declare-const "), *end = name ? strchr(name, ' ') : NULL;
        if (!end || end - name < 3 || end[-2] != '_' || end[-1] != kind || !sort_end(end + 1)) continue;
        bool bit = behind(end + 1, "(_ BitVec 1)");
        fprintf(to, bit ? "%s(= %.*s #b1) |%s_n %.*s|%s\n" : "%s%.*s |%s_n %.*s|%s\n", before, (int)(end - name), name,
                module, (int)(end - name), name, after);
    }
}
/* The values that are asked for are as they are: no bit is made a Bool. */
static void write_names(FILE *to, const char *module, const char *terms)
{
    for (const char *line = terms; line; line = strchr(line, '\n'), line += line != NULL) {
        const char *name = behind(line, "(declare-const "), *end = name ? strchr(name, ' ') : NULL;
        if (!end || end - name < 3 || end[-2] != '_' || !strchr("io", end[-1])) continue;
        fprintf(to, "%.*s |%s_n %.*s|\n", (int)(end - name), name, module, (int)(end - name), name);
    }
}
static void write_formula(const char *file, const char *module, const char *terms, const char *yosys, bool difference)
{
    FILE *f = fopen(file, "wb");
    if (!f) fail(3, file, strerror(errno));
    write_yosys(f, module, yosys);
    fputs(terms, f);
    write_pairs(f, module, terms, 'i', "(assert (= ", "))");
    if (difference) {
        fputs("(assert (or false\n", f);
        write_pairs(f, module, terms, 'o', "(distinct ", ")");
        fprintf(f, "))\n%s(get-value (\n", solve);
        write_names(f, module, terms);
        fputs("))\n", f);
    } else {
        fprintf(f, "(assert (= act_o #b01))\n%s", solve);
    }
    if (fclose(f) != 0) fail(3, file, strerror(errno));
}

/* ---- the answer ---- */
typedef struct { char name[256], value[512]; } Value;

/* The next "(name value)" from *at on. */
static bool next_value(const char **at, char name[256], char value[512])
{
    for (const char *p = *at; (p = strchr(p, '(')); p++) {
        const char *from = p + 1, *end = *from == '|' ? strchr(from + 1, '|') : from + strcspn(from, " ()\n");
        if (!end || end == from) continue;
        if (*from == '|') from++;
        const char *v = end + (*end == '|');
        v += strspn(v, " \n");
        size_t n = strcspn(v, " ()\n");
        if (n == 0 || v[n] != ')') continue;
        if (v[0] != '#' && strncmp(v, "true", 4) != 0 && strncmp(v, "false", 5) != 0) continue;
        snprintf(name, 256, "%.*s", (int)(end - from), from);
        snprintf(value, 512, "%.*s", (int)n, v);
        if (value[0] == 't') strcpy(value, "#b1");
        if (value[0] == 'f') strcpy(value, "#b0");
        *at = v + n;
        return true;
    }
    return false;
}
static void show(const char *answer)
{
    Value *values = NULL;
    size_t n = 0;
    char name[256], value[512];
    for (const char *at = answer; next_value(&at, name, value);) {
        const char *signal = strstr(name, "_n ");
        if (!signal) {
            values = realloc(values, (n + 1) * sizeof *values);
            if (!values) fail(3, "no memory", "");
            strcpy(values[n].name, name);
            strcpy(values[n++].value, value);
            continue;
        }
        signal += 3;
        const char *by_table = "?";
        for (size_t i = 0; i < n; i++)
            if (strcmp(values[i].name, signal) == 0) by_table = values[i].value;
        size_t length = strlen(signal);
        if (strcmp(by_table, value) != 0)
            printf("  %s: %s is %s in Verilog, %s by the table\n", length > 2 && signal[length - 1] == 'o' ? "differs"
                   : "odd", signal, value, by_table);
    }
    for (size_t i = 0; i < n; i++)
        if (strlen(values[i].name) > 2 && strcmp(values[i].name + strlen(values[i].name) - 2, "_i") == 0)
            printf("  %s = %s\n", values[i].name, values[i].value);
    free(values);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--show") == 0) {
        char *answer = read_file(argv[2]);
        show(answer);
        free(answer);
        return 0;
    }
    if (argc != 6) fail(2, "usage", "step_terms MODULE TERMS YOSYS COVER DIFFERENCE, or step_terms --show ANSWER");
    char *terms = read_file(argv[2]), *yosys = read_file(argv[3]);
    write_formula(argv[4], argv[1], terms, yosys, false);
    write_formula(argv[5], argv[1], terms, yosys, true);
    free(terms);
    free(yosys);
    return 0;
}
