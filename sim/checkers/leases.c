/* leases.c - RCC: a write to a line that is present gets a version behind every lease that was given on the line: ver >
 * exp after the row. The largest time is no lease's end, where time saturates: writes may have it as their version more
 * than once, an answer to a load never leaves it as the end of a lease. Watched: the controllers whose rows perform
 * writes and whose lines have fields `ver` and `exp`, in their state V. */
#include "checkers/checker.h"
#include <stdlib.h>

typedef struct { CgField ver, exp, performs; uint32_t state; } Bank;
typedef struct { SimStatus *status; Bank *banks; } Leases; /* a Bank per controller; ver.width 0: not watched */

static void *create(const CgDesign *d, SimStatus *status)
{
    Leases *l = sim_alloc(1, sizeof *l);
    bool any = false;
    *l = (Leases){status, sim_alloc(d->n_controllers, sizeof *l->banks)};
    for (uint32_t i = 0; i < d->n_controllers; i++) {
        const CgController *c = &d->controllers[i];
        Bank b = {sim_field(c->fields, c->n_fields, "line.ver"), sim_field(c->fields, c->n_fields, "line.exp"),
                  sim_field(c->fields, c->n_fields, "performs"), sim_code(c->states, c->n_states, "V")};
        if (b.ver.width == 0 || b.exp.width == 0 || b.performs.width == 0 || b.state == SIM_NONE) continue;
        l->banks[i] = b;
        any = true;
    }
    if (any) return l;
    free(l->banks);
    free(l);
    return NULL;
}

static void row(void *checker, const SimRow *r)
{
    const Leases *l = checker;
    const Bank *b = &l->banks[r->controller];
    if (b->ver.width == 0 || r->state != b->state || r->next != b->state) return;
    bool write = sim_get(r->fields, 0, b->performs) & 2;
    uint64_t ver = sim_get(r->fields, 0, b->ver), exp = sim_get(r->fields, 0, b->exp),
             end = UINT64_MAX >> (64 - b->ver.width);
    if (!write && exp == end)
        sim_fail(l->status, "leases: %s[%u] key 0x%llx: a lease lasts until the last time, %llu (%s:%u)", r->of->name,
                 r->instance, (unsigned long long)r->key, (unsigned long long)exp, r->of->rows[r->row].file,
                 r->of->rows[r->row].line);
    if (write && ver <= exp && ver != end)
        sim_fail(l->status,
                 "leases: %s[%u] key 0x%llx: a write got version %llu, a lease of the line lasts until %llu (%s:%u)",
                 r->of->name, r->instance, (unsigned long long)r->key, (unsigned long long)ver, (unsigned long long)exp,
                 r->of->rows[r->row].file, r->of->rows[r->row].line);
}

static void destroy(void *checker)
{
    Leases *l = checker;
    free(l->banks);
    free(l);
}

const SimChecker sim_checker_leases = {
    "leases", "RCC: a write gets a version behind every lease of its line", create, row, NULL, destroy};
