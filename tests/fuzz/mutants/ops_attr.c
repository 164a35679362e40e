/* ops_attr.c - operators on the other attributes: types, widths, sizes, parameters, kinds, references. */
#include "mutants.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- lists of declared names ---- */

static void names_in(const xmlNode *of, const char *element, char out[TEXT_MAX])
{
    for (const xmlNode *c = of ? of->children : NULL; c; c = c->next)
        if (is(c, element) && strlen(out) + strlen(attr(c, "name")) + 2 < TEXT_MAX)
            snprintf(out + strlen(out), TEXT_MAX - strlen(out), "%s%s", *out ? " " : "", attr(c, "name"));
}

static void names_of_ports(const xmlNode *ctl, const char *element, char out[TEXT_MAX])
{
    for (const xmlNode *p = ctl->children; p; p = p->next)
        if (is(p, "port")) names_in(p, element, out);
}

static bool set_to(Mutant *m, xmlNode *n, const char *name, const char *value)
{
    if (!*value || !strcmp(attr(n, name), value)) return false;
    noted(m, "line %ld: %s %s=\"%.60s\" -> \"%.80s\"", xmlGetLineNo(n), (const char *)n->name, name, attr(n, name),
          value);
    put(n, name, value);
    return true;
}

/* ---- types ---- */

static bool is_plain_type(const Mutant *m, const xmlNode *n)
{
    return is(n, "type") && sort_of(m, attr(n, "name")) == SORT_NUMBER;
}

static bool op_width(Mutant *m)
{
    xmlNode *t = pick_node(m, m->root, is_plain_type);
    if (!t) return false;
    if (chance(m, 60)) {
        drop_attr(t, "count");
        return set_to(m, t, "bits", draw_word(m, "1 2 3 4 5 7 8 9 16 31 32 33 47 48 63 64 65 0"));
    }
    drop_attr(t, "bits");
    return set_to(m, t, "count", draw_word(m, "1 2 3 4 5 7 8 9 16 17 255 256 65536 0"));
}

static bool op_any_width(Mutant *m)
{
    xmlNode *list[64];
    int n = 0;
    for (xmlNode *t = m->root->children; t && n < 64; t = t->next)
        if (is(t, "type")) list[n++] = t;
    if (!n) return false;
    xmlNode *t = list[draw(m, (uint32_t)n)];
    switch (draw(m, 4)) {
    case 0: return has(t, "bytes") && set_to(m, t, "bytes", draw_word(m, "1 2 4 8 16 32 64 128 3 256"));
    case 1: return has(t, "offset") && set_to(m, t, "offset", draw_word(m, "1 2 4 8 16 32 64 128"));
    case 2: return has(t, "key") && set_to(m, t, "bits", draw_word(m, "1 4 5 6 8 12 16 31 32 33 48 63 64"));
    default: return set_to(m, t, "opaque", attr(t, "opaque")[0] == 'y' ? "no" : "yes");
    }
}

static bool op_type_rule(Mutant *m)
{
    xmlNode *t = pick_node(m, m->root, is_plain_type);
    if (!t) return false;
    switch (draw(m, 3)) {
    case 0: return set_to(m, t, "signed", attr(t, "signed")[0] == 'y' ? "no" : "yes");
    case 1: return set_to(m, t, "order", attr(t, "order")[0] == 'c' ? "linear" : "circular");
    default: return set_to(m, t, "overflow", draw_word(m, "error wrap saturate"));
    }
}

static bool has_type(const Mutant *m, const xmlNode *n)
{
    (void)m;
    return has(n, "type");
}

static bool op_type_of(Mutant *m)
{
    xmlNode *n = pick_node(m, m->root, has_type);
    char list[TEXT_MAX] = "bool node";
    if (!n) return false;
    names_in(m->root, "type", list);
    names_in(m->root, "enum", list);
    return set_to(m, n, "type", draw_word(m, list));
}

/* ---- parameters and sizes ---- */

static bool is_param(const Mutant *m, const xmlNode *n)
{
    (void)m;
    return is(n, "param");
}

static bool op_param(Mutant *m)
{
    xmlNode *p = pick_node(m, m->root, is_param);
    if (!p) return false;
    if (has(p, "in") && chance(m, 70)) return set_to(m, p, "default", draw_word(m, attr(p, "in")));
    switch (draw(m, 8)) {
    case 0: return set_to(m, p, "min", draw_word(m, "0 1 2"));
    case 1: return set_to(m, p, "max", draw_word(m, "1 2 3 4 16"));
    case 2: return set_to(m, p, "in", draw_word(m, "1 2 4"));
    case 3: return set_to(m, p, "default", attr(p, "min"));
    default: return set_to(m, p, "default", draw_word(m, "0 1 2 3 4 5 6"));
    }
}

static bool op_design(Mutant *m)
{
    static const char *const names = "FLIT_BITS NET_LATENCY QUEUE_DEPTH BEAT_BYTES MEM_SLOTS THROTTLE";
    static const char *const values[] = {"8 9 16 31 64 128", "0 1 2", "3 4 5", "1 2 4 8 16", "1 2 3", "0 1 255"};
    xmlNode *system = child_named(m->root, "system", NULL);
    uint32_t k = draw(m, 6);
    const char *name = names;
    if (!system) return false;
    for (uint32_t i = 0; i < k; i++) name = strchr(name, ' ') + 1;
    char word[WORD_MAX];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(name, " "), name);
    if (child_named(m->root, "param", word)) return false;
    return set_to(m, system, word, draw_word(m, values[k]));
}

static bool is_sized(const Mutant *m, const xmlNode *n)
{
    (void)m;
    return is(n, "store") || is(n, "waiters") || is(n, "join") || is(n, "timer") || is(n, "place") || is(n, "network");
}

static bool op_size(Mutant *m)
{
    static const char *const small = "0 1 2 3 4 5 7 8";
    xmlNode *n = pick_node(m, m->root, is_sized);
    if (!n) return false;
    if (is(n, "network")) return set_to(m, n, "class", draw_word(m, "0 1 2 3"));
    if (is(n, "place")) return set_to(m, n, "count", draw_word(m, "1 2 3 4 0"));
    if (is(n, "join")) return set_to(m, n, draw_word(m, "entries hold"), draw_word(m, small));
    if (is(n, "timer")) return has(n, "every") && set_to(m, n, "every", draw_word(m, "0 1 2 3 1000000 2147483647"));
    int count;
    const Kind *kinds = grammar_kinds(&count);
    for (int i = 0; i < count; i++) {
        char sizes[300];
        snprintf(sizes, sizeof sizes, "%s %s", kinds[i].required, kinds[i].sizes);
        if (!strcmp(kinds[i].kind, attr(n, "kind"))) return set_to(m, n, draw_word(m, sizes), draw_word(m, small));
    }
    return false;
}

static bool op_index(Mutant *m)
{
    xmlNode *n = pick_node(m, m->root, is_sized);
    if (!n || strcmp(attr(n, "kind"), "assoc")) return false;
    static const char *const index[] = {
        "key", "key / 2", "key / 3", "key % 4", "0", "key shr 1", "key bitxor 1", "key + 1", "(key shr 2) bitxor key"};
    return set_to(m, n, "index", index[draw(m, sizeof index / sizeof *index)]);
}

static bool op_kind(Mutant *m)
{
    xmlNode *n = pick_node(m, m->root, is_sized);
    int count;
    const Kind *kinds = grammar_kinds(&count), *k = &kinds[draw(m, (uint32_t)count)];
    if (!n || (!is(n, "store") && !is(n, "waiters")) || k->is_store != is(n, "store")) return false;
    if (!set_to(m, n, "kind", k->kind)) return false;
    char keep[300];
    snprintf(keep, sizeof keep, " name kind doc victims %s %s ", k->required, k->sizes);
    for (xmlAttr *a = n->properties, *next; a; a = next) {
        char word[WORD_MAX];
        next = a->next;
        snprintf(word, sizeof word, " %s ", (const char *)a->name);
        if (!strstr(keep, word)) xmlRemoveProp(a);
    }
    const char *w = k->required;
    while (*w) {
        char word[WORD_MAX];
        size_t len = strcspn(w, " ");
        snprintf(word, sizeof word, "%.*s", (int)len, w);
        if (!has(n, word)) put(n, word, draw_word(m, "1 2 4"));
        w += len;
        w += strspn(w, " ");
    }
    return true;
}

/* ---- attributes with listed values, and optional ones ---- */

static bool is_wanted(const Mutant *m, const xmlNode *n) { return is(n, m->wanted); }

static bool op_listed(Mutant *m)
{
    static const char *const elements =
        "type network message field state event port send write set reply apply replay register";
    char element[WORD_MAX], word[WORD_MAX];
    snprintf(element, sizeof element, "%s", draw_word(m, elements));
    m->wanted = element;
    xmlNode *n = pick_node(m, m->root, is_wanted);
    if (!n) return false;
    snprintf(word, sizeof word, "%s", draw_word(m, grammar_attributes(element)));
    const char *values = grammar_values(element, word);
    if (values && chance(m, 70)) return set_to(m, n, word, draw_word(m, values));
    if (!has(n, word) || grammar_required(element, word)) return false;
    noted(m, "line %ld: %s without %s", xmlGetLineNo(n), element, word);
    drop_attr(n, word);
    return true;
}

/* ---- references ---- */

static bool is_reference(const Mutant *m, const xmlNode *n)
{
    return is(n, "go") || is(n, "view") || is(n, "send") || is(n, "reply") || is(n, "multicast") || is_row(m, n) ||
           is(n, "never") || is(n, "stall") || is(n, "as") || is(n, "set") || is(n, "allocate") || is(n, "free") ||
           is(n, "state") || is(n, "priority") || is(n, "in") || is(n, "wake");
}

/* Gives a send the fields that its message wants, and takes the others away. */
static void fit_fields(Mutant *m, xmlNode *n, const xmlNode *of)
{
    Scope s;
    char value[TEXT_MAX];
    scope_of(m, n, &s);
    for (xmlAttr *a = n->properties, *next; a; a = next) {
        next = a->next;
        char word[WORD_MAX];
        snprintf(word, sizeof word, " %s ", (const char *)a->name);
        if (!strstr(" message to of port request name performs key doc ", word) &&
            !child_named(of, "field", (const char *)a->name))
            xmlRemoveProp(a);
    }
    for (const xmlNode *f = of->children; f; f = f->next) {
        if (!is(f, "field") || has(n, attr(f, "name"))) continue;
        value_make(m, &s, attr(f, "type"), 1, value);
        put(n, attr(f, "name"), value);
    }
}

static bool other_message(Mutant *m, xmlNode *n, const xmlNode *ctl)
{
    char list[TEXT_MAX] = "";
    bool request = has(n, "request"), reply = is(n, "reply");
    if (request || reply)
        names_of_ports(ctl, request ? "request" : "reply", list);
    else
        names_in(m->root, "message", list);
    const char *name = request ? "request" : reply ? "name" : "message";
    if (!set_to(m, n, name, draw_word(m, list))) return false;
    const xmlNode *of = child_named(m->root, "message", attr(n, name));
    for (const xmlNode *p = ctl->children; p && (request || reply); p = p->next)
        if (is(p, "port") && child_named(p, request ? "request" : "reply", attr(n, name)))
            of = child_named(p, request ? "request" : "reply", attr(n, name));
    if (of) fit_fields(m, n, of);
    return true;
}

static bool other_receiver(Mutant *m, xmlNode *n, const xmlNode *ctl)
{
    char list[TEXT_MAX] = "home msg.from req.from", to[TEXT_MAX];
    (void)ctl;
    names_in(m->root, "controller", list);
    snprintf(to, sizeof to, "%s", draw_word(m, list));
    if (child_named(m->root, "controller", to) && chance(m, 50)) snprintf(to + strlen(to), 8, "(%u)", draw(m, 3));
    return has(n, "to") && set_to(m, n, "to", to);
}

static bool other_event(Mutant *m, xmlNode *n, const xmlNode *ctl)
{
    char list[TEXT_MAX] = "evict *", text[TEXT_MAX];
    names_of_ports(ctl, "event", list);
    names_in(m->root, "message", list);
    names_in(ctl, "event", list);
    snprintf(text, sizeof text, "%s", draw_word(m, list));
    if (chance(m, 50)) snprintf(text + strlen(text), sizeof text - strlen(text), " %s", attr(n, "event"));
    return set_to(m, n, "event", text);
}

static bool op_reference(Mutant *m)
{
    xmlNode *n = pick_node(m, m->root, is_reference);
    const xmlNode *ctl = n ? up_to(n, "controller") : NULL;
    char states[TEXT_MAX] = "", places[TEXT_MAX] = "none", registers[TEXT_MAX] = "";
    if (!ctl) return false;
    names_in(ctl, "state", states);
    if (is(n, "send") || is(n, "reply") || is(n, "multicast"))
        return chance(m, 50) ? other_message(m, n, ctl) : other_receiver(m, n, ctl);
    if (is(n, "go")) return set_to(m, n, "to", draw_word(m, states));
    if (is(n, "view") || is(n, "as") || is(n, "in") || is(n, "wake"))
        return set_to(m, n,
                      is(n, "view")   ? draw_word(m, "of as")
                      : is(n, "wake") ? "in"
                                      : "state",
                      draw_word(m, states));
    names_in(ctl, "store", places);
    names_in(ctl, "waiters", places);
    if (is(n, "state")) return set_to(m, n, "at", draw_word(m, places));
    if (is(n, "allocate") || is(n, "free")) return set_to(m, n, "what", draw_word(m, places));
    names_in(ctl, "register", registers);
    if (is(n, "set")) return *registers && set_to(m, n, "name", draw_word(m, registers));
    if (is(n, "priority")) return set_to(m, n, "order", draw_word(m, "replay evict core mem net"));
    return other_event(m, n, ctl);
}

const Operator attr_operators[] = {
    {"width", op_width, 6}, {"any-width", op_any_width, 2}, {"type-rule", op_type_rule, 4}, {"type-of", op_type_of, 3},
    {"param", op_param, 4}, {"design", op_design, 2},       {"size", op_size, 4},           {"index", op_index, 1},
    {"kind", op_kind, 2},   {"listed", op_listed, 4},       {"reference", op_reference, 5}, {0},
};
