/* sends.c - messages, requests and answers of another kind, or to somebody else. */
#include "mutate.h"
#include <stdio.h>
#include <string.h>

static const xmlNode *first_value(const Mutator *m, const char *type) {
    for (const xmlNode *e = m->root->children; e; e = e->next)
        for (const xmlNode *v = is_element(e, "enum") && !strcmp(attr_of(e, "name"), type) ? e->children : NULL; v;
             v = v->next)
            if (is_element(v, "value")) return v;
    return NULL;
}

/* A value for a field that the original does not give: the event's own of that name, else 0, else the first name of the
 * type; "" if there is none. */
static void default_value(const Mutator *m, const xmlNode *field, const Names *names, char out[80]) {
    const char *type = attr_of(field, "type");
    const xmlNode *value = first_value(m, type);
    char own[72];
    snprintf(own, sizeof own, "msg.%.60s", attr_of(field, "name"));
    *out = 0;
    if (!strcmp(name_type(names, own), type)) { strcpy(out, own); return; }
    if (value) { snprintf(out, 80, "%.40s.%.36s", type, attr_of(value, "name")); return; }
    if (!strcmp(type, "bool")) { strcpy(out, "false"); return; }
    if (is_number(m, type)) { strcpy(out, "0"); return; }
    for (int i = 0; i < names->n && !*out; i++)
        if (!strcmp(names->at[i].type, type)) strcpy(out, names->at[i].name);
}

static bool has_field(const xmlNode *of, const char *name) {
    for (const xmlNode *f = of->children; f; f = f->next)
        if (is_element(f, "field") && !strcmp(attr_of(f, "name"), name)) return true;
    return false;
}

/* Gives all fields of the other kind and none besides. False: a field has no value of its type here; nothing has been
 * changed. */
static bool fields_fit(const Mutator *m, xmlNode *n, const xmlNode *to, const Names *names, bool apply) {
    for (const xmlNode *f = to->children; f; f = f->next) {
        char value[80];
        if (!is_element(f, "field") || *attr_of(n, attr_of(f, "name"))) continue;
        default_value(m, f, names, value);
        if (!*value) return false;
        if (apply) xmlSetProp(n, (const xmlChar *)attr_of(f, "name"), (const xmlChar *)value);
    }
    return true;
}

static void drop_fields(xmlNode *n, const xmlNode *of, const xmlNode *to) {
    for (const xmlNode *f = of->children; f; f = f->next)
        if (is_element(f, "field") && !has_field(to, attr_of(f, "name")))
            xmlUnsetProp(n, (const xmlChar *)attr_of(f, "name"));
}

/* Every other kind beside the one that is sent: messages of the same network, requests and answers of the same port. */
static bool other_kinds(Mutator *m, xmlNode *n, const char *attr, const xmlNode *of, const char *element) {
    Names names;
    names_of(m, n, &names);
    for (const xmlNode *to = of->parent->children; to; to = to->next) {
        if (to == of || !is_element(to, element) || strcmp(attr_of(to, "on"), attr_of(of, "on")) ||
            !fields_fit(m, n, to, &names, false))
            continue;
        if (!change_attr(m, "wrong-kind", n, attr, attr_of(to, "name"))) continue;
        fields_fit(m, n, to, &names, true);
        drop_fields(n, of, to);
        return true;
    }
    return false;
}

static bool other_receivers(Mutator *m, xmlNode *n) {
    static const char *const nodes[] = { "home", "msg.from", "me" };
    for (int i = 0; i < 3; i++)
        if (change_attr(m, "receiver", n, "to", nodes[i])) return true;
    return false;
}

bool mutate_send(Mutator *m, xmlNode *n) {
    const char *attr = is_element(n, "reply") ? "name" : *attr_of(n, "request") ? "request" : "message";
    const xmlNode *of = is_element(n, "reply") || is_element(n, "send") ? sent_kind(m, n) : NULL;
    if (of && other_kinds(m, n, attr, of, (const char *)of->name)) return true;
    return is_element(n, "send") && *attr_of(n, "to") && other_receivers(m, n);
}
