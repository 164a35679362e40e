/* declared.c - mistakes in declarations: a type a bit too narrow, networks' order and class, the order of sources, who
 * is a victim, what a new line or entry begins with. */
#include "mutate.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One bit less; for a type of `count` one value less. */
static bool narrow(Mutator *m, xmlNode *type) {
    static const char *const sizes[] = { "bits", "count" };
    char less[TEXT_MAX];
    if (*attr_of(type, "key") || *attr_of(type, "opaque")) return false;
    for (int i = 0; i < 2; i++) {
        const char *size = attr_of(type, sizes[i]);
        char *end;
        long number = strtol(size, &end, 10);
        if (!*size || (!*end && number < 2)) continue;
        if (*end) snprintf(less, sizeof less, "%.900s - 1", size);
        else snprintf(less, sizeof less, "%ld", number - 1);
        if (change_attr(m, "narrow", type, sizes[i], less)) return true;
    }
    return false;
}

/* Its class is that of another network. */
static bool other_class(Mutator *m, xmlNode *net) {
    for (const xmlNode *other = m->root->children; other; other = other->next)
        if (is_element(other, "network") && other != net && *attr_of(other, "class") && *attr_of(net, "class") &&
            change_attr(m, "class", net, "class", attr_of(other, "class")))
            return true;
    return false;
}

bool mutate_protocol(Mutator *m) {
    for (xmlNode *n = m->root->children; n; n = n->next) {
        if (is_element(n, "type") && narrow(m, n)) return true;
        if (!is_element(n, "network")) continue;
        if (!strcmp(attr_of(n, "order"), "pair") && change_attr(m, "order", n, "order", "none")) return true;
        if (other_class(m, n)) return true;
    }
    return false;
}

/* Two neighbours in a list of words change places; the last is not said, and follows where the tool puts it. */
static bool mutate_priority(Mutator *m, xmlNode *n) {
    const char *text = attr_of(n, "order");
    for (const char *w = text; *w;) {
        size_t a = strcspn(w, " ");
        if (!w[a]) break;
        size_t b = strcspn(w + a + 1, " ");
        char out[TEXT_MAX];
        snprintf(out, sizeof out, "%.*s%.*s %.*s%s", (int)(w - text), text, (int)b, w + a + 1, (int)a, w,
                 w + a + 1 + b);
        if (change_attr(m, "priority", n, "order", out)) return true;
        w += a + 1;
    }
    return false;
}

/* Each of the victims' states left out; every other state of the store as one of them. */
static bool mutate_victims(Mutator *m, xmlNode *store) {
    char out[TEXT_MAX], has[TEXT_MAX];
    const char *text = attr_of(store, "victims");
    if (!*text) return false;
    for (const char *w = text; strchr(text, ' ') && *w;) {
        size_t len = strcspn(w, " ");
        const char *rest = w[len] ? w + len + 1 : w + len;
        snprintf(out, sizeof out, "%.*s%s", (int)(*rest || w == text ? w - text : w - text - 1), text, rest);
        if (change_attr(m, "victims", store, "victims", out)) return true;
        w = rest;
    }
    for (const xmlNode *s = m->controller->children; s; s = s->next) {
        if (!is_element(s, "state") || strcmp(attr_of(s, "at"), attr_of(store, "name"))) continue;
        snprintf(has, sizeof has, " %.900s ", text);
        snprintf(out, sizeof out, " %.64s ", attr_of(s, "name"));
        if (strstr(has, out)) continue;
        snprintf(out, sizeof out, "%.900s %.64s", text, attr_of(s, "name"));
        if (change_attr(m, "victims", store, "victims", out)) return true;
    }
    return false;
}

/* What a field of a new line or entry begins with: nothing is said. */
static bool drop_reset(Mutator *m, xmlNode *of) {
    for (xmlNode *f = of->children; f; f = f->next) {
        if (!is_element(f, "field") || !*attr_of(f, "reset")) continue;
        if (!change(m, "drop-reset", f, "field %s: %s -> none", attr_of(f, "name"), attr_of(f, "reset"))) continue;
        xmlUnsetProp(f, (const xmlChar *)"reset");
        return true;
    }
    return false;
}

bool mutate_declared(Mutator *m) {
    for (xmlNode *n = m->controller->children; n; n = n->next) {
        if (is_element(n, "priority") && mutate_priority(m, n)) return true;
        if (is_element(n, "store") && mutate_victims(m, n)) return true;
        if ((is_element(n, "store") || is_element(n, "waiters")) && drop_reset(m, n)) return true;
    }
    return false;
}
