/* stealing.c - work stealing: each warp has a deque of tasks; it pushes and pops at the bottom, others steal at the top
 * (Chase and Lev 2005, of fixed size).
 * The algorithm needs sequential consistency or the fences it has: pop writes the bottom, then reads the top, steal
 * reads them the other way round.
 * A task is a node of a random tree, which makes its children tasks; the sum over all nodes is compared with a
 * sequential walk. A node done twice or never shows in the sum, or the run does not end.
 * --with: depth (of the tree), children (at most, of a node), size (of a deque; a power of two). */
#include "cores/program.h"

enum { TOP, BOTTOM, HEAD_WORDS };  /* of a deque, a line each; the tasks follow */
static const uint32_t none = UINT32_MAX;

typedef struct {
    uint32_t depth, children, size, nodes, total;
    /* the tree: children of task i are first[i] .. first[i] + n_children[i] - 1 */
    uint32_t n_tasks, *first, *n_children;
    uint32_t found_sum, found_nodes;
    uint64_t line, deques, pending, sum, stolen;
} Stealing;

static uint32_t value_of(uint32_t task) { return task * 2654435761u ^ task >> 7; }

/* Breadth first, so that children have consecutive numbers. */
static void make_tree(CgRun *r, Stealing *s)
{
    uint32_t level = 1, begin = 0, room = 1;
    for (uint32_t d = 0, width = 1; d < s->depth; d++) room += width *= s->children;
    s->first = cg_keep(r, room * sizeof *s->first);
    s->n_children = cg_keep(r, room * sizeof *s->n_children);
    s->nodes = 1;
    for (uint32_t d = 0; d < s->depth; d++) {
        uint32_t end = begin + level;
        for (uint32_t i = begin; i < end; i++) {
            s->first[i] = s->nodes;
            s->n_children[i] = i == 0 ? s->children : cg_run_rand(r, s->children + 1);
            s->nodes += s->n_children[i];
        }
        begin = end;
        level = s->nodes - end;
    }
    for (uint32_t i = 0; i < s->nodes; i++) s->total += value_of(i);
}

static uint64_t head(const Stealing *s, uint32_t deque, int which)
{
    return s->deques + deque * (HEAD_WORDS * s->line + (4 * (uint64_t)s->size + s->line - 1) / s->line * s->line) +
           (uint64_t)which * s->line;
}
static uint64_t slot(const Stealing *s, uint32_t deque, uint32_t i)
{
    return head(s, deque, HEAD_WORDS) + 4 * (uint64_t)(i & (s->size - 1));
}

static void *setup(CgRun *r)
{
    Stealing *s = cg_keep(r, sizeof *s);
    uint64_t depth = cg_option(r, "depth", 6), children = cg_option(r, "children", 4), size = cg_option(r, "size", 64),
             widest = 1;
    for (uint64_t d = 0; d < depth && widest <= 1u << 20; d++) widest *= children;
    if (depth < 1 || depth > 16 || children < 1 || children > 64 || widest > 1u << 20)
        return cg_failed(r, "depth goes from 1 to 16, children from 1 to 64, children^depth to 2^20"), s;
    if (size < children || size > 1u << 16 || (size & (size - 1)))
        return cg_failed(r, "size is a power of two, from children to 2^16"), s;
    if (!cg_has_atomics(r)) return cg_failed(r, "needs atomics"), s;
    s->depth = (uint32_t)depth, s->children = (uint32_t)children, s->size = (uint32_t)size, s->line = cg_line_bytes(r);
    make_tree(r, s);
    s->deques = cg_alloc(r, head(s, cg_cores(r) * cg_warps(r), 0));
    s->pending = cg_alloc(r, s->line);
    s->sum = cg_alloc(r, 2 * s->line);
    cg_poke(r, s->pending, 1);      /* tasks that are not done: the root */
    cg_poke(r, head(s, 0, BOTTOM), 1);
    return s;
}

/* False if the deque is full. Top and bottom only grow, but for a pop that takes bottom back. */
static bool push(Warp *w, const Stealing *s, uint32_t me, uint32_t task)
{
    uint32_t bottom = cg_ld(w, head(s, me, BOTTOM));
    if (bottom - cg_ld(w, head(s, me, TOP)) >= s->size) return false;
    cg_st(w, slot(s, me, bottom), task);
    cg_fence(w);
    cg_st(w, head(s, me, BOTTOM), bottom + 1);
    return true;
}

static uint32_t pop(Warp *w, const Stealing *s, uint32_t me)
{
    uint32_t bottom = cg_ld(w, head(s, me, BOTTOM)) - 1;
    cg_st(w, head(s, me, BOTTOM), bottom);
    cg_fence(w);
    uint32_t top = cg_ld(w, head(s, me, TOP));
    if ((int32_t)(bottom - top) < 0) { /* empty */
        cg_st(w, head(s, me, BOTTOM), bottom + 1);
        return none;
    }
    uint32_t task = cg_ld(w, slot(s, me, bottom));
    if (bottom != top) return task;
    bool won = cg_atomic(w, CG_CAS, head(s, me, TOP), top, top + 1) == top; /* the last one: thieves may want it too */
    cg_st(w, head(s, me, BOTTOM), bottom + 1);
    return won ? task : none;
}

static uint32_t steal(Warp *w, const Stealing *s, uint32_t from)
{
    uint32_t top = cg_ld(w, head(s, from, TOP));
    cg_fence(w);
    if ((int32_t)(cg_ld(w, head(s, from, BOTTOM)) - top) <= 0) return none;
    uint32_t task = cg_ld(w, slot(s, from, top));
    return cg_atomic(w, CG_CAS, head(s, from, TOP), top, top + 1) == top ? task : none;
}

/* Children that find no room are done at once, by the same warp. */
static void work(Warp *w, Stealing *s, uint32_t task, uint32_t *sum, uint32_t *done)
{
    uint32_t n = s->n_children[task];
    *sum += value_of(task);
    ++*done;
    if (n) cg_atomic(w, CG_ADD, s->pending, n, 0);
    for (uint32_t i = 0; i < n; i++)
        if (!push(w, s, cg_thread(w), s->first[task] + i)) work(w, s, s->first[task] + i, sum, done);
    cg_atomic(w, CG_ADD, s->pending, UINT32_MAX, 0);
}

static void body(Warp *w, void *arg)
{
    Stealing *s = arg;
    uint32_t sum = 0, done = 0, pause = 8;
    uint64_t since = cg_cycle(cg_run(w));
    while (!cg_give_up(w, since, "for a task")) {
        uint32_t task = pop(w, s, cg_thread(w));
        if (task == none) {
            uint32_t victim = cg_rand(w, cg_threads(w));
            if (victim != cg_thread(w) && (task = steal(w, s, victim)) != none) s->stolen++;
        }
        if (task < s->nodes) {
            work(w, s, task, &sum, &done);
            pause = 8;
            since = cg_cycle(cg_run(w));
        } else {
            if (task != none) { cg_failed(cg_run(w), "a deque held %u, which is no task", task); return; }
            if (cg_poll(w, s->pending) == 0) break;
            cg_wait(w, 1 + cg_rand(w, pause));
            if (pause < 256) pause *= 2;
        }
    }
    cg_atomic(w, CG_ADD, s->sum, sum, 0);
    cg_atomic(w, CG_ADD, s->sum + s->line, done, 0);
    cg_barrier(w);
    if (cg_thread(w) != 0) return;
    s->found_sum = cg_ld(w, s->sum);
    s->found_nodes = cg_ld(w, s->sum + s->line);
}

static void check(CgRun *r, void *arg)
{
    const Stealing *s = arg;
    if (s->found_nodes != s->nodes) cg_failed(r, "%u tasks were done, there are %u", s->found_nodes, s->nodes);
    else if (s->found_sum != s->total)
        cg_failed(r, "the sum over the tree is 0x%x, the sequential walk says 0x%x", s->found_sum, s->total);
}

static void report(void *arg, FILE *out)
{
    const Stealing *s = arg;
    fprintf(out, "stealing   %u tasks, %llu stolen\n", s->nodes, (unsigned long long)s->stolen);
}

const CgKernel cg_kernel_stealing = {
    "stealing", "work-stealing deques: the nodes of a random tree", setup, body, check, report, NULL, false};
