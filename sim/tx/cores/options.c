/* options.c - see options.h. Names and forms are those of the simulator of a design (base/options.c). */
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
                     .latency = 20};
    o->unit = (TxUnitOptions){
        .decide = 20,
        .llc = 320,
        .commit = 20,
        .log_entries = 512,
        .reference = {.max_writes = 255, .stall_lines = 4, .stall_entries = 4, .table = {.ways = 4, .rows = 43}}};
}

#define RTL " (only with ./run tx --rtl)"
#define NOT_RTL " (not with ./run tx --rtl)"
#define AT(field) offsetof(TxOptions, field), sizeof((TxOptions *)0)->field
#define NUMBER(name, least, most, field, doc) {{name, "N", doc, least, most}, AT(field), false}
#define FLAG(name, field, to, doc) {{name, NULL, doc, 0, 0}, AT(field), to}
#define TABLE(field) unit.reference.table.field

/* What an option sets: a number, or a bool to `to`. */
static const struct { SimArgument argument; size_t at, bytes; bool to; } options[] = {
    {{"with", "NAME=N", "setting of the kernel; may be given several times", 0, 0}, 0, 0, false},
    {{"steps", "FILE", "one partition, driven by a file of steps, in place of a kernel", 0, 0}, AT(steps), false},
    NUMBER("seed", 0, UINT64_MAX, seed, "random seed; the same seed gives the same run"),
    NUMBER("cores", 1, 64, cores, "cores"),
    NUMBER("warps", 1, 64, warps, "warps of a core"),
    NUMBER("lanes", 1, TX_MAX_LANES, lanes, "threads of a warp"),
    NUMBER("partitions", 1, 64, partitions, "memory partitions"),
    NUMBER("granule", 16, 128, granule, "bytes of a granule: 16, 32, 64 or 128"),
    NUMBER("limit", 0, 64, limit, "warps of a core that run transactions at a time, 0: all"),
    NUMBER("think", 0, 1000000, think, "a warp computes for 0 to twice as many cycles between its accesses"),
    NUMBER("backoff", 0, 1000000, backoff, "cycles of the first pause of a transaction that has failed, at most"),
    NUMBER("backoff-most", 0, 100000000, backoff_most, "bound to which it grows, doubled with each failure"),
    NUMBER("backoff-step", 0, 1000000, backoff_step,
           "not 0: pauses are (aborts in a row mod (1 + 0..9)) times so many cycles instead"),
    NUMBER("net", 1, 10000, net, "cycles through the crossbar, each way"),
    NUMBER("decide", 1, 10000, unit.decide, "cycles from a request to an answer without data"),
    NUMBER("llc", 1, 10000, unit.llc, "cycles from a request to an answer with data"),
    NUMBER("commit", 0, 100000, unit.commit, "cycles that a log entry waits before it is applied"),
    NUMBER("log", 1, 65536, unit.log_entries, "log entries that a partition holds"),
    NUMBER("ts-bits", 4, 63, ts_bits, "bits of a timestamp"),
    NUMBER("entries", 0, 1 << 20, TABLE(entries),
           "precise entries of a partition, 0: any number, nothing approximate"),
    NUMBER("filter-ways", 1, 16, TABLE(ways), "ways of the recency filter"),
    NUMBER("filter-rows", 1, 1 << 20, TABLE(rows), "entries of each of its ways"),
    NUMBER("registers", 0, 1, TABLE(approximate), "1: two registers in place of the filter"),
    NUMBER("stall-lines", 1, 1024, unit.reference.stall_lines, "granules that requests wait for in a partition"),
    NUMBER("stall-entries", 1, 1024, unit.reference.stall_entries, "requests that wait for each"),
    NUMBER("writes", 1, 1 << 20, unit.reference.max_writes, "largest #writes"),
    NUMBER("latency", 1, 1000, latency, "least latency of memory" RTL),
    NUMBER("backpressure", 0, 95, backpressure, "percent of cycles in which answers and memory are held" RTL),
    NUMBER("max-cycles", 0, UINT64_MAX, max_cycles, "stop as failed after N cycles, 0: never"),
    NUMBER("watchdog", 0, UINT64_MAX, watchdog, "longest time without an answer, 0 = off"),
    FLAG("published-time", published_time, true,
         "warps start at time 0 and restart at the latest time seen plus 1: equal times of different warps"),
    FLAG("published-owner", unit.reference.published_owner, true,
         "the owner of a reservation is known by its warp alone, not by its time as well"),
    FLAG("published-text", unit.reference.published_text, true, "a store sets wts to warpts, not to warpts + 1"),
    FLAG("published-advance", published_advance, true,
         "warpts grows after aborts only, not after commits that have written"),
    FLAG("last-reader", unit.reference.last_reader, true,
         "with --published-time: a store at the time of the last read is late, unless its warp alone has read then"),
    FLAG("own-clock", own_clock, true,
         "an attempt begins at the time of its warp, behind what that was reported, not at the latest time of its "
         "core"),
    FLAG("late-loads", unit.late_loads, true,
         "loads are validated when the last-level cache answers, not before" NOT_RTL),
    FLAG("wide-requests", wide, true,
         "accesses of a warp to granules of one block of 128 bytes are one message, decided in one cycle" NOT_RTL),
    FLAG("no-checks", checks, false, "do not judge the messages (check.h), only the history"),
    FLAG("no-history", history, false, "do not record the history, and do not judge it"),
    FLAG("situations", situations, true, "count rare situations of the unit, docs/getm.md" RTL),
    FLAG("collide", collide, true,
         "granules that meet in few places of the precise table: 128 with all hashes equal, 512 at most" RTL),
    FLAG("quiet", quiet, true, "no report, only failures and the seed"),
    FLAG("list", list, true, "the kernels"),
    FLAG("help", help, true, "print this help; also -h"),
    FLAG("version", version, true, "print the version; also -V"),
};
enum { OPTIONS = sizeof options / sizeof *options, O_WITH = 0, O_STEPS = 1, O_HELP = OPTIONS - 2,
       O_VERSION = OPTIONS - 1 };

void tx_options_help(FILE *out)
{
    TxOptions o;
    tx_options_init(&o);
    fputs("usage: cohgen_tx KERNEL [OPTION]...\n       cohgen_tx --steps FILE [OPTION]...\n"
          "Runs a kernel with transactions on GETM's cores in C, or a file of steps on one partition.\n\n", out);
    for (int i = 0; i < OPTIONS; i++) {
        uint64_t now = 0;
        memcpy(&now, (char *)&o + options[i].at, options[i].bytes < 8 ? options[i].bytes : 8);
        sim_arguments_print(&options[i].argument, options[i].argument.most ? &now : NULL, out);
    }
    fputs("\nExit status: 0 passed, 1 a check failed, 2 usage, 3 environment.\n", out);
}

static SimTaken take(void *of, int option, const char *value)
{
    TxOptions *o = of;
    uint64_t n;
    char *at = (char *)o + options[option].at;
    const SimArgument *a = &options[option].argument;
    if (option == O_WITH) return sim_set_parse(o->sets, &o->n_sets, value) ? SIM_TAKEN : SIM_BAD;
    if (option == O_STEPS) o->steps = value;
    else if (!a->value) *(bool *)at = options[option].to;
    else if (!sim_number(value, a->least, a->most, &n)) return SIM_BAD;
    else memcpy(at, &n, options[option].bytes); /* little-endian, as everything that the simulator runs on */
    return SIM_TAKEN;
}

static bool expected(int option, const char *value, FILE *out)
{
    (void)value;
    if (option == O_WITH) fprintf(out, "expected NAME=N, at most %d of them", SIM_MAX_SETS);
    return option == O_WITH;
}

int tx_options_parse(TxOptions *o, int argc, char **argv)
{
    SimArgument table[OPTIONS];
    SimArguments arguments = {table, OPTIONS, O_HELP, O_VERSION, O_WITH, take, expected};
    int first;
    for (int i = 0; i < OPTIONS; i++) table[i] = options[i].argument;
    tx_options_init(o);
    int code = sim_arguments_parse(&arguments, o, argc, argv, &first);
    if (code) return code;
    if (argc > first + 1) return sim_usage("one kernel, not two", argv[first + 1]);
    o->test = argc > first ? argv[first] : NULL;
    if (o->granule & (o->granule - 1)) return sim_usage("--granule: 16, 32, 64 or 128", NULL);
    if (!o->help && !o->list && !o->version && !o->steps == !o->test)
        return sim_usage("which kernel? --list lists them", NULL);
    o->unit.reference.table.seed = o->seed;
    return SIM_EXIT_OK;
}
