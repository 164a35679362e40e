/* ops_name.c - one name of the specification becomes another one, wherever it stands. */
#include "mutants.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Words of the languages that are written, of the emitted files themselves, and names that differ in little. */
static const char *const words[] = {
    "reg wire module begin end case default table time event input output signed real bit byte int logic do priority "
    "final",
    "process signal entity select label others out buffer range open type string static void struct auto register "
    "union class new delete this",
    "clk clk_i rst rst_i valid ready state row u u_ctl cg_fifo cg_step unused t_state st_row dut sample none idle node "
    "NODE NODES",
    "A a B b aB Ab AB line_hit mshr_hit msg_from req_id core_req valid_o data_i d_valid o0 x x_2 x_2_2 x_3 step next "
    "cause performs",
    "main printf int32_t uint64_t bool errno EOF NULL assert abort CG_ROW_ON CgField cg_boundary stdin null nil true1 "
    "exit clog2 max min",
    "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghi "
    "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghij E1 e1 h0 b1 d0",
    "hit room empty L1 l1 L_1 key_w KEY_W NODE_W ADDR_BITS SETS_W FLIT_BITS kind id dst src len msg_kind from_id "
    "checks rtl harness",
};

static bool is_named(const Mutant *m, const xmlNode *n)
{
    (void)m;
    static const char *const kinds =
        " param type enum value function network message field controller register input store waiters port"
        " event reply request stamp timer wake wish overflow state view macro system protocol ";
    char word[64];
    snprintf(word, sizeof word, " %s ", (const char *)n->name);
    if (!has(n, "name") || !strstr(kinds, word)) return false;
    if (is(n, "reply")) return is(n->parent, "port");
    return true;
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static void replace_in(const char *text, const char *old, const char *by, char out[4 * TEXT_MAX])
{
    size_t n = strlen(old), to = 0;
    for (const char *p = text; *p && to + 100 < 4 * TEXT_MAX;) {
        bool here = !strncmp(p, old, n) && (p == text || !is_word(p[-1])) && !is_word(p[n]);
        if (here) {
            to += (size_t)snprintf(out + to, 4 * TEXT_MAX - to, "%s", by);
            p += n;
        } else {
            out[to++] = *p++;
        }
    }
    out[to] = 0;
}

/* Everywhere: values of attributes, and names of those that are fields, arguments or parameters. */
static void rename_below(xmlNode *n, const char *old, const char *by)
{
    char text[4 * TEXT_MAX];
    for (xmlAttr *a = n->properties; a; a = a->next) {
        if (!strcmp((const char *)a->name, "doc") || !strcmp((const char *)a->name, "why") ||
            !strcmp((const char *)a->name, "kind"))
            continue;
        if (!a->children || !a->children->content || strlen((const char *)a->children->content) > 3 * TEXT_MAX)
            continue;
        replace_in((const char *)a->children->content, old, by, text);
        if (strcmp(text, (const char *)a->children->content)) xmlSetProp(n, a->name, (const xmlChar *)text);
    }
    bool open =
        is(n, "send") || is(n, "multicast") || is(n, "reply") || is(n, "do") || is(n, "system") || is(n, "place");
    if (open && has(n, old) && !grammar_required((const char *)n->name, old)) {
        snprintf(text, sizeof text, "%s", attr(n, old));
        drop_attr(n, old);
        xmlSetProp(n, (const xmlChar *)by, (const xmlChar *)text);
    }
    for (xmlNode *c = n->children; c; c = c->next)
        if (c->type == XML_ELEMENT_NODE) rename_below(c, old, by);
}

static bool op_rename(Mutant *m)
{
    xmlNode *n = pick_node(m, m->root, is_named);
    char old[WORD_MAX], by[WORD_MAX];
    if (!n) return false;
    snprintf(old, sizeof old, "%s", attr(n, "name"));
    snprintf(by, sizeof by, "%s", draw_word(m, words[draw(m, sizeof words / sizeof *words)]));
    if (chance(m, 25)) { /* the same letters in another case */
        snprintf(by, sizeof by, "%s", old);
        for (char *c = by; *c; c++)
            *c = (char)(islower((unsigned char)*c) ? toupper((unsigned char)*c) : tolower((unsigned char)*c));
    }
    if (!strcmp(old, by) || strchr(old, '.') || strchr(old, '-')) return false;
    noted(m, "%s %s is called %s", (const char *)n->name, old, by);
    rename_below(m->root, old, by);
    return true;
}

/* The name of one element, and of another one of another kind. */
static bool op_same_name(Mutant *m)
{
    xmlNode *n = pick_node(m, m->root, is_named), *other = pick_node(m, m->root, is_named);
    char old[WORD_MAX], by[WORD_MAX];
    if (!n || !other || n == other) return false;
    snprintf(old, sizeof old, "%s", attr(n, "name"));
    snprintf(by, sizeof by, "%s", attr(other, "name"));
    if (!strcmp(old, by) || strchr(old, '.') || strchr(by, '.') || strchr(old, '-')) return false;
    noted(m, "%s %s is called %s as a %s is", (const char *)n->name, old, by, (const char *)other->name);
    rename_below(m->root, old, by);
    return true;
}

const Operator name_operators[] = {{"rename", op_rename, 8}, {"same-name", op_same_name, 3}, {0}};
