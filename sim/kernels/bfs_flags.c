/* bfs_flags.c - breadth-first search with a flag for each vertex, level by level, a wavefront for every so many
 * vertices. bfsf has the flags of the next level in another array, and a barrier before they are taken over: every
 * order gives the same distances. bfsr takes them in place (Jooybar 2013, 1.1): a vertex can be found, and looked at,
 * in the same level, with a distance that another writes just then.
 * The workgroups that are there together share the vertices; --with: vertices, edges (of a vertex); those of launch.h.
 */
#include "kernels/launch.h"

static const uint32_t unreached = UINT32_MAX;

typedef struct {
    Launch *launch;
    uint32_t n, m, *row, *column, *distance;
    uint64_t rows, columns, active, updated, visited, cost, more; /* more: flags of three levels in turn */
} Flags;

/* A ring, so that all can be reached, and edges to anywhere. */
static void graph(CgRun *r, Flags *p, uint32_t edges)
{
    SimRng rng = launch_rng(p->launch, 0);
    p->m = p->n * edges;
    p->row = cg_keep(r, (p->n + 1) * sizeof *p->row);
    p->column = cg_keep(r, p->m * sizeof *p->column);
    for (uint32_t v = 0; v <= p->n; v++) p->row[v] = v * edges;
    for (uint32_t v = 0; v < p->n; v++)
        for (uint32_t e = 0; e < edges; e++)
            p->column[v * edges + e] = e == 0 ? (v + 1) % p->n : sim_below(&rng, p->n);
}

static void sequential(CgRun *r, Flags *p)
{
    uint32_t *queue = cg_keep(r, p->n * sizeof *queue), head = 0, tail = 0;
    p->distance = cg_keep(r, p->n * sizeof *p->distance);
    for (uint32_t v = 1; v < p->n; v++) p->distance[v] = unreached;
    for (queue[tail++] = 0; head < tail; head++)
        for (uint32_t v = queue[head], e = p->row[v]; e < p->row[v + 1]; e++)
            if (p->distance[p->column[e]] == unreached) {
                p->distance[p->column[e]] = p->distance[v] + 1;
                queue[tail++] = p->column[e];
            }
}

static void *setup(CgRun *r)
{
    Flags *p = cg_keep(r, sizeof *p);
    uint64_t n = cg_option(r, "vertices", 48), edges = cg_option(r, "edges", 3);
    if (n < 2 || n > 1u << 16 || edges < 1 || edges > 64)
        return cg_failed(r, "vertices go from 2 to 2^16, edges from 1 to 64"), p;
    if (!cg_has_atomics(r)) return cg_failed(r, "needs atomics, for the barriers of all workgroups"), p;
    p->launch = launch_setup(r);
    p->n = (uint32_t)n;
    graph(r, p, (uint32_t)edges);
    sequential(r, p);
    uint32_t *flags = cg_keep(r, n * sizeof *flags), *costs = cg_keep(r, n * sizeof *costs);
    flags[0] = 1;
    for (uint32_t v = 1; v < n; v++) costs[v] = unreached;
    p->cost = launch_array(r, p->launch, costs, p->n);
    p->active = launch_array(r, p->launch, flags, p->n);
    p->visited = launch_array(r, p->launch, flags, p->n);
    p->updated = launch_array(r, p->launch, NULL, p->n);
    p->more = launch_array(r, p->launch, NULL, 3);
    p->rows = cg_array(r, p->row, p->n + 1);
    p->columns = cg_array(r, p->column, p->m);
    return p;
}

/* The neighbours that are not visited get their distance, and a flag in `flags`. */
static void visit(Warp *w, const Flags *p, uint32_t v, uint64_t flags, uint64_t more)
{
    uint32_t e = cg_ld(w, p->rows + 4 * (uint64_t)v), end = cg_ld(w, p->rows + 4 * (uint64_t)v + 4);
    for (; e < end; e++) {
        uint64_t u = 4 * (uint64_t)cg_ld(w, p->columns + 4 * (uint64_t)e);
        cg_compute(w, 3);
        if (cg_ld(w, p->visited + u)) continue;
        cg_st(w, p->cost + u, cg_ld(w, p->cost + 4 * (uint64_t)v) + 1);
        cg_st(w, flags + u, 1);
        if (more) cg_st(w, more, 1);
    }
}

static void level_in_place(Warp *w, Flags *p, uint32_t me, uint32_t all, uint64_t more)
{
    for (uint32_t v = me; v < p->n; v += all) {
        if (!cg_ld(w, p->active + 4 * (uint64_t)v)) continue;
        cg_st(w, p->active + 4 * (uint64_t)v, 0);
        cg_st(w, p->visited + 4 * (uint64_t)v, 1);
        visit(w, p, v, p->active, more);
    }
}

static void level_apart(Warp *w, Flags *p, uint32_t me, uint32_t all, uint64_t more)
{
    for (uint32_t v = me; v < p->n; v += all) {
        if (!cg_ld(w, p->active + 4 * (uint64_t)v)) continue;
        cg_st(w, p->active + 4 * (uint64_t)v, 0);
        visit(w, p, v, p->updated, 0);
    }
    launch_barrier(w, p->launch);
    for (uint32_t v = me; v < p->n; v += all) {
        if (!cg_ld(w, p->updated + 4 * (uint64_t)v)) continue;
        cg_st(w, p->updated + 4 * (uint64_t)v, 0);
        cg_st(w, p->active + 4 * (uint64_t)v, 1);
        cg_st(w, p->visited + 4 * (uint64_t)v, 1);
        cg_st(w, more, 1);
    }
}

static void search(Warp *w, Flags *p, uint32_t group, void (*level)(Warp *, Flags *, uint32_t, uint32_t, uint64_t))
{
    uint32_t all = launch_together(p->launch) * p->launch->waves, me = launch_wave(w, p->launch, group), more = 1;
    if (group >= launch_together(p->launch)) return;
    for (uint32_t n = 0; more && n < 2 * p->n; n++) {
        if (me == 0) cg_st(w, p->more + 4 * (uint64_t)((n + 1) % 3), 0);
        level(w, p, me, all, p->more + 4 * (uint64_t)(n % 3));
        launch_barrier(w, p->launch);
        more = cg_ld(w, p->more + 4 * (uint64_t)(n % 3));
    }
}

static void work_in_place(Warp *w, void *p, uint32_t group) { search(w, p, group, level_in_place); }
static void work_apart(Warp *w, void *p, uint32_t group) { search(w, p, group, level_apart); }
static void body_in_place(Warp *w, void *arg) { launch_body(w, ((Flags *)arg)->launch, work_in_place, arg); }
static void body_apart(Warp *w, void *arg) { launch_body(w, ((Flags *)arg)->launch, work_apart, arg); }

static void compare(CgRun *r, const Flags *p, bool exactly)
{
    for (uint32_t v = 0; v < p->n && launch_looked(p->launch); v++) {
        uint32_t got = launch_seen(p->launch, p->cost + 4 * (uint64_t)v);
        if (exactly ? got == p->distance[v] : (got == unreached) == (p->distance[v] == unreached)) continue;
        cg_failed(r, "vertex %u is at distance %d, the sequential search says %d", v, (int)got, (int)p->distance[v]);
        return;
    }
}

/* Of the other only that the same vertices are reached. */
static void check_apart(CgRun *r, void *arg) { compare(r, arg, true); }
static void check_in_place(CgRun *r, void *arg) { compare(r, arg, false); }
static void report_apart(void *arg, FILE *out) { launch_report(((Flags *)arg)->launch, "bfsf", out); }

static void report_in_place(void *arg, FILE *out)
{
    const Flags *p = arg;
    uint32_t wrong = 0;
    launch_report(p->launch, "bfsr", out);
    for (uint32_t v = 0; v < p->n; v++) wrong += launch_seen(p->launch, p->cost + 4 * (uint64_t)v) != p->distance[v];
    if (launch_looked(p->launch)) fprintf(out, "           %u of %u distances are not the shortest\n", wrong, p->n);
}

const CgKernel cg_kernel_bfsr = {
    "bfsr", "breadth-first search by flags, with a data race", setup, body_in_place, check_in_place, report_in_place,
    NULL, false};
const CgKernel cg_kernel_bfsf = {
    "bfsf", "breadth-first search by flags, without a data race", setup, body_apart, check_apart, report_apart, NULL,
    false};
