/* rowlog.c - see rowlog.h. */
#include "rows/rowlog.h"
#include "base/output.h"
#include <string.h>

bool sim_rowlog_open(SimRowLog *l, const CgDesign *design, const char *name, bool all)
{
    *l = (SimRowLog){NULL, name, design, all};
    if (name) l->file = sim_output_open(name);
    return !name || l->file;
}

static uint64_t field(const CgController *c, const uint32_t *fields, const char *name)
{
    return sim_get(fields, 0, sim_field(c->fields, c->n_fields, name));
}

/* ---- --rows-all ---- */

/* Nodes are the instances of all controllers, one after the other. */
static void print_node(const SimRowLog *l, const char *what, uint32_t node)
{
    const CgDesign *d = l->design;
    uint32_t k = 0;
    for (; k + 1 < d->n_controllers && node >= d->controllers[k].instances; k++) node -= d->controllers[k].instances;
    fprintf(l->file, "%s%s[%u]", what, d->controllers[k].name, node);
}

/* A message by its network and its code there: who takes it has an event of its name. */
static const char *message_name(const CgDesign *d, uint32_t network, uint32_t code)
{
    for (uint32_t k = 0; k < d->n_controllers; k++)
        for (uint32_t e = 0; d->controllers[k].occurrences && e < d->controllers[k].n_events; e++) {
            const CgOccurrence *o = &d->controllers[k].occurrences[e];
            if (o->origin == CG_ORIGIN_NETWORK && o->network == network && o->message == code)
                return sim_name(d->controllers[k].events, d->controllers[k].n_events, o->base);
        }
    return "?";
}

static void print_sends(const SimRowLog *l, const CgController *c, const uint32_t *fields)
{
    for (uint32_t i = 0; i < c->n_sends; i++) {
        char valid[32], kind[32], to[32];
        snprintf(valid, sizeof valid, "send%u", i);
        snprintf(kind, sizeof kind, "send%u.kind", i);
        snprintf(to, sizeof to, "send%u.to", i);
        if (!field(c, fields, valid)) continue;
        const char *name = message_name(l->design, c->sends[i].network, (uint32_t)field(c, fields, kind));
        uint64_t node = field(c, fields, to);
        for (uint32_t n = 0; c->sends[i].multicast && n < 64; n++)
            if (node >> n & 1) { fprintf(l->file, " sends=%s", name); print_node(l, ">", n); }
        if (!c->sends[i].multicast) { fprintf(l->file, " sends=%s", name); print_node(l, ">", (uint32_t)node); }
    }
}

/* Fields of stores and waiting places: what has a '.' in its name, but for registers, messages and replies. */
static bool is_kept(const char *name)
{
    static const char *const other[] = {"reg.", "msg.", "req.", "reply.", "send"};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (strncmp(name, other[i], strlen(other[i])) == 0) return false;
    return strchr(name, '.') && !strchr(name, ':');
}

static void print_all(const SimRowLog *l, const CgController *c, uint32_t event, const uint32_t *fields)
{
    bool message = event < c->n_events && c->occurrences && c->occurrences[event].origin == CG_ORIGIN_NETWORK;
    CgField from = sim_field(c->fields, c->n_fields, "from");
    if (field(c, fields, "replayed")) fputs(" replayed=1", l->file);
    else if (message && from.width) print_node(l, " from=", (uint32_t)sim_get(fields, 0, from));
    print_sends(l, c, fields);
    for (uint32_t i = 0; i < c->n_fields; i++)
        if (is_kept(c->fields[i].name) && c->fields[i].width <= 64)
            fprintf(l->file, " %s=%llu", c->fields[i].name, (unsigned long long)sim_get(fields, 0, c->fields[i]));
}

void sim_rowlog_row(const SimRowLog *l, uint64_t cycle, int controller, int instance, int row, const uint32_t *fields)
{
    if (!l->file) return;
    const CgController *c = &l->design->controllers[controller];
    uint32_t event = (uint32_t)field(c, fields, "event");
    fprintf(l->file, "%llu %s %d ", (unsigned long long)cycle, c->name, instance);
    if (event < c->n_events && c->occurrences && c->occurrences[event].keyless) fputc('-', l->file);
    else fprintf(l->file, "0x%llx", (unsigned long long)field(c, fields, "key"));
    fprintf(l->file, " %s %s %s %s:%u", sim_name(c->states, c->n_states, (uint32_t)field(c, fields, "state")),
            sim_name(c->events, c->n_events, event),
            sim_name(c->states, c->n_states, (uint32_t)field(c, fields, "next")), c->rows[row].file, c->rows[row].line);
    for (uint32_t i = 0; i < c->n_fields; i++)
        if (strncmp(c->fields[i].name, "reg.", 4) == 0 && c->fields[i].width <= 64)
            fprintf(l->file, " %s=%llu", c->fields[i].name + 4, (unsigned long long)sim_get(fields, 0, c->fields[i]));
    if (l->all) print_all(l, c, event, fields);
    fputc('\n', l->file);
}

bool sim_rowlog_close(SimRowLog *l)
{
    if (!l->file) return true;
    FILE *file = l->file;
    l->file = NULL;
    return sim_output_close(file, l->name);
}
