/* option_parse.c - the command line, taken to parts by the tables of option_table.h. */
#include "cli/option_table.h"
#include "cli/option_rules.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- words and suggestions ---- */

static void suggest(const char *prefix, Str given, const Str *names, int n)
{
    Str near = str_closest(given, names, n);
    if (near.n) fprintf(stderr, ", did you mean '%s" STR_FMT "'?\n", prefix, STR_ARG(near));
    else fprintf(stderr, "\n");
}

static const CommandInfo *find_command(const char *name)
{
    Str names[MAX_COMMANDS];
    for (int i = 0; i < cg_n_commands; i++) {
        if (strcmp(cg_commands[i].name, name) == 0) return &cg_commands[i];
        names[i] = str_from(cg_commands[i].name);
    }
    fprintf(stderr, "cohgen: unknown command '%s'", name);
    suggest("", str_from(name), names, cg_n_commands);
    return NULL;
}

/* mask: bit of the command, if it is known; two options of different commands can have the same name. */
static const OptionInfo *find_long(Str name, int mask)
{
    Str names[MAX_OPTIONS];
    const OptionInfo *found = NULL;
    for (int i = 0; i < cg_n_options; i++) {
        names[i] = str_from(cg_options[i].name);
        if (str_is(name, cg_options[i].name) && (!found || cg_options[i].commands & mask)) found = &cg_options[i];
    }
    if (found) return found;
    fprintf(stderr, "cohgen: unknown option '--" STR_FMT "'", STR_ARG(name));
    if (str_is(name, "weak")) fprintf(stderr, ", did you mean '--model weak'?\n");
    else suggest("--", name, names, cg_n_options);
    return NULL;
}

static const OptionInfo *find_short(char letter)
{
    for (int i = 0; i < cg_n_options; i++)
        if (cg_options[i].letter == letter) return &cg_options[i];
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

/* I/N; false after a message. */
static bool partition_of(const char *value, VerifyOptions *v)
{
    enum { MOST = 64 };
    char *end;
    long i = strtol(value, &end, 10), n = end != value && *end == '/' ? strtol(end + 1, &end, 10) : 0;
    if (*end || n < 2 || n > MOST || i < 0 || i >= n) {
        fprintf(stderr, "cohgen: --partition: '%s' is not I/N, with N from 2 to %d and I from 0 to N-1\n", value, MOST);
        return false;
    }
    v->part = (int)i;
    v->parts = (int)n;
    return true;
}

/* What it names there is one of, and which one cannot be a matter of order: where something is written or read, what is
 * left out. Of other options that cannot be repeated the last one counts. */
static bool names_one(OptionId id)
{
    return id == OPT_OPEN || id == OPT_OUTPUT || id == OPT_REPLAY || id == OPT_RACES || id == OPT_CHART ||
           id == OPT_COVERAGE_FILE || id == OPT_SAVE || id == OPT_RESUME || id == OPT_EXCHANGE || id == OPT_EXPORT ||
           id == OPT_SEARCH;
}

static bool apply(Parse *p, const OptionInfo *o, const char *value)
{
    VerifyOptions *v = &p->out->verify;
    int k = o->choices ? choice(o, value) : 0;
    if (k < 0 || (o->min < o->max && !number(o, value, &k))) return false;
    if (names_one(o->id) && p->used >> o->id & 1) {
        fprintf(stderr, "cohgen: --%s is given twice: %s\n", o->name, o->id == OPT_OPEN
                ? "one controller at most is taken out of a design" : "there is one of it, which of them is meant?");
        return false;
    }
    if (names_one(o->id) && strcmp(value, "-") == 0) {
        fprintf(stderr, "cohgen: --%s: '-' is no name here; the standard output has the name /dev/stdout\n", o->name);
        return false;
    }
    if (o->id < OPT_HELP) p->used |= UINT64_C(1) << o->id;
    switch (o->id) {
    case OPT_COLOR: p->out->color = (ColorMode)k; break;
    case OPT_DIAGNOSTICS: p->out->diagnostics = (DiagnosticsFormat)k; break;
    case OPT_RESET: p->out->async_reset = k == 1; break;
    case OPT_HARNESS: p->out->replay_harness = k == 1; break;
    case OPT_OPEN: p->out->open = value; break;
    case OPT_BLOCKS: vec_push(p->a, &p->out->blocks, value); break;
    case OPT_FORMAT: p->out->format = (TableFormat)k; break;
    case OPT_CHART_FORMAT: p->out->chart_format = (ChartFormat)k; break;
    case OPT_SPEC: p->out->spec = value; break;
    case OPT_FIRST: p->out->first = k; break;
    case OPT_LAST: p->out->last = k; break;
    case OPT_KEY: p->out->key = value; break;
    case OPT_CHART: p->out->chart = value; break;
    case OPT_CONTROLLER: p->out->controller = value; break;
    case OPT_COVERAGE_OF: vec_push(p->a, &p->out->coverage, value); break;
    case OPT_OUTPUT: p->out->dir = value; break;
    case OPT_SET: vec_push(p->a, &p->out->sets, str_from(value)); break;
    case OPT_VALUES: vec_push(p->a, &v->values, str_from(value)); break;
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
    case OPT_TICKS: v->ticks = k; break;
    case OPT_QUEUES: v->queues = k; break;
    case OPT_POSTED: v->posted = k; break;
    case OPT_NO_ATOMICS: v->no_atomics = true; break;
    case OPT_PHYSICAL: v->physical = true; break;
    case OPT_KEYED: v->keyed = true; break;
    case OPT_NO_SYMMETRY: v->no_symmetry = true; break;
    case OPT_PROGRESS: v->loads_progress = true; break;
    case OPT_FAIR: v->fair = true; break;
    case OPT_NO_DRAIN: v->no_drain = true; break;
    case OPT_EVICT_FOR_ROOM: v->evict_for_room = true; break;
    case OPT_SERVED: v->served = true; break;
    case OPT_ALLOW: v->allow |= 2u << k; break;
    case OPT_LITMUS: vec_push(p->a, &v->litmus, value); break;
    case OPT_MODEL: v->model = (LitmusModel)k; break;
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
    case OPT_SAVE: v->save = value; break;
    case OPT_SAVE_EVERY: v->save_every = k; break;
    case OPT_RESUME: v->resume = value; break;
    case OPT_PARTITION: return partition_of(value, v);
    case OPT_EXCHANGE: v->exchange = value; break;
    case OPT_PATIENCE: v->patience = k; break;
    case OPT_EXPORT: p->out->export = (Export)(k + 1); break;
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

static bool check_files(const Options *o)
{
    const CommandInfo *c = command_info(o->command);
    if (o->files.n < c->min_files) {
        fprintf(stderr, "cohgen: %s: which file? Expected 'cohgen %s %s'\n", c->name, c->name, c->files);
        return options_hint(c->name);
    }
    if (o->files.n > c->max_files) {
        fprintf(stderr, "cohgen: %s: unexpected '%s'\n", c->name, o->files.at[c->max_files]);
        return options_hint(c->name);
    }
    if ((o->command == CMD_EMIT || o->command == CMD_DOC || o->command == CMD_STEP) && (!o->dir || !*o->dir)) {
        fprintf(stderr, "cohgen: %s: where to? Expected '-o DIR'\n", c->name);
        return options_hint(c->name);
    }
    return true;
}

bool options_parse(Arena *a, int argc, char **argv, Options *out)
{
    Parse p = { a, argv, argc, 1, out, 0, false, false, false };
    bool only_words = false;
    *out = (Options){ .command = CMD_HELP,
                      .verify = { .memory = (size_t)4096 << 20, .threads = 1, .preloads = -1, .seed = 1,
                                  .patience = 60 } };
    for (; p.at < argc; p.at++) {
        const char *arg = argv[p.at];
        if (!only_words && strcmp(arg, "--") == 0) only_words = true;
        else if (!(!only_words && arg[0] == '-' && arg[1] ? parse_option(&p, arg) : parse_word(&p, arg)))
            return options_hint(p.has_command && out->command != CMD_HELP ? command_info(out->command)->name : NULL);
    }
    if (p.wants_help) {
        if (p.has_command && out->command != CMD_HELP) out->topic = command_info(out->command)->name;
        out->command = CMD_HELP;
        return true;
    }
    if (p.wants_version) { out->command = CMD_VERSION; return true; }
    if (!p.has_command) {
        fprintf(stderr, "cohgen: what to do? Expected a command: check, emit, table, doc, chart, verify, ...\n");
        return options_hint(NULL);
    }
    out->verify.portfolio = !(p.used & ~rules_every_search());
    return rules_check(a, out, p.used) && check_files(out);
}
