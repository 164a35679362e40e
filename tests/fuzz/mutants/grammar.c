/* grammar.c - attributes and their values from specs/cohgen.xsd, kinds of blocks from templates/. */
#include "mutants.h"
#include <glob.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char element[32], name[32], values[128];
    bool required;
} Declared;
static Declared declared[400];
static int n_declared;
static Kind kinds[32];
static int n_kinds;

static xmlNode *root_of(const char *top, const char *path)
{
    char name[1024];
    snprintf(name, sizeof name, "%s%s%s", top, *top ? "/" : "", path);
    xmlDoc *doc = xmlReadFile(name, NULL, XML_PARSE_NONET);
    if (!doc) {
        fprintf(stderr, "cannot read %s\n", name);
        exit(3);
    }
    return xmlDocGetRootElement(doc);
}

static void values_of(xmlNode *schema, const char *type, char out[128])
{
    xmlNode *t = child_named(schema, "simpleType", type), *r = child_named(t, "restriction", NULL);
    *out = 0;
    for (xmlNode *v = r ? r->children : NULL; v; v = v->next)
        if (is(v, "enumeration"))
            snprintf(out + strlen(out), 128 - strlen(out), "%s%s", *out ? " " : "", attr(v, "value"));
}

static void declare(xmlNode *schema, const char *element, const xmlNode *type)
{
    for (xmlNode *a = type->children; a; a = a->next) {
        if (!is(a, "attribute") || n_declared == (int)(sizeof declared / sizeof *declared)) continue;
        Declared *d = &declared[n_declared++];
        snprintf(d->element, sizeof d->element, "%s", element);
        snprintf(d->name, sizeof d->name, "%s", attr(a, "name"));
        d->required = !strcmp(attr(a, "use"), "required");
        values_of(schema, attr(a, "type"), d->values);
    }
}

static void declare_all(xmlNode *schema, xmlNode *n)
{
    for (xmlNode *c = n->children; c; c = c->next) {
        if (is(c, "element")) {
            xmlNode *type = child_named(schema, "complexType", attr(c, "type"));
            if (type) declare(schema, attr(c, "name"), type);
        } else if (c->type == XML_ELEMENT_NODE) {
            declare_all(schema, c);
        }
    }
}

static void add_kind(const char *path)
{
    xmlNode *block = root_of("", path);
    bool is_store = !strcmp(attr(block, "sort"), "store");
    if ((!is_store && strcmp(attr(block, "sort"), "waiters")) || n_kinds == (int)(sizeof kinds / sizeof *kinds)) return;
    Kind *k = &kinds[n_kinds++];
    snprintf(k->kind, sizeof k->kind, "%s", attr(block, "kind"));
    k->is_store = is_store;
    for (xmlNode *a = block->children; a; a = a->next) {
        if (!is(a, "attr")) continue;
        char *to = has(a, "required") ? k->required : k->sizes;
        snprintf(to + strlen(to), 128 - strlen(to), "%s%s", *to ? " " : "", attr(a, "name"));
    }
}

void grammar_load(const char *top)
{
    xmlNode *schema = root_of(top, "specs/cohgen.xsd");
    declare_all(schema, schema);
    char pattern[1024];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/templates/*.xml", top);
    if (glob(pattern, 0, NULL, &found)) exit(3);
    for (size_t i = 0; i < found.gl_pathc; i++) add_kind(found.gl_pathv[i]);
    globfree(&found);
}

const char *grammar_values(const char *element, const char *attribute)
{
    for (int i = 0; i < n_declared; i++)
        if (!strcmp(declared[i].element, element) && !strcmp(declared[i].name, attribute) && *declared[i].values)
            return declared[i].values;
    return NULL;
}

const char *grammar_attributes(const char *element)
{
    static char list[512];
    *list = 0;
    for (int i = 0; i < n_declared; i++)
        if (!strcmp(declared[i].element, element))
            snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", *list ? " " : "", declared[i].name);
    return list;
}

bool grammar_required(const char *element, const char *attribute)
{
    for (int i = 0; i < n_declared; i++)
        if (!strcmp(declared[i].element, element) && !strcmp(declared[i].name, attribute) && declared[i].required)
            return true;
    return false;
}

const Kind *grammar_kinds(int *n)
{
    *n = n_kinds;
    return kinds;
}
