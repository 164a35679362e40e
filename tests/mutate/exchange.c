/* exchange.c - two things of one kind in each other's place, and one in the place of another: actions, destinations,
 * fields of a message, rows, refinements, what a `set` changes; and an entry that ends early. */
#include "mutate.h"
#include <stdio.h>
#include <string.h>

static xmlNode *next_element(xmlNode *n) {
    for (n = n->next; n && n->type != XML_ELEMENT_NODE; n = n->next) { }
    return n;
}
static xmlNode *first_element(xmlNode *of) {
    xmlNode *n = of->children;
    return !n || n->type == XML_ELEMENT_NODE ? n : next_element(n);
}

/* Values of two attributes, each of an element. */
static void swap_attrs(xmlNode *a, const char *x, xmlNode *b, const char *y) {
    char was[TEXT_MAX];
    snprintf(was, sizeof was, "%s", attr_of(a, x));
    xmlSetProp(a, (const xmlChar *)x, (const xmlChar *)attr_of(b, y));
    xmlSetProp(b, (const xmlChar *)y, (const xmlChar *)was);
}

/* An element and the next one change places. */
static bool swap_with_next(Mutator *m, const char *op, xmlNode *a, xmlNode *b) {
    if (!change(m, op, a, "%s %s, %s %s", (const char *)a->name, told(a), (const char *)b->name, told(b))) return false;
    xmlNode *mark = xmlNewText((const xmlChar *)"");
    xmlAddPrevSibling(b, mark);
    xmlUnlinkNode(b);
    xmlAddPrevSibling(a, b);
    xmlUnlinkNode(a);
    xmlReplaceNode(mark, a);
    xmlFreeNode(mark);
    return true;
}

static bool same_text(const xmlNode *a, const xmlNode *b) {
    return !xmlStrcmp(a->name, b->name) && !strcmp(told(a), told(b));
}

/* ---- actions ---- */

static bool swap_destinations(Mutator *m, xmlNode *a) {
    for (xmlNode *b = next_element(a); b && is_element(a, "send"); b = next_element(b)) {
        if (!is_element(b, "send") || !*attr_of(a, "to") || !*attr_of(b, "to") ||
            !strcmp(attr_of(a, "to"), attr_of(b, "to")))
            continue;
        if (!change(m, "swap-to", a, "send %s to %s, send %s to %s", told(a), attr_of(a, "to"), told(b),
                    attr_of(b, "to")))
            continue;
        swap_attrs(a, "to", b, "to");
        return true;
    }
    return false;
}

/* Two fields of one type of what is sent or answered, with different values. */
static bool swap_fields(Mutator *m, xmlNode *n) {
    const xmlNode *of = sent_kind(m, n);
    for (const xmlNode *f = of ? of->children : NULL; f; f = f->next)
        for (const xmlNode *g = f->next; g && is_element(f, "field"); g = g->next) {
            const char *x = attr_of(f, "name"), *y = attr_of(g, "name");
            if (!is_element(g, "field") || strcmp(attr_of(f, "type"), attr_of(g, "type")) || !*attr_of(n, x) ||
                !*attr_of(n, y) || !strcmp(attr_of(n, x), attr_of(n, y)))
                continue;
            if (!change(m, "swap-fields", n, "%s %s: %s, %s", (const char *)n->name, told(n), x, y)) continue;
            swap_attrs(n, x, n, y);
            return true;
        }
    return false;
}

/* What `set` gives a value to: another register or field of its type. */
static bool other_target(Mutator *m, xmlNode *n) {
    Names names;
    if (!is_element(n, "set")) return false;
    names_of(m, n, &names);
    const char *type = name_type(&names, attr_of(n, "name"));
    for (int i = 0; i < names.n && *type; i++)
        if (strncmp(names.at[i].name, "msg.", 4) && !strcmp(names.at[i].type, type) &&
            change_attr(m, "target", n, "name", names.at[i].name))
            return true;
    return false;
}

static bool mutate_list(Mutator *m, xmlNode *of) {
    for (xmlNode *n = first_element(of), *next; n; n = next) {
        next = next_element(n);
        if (swap_destinations(m, n) || swap_fields(m, n) || other_target(m, n)) return true;
        bool cases = is_element(n, "when") || is_element(n, "otherwise");
        if (next && !cases && !same_text(n, next) && swap_with_next(m, "swap-actions", n, next)) return true;
        if (next && is_element(n, "when") && is_element(next, "when") && swap_with_next(m, "swap-cases", n, next))
            return true;
        if ((is_element(n, "choose") || cases) && mutate_list(m, n)) return true;
    }
    return false;
}

/* ---- rows ---- */

static bool has_child(const xmlNode *n, const char *name) {
    for (const xmlNode *c = n->children; c; c = c->next) if (is_element(c, name)) return true;
    return false;
}

/* A row about an entry that goes on: it ends. */
static bool done_early(Mutator *m, xmlNode *row) {
    static const char *const about[] = { "done", "allocate", "error" };
    for (int i = 0; i < 3; i++) if (has_child(row, about[i])) return false;
    if (!is_element(row, "on") || !change(m, "done-early", row, "on %s", attr_of(row, "event"))) return false;
    xmlAddChild(row, xmlNewNode(NULL, (const xmlChar *)"done"));
    return true;
}

static bool is_entry_state(const Mutator *m, const char *states) {
    bool entry = false;
    for (const xmlNode *s = m->controller->children; s; s = s->next) {
        if (!is_element(s, "state") || strcmp(attr_of(s, "name"), states)) continue;
        for (const xmlNode *w = m->controller->children; w; w = w->next)
            entry |= is_element(w, "waiters") && !strcmp(attr_of(w, "name"), attr_of(s, "at"));
    }
    return entry;
}

static bool mutate_rows(Mutator *m, xmlNode *in) {
    bool entry = is_entry_state(m, attr_of(in, "state"));
    for (xmlNode *row = first_element(in), *next; row; row = next) {
        next = next_element(row);
        bool both = next && is_element(row, "on") && is_element(next, "on"), same = both;
        if (both && strcmp(attr_of(row, "event"), attr_of(next, "event"))) {
            same = false;
            if (change(m, "swap-rows", row, "on %s, on %s", attr_of(row, "event"), attr_of(next, "event"))) {
                swap_attrs(row, "event", next, "event");
                return true;
            }
        }
        /* of one event: which of them is asked first */
        if (same && *attr_of(row, "when") && *attr_of(next, "when") && swap_with_next(m, "swap-cases", row, next))
            return true;
        if (is_element(row, "on") && mutate_list(m, row)) return true;
        if (entry && done_early(m, row)) return true;
    }
    return false;
}

/* Of two refinements of one event the first that holds is taken. */
static bool swap_refinements(Mutator *m, xmlNode *a) {
    xmlNode *b = next_element(a);
    if (!is_element(a, "event") || !b || !is_element(b, "event") || strcmp(attr_of(a, "from"), attr_of(b, "from")) ||
        *attr_of(b, "otherwise"))
        return false;
    return swap_with_next(m, "swap-cases", a, b);
}

bool mutate_exchanges(Mutator *m) {
    for (xmlNode *n = first_element(m->controller), *next; n; n = next) {
        next = next_element(n);
        if (swap_refinements(m, n) || (is_element(n, "macro") && mutate_list(m, n)) ||
            (is_element(n, "in") && mutate_rows(m, n)))
            return true;
    }
    return false;
}
