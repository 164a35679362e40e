/* program.h - how to write a program for the simulated cores.
 *
 * A kernel is a C function that every warp runs; memory operations block the warp until the design answers. To add one:
 *   1. write sim/kernels/sum.c:
 *        #include "cores/program.h"
 *        static void *setup(CgRun *r) { uint64_t *a = cg_keep(r, sizeof *a); *a = cg_alloc(r, 4); return a; }
 *        static void body(Warp *w, void *arg)
 *        {
 *            cg_atomic(w, CG_ADD, *(uint64_t *)arg, cg_thread(w) + 1, 0);
 *            cg_barrier(w);
 *            uint32_t n = cg_threads(w), v = cg_ld(w, *(uint64_t *)arg);
 *            if (v != n * (n + 1) / 2) cg_failed(cg_run(w), "sum is %u", v);
 *        }
 *        const CgKernel cg_kernel_sum = {"sum", "every warp adds its number", setup, body, NULL, NULL, NULL, false};
 *   2. add the line  CG_KERNEL(sum)  to sim/kernels/kernels.def;
 *   3. run it with  --test sum .
 * The consistency of all operations is checked after the run, whatever the kernel does. */
#ifndef COHGEN_SIM_PROGRAM_H
#define COHGEN_SIM_PROGRAM_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Warp Warp;   /* one thread of a simulated core */
typedef struct CgRun CgRun; /* the run as seen from outside the design */

typedef struct {
    const char *name, *doc;
    /* before the first cycle; its result is passed to the others; may be NULL */
    void *(*setup)(CgRun *r);
    void (*body)(Warp *w, void *arg);       /* run by every used warp */
    /* after the last warp has ended; calls cg_failed if the result is wrong; may be NULL */
    void (*check)(CgRun *r, void *arg);
    void (*report)(void *arg, FILE *out);   /* lines for the report; may be NULL */
    void (*finish)(void *arg);              /* gives back what setup took from elsewhere than cg_keep; may be NULL */
    bool any_port;                          /* runs on ports without loads and stores of lines, too */
} CgKernel;
/* In setup: another kernel that runs meanwhile on the ports on which this one cannot. */
void cg_beside(CgRun *r, const CgKernel *kernel);

/* Operations of a warp; addresses are byte addresses, words have 32 bits and are aligned. */
enum { CG_ADD, CG_EXCHANGE, CG_CAS, CG_MIN, CG_MAX, CG_AND, CG_OR, CG_XOR }; /* CG_CAS stores b if the word equals a */
uint32_t cg_ld(Warp *w, uint64_t address);
void cg_st(Warp *w, uint64_t address, uint32_t value);
uint32_t cg_atomic(Warp *w, int op, uint64_t address, uint32_t a, uint32_t b); /* returns the old value */
/* How strong the next of these and of the loads and stores is: a LitmusOrder and a LitmusScope (litmus/litmus.h), for
   ports whose events say how strong they are; elsewhere nothing changes. Without it a load or store is plain (weak), an
   atomic relaxed.sys, a fence sc.sys. cg_can: the port has an event that strong, for a LitmusKind. */
void cg_as(Warp *w, uint32_t order, uint32_t scope);
bool cg_can(const CgRun *r, uint32_t kind, uint32_t order, uint32_t scope);
bool cg_has_scopes(const CgRun *r);         /* the events of the port say how strong they are */
/* A look at a word that others will change, in a loop: an atomic that adds 0, since a design may let a plain load
   return an old value for any length of time; with --poll-loads a load. */
uint32_t cg_poll(Warp *w, uint64_t address);
void cg_fence(Warp *w);                                  /* costs nothing on designs without such an event */
void cg_own_fence(Warp *w);  /* waits for the warp's own stores and asks for nothing: a release where that is one */
void cg_ld_line(Warp *w, uint64_t address, uint8_t *bytes);
void cg_st_line(Warp *w, uint64_t address, const uint8_t *bytes, const uint8_t *mask); /* one mask bit per byte */
/* The lanes of a warp, which access words at once: one request for each line that they touch. Where several store to
   one word the last lane's value stays. */
enum { CG_LANES = 32 };
typedef struct { uint32_t on, value[CG_LANES]; uint64_t address[CG_LANES]; } CgLanes; /* on: bit n, lane n takes part */
void cg_ld_lanes(Warp *w, CgLanes *l);
void cg_st_lanes(Warp *w, const CgLanes *l);
/* The same load, which the warp need not wait for (--ahead N: for so many lines, with --model weak): the values are
   there behind cg_loaded, which waits for all of them. */
void cg_ld_later(Warp *w, CgLanes *l);
void cg_loaded(Warp *w);
/* a random request of the port on one of `keys` lines; one reply is awaited */
void cg_any(Warp *w, uint32_t keys);
/* each request of the port that is about no key, once: what it ends (a transaction) is not left open */
void cg_close(Warp *w);
/* A request by the name of its event, for ports that know more than loads and stores; line: cg_line_bytes bytes that
   are sent with it, and the ones that come back, or NULL. The name of the reply. It does not enter the history: the
   kernel judges. */
const char *cg_ask(Warp *w, const char *event, uint64_t address, uint8_t *line);
/* What this field is in the next cg_ask; without it is random. And a field of the answer, 0 if it has none such. */
void cg_give(Warp *w, const char *field, uint64_t value);
uint64_t cg_answer(const Warp *w, const char *field);
bool cg_has_event(const Warp *w, const char *event);     /* the port has a request of this name */
bool cg_error(const Warp *w);                            /* the last operation was answered with an error */

/* Runs `block` as a transaction: all of it takes effect at once. It is left in the middle and begun again when it
   conflicts, after a pause (--backoff): what it changes in C, other than its own variables, is not undone. Within, only
   cg_ld and cg_st access memory, on emitted cores also those of lanes, which are all of the one transaction. Only on
   designs that have transactions; words that are used within are not to be stored to outside. The history of all
   transactions is judged after the run: docs/simulation.md, Transactions. */
void cg_transaction(Warp *w, void (*block)(Warp *w, void *arg), void *arg);
bool cg_has_transactions(const CgRun *r);

/* Waiting. */
void cg_wait(Warp *w, uint32_t cycles);
void cg_barrier(Warp *w);      /* all warps, by operations on memory: what was done before it is visible after it */
/* all warps, outside of memory: orders nothing; true for exactly one of them, which is the last to arrive */
bool cg_meet(Warp *w);

/* Workgroups: cg_group_waves neighbouring warps of a core are a slot, its wavefronts; they get workgroups together, in
   turn with the other slots. Where the port has the requests `work`, `barrier` and `next` these are they, and the
   design decides; a program that does not ask for workgroups there has those that it is given at first. */
void cg_compute(Warp *w, uint32_t n);               /* n instructions of one cycle that do not access memory */
void cg_group_barrier(Warp *w);                     /* of the workgroup; a fence before it orders stores */
bool cg_next_group(Warp *w, uint32_t *group);       /* false: there is none left, the program has to end */
/* Behind that: the workgroups of another program, of all wavefronts or none. Only where the design gives workgroups. */
void cg_again(Warp *w);
uint32_t cg_wave(const Warp *w);                    /* which of its workgroup's wavefronts, from 0 */
uint32_t cg_group_slot(const Warp *w);
uint32_t cg_group_waves(CgRun *r);                  /* parameter WAVES of the design, else --with waves, else all */
uint32_t cg_group_slots(CgRun *r);
uint32_t cg_groups(CgRun *r); /* how many in all: --pin or parameter GROUPS, else --with groups, else 2 * slots + 1 */

/* For loops that poll: fails the run, and returns true for ever, once the loop that began in cycle `since` has lasted
   ten times the watchdog's limit: polls are answered, so that the watchdog itself sees nothing. */
bool cg_give_up(Warp *w, uint64_t since, const char *what);

/* Who am I. Cores, warps and threads count the used ones, from 0. */
uint32_t cg_core(const Warp *w);
uint32_t cg_warp(const Warp *w);
uint32_t cg_thread(const Warp *w);
uint32_t cg_threads(const Warp *w);
uint32_t cg_rand(Warp *w, uint32_t n); /* 0..n-1; in a transaction it differs from attempt to attempt */
CgRun *cg_run(Warp *w);

/* The run. */
uint32_t cg_cores(const CgRun *r);
/* GPUs that share the cores in their order, equally many each; 0: the port says nothing of GPUs, or cores are left out.
   The GPU of a core. */
uint32_t cg_gpus(const CgRun *r);
uint32_t cg_gpu(const CgRun *r, uint32_t core);
uint32_t cg_warps(const CgRun *r);               /* per core */
uint32_t cg_all_threads(const CgRun *r);         /* threads of all cores */
/* setup only: use at most so many, unless the command line says otherwise */
void cg_use(CgRun *r, uint32_t cores, uint32_t warps);
uint32_t cg_line_bytes(const CgRun *r);
uint64_t cg_memory_bytes(const CgRun *r);        /* size of the address space, at most 2^63 */
bool cg_has_atomics(const CgRun *r);
bool cg_has_op(const CgRun *r, int op);     /* the port has a code for this CG_ADD... */
uint64_t cg_option(CgRun *r, const char *name, uint64_t value);  /* from --with name=value; `value` if absent */
const char *cg_argument(const CgRun *r, uint32_t i);             /* i-th further word of the command line, or NULL */
uint64_t cg_operations(const CgRun *r, uint64_t value);      /* --ops; `value` if absent */
uint64_t cg_seed(const CgRun *r);
uint64_t cg_cycle(const CgRun *r);
uint32_t cg_run_rand(CgRun *r, uint32_t n);
void *cg_keep(CgRun *r, size_t bytes);           /* zeroed memory that lives as long as the run */
uint64_t cg_alloc(CgRun *r, uint64_t bytes);     /* simulated memory, starts at a line */
/* memory for n words that holds these values at first; NULL: zeros */
uint64_t cg_array(CgRun *r, const uint32_t *values, uint32_t n);
uint64_t cg_free_bytes(const CgRun *r);          /* how much of it is left */
void cg_poke(CgRun *r, uint64_t address, uint32_t value);  /* sets memory: only where no operation has been yet */
/* In check: the value that the last write of the word has left, as the rows of the design order writes. */
uint32_t cg_peek(CgRun *r, uint64_t address);
bool cg_memory_error(const CgRun *r, uint64_t address); /* memory cannot read this line: --mem-error */
uint32_t cg_model(const CgRun *r);               /* --model, as a LitmusModel */
uint64_t cg_recorded(const CgRun *r);            /* operations in the history so far */
void cg_record(CgRun *r, bool on);               /* whether operations enter the history that is checked; on at first */
void cg_failed(CgRun *r, const char *format, ...)
#if defined __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* cg_option within a range; else the run fails. */
static inline uint64_t cg_option_in(CgRun *r, const char *name, uint64_t value, uint64_t least, uint64_t most)
{
    value = cg_option(r, name, value);
    if (value >= least && value <= most) return value;
    cg_failed(r, "%s goes from %llu to %llu", name, (unsigned long long)least, (unsigned long long)most);
    return least;
}
#endif
