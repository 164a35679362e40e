/* graph.h - cycles in a directed graph with labelled edges; linear time but for the search of the shortest cycle, which
 * has a work limit. */
#ifndef COHGEN_SIM_GRAPH_H
#define COHGEN_SIM_GRAPH_H
#include "base/base.h"

typedef struct { uint32_t from, to; uint8_t label; } SimEdge;

typedef struct {
    uint32_t n_nodes;
    SimEdge *edges; size_t n_edges, cap_edges;
    uint32_t *start;   /* after sim_graph_cycle: edges of node v are edges[start[v] .. start[v+1]-1] */
    uint32_t *order;   /* after sim_graph_cycle, if there is none: the nodes, each behind all that have an edge to it */
} SimGraph;

void sim_graph_edge(SimGraph *g, uint32_t from, uint32_t to, uint8_t label);
/* Finds a cycle: the shortest of a strongly connected component, unless the work limit is reached first.
   Writes up to `max` edges of it in order; returns its length, 0 if the graph has no cycle. Reorders the edges. */
uint32_t sim_graph_cycle(SimGraph *g, SimEdge *cycle, uint32_t max);
void sim_graph_free(SimGraph *g);
#endif
