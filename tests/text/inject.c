/* inject.c - text of an XML file must not become code. Every attribute of every element of the schema (and text between
 * elements) gets hostile values: either `check` refuses them and says where, or what the program writes is the same as
 * without them but for comments and contents of strings. inject COHGEN SCHEMA SCRATCH ONE-OF SPEC.xml... -- SPEC.xml...
 * the first specification that has an element is used for it; those before -- are compared; ONE-OF: 1, all values for
 * each attribute, 3, a third of them for each, which differ from one attribute to the next */
#define _GNU_SOURCE
#include "inject.h"
#include "check/check.h"
#include "ir/ir.h"
#include "read/read.h"
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define M MARK
/* %: the value that stood there; _ after it: with line ends for its blanks. */
static const char *const payloads[] = {
    "x\n initial $system(\"touch " M "\"); // ",
    M " */ " M "; /* ",
    "a \"; " M "; \"",
    M " \\",
    "// `include \"" M "\" `" M " $finish; // " M "\\   ",
    "verilator lint_off " M,
    " Synopsys translate_off " M,
    "synthesis " M "\r\n`" M,
    "=1+" M ",\"y\"\n@" M,
    "/* " M " | ?"
    "?/ <script> ` [x](" M ") \t# " M,
    "\xc3\xbc \xe2\x80\xa8" M "\xe2\x80\xae\xc2\x85" M "\x7f\n## " M "\n| " M " |",
    "%_",
    "%\n" M,
    "% ?"
    "?/",
    "\"" M,
    "*/" M "/*/",
};
enum { N_PAYLOADS = sizeof payloads / sizeof *payloads, MAX_PAIRS = 600, ROUNDS = 2 };

int failures;

void complain(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    if (failures++ < 40) {
        printf("FAIL ");
        vprintf(fmt, ap);
        printf("\n");
    }
    va_end(ap);
}

char *file_text(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0;
    if (!f || getdelim(&text, &size, -1, f) < -1) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(3);
    }
    *n = (size_t)ftell(f);
    fclose(f);
    if (!text || !*n) {
        free(text);
        return calloc(1, 1);
    }
    return text;
}

/* ---- the schema: which attributes there are ---- */

typedef struct {
    char element[32], attribute[32];
    bool accepted[N_PAYLOADS], tried;
} Pair;
static Pair pairs[MAX_PAIRS];
static int n_pairs;

static char *prop(xmlNode *n, const char *name)
{
    char *s = (char *)xmlGetProp(n, (const xmlChar *)name);
    return s ? s : strdup("");
}

static Pair *pair(const char *element, const char *attribute)
{
    for (int i = 0; i < n_pairs; i++)
        if (!strcmp(pairs[i].element, element) && !strcmp(pairs[i].attribute, attribute)) return &pairs[i];
    if (n_pairs == MAX_PAIRS) {
        fprintf(stderr, "too many attributes\n");
        exit(3);
    }
    Pair *p = &pairs[n_pairs++];
    snprintf(p->element, sizeof p->element, "%s", element);
    snprintf(p->attribute, sizeof p->attribute, "%s", attribute);
    return p;
}

static void each(xmlDoc *doc, const char *path, void (*fn)(xmlNode *, void *), void *ctx)
{
    xmlXPathContext *x = xmlXPathNewContext(doc);
    xmlXPathRegisterNs(x, (const xmlChar *)"xs", (const xmlChar *)"http://www.w3.org/2001/XMLSchema");
    xmlXPathObject *found = xmlXPathEval((const xmlChar *)path, x);
    for (int i = 0; found && found->nodesetval && i < found->nodesetval->nodeNr; i++)
        fn(found->nodesetval->nodeTab[i], ctx);
    xmlXPathFreeObject(found);
    xmlXPathFreeContext(x);
}

static void add_attribute(xmlNode *n, void *element)
{
    char *name = prop(n, "name");
    pair(element, name);
    free(name);
}

static void add_element(xmlNode *n, void *ctx)
{
    char *name = prop(n, "name"), *type = prop(n, "type"), *path;
    if (asprintf(&path, "//xs:complexType[@name='%s']/xs:attribute", type) < 0) exit(3);
    each(ctx, path, add_attribute, name);
    pair(name, "doc");
    pair(name, ""); /* text between its tags */
    free(name), free(type), free(path);
}

#ifdef COHGEN_SANITIZE
/* Leaks are looked for in the generator; this program keeps its documents and names until it ends. */
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void) { return 1; }
#endif

/* Attributes that a specification has and the schema leaves open: parameters, sizes, fields. */
static void add_open(xmlNode *n, void *ctx)
{
    (void)ctx;
    for (xmlAttr *a = n->properties; a; a = a->next)
        if (!a->ns) pair((const char *)n->name, (const char *)a->name);
}

/* ---- one value, refused or not ---- */

static char *filled(const char *payload, const char *before)
{
    char *s = NULL;
    if (*payload != '%') return strdup(payload);
    if (asprintf(&s, "%s%s", before, payload[1] == '_' ? "" : payload + 1) < 0) exit(3);
    for (char *c = s; payload[1] == '_' && *c; c++)
        if (*c == ' ') *c = '\n';
    return s;
}

/* Errors and no error without a place; the message goes into *why. */
static bool refused(const char *path, char **why)
{
    size_t n, length = strlen(path);
    FILE *out = open_memstream(why, &n);
    Arena *a = arena_create((size_t)1 << 30);
    Diags *d = diags_create(a);
    const Node *root = read_file(a, d, path);
    Protocol *p = root && !diag_errors(d) ? ir_build(a, d, root) : NULL;
    bool errors = !p || diag_errors(d) || !check_protocol(a, d, p) || diag_errors(d);
    ParamEnv env;
    errors = errors || !param_env(a, d, p, NULL, (ParamSets){ 0 }, &env) || diag_errors(d);
    diag_print(d, out, false, 0);
    fclose(out);
    arena_destroy(a);
    for (const char *line = *why; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        int at = 0;
        const char *error = strstr(line, ": error: "), *end = strchrnul(line, '\n');
        if (!error || error > end || line[0] == ' ') continue;
        if (strncmp(line, path, length) || sscanf(line + length, ":%*d:%*d: error: %n", &at) < 0 || !at)
            complain("an error without a place: %.*s", (int)(end - line), line);
    }
    return errors;
}

static void first_node(xmlNode *n, void *ctx)
{
    if (!*(xmlNode **)ctx) *(xmlNode **)ctx = n;
}

/* Saves the document with one hostile value; true if it was refused. */
static bool try_one(xmlDoc *doc, xmlNode *n, const Pair *p, const char *payload, const char *path)
{
    char *before = prop(n, p->attribute), *value = filled(payload, before), *why;
    bool had = *p->attribute && xmlHasProp(n, (const xmlChar *)p->attribute);
    xmlNode *text = *p->attribute ? NULL : xmlAddChild(n, xmlNewText((const xmlChar *)value));
    if (!text) xmlSetProp(n, (const xmlChar *)p->attribute, (const xmlChar *)value);
    xmlSaveFile(path, doc);
    bool no = refused(path, &why);
    if (text) {
        xmlUnlinkNode(text);
        xmlFreeNode(text);
    } else if (had) xmlSetProp(n, (const xmlChar *)p->attribute, (const xmlChar *)before);
    else xmlUnsetProp(n, (const xmlChar *)p->attribute);
    if (!*p->attribute && !no && strstr(payload, M)) complain("text in <%s> is accepted: %s", p->element, payload);
    free(before), free(value), free(why);
    return no;
}

/* Of so many values each attribute gets one, and the attribute after it another one. */
static int one_of = 1;

static int try_pairs(xmlDoc *doc, const char *path)
{
    int tried = 0;
    for (int i = 0; i < n_pairs; i++) {
        Pair *p = &pairs[i];
        char query[80];
        xmlNode *n = NULL;
        snprintf(query, sizeof query, "//%s[@%s]", p->element, p->attribute);
        if (!p->tried && *p->attribute) each(doc, query, first_node, &n);
        snprintf(query, sizeof query, "//%s", p->element);
        if (!p->tried && !n) each(doc, query, first_node, &n);
        if (!n) continue;
        p->tried = true;
        for (int k = i % one_of; k < N_PAYLOADS; k += one_of, tried++)
            p->accepted[k] = !try_one(doc, n, p, payloads[k], path);
    }
    return tried;
}

/* ---- all that is accepted, in one file ---- */

typedef struct {
    const Pair *p;
    int next;
} Filling;

static void fill(xmlNode *n, void *ctx)
{
    Filling *f = ctx;
    int k = f->next++ % N_PAYLOADS;
    for (int i = 0; i < N_PAYLOADS && !f->p->accepted[k]; i++) k = (k + 1) % N_PAYLOADS;
    char *before = prop(n, f->p->attribute), *value = filled(payloads[k], before);
    bool here = *before || strcmp(f->p->attribute, "doc") == 0; /* nothing that changes what the file says */
    if (f->p->accepted[k] && here) xmlSetProp(n, (const xmlChar *)f->p->attribute, (const xmlChar *)value);
    free(before), free(value);
}

static void fill_all(xmlDoc *doc, int round)
{
    for (int i = 0; i < n_pairs; i++) {
        Filling f = { &pairs[i], round * 5 + i };
        char query[80];
        if (!*pairs[i].attribute) continue;
        snprintf(query, sizeof query, "//%s", pairs[i].element);
        each(doc, query, fill, &f);
    }
}

static void add_doc(xmlNode *n, void *ctx)
{
    (void)ctx;
    if (!xmlHasProp(n, (const xmlChar *)"doc")) xmlSetProp(n, (const xmlChar *)"doc", (const xmlChar *)"nothing");
}

static const char *cohgen, *scratch;

/* cohgen COMMAND SPEC WORDS, its output into folder/name; the exit status. */
static int run(const char *folder, const char *name, const char *command, const char *spec, const char *const *words)
{
    char *out;
    const char *argv[16] = { cohgen, command, spec };
    int n = 3, status;
    while (*words) argv[n++] = *words++;
    argv[n] = NULL;
    if (asprintf(&out, "%s/%s", folder, name) < 0) exit(3);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        if (!freopen(out, "w", stdout) || !freopen("/dev/null", "w", stderr)) _exit(3);
        execv(cohgen, (char *const *)argv);
        _exit(3);
    }
    waitpid(pid, &status, 0);
    free(out);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 99;
}

/* Everything that the program writes about a specification, into a folder of its own; which of it could be written. */
static unsigned write_all(const char *spec, const char *folder)
{
    char rtl[600], replay[600], smt[600], pml[600];
    snprintf(rtl, sizeof rtl, "%s/design", folder);
    snprintf(replay, sizeof replay, "%s/replay", folder);
    snprintf(smt, sizeof smt, "%s/smt", folder);
    snprintf(pml, sizeof pml, "%s/model.pml", folder);
    const struct {
        const char *name, *command, *words[5];
    } all[] = {
        { "table.txt", "table", { NULL } },
        { "table.md", "table", { "--format=md", NULL } },
        { "table.csv", "table", { "--format=csv", NULL } },
        { "stats", "stats", { NULL } },
        { "params", "params", { NULL } },
        { "emit", "emit", { "-o", rtl, NULL } },
        { "replays", "emit", { "--harness=replay", "-o", replay, NULL } },
        { "steps", "step", { "-o", smt, NULL } },
        { "export", "verify", { "--export", "promela", "-o", pml, NULL } },
    };
    unsigned done = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        int status = run(folder, all[i].name, all[i].command, spec, all[i].words);
        if (status > 2) complain("%s: cohgen %s: exit status %d", spec, all[i].command, status);
        done |= (unsigned)(status == 0) << i;
    }
    return done;
}

static void make_folder(const char *path)
{
    char *command;
    if (asprintf(&command, "mkdir -p '%s'", path) < 0 || system(command)) exit(3);
    free(command);
}

static void compare(const char *spec, int number, xmlDoc *doc)
{
    char *then, *now, path[600], *why;
    if (asprintf(&then, "%s/%d.then", scratch, number) < 0 || asprintf(&now, "%s/%d.now", scratch, number) < 0) exit(3);
    snprintf(path, sizeof path, "%s/spec.xml", scratch); /* the same name for all: it stands in comments */
    make_folder(then);
    each(doc, "//*", add_doc, NULL);
    xmlSaveFile(path, doc);
    unsigned before = write_all(path, then);
    for (int round = 0; round < ROUNDS; round++) {
        xmlDoc *hostile = xmlCopyDoc(doc, 1);
        char *command;
        fill_all(hostile, ROUNDS * number + round);
        make_folder(now);
        xmlSaveFile(path, hostile);
        if (refused(path, &why)) complain("%s: what was accepted one by one is refused: %.300s", spec, why);
        else if (write_all(path, now) != before) complain("%s: not everything is written", spec);
        else compare_folders(then, now);
        free(why);
        xmlFreeDoc(hostile);
        if (asprintf(&command, "rm -rf '%s'", now) < 0 || system(command)) exit(3);
        free(command);
    }
    free(then), free(now);
}

int main(int argc, char **argv)
{
    char path[600];
    int tried = 0, missed = 0;
    if (argc < 6) {
        fprintf(stderr, "usage: inject COHGEN SCHEMA SCRATCH ONE-OF SPEC.xml... -- SPEC.xml...\n");
        return 2;
    }
    cohgen = argv[1], scratch = argv[3], one_of = atoi(argv[4]);
    if (one_of < 1) return 2;
    snprintf(path, sizeof path, "%s/spec.xml", scratch);
    xmlDoc *schema = xmlReadFile(argv[2], NULL, XML_PARSE_NONET), **docs = calloc((size_t)argc, sizeof *docs);
    if (!schema) return 3;
    each(schema, "//xs:element", add_element, schema);
    for (int i = 5; i < argc; i++) {
        if (!strcmp(argv[i], "--")) continue;
        docs[i] = xmlReadFile(argv[i], NULL, XML_PARSE_NONET);
        if (!docs[i]) return 3;
        each(docs[i], "//*", add_open, NULL);
    }
    for (int i = 5; i < argc; i++) tried += docs[i] ? try_pairs(docs[i], path) : 0;
    for (int i = 0; i < n_pairs; i++)
        if (!pairs[i].tried) {
            missed++;
            complain("no specification has <%s %s>", pairs[i].element, pairs[i].attribute);
        }
    for (int i = 5; i < argc && strcmp(argv[i], "--"); i++) compare(argv[i], i - 5, docs[i]);
    int accepted = 0;
    for (int i = 0; i < n_pairs; i++)
        for (int k = 0; k < N_PAYLOADS; k++) accepted += pairs[i].accepted[k];
    printf("inject: %d attributes and places of text, %d hostile values, %d accepted, %d failures\n", n_pairs - missed,
           tried, accepted, failures);
    return failures != 0;
}
