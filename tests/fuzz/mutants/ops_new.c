/* ops_new.c - operators that add what the specification does not have. */
#include "mutants.h"
#include <stdio.h>
#include <string.h>

static bool is_controller(const Mutant *m, const xmlNode *n)
{
    (void)m;
    return is(n, "controller");
}
static bool is_message(const Mutant *m, const xmlNode *n)
{
    (void)m;
    return is(n, "message");
}
static bool is_keyed_row(const Mutant *m, const xmlNode *n) { return is_row(m, n) && has(n->parent, "state"); }

/* Puts it behind the last of its kind, or in front of the states, or first. */
static void add_to(xmlNode *parent, xmlNode *n)
{
    xmlNode *last = place_for(parent, (const char *)n->name);
    xmlNode *state = child_named(parent, "state", NULL);
    if (last)
        xmlAddNextSibling(last, n);
    else if (state)
        xmlAddPrevSibling(state, n);
    else if (parent->children)
        xmlAddPrevSibling(parent->children, n);
    else
        xmlAddChild(parent, n);
}

static const char *value_type(Mutant *m)
{
    static _Thread_local char list[TEXT_MAX];
    snprintf(list, sizeof list, "bool bool");
    for (xmlNode *t = m->root->children; t; t = t->next) {
        Sort sort = is(t, "type") || is(t, "enum") ? sort_of(m, attr(t, "name")) : SORT_NONE;
        if ((sort == SORT_NUMBER || sort == SORT_ENUM) && strlen(list) < 1000)
            snprintf(list + strlen(list), sizeof list - strlen(list), " %s", attr(t, "name"));
    }
    return draw_word(m, list);
}

/* A type that the file did not have, of an odd width. */
static void new_type(Mutant *m, char name[64])
{
    xmlNode *t = new_node(m, "type");
    fresh_name(m, "odd", name);
    put(t, "name", name);
    if (chance(m, 70))
        put(t, "bits", draw_word(m, "1 2 3 5 31 32 33 63 64"));
    else
        put(t, "count", draw_word(m, "1 2 3 5 9 65537"));
    if (chance(m, 30)) put(t, "overflow", draw_word(m, "error wrap saturate"));
    if (chance(m, 20)) put(t, "signed", "yes");
    if (chance(m, 15)) put(t, "order", "circular");
    add_to(m->root, t);
}

static void some_type(Mutant *m, char name[64])
{
    if (chance(m, 50))
        new_type(m, name);
    else
        snprintf(name, 64, "%s", value_type(m));
}

static void first_action(xmlNode *row, xmlNode *action)
{
    if (row->children)
        xmlAddPrevSibling(row->children, action);
    else
        xmlAddChild(row, action);
}

static xmlNode *new_set(Mutant *m, const xmlNode *row, const char *name, const char *type)
{
    xmlNode *set = new_node(m, "set");
    Scope s;
    char value[TEXT_MAX];
    scope_of(m, row, &s);
    value_make(m, &s, type, (int)draw(m, 4), value);
    put(set, "name", name);
    put(set, "value", value);
    return set;
}

static bool op_register(Mutant *m)
{
    xmlNode *ctl = pick_node(m, m->root, is_controller), *r = new_node(m, "register");
    char name[64], type[64], text[WORD_MAX];
    if (!ctl) return false;
    fresh_name(m, "extra", name);
    some_type(m, type);
    put(r, "name", name);
    put(r, "type", type);
    if (chance(m, 60) && value_literal(m, type, text)) put(r, "reset", text);
    add_to(ctl, r);
    for (uint32_t k = draw(m, 3); k; k--) {
        xmlNode *row = pick_node(m, ctl, is_row);
        if (row) first_action(row, new_set(m, row, name, type));
    }
    noted(m, "register %s of %s in %s", name, type, attr(ctl, "name"));
    return true;
}

static bool is_place(const Mutant *m, const xmlNode *n)
{
    (void)m;
    return is(n, "store") || is(n, "waiters");
}

static bool op_field(Mutant *m)
{
    xmlNode *of = pick_node(m, m->root, is_place), *f = new_node(m, "field"),
            *ctl = of ? up_to(of, "controller") : NULL;
    char name[64], type[64], full[WORD_MAX], text[WORD_MAX];
    if (!of) return false;
    fresh_name(m, "extra", name);
    some_type(m, type);
    put(f, "name", name);
    put(f, "type", type);
    if (chance(m, 40) && value_literal(m, type, text)) put(f, "reset", text);
    xmlAddChild(of, f);
    snprintf(full, sizeof full, "%s.%s", attr(of, "name"), name);
    for (uint32_t k = draw(m, 3); k; k--) {
        xmlNode *row = pick_node(m, ctl, is_keyed_row);
        if (row) xmlAddChild(row, new_set(m, row, full, type));
    }
    noted(m, "field %s of %s", full, type);
    return true;
}

static void give_field(Mutant *m, xmlNode *n, const char *element, const char *by, const char *name, const char *field,
                       const char *type)
{
    for (xmlNode *c = n->children; c; c = c->next)
        if (c->type == XML_ELEMENT_NODE) give_field(m, c, element, by, name, field, type);
    if (strcmp(element, "message") ? !is(n, element) || strcmp(attr(n, by), name)
                                   : (!is(n, "send") && !is(n, "multicast")) || strcmp(attr(n, by), name))
        return;
    Scope s;
    char value[TEXT_MAX];
    scope_of(m, n, &s);
    value_make(m, &s, type, (int)draw(m, 3), value);
    put(n, field, value);
}

static bool op_message_field(Mutant *m)
{
    xmlNode *of = pick_node(m, m->root, is_message), *f = new_node(m, "field");
    char name[64], type[64];
    if (!of) return false;
    fresh_name(m, "extra", name);
    some_type(m, type);
    put(f, "name", name);
    put(f, "type", type);
    xmlAddChild(of, f);
    give_field(m, m->root, "message", "message", attr(of, "name"), name, type);
    noted(m, "field %s.%s of %s", attr(of, "name"), name, type);
    return true;
}

static bool is_reply(const Mutant *m, const xmlNode *n)
{
    (void)m;
    return is(n, "reply") && is(n->parent, "port");
}

static bool op_reply_field(Mutant *m)
{
    xmlNode *of = pick_node(m, m->root, is_reply), *f = new_node(m, "field");
    char name[64], type[64];
    if (!of) return false;
    fresh_name(m, "extra", name);
    some_type(m, type);
    put(f, "name", name);
    put(f, "type", type);
    xmlAddChild(of, f);
    for (xmlNode *c = up_to(of, "controller")->children; c; c = c->next)
        if (is(c, "in") || is(c, "macro")) give_field(m, c, "reply", "name", attr(of, "name"), name, type);
    noted(m, "field %s.%s of %s", attr(of, "name"), name, type);
    return true;
}

static bool is_sent(const Mutant *m, const xmlNode *n)
{
    (void)m;
    return (is(n, "send") || is(n, "multicast")) && has(n, "message");
}

/* A message about another key, or about the row's own again. */
static bool op_send_key(Mutant *m)
{
    xmlNode *n = pick_node(m, m->root, is_sent);
    char value[TEXT_MAX];
    Scope s;
    if (!n) return false;
    if (has(n, "key") && chance(m, 30)) {
        noted(m, "line %ld: %s without key", xmlGetLineNo(n), attr(n, "message"));
        drop_attr(n, "key");
        return true;
    }
    scope_of(m, n, &s);
    value_make(m, &s, key_of_message(m, n), (int)draw(m, 3), value);
    if (chance(m, 90)) drop_attr(n, "performs");
    put(n, "key", value);
    noted(m, "line %ld: %s about %.80s", xmlGetLineNo(n), attr(n, "message"), value);
    return true;
}

/* A field of a message less, with what was given for it. */
static void take_field(xmlNode *n, const char *message, const char *field)
{
    if ((is(n, "send") || is(n, "multicast")) && !strcmp(attr(n, "message"), message)) drop_attr(n, field);
    for (xmlNode *c = n->children; c; c = c->next)
        if (c->type == XML_ELEMENT_NODE) take_field(c, message, field);
}

static bool op_lose_fields(Mutant *m)
{
    xmlNode *of = pick_node(m, m->root, is_message);
    if (!of || !of->children) return false;
    noted(m, "message %s without fields", attr(of, "name"));
    do {
        take_field(m->root, attr(of, "name"), attr(of->children, "name"));
        drop_node(of->children);
    } while (of->children && chance(m, 70));
    return true;
}

/* What nobody uses: a type, message, network, parameter, function. */
static bool op_unused(Mutant *m)
{
    static const char *const kinds[] = {"message", "network", "param", "enum", "function", "controller"};
    const char *kind = kinds[draw(m, 6)];
    xmlNode *n = new_node(m, kind), *network = child_named(m->root, "network", NULL);
    char name[64];
    fresh_name(m, "Idle", name);
    put(n, "name", name);
    if (is(n, "message") && network) put(n, "on", attr(network, "name"));
    if (is(n, "network")) put(n, "class", draw_word(m, "0 1 2 3"));
    if (is(n, "param")) put(n, "default", "2"), put(n, "min", "0"), put(n, "max", "9");
    if (is(n, "function")) put(n, "args", "a:bool b:bool"), put(n, "result", "bool"), put(n, "value", "a and b");
    for (uint32_t k = is(n, "enum") ? 1 + draw(m, 4) : 0; k; k--) {
        xmlNode *v = new_node(m, "value");
        fresh_name(m, "v", name);
        put(v, "name", name);
        xmlAddChild(n, v);
    }
    if (is(n, "controller")) {
        xmlNode *s = new_node(m, "state");
        put(s, "name", "Only");
        put(s, "initial", "yes");
        xmlAddChild(n, s);
    }
    add_to(m->root, n);
    noted(m, "an unused %s", kind);
    return true;
}

/* An event without key, and its row. */
static bool op_event(Mutant *m)
{
    xmlNode *ctl = pick_node(m, m->root, is_controller), *in = new_node(m, "in"), *row = new_node(m, "on");
    const char *kind = draw_word(m, "timer wish overflow timer");
    xmlNode *n = new_node(m, kind);
    char name[64], text[TEXT_MAX];
    Scope s;
    if (!ctl) return false;
    fresh_name(m, "often", name);
    put(n, "name", name);
    add_to(ctl, n);
    scope_of(m, n, &s);
    value_make(m, &s, "bool", 2, text);
    if (is(n, "timer") && chance(m, 60))
        put(n, "every", draw_word(m, "0 1 2 7 1000"));
    else if (!is(n, "overflow"))
        put(n, "when", text);
    put(row, "event", name);
    xmlAddChild(in, row);
    xmlAddChild(ctl, in);
    for (int i = 0; i < s.n && i < 3; i++)
        if (chance(m, 60)) xmlAddChild(row, new_set(m, row, s.at[i].name, s.at[i].type));
    if (chance(m, 15)) put(row, "when", text);
    noted(m, "%s %s in %s", kind, name, attr(ctl, "name"));
    return true;
}

static bool op_view(Mutant *m)
{
    xmlNode *ctl = pick_node(m, m->root, is_controller), *n = new_node(m, "view");
    xmlNode *of = ctl ? child_named(ctl, "state", NULL) : NULL, *as = of;
    xmlNode *row = ctl ? pick_node(m, ctl, is_keyed_row) : NULL;
    char name[64], text[TEXT_MAX];
    Scope s;
    if (!of || !row) return false;
    for (uint32_t k = draw(m, 4); k && of; k--) of = of->next;
    for (uint32_t k = draw(m, 4); k && as; k--) as = as->next;
    if (!of || !as || !is(of, "state") || !is(as, "state")) return false;
    fresh_name(m, "seen", name);
    put(n, "name", name), put(n, "of", attr(of, "name")), put(n, "as", attr(as, "name")),
        put(n, "event", attr(row, "event"));
    add_to(ctl, n);
    scope_of(m, n, &s);
    value_make(m, &s, "bool", 2, text);
    put(n, "when", text);
    noted(m, "a view of %s as %s when %.80s", attr(of, "name"), attr(as, "name"), text);
    return true;
}

/* One event becomes two: the rows of the one are copied for the other. */
static bool op_refine(Mutant *m)
{
    xmlNode *row = pick_node(m, m->root, is_keyed_row), *ctl = row ? up_to(row, "controller") : NULL,
            *n = new_node(m, "event");
    char base[WORD_MAX], name[WORD_MAX], text[TEXT_MAX];
    Scope s;
    if (!row) return false;
    snprintf(base, sizeof base, "%.*s", (int)strcspn(attr(row, "event"), " "), attr(row, "event"));
    if (child_named(ctl, "event", base)) return false;
    snprintf(name, sizeof name, "%.60s.odd%u", base, draw(m, 100));
    put(n, "name", name);
    put(n, "from", base);
    add_to(ctl, n);
    scope_of(m, n, &s);
    value_make(m, &s, "bool", 2, text);
    put(n, "when", text);
    for (xmlNode *in = ctl->children; in; in = in->next)
        for (xmlNode *r = is(in, "in") ? in->children : NULL; r; r = r->next) {
            char list[TEXT_MAX], word[WORD_MAX + 4];
            snprintf(list, sizeof list, " %s ", attr(r, "event"));
            snprintf(word, sizeof word, " %s ", base);
            if (!strstr(list, word)) continue;
            xmlNode *copy = copy_node(m, r);
            put(copy, "event", name);
            xmlAddNextSibling(r, copy);
            r = copy;
        }
    noted(m, "event %s when %.120s", name, text);
    return true;
}

static bool op_input(Mutant *m)
{
    xmlNode *ctl = pick_node(m, m->root, is_controller), *n = new_node(m, "input"),
            *row = ctl ? pick_node(m, ctl, is_row) : NULL;
    char name[64], type[64];
    if (!ctl) return false;
    fresh_name(m, "pin", name);
    some_type(m, type);
    put(n, "name", name);
    put(n, "type", type);
    add_to(ctl, n);
    if (row && !strcmp(type, "bool")) {
        xmlNode *copy = copy_node(m, row);
        put(copy, "when", name);
        xmlAddPrevSibling(row, copy);
    }
    noted(m, "input %s of %s", name, type);
    return true;
}

/* A state like another one: its rows, and one way into it. */
static bool is_state(const Mutant *m, const xmlNode *n)
{
    (void)m;
    return is(n, "state");
}
static bool is_go(const Mutant *m, const xmlNode *n)
{
    (void)m;
    return is(n, "go");
}

static bool op_state(Mutant *m)
{
    xmlNode *old = pick_node(m, m->root, is_state), *ctl = old ? up_to(old, "controller") : NULL;
    xmlNode *go = ctl ? pick_node(m, ctl, is_go) : NULL;
    char name[64];
    if (!old) return false;
    xmlNode *n = copy_node(m, old);
    fresh_name(m, "More", name);
    put(n, "name", name);
    drop_attr(n, "initial");
    xmlAddNextSibling(old, n);
    for (xmlNode *in = ctl->children; in; in = in->next) {
        if (!is(in, "in") || strcmp(attr(in, "state"), attr(old, "name"))) continue;
        xmlNode *copy = copy_node(m, in);
        put(copy, "state", name);
        xmlAddNextSibling(in, copy);
        break;
    }
    if (go && !strcmp(attr(go, "to"), attr(old, "name"))) put(go, "to", name);
    noted(m, "state %s like %s", name, attr(old, "name"));
    return true;
}

/* The actions of a row become a macro. */
static bool op_macro(Mutant *m)
{
    xmlNode *row = pick_node(m, m->root, is_row), *ctl = row ? up_to(row, "controller") : NULL;
    char name[64];
    if (!row || !row->children) return false;
    xmlNode *n = new_node(m, "macro"), *call = new_node(m, "do");
    fresh_name(m, "same", name);
    put(n, "name", name);
    put(call, "macro", name);
    while (row->children) {
        xmlNode *c = row->children;
        xmlUnlinkNode(c);
        xmlAddChild(n, c);
    }
    xmlAddChild(row, call);
    add_to(ctl, n);
    noted(m, "macro of row %.80s", attr(row, "event"));
    return true;
}

static bool op_wide(Mutant *m)
{
    xmlNode *row = pick_node(m, m->root, is_row), *choose = new_node(m, "choose"), *set = NULL;
    xmlNode *ctl = row ? up_to(row, "controller") : NULL, *r = ctl ? child_named(ctl, "register", NULL) : NULL;
    Scope s;
    char text[TEXT_MAX];
    if (!r || has(r, "constant")) return false;
    scope_of(m, row, &s);
    for (uint32_t k = 2 + draw(m, 12); k; k--) {
        xmlNode *when = new_node(m, "when");
        value_make(m, &s, "bool", 1, text);
        put(when, "test", text);
        set = new_set(m, row, attr(r, "name"), attr(r, "type"));
        xmlAddChild(when, set);
        xmlAddChild(choose, when);
    }
    xmlAddChild(row, choose);
    noted(m, "many arms in row %.80s", attr(row, "event"));
    return true;
}

static bool op_walk(Mutant *m)
{
    xmlNode *of = pick_node(m, m->root, is_place), *ctl = of ? up_to(of, "controller") : NULL;
    xmlNode *row = ctl ? pick_node(m, ctl, is_row) : NULL, *walk = new_node(m, "walk");
    Scope s;
    char text[TEXT_MAX], full[WORD_MAX];
    if (!row) return false;
    put(walk, "over", attr(of, "name"));
    xmlAddChild(row, walk);
    scope_of(m, walk, &s);
    value_make(m, &s, "bool", 2, text);
    if (chance(m, 60)) put(walk, "where", text);
    xmlNode *field = child_named(of, "field", NULL);
    if (field && chance(m, 80)) {
        snprintf(full, sizeof full, "%s.%s", attr(of, "name"), attr(field, "name"));
        xmlAddChild(walk, new_set(m, walk, full, attr(field, "type")));
    } else {
        xmlNode *gone = new_node(m, "free");
        put(gone, "what", attr(of, "name"));
        xmlAddChild(walk, gone);
    }
    noted(m, "a walk over %s in row %.80s", attr(of, "name"), attr(row, "event"));
    return true;
}

const Operator new_operators[] = {
    {"new-register", op_register, 5},
    {"new-field", op_field, 4},
    {"new-message-field", op_message_field, 5},
    {"new-reply-field", op_reply_field, 2},
    {"send-key", op_send_key, 4},
    {"lose-fields", op_lose_fields, 2},
    {"unused", op_unused, 2},
    {"new-event", op_event, 4},
    {"new-view", op_view, 2},
    {"refine", op_refine, 4},
    {"new-input", op_input, 3},
    {"new-state", op_state, 3},
    {"macro", op_macro, 2},
    {"arms", op_wide, 2},
    {"walk", op_walk, 2},
    {0},
};
