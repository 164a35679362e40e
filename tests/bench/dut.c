/* dut.c - see dut.h. */
#include "dut.h"
#include <stdlib.h>
#include <string.h>

enum { RESET_CYCLES = 8 };

static void missing(const char *what)
{
    fprintf(stderr, "error: the design has no %s\n", what);
    exit(SIM_EXIT_ENVIRONMENT);
}

void dut_create(Dut *d, CgObserver observer)
{
    *d = (Dut){.status = {.err = stderr}, .observer = observer, .model = cg_model_create(0, NULL, NULL, 0)};
    if (!d->model) missing("model");
    d->in = sim_alloc(cg_design.in_bits / 32 + 2, sizeof *d->in);
    d->out = sim_alloc(cg_design.out_bits / 32 + 2, sizeof *d->out);
    dut_reset(d);
}

void dut_destroy(Dut *d)
{
    cg_model_destroy(d->model);
    free(d->in);
    free(d->out);
}

void dut_reset(Dut *d)
{
    memset(d->in, 0, (cg_design.in_bits / 32 + 2) * sizeof *d->in);
    cg_put(d->in, cg_design.rst_lsb, 1, 1);
    for (int i = 0; i < RESET_CYCLES; i++) cg_model_cycle(d->model, d->in, d->out);
    cg_put(d->in, cg_design.rst_lsb, 1, 0);
    d->cycle = 0;
}

void dut_cycle(Dut *d)
{
    cg_attach(d->observer);
    cg_model_cycle(d->model, d->in, d->out);
    cg_detach(d->observer.context);
    d->status.cycle = d->cycle++;
    if (cg_model_ended(d->model)) sim_fail(&d->status, "an assertion: %s", cg_model_ended(d->model));
    if (cg_get(d->out, cg_design.error_lsb, 1)) sim_fail(&d->status, "the design's error bit is set");
    if (d->status.failures) exit(SIM_EXIT_FAILED);
}

const CgBlockPort *dut_port(const char *controller, const char *name)
{
    for (uint32_t i = 0; i < cg_design.n_blocks; i++) {
        const CgBlockPort *p = &cg_design.blocks[i];
        if (strcmp(p->controller, controller) == 0 && strcmp(p->name, name) == 0) return p;
    }
    return missing(name), NULL;
}

uint32_t dut_controller(const char *name)
{
    for (uint32_t i = 0; i < cg_design.n_controllers; i++)
        if (strcmp(cg_design.controllers[i].name, name) == 0) return i;
    return missing(name), 0;
}

uint64_t dut_param(const char *name)
{
    for (uint32_t i = 0; i < cg_design.n_params; i++)
        if (strcmp(cg_design.params[i].name, name) == 0) return cg_design.params[i].value;
    return missing(name), 0;
}

uint64_t dut_seen(int controller, const uint32_t *fields, const char *name)
{
    const CgController *c = &cg_design.controllers[controller];
    return sim_get(fields, 0, sim_field(c->fields, c->n_fields, name));
}

bool dut_event(int controller, int row, const char *name)
{
    return row >= 0 && strcmp(cg_design.controllers[controller].rows[row].event, name) == 0;
}
