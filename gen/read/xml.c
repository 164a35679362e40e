/* xml.c - parsing with libxml2, and its errors in our words; see xml.h. */
#include "read/xml.h"
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <string.h>

typedef struct { bool any; int code; size_t offset; Str message, name; Arena *arena; } FirstError;

/* libxml2 goes on after some errors, but what follows the first is mostly its consequence: only that one is kept. */
static void on_error(void *ctx, xmlErrorPtr e)
{
    xmlParserCtxtPtr ctxt = ctx;
    FirstError *first = ctxt->_private;
    if (first->any || e->level == XML_ERR_WARNING)
        return;
    long offset = xmlByteConsumed(ctxt);
    first->any = true;
    first->code = e->code;
    first->offset = offset > 0 ? (size_t)offset : 0;
    Str text = str_from(e->message ? e->message : "malformed XML");
    while (text.n > 0 && text.p[text.n - 1] == '\n')
        text.n--;
    first->message = str_copy(first->arena, text.p, text.n);
    first->name = e->str1 ? str_printf(first->arena, "%s", e->str1) : STR("");
}

static const struct { int code; const char *text;
} PLAIN[] = {
    { XML_ERR_LT_IN_ATTRIBUTE, "'<' inside an attribute value: write lt or &lt;, or close the quote before it" },
    { XML_ERR_ATTRIBUTE_NOT_STARTED, "expected a quoted value, as in name=\"value\"" },
    { XML_ERR_ATTRIBUTE_NOT_FINISHED, "the attribute value is not closed: expected a quote" },
    { XML_ERR_GT_REQUIRED, "expected '>', '/>' or another attribute" },
    { XML_ERR_SPACE_REQUIRED, "expected a blank before the next attribute" },
    { XML_ERR_NAME_REQUIRED, "expected a name; a lone '<' or '&' is written &lt; or &amp;" },
    { XML_ERR_ENTITYREF_SEMICOL_MISSING,
      "'&' starts an entity that is not closed by ';'; a lone '&' is written &amp;" },
    { XML_ERR_INVALID_CHARREF,
      "malformed character reference: expected &#decimal; or &#xhex; of an allowed character" },
    { XML_ERR_HYPHEN_IN_COMMENT, "'--' is not allowed inside a comment" },
    { XML_ERR_COMMENT_NOT_FINISHED, "the comment is never closed: expected -->" },
    { XML_ERR_PI_NOT_FINISHED, "the instruction is never closed: expected ?>" },
    { XML_ERR_CDATA_NOT_FINISHED, "the CDATA section is never closed: expected ]]>" },
    { XML_ERR_INVALID_CHAR, "control character that XML does not allow" },
    { XML_ERR_DOCUMENT_END, "nothing but comments may follow the end of the root element" },
    { XML_ERR_RESERVED_XML_NAME, "the XML declaration <?xml ...?> may stand only at the very start of the file" },
    { XML_ERR_TAG_NOT_FINISHED, "the file ends inside an element" },
};

static const char *rephrase(Arena *a, const FirstError *e, SchemaKind kind)
{
    if (e->code == XML_ERR_DOCUMENT_EMPTY)
        return str_printf(a, "expected %s", schema_root(kind)).p;
    for (size_t i = 0; i < sizeof PLAIN / sizeof *PLAIN; i++)
        if (PLAIN[i].code == e->code)
            return PLAIN[i].text;
    switch (e->code) {
    case XML_ERR_UNDECLARED_ENTITY:
    case XML_WAR_UNDECLARED_ENTITY:
        return str_printf(a, "unknown entity &" STR_FMT ";: there are only &lt; &gt; &amp; &quot; &apos; and &#number;",
                          STR_ARG(e->name))
            .p;
    case XML_ERR_ATTRIBUTE_REDEFINED:
        return str_printf(a, "the attribute " STR_FMT " is given twice", STR_ARG(e->name)).p;
    case XML_ERR_ATTRIBUTE_WITHOUT_VALUE:
        return str_printf(a, "the attribute " STR_FMT " has no value: expected =\"...\"", STR_ARG(e->name)).p;
    case XML_NS_ERR_UNDEFINED_NAMESPACE:
        return str_printf(
                   a, "the prefix " STR_FMT ": is not declared: declare it with xmlns:" STR_FMT "=\"...\" or remove it",
                   STR_ARG(e->name), STR_ARG(e->name))
            .p;
    default:
        return e->message.p;
    }
}

static bool is_namespace_declaration(const AttrMark *m)
{
    return m->name.n >= 5 && memcmp(m->name.p, "xmlns", 5) == 0 && (m->name.n == 5 || m->name.p[5] == ':');
}

/* Blanks between tags mean nothing; some types of the schema would refuse them. */
static void drop_blanks(xmlNode *of)
{
    for (xmlNode *n = of->children, *next; n; n = next) {
        next = n->next;
        if (xmlIsBlankNode(n)) {
            xmlUnlinkNode(n);
            xmlFreeNode(n);
        }
    }
}

/* Gives one element and its attributes their marks; false if they are not the same as in the source. */
static bool mark_element(Source *s, xmlNode *n, int tag)
{
    if (tag >= s->tags.n)
        return false;
    TagMark *t = &s->tags.at[tag];
    int next = t->first_attr, end = t->first_attr + t->n_attrs;
    n->_private = t;
    drop_blanks(n);
    for (xmlAttr *attr = n->properties; attr; attr = attr->next) {
        while (next < end && is_namespace_declaration(&s->attrs.at[next]))
            next++;
        if (next == end)
            return false;
        attr->_private = &s->attrs.at[next++];
    }
    return true;
}

/* The next element in document order, or NULL. */
static xmlNode *next_element(xmlNode *n)
{
    xmlNode *child = xmlFirstElementChild(n);
    if (child)
        return child;
    for (; n && n->type == XML_ELEMENT_NODE; n = n->parent) {
        xmlNode *next = xmlNextElementSibling(n);
        if (next)
            return next;
    }
    return NULL;
}

static bool mark_tree(Source *s, xmlDoc *doc)
{
    int tag = 0;
    for (xmlNode *n = xmlDocGetRootElement(doc); n; n = next_element(n))
        if (!mark_element(s, n, tag++))
            return false;
    return tag == s->tags.n;
}

xmlDoc *xml_parse(Arena *a, Diags *d, Source *s, SchemaKind kind)
{
    xmlParserCtxt *ctxt = xmlNewParserCtxt();
    if (!ctxt) {
        diag_error(d, (Pos){ s->name, 0, 0 }, "out of memory");
        return NULL;
    }
    FirstError first = { .arena = a };
    ctxt->_private = &first;
    ctxt->sax->serror = on_error;
    size_t size = s->size - (size_t)(s->body - s->text);
    xmlDoc *doc = xmlCtxtReadMemory(ctxt, s->body, (int)size, NULL, NULL,
                                    XML_PARSE_NONET | XML_PARSE_COMPACT | XML_PARSE_NOCDATA);
    if (first.any)
        diag_error(d, source_pos(s, source_mark(s, first.offset)), "%s", rephrase(a, &first, kind));
    else if (!doc || !mark_tree(s, doc))
        diag_error(d, (Pos){ s->name, 0, 0 }, "cannot parse this file");
    else {
        xmlFreeParserCtxt(ctxt);
        return doc;
    }
    xmlFreeDoc(doc);
    xmlFreeParserCtxt(ctxt);
    return NULL;
}

Pos xml_pos(const Source *s, const xmlNode *n)
{
    if (n && n->type == XML_ATTRIBUTE_NODE && n->_private)
        return source_pos(s, ((const AttrMark *)n->_private)->value_at);
    while (n && n->type != XML_ELEMENT_NODE)
        n = n->parent;
    if (n && n->_private)
        return source_pos(s, ((const TagMark *)n->_private)->at);
    return (Pos){ s->name, 0, 0 };
}
