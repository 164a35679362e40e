/* report.c - the report of a run, for people. What a design does not have is left out. All figures: stats_text.c,
 * stats_table.c. */
#include "simulator/sim.h"
#include <inttypes.h>
#include <string.h>

static double ratio(uint64_t a, uint64_t b) { return b ? (double)a / (double)b : 0; }

uint64_t sim_cycles(const Sim *s)
{
    if (s->ends) return s->ends->cycles(s->of_ends);
    return s->ended ? s->ended : s->status.cycle;
}

uint64_t sim_event_count(const Sim *s, const char *event)
{
    uint64_t n = 0;
    for (uint32_t c = 0; c < s->design->n_controllers; c++)
        for (uint32_t r = 0; r < s->design->controllers[c].n_rows; r++)
            if (strcmp(s->design->controllers[c].rows[r].event, event) == 0) n += s->trace.controllers[c].rows[r];
    return n;
}

void sim_report_head(const Sim *s, FILE *out)
{
    fprintf(out, "design     %s", s->design->name);
    for (uint32_t i = 0; i < s->design->n_params; i++)
        fprintf(out, "%s%s=%" PRIu64, i % 6 == 0 ? "\n           " : "  ", s->design->params[i].name,
                s->design->params[i].value);
    fprintf(out, "\ntest       %s, seed %" PRIu64 ", ", s->run.kernel->name, s->options.seed);
    if (s->ends) s->ends->size(s->of_ends, out);
    else fprintf(out, "%u cores x %u warps\n", s->run.n_cores, s->run.n_warps);
    if (sim_memory_ports(s->memory) == 0) fprintf(out, "memory     none\n");
    else
        fprintf(out, "memory     latency %u + 0..%u cycles, %u beats per 100 cycles, %u%% back-pressure\n",
                s->options.latency, s->options.jitter, s->options.bandwidth, s->options.backpressure);
    fprintf(out, "cycles     %" PRIu64 "\n", sim_cycles(s));
}

uint64_t sim_expirations(const Sim *s)
{
    uint64_t n = 0;
    for (uint32_t c = 0; c < s->design->n_controllers; c++)
        for (uint32_t r = 0; r < s->design->controllers[c].n_rows; r++) n += s->trace.controllers[c].views[r];
    return n;
}

static void print_operations(const Sim *s, FILE *out)
{
    const SimStats *t = &s->cores.stats;
    fprintf(out, "\n%-10s %12s %8s %8s %8s %8s %14s\n", "operation", "completed", "average", "p50", "p99", "max",
            "stall cycles");
    for (int k = 0; k < SIM_KINDS; k++) {
        const SimLatency *l = &t->latency[k];
        if (l->n == 0) continue;
        fprintf(out, "%-10s %12" PRIu64 " %8.1f %8" PRIu64 " %8" PRIu64 " %8" PRIu64 " %14" PRIu64 "\n",
                sim_kind_names[k], l->n, ratio(l->sum, l->n), sim_latency_percentile(l, 50),
                sim_latency_percentile(l, 99), l->max, t->stall[k]);
    }
    fprintf(out, "throughput %.2f operations per 1000 cycles\n", 1000 * ratio(s->cores.completed, sim_cycles(s)));
    if (t->hits + t->misses)
        fprintf(out, "load hits  %" PRIu64 " of %" PRIu64 " (%.1f%%)\n", t->hits, t->hits + t->misses,
                100 * ratio(t->hits, t->hits + t->misses));
    if (t->errors) fprintf(out, "errors     %" PRIu64 " operations answered with an error\n", t->errors);
    if (sim_event_count(s, "RENEW"))
        fprintf(out, "leases     %" PRIu64 " found over, %" PRIu64 " renewed without data\n", sim_expirations(s),
                sim_event_count(s, "RENEW"));
}

static void print_networks(const Sim *s, FILE *out)
{
    for (uint32_t i = 0; i < s->design->n_networks; i++)
        fprintf(out, "%s%-10s %12" PRIu64 " flits of %u bits (%.2f per operation)\n", i ? "" : "\n",
                s->design->networks[i].name, s->monitor.networks[i].flits, s->design->networks[i].flit_bits,
                ratio(s->monitor.networks[i].flits, s->cores.completed));
    for (uint32_t i = 0; i < s->design->n_links; i++) {
        const CgLinks *l = &s->design->links[i];
        fprintf(out, "%-10s %12" PRIu64 " flits of %u bits over its links (%.2f per operation)\n",
                s->design->networks[l->network].name, s->monitor.links[i].flits, l->flit_bits,
                ratio(s->monitor.links[i].flits, s->cores.completed));
    }
    for (uint32_t i = 0; i < s->design->n_blocks; i++) {
        SimBlockStats b = sim_blocks_stats(s->blocks, i);
        fprintf(out, "%s%-10s %12" PRIu64 " requests, %" PRIu64 " answers, %" PRIu64 " other events\n",
                i || s->design->n_networks ? "" : "\n", s->design->blocks[i].name, b.requests, b.answers, b.events);
    }
    SimMemoryStats m = sim_memory_stats(s->memory);
    if (s->design->n_memories)
        fprintf(out, "%-10s %12" PRIu64 " line reads, %" PRIu64 " line writes, %" PRIu64 " errors\n", "memory", m.reads,
                m.writes, m.errors);
}

/* What kept the controllers' deciding stages from serving what they had, over all instances; the causes are described
 * in docs/simulation.md. */
static void print_stalls(const Sim *s, FILE *out)
{
    for (uint32_t c = 0, first = 0; c < s->design->n_controllers; first += s->design->controllers[c++].instances) {
        const CgController *d = &s->design->controllers[c];
        uint64_t cycles = 0, by[SIM_STAGE_CODES] = {0}, stalls = 0;
        for (uint32_t i = 0; i < d->instances; i++)
            for (uint32_t n = 0; n < SIM_STAGE_CODES; n++)
                by[n] += s->monitor.stages[first + i][n], cycles += s->monitor.stages[first + i][n];
        stalls = cycles - by[SIM_STAGE_IDLE] - by[SIM_STAGE_SERVES];
        if (cycles == 0) continue;
        fprintf(out, "%s%-10s serves %.1f%%, stalls %.1f%% of the cycles", c ? "" : "\n", d->name,
                100 * ratio(by[SIM_STAGE_SERVES], cycles), 100 * ratio(stalls, cycles));
        for (uint32_t n = 0, some = 0; n < d->n_causes; n++)
            if (by[d->causes[n].code])
                fprintf(out, "%s %s %.1f%%", some++ ? "," : ":", d->causes[n].name,
                        100 * ratio(by[d->causes[n].code], stalls));
        fputc('\n', out);
    }
}

static void print_row(const Sim *s, uint32_t c, uint32_t r, FILE *out)
{
    const CgController *d = &s->design->controllers[c];
    const SimTraced *t = &s->trace.controllers[c];
    fprintf(out, "  %-10s %-16s %12" PRIu64 "  %s:%u", d->rows[r].state, d->rows[r].event,
            sim_coverage_row(&s->trace.coverage, c, r), d->rows[r].file, d->rows[r].line);
    if (d->rows[r].kind == CG_ROW_STALL) fputs("  (cycles stalled)", out);
    if (t->views[r])
        fprintf(out, "  (%" PRIu64 " by a view of %s)", t->views[r],
                sim_name(d->states, d->n_states, t->view_stored[r]));
    fputc('\n', out);
}

static void print_controllers(const Sim *s, FILE *out)
{
    for (uint32_t c = 0; c < s->design->n_controllers; c++) {
        const CgController *d = &s->design->controllers[c];
        uint32_t rows, taken;
        sim_coverage_rows(&s->trace.coverage, c, &rows, &taken);
        fprintf(out, "\n%s: %u of %u rows taken\n", d->name, taken, rows);
        for (uint32_t r = 0; r < d->n_rows; r++)
            if (sim_coverage_row(&s->trace.coverage, c, r)) print_row(s, c, r, out);
    }
}

static void print_verdict(const Sim *s, FILE *out)
{
    const SimVerdict *v = &s->verdict;
    fputc('\n', out);
    if (s->quanta) quanta_report(s->quanta, out);
    else
        fprintf(out,
                "history    %" PRIu64 " operations, %" PRIu64 " edges, %" PRIu64 " reads of ambiguous values: %s\n",
                v->ops, v->edges, v->ambiguous,
                !v->ok            ? "VIOLATION"
                : !v->ops         ? "nothing to judge"
                                  : sim_model_verdict(s->options.model));
    if (s->serial.transactions)
        fprintf(out,
                "transactions %" PRIu64 ", %" PRIu64 " aborted (%.1f per 1000), %" PRIu64 " edges: %s\n",
                s->serial.transactions, s->serial.aborted, 1000 * ratio(s->serial.aborted, s->serial.transactions),
                s->serial.edges, s->serial.cycle ? "not serialisable" : "serialisable");
    if (s->window.every)
        fprintf(out, "           judged in %" PRIu64 " parts, at most %" PRIu64 " operations at a time\n",
                s->window.parts, s->window.most);
    if (v->ops && !v->ordered)
        fputs("           (no row reported a write performing: the order of writes was not checked)\n", out);
    sim_invariants_report(s->invariants, out);
    if (s->run.kernel->report) s->run.kernel->report(s->run.arg, out);
    if (s->cores.running && !s->status.failures)
        fprintf(out, "left       %u warps wait for requests of others, which have ended\n", s->cores.running);
    if (s->status.failures) fprintf(out, "FAILED     %s\n", s->status.first);
    else fputs("PASSED\n", out);
}

void sim_report(const Sim *s, FILE *out)
{
    sim_report_head(s, out);
    if (s->ends) s->ends->report(s->of_ends, out);
    print_operations(s, out);
    print_networks(s, out);
    print_stalls(s, out);
    print_controllers(s, out);
    if (s->races) fputc('\n', out), sim_races_summary(s->races, true, out);
    print_verdict(s, out);
}
