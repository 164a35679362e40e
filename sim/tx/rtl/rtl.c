/* rtl.c - see rtl.h.
 *
 * Messages of the table have no tag: of a warp one access to a granule is under way at a time, others wait here. A log
 * entry of the table brings a whole granule: the words that the warp has not written come from `memory`, which is kept
 * as the rows leave it: the observers of the rows tell what the unit decides, in the order in which memory is read and
 * written. At the end every granule that was accessed is loaded and compared. Between the units of a design the test
 * bench carries the messages of the ring. */
#include "tx/rtl/rtl.h"
#include "tx/rtl/rtl_inside.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_LOG = 8, RESET_CYCLES = 8, PATIENCE = 100000 };

/* ---- accesses under way ---- */

TxRtlOpen *tx_rtl_open_of(TxRtl *u, uint32_t wid, uint64_t granule)
{
    for (uint32_t i = 0; i < u->n_taken; i++)
        if (u->taken[i]->m.wid == wid && u->taken[i]->m.granule == granule) return u->taken[i];
    return NULL;
}

static void take_out(TxRtlOpen **list, uint32_t *n, const TxRtlOpen *o)
{
    uint32_t i = 0;
    while (i < *n && list[i] != o) i++;
    if (i == *n) return;
    memmove(list + i, list + i + 1, sizeof *list * (size_t)(*n - i - 1));
    --*n;
}

static void set_taken(TxRtl *u, TxRtlOpen *o, bool taken)
{
    if (taken && !o->taken) u->taken[u->n_taken++] = o;
    if (!taken && o->taken) take_out(u->taken, &u->n_taken, o);
    o->taken = taken;
}

/* NULL: there are too many. */
static TxRtlOpen *open_new(TxRtl *u, const TxMessage *m)
{
    TxRtlOpen *o = NULL;
    for (uint32_t i = 0; i < TX_RTL_OPEN && !o; i++) if (!u->open[i].used) o = &u->open[i];
    if (!o) return NULL;
    *o = (TxRtlOpen){.m = *m, .used = true};
    return u->by_age[u->n_open++] = o;
}

void tx_rtl_open_end(TxRtl *u, TxRtlOpen *o)
{
    set_taken(u, o, false);
    take_out(u->by_age, &u->n_open, o);
    o->used = false;
}

/* Units of the design that have no partition of the run get the marker of the last one that has. */
static void offer_marker(TxRtl *u, const TxMessage *m)
{
    TxRtlDesign *d = u->design;
    tx_queue_push(&u->logs, m);
    for (uint32_t i = d->made; i < d->n_units && u->instance + 1 == d->made; i++) tx_queue_push(&d->units[i].logs, m);
}

/* What programs find in a granule that nobody has accessed. The keys of --collide find zeros: such programs do not
 * begin with other values. */
static void copy_granule(TxRtlDesign *d, uint64_t granule)
{
    SimMemory *to = d->axi ? d->axi : d->options->pins->memory;
    uint64_t address = granule * d->memory->granule_bytes;
    for (uint32_t i = 0; i < d->memory->granule_bytes && !d->options->collide; i += 4)
        sim_memory_set_word(to, address + i, sim_pages_word(d->memory->pages, address + i));
}

static bool offer(TxPartition *p, const TxMessage *m)
{
    TxRtl *u = (TxRtl *)p;
    SimStatus *status = u->design->status;
    if (m->kind == TX_COMMIT || m->kind == TX_CLEANUP || m->kind == TX_DRAINED) {
        if (u->logs.n >= MAX_LOG) return false;
        if (m->kind == TX_DRAINED) offer_marker(u, m);
        else tx_queue_push(&u->logs, m);
        return true;
    }
    if (m->kind == TX_ATOMIC && (m->words & (m->words - 1)) != 0) {
        sim_fail(status, "rtl: an atomic is about one word");
        return true;
    }
    if (!open_new(u, m)) return false;
    uint32_t *touched = sim_map_at(&u->touched, m->granule, 0);
    if (*touched == SIM_NONE) copy_granule(u->design, m->granule);
    *touched = 0;
    return true;
}

/* The oldest access that may be offered: none of its warp to the same granule is under way. */
static TxRtlOpen *next_access(TxRtl *u)
{
    for (uint32_t i = 0; i < u->n_open; i++) if (u->by_age[i]->offered) return u->by_age[i];
    for (uint32_t i = 0; i < u->n_open; i++) {
        TxRtlOpen *o = u->by_age[i];
        if (o->taken || tx_rtl_open_of(u, o->m.wid, o->m.granule)) continue;
        o->offered = true;
        return o;
    }
    return NULL;
}

/* ---- a cycle ---- */

static bool in_bit(const TxRtl *u, CgField f) { return sim_get(u->design->in, tx_rtl_in(u), f); }
static bool out_bit(const TxRtl *u, CgField f) { return sim_get(u->design->out, tx_rtl_out(u), f); }
static void drive(TxRtl *u, CgField f, bool value) { sim_put(u->design->in, tx_rtl_in(u), f, value); }

/* After the cycle, `in` as it was in it. */
static void count(TxRtl *u)
{
    const TxRtlDesign *d = u->design;
    TxSituations *s = &u->situations;
    if (!d->options->situations) return;
    tx_situation_cycle(s, &cg_design.controllers[d->ctl], &cg_design.memories[0], u->instance, d->in, d->out);
    s->held_ask += in_bit(u, d->ask->valid) && !out_bit(u, d->ask->ready);
    s->held_log += in_bit(u, d->log->valid) && !out_bit(u, d->log->ready);
    s->held_answer += out_bit(u, d->answer->valid) && !in_bit(u, d->answer->ready);
}

/* The clock of a design that the simulator does not run. */
static void model_cycle(TxRtlDesign *d)
{
    tx_rtl_clock(d);
    for (uint32_t i = 0; i < d->n_units; i++) count(&d->units[i]);
    if (cg_get(d->out, cg_design.error_lsb, 1)) sim_fail(d->status, "rtl: the design's error bit is set");
    d->of_axi.cycle++;
    sim_memory_step(d->axi, d->in, d->out);
    if (d->of_axi.failures) sim_fail(d->status, "rtl: %s", d->of_axi.first), d->of_axi.failures = 0;
}

static void start(TxRtlDesign *d)
{
    d->started = true;
    if (!d->model) d->in = d->options->pins->in, d->axi = d->options->pins->memory;
    if (d->model) {
        cg_put(d->in, cg_design.rst_lsb, 1, 1);
        for (int i = 0; i < RESET_CYCLES; i++) cg_model_cycle(d->model, d->in, d->out);
        cg_put(d->in, cg_design.rst_lsb, 1, 0);
    }
    for (uint32_t i = 0; i < d->n_units; i++) {
        drive(&d->units[i], cg_replay.hooks[d->ctl].free, 1);
        drive(&d->units[i], d->answer->ready, 1);
        drive(&d->units[i], d->to_ring->ready, 1);
    }
}

static void before(TxRtl *u)
{
    const TxRtlDesign *d = u->design;
    drive(u, d->answer->ready, !sim_percent(&u->design->rng, d->options->all.backpressure));
    TxRtlOpen *o = next_access(u);
    const TxMessage *entry = tx_queue_first(&u->logs);
    const TxRtlRing *ring = tx_queue_first(&u->ring);
    u->offers.access = o, u->offers.log = entry, u->offers.entry = entry && entry->kind != TX_DRAINED,
    u->offers.ring = ring;
    drive(u, d->ask->valid, o), drive(u, d->log->valid, entry), drive(u, d->from_ring->valid, ring);
    if (o) tx_rtl_put_message(u, d->ask, &o->m), set_taken(u, o, true); /* its row may come in this very cycle */
    if (entry) {
        TxMessage copy = *entry;
        tx_rtl_put_message(u, d->log, &copy);
        if (u->offers.entry) tx_queue_push(&u->flying, &copy);
    }
    if (ring) tx_rtl_put_ring(u, ring);
}

static void after(TxRtl *u)
{
    const TxRtlDesign *d = u->design;
    TxRtlOpen *o = u->offers.access;
    if (o && !out_bit(u, d->ask->ready)) set_taken(u, o, false);
    else if (o) o->offered = false;
    if (u->offers.log && out_bit(u, d->log->ready)) tx_queue_pop(&u->logs);
    else if (u->offers.entry) {
        if (u->flying.n == 0) sim_fail(d->status, "rtl: a log entry was applied before it was taken");
        else u->flying.n--;                               /* the last one, which is not there yet */
    }
    if (u->offers.ring && out_bit(u, d->from_ring->ready)) tx_queue_pop(&u->ring);
    if (out_bit(u, d->to_ring->valid)) tx_rtl_take_ring(u);
    if (out_bit(u, d->answer->valid) && in_bit(u, d->answer->ready)) tx_rtl_take_answer(u);
}

static void design_cycle(TxRtlDesign *d)
{
    if (!d->started) start(d);
    for (uint32_t i = 0; i < d->n_units; i++) before(&d->units[i]);
    if (!d->model) return; /* the rest comes behind the simulator's clock */
    model_cycle(d);
    for (uint32_t i = 0; i < d->n_units; i++) after(&d->units[i]);
}

static void edge(TxPartition *p)
{
    TxRtlDesign *d = ((TxRtl *)p)->design;
    d->out = (uint32_t *)(uintptr_t)d->options->pins->out; /* it is only read */
    for (uint32_t i = 0; i < d->n_units; i++) count(&d->units[i]);
    for (uint32_t i = 0; i < d->n_units; i++) after(&d->units[i]);
}

/* The last partition of a design runs its clock. */
static void cycle(TxPartition *p, uint64_t now)
{
    TxRtl *u = (TxRtl *)p;
    (void)now;
    if (u->instance + 1 == u->design->made) design_cycle(u->design);
}

static bool give_answer(TxPartition *p, TxReply *r)
{
    TxRtl *u = (TxRtl *)p;
    const TxReply *first = tx_queue_first(&u->due);
    if (!first) return false;
    *r = *first;
    tx_queue_pop(&u->due);
    return true;
}

static bool idle(const TxPartition *p)
{
    const TxRtl *u = (const TxRtl *)p;
    return u->n_open + u->logs.n + u->flying.n + u->due.n == 0;
}

static TxPartitionStats stats(const TxPartition *p) { return ((const TxRtl *)p)->stats; }

/* What the last load has brought, against what memory should hold. */
static void compare(const TxRtl *u)
{
    TxRtlDesign *d = u->design;
    for (uint32_t w = 0; w < d->memory->granule_bytes / 4; w++) {
        uint64_t address = tx_rtl_address(u, u->readback.granule, w);
        uint32_t want = sim_pages_word(d->memory->pages, address);
        if (u->readback.reply.data[w] != want)
            sim_fail(d->status, "rtl: 0x%llx holds 0x%x at the end, commits and writes leave 0x%x",
                     (unsigned long long)address, u->readback.reply.data[w], want);
    }
}

static void load(TxRtl *u, uint64_t granule)
{
    const TxRtlDesign *d = u->design;
    CgField warpts = sim_field(d->types[TX_LD]->fields, d->types[TX_LD]->n_fields, "warpts");
    open_new(u, &(TxMessage){.kind = d->before ? TX_READ : TX_LD,
                             .tag = TX_RTL_NO_ONE,
                             .granule = granule,
                             .warpts = UINT64_C(1) << (warpts.width - 1)});
    u->readback.granule = granule;
    u->readback.waits = u->readback.begun = true;
    u->readback.cycles = 0;
}

/* The table's entries are not to be seen; instead every granule is loaded, later than all transactions and before END,
 * and compared; read, if END is near. */
static bool read_back(TxPartition *p)
{
    TxRtl *u = (TxRtl *)p;
    bool late = u->readback.waits && u->readback.cycles++ == PATIENCE;
    if (u->readback.waits && !late) return false;
    if (late || (u->readback.begun && u->readback.reply.result != TX_OK)) {
        sim_fail(u->design->status, "rtl: granule 0x%llx cannot be read at the end",
                 (unsigned long long)u->readback.granule);
        return false;
    }
    if (u->readback.begun) compare(u);
    while (u->readback.slot < u->touched.n_slots && !u->touched.slots[u->readback.slot].used) u->readback.slot++;
    if (u->readback.slot == u->touched.n_slots) return u->readback.begun = false, true;
    load(u, u->touched.slots[u->readback.slot++].a);
    return false;
}

static void destroy(TxPartition *p)
{
    TxRtl *u = (TxRtl *)p;
    u->situations.granules = u->touched.used;
    if (u->design->options->situations) tx_situations_print(&u->situations, stdout);
    if (--u->design->left == 0) tx_rtl_design_free(u->design);
}

TxPartition *tx_rtl_make(const TxOptions *o, TxMemory *memory, const TxObserver *observer, SimStatus *status,
                         uint32_t partition, TxPartition *before)
{
    TxRtlDesign *design = before ? ((TxRtl *)before)->design : NULL;
    if (!design || design->made == design->n_units) design = tx_rtl_design(o, memory, observer, status, partition);
    if (design->made) design->units[design->made - 1].partition.edge = NULL;
    TxRtl *u = &design->units[design->made++];
    design->left++;
    u->number = partition;
    u->partition = (TxPartition){offer,  give_answer,  cycle,   idle,
                                 stats,  read_back,    destroy, design->model ? NULL : edge,
                                 tx_rtl_row, o->partitions <= design->n_units};
    return &u->partition;
}
