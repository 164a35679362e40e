/* groups.c - wavefronts in workgroups: a slot is a number of neighbouring warps of a core (cg_group_waves), which get
 * their workgroups together and meet at its barriers. Where the port has the requests `work`, `barrier` and `next` the
 * design decides; elsewhere a free slot takes the next workgroup at once, as on a machine without any order, and
 * barriers cost a cycle. */
#include "cores/groups.h"
#include <string.h>

struct SimSlot { uint32_t asked, arrived, group; bool over; };

static bool same_name(const char *capitals, const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((name[i] | 32) != (capitals[i] | 32)) return false;
    return capitals[length] == '\0';
}

uint64_t sim_group_number(const CgRun *r, const char *param, uint64_t otherwise)
{
    const CgDesign *d = r->cores->design;
    for (uint32_t i = 0; i < r->options->n_pins; i++)
        if (same_name(param, r->options->pins[i].name, r->options->pins[i].length)) return r->options->pins[i].value;
    for (uint32_t i = 0; i < d->n_params; i++)
        if (strcmp(d->params[i].name, param) == 0) return d->params[i].value;
    return otherwise;
}

uint32_t cg_group_waves(CgRun *r)
{
    if (r->waves) return r->waves;
    uint64_t waves = sim_group_number(r, "WAVES", cg_option(r, "waves", r->n_warps));
    if (waves == 0 || r->n_warps % waves != 0)
        return cg_failed(r, "workgroups of %u wavefronts do not fill cores of %u", (unsigned)waves, r->n_warps), 1;
    return r->waves = (uint32_t)waves;
}

uint32_t cg_group_slots(CgRun *r) { return r->n_cores * (r->n_warps / cg_group_waves(r)); }

bool sim_group_pin(const char *name) { return same_name("GROUPS", name, strlen(name)); }

static bool pinned(const CgDesign *d)
{
    for (uint32_t i = 0; i < d->n_pins; i++) if (sim_group_pin(d->pins[i].name)) return true;
    return false;
}

void sim_group_default(CgRun *r)
{
    if (r->groups == 0 && pinned(r->cores->design))
        r->groups = (uint32_t)sim_group_number(r, "GROUPS", cg_group_slots(r));
}

uint32_t cg_groups(CgRun *r)
{
    if (r->groups) return r->groups;
    uint64_t groups = sim_group_number(r, "GROUPS", cg_option(r, "groups", 2 * (uint64_t)cg_group_slots(r) + 1));
    return r->groups = (uint32_t)groups;
}

uint32_t cg_group_slot(const Warp *w)
{
    uint32_t waves = cg_group_waves(w->run);
    return w->core * (w->run->n_warps / waves) + w->warp / waves;
}

uint32_t cg_wave(const Warp *w) { return w->warp % cg_group_waves(w->run); }

void cg_compute(Warp *w, uint32_t n)
{
    const CgCorePort *p = w->run->cores->cores[w->thread->core].port->port;
    if (!cg_has_event(w, "work")) {
        cg_wait(w, n);
        return;
    }
    CgField count = sim_field(p->req_fields, p->n_req_fields, "n");
    uint32_t most = count.width < 32 ? (1u << count.width) - 1 : UINT32_MAX;
    if (most == 0) cg_failed(w->run, "the request work has no field n");
    while (n && most) {
        uint32_t piece = n < most ? n : most;
        uint64_t since = cg_cycle(w->run);
        cg_give(w, "n", piece);
        cg_ask(w, "work", 0, NULL);
        uint64_t took = cg_cycle(w->run) - since;
        if (took < piece) cg_wait(w, piece - (uint32_t)took);
        n -= piece;
    }
}

static struct SimSlot *slot_of(const Warp *w)
{
    CgRun *r = w->run;
    if (!r->slots) r->slots = cg_keep(r, cg_group_slots(r) * sizeof *r->slots);
    return &r->slots[cg_group_slot(w)];
}

/* True for the last wavefront of a slot; the others wait until it lets them go. */
static bool meet_slot(Warp *w, uint32_t *arrived)
{
    if (++*arrived == cg_group_waves(w->run)) return *arrived = 0, true;
    w->thread->state = SIM_BLOCKED;
    sim_coroutine_give_back(&w->coroutine);
    return false;
}

static void let_slot_go(Warp *w)
{
    CgRun *r = w->run;
    uint32_t slot = cg_group_slot(w);
    for (uint32_t i = 0; i < r->n_used; i++) {
        const Warp *other = &r->warps[i];
        if (other != w && other->core == w->core && cg_group_slot(other) == slot)
            sim_thread_wake(r->cores, other->thread, 0);
    }
    cg_wait(w, 1);
}

void cg_group_barrier(Warp *w)
{
    if (cg_has_event(w, "barrier")) {
        cg_ask(w, "barrier", 0, NULL);
        return;
    }
    cg_fence(w);
    if (meet_slot(w, &slot_of(w)->arrived)) let_slot_go(w);
    cg_fence(w);
}

static bool ask_next(Warp *w, uint32_t *group)
{
    w->begun = true;
    w->over = strcmp(cg_ask(w, "next", 0, NULL), "over") == 0;
    *group = (uint32_t)cg_answer(w, "group");
    return !w->over;
}

bool cg_next_group(Warp *w, uint32_t *group)
{
    CgRun *r = w->run;
    if (w->over) return false;
    if (cg_has_event(w, "next")) return ask_next(w, group);
    cg_fence(w);
    struct SimSlot *s = slot_of(w);
    if (meet_slot(w, &s->asked)) {
        s->over = r->next_group >= cg_groups(r);
        s->group = r->next_group++;
        let_slot_go(w);
    }
    *group = s->group;
    w->over = s->over;
    return !w->over;
}

void cg_again(Warp *w)
{
    if (!w->over || !cg_has_event(w, "next")) cg_failed(w->run, "another program: the design gives no workgroups");
    else w->over = false;
}

void sim_group_begin(Warp *w)
{
    uint32_t group;
    if (w->begun) return;
    w->begun = true;
    if (!cg_has_event(w, "next")) return;
    SimRequest asked = w->thread->request; /* of the operation before which this comes */
    if (!ask_next(w, &group)) cg_failed(w->run, "a wavefront without a workgroup: there are more than GROUPS");
    w->thread->request = asked;
}

void sim_group_end(Warp *w)
{
    uint32_t group;
    while (cg_has_event(w, "next") && !w->over) ask_next(w, &group);
}
