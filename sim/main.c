/* main.c - the plain C driver: runs the verilated model cycle by cycle. */
#include "sim.h"
#include <stdlib.h>

static int run(const SimOptions *o, int argc, char **argv)
{
    int code;
    Sim *s = sim_create(&cg_design, o, &code);
    if (!s) return code;
    uint32_t *in = sim_alloc((cg_design.in_bits + 31) / 32, sizeof *in), *out = sim_alloc((cg_design.out_bits + 31) / 32, sizeof *out);
    CgModel *m = cg_model_create(argc, (const char **)argv, o->wave, 0);
    if (m) {
        while (!sim_step(s, in, out)) cg_model_cycle(m, in, out);
        cg_model_destroy(m);
        code = sim_finish(s, stdout);
    } else {
        fputs("error: the model could not be created\n", stderr);
        code = SIM_EXIT_ENVIRONMENT;
    }
    sim_destroy(s);
    free(in);
    free(out);
    return code;
}

int main(int argc, char **argv)
{
    SimOptions o;
    int code = sim_options_parse(&o, argc, argv);
    if (code) return code;
    if (o.help) {
        sim_options_help(stdout);
        return 0;
    }
    if (o.coverage_merge) return sim_coverage_merge(&cg_design, o.arguments, o.n_arguments, o.coverage, o.coverage_full, o.coverage_except);
    if ((code = sim_load(&o, &cg_design)) != 0) return code;
    printf("seed %llu\n", (unsigned long long)o.seed);
    fflush(stdout);
    code = run(&o, argc, argv);
    sim_unload(&o);
    return code;
}
