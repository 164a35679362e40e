/* ops_tree.c - operators on elements: removed, copied, exchanged, moved, wrapped. */
#include "mutants.h"
#include <stdio.h>
#include <string.h>

static bool is_removable(const Mutant *m, const xmlNode *n)
{
    return is_action(m, n) || is_row(m, n) || is(n, "never") || is(n, "stall") || is(n, "as") || is(n, "state") ||
           is(n, "view") || is(n, "event") || is(n, "field") || is(n, "stamp") || is(n, "message") ||
           is(n, "register") || is(n, "timer") || is(n, "wish") || is(n, "wake") || is(n, "overflow") ||
           is(n, "priority") || is(n, "invariant") || is(n, "system") || is(n, "home") || is(n, "reply") ||
           is(n, "request") || is(n, "port") || is(n, "store") || is(n, "waiters") || is(n, "when") ||
           is(n, "otherwise") || is(n, "in") || is(n, "join") || is(n, "value") || is(n, "param") || is(n, "type");
}

static bool is_small(const Mutant *m, const xmlNode *n)
{
    return is_action(m, n) || is(n, "event") || is(n, "field") || is(n, "view") || is(n, "priority") ||
           is(n, "invariant") || is(n, "when") || is(n, "otherwise") || is_row(m, n) || is(n, "state");
}

static void told(Mutant *m, const char *what, const xmlNode *n)
{
    const char *name = *attr(n, "name") ? attr(n, "name") : *attr(n, "event") ? attr(n, "event") : attr(n, "to");
    noted(m, "line %ld: %s %s %.60s", xmlGetLineNo(n), what, (const char *)n->name, name);
}

static bool op_remove(Mutant *m)
{
    xmlNode *n = pick_node(m, m->root, chance(m, 75) ? is_small : is_removable);
    if (!n) return false;
    told(m, "without", n);
    drop_node(n);
    return true;
}

static bool op_double(Mutant *m)
{
    xmlNode *n = pick_node(m, m->root, chance(m, 60) ? is_action : is_removable);
    char name[64];
    if (!n) return false;
    told(m, "twice", n);
    xmlNode *copy = copy_node(m, n);
    if (has(n, "name") && !is_action(m, n)) {
        fresh_name(m, "twin", name);
        put(copy, "name", name);
    }
    xmlAddNextSibling(n, copy);
    return true;
}

static bool has_next(const Mutant *m, const xmlNode *n)
{
    (void)m;
    return n->next && n != m->root;
}

static bool op_swap(Mutant *m)
{
    xmlNode *n = pick_node(m, m->root, has_next);
    if (!n) return false;
    xmlNode *with = n->next;
    for (uint32_t steps = draw(m, 4); steps && with->next; steps--) with = with->next;
    told(m, "later", n);
    xmlUnlinkNode(n);
    xmlAddNextSibling(with, n);
    return true;
}

static bool holds_actions(const Mutant *m, const xmlNode *n)
{
    return is_row(m, n) || is(n, "when") || is(n, "otherwise") || is(n, "macro");
}

static void add_action(Mutant *m, xmlNode *to, xmlNode *action)
{
    xmlNode *at = to->children;
    for (uint32_t k = draw(m, 4); k && at; k--) at = at->next;
    if (at)
        xmlAddPrevSibling(at, action);
    else
        xmlAddChild(to, action);
}

static bool op_move(Mutant *m)
{
    xmlNode *n = pick_node(m, m->root, is_action), *ctl = n ? up_to(n, "controller") : NULL;
    xmlNode *to = ctl ? pick_node(m, ctl, holds_actions) : NULL;
    if (!to) return false;
    for (xmlNode *up = to; up; up = up->parent)
        if (up == n) return false;
    told(m, "elsewhere", n);
    xmlNode *moved = copy_node(m, n);
    if (chance(m, 50)) drop_node(n);
    add_action(m, to, moved);
    return true;
}

/* An action under a condition, or in the rest of one. */
static bool op_choose(Mutant *m)
{
    xmlNode *n = pick_node(m, m->root, is_action);
    Scope s;
    char test[TEXT_MAX];
    if (!n || is(n, "choose")) return false;
    scope_of(m, n, &s);
    value_make(m, &s, "bool", 2, test);
    xmlNode *choose = new_node(m, "choose"), *when = new_node(m, "when");
    put(when, "test", test);
    told(m, "under a condition", n);
    xmlAddNextSibling(n, choose);
    xmlUnlinkNode(n);
    xmlAddChild(choose, when);
    bool both = chance(m, 40);
    if (both || chance(m, 50)) {
        xmlNode *rest = new_node(m, "otherwise");
        xmlAddChild(choose, rest);
        xmlAddChild(rest, both ? copy_node(m, n) : n);
        if (!both) return true;
    }
    xmlAddChild(when, n);
    return true;
}

/* The row a second time, before it, under a guard. */
static bool op_split(Mutant *m)
{
    xmlNode *n = pick_node(m, m->root, is_row);
    Scope s;
    char test[TEXT_MAX];
    if (!n) return false;
    scope_of(m, n, &s);
    value_make(m, &s, "bool", 2, test);
    xmlNode *copy = copy_node(m, n);
    put(copy, "when", test);
    if (chance(m, 50) && copy->children) drop_node(copy->children);
    told(m, "a guarded copy of", n);
    xmlAddPrevSibling(n, copy);
    return true;
}

/* A row that does nothing, waits, or must not be. */
static bool op_refuse(Mutant *m)
{
    xmlNode *n = pick_node(m, m->root, is_row);
    if (!n) return false;
    told(m, "empty, stall or never:", n);
    while (n->children) drop_node(n->children);
    uint32_t k = draw(m, 3);
    if (k == 0) return true;
    if (has(n, "when") && chance(m, 70)) drop_attr(n, "when");
    xmlNodeSetName(n, (const xmlChar *)(k == 1 ? "stall" : "never"));
    put(n, "why", "so be it");
    return true;
}

static bool is_list(const Mutant *m, const xmlNode *n)
{
    (void)m;
    return strchr(attr(n, "event"), ' ') != NULL || strchr(attr(n, "victims"), ' ') != NULL ||
           strchr(attr(n, "what"), ' ') != NULL;
}

/* One word of a list less. */
static bool op_shorten(Mutant *m)
{
    xmlNode *n = pick_node(m, m->root, is_list);
    if (!n) return false;
    const char *name = has(n, "event") ? "event" : has(n, "victims") ? "victims" : "what", *text = attr(n, name);
    char out[TEXT_MAX];
    const char *space = strchr(text, ' ');
    if (chance(m, 50))
        snprintf(out, sizeof out, "%s", space + 1);
    else
        snprintf(out, sizeof out, "%.*s", (int)(strrchr(text, ' ') - text), text);
    told(m, "fewer in", n);
    put(n, name, out);
    return true;
}

const Operator tree_operators[] = {
    {"remove", op_remove, 6}, {"double", op_double, 4},   {"swap", op_swap, 5},
    {"move", op_move, 6},     {"choose", op_choose, 6},   {"split", op_split, 6},
    {"refuse", op_refuse, 3}, {"shorten", op_shorten, 2}, {0},
};
