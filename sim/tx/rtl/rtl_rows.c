/* rtl_rows.c - what the rows of the units tell: in the order of the rows memory is read and written, reservations made
 * and given back, tables forgotten. */
#include "tx/rtl/rtl_inside.h"
#include "litmus/atomic.h"
#include <string.h>

static uint64_t field(const TxRtl *u, const uint32_t *fields, const char *name)
{
    const CgController *c = &cg_design.controllers[u->design->ctl];
    return sim_get(fields, 0, sim_field(c->fields, c->n_fields, name));
}

/* `memory` after the words of a commit, a write or an atomic. */
static void write_words(TxRtl *u, const TxMessage *m)
{
    TxMemory *memory = u->design->memory;
    for (uint32_t i = 0; i < memory->granule_bytes / 4; i++) {
        if (!(m->words >> i & 1)) continue;
        uint64_t at = tx_rtl_address(u, m->granule, i);
        uint32_t old = sim_pages_word(memory->pages, at);
        sim_pages_set_word(memory->pages, at,
                           m->kind == TX_ATOMIC ? litmus_op_result(m->op, old, m->a, m->b) : m->data[i]);
    }
    memory->order++;
}

static TxMeta meta_of(const TxRtl *u, const uint32_t *fields)
{
    return (TxMeta){tx_rtl_time_back(u->design, field(u, fields, "meta.wts")),
                    tx_rtl_time_back(u->design, field(u, fields, "meta.rts")),
                    (uint32_t)field(u, fields, "meta.writes"), (uint32_t)field(u, fields, "meta.owner")};
}

/* Of the state before a row only the times are not known when the row changes them: those after it stand for them. */
static void access_row(TxRtl *u, TxRtlOpen *o, const char *event, const uint32_t *fields)
{
    bool parked = field(u, fields, "park"), again = field(u, fields, "replayed"),
         refused = field(u, fields, "send0") && field(u, fields, "send0.kind") == u->design->abort->code;
    TxMeta after = meta_of(u, fields), before = after;
    if (!parked && !refused && o->m.kind == TX_LD) o->order = ++u->design->memory->order;
    if (!parked && !refused && o->m.kind == TX_ST) before.writes--;
    tx_situation_access(&u->situations, o->m.granule, parked, again, refused && strcmp(event + 2, ".busy") == 0);
    u->stats.queued += parked && !again, u->stats.woken += again;
    u->stats.waiting += (uint32_t)(parked && !again) - (uint32_t)(!parked && again);
    if (u->stats.waiting > u->stats.most_waiting) u->stats.most_waiting = u->stats.waiting;
    tx_see(u->design->observer, (TxEvent){.seen = TX_DECIDED,
                                          .partition = u->number,
                                          .message = &o->m,
                                          .decision = parked    ? TX_QUEUE
                                                      : refused ? TX_REFUSE
                                                                : TX_PASS,
                                          .before = before,
                                          .after = after});
}

/* The unit joins messages of a warp and granule that wait: those behind the first one, until `n` reservations are
 * together, become part of it. */
static void join(TxRtl *u, TxMessage *m, uint32_t n)
{
    for (size_t left = u->flying.n; left > 0; left--) {
        TxMessage next = *(const TxMessage *)tx_queue_first(&u->flying);
        tx_queue_pop(&u->flying);
        if (m->n >= n || next.wid != m->wid || next.granule != m->granule) {
            tx_queue_push(&u->flying, &next);
            continue;
        }
        if (next.kind == TX_COMMIT) m->kind = TX_COMMIT;
        m->n += next.n, m->words |= next.words;
        for (uint32_t i = 0; i < TX_MAX_WORDS; i++)
            if (next.words >> i & 1) m->data[i] = next.data[i];
    }
}

/* Ordinary accesses do not look at the metadata. */
static void ordinary_row(TxRtl *u, TxRtlOpen *o)
{
    o->order = ++u->design->memory->order;
    if (o->m.kind != TX_READ) write_words(u, &o->m);
    tx_see(u->design->observer, (TxEvent){.seen = TX_ACCESSED, .partition = u->number, .message = &o->m});
}

static void log_row(TxRtl *u, uint32_t wid, uint64_t granule, const char *event, const uint32_t *fields)
{
    tx_situation_log(&u->situations, granule, wid, event[1] == 'o', strstr(event, ".last") != NULL);
    const TxMessage *first = tx_queue_first(&u->flying);
    if (!first || first->wid != wid || first->granule != granule) {
        sim_fail(u->design->status, "rtl: a log entry of warp %u for granule 0x%llx is applied out of turn", wid,
                 (unsigned long long)granule);
        return;
    }
    TxMessage m = *first;
    TxMeta after = meta_of(u, fields), before = after;
    tx_queue_pop(&u->flying);
    join(u, &m, (uint32_t)field(u, fields, "msg.n"));
    before.writes += m.n;
    if (m.kind == TX_COMMIT) {
        write_words(u, &m);
        tx_see(u->design->observer,
               (TxEvent){.seen = TX_WROTE, .partition = u->number, .message = &m, .order = u->design->memory->order});
    }
    tx_see(u->design->observer,
           (TxEvent){.seen = TX_RELEASED, .partition = u->number, .message = &m, .before = before, .after = after});
}

/* The last marker: nobody holds a time any more. */
static void forget_row(TxRtl *u)
{
    bool holds = u->flying.n != 0;
    for (uint32_t i = 0; i < u->n_taken; i++) holds |= u->taken[i]->m.kind <= TX_ST;
    if (holds)
        sim_fail(u->design->status,
                 "rtl: partition %u forgets its tables while something of a transaction is under way", u->number);
    u->stats.rollovers++;
    tx_see(u->design->observer, (TxEvent){.seen = TX_FORGOT, .partition = u->number});
}

static void observe(void *design, int ctl, int inst, int row, const uint32_t *fields)
{
    TxRtlDesign *d = design;
    if ((uint32_t)ctl != d->ctl) return;
    TxRtl *u = &d->units[inst];
    uint32_t wid = (uint32_t)field(u, fields, "from");
    if (row < 0) {
        sim_fail(d->status, "rtl: key 0x%llx, request of warp %u: a row marked never (line %u)",
                 (unsigned long long)field(u, fields, "key"), wid, cg_design.controllers[ctl].rows[-1 - row].line);
        return;
    }
    const char *event = cg_design.controllers[ctl].rows[row].event;
    static const char *const keyless[] = {"rollover", "Full", "Drained", "onward", "Reset", "over"};
    if (strcmp(event, "Drained.last") == 0) { forget_row(u); return; }
    for (size_t i = 0; i < sizeof keyless / sizeof *keyless; i++) if (strcmp(event, keyless[i]) == 0) return;
    uint64_t granule = tx_rtl_granule(d, field(u, fields, "key"));
    if (*event == 'C') { log_row(u, wid, granule, event, fields); return; }
    TxRtlOpen *o = tx_rtl_open_of(u, wid, granule);
    if (o && o->m.kind > TX_CLEANUP) ordinary_row(u, o);
    else if (o) access_row(u, o, event, fields);
    else
        sim_fail(d->status, "rtl: a row for warp %u, granule 0x%llx, which has not asked", wid,
                 (unsigned long long)granule);
}

void tx_rtl_row(TxPartition *p, int ctl, int inst, int row, const uint32_t *fields)
{
    TxRtlDesign *d = ((TxRtl *)p)->design;
    observe(d->options->pins->clocked ? d->options->pins->clocked : d, ctl, inst, row, fields);
}

void tx_rtl_clock(TxRtlDesign *d)
{
    bool alone = cg_attach((CgObserver){observe, d}); /* else the simulator is told, and says so */
    if (!alone) d->options->pins->clocked = d;
    cg_model_cycle(d->model, d->in, d->out);
    if (alone) cg_detach(d);
    else d->options->pins->clocked = NULL;
    const char *ended = cg_model_ended(d->model);
    if (ended && !d->status->failures)
        sim_fail(d->status, "rtl: an assertion of the Verilog has ended the run: %s", ended);
}
