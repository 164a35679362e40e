/* stats_table.c - every figure of a run, as CSV and as JSON. One walk over the figures feeds both.
 *
 * A figure has a scope (run, core, a controller's name, network, message, memory, row), an instance within it, a name,
 * and a value; a histogram has a value per range.
 * CSV: scope,instance,figure,from,to,value - from and to are empty unless the figure is a histogram.
 * JSON: {"<scope>": {"<instance>": {"<figure>": value, "<histogram>": [[from, to, value], ...]}}}. */
#include "simulator/sim.h"
#include <inttypes.h>
#include <string.h>

typedef struct {
    const Sim *s;
    FILE *out;
    bool json, in_scope, in_instance, first;
    const char *scope; /* of the latest figure */
    char instance[400];
} Table;

static void json_string(const char *text, FILE *out)
{
    fputc('"', out);
    for (; *text; text++) {
        unsigned char ch = (unsigned char)*text;
        if (ch == '"' || ch == '\\') fprintf(out, "\\%c", ch);
        else if (ch < 0x20) fprintf(out, "\\u%04x", ch);
        else fputc(ch, out);
    }
    fputc('"', out);
}

/* A field of CSV: in quotes if it has to be. */
static void csv_string(const char *text, FILE *out)
{
    if (!strpbrk(text, ",\"\n")) { fputs(text, out); return; }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void end_instance(Table *t)
{
    if (t->in_instance) fputs("}", t->out);
    t->in_instance = false;
}

/* What follows belongs to this instance of this scope. Instances of a scope come one after the other. */
static void place(Table *t, const char *scope, const char *instance)
{
    bool new_scope = !t->in_scope || strcmp(t->scope, scope) != 0;
    t->scope = scope;
    snprintf(t->instance, sizeof t->instance, "%s", instance);
    if (!t->json) return;
    end_instance(t);
    if (new_scope) {
        if (t->in_scope) fputs("\n  },", t->out);
        fputs("\n  ", t->out);
        json_string(scope, t->out);
        fputs(": {", t->out);
    }
    fputs(new_scope ? "\n    " : ",\n    ", t->out);
    json_string(instance, t->out);
    fputs(": {", t->out);
    t->in_scope = t->in_instance = t->first = true;
}

static void place_number(Table *t, const char *scope, uint32_t n)
{
    char text[16];
    snprintf(text, sizeof text, "%u", n);
    place(t, scope, text);
}

static void figure(Table *t, const char *name, const char *value, bool quoted)
{
    if (t->json) {
        fputs(t->first ? "" : ", ", t->out);
        json_string(name, t->out);
        fputs(": ", t->out);
        if (quoted) json_string(value, t->out);
        else fputs(value, t->out);
        t->first = false;
        return;
    }
    csv_string(t->scope, t->out);
    fputc(',', t->out);
    csv_string(t->instance, t->out);
    fputc(',', t->out);
    csv_string(name, t->out);
    fputs(",,,", t->out);
    csv_string(value, t->out);
    fputc('\n', t->out);
}

static void count(Table *t, const char *name, uint64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, value);
    figure(t, name, text, false);
}

static void average(Table *t, const char *name, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.3f", value);
    figure(t, name, text, false);
}

static void histogram(Table *t, const char *name, const SimLatency *l)
{
    uint64_t from, to, n;
    if (t->json) {
        fputs(t->first ? "" : ", ", t->out);
        json_string(name, t->out);
        fputs(": [", t->out);
        t->first = false;
    }
    for (uint32_t i = 0; sim_latency_octave(l, i, &from, &to, &n); i++) {
        if (t->json) fprintf(t->out, "%s[%" PRIu64 ", %" PRIu64 ", %" PRIu64 "]", i ? ", " : "", from, to, n);
        else {
            csv_string(t->scope, t->out);
            fputc(',', t->out);
            csv_string(t->instance, t->out);
            fprintf(t->out, ",%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", name, from, to, n);
        }
    }
    if (t->json) fputs("]", t->out);
}

static void latency(Table *t, const char *name, const SimLatency *l)
{
    static const char *const parts[] = {"completed", "average", "p50", "p90", "p99", "max", "histogram"};
    char label[60];
    for (int i = 0; i < 7; i++) {
        snprintf(label, sizeof label, "%s.%s", name, parts[i]);
        if (i == 0) count(t, label, l->n);
        if (i == 1) average(t, label, sim_latency_average(l));
        if (i >= 2 && i <= 4) count(t, label, sim_latency_percentile(l, i == 2 ? 50 : i == 3 ? 90 : 99));
        if (i == 5) count(t, label, l->max);
        if (i == 6) histogram(t, label, l);
    }
}

static void operations(Table *t, const SimStats *s)
{
    char label[60];
    for (int k = 0; k < SIM_KINDS; k++) {
        if (s->latency[k].n == 0) continue;
        latency(t, sim_kind_names[k], &s->latency[k]);
        snprintf(label, sizeof label, "%s.stall_cycles", sim_kind_names[k]);
        count(t, label, s->stall[k]);
        snprintf(label, sizeof label, "%s.stalls", sim_kind_names[k]);
        count(t, label, s->stalled[k]);
    }
    count(t, "load_hits", s->hits);
    count(t, "load_misses", s->misses);
    count(t, "load_by_view", s->by_view);
    count(t, "errors", s->errors);
}

static void run(Table *t)
{
    const Sim *s = t->s;
    char label[200];
    place(t, "run", "all");
    figure(t, "design", s->design->name, true);
    figure(t, "test", s->run.kernel->name, true);
    count(t, "seed", s->options.seed);
    count(t, "cores", s->run.n_cores);
    count(t, "warps", s->run.n_warps);
    count(t, "cycles", sim_cycles(s));
    operations(t, &s->cores.stats);
    count(t, "renewals", sim_event_count(s, "RENEW"));
    count(t, "expirations", sim_expirations(s));
    count(t, "history.operations", s->verdict.ops);
    count(t, "history.edges", s->verdict.edges);
    count(t, "history.ambiguous", s->verdict.ambiguous);
    figure(t, "history.ordered", s->verdict.ordered ? "true" : "false", false);
    figure(t, "history.ok", s->verdict.ok ? "true" : "false", false);
    if (s->serial.transactions) {
        count(t, "transactions.committed", s->serial.transactions);
        count(t, "transactions.aborted", s->serial.aborted);
        count(t, "transactions.edges", s->serial.edges);
        figure(t, "transactions.ok", s->serial.cycle ? "false" : "true", false);
    }
    figure(t, "passed", s->status.failures ? "false" : "true", false);
    figure(t, "message", s->status.first, true);
    for (uint32_t i = 0; i < s->design->n_params; i++) {
        snprintf(label, sizeof label, "parameter.%s", s->design->params[i].name);
        count(t, label, s->design->params[i].value);
    }
}

static void cores(Table *t)
{
    char label[60];
    for (uint32_t i = 0; i < t->s->cores.n_cores; i++) {
        const SimCore *k = &t->s->cores.cores[i];
        place_number(t, "core", i);
        for (int c = 0; c < SIM_CORE_CYCLES; c++) {
            snprintf(label, sizeof label, "cycles.%s", sim_core_cycle_names[c]);
            count(t, label, k->cycles[c]);
        }
        operations(t, k->stats);
    }
}

static void registers(Table *t, const SimTraced *k, uint32_t instance)
{
    char label[100];
    for (uint32_t i = 0; i < k->n_registers; i++) {
        const SimRegister *r = &k->registers[i];
        snprintf(label, sizeof label, "%s.value", r->field.name);
        count(t, label, r->value[instance]);
        snprintf(label, sizeof label, "%s.changes", r->field.name);
        count(t, label, r->changes[instance]);
    }
}

static void controllers(Table *t)
{
    const CgDesign *d = t->s->design;
    char label[100];
    for (uint32_t c = 0, instance = 0; c < d->n_controllers; c++)
        for (uint32_t i = 0; i < d->controllers[c].instances; i++, instance++) {
            const CgController *k = &d->controllers[c];
            const uint64_t *stage = t->s->monitor.stages[instance];
            place_number(t, k->name, i);
            count(t, "cycles.idle", stage[SIM_STAGE_IDLE]);
            count(t, "cycles.serves", stage[SIM_STAGE_SERVES]);
            for (uint32_t n = 0; n < k->n_causes; n++) {
                snprintf(label, sizeof label, "stall.%s", k->causes[n].name);
                count(t, label, stage[k->causes[n].code]);
            }
            for (uint32_t n = 0; n < k->n_gauges; n++) {
                const SimGauge *g = &t->s->monitor.gauges[c][i * k->n_gauges + n];
                snprintf(label, sizeof label, "%s.sum", k->gauges[n]);
                count(t, label, g->sum);
                snprintf(label, sizeof label, "%s.most", k->gauges[n]);
                count(t, label, g->most);
            }
            registers(t, &t->s->trace.controllers[c], i);
            if (t->s->cores.performed[instance].n) latency(t, "performed", &t->s->cores.performed[instance]);
        }
}

static void flits(Table *t, const SimNetworkStats *n, uint32_t bits)
{
    count(t, "flits", n->flits);
    count(t, "flit_bits", bits);
    count(t, "busy_cycles", n->busy);
    count(t, "peak_flits", n->peak);
    count(t, "held_cycles", n->held);
}

static void networks(Table *t)
{
    const CgDesign *d = t->s->design;
    for (uint32_t i = 0; i < d->n_networks; i++) {
        place(t, "network", d->networks[i].name);
        flits(t, &t->s->monitor.networks[i], d->networks[i].flit_bits);
    }
    for (uint32_t i = 0; i < d->n_links; i++) {
        place(t, "links", d->networks[d->links[i].network].name);
        flits(t, &t->s->monitor.links[i], d->links[i].flit_bits);
    }
}

static void messages(Table *t)
{
    for (uint32_t i = 0; i < t->s->design->n_messages; i++) {
        const CgMessage *m = &t->s->design->messages[i];
        place(t, "message", m->name);
        figure(t, "network", m->network, true);
        count(t, "sent", t->s->monitor.messages[i].sent);
        count(t, "flits", t->s->monitor.messages[i].flits);
    }
}

static void memories(Table *t)
{
    for (uint32_t i = 0; i < sim_memory_ports(t->s->memory); i++) {
        const SimMemoryStats *m = sim_memory_port_stats(t->s->memory, i);
        uint32_t instance;
        const CgMemPort *p = sim_memory_port(t->s->memory, i, &instance);
        char label[200];
        snprintf(label, sizeof label, "%s.%u", p->controller, instance);
        place(t, "memory", label);
        count(t, "reads", m->reads);
        count(t, "writes", m->writes);
        count(t, "read_beats", m->read_beats);
        count(t, "write_beats", m->write_beats);
        count(t, "errors", m->errors);
        latency(t, "read", &m->read_latency);
        latency(t, "write", &m->write_latency);
    }
}

static void rows(Table *t)
{
    char label[400];
    for (uint32_t c = 0; c < t->s->design->n_controllers; c++) {
        const CgController *d = &t->s->design->controllers[c];
        const SimTraced *k = &t->s->trace.controllers[c];
        for (uint32_t r = 0; r < d->n_rows; r++) {
            if (d->rows[r].kind == CG_ROW_NEVER) continue;
            snprintf(label, sizeof label, "%s/%s/%s/%s:%u#%u", d->name, d->rows[r].state, d->rows[r].event,
                     d->rows[r].file, d->rows[r].line, r);
            place(t, "row", label);
            count(t, "fired", k->rows[r]);
            count(t, "by_view", k->views[r]);
            if (d->rows[r].kind == CG_ROW_STALL) count(t, "stalled_cycles", t->s->monitor.stalled_rows[c][r]);
        }
    }
}

static void all(Table *t)
{
    run(t);
    cores(t);
    controllers(t);
    networks(t);
    messages(t);
    memories(t);
    rows(t);
}

void sim_stats_csv(const Sim *s, FILE *out)
{
    Table t = {.s = s, .out = out};
    fputs("scope,instance,figure,from,to,value\n", out);
    all(&t);
}

void sim_stats_json(const Sim *s, FILE *out)
{
    Table t = {.s = s, .out = out, .json = true};
    fputs("{", out);
    all(&t);
    end_instance(&t);
    fputs("\n  }\n}\n", out);
}
