/* stats_text.c - every figure of a run as tables for people: per core, controller instance, network and memory port. */
#include "simulator/sim.h"
#include <inttypes.h>
#include <string.h>

enum { BAR = 50 };

static double percent(uint64_t a, uint64_t b) { return b ? 100.0 * (double)a / (double)b : 0; }

static uint64_t sum(const uint64_t *x, uint32_t n)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < n; i++) total += x[i];
    return total;
}

static void histogram(const char *title, const SimLatency *l, FILE *out)
{
    uint64_t from, to, n, most = 1;
    if (l->n == 0) return;
    fprintf(out,
            "\n%s: %" PRIu64 ", average %.1f, p50 %" PRIu64 ", p90 %" PRIu64 ", p99 %" PRIu64 ", max %" PRIu64
            " cycles\n",
            title, l->n, sim_latency_average(l), sim_latency_percentile(l, 50), sim_latency_percentile(l, 90),
            sim_latency_percentile(l, 99), l->max);
    for (uint32_t i = 0; sim_latency_octave(l, i, &from, &to, &n); i++)
        if (n > most) most = n;
    bool begun = false;
    for (uint32_t i = 0; sim_latency_octave(l, i, &from, &to, &n); i++) {
        if (!(begun |= n != 0)) continue;
        int stars = n ? 1 + (int)((BAR - 1) * n / most) : 0;
        fprintf(out, "  %8" PRIu64 " .. %-8" PRIu64 " %10" PRIu64 " %5.1f%%  %.*s\n", from, to, n, percent(n, l->n),
                stars, "##################################################");
    }
}

static void core_line(const char *name, const uint64_t *cycles, const SimStats *s, FILE *out)
{
    SimLatency all = {0};
    uint64_t total = sum(cycles, SIM_CORE_CYCLES);
    for (int k = 0; k < SIM_KINDS; k++) all.n += s->latency[k].n, all.sum += s->latency[k].sum;
    fprintf(out, "%-6s %10" PRIu64 " %8.1f ", name, all.n, sim_latency_average(&all));
    if (s->hits + s->misses) fprintf(out, "%6.1f%%", percent(s->hits, s->hits + s->misses));
    else fprintf(out, "%7s", "-");
    for (int c = 0; c < SIM_CORE_CYCLES; c++) fprintf(out, " %9.1f%%", percent(cycles[c], total));
    fputc('\n', out);
}

static void cores(const Sim *s, FILE *out)
{
    uint64_t all[SIM_CORE_CYCLES] = {0};
    char name[16];
    fprintf(out, "\n%-6s %10s %8s %7s", "core", "operations", "average", "hits");
    for (int c = 0; c < SIM_CORE_CYCLES; c++) fprintf(out, " %10s", sim_core_cycle_names[c]);
    fputc('\n', out);
    for (uint32_t i = 0; i < s->cores.n_cores; i++) {
        const SimCore *k = &s->cores.cores[i];
        snprintf(name, sizeof name, "%u", i);
        core_line(name, k->cycles, k->stats, out);
        for (int c = 0; c < SIM_CORE_CYCLES; c++) all[c] += k->cycles[c];
    }
    core_line("all", all, &s->cores.stats, out);
}

static void stage_line(const CgController *d, const char *name, const uint64_t *stage, FILE *out)
{
    uint64_t total = sum(stage, SIM_STAGE_CODES), stalls = total - stage[SIM_STAGE_IDLE] - stage[SIM_STAGE_SERVES];
    fprintf(out, "%-6s %7.1f%% %7.1f%% %7.1f%%", name, percent(stage[SIM_STAGE_IDLE], total),
            percent(stage[SIM_STAGE_SERVES], total), percent(stalls, total));
    for (uint32_t n = 0; n < d->n_causes; n++)
        fprintf(out, " %*.1f%%", (int)strlen(d->causes[n].name) < 8 ? 7 : (int)strlen(d->causes[n].name) - 1,
                percent(stage[d->causes[n].code], stalls));
    fputc('\n', out);
}

/* Causes in percent of the stalled cycles. */
static void controller(const Sim *s, uint32_t c, uint32_t first, FILE *out)
{
    const CgController *d = &s->design->controllers[c];
    uint64_t all[SIM_STAGE_CODES] = {0};
    char name[16];
    if (d->stage_stride == 0) return;
    fprintf(out, "\n%-6s %8s %8s %8s", d->name, "idle", "serves", "stalls");
    for (uint32_t n = 0; n < d->n_causes; n++) fprintf(out, " %8s", d->causes[n].name);
    fputs("   (causes: percent of the stalls)\n", out);
    for (uint32_t i = 0; i < d->instances; i++) {
        snprintf(name, sizeof name, "%u", i);
        stage_line(d, name, s->monitor.stages[first + i], out);
        for (uint32_t n = 0; n < SIM_STAGE_CODES; n++) all[n] += s->monitor.stages[first + i][n];
    }
    stage_line(d, "all", all, out);
    if (d->n_gauges) fprintf(out, "\n%-6s %-20s %12s %12s\n", d->name, "holds, does", "mean", "most");
    for (uint32_t i = 0; i < d->instances * d->n_gauges; i++) {
        const SimGauge *g = &s->monitor.gauges[c][i];
        fprintf(out, "%-6u %-20s %12.4f %12" PRIu64 "\n", i / d->n_gauges, d->gauges[i % d->n_gauges],
                s->monitor.cycles ? (double)g->sum / (double)s->monitor.cycles : 0, g->most);
    }
}

static void flits(const Sim *s, const char *name, const SimNetworkStats *n, FILE *out)
{
    fprintf(out, "%-10s %12" PRIu64 " %14.2f %11.1f%% %12" PRIu64 " %14" PRIu64 "\n", name, n->flits,
            s->cores.completed ? (double)n->flits / (double)s->cores.completed : 0, percent(n->busy, s->monitor.cycles),
            n->peak, n->held);
}

static void networks(const Sim *s, FILE *out)
{
    if (s->design->n_networks)
        fprintf(out, "\n%-10s %12s %14s %12s %12s %14s\n", "network", "flits", "per operation", "busy cycles",
                "peak flits", "held cycles");
    for (uint32_t i = 0; i < s->design->n_networks; i++)
        flits(s, s->design->networks[i].name, &s->monitor.networks[i], out);
    for (uint32_t i = 0; i < s->design->n_links; i++) {
        char name[200];
        snprintf(name, sizeof name, "%s.links", s->design->networks[s->design->links[i].network].name);
        flits(s, name, &s->monitor.links[i], out);
    }
}

static void messages(const Sim *s, FILE *out)
{
    const CgDesign *d = s->design;
    if (d->n_messages)
        fprintf(out, "\n%-16s %-10s %12s %14s %12s %8s\n", "message", "network", "sent", "per operation", "flits",
                "share");
    for (uint32_t i = 0; i < d->n_messages; i++) {
        uint64_t n = s->monitor.messages[i].sent, flits = s->monitor.messages[i].flits, of = 0;
        for (uint32_t k = 0; k < d->n_networks; k++)
            if (strcmp(d->networks[k].name, d->messages[i].network) == 0) of = s->monitor.networks[k].flits;
        fprintf(out, "%-16s %-10s %12" PRIu64 " %14.2f %12" PRIu64 " %7.1f%%\n", d->messages[i].name,
                d->messages[i].network, n, s->cores.completed ? (double)n / (double)s->cores.completed : 0,
                flits, percent(flits, of));
    }
}

static void memories(const Sim *s, FILE *out)
{
    uint32_t ports = sim_memory_ports(s->memory), instance;
    if (ports)
        fprintf(out, "\n%-10s %10s %10s %8s %14s %14s\n", "memory", "reads", "writes", "errors", "read latency",
                "write latency");
    for (uint32_t i = 0; i < ports; i++) {
        const SimMemoryStats *m = sim_memory_port_stats(s->memory, i);
        const CgMemPort *p = sim_memory_port(s->memory, i, &instance);
        fprintf(out, "%6s.%-3u %10" PRIu64 " %10" PRIu64 " %8" PRIu64 " %14.1f %14.1f\n", p->controller, instance,
                m->reads, m->writes, m->errors, sim_latency_average(&m->read_latency),
                sim_latency_average(&m->write_latency));
    }
}

void sim_stats_text(const Sim *s, FILE *out)
{
    char title[200];
    sim_report_head(s, out);
    cores(s, out);
    for (uint32_t c = 0, first = 0; c < s->design->n_controllers; first += s->design->controllers[c++].instances)
        controller(s, c, first, out);
    networks(s, out);
    messages(s, out);
    memories(s, out);
    for (int k = 0; k < SIM_KINDS; k++) histogram(sim_kind_names[k], &s->cores.stats.latency[k], out);
    for (uint32_t c = 0, n = 0; c < s->design->n_controllers; c++)
        for (uint32_t i = 0; i < s->design->controllers[c].instances; i++, n++) {
            snprintf(title, sizeof title, "performed by %s[%u]", s->design->controllers[c].name, i);
            histogram(title, &s->cores.performed[n], out);
        }
}
