/* quanta_machine.c - see quanta_machine.h. */
#include "quanta_machine.h"
#include "cores/groups.h"
#include "litmus/atomic.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_LOG = 4096, NOBODY = 1 << 20 };
typedef enum { GOES, BARRIER, NEXT, DONE } Place;
typedef struct { uint64_t word; uint32_t value; } Entry;
typedef struct {
    SimThread *t;
    Place place;
    bool has, over, atomic,
        waited; /* has: a request; over: its quantum is; waited: at a barrier since an earlier quantum */
    uint32_t count, stores, n, published, asked;
    Entry log[MOST_LOG];
} Wave;
typedef struct {
    SimCores cores;
    CgRun run;
    SimMemory *memory;
    SimPages owner;            /* of each word: 1 + quantum * waves + (waves - wave) of who wrote it last */
    SimRng rng;
    MachineFault fault;
    Wave *waves;
    uint32_t n, in_slot, slots, quantum, log, groups, next, *next_of, now, order, late[256];
    bool wa, dwp;
} Machine;

const char *const machine_faults[MACHINE_FAULTS] = { "right",   "last_wins", "first_stays", "early",
                                                     "forgets", "atomics",   "slots",       "long" };

static const CgCorePort *port(const Machine *m) { return m->cores.ports[0].port; }
static bool fault(Machine *m, MachineFault f, uint32_t percent)
{
    return m->fault == f && sim_percent(&m->rng, percent);
}
static uint32_t read_word(Machine *m, uint64_t a) { return sim_pages_word(sim_memory_pages(m->memory), a); }
static void write_word(Machine *m, uint64_t a, uint32_t x) { sim_pages_set_word(sim_memory_pages(m->memory), a, x); }

static void reply(Machine *m, Wave *v)
{
    if (m->cores.answered.note) m->cores.answered.note(m->cores.answered.context, v->t);
    v->has = false;
}

static void stop(Wave *v) { v->over = true, v->count = v->stores = 0; }

static void instructions(Machine *m, Wave *v, uint32_t n)
{
    uint32_t limit = m->quantum + fault(m, MACHINE_LONG, 60);
    v->count += n;
    if (v->count < limit) return;
    n = v->count - m->quantum;
    stop(v);
    v->count = n;
}

static uint32_t seen(Machine *m, const Wave *v, uint64_t a)
{
    uint32_t x = read_word(m, a);
    if (fault(m, MACHINE_FORGETS, 5)) return x;
    for (uint32_t i = 0; i < v->n; i++) if (v->log[i].word == a) x = v->log[i].value;
    return x;
}

static void note(Machine *m, Wave *v, uint64_t a, uint32_t x)
{
    if (v->n == MOST_LOG) abort();
    v->log[v->n++] = (Entry){a, x};
    if (fault(m, MACHINE_EARLY, 5)) write_word(m, a, x);
}

static void access(Machine *m, Wave *v)
{
    SimRequest *r = &v->t->request;
    uint32_t bytes = r->line ? port(m)->line_bytes : 4;
    for (uint32_t i = 0; i < bytes; i += 4) {
        uint32_t x = 0;
        if (r->kind == SIM_LOAD) x = seen(m, v, r->address + i);
        if (r->kind == SIM_LOAD && r->line) memcpy(r->line + i, &x, 4);
        if (r->kind == SIM_LOAD && !r->line) v->t->value = x;
        if (r->kind == SIM_STORE && r->line) memcpy(&x, r->line + i, 4);
        if (r->kind == SIM_STORE && (!r->line || (r->mask[i / 8] >> i % 8 & 1)))
            note(m, v, r->address + i, r->line ? x : r->value);
    }
    v->stores += r->kind == SIM_STORE;
    reply(m, v);
    bool full = v->stores == m->log;
    instructions(m, v, 1);
    if (full) stop(v);
}

static void step(Machine *m, Wave *v)
{
    if (!v->has) {
        do v->t->state = SIM_ENDED, v->t->next(v->t);
        while (v->t->state == SIM_WAIT);
        v->has = v->t->state == SIM_WANT;
        if (!v->has) abort();
        return;
    }
    const SimRequest *r = &v->t->request;
    const char *name = r->kind == SIM_OTHER ? port(m)->events[r->event - 1].name : "";
    if (r->kind == SIM_LOAD || r->kind == SIM_STORE) access(m, v);
    else if (r->kind == SIM_ATOMIC) v->atomic = true, m->late[m->order++] = (uint32_t)(v - m->waves), stop(v);
    else if (r->kind == SIM_FENCE) reply(m, v), stop(v);
    else if (strcmp(name, "work") == 0) reply(m, v), instructions(m, v, (uint32_t)r->given[0].value);
    else if (strcmp(name, "barrier") == 0) {
        v->place = BARRIER;
        if (!m->wa) stop(v);
    } else {
        v->place = NEXT;
        v->asked = m->order++;
        if (!m->wa || !m->dwp) stop(v);
    }
}

static uint32_t count(const Machine *m, uint32_t slot, Place p)
{
    uint32_t n = 0;
    for (uint32_t i = slot * m->in_slot; i < (slot + 1) * m->in_slot; i++) n += m->waves[i].place == p;
    return n;
}

static void pass(Machine *m, uint32_t slot)
{
    for (uint32_t i = slot * m->in_slot; i < (slot + 1) * m->in_slot; i++)
        if (m->waves[i].place == BARRIER) m->waves[i].place = GOES, reply(m, &m->waves[i]);
}

static void begin_group(Machine *m, uint32_t slot)
{
    uint32_t group = m->dwp ? m->next_of[slot] : m->next;
    bool any = group < m->groups;
    if (m->dwp) m->next_of[slot] += m->slots;
    else m->next += any;
    for (uint32_t i = slot * m->in_slot; i < (slot + 1) * m->in_slot; i++) {
        Wave *v = &m->waves[i];
        v->place = any ? GOES : DONE;
        v->t->answer = sim_code(port(m)->replies, port(m)->n_replies, any ? "begin" : "over");
        sim_put(v->t->reply, 0, sim_field(port(m)->rep_fields, port(m)->n_rep_fields, "group"), any ? group : 0);
        reply(m, v);
    }
}

static uint32_t asked_at(const Machine *m, uint32_t slot)
{
    uint32_t last = 0;
    for (uint32_t i = slot * m->in_slot; i < (slot + 1) * m->in_slot; i++)
        if (m->waves[i].asked > last) last = m->waves[i].asked;
    return last;
}

/* The slot whose turn it is: the lowest that is free (or, wrongly, the one that asked first). */
static uint32_t free_slot(const Machine *m)
{
    uint32_t best = NOBODY;
    for (uint32_t s = 0; s < m->slots; s++)
        if (count(m, s, NEXT) == m->in_slot)
            if (best == NOBODY || (m->fault == MACHINE_SLOTS && asked_at(m, s) < asked_at(m, best))) best = s;
    return best;
}

static void begin(Machine *m)
{
    for (uint32_t i = 0; i < m->n; i++) m->waves[i].over = m->waves[i].atomic = false;
    for (uint32_t s = 0; s < m->slots; s++)
        if (count(m, s, BARRIER) && count(m, s, BARRIER) + count(m, s, NEXT) == m->in_slot) pass(m, s);
    for (uint32_t s; (s = free_slot(m)) != NOBODY;) begin_group(m, s);
    m->order = 0;
}

static void parallel(Machine *m)
{
    for (;;) {
        uint32_t can[256], n = 0;
        for (uint32_t i = 0; i < m->n; i++) if (m->waves[i].place == GOES && !m->waves[i].over) can[n++] = i;
        if (n == 0) return;
        uint32_t i = can[sim_below(&m->rng, n)], s = i / m->in_slot;
        step(m, &m->waves[i]);
        if (m->wa && count(m, s, BARRIER) && count(m, s, BARRIER) + count(m, s, NEXT) == m->in_slot) pass(m, s);
        if (m->wa && m->dwp && count(m, s, NEXT) == m->in_slot) begin_group(m, s);
    }
}

static void publish_one(Machine *m, Wave *v)
{
    Entry e = v->log[v->published++];
    uint32_t mine = m->now * m->n + (m->n - (uint32_t)(v - m->waves)), was = sim_pages_word(&m->owner, e.word);
    if (m->fault == MACHINE_FIRST_STAYS ? mine <= was : mine < was && m->fault != MACHINE_LAST_WINS) return;
    sim_pages_set_word(&m->owner, e.word, mine);
    write_word(m, e.word, e.value);
}

static void publish(Machine *m)
{
    for (;;) {
        uint32_t can[256], n = 0;
        for (uint32_t i = 0; i < m->n; i++) if (m->waves[i].published < m->waves[i].n) can[n++] = i;
        if (n == 0) break;
        publish_one(m, &m->waves[can[sim_below(&m->rng, n)]]);
    }
    for (uint32_t i = 0; i < m->n; i++) m->waves[i].n = m->waves[i].published = 0;
}

static void serial(Machine *m)
{
    for (uint32_t k = 0; k < m->n; k++) {
        uint32_t i = m->fault != MACHINE_ATOMICS ? k : k < m->order ? m->late[k] : NOBODY;
        Wave *v = i == NOBODY ? NULL : &m->waves[i];
        if (!v || !v->atomic) continue;
        const SimRequest *r = &v->t->request;
        uint32_t old = v->t->value = read_word(m, r->address);
        write_word(m, r->address, litmus_op_result(r->op, old, r->a, r->b));
        reply(m, v);
    }
    if (m->fault != MACHINE_SLOTS) m->order = 0;
    for (uint32_t i = 0; i < m->n; i++) /* those that wait within the quantum */
        if (m->waves[i].place != GOES && !m->waves[i].over) stop(&m->waves[i]);
}

static bool all_done(const Machine *m)
{
    for (uint32_t i = 0; i < m->n; i++) if (m->waves[i].place != DONE) return false;
    return true;
}

uint32_t machine_run(const CgDesign *d, const SimOptions *o, const CgKernel *k, MachineFault f, uint64_t seed,
                     SimAnswered told, SimStatus *status)
{
    Machine m = {.rng = {seed}, .fault = f, .now = 1};
    SimMemoryOptions memory = {.bandwidth = 200};
    sim_cores_init(&m.cores, d, d, status, o->seed, 0);
    m.memory = sim_memory_create(d, &memory, status);
    if (!sim_run_start(&m.run, o, k, &m.cores, m.memory)) abort();
    cg_record(&m.run, false);
    m.cores.answered = told;
    m.n = m.run.n_used;
    m.in_slot = cg_group_waves(&m.run), m.slots = cg_group_slots(&m.run), m.groups = cg_groups(&m.run);
    m.quantum = (uint32_t)sim_group_number(&m.run, "QUANTUM", 0);
    m.log = (uint32_t)sim_group_number(&m.run, "LOG", 0);
    m.wa = sim_group_number(&m.run, "WA", 0), m.dwp = sim_group_number(&m.run, "DWP", 0);
    m.waves = sim_alloc(m.n, sizeof *m.waves);
    m.next_of = sim_alloc(m.slots, sizeof *m.next_of);
    for (uint32_t i = 0; i < m.n; i++) m.waves[i].t = m.run.warps[i].thread;
    for (uint32_t i = 0; i < m.slots; i++) m.next_of[i] = i;
    while (!all_done(&m) && status->failures == 0 && m.now < 100000) {
        parallel(&m);
        publish(&m);
        serial(&m);
        m.now++;
        begin(&m);
    }
    free(m.waves);
    free(m.next_of);
    sim_pages_free(&m.owner);
    sim_run_free(&m.run);
    sim_cores_free(&m.cores);
    sim_memory_destroy(m.memory);
    return m.now;
}
