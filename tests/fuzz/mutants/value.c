/* value.c - expressions of a type, made anew or changed in one word. */
#include "mutants.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool constant_type(const Mutant *m, const char *type, char out[WORD_MAX], uint32_t k)
{
    const xmlNode *t = type_node(m, type);
    int bits = bits_of(m, type), n = 0;
    switch (sort_of(m, type)) {
    case SORT_BOOL: snprintf(out, WORD_MAX, k % 2 ? "true" : "false"); return true;
    case SORT_ENUM:
        for (const xmlNode *v = t->children; v; v = v->next) n += is(v, "value");
        n = n ? (int)(k % (uint32_t)n) : 0;
        for (const xmlNode *v = t->children; v; v = v->next)
            if (is(v, "value") && n-- == 0) snprintf(out, WORD_MAX, "%s.%s", type, attr(v, "name"));
        return true;
    case SORT_NUMBER: break;
    default: return false;
    }
    bool sign = !strcmp(attr(t, "signed"), "yes"), count = has(t, "count");
    int top = sign ? bits - 1 : bits;
    if (k % 6 < 2 || bits < 1 || bits > 62)
        snprintf(out, WORD_MAX, "%u", k % 6 == 0 ? 0u : 1u);
    else if (k % 6 == 2 && count)
        snprintf(out, WORD_MAX, "%s - 1", attr(t, "count"));
    else if (k % 6 == 2)
        snprintf(out, WORD_MAX, "%ld", (1L << top) - 1);
    else if (k % 6 == 3)
        snprintf(out, WORD_MAX, "%ld", top > 0 ? 1L << (top - 1) : 0L);
    else if (k % 6 == 4)
        snprintf(out, WORD_MAX, "0x%lx", top > 1 ? (1L << top) - 2 : 0L);
    else
        snprintf(out, WORD_MAX, sign ? "-%ld" : "%ld", top > 0 && top < 60 ? sign ? 1L << top : (1L << top) / 3 : 1L);
    return true;
}

bool value_literal(Mutant *m, const char *type, char out[WORD_MAX])
{
    return constant_type(m, type, out, draw(m, 1000));
}

static const char *name_of_type(Mutant *m, const Scope *s, const char *type)
{
    int n = 0;
    for (int i = 0; i < s->n; i++) n += !strcmp(s->at[i].type, type);
    int wanted = n ? (int)draw(m, (uint32_t)n) : -1;
    for (int i = 0; i < s->n; i++)
        if (!strcmp(s->at[i].type, type) && wanted-- == 0) return s->at[i].name;
    return NULL;
}

/* A type of this sort that some name in scope has, or NULL. */
static const char *type_in_scope(Mutant *m, const Scope *s, Sort sort)
{
    int n = 0;
    for (int i = 0; i < s->n; i++) n += sort_of(m, s->at[i].type) == sort;
    int wanted = n ? (int)draw(m, (uint32_t)n) : -1;
    for (int i = 0; i < s->n; i++)
        if (sort_of(m, s->at[i].type) == sort && wanted-- == 0) return s->at[i].type;
    return NULL;
}

static void leaf(Mutant *m, const Scope *s, const char *type, char out[TEXT_MAX])
{
    const char *name = chance(m, 75) ? name_of_type(m, s, type) : NULL;
    char literal[WORD_MAX];
    if (!name && value_literal(m, type, literal))
        snprintf(out, TEXT_MAX, "%s", literal);
    else if (name || (name = name_of_type(m, s, type)))
        snprintf(out, TEXT_MAX, "%s", name);
    else
        snprintf(out, TEXT_MAX, "%s", sort_of(m, type) == SORT_NODE ? "msg.from" : "0");
}

static void join(char out[TEXT_MAX], const char *a, const char *op, const char *b)
{
    char text[2 * TEXT_MAX + 16];
    snprintf(text, sizeof text, "(%s) %s (%s)", a, op, b);
    snprintf(out, TEXT_MAX, "%.*s", (int)strlen(text) < TEXT_MAX ? TEXT_MAX - 1 : 0, strlen(text) < 600 ? text : b);
}

static void call(char out[TEXT_MAX], const char *function, const char *a, const char *b)
{
    char text[2 * TEXT_MAX + WORD_MAX];
    snprintf(text, sizeof text, "%s(%s%s%s)", function, a, b ? ", " : "", b ? b : "");
    snprintf(out, TEXT_MAX, "%.*s", TEXT_MAX - 1, strlen(text) < 600 ? text : a);
}

static void compare(Mutant *m, const Scope *s, int depth, char out[TEXT_MAX])
{
    static const Sort sorts[] = {SORT_NUMBER, SORT_NUMBER, SORT_NUMBER, SORT_BOOL, SORT_ENUM, SORT_NODE, SORT_KEY};
    Sort sort = sorts[draw(m, 7)];
    const char *found = type_in_scope(m, s, sort);
    char type[64], a[TEXT_MAX], b[TEXT_MAX];
    if (!found) {
        leaf(m, s, "bool", out);
        return;
    }
    snprintf(type, sizeof type, "%s", found);
    const char *name = name_of_type(m, s, type);
    snprintf(a, sizeof a, "%s", name ? name : "0");
    if (sort == SORT_NUMBER && chance(m, 30)) value_make(m, s, type, depth - 1, a);
    value_make(m, s, type, depth - 1, b);
    const xmlNode *t = type_node(m, type);
    if (sort == SORT_NUMBER && !strcmp(attr(t, "order"), "circular") && chance(m, 60))
        call(out, chance(m, 50) ? "before" : "after", a, b);
    else
        join(out, a, draw_word(m, sort == SORT_NUMBER ? "eq ne lt le gt ge == != < <= > >=" : "eq ne"), b);
}

static void make_bool(Mutant *m, const Scope *s, int depth, char out[TEXT_MAX])
{
    char a[TEXT_MAX], b[TEXT_MAX];
    const char *bits = type_in_scope(m, s, SORT_NUMBER);
    switch (draw(m, 10)) {
    case 0:
        value_make(m, s, "bool", depth - 1, a);
        snprintf(out, TEXT_MAX, "not (%.*s)", TEXT_MAX - 8, a);
        return;
    case 1:
    case 2:
        value_make(m, s, "bool", depth - 1, a);
        value_make(m, s, "bool", depth - 1, b);
        join(out, a, draw_word(m, "and or implies && || eq ne"), b);
        return;
    case 3:
        if (!bits) break;
        leaf(m, s, bits, a);
        if (!isalpha((unsigned char)*a)) break;
        call(out, draw_word(m, "any all"), a, NULL);
        return;
    case 4:
        if (!bits) break;
        snprintf(b, sizeof b, "%u", draw(m, (uint32_t)(bits_of(m, bits) > 0 ? bits_of(m, bits) : 1)));
        leaf(m, s, bits, a);
        if (!isalpha((unsigned char)*a)) break;
        call(out, "bit", a, b);
        return;
    default: break;
    }
    compare(m, s, depth, out);
}

static void make_number(Mutant *m, const Scope *s, const char *type, int depth, char out[TEXT_MAX])
{
    char a[TEXT_MAX], b[TEXT_MAX], literal[WORD_MAX];
    const char *other = NULL;
    value_make(m, s, type, depth - 1, a);
    switch (draw(m, 9)) {
    case 0:
    case 1:
        value_make(m, s, type, depth - 1, b);
        join(out, a, draw_word(m, "+ - bitor bitand bitxor without"), b);
        return;
    case 2:
        value_make(m, s, type, depth - 1, b);
        call(out, draw_word(m, "max min"), a, b);
        return;
    case 3:
        snprintf(literal, sizeof literal, "%u", draw(m, 4));
        join(out, a, draw_word(m, "shl shr"), literal);
        return;
    case 4:
        snprintf(literal, sizeof literal, "%u", 1 + draw(m, 4));
        join(out, a, draw_word(m, "/ %"), literal); /* a * is a multiplier, and one is wanted then */
        return;
    case 5:
        other = type_in_scope(m, s, SORT_NUMBER);
        if (!other) break;
        snprintf(literal, sizeof literal, "%s", other);
        value_make(m, s, literal, depth - 1, a);
        call(out, type, a, NULL);
        return;
    case 6:
        other = name_of_type(m, s, type);
        if (!other) break;
        call(out, draw_word(m, "popcount onehot first"), other, NULL);
        return;
    case 7:
        other = type_in_scope(m, s, SORT_NUMBER);
        if (!other || !(other = name_of_type(m, s, other))) break;
        call(out, draw_word(m, "popcount first"), other, NULL);
        return;
    default: break;
    }
    snprintf(out, TEXT_MAX, "%s", a);
}

void value_make(Mutant *m, const Scope *s, const char *type, int depth, char out[TEXT_MAX])
{
    char own[64], c[TEXT_MAX], a[TEXT_MAX], b[TEXT_MAX];
    snprintf(own, sizeof own, "%s", type); /* the type may be that of a name, or a drawn word */
    Sort sort = sort_of(m, own);
    if (depth <= 0 || sort == SORT_NONE || sort == SORT_OPAQUE) {
        leaf(m, s, own, out);
    } else if (sort == SORT_BOOL && chance(m, 85)) {
        make_bool(m, s, depth, out);
    } else if (sort == SORT_NUMBER && chance(m, 75)) {
        make_number(m, s, own, depth, out);
    } else if (chance(m, 50)) {
        make_bool(m, s, depth - 1, c);
        value_make(m, s, own, depth - 1, a);
        value_make(m, s, own, depth - 1, b);
        if (strlen(a) + strlen(b) + strlen(c) < 600)
            snprintf(out, TEXT_MAX, "(%.600s) ? (%.600s) : (%.600s)", c, a, b);
        else
            snprintf(out, TEXT_MAX, "%s", b);
    } else {
        leaf(m, s, own, out);
    }
}

/* ---- one word of a text ---- */

static const char *same_rank(const char *word)
{
    static const char *const ranks[] = {" and or implies ",
                                        " eq ne lt le gt ge ",
                                        " eq ne ",
                                        " bitor bitxor bitand without ",
                                        " + - ",
                                        " max min ",
                                        " / % ",
                                        " shl shr ",
                                        " true false ",
                                        " any all ",
                                        " before after "};
    char key[WORD_MAX + 2];
    snprintf(key, sizeof key, " %s ", word);
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++)
        if (strstr(ranks[i], key)) return ranks[i];
    return NULL;
}

static int word_end(const char *text, int i)
{
    if (isalnum((unsigned char)text[i]) || text[i] == '_')
        while (isalnum((unsigned char)text[i]) || text[i] == '_' || text[i] == '.') i++;
    else
        i++;
    return i;
}

/* Another word in the place of this one; false if it has none. */
static bool other_word(Mutant *m, const Scope *s, const char *type, const char *word, char out[TEXT_MAX])
{
    static const char *const numbers[] = {"0", "1", "2", "3", "7", "8", "31", "32", "63", "64", "255", "0x7fffffff"};
    const char *rank = same_rank(word), *of = scope_type(s, word);
    if (rank) {
        snprintf(out, TEXT_MAX, "%s", draw_word(m, rank));
    } else if (*of) {
        value_make(m, s, of, chance(m, 70) ? 0 : 2, out);
        if (!isalpha((unsigned char)*out) || strchr(out, ' ')) {
            char copy[TEXT_MAX];
            snprintf(copy, sizeof copy, "(%.*s)", TEXT_MAX - 4, out);
            snprintf(out, TEXT_MAX, "%s", copy);
        }
    } else if (isdigit((unsigned char)*word)) {
        long value = strtol(word, NULL, 0);
        char literal[WORD_MAX];
        if (chance(m, 40))
            snprintf(out, TEXT_MAX, "%ld", value + (chance(m, 50) || value == 0 ? 1 : -1));
        else if (*type && chance(m, 60) && value_literal(m, type, literal))
            snprintf(out, TEXT_MAX, "%s", literal);
        else
            snprintf(out, TEXT_MAX, "%s", numbers[draw(m, sizeof numbers / sizeof *numbers)]);
    } else {
        return false;
    }
    return strcmp(out, word) != 0;
}

bool value_token(Mutant *m, const Scope *s, const char *type, const char *text, char out[TEXT_MAX])
{
    int n = 0, len = (int)strlen(text);
    if (len > 600) return false;
    for (int i = 0; i < len; i = word_end(text, i)) n += text[i] != ' ';
    for (int tries = 0; n && tries < 6; tries++) {
        int wanted = (int)draw(m, (uint32_t)n);
        for (int i = 0; i < len; i = word_end(text, i)) {
            if (text[i] == ' ' || wanted-- != 0) continue;
            char word[WORD_MAX], other[TEXT_MAX];
            int end = word_end(text, i);
            snprintf(word, sizeof word, "%.*s", end - i, text + i);
            if (!other_word(m, s, type, word, other)) break;
            snprintf(out, TEXT_MAX, "%.*s%.800s%s", i, text, other, text + end);
            return true;
        }
    }
    return false;
}
