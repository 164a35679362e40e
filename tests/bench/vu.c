/* vu.c - see vu.h. */
#include "vu.h"
#include <stdlib.h>
#include <string.h>

enum { RESET_CYCLES = 8, PATIENCE = 20000 };
static const char *const kinds[] = {"Ld", "St", "Commit", "Cleanup"};
static void wrong(const char *text)
{
    fprintf(stderr, "error: %s: is the design specs/getm/getm.xml?\n", text);
    exit(SIM_EXIT_ENVIRONMENT);
}

static const CgController *controller(const Vu *u) { return &cg_design.controllers[u->ctl]; }
static uint32_t in_at(const Vu *u) { return cg_replay.hooks[u->ctl].in_base; }
static uint32_t out_at(const Vu *u) { return cg_replay.hooks[u->ctl].out_base; }

uint64_t vu_param(const char *name)
{
    for (uint32_t i = 0; i < cg_design.n_params; i++)
        if (strcmp(cg_design.params[i].name, name) == 0) return cg_design.params[i].value;
    return wrong("a parameter is missing"), 0;
}

/* ---- the design ---- */

static const CgPacketType *type_of(const char *name)
{
    for (uint32_t i = 0; i < cg_replay.n_messages; i++)
        if (strcmp(cg_replay.messages[i].name, name) == 0) return &cg_replay.messages[i];
    return wrong("a message is missing"), NULL;
}

static const CgNetPort *port_of(const Vu *u, const CgPacketType *t, bool sends)
{
    for (uint32_t i = 0; i < cg_replay.n_ports; i++)
        if (cg_replay.ports[i].controller == u->ctl && cg_replay.ports[i].network == t->network &&
            cg_replay.ports[i].sends == sends)
            return &cg_replay.ports[i];
    return wrong("a network port is missing"), NULL;
}

static uint32_t gauge(const Vu *u, const char *name)
{
    const CgController *c = controller(u);
    for (uint32_t i = 0; i < c->n_gauges; i++)
        if (strcmp(c->gauges[i], name) == 0)
            return (uint32_t)cg_get(u->out, c->gauge_lsb + i * CG_GAUGE_BITS, CG_GAUGE_BITS);
    return wrong("a gauge is missing"), 0;
}

void vu_create(Vu *u, uint32_t latency)
{
    *u = (Vu){.timing = {.latency = latency, .bandwidth = 100, .seed = 1}, .status = {.err = stderr}};
    while (u->ctl < cg_design.n_controllers && strcmp(controller(u)->name, "VU") != 0) u->ctl++;
    if (u->ctl == cg_design.n_controllers) wrong("there is no controller VU");
    for (int i = 0; i < VU_KINDS; i++) u->types[i] = type_of(kinds[i]);
    u->abort_code = type_of("Abort")->code;
    u->ask = port_of(u, u->types[VU_LD], false), u->log = port_of(u, u->types[VU_COMMIT], false),
    u->answer = port_of(u, type_of("Value"), true);
    u->in = sim_alloc(cg_design.in_bits / 32 + 2, sizeof *u->in);
    u->out = sim_alloc(cg_design.out_bits / 32 + 2, sizeof *u->out);
    u->ways = (uint32_t)(4 * vu_param("VU.ROWS"));
    u->places = (uint32_t)(u->ways + vu_param("VU.STASH"));
    u->model = cg_model_create(0, NULL, NULL, 0);
    vu_reset(u);
}

void vu_destroy(Vu *u)
{
    cg_model_destroy(u->model);
    sim_memory_destroy(u->memory);
    free(u->in);
    free(u->out);
}

void vu_reset(Vu *u)
{
    if (u->memory) sim_memory_destroy(u->memory);
    u->memory = sim_memory_create(&cg_design, &u->timing, &u->status);
    memset(u->in, 0, (cg_design.in_bits / 32 + 2) * sizeof *u->in);
    cg_put(u->in, cg_design.rst_lsb, 1, 1);
    for (int i = 0; i < RESET_CYCLES; i++) cg_model_cycle(u->model, u->in, u->out);
    cg_put(u->in, cg_design.rst_lsb, 1, 0);
    sim_put(u->in, in_at(u), cg_replay.hooks[u->ctl].free, 1);
    sim_put(u->in, in_at(u), u->answer->ready, 1);
    u->asks = u->logs = false;
    u->reserved = 0;
    for (uint64_t i = 0; i < vu_param("VU.ROWS") + vu_param("VU.APPROX_ROWS") + vu_param("VU.LLC_SETS"); i++)
        vu_cycle(u); /* the stores clear themselves */
    u->status.cycle = 0;
}

/* ---- messages ---- */

static void put_message(Vu *u, const CgNetPort *port, const VuMessage *m)
{
    const CgPacketType *t = u->types[m->kind];
    uint32_t at = in_at(u) + port->msg.lsb;
    const struct {
        const char *name;
        uint64_t value;
    } fields[] = { { "kind", t->code }, { "from", VU_OWNER }, { "key", m->key }, { "warpts", m->time }, { "n", m->n } };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        CgField f = sim_field(t->fields, t->n_fields, fields[i].name);
        if (f.width) sim_put(u->in, at, f, fields[i].value);
    }
    CgField mask = sim_field(t->fields, t->n_fields, "mask");
    for (uint32_t i = 0; i < mask.width; i++) cg_put(u->in, at + mask.lsb + i, 1, 1);
}

bool vu_ask(Vu *u, VuMessage m)
{
    if (u->asks) return false;
    u->ask_now = m, u->asks = true;
    put_message(u, u->ask, &u->ask_now);
    return true;
}

bool vu_log(Vu *u, VuMessage m)
{
    if (u->logs) return false;
    u->log_now = m, u->logs = true;
    put_message(u, u->log, &u->log_now);
    return true;
}

/* ---- a cycle ---- */

static uint64_t seen(const Vu *u, const uint32_t *fields, const char *name)
{
    return sim_get(fields, 0, sim_field(controller(u)->fields, controller(u)->n_fields, name));
}

static void observe(void *unit, int ctl, int inst, int row, const uint32_t *fields)
{
    Vu *u = unit;
    (void)inst;
    if ((uint32_t)ctl != u->ctl) return;
    if (row < 0) { sim_fail(&u->status, "a row marked never"); return; }
    const char *event = controller(u)->rows[row].event;
    VuKind kind = VU_KINDS;
    for (int i = 0; i < VU_KINDS; i++)
        if (strncmp(event, kinds[i], strlen(kinds[i])) == 0) kind = (VuKind)i;
    if (kind == VU_KINDS || seen(u, fields, "park")) return;
    bool refused = seen(u, fields, "send0") && seen(u, fields, "send0.kind") == u->abort_code;
    u->count.done[kind]++;
    u->count.aborts += refused;
    if (kind == VU_ST && !refused) u->reserved++;
    if (kind == VU_COMMIT || kind == VU_CLEANUP) u->reserved -= (uint32_t)seen(u, fields, "msg.n");
}

void vu_cycle(Vu *u)
{
    sim_put(u->in, in_at(u), u->ask->valid, u->asks);
    sim_put(u->in, in_at(u), u->log->valid, u->logs);
    cg_attach((CgObserver){observe, u});
    cg_model_cycle(u->model, u->in, u->out);
    cg_detach(u);
    if (u->asks && sim_get(u->out, out_at(u), u->ask->ready)) u->asks = false;
    if (u->logs && sim_get(u->out, out_at(u), u->log->ready)) u->logs = false;
    if (cg_model_ended(u->model)) sim_fail(&u->status, "an assertion: %s", cg_model_ended(u->model));
    if (cg_get(u->out, cg_design.error_lsb, 1)) sim_fail(&u->status, "the design's error bit is set");
    sim_memory_step(u->memory, u->in, u->out);
    if (u->status.failures) exit(SIM_EXIT_FAILED);
    uint32_t stage = (uint32_t)cg_get(u->out, controller(u)->stage_lsb, 8);
    VuCount *c = &u->count;
    c->cycles++;
    u->status.cycle++;
    c->idle += stage == 0, c->held += stage > 1;
    c->moves += gauge(u, "meta.moves"), c->moves_first += gauge(u, "meta.moves_first"),
        c->spills += gauge(u, "meta.spills");
    u->entries = gauge(u, "meta.entries"), u->stash = gauge(u, "meta.stash"), u->parked = gauge(u, "stall.parked");
    c->stash += u->stash;
}

uint64_t vu_done(const VuCount *since, const VuCount *now)
{
    uint64_t n = 0;
    for (int i = 0; i < VU_KINDS; i++) n += now->done[i] - since->done[i];
    return n;
}

void vu_wait(Vu *u, const VuCount *from, uint64_t n)
{
    uint64_t patience = PATIENCE;
    while (vu_done(from, &u->count) < n || u->asks || u->logs) {
        if (patience-- == 0) { fprintf(stderr, "error: the validation unit does not answer\n"); exit(SIM_EXIT_FAILED); }
        vu_cycle(u);
    }
}
