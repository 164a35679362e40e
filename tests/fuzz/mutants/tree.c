/* tree.c - elements and attributes. */
#include "mutants.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool is(const xmlNode *n, const char *name)
{
    return n && n->type == XML_ELEMENT_NODE && !strcmp((const char *)n->name, name);
}

const char *attr(const xmlNode *n, const char *name)
{
    for (const xmlAttr *a = n->properties; a; a = a->next)
        if (!strcmp((const char *)a->name, name))
            return a->children && a->children->content ? (const char *)a->children->content : "";
    return "";
}

bool has(const xmlNode *n, const char *name)
{
    for (const xmlAttr *a = n->properties; a; a = a->next)
        if (!strcmp((const char *)a->name, name)) return true;
    return false;
}

void put(xmlNode *n, const char *name, const char *value)
{
    char copy[TEXT_MAX]; /* the value may be the text of the attribute that it replaces */
    snprintf(copy, sizeof copy, "%s", value);
    xmlSetProp(n, (const xmlChar *)name, (const xmlChar *)copy);
}

void drop_attr(xmlNode *n, const char *name) { xmlUnsetProp(n, (const xmlChar *)name); }

void drop_node(xmlNode *n)
{
    xmlUnlinkNode(n);
    xmlFreeNode(n);
}

static void number_nodes(Mutant *m, xmlNode *n)
{
    n->_private = (void *)(uintptr_t)mix(m->next_id++ + 0x100000000u);
    for (xmlNode *c = n->children; c; c = c->next)
        if (c->type == XML_ELEMENT_NODE) number_nodes(m, c);
}

xmlNode *new_node(Mutant *m, const char *name)
{
    xmlNode *n = xmlNewDocNode(m->doc, NULL, (const xmlChar *)name, NULL);
    number_nodes(m, n);
    return n;
}

xmlNode *copy_node(Mutant *m, const xmlNode *n)
{
    xmlNode *copy = xmlDocCopyNode((xmlNode *)n, m->doc, 1);
    number_nodes(m, copy);
    return copy;
}

xmlNode *child_named(const xmlNode *n, const char *element, const char *name)
{
    for (xmlNode *c = n ? n->children : NULL; c; c = c->next)
        if (is(c, element) && (!name || !strcmp(attr(c, "name"), name))) return c;
    return NULL;
}

xmlNode *up_to(const xmlNode *n, const char *element)
{
    for (; n && n->type == XML_ELEMENT_NODE; n = n->parent)
        if (is(n, element)) return (xmlNode *)n;
    return NULL;
}

xmlNode *place_for(xmlNode *parent, const char *element)
{
    xmlNode *last = NULL;
    for (xmlNode *c = parent->children; c; c = c->next)
        if (is(c, element)) last = c;
    return last;
}

bool is_action(const Mutant *m, const xmlNode *n)
{
    static const char *const names = " set write apply send multicast reply allocate free park replay done lock unlock"
                                     " walk go choose do error ";
    char word[40];
    (void)m;
    snprintf(word, sizeof word, " %s ", (const char *)n->name);
    if (is(n, "wake")) return up_to(n, "in") != NULL;
    return strstr(names, word) != NULL;
}

bool is_row(const Mutant *m, const xmlNode *n)
{
    (void)m;
    return is(n, "on");
}

void fresh_name(Mutant *m, const char *stem, char out[64]) { snprintf(out, 64, "%s%u", stem, draw(m, 100000)); }

void noted(Mutant *m, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vsnprintf(m->note, sizeof m->note, format, ap);
    va_end(ap);
}
