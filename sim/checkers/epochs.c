/* epochs.c - STC's rules, from what takes effect where and the registers cer and seb of each compute unit alone: which
 * epochs it is in, and where the band stands in an address.
 *   ER1  no load is answered from an L1 out of a band of an epoch that its unit, or one that is ahead, is in (a line
 *        that outlives the epoch and is hit later is not seen);
 *   ER2  a store takes effect in an epoch of its band;
 *   ER3  then no unit is more than one change away from the unit that stores, and units as far as it are in the same
 *        epochs with the same bands;
 *   ER4  is not looked at, since rows do not tell what waits; nor are DAR1 and DAR2;
 *   DAR3 a store takes effect within four rounds of changes: judged at the next row of a store of its warp.
 * A change is a row after which cer, or seb, or only the number of ChangeEpochs is another one. */
#include "checkers/checker.h"
#include <stdlib.h>
#include <string.h>

enum { UNITS = 32, THREADS = 64, READ = 1, WRITE = 2 };

typedef struct { uint64_t cer; uint32_t seb, changes; } Unit;
typedef struct {
    SimStatus *status;
    uint32_t cu, n, line_bytes, bands;     /* number of the controller, of its instances */
    CgField cer, seb, warp, performs[8], core[8], id[8];
    uint32_t change;                       /* event */
    bool *stores;                          /* by event: a store or an atomic */
    Unit at[UNITS];
    struct { bool waits; uint32_t since; } under_way[UNITS][THREADS];
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
                      .warp = sim_field(c->fields, c->n_fields, "msg.warp"),
                      .stores = sim_alloc(c->n_events, sizeof *e->stores)};
        for (uint32_t k = 0; k < c->n_events; k++)
            e->stores[c->events[k].code] = strncmp(c->events[k].name, "store", 5) == 0 ||
                                           strncmp(c->events[k].name, "atomic", 6) == 0;
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
        u->cer = sim_get(r->fields, 0, e->cer);
        u->seb = (uint32_t)sim_get(r->fields, 0, e->seb);
        u->changes += r->event == e->change;
        if (does & READ) hit(e, r);
        uint32_t id = e->warp.width ? (uint32_t)sim_get(r->fields, 0, e->warp) : 0;
        if (!e->stores[r->event] || id >= THREADS) return;
        if (!e->under_way[r->instance][id].waits) e->under_way[r->instance][id].since = u->changes;
        else if (u->changes - e->under_way[r->instance][id].since > 4 * e->bands)
            wrong(e, r, "DAR3: a store has waited for more than four rounds", r->instance);
        e->under_way[r->instance][id].waits = true;
    } else if (does & WRITE) {
        stored(e, r, e->core[r->controller].width ? (uint32_t)sim_get(r->fields, 0, e->core[r->controller]) : 0,
               e->id[r->controller].width ? (uint32_t)sim_get(r->fields, 0, e->id[r->controller]) : 0);
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
    free(e);
}

const SimChecker sim_checker_epochs = {
    "epochs", "STC: stores in their band's epoch, no hits in it, units in the same epochs", create, row, end, destroy};
