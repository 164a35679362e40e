/* harness.h - the test bench around an emitted system: a wrapper of fixed shape, observers, and the C tables that describe both; see sim/model.h. */
#ifndef CG_EMIT_HARNESS_H
#define CG_EMIT_HARNESS_H
#include "emit/verilog.h"

/* One signal of a port of the system, with its place in the packed record of an instance. */
typedef struct { Str signal, name; int width, lsb; bool in, hook; } HarnSignal; /* name: in the C tables; signal: "core_req_valid_i"; hook: not a port */

typedef struct {
    const Controller *ctl;
    Step *step;
    int64_t count;
    VEC(HarnSignal) signals;
    int n_core;                     /* the first n_core belong to the core port, the rest to the memory port */
    int in_base, in_stride, out_base, out_stride;
    int stage_base;                 /* in the out vector: HARN_STAGE_BITS of each instance, what its T stage does */
    int gauge_base;                 /* in the out vector: HARN_GAUGE_BITS for each gauge of each instance */
} HarnCtl;

/* What the T stage of a controller does in a cycle, in the low byte of its record; above it the row. From HARN_QUEUES on: an output queue has no room. */
enum { HARN_IDLE, HARN_SERVED, HARN_TABLE, HARN_WALK, HARN_LIST, HARN_REPLAYS, HARN_ENTRIES, HARN_DEPTH, HARN_WAYS, HARN_QUEUES, HARN_CAUSE_BITS = 8, HARN_STAGE_BITS = 24 };

typedef struct {
    Emit *e;
    VEC(HarnCtl) ctls;
    VEC(Network *) nets;
    int in_bits, out_bits, obs_bits;
} Harn;

/* What an observer of a controller reports, low part first. */
typedef struct { Str name, text; int width; } ObsField; /* text: relative to the controller instance */
int  harness_observed(Harn *h, const HarnCtl *c, ObsField *out, int max);
/* The messages of the networks that are there, each with the number of its kind; returns how many. Their counters stand behind the networks' in the out vector. */
typedef struct { const Message *msg; int net, kind, kind_bits; } HarnMessage; /* net: index into Harn.nets */
enum { HARN_MAX_MESSAGES = 256 };
int  harness_messages(const Harn *h, HarnMessage *out);
/* The output queues of a controller, each once: name in reports, and what a row that uses it lacks when it is full. */
typedef struct { Str name, need, room; } HarnQueue;
enum { HARN_MAX_QUEUES = 64 };
int  harness_queues(Harn *h, const HarnCtl *c, HarnQueue *out);

/* Figures of a controller's stores in every cycle: name, and a number or a bit of its Verilog. */
typedef struct { Str name, text; } HarnGauge;
enum { HARN_MAX_GAUGES = 16, HARN_GAUGE_BITS = 16 };
int  harness_gauges(Harn *h, const HarnCtl *c, HarnGauge *out);

/* Replays: the network ports of a controller and the hooks for evictions and replays, as signals; the hooks in Verilog; the C tables. */
void harness_replay_signals(Harn *h, HarnCtl *c);
void harness_replay_hooks(Harn *h, Buf *b);
void harness_replay_tables(Harn *h, Buf *b);

void harness_wrapper(Harn *h);      /* <design>_harness.sv, <design>_tb.sv */
void harness_tables(Harn *h);       /* <design>_dut.c */
void harness_header(Harn *h);       /* <design>_dut.h */
void emit_harness(Emit *e, Step **steps);
#endif
