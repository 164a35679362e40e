/* options.c - commands and options, from two tables that also make the help text. */
#include "cli/options.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FILES_MANY = 1 << 16 };

typedef struct { const char *name; Command id; int min_files, max_files; const char *files, *what, *more; } CommandInfo;

static const CommandInfo commands[] = {
    { "check", CMD_CHECK, 1, FILES_MANY, "FILE...", "check specifications and print what they contain",
      "Every (state, event) pair must be covered, names and types must agree, waits must be free of deadlock." },
    { "emit", CMD_EMIT, 1, 1, "FILE -o DIR", "write the Verilog design, its test harness and its documents into DIR",
      "All files appear together or not at all; files that would not change are left alone." },
    { "table", CMD_TABLE, 1, 1, "FILE", "print the state x event tables with their counts",
      "A state marked * is transient. A transition is a (state, event) pair with at least one <on> row; the "
      "refinements of an event\n"
      "count as that one event, as in the papers' figures, and then each by itself. CSV has one line per row "
      "instead." },
    { "doc", CMD_DOC, 1, 1, "FILE -o DIR", "write the specification as a site of static pages into DIR",
      "Tables, state diagrams, messages, parameters, storage, and every row beside its Verilog: open DIR/index.html. "
      "Nothing is loaded\n"
      "from a network. All files appear together or not at all. docs/site.md shows the pages." },
    { "stats", CMD_STATS, 1, 1, "FILE", "print storage bits, message sizes and counts",
      "The figures are for the default parameters, the settings of the first system, and --set." },
    { "params", CMD_PARAMS, 1, 1, "FILE", "list the parameters with their legal values, for scripts",
      "A line each: name, value, least, greatest, and the legal values between with commas, or - if all are. The "
      "limits are those for the\n"
      "values of the parameters before it; rules of the specification may forbid combinations." },
    { "verify", CMD_VERIFY, 1, 1, "FILE", "search all states of a small system for violations",
      "Explores every interleaving of requests, messages, memory, replays and evictions. Without options it makes the "
      "searches that the\n"
      "file names (<verify>). With options, or if there are none, it makes one search, with the sizes of the "
      "system 'small' (or the first)\n"
      "unless options say otherwise. Exit status 1: a property fails, and the shortest run that shows it is printed; "
      "3: a limit was reached,\n"
      "or a signal has ended it. docs/verify.md explains what is checked." },
    { "step", CMD_STEP, 1, 1, "FILE -o DIR", "write the transition functions as SMT-LIB 2 into DIR",
      "One file per controller, <design>_<controller>_step.smt2, at the widths of --set: another reading of the table "
      "than the Verilog's, to\n"
      "prove the two equal with (docs/proofs.md, scripts/prove_step.sh)." },
    { "help", CMD_HELP, 0, 1, "[COMMAND]", "explain a command", "" },
    { "version", CMD_VERSION, 0, 0, "", "print the version", "" },
};
enum { N_COMMANDS = sizeof commands / sizeof *commands };

typedef enum {
    OPT_COLOR,
    OPT_SET,
    OPT_OUTPUT,
    OPT_RESET,
    OPT_HARNESS,
    OPT_OPEN,
    OPT_BLOCKS,
    OPT_FORMAT,
    OPT_CONTROLLER,
    OPT_COVERAGE_OF,
    OPT_HELP,
    OPT_VERSION,
    OPT_SEARCH,
    OPT_SYSTEM,
    OPT_CORES,
    OPT_WARPS,
    OPT_LINES,
    OPT_CELLS,
    OPT_OPS,
    OPT_STAMPS,
    OPT_QUEUES,
    OPT_NO_ATOMICS,
    OPT_PHYSICAL,
    OPT_KEYED,
    OPT_NO_SYMMETRY,
    OPT_NO_DRAIN,
    OPT_PROGRESS,
    OPT_FAIR,
    OPT_SERVED,
    OPT_ALLOW,
    OPT_LITMUS,
    OPT_PRELOADS,
    OPT_WEAK,
    OPT_REPLAY,
    OPT_RACES,
    OPT_RANDOM_RUN,
    OPT_SEED,
    OPT_COVERAGE,
    OPT_EXPECT_COVERAGE,
    OPT_COVERAGE_FILE,
    OPT_BAD_LINES,
    OPT_OUTSIDE,
    OPT_FAILS,
    OPT_MEMORY,
    OPT_THREADS,
    OPT_COMPACT, OPT_PLAIN,
    OPT_TIME,
    OPT_EXPORT
} OptionId;
enum {
    OF_CHECK = 1 << CMD_CHECK,
    OF_EMIT = 1 << CMD_EMIT,
    OF_TABLE = 1 << CMD_TABLE,
    OF_DOC = 1 << CMD_DOC,
    OF_STATS = 1 << CMD_STATS,
    OF_PARAMS = 1 << CMD_PARAMS,
    OF_VERIFY = 1 << CMD_VERIFY,
    OF_STEP = 1 << CMD_STEP,
    OF_ALL = -1,
    OF_INPUT = OF_CHECK | OF_EMIT | OF_TABLE | OF_DOC | OF_STATS | OF_PARAMS | OF_VERIFY | OF_STEP
};

/* min < max: the value is a number of that range. */
typedef struct {
    const char *name;
    char letter;
    OptionId id;
    const char *arg;
    const char *choices;
    int commands;
    const char *what;
    int min, max;
} OptionInfo;

static const OptionInfo options[] = {
    { "output", 'o', OPT_OUTPUT, "PATH", NULL, OF_EMIT | OF_DOC | OF_STEP | OF_VERIFY,
      "folder for the emitted files; verify --export: the file, default standard output", 0, 0 },
    { "set", 0, OPT_SET, "PARAM=VALUE", NULL, OF_CHECK | OF_EMIT | OF_DOC | OF_STATS | OF_PARAMS | OF_VERIFY | OF_STEP,
      "value of a parameter; may be repeated", 0, 0 },
    { "reset", 0, OPT_RESET, "KIND", "sync async", OF_EMIT, "reset style: sync (default) or async", 0, 0 },
    { "harness", 0, OPT_HARNESS, "KIND", "system replay", OF_EMIT,
      "test bench: of the system (default), or for replays: no networks", 0, 0 },
    { "open", 0, OPT_OPEN, "CONTROLLER", NULL, OF_EMIT,
      "leave this controller out: its ends of the networks become ports of the system (docs/language.md, Messages on "
      "the wire)",
      0, 0 },
    { "blocks", 0, OPT_BLOCKS, "DIR", NULL, OF_INPUT,
      "folder with blocks of your own: manifests NAME.xml and their Verilog (templates/README.md); may be repeated", 0,
      0 },
    { "format", 0, OPT_FORMAT, "FORMAT", "text md csv dot svg html json", OF_TABLE,
      "text (default), md or csv; dot or svg: state diagrams; html: a page; json", 0, 0 },
    { "controller", 0, OPT_CONTROLLER, "NAME", NULL, OF_TABLE, "only this controller", 0, 0 },
    { "coverage", 0, OPT_COVERAGE_OF, "FILE", NULL, OF_TABLE | OF_DOC,
      "colour the tables by how often rows were taken (html, json): a file of the simulator's --coverage or --stats, "
      "or of verify --coverage-file; may be repeated", 0, 0 },
    { "search", 0, OPT_SEARCH, "NAME", NULL, OF_VERIFY,
      "the <verify> of this name; further options go before what it says", 0, 0 },
    { "system", 0, OPT_SYSTEM, "NAME", NULL, OF_VERIFY, "which <system>; default: small, else the first", 0, 0 },
    { "cores", 0, OPT_CORES, "N", NULL, OF_VERIFY, "controllers with a core port", 1, 8 },
    { "warps", 0, OPT_WARPS, "N", NULL, OF_VERIFY, "threads per core", 1, 8 },
    { "lines", 0, OPT_LINES, "N", NULL, OF_VERIFY, "lines (keys) that are used, default 1", 1, 4 },
    { "cells", 0, OPT_CELLS, "N", NULL, OF_VERIFY, "parts of a line that are written separately, default 1", 1, 2 },
    { "ops", 0, OPT_OPS, "N", NULL, OF_VERIFY, "operations per warp; without it there is no end", 1, 15 },
    { "stamp-max", 0, OPT_STAMPS, "N", NULL, OF_VERIFY,
      "greatest timestamp that is followed; default: near what its type holds", 2, 30000 },
    { "bad-lines", 0, OPT_BAD_LINES, "N", NULL, OF_VERIFY, "memory cannot read the last N of the lines", 0, 4 },
    { "outside-lines", 0, OPT_OUTSIDE, "N", NULL, OF_VERIFY,
      "transactions: the last N of the lines are accessed outside of them, the others inside", 0, 4 },
    { "fails", 0, OPT_FAILS, NULL, NULL, OF_VERIFY,
      "with --bad-lines: memory can read them at first, until it fails to", 0, 0 },
    { "queues", 0, OPT_QUEUES, "N", NULL, OF_VERIFY,
      "messages in front of a receiver, in each network; one that cannot be taken blocks those behind it", 1, 8 },
    { "no-atomics", 0, OPT_NO_ATOMICS, NULL, NULL, OF_VERIFY, "loads and stores only", 0, 0 },
    { "physical", 0, OPT_PHYSICAL, NULL, NULL, OF_VERIFY, "no register is a logical time", 0, 0 },
    { "keyed", 0, OPT_KEYED, NULL, NULL, OF_VERIFY, "timers, wishes and requests without key do not happen", 0, 0 },
    { "no-symmetry", 0, OPT_NO_SYMMETRY, NULL, NULL, OF_VERIFY,
      "keep states that differ only in the numbers of cores and lines", 0, 0 },
    { "progress", 0, OPT_PROGRESS, NULL, NULL, OF_VERIFY,
      "also: a load that is repeated for ever sees the newest write", 0, 0 },
    { "fair", 0, OPT_FAIR, NULL, NULL, OF_VERIFY,
      "also: what is ready does not wait for ever behind better sources", 0, 0 },
    { "served", 0, OPT_SERVED, NULL, NULL, OF_VERIFY,
      "also: of the requests that an answer lets go on, the first does not park again", 0, 0 },
    { "no-drain", 0, OPT_NO_DRAIN, NULL, NULL, OF_VERIFY, "do not search a way to rest from every state", 0, 0 },
    { "allow", 0, OPT_ALLOW, "PROPERTY", verify_problem_names, OF_VERIFY,
      "go on after violations of this kind; may be repeated", 0, 0 },
    { "litmus", 0, OPT_LITMUS, "TEST", NULL, OF_VERIFY, "run a litmus test in all ways instead; may be repeated", 0,
      0 },
    { "weak", 0, OPT_WEAK, NULL, NULL, OF_VERIFY, "litmus: what the weak model allows is allowed", 0, 0 },
    { "preloads", 0, OPT_PRELOADS, "N", NULL, OF_VERIFY, "litmus: loads of each thread before its program, default 1",
      0, 4 },
    { "replay", 0, OPT_REPLAY, "DIR", NULL, OF_VERIFY,
      "a violation found is left in DIR as a test of the Verilog, for ./run replay", 0, 0 },
    { "races", 0, OPT_RACES, "DIR", NULL, OF_VERIFY,
      "races that can be reached are left in DIR as tests of the Verilog, for ./run races", 0, 0 },
    { "random-run", 0, OPT_RANDOM_RUN, "N", NULL, OF_VERIFY,
      "with --replay: no search, a random run of N steps, to compare model and Verilog", 1, 100000 },
    { "seed", 0, OPT_SEED, "N", NULL, OF_VERIFY, "of the random run, default 1", 0, 1000000000 },
    { "coverage", 0, OPT_COVERAGE, NULL, NULL, OF_VERIFY, "list the rows that were never taken", 0, 0 },
    { "expect-coverage", 0, OPT_EXPECT_COVERAGE, NULL, NULL, OF_VERIFY,
      "the same; exit status 1 if there is one, or a cover that was not met", 0, 0 },
    { "coverage-file", 0, OPT_COVERAGE_FILE, "FILE", NULL, OF_VERIFY,
      "write how often each row was taken, for doc and table --coverage", 0, 0 },
    { "threads", 0, OPT_THREADS, "N", NULL, OF_VERIFY, "threads of the search, default 1", 1, 32 },
    { "compact", 0, OPT_COMPACT, NULL, NULL, OF_VERIFY, "store hashes of states; one may be omitted", 0, 0 },
    { "plain", 0, OPT_PLAIN, NULL, NULL, OF_VERIFY, "remember nothing of steps: slower, the same result", 0, 0 },
    { "time", 0, OPT_TIME, "S", NULL, OF_VERIFY, "seconds for the search", 1, 1 << 20 },
    { "memory", 0, OPT_MEMORY, "MB", NULL, OF_VERIFY, "memory for states, default 4096", 1, 1 << 20 },
    { "export", 0, OPT_EXPORT, "FORMAT", "promela", OF_VERIFY,
      "do not search: write the same system for another checker (SPIN)", 0, 0 },
    { "color", 0, OPT_COLOR, "WHEN", "auto always never", OF_ALL,
      "colours in messages: auto (default), always or never", 0, 0 },
    { "help", 'h', OPT_HELP, NULL, NULL, OF_ALL, "print this help", 0, 0 },
    { "version", 'V', OPT_VERSION, NULL, NULL, OF_ALL, "print the version", 0, 0 },
};
enum { N_OPTIONS = sizeof options / sizeof *options };

/* Options that say how, not what: with no others `verify` makes all searches that the file names. */
static const uint64_t every_search = UINT64_C(1) << OPT_THREADS | UINT64_C(1) << OPT_MEMORY | UINT64_C(1) << OPT_TIME |
                                     UINT64_C(1) << OPT_COLOR | UINT64_C(1) << OPT_BLOCKS |
                                     UINT64_C(1) << OPT_COVERAGE | UINT64_C(1) << OPT_EXPECT_COVERAGE |
                                     UINT64_C(1) << OPT_COVERAGE_FILE;

static const CommandInfo *command_info(Command id)
{
    for (int i = 0; i < N_COMMANDS; i++)
        if (commands[i].id == id) return &commands[i];
    return NULL;
}

static bool hint(const char *command)
{
    fprintf(stderr, "Try 'cohgen help%s%s'.\n", command ? " " : "", command ? command : "");
    return false;
}

/* ---- words and suggestions ---- */

static void suggest(const char *prefix, Str given, const Str *names, int n)
{
    Str near = str_closest(given, names, n);
    if (near.n) fprintf(stderr, ", did you mean '%s" STR_FMT "'?\n", prefix, STR_ARG(near));
    else fprintf(stderr, "\n");
}

static const CommandInfo *find_command(const char *name)
{
    Str names[N_COMMANDS];
    for (int i = 0; i < N_COMMANDS; i++) {
        if (strcmp(commands[i].name, name) == 0) return &commands[i];
        names[i] = str_from(commands[i].name);
    }
    fprintf(stderr, "cohgen: unknown command '%s'", name);
    suggest("", str_from(name), names, N_COMMANDS);
    return NULL;
}

/* mask: bit of the command, if it is known; two options of different commands can have the same name. */
static const OptionInfo *find_long(Str name, int mask)
{
    Str names[N_OPTIONS];
    const OptionInfo *found = NULL;
    for (int i = 0; i < N_OPTIONS; i++) {
        names[i] = str_from(options[i].name);
        if (str_is(name, options[i].name) && (!found || options[i].commands & mask)) found = &options[i];
    }
    if (found) return found;
    fprintf(stderr, "cohgen: unknown option '--" STR_FMT "'", STR_ARG(name));
    suggest("--", name, names, N_OPTIONS);
    return NULL;
}

static const OptionInfo *find_short(char letter)
{
    for (int i = 0; i < N_OPTIONS; i++)
        if (options[i].letter == letter) return &options[i];
    fprintf(stderr, "cohgen: unknown option '-%c'\n", letter);
    return NULL;
}

/* Index of value among the blank-separated choices, or -1 after a message. */
static int choice(const OptionInfo *o, const char *value)
{
    Str rest = str_from(o->choices), names[16], w;
    int n = 0;
    while ((w = str_word(&rest)).n && n < 16) {
        if (str_is(w, value)) return n;
        names[n++] = w;
    }
    fprintf(stderr, "cohgen: --%s: '%s' is not one of: %s", o->name, value, o->choices);
    suggest("", str_from(value), names, n);
    return -1;
}

/* False after a message. */
static bool number(const OptionInfo *o, const char *value, int *out)
{
    char *end;
    long n = strtol(value, &end, 10);
    if (end != value && !*end && n >= o->min && n <= o->max) { *out = (int)n; return true; }
    fprintf(stderr, "cohgen: --%s: '%s' is not a number from %d to %d\n", o->name, value, o->min, o->max);
    return false;
}

/* ---- parsing ---- */

typedef struct {
    Arena *a;
    char **argv;
    int argc, at;
    Options *out;
    uint64_t used;
    bool has_command, wants_help, wants_version;
} Parse;

static bool apply(Parse *p, const OptionInfo *o, const char *value)
{
    VerifyOptions *v = &p->out->verify;
    int k = o->choices ? choice(o, value) : 0;
    if (k < 0 || (o->min < o->max && !number(o, value, &k))) return false;
    p->used |= UINT64_C(1) << o->id;
    switch (o->id) {
    case OPT_COLOR: p->out->color = (ColorMode)k; break;
    case OPT_RESET: p->out->async_reset = k == 1; break;
    case OPT_HARNESS: p->out->replay_harness = k == 1; break;
    case OPT_OPEN: p->out->open = value; break;
    case OPT_BLOCKS: vec_push(p->a, &p->out->blocks, value); break;
    case OPT_FORMAT: p->out->format = (TableFormat)k; break;
    case OPT_CONTROLLER: p->out->controller = value; break;
    case OPT_COVERAGE_OF: vec_push(p->a, &p->out->coverage, value); break;
    case OPT_OUTPUT: p->out->dir = value; break;
    case OPT_SET: vec_push(p->a, &p->out->sets, str_from(value)); break;
    case OPT_SEARCH: p->out->search = value; break;
    case OPT_SYSTEM: v->system = value; break;
    case OPT_CORES: v->cores = k; break;
    case OPT_WARPS: v->warps = k; break;
    case OPT_LINES: v->lines = k; break;
    case OPT_CELLS: v->cells = k; break;
    case OPT_OPS: v->ops = k; break;
    case OPT_BAD_LINES: v->bad_lines = k; break;
    case OPT_OUTSIDE: v->outside_lines = k; break;
    case OPT_FAILS: v->fails = true; break;
    case OPT_STAMPS: v->stamp_max = k; break;
    case OPT_QUEUES: v->queues = k; break;
    case OPT_NO_ATOMICS: v->no_atomics = true; break;
    case OPT_PHYSICAL: v->physical = true; break;
    case OPT_KEYED: v->keyed = true; break;
    case OPT_NO_SYMMETRY: v->no_symmetry = true; break;
    case OPT_PROGRESS: v->loads_progress = true; break;
    case OPT_FAIR: v->fair = true; break;
    case OPT_NO_DRAIN: v->no_drain = true; break;
    case OPT_SERVED: v->served = true; break;
    case OPT_ALLOW: v->allow |= 2u << k; break;
    case OPT_LITMUS: vec_push(p->a, &v->litmus, value); break;
    case OPT_WEAK: v->weak = true; break;
    case OPT_PRELOADS: v->preloads = k; break;
    case OPT_REPLAY: p->out->replay_dir = value; break;
    case OPT_RACES: p->out->races_dir = value; break;
    case OPT_RANDOM_RUN: v->random_run = k; break;
    case OPT_SEED: v->seed = k; break;
    case OPT_COVERAGE: v->coverage = true; break;
    case OPT_EXPECT_COVERAGE: v->coverage = v->expect_coverage = true; break;
    case OPT_COVERAGE_FILE: p->out->coverage_file = value; break;
    case OPT_MEMORY: v->memory = (size_t)k << 20; break;
    case OPT_THREADS: v->threads = k; break;
    case OPT_COMPACT: v->compact = true; break;
    case OPT_PLAIN: v->plain = true; break;
    case OPT_TIME: v->seconds = k; break;
    case OPT_EXPORT: p->out->export_promela = true; break;
    case OPT_HELP: p->wants_help = true; break;
    case OPT_VERSION: p->wants_version = true; break;
    }
    return true;
}

/* inline_value: text after '=' or after a letter, or NULL. */
static bool take(Parse *p, const OptionInfo *o, const char *inline_value)
{
    if (!o->arg && inline_value) {
        fprintf(stderr, "cohgen: option '--%s' takes no value\n", o->name);
        return false;
    }
    if (o->arg && !inline_value) {
        if (p->at + 1 >= p->argc) {
            fprintf(stderr, "cohgen: option '--%s' needs a value: --%s=%s\n", o->name, o->name, o->arg);
            return false;
        }
        inline_value = p->argv[++p->at];
    }
    return apply(p, o, inline_value);
}

static bool parse_option(Parse *p, const char *arg)
{
    if (arg[1] != '-') {
        const OptionInfo *o = find_short(arg[1]);
        if (!o) return false;
        if (arg[2] && !o->arg) {
            fprintf(stderr, "cohgen: '%s': write the options one by one\n", arg);
            return false;
        }
        return take(p, o, arg[2] ? arg + 2 : NULL);
    }
    const char *eq = strchr(arg, '=');
    Str name = { arg + 2, eq ? (int)(eq - arg - 2) : (int)strlen(arg) - 2 };
    const OptionInfo *o = find_long(name, p->has_command ? 1 << p->out->command : 0);
    return o && take(p, o, eq ? eq + 1 : NULL);
}

static bool parse_word(Parse *p, const char *arg)
{
    if (p->has_command && p->out->command == CMD_HELP) {
        if (p->out->topic || !find_command(arg)) return false;
        p->out->topic = arg;
    } else if (p->has_command) {
        vec_push(p->a, &p->out->files, arg);
    } else {
        const CommandInfo *c = find_command(arg);
        if (!c) return false;
        p->out->command = c->id;
        p->has_command = true;
    }
    return true;
}

/* Every option must mean something for the command. */
static bool check_used(const Parse *p)
{
    const CommandInfo *c = command_info(p->out->command);
    for (int i = 0; i < N_OPTIONS; i++)
        if ((p->used >> options[i].id & 1) && !(options[i].commands & 1 << c->id)) {
            fprintf(stderr, "cohgen: '%s' has no option '--%s'\n", c->name, options[i].name);
            return hint(c->name);
        }
    bool output = p->used >> OPT_OUTPUT & 1, replay = p->used >> OPT_REPLAY & 1;
    if (c->id == CMD_VERIFY && output && !p->out->export_promela) {
        fprintf(stderr, "cohgen: verify: --output is for --export; a search prints to standard output\n");
        return hint(c->name);
    }
    bool counted = p->used >> OPT_COVERAGE_FILE & 1;
    if (counted && (p->out->export_promela || p->out->verify.litmus.n || p->out->verify.random_run)) {
        fprintf(stderr, "cohgen: verify: --coverage-file is for a search without --export, --litmus, --random-run\n");
        return hint(c->name);
    }
    if (p->out->export_promela && replay) {
        fprintf(stderr, "cohgen: verify: --export does not search, so there is nothing to --replay\n");
        return hint(c->name);
    }
    const VerifyOptions *v = &p->out->verify;
    if ((p->used >> OPT_RACES & 1) && (replay || p->out->export_promela || v->litmus.n)) {
        fprintf(stderr, "cohgen: verify: --races is a search of its own, without --replay, --export and --litmus\n");
        return hint(c->name);
    }
    if (v->loads_progress && (v->ops || v->compact || v->litmus.n)) {
        fprintf(stderr, "cohgen: verify: --progress is for a search without --ops, --compact and --litmus\n");
        return hint(c->name);
    }
    if (v->fair && (v->ops || v->compact || v->litmus.n)) {
        fprintf(stderr, "cohgen: verify: --fair is for a search without --ops, --compact and --litmus\n");
        return hint(c->name);
    }
    if (v->fails && (!v->bad_lines || p->used >> OPT_RACES & 1)) {
        fprintf(stderr, "cohgen: verify: --fails is for --bad-lines, without --races\n");
        return hint(c->name);
    }
    if (v->weak && !v->litmus.n) {
        fprintf(stderr, "cohgen: verify: --weak is for --litmus\n");
        return hint(c->name);
    }
    if (p->out->verify.random_run && (!replay || p->out->verify.litmus.n)) {
        fprintf(stderr, "cohgen: verify: --random-run is for --replay%s\n", replay ? ", without --litmus" : "");
        return hint(c->name);
    }
    return true;
}

static bool check_files(const Options *o)
{
    const CommandInfo *c = command_info(o->command);
    if (o->files.n < c->min_files) {
        fprintf(stderr, "cohgen: %s: which file? Expected 'cohgen %s %s'\n", c->name, c->name, c->files);
        return hint(c->name);
    }
    if (o->files.n > c->max_files) {
        fprintf(stderr, "cohgen: %s: unexpected '%s'\n", c->name, o->files.at[c->max_files]);
        return hint(c->name);
    }
    if ((o->command == CMD_EMIT || o->command == CMD_DOC || o->command == CMD_STEP) && (!o->dir || !*o->dir)) {
        fprintf(stderr, "cohgen: %s: where to? Expected '-o DIR'\n", c->name);
        return hint(c->name);
    }
    return true;
}

bool options_parse(Arena *a, int argc, char **argv, Options *out)
{
    Parse p = { a, argv, argc, 1, out, 0, false, false, false };
    bool only_words = false;
    *out = (Options){ .command = CMD_HELP,
                      .verify = { .memory = (size_t)4096 << 20, .threads = 1, .preloads = 1, .seed = 1 } };
    for (; p.at < argc; p.at++) {
        const char *arg = argv[p.at];
        if (!only_words && strcmp(arg, "--") == 0) only_words = true;
        else if (!(!only_words && arg[0] == '-' && arg[1] ? parse_option(&p, arg) : parse_word(&p, arg)))
            return hint(p.has_command && out->command != CMD_HELP ? command_info(out->command)->name : NULL);
    }
    if (p.wants_help) {
        if (p.has_command && out->command != CMD_HELP) out->topic = command_info(out->command)->name;
        out->command = CMD_HELP;
        return true;
    }
    if (p.wants_version) { out->command = CMD_VERSION; return true; }
    if (!p.has_command) {
        fprintf(stderr, "cohgen: what to do? Expected a command: check, emit, table, doc, stats, verify, step\n");
        return hint(NULL);
    }
    out->verify.portfolio = !(p.used & ~every_search);
    return check_used(&p) && check_files(out);
}

/* ---- help ---- */

static void help_options(FILE *to, int mask)
{
    fprintf(to, "\nOptions:\n");
    for (int i = 0; i < N_OPTIONS; i++) {
        const OptionInfo *o = &options[i];
        char left[64];
        if (!(o->commands & mask)) continue;
        snprintf(left, sizeof left, "%c%c%s --%s%s%s", o->letter ? '-' : ' ', o->letter ? o->letter : ' ',
                 o->letter ? "," : " ", o->name, o->arg ? "=" : "", o->arg ? o->arg : "");
        fprintf(to, "  %-26s %s\n", left, o->what);
    }
}

static void help_command(FILE *to, const CommandInfo *c)
{
    fprintf(to, "Usage: cohgen %s %s\n\n%c%s.\n", c->name, c->files, c->what[0] - 'a' + 'A', c->what + 1);
    if (*c->more) fprintf(to, "%s\n", c->more);
    help_options(to, 1 << c->id);
}

void options_help(FILE *to, const char *topic)
{
    for (int i = 0; topic && i < N_COMMANDS; i++)
        if (strcmp(commands[i].name, topic) == 0) { help_command(to, &commands[i]); return; }
    fprintf(to, "Usage: cohgen COMMAND [OPTION...] [FILE]\n\nReads a coherence or synchronisation controller, written "
                "as a state x event table in XML, and writes Verilog.\n\nCommands:\n");
    for (int i = 0; i < N_COMMANDS; i++) {
        char left[64];
        snprintf(left, sizeof left, "%s %s", commands[i].name, commands[i].files);
        fprintf(to, "  %-26s %s\n", left, commands[i].what);
    }
    help_options(to, OF_ALL);
    fprintf(to, "\nExit status: 0 success, 1 errors in the input, 2 wrong command line, 3 trouble with files, memory "
                "or the system.\n");
}
