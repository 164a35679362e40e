/* tree.c - bodies in a quadtree, as the tree of a Barnes-Hut simulation: in each step all warps insert their bodies
 * into one tree, locking the one child that they change (Burtscher and Pingali 2011), then each walks from the root to
 * its bodies and looks at what lies beside the path, then the bodies move. The shape of such a tree depends on the
 * places of the bodies alone: the number of its cells is compared with a sequential program, and every body must be
 * found.
 * --with: bodies (of each warp), steps. */
#include "cores/program.h"

enum { CHILDREN = 4, DEPTH = 16 };                       /* places have 16 bits in each direction */
static const uint32_t locked = 0x40000000, is_body = 0x80000000; /* a child is 0, a cell (from 1), a body, or locked */

typedef struct {
    uint32_t per_warp, n, steps, room, *places, *cells, *found, missing, beside;
    uint64_t bodies, nodes, counters, line, spins;
} Tree;

/* The place of a body in a step: x in the high half, y in the low one; no two are equal, since 2^32 is turned by an odd
 * factor. */
static uint32_t place_of(uint32_t body, uint32_t step) { return (body + step * 7919u) * 2654435769u; }
static uint32_t quadrant(uint32_t place, uint32_t depth)
{
    return (place >> (31 - depth) & 1) << 1 | (place >> (15 - depth) & 1);
}

/* Cells of the tree of these places: one where two or more meet. */
static uint32_t count_cells(uint32_t *place, uint32_t n, uint32_t depth)
{
    uint32_t cells = 1, begin = 0;
    for (uint32_t q = 0; q < CHILDREN; q++) {
        uint32_t end = begin;
        for (uint32_t i = begin; i < n; i++)
            if (quadrant(place[i], depth) == q) {
                uint32_t other = place[end];
                place[end++] = place[i];
                place[i] = other;
            }
        if (end - begin > 1) cells += count_cells(place + begin, end - begin, depth + 1);
        begin = end;
    }
    return cells;
}

static void *setup(CgRun *r)
{
    Tree *t = cg_keep(r, sizeof *t);
    uint64_t bodies = cg_option(r, "bodies", 4), steps = cg_option(r, "steps", 2);
    if (bodies < 1 || bodies > 1000 || steps < 1 || steps > 1000)
        return cg_failed(r, "bodies and steps go from 1 to 1000"), t;
    if (!cg_has_atomics(r)) return cg_failed(r, "needs atomics"), t;
    t->per_warp = (uint32_t)bodies, t->steps = (uint32_t)steps, t->n = t->per_warp * cg_cores(r) * cg_warps(r),
    t->line = cg_line_bytes(r);
    t->places = cg_keep(r, t->n * sizeof *t->places);
    t->cells = cg_keep(r, steps * sizeof *t->cells);
    t->found = cg_keep(r, steps * sizeof *t->found);
    for (uint32_t s = t->steps; s-- > 0;) {
        for (uint32_t i = 0; i < t->n; i++) t->places[i] = place_of(i, s);
        t->cells[s] = count_cells(t->places, t->n, 0);
        if (t->cells[s] > t->room) t->room = t->cells[s];
    }
    for (uint32_t i = 0; i < t->n; i++) t->places[i] = place_of(i, 0);
    t->bodies = cg_array(r, t->places, t->n);
    t->nodes = cg_array(r, NULL, (t->room + 1) * CHILDREN);
    t->counters = cg_alloc(r, t->line);
    cg_poke(r, t->counters, 1); /* cells in use: the root */
    return t;
}

static uint64_t child(const Tree *t, uint32_t cell, uint32_t q)
{
    return t->nodes + 4 * ((uint64_t)cell * CHILDREN + q);
}
static uint32_t place(Warp *w, const Tree *t, uint32_t body)
{
    return cg_ld(w, t->bodies + 4 * (uint64_t)(body % t->n));
}

static uint32_t new_cell(Warp *w, Tree *t)
{
    uint32_t cell = cg_atomic(w, CG_ADD, t->counters, 1, 0);
    return cell < t->room ? cell : t->room; /* more than there can be: the comparison tells */
}

typedef struct { uint32_t number, place; } Body;

/* A cell with two bodies, and below it as many as it takes to part them. Nobody else knows it yet. */
static uint32_t cell_of_two(Warp *w, Tree *t, Body a, Body b, uint32_t depth)
{
    uint32_t cell = new_cell(w, t), qa = quadrant(a.place, depth), qb = quadrant(b.place, depth);
    if (qa != qb) {
        cg_st(w, child(t, cell, qa), is_body | a.number);
        cg_st(w, child(t, cell, qb), is_body | b.number);
    } else if (depth + 1 < DEPTH) cg_st(w, child(t, cell, qa), cell_of_two(w, t, a, b, depth + 1));
    return cell;
}

/* A child is read by a load, which may be old; one that is locked is read again by an atomic, since a load may stay old
 * for any time. */
static void insert(Warp *w, Tree *t, uint32_t body)
{
    uint32_t mine = place(w, t, body), cell = 0, depth = 0, pause = 8;
    uint64_t since = cg_cycle(cg_run(w)), at = child(t, cell, quadrant(mine, depth));
    uint32_t v = cg_ld(w, at);
    while (!cg_give_up(w, since, "a child of the tree")) {
        if (v == locked) {
            t->spins++;
            cg_wait(w, 1 + cg_rand(w, pause));
            if (pause < 512) pause *= 2;
            v = cg_poll(w, at);
        } else if (v == 0 || v & is_body) {
            uint32_t was = v;
            if ((v = cg_atomic(w, CG_CAS, at, was, locked)) != was) continue;
            cg_fence(w);
            uint32_t now = is_body | body;
            if (was) {
                Body there = {was & ~is_body, place(w, t, was & ~is_body)};
                now = cell_of_two(w, t, there, (Body){body, mine}, depth + 1);
            }
            cg_fence(w);
            cg_st(w, at, now);
            return;
        } else {
            if (v > t->room || ++depth == DEPTH) { t->missing++; return; }
            cell = v;
            at = child(t, cell, quadrant(mine, depth));
            v = cg_ld(w, at);
        }
    }
}

/* From the root to a body, looking at all children of the cells on the way. */
static void walk(Warp *w, Tree *t, uint32_t body)
{
    uint32_t mine = place(w, t, body), cell = 0;
    for (uint32_t depth = 0; depth < DEPTH; depth++) {
        uint32_t next = 0;
        for (uint32_t q = 0; q < CHILDREN; q++) {
            uint32_t v = cg_ld(w, child(t, cell, q));
            if (q == quadrant(mine, depth)) next = v;
            else t->beside += v != 0;
        }
        if (next == (is_body | body)) return;
        if (next == 0 || next & is_body || next >= t->room) break;
        cell = next;
    }
    t->missing++;
}

/* The tree is emptied, and the bodies move. */
static void next_step(Warp *w, Tree *t, uint32_t step)
{
    for (uint32_t i = cg_thread(w); i < t->cells[step] * CHILDREN; i += cg_threads(w))
        cg_st(w, t->nodes + 4 * (uint64_t)i, 0);
    for (uint32_t i = 0; i < t->per_warp; i++) {
        uint32_t body = cg_thread(w) + i * cg_threads(w);
        cg_st(w, t->bodies + 4 * (uint64_t)body, place_of(body, step + 1));
    }
    if (cg_thread(w) == 0) {
        t->found[step] = cg_ld(w, t->counters);
        cg_st(w, t->counters, 1);
    }
}

static void body(Warp *w, void *arg)
{
    Tree *t = arg;
    for (uint32_t step = 0; step < t->steps; step++) {
        for (uint32_t i = 0; i < t->per_warp; i++) insert(w, t, cg_thread(w) + i * cg_threads(w));
        cg_barrier(w);
        for (uint32_t i = 0; i < t->per_warp; i++) walk(w, t, cg_thread(w) + i * cg_threads(w));
        cg_barrier(w);
        next_step(w, t, step);
        cg_barrier(w);
    }
}

static void check(CgRun *r, void *arg)
{
    const Tree *t = arg;
    if (t->missing) cg_failed(r, "%u times a body was not found in the tree", t->missing);
    for (uint32_t s = 0; s < t->steps; s++)
        if (t->found[s] != t->cells[s]) {
            cg_failed(r, "the tree of step %u has %u cells, the sequential program says %u", s, t->found[s],
                      t->cells[s]);
            return;
        }
}

static void report(void *arg, FILE *out)
{
    const Tree *t = arg;
    fprintf(out, "tree       %u bodies, %u steps, %u cells in the first tree, %llu waits for a locked child\n", t->n,
            t->steps, t->cells[0], (unsigned long long)t->spins);
}

const CgKernel cg_kernel_tree = {
    "tree", "bodies in a quadtree: insertion with locks, walks", setup, body, check, report, NULL, false};
