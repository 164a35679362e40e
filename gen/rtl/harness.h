/* harness.h - the test bench around an emitted system: what it drives and samples, observers, and the C tables that
 * describe both; see sim/model/model.h and sim/model/boundary.h. */
#ifndef CG_RTL_HARNESS_H
#define CG_RTL_HARNESS_H
#include "rtl/system.h"

/* One signal of a port of the system, with its place in the record of an instance. name: in the C tables; signal:
 * "core_req_valid_i"; hook: not a port. */
typedef struct { Str signal, name; int width, lsb; bool in, hook; } HarnSignal;
/* What an observer reports: low part first. */
typedef struct { Str name; Hx x; int width; } ObsField;
/* The output queues of a controller, each once: name in reports, and what a row that uses it lacks when it is full. */
typedef struct { Str name; Hx need, room; } HarnQueue;
/* Figures of a controller's stores in every cycle: a number or a bit. */
typedef struct { Str name; Hx x; } HarnGauge;
/* What a place lacks, of its manifest; holds: T waits for the look-up. */
typedef struct { Str name; Hx x; bool holds; } HarnCause;
/* A kind of message of a network that is there. */
typedef struct { const Message *msg; int net, kind, kind_bits; } HarnMessage;   /* net: index into Harn.nets */

typedef struct {
    const Controller *ctl;
    const Step *step;
    int64_t count;
    VEC(HarnSignal) signals;
    int n_core;                     /* the first n_core belong to core and block ports, the rest to the memory port */
    /* Bits, multiples of 32: records of instances, one behind the other. */
    int in_base, in_stride, out_base, out_stride;
    int stage_base, gauge_base;     /* in the out vector */
    HdlScope *scope;                /* of the harness: one per instance */
    Hx instance;                    /* its number */
    Hx sample;                      /* rises when what its tiles say is looked at */
    VEC(ObsField) seen;
    VEC(HarnQueue) queues;
    VEC(HarnGauge) gauges;
    VEC(HarnCause) causes;
    VEC(const Var *) watched;       /* what invariants over the system read of it */
} HarnCtl;

/* What the T stage of a controller does in a cycle, in the low byte of its record; above it the row. From HARN_PLACES
 * on: what a place lacks, of HarnCtl.causes; behind these: an output queue has no room. */
enum { HARN_IDLE, HARN_SERVED, HARN_TABLE, HARN_WALK, HARN_REPLAYS, HARN_PLACES };
enum { HARN_CAUSE_BITS = 8, HARN_STAGE_BITS = 32, HARN_ROW_BITS = 16, HARN_GAUGE_BITS = 16, HARN_WORD = 32 };

/* A field of messages that such invariants read. */
typedef struct { const Network *net; Str name; } HarnField;

typedef struct {
    Rtl *r;
    HdlModule *m;                   /* the harness */
    HdlName *clk, *sample, *rst;
    VEC(HarnCtl) ctls;
    VEC(Network *) nets;
    VEC(HarnMessage) messages;
    bool watches;                   /* there are invariants over the system */
    VEC(HarnField) fields;
    VEC(const Clock *) clocks;      /* that they read */
    int in_bits, out_bits, obs_bits, counter_base, link_base;
} Harn;

Str  harn_f(const Harn *h, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
int  harn_param(const Harn *h, const char *name);       /* the value of a parameter that the tool adds */
bool harn_links(const Network *n);                      /* it is on two levels: there are links, which are counted */
Str  harn_lower(const Harn *h, const Controller *c);
const Port *harn_core_port(const Controller *c);        /* with loads and stores, if there is one; or NULL */
bool harn_visits(const HarnCtl *c);      /* some walk goes from place to place */
/* Index of a source of this kind among the controller's, at `from` or behind it; -1: there is none. */
int  harn_source_from(const Controller *c, SourceKind kind, int from);
int  harn_source(const Controller *c, SourceKind kind); /* the first */
const HarnSignal *harn_signal(const HarnCtl *c, Str name);
/* A signal of the controller of the instance at hand, by the name that gen/rtl gives it. */
Hx   harn_inside(Harn *h, const HarnCtl *c, const char *name);
/* The same of the first instance. */
Hx   harn_inside_first(Harn *h, const HarnCtl *c, Str name);
/* An output of its transition function: of this kind, for o unless it is NULL; as a signal of that instance. */
const Signal *harn_output(const HarnCtl *c, SignalKind kind, const Out *o);
Hx   harn_step(Harn *h, const HarnCtl *c, const Signal *g);
/* One of its tile: a port. */
Hx   harn_tile(Harn *h, const HarnCtl *c, Str name);
/* The instance's part of a vector of all instances. */
Hx   harn_slice(Harn *h, const HarnCtl *c, Hx vector, int width);

void harn_observed(Harn *h, HarnCtl *c);                /* fills in seen (harness_seen.c) */
void harn_figures(Harn *h, HarnCtl *c);                 /* fills in queues and gauges (harness_stage.c) */
/* Reports what the T stage does, whenever that changes; the same for gauges. */
void harn_stage(Harn *h, const HarnCtl *c, int index);
void harn_gauges(Harn *h, const HarnCtl *c, int index);

/* Replays: the network ports of a controller and the hooks for evictions and replays, as signals; the hooks in Verilog;
 * the C tables. */
void harn_replay_signals(Harn *h, HarnCtl *c);
void harn_replay_hooks(Harn *h, const HarnCtl *c);
void harn_replay_tables(Harn *h, Buf *b);

/* What invariants over the system read; what observers report for them; the C tables. */
void harn_watch(Harn *h);
void harn_watch_seen(Harn *h, HarnCtl *c);
void harn_watch_tables(Harn *h, Buf *b);

/* The line of key k at a memory port with key= is k * scale + base; scale 0: its expression is another one. */
void harn_line_of_key(const Harn *h, const Port *p, uint64_t *scale, uint64_t *base);

Buf *harn_c_file(Harn *h, const char *doc);  /* with the banner of a C file */
void harn_module(Harn *h);          /* DESIGN_harness.sv (harness_sv.c) */
void harn_top(Harn *h);             /* DESIGN_tb.sv */
void harn_tables(Harn *h);          /* DESIGN_dut.c (harness_c.c) */
void harn_header(Harn *h);          /* DESIGN_dut.h, DESIGN.cmake (harness_h.c) */
/* All of it. steps: by Controller.id. */
void rtl_harness(Rtl *r, Step *const *steps);
#endif
