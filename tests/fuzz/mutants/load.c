/* load.c - the list of stock files, and one of them with small parameters. */
#include "mutants.h"
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Stock *stock_list(const char *file, int *n)
{
    FILE *f = fopen(file, "r");
    Stock *list = NULL;
    char line[1024];
    *n = 0;
    if (!f) {
        fprintf(stderr, "cannot read %s\n", file);
        exit(3);
    }
    while (fgets(line, sizeof line, f)) {
        char path[256];
        int weight, end;
        if (*line == '#' || sscanf(line, "%d %255s%n", &weight, path, &end) != 2) continue;
        line[strcspn(line, "\n")] = 0;
        list = realloc(list, (size_t)(*n + 1) * sizeof *list);
        list[(*n)++] = (Stock){strdup(path), weight, strdup(line + end)};
    }
    fclose(f);
    if (!list) {
        fprintf(stderr, "%s: no specification\n", file);
        exit(3);
    }
    return list;
}

/* Gives each element its number, in the order of the file, and drops comments and blanks. */
static void number_all(xmlNode *n, uint64_t *id)
{
    n->_private = (void *)(uintptr_t)(++*id);
    for (xmlNode *c = n->children, *next; c; c = next) {
        next = c->next;
        if (c->type == XML_ELEMENT_NODE)
            number_all(c, id);
        else
            drop_node(c);
    }
}

/* PARAM=VALUE or CONTROLLER.PARAM=VALUE: the default of the parameter. */
static bool set_default(Mutant *m, char *word)
{
    char *value = strchr(word, '='), *dot = strchr(word, '.');
    if (!value) return false;
    *value++ = 0;
    if (dot) *dot = 0;
    xmlNode *of = dot ? child_named(m->root, "controller", word) : m->root;
    xmlNode *param = child_named(of, "param", dot ? dot + 1 : word);
    if (!param && of == m->root) { /* one that every design has */
        param = new_node(m, "param");
        put(param, "name", word), put(param, "min", value), put(param, "max", value);
        xmlAddPrevSibling(m->root->children, param);
    }
    if (param) put(param, "default", value);
    return param != NULL;
}

bool mutant_load(Mutant *m, const char *top, const Stock *s)
{
    char path[1024], sets[1024], *save = NULL;
    snprintf(path, sizeof path, "%s/%s", top, s->path);
    *m = (Mutant){.doc = xmlReadFile(path, NULL, XML_PARSE_NONET)};
    m->root = m->doc ? xmlDocGetRootElement(m->doc) : NULL;
    if (!m->root) return false;
    uint64_t id = 0;
    number_all(m->root, &id);
    snprintf(sets, sizeof sets, "%s", s->sets);
    for (char *w = strtok_r(sets, " ", &save); w; w = strtok_r(NULL, " ", &save))
        if (!set_default(m, w)) {
            fprintf(stderr, "%s: no parameter '%s'\n", s->path, w);
            exit(1);
        }
    return true;
}

static void copy_numbers(const xmlNode *from, xmlNode *to)
{
    to->_private = from->_private;
    const xmlNode *f = from->children;
    for (xmlNode *t = to->children; f && t; t = t->next, f = f->next) copy_numbers(f, t);
}

void mutant_copy(Mutant *to, const Mutant *m)
{
    *to = *m;
    to->doc = xmlCopyDoc(m->doc, 1);
    to->root = xmlDocGetRootElement(to->doc);
    copy_numbers(m->root, to->root);
}

void mutant_free(Mutant *m) { xmlFreeDoc(m->doc); }
