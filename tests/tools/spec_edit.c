/* spec_edit.c - a specification with changes, for benches and proofs that measure or prove a variant of a shipped one.
 *
 *   spec_edit FILE EDIT...      writes the changed document to the standard output
 *     drop PATH                 elements or attributes go
 *     set PATH VALUE            attributes get this value
 *     before|after PATH XML     XML is put beside elements
 *     first PATH XML            XML becomes the first content of elements
 *     replace PATH XML          XML takes the place of elements
 * PATH is XPath 1.0. An edit that meets nothing is an error; drop? and set? may meet nothing. Edits are made in their
 * order.
 * Exit status: 0 done, 1 an edit does not apply, 2 wrong command line, 3 the file cannot be read, nothing written. */
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xpath.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(int status, const char *what, const char *word)
{
    fprintf(stderr, "spec_edit: %s: %s\n", what, word);
    exit(status);
}

/* The nodes of a piece of XML, linked to each other only; to be put beside or into `at`. */
static xmlNode *piece(xmlDoc *doc, const char *text)
{
    xmlNode *list = NULL;
    if (xmlParseBalancedChunkMemory(doc, NULL, NULL, 0, BAD_CAST text, &list) != 0 || !list) fail(2, "not XML", text);
    return list;
}
static void put_before(xmlNode *at, xmlNode *list)
{
    for (xmlNode *next; list; list = next) {
        next = list->next;
        xmlUnlinkNode(list);
        xmlAddPrevSibling(at, list);
    }
}

static void edit(xmlDoc *doc, const char *what, xmlNode *n, const char *value)
{
    bool is_attribute = n->type == XML_ATTRIBUTE_NODE;
    if (strcmp(what, "drop") == 0 && is_attribute) {
        xmlRemoveProp((xmlAttr *)n);
    } else if (strcmp(what, "set") == 0) {
        if (!is_attribute) fail(2, "set is for attributes", (const char *)n->name);
        xmlSetProp(n->parent, n->name, BAD_CAST value);
    } else if (is_attribute) {
        fail(2, "this edit is for elements", what);
    } else if (strcmp(what, "first") == 0) {
        xmlNode *mark = n->children;
        if (!mark) mark = xmlAddChild(n, xmlNewText(BAD_CAST ""));
        put_before(mark, piece(doc, value));
    } else if (strcmp(what, "after") == 0) {
        xmlNode *mark = xmlAddNextSibling(n, xmlNewText(BAD_CAST ""));
        put_before(mark, piece(doc, value));
    } else {
        if (value) put_before(n, piece(doc, value));
        if (strcmp(what, "before") == 0) return;
        xmlUnlinkNode(n);
        xmlFreeNode(n);
    }
}

int main(int argc, char **argv)
{
    static const char *const kinds[] = {"drop", "set", "before", "after", "first", "replace"};
    if (argc < 2)
        fail(2, "usage", "spec_edit FILE [drop PATH | set PATH VALUE | before|after|first|replace PATH XML]...");
    xmlDoc *doc = xmlReadFile(argv[1], NULL, XML_PARSE_NONET | XML_PARSE_NOENT);
    if (!doc) fail(3, "cannot read", argv[1]);
    for (int i = 2; i < argc;) {
        char what[16];
        snprintf(what, sizeof what, "%s", argv[i]);
        bool may_miss = strlen(what) && what[strlen(what) - 1] == '?';
        if (may_miss) what[strlen(what) - 1] = 0;
        int k = 0;
        while (k < 6 && strcmp(kinds[k], what) != 0) k++;
        if (k == 6) fail(2, "no such edit", argv[i]);
        int wants = k == 0 ? 2 : 3;
        if (i + wants > argc) fail(2, "something is missing behind", argv[i]);
        xmlXPathContext *context = xmlXPathNewContext(doc);
        xmlXPathObject *found = xmlXPathEvalExpression(BAD_CAST argv[i + 1], context);
        if (!found || found->type != XPATH_NODESET) fail(2, "not a path", argv[i + 1]);
        int n = found->nodesetval ? found->nodesetval->nodeNr : 0;
        if (!n && !may_miss) fail(1, "nothing is there to edit", argv[i + 1]);
        for (int j = n - 1; j >= 0; j--) /* from the end: what is within another one comes first */
            edit(doc, what, found->nodesetval->nodeTab[j], wants == 3 ? argv[i + 2] : NULL);
        if (found->nodesetval) found->nodesetval->nodeNr = 0; /* some of them are gone */
        xmlXPathFreeObject(found);
        xmlXPathFreeContext(context);
        i += wants;
    }
    bool ok = xmlDocDump(stdout, doc) > 0 && fflush(stdout) == 0;
    xmlFreeDoc(doc);
    if (!ok) fail(3, "cannot write", "the output");
    return 0;
}
