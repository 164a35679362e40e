/* ops_value.c - operators on expressions. */
#include "mutants.h"
#include <stdio.h>
#include <string.h>

enum { MAX_PLACES = 24 };

/* Attributes of n that are expressions of a type. */
static int places(const Mutant *m, const xmlNode *n, const Scope *s, const char *list[MAX_PLACES])
{
    int count = 0;
    for (const xmlAttr *a = n->properties; a && count < MAX_PLACES; a = a->next)
        if (*type_of_attr(m, n, (const char *)a->name, s)) list[count++] = (const char *)a->name;
    return count;
}

static bool has_value(const Mutant *m, const xmlNode *n)
{
    const char *list[MAX_PLACES];
    Scope s;
    if (is(n, "field") && !has(n, "reset") && !has(n, "absent")) return false;
    scope_of(m, n, &s);
    return places(m, n, &s, list) > 0;
}

typedef struct {
    xmlNode *n;
    char name[64], type[64], text[TEXT_MAX];
    Scope scope;
} Place;

/* An expression somewhere; false if there is none, or a long one. */
static bool pick_place(Mutant *m, Place *p)
{
    const char *list[MAX_PLACES];
    p->n = pick_node(m, m->root, has_value);
    if (!p->n) return false;
    scope_of(m, p->n, &p->scope);
    int n = places(m, p->n, &p->scope, list);
    const char *name = list[draw(m, (uint32_t)n)];
    snprintf(p->name, sizeof p->name, "%s", name);
    snprintf(p->type, sizeof p->type, "%s", type_of_attr(m, p->n, name, &p->scope));
    snprintf(p->text, sizeof p->text, "%s", attr(p->n, name));
    if (is(p->n, "register") || is(p->n, "field")) p->scope.n = 0; /* a constant */
    return strlen(p->text) < 600;
}

static bool change(Mutant *m, Place *p, const char *text)
{
    if (!strcmp(p->text, text)) return false;
    noted(m, "line %ld: %s %s=\"%.60s\" -> \"%.90s\"", xmlGetLineNo(p->n), (const char *)p->n->name, p->name, p->text,
          text);
    put(p->n, p->name, text);
    return true;
}

static bool op_expression(Mutant *m)
{
    Place p;
    char text[TEXT_MAX];
    if (!pick_place(m, &p)) return false;
    value_make(m, &p.scope, p.type, (int)draw(m, 5), text);
    return change(m, &p, text);
}

static bool op_word(Mutant *m)
{
    Place p;
    char text[TEXT_MAX];
    return pick_place(m, &p) && value_token(m, &p.scope, p.type, p.text, text) && change(m, &p, text);
}

static bool op_literal(Mutant *m)
{
    Place p;
    char text[WORD_MAX];
    return pick_place(m, &p) && value_literal(m, p.type, text) && change(m, &p, text);
}

/* The same expression inside of others. */
static bool op_wrap(Mutant *m)
{
    Place p;
    char text[2 * TEXT_MAX], with[TEXT_MAX], test[TEXT_MAX];
    if (!pick_place(m, &p)) return false;
    Sort sort = sort_of(m, p.type);
    value_make(m, &p.scope, p.type, 2, with);
    value_make(m, &p.scope, "bool", 2, test);
    if (strlen(with) + strlen(test) > 700) return false;
    uint32_t k = draw(m, 6);
    if (k == 0 && sort != SORT_BOOL)
        snprintf(text, sizeof text, "(%.700s) ? (%.700s) : (%.700s)", test, p.text, with);
    else if (k == 1 && sort != SORT_BOOL)
        snprintf(text, sizeof text, "(%.700s) ? (%.700s) : (%.700s)", test, with, p.text);
    else if (sort == SORT_BOOL && k == 0)
        snprintf(text, sizeof text, "not (%.700s)", p.text);
    else if (sort == SORT_BOOL)
        snprintf(text, sizeof text, "(%.700s) %s (%.700s)", p.text, draw_word(m, "and or implies eq ne"), with);
    else if (sort != SORT_NUMBER)
        return false;
    else if (k == 2)
        snprintf(text, sizeof text, "%s(%.700s)", p.type, p.text);
    else if (k == 3)
        snprintf(text, sizeof text, "%s(%.700s, %.700s)", draw_word(m, "max min"), p.text, with);
    else
        snprintf(text, sizeof text, "(%.700s) %s (%.700s)", p.text, draw_word(m, "+ - bitor bitand bitxor without"),
                 with);
    return strlen(text) < 1000 && change(m, &p, text);
}

static bool has_condition(const Mutant *m, const xmlNode *n)
{
    (void)m;
    for (const xmlAttr *a = n->properties; a; a = a->next)
        if (is_condition(n, (const char *)a->name)) return true;
    return false;
}

/* Always true, never, or the same in all states. */
static bool op_guard(Mutant *m)
{
    static const char *const tests[] = {"true",          "false",      "1 eq 1", "not false",
                                        "true or false", "key eq key", "0 gt 1"};
    Place p;
    if (!(p.n = pick_node(m, m->root, has_condition))) return false;
    snprintf(p.name, sizeof p.name, "%s", is(p.n, "when") ? "test" : is(p.n, "walk") ? "where" : "when");
    snprintf(p.text, sizeof p.text, "%s", attr(p.n, p.name));
    return change(m, &p, tests[draw(m, sizeof tests / sizeof *tests)]);
}

static bool can_reset(const Mutant *m, const xmlNode *n)
{
    Sort sort = sort_of(m, attr(n, "type"));
    bool of = is(n, "register") || (is(n, "field") && (is(n->parent, "store") || is(n->parent, "waiters")));
    return of && (sort == SORT_BOOL || sort == SORT_NUMBER || sort == SORT_ENUM);
}

static bool op_reset(Mutant *m)
{
    xmlNode *n = pick_node(m, m->root, can_reset);
    char text[WORD_MAX];
    if (!n) return false;
    const char *name = is(n->parent, "store") && chance(m, 50) ? "absent" : "reset";
    noted(m, "line %ld: %s %s %s", xmlGetLineNo(n), (const char *)n->name, attr(n, "name"), name);
    if (has(n, name) && chance(m, 30))
        drop_attr(n, name);
    else if (value_literal(m, attr(n, "type"), text))
        put(n, name, text);
    else
        return false;
    return true;
}

const Operator value_operators[] = {
    {"expression", op_expression, 10},
    {"word", op_word, 8},
    {"literal", op_literal, 4},
    {"wrap", op_wrap, 6},
    {"guard", op_guard, 2},
    {"reset", op_reset, 3},
    {0},
};
