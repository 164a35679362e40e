/* scope.c - what an expression can name at a place, and the types of it. */
#include "mutants.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const xmlNode *type_node(const Mutant *m, const char *type)
{
    const xmlNode *t = child_named(m->root, "type", type);
    return t ? t : child_named(m->root, "enum", type);
}

Sort sort_of(const Mutant *m, const char *type)
{
    if (!strcmp(type, "bool")) return SORT_BOOL;
    if (!strcmp(type, "node")) return SORT_NODE;
    const xmlNode *t = *type ? type_node(m, type) : NULL;
    if (!t) return SORT_NONE;
    if (is(t, "enum")) return SORT_ENUM;
    if (!strcmp(attr(t, "key"), "yes")) return SORT_KEY;
    if (!strcmp(attr(t, "opaque"), "yes") || (has(t, "bytes") && strcmp(attr(t, "opaque"), "no"))) return SORT_OPAQUE;
    return SORT_NUMBER;
}

/* A number, or a parameter's default that is one. */
static long number_of(const Mutant *m, const char *text)
{
    char *end;
    long value = strtol(text, &end, 0);
    if (*text && !*end) return value;
    const xmlNode *p = child_named(m->root, "param", text);
    return p && *attr(p, "default") >= '0' && *attr(p, "default") <= '9' ? atol(attr(p, "default")) : 0;
}

int bits_of(const Mutant *m, const char *type)
{
    const xmlNode *t = type_node(m, type);
    if (!t) return 0;
    if (has(t, "bytes")) return (int)(8 * number_of(m, attr(t, "bytes")));
    if (has(t, "bits")) return (int)number_of(m, attr(t, "bits"));
    long count = number_of(m, attr(t, "count"));
    int bits = 0;
    while (count > 1L << bits && bits < 60) bits++;
    return bits;
}

static void add(Scope *s, const char *prefix, const char *name, const char *type)
{
    if (s->n == SCOPE_MAX || !*name) return;
    Name *to = &s->at[s->n++];
    snprintf(to->name, sizeof to->name, "%s%s%s", prefix, *prefix ? "." : "", name);
    snprintf(to->type, sizeof to->type, "%s", type);
}

const char *scope_type(const Scope *s, const char *name)
{
    bool req = !strncmp(name, "req.", 4);
    for (int i = 0; i < s->n; i++)
        if (!strcmp(s->at[i].name, name) ||
            (req && !strncmp(s->at[i].name, "msg.", 4) && !strcmp(s->at[i].name + 4, name + 4)))
            return s->at[i].type;
    return "";
}

static const xmlNode *event_of_port(const xmlNode *ctl, const char *name)
{
    for (const xmlNode *p = ctl->children; p; p = p->next) {
        const xmlNode *e = is(p, "port") ? child_named(p, "event", name) : NULL;
        if (e) return e;
    }
    return NULL;
}

static void add_event(const Mutant *m, const xmlNode *ctl, const char *words, Scope *s)
{
    char event[WORD_MAX];
    size_t len = strcspn(words, " ");
    snprintf(event, sizeof event, "%.*s", (int)len, words);
    const xmlNode *refined = child_named(ctl, "event", event);
    if (refined) snprintf(event, sizeof event, "%s", attr(refined, "from"));
    const xmlNode *message = child_named(m->root, "message", event),
                  *of = message ? message : event_of_port(ctl, event);
    if (message) add(s, "msg", "from", "node");
    for (const xmlNode *f = of ? of->children : NULL; f; f = f->next)
        if (is(f, "field") || is(f, "stamp")) add(s, "msg", attr(f, "name"), attr(f, "type"));
}

/* args="a:type b:type" */
static void add_args(const char *args, Scope *s)
{
    while (*args) {
        char word[WORD_MAX];
        size_t len = strcspn(args, " ");
        snprintf(word, sizeof word, "%.*s", (int)len, args);
        char *colon = strchr(word, ':');
        if (colon) {
            *colon = 0;
            add(s, "", word, colon + 1);
        }
        args += len;
        args += strspn(args, " ");
    }
}

static void add_fields(const xmlNode *ctl, Scope *s)
{
    for (const xmlNode *c = ctl->children; c; c = c->next) {
        bool waiters = is(c, "waiters");
        if (!waiters && !is(c, "store")) continue;
        if (strcmp(attr(c, "kind"), "bloom") && strcmp(attr(c, "kind"), "memory"))
            add(s, attr(c, "name"), "hit", "bool");
        if (waiters) add(s, attr(c, "name"), "room", "bool");
        for (const xmlNode *f = c->children; f; f = f->next)
            if (is(f, "field")) add(s, attr(c, "name"), attr(f, "name"), attr(f, "type"));
    }
}

void scope_of(const Mutant *m, const xmlNode *n, Scope *s)
{
    const xmlNode *ctl = up_to(n, "controller"), *in = up_to(n, "in"), *row = up_to(n, "on");
    const xmlNode *function = up_to(n, "function"), *view = up_to(n, "view"), *macro = up_to(n, "macro");
    const xmlNode *event = is(n, "event") ? n : n->parent && is(n->parent, "event") ? n->parent : NULL;
    s->n = 0;
    if (function) add_args(attr(function, "args"), s);
    if (!ctl) return;
    for (const xmlNode *c = ctl->children; c; c = c->next)
        if (is(c, "register") || is(c, "input")) add(s, "", attr(c, "name"), attr(c, "type"));
    if (is(n, "wish") || is(n, "timer") || is(n, "wake") || is(n, "overflow")) return;
    if (macro) add_args(attr(macro, "args"), s);
    if (row) add_event(m, ctl, attr(row, "event"), s);
    if (view && has(view, "event")) add_event(m, ctl, attr(view, "event"), s);
    if (event) add_event(m, ctl, has(event, "from") ? attr(event, "from") : attr(event, "name"), s);
    if (row || event) add(s, "", "replayed", "bool");
    if (in && !has(in, "state") && !up_to(n, "walk")) return;
    if (has(ctl, "key")) add_fields(ctl, s);
    if (has(ctl, "key") && row) add(s, "", "key", attr(ctl, "key"));
}

static const xmlNode *sent(const Mutant *m, const xmlNode *n)
{
    bool request = has(n, "request");
    if (!is(n, "reply") && !request) return child_named(m->root, "message", attr(n, "message"));
    const xmlNode *ctl = up_to(n, "controller");
    for (const xmlNode *p = ctl ? ctl->children : NULL; p; p = p->next) {
        const xmlNode *found =
            is(p, "port") ? child_named(p, request ? "request" : "reply", attr(n, request ? "request" : "name")) : NULL;
        if (found) return found;
    }
    return NULL;
}

const char *key_of_message(const Mutant *m, const xmlNode *send)
{
    const xmlNode *own = up_to(send, "controller");
    if (own && has(own, "key")) return attr(own, "key");
    for (const xmlNode *c = m->root->children; c; c = c->next)
        if (is(c, "controller") && has(c, "key")) return attr(c, "key");
    return "";
}

const char *type_of_attr(const Mutant *m, const xmlNode *n, const char *attribute, const Scope *s)
{
    bool is_value = !strcmp(attribute, "value");
    if (is_condition(n, attribute)) return "bool";
    if (is(n, "set") && is_value) return strncmp(attr(n, "name"), "parked.", 7) ? scope_type(s, attr(n, "name")) : "";
    if (is(n, "stamp") && is_value) return attr(n, "type");
    if (is(n, "function") && is_value) return attr(n, "result");
    if ((is(n, "register") || is(n, "field")) && (!strcmp(attribute, "reset") || !strcmp(attribute, "absent")))
        return attr(n, "type");
    if (is(n, "write") && (!strcmp(attribute, "data") || !strcmp(attribute, "mask")))
        return scope_type(s, attr(n, attribute));
    if (!is(n, "send") && !is(n, "multicast") && !is(n, "reply")) return "";
    if (is(n, "send") && !strcmp(attribute, "to")) return "node";
    if (has(n, "message") && !strcmp(attribute, "key")) return key_of_message(m, n);
    const xmlNode *of = sent(m, n), *field = of ? child_named(of, "field", attribute) : NULL;
    return field ? attr(field, "type") : "";
}

bool is_condition(const xmlNode *n, const char *attribute)
{
    if (!strcmp(attribute, "when")) return !is(n, "progress");
    if (!strcmp(attribute, "test")) return is(n, "when");
    return !strcmp(attribute, "where") && is(n, "walk");
}
