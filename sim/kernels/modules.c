/* modules.c - programs for GPUs made of modules (specs/hmg), as docs/hmg.md describes them:
 *   sharing    a table that nobody writes, read by all in each turn
 *   handing    in each turn every warp writes lines of its module, then reads those of the next module
 *   redundant  all modules of a GPU read the same lines of the next GPU, whose owners rewrite one line in each turn
 *   unite      compare-and-swaps of scope .gpu on nodes of the GPU, until they succeed, and weak loads of other nodes
 * --with: modules (of all GPUs; a core each), cover (lines of a directory entry), lines, turns, loads (of a warp in a
 * turn), judge (0: values are not looked at, for machines that keep no coherence); handing: far (of 100 turns those in
 * which the next module is that of the next GPU); unite: wide (of 100 swaps those of scope .sys), nodes (of a line).
 * place: whose memory a line is in: 0 by hand, of the module whose line it is called; 1 pages in turn; 2 pages by first
 * touch; page: lines of a page (a directory entry's). */
#include "cores/program.h"
#include "litmus/litmus.h"

typedef enum { BY_HAND, IN_TURN, FIRST_TOUCH, PLACES } Place;

/* Lines, those of one module behind each other, then those of the next; all of one GPU in front of the next one's where
 * each GPU has its own. home, index: of each page, a module and its how manyth page there it is; used: pages by module.
 * numbered: line i of module m holds i * modules + m at first. */
typedef struct {
    uint64_t at;
    uint32_t each, total, page, *home, *index, *used;
    bool numbered;
} Array;

typedef struct {
    uint32_t gpus, modules, cover, lines, turns, loads, far, wide, nodes, page, bytes, warps;
    bool judge;
    Place place;
    Array data, own;
    uint64_t *done;
} Modules;

static void *setup_of(CgRun *r, uint64_t lines, uint64_t loads)
{
    Modules *m = cg_keep(r, sizeof *m);
    m->gpus = cg_gpus(r) ? cg_gpus(r) : 1;
    m->modules = (uint32_t)cg_option_in(r, "modules", cg_cores(r), 1, 256);
    m->cover = (uint32_t)cg_option_in(r, "cover", 4, 1, 8);
    m->lines = (uint32_t)cg_option_in(r, "lines", lines, 1, 4096);
    m->turns = (uint32_t)cg_option_in(r, "turns", 4, 1, 10000);
    m->loads = (uint32_t)cg_option_in(r, "loads", loads, 1, 10000);
    m->far = (uint32_t)cg_option_in(r, "far", 25, 0, 100);
    m->wide = (uint32_t)cg_option_in(r, "wide", 0, 0, 100);
    m->nodes = (uint32_t)cg_option_in(r, "nodes", 1, 1, cg_line_bytes(r) / 4);
    m->judge = cg_option_in(r, "judge", 1, 0, 1) == 1;
    m->place = (Place)cg_option_in(r, "place", BY_HAND, BY_HAND, PLACES - 1);
    m->page = m->place == BY_HAND ? 1 : (uint32_t)cg_option_in(r, "page", m->cover, 1, 4096);
    m->bytes = cg_line_bytes(r), m->warps = cg_warps(r);
    if (m->modules % m->gpus || cg_cores(r) % m->modules) return cg_failed(r, "modules share out GPUs and cores"), m;
    cg_record(r, m->judge);
    return m;
}

/* Room for n lines of each module, from a line on that is module 0's. */
static uint64_t room(CgRun *r, const Modules *m, uint32_t n)
{
    uint64_t row = (uint64_t)m->modules * m->cover * m->bytes, rows = (n + m->cover - 1) / m->cover;
    return (cg_alloc(r, (rows + 1) * row) + row - 1) / row * row;
}

/* The i-th line from `from` on whose home is this module. */
static uint64_t line_of(const Modules *m, uint64_t from, uint32_t module, uint32_t i)
{
    uint64_t line = ((uint64_t)(i / m->cover) * m->modules + module) * m->cover + i % m->cover;
    return from + line * m->bytes;
}

static uint64_t placed(const Modules *m, const Array *a, uint32_t line)
{
    uint32_t p = line / a->page;
    return line_of(m, a->at, a->home[p], a->index[p] * a->page + line % a->page);
}

static void place(CgRun *r, const Modules *m, Array *a, uint32_t page, uint32_t module)
{
    a->home[page] = module;
    a->index[page] = a->used[module]++;
    for (uint32_t i = page * a->page; a->numbered && i < (page + 1) * a->page && i < a->total; i++)
        cg_poke(r, placed(m, a, i), i % a->each * m->modules + i / a->each);
}

/* `each` lines of each module, `times` over. */
static Array array(CgRun *r, const Modules *m, uint32_t each, uint32_t times, bool numbered)
{
    Array a = {.each = each, .total = each * m->modules * times, .page = m->page, .numbered = numbered};
    uint32_t pages = (a.total + a.page - 1) / a.page;
    a.home = cg_keep(r, pages * sizeof *a.home);
    a.index = cg_keep(r, pages * sizeof *a.index);
    a.used = cg_keep(r, m->modules * sizeof *a.used);
    a.at = room(r, m, (m->place == FIRST_TOUCH ? pages : (pages + m->modules - 1) / m->modules) * a.page);
    for (uint32_t p = 0; p < pages; p++) {
        a.home[p] = m->modules;
        if (m->place == FIRST_TOUCH) continue;
        place(r, m, &a, p, m->place == BY_HAND ? p / each % m->modules : p % m->modules);
    }
    return a;
}

/* Line i of a module. One that nobody has touched is placed at `toucher`. */
static uint64_t touch(CgRun *r, const Modules *m, Array *a, uint32_t toucher, uint32_t module, uint32_t i)
{
    uint32_t line = module * a->each + i;
    if (a->home[line / a->page] == m->modules) place(r, m, a, line / a->page, toucher);
    return placed(m, a, line);
}

static uint32_t module_of(Warp *w, const Modules *m) { return cg_core(w) / (cg_cores(cg_run(w)) / m->modules); }

/* From one turn to the next, as between two kernels: all release, one warp of each core acquires. */
static void turn_over(Warp *w)
{
    cg_fence(w);
    cg_meet(w);
    if (cg_warp(w) == 0) cg_fence(w);
    cg_meet(w);
}

static void want(Warp *w, const Modules *m, uint64_t address, uint32_t value)
{
    uint32_t found = cg_ld(w, address);
    if (m->judge && found != value)
        cg_failed(cg_run(w), "0x%llx holds %u, not %u", (unsigned long long)address, found, value);
}

/* ---- sharing ---- */
static void *sharing_setup(CgRun *r)
{
    Modules *m = setup_of(r, 8, 32);
    m->data = array(r, m, m->lines, 1, true);
    m->own = array(r, m, cg_warps(r) * cg_cores(r) / m->modules, 1, false);
    return m;
}

static void sharing(Warp *w, void *arg)
{
    Modules *m = arg;
    CgRun *r = cg_run(w);
    uint32_t module = module_of(w, m);
    uint64_t mine = touch(r, m, &m->own, module, module, cg_thread(w) % (cg_threads(w) / m->modules));
    for (uint32_t turn = 0; turn < m->turns; turn++) {
        for (uint32_t i = 0; i < m->loads; i++) {
            uint32_t n = cg_rand(w, m->lines * m->modules);
            want(w, m, touch(r, m, &m->data, module, n % m->modules, n / m->modules), n);
        }
        cg_st(w, mine, turn);
        turn_over(w);
    }
}

/* ---- handing ---- */
static void *handing_setup(CgRun *r)
{
    Modules *m = setup_of(r, 4, 1);
    m->data = array(r, m, m->lines * cg_warps(r) * cg_cores(r) / m->modules, 1, false);
    return m;
}

static void handing(Warp *w, void *arg)
{
    Modules *m = arg;
    CgRun *r = cg_run(w);
    uint32_t module = module_of(w, m), slot = cg_thread(w) % (cg_threads(w) / m->modules), of = m->modules / m->gpus;
    for (uint32_t turn = 1; turn <= m->turns; turn++) {
        bool far = turn * m->far / 100 != (turn - 1) * m->far / 100;
        uint32_t next = far ? (module + of) % m->modules : module - module % of + (module + 1) % of;
        for (uint32_t i = 0; i < m->lines; i++)
            cg_st(w, touch(r, m, &m->data, module, module, slot * m->lines + i), turn * m->modules + module);
        turn_over(w);
        for (uint32_t n = 0; n < m->loads; n++)
            for (uint32_t i = 0; i < m->lines; i++)
                want(w, m, touch(r, m, &m->data, module, next, slot * m->lines + i), turn * m->modules + next);
        turn_over(w);
    }
}

/* ---- redundant ---- */
static void *redundant_setup(CgRun *r)
{
    Modules *m = setup_of(r, 8, 32);
    m->data = array(r, m, m->lines, 1, false);
    return m;
}

/* The line of each module that is written in this turn goes from one to the next. */
static void redundant(Warp *w, void *arg)
{
    Modules *m = arg;
    CgRun *r = cg_run(w);
    uint32_t module = module_of(w, m), of = m->modules / m->gpus, first = (module / of + 1) % m->gpus * of;
    bool owner = cg_thread(w) % (cg_threads(w) / m->modules) == 0;
    for (uint32_t turn = 0; turn < m->turns; turn++) {
        if (owner) cg_st(w, touch(r, m, &m->data, module, module, turn % m->lines), turn + 1);
        turn_over(w);
        for (uint32_t i = 0; i < m->loads; i++) {
            uint32_t n = cg_rand(w, m->lines * of), line = n / of;
            uint32_t since = (turn + m->lines - line) % m->lines;
            want(w, m, touch(r, m, &m->data, module, first + n % of, line), since > turn ? 0 : turn + 1 - since);
        }
        turn_over(w);
    }
}

/* ---- unite ---- */
static void *unite_setup(CgRun *r)
{
    Modules *m = setup_of(r, 1, 16);
    m->data = array(r, m, m->lines, m->gpus, false);
    m->done = cg_keep(r, m->gpus * m->lines * m->modules * m->nodes * sizeof *m->done);
    return m;
}

/* Node n of a GPU: by hand nodes of all modules, so that most have their home in another GPU. */
static uint64_t node_at(CgRun *r, Modules *m, uint32_t toucher, uint32_t gpu, uint32_t n)
{
    uint32_t line = n / m->nodes, module = gpu * m->modules + line % m->modules;
    return touch(r, m, &m->data, toucher, module, line / m->modules) + 4 * (n % m->nodes);
}

static void unite(Warp *w, void *arg)
{
    Modules *m = arg;
    CgRun *r = cg_run(w);
    uint32_t module = module_of(w, m), gpu = module / (m->modules / m->gpus), nodes = m->lines * m->modules * m->nodes;
    for (uint32_t turn = 0; turn < m->turns; turn++) {
        for (uint32_t i = 0; i < m->loads; i++) {
            cg_ld(w, node_at(r, m, module, gpu, cg_rand(w, nodes)));
            uint32_t n = cg_rand(w, nodes), found;
            uint64_t node = node_at(r, m, module, gpu, n), since = cg_cycle(r);
            uint32_t old = cg_ld(w, node);
            uint32_t scope = cg_rand(w, 100) < m->wide ? LITMUS_SYS : LITMUS_GPU;
            for (;; old = found) {
                cg_as(w, LITMUS_ORDER_RELAXED, scope);
                found = cg_atomic(w, CG_CAS, node, old, old + 1);
                if (found == old || cg_give_up(w, since, "a swap")) break;
            }
            m->done[gpu * nodes + n]++;
        }
        cg_as(w, LITMUS_ORDER_SC, LITMUS_GPU);
        cg_fence(w);
        cg_meet(w);
    }
}

static void unite_check(CgRun *r, void *arg)
{
    Modules *m = arg;
    uint32_t nodes = m->lines * m->modules * m->nodes;
    for (uint32_t i = 0; m->judge && i < m->gpus * nodes; i++) {
        uint32_t found = cg_peek(r, node_at(r, m, 0, i / nodes, i % nodes));
        if (found != m->done[i])
            cg_failed(r, "node %u: %u swaps have succeeded, it is %u", i, (uint32_t)m->done[i], found);
    }
}

const CgKernel cg_kernel_sharing = {
    "sharing", "modules read a table that nobody writes", sharing_setup, sharing, NULL, NULL, NULL, false};
const CgKernel cg_kernel_handing = {
    "handing", "modules hand lines on to the next", handing_setup, handing, NULL, NULL, NULL, false};
const CgKernel cg_kernel_redundant = {
    "redundant", "modules of a GPU read the same lines of the next", redundant_setup, redundant, NULL, NULL, NULL,
    false};
const CgKernel cg_kernel_unite = {
    "unite", "compare-and-swaps within a GPU", unite_setup, unite, unite_check, NULL, NULL, false};
