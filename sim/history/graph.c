/* graph.c - Kahn's algorithm decides whether there is a cycle; Tarjan's finds the components; a breadth-first search
 * from their nodes the shortest one. */
#include "history/graph.h"
#include <stdlib.h>
#include <string.h>

enum { WORK_LIMIT = 50000000 }; /* edges looked at while searching a shorter cycle */

void sim_graph_edge(SimGraph *g, uint32_t from, uint32_t to, uint8_t label)
{
    g->edges = sim_grow(g->edges, &g->cap_edges, g->n_edges + 1, sizeof *g->edges);
    g->edges[g->n_edges++] = (SimEdge){from, to, label};
}

void sim_graph_free(SimGraph *g)
{
    free(g->edges);
    free(g->start);
    free(g->order);
    *g = (SimGraph){0};
}

/* Counting sort of the edges by source; stable, so that results do not depend on anything but the input. */
static void sort_edges(SimGraph *g)
{
    free(g->start);
    g->start = sim_alloc((size_t)g->n_nodes + 1, sizeof *g->start);
    for (size_t i = 0; i < g->n_edges; i++) g->start[g->edges[i].from + 1]++;
    for (uint32_t v = 0; v < g->n_nodes; v++) g->start[v + 1] += g->start[v];
    SimEdge *sorted = sim_alloc(g->n_edges, sizeof *sorted);
    uint32_t *next = sim_alloc(g->n_nodes, sizeof *next);
    memcpy(next, g->start, g->n_nodes * sizeof *next);
    for (size_t i = 0; i < g->n_edges; i++) sorted[next[g->edges[i].from]++] = g->edges[i];
    free(next);
    free(g->edges);
    g->edges = sorted;
    g->cap_edges = g->n_edges;
}

/* Removes nodes without predecessors until none is left; returns how many remain, left[v] != 0 for those. queue: the
 * nodes in the order of their removal. */
static uint32_t remove_acyclic(const SimGraph *g, uint32_t *left, uint32_t *queue)
{
    uint32_t head = 0, tail = 0;
    for (size_t i = 0; i < g->n_edges; i++) left[g->edges[i].to]++;
    for (uint32_t v = 0; v < g->n_nodes; v++)
        if (left[v] == 0) queue[tail++] = v;
    while (head < tail) {
        uint32_t v = queue[head++];
        for (uint32_t e = g->start[v]; e < g->start[v + 1]; e++)
            if (--left[g->edges[e].to] == 0) queue[tail++] = g->edges[e].to;
    }
    return g->n_nodes - tail;
}

typedef struct {
    const SimGraph *g;
    uint32_t *index, *low, *comp, *stack, *frame, *edge; /* one per node; comp SIM_NONE until known */
    uint32_t n_stack, n_frames, count, n_comps;
} Tarjan;

static void enter(Tarjan *t, uint32_t v)
{
    t->index[v] = t->low[v] = ++t->count;
    t->edge[v] = t->g->start[v];
    t->stack[t->n_stack++] = v;
    t->frame[t->n_frames++] = v;
}

static void leave(Tarjan *t, uint32_t v)
{
    t->n_frames--;
    if (t->low[v] == t->index[v]) {
        uint32_t w;
        do t->comp[w = t->stack[--t->n_stack]] = t->n_comps;
        while (w != v);
        t->n_comps++;
    }
    if (t->n_frames != 0) {
        uint32_t u = t->frame[t->n_frames - 1];
        if (t->low[v] < t->low[u]) t->low[u] = t->low[v];
    }
}

static void visit(Tarjan *t, uint32_t root)
{
    enter(t, root);
    while (t->n_frames != 0) {
        uint32_t v = t->frame[t->n_frames - 1];
        if (t->edge[v] == t->g->start[v + 1]) {
            leave(t, v);
            continue;
        }
        uint32_t w = t->g->edges[t->edge[v]++].to;
        if (t->index[w] == 0) enter(t, w);
        else if (t->comp[w] == SIM_NONE && t->index[w] < t->low[v]) t->low[v] = t->index[w];
    }
}

/* Component of every node that is on or between cycles (left != 0); SIM_NONE for the others. */
static uint32_t *components(const SimGraph *g, const uint32_t *left)
{
    uint32_t n = g->n_nodes, *memory = sim_alloc((size_t)n * 5, sizeof *memory), *comp = sim_alloc(n, sizeof *comp);
    Tarjan t = {.g = g,
                .index = memory,
                .low = memory + n,
                .stack = memory + 2 * (size_t)n,
                .frame = memory + 3 * (size_t)n,
                .edge = memory + 4 * (size_t)n,
                .comp = comp};
    memset(comp, 0xff, n * sizeof *comp);
    for (uint32_t v = 0; v < n; v++)
        if (left[v] != 0 && t.index[v] == 0) visit(&t, v);
    free(memory);
    return comp;
}

/* via: edge by which a node was reached */
typedef struct { uint32_t *via, *depth, *mark, *queue, round; uint64_t work; } Search;

/* Shortest way from s back to s inside its component, of at most `limit` - 1 edges; returns its length or 0, the
 * closing edge in *last. */
static uint32_t search_from(const SimGraph *g, const uint32_t *comp, Search *b, uint32_t s, uint32_t limit,
                            uint32_t *last)
{
    uint32_t head = 0, tail = 0;
    b->round++;
    b->mark[s] = b->round;
    b->depth[s] = 0;
    b->queue[tail++] = s;
    while (head < tail) {
        uint32_t v = b->queue[head++];
        if (b->depth[v] + 1 >= limit) return 0;
        for (uint32_t e = g->start[v]; e < g->start[v + 1]; e++) {
            uint32_t w = g->edges[e].to;
            b->work++;
            if (w == s) return *last = e, b->depth[v] + 1;
            if (comp[w] != comp[s] || b->mark[w] == b->round) continue;
            b->mark[w] = b->round;
            b->depth[w] = b->depth[v] + 1;
            b->via[w] = e;
            b->queue[tail++] = w;
        }
    }
    return 0;
}

static void copy_cycle(const SimGraph *g, const Search *b, uint32_t last, uint32_t length, SimEdge *cycle, uint32_t max)
{
    for (uint32_t e = last, i = length; i-- > 0; e = b->via[g->edges[e].from])
        if (i < max) cycle[i] = g->edges[e];
}

static uint32_t shortest(const SimGraph *g, const uint32_t *comp, SimEdge *cycle, uint32_t max)
{
    uint32_t n = g->n_nodes, *memory = sim_alloc((size_t)n * 4, sizeof *memory), best = 0, last = 0;
    Search b = {memory, memory + n, memory + 2 * (size_t)n, memory + 3 * (size_t)n, 0, 0};
    for (uint32_t s = 0; s < n && (best == 0 || b.work < WORK_LIMIT) && best != 2; s++) {
        if (comp[s] == SIM_NONE) continue;
        uint32_t length = search_from(g, comp, &b, s, best ? best : SIM_NONE, &last);
        if (length == 0) continue;
        best = length;
        copy_cycle(g, &b, last, length, cycle, max);
    }
    free(memory);
    return best;
}

uint32_t sim_graph_cycle(SimGraph *g, SimEdge *cycle, uint32_t max)
{
    sort_edges(g);
    uint32_t *left = sim_alloc(g->n_nodes, sizeof *left), length = 0;
    free(g->order);
    g->order = sim_alloc(g->n_nodes, sizeof *g->order);
    if (remove_acyclic(g, left, g->order) != 0) {
        uint32_t *comp = components(g, left);
        length = shortest(g, comp, cycle, max);
        free(comp);
    }
    free(left);
    return length;
}
