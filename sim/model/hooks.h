/* hooks.h - what the emitted glue of a replay (`cohgen emit --harness replay`) tells beside model.h: the networks are
 * outside of the design, messages pass through the packed vectors, and each controller has hooks. */
#ifndef COHGEN_SIM_HOOKS_H
#define COHGEN_SIM_HOOKS_H
#include "model/model.h"

/* A message; fields are relative to its first bit: "kind" "from" "key", then its own. */
typedef struct { const char *name; uint32_t network, code; const CgField *fields; uint32_t n_fields; } CgPacketType;

/* The port of a controller to a network. Fields are relative to the record of the instance (CgHooks). dst: node of the
 * receiver, where it sends. */
typedef struct { uint32_t controller, network; bool sends; CgField valid, ready, msg, dst; } CgNetPort;

/* Of each controller, in the order of cg_design.controllers. replay, evict: what is parked for the line `key` is
 * offered once, its line is to be evicted; a bit for each of waiters and stores. level: the timer, the wish, the wake
 * of the line `key` is offered once; a bit for each of levels. free: whatever is parked is offered at any time; step:
 * number of the step that is due here, for the waveform; busy: something is parked, or some entry of a miss-status file
 * is in use; clocks: what the physical times that it reads stand at while free is 0. */
typedef struct {
    uint32_t in_base, in_stride, out_base, out_stride; CgField free, replay, evict, level, key, step, busy;
    const CgName *waiters; uint32_t n_waiters; const CgName *stores; uint32_t n_stores;
    const CgName *levels; uint32_t n_levels;
    const CgField *clocks; uint32_t n_clocks;
} CgHooks;

typedef struct {
    const CgPacketType *messages; uint32_t n_messages; const CgNetPort *ports; uint32_t n_ports; const CgHooks *hooks;
} CgReplay;

extern const CgReplay cg_replay;
#endif
