/* schema.c - the built-in schemas: libxml2 decides whether a tree is valid, explain.c says why not; see xml.h. */
#include "read/xml.h"
#include <libxml/parser.h>
#include <libxml/xmlschemas.h>
#include <string.h>

extern const char cg_schema_text[];             /* specs/cohgen.xsd, embedded by the build */
extern const unsigned long cg_schema_text_size;
extern const char cg_manifest_schema_text[];    /* templates/manifest.xsd */
extern const unsigned long cg_manifest_schema_text_size;

enum { MAX_COMPLAINTS = 100 };

struct Schema { SchemaKind kind; xmlDoc *doc; xmlSchema *compiled; };

static const char *const file_names[] = { [SCHEMA_SPEC] = "cohgen.xsd", [SCHEMA_MANIFEST] = "manifest.xsd" };

const char *schema_root(SchemaKind kind)
{
    return kind == SCHEMA_SPEC ? "<protocol name=\"...\">" : "<block kind=\"...\">";
}

typedef struct { Arena *arena; VEC(const char *) text; VEC(const xmlNode *) node; } Complaints;

static void on_complaint(void *ctx, xmlErrorPtr e)
{
    Complaints *c = ctx;
    if (c->text.n >= MAX_COMPLAINTS)
        return;
    Str text = str_from(e->message ? e->message : "invalid");
    while (text.n > 0 && text.p[text.n - 1] == '\n')
        text.n--;
    vec_push(c->arena, &c->text, str_copy(c->arena, text.p, text.n).p);
    vec_push(c->arena, &c->node, (const xmlNode *)e->node);
}

Schema *schema_create(Arena *a, Diags *d, SchemaKind kind)
{
    Schema *s = NEW(a, Schema);
    Complaints c = { .arena = a };
    const char *text = kind == SCHEMA_SPEC ? cg_schema_text : cg_manifest_schema_text;
    s->kind = kind;
    s->doc = xmlReadMemory(text, (int)(kind == SCHEMA_SPEC ? cg_schema_text_size : cg_manifest_schema_text_size),
                           file_names[kind], NULL, XML_PARSE_NONET);
    xmlSchemaParserCtxt *ctxt = s->doc ? xmlSchemaNewDocParserCtxt(s->doc) : NULL;
    if (ctxt) {
        xmlSchemaSetParserStructuredErrors(ctxt, on_complaint, &c);
        s->compiled = xmlSchemaParse(ctxt);
        xmlSchemaFreeParserCtxt(ctxt);
    }
    if (s->compiled)
        return s;
    diag_error(d, (Pos){ 0 }, "the built-in schema does not compile: %s", c.text.n ? c.text.at[0] : "out of memory");
    schema_free(s);
    return NULL;
}

void schema_free(Schema *s)
{
    if (!s)
        return;
    xmlSchemaFree(s->compiled);
    xmlFreeDoc(s->doc);
}

bool schema_check(Schema *schema, Arena *a, Diags *d, Source *s, xmlDoc *doc)
{
    Complaints c = { .arena = a };
    xmlSchemaValidCtxt *ctxt = xmlSchemaNewValidCtxt(schema->compiled);
    if (!ctxt) {
        diag_error(d, (Pos){ s->name, 0, 0 }, "out of memory");
        return false;
    }
    xmlSchemaSetValidStructuredErrors(ctxt, on_complaint, &c);
    int verdict = xmlSchemaValidateDoc(ctxt, doc);
    xmlSchemaFreeValidCtxt(ctxt);
    if (verdict == 0)
        return true;
    if (explain_violations(a, d, s, doc, schema->doc, schema->kind) > 0)
        return false;
    for (int i = 0; i < c.text.n; i++)
        diag_error(d, xml_pos(s, c.node.at[i]), "%s", c.text.at[i]);
    if (c.text.n == 0)
        diag_error(d, (Pos){ s->name, 0, 0 }, "does not follow the schema %s", file_names[schema->kind]);
    return false;
}
