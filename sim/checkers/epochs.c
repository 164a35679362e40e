/* epochs.c - STC's rules, from what takes effect where and the registers cer and seb of each compute unit alone: which
 * epochs it is in, and where the band stands in an address.
 *   ER1  no load is answered from an L1 out of a band of an epoch that its unit, or one ahead of it, is in, nor out of
 *        a line for which its unit has sent before an epoch of its band (of the last 4,096 changes; a line is forgotten
 *        for another one now and then, and then not judged);
 *   ER2  a store takes effect in an epoch of its band;
 *   ER3  then no unit is more than one change away from the unit that stores, and units as far as it are in the same
 *        epochs with the same bands;
 *   ER4  no load is put into the state B of its line, in which stores are blocked: only behind a store that is there
 *        already does it wait for an epoch; any other one is answered within 100,000 cycles (a load that no row has
 *        looked at yet is not known here);
 *   DAR1 a store takes effect within 500,000 cycles, whether there are changes or none;
 *   DAR2 a change that a unit has prepared is there within 100,000 cycles;
 *   DAR3 a store takes effect within four rounds of changes: judged at each change and at stores of its warp.
 * A change is a row after which cer, or seb, or only the number of ChangeEpochs is another one. */
#include "checkers/checker.h"
#include <stdlib.h>
#include <string.h>

enum { UNITS = 32, THREADS = 64, READ = 1, WRITE = 2, PAST = 4096, LINES = 1 << 14 };
enum { STORE_CYCLES = 500000, CHANGE_CYCLES = 100000, LOAD_CYCLES = 100000 };

typedef struct { uint64_t cer; uint32_t seb, changes; uint64_t prepared; } Unit;   /* prepared: after this cycle */
typedef struct { uint64_t cer; uint32_t seb; } Past;
/* A line of a unit; since: its changes when it was sent for, or those up to which there was no epoch of its band. */
typedef struct { uint64_t key; uint32_t unit, since; bool there; } Line;
typedef struct {
    SimStatus *status;
    uint32_t cu, n, line_bytes, bands;     /* number of the controller, of its instances */
    CgField cer, seb, warp, performs[8], core[8], id[8];
    uint32_t change, prepare, fetched, blocked;     /* events; states of a line: sent for, with a store; or SIM_NONE */
    bool *stores, *loads;                  /* by event: a store or an atomic; a load */
    Unit at[UNITS];
    struct { bool waits; uint32_t since; uint64_t cycle; } under_way[UNITS][THREADS];
    uint64_t loads_since[UNITS][THREADS];  /* after this cycle; 0: there is none that waits for something but a store */
    Past past[UNITS][PAST];                /* by number of the change, going round */
    Line line[LINES];
} Epochs;

static void *create(const CgDesign *d, SimStatus *status)
{
    for (uint32_t i = 0; i < d->n_controllers && d->n_controllers <= 8 && d->n_cores; i++) {
        const CgController *c = &d->controllers[i];
        CgField cer = sim_field(c->fields, c->n_fields, "reg.cer"), seb = sim_field(c->fields, c->n_fields, "reg.seb");
        uint32_t change = sim_code(c->events, c->n_events, "ChangeEpoch");
        if (cer.width == 0 || seb.width == 0 || change == SIM_NONE || c->instances > UNITS) continue;
        Epochs *e = sim_alloc(1, sizeof *e);
        *e = (Epochs){.status = status, .cu = i, .n = c->instances, .line_bytes = d->cores[0].line_bytes,
                      .bands = cer.width, .cer = cer, .seb = seb, .change = change,
                      .prepare = sim_code(c->events, c->n_events, "PrepareEpochChange"),
                      .fetched = sim_code(c->states, c->n_states, "I_V"),
                      .warp = sim_field(c->fields, c->n_fields, "msg.warp"),
                      .blocked = sim_code(c->states, c->n_states, "B"),
                      .stores = sim_alloc(c->n_events, sizeof *e->stores),
                      .loads = sim_alloc(c->n_events, sizeof *e->loads)};
        for (uint32_t k = 0; k < c->n_events; k++)
            e->stores[c->events[k].code] = strncmp(c->events[k].name, "store", 5) == 0 ||
                                           strncmp(c->events[k].name, "atomic", 6) == 0;
        for (uint32_t k = 0; k < c->n_events; k++)
            e->loads[c->events[k].code] = strncmp(c->events[k].name + 1, "oad", 3) == 0;
        for (uint32_t k = 0; k < d->n_controllers; k++) {
            const CgController *o = &d->controllers[k];
            e->performs[k] = sim_field(o->fields, o->n_fields, "performs");
            e->core[k] = sim_field(o->fields, o->n_fields, "core");
            e->id[k] = sim_field(o->fields, o->n_fields, "id");
        }
        for (uint32_t k = 0; k < UNITS; k++) e->at[k] = (Unit){.cer = 0};
        return e;
    }
    return NULL;
}

/* The unit is in an epoch of this line's band. Before its first row a unit has not said where it is. */
static bool open_for(const Epochs *e, const Unit *u, uint64_t key)
{
    uint64_t band = key * e->line_bytes >> u->seb & (e->bands - 1);
    return u->cer >> band & 1;
}

static void wrong(const Epochs *e, const SimRow *r, const char *rule, uint32_t unit)
{
    sim_fail(e->status, "epochs: %s: key 0x%llx, unit %u in epochs 0x%llx with SEB %u after %u changes (%s[%u], %s:%u)",
             rule, (unsigned long long)r->key, unit, (unsigned long long)e->at[unit].cer, e->at[unit].seb,
             e->at[unit].changes, r->of->name, r->instance, r->of->rows[r->row].file, r->of->rows[r->row].line);
}

static void hit(const Epochs *e, const SimRow *r)
{
    for (uint32_t i = 0; i < e->n; i++)
        if ((i == r->instance || e->at[i].changes > e->at[r->instance].changes) && open_for(e, &e->at[i], r->key))
            wrong(e, r, "ER1: a load is answered from an L1 while its band may be written", i);
}

static Line *line_of(Epochs *e, uint32_t unit, uint64_t key)
{
    return &e->line[((key ^ key >> 14) * UNITS + unit) * UINT64_C(0x9e3779b97f4a7c15) >> 50];
}

/* The line has been sent for in this state of the unit. */
static void sent_for(Epochs *e, uint32_t unit, uint64_t key)
{
    *line_of(e, unit, key) = (Line){.key = key, .unit = unit, .since = e->at[unit].changes, .there = true};
}

static void hit_line(Epochs *e, const SimRow *r)
{
    Line *l = line_of(e, r->instance, r->key);
    uint32_t now = e->at[r->instance].changes;
    if (!l->there || l->unit != r->instance || l->key != r->key) return;
    if (now - l->since > PAST) l->since = now - PAST;
    while (l->since < now) {
        const Past *p = &e->past[r->instance][(l->since + 1) % PAST];
        if (open_for(e, &(Unit){.cer = p->cer, .seb = p->seb}, r->key)) {
            wrong(e, r, "ER1: a load is answered from an L1 by a line that is older than an epoch of its band",
                  r->instance);
            return;
        }
        l->since++;
    }
}

/* Stores of the unit wait for a bounded time, and so does it for a change. */
static void in_time(Epochs *e, const SimRow *r)
{
    const Unit *u = &e->at[r->instance];
    uint64_t now = e->status->cycle;
    if (u->prepared && now >= u->prepared + CHANGE_CYCLES)
        wrong(e, r, "DAR2: a change that was prepared does not come", r->instance);
    for (uint32_t k = 0; k < THREADS && r->event == e->change; k++) {
        if (!e->under_way[r->instance][k].waits) continue;
        if (u->changes - e->under_way[r->instance][k].since > 4 * e->bands)
            wrong(e, r, "DAR3: a store has waited for more than four rounds", r->instance);
    }
    for (uint32_t k = 0; k < THREADS; k++)
        if (e->under_way[r->instance][k].waits && now - e->under_way[r->instance][k].cycle > STORE_CYCLES)
            wrong(e, r, "DAR1: a store does not take effect", r->instance);
}

/* A load of this unit: what it waits for. */
static void loads(Epochs *e, const SimRow *r, uint32_t id)
{
    bool behind = r->state == e->blocked && e->blocked != SIM_NONE;
    if (!behind && r->next == e->blocked && e->blocked != SIM_NONE)
        wrong(e, r, "ER4: a load is blocked, and there is no older store of its line", r->instance);
    if (id >= THREADS) return;
    if (behind) e->loads_since[r->instance][id] = 0;
    else if (!e->loads_since[r->instance][id]) e->loads_since[r->instance][id] = e->status->cycle + 1;
}

/* A load has been answered, or reads the line that will be sent. */
static void read_by(Epochs *e, const SimRow *r, uint32_t core, uint32_t id)
{
    if (core >= UNITS || id >= THREADS) return;
    uint64_t since = e->loads_since[core][id];
    if (since && e->status->cycle >= since + LOAD_CYCLES) wrong(e, r, "ER4: a load has waited for too long", core);
    e->loads_since[core][id] = 0;
}

/* A row of a unit: where the unit is after it. */
static void moved(Epochs *e, const SimRow *r)
{
    Unit *u = &e->at[r->instance];
    u->cer = sim_get(r->fields, 0, e->cer);
    u->seb = (uint32_t)sim_get(r->fields, 0, e->seb);
    if (r->event == e->prepare && e->prepare != SIM_NONE) u->prepared = e->status->cycle + 1;
    if (r->event != e->change) return;
    u->changes++;
    u->prepared = 0;
    e->past[r->instance][u->changes % PAST] = (Past){.cer = u->cer, .seb = u->seb};
}

static void stored(Epochs *e, const SimRow *r, uint32_t core, uint32_t id)
{
    const Unit *me = &e->at[core];
    if (!open_for(e, me, r->key)) wrong(e, r, "ER2: a store takes effect outside of its band's epoch", core);
    for (uint32_t i = 0; i < e->n; i++) {
        const Unit *u = &e->at[i];
        bool same = u->cer == me->cer && u->seb == me->seb;
        if (u->cer && (u->changes == me->changes ? !same : u->changes + 1 != me->changes))
            wrong(e, r, "ER3: a store takes effect while units are in different epochs", i);
    }
    if (id < THREADS) e->under_way[core][id].waits = false;
}

static void row(void *checker, const SimRow *r)
{
    Epochs *e = checker;
    const CgField *p = &e->performs[r->controller];
    uint64_t does = p->width ? sim_get(r->fields, 0, *p) : 0;
    if (r->controller == e->cu) {
        Unit *u = &e->at[r->instance];
        moved(e, r);
        if (does & READ) { hit(e, r); hit_line(e, r); }
        if (r->next == e->fetched && r->state != e->fetched) sent_for(e, r->instance, r->key);
        in_time(e, r);
        uint32_t id = e->warp.width ? (uint32_t)sim_get(r->fields, 0, e->warp) : 0;
        if (e->loads[r->event]) loads(e, r, id);
        if (does & READ) read_by(e, r, r->instance, id);
        if (!e->stores[r->event] || id >= THREADS) return;
        if (!e->under_way[r->instance][id].waits) {
            e->under_way[r->instance][id].since = u->changes;
            e->under_way[r->instance][id].cycle = e->status->cycle;
        }
        else if (u->changes - e->under_way[r->instance][id].since > 4 * e->bands)
            wrong(e, r, "DAR3: a store has waited for more than four rounds", r->instance);
        e->under_way[r->instance][id].waits = true;
    } else if (does) {
        const CgField *c = &e->core[r->controller], *w = &e->id[r->controller];
        uint32_t core = c->width ? (uint32_t)sim_get(r->fields, 0, *c) : 0,
                 id = w->width ? (uint32_t)sim_get(r->fields, 0, *w) : 0;
        if (does & WRITE) stored(e, r, core, id);
        else read_by(e, r, core, id);
    }
}

static void end(void *checker)
{
    const Epochs *e = checker;
    for (uint32_t i = 0; i < e->n; i++)
        for (uint32_t k = 0; k < THREADS; k++)
            if (e->under_way[i][k].waits)
                sim_fail(e->status, "epochs: a store of unit %u, thread %u has never taken effect", i, k);
}

static void destroy(void *checker)
{
    Epochs *e = checker;
    free(e->stores);
    free(e->loads);
    free(e);
}

const SimChecker sim_checker_epochs = {
    "epochs", "STC: stores in their band's epoch, no hits in it, units in the same epochs", create, row, end, destroy};
