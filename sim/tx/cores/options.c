/* options.c - see options.h. */
#include "tx/cores/options.h"
#include <stdlib.h>
#include <string.h>

TxPartition *tx_unit_make(const TxOptions *o, TxMemory *memory, const TxObserver *observer, SimStatus *status,
                          uint32_t partition, TxPartition *before)
{
    (void)before;
    (void)status;
    return tx_unit_create(&o->unit, memory, observer, partition);
}

/* Defaults: X. Ren (2020), table 4.2, with 32-byte granules and no limit on transactions. */
void tx_options_init(TxOptions *o)
{
    *o = (TxOptions){.make = tx_unit_make,
                     .seed = 1,
                     .watchdog = 100000,
                     .max_cycles = 100000000,
                     .cores = 15,
                     .warps = 48,
                     .lanes = 32,
                     .partitions = 6,
                     .granule = 32,
                     .net = 5,
                     .backoff = 100,
                     .backoff_most = 10000,
                     .ts_bits = 48,
                     .checks = true,
                     .history = true,
                     .memory = 20};
    o->unit = (TxUnitOptions){
        .decide = 20,
        .llc = 320,
        .commit = 20,
        .log_entries = 512,
        .reference = {.max_writes = 255, .stall_lines = 4, .stall_entries = 4, .table = {.ways = 4, .rows = 43}}};
}

typedef struct { const char *name, *doc; uint64_t least, most; void *at; size_t bytes; } Option;

enum { OPTIONS = 28 };

static void list(TxOptions *o, Option *l)
{
    TxReferenceOptions *v = &o->unit.reference;
    const Option all[OPTIONS] = {
        {"seed", "random numbers", 0, UINT64_MAX, &o->seed, 8},
        {"cores", "cores", 1, 64, &o->cores, 4},
        {"warps", "warps of a core", 1, 64, &o->warps, 4},
        {"lanes", "threads of a warp", 1, TX_MAX_LANES, &o->lanes, 4},
        {"partitions", "memory partitions", 1, 64, &o->partitions, 4},
        {"granule", "bytes of a granule: 16, 32, 64 or 128", 16, 128, &o->granule, 4},
        {"limit", "warps of a core that run transactions at a time, 0: all", 0, 64, &o->limit, 4},
        {"net", "cycles through the crossbar, each way", 1, 10000, &o->net, 4},
        {"decide", "cycles from a request to an answer without data", 1, 10000, &o->unit.decide, 4},
        {"llc", "cycles from a request to an answer with data", 1, 10000, &o->unit.llc, 4},
        {"commit", "cycles that a log entry waits before it is applied", 0, 100000, &o->unit.commit, 4},
        {"log", "log entries that a partition holds", 1, 65536, &o->unit.log_entries, 4},
        {"backoff", "cycles of the first pause after an abort, at most", 0, 1000000, &o->backoff, 4},
        {"backoff-most", "bound to which it grows", 0, 100000000, &o->backoff_most, 4},
        {"backoff-step", "not 0: pauses are (aborts in a row mod (1 + 0..9)) times so many cycles instead", 0, 1000000,
         &o->backoff_step, 4},
        {"ts-bits", "bits of a timestamp", 4, 63, &o->ts_bits, 4},
        {"entries", "precise entries of a partition, 0: any number, nothing approximate", 0, 1 << 20, &v->table.entries,
         4},
        {"filter-ways", "ways of the recency filter", 1, 16, &v->table.ways, 4},
        {"filter-rows", "entries of each of its ways", 1, 1 << 20, &v->table.rows, 4},
        {"registers", "1: two registers in place of the filter", 0, 1, &v->table.approximate,
         sizeof v->table.approximate},
        {"stall-lines", "granules that requests wait for in a partition", 1, 1024, &v->stall_lines, 4},
        {"stall-entries", "requests that wait for each", 1, 1024, &v->stall_entries, 4},
        {"writes", "largest #writes", 1, 1 << 20, &v->max_writes, 4},
        {"max-cycles", "the run fails when it lasts longer, 0: never", 0, UINT64_MAX, &o->max_cycles, 8},
        {"watchdog", "it fails after so many cycles without an answer, 0: never", 0, UINT64_MAX, &o->watchdog, 8},
        {"backpressure", "percent of cycles in which answers and memory are held (only with ./run tx --rtl)", 0, 95,
         &o->backpressure, 4},
        {"memory", "cycles of memory (only with ./run tx --rtl)", 1, 1000, &o->memory, 4},
        {0}};
    memcpy(l, all, sizeof all);
}

static const struct Flag { const char *name, *doc; size_t at; bool value;
} flags[] = {
    {"published-time",
     "warps start at time 0 and restart at the latest time seen plus 1: equal times of different warps",
     offsetof(TxOptions, published_time), true},
    {"published-owner", "the owner of a reservation is known by its warp alone, not by its time as well",
     offsetof(TxOptions, unit.reference.published_owner), true},
    {"published-text", "a store sets wts to warpts, not to warpts + 1",
     offsetof(TxOptions, unit.reference.published_text), true},
    {"published-advance", "warpts grows after aborts only, not after commits that have written",
     offsetof(TxOptions, published_advance), true},
    {"own-clock",
     "an attempt begins at the time of its warp, behind what that was reported, not at the latest time of its core",
     offsetof(TxOptions, own_clock), true},
    {"no-checks", "do not judge the messages (check.h), only the history", offsetof(TxOptions, checks), false},
    {"no-history", "do not record the history, and do not judge it", offsetof(TxOptions, history), false},
    {"core-rtl", "the times, answers and logs of a core go through its end in Verilog (only with ./run tx --rtl)",
     offsetof(TxOptions, core_rtl), true},
    {"situations", "count rare situations of the unit, docs/getm.md (only with ./run tx --rtl)",
     offsetof(TxOptions, situations), true},
    {"collide",
     "granules that meet in few places of the precise table: 128 with all hashes equal, 512 at most (only with ./run "
     "tx --rtl)",
     offsetof(TxOptions, collide), true},
    {"quiet", "no report", offsetof(TxOptions, quiet), true},
    {"list", "the kernels", offsetof(TxOptions, list), true},
    {"help", "this text", offsetof(TxOptions, help), true},
};
enum { FLAGS = sizeof flags / sizeof *flags };

void tx_options_help(FILE *out)
{
    TxOptions o;
    Option l[OPTIONS];
    tx_options_init(&o);
    list(&o, l);
    fputs("usage: cohgen_tx KERNEL [OPTION...]            run a kernel\n"
          "       cohgen_tx --steps FILE [OPTION...]      one partition, driven by a file of steps\n"
          "  --with NAME=N        setting of the kernel\n", out);
    for (const Option *i = l; i->name; i++) {
        uint64_t value = 0;
        memcpy(&value, i->at, i->bytes);
        fprintf(out, "  --%-18s %s (%llu)\n", i->name, i->doc, (unsigned long long)value);
    }
    for (size_t i = 0; i < FLAGS; i++) fprintf(out, "  --%-18s %s\n", flags[i].name, flags[i].doc);
    fputs("Exit status: 0 passed, 1 a check failed, 2 usage, 3 environment.\n", out);
}

static bool number(const char *text, uint64_t *n)
{
    char *end;
    if (*text < '0' || *text > '9') return false;
    *n = strtoull(text, &end, 0);
    return *end == '\0';
}

static bool set_number(TxOptions *o, const char *name, size_t length, const char *text)
{
    Option l[OPTIONS];
    uint64_t n;
    list(o, l);
    for (const Option *i = l; i->name; i++) {
        if (strlen(i->name) != length || strncmp(i->name, name, length) != 0) continue;
        if (!text || !number(text, &n) || n < i->least || n > i->most) {
            fprintf(stderr, "error: --%s: a number from %llu to %llu\n", i->name, (unsigned long long)i->least,
                    (unsigned long long)i->most);
            return false;
        }
        memcpy(i->at, &n, i->bytes); /* little-endian, as everything that the simulator runs on */
        return true;
    }
    fprintf(stderr, "error: unknown option --%.*s; --help lists them\n", (int)length, name);
    return false;
}

static bool set_kernel_option(TxOptions *o, const char *text)
{
    const char *equals = text ? strchr(text, '=') : NULL;
    if (!equals || o->n_sets == TX_MAX_SETS)
        return fprintf(stderr, "error: --with NAME=N, at most %d times\n", TX_MAX_SETS), false;
    struct TxSet *s = &o->sets[o->n_sets++];
    *s = (struct TxSet){.name = text, .length = (size_t)(equals - text)};
    return number(equals + 1, &s->value) || (fprintf(stderr, "error: --with %s: not a number\n", text), false);
}

static bool set_flag(TxOptions *o, const char *name)
{
    for (size_t i = 0; i < FLAGS; i++)
        if (strcmp(flags[i].name, name) == 0) return *(bool *)((char *)o + flags[i].at) = flags[i].value, true;
    return false;
}

int tx_options_parse(TxOptions *o, int argc, char **argv)
{
    tx_options_init(o);
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (word[0] != '-') {
            if (o->test) return fprintf(stderr, "error: one kernel, not %s and %s\n", o->test, word), SIM_EXIT_USAGE;
            o->test = word;
            continue;
        }
        if (word[1] == '-' && set_flag(o, word + 2)) continue;
        const char *equals = strchr(word, '=');
        size_t length = word[1] != '-' ? 0 : equals ? (size_t)(equals - word) - 2 : strlen(word) - 2;
        const char *value = equals ? equals + 1 : i + 1 < argc ? argv[++i] : NULL;
        bool ok;
        if ((length == 4 && strncmp(word, "--with", 6) == 0) || (length == 3 && strncmp(word, "--set", 5) == 0))
            ok = set_kernel_option(o, value);
        else if (length == 5 && strncmp(word, "--steps", 7) == 0)
            ok = (o->steps = value) != NULL || (fputs("error: --steps FILE\n", stderr), false);
        else ok = set_number(o, word + 2, length, value);
        if (!ok) return SIM_EXIT_USAGE;
    }
    if (o->granule & (o->granule - 1)) return fputs("error: --granule: 16, 32, 64 or 128\n", stderr), SIM_EXIT_USAGE;
    if (!o->help && !o->list && !o->steps == !o->test)
        return fputs("error: which kernel? --list lists them, --help the options\n", stderr), SIM_EXIT_USAGE;
    o->unit.reference.table.seed = o->seed;
    return SIM_EXIT_OK;
}
