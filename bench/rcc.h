/* rcc.h - `./run bench rcc`: its machine, its workloads, its tables. */
#ifndef COHGEN_BENCH_RCC_H
#define COHGEN_BENCH_RCC_H
#include "bench.h"

enum { RCC_WORKLOADS = 16 };

typedef struct {
    int cores, warps, banks, seeds, size, most;
    const char *only; /* workloads; NULL: those of the table */
} RccOptions;
extern RccOptions rcc;
extern Words rcc_work; /* workloads of the table at hand */

/* The latencies and bandwidths of table 3.3 in cycles of the cores, see docs/results.md: 340 to L2 and back, 460 to
 * memory; 16 bytes per cycle and link, and per cycle and bank's memory. NET_LATENCY: each way. */
#define RCC_TABLE_3_3 "FLIT_BITS=128 BEAT_BYTES=16 MEM_SLOTS=16 NET_LATENCY=159"
#define RCC_TIMING "--latency 100 --jitter 0 --backpressure 0 --watchdog 1000000"

/* "CORES=8 WARPS=16 BANKS=4" */
char *rcc_size(Bench *b);
/* Builds a system of that size, with more sets. Its simulator. */
const char *rcc_design(Bench *b, const char *name, const char *spec, const char *sets);
/* RCC as it is shipped; the same with leases and renewal as pins. Its simulator. */
const char *rcc_shipped(Bench *b);
const char *rcc_leases(Bench *b);
/* The pins of a lease that is predicted, or fixed. */
#define RCC_PREDICTED "--pin LEASE_MIN=8 --pin LEASE_MAX=2048 --pin RENEWAL=1"
char *rcc_fixed(Bench *b, int lease, bool renewal);
/* Asks for runs of a program under a configuration's name: every workload, every seed. */
void rcc_every(Bench *b, const char *configuration, const char *program, const char *options);
/* The command of a workload, without its seed. */
Words rcc_command(Bench *b, const char *program, const char *workload);
/* Those workloads if the command line has not named others. */
void rcc_workloads(Bench *b, const char *names);
/* A figure of a configuration and workload, added up over the seeds. */
double rcc_sum(const Bench *b, const char *configuration, const char *workload, const char *figure);

/* ---- rcc_time.c: latencies, leases, logical time, order ---- */
void rcc_storage(Bench *b);
void rcc_latency(Bench *b);
void rcc_load(Bench *b);
void rcc_expired(Bench *b);
void rcc_lease_table(Bench *b);
void rcc_time(Bench *b);
void rcc_order(Bench *b);
void rcc_weak(Bench *b);
/* ---- rcc_traffic.c ---- */
void rcc_traffic(Bench *b);
/* ---- rcc_others.c: beside other protocols, added up over the seeds ---- */
void rcc_mesi(Bench *b);
void rcc_tc(Bench *b);
/* ---- rcc_peers.c: beside other protocols, means and spreads over the seeds ---- */
void rcc_peers(Bench *b);
void rcc_ceiling(Bench *b);
void rcc_intra(Bench *b);
void rcc_energy(Bench *b);
/* A peer's simulator, built once; its messages are as long as what is in them: rcc_peer, mesi_wt, tcs, tcw, ideal. */
const char *rcc_peer(Bench *b, const char *name);
/* A table of ratios "A/B C/D": of cycles, flits, held, energy, or chip (energy without memory's). */
void rcc_ratios(Bench *b, const char *what, const char *head, const char *pairs);
/* ---- rcc_blocked.c ---- */
void rcc_blocked(Bench *b);
/* ---- rcc_speed.c ---- */
void rcc_speed(Bench *b);
void rcc_rollover(Bench *b);
#endif
