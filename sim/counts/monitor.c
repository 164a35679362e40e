/* monitor.c - see monitor.h. */
#include "counts/monitor.h"
#include <stdlib.h>

enum { CAUSE_BITS = 8, ROW_BITS = 16 };

void sim_monitor_init(SimMonitor *m, const CgDesign *d)
{
    uint32_t instances = 0;
    *m = (SimMonitor){.design = d,
                      .stalled_rows = sim_alloc(d->n_controllers, sizeof *m->stalled_rows),
                      .gauges = sim_alloc(d->n_controllers, sizeof *m->gauges),
                      .by_table = sim_alloc(d->n_controllers, sizeof *m->by_table),
                      .networks = sim_alloc(d->n_networks, sizeof *m->networks),
                      .before = sim_alloc(d->n_networks, sizeof *m->before),
                      .links = sim_alloc(d->n_links, sizeof *m->links),
                      .links_before = sim_alloc(d->n_links, sizeof *m->links_before),
                      .messages = sim_alloc(d->n_messages, sizeof *m->messages),
                      .messages_before = sim_alloc(d->n_messages, sizeof *m->messages_before)};
    for (uint32_t i = 0; i < d->n_controllers; i++) {
        instances += d->controllers[i].instances;
        m->by_table[i] = sim_code(d->controllers[i].causes, d->controllers[i].n_causes, "line_pending");
        m->stalled_rows[i] = sim_alloc(d->controllers[i].n_rows, sizeof **m->stalled_rows);
        m->gauges[i] =
            sim_alloc((size_t)d->controllers[i].instances * d->controllers[i].n_gauges + 1, sizeof **m->gauges);
    }
    m->stages = sim_alloc(instances, sizeof *m->stages);
}

void sim_monitor_free(SimMonitor *m)
{
    for (uint32_t i = 0; i < m->design->n_controllers; i++) {
        free(m->stalled_rows[i]);
        free(m->gauges[i]);
    }
    free(m->stalled_rows);
    free(m->gauges);
    free(m->by_table);
    free(m->stages);
    free(m->networks);
    free(m->before);
    free(m->links);
    free(m->links_before);
    free(m->messages);
    free(m->messages_before);
}

void sim_monitor_start(SimMonitor *m, const uint32_t *out)
{
    for (uint32_t i = 0; i < m->design->n_networks; i++) {
        const CgNetwork *n = &m->design->networks[i];
        m->before[i] = (struct SimCounters){(uint32_t)cg_get(out, n->flits_lsb, 32),
                                            n->held_lsb ? (uint32_t)cg_get(out, n->held_lsb, 32) : 0};
    }
    for (uint32_t i = 0; i < m->design->n_links; i++)
        m->links_before[i] = (struct SimCounters){(uint32_t)cg_get(out, m->design->links[i].flits_lsb, 32),
                                                  (uint32_t)cg_get(out, m->design->links[i].held_lsb, 32)};
    for (uint32_t i = 0; i < m->design->n_messages; i++)
        m->messages_before[i] = (SimMessageStats){cg_get(out, m->design->messages[i].count_lsb, 32),
                                                  cg_get(out, m->design->messages[i].flits_lsb, 32)};
}

/* Counters mostly begin with a word. */
static uint32_t counter(const uint32_t *out, uint32_t lsb)
{
    return lsb % 32 ? (uint32_t)cg_get(out, lsb, 32) : out[lsb / 32];
}

/* So do the gauges of a controller, two in a word. */
static uint32_t half(const uint32_t *out, uint32_t lsb)
{
    return lsb % 16 ? (uint32_t)cg_get(out, lsb, 16) : out[lsb / 32] >> lsb % 32 & 0xffff;
}

static void step_messages(SimMonitor *m, const uint32_t *out)
{
    const CgMessage *d = m->design->messages;
    for (uint32_t i = 0, n = m->design->n_messages; i < n; i++) {
        uint32_t now = counter(out, d[i].count_lsb), sent = now - (uint32_t)m->messages_before[i].sent;
        if (sent == 0) continue;
        uint32_t flits = counter(out, d[i].flits_lsb);
        m->messages[i].sent += sent;
        m->messages[i].flits += (uint32_t)(flits - (uint32_t)m->messages_before[i].flits);
        m->messages_before[i] = (SimMessageStats){now, flits};
    }
}

static void step_flits(SimNetworkStats *s, struct SimCounters *before, struct SimCounters now)
{
    uint32_t flits = now.flits - before->flits, held = now.held - before->held;
    if ((flits | held) == 0) return;
    s->flits += flits;
    s->held += held;
    s->busy += flits != 0;
    if (flits > s->peak) s->peak = flits;
    *before = now;
}

static void step_networks(SimMonitor *m, const uint32_t *out)
{
    const CgNetwork *d = m->design->networks;
    const CgLinks *l = m->design->links;
    for (uint32_t i = 0, n = m->design->n_networks; i < n; i++)
        step_flits(&m->networks[i], &m->before[i],
                   (struct SimCounters){counter(out, d[i].flits_lsb),
                                        d[i].held_lsb ? counter(out, d[i].held_lsb) : 0});
    for (uint32_t i = 0, n = m->design->n_links; i < n; i++)
        step_flits(&m->links[i], &m->links_before[i],
                   (struct SimCounters){counter(out, l[i].flits_lsb), counter(out, l[i].held_lsb)});
}

static void step_controller(SimMonitor *m, uint32_t c, uint32_t first, const uint32_t *out)
{
    const CgController *d = &m->design->controllers[c];
    uint64_t (*stages)[SIM_STAGE_CODES] = &m->stages[first];
    uint32_t by_table = m->by_table[c], at = d->stage_lsb;
    for (uint32_t i = 0, n = d->instances; i < n; i++, at += d->stage_stride) {
        uint32_t code = counter(out, at) & ((1u << CAUSE_BITS) - 1);
        stages[i][code]++;
        if (code != by_table) continue;
        uint32_t row = (uint32_t)cg_get(out, at + CAUSE_BITS, ROW_BITS);
        if (row < d->n_rows && d->rows[row].kind == CG_ROW_STALL) m->stalled_rows[c][row]++;
    }
}

static void step_gauges(SimMonitor *m, uint32_t c, const uint32_t *out)
{
    const CgController *d = &m->design->controllers[c];
    SimGauge *g = m->gauges[c], *end = g + (size_t)d->instances * d->n_gauges;
    for (uint32_t at = d->gauge_lsb; g < end; g++, at += CG_GAUGE_BITS) {
        uint32_t now = half(out, at);
        g->sum += now;
        if (now > g->most) g->most = now;
    }
}

void sim_monitor_step(SimMonitor *m, const uint32_t *out)
{
    m->cycles++;
    step_networks(m, out);
    step_messages(m, out);
    for (uint32_t c = 0; c < m->design->n_controllers; c++) step_gauges(m, c, out);
    for (uint32_t c = 0, first = 0; c < m->design->n_controllers; first += m->design->controllers[c++].instances)
        if (m->design->controllers[c].stage_stride) step_controller(m, c, first, out);
}
