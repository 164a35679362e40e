/* main.c - prove: what `./run prove` and the tests call.
 *
 *   prove                                   everything that is listed, as a table
 *   prove steps                             the transition modules of tests/prove/steps.list
 *   prove rtl [CONFIGURATION...]            the controllers and systems of tests/prove/configurations
 *   prove gates [CONTROLLER...]             the clock gates of tests/prove/gates.list
 *   prove blocks [BLOCK...], prove BLOCK    the blocks of templates/, their long proofs too
 *   prove step [OPTION...] SPEC [--set=PARAM=VALUE...]     one specification's transition modules
 *   prove block BLOCK...                    without the long proofs
 *   prove netlist [OPTION...] SPEC [--set=PARAM=VALUE...]  netlists of its transition modules, equal to their Verilog
 *
 * Options of step: --head, --name=TEXT, --from=DIR (of DIR/rtl/X.v and DIR/X.smt2, made already); of rtl: --head,
 * --only=REGEX (of the assertions those whose name matches), --list=FILE; of netlist: --head, --name=TEXT,
 * --family=ecp5|ice40|xilinx. For tests that a proof can fail: step
 * --broken=SED (of the Verilog), --other=SPEC (where the terms come from); rtl --edit=KIND|PATH|VALUE (of the table, as
 * tests/tools/spec_edit.c has them), --verilog=SED; gates --verilog=SED; netlist --broken=SED.
 *
 * COHGEN_BUILD: the build folder. COHGEN, SPEC_EDIT, STEP_TERMS: programs, if others than those built there.
 * PROVE_TIMEOUT: seconds for one run of a solver (300; blocks: 120, of processor time). PROVE_KEEP: what was made for
 * the solvers stays, and where is said.
 *
 * Exit status: 0 everything proved as listed and every cover reached, 1 not, 2 wrong command line, 3 something is
 * missing. */
#define _XOPEN_SOURCE 700
#include "prove.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Prove proving;

static void removed(void)
{
    if (!proving.dir) return;
    if (getenv("PROVE_KEEP")) fprintf(stderr, "prove: kept: %s\n", proving.dir);
    else tool_remove(proving.dir);
    proving.dir = NULL;
}
static void ended(int sig)
{
    prove_signal = sig;
    if (tool_child > 0) kill((pid_t)tool_child, SIGTERM);
}

static const char *program(Prove *p, const char *name, const char *build, const char *file)
{
    const char *set = getenv(name), *at = set && *set ? set : tool_text(p->a, "%s/%s", build, file);
    if (access(at, X_OK) != 0) tool_fatal(3, "no program at %s: build it first", at);
    return at;
}

static void tools_there(Arena *a)
{
    static const char *const tools[] = {"yosys", "yosys-abc", "z3"};
    for (int i = 0; i < 3; i++) {
        bool there = false;
        Words folders = tool_split(a, getenv("PATH") ? getenv("PATH") : "", ":");
        for (int k = 0; k < folders.n && !there; k++)
            there = access(tool_text(a, "%s/%s", folders.at[k], tools[i]), X_OK) == 0;
        if (!there) tool_fatal(3, "%s is not installed (scripts/setup.sh)", tools[i]);
    }
}

static void begin(Prove *p)
{
    tool_name = "prove";
    p->a = arena_create((size_t)4 << 30);
    p->top = COHGEN_TOP;
    const char *build = getenv("COHGEN_BUILD") ? getenv("COHGEN_BUILD") : COHGEN_BUILD;
    p->cohgen = program(p, "COHGEN", build, "cohgen");
    p->spec_edit = program(p, "SPEC_EDIT", build, "tests/tools/spec_edit");
    p->step_terms = program(p, "STEP_TERMS", build, "tests/tools/step_terms");
    tools_there(p->a);
    const char *limit = getenv("PROVE_TIMEOUT"), *tmp = getenv("TMPDIR");
    p->limit = limit ? atoi(limit) : 0;
    if (limit && p->limit < 1) tool_fatal(2, "PROVE_TIMEOUT: expected seconds, not '%s'", limit);
    char *dir = tool_text(p->a, "%s/prove.XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(dir)) tool_fatal(3, "cannot make a folder in %s", tmp && *tmp ? tmp : "/tmp");
    p->dir = dir;
    p->log = tool_text(p->a, "%s/log", dir);
    atexit(removed);
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (int i = 0; i < 3; i++) signal(signals[i], ended);
}

/* "--NAME=VALUE": the value, or NULL. */
static const char *option(const char *word, const char *name)
{
    size_t n = strlen(name);
    return strncmp(word, name, n) == 0 && word[n] == '=' ? word + n + 1 : NULL;
}

/* The limit where a kind has one of its own. */
static void limited(Prove *p, int seconds) { if (!getenv("PROVE_TIMEOUT")) p->limit = seconds; }

static void step(Prove *p, int argc, char **argv)
{
    ProveStep s = {.name = "default"};
    for (int i = 0; i < argc; i++) {
        const struct { const char *name; const char **to; } texts[] = {
            {"--name", &s.name}, {"--from", &s.from}, {"--broken", &s.broken}, {"--other", &s.other}};
        bool known = false;
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
            const char *value = option(argv[i], texts[k].name);
            if (value) *texts[k].to = value, known = true;
        }
        if (known) continue;
        if (strcmp(argv[i], "--head") == 0) prove_head();
        else if (option(argv[i], "--set")) tool_add(p->a, &s.sets, argv[i]);
        else if (argv[i][0] == '-') tool_fatal(2, "step: unknown option %s", argv[i]);
        else if (s.spec) tool_fatal(2, "step: one specification, not '%s' too", argv[i]);
        else s.spec = argv[i];
    }
    if (!s.spec == !s.from) tool_fatal(2, "step: expected a specification, or --from=DIR");
    prove_step(p, &s);
}

static void netlist(Prove *p, int argc, char **argv)
{
    ProveNetlist n = {.name = "default", .family = "ecp5"};
    for (int i = 0; i < argc; i++) {
        const char *name = option(argv[i], "--name"), *family = option(argv[i], "--family");
        const char *broken = option(argv[i], "--broken");
        if (name) n.name = name;
        else if (family) n.family = family;
        else if (broken) n.broken = broken;
        else if (strcmp(argv[i], "--head") == 0) prove_head();
        else if (option(argv[i], "--set")) tool_add(p->a, &n.sets, argv[i]);
        else if (argv[i][0] == '-') tool_fatal(2, "netlist: unknown option %s", argv[i]);
        else if (n.spec) tool_fatal(2, "netlist: one specification, not '%s' too", argv[i]);
        else n.spec = argv[i];
    }
    if (!n.spec) tool_fatal(2, "netlist: expected a specification");
    prove_netlists(p, &n);
}

static void rtl(Prove *p, int argc, char **argv)
{
    ProveRtl r = {.list = tool_text(p->a, "%s/tests/prove/configurations", p->top), .only = "."};
    for (int i = 0; i < argc; i++) {
        const char *edit = option(argv[i], "--edit"), *only = option(argv[i], "--only");
        const char *list = option(argv[i], "--list"), *verilog = option(argv[i], "--verilog");
        if (edit) tool_add(p->a, &r.edits, edit);
        else if (only) r.only = only;
        else if (list) r.list = list;
        else if (verilog) r.verilog = verilog;
        else if (strcmp(argv[i], "--head") == 0) prove_head();
        else if (argv[i][0] == '-') tool_fatal(2, "rtl: unknown option %s", argv[i]);
        else tool_add(p->a, &r.wanted, argv[i]);
    }
    prove_rtl(p, &r);
}

static void gates(Prove *p, int argc, char **argv)
{
    const char *verilog = NULL;
    Words wanted = {0};
    for (int i = 0; i < argc; i++) {
        if (option(argv[i], "--verilog")) verilog = option(argv[i], "--verilog");
        else if (argv[i][0] == '-') tool_fatal(2, "gates: unknown option %s", argv[i]);
        else tool_add(p->a, &wanted, argv[i]);
    }
    prove_gates(p, verilog, &wanted);
}

static void blocks(Prove *p, bool whole, int argc, char **argv)
{
    Words wanted = {0};
    for (int i = 0; i < argc; i++) {
        if (argv[i][0] == '-') tool_fatal(2, "%s: unknown option %s", whole ? "blocks" : "block", argv[i]);
        tool_add(p->a, &wanted, argv[i]);
    }
    if (!whole && !wanted.n) tool_fatal(2, "block: which?");
    limited(p, 120);
    prove_blocks(p, whole, &wanted);
}

int main(int argc, char **argv)
{
    Prove *p = &proving;
    begin(p);
    limited(p, 300);
    const char *kind = argc > 1 ? argv[1] : "all";
    int n = argc > 2 ? argc - 2 : 0;
    char **rest = argv + 2, *head[] = {"--head"};
    if (strcmp(kind, "all") == 0) {
        prove_head();
        prove_steps_listed(p);
        putchar('\n');
        rtl(p, 1, head);
        putchar('\n');
        limited(p, 120);
        prove_blocks(p, true, &(Words){0});
        putchar('\n');
        limited(p, 300);
        gates(p, 0, NULL);
    } else if (strcmp(kind, "steps") == 0) {
        if (n) tool_fatal(2, "steps: what is '%s'?", rest[0]);
        prove_head();
        prove_steps_listed(p);
    } else if (strcmp(kind, "step") == 0) step(p, n, rest);
    else if (strcmp(kind, "netlist") == 0) netlist(p, n, rest);
    else if (strcmp(kind, "rtl") == 0) rtl(p, n, rest);
    else if (strcmp(kind, "gates") == 0) gates(p, n, rest);
    else if (strcmp(kind, "blocks") == 0) blocks(p, true, n, rest);
    else if (strcmp(kind, "block") == 0) blocks(p, false, n, rest);
    else if (prove_block_there(p, kind)) blocks(p, true, argc - 1, argv + 1);
    else tool_fatal(2, "'%s' is not steps, step, rtl, gates, blocks, block, netlist or the name of a block", kind);
    return p->bad;
}
