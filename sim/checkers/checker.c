/* checker.c - see checker.h. */
#include "checkers/checker.h"
#include "base/near.h"
#include <stdlib.h>
#include <string.h>

#define SIM_CHECKER(name) extern const SimChecker sim_checker_##name;
#include "checkers/checkers.def"
#undef SIM_CHECKER

const SimChecker *sim_checker_at(uint32_t i)
{
    static const SimChecker *const all[] = {
#define SIM_CHECKER(name) &sim_checker_##name,
#include "checkers/checkers.def"
#undef SIM_CHECKER
    };
    return i < sizeof all / sizeof *all ? all[i] : NULL;
}

const SimChecker *sim_checker(const char *name)
{
    for (uint32_t i = 0; sim_checker_at(i); i++)
        if (strcmp(sim_checker_at(i)->name, name) == 0) return sim_checker_at(i);
    return NULL;
}

bool sim_checkers_init(SimCheckers *c, const CgDesign *design, SimStatus *status, const char *const *names, uint32_t n)
{
    *c = (SimCheckers){.list = sim_alloc(n, sizeof *c->list), .design = design};
    for (uint32_t i = 0; i < n; i++) {
        const SimChecker *k = sim_checker(names[i]);
        void *checker = k ? k->create(design, status) : NULL;
        if (checker) c->list[c->n++] = (struct SimRunning){k, checker};
        else if (k)
            return fprintf(stderr, "error: --check %s: there is nothing to check in design %s\n", names[i],
                           design->name),
                   false;
        else {
            const char *known[16];
            uint32_t n_known = 0;
            for (; n_known < 16 && (k = sim_checker_at(n_known)); n_known++) known[n_known] = k->name;
            fprintf(stderr, "error: no checker is called %s", names[i]);
            sim_print_near(names[i], known, n_known, stderr);
            fputs("; there are:\n", stderr);
            for (uint32_t j = 0; (k = sim_checker_at(j)); j++) fprintf(stderr, "  %-14s %s\n", k->name, k->doc);
            return false;
        }
    }
    return true;
}

void sim_checkers_row(SimCheckers *c, int controller, int instance, int row, const uint32_t *fields)
{
    const CgController *d = &c->design->controllers[controller];
    SimRow r = {.of = d,
                .controller = (uint32_t)controller,
                .instance = (uint32_t)instance,
                .row = (uint32_t)row,
                .fields = fields};
    if (c->n == 0) return;
    r.key = sim_get(fields, 0, sim_field(d->fields, d->n_fields, "key"));
    r.state = (uint32_t)sim_get(fields, 0, sim_field(d->fields, d->n_fields, "state"));
    r.event = (uint32_t)sim_get(fields, 0, sim_field(d->fields, d->n_fields, "event"));
    r.next = (uint32_t)sim_get(fields, 0, sim_field(d->fields, d->n_fields, "next"));
    for (uint32_t i = 0; i < c->n; i++) c->list[i].is->row(c->list[i].checker, &r);
}

void sim_checkers_end(SimCheckers *c)
{
    for (uint32_t i = 0; i < c->n; i++)
        if (c->list[i].is->end) c->list[i].is->end(c->list[i].checker);
}

void sim_checkers_free(SimCheckers *c)
{
    for (uint32_t i = 0; i < c->n; i++) c->list[i].is->destroy(c->list[i].checker);
    free(c->list);
    *c = (SimCheckers){0};
}
