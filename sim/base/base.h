/* base.h - what every part of the simulator shares: the status of a run, random numbers, memory that cannot fail,
 * look-up by name. */
#ifndef COHGEN_SIM_BASE_H
#define COHGEN_SIM_BASE_H
#include "model/model.h"
#include <stddef.h>
#include <stdio.h>

#define SIM_NONE UINT32_MAX

#if defined __GNUC__
#define SIM_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define SIM_PRINTF(f, a)
#endif

/* Exit codes of the simulator. */
enum { SIM_EXIT_OK = 0, SIM_EXIT_FAILED = 1, SIM_EXIT_USAGE = 2, SIM_EXIT_ENVIRONMENT = 3 };

/* What is asked of the answers (docs/memory-models.md). */
typedef enum { SIM_MODEL_SC, SIM_MODEL_WEAK, SIM_MODEL_SCOPED, SIM_MODEL_QUANTA, SIM_MODELS } SimModel;

/* The clock and the verdict so far; the first failure stops the run. */
typedef struct {
    uint64_t cycle;    /* cycles completed, reset included */
    uint32_t failures;
    char first[512];   /* text of the first failure */
    uint64_t first_cycle;
    const char *first_kind; /* what all failures of its kind have in common: the format of the text */
    FILE *err;         /* where failures are printed; NULL: nowhere */
} SimStatus;

/* Records a failure: prints "error: cycle N: <text>" for the first few. */
void sim_fail(SimStatus *s, const char *format, ...) SIM_PRINTF(2, 3);

/* splitmix64: any seed is good, streams from different seeds are independent enough for tests. */
/* lo <= x < hi; all zero: nothing. */
typedef struct { uint64_t lo, hi; } SimRange;
static inline bool sim_in_range(SimRange r, uint64_t x) { return x >= r.lo && x < r.hi; }

typedef struct { uint64_t state; } SimRng;

static inline uint64_t sim_random(SimRng *r)
{
    uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Uniform in 0..n-1 (bias below 2^-32); n = 0 gives 0. */
static inline uint32_t sim_below(SimRng *r, uint32_t n) { return (uint32_t)((sim_random(r) >> 32) * n >> 32); }

/* True in `percent` of the calls. */
static inline bool sim_percent(SimRng *r, uint32_t percent) { return percent != 0 && sim_below(r, 100) < percent; }

/* Allocation that ends the process with SIM_EXIT_ENVIRONMENT when memory runs out; zeroed. */
void *sim_alloc(size_t count, size_t size);
/* The same, not zeroed: what is never touched costs nothing. */
void *sim_room(size_t size);
/* Grows *array (of *capacity elements) to hold at least `need`; doubling. */
void *sim_grow(void *array, size_t *capacity, size_t need, size_t size);

/* The field called `name`, or a field of width 0. */
CgField sim_field(const CgField *fields, uint32_t n, const char *name);
/* The code of `name`, or SIM_NONE. */
uint32_t sim_code(const CgName *names, uint32_t n, const char *name);
/* The name of `code`, or "?". */
const char *sim_name(const CgName *names, uint32_t n, uint32_t code);

bool sim_name_ends(const char *name, const char *end);

/* Most are single bits, or within a word. */
static inline uint64_t sim_get(const uint32_t *v, uint32_t base, CgField f)
{
    uint32_t at = base + f.lsb;
    if (f.width == 1) return v[at / 32] >> at % 32 & 1;
    if (f.width - 1 < 31 && at % 32 + f.width <= 32) return v[at / 32] >> at % 32 & ((UINT32_C(1) << f.width) - 1);
    return cg_get(v, at, f.width);
}

static inline void sim_put(uint32_t *v, uint32_t base, CgField f, uint64_t x)
{
    uint32_t at = base + f.lsb, bit = UINT32_C(1) << at % 32;
    if (f.width == 1) v[at / 32] = x & 1 ? v[at / 32] | bit : v[at / 32] & ~bit;
    else cg_put(v, at, f.width, x);
}

/* A field of one bit, found once: what is looked at in every cycle. One that is not there reads 0; a put is lost. */
typedef struct {
    uint32_t word, bit, mask;
} SimPin;

static inline SimPin sim_pin(uint32_t base, CgField f)
{
    uint32_t at = base + f.lsb;
    return f.width ? (SimPin){at / 32, at % 32, 1} : (SimPin){0};
}

static inline bool sim_pin_get(const uint32_t *v, SimPin p) { return v[p.word] >> p.bit & p.mask; }

static inline void sim_pin_put(uint32_t *v, SimPin p, bool x)
{
    v[p.word] = (v[p.word] & ~(p.mask << p.bit)) | (x & p.mask) << p.bit;
}
#endif
