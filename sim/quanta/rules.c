/* rules.c - the rules of quanta.h. */
#include "cores/groups.h"
#include "litmus/atomic.h"
#include "quanta/parts.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_QUANTA = 10000000 };

const char *const quanta_reasons[QUANTA_REASONS] = {"count", "log", "atomic", "fence", "barrier", "end"};

static const SimPort *port_of(const Quanta *q, const QuantaWave *v) { return q->cores.cores[v->thread->core].port; }

/* ---- a wavefront and its program ---- */

/* Its next request. Waiting takes no time here. */
static void ask_program(Quanta *q, QuantaWave *v)
{
    SimThread *t = v->thread;
    do {
        t->state = SIM_ENDED;
        t->next(t);
    } while (t->state == SIM_WAIT);
    v->asked = t->state == SIM_WANT;
    if (t->state == SIM_BLOCKED)
        sim_fail(&q->status, "core %u warp %u waits for another outside of memory: its program is not for quanta",
                 t->core, t->id);
    else if (!v->asked && v->stand != QUANTA_OVER)
        sim_fail(&q->status, "core %u warp %u has ended with a workgroup to do", t->core, t->id);
}

/* The request has its answer. */
static void answered(Quanta *q, QuantaWave *v)
{
    v->steps = sim_grow(v->steps, &v->cap_steps, v->n_steps + 1, sizeof *v->steps);
    v->steps[v->n_steps++] = quanta_step_of(port_of(q, v), v->thread, q->now);
    v->asked = false;
}

static void end(QuantaWave *v, QuantaReason why)
{
    v->ended = true;
    v->stayed = false;
    v->by[why]++;
    v->count = v->stores = 0;
}

static void count(const Quanta *q, QuantaWave *v, uint32_t instructions)
{
    v->count += instructions;
    if (v->count < q->quantum) return;
    uint32_t more = v->count - q->quantum;
    end(v, QUANTA_COUNT);
    v->count = more;
}

/* ---- part 1 ---- */

static uint32_t covered(uint32_t word, const QuantaWord *by) { return (word & ~by->mask) | (by->value & by->mask); }

static uint32_t word_seen(Quanta *q, const QuantaWave *v, uint64_t address)
{
    uint32_t word = sim_memory_word(q->memory, address);
    for (size_t i = 0; i < v->n_log; i++) if (v->log[i].address == address) word = covered(word, &v->log[i]);
    return word;
}

static void put_word(uint8_t *at, uint32_t x) { for (int i = 0; i < 4; i++) at[i] = (uint8_t)(x >> 8 * i); }
static uint32_t word_at(const uint8_t *b)
{
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static void load(Quanta *q, QuantaWave *v)
{
    SimRequest *r = &v->thread->request;
    uint32_t bytes = port_of(q, v)->port->line_bytes;
    for (uint32_t i = 0; r->line && i < bytes; i += 4) put_word(r->line + i, word_seen(q, v, r->address + i));
    if (!r->line) v->thread->value = word_seen(q, v, r->address);
    answered(q, v);
    count(q, v, 1);
}

static void keep(QuantaWave *v, uint64_t address, uint32_t value, uint32_t mask)
{
    v->log = sim_grow(v->log, &v->cap_log, v->n_log + 1, sizeof *v->log);
    v->log[v->n_log++] = (QuantaWord){address, value, mask};
}

/* The bits of a word that a mask of its bytes names; those of a part are stored together. */
static uint32_t bits_of(Quanta *q, const QuantaWave *v, uint8_t bytes)
{
    uint32_t bits = 0, part = (1u << q->grain) - 1;
    for (uint32_t i = 0; i < 4; i++) if (bytes >> i & 1) bits |= UINT32_C(0xff) << 8 * i;
    for (uint32_t i = 0; i < 4; i += q->grain)
        if ((bytes >> i & part) != part && (bytes >> i & part) != 0)
            sim_fail(&q->status, "core %u warp %u stores a part of %u bytes", v->thread->core, v->thread->id, q->grain);
    return bits;
}

static void store(Quanta *q, QuantaWave *v)
{
    const SimRequest *r = &v->thread->request;
    uint32_t bytes = port_of(q, v)->port->line_bytes;
    for (uint32_t i = 0; r->line && i < bytes; i += 4) {
        uint32_t mask = bits_of(q, v, r->mask[i / 8] >> i % 8 & 15);
        if (mask) keep(v, r->address + i, word_at(r->line + i), mask);
    }
    if (!r->line) keep(v, r->address, r->value, UINT32_MAX);
    uint32_t stores = v->stores + 1;
    answered(q, v);
    count(q, v, 1);
    if (v->ended) return;
    v->stores = stores;
    if (stores == q->log) end(v, QUANTA_LOG);
}

static void other(Quanta *q, QuantaWave *v)
{
    const SimRequest *r = &v->thread->request;
    const CgCorePort *p = port_of(q, v)->port;
    const char *name = r->event ? p->events[r->event - 1].name : "a request of any kind";
    if (strcmp(name, "work") == 0) {
        uint32_t n = r->n_given ? (uint32_t)r->given[0].value : 0;
        answered(q, v);
        count(q, v, n);
    } else if (strcmp(name, "barrier") == 0) {
        v->stand = QUANTA_AT_BARRIER;
        if (!q->wa) end(v, QUANTA_BARRIER);
    } else if (strcmp(name, "next") == 0) {
        v->stand = QUANTA_AT_NEXT;
        if (!q->wa || !q->dwp) end(v, QUANTA_END);
    } else sim_fail(&q->status, "%s is nothing that the rules of quanta tell of", name);
}

/* Until its part of the quantum ends, or it waits within it. */
static void move(Quanta *q, QuantaWave *v)
{
    while (v->stand == QUANTA_MOVES && !v->ended && q->status.failures == 0) {
        if (!v->asked) ask_program(q, v);
        if (!v->asked) return;
        switch (v->thread->request.kind) {
        case SIM_LOAD: load(q, v); break;
        case SIM_STORE: store(q, v); break;
        case SIM_ATOMIC:
            v->atomic = true;
            end(v, QUANTA_ATOMIC);
            break;
        case SIM_FENCE:
            answered(q, v);
            end(v, QUANTA_FENCE);
            break;
        default: other(q, v);
        }
    }
}

/* ---- slots ---- */

static QuantaWave *of_slot(const Quanta *q, uint32_t slot) { return &q->waves[slot * q->in_slot]; }

static uint32_t standing(const Quanta *q, uint32_t slot, QuantaStand where)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < q->in_slot; i++) n += of_slot(q, slot)[i].stand == where;
    return n;
}

static void release(Quanta *q, uint32_t slot)
{
    for (uint32_t i = 0; i < q->in_slot; i++) {
        QuantaWave *v = &of_slot(q, slot)[i];
        if (v->stand != QUANTA_AT_BARRIER) continue;
        v->stand = QUANTA_MOVES;
        v->stayed = false;
        answered(q, v);
    }
}

/* The slot's next workgroup, or the end of its wavefronts. */
static void give(Quanta *q, uint32_t slot)
{
    uint32_t *next = q->dwp ? &q->slot_group[slot] : &q->next_group, group = *next, total = q->run.groups;
    if (group < total) *next += q->dwp ? q->slots : 1;
    for (uint32_t i = 0; i < q->in_slot; i++) {
        QuantaWave *v = &of_slot(q, slot)[i];
        const CgCorePort *p = port_of(q, v)->port;
        v->stayed = false;
        v->stand = group < total ? QUANTA_MOVES : QUANTA_OVER;
        v->thread->answer = sim_code(p->replies, p->n_replies, group < total ? "begin" : "over");
        sim_put(v->thread->reply, 0, sim_field(p->rep_fields, p->n_rep_fields, "group"), group < total ? group : 0);
        answered(q, v);
    }
}

/* At the beginning of a quantum. True if anybody gets an answer. */
static bool begin(Quanta *q)
{
    bool any = false;
    for (uint32_t s = 0; s < q->slots; s++) {
        uint32_t waiting = standing(q, s, QUANTA_AT_BARRIER), next = standing(q, s, QUANTA_AT_NEXT);
        if (waiting && waiting + next == q->in_slot) release(q, s), any = true;
        else if (next == q->in_slot) give(q, s), any = true;
    }
    return any;
}

/* Within part 1, when nobody can move. */
static bool go_on(Quanta *q)
{
    bool any = false;
    for (uint32_t s = 0; s < q->slots && q->wa; s++) {
        uint32_t waiting = standing(q, s, QUANTA_AT_BARRIER), next = standing(q, s, QUANTA_AT_NEXT);
        if (waiting && waiting + next == q->in_slot) release(q, s), any = true;
        else if (q->dwp && next == q->in_slot) give(q, s), any = true;
    }
    return any;
}

static bool parallel(Quanta *q)
{
    bool any = false;
    do {
        for (uint32_t i = 0; i < q->n_waves; i++) {
            QuantaWave *v = &q->waves[i];
            any |= v->stand == QUANTA_MOVES && !v->ended;
            move(q, v);
        }
    } while (q->status.failures == 0 && go_on(q));
    for (uint32_t i = 0; i < q->n_waves; i++) { /* who still waits: that ends a part only once */
        QuantaWave *v = &q->waves[i];
        if (v->ended || v->stayed || v->stand == QUANTA_MOVES || v->stand == QUANTA_OVER) continue;
        end(v, v->stand == QUANTA_AT_BARRIER ? QUANTA_BARRIER : QUANTA_END);
    }
    return any;
}

/* ---- parts 2 and 3 ---- */

/* From the last wavefront to the first, each in its own order: what stays is the first's latest. */
static void commit(Quanta *q)
{
    for (uint32_t i = q->n_waves; i-- > 0;) {
        QuantaWave *v = &q->waves[i];
        for (size_t k = 0; k < v->n_log; k++) {
            uint32_t word = sim_memory_word(q->memory, v->log[k].address);
            sim_memory_set_word(q->memory, v->log[k].address, covered(word, &v->log[k]));
        }
        v->n_log = 0;
    }
}

static void serial(Quanta *q)
{
    SimMemory *m = q->memory;
    for (uint32_t i = 0; i < q->n_waves; i++) {
        QuantaWave *v = &q->waves[i];
        if (!v->atomic) continue;
        const SimRequest *r = &v->thread->request;
        uint32_t old = sim_memory_word(m, r->address);
        sim_memory_set_word(m, r->address, litmus_op_result(r->op, old, r->a, r->b));
        v->thread->value = old;
        answered(q, v);
    }
}

static bool all_over(const Quanta *q)
{
    for (uint32_t i = 0; i < q->n_waves; i++) if (q->waves[i].stand != QUANTA_OVER) return false;
    return true;
}

/* When all are over: another program, if they all ask for its workgroups. */
static bool again(Quanta *q)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < q->n_waves; i++) {
        QuantaWave *v = &q->waves[i];
        const CgCorePort *p = port_of(q, v)->port;
        ask_program(q, v);
        if (!v->asked) continue;
        uint32_t event = v->thread->request.kind == SIM_OTHER ? v->thread->request.event : 0;
        if (event == 0 || strcmp(p->events[event - 1].name, "next") != 0 || i != n++)
            return sim_fail(&q->status, "core %u warp %u goes on when all is over", v->thread->core, v->thread->id),
                   false;
        v->stand = QUANTA_AT_NEXT;
        v->count = v->stores = 0;
    }
    if (n && n != q->n_waves) return sim_fail(&q->status, "not all wavefronts go on with another program"), false;
    q->next_group = 0;
    for (uint32_t i = 0; i < q->slots; i++) q->slot_group[i] = i;
    return n != 0;
}

static void run(Quanta *q)
{
    while (q->status.failures == 0 && (!all_over(q) || again(q))) {
        for (uint32_t i = 0; i < q->n_waves; i++) {
            QuantaWave *v = &q->waves[i];
            v->ended = v->atomic = false;
            v->stayed = v->stand == QUANTA_AT_BARRIER || v->stand == QUANTA_AT_NEXT;
        }
        bool any = begin(q);
        any |= parallel(q);
        if (q->status.failures == 0) commit(q), serial(q);
        if (++q->now == MOST_QUANTA) sim_fail(&q->status, "the program is not over after %u quanta", q->now);
        if (!any && !all_over(q)) sim_fail(&q->status, "all wavefronts wait at barriers that nobody else comes to");
    }
}

/* ---- around it ---- */

static bool set_up(Quanta *q, const CgKernel *kernel)
{
    CgRun *r = &q->run;
    if (!sim_run_start(r, &q->options, kernel, &q->cores, q->memory) || q->status.failures) return false;
    cg_record(r, false);
    q->n_waves = r->n_used;
    q->in_slot = cg_group_waves(r);
    q->slots = cg_group_slots(r);
    r->groups = cg_groups(r);
    q->waves = sim_alloc(q->n_waves, sizeof *q->waves);
    q->slot_group = sim_alloc(q->slots, sizeof *q->slot_group);
    q->wave_of = sim_alloc(q->cores.n_threads, sizeof *q->wave_of);
    for (uint32_t i = 0; i < q->slots; i++) q->slot_group[i] = i;
    for (uint32_t i = 0; i < q->cores.n_threads; i++) q->wave_of[i] = SIM_NONE;
    for (uint32_t i = 0; i < q->n_waves; i++) {
        q->waves[i].thread = r->warps[i].thread;
        q->wave_of[r->warps[i].thread->index] = i;
        if (!cg_has_event(&r->warps[i], "next"))
            return sim_fail(&q->status, "the port has no request `next`: it knows no quanta"), false;
    }
    return q->status.failures == 0;
}

Quanta *quanta_run(const CgDesign *d, const SimOptions *o, const CgKernel *kernel, SimStatus *status)
{
    Quanta *q = sim_alloc(1, sizeof *q);
    SimMemoryOptions m = {.bandwidth = 200};
    q->outside = status;
    q->options = *o;
    sim_cores_init(&q->cores, d, d, &q->status, o->seed, 0);
    q->memory = sim_memory_create(d, &m, &q->status);
    q->run = (CgRun){.options = &q->options, .cores = &q->cores};
    q->quantum = (uint32_t)sim_group_number(&q->run, "QUANTUM", 200);
    q->log = (uint32_t)sim_group_number(&q->run, "LOG", 0);
    q->grain = (uint32_t)sim_group_number(&q->run, "GRAIN", 4);
    q->wa = sim_group_number(&q->run, "WA", 0) != 0;
    q->dwp = sim_group_number(&q->run, "DWP", 0) != 0;
    if (set_up(q, kernel)) run(q);
    if (q->status.failures == 0 && kernel->check) kernel->check(&q->run, q->run.arg);
    if (q->status.failures == 0) return q;
    sim_fail(status, "in quanta, without the design: %s", q->status.first);
    quanta_free(q);
    return NULL;
}

void quanta_free(Quanta *q)
{
    if (!q) return;
    for (uint32_t i = 0; i < q->n_waves && q->waves; i++) free(q->waves[i].log), free(q->waves[i].steps);
    free(q->waves);
    free(q->slot_group);
    free(q->wave_of);
    sim_run_free(&q->run);
    sim_cores_free(&q->cores);
    sim_memory_destroy(q->memory);
    free(q);
}
