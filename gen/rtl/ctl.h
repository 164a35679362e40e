/* ctl.h - the controller around a transition function.
 *
 * Pipeline: S0 chooses an occurrence and starts the look-up; T looks up, applies the transition function and writes all
 * state; D moves opaque data. Nets that several files use are members here: they exist from the beginning, each file
 * drives its own. */
#ifndef CG_RTL_CTL_H
#define CG_RTL_CTL_H
#include "block/block.h"
#include "rtl/array.h"
#include "rtl/ports.h"
#include "rtl/transition.h"

/* A store of lines as its block shows it in T. keeps: the state of its keys. evict_src: the source of its evictions,
 * or -1. d_loc: address in D of a line's opaque data; d_new: the row allocates a line that was not there. */
typedef struct CtlStore {
    const Store *s;
    bool keeps;
    int evict_src;
    HdlName *evict_valid, *evict_taken, *evict_key, *evict_want, *d_loc, *d_new;
    HdlName *hit, *room, *ent, *ent_d, *upd, *keep, *state, *next_state, *stale, *t_hit;
    HdlName *loc;                   /* address of a line's opaque data, or NULL */
    HdlName *way_valid, *way_ent, *vclass, *victim_ok, *victim_key;
    HdlName *look_ent, *note, *noted;   /* in L: entries of all ways, notes of each; in R (ctl_note.c); or NULL */
    HdlName *hold;                  /* its answer comes later, or NULL */
    HdlName *busy;                  /* its block moves by itself; NULL: it never does */
    HdlName *ready, *urgent;        /* urgent: a move within the store takes the next slot; or NULL */
    Hx ways, ent_w, loc_w;
    Hx lines;                       /* places of opaque data, or NULL */
    bool walked, swept;
    Hx probe, probe_key;            /* another controller looks: in S0, at this key; NULL: none can */
    Hx rows, columns;               /* places that walks and sweeps go over */
} CtlStore;

/* Waiting entries, or a buffer of what is parked. holds: entries, which have fields; keeps: and the state of their
 * keys. replay_src: the source of what is parked in it, or -1: nothing is. keep: what it has offered parks again. */
typedef struct CtlWait {
    const Waiters *w;
    bool holds, keeps;
    int replay_src;
    HdlName *stop, *replay_valid, *replay_pay, *replay_key, *replay_least, *park_pay, *keep, *d_idx, *d_alloc;
    Hx park_w;
    HdlName *busy;                  /* its block moves by itself; NULL: it never does */
    HdlName *first, *head;          /* the entry at hand is the oldest; the place of the oldest; or NULL */
    /* a walk over what is parked: at work in S0, at this entry and request of it; in T it writes. NULL: none is */
    HdlName *pw, *pw_idx, *pw_word, *pw_we;
    HdlName *hit, *idx, *fld, *armed, *drain, *must, *room, *park_room, *idle, *op, *state, *next, *stale, *t_hit;
    HdlName *seen_room;             /* as rows see it: with three stages in R; or NULL */
    Hx entries, idx_w, fld_w;
    bool walked;
} CtlWait;
/* What a row that allocates, and one that parks, needs of waiters; NULL: nothing. */
typedef struct { Hx entry, place; } CtlRoom;

/* The modules of a controller beside its transition functions: what decides is in the controller itself. */
typedef enum { CTL_IN, CTL_STATE, CTL_DATA, CTL_OUT, CTL_PARTS } CtlPart;

/* A memory port: lines that it brings, requests that leave their queue. */
typedef struct CtlMem { const Port *p; HdlName *valid, *ready, *key, *line, *err, *pop_valid, *pop_ready; } CtlMem;

/* A sweep: it wants S0 to look at a place, does so, and in T peeks at the key that is there. */
typedef struct CtlSweep { HdlName *want, *look, *peek, *row, *col; CtlStore *l; } CtlSweep;

/* One walk of several over different places: it is at work in S0, and at which place; in T, and from which entry. */
typedef struct CtlWalk {
    CtlStore *l;
    CtlWait *e;
    HdlName *busy, *set, *way, *idx, *apply, *now, *at, *word, *last;
} CtlWalk;

typedef struct Ctl {
    Rtl *r;
    RtlModule *x;
    HdlModule *m;
    HdlScope *s;                    /* where items are put: the module, or one of its parts */
    HdlScope *part[CTL_PARTS];
    RtlCtl *ports;
    const Controller *c;
    const Step *step;
    const Lowered *low;
    const RtlModule *step_module, *walk_module;
    CtlStore *stores;               /* of lines: n_stores */
    CtlWait *waits;                 /* n_waits */
    int n_stores, n_waits;
    const Store *memory;            /* the store of kind memory, or NULL */
    CtlMem *mems;                   /* its memory ports: n_mems */
    int n_mems;
    int overflow_src;               /* the source behind those of the table: the overflow event, or -1 */
    int n_sources, walks;           /* walks that go from place to place */
    bool several;                   /* they and the sweeps go over several stores, or several waiting places */
    bool keyless;                   /* some events are about no key */
    Hx sources;                     /* SOURCES */
    HdlName *clk_on, *free_clk;     /* ctl_gate.c; NULL: no gate */
    HxList overs;                   /* timers, queues, turns: they move at the end of this cycle */
    HdlName **pin;                  /* registers of the pins, by Var.id; with a gate */
    /* S0 */
    HdlName *src_valid, *src_gnt, *src_pick, *src_any, *src_offer, *s0_known, *s0_event, *s0_key, *look_key, *ready;
    HdlName **s0_arg, **t_arg;      /* by Var.id */
    Hx *take_w;                     /* the width of what a queue offers, by index of the source */
    /* L, between S0 and T where the look-up takes two cycles (stages: 2): as in T; moves: something new, or a walk's
     * place, is in it; back: what is in it has to be offered again; go: it comes to T. NULL with one stage; back also
     * where nothing ever is. */
    int stages;
    /* R, between L and T with three stages: rows are chosen there, and what they say comes to T through registers. With
     * fewer stages all this is that of T. t_stale: what the occurrence in T has seen in R is no longer so; or NULL. */
    HdlName *r_src, *r_valid, *r_event, *r_key, *r_known, **r_arg, *r_moves, *t_moves, *r_go, *r_keyless, *r_state,
        *r_row_state, *t_stale;
    Hx r_held, r_stays;             /* in R: its entry holds it; a victim stays, what it rested on is over; or NULL */
    Hx t_gone;                      /* in T: what it rested on is over; or NULL */
    Hx t_later;                     /* in T: a store cannot tell yet; or NULL */
    Hx t_wants;                     /* in T: a row that runs as soon as there is room for it */
    RtlNotes notes;                 /* comparisons that L makes for it, and their answers in R */
    Hx *note_is;
    HdlName **row, **walk_row;      /* outputs of the transition functions in R; st and wk are what T has of them */
    HdlName *l_src, *l_valid, *l_event, *l_key, *l_known, **l_arg, *l_moves, *l_back, *l_go;
    /* T */
    HdlName *t_src, *t_valid, *t_event, *t_key, *t_known, *t_over, *t_ends, *t_fail, *t_keep, *t_fire, *t_able, *t_hold,
        *t_spared, *t_never;
    HdlName *write_error;           /* memory has answered with an error that no row takes, or time ends; or NULL */
    Hx write_errors;                /* of each port */
    HdlName **s0_of;                /* by source: what it offers as key, where a store asks */
    HdlName *t_full, *t_keyless, *s0_keyless, *l_keyless, *t_state, *t_row_state;
    HdlName **st;                   /* outputs of the transition function, by index of the signal */
    HdlName **reg;                  /* registers, by Var.id */
    HdlName **level, **level_key, **level_becomes;      /* by index of the source */
    HdlName **field;                /* fields of lines and entries as looked up, by Var.id */
    /* walks: over lines of one store, over entries of one waiting place */
    CtlStore *walk_store;
    CtlWait *walk_wait;
    CtlWalk *each_walk;             /* by number; NULL: one store and one waiting place at most are walked over */
    HdlName *walk_busy, *walk_apply, *walk_entry, *walk_lines, *walk_read, *walk_set, *walk_way, *walk_idx, *walk_at,
        *walk_at_place, *walk_now;
    Hx walk_rows, walk_columns;     /* also of sweeps */
    HdlName **port_kept;            /* by index of the signal */
    HdlName *port_busy, *port_idx;  /* walks over ports: at work, at this place of each queue; NULL: there are none */
    HdlName *walk_last;             /* in T: the last time that a place is looked up; NULL: each is once */
    HdlName **wk_parked, **wk_parked_we;    /* what it becomes, by number in Step.parked */
    CtlSweep *sweep;                /* by Sweep.id */
    HdlName **wk;                   /* what a walk makes of a key, by index of the signal */
    /* D */
    HdlName *d_valid, *d_key;
    HdlName **d;                    /* by index of the signal */
    HdlName **d_arg;                /* by Var.id */
    HdlName **written;              /* bytes that the last slot of an opaque field writes, by Var.id */
    HdlName ***version;             /* versions of an opaque field, by Var.id and number */
    HdlName ***version_bytes;       /* the bytes that are valid, of a sparse one */
    HdlName **out_field;            /* opaque fields of what is sent, by index of the signal that selects them */
    HdlName **room;                 /* room in the queue of an output: by index in step->outs */
    HdlName *memory_room, *memory_rd, *memory_wr, *d_memory_rd, *d_memory_op, *memory_be, *memory_wdata, *memory_rmw;
    HdlName *memory_rsp_valid, *memory_rsp_ready, *memory_rsp_data;
    /* words in memory of a store that has more entries than places */
    Hx word_aw, word_w;
    HdlName *word_valid, *word_ready, *word_we, *word_addr, *word_wdata, *word_rvalid, *word_rdata;
} Ctl;

/* ---- ctl.c ---- */
bool rtl_arg_used(const Var *v);                    /* some row or test reads this field of the occurrence */
const Var *ctl_order(const Waiters *w); /* the field whose least or greatest value is replayed first, or NULL */
/* The field by which the block orders its requests: kept there, not beside it. */
bool ctl_orders(const CtlWait *e, const Var *v);
/* Of a variable, a source or an action: its store, its waiting place; NULL: none. */
CtlStore *ctl_store_of(const Ctl *k, const Store *s);
CtlWait *ctl_wait_of(const Ctl *k, const Waiters *w);
bool ctl_holds(const Ctl *k);                       /* the look-up of some store may be answered later */
bool rtl_wide_data(const Type *t);                  /* opaque, in bytes */
int  ctl_slots_of(const Ctl *k, const Var *v);      /* how often a row can write the field */
Hx   ctl_opaque_source(Ctl *k, const OpaqueSource *s);
Hx   ctl_bytes_under(Ctl *k, const OpaqueSource *s);
void ctl_line_mask(Ctl *k, const Var *v, const CtlStore *l);
void ctl_entry_mask(Ctl *k, const Var *v, const CtlWait *e);
/* Part ("valid", "kind", a field) of the half of a core or block port that brings events, or that sends. */
Hx   ctl_port_in(const Ctl *k, const Port *p, Str part);
Hx   ctl_port_out(const Ctl *k, const Port *p, Str part);
Hx   ctl_clk(const Ctl *k);
Hx   ctl_rst(const Ctl *k);
HdlInstance *ctl_block(Ctl *k, const char *module, Str name);   /* with clock and reset connected */
HdlInstance *ctl_free_block(Ctl *k, const char *module, Str name);      /* the same, its clock is never gated */
Hx   ctl_pin(const Ctl *k, const Var *v);           /* an input of the specification */
Hx   ctl_src(const Ctl *k, const HdlName *vector, int source);  /* its bit */
Hx   ctl_l_src(const Ctl *k, int source);           /* what is in L is of this source; NULL: there is no L */
bool ctl_source_keyed(const Ctl *k, const Source *s);   /* it offers a key */
bool ctl_by_source(const Ctl *k, const Store *s);    /* it is given the key of each source, beside the chosen one */
bool ctl_late(const Ctl *k);                        /* rows are chosen in R, a cycle before T */
Hx   ctl_tried(Ctl *k);                             /* something is in T, and what it has seen in R is so */
/* When D takes what is in T; with three stages also what was dropped on its way: the verdict has t_valid to itself. */
Hx   ctl_to_d(const Ctl *k);
/* In T what is so in R: with three stages a register of this name and width (NULL: one bit). */
Hx   ctl_in_t(Ctl *k, Str name, Hx width, Hx now);
bool ctl_early(const Ctl *k, const CtlStore *l);    /* its look-up begins in S0; else in L, if there is one */
int  ctl_signal(const Ctl *k, SignalKind kind, const void *owner);
/* Another owner than that of the signal before: a row's registers, a store's fields, a message, a write. */
bool ctl_new_group(const Step *step, int signal);
CtlRoom ctl_room(Ctl *k, const CtlWait *e);
Hx   ctl_st(const Ctl *k, SignalKind kind, const void *owner);  /* what the transition function says */
int  ctl_out_index(const Ctl *k, const Out *o);
Str  ctl_out_stem(const Ctl *k, const Out *o);
/* Width of a list of fields, low part first, after `start` (or NULL); opaque ones are not in it. */
Hx   ctl_fields_width(Ctl *k, Hx start, Var *const *fields, int n, const Var *up_to);
Hx   ctl_state_w(Ctl *k);
int  ctl_state_bits(const Ctl *k);

/* Items go into this part from now on. CTL_PARTS: into the controller itself. */
void ctl_in(Ctl *k, CtlPart part);

/* ---- probes (ctl_probe.c) ---- */
/* A look into some store of this one has S0 in this cycle; NULL: none can. */
Hx   ctl_probed(const Ctl *k);
/* What is there, two cycles later. */
void ctl_probe(Ctl *k, const CtlStore *l);
/* Room for one more answer of a port that probes. */
Hx   ctl_probe_room(Ctl *k, const Out *o);

/* ---- the gate of the clock (ctl_gate.c) ---- */
void ctl_gate_nets(Ctl *k);
/* ---- ctl_clock.c: physical time; ends: of a type that does not go round, so that its end is an error ---- */
void ctl_clocks(Ctl *k);
bool ctl_time_ends(const Ctl *k);
void ctl_gate(Ctl *k);

/* ---- the stages ---- */
void ctl_sources(Ctl *k);
void ctl_evictions(Ctl *k);
/* The registers of T, and of L (ctl_stages.c). */
const Event *ctl_overflow_event(const Ctl *k);
void ctl_stage_nets(Ctl *k);
void ctl_row_nets(Ctl *k);                          /* those of R, when those of T are there */
void ctl_rows_in_t(Ctl *k);                         /* what rows say, from R to T */
void ctl_stale(Ctl *k);                             /* whether what R has seen changes */
/* Comparisons for R (ctl_note.c): how many of a store's; its pins for them; for each way. */
void ctl_note_nets(Ctl *k);
int  ctl_notes_of(const Ctl *k, const Store *s);
void ctl_note_pins(Ctl *k, HdlInstance *i, CtlStore *l);
void ctl_notes(Ctl *k, const CtlStore *l);
void ctl_check_late(Ctl *k);                        /* three stages: what is not built with them */
void ctl_stages(Ctl *k);
Hx   ctl_s0_moves(Ctl *k);                          /* S0 gives L something new, or a walk's place */
void ctl_lookup(Ctl *k);
void ctl_levels(Ctl *k);
Hx   ctl_level_over(Ctl *k, int source);            /* what the occurrence rested on is over */
bool ctl_level_in_r(const Ctl *k, const Event *e);  /* whether it is, is looked at in R, as its row is chosen there */
Hx   ctl_level_gone(Ctl *k, int source);            /* over by what only T can tell; or NULL */
void ctl_transition(Ctl *k);
Hx   ctl_own_number(Ctl *k, const Var *v);          /* `me`, or a register with constant="INDEX" */
Hx   ctl_step_input(Ctl *k, const Signal *g);
void ctl_state(Ctl *k);
void ctl_walk(Ctl *k);
/* ---- walks over several places (ctl_walks.c) ---- */
void ctl_walks_nets(Ctl *k);
/* Their places in this store, once it is known how wide they are. */
void ctl_walks_widths(Ctl *k, const CtlStore *l, Hx row, Hx column);
/* In S0: a walk over this store is at work, at which row and column. */
Hx   ctl_walks_lines(const Ctl *k, const CtlStore *l);
Hx   ctl_walks_row(const Ctl *k, const CtlStore *l);
Hx   ctl_walks_column(const Ctl *k, const CtlStore *l);
/* In T: of the walks, those over this store, over this waiting place. */
Hx   ctl_walks_in_store(const Ctl *k, const CtlStore *l);
Hx   ctl_walks_in_wait(const Ctl *k, const CtlWait *e);
/* What leads them, one after the other; the key of the place in turn. */
Hx   ctl_walks(Ctl *k);
/* In T: the entry that was looked up is that of the place. */
Hx   ctl_walks_hit(const Ctl *k);
/* When it begins; the keys of entries, by their number; that of a store's victim. */
Hx   ctl_walk_start(Ctl *k, const LowWalk *w);
HdlName *ctl_walk_keys(Ctl *k, const CtlWait *e);
Hx   ctl_walk_victim(Ctl *k, const CtlStore *l);
/* ---- sweeps (ctl_sweep.c) ---- */
void ctl_sweep_nets(Ctl *k);
/* The widths of its places, once the store is known. */
void ctl_sweep_widths(Ctl *k, const CtlStore *l, Hx row, Hx column);
/* Looks at places when S0 is free (go); what is left of go for occurrences. */
Hx   ctl_sweeps_look(Ctl *k, Hx go);
/* Some sweep over this store (NULL: over any) reads it in S0; T shows its place; which row and column, or the other
 * ones. */
Hx   ctl_sweep_reads(const Ctl *k, const CtlStore *l);
Hx   ctl_sweep_peeks(const Ctl *k, const CtlStore *l);
Hx   ctl_sweep_row(const Ctl *k, const CtlStore *l, Hx other);
Hx   ctl_sweep_column(const Ctl *k, const CtlStore *l, Hx other);
/* Drives the source of its lines, or that of its end. */
void ctl_sweep(Ctl *k, int source);
/* The line of the source is one to visit. In T: and is at that place; where it lies is not known in R, and one that has
 * left and come back may be visited again. */
Hx   ctl_sweep_still(Ctl *k, int source);
void ctl_walk_step(Ctl *k);
bool ctl_walks_over(const Ctl *k, bool entries);
bool ctl_clears(const Ctl *k);
/* Walks over ports (ctl_port_walk.c): nets; what leads them; what becomes of item `from` of a network's queue. */
/* The pin wr_err_o of a block at a memory port: error_o follows it. */
void ctl_write_error(Ctl *k, HdlInstance *i);
void ctl_port_walk_nets(Ctl *k);
void ctl_port_walk(Ctl *k);
HdlName *ctl_port_item(Ctl *k, const Source *s, const HdlName *from);
/* Walks over what is parked: nets, the payload of the word that is in T as the walk leaves it. */
void ctl_walk_park_nets(Ctl *k);
Hx   ctl_walk_payload(Ctl *k, const CtlWait *e);
/* The field by which the block orders its requests, of the word that is in T. */
Hx   ctl_walk_order(Ctl *k, const CtlWait *e);
/* How many requests an entry can hold. */
Hx   ctl_wait_depth(Ctl *k, const Waiters *w);
/* Bits of the number of a parked request of an entry. */
Hx   ctl_word_width(Ctl *k, const Waiters *w);
void ctl_walked_places(Ctl *k);                     /* notes the places that walks and sweeps go over */
void ctl_data(Ctl *k);
void ctl_outputs(Ctl *k);
/* A queue of a port, with room reserved: with three stages one that offers from registers. */
HdlInstance *ctl_credit_queue(Ctl *k, Str name, Str port);
void ctl_checks(Ctl *k);
HdlName *ctl_join(Ctl *k, const Source *s, HdlName **valid, HdlName **ready);

/* ---- places (ctl_place.c) ---- */
void ctl_store(Ctl *k, CtlStore *l);
void ctl_waiters(Ctl *k, CtlWait *e);
/* Values of the quantities that a manifest speaks of. */
typedef struct {
    Ctl *k;
    const Store *store;
    const Waiters *waiters;
    const char *const *names;
    const Hx *values;
    int n;
} CtlQuantities;
/* The block of a place; its pins by role, where it has them (get: false if not); its figures, read by nobody here. */
HdlInstance *ctl_block_of(Ctl *k, const Block *b, Str name, const CtlQuantities *q);
Hx   ctl_block_value(const CtlQuantities *q, const BlockExpr *e);
void ctl_give(HdlInstance *i, const Block *b, const char *role, Hx value);
bool ctl_get(HdlInstance *i, const Block *b, const char *role, const HdlName *net);
void ctl_gauges(Ctl *k, HdlInstance *i, const Block *b, Str stem, const CtlQuantities *q);
/* Entries: fields low part first, then, where one is kept, the state; at least a bit. */
Hx   ctl_entry_width(Ctl *k, Var *const *fields, int n, bool state);
void ctl_fields_of(Ctl *k, Hx vector, Var *const *fields, int n);
Hx   ctl_pack(Ctl *k, Var *const *fields, int n, Hx state, HdlName *const *made);   /* made: ctl.st or ctl.wk */
Hx   ctl_entry_field(Ctl *k, Hx vector, Var *const *fields, int n, const Var *v);

/* ---- data ---- */
void ctl_write_slot(Ctl *k, const Slot *s);
/* What a register is that no row sets, as wide as its type. */
Hx   ctl_unset(Ctl *k, const Var *v);
Hx   ctl_out_value(Ctl *k, const Out *o, int field);
void ctl_opaque_muxes(Ctl *k, const Out *o);
const struct Operand *ctl_operand(const Slot *s, const char *name);
Hx   ctl_rmw_op(Ctl *k, const Slot *s);
Hx   ctl_operand_value(Ctl *k, const Slot *s, const char *name);

/* ---- a memory port (ctl_port.c) ---- */
/* AXI_ONE_READ: the block reads one line at a time, under number 0 of one bit. AXI_STROBES: another one drives them. */
typedef enum { AXI_ALL, AXI_ONE_READ, AXI_STROBES } AxiPins;
/* The AXI4 pins of a block, to those of this port of the controller (NULL: its only ones). */
void ctl_axi_pins(Ctl *k, HdlInstance *i, const Port *of, AxiPins which);
/* The memory port of this number; NULL: it is none. */
CtlMem *ctl_mem_of(const Ctl *k, const Port *p);
void ctl_memory_port(Ctl *k, const Out *o);

/* ---- what is behind (ctl_memory.c) ---- */
bool ctl_memory_net(const Ctl *k, const Network *net);
void ctl_memory_room(Ctl *k);
void ctl_memory_data(Ctl *k);
bool ctl_memory_applies(const Ctl *k, const Slot *s);
void ctl_memory_rmw(Ctl *k, const Slot *s, HdlName **data, HdlName **bytes);
void ctl_memory_answer(Ctl *k, const Network *net, HdlName *pop_valid, HdlName *pop_ready, HdlName *pop_waits,
                       HdlName *pop_msg);
void ctl_memory(Ctl *k);
#endif
