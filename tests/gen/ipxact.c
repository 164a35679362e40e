/* ipxact.c - ipxact FILE.xml FILE.f: an IP-XACT component that `cohgen emit` wrote: it is XML, parameter identifiers
 * are unique, expressions name parameters only, every port has a direction, and its files are those of the list. */
#include <ctype.h>
#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static xmlXPathContext *context;
static int bad;

static xmlNodeSet *all(const char *path)
{
    xmlXPathObject *o = xmlXPathEvalExpression((const xmlChar *)path, context);
    return o ? o->nodesetval : NULL;
}
static int count(const xmlNodeSet *s) { return s ? s->nodeNr : 0; }
static void complain(const char *what, const char *about)
{
    printf("FAIL %s: %s\n", what, about);
    bad = 1;
}
static bool is_parameter(const char *name, size_t n)
{
    xmlNodeSet *ids = all("//ipxact:parameter/@parameterId");
    for (int i = 0; i < count(ids); i++) {
        const char *id = (const char *)xmlNodeGetContent(ids->nodeTab[i]);
        if (strlen(id) == n && memcmp(id, name, n) == 0) return true;
    }
    return false;
}
static void expression(const char *text)
{
    for (const char *p = text; *p; p++) {
        size_t n = 0;
        if (*p == '$' || isdigit((unsigned char)*p)) {          /* $clog2, 32, 2'd1 */
            while (isalnum((unsigned char)p[1]) || p[1] == '\'') p++;
            continue;
        }
        while (isalnum((unsigned char)p[n]) || p[n] == '_') n++;
        if (!n) continue;
        if (!is_parameter(p, n)) complain("no parameter in", text);
        p += n - 1;
    }
}

int main(int argc, char **argv)
{
    xmlDoc *doc = argc == 3 ? xmlReadFile(argv[1], NULL, XML_PARSE_NONET) : NULL;
    FILE *list = argc == 3 ? fopen(argv[2], "r") : NULL;
    if (!doc || !list) { printf("FAIL: no XML, or no list\n"); return 1; }
    context = xmlXPathNewContext(doc);
    xmlXPathRegisterNs(context, (const xmlChar *)"ipxact",
                       (const xmlChar *)"http://www.accellera.org/XMLSchema/IPXACT/1685-2014");
    xmlNodeSet *ids = all("//@parameterId"), *ports = all("//ipxact:port"), *files = all("//ipxact:file/ipxact:name");
    for (int i = 0; i < count(ids); i++)
        for (int k = 0; k < i; k++)
            if (xmlStrEqual(xmlNodeGetContent(ids->nodeTab[i]), xmlNodeGetContent(ids->nodeTab[k])))
                complain("twice", (const char *)xmlNodeGetContent(ids->nodeTab[i]));
    xmlNodeSet *values = all("//ipxact:left | //ipxact:value");
    for (int i = 0; i < count(values); i++) expression((const char *)xmlNodeGetContent(values->nodeTab[i]));
    if (count(ports) < 3 || count(all("//ipxact:port/ipxact:wire/ipxact:direction")) != count(ports))
        complain("ports", "not all have a direction");
    char line[512];
    int n = 0;
    for (; fgets(line, sizeof line, list); n++) {
        line[strcspn(line, "\n")] = 0;
        if (n >= count(files) || strcmp(line, (const char *)xmlNodeGetContent(files->nodeTab[n])) != 0)
            complain("another file than in the list", line);
    }
    if (n != count(files)) complain("files", "more than in the list");
    printf("%d parameters, %d ports, %d files\n", count(ids), count(ports), n);
    return bad;
}
