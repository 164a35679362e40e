/* cli.c - the program: runs a kernel with transactions on the cores in C, or a file of steps on one partition. */
#include "base/output.h"
#include "kernels/kernels.h"
#include "tx/partition/steps.h"
#include "tx/system/system.h"

static int run_steps(const TxOptions *o)
{
    TxSteps s;
    SimPages pages = {0};
    TxMemory memory = {.pages = &pages, .granule_bytes = o->granule};
    tx_steps_init(&s);
    SimStatus status = {.err = stderr};
    TxPartition *p = o->make(o, &memory, &s.observer, &status, 0, NULL);
    int code = tx_steps_run(&s, p, o->steps, o->all.quiet ? NULL : stdout);
    if (status.failures && !code) code = SIM_EXIT_FAILED;
    p->destroy(p);
    sim_pages_free(&pages);
    if (!o->all.quiet) puts(code ? "FAILED" : "PASSED");
    return code;
}

static int run_kernel(const TxOptions *o)
{
    const CgKernel *k = sim_kernel(o->all.test);
    int code;
    if (!k) return sim_usage("no such kernel, --list lists them", o->all.test);
    printf("seed %llu\n", (unsigned long long)o->all.seed);
    fflush(stdout);
    TxRun *r = tx_run_create(o, k, stderr, &code);
    if (!r) return code;
    code = tx_run_all(r);
    if (!o->all.quiet) tx_run_report(r, stdout);
    tx_run_destroy(r);
    return code;
}

int tx_main(int argc, char **argv, TxMake make)
{
    TxOptions o;
    int code = tx_options_parse(&o, make, argc, argv);
    if (code) return code;
    if (o.all.help) tx_options_help(&o, stdout);
    else if (o.all.version) printf("cohgen %s, GETM's cores in C\n", sim_version());
    else if (o.all.list)
        for (uint32_t i = 0; sim_kernel_at(i); i++) printf("%-12s %s\n", sim_kernel_at(i)->name, sim_kernel_at(i)->doc);
    else code = o.steps ? run_steps(&o) : run_kernel(&o);
    return sim_output_flush(stdout) ? code : SIM_EXIT_ENVIRONMENT;
}
