/* rtl_design.c - the emitted design: its ports and messages by name, its model, the memory behind it. */
#include "tx/rtl/rtl_inside.h"
#include <stdlib.h>
#include <string.h>

/* ---- --collide ---- */

uint64_t tx_rtl_key(TxRtlDesign *d, uint64_t granule)
{
    if (!d->options->collide) return granule;
    if (d->stretch == UINT64_MAX) d->stretch = granule / TX_COLLIDING;
    if (granule / TX_COLLIDING != d->stretch)
        sim_fail(d->status, "rtl: --collide: the program uses more than %d granules", TX_COLLIDING);
    return d->keys[granule % TX_COLLIDING];
}

uint64_t tx_rtl_granule(const TxRtlDesign *d, uint64_t key)
{
    if (!d->options->collide) return key;
    for (uint64_t i = 0; i < TX_COLLIDING; i++) if (d->keys[i] == key) return d->stretch * TX_COLLIDING + i;
    sim_fail(d->status, "rtl: key 0x%llx, which nobody has used", (unsigned long long)key);
    return 0;
}

static uint64_t parameter(const char *name)
{
    for (uint32_t i = 0; i < cg_design.n_params; i++)
        if (strcmp(cg_design.params[i].name, name) == 0) return cg_design.params[i].value;
    return 0;
}

static bool collide(TxRtlDesign *d)
{
    uint32_t rows = (uint32_t)parameter("VU.ROWS"), bits = 0;
    while (UINT32_C(1) << bits < rows) bits++;
    return rows == UINT32_C(1) << bits &&
           tx_colliding_keys(d->keys, sim_field(d->value->fields, d->value->n_fields, "key").width, 4, bits);
}

/* ---- what the design has ---- */

static const CgPacketType *type_of(const char *name)
{
    for (uint32_t i = 0; i < cg_replay.n_messages; i++)
        if (strcmp(cg_replay.messages[i].name, name) == 0) return &cg_replay.messages[i];
    fprintf(stderr, "error: the design has no message %s: is it specs/getm/getm.xml?\n", name);
    exit(SIM_EXIT_ENVIRONMENT);
}

static const CgNetPort *port_of(const TxRtlDesign *d, const CgPacketType *t, bool sends)
{
    for (uint32_t i = 0; i < cg_replay.n_ports; i++)
        if (cg_replay.ports[i].controller == d->ctl && cg_replay.ports[i].network == t->network &&
            cg_replay.ports[i].sends == sends)
            return &cg_replay.ports[i];
    fprintf(stderr, "error: the design's validation unit has no port for %s\n", t->name);
    exit(SIM_EXIT_ENVIRONMENT);
}

static void find_ports(TxRtlDesign *d)
{
    static const char *const names[] = {
        [TX_LD] = "Ld",     [TX_ST] = "St",       [TX_COMMIT] = "Commit", [TX_CLEANUP] = "Cleanup",
        [TX_READ] = "Read", [TX_WRITE] = "Write", [TX_ATOMIC] = "Atomic", [TX_DRAINED] = "Drained"};
    while (d->ctl + 1 < cg_design.n_controllers && strcmp(cg_design.controllers[d->ctl].name, "VU") != 0)
        d->first_node += cg_design.controllers[d->ctl++].instances;
    for (int i = 0; i <= TX_DRAINED; i++) d->types[i] = type_of(names[i]);
    d->value = type_of("Value"), d->old = type_of("Old"), d->abort = type_of("Abort"), d->stop = type_of("Stop"),
    d->resume = type_of("Resume"), d->ring = type_of("Full");
    d->ask = port_of(d, d->types[TX_LD], false), d->log = port_of(d, d->types[TX_COMMIT], false),
    d->answer = port_of(d, d->value, true);
    d->from_ring = port_of(d, d->ring, false), d->to_ring = port_of(d, d->ring, true);
}

/* With fewer bits for times than the design has the run begins late: then END comes as soon as it would with so
 * many. */
static uint64_t time_before(const TxOptions *o)
{
    uint64_t bits = parameter("TS_BITS");
    return o->steps ? 0 : (UINT64_C(1) << bits) - (UINT64_C(1) << o->ts_bits); /* steps: the times of figure 4.7 */
}

/* Memory, clock and pins of a design that the simulator does not run. */
static void own_model(TxRtlDesign *d)
{
    const SimOptions *o = &d->options->all;
    d->in = sim_alloc(cg_design.in_bits / 32 + 2, sizeof *d->in);
    d->out = sim_alloc(cg_design.out_bits / 32 + 2, sizeof *d->out);
    d->model = cg_model_create(0, NULL, NULL, 0);
    SimMemoryOptions m = {o->latency, o->jitter, o->bandwidth, o->backpressure, .seed = o->seed};
    d->axi = sim_memory_create(&cg_design, &m, &d->of_axi);
}

static uint32_t instances(const char *controller)
{
    for (uint32_t i = 0; i < cg_design.n_controllers; i++)
        if (strcmp(cg_design.controllers[i].name, controller) == 0) return cg_design.controllers[i].instances;
    return 1;
}

void tx_rtl_sizes(TxOptions *o)
{
    uint32_t warps = instances("TX");
    o->all.warps = warps % 4 == 0 ? 4 : 1;
    o->all.cores = warps / o->all.warps;
    o->lanes = 4;
    o->partitions = instances("VU");
    o->ts_bits = (uint32_t)parameter("TS_BITS");
    o->granule = (uint32_t)parameter("GRANULE");
    o->published_time = o->unit.reference.last_reader = parameter("UNIQUE") == 0;
}

const char *tx_rtl_refuses(const TxOptions *o)
{
    static char text[200];
    uint64_t warps = instances("TX"), bits = parameter("TS_BITS"), granule = parameter("GRANULE");
    if (o->all.cores * o->all.warps > warps)
        snprintf(text, sizeof text, "the design is for %llu warps in all, --cores times --warps",
                 (unsigned long long)warps);
    else if (o->granule != granule)
        snprintf(text, sizeof text, "the design has granules of %llu bytes, --granule", (unsigned long long)granule);
    else if (o->ts_bits > bits)
        snprintf(text, sizeof text, "the design has times of %llu bits, --ts-bits", (unsigned long long)bits);
    else if (UINT64_C(1) << o->ts_bits < parameter("EARLY") + 2 * warps)
        snprintf(text, sizeof text, "--ts-bits %u leaves no times before END", o->ts_bits);
    else if (o->unit.reference.last_reader && parameter("UNIQUE"))
        snprintf(text, sizeof text, "the design has unique times; --last-reader is for one of UNIQUE=0");
    else if (instances("VU") > TX_RTL_UNITS)
        snprintf(text, sizeof text, "the design has more than %d validation units", TX_RTL_UNITS);
    else return NULL;
    return text;
}

TxRtlDesign *tx_rtl_design(const TxOptions *o, TxMemory *memory, const TxObserver *observer, SimStatus *status,
                           uint32_t partition)
{
    TxRtlDesign *d = sim_alloc(1, sizeof *d);
    *d = (TxRtlDesign){.options = o,
                       .memory = memory,
                       .observer = observer,
                       .status = status,
                       .rng = {o->all.seed},
                       .stretch = UINT64_MAX};
    find_ports(d);
    d->before = time_before(o);
    d->n_units = cg_design.controllers[d->ctl].instances;
    if (o->collide && !collide(d) && !status->failures)
        sim_fail(status, "rtl: --collide: no %d keys collide in this table, or its rows are no power of two",
                 TX_COLLIDING);
    if (!o->pins || partition + d->n_units < o->partitions) own_model(d); /* the simulator has the last one */
    for (uint32_t i = 0; i < d->n_units; i++) {
        TxRtl *u = &d->units[i];
        u->design = d, u->instance = i;
        tx_queue_init(&u->logs, sizeof(TxMessage));
        tx_queue_init(&u->flying, sizeof(TxMessage));
        tx_queue_init(&u->due, sizeof(TxReply));
        tx_queue_init(&u->ring, sizeof(TxRtlRing));
    }
    return d;
}

void tx_rtl_design_free(TxRtlDesign *d)
{
    for (uint32_t i = 0; i < d->n_units; i++) {
        TxRtl *u = &d->units[i];
        tx_queue_free(&u->logs), tx_queue_free(&u->flying), tx_queue_free(&u->due), tx_queue_free(&u->ring);
        sim_map_free(&u->situations.waiting);
        sim_map_free(&u->touched);
    }
    if (d->model) {
        cg_model_destroy(d->model);
        sim_memory_destroy(d->axi);
        free(d->in);
        free(d->out);
    }
    free(d);
}
