/* launch.h - what programs of workgroups share: arrays, the loop over workgroups, and in the end a look at all arrays,
 * taken through the design by the last workgroup when the others are done. The hash of what it has seen is the
 * signature of the run. Options: input (which input the program has; not --seed, which is about time), read (0: no
 * look at the end, for measuring), programs (how often all of it, one behind the other). */
#ifndef COHGEN_SIM_LAUNCH_H
#define COHGEN_SIM_LAUNCH_H
#include "base/base.h"
#include "cores/program.h"

enum { LAUNCH_ARRAYS = 8 };

typedef struct {
    uint32_t groups, waves, slots;   /* workgroups that work; wavefronts of each; those that can be there at a time */
    uint32_t input, line, programs;
    bool read;
    struct LaunchArray { uint64_t at; uint32_t words, *seen; } arrays[LAUNCH_ARRAYS]; uint32_t n_arrays;
    uint64_t done, meet;             /* addresses */
    uint32_t *passes;                /* of the barrier of all, for each warp */
    uint64_t worked;                 /* cycle in which the last workgroup knew of the others' end */
} Launch;

/* The beginning of a setup. The numbers of workgroups and wavefronts are those of the design, else of --with groups and
 * --with waves. */
Launch *launch_setup(CgRun *r);
/* An array of words, zero where `values` is NULL. */
uint64_t launch_array(CgRun *r, Launch *l, const uint32_t *values, uint32_t words);
/* Random numbers that depend on the input and on `of` alone. */
SimRng launch_rng(const Launch *l, uint32_t of);
/* Body: work(w, arg, group) for each workgroup that this wavefront gets. */
void launch_body(Warp *w, Launch *l, void (*work)(Warp *w, void *arg, uint32_t group), void *arg);
/* The number of a wavefront, and of all, in a workgroup. */
uint32_t launch_wave(const Warp *w, const Launch *l, uint32_t group);
/* Of the first workgroups, which are there together: how many they are, and a barrier among them. */
uint32_t launch_together(const Launch *l);
void launch_barrier(Warp *w, Launch *l);
/* A lock, a word that is 0 while it is free. Whoever has it sees what its last holder has written. */
void launch_lock(Warp *w, uint64_t lock);
void launch_unlock(Warp *w, uint64_t lock);
/* After the run: a word of an array as it was seen; false from the other when there was no look. */
uint32_t launch_seen(const Launch *l, uint64_t address);
bool launch_looked(const Launch *l);
void launch_report(const Launch *l, const char *name, FILE *out);
#endif
