/* bfs.c - breadth-first search over a random graph (R-MAT) or a square grid, level by level: warps claim vertices of
 * the frontier with an atomic counter, claim neighbours with a compare-and-swap on their distance, and append them to
 * the next frontier. The distances are compared with a sequential search.
 * --with: scale (2^scale vertices), edges (of R-MAT: per vertex, before both directions are entered), root, grid (1:
 * neighbours in a square instead of R-MAT). */
#include "base/base.h"
#include "cores/program.h"

static const uint32_t unreached = UINT32_MAX;

typedef struct {
    uint32_t n, m, root, levels;
    /* host: the graph, the sequential result, the design's result */
    uint32_t *row, *column, *distance, *found;
    /* addresses; counters: claimed, then the sizes of both frontiers, a line each */
    uint64_t rows, columns, distances, frontier[2], counters;
    uint64_t line, traversed, ended;
} Bfs;

/* One edge: at each of `scale` steps one quadrant of the adjacency matrix, with the usual weights 57, 19, 19, 5. */
static void rmat_edge(SimRng *rng, uint32_t scale, uint32_t *from, uint32_t *to)
{
    *from = *to = 0;
    while (scale-- > 0) {
        uint32_t dice = sim_below(rng, 100), q = dice < 57 ? 0 : dice < 76 ? 1 : dice < 95 ? 2 : 3;
        *from = *from * 2 + (q >> 1);
        *to = *to * 2 + (q & 1);
    }
}

/* Compressed rows of the graph with every edge in both directions; edge i joins ends[2i] and ends[2i + 1]. */
static void make_graph(CgRun *r, Bfs *b, const uint32_t *ends, uint32_t edges)
{
    uint32_t *next = cg_keep(r, b->n * sizeof *next);
    b->m = 2 * edges;
    b->row = cg_keep(r, ((size_t)b->n + 1) * sizeof *b->row);
    b->column = cg_keep(r, b->m * sizeof *b->column);
    for (uint32_t i = 0; i < b->m; i++) b->row[ends[i] + 1]++;
    for (uint32_t v = 0; v < b->n; v++) next[v] = b->row[v], b->row[v + 1] += b->row[v];
    for (uint32_t i = 0; i < b->m; i++) b->column[next[ends[i]]++] = ends[i ^ 1];
}

static void make_rmat(CgRun *r, Bfs *b, uint32_t scale, uint32_t edges)
{
    SimRng rng = {cg_seed(r) ^ 0x626673};
    uint32_t *ends = cg_keep(r, 2 * (size_t)b->n * edges * sizeof *ends);
    for (uint32_t i = 0; i < b->n * edges; i++) rmat_edge(&rng, scale, &ends[2 * i], &ends[2 * i + 1]);
    make_graph(r, b, ends, b->n * edges);
}

/* 2^scale vertices in rows of 2^(scale / 2), rounded up. */
static void make_grid(CgRun *r, Bfs *b, uint32_t scale)
{
    uint32_t width = 1u << (scale + 1) / 2, *ends = cg_keep(r, 4 * (size_t)b->n * sizeof *ends), n = 0;
    for (uint32_t v = 0; v < b->n; v++) {
        if ((v + 1) % width != 0) ends[2 * n] = v, ends[2 * n++ + 1] = v + 1;
        if (v + width < b->n) ends[2 * n] = v, ends[2 * n++ + 1] = v + width;
    }
    make_graph(r, b, ends, n);
}

static void sequential(CgRun *r, Bfs *b)
{
    uint32_t *queue = cg_keep(r, b->n * sizeof *queue), head = 0, tail = 0;
    b->distance = cg_keep(r, b->n * sizeof *b->distance);
    b->found = cg_keep(r, b->n * sizeof *b->found);
    for (uint32_t v = 0; v < b->n; v++) b->distance[v] = unreached;
    b->distance[b->root] = 0;
    queue[tail++] = b->root;
    while (head < tail) {
        uint32_t v = queue[head++];
        for (uint32_t e = b->row[v]; e < b->row[v + 1]; e++) {
            if (b->distance[b->column[e]] != unreached) continue;
            b->distance[b->column[e]] = b->distance[v] + 1;
            queue[tail++] = b->column[e];
        }
    }
}

static void place(CgRun *r, Bfs *b)
{
    b->line = cg_line_bytes(r);
    b->rows = cg_array(r, b->row, b->n + 1);
    b->columns = cg_array(r, b->column, b->m);
    for (uint32_t v = 0; v < b->n; v++) b->found[v] = v == b->root ? 0 : unreached;
    b->distances = cg_array(r, b->found, b->n);
    b->frontier[0] = cg_array(r, NULL, b->n);
    cg_poke(r, b->frontier[0], b->root);
    b->frontier[1] = cg_array(r, NULL, b->n);
    b->counters = cg_alloc(r, 3 * b->line);
    cg_poke(r, b->counters + b->line, 1);
}

static void *setup(CgRun *r)
{
    Bfs *b = cg_keep(r, sizeof *b);
    uint64_t scale = cg_option(r, "scale", 6), edges = cg_option(r, "edges", 4), root = cg_option(r, "root", 0),
             grid = cg_option(r, "grid", 0);
    if (scale > 20 || edges < 1 || edges > 64 || root >> scale != 0 || grid > 1)
        return cg_failed(r, "scale goes to 20, edges from 1 to 64, root below 2^scale, grid is 0 or 1"), b;
    if (!cg_has_atomics(r)) return cg_failed(r, "needs atomics"), b;
    b->n = 1u << scale;
    b->root = (uint32_t)root;
    if (grid) make_grid(r, b, (uint32_t)scale);
    else make_rmat(r, b, (uint32_t)scale, (uint32_t)edges);
    sequential(r, b);
    place(r, b);
    return b;
}

static void visit(Warp *w, Bfs *b, uint32_t v, uint32_t level, uint64_t to)
{
    uint32_t e = cg_ld(w, b->rows + 4 * (uint64_t)v), end = cg_ld(w, b->rows + 4 * (uint64_t)v + 4);
    for (; e < end; e++) {
        uint32_t u = cg_ld(w, b->columns + 4 * (uint64_t)e);
        uint64_t at = b->distances + 4 * (uint64_t)u;
        b->traversed++;
        if (cg_ld(w, at) != unreached || cg_atomic(w, CG_CAS, at, unreached, level + 1) != unreached) continue;
        cg_st(w, b->frontier[to] + 4 * (uint64_t)cg_atomic(w, CG_ADD, b->counters + (1 + to) * b->line, 1, 0), u);
    }
}

static void body(Warp *w, void *arg)
{
    Bfs *b = arg;
    for (uint32_t level = 0;; level++) {
        uint64_t from = level & 1, to = from ^ 1;
        uint32_t size = cg_ld(w, b->counters + (1 + from) * b->line);
        if (size == 0 || size > b->n) break; /* more than n: broken, the comparison tells */
        for (uint32_t i; (i = cg_atomic(w, CG_ADD, b->counters, 1, 0)) < size;)
            visit(w, b, cg_ld(w, b->frontier[from] + 4 * (uint64_t)i) & (b->n - 1), level, to);
        cg_barrier(w);
        if (cg_thread(w) == 0) {
            b->levels = level + 1;
            cg_st(w, b->counters, 0);
            cg_st(w, b->counters + (1 + from) * b->line, 0);
        }
        cg_barrier(w);
    }
    if (cg_thread(w) == 0) b->ended = cg_cycle(cg_run(w));
    for (uint32_t v = cg_thread(w); v < b->n; v += cg_threads(w))
        b->found[v] = cg_ld(w, b->distances + 4 * (uint64_t)v);
}

static void check(CgRun *r, void *arg)
{
    const Bfs *b = arg;
    for (uint32_t v = 0; v < b->n; v++)
        if (b->found[v] != b->distance[v]) {
            cg_failed(r, "vertex %u is at distance %d, the sequential search says %d", v, (int)b->found[v],
                      (int)b->distance[v]);
            return;
        }
}

static void report(void *arg, FILE *out)
{
    const Bfs *b = arg;
    fprintf(out, "bfs        %u vertices, %u edges, %u levels, %llu edges looked at, %.1f per 1000 cycles\n", b->n,
            b->m, b->levels, (unsigned long long)b->traversed,
            b->ended ? 1000.0 * (double)b->traversed / (double)b->ended : 0.0);
}

const CgKernel cg_kernel_bfs = {
    "bfs", "breadth-first search over a random graph or a grid", setup, body, check, report, NULL, false};
