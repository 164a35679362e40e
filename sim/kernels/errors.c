/* errors.c - loads, stores and atomics on lines of which some cannot be read (--mem-error): a warp that asks for such a
 * line must be told so, and nobody else.
 * What the other lines hold is judged by the history. Run it with a range of addresses that holds some of the lines,
 * e.g. line 2 and 3.
 * --with: lines (tested, one after the other), stores, atomics (percent), delay (largest random delay). */
#include "cores/program.h"

typedef struct { uint64_t lines, stores, atomics, delay, ops, base, failed; uint32_t line, unique; } Errors;

static void *setup(CgRun *r)
{
    Errors *p = cg_keep(r, sizeof *p);
    *p = (Errors){.lines = cg_option(r, "lines", 8),
                  .stores = cg_option(r, "stores", 20),
                  .atomics = cg_option(r, "atomics", 20),
                  .delay = cg_option(r, "delay", 10),
                  .ops = cg_operations(r, 1000),
                  .line = cg_line_bytes(r)};
    if (!cg_has_atomics(r)) p->atomics = 0;
    p->base = cg_alloc(r, p->lines * p->line);
    for (uint64_t i = 0; i < p->lines; i++) p->failed += cg_memory_error(r, p->base + i * p->line);
    if (p->failed == 0 || p->failed == p->lines)
        cg_failed(r, "--mem-error must hold some, not all, of the %llu lines from 0x%llx on",
                  (unsigned long long)p->lines, (unsigned long long)p->base);
    return p;
}

static void judge(Warp *w, const char *what, uint64_t at, bool must_tell)
{
    bool bad = cg_memory_error(cg_run(w), at);
    if (cg_error(w) == bad || (bad && !must_tell)) return;
    cg_failed(cg_run(w), "core %u warp %u: the %s of 0x%llx was answered %s an error", cg_core(w), cg_warp(w), what,
              (unsigned long long)at, bad ? "without" : "with");
}

static void body(Warp *w, void *arg)
{
    Errors *p = arg;
    for (uint64_t i = 0; i < p->ops; i++) {
        uint64_t at = p->base + cg_rand(w, (uint32_t)p->lines) * p->line;
        uint32_t dice = cg_rand(w, 100);
        if (p->delay) cg_wait(w, cg_rand(w, 4) ? 0 : cg_rand(w, (uint32_t)p->delay + 1));
        if (dice < p->stores) {
            cg_st(w, at, ++p->unique);
            judge(w, "store", at, false); /* it may be answered before the line is fetched */
        } else if (dice < p->stores + p->atomics) {
            cg_atomic(w, CG_EXCHANGE, at, ++p->unique, 0);
            judge(w, "atomic", at, true);
        } else {
            cg_ld(w, at);
            judge(w, "load", at, true);
        }
    }
}

const CgKernel cg_kernel_errors = {
    "errors", "lines that memory cannot read (--mem-error): who asks is told, and nobody else",
    setup,    body,
    NULL,     NULL,
    NULL,     false};
