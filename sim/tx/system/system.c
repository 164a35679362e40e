/* system.c - see system.h. The crossbar: each core sends one message and gets one answer per cycle, each partition
 * takes one and gives one; what goes from a core to a partition stays in order. */
#include "tx/system/system.h"
#include <stdlib.h>
#include <string.h>

/* bytes that follow each other in one partition; messages under way to a partition */
enum { HOME_BYTES = 256, CHANNEL = 64 };

static uint32_t home_of(const TxRun *r, uint64_t granule)
{
    return (uint32_t)(granule * r->options.granule / HOME_BYTES % r->options.partitions);
}

static uint32_t initial_word(void *context, uint64_t word)
{
    return sim_pages_word(&((TxRun *)context)->program->initial, word * 4);
}

/* What the history wants to know of memory; the rest is for the checkers. */
static void see(void *context, const TxEvent *e)
{
    TxRun *r = context;
    if (e->seen == TX_WROTE && r->options.history)
        for (uint32_t i = 0; i < r->options.granule / 4; i++)
            if (e->message->words >> i & 1)
                sim_tx_installed(&r->history, e->message->wid, e->message->attempt,
                                     e->message->granule * (r->options.granule / 4) + i, e->message->data[i], e->order);
    if (e->seen == TX_ACCESSED) tx_core_performed(r, e->message);
    if (r->options.checks) tx_checks_see(r->checks, e);
}

static void *create(const SimOptions *all, SimStatus *status)
{
    TxRun *r = sim_alloc(1, sizeof *r);
    *r = (TxRun){.options = *(const TxOptions *)all, .status = status};
    const TxOptions *o = &r->options;
    r->options.pins = &r->pins;
    while (UINT32_C(1) << r->wid_bits < o->all.cores * o->all.warps) r->wid_bits++;
    tx_ports_describe(r);
    r->words = sim_memory_create(&r->ports, &(SimMemoryOptions){0}, status);
    r->memory = (TxMemory){.pages = sim_memory_pages(r->words), .granule_bytes = o->granule};
    r->checks = tx_checks_create(status);
    r->observer = (TxObserver){see, r};
    r->partitions = sim_alloc(o->partitions, sizeof(TxPartition *));
    r->up = sim_alloc(o->partitions, sizeof *r->up);
    r->cores = sim_alloc(o->all.cores, sizeof *r->cores);
    for (uint32_t i = 0; i < o->partitions; i++) {
        r->partitions[i] = o->make(o, &r->memory, &r->observer, status, i, i ? r->partitions[i - 1] : NULL);
        tx_queue_init(&r->up[i], sizeof(TxTravelling));
    }
    r->rolls = r->partitions[0]->rolls && (!o->published_time || o->unit.reference.last_reader);
    return r;
}

static const CgDesign *ports(void *ends) { return &((TxRun *)ends)->ports; }
static SimMemory *words(void *ends) { return ((TxRun *)ends)->words; }

static void start(void *ends, CgRun *program, SimMemory *behind)
{
    TxRun *r = ends;
    r->program = program;
    r->threads = program->cores;
    r->pins.memory = behind;
    program->recording &= r->options.history;
    for (uint32_t i = 0; i < r->options.all.cores; i++) tx_core_init(r, i);
}

static void destroy(void *ends)
{
    TxRun *r = ends;
    for (uint32_t i = 0; i < r->options.all.cores; i++) tx_core_free(r, i);
    for (uint32_t i = 0; i < r->options.partitions; i++) {
        r->partitions[i]->destroy(r->partitions[i]);
        tx_queue_free(&r->up[i]);
    }
    free(r->cores);
    free(r->partitions);
    free(r->up);
    sim_memory_destroy(r->words);
    sim_tx_free(&r->history);
    tx_checks_destroy(r->checks);
    free(r);
}

/* ---- a cycle ---- */

static bool put_on_way(TxRun *r, const TxMessage *m)
{
    TxQueue *up = &r->up[m->kind == TX_DRAINED ? m->to : home_of(r, m->granule)];
    if (up->n >= CHANNEL) return false;
    tx_see(&r->observer, (TxEvent){.seen = TX_SENT, .message = m});
    tx_queue_push(up, &(TxTravelling){r->now + r->options.net, *m});
    return true;
}

/* True if a message is on its way. */
static bool send_from(TxRun *r, TxCore *c)
{
    const TxMessage *m = tx_queue_first(&c->out);
    bool sends = m && put_on_way(r, m), more = sends;
    while (more) {
        tx_queue_pop(&c->out);
        m = tx_queue_first(&c->out);
        more = m && m->beside && put_on_way(r, m);
    }
    return sends;
}

/* How the core has spent a cycle. */
static SimCoreCycle spent(const TxRun *r, uint32_t core, bool sends)
{
    if (sends) return SIM_ISSUED;
    if (r->cores[core].out.n) return SIM_QUEUE_FULL;
    if (r->threads->cores[core].outstanding) return SIM_SC_ORDER;
    return r->threads->cores[core].alive ? SIM_PROGRAM : SIM_FINISHED;
}

static void offer(TxRun *r, uint32_t i)
{
    TxPartition *p = r->partitions[i];
    const TxTravelling *t = tx_queue_first(&r->up[i]);
    bool more = t && t->due <= r->now && p->offer(p, &t->message);
    while (more) {
        tx_queue_pop(&r->up[i]);
        t = tx_queue_first(&r->up[i]);
        more = t && t->due <= r->now && t->message.beside && p->offer(p, &t->message);
    }
}

/* The end of a partition's cycle. */
static void answer(TxRun *r, TxPartition *p)
{
    TxReply reply;
    if (p->answer(p, &reply)) tx_queue_push(&r->cores[reply.core].in, &(TxReturning){r->now + r->options.net, reply});
    TxPartitionStats s = p->stats(p);
    r->sum.waiting += s.waiting, r->sum.granules += s.granules;
}

static void receive(TxRun *r, uint32_t core)
{
    const TxReturning *t = tx_queue_first(&r->cores[core].in);
    if (!t || t->due > r->now) return;
    TxReply reply = t->reply;
    tx_queue_pop(&r->cores[core].in);
    tx_core_reply(r, &reply);
}

static void end_cycle(TxRun *r)
{
    uint64_t waiting = r->sum.waiting, granules = r->sum.granules;
    if (waiting > r->stats.waited) r->stats.waited = waiting;
    r->stats.waiting_cycles += waiting;
    if (granules > r->stats.granules) r->stats.granules = granules;
    r->stats.granule_cycles += granules;
    r->sum.waiting = r->sum.granules = 0;
    r->now++;
}

/* The cycle of a partition in the simulator's design, always the last one, ends with the clock. */
static void cycle(TxRun *r)
{
    uint32_t n = r->options.all.cores;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t core = (uint32_t)((r->now + i) % n); /* no core is always first */
        receive(r, core);
        tx_core_cycle(r, core);
        bool sends = send_from(r, &r->cores[core]);
        if (r->alive) r->threads->cores[core].cycles[spent(r, core, sends)]++;
    }
    for (uint32_t i = 0; i < r->options.partitions; i++) {
        TxPartition *p = r->partitions[i];
        offer(r, i);
        p->cycle(p, r->now);
        if (p->edge) r->rest = p;
        else answer(r, p);
    }
    if (!r->rest) end_cycle(r);
}

static void edge(void *ends, uint32_t *in, const uint32_t *out)
{
    TxRun *r = ends;
    r->pins.in = in, r->pins.out = out;
    if (!r->rest) return;
    r->rest->edge(r->rest);
    answer(r, r->rest);
    r->rest = NULL;
    end_cycle(r);
}

static void row(void *ends, int ctl, int inst, int n, const uint32_t *fields)
{
    TxRun *r = ends;
    TxPartition *p = r->partitions[r->options.partitions - 1];
    if (p->row) p->row(p, ctl, inst, n, fields);
}

static bool drained(const TxRun *r)
{
    for (uint32_t i = 0; i < r->options.all.cores; i++)
        if (r->cores[i].out.n || r->cores[i].in.n) return false;
    for (uint32_t i = 0; i < r->options.partitions; i++)
        if (r->up[i].n || !r->partitions[i]->idle(r->partitions[i])) return false;
    return true;
}

/* ---- the whole ---- */

/* When nothing is under way: what the partitions have left. */
static bool looked_through(TxRun *r)
{
    for (uint32_t i = 0; i < r->options.partitions; i++)
        if (!r->partitions[i]->tracked(r->partitions[i])) return false;
    if (r->options.checks) tx_checks_end(r->checks);
    return true;
}

static bool step(void *ends, uint32_t *in)
{
    TxRun *r = ends;
    uint64_t watchdog = r->options.all.watchdog;
    bool over = !r->alive && drained(r);
    r->pins.in = in;
    if (over && looked_through(r)) return true;
    if (over) r->last_progress = r->now; /* a granule is read back, the next one is asked for */
    if (r->alive) r->ended_at = r->now;
    cycle(r);
    if (!over && watchdog && r->now - r->last_progress > watchdog)
        sim_fail(r->status, "no answer and no commit for %llu cycles; %u warps have not ended",
                 (unsigned long long)watchdog, r->alive);
    return false;
}

static uint64_t cycles(const void *ends) { return ((const TxRun *)ends)->ended_at; }

static SimTxVerdict judge(void *ends)
{
    TxRun *r = ends;
    if (r->status->failures || !r->options.history) return (SimTxVerdict){0};
    return sim_tx_check(&r->history, initial_word, r, r->status);
}

enum { SALT = 0x74786e, STACK_BYTES = 16 * 1024 };
const SimEnds tx_ends = {SALT,  STACK_BYTES, tx_thread_transaction, tx_thread_back, create,        ports,  words, start,
                         row,   edge,        step,                  cycles,         judge,         tx_run_size,
                         tx_run_report, destroy};
