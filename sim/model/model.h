/* model.h - what the emitted glue of a design provides to the C side of simulation.
 *
 * A design is driven through two packed bit vectors: `in` (everything the test bench drives) and `out` (everything the
 * design drives).
 * Word 0 holds bits 31..0. The emitted file <design>_dut.c describes both with the tables below, so that nothing in
 * sim/ counts bits.
 *
 * Order of events in one clock cycle (both drivers, the plain C main and the SystemVerilog top, do exactly this):
 *   1. the model evaluates with the current `in`; `out` is sampled just before the rising edge;
 *   2. the rising edge: a channel whose valid and ready are both 1 in (in, out) transfers; the observers call
 *   cg_observe();
 *   3. sim_step(in, out) sees the sampled vectors, and overwrites `in` for the next cycle.
 */
#ifndef COHGEN_SIM_MODEL_H
#define COHGEN_SIM_MODEL_H
#include <stdbool.h>
#include <stdint.h>

/* A bit field; lsb is relative to the base of the record that holds it. width 0 = not present. */
typedef struct { const char *name; uint16_t lsb, width; } CgField;
/* A named code: an event of a port, a reply, a state, a row. */
typedef struct { const char *name; uint32_t code; } CgName;

/* What an event of a core's port says of the request: does: 1 load, 2 store, 3 atomic, 4 fence, 0 something else; order
 * and scope: how strong it is (LitmusOrder, LitmusScope of gen/litmus/litmus.h), 0: it says nothing. */
typedef struct { uint8_t does, order, scope; } CgStrength;

/* A port of kind="core": requests go in, replies come out. Instance n lives at base + n * stride. */
typedef struct {
    const char *controller, *name; /* e.g. "L1", "core" */
    uint32_t instances, gpus;      /* gpus: so many share the instances in their order; 0: it says nothing of GPUs */
    uint32_t in_base, in_stride, out_base, out_stride; /* bits */
    CgField req_valid, req_kind, req_key;              /* in  */
    CgField req_ready;                                 /* out */
    CgField rep_valid, rep_kind;                       /* out */
    CgField rep_ready;                                 /* in  */
    const CgField *req_fields; uint32_t n_req_fields;  /* in; every field of any event, by its name in the spec */
    const CgField *rep_fields; uint32_t n_rep_fields;  /* out */
    const CgName *events; uint32_t n_events;           /* req_kind codes: "load", "store", "atomic", ... */
    const CgName *replies; uint32_t n_replies;         /* rep_kind codes */
    const uint64_t *answers;                           /* by code of an event: bit k, reply k can answer it */
    /* bit k: event k is a store that may be answered before it takes effect; a request that may wait for requests of
     * others; a store of transactions, which brings a mask of its bytes */
    uint64_t posted, waits, masked;
    const CgStrength *strengths;                       /* by code of an event; NULL: no event says how strong it is */
    /* request field that names the thread (at most one outstanding each), or NULL: one outstanding per port */
    const char *id_field;
    uint32_t ids;                                      /* number of threads */
    uint32_t key_bits;                                 /* width of a line address */
    /* address = key * line_bytes; 0 = the controller has no data lines */
    uint32_t line_bytes;
} CgCorePort;

/* A port of kind="block": requests come out, events go in: the answers to requests (of the same key, if the controller
 * has keys; fields of both have the request's value), and those that no request names, which come by themselves. */
enum { CG_NO_ANSWER = 65535 };
/* answers: numbers of events, then CG_NO_ANSWER; times: 0: none */
typedef struct { const char *name; const uint16_t *answers; uint32_t times; } CgBlockRequest;
typedef struct {
    const char *controller, *name;
    uint32_t instances;
    uint32_t in_base, in_stride, out_base, out_stride;
    CgField ev_valid, ev_kind, ev_key;                 /* in  */
    CgField ev_ready;                                  /* out */
    CgField req_valid, req_kind, req_key;              /* out */
    CgField req_ready;                                 /* in  */
    const CgField *ev_fields; uint32_t n_ev_fields;
    const CgField *req_fields; uint32_t n_req_fields;
    const CgName *events; uint32_t n_events;           /* ev_kind codes */
    const CgBlockRequest *requests; uint32_t n_requests; /* by req_kind */
} CgBlockPort;

/* A port of kind="memory", an AXI4 master. All fields by their AXI names without prefix: "arvalid", "arready",
 * "araddr", ... */
typedef struct {
    const char *controller, *name;
    uint32_t instances;
    uint32_t in_base, in_stride, out_base, out_stride;
    /* arready awready wready rvalid rid rdata rresp rlast bvalid bid bresp */
    const CgField *in_fields;  uint32_t n_in_fields;
    /* arvalid araddr arid arlen arsize arburst arlock arcache arprot arqos rready aw... wvalid wdata wstrb wlast
     * bready */
    const CgField *out_fields; uint32_t n_out_fields;
    uint32_t beat_bytes, line_bytes;
    /* keyed: it has lines of its own: that of key k is k * scale + base; scale 0: not so simple */
    bool keyed; uint64_t scale, base;
} CgMemPort;

/* What an observer reports of each row that fires: packed fields, among them
 *   "key" "state" (stored state before) "event" (after refinement) "next" (stored state after) "performs" (bit 0 read,
 *   bit 1 write) "transacts" (the same of accesses in transactions, which the other leaves out) "core" "id" (whose
 *   operation it performs), and "reg.<name>" "line.<name>" "msg.<name>" for every
 *   non-opaque register, store field (after the row) and field of the occurrence; "view" (the row's state), "replayed"
 *   (the occurrence was parked), "park", "reply" and "reply.id" (the thread that is answered), "from" (node of the
 *   sender), and for each of `sends`, by its number: "send0", "send0.kind", "send0.to". Those that the controller does
 *   not have are absent. What invariants over the system read besides: watch.h. */
typedef enum { CG_ROW_ON, CG_ROW_STALL, CG_ROW_NEVER } CgRowKind;
/* A place of the table that has a row (several, if their guards choose between them). */
typedef struct { uint16_t state, event, row; } CgCell;
/* Where an event comes from; base: the event that it refines, or itself. NETWORK: which message, by its network and its
 * code there. */
typedef enum { CG_ORIGIN_OTHER, CG_ORIGIN_CORE, CG_ORIGIN_NETWORK } CgOrigin;
typedef struct { CgOrigin origin; bool keyless; uint16_t base, network, message; } CgOccurrence;
/* One of the sends that a row can do. multicast: "to" has a bit for each node. */
typedef struct { uint16_t network; bool multicast; } CgSend;
typedef struct {
    const char *name; uint32_t instances;
    const CgField *fields; uint32_t n_fields;
    const CgName *states; uint32_t n_states;
    const CgName *events; uint32_t n_events;
    /* state, event: of its first cell; why: it must not be, or what its errors say, or NULL */
    const struct CgRow {
        const char *state, *event, *file;
        uint32_t line;
        CgRowKind kind;
        const char *why;
    } *rows; uint32_t n_rows;
    const CgCell *cells; uint32_t n_cells;
    /* In the out vector, for every instance: what the stage that decides does in this cycle. Low byte: 0 = it has
       nothing to do, 1 = it serves an occurrence (or drops it), others by the names in `causes`: it holds one that
       lacks something ("line_pending": its row is marked stall). Above it 16 bits: the row. */
    const CgName *causes; uint32_t n_causes, stage_lsb, stage_stride;
    const CgOccurrence *occurrences;                   /* by code of the event */
    const CgSend *sends; uint32_t n_sends;
    /* In the out vector, CG_GAUGE_BITS each, all of an instance side by side: what its stores hold in this cycle
     * ("meta.entries"), and what they do, as 0 or 1. */
    const char *const *gauges; uint32_t n_gauges, gauge_lsb;
    /* Everything of an instance that is driven (in) and looked at (out), in whole words; its ports lie in there. */
    uint32_t in_base, in_stride, out_base, out_stride;
} CgController;
enum { CG_GAUGE_BITS = 16 };

/* An input pin of a controller: a mode. In the in vector; 0 unless it is set. */
typedef struct { const char *controller, *name; uint32_t base, stride, instances, width; } CgPin;

/* A virtual network. Counters in the out vector, 32 bits each, free running: flits taken from the sources; cycles in
   which a source held one that was not taken (a source that waits counts each cycle). */
typedef struct { const char *name; uint32_t flits_lsb; uint32_t flit_bits; uint32_t held_lsb; } CgNetwork;

/* The links of a network on two levels (index into networks), as its counters: what went out of the groups, in flits of
   the links. */
typedef struct { uint32_t network, flits_lsb, flit_bits, held_lsb; } CgLinks;

/* A kind of message. Counters in the out vector, 32 bits each, free running: messages that their senders handed over,
   and flits of these. */
typedef struct { const char *name, *network; uint32_t count_lsb, flits_lsb; } CgMessage;

typedef struct { const char *name; uint64_t value; } CgParam;

typedef struct {
    const char *name;
    uint32_t in_bits, out_bits;
    uint32_t rst_lsb;                                  /* in: reset, active high */
    /* out: 1 bit, sticky: some controller hit a `never` row, or an arithmetic overflow of a type that forbids it */
    uint32_t error_lsb;
    const CgParam *params;           uint32_t n_params;
    const CgCorePort *cores;         uint32_t n_cores;
    const CgMemPort *memories;       uint32_t n_memories;
    const CgBlockPort *blocks;       uint32_t n_blocks;
    const CgController *controllers; uint32_t n_controllers;
    const CgNetwork *networks;       uint32_t n_networks;
    const CgMessage *messages;       uint32_t n_messages;
    const CgLinks *links;            uint32_t n_links;
    const CgPin *pins;               uint32_t n_pins;
    const struct CgWatch *watch;                       /* invariants over the system (watch.h), or NULL */
} CgDesign;

extern const CgDesign cg_design;                       /* emitted: <design>_dut.c */

/* The verilated model behind the plain C driver; emitted beside it, a thin wrap of the verilator --lib-create
 * functions. */
typedef struct CgModel CgModel;
/* Whether it was built to write waveforms. */
bool cg_model_waves(void);
/* fst_path: where to write a waveform, from the fst_from-th clock edge on (0: from the start); NULL: none. */
CgModel *cg_model_create(int argc, const char **argv, const char *fst_path, uint64_t fst_from);
/* one clock cycle: evaluate, sample out, clock edge */
void cg_model_cycle(CgModel *m, const uint32_t *in, uint32_t *out);
/* Not NULL: the Verilog has called $finish or $stop, as an assertion does that fails, and this says where. It is for
 * the driver to look, after each cycle: the model goes on. */
const char *cg_model_ended(const CgModel *m);
void cg_model_destroy(CgModel *m);

/* Called by the emitted observers at the clock edge of each row that fires (ctl = index into cg_design.controllers),
 * and with -1 - row for an occurrence that met a row marked `never` or a sum that its type does not hold. Tells who is
 * attached. */
void cg_observe(int ctl, int inst, int row, const uint32_t *fields);

/* Who is told of the rows: one at a time, since the emitted observers have no handle. */
typedef struct {
    void (*row)(void *context, int ctl, int inst, int row, const uint32_t *fields);
    void *context;
} CgObserver;

/* False if another one is attached: then nothing has changed. */
bool cg_attach(CgObserver o);
/* From now on nobody is told, if `context` was. */
void cg_detach(const void *context);

/* Bit field access in packed vectors; width <= 64 for the scalar forms, any width (bytes, little end first) for the
 * others. */
uint64_t cg_get(const uint32_t *v, uint32_t lsb, uint32_t width);
void cg_put(uint32_t *v, uint32_t lsb, uint32_t width, uint64_t x);
void cg_get_bytes(const uint32_t *v, uint32_t lsb, uint32_t width, uint8_t *bytes);
void cg_put_bytes(uint32_t *v, uint32_t lsb, uint32_t width, const uint8_t *bytes);
#endif
