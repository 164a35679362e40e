/* command.c - the command line: names and forms are those of every simulation (base/options.c). */
#include "kernels/kernels.h"
#include "tx/partition/steps.h"
#include "tx/system/system.h"
#include <string.h>

static TxPartition *make_unit(const TxOptions *o, TxMemory *memory, const TxObserver *observer, SimStatus *status,
                              uint32_t partition, TxPartition *before)
{
    (void)before;
    (void)status;
    return tx_unit_create(&o->unit, memory, observer, partition);
}

/* Defaults: X. Ren (2020), table 4.2, with 32-byte granules and no limit on transactions. */
void tx_defaults(SimOptions *all, TxMake make)
{
    TxOptions *o = (TxOptions *)all;
    all->test = NULL;
    all->watchdog = 100000, all->cores = 15, all->warps = 48, all->backoff = 100, all->backoff_most = 10000;
    all->backpressure = 0;
    all->ends = &tx_ends;
    *o = (TxOptions){.all = *all,
                     .make = make,
                     .lanes = 32,
                     .partitions = 6,
                     .granule = 32,
                     .net = 5,
                     .ts_bits = 48,
                     .checks = true,
                     .history = true};
    o->unit = (TxUnitOptions){
        .decide = 20,
        .llc = 320,
        .commit = 20,
        .log_entries = 512,
        .reference = {.max_writes = 255, .stall_lines = 4, .stall_entries = 4, .table = {.ways = 4, .rows = 43}}};
}

#define RTL " (only with ./run tx --rtl)"
#define NOT_RTL " (not with ./run tx --rtl)"
#define NUMBER(name, least, most, field, doc) SIM_OPTION_NUMBER(TxOptions, name, "N", least, most, field, doc)
#define FLAG(name, field, to, doc) SIM_OPTION_FLAG(TxOptions, name, field, to, doc)
#define TABLE(field) unit.reference.table.field

const SimOption tx_own_options[TX_OWN_OPTIONS] = {
    SIM_OPTION_TEXT(TxOptions, "steps", "FILE", steps, "one partition, driven by a file of steps, in place of a test"),
    NUMBER("lanes", 1, TX_MAX_LANES, lanes, "threads of a warp"),
    NUMBER("partitions", 1, 64, partitions, "memory partitions"),
    NUMBER("granule", 16, 128, granule, "bytes of a granule: 16, 32, 64 or 128"),
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
};

/* The test may be the first word, without tx_ in front. */
static int name_test(TxOptions *o)
{
    SimOptions *all = &o->all;
    if (all->n_arguments == 0 || all->test) return SIM_EXIT_OK;
    if (all->n_arguments > 1) return sim_usage("one kernel, not two", all->arguments[1]);
    all->test = all->arguments[0];
    all->n_arguments = 0;
    for (uint32_t i = 0; sim_kernel_at(i); i++) {
        const char *name = sim_kernel_at(i)->name;
        if (strncmp(name, "tx_", 3) == 0 && strcmp(name + 3, all->test) == 0) all->test = name;
    }
    return SIM_EXIT_OK;
}

int tx_settle(SimOptions *all)
{
    TxOptions *o = (TxOptions *)all;
    bool asks = all->help || all->list || all->version;
    int code = name_test(o);
    if (code) return code;
    if (o->granule & (o->granule - 1)) return sim_usage("--granule: 16, 32, 64 or 128", NULL);
    if (all->cores > 64 || all->warps > 64) return sim_usage("--cores and --warps: at most 64", NULL);
    if (!asks && !o->steps == !all->test) return sim_usage("which kernel? --list lists them", NULL);
    o->unit.reference.table.seed = all->seed;
    if (!all->test) all->test = "";
    return SIM_EXIT_OK;
}

bool tx_steps(const SimOptions *all, int *code)
{
    const TxOptions *o = (const TxOptions *)all;
    TxSteps s;
    SimPages pages = {0};
    TxMemory memory = {.pages = &pages, .granule_bytes = o->granule};
    SimStatus status = {.err = stderr};
    if (!o->steps) return false;
    tx_steps_init(&s);
    TxPartition *p = o->make(o, &memory, &s.observer, &status, 0, NULL);
    *code = tx_steps_run(&s, p, o->steps, all->quiet ? NULL : stdout);
    if (status.failures && !*code) *code = SIM_EXIT_FAILED;
    p->destroy(p);
    sim_pages_free(&pages);
    if (!all->quiet) puts(*code ? "FAILED" : "PASSED");
    return true;
}

/* ---- on partitions in C ---- */

static void defaults(SimOptions *all) { tx_defaults(all, make_unit); }

static int settle(SimOptions *all)
{
    const TxOptions *o = (const TxOptions *)all;
    if (o->situations || o->collide) return sim_usage("--situations, --collide: of the emitted unit (--rtl)", NULL);
    return tx_settle(all);
}

static const char *const takes[] = {
    "test", "ops", "seed", "cores", "warps", "think", "posted", "ahead", "poll-loads", "backoff", "backoff-most",
    "limit", "max-cycles", "watchdog", "with", "stats", "axe", "model", "quiet", "list", "help", "version", NULL};

const SimOptionsMore tx_more = {
    "usage: cohgen_tx TEST [OPTION]...\n       cohgen_tx --steps FILE [OPTION]...\n"
    "Runs a test on GETM's cores in C, or a file of steps on one partition.\n\n",
    sizeof(TxOptions), tx_own_options, TX_OWN_OPTIONS, takes, defaults, settle, tx_steps};
