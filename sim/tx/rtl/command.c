/* command.c - the command line on partitions in Verilog: there are rows, and a design with memory behind it. */
#include "tx/rtl/rtl.h"
#include "tx/system/system.h"

static void defaults(SimOptions *all)
{
    tx_defaults(all, tx_rtl_make);
    tx_rtl_sizes((TxOptions *)all);
}

static int settle(SimOptions *all)
{
    const TxOptions *o = (const TxOptions *)all;
    if (o->unit.late_loads || o->wide)
        return sim_usage("--late-loads, --wide-requests: readings of the reference, not of the emitted unit", NULL);
    int code = tx_settle(all);
    const char *refuses = code ? NULL : tx_rtl_refuses(o);
    return refuses ? sim_usage(refuses, NULL) : code;
}

static const char *const takes[] = {
    "test", "ops", "seed", "cores", "warps", "think", "posted", "ahead", "poll-loads", "backoff", "backoff-most",
    "limit", "latency", "jitter", "bandwidth", "backpressure", "max-cycles", "watchdog", "with", "wave", "wave-window",
    "rows", "rows-all", "stats", "axe", "model", "coverage", "coverage-merge", "coverage-full", "coverage-except",
    "quiet", "list", "help", "version", NULL};

const SimOptionsMore tx_more_rtl = {
    "usage: tx_getm TEST [OPTION]...\n       tx_getm --steps FILE [OPTION]...\n"
    "Runs a test on GETM's cores in C in front of the emitted unit, or a file of steps on that.\n\n",
    sizeof(TxOptions), tx_own_options, TX_OWN_OPTIONS, takes, defaults, settle, tx_steps};
