/* launches.c - programs of several GPU kernels, launched one after the other: before the next one begins all stores of
 * the last one are done (release), and every warp acquires. Warps work on lines, as wavefronts do.
 *   reuse   each kernel reads the same array, and writes a line of another one for each `ratio` lines
 *   copies  one array is copied into another, each line once
 *   share   a lock around two words that all warps change in place, by atomics and fences
 *   spills  each warp writes lines of its own and reads them back, over and over
 *   grid    five-point sums over a square of lines, from one array into the other, a kernel for each step
 * --with: lines (of each warp), launches, ratio, turns (of share), work (cycles for each line), pitch (bytes from one
 * line to the next, a multiple of a line's; 0: one behind the other), leads (1: what a machine can save whose fence is
 * an acquire: a release waits for the warp's own stores and asks for nothing, and of each core one warp acquires for
 * all between two launches). */
#include "cores/program.h"
#include <string.h>

enum { MOST_WORDS = 64, REUSE = 0, COPIES, SHARE, SPILLS, GRID };
typedef struct {
    uint32_t kind, lines, launches, ratio, turns, work, leads, line, pitch, words, all, *in;
    uint64_t at[2];
    const uint32_t *out; /* what is to be found in the array that is looked at */
} Launches;

/* Line i has the lines i - 1 and i + 1, and those `threads` away, as neighbours, going round. */
static void around(const Launches *p, uint32_t threads, uint32_t i, uint32_t *of)
{
    uint32_t list[] = {i, (i + 1) % p->all, (i + p->all - 1) % p->all, (i + threads) % p->all,
                       (i + p->all - threads) % p->all};
    memcpy(of, list, sizeof list);
}

/* What grid leaves, line by line. */
static const uint32_t *sums(CgRun *r, const Launches *p)
{
    uint32_t size = p->all * p->words, *from = cg_keep(r, size * sizeof *from), of[5];
    uint32_t *to = cg_keep(r, size * sizeof *to);
    memcpy(from, p->in, size * sizeof *from);
    for (uint32_t launch = 0; launch < p->launches; launch++) {
        for (uint32_t i = 0; i < size; i++) {
            around(p, p->all / p->lines, i / p->words, of);
            to[i] = 0;
            for (uint32_t k = 0; k < 5; k++) to[i] += from[of[k] * p->words + i % p->words];
        }
        uint32_t *other = from;
        from = to;
        to = other;
    }
    return from;
}

/* An array with these values, zero where there are none, each line where it belongs. */
static uint64_t array(CgRun *r, const Launches *p, const uint32_t *values)
{
    uint32_t apart = p->pitch / 4, *all = cg_keep(r, p->all * apart * sizeof *all);
    memset(all, 0, p->all * apart * sizeof *all);
    for (uint32_t i = 0; values && i < p->all; i++)
        memcpy(all + i * apart, values + i * p->words, p->words * sizeof *all);
    return cg_array(r, all, p->all * apart);
}

static void *prepare(CgRun *r, uint32_t kind, uint32_t launches)
{
    Launches *p = cg_keep(r, sizeof *p);
    *p = (Launches){.kind = kind, .line = cg_line_bytes(r), .lines = (uint32_t)cg_option(r, "lines", 4),
                    .launches = (uint32_t)cg_option(r, "launches", launches),
                    .ratio = (uint32_t)cg_option(r, "ratio", 4), .turns = (uint32_t)cg_option(r, "turns", 4),
                    .work = (uint32_t)cg_option(r, "work", 4), .pitch = (uint32_t)cg_option(r, "pitch", 0),
                    .leads = (uint32_t)cg_option(r, "leads", 0)};
    if (p->lines < 1 || p->lines > 4096 || p->launches < 1 || p->launches > 1000 || p->ratio < 1 || p->work > 1000)
        return cg_failed(r, "lines go from 1 to 4096, launches and work to 1000, ratio from 1"), p;
    if (p->line / 4 > MOST_WORDS || (kind == SHARE && !cg_has_atomics(r)))
        return cg_failed(r, "expected atomics, and lines of at most %d words", MOST_WORDS), p;
    if (p->pitch % p->line || p->pitch > 1 << 16) return cg_failed(r, "pitch: expected lines, and 65536 at most"), p;
    if (!p->pitch) p->pitch = p->line;
    p->words = p->line / 4;
    p->all = cg_cores(r) * cg_warps(r) * p->lines;
    p->in = cg_keep(r, p->all * p->words * sizeof *p->in);
    for (uint32_t i = 0; i < p->all * p->words && kind != SHARE; i++) p->in[i] = cg_run_rand(r, 1000);
    p->at[0] = array(r, p, kind == SHARE ? NULL : p->in);
    p->at[1] = array(r, p, kind == GRID ? p->in : NULL);
    p->out = kind == GRID ? sums(r, p) : p->in;
    return p;
}

static void *reuse_setup(CgRun *r) { return prepare(r, REUSE, 10); }
static void *copies_setup(CgRun *r) { return prepare(r, COPIES, 1); }
static void *share_setup(CgRun *r) { return prepare(r, SHARE, 1); }
static void *spills_setup(CgRun *r) { return prepare(r, SPILLS, 10); }
static void *grid_setup(CgRun *r) { return prepare(r, GRID, 6); }

static uint64_t place(const Launches *p, uint32_t array, uint32_t line) { return p->at[array] + line * p->pitch; }

static void load(Warp *w, const Launches *p, uint32_t array, uint32_t line, uint32_t *words)
{
    cg_ld_line(w, place(p, array, line), (uint8_t *)words);
}

static void store(Warp *w, const Launches *p, uint32_t array, uint32_t line, const uint32_t *words)
{
    uint8_t mask[MOST_WORDS / 2];
    memset(mask, 255, sizeof mask);
    cg_st_line(w, place(p, array, line), (const uint8_t *)words, mask);
}

static void expect(Warp *w, uint32_t found, uint32_t expected)
{
    if (found != expected) cg_failed(cg_run(w), "thread %u reads %u, not %u", cg_thread(w), found, expected);
}

/* Lines of the warp with this number lie between those of its neighbours. */
static uint32_t mine(const Warp *w, uint32_t i) { return i * cg_threads(w) + cg_thread(w); }

static void reuse(Warp *w, const Launches *p, uint32_t launch)
{
    uint32_t words[MOST_WORDS], sum = 0, expected = 0;
    for (uint32_t i = 0; i < p->lines; i++) {
        load(w, p, 0, mine(w, i), words);
        sum += words[launch % p->words];
        expected += p->in[mine(w, i) * p->words + launch % p->words];
        cg_wait(w, p->work);
        if (i % p->ratio) continue;
        words[0] = sum;
        store(w, p, 1, mine(w, i), words);
    }
    expect(w, sum, expected);
}

static void copies(Warp *w, const Launches *p)
{
    uint32_t words[MOST_WORDS];
    for (uint32_t i = 0; i < p->lines; i++) {
        load(w, p, 0, mine(w, i), words);
        cg_wait(w, p->work);
        store(w, p, 1, mine(w, i), words);
    }
}

/* The lock and the words that it guards lie in lines of their own, far from each other. */
static uint64_t shared(const Launches *p, uint32_t i) { return place(p, i != 0, p->all * (1 + i) / 4); }

static void release(Warp *w, const Launches *p)
{
    if (p->leads) cg_own_fence(w);
    else cg_fence(w);
}

/* Between two launches. */
static void acquire(Warp *w, const Launches *p)
{
    if (!p->leads || cg_warp(w) == 0) cg_fence(w);
    if (!p->leads) return;
    cg_meet(w);
    if (cg_warp(w)) cg_own_fence(w);
}

static void share(Warp *w, const Launches *p)
{
    uint64_t lock = shared(p, 0), first = shared(p, 1), second = shared(p, 2), since = cg_cycle(cg_run(w));
    for (uint32_t turn = 0; turn < p->turns; turn++) {
        while (cg_atomic(w, CG_CAS, lock, 0, 1) != 0) {
            if (cg_give_up(w, since, "the lock")) return;
            cg_wait(w, 20 + cg_rand(w, 60));
        }
        cg_fence(w);
        uint32_t a = cg_ld(w, first), b = cg_ld(w, second);
        expect(w, b, a);
        cg_st(w, first, a + 1);
        cg_st(w, second, b + 1);
        release(w, p);
        cg_atomic(w, CG_EXCHANGE, lock, 0, 0);
    }
}

static void spills(Warp *w, const Launches *p, uint32_t launch)
{
    uint32_t words[MOST_WORDS] = {0};
    for (uint32_t i = 0; i < p->lines; i++) {
        words[0] = launch + i;
        store(w, p, 1, mine(w, i), words);
    }
    for (uint32_t i = 0; i < p->lines; i++) {
        load(w, p, 1, mine(w, i), words);
        expect(w, words[0], launch + i);
        cg_wait(w, p->work);
    }
}

static void grid(Warp *w, const Launches *p, uint32_t launch)
{
    uint32_t words[MOST_WORDS], sum[MOST_WORDS], of[5];
    for (uint32_t i = 0; i < p->lines; i++) {
        memset(sum, 0, sizeof sum);
        around(p, cg_threads(w), mine(w, i), of);
        for (uint32_t k = 0; k < 5; k++) {
            load(w, p, launch % 2, of[k], words);
            for (uint32_t n = 0; n < p->words; n++) sum[n] += words[n];
        }
        cg_wait(w, p->work);
        store(w, p, 1 - launch % 2, mine(w, i), sum);
    }
}

static void look(Warp *w, const Launches *p)
{
    uint32_t words[MOST_WORDS], end = p->kind == GRID ? p->launches % 2 : 1;
    if (p->kind == SHARE && cg_thread(w) == 0) expect(w, cg_ld(w, shared(p, 1)), cg_threads(w) * p->turns);
    if (p->kind != COPIES && p->kind != GRID) return;
    for (uint32_t i = 0; i < p->lines; i++) {
        load(w, p, end, (mine(w, i) + 1) % p->all, words); /* a neighbour's */
        for (uint32_t n = 0; n < p->words; n++)
            expect(w, words[n], p->out[(mine(w, i) + 1) % p->all * p->words + n]);
    }
}

static void body(Warp *w, void *arg)
{
    const Launches *p = arg;
    for (uint32_t launch = 0; launch < p->launches; launch++) {
        if (p->kind == REUSE) reuse(w, p, launch);
        else if (p->kind == COPIES) copies(w, p);
        else if (p->kind == SHARE) share(w, p);
        else if (p->kind == SPILLS) spills(w, p, launch);
        else grid(w, p, launch);
        release(w, p);
        cg_meet(w);
        acquire(w, p);
    }
    look(w, p);
}

const CgKernel cg_kernel_reuse = {"reuse", "kernels that read one array and write another", reuse_setup, body, NULL,
                                  NULL, NULL, false};
const CgKernel cg_kernel_copies = {"copies", "an array is copied", copies_setup, body, NULL, NULL, NULL, false};
const CgKernel cg_kernel_share = {"share", "two words behind a lock", share_setup, body, NULL, NULL, NULL, false};
const CgKernel cg_kernel_spills = {"spills", "lines that only one warp uses", spills_setup, body, NULL, NULL, NULL,
                                   false};
const CgKernel cg_kernel_grid = {"grid", "sums of neighbouring lines, a kernel for each step", grid_setup, body, NULL,
                                 NULL, NULL, false};
