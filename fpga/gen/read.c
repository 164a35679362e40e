/* read.c - descriptions of boards and units. */
#include "read.h"
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void read_complain(Reader *r, const xmlNode *n, const char *what, const char *name)
{
    fprintf(stderr, "%s:%ld: error: <%s>: %s '%s'\n", r->file, n ? xmlGetLineNo(n) : 1L,
            n ? (const char *)n->name : "?", what, name);
    r->bad = true;
}
const char *read_text(Reader *r, xmlNode *n, const char *name, const char *otherwise)
{
    xmlChar *got = xmlGetProp(n, (const xmlChar *)name);
    if (!got) {
        if (!otherwise) read_complain(r, n, "it needs the attribute", name);
        return otherwise ? otherwise : "";
    }
    const char *copy = str_copy(r->a, (const char *)got, (int)strlen((const char *)got)).p;
    xmlFree(got);
    return copy;
}
double read_number(Reader *r, xmlNode *n, const char *name, const char *otherwise)
{
    const char *digits = read_text(r, n, name, otherwise);
    char *end;
    double value = strtod(digits, &end);
    if (*digits && (*end || !(value >= 0 && value <= 2e9))) read_complain(r, n, "expected a number in", name);
    return value;
}
/* A whole number of `least` to `most`. */
static int read_whole(Reader *r, xmlNode *n, const char *name, int otherwise, int least, int most)
{
    char what[64];
    if (!xmlHasProp(n, (const xmlChar *)name)) return otherwise;
    const char *digits = read_text(r, n, name, "");
    char *end;
    double value = strtod(digits, &end);
    if (*digits && !*end && value >= least && value <= most && value == (int)value) return (int)value;
    snprintf(what, sizeof what, "expected a whole number of %d to %d in", least, most);
    read_complain(r, n, what, name);
    return otherwise;
}
static const char *one_of(Reader *r, xmlNode *n, const char *name, const char *otherwise, const char *const *words)
{
    const char *got = read_text(r, n, name, otherwise);
    for (int i = 0; words[i]; i++)
        if (strcmp(got, words[i]) == 0) return got;
    if (*got) read_complain(r, n, "a word that is not known:", got);
    return got;
}
static bool is(const xmlNode *n, const char *name) { return strcmp((const char *)n->name, name) == 0; }

/* The root, which must be an element `name`; NULL after a message. Errors of XML are libxml2's, with file and line. */
static xmlDoc *open_file(Reader *r, const char *name, xmlNode **root)
{
    xmlDoc *doc = xmlReadFile(r->file, NULL, XML_PARSE_NONET);
    *root = doc ? xmlDocGetRootElement(doc) : NULL;
    if (*root && is(*root, name)) return doc;
    if (*root) read_complain(r, *root, "expected an element", name);
    else fprintf(stderr, "%s:1: error: cannot be read as XML\n", r->file);
    if (doc) xmlFreeDoc(doc);
    return NULL;
}
static bool pin(Reader *r, xmlNode *n, FpgaPin *all, int *count)
{
    if (*count == FPGA_MOST) {
        read_complain(r, n, "too many, at most", "32");
        return false;
    }
    FpgaPin *p = &all[(*count)++];
    p->pin = read_text(r, n, "pin", NULL);
    return true;
}

static void board_part(Reader *r, xmlNode *n, FpgaBoard *b)
{
    static const char *const leds[] = { "pass", "fail", "busy", NULL };
    if (is(n, "clock")) {
        b->clock_pin = read_text(r, n, "pin", NULL);
        b->clock_mhz = read_number(r, n, "mhz", NULL);
    } else if (is(n, "uart")) {
        b->uart_pin = read_text(r, n, "pin", NULL);
        b->baud = (int)read_number(r, n, "baud", "115200");
    } else if (is(n, "button")) {
        b->has_button = true;
        b->button = (FpgaPin){ "button", read_text(r, n, "pin", NULL), read_number(r, n, "active", NULL) != 0 };
    } else if (is(n, "led")) {
        if (pin(r, n, b->leds, &b->n_leds)) {
            b->leds[b->n_leds - 1].name = one_of(r, n, "name", NULL, leds);
            b->leds[b->n_leds - 1].active = read_number(r, n, "active", "1") != 0;
        }
    } else if (is(n, "hold")) {
        if (pin(r, n, b->holds, &b->n_holds)) b->holds[b->n_holds - 1].active = read_number(r, n, "value", NULL) != 0;
    } else if (is(n, "sdram")) {
        fpga_read_sdram(r, n, &b->sdram);
    } else {
        read_complain(r, n, "in a board there are clock, button, uart, led, hold, sdram; not", (const char *)n->name);
    }
}

bool fpga_read_board(Arena *a, const char *path, FpgaBoard *out)
{
    static const char *const families[] = { "ecp5", "ice40", NULL };
    Reader r = { .a = a, .file = path };
    xmlNode *root;
    xmlDoc *doc = open_file(&r, "board", &root);
    if (!doc) return false;
    *out = (FpgaBoard){ .name = read_text(&r, root, "name", NULL), .family = one_of(&r, root, "family", NULL, families),
                        .device = read_text(&r, root, "device", NULL), .package = read_text(&r, root, "package", NULL),
                        .speed = read_text(&r, root, "speed", NULL),
                        .programmer = read_text(&r, root, "programmer", "") };
    for (xmlNode *n = xmlFirstElementChild(root); n; n = xmlNextElementSibling(n)) board_part(&r, n, out);
    if (!r.bad && !out->clock_pin) read_complain(&r, root, "it needs an element", "clock");
    if (!r.bad && !out->uart_pin) read_complain(&r, root, "it needs an element", "uart");
    if (!r.bad && out->clock_mhz < 1) read_complain(&r, root, "expected at least 1 in", "mhz");
    if (!r.bad && out->baud < 300) read_complain(&r, root, "expected at least 300 in", "baud");
    xmlFreeDoc(doc);
    return !r.bad;
}

bool fpga_read_unit(Arena *a, const char *path, FpgaUnit *out)
{
    static const char *const programs[] = { "threads", "fragments", "transfers", NULL };
    static const char *const answers[] = { "yes", "no", NULL };
    Reader r = { .a = a, .file = path };
    xmlNode *root;
    xmlDoc *doc = open_file(&r, "unit", &root);
    if (!doc) return false;
    *out = (FpgaUnit){ .name = read_text(&r, root, "name", NULL), .board = read_text(&r, root, "board", NULL),
                       .module = read_text(&r, root, "module", NULL),
                       .spec = read_text(&r, root, "spec", "-"), .emit = read_text(&r, root, "emit", ""),
                       .files = read_text(&r, root, "files", ""),
                       .program = one_of(&r, root, "program", NULL, programs),
                       .doc = read_text(&r, root, "doc", ""),
                       .sdram = strcmp(one_of(&r, root, "sdram", "no", answers), "yes") == 0,
                       .mhz = read_number(&r, root, "mhz", NULL), .target = read_number(&r, root, "target", "80"),
                       .limit = (int)read_number(&r, root, "limit", NULL),
                       .seed = read_whole(&r, root, "seed", 1, 1, 999999),
                       .spread = read_whole(&r, root, "spread", 64, 4, 99999) };
    if (!r.bad && out->target <= 0) read_complain(&r, root, "expected more than 0 in", "target");
    if (!r.bad && out->limit < 1) read_complain(&r, root, "expected at least 1 in", "limit");
    for (xmlNode *n = xmlFirstElementChild(root); n; n = xmlNextElementSibling(n)) {
        if (!is(n, "param")) read_complain(&r, n, "in a unit there are param; not", (const char *)n->name);
        else if (out->n_params == FPGA_MOST) read_complain(&r, n, "too many, at most", "32");
        else
            out->params[out->n_params++] =
                (FpgaParam){ read_text(&r, n, "name", NULL), (int)read_number(&r, n, "value", NULL) };
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
