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
    O_QUIET, O_HELP, O_VERSION, N_OPTIONS
};

static const SimArgument table[N_OPTIONS] = {
    [O_TEST] = {"test", "NAME",
                "random, generic, litmus FILE..., trace FILE, kernel NAME, or the name of a kernel (default random)"},
    [O_OPS] = {"ops", "N", "operations of each warp (default 1000), or runs of each litmus placement (default 20)",
             1, UINT32_MAX},
    [O_SEED] = {"seed", "N", "random seed (default 1); the same seed gives the same run", 0, UINT64_MAX},
    [O_CORES] = {"cores", "N", "use only the first N cores", 1, 65535},
    [O_WARPS] = {"warps", "N", "use only the first N warps of each core", 1, 65535},
    [O_POSTED] = {"posted", "N",
                  "stores that a warp does not wait for (default 0); each takes an id of the port; with --model weak",
                  0, 64},
    [O_AHEAD] = {"ahead", "N",
                 "lines that a warp's lanes load without waiting (default 0); each takes an id of the port; with "
                 "--model weak", 0, 64},
    [O_THINK] = {"think", "CYCLES", "a warp computes for 0 to twice as many cycles before each access (default 0)", 0,
                 1000000},
    [O_POLL_LOADS] = {"poll-loads", NULL,
                      "loops that wait for a word look at it by loads, and not by atomics that add 0"},
    [O_BACKOFF] = {"backoff", "CYCLES", "the first pause of a transaction that has failed, at most (default 20)", 0,
                   1000000},
    [O_BACKOFF_MOST] = {"backoff-most", "CYCLES", "bound to which it grows, doubled with each failure (default 1280)",
                        0, 100000000},
    [O_LIMIT] = {"limit", "N", "warps of a core that are in transactions at a time (default 0: all)", 0, 65535},
    [O_LATENCY] = {"latency", "CYCLES", "least latency of memory (default 20)", 0, 1000000},
    [O_JITTER] = {"jitter", "CYCLES", "random extra latency of memory (default 10)", 0, 1000000},
    [O_BANDWIDTH] = {"bandwidth", "PERCENT", "beats per 100 cycles of each memory port (default 200)", 1, 200},
    [O_BACKPRESSURE] = {"backpressure", "PERCENT", "cycles in which the test bench holds a channel (default 10)", 0,
                      99},
    [O_MEM_ERROR] = {"mem-error", "LO:HI", "byte addresses whose memory answers with an error"},
    [O_WRITE_ERROR] = {"write-error", "LO:HI", "byte addresses whose memory can be read, and refuses writes"},
    [O_MAX_CYCLES] = {"max-cycles", "N", "stop as failed after N cycles (default 100000000)", 1, UINT64_MAX},
    [O_WATCHDOG] = {"watchdog", "CYCLES", "longest time without an answer, 0 = off (default 50000)", 0, UINT64_MAX},
    [O_MODEL] = {"model", "sc|weak|scoped|quanta",
                 "what is asked of the answers (docs/memory-models.md); default: scoped where requests have scopes, "
                 "weak where the design answers stores before they take effect, else sc"},
    [O_WINDOW] = {"window", "N",
                  "judge the history each N operations and drop what is settled: for long runs, with --model sc",
                  1, UINT32_MAX / 4},
    [O_CHECK] = {"check", "NAME",
                 "watch the rows with this checker too: epochs, leases, single_writer; may be given several times"},
    [O_NO_INVARIANTS] = {"no-invariants", NULL, "do not look at the specification's invariants of scope system"},
    [O_WITH] = {"with", "NAME=N", "setting of the test; may be given several times"},
    [O_PIN] = {"pin", "NAME=N",
               "value of an input pin, of every controller that has it (default 0); may be given several times"},
    [O_WAVE] = {"wave", "FILE", "write a waveform (FST), and beside it a save file for GTKWave (.gtkw)"},
    [O_WAVE_WINDOW] = {"wave-window", "CYCLES",
                       "only so many cycles before and after the failure; the run is done twice", 1, UINT32_MAX},
    [O_RECORD] = {"record", "FILE", "write the operations of the run as a trace, which --test trace FILE repeats"},
    [O_SHRINK] = {"shrink", "FILE", "if the run fails, look for a short trace that fails alike, print it and write it"},
    [O_AXE] = {"axe", "FILE", "write the history in the format of the Axe checker"},
    [O_STATS] = {"stats", "FILE", "write all figures of the run: FILE.csv, FILE.json, or text"},
    [O_ROWS] = {"rows", "FILE",
                "write each row as it fires: cycle, controller, instance, key, state, event, next state, place in the "
                "XML, registers"},
    [O_ROWS_ALL] = {"rows-all", NULL,
                    "with --rows: also senders and receivers of messages, and fields of stores and waiting places"},
    [O_COVERAGE] = {"coverage", "FILE", "write which rows were taken: FILE.html, or text"},
    [O_COVERAGE_MERGE] = {"coverage-merge", NULL,
                          "run nothing: add up the coverage (text) of earlier runs, which are the arguments"},
    [O_COVERAGE_FULL] = {"coverage-full", NULL, "fail if a row that can be taken was not"},
    [O_COVERAGE_EXCEPT] = {"coverage-except", "FILE", "rows that need not be taken: controller, state, event, reason"},
    [O_RACES] = {"races", "LIST",
                 "count the races that this list of `cohgen verify --races` says can happen, and tell which did not; "
                 "may be given several times"},
    [O_RACES_OUT] = {"races-out", "FILE", "write the list with the counts, which --races reads again"},
    [O_QUIET] = {"quiet", NULL, "no report, only failures and the seed"},
    [O_HELP] = {"help", NULL, "print this help; also -h"},
    [O_VERSION] = {"version", NULL, "print the version and the design; also -V"},
};

static const char *const models[SIM_MODELS] = {"sc", "weak", "scoped", "quanta"};

void sim_options_help(FILE *out)
{
    fputs("usage: SIM [OPTION]... [FILE]...\nRuns a test on the simulated design.\n\n", out);
    for (int i = 0; i < N_OPTIONS; i++) sim_arguments_print(&table[i], NULL, out);
    fputs("\nExit status: 0 passed, 1 a check failed, 2 usage, 3 environment.\n", out);
}

void sim_options_version(const CgDesign *d, FILE *out)
{
    fprintf(out, "cohgen %s, simulator of %s\n", sim_version(), d->name);
}

/* The number that an option of the table has, within its range. */
static bool number64(int option, const char *text, uint64_t *value)
{
    return sim_number(text, table[option].least, table[option].most, value);
}

static bool number32(int option, const char *text, uint32_t *value)
{
    uint64_t x;
    bool ok = number64(option, text, &x);
    if (ok) *value = (uint32_t)x;
    return ok;
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

static bool apply(SimOptions *o, int option, const char *v)
{
    switch (option) {
    case O_TEST: o->test = v; return true;
    case O_OPS: return number64(option, v, &o->ops);
    case O_SEED: return number64(option, v, &o->seed);
    case O_CORES: return number32(option, v, &o->cores);
    case O_WARPS: return number32(option, v, &o->warps);
    case O_POSTED: return number32(option, v, &o->posted);
    case O_AHEAD: return number32(option, v, &o->ahead);
    case O_THINK: return number32(option, v, &o->think);
    case O_POLL_LOADS: return o->poll_loads = true;
    case O_BACKOFF: return number32(option, v, &o->backoff);
    case O_BACKOFF_MOST: return number32(option, v, &o->backoff_most);
    case O_LIMIT: return number32(option, v, &o->limit);
    case O_LATENCY: return number32(option, v, &o->latency);
    case O_JITTER: return number32(option, v, &o->jitter);
    case O_BANDWIDTH: return number32(option, v, &o->bandwidth);
    case O_BACKPRESSURE: return number32(option, v, &o->backpressure);
    case O_MEM_ERROR: return range(v, &o->mem_error);
    case O_WRITE_ERROR: return range(v, &o->write_error);
    case O_MAX_CYCLES: return number64(option, v, &o->max_cycles);
    case O_WATCHDOG: return number64(option, v, &o->watchdog);
    case O_MODEL:
        for (int m = 0; m < SIM_MODELS; m++)
            if (strcmp(v, models[m]) == 0) return o->model = (SimModel)m, true;
        return false;
    case O_WINDOW: return number64(option, v, &o->window);
    case O_CHECK:
        if (o->n_checks == SIM_MAX_CHECKS) return false;
        o->checks[o->n_checks++] = v;
        return true;
    case O_WITH: return sim_set_parse(o->sets, &o->n_sets, v);
    case O_PIN: return sim_set_parse(o->pins, &o->n_pins, v);
    case O_WAVE: o->wave = v; return true;
    case O_WAVE_WINDOW: return number64(option, v, &o->wave_window);
    case O_RECORD: o->record = v; return true;
    case O_SHRINK: o->shrink = v; return true;
    case O_AXE: o->axe = v; return true;
    case O_STATS: o->stats = v; return true;
    case O_ROWS: o->rows = v; return true;
    case O_ROWS_ALL: return o->rows_all = true;
    case O_COVERAGE: o->coverage = v; return true;
    case O_COVERAGE_MERGE: return o->coverage_merge = true;
    case O_COVERAGE_FULL: return o->coverage_full = true;
    case O_RACES:
        if (o->n_races == SIM_MAX_LISTS) return false;
        o->races[o->n_races++] = v;
        return true;
    case O_RACES_OUT: o->races_out = v; return true;
    case O_COVERAGE_EXCEPT: o->coverage_except = v; return o->coverage_full = true;
    case O_NO_INVARIANTS: return o->no_invariants = true;
    case O_QUIET: return o->quiet = true;
    case O_VERSION: return o->version = true;
    default: return o->help = true;
    }
}

bool sim_options_default(SimOptions *o, const char *name, const char *value)
{
    for (int i = 0; i < N_OPTIONS; i++)
        if (strcmp(table[i].name, name) == 0) {
            bool fine = o->given >> i & 1 || apply(o, i, value);
            if (i == O_MODEL) o->given |= UINT64_C(1) << i; /* not what the design says */
            return fine;
        }
    return false;
}

static bool expected(int option, const char *value, FILE *out)
{
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
static SimTaken take(void *options, int option, const char *value)
{
    SimOptions *o = options;
    if (option == O_WITH && *value >= 'A' && *value <= 'Z')
        return sim_usage("parameters are settled when the simulator is built (./run sim FILE --set P=V)", value),
               SIM_REFUSED;
    if (!apply(o, option, value)) return SIM_BAD;
    o->given |= UINT64_C(1) << option;
    return SIM_TAKEN;
}

/* Files are arguments of these tests alone, and of --coverage-merge. */
static int stray(const SimOptions *o)
{
    if (o->help || o->version || o->coverage_merge || o->n_arguments == 0 || strcmp(o->test, "litmus") == 0) return 0;
    if (strcmp(o->test, "trace") == 0 && o->n_arguments <= 1) return 0;
    fprintf(stderr, "error: unexpected argument '%s': test %s takes %s\nTry --help.\n",
            o->arguments[strcmp(o->test, "trace") == 0], o->test,
            strcmp(o->test, "trace") == 0 ? "one file" : "none");
    return SIM_EXIT_USAGE;
}

int sim_options_parse(SimOptions *o, int argc, char **argv)
{
    static const SimArguments arguments = {table, N_OPTIONS, O_HELP, O_VERSION, O_WITH, take, expected};
    int first;
    *o = (SimOptions){.test = "random",
                      .seed = 1,
                      .max_cycles = 100000000,
                      .watchdog = 50000,
                      .backoff = 20,
                      .backoff_most = 1280,
                      .latency = 20,
                      .jitter = 10,
                      .bandwidth = 200,
                      .backpressure = 10};
    int code = sim_arguments_parse(&arguments, o, argc, argv, &first);
    if (code) return code;
    for (int i = first; i < argc; i++) {
        if (o->n_arguments == SIM_MAX_ARGUMENTS) return sim_usage("too many arguments", NULL);
        o->arguments[o->n_arguments++] = argv[i];
    }
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
