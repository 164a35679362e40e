/* configs.c - random configurations: any values of the parameters that `cohgen check` accepts make a design that works.
 * Each is drawn from what the specification declares (`cohgen params`), emitted, linted, verilated with its assertions
 * on, and runs random traffic and litmus tests under different back-pressure. What failed is left in DIR/SEED.
 * tests/configs/NAME.limits, for NAME.xml and for all: "limit PARAM LEAST GREATEST reason", drawn from this range
 * instead; "run OPTION..." one more run. */
#define _GNU_SOURCE
#include "trial.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    ATTEMPTS = 2000, /* draws until one is legal and small enough */
    CYCLES = 20000,  /* of each random run, less for wide lines and many instances */
    TOO_SMALL = 2    /* exit status of a simulator whose design cannot do the test */
};

typedef struct {
    Trial *t;
    const char *dir, *design, *spec, *name; /* scratch, DIR/design, the specification at hand and its name */
    char *limits;
    Words sets;
    long now, operations;                   /* seed; operations of each warp in a run */
    double width;                           /* bytes of a line times instances */
    int failures;
} Configs;

static Words command_of(Configs *c, const char *verb)
{
    Words command = {0};
    tool_add(c->t->a, &command, c->t->cohgen);
    tool_add(c->t->a, &command, verb);
    tool_add(c->t->a, &command, c->spec);
    return command;
}

static double value_of(const Configs *c, const char *name)
{
    for (int i = 0; i < c->sets.n; i++) {
        const char *value = said_after(c->sets.at[i] + strlen("--set="), name);
        if (value && *value == '=') return atof(value + 1);
    }
    return 0;
}

/* Small enough to be verilated and simulated in seconds: instances, and how wide their lines are, bits of their
 * storage, entries that are compared with every key, bits under way in the networks, cycles that a message with a line
 * takes. */
static bool affordable(Configs *c)
{
    Arena *a = c->t->a;
    Words command = command_of(c, "stats");
    int status;
    double instances = 0, nodes = 0, bits = 0, entries = 0, line = 0;
    tool_add_all(a, &command, &c->sets);
    char *said = said_by(c->t, &status, &command);
    if (status) return false;
    Words lines = tool_split(a, said, "\n");
    for (int i = 0; i < lines.n; i++) {
        Words w = tool_split(a, lines.at[i], " \t");
        if (w.n < 2) continue;
        if (said_after(lines.at[i], "controller "))
            nodes += instances = w.n > 3 && said_after(w.at[3], "instance") ? atof(w.at[2]) : 1;
        if (strstr(lines.at[i], " storage of one instance:") && w.n > 4) bits += instances * atof(w.at[4]);
        if (strcmp(w.at[0], "waiters") == 0 && w.n > 3) entries += instances * atof(w.at[3]);
        if (strcmp(w.at[0], "block") == 0) line = atof(w.at[1]);
    }
    double flit = value_of(c, "FLIT_BITS"), late = value_of(c, "NET_LATENCY");
    c->width = line * nodes;
    if (flit <= 0) return false;
    return nodes <= 20 && line * nodes <= 4000 && bits <= 300000 && entries <= 300
        && flit * (late + 4) * nodes <= 300000
        && (line / flit + 2) * 256 / (256 - value_of(c, "THROTTLE")) + late <= 400;
}

static void draw(Configs *c)
{
    Trial *t = c->t;
    int status;
    char *all = tool_read(t->a, tool_text(t->a, "%s/tests/configs/all.limits", t->top));
    char *own = tool_read(t->a, tool_text(t->a, "%s/tests/configs/%s.limits", t->top, c->name));
    c->limits = tool_text(t->a, "%s%s", all ? all : "", own ? own : "");
    Words command = command_of(c, "params");
    char *said = said_by(t, &status, &command);
    if (status) fputs(said, stderr), exit(status); /* it begins with a place in the specification */
    DrawParams params = draw_params(t, c->limits, said);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        c->sets = draw_values(t, &params, (int64_t)(c->now % 1000000) * ATTEMPTS + attempt);
        Words check = command_of(c, "check");
        tool_add_all(t->a, &check, &c->sets);
        said_by(t, &status, &check);
        if (status == 0 && affordable(c)) return;
    }
    tool_fatal(3, "no legal configuration of %s among %d draws", c->spec, ATTEMPTS);
}

static char *settings(const Configs *c)
{
    char *text = "";
    for (int i = 0; i < c->sets.n; i++)
        text = tool_text(c->t->a, "%s%s ", text, c->sets.at[i] + strlen("--set="));
    return text;
}

static bool failed(Configs *c, const char *said, const char *what)
{
    char *kept = tool_text(c->t->a, "%s/%ld", c->dir, c->now);
    printf("FAIL %s, seed %ld: %s\n  cohgen emit %s -o DIR", c->spec, c->now, what, c->spec);
    for (int i = 0; i < c->sets.n; i++) printf(" %s", c->sets.at[i]);
    putchar('\n');
    said_lines(stdout, said, 40, "    ");
    printf("  repeat: ./run configs 1 %ld %s\n", c->now, c->spec);
    tool_remove(kept);
    if (rename(c->design, kept) != 0) tool_fatal(3, "cannot write %s", kept);
    c->failures++;
    return false;
}

static char *simulator(Configs *c) { return tool_text(c->t->a, "%s/sim", c->design); }

/* False after a failure, which is reported. A test that the design is too small for is left out. */
static bool run(Configs *c, const Words *options)
{
    static const char *const too_small[] = {
        "threads, the design only", "the port has not as many ids", "the test needs more memory than the design can"};
    Trial *t = c->t;
    char *rows = tool_text(t->a, "%s/rows", c->dir), *all = tool_text(t->a, "%s/rows.%s", c->dir, c->name), *words = "";
    Words command = {0}, merge = {0};
    int status;
    tool_add(t->a, &command, simulator(c));
    tool_add_all(t->a, &command, options);
    tool_add_text(t->a, &command, "--seed %ld --quiet --max-cycles 40000000 --watchdog 1000000 --coverage", c->now);
    tool_add(t->a, &command, rows);
    char *said = said_by(t, &status, &command);
    Words lines = tool_split(t->a, said, "\n");
    for (int i = 0; status == TOO_SMALL && i < lines.n; i++)
        for (int k = 0; k < 3; k++)
            if (said_after(lines.at[i], "error: ") && strstr(lines.at[i], too_small[k])) return true;
    for (int i = 0; i < options->n; i++) words = tool_text(t->a, "%s %s", words, options->at[i]);
    if (status) return failed(c, said, tool_text(t->a, "sim%s --seed %ld: exit %d", words, c->now, status));
    if (!tool_there(all)) return rename(rows, all) == 0 || failed(c, "", "coverage");
    tool_add(t->a, &merge, simulator(c));
    tool_add_text(t->a, &merge, "--coverage-merge --coverage");
    for (int i = 0; i < 3; i++) tool_add(t->a, &merge, i < 2 ? all : rows);
    said = said_by(t, &status, &merge);
    return status == 0 || failed(c, said, "coverage");
}

/* Operations of each warp that take about CYCLES cycles, from a run of three. */
static bool operations(Configs *c)
{
    Trial *t = c->t;
    Words command = {0};
    int status;
    tool_add(t->a, &command, simulator(c));
    tool_add_text(t->a, &command, "--test random --ops 3 --seed %ld --max-cycles 40000000 --watchdog 1000000", c->now);
    char *said = said_by(t, &status, &command);
    const char *cycles = said_line(t, said, "cycles ");
    if (status || !cycles || atof(cycles) <= 0)
        return failed(c, said, tool_text(t->a, "sim --test random --ops 3 --seed %ld --watchdog 1000000", c->now));
    long n = (long)(3.0 * CYCLES / atof(cycles) * (c->width > 1000 ? 1000 / c->width : 1));
    c->operations = n > 400 ? 400 : n < 3 ? 3 : n;
    return true;
}

static bool runs(Configs *c)
{
    Trial *t = c->t;
    Words quick = {0}, pressed = {0}, litmus = {0}, lines = tool_split(t->a, c->limits, "\n");
    if (!operations(c)) return false;
    tool_add_text(t->a, &quick, "--test random --ops %ld --backpressure 0 --set lines=3 --set delay=0", c->operations);
    tool_add_text(t->a, &pressed, "--test random --ops %ld --backpressure %ld --latency %ld --bandwidth %ld "
                  "--set evict=30 --set wide=20", c->operations, c->now % 8 * 10, c->now % 3 * 60,
                  20 + c->now % 5 * 40);
    tool_add_text(t->a, &litmus, "--test litmus --ops 1");
    tool_add(t->a, &litmus, tool_text(t->a, "%s/sim/litmus/SB.litmus", t->top));
    tool_add(t->a, &litmus, tool_text(t->a, "%s/sim/litmus/MP.litmus", t->top));
    if (!run(c, &quick) || !run(c, &pressed) || !run(c, &litmus)) return false;
    for (int i = 0; i < lines.n; i++) {
        const char *options = said_after(lines.at[i], "run ");
        Words more = {0};
        if (!options) continue;
        tool_add_text(t->a, &more, "%s --ops %ld", options, c->operations);
        if (!run(c, &more)) return false;
    }
    return true;
}

/* The emitted files under Verilator, which must have nothing to say. */
static char *linted(Configs *c, int *status)
{
    Trial *t = c->t;
    static const char suffix[] = "_harness.sv";
    const char *name = "";
    Words command = {0}, files = tool_entries(t->a, tool_text(t->a, "%s/emit/harness", c->design));
    for (int i = 0; i < files.n; i++)
        if (tool_ends(files.at[i], suffix))
            name = tool_text(t->a, "%.*s", (int)(strlen(files.at[i]) - strlen(suffix)), files.at[i]);
    tool_add_text(t->a, &command, "verilator --lint-only -Wall --top-module %s -F", name);
    tool_add(t->a, &command, tool_text(t->a, "%s/emit/%s.f", c->design, name));
    char *said = said_by(t, status, &command);
    if (*said) *status = 1;
    return said;
}

static void one(Configs *c)
{
    time_t begin = time(NULL);
    int status;
    draw(c);
    tool_remove(c->design);
    /* Some assertions hold by the width of what they count, with some parameters: that is no mistake. */
    char *said = trial_build(c->t, &status, c->design, "-O0",
        "--assert -Wno-CMPCONST +define+COHGEN_CHECKS +define+COHGEN_CLOSED", c->spec, &c->sets);
    if (status) { failed(c, said, "emit and verilate"); return; }
    said = linted(c, &status);
    if (status) { failed(c, said, "verilator -Wall"); return; }
    if (!runs(c)) return;
    printf("ok %ld %s %ld s, %ld operations a warp: %s\n", c->now, c->name, (long)(time(NULL) - begin), c->operations,
           settings(c));
    fflush(stdout);
}

/* A file of the caller, or of the project. */
static const char *spec_of(Trial *t, const char *file)
{
    return file[0] == '/' || tool_there(file) ? file : tool_text(t->a, "%s/%s", t->top, file);
}

int trial_configs(Trial *t, int argc, char **argv)
{
    static const char *const stock[] = {"specs/rcc/rcc.xml", "tests/protocols/msi.xml", "specs/rcc/rollover.xml",
                                        "specs/rcc/wo.xml", "tests/protocols/toy.xml"};
    Configs of = {.t = t}, *c = &of;
    long count, seed = (long)time(NULL);
    if (argc < 2 || !tool_number(argv[1], 0, 999999999, &count)
        || (argc > 2 && !tool_number(argv[2], 0, 999999999999, &seed))) {
        fprintf(stderr, "usage: trial configs DIR N [SEED [SPEC.xml...]]\n");
        return 2;
    }
    tool_folder(argv[0]);
    char dir[PATH_MAX];
    c->dir = realpath(argv[0], dir);
    if (!c->dir) tool_fatal(3, "no folder %s", argv[0]);
    c->design = tool_text(t->a, "%s/design", c->dir);
    Words old = tool_entries(t->a, c->dir), specs = {0};
    for (int i = 0; i < old.n; i++)
        if (said_after(old.at[i], "rows")) tool_remove(tool_text(t->a, "%s/%s", c->dir, old.at[i]));
    for (int i = 3; i < argc; i++) tool_add(t->a, &specs, argv[i]);
    for (int i = 0; argc < 4 && i < 5; i++) tool_add(t->a, &specs, stock[i]);
    printf("first seed %ld\n", seed);
    for (c->now = seed; c->now < seed + count; c->now++) {
        c->spec = spec_of(t, specs.at[c->now % specs.n]);
        const char *slash = strrchr(c->spec, '/'), *base = slash ? slash + 1 : c->spec, *end = strstr(base, ".xml");
        c->name = tool_text(t->a, "%.*s", end ? (int)(end - base) : (int)strlen(base), base);
        one(c);
    }
    Words rows = tool_entries(t->a, c->dir);
    for (int i = 0; i < rows.n; i++) {
        const char *name = said_after(rows.at[i], "rows.");
        if (name) said_rows(t, name, tool_text(t->a, "%s/%s", c->dir, rows.at[i]));
    }
    printf("seeds %ld to %ld: %ld configurations, %d failures\n", seed, seed + count - 1, count, c->failures);
    return c->failures != 0;
}
