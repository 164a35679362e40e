/* stc.h - `./run bench stc`: its machine, its programs, its tables. */
#ifndef COHGEN_BENCH_STC_H
#define COHGEN_BENCH_STC_H
#include "bench.h"

typedef struct { int cus, warps, sets, ways, period, bits, lines, latency, net, lease; const char *only; } StcOptions;
extern StcOptions stc;
extern Words stc_programs;

/* Simulators, each with so many sets of an L1: STC with variant and period as pins; the same without a fetch of what is
 * written; the baseline; TC-strong. */
const char *stc_design(Bench *b, const char *name, int sets, const char *more);
const char *stc_whole(Bench *b);
const char *stc_baseline(Bench *b, const char *name, int sets);
const char *stc_strong(Bench *b);
/* The pins of a variant: NV, ES, AB, MB. */
char *stc_pins(Bench *b, const char *variant, int period);

/* Asks for a run of a program; its result; figures of it. */
void   stc_ask(Bench *b, const char *configuration, const char *simulator, const char *program, int lines,
               const char *options);
const Result *stc_of(Bench *b, const char *configuration, const char *program);
double stc_cycles(Bench *b, const char *configuration, const char *program);
double stc_hits(const Result *r);                       /* of loads, in percent */
double stc_rows(const Result *r, const char *figure);   /* of the digest `stc` */
double stc_blocked(const Result *r);                    /* stores that were blocked */
double stc_share(const Result *r);                      /* of epochs in the messages, in percent */
double stc_against(double cycles, double base);         /* longer, in percent */

/* ---- stc_tables.c ---- */
void stc_idle(Bench *b);
void stc_programs_table(Bench *b);
void stc_leases(Bench *b);
void stc_periods(Bench *b);
void stc_change(Bench *b);
void stc_bands(Bench *b);
void stc_bits(Bench *b);
void stc_cache(Bench *b);
void stc_generations(Bench *b);
#endif
