/* flow.c - flows of requests into the core ports. */
#include "flow.h"
#include <stdlib.h>
#include <string.h>

enum { TOO_LONG = 200000 };

static void observe(void *bench, int ctl, int inst, int row, const uint32_t *fields)
{
    Bench *b = bench;
    (void)inst, (void)fields;
    if (ctl != (int)cg_design.n_controllers - 1 || row < 0) return;   /* the home is the last controller */
    const struct CgRow *r = &cg_design.controllers[ctl].rows[row];
    Home *h = &b->home;
    if (strcmp(r->state, "V") != 0 || strcmp(r->event, "evict") == 0) {
        h->others++;
        return;
    }
    if (h->hits++ == 0) h->first_hit = b->status.cycle;
    h->last_hit = b->status.cycle;
}

uint64_t bench_param(const char *name)
{
    for (uint32_t i = 0; i < cg_design.n_params; i++)
        if (strcmp(cg_design.params[i].name, name) == 0) return cg_design.params[i].value;
    return 0;
}

uint64_t bench_fresh(Bench *b, uint64_t lines) { return (b->next_line += lines) - lines; }

/* Offers the next request, if there is one and an id is free. */
static void issue(Bench *b, uint32_t core)
{
    Flow *f = &b->flow[core];
    const CgCorePort *p = b->port;
    uint32_t base = p->in_base + core * p->in_stride, id = f->id;
    f->presented = false;
    sim_put(b->in, base, p->req_valid, 0);
    if (!f->on || f->issued >= f->p.limit || f->busy_count >= f->p.in_flight) return;
    for (uint32_t i = 0; i < p->ids && f->busy[id]; i++) id = (id + 1) % p->ids;
    if (f->busy[id]) return;
    f->id = id;
    f->presented = true;
    sim_put(b->in, base, p->req_valid, 1);
    sim_put(b->in, base, p->req_kind,
            sim_code(p->events, p->n_events, f->p.other && f->issued % 2 ? f->p.other : f->p.event));
    sim_put(b->in, base, p->req_key, f->p.base + f->issued % f->p.lines * f->p.stride);
    sim_put(b->in, base, sim_field(p->req_fields, p->n_req_fields, p->id_field), id);
    CgField mask = sim_field(p->req_fields, p->n_req_fields, "mask");
    if (mask.width) cg_put(b->in, base + mask.lsb, 4, 15);
}

static void taken(Bench *b, Flow *f)
{
    f->busy[f->id] = true;
    f->since[f->id] = b->status.cycle;
    f->busy_count++;
    if (f->issued++ == 0) f->first_request = b->status.cycle;
}

static void answered(Bench *b, uint32_t core)
{
    Flow *f = &b->flow[core];
    const CgCorePort *p = b->port;
    uint32_t id = (uint32_t)sim_get(b->out, p->out_base + core * p->out_stride,
                                    sim_field(p->rep_fields, p->n_rep_fields, p->id_field));
    if (id >= MAX_IDS || !f->busy[id]) {
        sim_fail(&b->status, "core %u: a reply for id %u, which has no request", core, id);
        return;
    }
    uint64_t latency = b->status.cycle - f->since[id];
    f->busy[id] = false;
    f->busy_count--;
    if (f->replied++ == 0) f->first_reply = b->status.cycle;
    f->last_reply = b->status.cycle;
    if (latency < f->shortest || f->shortest == 0) f->shortest = latency;
    if (latency > f->longest) f->longest = latency;
}

static void step(Bench *b)
{
    const CgCorePort *p = b->port;
    cg_model_cycle(b->model, b->in, b->out);
    b->status.cycle++;
    if (cg_model_ended(b->model) && !b->status.failures)
        sim_fail(&b->status, "an assertion: %s", cg_model_ended(b->model));
    if (cg_get(b->out, cg_design.error_lsb, 1) && !b->status.failures)
        sim_fail(&b->status, "the design reports an error");
    for (uint32_t c = 0; c < p->instances; c++) {
        Flow *f = &b->flow[c];
        uint32_t in = p->in_base + c * p->in_stride, out = p->out_base + c * p->out_stride;
        bool handshake = f->presented && sim_get(b->out, out, p->req_ready);
        if (handshake) taken(b, f);
        if (sim_get(b->out, out, p->rep_valid) && sim_get(b->in, in, p->rep_ready)) answered(b, c);
        if (handshake || !f->presented) issue(b, c);
        sim_put(b->in, in, p->rep_ready, 1);
    }
    sim_memory_step(b->memory, b->in, b->out);
}

void bench_steps(Bench *b, uint64_t cycles) { while (cycles--) step(b); }

static bool idle(const Bench *b)
{
    for (uint32_t c = 0; c < b->port->instances; c++)
        if (b->flow[c].busy_count || b->flow[c].presented) return false;
    return sim_memory_idle(b->memory);
}

void bench_drain(Bench *b)
{
    for (uint32_t c = 0; c < b->port->instances; c++) b->flow[c].on = b->flow[c].on && b->flow[c].p.limit != UINT64_MAX;
    for (uint64_t n = 0; !idle(b); n++) {
        if (n > TOO_LONG) sim_fail(&b->status, "requests have no reply after %d cycles", TOO_LONG);
        if (b->status.failures) exit(SIM_EXIT_FAILED);
        step(b);
    }
    bench_steps(b, 50);
}

void bench_start(Bench *b, uint32_t core, Pattern p)
{
    if (p.in_flight == 0 || p.in_flight > b->port->ids) p.in_flight = b->port->ids;
    if (p.limit == 0) p.limit = UINT64_MAX;
    if (p.stride == 0) p.stride = 1;
    b->flow[core] = (Flow){.p = p, .on = true};
    issue(b, core);
}

Flow bench_run(Bench *b, uint32_t core, Pattern p)
{
    bench_start(b, core, p);
    bench_drain(b);
    return b->flow[core];
}

void bench_create(Bench *b, uint32_t latency)
{
    const char *arguments[] = {"bench", NULL};
    SimMemoryOptions o = {.latency = latency, .bandwidth = 200, .seed = 1};
    *b = (Bench){.latency = latency, .status = {.err = stderr}, .port = &cg_design.cores[0], .next_line = 1024};
    cg_attach((CgObserver){observe, b});
    b->in = sim_alloc((cg_design.in_bits + 31) / 32, 4);
    b->out = sim_alloc((cg_design.out_bits + 31) / 32, 4);
    b->memory = sim_memory_create(&cg_design, &o, &b->status);
    b->model = cg_model_create(1, arguments, NULL, 0);
    if (!b->model) exit(SIM_EXIT_ENVIRONMENT);
    cg_put(b->in, cg_design.rst_lsb, 1, 1);
    for (int i = 0; i < 8; i++) cg_model_cycle(b->model, b->in, b->out);
    cg_put(b->in, cg_design.rst_lsb, 1, 0);
    bench_steps(b, 2 * (bench_param("L1.SETS") + bench_param("L2.SETS")));   /* the stores clear themselves */
}

void bench_destroy(Bench *b)
{
    cg_model_destroy(b->model);
    sim_memory_destroy(b->memory);
    free(b->in);
    free(b->out);
}
