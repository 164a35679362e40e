/* read.c - descriptions of boards and units. */
#include "fpga.h"
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { Arena *a; const char *file; bool bad; } Reader;

static void complain(Reader *r, const xmlNode *n, const char *what, const char *name)
{
    fprintf(stderr, "%s:%ld: error: <%s>: %s '%s'\n", r->file, n ? xmlGetLineNo(n) : 1L,
            n ? (const char *)n->name : "?", what, name);
    r->bad = true;
}
static const char *text(Reader *r, xmlNode *n, const char *name, const char *otherwise)
{
    xmlChar *got = xmlGetProp(n, (const xmlChar *)name);
    if (!got) {
        if (!otherwise) complain(r, n, "it needs the attribute", name);
        return otherwise ? otherwise : "";
    }
    const char *copy = str_copy(r->a, (const char *)got, (int)strlen((const char *)got)).p;
    xmlFree(got);
    return copy;
}
static double number(Reader *r, xmlNode *n, const char *name, const char *otherwise)
{
    const char *digits = text(r, n, name, otherwise);
    char *end;
    double value = strtod(digits, &end);
    if (*digits && (*end || value < 0 || value > 2e9)) complain(r, n, "expected a number in", name);
    return value;
}
static const char *one_of(Reader *r, xmlNode *n, const char *name, const char *const *words)
{
    const char *got = text(r, n, name, NULL);
    for (int i = 0; words[i]; i++)
        if (strcmp(got, words[i]) == 0) return got;
    if (*got) complain(r, n, "a word that is not known:", got);
    return got;
}
static bool is(const xmlNode *n, const char *name) { return strcmp((const char *)n->name, name) == 0; }

/* The root, which must be an element `name`; NULL after a message. Errors of XML are libxml2's, with file and line. */
static xmlDoc *open_file(Reader *r, const char *name, xmlNode **root)
{
    xmlDoc *doc = xmlReadFile(r->file, NULL, XML_PARSE_NONET);
    *root = doc ? xmlDocGetRootElement(doc) : NULL;
    if (*root && is(*root, name)) return doc;
    if (*root) complain(r, *root, "expected an element", name);
    else fprintf(stderr, "%s:1: error: cannot be read as XML\n", r->file);
    if (doc) xmlFreeDoc(doc);
    return NULL;
}
static bool pin(Reader *r, xmlNode *n, FpgaPin *all, int *count)
{
    if (*count == FPGA_MOST) {
        complain(r, n, "too many, at most", "32");
        return false;
    }
    FpgaPin *p = &all[(*count)++];
    p->pin = text(r, n, "pin", NULL);
    return true;
}

static void board_part(Reader *r, xmlNode *n, FpgaBoard *b)
{
    static const char *const leds[] = { "pass", "fail", "busy", NULL };
    if (is(n, "clock")) {
        b->clock_pin = text(r, n, "pin", NULL);
        b->clock_mhz = number(r, n, "mhz", NULL);
    } else if (is(n, "uart")) {
        b->uart_pin = text(r, n, "pin", NULL);
        b->baud = (int)number(r, n, "baud", "115200");
    } else if (is(n, "button")) {
        b->has_button = true;
        b->button = (FpgaPin){ "button", text(r, n, "pin", NULL), number(r, n, "active", NULL) != 0 };
    } else if (is(n, "led")) {
        if (pin(r, n, b->leds, &b->n_leds)) {
            b->leds[b->n_leds - 1].name = one_of(r, n, "name", leds);
            b->leds[b->n_leds - 1].active = number(r, n, "active", "1") != 0;
        }
    } else if (is(n, "hold")) {
        if (pin(r, n, b->holds, &b->n_holds)) b->holds[b->n_holds - 1].active = number(r, n, "value", NULL) != 0;
    } else {
        complain(r, n, "in a board there are clock, button, uart, led, hold; not", (const char *)n->name);
    }
}

bool fpga_read_board(Arena *a, const char *path, FpgaBoard *out)
{
    static const char *const families[] = { "ecp5", "ice40", NULL };
    Reader r = { .a = a, .file = path };
    xmlNode *root;
    xmlDoc *doc = open_file(&r, "board", &root);
    if (!doc) return false;
    *out = (FpgaBoard){ .name = text(&r, root, "name", NULL), .family = one_of(&r, root, "family", families),
                        .device = text(&r, root, "device", NULL), .package = text(&r, root, "package", NULL),
                        .speed = text(&r, root, "speed", NULL), .programmer = text(&r, root, "programmer", "") };
    for (xmlNode *n = xmlFirstElementChild(root); n; n = xmlNextElementSibling(n)) board_part(&r, n, out);
    if (!r.bad && !out->clock_pin) complain(&r, root, "it needs an element", "clock");
    if (!r.bad && !out->uart_pin) complain(&r, root, "it needs an element", "uart");
    if (!r.bad && out->clock_mhz < 1) complain(&r, root, "expected at least 1 in", "mhz");
    if (!r.bad && out->baud < 300) complain(&r, root, "expected at least 300 in", "baud");
    xmlFreeDoc(doc);
    return !r.bad;
}

bool fpga_read_unit(Arena *a, const char *path, FpgaUnit *out)
{
    static const char *const programs[] = { "threads", "fragments", "transfers", NULL };
    Reader r = { .a = a, .file = path };
    xmlNode *root;
    xmlDoc *doc = open_file(&r, "unit", &root);
    if (!doc) return false;
    *out = (FpgaUnit){ .name = text(&r, root, "name", NULL), .module = text(&r, root, "module", NULL),
                       .spec = text(&r, root, "spec", "-"), .emit = text(&r, root, "emit", ""),
                       .files = text(&r, root, "files", ""), .program = one_of(&r, root, "program", programs),
                       .doc = text(&r, root, "doc", ""), .mhz = number(&r, root, "mhz", NULL),
                       .target = number(&r, root, "target", "80"), .limit = (int)number(&r, root, "limit", NULL) };
    for (xmlNode *n = xmlFirstElementChild(root); n; n = xmlNextElementSibling(n)) {
        if (!is(n, "param")) complain(&r, n, "in a unit there are param; not", (const char *)n->name);
        else if (out->n_params == FPGA_MOST) complain(&r, n, "too many, at most", "32");
        else out->params[out->n_params++] = (FpgaParam){ text(&r, n, "name", NULL), (int)number(&r, n, "value", NULL) };
    }
    xmlFreeDoc(doc);
    return !r.bad;
}

int fpga_param(const FpgaUnit *u, const char *name, int otherwise)
{
    for (int i = 0; i < u->n_params; i++)
        if (strcmp(u->params[i].name, name) == 0) return u->params[i].value;
    return otherwise;
}
