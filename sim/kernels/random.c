/* random.c - random loads, stores and atomics on a few lines that every warp shares; the history is what is judged.
 * --with: lines (shared lines), words (used in each line; 1 = no false sharing), stride (distance of the lines, in
 * lines: a multiple of the number of sets makes them compete for the same ways), loads, stores, atomics (weights), wide
 * (percent of loads and stores that take the whole line), evict (percent of operations that load another line at the
 * same stride, to force evictions), evict_lines, evict_stores (1: where the operation is a store, they store, so that
 * lines that are nowhere are written), delay (largest random delay), fences (percent of operations behind a fence),
 * strong (where requests have scopes: percent of operations and fences with an order and a scope of those that the port
 * can do; each as likely). */
#include "cores/program.h"
#include "kernels/kernels.h"
#include "litmus/litmus.h"
#include <string.h>

enum { KINDS = LITMUS_FENCE + 1, STRENGTHS = LITMUS_ORDERS * LITMUS_SCOPES };
/* What a port can do of a kind. */
typedef struct { uint32_t n, order[STRENGTHS], scope[STRENGTHS]; } Strengths;

typedef struct {
    Strengths can[KINDS];
    uint64_t strong;
    uint64_t lines, words, stride, loads, stores, atomics, wide, evict, evict_lines, evict_stores, delay, fences, ops;
    uint64_t base, evict_base;
    uint32_t line_bytes, unique; /* unique: latest value written by anyone */
    const CgRun *run;
} Random;

/* No two words of memory are the same at first, so that a line that was never written can be told from another, or from
 * none. */
static void fill(CgRun *r, Random *p, uint64_t base, uint64_t lines)
{
    for (uint64_t i = 0; i < lines; i++)
        for (uint32_t k = 0; k < p->line_bytes; k += 4)
            cg_poke(r, base + i * p->stride * p->line_bytes + k, ++p->unique);
}

static void find_strengths(CgRun *r, Random *p)
{
    if (!cg_has_scopes(r)) return;
    for (int kind = 0; kind < KINDS; kind++)
        for (int order = LITMUS_ORDER_RELAXED; order < LITMUS_ORDERS; order++)
            for (int scope = LITMUS_CTA; scope < LITMUS_SCOPES; scope++) {
                Strengths *s = &p->can[kind];
                bool can = litmus_order_fits((LitmusKind)kind, (LitmusOrder)order) &&
                           cg_can(r, (uint32_t)kind, (uint32_t)order, (uint32_t)scope);
                if (can) s->order[s->n] = (uint32_t)order, s->scope[s->n++] = (uint32_t)scope;
            }
    p->strong = cg_option(r, "strong", 50);
}

static void *setup(CgRun *r)
{
    Random *p = cg_keep(r, sizeof *p);
    p->run = r;
    cg_beside(r, &cg_kernel_generic);
    p->line_bytes = cg_line_bytes(r);
    p->lines = cg_option(r, "lines", 6);
    p->words = cg_option(r, "words", 2);
    p->stride = cg_option(r, "stride", 1);
    p->loads = cg_option(r, "loads", 60);
    p->stores = cg_option(r, "stores", 30);
    p->atomics = cg_has_atomics(r) ? cg_option(r, "atomics", 10) : 0 * cg_option(r, "atomics", 0);
    p->wide = cg_option(r, "wide", 5);
    p->evict = cg_option(r, "evict", 5);
    p->evict_lines = cg_option(r, "evict_lines", 32);
    p->evict_stores = cg_option(r, "evict_stores", 0);
    p->delay = cg_option(r, "delay", 10);
    find_strengths(r, p);
    p->fences = cg_option(r, "fences", cg_has_scopes(r) ? 20 : 0);
    p->ops = cg_operations(r, 1000);
    if (p->words == 0 || p->words > p->line_bytes / 4) p->words = p->line_bytes / 4;
    if (p->lines == 0 || p->stride == 0 || p->loads + p->stores + p->atomics == 0) {
        cg_failed(r, "lines, stride and the sum of the weights must be at least 1");
        return p;
    }
    uint64_t span = p->lines * p->stride * p->line_bytes, room = cg_free_bytes(r);
    p->base = cg_alloc(r, span);
    if (span < room && p->evict_lines > (room - span) / (p->stride * p->line_bytes))
        p->evict_lines = (room - span) / (p->stride * p->line_bytes);
    if (p->evict_lines) p->evict_base = cg_alloc(r, p->evict_lines * p->stride * p->line_bytes);
    fill(r, p, p->base, p->lines);
    fill(r, p, p->evict_base, p->evict_lines);
    return p;
}

static uint64_t some_line(Warp *w, const Random *p)
{
    return p->base + cg_rand(w, (uint32_t)p->lines) * p->stride * p->line_bytes;
}
static uint64_t some_word(Warp *w, const Random *p)
{
    return some_line(w, p) + 4 * (uint64_t)cg_rand(w, (uint32_t)p->words);
}

/* How strong the next operation is. */
static void draw(Warp *w, const Random *p, LitmusKind kind)
{
    const Strengths *s = &p->can[kind];
    if (s->n == 0 || cg_rand(w, 100) >= p->strong) return;
    uint32_t i = cg_rand(w, s->n);
    cg_as(w, s->order[i], s->scope[i]);
}

/* Mostly operations that write unique values, so that the checker can tell what was read. */
static void atomic(Warp *w, Random *p, uint32_t last)
{
    uint64_t at = some_word(w, p);
    uint32_t dice = cg_rand(w, 100);
    draw(w, p, LITMUS_ATOMIC);
    if (dice < 50) cg_atomic(w, CG_EXCHANGE, at, ++p->unique, 0);
    else if (dice < 75) cg_atomic(w, CG_CAS, at, last, ++p->unique);
    else if (dice < 90) cg_atomic(w, CG_ADD, at, 0x1000000 + cg_rand(w, 0x10000000), 0);
    else {
        uint32_t a = cg_rand(w, UINT32_MAX);
        int op = CG_MIN + (int)cg_rand(w, 5);
        cg_atomic(w, cg_has_op(p->run, op) ? op : CG_ADD, at, a, 0);
    }
}

static void store(Warp *w, Random *p, bool wide)
{
    uint8_t bytes[256], mask[32] = {0};
    draw(w, p, LITMUS_STORE);
    if (!wide) {
        cg_st(w, some_word(w, p), ++p->unique);
        return;
    }
    for (uint32_t i = 0; i < p->line_bytes; i += 4) {
        uint32_t v = ++p->unique;
        memcpy(bytes + i, &v, 4);
        if (cg_rand(w, 2)) mask[i / 8] |= (uint8_t)(15u << i % 8);
    }
    mask[0] |= 15;
    cg_st_line(w, some_line(w, p), bytes, mask);
}

static void evict(Warp *w, Random *p, bool stores)
{
    uint64_t at = p->evict_base + cg_rand(w, (uint32_t)p->evict_lines) * p->stride * p->line_bytes;
    if (stores && p->evict_stores) cg_st(w, at, ++p->unique);
    else cg_ld(w, at);
}

static void body(Warp *w, void *arg)
{
    Random *p = arg;
    uint32_t total = (uint32_t)(p->loads + p->stores + p->atomics), last = 0;
    uint8_t line[256];
    for (uint64_t i = 0; i < p->ops; i++) {
        if (p->delay) cg_wait(w, cg_rand(w, 4) ? 0 : cg_rand(w, (uint32_t)p->delay + 1));
        if (p->fences && cg_rand(w, 100) < p->fences) draw(w, p, LITMUS_FENCE), cg_fence(w);
        uint32_t dice = cg_rand(w, total);
        bool wide = cg_rand(w, 100) < p->wide;
        if (dice < p->loads) draw(w, p, LITMUS_LOAD);
        if (p->evict_lines && cg_rand(w, 100) < p->evict) evict(w, p, dice >= p->loads && dice < p->loads + p->stores);
        else if (dice < p->loads && wide) cg_ld_line(w, some_line(w, p), line);
        else if (dice < p->loads) last = cg_ld(w, some_word(w, p));
        else if (dice < p->loads + p->stores) store(w, p, wide);
        else atomic(w, p, last);
    }
}

const CgKernel cg_kernel_random = {
    "random", "random loads, stores and atomics on shared lines", setup, body, NULL, NULL, NULL, false};
