/* cg_model.c - the verilated model behind the plain C driver (sim/model/model.h). Compiled once per design with
 * -DCG_LIB=<name given to verilator --lib-create>.
 *
 * The run-time library of Verilator is reached by the C++ symbol names of version 5 (Itanium ABI), which the linker
 * resolves: no C++ is written by hand. */
#include "model/boundary.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define LIB(fn) PASTE(CG_LIB, fn)

void *LIB(_protectlib_create)(const char *scope);
long long LIB(_protectlib_seq_update)(void *h, unsigned char clk, unsigned char sample);
void LIB(_protectlib_final)(void *h);

void *vl_context(void) __asm__("_ZN9Verilated14threadContextpEv");
void  vl_arguments(void *context, int argc, const char **argv) __asm__("_ZN16VerilatedContext11commandArgsEiPPKc");
void  vl_trace_on(void *context, int on) __asm__("_ZN16VerilatedContext14calcUnusedSigsEb");
double sc_time_stamp_(void) __asm__("_Z13sc_time_stampv");

/* the run-time library asks for the time through a function without arguments */
static double now_ps;
double sc_time_stamp_(void) { return now_ps; }

struct CgModel { void *handle; };

/* Where the Verilog has ended its simulation by itself: its run-time library has no handle for it. What it says by
 * default is lost on a C driver, which goes on, or ends with status 0. scripts/verilate.sh takes both functions out of
 * it; a library made otherwise keeps its own, so these are weak. */
static char ended[400];

static void note(const char *task, const char *file, int line)
{
    if (!ended[0]) snprintf(ended, sizeof ended, "%s at %s:%d", task, file && *file ? file : "?", line);
}

__attribute__((weak)) void vl_finish(const char *file, int line, const char *scope) __asm__("_Z9vl_finishPKciS0_");
__attribute__((weak)) void vl_stop(const char *file, int line, const char *scope) __asm__("_Z7vl_stopPKciS0_");
void vl_finish(const char *file, int line, const char *scope) { (void)scope, note("$finish", file, line); }
void vl_stop(const char *file, int line, const char *scope) { (void)scope, note("$stop", file, line); }

const char *cg_model_ended(const CgModel *m) { return m && ended[0] ? ended : NULL; }

/* The writer of waveforms is linked only with a model that was verilated with --trace-fst. */
extern char vl_fst_open[] __asm__("_ZN12VerilatedFst4openEPKc") __attribute__((weak));

bool cg_model_waves(void) { return vl_fst_open != NULL; }

enum { HALF_PERIOD_PS = 5000 };

CgModel *cg_model_create(int argc, const char **argv, const char *fst_path, uint64_t fst_from)
{
    CgModel *m = calloc(1, sizeof *m);
    char *fst = NULL;
    /* A register without a reset, and a memory, hold anything at the beginning: the same in every run. */
    const char *args[5] = { argc > 0 ? argv[0] : "model", "+verilator+rand+reset+2", "+verilator+seed+1" };
    char from[40];
    int n = 3;
    if (!m) return NULL;
    if (fst_path) {
        size_t size = strlen(fst_path) + sizeof "+fst=";
        fst = malloc(size);
        if (fst) snprintf(fst, size, "+fst=%s", fst_path);
        args[n++] = fst;
        snprintf(from, sizeof from, "+fst_from=%llu", (unsigned long long)fst_from);
        if (fst_from) args[n++] = from;
        vl_trace_on(vl_context(), 1);
    }
    vl_arguments(vl_context(), n, args);
    m->handle = LIB(_protectlib_create)("model");
    free(fst);
    if (m->handle && cg_boundary_start()) return m;
    free(m);
    return NULL;
}

/* sample rises as the clock falls: all is settled by then, and each update less is time saved.
 * Time moves before every update: what has been dumped at a time is not dumped again. */
void cg_model_cycle(CgModel *m, const uint32_t *in, uint32_t *out)
{
    cg_boundary_cycle(in, out);
    now_ps += HALF_PERIOD_PS;
    LIB(_protectlib_seq_update)(m->handle, 1, 0);
    now_ps += HALF_PERIOD_PS;
    LIB(_protectlib_seq_update)(m->handle, 0, 1);
}

void cg_model_destroy(CgModel *m)
{
    if (!m) return;
    LIB(_protectlib_final)(m->handle);
    cg_boundary_end();
    free(m);
}
