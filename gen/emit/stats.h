/* stats.h - what a design costs in storage and wires, for one set of parameter values. */
#ifndef CG_EMIT_STATS_H
#define CG_EMIT_STATS_H
#include "ir/ir.h"
#include "util/buf.h"

/* Storage bits per structure and field with their share of an entry, counts of states and rows, widths of types, sizes
 * of messages. A table of all structures: entries, bits of one, bytes in one instance and in the system, queues at the
 * networks included. Instances are those of the first system. */
void stats_write(Buf *out, const Protocol *p, const ParamEnv *env);

/* A line per parameter: name, value, least, greatest, the legal values with commas, or -. */
void stats_params(Buf *out, const Protocol *p, const ParamEnv *env);

/* A structure of a controller: parts: the fields of an entry, empty if it has no more than one. */
typedef struct { Str name; int64_t bits; } StatsPart;
typedef struct {
    const Controller *ctl;
    Str name;
    int64_t instances, entries, bits;            /* bits: of an entry */
    VEC(StatsPart) parts;
} StatsPlace;
typedef struct { StatsPlace *at; int n, cap; } StatsPlaces;
/* Those of the table at the end of stats_write. */
StatsPlaces stats_places(Arena *a, const Protocol *p, const ParamEnv *env);
/* The value of a parameter of the engine (FLIT_BITS ...), or `missing`. */
int64_t stats_parameter(const Protocol *p, const ParamEnv *env, const char *name, int64_t missing);
#endif
