/* vctl.h - the files that print a controller: sources and S0 (vctl_front.c), look-up, transition and state (vctl_stage.c), data stage and outputs (vctl_data.c).
 *
 * Pipeline: S0 chooses an occurrence and reads its set; T looks up, applies the transition function and writes all state; D moves opaque data. */
#ifndef CG_EMIT_VCTL_H
#define CG_EMIT_VCTL_H
#include "emit/verilog.h"

typedef struct {
    Emit *e;
    Module *m;
    Controller *c;
    Step *s;
    const Module *step;           /* its transition function, as printed */
    Store *store;                 /* the set-associative store, or NULL */
    Waiters *wait;                /* the miss-status file, or NULL */
    Port *core, *mem;             /* or NULL */
    int evict_src, replay_src;    /* index into the controller's sources, or -1 */
    int overflow_src;             /* the source behind those of the table: the overflow event, or -1 */
    bool keyless;                 /* some events are about no key */
    int n_sources;
} Ctl;

/* One formatted line of the body. */
void put(Ctl *k, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

bool arg_used(const Var *v);                       /* some row or test reads this field of the occurrence */
Str  cond_bits(Ctl *k, int n);                     /* "[n-1:0] " */
/* Width expression of a list of fields, " + "-separated after start. */
Str  sum_width(Ctl *k, Str start, const Type *t);
Str  zeros(Ctl *k, const Type *t);
bool event_parks(const Ctl *k, const Event *base); /* some row parks it */
bool parked_args(Ctl *k, Var *v);                  /* is this field kept with a parked request? */
bool has_wide_data(const Type *t);                 /* opaque type measured in bytes */
Str  loc_width(Ctl *k);                            /* address bits of a line's data: set and way */

bool ctl_walks(const Ctl *k, bool over_entries);       /* some row walks over lines, or over entries */

void ctl_ports(Ctl *k);
void ctl_sources(Ctl *k);
void ctl_stage0(Ctl *k);
void ctl_lookup(Ctl *k);
/* Timers and wishes as sources of occurrences (vctl_level.c). */
void ctl_levels(Ctl *k);
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

/* The assertions about the finished text of k->m (vcheck.c), to be written with module_write_checks. */
Module *emit_checks(Ctl *k);
#endif
