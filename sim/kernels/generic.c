/* generic.c - for ports of any kind: random events with random fields; each request must be answered exactly once.
 * --with: keys (number of different keys), delay (largest random delay). */
#include "cores/program.h"

typedef struct { uint64_t keys, delay, ops; } Generic;

static void *setup(CgRun *r)
{
    Generic *p = cg_keep(r, sizeof *p);
    p->keys = cg_option(r, "keys", 16);
    p->delay = cg_option(r, "delay", 10);
    p->ops = cg_operations(r, 1000);
    return p;
}

static void body(Warp *w, void *arg)
{
    const Generic *p = arg;
    for (uint64_t i = 0; i < p->ops; i++) {
        cg_any(w, (uint32_t)p->keys);
        if (p->delay) cg_wait(w, cg_rand(w, (uint32_t)p->delay + 1));
    }
    cg_close(w);
}

const CgKernel cg_kernel_generic = {
    "generic", "random requests with random fields on any port", setup, body, NULL, NULL, NULL, true};
