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
    return sim_pages_word(&((TxRun *)context)->program.initial, word * 4);
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
    if (r->options.checks) tx_checks_see(r->checks, e);
}

/* What the options of all simulations say to a program: it uses every core that there is. */
static SimOptions program_options(const TxOptions *o)
{
    SimOptions p = o->all;
    p.cores = p.warps = 0;
    return p;
}

TxRun *tx_run_create(const TxOptions *o, const CgKernel *kernel, FILE *err, int *code)
{
    TxRun *r = sim_alloc(1, sizeof *r);
    *r = (TxRun){.options = *o, .status = {.err = err}, .program = {.ends = &tx_ends}};
    r->told = program_options(o);
    while (UINT32_C(1) << r->wid_bits < o->all.cores * o->all.warps) r->wid_bits++;
    tx_ports_describe(r);
    sim_cores_init(&r->threads, &r->ports, &r->status, o->all.seed, 0);
    r->words = sim_memory_create(&r->ports, &(SimMemoryOptions){0}, &r->status);
    r->memory = (TxMemory){.pages = sim_memory_pages(r->words), .granule_bytes = o->granule};
    r->checks = tx_checks_create(&r->status);
    r->observer = (TxObserver){see, r};
    r->partitions = sim_alloc(o->partitions, sizeof(TxPartition *));
    r->up = sim_alloc(o->partitions, sizeof *r->up);
    r->cores = sim_alloc(o->all.cores, sizeof *r->cores);
    for (uint32_t i = 0; i < o->partitions; i++) {
        r->partitions[i] = o->make(&r->options, &r->memory, &r->observer, &r->status, i,
                                   i ? r->partitions[i - 1] : NULL);
        tx_queue_init(&r->up[i], sizeof(TxTravelling));
    }
    r->rolls = r->partitions[0]->rolls && !o->published_time;
    bool started = sim_run_start(&r->program, &r->told, kernel, &r->threads, r->words) && !r->status.failures;
    r->program.recording = false;
    *code = started ? SIM_EXIT_OK : SIM_EXIT_USAGE;
    for (uint32_t i = 0; i < o->all.cores && started; i++) tx_core_init(r, i);
    if (started) return r;
    tx_run_destroy(r);
    return NULL;
}

void tx_run_destroy(TxRun *r)
{
    for (uint32_t i = 0; i < r->options.all.cores; i++) tx_core_free(r, i);
    for (uint32_t i = 0; i < r->options.partitions; i++) {
        r->partitions[i]->destroy(r->partitions[i]);
        tx_queue_free(&r->up[i]);
    }
    free(r->cores);
    free(r->partitions);
    free(r->up);
    sim_run_free(&r->program);
    sim_memory_destroy(r->words);
    sim_cores_free(&r->threads);
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
    tx_queue_push(up, &(TxTravelling){r->status.cycle + r->options.net, *m});
    return true;
}

static void send_from(TxRun *r, TxCore *c)
{
    const TxMessage *m = tx_queue_first(&c->out);
    bool more = m && put_on_way(r, m);
    while (more) {
        tx_queue_pop(&c->out);
        m = tx_queue_first(&c->out);
        more = m && m->beside && put_on_way(r, m);
    }
}

static void serve_partition(TxRun *r, uint32_t i)
{
    TxPartition *p = r->partitions[i];
    const TxTravelling *t = tx_queue_first(&r->up[i]);
    TxReply reply;
    bool more = t && t->due <= r->status.cycle && p->offer(p, &t->message);
    while (more) {
        tx_queue_pop(&r->up[i]);
        t = tx_queue_first(&r->up[i]);
        more = t && t->due <= r->status.cycle && t->message.beside && p->offer(p, &t->message);
    }
    p->cycle(p, r->status.cycle);
    if (p->answer(p, &reply))
        tx_queue_push(&r->cores[reply.core].in, &(TxReturning){r->status.cycle + r->options.net, reply});
}

static void receive(TxRun *r, uint32_t core)
{
    const TxReturning *t = tx_queue_first(&r->cores[core].in);
    if (!t || t->due > r->status.cycle) return;
    TxReply reply = t->reply;
    tx_queue_pop(&r->cores[core].in);
    tx_core_reply(r, &reply);
}

static void cycle(TxRun *r)
{
    uint32_t n = r->options.all.cores;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t core = (uint32_t)((r->status.cycle + i) % n); /* no core is always first */
        receive(r, core);
        tx_core_cycle(r, core);
        send_from(r, &r->cores[core]);
    }
    uint64_t waiting = 0, granules = 0;
    for (uint32_t i = 0; i < r->options.partitions; i++) {
        serve_partition(r, i);
        TxPartitionStats s = r->partitions[i]->stats(r->partitions[i]);
        waiting += s.waiting, granules += s.granules;
    }
    if (waiting > r->stats.waited) r->stats.waited = waiting;
    r->stats.waiting_cycles += waiting;
    if (granules > r->stats.granules) r->stats.granules = granules;
    r->stats.granule_cycles += granules;
    r->status.cycle++;
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

static void run(TxRun *r)
{
    const SimOptions *o = &r->options.all;
    while (!r->status.failures && (r->alive || !drained(r))) {
        if (r->alive) r->ended_at = r->status.cycle;
        cycle(r);
        if (o->watchdog && r->status.cycle - r->last_progress > o->watchdog)
            sim_fail(&r->status, "no answer and no commit for %llu cycles; %u warps have not ended",
                     (unsigned long long)o->watchdog, r->alive);
        if (o->max_cycles && r->status.cycle >= o->max_cycles)
            sim_fail(&r->status, "not over after %llu cycles", (unsigned long long)o->max_cycles);
    }
}

int tx_run_all(TxRun *r)
{
    run(r);
    if (!r->status.failures) {
        for (uint32_t i = 0; i < r->options.partitions; i++) r->partitions[i]->tracked(r->partitions[i]);
        if (r->options.checks) tx_checks_end(r->checks);
        if (r->program.kernel->check) r->program.kernel->check(&r->program, r->program.arg);
        if (r->options.history) r->verdict = sim_tx_check(&r->history, initial_word, r, &r->status);
    }
    return r->status.failures ? SIM_EXIT_FAILED : SIM_EXIT_OK;
}
