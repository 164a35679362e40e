/* vctl.h - the files that print a controller: sources and S0 (vctl_front.c), look-up, transition and state (vctl_stage.c), data stage and outputs (vctl_data.c).
 *
 * Pipeline: S0 chooses an occurrence and reads its set; T looks up, applies the transition function and writes all state; D moves opaque data. */
#ifndef CG_EMIT_VCTL_H
#define CG_EMIT_VCTL_H
#include "emit/verilog.h"

typedef struct {
    Emit *e;
    Module *m;
    const Controller *c;
    Step *s;
    const Module *step;           /* its transition function, as printed */
    Store *store;                 /* the set-associative or hashed store, or NULL */
    Store *memory;                /* the store of kind memory, or NULL */
    bool hashed;                  /* store is of kind cuckoo */
    Waiters *wait;                /* the miss-status file, or NULL */
    Waiters *stall;               /* the stall buffer, or NULL; never both */
    Port *core, *mem;             /* or NULL */
    int evict_src, replay_src;    /* index into the controller's sources, or -1 */
    int overflow_src;             /* the source behind those of the table: the overflow event, or -1 */
    bool keyless;                 /* some events are about no key */
    int walks;                    /* walks that visit places one after the other: all but those that clear a hashed store */
    int n_sources;
} Ctl;

/* One formatted line of the body. */
void put(Ctl *k, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

bool arg_used(const Var *v);                       /* some row or test reads this field of the occurrence */
Str  cond_bits(Ctl *k, int n);                     /* "[n-1:0] " */
/* Width expression of a list of fields, " + "-separated after start. */
Str  sum_width(Ctl *k, Str start, const Type *t);
Str  zeros(Ctl *k, const Type *t);
bool event_parks(const Controller *c, const Event *base); /* some row parks it */
bool parked_args(const Controller *c, const Var *v); /* is this field kept with a parked request? */
bool ctl_orders(const Ctl *k, const Var *v);        /* the field by which the stall buffer orders its requests: kept there, not beside it */
bool has_wide_data(const Type *t);                 /* opaque type measured in bytes */
Str  loc_width(Ctl *k);                            /* address bits of a line's data: set and way */

bool ctl_walks(const Ctl *k, bool over_entries);       /* some row walks over lines, or over entries */
bool ctl_clears(const Ctl *k);                         /* some row clears the hashed store */

void ctl_ports(Ctl *k);
void ctl_sources(Ctl *k);
void ctl_stage0(Ctl *k);
void ctl_lookup(Ctl *k);
Str  ctl_level_name(Ctl *k, const Event *e);
/* Timers, wishes and wakes as sources of occurrences (vctl_level.c). */
void ctl_levels(Ctl *k);
/* The buffer in which messages of a network are joined (vctl_join.c): from NET_in_... to NET_join_valid, NET_join_ready, NET_join_msg. */
void ctl_join(Ctl *k, const Source *s);
/* "|| ..." for each of them: its occurrence is dropped since it does not hold any more. */
void ctl_levels_spared(Ctl *k);
void ctl_transition(Ctl *k);
void ctl_state(Ctl *k);
/* The walks of rows (vctl_walk.c): what drives them, after the look-up; what they write, with the state. */
void ctl_walk_wires(Ctl *k);
void ctl_walk(Ctl *k);
void ctl_walk_step(Ctl *k, const Module *walk);
bool walk_supported(Ctl *k);
void ctl_victim_key(Ctl *k);
Str  ctl_step_input(Ctl *k, const Signal *g);
void ctl_data(Ctl *k);
void ctl_outputs(Ctl *k);
Str  ctl_out_stem(Ctl *k, const Out *o);
Str  ctl_out_value(Ctl *k, Out *o, int i);
void ctl_opaque_muxes(Ctl *k, Out *o);
void ctl_write_slot(Ctl *k, const Slot *s);
/* Of a slot with a data-path block: the operand of that name, or NULL; the operation, as cg_rmw32 wants it. */
const struct Operand *ctl_operand(const Slot *s, const char *name);
Str  ctl_rmw_op(Ctl *k, const Slot *s, Str stem);
/* What is behind (vctl_memory.c): a port that rows send requests to; a store of kind memory: what emit builds of it, its
 * part in T, in D, at the output queue of the network whose messages carry its lines, and itself. */
void ctl_memory_port(Ctl *k, Out *o);
bool ctl_memory_supported(Ctl *k);
bool ctl_memory_net(Ctl *k, const Network *net);
void ctl_memory_room(Ctl *k);
void ctl_memory_data(Ctl *k);
bool ctl_memory_applies(const Ctl *k, const Slot *s);
void ctl_memory_rmw(Ctl *k, const Slot *s, Str stem, Str bytes);
void ctl_memory_answer(Ctl *k, const Network *net);
void ctl_memory(Ctl *k);
/* Entries and lines: fields low part first, then the state. Bits of the fields; one of them in the vector vec. */
Str  ctl_fields_width(Ctl *k, Var *const *fields, int n);
Str  ctl_field(Ctl *k, const char *vec, Var *const *fields, int n, const Var *v);
/* Assigns NAME_vclass from NAME_way_valid and NAME_way_ent: WAYS_ entries. */
void ctl_victims(Ctl *k, int state_bits);
/* Assigns park_pay: the event and the fields that are parked. */
void ctl_park_pay(Ctl *k);
/* The hashed store with its filter, the stall buffer (vctl_hashed.c). */
bool ctl_cuckoo_supported(Ctl *k);
void ctl_cuckoo(Ctl *k, int state_bits);
void ctl_stall(Ctl *k);

/* The assertions about the finished text of k->m (vcheck.c), to be written with module_write_checks. */
Module *emit_checks(Ctl *k);
#endif
