/* check.c - what is written for browsers and programs, looked at with other eyes.
 *   check json FILE...    each is one JSON value
 *   check svg FILE...     each is XML without anything that runs
 *   check site DIR        every page: markup, links and their anchors within the folder, nothing that runs or is loaded
 *   check page FILE...    the same for pages that stand alone; one script of their own is allowed */
#include <ctype.h>
#include <dirent.h>
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGES = 400, NAME = 512 };

static int failures;

static void fail(const char *file, const char *what, const char *which)
{
    printf("FAIL: %s: %s%s%s\n", file, what, which ? ": " : "", which ? which : "");
    failures++;
}

/* ---- JSON ---- */

static const char *blank(const char *p)
{
    while (*p && strchr(" \t\r\n", *p)) p++;
    return p;
}

static const char *string(const char *p)
{
    if (*p++ != '"') return NULL;
    for (; *p != '"'; p++) {
        if ((unsigned char)*p < 0x20) return NULL;
        if (*p != '\\') continue;
        p++;
        if (*p == 'u')
            for (int i = 0; i < 4; i++)
                if (!isxdigit((unsigned char)*++p)) return NULL;
        if (!strchr("\"\\/bfnrtu", *p) && !isxdigit((unsigned char)*p)) return NULL;
    }
    return p + 1;
}

static const char *value(const char *p);

static const char *list(const char *p, char end, bool named)
{
    p = blank(p + 1);
    if (*p == end) return p + 1;
    for (;;) {
        if (named) {
            if (!(p = string(blank(p)))) return NULL;
            p = blank(p);
            if (*p++ != ':') return NULL;
        }
        if (!(p = value(p))) return NULL;
        p = blank(p);
        if (*p == end) return p + 1;
        if (*p++ != ',') return NULL;
    }
}

static const char *value(const char *p)
{
    p = blank(p);
    if (*p == '{') return list(p, '}', true);
    if (*p == '[') return list(p, ']', false);
    if (*p == '"') return string(p);
    if (strncmp(p, "true", 4) == 0 || strncmp(p, "null", 4) == 0) return p + 4;
    if (strncmp(p, "false", 5) == 0) return p + 5;
    char *end;
    strtod(p, &end);
    return end > p ? end : NULL;
}

static char *text_of(const char *file)
{
    FILE *f = fopen(file, "rb");
    size_t n = 0, cap = 1 << 16;
    char *text = malloc(cap);
    if (!f) {
        fail(file, "cannot be read", NULL);
        exit(1);
    }
    for (size_t k; (k = fread(text + n, 1, cap - n - 1, f)) > 0;)
        if ((n += k) + 1 >= cap) text = realloc(text, cap *= 2);
    fclose(f);
    text[n] = 0;
    return text;
}

static void check_json(const char *file)
{
    char *text = text_of(file);
    const char *end = value(text);
    if (!end || *blank(end)) fail(file, "is no JSON", NULL);
    free(text);
}

/* ---- XML and HTML ---- */

static void no_output(void *ctx, const char *format, ...)
{
    (void)ctx;
    (void)format;
}

typedef struct {
    char name[NAME];
    xmlDocPtr doc;
} Page;
static bool same(const xmlChar *a, const char *b) { return a && strcmp((const char *)a, b) == 0; }

/* Anything that runs or is loaded. scripts: how many <script> without src= are allowed. */
static void inert(const char *file, const xmlNode *n, int *scripts)
{
    for (; n; n = n->next) {
        if (n->type != XML_ELEMENT_NODE) continue;
        if (same(n->name, "script") && (--*scripts < 0)) fail(file, "a script", NULL);
        if (same(n->name, "iframe") || same(n->name, "object") || same(n->name, "img") ||
            same(n->name, "foreignObject"))
            fail(file, "something from elsewhere", (const char *)n->name);
        for (const xmlAttr *a = n->properties; a; a = a->next) {
            xmlChar *v = xmlNodeListGetString(n->doc, a->children, 1);
            if (strncmp((const char *)a->name, "on", 2) == 0)
                fail(file, "an attribute that runs", (const char *)a->name);
            if ((same(a->name, "href") || same(a->name, "src")) && v && strchr((const char *)v, ':'))
                fail(file, "a link that leads out", (const char *)v);
            xmlFree(v);
        }
        inert(file, n->children, scripts);
    }
}

static const xmlNode *with_id(const xmlNode *n, const char *id)
{
    for (; n; n = n->next) {
        if (n->type != XML_ELEMENT_NODE) continue;
        xmlChar *v = xmlGetNoNsProp((xmlNode *)n, (const xmlChar *)"id");
        bool is = same(v, id);
        xmlFree(v);
        if (is) return n;
        const xmlNode *below = with_id(n->children, id);
        if (below) return below;
    }
    return NULL;
}

static const Page *page_named(const Page *pages, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(pages[i].name, name) == 0) return &pages[i];
    return NULL;
}

typedef struct {
    const Page *pages;
    int n, links;
    const char *dir;
} Folder;

static void check_link(Folder *f, const Page *from, const char *href)
{
    char name[NAME];
    const char *hash = strchr(href, '#');
    f->links++;
    snprintf(name, sizeof name, "%.*s", hash ? (int)(hash - href) : (int)strlen(href), href);
    if (!*name) snprintf(name, sizeof name, "%s", from->name);
    size_t k = strlen(name);
    if (k > 5 && strcmp(name + k - 5, ".html") == 0) {
        const Page *to = page_named(f->pages, f->n, name);
        if (!to)
            fail(from->name, "a link to a page that is not there", href);
        else if (hash && !with_id(xmlDocGetRootElement(to->doc), hash + 1))
            fail(from->name, "no such anchor", href);
        return;
    }
    char path[2 * NAME];
    snprintf(path, sizeof path, "%s/%s", f->dir, name);
    FILE *there = fopen(path, "rb");
    if (!there)
        fail(from->name, "a link to nothing", href);
    else
        fclose(there);
}

static void links(Folder *f, const Page *from, const xmlNode *n)
{
    for (; n; n = n->next) {
        if (n->type != XML_ELEMENT_NODE) continue;
        xmlChar *v = xmlGetNoNsProp((xmlNode *)n, (const xmlChar *)"href");
        if (v) check_link(f, from, (const char *)v);
        xmlFree(v);
        links(f, from, n->children);
    }
}

/* Of HTML the parser knows no tags younger than itself. */
static xmlDocPtr read_page(const char *path)
{
    htmlParserCtxtPtr c = htmlNewParserCtxt();
    xmlDocPtr doc = htmlCtxtReadFile(c, path, "UTF-8", HTML_PARSE_NONET | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING);
    const xmlError *e = xmlCtxtGetLastError(c);
    if (!doc)
        fail(path, "is no page", NULL);
    else if (e && e->code != XML_HTML_UNKNOWN_TAG)
        fail(path, "markup", e->message);
    htmlFreeParserCtxt(c);
    return doc;
}

static void check_page(const char *path)
{
    xmlDocPtr doc = read_page(path);
    int scripts = 1;
    if (doc) inert(path, xmlDocGetRootElement(doc), &scripts);
    xmlFreeDoc(doc);
}

static void check_site(const char *dir)
{
    static Page pages[PAGES];
    Folder f = { pages, 0, 0, dir };
    DIR *d = opendir(dir);
    for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
        size_t k = strlen(e->d_name);
        char path[2 * NAME];
        if (k < 6 || strcmp(e->d_name + k - 5, ".html") != 0 || f.n == PAGES) continue;
        snprintf(pages[f.n].name, NAME, "%s", e->d_name);
        snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
        pages[f.n++].doc = read_page(path);
    }
    if (d) closedir(d);
    if (!page_named(pages, f.n, "index.html")) fail(dir, "has no index.html", NULL);
    for (int i = 0; i < f.n; i++) {
        int scripts = 0;
        if (!pages[i].doc) continue;
        inert(pages[i].name, xmlDocGetRootElement(pages[i].doc), &scripts);
        links(&f, &pages[i], xmlDocGetRootElement(pages[i].doc));
    }
    printf("%s: %d pages, %d links\n", dir, f.n, f.links);
    for (int i = 0; i < f.n; i++) xmlFreeDoc(pages[i].doc);
}

static void check_svg(const char *file)
{
    xmlDocPtr doc = xmlReadFile(file, NULL, XML_PARSE_NONET);
    int scripts = 0;
    if (!doc || !same(xmlDocGetRootElement(doc)->name, "svg"))
        fail(file, "is no SVG", NULL);
    else
        inert(file, xmlDocGetRootElement(doc), &scripts);
    xmlFreeDoc(doc);
}

int main(int argc, char **argv)
{
    xmlSetGenericErrorFunc(NULL, no_output);
    for (int i = 2; i < argc; i++)
        if (strcmp(argv[1], "json") == 0)
            check_json(argv[i]);
        else if (strcmp(argv[1], "svg") == 0)
            check_svg(argv[i]);
        else if (strcmp(argv[1], "site") == 0)
            check_site(argv[i]);
        else if (strcmp(argv[1], "page") == 0)
            check_page(argv[i]);
        else
            return 2;
    return failures > 0;
}
