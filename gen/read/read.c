/* read.c - files become one tree of nodes; see read.h for the contract. */
#include "read/read.h"
#include "read/load.h"
#include "read/xml.h"
#include <libxml/parser.h>
#include <string.h>

typedef struct Using {
    const struct Using *outer;
    const char *name;
    unsigned long long device, inode;
    int depth;
} Using;

typedef struct {
    Arena *arena; Diags *d;
    SchemaKind kind;
    Schema *schema;
    Folders folders;
    bool from_memory;
    int nodes_left;
    VEC(Using) done;             /* files already spliced in */
} Reader;

static Node *read_source(Reader *r, Source *s, const Using *chain);

static Attr convert_attr(Reader *r, Source *s, xmlAttr *from)
{
    const AttrMark *mark = from->_private;
    xmlChar *value = xmlNodeListGetString(from->doc, from->children, 1);
    Attr attr = { .name_pos = source_pos(s, mark->name_at), .value_pos = source_pos(s, mark->value_at) };
    attr.name = str_copy(r->arena, (const char *)from->name, (int)strlen((const char *)from->name));
    attr.value =
        value ? str_copy(r->arena, (const char *)value, (int)strlen((const char *)value)) : str_copy(r->arena, "", 0);
    xmlFree(value);
    return attr;
}

/* The element without its children. Attributes of other namespaces (hints for editors) are dropped. */
static Node *convert_element(Reader *r, Source *s, xmlNode *from)
{
    Node *n = NEW(r->arena, Node);
    n->name = str_copy(r->arena, (const char *)from->name, (int)strlen((const char *)from->name));
    n->pos = xml_pos(s, from);
    int count = 0;
    for (xmlAttr *a = from->properties; a; a = a->next)
        count += a->ns == NULL;
    n->attrs = NEW_N(r->arena, Attr, count);
    for (xmlAttr *a = from->properties; a; a = a->next)
        if (!a->ns)
            n->attrs[n->n_attrs++] = convert_attr(r, s, a);
    return n;
}

static bool same_file(const Using *u, const Loaded *f)
{
    return u->device == f->device && u->inode == f->inode;
}

static void report_loop(Reader *r, Pos at, const Using *chain, const Using *first, const char *again)
{
    Str text = str_from(again);
    for (const Using *u = chain; u != first; u = u->outer)
        text = str_printf(r->arena, "%s -> " STR_FMT, u->name, STR_ARG(text));
    diag_error(r->d, at, "files use each other in a loop: %s -> " STR_FMT, first->name, STR_ARG(text));
}

/* The root of the used file, or NULL if there is nothing (more) to splice in. */
static Node *read_use(Reader *r, const Node *use, const Using *chain)
{
    Loaded file;
    Pos at = node_attr_pos(use, "file");
    if (r->from_memory) {
        diag_error(r->d, use->pos, "<use> needs a file; this text was not read from one");
        return NULL;
    }
    const char *path = resolve_use(r->arena, r->d, at, &r->folders, chain->name, node_attr(use, "file"));
    if (!path || !load_file(r->arena, r->d, at, path, &file))
        return NULL;
    for (const Using *u = chain; u; u = u->outer)
        if (same_file(u, &file)) {
            report_loop(r, at, chain, u, path);
            return NULL;
        }
    for (int i = 0; i < r->done.n; i++)
        if (same_file(&r->done.at[i], &file))
            return NULL;
    if (chain->depth == MAX_USE) {
        diag_error(r->d, at, "files used inside each other too deeply: at most 16 levels");
        return NULL;
    }
    Source *s = source_create(r->arena, r->d, path, file.text, file.size);
    Using link = { chain, s->name, file.device, file.inode, chain->depth + 1 };
    vec_push(r->arena, &r->done, link);
    return read_source(r, s, &link);
}

/* Appends the children of `from` to `to`, whose last child so far ends at *tail; returns the new tail. */
static Node **convert_children(Reader *r, Source *s, xmlNode *from, Node *to, Node **tail, const Using *chain)
{
    for (xmlNode *child = xmlFirstElementChild(from); child; child = xmlNextElementSibling(child)) {
        Node *n = convert_element(r, s, child);
        Node *used = str_is(n->name, "use") ? read_use(r, n, chain) : NULL;
        if (used)
            n = used->first;
        else if (str_is(n->name, "use"))
            continue;
        else
            convert_children(r, s, child, n, &n->first, chain);
        for (*tail = n; n; n = n->next) {
            n->parent = to;
            tail = &n->next;
        }
    }
    return tail;
}

static Node *read_source(Reader *r, Source *s, const Using *chain)
{
    if (!source_scan(r->arena, r->d, s, schema_root(r->kind), &r->nodes_left))
        return NULL;
    xmlDoc *doc = xml_parse(r->arena, r->d, s, r->kind);
    if (!doc)
        return NULL;
    Node *root = NULL;
    if (schema_check(r->schema, r->arena, r->d, s, doc)) {
        xmlNode *from = xmlDocGetRootElement(doc);
        root = convert_element(r, s, from);
        convert_children(r, s, from, root, &root->first, chain);
    }
    xmlFreeDoc(doc);
    return root;
}

static Node *read_main(Reader *r, const char *name, const Loaded *file)
{
    int before = diag_errors(r->d);
    r->nodes_left = MAX_NODES;
    Schema *own = r->schema ? NULL : schema_create(r->arena, r->d, r->kind);
    if (own) r->schema = own;
    if (!r->schema)
        return NULL;
    Source *s = source_create(r->arena, r->d, name, file->text, file->size);
    Using link = { NULL, s->name, file->device, file->inode, 0 };
    Node *root = read_source(r, s, &link);
    schema_free(own);
    return diag_errors(r->d) == before ? root : NULL;
}

static Node *from_file(Arena *a, Diags *d, const char *path, SchemaKind kind)
{
    Loaded file;
    Reader r = { .arena = a, .d = d, .kind = kind };
    if (!load_file(a, d, (Pos){ 0 }, path, &file))
        return NULL;
    r.folders = folders_of(a, path);
    return read_main(&r, path, &file);
}

static Node *from_memory(Reader r, const char *name, const char *text, size_t size)
{
    Loaded file = { .text = text, .size = size };
    r.from_memory = true;
    if (size > MAX_FILE) {
        diag_error(r.d, (Pos){ name, 0, 0 }, "too large: at most 8 MB");
        return NULL;
    }
    return read_main(&r, name, &file);
}

Node *read_file(Arena *a, Diags *d, const char *path) { return from_file(a, d, path, SCHEMA_SPEC); }
Node *read_manifest_file(Arena *a, Diags *d, const char *path) { return from_file(a, d, path, SCHEMA_MANIFEST); }

Node *read_memory(Arena *a, Diags *d, const char *name, const char *text, size_t size)
{
    return from_memory((Reader){ .arena = a, .d = d, .kind = SCHEMA_SPEC }, name, text, size);
}

Node *read_manifest_memory(Arena *a, Diags *d, const char *name, const char *text, size_t size)
{
    return from_memory((Reader){ .arena = a, .d = d, .kind = SCHEMA_MANIFEST }, name, text, size);
}

void read_manifests_memory(Arena *a, Diags *d, ManifestText *all, int n)
{
    Reader r = { .arena = a, .d = d, .kind = SCHEMA_MANIFEST, .schema = schema_create(a, d, SCHEMA_MANIFEST) };
    for (int i = 0; i < n && r.schema; i++) all[i].root = from_memory(r, all[i].name, all[i].text, strlen(all[i].text));
    schema_free(r.schema);
}
