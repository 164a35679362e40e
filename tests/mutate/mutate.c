/* mutate.c - the pass over the tables, and the command.
 *
 *   mutate FILE --list             number, line, operator, change; separated by tabs
 *   mutate FILE -n I -o OUT.xml    writes mutant I
 *
 * Exit status: 0 done, 1 the file cannot be read or has no mutant of that number, 2 wrong command line, 3 the output
 * cannot be written. */
#include "mutate.h"
#include <libxml/parser.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool change(Mutator *m, const char *op, const xmlNode *n, const char *format, ...) {
    m->number++;
    if (m->list) {
        va_list args;
        va_start(args, format);
        printf("%d\t%ld\t%s\t", m->number, xmlGetLineNo((xmlNode *)n), op);
        vprintf(format, args);
        putchar('\n');
        va_end(args);
    }
    return m->number == m->wanted;
}

bool change_attr(Mutator *m, const char *op, xmlNode *n, const char *attr, const char *value) {
    if (!strcmp(attr_of(n, attr), value)) return false;
    if (!change(m, op, n, "%s %s: %s -> %s", (const char *)n->name, attr, attr_of(n, attr), value)) return false;
    xmlSetProp(n, (const xmlChar *)attr, (const xmlChar *)value);
    return true;
}

static bool drop(Mutator *m, const char *op, xmlNode *n, const char *what) {
    if (!change(m, op, n, "%s %s", (const char *)n->name, what)) return false;
    xmlUnlinkNode(n);
    xmlFreeNode(n);
    return true;
}

/* A list of words in an attribute: each word left out; a single word: the element itself. */
static bool drop_words(Mutator *m, const char *op, xmlNode *n, const char *attr) {
    const char *text = attr_of(n, attr);
    if (!strchr(text, ' ')) return drop(m, op, n, text);
    for (const char *w = text; *w;) {
        size_t len = strcspn(w, " ");
        char out[TEXT_MAX];
        const char *rest = w[len] ? w + len + 1 : w + len;
        snprintf(out, sizeof out, "%.*s%s", (int)(*rest || w == text ? w - text : w - text - 1), text, rest);
        if (change_attr(m, op, n, attr, out)) return true;
        w = rest;
    }
    return false;
}

static bool wrong_state(Mutator *m, xmlNode *n, const char *attr) {
    for (xmlNode *s = m->controller->children; s; s = s->next)
        if (is_element(s, "state") && change_attr(m, "wrong-state", n, attr, attr_of(s, "name"))) return true;
    return false;
}

static bool drop_attr(Mutator *m, const char *op, xmlNode *n, const char *attr) {
    if (!*attr_of(n, attr) || !change(m, op, n, "%s %s: %s -> none", (const char *)n->name, attr, attr_of(n, attr)))
        return false;
    xmlUnsetProp(n, (const xmlChar *)attr);
    return true;
}

static bool park_never(Mutator *m, xmlNode *park) {
    if (!change(m, "park-never", park, "park -> error")) return false;
    xmlNode *error = xmlNewNode(NULL, (const xmlChar *)"error");
    xmlNewProp(error, (const xmlChar *)"why", (const xmlChar *)"mutant");
    xmlFreeNode(xmlReplaceNode(park, error));
    return true;
}

/* Attributes of an action that hold no expression. */
static bool is_fixed(const char *attr) {
    static const char *const fixed[] = { "name", "message",  "port", "request", "to",    "of",  "in",
                                         "what", "performs", "doc",  "first",   "macro", "why", "type" };
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        if (!strcmp(attr, fixed[i])) return true;
    return false;
}

static bool mutate_values(Mutator *m, xmlNode *n) {
    for (xmlAttr *a = n->properties; a; a = a->next)
        if (!is_fixed((const char *)a->name) && mutate_value(m, n, (const char *)a->name)) return true;
    return false;
}

const char *told(const xmlNode *n) {
    static const char *const attrs[] = { "macro", "message", "request", "name", "what", "to", "event", "test" };
    for (size_t i = 0; i < sizeof attrs / sizeof attrs[0]; i++)
        if (*attr_of(n, attrs[i])) return attr_of(n, attrs[i]);
    return "";
}

static bool mutate_actions(Mutator *m, xmlNode *of) {
    for (xmlNode *n = of->children, *next; n; n = next) {
        next = n->next;
        if (n->type != XML_ELEMENT_NODE) continue;
        if (is_element(n, "choose") || is_element(n, "otherwise")) {
            if (drop(m, "drop-action", n, "") || mutate_actions(m, n)) return true;
        } else if (is_element(n, "when")) {
            if (mutate_condition(m, n, "test") || mutate_actions(m, n)) return true;
        } else {
            if (is_element(n, "allocate") ? drop_words(m, "drop-action", n, "what")
                                          : drop(m, "drop-action", n, told(n)))
                return true;
            if (is_element(n, "park") && park_never(m, n)) return true;
            if (is_element(n, "go") && wrong_state(m, n, "to")) return true;
            if (drop_attr(m, "must-hit", n, "first") ||
                (is_element(n, "write") && drop_attr(m, "drop-mask", n, "mask")))
                return true;
            if (mutate_send(m, n)) return true;
            if (!is_element(n, "go") && mutate_values(m, n)) return true;
        }
    }
    return false;
}

/* The row waits for ever, or must not happen. */
static bool replace_row(Mutator *m, xmlNode *row, const char *by) {
    if (!change(m, "replace-row", row, "on %s -> %s", attr_of(row, "event"), by)) return false;
    for (xmlNode *n = row->children, *next; n; n = next) {
        next = n->next;
        xmlUnlinkNode(n);
        xmlFreeNode(n);
    }
    xmlNodeSetName(row, (const xmlChar *)by);
    xmlSetProp(row, (const xmlChar *)"why", (const xmlChar *)"mutant");
    return true;
}

static bool mutate_row(Mutator *m, xmlNode *row) {
    if (drop_words(m, "drop-row", row, "event")) return true;
    if (!is_element(row, "on")) return false;
    if (replace_row(m, row, "stall") || replace_row(m, row, "never")) return true;
    return (*attr_of(row, "when") && mutate_condition(m, row, "when")) || mutate_actions(m, row);
}

static bool mutate_stamps(Mutator *m, xmlNode *port) {
    for (xmlNode *event = port->children; event; event = event->next)
        for (xmlNode *stamp = is_element(event, "event") ? event->children : NULL; stamp; stamp = stamp->next)
            if (is_element(stamp, "stamp") && mutate_value(m, stamp, "value")) return true;
    return false;
}

/* What registers and fields begin with. */
static bool mutate_initial(Mutator *m, xmlNode *n) {
    static const char *const initial[] = { "reset", "absent" };
    for (int i = 0; i < 2; i++)
        if (*attr_of(n, initial[i]) && !*attr_of(n, "constant") && mutate_literal(m, "initial", n, initial[i]))
            return true;
    for (xmlNode *field = n->children; field; field = field->next)
        if (is_element(field, "field") && mutate_initial(m, field)) return true;
    return false;
}

static bool mutate_view(Mutator *m, xmlNode *view) {
    return (strchr(attr_of(view, "event"), ' ') && drop_words(m, "drop-event", view, "event")) ||
        wrong_state(m, view, "as");
}

static bool mutate_controller(Mutator *m) {
    for (xmlNode *n = m->controller->children; n; n = n->next) {
        if ((is_element(n, "register") || is_element(n, "store") || is_element(n, "waiters")) && mutate_initial(m, n))
            return true;
        if (is_element(n, "port") && mutate_stamps(m, n)) return true;
        if (is_element(n, "view") && mutate_view(m, n)) return true;
        if ((is_element(n, "event") || is_element(n, "view")) && *attr_of(n, "when") && mutate_condition(m, n, "when"))
            return true;
        if (is_element(n, "macro") && mutate_actions(m, n)) return true;
        for (xmlNode *row = is_element(n, "in") ? n->children : NULL, *next; row; row = next) {
            next = row->next;
            if (row->type == XML_ELEMENT_NODE && mutate_row(m, row)) return true;
        }
    }
    return false;
}

/* True if the wanted mutant was made. */
static bool mutate(Mutator *m) {
    for (xmlNode *n = m->root->children; n; n = n->next) {
        m->controller = n;
        if (is_element(n, "controller") && mutate_controller(m)) return true;
    }
    if (mutate_protocol(m)) return true;
    for (xmlNode *n = m->root->children; n; n = n->next) {
        m->controller = n;
        if (is_element(n, "controller") && (mutate_declared(m) || mutate_exchanges(m))) return true;
    }
    return false;
}

static int usage(void) {
    fputs("usage: mutate FILE --list | mutate FILE -n I -o OUT.xml\n", stderr);
    return 2;
}

int main(int argc, char **argv) {
    Mutator m = { .number = 0 };
    const char *out = NULL;
    if (argc == 3 && !strcmp(argv[2], "--list")) {
        m.list = true;
    } else if (argc == 6 && !strcmp(argv[2], "-n") && !strcmp(argv[4], "-o")) {
        char *end;
        long number = strtol(argv[3], &end, 10);
        if (*end || number < 1 || number > 1000000) return usage();
        m.wanted = (int)number;
        out = argv[5];
    } else {
        return usage();
    }
    xmlDoc *doc = xmlReadFile(argv[1], NULL, XML_PARSE_NONET);
    m.root = doc ? xmlDocGetRootElement(doc) : NULL;
    if (!m.root) { fprintf(stderr, "mutate: %s cannot be read\n", argv[1]); return 1; }
    int status = 0;
    if (!mutate(&m) && out) {
        fprintf(stderr, "mutate: no mutant %d: there are %d\n", m.wanted, m.number);
        status = 1;
    } else if (out && xmlSaveFile(out, doc) < 0) {
        fprintf(stderr, "mutate: %s cannot be written\n", out);
        status = 3;
    }
    xmlFreeDoc(doc);
    xmlCleanupParser();
    return status;
}
