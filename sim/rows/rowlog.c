/* rowlog.c - see rowlog.h. */
#include "rows/rowlog.h"
#include "base/output.h"
#include <errno.h>
#include <string.h>

bool sim_rowlog_open(SimRowLog *l, const CgDesign *design, const char *name)
{
    *l = (SimRowLog){NULL, name, design};
    if (name && !(l->file = fopen(name, "w"))) fprintf(stderr, "error: cannot write %s: %s\n", name, strerror(errno));
    return !name || l->file;
}

static uint64_t field(const CgController *c, const uint32_t *fields, const char *name)
{
    return sim_get(fields, 0, sim_field(c->fields, c->n_fields, name));
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
    fputc('\n', l->file);
}

bool sim_rowlog_close(SimRowLog *l)
{
    if (!l->file) return true;
    FILE *file = l->file;
    l->file = NULL;
    return sim_output_close(file, l->name);
}
