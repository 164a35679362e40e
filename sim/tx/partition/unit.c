/* unit.c - see unit.h. */
#include "tx/partition/unit.h"
#include "tx/messages/queue.h"
#include <stdlib.h>

enum { INPUT = 2 };

typedef struct { uint64_t due; TxMessage entry; } Logged;
typedef struct { uint64_t due; TxReply reply; } Due;

typedef struct {
    TxPartition partition;         /* first, so that one can be had from the other */
    TxUnitOptions options;
    TxReference reference;
    uint64_t now;
    bool waking;                   /* who answers has waited */
    TxQueue input, log, soon, late; /* soon, late: answers without and with data */
    TxQueue fetched;               /* late_loads: at the last-level cache */
} Unit;

static void reply(void *context, const TxReply *r)
{
    Unit *u = context;
    bool data = r->order != 0 && (u->waking || !u->options.late_loads);
    Due d = {u->now + (data ? u->options.llc : u->options.decide), *r};
    tx_queue_push(data ? &u->late : &u->soon, &d);
}

static bool offer(TxPartition *p, const TxMessage *m)
{
    Unit *u = (Unit *)p;
    if (u->input.n >= INPUT && !m->beside) return false;
    tx_queue_push(&u->input, m);
    return true;
}

static bool take(TxQueue *q, uint64_t now, TxReply *r)
{
    const Due *d = tx_queue_first(q);
    if (!d || d->due > now) return false;
    *r = d->reply;
    tx_queue_pop(q);
    return true;
}

static bool give_answer(TxPartition *p, TxReply *r)
{
    Unit *u = (Unit *)p;
    return take(&u->late, u->now, r) || take(&u->soon, u->now, r);
}

/* Moves the next message to where it is served; true if it uses this cycle's turn of the validation unit. */
static bool take_in(Unit *u, bool turn)
{
    const TxMessage *m = tx_queue_first(&u->input);
    if (!m) return false;
    if (m->kind == TX_COMMIT || m->kind == TX_CLEANUP) {
        if (u->log.n >= u->options.log_entries) return false;
        Logged l = {u->now + u->options.commit, *m};
        tx_queue_push(&u->log, &l);
        tx_queue_pop(&u->input);
        return false;
    }
    if (m->kind == TX_LD && u->options.late_loads) {
        for (bool more = true; more; m = tx_queue_first(&u->input), more = m && m->beside) {
            tx_queue_push(&u->fetched, &(Logged){u->now + u->options.llc, *m});
            tx_queue_pop(&u->input);
        }
        return false;
    }
    if (!turn) return false;
    for (bool more = true; more; m = tx_queue_first(&u->input), more = m && m->beside) {
        tx_reference_step(&u->reference, m);
        tx_queue_pop(&u->input);
    }
    return true;
}

/* A load for which the last-level cache has answered; true if it uses this cycle's turn. */
static bool take_fetched(Unit *u)
{
    const Logged *l = tx_queue_first(&u->fetched);
    if (!l || l->due > u->now) return false;
    for (bool more = true; more; l = tx_queue_first(&u->fetched), more = l && l->entry.beside) {
        tx_reference_step(&u->reference, &l->entry);
        tx_queue_pop(&u->fetched);
    }
    return true;
}

static void cycle(TxPartition *p, uint64_t now)
{
    Unit *u = (Unit *)p;
    u->now = now;
    const Logged *l = tx_queue_first(&u->log);
    if (l && l->due <= now) {
        tx_reference_step(&u->reference, &l->entry);
        tx_queue_pop(&u->log);
    }
    u->waking = true;
    bool turn = !tx_reference_wake(&u->reference);
    u->waking = false;
    if (turn) turn = !take_fetched(u);
    take_in(u, turn);
}

static bool idle(const TxPartition *p)
{
    const Unit *u = (const Unit *)p;
    return u->input.n + u->log.n + u->soon.n + u->late.n + u->fetched.n + u->reference.stats.waiting == 0;
}

static TxPartitionStats stats(const TxPartition *p)
{
    const Unit *u = (const Unit *)p;
    TxPartitionStats s = u->reference.stats;
    s.evictions = u->reference.table.evictions, s.overflows = u->reference.table.overflows;
    return s;
}

static bool tracked(TxPartition *p)
{
    const Unit *u = (const Unit *)p;
    const TxTable *t = &u->reference.table;
    for (size_t i = 0; i < t->n; i++)
        tx_see(u->reference.observer, (TxEvent){.seen = TX_TRACKED,
                                                .partition = u->reference.partition,
                                                .granule = t->entries[i].granule,
                                                .after = t->entries[i].meta});
    return true;
}

static void destroy(TxPartition *p)
{
    Unit *u = (Unit *)p;
    TxQueue *queues[] = {&u->input, &u->log, &u->soon, &u->late, &u->fetched};
    for (size_t i = 0; i < sizeof queues / sizeof *queues; i++) tx_queue_free(queues[i]);
    tx_reference_free(&u->reference);
    free(u);
}

TxPartition *tx_unit_create(const TxUnitOptions *o, TxMemory *memory, const TxObserver *observer, uint32_t partition)
{
    Unit *u = sim_alloc(1, sizeof *u);
    *u = (Unit){.partition = {offer, give_answer, cycle, idle, stats, tracked, destroy}, .options = *o};
    tx_reference_init(&u->reference, &o->reference, memory, observer, partition);
    u->reference.reply = reply, u->reference.context = u;
    tx_queue_init(&u->input, sizeof(TxMessage));
    tx_queue_init(&u->log, sizeof(Logged));
    tx_queue_init(&u->soon, sizeof(Due));
    tx_queue_init(&u->late, sizeof(Due));
    tx_queue_init(&u->fetched, sizeof(Logged));
    return &u->partition;
}
