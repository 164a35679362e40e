/* getm.h - `./run bench getm`. */
#ifndef COHGEN_BENCH_GETM_H
#define COHGEN_BENCH_GETM_H
#include "bench.h"

typedef struct { int requests, cores, warps, each; const char *entries, *program; } GetmOptions;
extern GetmOptions getm;
/* "\nTABLE: TEXT" */
void getm_title(Bench *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What cohgen_tx tells of a run, each figure as it is written there. */
typedef struct {
    const char *cycles, *aborts;             /* aborts per 1000 commits */
    const char *granules, *mean_granules;    /* that requests wait for: most, mean */
    const char *requests, *mean_requests;    /* that wait: most in all, mean */
    const char *unit, *beside, *queued;      /* most in one partition, with them on a granule, queued in all */
    const char *late, *falsely, *left;       /* refused for their time, of these falsely; entries that left the table */
} Told;
Told getm_told(Arena *a, const char *report);

/* ---- getm_unit.c: the emitted validation unit ---- */
void getm_occupied(Bench *b);
void getm_locked(Bench *b);
void getm_hits(Bench *b);
void getm_others(Bench *b);
void getm_commit(Bench *b);
/* ---- getm_cores.c: the cores in C with the reference of the partition ---- */
void getm_aborts(Bench *b);
void getm_locks(Bench *b);
void getm_mixes(Bench *b);
void getm_sizes(Bench *b);
void getm_false(Bench *b);
void getm_stall(Bench *b);
#endif
