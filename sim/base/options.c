/* options.c - see options.h. One table drives parsing and help. */
#include "base/options.h"
#include "base/near.h"
#include <string.h>

enum {
    O_TEST, O_OPS, O_SEED, O_CORES, O_WARPS, O_POSTED, O_AHEAD, O_THINK, O_POLL_LOADS, O_BACKOFF,
    O_BACKOFF_MOST, O_LIMIT, O_LATENCY, O_JITTER, O_BANDWIDTH,
    O_BACKPRESSURE, O_MEM_ERROR, O_WRITE_ERROR,
    O_MAX_CYCLES, O_WATCHDOG, O_MODEL, O_WINDOW, O_CHECK, O_NO_INVARIANTS, O_WITH, O_PIN, O_WAVE, O_WAVE_WINDOW,
    O_RECORD, O_SHRINK, O_AXE, O_STATS, O_ROWS, O_ROWS_ALL, O_COVERAGE, O_COVERAGE_MERGE, O_COVERAGE_FULL,
    O_COVERAGE_EXCEPT, O_RACES, O_RACES_OUT,
    O_QUIET, O_LIST, O_HELP, O_VERSION, N_OPTIONS
};

#define NUMBER(name, form, least, most, field, doc) SIM_OPTION_NUMBER(SimOptions, name, form, least, most, field, doc)
#define FLAG(name, field, doc) SIM_OPTION_FLAG(SimOptions, name, field, true, doc)
#define TEXT(name, form, field, doc) SIM_OPTION_TEXT(SimOptions, name, form, field, doc)
#define SPECIAL(name, form, doc) {{name, form, doc, 0, 0}, SIM_SPECIAL, 0, 0, false}

static const SimOption table[N_OPTIONS] = {
    [O_TEST] = TEXT("test", "NAME", test,
        "random, generic, litmus FILE..., trace FILE, kernel NAME, or the name of a kernel (default random)"),
    [O_OPS] = NUMBER("ops", "N", 1, UINT32_MAX, ops,
        "operations of each warp (default 1000), or runs of each litmus placement (default 20)"),
    [O_SEED] = NUMBER("seed", "N", 0, UINT64_MAX, seed, "random seed; the same seed gives the same run"),
    [O_CORES] = NUMBER("cores", "N", 1, 65535, cores, "use only the first N cores"),
    [O_WARPS] = NUMBER("warps", "N", 1, 65535, warps, "use only the first N warps of each core"),
    [O_POSTED] = NUMBER("posted", "N", 0, 64, posted,
        "stores that a warp does not wait for; each takes an id of the port; with --model weak"),
    [O_AHEAD] = NUMBER("ahead", "N", 0, 64, ahead,
        "lines that a warp's lanes load without waiting; each takes an id of the port; with --model weak"),
    [O_THINK] = NUMBER("think", "CYCLES", 0, 1000000, think,
        "a warp computes for 0 to twice as many cycles before each access"),
    [O_POLL_LOADS] = FLAG("poll-loads", poll_loads,
        "loops that wait for a word look at it by loads, and not by atomics that add 0"),
    [O_BACKOFF] = NUMBER("backoff", "CYCLES", 0, 1000000, backoff,
        "the first pause of a transaction that has failed, at most"),
    [O_BACKOFF_MOST] = NUMBER("backoff-most", "CYCLES", 0, 100000000, backoff_most,
        "bound to which it grows, doubled with each failure"),
    [O_LIMIT] = NUMBER("limit", "N", 0, 65535, limit, "warps of a core that are in transactions at a time, 0: all"),
    [O_LATENCY] = NUMBER("latency", "CYCLES", 0, 1000000, latency, "least latency of memory"),
    [O_JITTER] = NUMBER("jitter", "CYCLES", 0, 1000000, jitter, "random extra latency of memory"),
    [O_BANDWIDTH] = NUMBER("bandwidth", "PERCENT", 1, 200, bandwidth, "beats per 100 cycles of each memory port"),
    [O_BACKPRESSURE] = NUMBER("backpressure", "PERCENT", 0, 99, backpressure,
        "cycles in which the test bench holds a channel"),
    [O_MEM_ERROR] = SPECIAL("mem-error", "LO:HI", "byte addresses whose memory answers with an error"),
    [O_WRITE_ERROR] = SPECIAL("write-error", "LO:HI", "byte addresses whose memory can be read, and refuses writes"),
    [O_MAX_CYCLES] = NUMBER("max-cycles", "N", 0, UINT64_MAX, max_cycles, "stop as failed after N cycles, 0: never"),
    [O_WATCHDOG] = NUMBER("watchdog", "CYCLES", 0, UINT64_MAX, watchdog, "longest time without an answer, 0 = off"),
    [O_MODEL] = SPECIAL("model", "sc|weak|scoped|quanta",
        "what is asked of the answers (docs/memory-models.md); default: scoped where requests have scopes, weak "
        "where the design answers stores before they take effect, else sc"),
    [O_WINDOW] = NUMBER("window", "N", 1, UINT32_MAX / 4, window,
        "judge the history each N operations and drop what is settled: for long runs, with --model sc"),
    [O_CHECK] = SPECIAL("check", "NAME",
        "watch the rows with this checker too: epochs, leases, single_writer; may be given several times"),
    [O_NO_INVARIANTS] = FLAG("no-invariants", no_invariants,
        "do not look at the specification's invariants of scope system"),
    [O_WITH] = SPECIAL("with", "NAME=N", "setting of the test; may be given several times"),
    [O_PIN] = SPECIAL("pin", "NAME=N",
        "value of an input pin, of every controller that has it (default 0); may be given several times"),
    [O_WAVE] = TEXT("wave", "FILE", wave, "write a waveform (FST), and beside it a save file for GTKWave (.gtkw)"),
    [O_WAVE_WINDOW] = NUMBER("wave-window", "CYCLES", 1, UINT32_MAX, wave_window,
        "only so many cycles before and after the failure; the run is done twice"),
    [O_RECORD] = TEXT("record", "FILE", record,
        "write the operations of the run as a trace, which --test trace FILE repeats"),
    [O_SHRINK] = TEXT("shrink", "FILE", shrink,
        "if the run fails, look for a short trace that fails alike, print it and write it"),
    [O_AXE] = TEXT("axe", "FILE", axe, "write the history in the format of the Axe checker"),
    [O_STATS] = TEXT("stats", "FILE", stats, "write all figures of the run: FILE.csv, FILE.json, or text"),
    [O_ROWS] = TEXT("rows", "FILE", rows,
        "write each row as it fires: cycle, controller, instance, key, state, event, next state, place in the XML, "
        "registers"),
    [O_ROWS_ALL] = FLAG("rows-all", rows_all,
        "with --rows: also senders and receivers of messages, and fields of stores and waiting places"),
    [O_COVERAGE] = TEXT("coverage", "FILE", coverage, "write which rows were taken: FILE.html, or text"),
    [O_COVERAGE_MERGE] = FLAG("coverage-merge", coverage_merge,
        "run nothing: add up the coverage (text) of earlier runs, which are the arguments"),
    [O_COVERAGE_FULL] = FLAG("coverage-full", coverage_full, "fail if a row that can be taken was not"),
    [O_COVERAGE_EXCEPT] = TEXT("coverage-except", "FILE", coverage_except,
        "rows that need not be taken: controller, state, event, reason"),
    [O_RACES] = SPECIAL("races", "LIST",
        "count the races that this list of `cohgen verify --races` says can happen, and tell which did not; may be "
        "given several times"),
    [O_RACES_OUT] = TEXT("races-out", "FILE", races_out, "write the list with the counts, which --races reads again"),
    [O_QUIET] = FLAG("quiet", quiet, "no report, only failures and the seed"),
    [O_LIST] = FLAG("list", list, "print the tests"),
    [O_HELP] = FLAG("help", help, "print this help; also -h"),
    [O_VERSION] = FLAG("version", version, "print the version and the design; also -V"),
};

static const char *const models[SIM_MODELS] = {"sc", "weak", "scoped", "quanta"};

/* ---- the options of a simulator: those above that it takes, and its own ---- */

enum { MOST_OPTIONS = SIM_MOST_ARGUMENTS };

/* number: in the table above; N_OPTIONS and more: of its own. */
typedef struct {
    SimOptions *options; const SimOptionsMore *more;
    const SimOption *of[MOST_OPTIONS]; int number[MOST_OPTIONS], n;
} Offered;

static bool takes(const SimOptionsMore *more, const char *name)
{
    for (const char *const *t = more ? more->takes : NULL; t; t++) {
        if (!*t) return false;
        if (strcmp(*t, name) == 0) return true;
    }
    return true;
}

static void offer(Offered *f, const SimOption *o, int number)
{
    f->of[f->n] = o;
    f->number[f->n++] = number;
}

/* Its own stand in front of those that all have at the end. */
static Offered offered(SimOptions *o, const SimOptionsMore *more)
{
    Offered f = {.options = o, .more = more};
    for (int i = 0; i < N_OPTIONS; i++) {
        for (int k = 0; i == O_QUIET && more && k < more->n; k++) offer(&f, &more->table[k], N_OPTIONS + k);
        if (takes(more, table[i].argument.name)) offer(&f, &table[i], i);
    }
    return f;
}

void sim_options_help(const SimOptions *o, const SimOptionsMore *more, FILE *out)
{
    Offered f = offered((SimOptions *)(uintptr_t)o, more); /* which is only read */
    fputs(more ? more->usage : "usage: SIM [OPTION]... [FILE]...\nRuns a test on the simulated design.\n\n", out);
    for (int i = 0; i < f.n; i++) {
        const SimOption *p = f.of[i];
        uint64_t now = 0;
        bool number = p->kind == SIM_NUMBER && !strstr(p->argument.doc, "(default");
        if (number) memcpy(&now, (const char *)o + p->at, p->bytes);
        sim_arguments_print(&p->argument, number && now >= p->argument.least ? &now : NULL, out);
    }
    fputs("\nExit status: 0 passed, 1 a check failed, 2 usage, 3 environment.\n", out);
}

void sim_options_version(const CgDesign *d, FILE *out)
{
    fprintf(out, "cohgen %s, simulator of %s\n", sim_version(), d->name);
}

/* LO:HI, the second greater. */
static bool range(const char *text, SimRange *r)
{
    const char *colon = strchr(text, ':');
    char low[40];
    if (!colon || (size_t)(colon - text) >= sizeof low) return false;
    snprintf(low, sizeof low, "%.*s", (int)(colon - text), text);
    return sim_number(low, 0, UINT64_MAX - 1, &r->lo) && sim_number(colon + 1, r->lo + 1, UINT64_MAX, &r->hi);
}

static bool apply_special(SimOptions *o, int option, const char *v)
{
    switch (option) {
    case O_MEM_ERROR: return range(v, &o->mem_error);
    case O_WRITE_ERROR: return range(v, &o->write_error);
    case O_MODEL:
        for (int m = 0; m < SIM_MODELS; m++)
            if (strcmp(v, models[m]) == 0) return o->model = (SimModel)m, true;
        return false;
    case O_CHECK:
        if (o->n_checks == SIM_MAX_CHECKS) return false;
        o->checks[o->n_checks++] = v;
        return true;
    case O_WITH: return sim_set_parse(o->sets, &o->n_sets, v);
    case O_PIN: return sim_set_parse(o->pins, &o->n_pins, v);
    case O_RACES:
        if (o->n_races == SIM_MAX_LISTS) return false;
        o->races[o->n_races++] = v;
        return true;
    default: return false;
    }
}

/* What begins with the options `o` gets a value at the option's place; little-endian, as all that this runs on. */
static bool apply(SimOptions *o, const SimOption *p, int option, const char *v)
{
    char *at = (char *)o + p->at;
    uint64_t n;
    switch (p->kind) {
    case SIM_FLAG: return *(bool *)at = p->to, true;
    case SIM_TEXT: return *(const char **)at = v, true;
    case SIM_NUMBER:
        if (!sim_number(v, p->argument.least, p->argument.most, &n)) return false;
        memcpy(at, &n, p->bytes);
        return true;
    default: return apply_special(o, option, v);
    }
}

bool sim_options_default(SimOptions *o, const char *name, const char *value)
{
    for (int i = 0; i < N_OPTIONS; i++)
        if (strcmp(table[i].argument.name, name) == 0) {
            bool fine = o->given >> i & 1 || apply(o, &table[i], i, value);
            if (i == O_MODEL) o->given |= UINT64_C(1) << i; /* not what the design says */
            return fine;
        }
    return false;
}

bool sim_options_given(const SimOptions *o, const char *name)
{
    for (int i = 0; i < N_OPTIONS; i++) if (strcmp(table[i].argument.name, name) == 0) return o->given >> i & 1;
    return false;
}

static bool expected(const void *of, int option, const char *value, FILE *out)
{
    option = ((const Offered *)of)->number[option];
    if (option == O_MODEL) {
        fputs("expected ", out);
        sim_print_names(models, SIM_MODELS, value, out);
    } else if (option == O_CHECK || option == O_RACES) fputs("too many of them", out);
    else if (option == O_MEM_ERROR || option == O_WRITE_ERROR)
        fputs("expected LO:HI, two addresses, the second greater than the first", out);
    else if (option == O_WITH || option == O_PIN) fprintf(out, "expected NAME=N, at most %d of them", SIM_MAX_SETS);
    else return false;
    return true;
}

/* Of the command line. */
static SimTaken take(void *of, int option, const char *value)
{
    Offered *f = of;
    int number = f->number[option];
    if (number == O_WITH && *value >= 'A' && *value <= 'Z')
        return sim_usage("parameters are settled when the simulator is built (./run sim FILE --set P=V)", value),
               SIM_REFUSED;
    if (!apply(f->options, f->of[option], number, value)) return SIM_BAD;
    if (number < N_OPTIONS) f->options->given |= UINT64_C(1) << number;
    return SIM_TAKEN;
}

static int place_of(const Offered *f, int option)
{
    for (int i = 0; i < f->n; i++) if (f->number[i] == option) return i;
    return -1;
}

/* Files are arguments of these tests alone, and of --coverage-merge. */
static int stray(const SimOptions *o)
{
    if (o->help || o->list || o->version || o->coverage_merge || o->n_arguments == 0) return 0;
    if (strcmp(o->test, "litmus") == 0) return 0;
    if (strcmp(o->test, "trace") == 0 && o->n_arguments <= 1) return 0;
    fprintf(stderr, "error: unexpected argument '%s': test %s takes %s\nTry --help.\n",
            o->arguments[strcmp(o->test, "trace") == 0], o->test,
            strcmp(o->test, "trace") == 0 ? "one file" : "none");
    return SIM_EXIT_USAGE;
}

int sim_options_parse(SimOptions *o, const SimOptionsMore *more, int argc, char **argv)
{
    SimArgument all[MOST_OPTIONS];
    Offered f = offered(o, more);
    int first;
    for (int i = 0; i < f.n; i++) all[i] = f.of[i]->argument;
    SimArguments arguments = {all, f.n, place_of(&f, O_HELP), place_of(&f, O_VERSION), place_of(&f, O_WITH), take,
                              expected};
    *o = (SimOptions){.test = "random",
                      .seed = 1,
                      .max_cycles = 100000000,
                      .watchdog = 200000,
                      .backoff = 20,
                      .backoff_most = 1280,
                      .latency = 20,
                      .jitter = 10,
                      .bandwidth = 200,
                      .backpressure = 10};
    if (more) more->defaults(o);
    int code = sim_arguments_parse(&arguments, &f, argc, argv, &first);
    if (code) return code;
    o->coverage_full |= o->coverage_except != NULL;
    for (int i = first; i < argc; i++) {
        if (o->n_arguments == SIM_MAX_ARGUMENTS) return sim_usage("too many arguments", NULL);
        o->arguments[o->n_arguments++] = argv[i];
    }
    if (more && (code = more->settle(o)) != 0) return code;
    if (o->ahead && (o->record || o->shrink || strcmp(o->test, "trace") == 0))
        return sim_usage("--ahead: a trace cannot tell such loads", NULL);
    if (o->posted && (o->record || o->shrink || strcmp(o->test, "trace") == 0))
        return sim_usage("--posted: a trace cannot tell such stores", NULL);
    if (o->model == SIM_MODEL_QUANTA && (o->shrink || o->axe || o->window || strcmp(o->test, "trace") == 0))
        return sim_usage("--model quanta compares a program's answers: there is no history to shorten or write", NULL);
    if (o->shrink && o->wave)
        return sim_usage("--shrink and --wave do not go together: first the trace, then its waveform", NULL);
    if (o->races_out && !o->n_races) return sim_usage("--races-out goes with --races", NULL);
    if (o->window && o->axe) return sim_usage("--window drops operations: it does not go with --axe", NULL);
    if (o->wave_window && !o->wave) return sim_usage("--wave-window goes with --wave", NULL);
    int apart = sim_options_apart(o);
    if (apart) return apart;
    if (strcmp(o->test, "kernel") != 0) return stray(o);
    if (o->n_arguments == 0) return sim_usage("--test kernel needs the name of a kernel", NULL);
    o->test = o->arguments[0];
    memmove(o->arguments, o->arguments + 1, --o->n_arguments * sizeof *o->arguments);
    return stray(o);
}

static bool has_scopes(const CgDesign *d)
{
    for (uint32_t i = 0; i < d->n_cores; i++)
        for (uint32_t k = 0; k < d->cores[i].n_events && d->cores[i].strengths; k++)
            if (d->cores[i].strengths[k].scope) return true;
    return false;
}

int sim_options_settle(SimOptions *o, const CgDesign *d)
{
    bool posted = false;
    for (uint32_t i = 0; i < d->n_cores; i++) posted |= d->cores[i].posted != 0;
    if (!(o->given >> O_MODEL & 1) && (posted || has_scopes(d)))
        o->model = has_scopes(d) ? SIM_MODEL_SCOPED : SIM_MODEL_WEAK;
    if (posted && o->posted)
        return sim_usage("--posted: the design answers stores before they take effect by itself (posted=\"yes\")",
                         NULL);
    if (o->ahead && o->model != SIM_MODEL_WEAK)
        return sim_usage("--ahead needs --model weak: sequential consistency lets every load be waited for", NULL);
    if (o->posted && o->model != SIM_MODEL_WEAK)
        return sim_usage("--posted needs --model weak: sequential consistency lets every store be waited for", NULL);
    if (o->model == SIM_MODEL_SCOPED && strcmp(o->test, "litmus") == 0 && (o->record || o->shrink))
        return sim_usage("--model scoped: a trace of --test litmus does not say which threads share a CTA and a GPU",
                         NULL);
    if (o->model == SIM_MODEL_SCOPED && o->axe) return sim_usage("--axe: it does not know the scoped model", NULL);
    if (o->window && o->model != SIM_MODEL_SC)
        return sim_usage("--window drops operations: it goes with --model sc only", NULL);
    return 0;
}
