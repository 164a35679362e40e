/* bus.c - what surrounds the controllers in a replay: cores, networks that keep every message until its step, memory
 * that answers when told. */
#include "replay/parts.h"
#include <stdlib.h>
#include <string.h>

/* ---- numbers ---- */

const CgCorePort *replay_core_port(uint32_t ctl)
{
    for (uint32_t i = 0; i < cg_design.n_cores; i++)
        if (strcmp(cg_design.cores[i].controller, cg_design.controllers[ctl].name) == 0) return &cg_design.cores[i];
    return NULL;
}

uint32_t replay_core(ReplayInst at)
{
    uint32_t first = 0;
    if (!replay_core_port(at.ctl)) return SIM_NONE;
    for (uint32_t c = 0; c < at.ctl; c++) if (replay_core_port(c)) first += cg_design.controllers[c].instances;
    return first + at.inst;
}

uint32_t replay_node(ReplayInst at)
{
    uint32_t first = 0;
    for (uint32_t c = 0; c < at.ctl; c++) first += cg_design.controllers[c].instances;
    return first + at.inst;
}

ReplayInst replay_instance(uint32_t node)
{
    uint32_t c = 0;
    while (c + 1 < cg_design.n_controllers && node >= cg_design.controllers[c].instances)
        node -= cg_design.controllers[c++].instances;
    return (ReplayInst){c, node};
}

uint32_t replay_cell(const Replay *r, uint32_t line, uint32_t cell) { return line * r->s->cells + cell; }

static uint32_t in_base(uint32_t ctl, uint32_t inst)
{
    return cg_replay.hooks[ctl].in_base + inst * cg_replay.hooks[ctl].in_stride;
}
static uint32_t out_base(uint32_t ctl, uint32_t inst)
{
    return cg_replay.hooks[ctl].out_base + inst * cg_replay.hooks[ctl].out_stride;
}

static uint32_t instances(const CgNetPort *port) { return cg_design.controllers[port->controller].instances; }

/* ---- networks ---- */

static const CgPacketType *message_of(uint32_t network, uint32_t kind)
{
    for (uint32_t i = 0; i < cg_replay.n_messages; i++)
        if (cg_replay.messages[i].network == network && cg_replay.messages[i].code == kind)
            return &cg_replay.messages[i];
    return NULL;
}

static void take_message(Replay *r, const CgNetPort *port, uint32_t inst)
{
    uint32_t base = out_base(port->controller, inst), width = port->msg.width, words = (width + 31) / 32;
    ReplayPacket *p = sim_alloc(1, sizeof *p);
    p->bits = sim_alloc(words, sizeof *p->bits);
    for (uint32_t w = 0; w < words; w++)
        p->bits[w] = (uint32_t)cg_get(r->out, base + port->msg.lsb + 32 * w, width - 32 * w < 32 ? width - 32 * w : 32);
    CgField kind = sim_field(cg_replay.messages[0].fields, cg_replay.messages[0].n_fields, "kind");
    for (uint32_t i = 0; i < cg_replay.n_messages; i++)
        if (cg_replay.messages[i].network == port->network)
            kind = sim_field(cg_replay.messages[i].fields, cg_replay.messages[i].n_fields, "kind");
    p->type = message_of(port->network, (uint32_t)sim_get(p->bits, 0, kind));
    p->from = replay_node((ReplayInst){port->controller, inst});
    p->to = (uint32_t)sim_get(r->out, base, port->dst);
    r->packets = sim_grow(r->packets, &r->cap_packets, r->n_packets + 1, sizeof *r->packets);
    r->packets[r->n_packets++] = p;
    replay_sent(r, p);
}

bool replay_bus_deliver(Replay *r, ReplayPacket *p)
{
    ReplayInst to = replay_instance(p->to);
    for (uint32_t i = 0; i < r->n_inlets; i++) {
        ReplayInlet *x = &r->inlets[i];
        if (x->port->controller != to.ctl || x->inst != to.inst || x->port->network != p->type->network || x->offered)
            continue;
        x->offered = p;
        p->delivered = true;
        return true;
    }
    return false;
}

static void drive_networks(Replay *r)
{
    for (uint32_t i = 0; i < cg_replay.n_ports; i++) {
        const CgNetPort *port = &cg_replay.ports[i];
        for (uint32_t n = 0; port->sends && n < instances(port); n++)
            sim_put(r->in, in_base(port->controller, n), port->ready, 1);
    }
    for (uint32_t i = 0; i < r->n_inlets; i++) {
        const ReplayInlet *x = &r->inlets[i];
        uint32_t base = in_base(x->port->controller, x->inst), width = x->port->msg.width;
        sim_put(r->in, base, x->port->valid, x->offered != NULL);
        for (uint32_t at = 0; x->offered && at < width; at += 32)
            cg_put(r->in, base + x->port->msg.lsb + at, width - at < 32 ? width - at : 32, x->offered->bits[at / 32]);
    }
}

static void sample_networks(Replay *r)
{
    for (uint32_t i = 0; i < r->n_inlets; i++) {
        ReplayInlet *x = &r->inlets[i];
        if (x->offered && sim_get(r->out, out_base(x->port->controller, x->inst), x->port->ready)) x->offered = NULL;
    }
    for (uint32_t i = 0; i < cg_replay.n_ports; i++) {
        const CgNetPort *port = &cg_replay.ports[i];
        for (uint32_t n = 0; port->sends && n < instances(port); n++)
            if (sim_get(r->out, out_base(port->controller, n), port->valid)) take_message(r, port, n);
    }
}

/* ---- memory ---- */

static CgField axi_in(const CgMemPort *p, const char *name) { return sim_field(p->in_fields, p->n_in_fields, name); }
static CgField axi_out(const CgMemPort *p, const char *name) { return sim_field(p->out_fields, p->n_out_fields, name); }

static uint8_t *content(Replay *r, uint64_t address)
{
    uint64_t line = address / r->line_bytes;
    if (line < r->s->lines) return r->content + line * r->line_bytes;
    replay_diverged(r, "memory is asked for line %llu", (unsigned long long)line);
    return r->content;
}

uint32_t replay_word(const Replay *r, uint32_t line, uint32_t cell)
{
    uint32_t v = 0, first = line * r->line_bytes + cell * r->cell_bytes;
    for (uint32_t k = 0; k < 4 && k < r->cell_bytes && line < r->s->lines; k++)
        v |= (uint32_t)r->content[first + k] << 8 * k;
    return v;
}

bool replay_bus_fill(Replay *r, ReplayInst at, uint32_t line)
{
    for (uint32_t i = 0; i < r->n_memories; i++) {
        ReplayMemory *m = &r->memories[i];
        if (m->at.ctl != at.ctl || m->at.inst != at.inst || m->answering) continue;
        for (uint32_t k = 0; k < m->n_reads; k++) {
            if (m->reads[k].address / r->line_bytes != line) continue;
            ReplayAxi read = m->reads[k];
            memmove(m->reads + 1, m->reads, k * sizeof read);
            m->reads[0] = read;
            m->answering = true;
            m->beat = 0;
            return true;
        }
    }
    return false;
}

enum { SLVERR = 2 };

static bool is_bad(const Replay *r, uint64_t line)
{
    for (size_t i = 0; i < r->s->n_bad; i++) if (r->s->bad[i] == line) return true;
    return false;
}

static bool is_behind(const Replay *r, ReplayInst at) { return r->s->behind >> at.ctl % 64 & 1; }

static void drive_memory(Replay *r, ReplayMemory *m)
{
    if (is_behind(r, m->at) && m->n_reads && !m->answering) m->answering = true, m->beat = 0;
    const CgMemPort *p = m->port;
    uint32_t base = p->in_base + m->at.inst * p->in_stride, beats = p->line_bytes / p->beat_bytes;
    sim_put(r->in, base, axi_in(p, "arready"), 1);
    sim_put(r->in, base, axi_in(p, "awready"), 1);
    sim_put(r->in, base, axi_in(p, "wready"), 1);
    sim_put(r->in, base, axi_in(p, "bvalid"), m->n_acknowledge > 0);
    if (m->n_acknowledge) sim_put(r->in, base, axi_in(p, "bid"), m->acknowledge[0]);
    sim_put(r->in, base, axi_in(p, "rvalid"), m->answering);
    if (!m->answering) return;
    sim_put(r->in, base, axi_in(p, "rid"), m->reads[0].id);
    sim_put(r->in, base, axi_in(p, "rresp"), is_bad(r, m->reads[0].address / r->line_bytes) ? SLVERR : 0);
    sim_put(r->in, base, axi_in(p, "rlast"), m->beat + 1 == beats);
    cg_put_bytes(r->in, base + axi_in(p, "rdata").lsb, 8 * p->beat_bytes,
                 content(r, m->reads[0].address) + m->beat * p->beat_bytes);
}

static void sample_write(Replay *r, ReplayMemory *m, uint32_t base)
{
    const CgMemPort *p = m->port;
    if (sim_get(r->out, base, axi_out(p, "awvalid")) && m->n_writes < REPLAY_QUEUE)
        m->writes[m->n_writes++] = (ReplayAxi){sim_get(r->out, base, axi_out(p, "awaddr")),
                                               (uint32_t)sim_get(r->out, base, axi_out(p, "awid"))};
    if (sim_get(r->out, base, axi_out(p, "wvalid")) && m->written < p->line_bytes) {
        cg_get_bytes(r->out, base + axi_out(p, "wdata").lsb, 8 * p->beat_bytes, m->line + m->written);
        m->written += p->beat_bytes;
    }
    if (m->written < p->line_bytes || !m->n_writes) return;
    memcpy(content(r, m->writes[0].address), m->line, p->line_bytes);
    m->acknowledge[m->n_acknowledge++] = m->writes[0].id;
    m->written = 0;
    if (!is_behind(r, m->at)) replay_memory(r, m->at, m->writes[0].address / r->line_bytes, true);
    memmove(m->writes, m->writes + 1, --m->n_writes * sizeof *m->writes);
}

static void sample_memory(Replay *r, ReplayMemory *m)
{
    const CgMemPort *p = m->port;
    uint32_t base = p->out_base + m->at.inst * p->out_stride;
    if (m->n_acknowledge && sim_get(r->out, base, axi_out(p, "bready")))
        memmove(m->acknowledge, m->acknowledge + 1, --m->n_acknowledge * sizeof *m->acknowledge);
    if (m->answering && sim_get(r->out, base, axi_out(p, "rready")) && ++m->beat == p->line_bytes / p->beat_bytes) {
        m->answering = false;
        memmove(m->reads, m->reads + 1, --m->n_reads * sizeof *m->reads);
    }
    if (sim_get(r->out, base, axi_out(p, "arvalid")) && m->n_reads < REPLAY_QUEUE) {
        m->reads[m->n_reads++] = (ReplayAxi){sim_get(r->out, base, axi_out(p, "araddr")),
                                             (uint32_t)sim_get(r->out, base, axi_out(p, "arid"))};
        if (!is_behind(r, m->at)) replay_memory(r, m->at, m->reads[m->n_reads - 1].address / r->line_bytes, false);
    }
    sample_write(r, m, base);
}

static ReplayMemory *memory_of(Replay *r, ReplayInst at)
{
    for (uint32_t i = 0; i < r->n_memories; i++)
        if (r->memories[i].at.ctl == at.ctl && r->memories[i].at.inst == at.inst) return &r->memories[i];
    return NULL;
}

bool replay_bus_held(Replay *r, ReplayInst at, uint32_t line)
{
    ReplayMemory *m = memory_of(r, at);
    bool read = false;
    for (uint32_t i = 0; m && i < m->n_reads; i++) read |= m->reads[i].address / r->line_bytes == line;
    if (!read || m->n_owed == REPLAY_QUEUE) return false;
    m->owed[m->n_owed++] = line;
    return true;
}

bool replay_bus_owed(Replay *r, ReplayInst at, uint32_t line)
{
    ReplayMemory *m = memory_of(r, at);
    for (uint32_t i = 0; m && i < m->n_owed; i++) {
        if (m->owed[i] != line) continue;
        memmove(&m->owed[i], &m->owed[i + 1], (--m->n_owed - i) * sizeof *m->owed);
        return true;
    }
    return false;
}

/* ---- cores ---- */

static void put_field(Replay *r, const CgCorePort *p, uint32_t base, const char *name, uint64_t value)
{
    CgField f = sim_field(p->req_fields, p->n_req_fields, name);
    if (f.width) sim_put(r->in, base, f, f.width < 64 ? value & ((UINT64_C(1) << f.width) - 1) : value);
}

/* A store writes all bytes of its cell, the first word of it with the value. */
static void drive_request(Replay *r, const CgCorePort *p, uint32_t base)
{
    const ReplayStep *t = r->step;
    CgField data = sim_field(p->req_fields, p->n_req_fields, "data"),
            mask = sim_field(p->req_fields, p->n_req_fields, "mask");
    uint32_t first = t->cell * r->cell_bytes;
    sim_put(r->in, base, p->req_valid, 1);
    sim_put(r->in, base, p->req_kind, t->event);
    sim_put(r->in, base, p->req_key, t->line);
    if (p->id_field) put_field(r, p, base, p->id_field, t->warp);
    put_field(r, p, base, "op", t->op);
    put_field(r, p, base, "word", first / 4);
    put_field(r, p, base, "a", t->a);
    put_field(r, p, base, "b", t->b);
    for (uint32_t i = 0; i < r->cell_bytes && data.width; i++)
        cg_put(r->in, base + data.lsb + 8 * (first + i), 8, i < 4 ? t->value >> 8 * i & 255 : 0);
    for (uint32_t i = 0; i < r->cell_bytes && mask.width; i++) cg_put(r->in, base + mask.lsb + first + i, 1, 1);
}

static void drive_cores(Replay *r)
{
    for (uint32_t i = 0; i < cg_design.n_cores; i++) {
        const CgCorePort *p = &cg_design.cores[i];
        for (uint32_t n = 0; n < p->instances; n++) sim_put(r->in, p->in_base + n * p->in_stride, p->rep_ready, 1);
    }
    if (!r->request) return;
    const CgCorePort *p = replay_core_port(r->step->at.ctl);
    drive_request(r, p, p->in_base + r->step->at.inst * p->in_stride);
}

static void sample_cores(Replay *r)
{
    for (uint32_t c = 0; c < cg_design.n_controllers; c++) {
        const CgCorePort *p = replay_core_port(c);
        for (uint32_t n = 0; p && n < p->instances; n++) {
            uint32_t base = p->out_base + n * p->out_stride;
            if (r->request && r->step->at.ctl == c && r->step->at.inst == n && sim_get(r->out, base, p->req_ready))
                r->request = false;
            if (sim_get(r->out, base, p->rep_valid)) replay_answered(r, (ReplayInst){c, n}, p, base);
        }
    }
}

/* ---- hooks ---- */

static void drive_hooks(Replay *r)
{
    for (uint32_t c = 0; c < cg_design.n_controllers; c++)
        for (uint32_t n = 0; n < cg_design.controllers[c].instances; n++) {
            const CgHooks *h = &cg_replay.hooks[c];
            uint32_t base = in_base(c, n);
            const ReplayStep *t = r->step;
            bool due = t && t->source != REPLAY_TICK && !r->row_seen, here = due && t->at.ctl == c && t->at.inst == n;
            sim_put(r->in, base, h->free, r->free);
            uint32_t place = here ? UINT32_C(1) << r->step->place : 0;
            sim_put(r->in, base, h->replay, here && r->step->source == REPLAY_PARKED ? place : 0);
            sim_put(r->in, base, h->evict, here && r->step->source == REPLAY_EVICT ? place : 0);
            sim_put(r->in, base, h->level, here && r->step->source == REPLAY_LEVEL ? place : 0);
            uint32_t key = !here ? 0 : r->step->source == REPLAY_EVICT ? r->step->own : r->step->line;
            sim_put(r->in, base, h->key, key);
            sim_put(r->in, base, h->step, here ? r->step->number : 0);
            for (uint32_t k = 0; k < h->n_clocks && k < REPLAY_CLOCKS; k++)
                sim_put(r->in, base, h->clocks[k], r->now[REPLAY_CLOCKS * replay_node((ReplayInst){c, n}) + k]);
        }
}

/* ---- all of it ---- */

static ReplayInst port_instance(const char *controller, uint32_t inst)
{
    uint32_t c = 0;
    while (strcmp(cg_design.controllers[c].name, controller) != 0) c++;
    return (ReplayInst){c, inst};
}

static void start_memories(Replay *r)
{
    for (uint32_t i = 0; i < cg_design.n_memories; i++) r->n_memories += cg_design.memories[i].instances;
    r->memories = sim_alloc(r->n_memories, sizeof *r->memories);
    for (uint32_t i = 0, k = 0; i < cg_design.n_memories; i++)
        for (uint32_t n = 0; n < cg_design.memories[i].instances; n++, k++) {
            const CgMemPort *p = &cg_design.memories[i];
            r->memories[k] =
                (ReplayMemory){.port = p, .at = port_instance(p->controller, n), .line = sim_alloc(p->line_bytes, 1)};
        }
}

void replay_bus_start(Replay *r)
{
    r->in = sim_alloc((cg_design.in_bits + 31) / 32, sizeof *r->in);
    r->out = sim_alloc((cg_design.out_bits + 31) / 32, sizeof *r->out);
    for (uint32_t i = 0; i < cg_replay.n_ports; i++)
        r->n_inlets += cg_replay.ports[i].sends ? 0 : instances(&cg_replay.ports[i]);
    r->inlets = sim_alloc(r->n_inlets, sizeof *r->inlets);
    for (uint32_t i = 0, k = 0; i < cg_replay.n_ports; i++) {
        const CgNetPort *port = &cg_replay.ports[i];
        for (uint32_t n = 0; !port->sends && n < instances(port); n++) r->inlets[k++] = (ReplayInlet){port, n, NULL};
    }
    start_memories(r);
    uint32_t nodes = 0;
    for (uint32_t c = 0; c < cg_design.n_controllers; c++) nodes += cg_design.controllers[c].instances;
    r->now = sim_alloc((size_t)nodes * REPLAY_CLOCKS, sizeof *r->now);
    r->content = sim_alloc((size_t)r->s->lines * r->line_bytes, 1);
    for (size_t i = 0; i < r->s->n_initial; i++) {
        const ReplayWord *w = &r->s->initial[i];
        for (uint32_t k = 0; k < 4 && k < r->cell_bytes; k++)
            r->content[w->line * r->line_bytes + w->cell * r->cell_bytes + k] = (uint8_t)(w->value >> 8 * k);
        r->newest[replay_cell(r, w->line, w->cell)] = w->value;
    }
}

void replay_bus_free(Replay *r)
{
    for (size_t i = 0; i < r->n_packets; i++) { free(r->packets[i]->bits); free(r->packets[i]); }
    for (uint32_t i = 0; i < r->n_memories; i++) free(r->memories[i].line);
    free(r->packets), free(r->inlets), free(r->memories), free(r->content), free(r->in), free(r->out), free(r->now);
}

void replay_bus_cycle(Replay *r, bool reset)
{
    memset(r->in, 0, (cg_design.in_bits + 31) / 32 * sizeof *r->in);
    cg_put(r->in, cg_design.rst_lsb, 1, reset);
    drive_networks(r);
    drive_cores(r);
    drive_hooks(r);
    for (uint32_t i = 0; i < r->n_memories; i++) drive_memory(r, &r->memories[i]);
    r->cycle++;
    cg_model_cycle(r->model, r->in, r->out);
    if (cg_model_ended(r->model))
        replay_diverged(r, "an assertion of the Verilog has ended the run: %s", cg_model_ended(r->model));
    if (reset) return;
    sample_networks(r);
    sample_cores(r);
    for (uint32_t i = 0; i < r->n_memories; i++) sample_memory(r, &r->memories[i]);
    r->error_seen |= cg_get(r->out, cg_design.error_lsb, 1) != 0;
}
