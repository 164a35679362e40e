/* xml.h - one file's text becomes a validated libxml2 tree whose nodes know their marks. Internal to gen/read. */
#ifndef CG_XML_H
#define CG_XML_H
#include "read/source.h"
#include <libxml/tree.h>

typedef struct Schema Schema;
typedef enum { SCHEMA_SPEC, SCHEMA_MANIFEST } SchemaKind;

/* Compiles a built-in schema; NULL after a diagnostic. */
Schema *schema_create(Arena *a, Diags *d, SchemaKind kind);
/* The root element as a file has it, `<protocol name="...">`, for messages. */
const char *schema_root(SchemaKind kind);
void    schema_free(Schema *s);

/* Parses a scanned source. On success each element's _private is its TagMark and each attribute's its AttrMark;
 * otherwise NULL after a diagnostic. */
xmlDoc *xml_parse(Arena *a, Diags *d, Source *s, SchemaKind kind);

/* Checks the tree against the schema; false after at least one diagnostic. */
bool    schema_check(Schema *schema, Arena *a, Diags *d, Source *s, xmlDoc *doc);

/* Explains in the words of the schema what is wrong below the root; returns the number of diagnostics added. 0 does not
 * mean valid. */
int     explain_violations(Arena *a, Diags *d, Source *s, xmlDoc *doc, xmlDoc *schema, SchemaKind kind);

Pos     xml_pos(const Source *s, const xmlNode *n);   /* of an element or attribute; attribute: its value */
#endif
