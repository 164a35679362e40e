/* litmus_place.c - all placements of a litmus test, up to what is alike. */
#include "verify/litmus/litmus_place.h"
#include "verify/litmus/litmus_cores.h"

/* able: litmus_cores. */
typedef struct { const Model *m; const Litmus *t; Placement p; PlaceFn *fn; void *ctx; unsigned able; } Placing;

static bool is_alike(const Model *m, NumberKind kind) { return !m->apart[kind].why; }

static bool has(const int *at, int n, int x)
{
    for (int i = 0; i < n; i++) if (at[i] == x) return true;
    return false;
}

static int variables(Placing *x, int variable)
{
    if (variable == (int)x->t->n_variables || variable == LITMUS_VARIABLES) return x->fn(x->ctx, &x->p);
    for (int q = 0; q < x->m->n_keys; q++) {
        int taken = 0;
        for (int i = 0; i < variable; i++) taken += x->p.line[i] == q;
        if (taken >= x->m->n_cells) continue;
        x->p.line[variable] = q;
        x->p.cell[variable] = taken;
        int status = variables(x, variable + 1);
        if (status || (!taken && is_alike(x->m, NUMBER_LINE))) return status;
    }
    return 0;
}

static const Instance *instance(const Placing *x, int core)
{
    int inst = 0;
    while (x->m->inst[inst].core != core) inst++;
    return &x->m->inst[inst];
}

static bool can_run(const Placing *x, int core) { return x->able >> instance(x, core)->ctl & 1; }

static bool core_used(const Placing *x, int thread, int core)
{
    for (int i = 0; i < thread; i++) if (x->p.thread[i] / x->m->n_warps == core) return true;
    return false;
}

static bool warp_used(const Placing *x, int thread, int warp)
{
    for (int i = 0; i < thread; i++) if (x->p.thread[i] % x->m->n_warps == warp) return true;
    return false;
}

/* Threads of a CTA share a core; those of two GPUs do not. Where ports say which GPU a core is in, it is that of the
 * test: threads of one share it. */
static bool scopes_fit(const Placing *x, int thread, int core)
{
    const LitmusPlace *p = x->t->places;
    for (int i = 0; i < thread && x->t->scopes; i++) {
        int other = x->p.thread[i] / x->m->n_warps, a = instance(x, other)->gpu, b = instance(x, core)->gpu;
        if ((p[i].cta == p[thread].cta && other != core) || (p[i].gpu != p[thread].gpu && other == core)) return false;
        if (a >= 0 && b >= 0 && (a == b) != (p[i].gpu == p[thread].gpu)) return false;
    }
    return true;
}

static bool cores_alike(const Placing *x)
{
    bool alike = is_alike(x->m, NUMBER_CORE);
    for (int i = 0; i < x->m->n_inst; i++) alike &= x->m->inst[i].gpu < 0 || !x->t->scopes;
    return alike;
}

/* Of cores that are alike the first that nobody is on is as good as any other; so with warps, whose numbers are
 * exchanged on all cores at once. */
static bool fits(const Placing *x, int thread, int core, int warp)
{
    int first = core * x->m->n_warps;
    if (has(x->p.thread, thread, first + warp) || !can_run(x, core) || !scopes_fit(x, thread, core)) return false;
    for (int c = 0; c < core && cores_alike(x); c++) if (!core_used(x, thread, c)) return false;
    for (int w = 0; w < warp && is_alike(x->m, NUMBER_WARP); w++) if (!warp_used(x, thread, w)) return false;
    return true;
}

static int threads(Placing *x, int thread)
{
    if (thread == (int)x->t->n_threads || thread == LITMUS_THREADS) return variables(x, 0);
    for (int core = x->m->n_cores - 1; core >= 0; core--)
        for (int warp = 0; warp < x->m->n_warps; warp++) {
            if (!fits(x, thread, core, warp)) continue;
            x->p.thread[thread] = core * x->m->n_warps + warp;
            int status = threads(x, thread + 1);
            if (status) return status;
        }
    return 0;
}

int litmus_places(const Model *m, const Litmus *t, PlaceFn *fn, void *ctx)
{
    Placing x = { .m = m, .t = t, .fn = fn, .ctx = ctx, .able = litmus_cores(m, t) };
    return threads(&x, 0);
}
