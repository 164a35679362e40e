/* explain.c - says what is wrong in a tree that the schema refused, all places at once and with what was expected.
 *
 * libxml2's own messages stop at the first wrong child of an element and list at most ten of the allowed names. This
 * file reads the schema document instead. It knows the constructs that cohgen.xsd and manifest.xsd use: named types;
 * sequence, choice and group references; attributes and groups of them; simple types that are an enumeration, a length,
 * or a pattern with its meaning in xs:documentation, and restrictions of such. */
#include "read/xml.h"
#include "util/buf.h"
#include <libxml/xmlregexp.h>
#include <stdlib.h>
#include <string.h>

/* What a complex type allows. The declarations are elements of the schema document. */
typedef struct {
    Str type;
    VEC(Str) child_names;  VEC(xmlNode *) child_decls;
    VEC(Str) attr_names;   VEC(xmlNode *) attr_decls;
    bool open;             /* anyAttribute */
    bool ordered;          /* the children stand in the order of the declarations */
} Shape;

typedef struct {
    Arena *arena; Diags *d; Source *s;
    xmlNode *schema;       /* xs:schema */
    VEC(Shape *) shapes;
    VEC(Str) all_names;    /* of all elements */
    VEC(xmlNode *) all_decls;
    int found;
} Explain;

static Str get(xmlNode *n, const char *attr)
{
    for (xmlAttr *a = n->properties; a; a = a->next)
        if (strcmp((const char *)a->name, attr) == 0 && a->children && a->children->content)
            return str_from((const char *)a->children->content);
    return (Str){ NULL, 0 };
}

static bool is(const xmlNode *n, const char *name)
{
    return strcmp((const char *)n->name, name) == 0;
}

static xmlNode *top_level(Explain *x, const char *kind, Str name)
{
    for (xmlNode *n = xmlFirstElementChild(x->schema); n; n = xmlNextElementSibling(n))
        if (is(n, kind) && str_eq(get(n, "name"), name))
            return n;
    return NULL;
}

/* Collects what the content of a complexType, group or attributeGroup allows. */
static void collect(Explain *x, Shape *shape, xmlNode *of)
{
    for (xmlNode *n = of ? xmlFirstElementChild(of) : NULL; n; n = xmlNextElementSibling(n)) {
        if (is(n, "element")) {
            vec_push(x->arena, &shape->child_names, get(n, "name"));
            vec_push(x->arena, &shape->child_decls, n);
        } else if (is(n, "attribute")) {
            vec_push(x->arena, &shape->attr_names, get(n, "name"));
            vec_push(x->arena, &shape->attr_decls, n);
        } else if (is(n, "group") || is(n, "attributeGroup"))
            collect(x, shape, top_level(x, (const char *)n->name, get(n, "ref")));
        else if (is(n, "sequence") || is(n, "choice")) {
            shape->ordered |= is(n, "sequence");
            collect(x, shape, n);
        }
        else if (is(n, "anyAttribute"))
            shape->open = true;
    }
}

static Shape *shape_of(Explain *x, Str type)
{
    for (int i = 0; i < x->shapes.n; i++)
        if (str_eq(x->shapes.at[i]->type, type))
            return x->shapes.at[i];
    Shape *shape = NEW(x->arena, Shape);
    shape->type = type;
    collect(x, shape, top_level(x, "complexType", type));
    vec_push(x->arena, &x->shapes, shape);
    return shape;
}

static int index_of(const Str *names, int n, Str name)
{
    for (int i = 0; i < n; i++)
        if (str_eq(names[i], name))
            return i;
    return -1;
}

static const char *list(Arena *a, const Str *names, int n, const char *before, const char *after)
{
    Buf b;
    buf_init(&b, a);
    buf_put(&b, "", 0);
    for (int i = 0; i < n; i++)
        if (index_of(names, i, names[i]) < 0)
            buf_printf(&b, "%s%s" STR_FMT "%s", i ? ", " : "", before, STR_ARG(names[i]), after);
    return b.at;
}

static void report(Explain *x, Pos at, const char *text)
{
    diag_error(x->d, at, "%s", text);
    x->found++;
}

/* ". Did you mean ...?" when a name is close, otherwise ". Expected ..." with all of them. */
static const char *advice(Explain *x, Str name, const Str *names, int n, const char *before, const char *after)
{
    Str near = str_closest(name, names, n);
    if (near.n > 0)
        return str_printf(x->arena, "; did you mean %s" STR_FMT "%s?", before, STR_ARG(near), after).p;
    if (n == 0)
        return "; it has none";
    return str_printf(x->arena, "; expected %s%s", n > 1 ? "one of " : "", list(x->arena, names, n, before, after)).p;
}

/* Does value match the pattern facet? Patterns that do not compile match everything. */
static bool matches(xmlNode *pattern, const char *value)
{
    Str text = get(pattern, "value");
    xmlRegexp *r = xmlRegexpCompile((const xmlChar *)text.p);
    bool ok = !r || xmlRegexpExec(r, (const xmlChar *)value) == 1;
    xmlRegFreeRegexp(r);
    return ok;
}

static const char *documentation(xmlNode *type)
{
    for (xmlNode *n = xmlFirstElementChild(type); n; n = xmlFirstElementChild(n))
        if (is(n, "documentation"))
            return n->children ? (const char *)n->children->content : "";
    return "";
}

static void check_type(Explain *x, Str type_name, const char *attr, const char *value, Pos at)
{
    VEC(Str) choices = { 0 };
    xmlNode *type = top_level(x, "simpleType", type_name);
    xmlNode *facets = type ? xmlLastElementChild(type) : NULL;
    for (xmlNode *f = facets ? xmlFirstElementChild(facets) : NULL; f; f = xmlNextElementSibling(f)) {
        if (is(f, "enumeration"))
            vec_push(x->arena, &choices, get(f, "value"));
        else if (is(f, "pattern") && !matches(f, value))
            report(x, at, str_printf(x->arena, "%s=\"%.60s\": expected %s", attr, value, documentation(type)).p);
        else if (is(f, "maxLength") && xmlUTF8Strlen((const xmlChar *)value) > atoi(get(f, "value").p))
            report(x, at,
                   str_printf(x->arena, "%s=\"%.20s...\" has %d characters, expected " STR_FMT " at most", attr, value,
                              xmlUTF8Strlen((const xmlChar *)value), STR_ARG(get(f, "value")))
                       .p);
    }
    if (facets) check_type(x, get(facets, "base"), attr, value, at);
    if (choices.n > 0 && index_of(choices.at, choices.n, str_from(value)) < 0)
        report(x, at, str_printf(x->arena, "%s=\"%.60s\" is not allowed%s", attr, value,
                                 advice(x, str_from(value), choices.at, choices.n, "", "")).p);
}

static void check_attr(Explain *x, const Shape *shape, xmlNode *element, xmlAttr *attr)
{
    const AttrMark *mark = attr->_private;
    const char *name = (const char *)attr->name;
    if (attr->ns) {
        bool hint = strcmp((const char *)attr->ns->href, "http://www.w3.org/2001/XMLSchema-instance") == 0 &&
                    strstr(name, "chemaLocation");
        if (!hint)
            report(x, source_pos(x->s, mark->name_at),
                   str_printf(x->arena, "attribute " STR_FMT " with a namespace prefix is not allowed",
                              STR_ARG(mark->name))
                       .p);
        return;
    }
    int i = index_of(shape->attr_names.at, shape->attr_names.n, str_from(name));
    if (i >= 0) {
        xmlChar *value = xmlNodeListGetString(attr->doc, attr->children, 1);
        check_type(x, get(shape->attr_decls.at[i], "type"), name, value ? (const char *)value : "",
                   source_pos(x->s, mark->value_at));
        xmlFree(value);
    } else if (!shape->open)
        report(x, source_pos(x->s, mark->name_at),
               str_printf(x->arena, "<%s> has no attribute %s%s", (const char *)element->name, name,
                          advice(x, str_from(name), shape->attr_names.at, shape->attr_names.n, "", ""))
                   .p);
}

static void check_attrs(Explain *x, const Shape *shape, xmlNode *element)
{
    for (xmlAttr *attr = element->properties; attr; attr = attr->next)
        check_attr(x, shape, element, attr);
    for (int i = 0; i < shape->attr_decls.n; i++) {
        const char *name = shape->attr_names.at[i].p;
        if (str_is(get(shape->attr_decls.at[i], "use"), "required") && !xmlHasProp(element, (const xmlChar *)name))
            report(x, xml_pos(x->s, element),
                   str_printf(x->arena, "<%s> needs the attribute %s=\"...\"", (const char *)element->name, name).p);
    }
}

static void check_element(Explain *x, xmlNode *element, Str type);

/* ", which stands in <a>, <b>": where a known element may be, if these are few. */
static const char *proper_places(Explain *x, Str name)
{
    enum { FEW = 3 };
    VEC(Str) in = { 0 };
    for (int i = 0; i < x->all_decls.n; i++) {
        const Shape *s = shape_of(x, get(x->all_decls.at[i], "type"));
        if (index_of(s->child_names.at, s->child_names.n, name) >= 0 &&
            index_of(in.at, in.n, x->all_names.at[i]) < 0)
            vec_push(x->arena, &in, x->all_names.at[i]);
    }
    if (!in.n || in.n > FEW) return "";
    return str_printf(x->arena, ", which stands in %s", list(x->arena, in.at, in.n, "<", ">")).p;
}

static void check_child(Explain *x, const Shape *shape, xmlNode *parent, xmlNode *child)
{
    Str name = str_from((const char *)child->name);
    int i = index_of(shape->child_names.at, shape->child_names.n, name);
    if (child->ns)
        report(x, xml_pos(x->s, child),
               "elements must not be in a namespace; remove the xmlns attribute or the prefix");
    else if (i >= 0)
        check_element(x, child, get(shape->child_decls.at[i], "type"));
    else if (shape->child_names.n == 0)
        report(x, xml_pos(x->s, child),
               str_printf(x->arena, "<%s> is not allowed here; <%s> has no elements inside", name.p,
                          (const char *)parent->name)
                   .p);
    else {
        bool known = index_of(x->all_names.at, x->all_names.n, name) >= 0;
        report(x, xml_pos(x->s, child),
               str_printf(x->arena, "%s <%s> in <%s>%s%s", known ? "misplaced" : "unknown element", name.p,
                          (const char *)parent->name, known ? proper_places(x, name) : "",
                          advice(x, name, shape->child_names.at, shape->child_names.n, "<", ">"))
                   .p);
    }
}

/* Order and number of the children of a sequence. Children that the type does not know are reported elsewhere. */
static void check_sequence(Explain *x, const Shape *shape, xmlNode *element)
{
    int last = -1;
    unsigned seen = 0;
    for (xmlNode *child = xmlFirstElementChild(element); child; child = xmlNextElementSibling(child)) {
        const char *name = (const char *)child->name;
        int i = index_of(shape->child_names.at, shape->child_names.n, str_from(name));
        if (i < 0)
            continue;
        bool once = !str_is(get(shape->child_decls.at[i], "maxOccurs"), "unbounded");
        if (i < last)
            report(
                x, xml_pos(x->s, child),
                str_printf(x->arena, "<%s> must stand before <" STR_FMT ">", name, STR_ARG(shape->child_names.at[last]))
                    .p);
        else if (once && (seen >> i & 1))
            report(x, xml_pos(x->s, child),
                   str_printf(x->arena, "<%s> may stand only once in <%s>", name, (const char *)element->name).p);
        last = i > last ? i : last;
        seen |= 1u << i;
    }
    for (int i = 0; i < shape->child_decls.n; i++)
        if (!(seen >> i & 1) && !str_is(get(shape->child_decls.at[i], "minOccurs"), "0"))
            report(x, xml_pos(x->s, element),
                   str_printf(x->arena, "<%s> needs at least one <" STR_FMT ">", (const char *)element->name,
                              STR_ARG(shape->child_names.at[i]))
                       .p);
}

static void check_element(Explain *x, xmlNode *element, Str type)
{
    const Shape *shape = shape_of(x, type);
    const TagMark *tag = element->_private;
    check_attrs(x, shape, element);
    if (tag->text.line > 0)
        report(x, source_pos(x->s, tag->text),
               str_printf(x->arena, "text is not allowed in <%s>; write a comment <!-- --> or a doc=\"...\" attribute",
                          (const char *)element->name)
                   .p);
    for (xmlNode *child = xmlFirstElementChild(element); child; child = xmlNextElementSibling(child))
        check_child(x, shape, element, child);
    if (shape->ordered && shape->child_names.n < 32)
        check_sequence(x, shape, element);
}

static void collect_names(Explain *x, xmlNode *n)
{
    for (; n; n = xmlNextElementSibling(n)) {
        if (is(n, "element")) {
            vec_push(x->arena, &x->all_names, get(n, "name"));
            vec_push(x->arena, &x->all_decls, n);
        }
        collect_names(x, xmlFirstElementChild(n));
    }
}

int explain_violations(Arena *a, Diags *d, Source *s, xmlDoc *doc, xmlDoc *schema, SchemaKind kind)
{
    Explain x = { .arena = a, .d = d, .s = s, .schema = xmlDocGetRootElement(schema) };
    xmlNode *root = xmlDocGetRootElement(doc);
    collect_names(&x, x.schema);
    xmlNode *decl = top_level(&x, "element", str_from((const char *)root->name));
    if (decl && !root->ns)
        check_element(&x, root, get(decl, "type"));
    else if (decl)
        report(&x, xml_pos(s, root), "elements must not be in a namespace; remove the xmlns attribute or the prefix");
    else
        report(&x, xml_pos(s, root),
               str_printf(a, "the root element is <%s>; expected %s", (const char *)root->name, schema_root(kind)).p);
    return x.found;
}
