/* names.c - what an expression can name, and the types of it. */
#include "mutate.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool is_name_char(char c) { return isalnum((unsigned char)c) || c == '_' || c == '.'; }

bool is_element(const xmlNode *n, const char *name)
{
    return n && n->type == XML_ELEMENT_NODE && !strcmp((const char *)n->name, name);
}

const char *attr_of(const xmlNode *n, const char *attr) {
    for (const xmlAttr *a = n->properties; a; a = a->next)
        if (!strcmp((const char *)a->name, attr))
            return a->children && a->children->content ? (const char *)a->children->content : "";
    return "";
}

/* Child of n with this element name, and this name= unless NULL. */
static const xmlNode *child(const xmlNode *n, const char *element, const char *name) {
    for (const xmlNode *c = n->children; c; c = c->next)
        if (is_element(c, element) && (!name || !strcmp(attr_of(c, "name"), name))) return c;
    return NULL;
}

/* Element of a port of the controller: event, reply or request of that name. */
static const xmlNode *of_port(const Mutator *m, const char *element, const char *name) {
    for (const xmlNode *p = m->controller->children; p; p = p->next) {
        const xmlNode *found = is_element(p, "port") ? child(p, element, name) : NULL;
        if (found) return found;
    }
    return NULL;
}

static void add(Names *names, const char *prefix, const xmlNode *field) {
    if (names->n == (int)(sizeof names->at / sizeof names->at[0])) return;
    Name *name = &names->at[names->n++];
    snprintf(name->name, sizeof name->name, "%s%s%s", prefix, *prefix ? "." : "", attr_of(field, "name"));
    snprintf(name->type, sizeof name->type, "%s", attr_of(field, "type"));
}

static bool is_field(const xmlNode *n) { return is_element(n, "field") || is_element(n, "stamp"); }

/* The element that declares an event's fields, or NULL: evict, timers. */
static const xmlNode *event_fields(const Mutator *m, const char *event) {
    const xmlNode *refined = child(m->controller, "event", event);
    if (refined) event = attr_of(refined, "from");
    const xmlNode *message = child(m->root, "message", event);
    return message ? message : of_port(m, "event", event);
}

/* Keeps the fields that this event has too; the first event brings its own. */
static void meet(const Mutator *m, const char *event, Names *fields, bool first) {
    const xmlNode *of = event_fields(m, event);
    Names own = { .n = 0 };
    for (const xmlNode *f = of ? of->children : NULL; f; f = f->next)
        if (is_field(f)) add(&own, "msg", f);
    if (first) { *fields = own; return; }
    int kept = 0;
    for (int i = 0; i < fields->n; i++)
        if (*name_type(&own, fields->at[i].name)) fields->at[kept++] = fields->at[i];
    fields->n = kept;
}

static void meet_words(const Mutator *m, const char *words, Names *fields, bool *first) {
    char copy[TEXT_MAX], *save = NULL;
    snprintf(copy, sizeof copy, "%s", words);
    for (char *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
        meet(m, w, fields, *first);
        *first = false;
    }
}

static bool uses(const xmlNode *n, const char *macro) {
    for (const xmlNode *c = n->children; c; c = c->next)
        if (c->type == XML_ELEMENT_NODE &&
            ((is_element(c, "do") && !strcmp(attr_of(c, "macro"), macro)) || uses(c, macro)))
            return true;
    return false;
}

void names_of(const Mutator *m, const xmlNode *n, Names *names) {
    Names fields = { .n = 0 };
    bool first = true;
    while (n->parent != m->controller && !is_element(n, "on") && !is_element(n, "event")) n = n->parent;
    if (is_element(n, "on") || is_element(n, "view")) meet_words(m, attr_of(n, "event"), &fields, &first);
    if (is_element(n, "event"))
        meet_words(m, *attr_of(n, "from") ? attr_of(n, "from") : attr_of(n, "name"), &fields, &first);
    if (is_element(n, "macro"))
        for (const xmlNode *in = m->controller->children; in; in = in->next)
            for (const xmlNode *row = is_element(in, "in") ? in->children : NULL; row; row = row->next)
                if (is_element(row, "on") && uses(row, attr_of(n, "name")))
                    meet_words(m, attr_of(row, "event"), &fields, &first);
    *names = fields;
    for (const xmlNode *c = m->controller->children; c; c = c->next) {
        if (is_element(c, "register")) add(names, "", c);
        if (!is_element(c, "store") && !is_element(c, "waiters")) continue;
        for (const xmlNode *f = c->children; f; f = f->next)
            if (is_element(f, "field")) add(names, attr_of(c, "name"), f);
    }
}

const char *name_type(const Names *names, const char *name) {
    char as_msg[96];
    snprintf(as_msg, sizeof as_msg, "%s%s", strncmp(name, "req.", 4) ? "" : "msg.",
             strncmp(name, "req.", 4) ? name : name + 4);
    for (int i = 0; i < names->n; i++)
        if (!strcmp(names->at[i].name, as_msg)) return names->at[i].type;
    return "";
}

const xmlNode *sent_kind(const Mutator *m, const xmlNode *n) {
    return is_element(n, "reply") ? of_port(m, "reply", attr_of(n, "name"))
        : is_element(n, "send") && *attr_of(n, "request") ? of_port(m, "request", attr_of(n, "request"))
        : is_element(n, "send") || is_element(n, "multicast") ? child(m->root, "message", attr_of(n, "message")) : NULL;
}

const char *target_type(const Mutator *m, const xmlNode *n, const char *attr, const Names *names) {
    if (is_element(n, "set")) return name_type(names, attr_of(n, "name"));
    if (is_element(n, "stamp")) return attr_of(n, "type");
    const xmlNode *of = sent_kind(m, n), *field = of ? child(of, "field", attr) : NULL;
    return field ? attr_of(field, "type") : "";
}

bool is_number(const Mutator *m, const char *type) {
    const xmlNode *t = *type ? child(m->root, "type", type) : NULL;
    return t && !*attr_of(t, "opaque") && !*attr_of(t, "key") && !*attr_of(t, "bytes");
}

/* Is the word in an attribute of the element or of what it contains? */
static bool mentions(const xmlNode *n, const char *word) {
    size_t len = strlen(word);
    for (const xmlAttr *a = n->properties; a; a = a->next)
        for (const char *at = attr_of(n, (const char *)a->name), *p = at; (p = strstr(p, word)) != NULL; p += len)
            if ((p == at || !is_name_char(p[-1])) && !is_name_char(p[len])) return true;
    for (const xmlNode *c = n->children; c; c = c->next)
        if (c->type == XML_ELEMENT_NODE && mentions(c, word)) return true;
    return false;
}

bool is_param(const Mutator *m, const char *word) {
    static const char *const parts[] = { "in", "macro", "view", "event" };
    if (!child(m->root, "param", word) && !child(m->controller, "param", word)) return false;
    for (const xmlNode *c = m->controller->children; c; c = c->next)
        for (int i = 0; i < 4; i++)
            if (is_element(c, parts[i]) && mentions(c, word)) return true;
    return false;
}
