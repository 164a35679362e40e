/* rtl_ports.c - messages at the ports of a unit. */
#include "tx/rtl/rtl_inside.h"

/* ---- to the unit ---- */

static void put_field(TxRtl *u, const CgNetPort *port, const CgPacketType *t, const char *name, uint64_t value)
{
    sim_put(u->design->in, tx_rtl_in(u) + port->msg.lsb, sim_field(t->fields, t->n_fields, name), value);
}

/* The granule as it is when the log entries under way are applied. */
static void granule_then(TxRtl *u, uint64_t granule, uint32_t *data)
{
    for (uint32_t i = 0; i < u->design->memory->granule_bytes / 4; i++)
        data[i] = sim_pages_word(u->design->memory->pages, tx_rtl_address(u, granule, i));
    for (size_t left = u->flying.n; left > 0; left--) { /* once round */
        TxMessage m = *(const TxMessage *)tx_queue_first(&u->flying);
        tx_queue_pop(&u->flying);
        tx_queue_push(&u->flying, &m);
        for (uint32_t i = 0; m.kind == TX_COMMIT && m.granule == granule && i < TX_MAX_WORDS; i++)
            if (m.words >> i & 1) data[i] = m.data[i];
    }
}

static void put_data(TxRtl *u, const CgNetPort *port, const CgPacketType *t, const TxMessage *m)
{
    CgField data = sim_field(t->fields, t->n_fields, "data");
    uint32_t then[TX_MAX_WORDS] = {0};
    if (m->kind == TX_COMMIT) granule_then(u, m->granule, then);
    for (uint32_t i = 0; i < u->design->memory->granule_bytes / 4; i++) {
        /* the mask hides it */
        uint32_t word = m->words >> i & 1 ? m->data[i] : m->kind == TX_COMMIT ? then[i] : 0xdeadbeef;
        cg_put(u->design->in, tx_rtl_in(u) + port->msg.lsb + data.lsb + 32 * i, 32, word);
    }
}

static void put_mask(TxRtl *u, const CgNetPort *port, const CgPacketType *t, const TxMessage *m)
{
    CgField mask = sim_field(t->fields, t->n_fields, "mask");
    for (uint32_t i = 0; i < u->design->memory->granule_bytes / 4; i++)
        cg_put(u->design->in, tx_rtl_in(u) + port->msg.lsb + mask.lsb + 4 * i, 4, m->words >> i & 1 ? 15 : 0);
}

static void put_atomic(TxRtl *u, const CgNetPort *port, const CgPacketType *t, const TxMessage *m)
{
    uint32_t word = 0;
    while (m->words >> word > 1) word++;
    put_field(u, port, t, "op", m->op);
    put_field(u, port, t, "word", word);
    put_field(u, port, t, "a", m->a);
    put_field(u, port, t, "b", m->b);
}

void tx_rtl_put_message(TxRtl *u, const CgNetPort *port, const TxMessage *m)
{
    const CgPacketType *t = u->design->types[m->kind];
    put_field(u, port, t, "kind", t->code);
    put_field(u, port, t, "from", m->wid);
    if (m->kind == TX_DRAINED) return;
    put_field(u, port, t, "key", tx_rtl_key(u->design, m->granule));
    if (m->kind == TX_LD || m->kind == TX_ST) put_field(u, port, t, "warpts", tx_rtl_time(u->design, m->warpts));
    if (m->kind == TX_COMMIT || m->kind == TX_CLEANUP) put_field(u, port, t, "n", m->n);
    if (m->kind == TX_COMMIT || m->kind == TX_WRITE) put_data(u, port, t, m);
    if (m->kind == TX_WRITE) put_mask(u, port, t, m);
    if (m->kind == TX_ATOMIC) put_atomic(u, port, t, m);
}

void tx_rtl_put_ring(TxRtl *u, const TxRtlRing *m)
{
    const CgNetPort *port = u->design->from_ring;
    put_field(u, port, u->design->ring, "kind", m->code);
    put_field(u, port, u->design->ring, "from", m->from);
}

/* ---- from it ---- */

/* A warp that no core has is stopped at once. */
static void turn(TxRtl *u, TxTurn what, uint32_t wid)
{
    TxRtlDesign *d = u->design;
    uint32_t warps = d->options->all.warps;
    if (wid < d->options->all.cores * warps) {
        tx_queue_push(&u->due, &(TxReply){.turn = what, .core = wid / warps, .wid = wid});
        return;
    }
    for (uint32_t i = 0; i < d->n_units && what == TX_STOP; i++)
        tx_queue_push(&d->units[i].logs, &(TxMessage){.kind = TX_DRAINED, .wid = wid});
}

void tx_rtl_take_answer(TxRtl *u)
{
    const TxRtlDesign *d = u->design;
    uint32_t at = tx_rtl_out(u) + d->answer->msg.lsb;
    const CgPacketType *a = d->abort, *v = d->value;
    uint32_t wid = (uint32_t)sim_get(d->out, tx_rtl_out(u), d->answer->dst),
             code = (uint32_t)sim_get(d->out, at, sim_field(v->fields, v->n_fields, "kind"));
    if (code == d->stop->code || code == d->resume->code) {
        turn(u, code == d->stop->code ? TX_STOP : TX_RESUME, wid);
        return;
    }
    uint64_t granule = tx_rtl_granule(d, sim_get(d->out, at, sim_field(v->fields, v->n_fields, "key")));
    TxRtlOpen *o = tx_rtl_open_of(u, wid, granule);
    if (!o) {
        sim_fail(d->status, "rtl: an answer to warp %u, granule 0x%llx, who has not asked", wid,
                 (unsigned long long)granule);
        return;
    }
    TxReply reply = {.core = o->m.core, .wid = wid, .tag = o->m.tag, .order = o->order};
    if (code == a->code)
        reply.result = o->m.kind == TX_LD ? TX_LATE_LOAD : TX_LATE_STORE,
        reply.seen = tx_rtl_time_back(d, sim_get(d->out, at, sim_field(a->fields, a->n_fields, "seen")));
    if (code == d->old->code) v = d->old;
    for (uint32_t i = 0; code == v->code && i < d->memory->granule_bytes / 4; i++)
        reply.data[i] = (uint32_t)cg_get(d->out, at + sim_field(v->fields, v->n_fields, "data").lsb + 32 * i, 32);
    tx_rtl_open_end(u, o);
    if (o->m.tag == TX_RTL_NO_ONE) u->readback.waits = false, u->readback.reply = reply;
    else tx_queue_push(&u->due, &reply);
}

void tx_rtl_take_ring(TxRtl *u)
{
    TxRtlDesign *d = u->design;
    uint32_t to = (uint32_t)sim_get(d->out, tx_rtl_out(u), d->to_ring->dst) - d->first_node;
    if (to >= d->n_units) { sim_fail(d->status, "rtl: a message of the ring to unit %u", to); return; }
    TxRtlRing m = {(uint32_t)sim_get(d->out, tx_rtl_out(u) + d->to_ring->msg.lsb,
                                     sim_field(d->ring->fields, d->ring->n_fields, "kind")),
                   d->first_node + u->instance};
    tx_queue_push(&d->units[to].ring, &m);
}
