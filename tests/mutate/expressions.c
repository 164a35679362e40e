/* expressions.c - changes inside an expression, made on its words; the rest of the text stays as it is. */
#include "mutate.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int at, end; char kind; } Word; /* kind: n name or number, o operator, ( ) , */
typedef struct { char text[TEXT_MAX]; Word at[256]; int n; } Expr;

static bool is_any(const char *word, const char *const *list) {
    for (; *list; list++)
        if (!strcmp(word, *list)) return true;
    return false;
}

static void word_text(const Expr *e, int i, char out[64])
{
    snprintf(out, 64, "%.*s", e->at[i].end - e->at[i].at, e->text + e->at[i].at);
}
static bool word_is(const Expr *e, int i, const char *s) {
    char w[64];
    if (i < 0 || i >= e->n) return false;
    word_text(e, i, w);
    return !strcmp(w, s);
}

/* False if the text is too long to be changed. */
static bool split(Expr *e, const char *text) {
    static const char *const named[] = { "and", "or", "not",   "implies", "eq",     "ne",      "lt",  "le",  "gt",
                                         "ge",  "in", "bitor", "bitxor",  "bitand", "without", "shl", "shr", NULL };
    e->n = 0;
    if (strlen(text) >= sizeof e->text) return false;
    strcpy(e->text, text);
    for (int i = 0; e->text[i];) {
        unsigned char c = (unsigned char)e->text[i];
        if (isspace(c)) { i++; continue; }
        if (e->n == (int)(sizeof e->at / sizeof e->at[0])) return false;
        int start = i++;
        char kind = strchr("(),", c) ? (char)c : 'o';
        if (isalnum(c) || c == '_') {
            while (isalnum((unsigned char)e->text[i]) || e->text[i] == '_' || e->text[i] == '.') i++;
            kind = 'n';
        } else if (strchr("<>=!&|", c)) {
            while (e->text[i] && strchr("=&|", e->text[i])) i++;
        }
        e->at[e->n++] = (Word){ start, i, kind };
        char w[64];
        word_text(e, e->n - 1, w);
        if (kind == 'n' && is_any(w, named)) e->at[e->n - 1].kind = 'o';
    }
    return e->n > 0;
}

/* Offers the text with the bytes from `from` to `to` replaced. */
static bool splice(Mutator *m, const char *op, xmlNode *n, const char *attr, const Expr *e, int from, int to,
                   const char *with)
{
    char out[4 * TEXT_MAX];
    snprintf(out, sizeof out, "%.*s%s%s", from, e->text, with, e->text + to);
    return change_attr(m, op, n, attr, out);
}

static bool replace_word(Mutator *m, const char *op, xmlNode *n, const char *attr, const Expr *e, int i,
                         const char *with)
{
    return splice(m, op, n, attr, e, e->at[i].at, e->at[i].end, with);
}

/* First word from i on, outside of brackets opened there, that is a comma, a closing bracket or, if `stop` is given,
 * one of these operators; or e->n. */
static int until(const Expr *e, int i, const char *const *stop) {
    for (int depth = 0; i < e->n; i++) {
        char w[64];
        word_text(e, i, w);
        if (depth == 0 &&
            (e->at[i].kind == ')' || e->at[i].kind == ',' || (stop && e->at[i].kind == 'o' && is_any(w, stop))))
            return i;
        depth += (e->at[i].kind == '(') - (e->at[i].kind == ')');
    }
    return i;
}

/* max for min, and each operand left out. */
static bool mutate_max(Mutator *m, xmlNode *n, const char *attr, const Expr *e, int i) {
    if (replace_word(m, "max-min", n, attr, e, i, word_is(e, i, "max") ? "min" : "max")) return true;
    int first[16], count = 0, end = i + 1;
    do {
        if (count == 16) return false;
        first[count++] = end + 1;
        end = until(e, end + 1, NULL);
    } while (end < e->n && e->at[end].kind == ',');
    if (end >= e->n || count < 2) return false;
    for (int k = 0; k < count; k++) {
        int last = k + 1 < count ? first[k + 1] - 1 : end; /* the comma or bracket behind it */
        if (count == 2) {
            char other[TEXT_MAX];
            int from = e->at[first[1 - k]].at, to = e->at[k ? first[1] - 1 : end].at;
            snprintf(other, sizeof other, "%.*s", to - from, e->text + from);
            if (splice(m, "drop-operand", n, attr, e, e->at[i].at, e->at[end].end, other)) return true;
        } else if (splice(m, "drop-operand", n, attr, e, k ? e->at[first[k] - 1].at : e->at[first[0]].at,
                          k ? e->at[last].at : e->at[first[1]].at, "")) {
            return true;
        }
    }
    return false;
}

/* a op b: b op a, within the brackets or between the operators that bind less. */
static bool swap_sides(Mutator *m, xmlNode *n, const char *attr, const Expr *e, int i, const char *const *ends) {
    int first = i;
    char swapped[2 * TEXT_MAX];
    for (int depth = 0; first > 0; first--) {
        char w[64];
        word_text(e, first - 1, w);
        if (depth == 0 &&
            (e->at[first - 1].kind == '(' || e->at[first - 1].kind == ',' ||
             (e->at[first - 1].kind == 'o' && (is_any(w, ends) || !strcmp(w, "not")))))
            break;
        depth += (e->at[first - 1].kind == ')') - (e->at[first - 1].kind == '(');
    }
    if (first == i) return false;
    int last = until(e, i + 1, ends) - 1;
    snprintf(swapped, sizeof swapped, "%.*s %.*s %.*s", e->at[last].end - e->at[i + 1].at, e->text + e->at[i + 1].at,
             e->at[i].end - e->at[i].at, e->text + e->at[i].at, e->at[i - 1].end - e->at[first].at,
             e->text + e->at[first].at);
    return splice(m, "swap-sides", n, attr, e, e->at[first].at, e->at[last].end, swapped);
}

/* n + 1 and n - 1. */
static bool next_numbers(Mutator *m, const char *op, xmlNode *n, const char *attr, const Expr *e, int i) {
    char w[64], with[64];
    word_text(e, i, w);
    long value = strtol(w, NULL, 0);
    snprintf(with, sizeof with, "%ld", value + 1);
    if (replace_word(m, op, n, attr, e, i, with)) return true;
    snprintf(with, sizeof with, "%ld", value - 1);
    return value > 0 && replace_word(m, op, n, attr, e, i, with);
}

static bool other_params(Mutator *m, xmlNode *n, const char *attr, const Expr *e, int i, const char *word) {
    const xmlNode *from[] = { m->root, m->controller };
    for (int k = 0; k < 2; k++)
        for (const xmlNode *p = from[k]->children; p; p = p->next)
            if (is_element(p, "param") && strcmp(attr_of(p, "name"), word) && is_param(m, attr_of(p, "name")) &&
                replace_word(m, "param", n, attr, e, i, attr_of(p, "name")))
                return true;
    return false;
}

static bool mutate_word(Mutator *m, xmlNode *n, const char *attr, const Expr *e, int i, const Names *names) {
    static const char *const compare[][2] = { { "lt", "le" }, { "le", "lt" }, { "gt", "ge" },
                                              { "ge", "gt" }, { "eq", "ne" }, { "ne", "eq" } };
    static const char *const ends[] = { "+",  "-",  "?",  ":",  "and", "or", "implies", "eq",
                                        "ne", "lt", "le", "gt", "ge",  "in", NULL };
    char w[64];
    word_text(e, i, w);
    bool follows_sum = word_is(e, i - 1, "+") || word_is(e, i - 1, "-");
    if (e->at[i].kind == 'o') {
        for (int k = 0; k < 6; k++)
            if (!strcmp(w, compare[k][0]))
                return replace_word(m, "compare", n, attr, e, i, compare[k][1]) ||
                    (k < 4 && swap_sides(m, n, attr, e, i, ends + 2));
        if ((!strcmp(w, "+") || !strcmp(w, "-")) && i > 0 && (e->at[i - 1].kind == 'n' || e->at[i - 1].kind == ')')) {
            int last = until(e, i + 1, ends) - 1;
            return splice(m, "drop-term", n, attr, e, e->at[i - 1].end, e->at[last].end, "") ||
                (*w == '-' && swap_sides(m, n, attr, e, i, ends));
        }
        if (!strcmp(w, "?") && i > 0) {
            int colon = until(e, i + 1, (const char *const[]){ ":", NULL }), end = until(e, colon + 1, NULL);
            if (colon + 1 >= e->n) return false;
            char arms[TEXT_MAX + 8];
            snprintf(arms, sizeof arms, "? %.*s : %.*s", e->at[end - 1].end - e->at[colon + 1].at,
                     e->text + e->at[colon + 1].at, e->at[colon - 1].end - e->at[i + 1].at, e->text + e->at[i + 1].at);
            return splice(m, "swap-arms", n, attr, e, e->at[i].at, e->at[end - 1].end, arms);
        }
        return false;
    }
    if (e->at[i].kind != 'n') return false;
    if ((!strcmp(w, "max") || !strcmp(w, "min")) && word_is(e, i + 1, "(")) return mutate_max(m, n, attr, e, i);
    if (!strcmp(w, "true") || !strcmp(w, "false"))
        return replace_word(m, "literal", n, attr, e, i, *w == 't' ? "false" : "true");
    if (isdigit((unsigned char)*w)) return !follows_sum && next_numbers(m, "literal", n, attr, e, i);
    if (is_param(m, w)) return other_params(m, n, attr, e, i, w);
    const char *type = name_type(names, w);
    for (int k = 0; *type && k < names->n; k++) {
        bool same = !strcmp(names->at[k].name, w) ||
            (!strncmp(w, "req.", 4) && !strcmp(names->at[k].name + 4, w + 4) && !strncmp(names->at[k].name, "msg.", 4));
        if (!same && !strcmp(names->at[k].type, type) && replace_word(m, "operand", n, attr, e, i, names->at[k].name))
            return true;
    }
    return false;
}

/* + 1 behind the words first to last. */
static bool add_one(Mutator *m, xmlNode *n, const char *attr, const Expr *e, int first, int last) {
    char out[TEXT_MAX + 16];
    bool arms = false;
    for (int i = first; i <= last; i++) arms |= word_is(e, i, "?");
    if (last > first && word_is(e, last, "1") && word_is(e, last - 1, "-")) return false; /* the same as dropping - 1 */
    snprintf(out, sizeof out, "%s%.*s%s + 1", arms ? "(" : "", e->at[last].end - e->at[first].at,
             e->text + e->at[first].at, arms ? ")" : "");
    return splice(m, "add-one", n, attr, e, e->at[first].at, e->at[last].end, out);
}

static bool add_ones(Mutator *m, xmlNode *n, const char *attr, const Expr *e) {
    if (!word_is(e, 0, "max") || until(e, 0, NULL) != e->n) return add_one(m, n, attr, e, 0, e->n - 1);
    for (int i = 2; i < e->n;) {
        int end = until(e, i, NULL);
        if (end >= e->n) return false;
        if (add_one(m, n, attr, e, i, end - 1)) return true;
        i = end + 1;
    }
    return false;
}

/* 0 or false instead of a value that is something else. */
static bool zero(Mutator *m, xmlNode *n, const char *attr, const Expr *e, const char *type) {
    if (e->n == 1 && (isdigit((unsigned char)*e->text) || word_is(e, 0, "true") || word_is(e, 0, "false")))
        return false;
    return !strcmp(type, "bool") ? change_attr(m, "zero", n, attr, "false")
                                 : is_number(m, type) && change_attr(m, "zero", n, attr, "0");
}

bool mutate_literal(Mutator *m, const char *op, xmlNode *n, const char *attr) {
    Expr e;
    if (!split(&e, attr_of(n, attr)) || e.n != 1) return false;
    if (word_is(&e, 0, "true") || word_is(&e, 0, "false"))
        return change_attr(m, op, n, attr, *e.text == 't' ? "false" : "true");
    if (!strcmp(attr_of(n, "type"), "bool")) return change_attr(m, op, n, attr, *e.text == '0' ? "1" : "0");
    return isdigit((unsigned char)*e.text) && next_numbers(m, op, n, attr, &e, 0);
}

bool mutate_value(Mutator *m, xmlNode *n, const char *attr) {
    Expr e;
    Names names;
    names_of(m, n, &names);
    if (!split(&e, attr_of(n, attr))) return false;
    for (int i = 0; i < e.n; i++)
        if (mutate_word(m, n, attr, &e, i, &names)) return true;
    if (zero(m, n, attr, &e, target_type(m, n, attr, &names))) return true;
    return is_number(m, target_type(m, n, attr, &names)) && add_ones(m, n, attr, &e);
}

/* a and b: a, b; the same for or. */
static bool drop_parts(Mutator *m, xmlNode *n, const char *attr, const Expr *e) {
    static const char *const joins[] = { "and", "or", "implies", "?", NULL };
    for (int first = 0; first < e->n;) {
        int end = until(e, first, joins);
        if (first == 0 && end == e->n) return false;
        bool is_last = end == e->n;
        if (splice(m, "guard-part", n, attr, e, is_last ? e->at[first - 2].end : e->at[first].at,
                   is_last ? e->at[end - 1].end : e->at[end + 1].at, ""))
            return true;
        first = end + 1;
    }
    return false;
}

bool mutate_condition(Mutator *m, xmlNode *n, const char *attr) {
    char negated[TEXT_MAX + 8];
    Expr e;
    if (!split(&e, attr_of(n, attr))) return false;
    snprintf(negated, sizeof negated, "not (%s)", e.text);
    return change_attr(m, "guard-true", n, attr, "true") || change_attr(m, "guard-false", n, attr, "false") ||
        change_attr(m, "guard-not", n, attr, negated) || drop_parts(m, n, attr, &e) || mutate_value(m, n, attr);
}
