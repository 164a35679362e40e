/* cg_tb_dpi.c - the simulator behind a SystemVerilog top (tb/cg_clock.sv):
 *
 *   // arguments as on the command line of the C driver; 0 = ok, else an exit code
 *   import "DPI-C" context function int  tb_init(input string args);
 *   import "DPI-C" context function void tb_step(output bit done);
 *   import "DPI-C" context function int  tb_finish();                  // checks and report; exit code
 *
 * Contract: tb_step is called before each clock cycle of sim/model/boundary.h; it sees what the harness has reported in
 * the cycle before, and decides what is driven in the next one. A bit is one byte. */
#define _POSIX_C_SOURCE 200809L
#include "model/boundary.h"
#include "simulator/sim.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_ARGUMENTS = 128 };

int tb_init(const char *args);
void tb_step(unsigned char *done);
int tb_finish(void);
void tb_exit(int code);

/* The test bench's state between calls: DPI functions have no other place for it. */
static struct {
    Sim *sim;
    char *text;      /* arguments, cut into words; the options point into it */
    SimOpTrace *trace; /* what --test trace does */
    uint32_t *in, *out;
} tb;

/* The simulator (Verilator's program, say) ends with status 0 when an assertion of the design calls $finish. */
static void ended(void)
{
    if (!tb.sim) return;
    sim_ended(tb.sim, "$finish or $stop before the test was over");
    int code = tb_finish();
    fflush(stdout);
    _exit(code);
}

static int split(char *text, char **words)
{
    int n = 0;
    words[n++] = text; /* stands for the program's name */
    for (char *c = text; *c && n < MAX_ARGUMENTS;) {
        while (isspace((unsigned char)*c)) *c++ = '\0';
        if (*c) words[n++] = c;
        while (*c && !isspace((unsigned char)*c)) c++;
    }
    return n;
}

int tb_init(const char *args)
{
    char *words[MAX_ARGUMENTS];
    SimOptions o;
    tb.text = sim_alloc(strlen(args) + 1, 1);
    memcpy(tb.text, args, strlen(args));
    int code = sim_options_parse(&o, NULL, split(tb.text, words), words);
    if (code) return code;
    if (sim_asks(&o, NULL, &cg_design, stdout)) tb_exit(SIM_EXIT_OK);
    if (o.wave || o.shrink || o.coverage_merge) {
        fputs("error: --wave, --shrink and --coverage-merge are options of the plain C driver; a waveform is written "
              "by +fst=FILE\n",
              stderr);
        return SIM_EXIT_USAGE;
    }
    if ((code = sim_load(&o, &cg_design)) != 0) return code;
    tb.trace = o.trace;
    printf("seed %llu\n", (unsigned long long)o.seed);
    fflush(stdout);
    tb.sim = sim_create(&cg_design, &o, &code);
    if (!tb.sim) return code;
    tb.in = sim_alloc((cg_design.in_bits + 31) / 32, sizeof *tb.in);
    tb.out = sim_alloc((cg_design.out_bits + 31) / 32, sizeof *tb.out);
    if (!cg_boundary_start() || atexit(ended) != 0) return SIM_EXIT_ENVIRONMENT;
    return SIM_EXIT_OK;
}

void tb_step(unsigned char *done)
{
    *done = !tb.sim || sim_step(tb.sim, tb.in, tb.out);
    if (!*done) cg_boundary_cycle(tb.in, tb.out);
}

int tb_finish(void)
{
    int code = tb.sim ? sim_finish(tb.sim, stdout) : SIM_EXIT_ENVIRONMENT;
    sim_destroy(tb.sim);
    sim_op_trace_free(tb.trace);
    cg_boundary_end();
    free(tb.in);
    free(tb.out);
    free(tb.text);
    tb.sim = NULL;
    tb.trace = NULL;
    tb.in = NULL;
    tb.out = NULL;
    tb.text = NULL;
    return code;
}

/* Ends the program with an exit code of its own: $fatal would abort it. */
void tb_exit(int code)
{
    fflush(stdout);
    exit(code);
}
