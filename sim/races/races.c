/* races.c - keeps track of what is under way on each line; see races.h. */
#include "cores/strength.h"
#include "races/races.h"
#include <stdlib.h>
#include <string.h>

/* ---- what is under way ---- */

/* send: valid, kind, to */
typedef struct {
    CgField key, state, view, event, next, replayed, park, reply, reply_id, id, from, send[3][8]; bool has_core;
    uint32_t first_instance; const CgCorePort *port;
} Watched;
typedef struct { uint64_t key; uint32_t instance, state; uint16_t *parked; size_t n, cap; bool used; } Line;
/* from, to: instances of the whole design (nodes) */
typedef struct { uint64_t key; uint32_t network, message, from, to; } Flight;
typedef struct { uint64_t key; uint16_t event; bool busy; } Operation;

typedef struct SimRaceWatch {
    Watched *ctl;
    uint32_t n_instances, *ctl_of;           /* by instance */
    Line *lines; size_t n_lines, cap_lines;  /* a hash table, at most half full */
    Flight *flights; size_t n_flights, cap_flights;
    Operation **operations;                  /* by instance, of each thread; NULL: no core */
} Watch;

static CgField field(const CgController *k, const char *name) { return sim_field(k->fields, k->n_fields, name); }

static void watch_controller(const CgDesign *d, Watch *w, uint32_t c)
{
    static const char *const part[] = {"", ".kind", ".to"};
    const CgController *k = &d->controllers[c];
    Watched *x = &w->ctl[c];
    struct {
        CgField *to;
        const char *name;
    } names[] = {{&x->key, "key"},     {&x->state, "state"}, {&x->view, "view"},
                 {&x->event, "event"}, {&x->next, "next"},   {&x->replayed, "replayed"},
                 {&x->park, "park"},   {&x->reply, "reply"}, {&x->reply_id, "reply.id"},
                 {&x->id, "id"},       {&x->from, "from"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) *names[i].to = field(k, names[i].name);
    for (uint32_t i = 0; i < k->n_sends && i < 8; i++)
        for (int p = 0; p < 3; p++) {
            char name[32];
            snprintf(name, sizeof name, "send%u%s", i, part[p]);
            x->send[p][i] = field(k, name);
        }
    for (uint32_t i = 0; i < d->n_cores; i++) if (strcmp(d->cores[i].controller, k->name) == 0) x->port = &d->cores[i];
    x->has_core = x->port != NULL;
    x->first_instance = w->n_instances;
    w->n_instances += k->instances;
}

static Watch *watch_create(const CgDesign *d)
{
    Watch *w = sim_alloc(1, sizeof *w);
    w->ctl = sim_alloc(d->n_controllers, sizeof *w->ctl);
    for (uint32_t c = 0; c < d->n_controllers; c++) watch_controller(d, w, c);
    w->ctl_of = sim_alloc(w->n_instances, sizeof *w->ctl_of);
    w->operations = sim_alloc(w->n_instances, sizeof *w->operations);
    for (uint32_t c = 0; c < d->n_controllers; c++)
        for (uint32_t i = 0; i < d->controllers[c].instances; i++) {
            uint32_t n = w->ctl[c].first_instance + i;
            w->ctl_of[n] = c;
            if (w->ctl[c].has_core) w->operations[n] = sim_alloc(w->ctl[c].port->ids, sizeof **w->operations);
        }
    w->cap_lines = 256;
    w->lines = sim_alloc(w->cap_lines, sizeof *w->lines);
    return w;
}

static void clear_lines(Watch *w)
{
    for (size_t i = 0; i < w->cap_lines; i++) free(w->lines[i].parked);
    memset(w->lines, 0, w->cap_lines * sizeof *w->lines);
    w->n_lines = 0;
}

void sim_races_forget(SimRaces *r)
{
    Watch *w = r->watch;
    clear_lines(w);
    w->n_flights = 0;
    for (uint32_t n = 0; n < w->n_instances; n++)
        if (w->operations[n]) memset(w->operations[n], 0, w->ctl[w->ctl_of[n]].port->ids * sizeof **w->operations);
}

/* ---- lines ---- */

static Line *find_line(Line *lines, size_t cap, uint32_t instance, uint64_t key)
{
    size_t i = (key * 64 + instance) * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (cap - 1);
    while (lines[i].used && (lines[i].key != key || lines[i].instance != instance)) i = (i + 1) & (cap - 1);
    return &lines[i];
}

static void grow_lines(Watch *w)
{
    size_t cap = 2 * w->cap_lines;
    Line *lines = sim_alloc(cap, sizeof *lines);
    for (size_t i = 0; i < w->cap_lines; i++)
        if (w->lines[i].used) *find_line(lines, cap, w->lines[i].instance, w->lines[i].key) = w->lines[i];
    free(w->lines);
    w->lines = lines;
    w->cap_lines = cap;
}

/* The line at an instance; at first in the initial state. */
static Line *line_at(Watch *w, uint32_t instance, uint64_t key)
{
    Line *l = find_line(w->lines, w->cap_lines, instance, key);
    if (l->used) return l;
    if (2 * ++w->n_lines > w->cap_lines) {
        grow_lines(w);
        l = find_line(w->lines, w->cap_lines, instance, key);
    }
    *l = (Line){.key = key, .instance = instance, .used = true};
    return l;
}

/* ---- names ---- */

static void add_name(char *text, const char *name)
{
    if (strlen(text) + strlen(name) + 2 >= RACE_TEXT) return;
    if (*text) strcat(text, ",");
    strcat(text, name);
}

/* Kinds of the operations of a core on a line. */
static void operations_text(const SimRaces *r, uint32_t instance, uint64_t key, char *text)
{
    static const char *const kinds[] = {"load", "store", "atomic", "fence", "request"};
    const Watch *w = r->watch;
    const CgController *k = &r->design->controllers[w->ctl_of[instance]];
    const CgCorePort *p = w->ctl[w->ctl_of[instance]].port;
    bool any[5] = {false};
    for (uint32_t t = 0; t < p->ids; t++) {
        const Operation *o = &w->operations[instance][t];
        if (!o->busy || o->key != key) continue;
        any[sim_strength_does(p, sim_code(p->events, p->n_events, k->events[o->event].name))] = true;
    }
    for (int i = 0; i < 5; i++) if (any[i]) add_name(text, kinds[i]);
}

static void waiting_text(const SimRaces *r, uint32_t instance, uint64_t key, char *text)
{
    const CgController *k = &r->design->controllers[r->watch->ctl_of[instance]];
    const Line *l = line_at(r->watch, instance, key);
    *text = '\0';
    if (r->watch->operations[instance]) operations_text(r, instance, key, text);
    else
        for (uint32_t e = 0; e < k->n_events; e++) {
            bool here = false;
            for (size_t i = 0; i < l->n; i++) here |= l->parked[i] == e;
            if (here) add_name(text, k->events[e].name);
        }
    if (!*text) strcpy(text, "-");
}

static const CgOccurrence *message(const SimRaces *r, uint32_t network, uint32_t code, const char **name)
{
    for (uint32_t c = 0; c < r->design->n_controllers; c++) {
        const CgController *k = &r->design->controllers[c];
        for (uint32_t e = 0; e < k->n_events; e++) {
            const CgOccurrence *o = &k->occurrences[e];
            if (o->origin != CG_ORIGIN_NETWORK || o->network != network || o->message != code || o->base != e) continue;
            *name = k->events[e].name;
            return o;
        }
    }
    return NULL;
}

/* ---- a row ---- */

/* The row that fires; instance, by: of the whole design, by SIM_NONE: on nobody's behalf. */
typedef struct {
    uint32_t ctl, instance, by; uint64_t key; const char *state, *view, *event, *how; const CgOccurrence *o;
    bool replayed;
} Event;

static void count(SimRaces *r, const char *text) { sim_race(r, text)->count++; }

static void count_at(SimRaces *r, const Event *e)
{
    char waiting[RACE_TEXT], text[2 * RACE_TEXT];
    waiting_text(r, e->instance, e->key, waiting);
    snprintf(text, sizeof text, "at %s %s %s %s %s %s", r->design->controllers[e->ctl].name, e->state, e->view, waiting,
             e->event, e->how);
    count(r, text);
}

static bool has_core(const Watch *w, uint32_t instance) { return instance < w->n_instances && w->operations[instance]; }

static void count_cross(SimRaces *r, const Event *e, const Flight *f)
{
    const Watch *w = r->watch;
    const char *name = "?", *relation = "nobody";
    char waiting[RACE_TEXT], line[2 * RACE_TEXT] = "- - - -", text[4 * RACE_TEXT];
    uint32_t of = has_core(w, f->to) ? f->to : has_core(w, f->from) ? f->from : SIM_NONE;
    message(r, f->network, f->message, &name);
    if (of != SIM_NONE) {
        const CgController *k = &r->design->controllers[w->ctl_of[of]];
        bool here = of == e->instance;
        const char *state = here ? e->state : sim_name(k->states, k->n_states, line_at(r->watch, of, e->key)->state);
        waiting_text(r, of, e->key, waiting);
        snprintf(line, sizeof line, "%s %s %s %s", k->name, state, here ? e->view : state, waiting);
        if (e->by != SIM_NONE) relation = e->by == of ? "own" : "other";
    }
    snprintf(text, sizeof text, "cross %s %s %s %s %s %s", name, line, r->design->controllers[e->ctl].name, e->event,
             e->how, relation);
    count(r, text);
}

/* The message that the event is comes off the network. */
static void take(Watch *w, const Event *e, uint32_t from)
{
    for (size_t i = 0; i < w->n_flights; i++) {
        const Flight *f = &w->flights[i];
        if (f->key != e->key || f->network != e->o->network || f->message != e->o->message || f->to != e->instance ||
            (from != SIM_NONE && f->from != from))
            continue;
        memmove(&w->flights[i], &w->flights[i + 1], (--w->n_flights - i) * sizeof *w->flights);
        return;
    }
}

static void send(SimRaces *r, const Event *e, uint32_t network, uint32_t code, uint32_t to)
{
    Watch *w = r->watch;
    const char *name;
    const CgOccurrence *o = message(r, network, code, &name);
    if (!o || o->keyless) return;
    w->flights = sim_grow(w->flights, &w->cap_flights, w->n_flights + 1, sizeof *w->flights);
    w->flights[w->n_flights++] = (Flight){e->key, network, code, e->instance, to};
}

static void sends(SimRaces *r, const Event *e, const uint32_t *fields)
{
    const CgController *k = &r->design->controllers[e->ctl];
    const Watched *x = &r->watch->ctl[e->ctl];
    for (uint32_t i = 0; i < k->n_sends && i < 8; i++) {
        if (!sim_get(fields, 0, x->send[0][i])) continue;
        uint32_t code = (uint32_t)sim_get(fields, 0, x->send[1][i]);
        if (!k->sends[i].multicast) send(r, e, k->sends[i].network, code, (uint32_t)sim_get(fields, 0, x->send[2][i]));
        for (uint32_t n = 0; k->sends[i].multicast && n < x->send[2][i].width; n++)
            if (cg_get(fields, x->send[2][i].lsb + n, 1)) send(r, e, k->sends[i].network, code, n);
    }
}

/* What the row leaves under way at its own instance. */
static void settle(SimRaces *r, const Event *e, const uint32_t *fields)
{
    Watch *w = r->watch;
    const Watched *x = &w->ctl[e->ctl];
    Line *l = line_at(w, e->instance, e->key);
    bool park = sim_get(fields, 0, x->park) != 0;
    l->state = (uint32_t)sim_get(fields, 0, x->next);
    if (park && !e->replayed) {
        l->parked = sim_grow(l->parked, &l->cap, l->n + 1, sizeof *l->parked);
        l->parked[l->n++] = e->o->base;
    } else if (!park && e->replayed && l->n) memmove(l->parked, l->parked + 1, --l->n * sizeof *l->parked);
    if (!x->has_core) return;
    uint32_t id = (uint32_t)sim_get(fields, 0, x->id),
             reply = x->reply_id.width ? (uint32_t)sim_get(fields, 0, x->reply_id) : 0;
    if (!x->port->id_field) id = 0;
    if (e->o->origin == CG_ORIGIN_CORE && !e->replayed && id < x->port->ids)
        w->operations[e->instance][id] = (Operation){e->key, e->o->base, true};
    if (sim_get(fields, 0, x->reply) && reply < x->port->ids) w->operations[e->instance][reply].busy = false;
}

void sim_races_row(SimRaces *r, int ctl, int inst, const uint32_t *fields)
{
    Watch *w = r->watch;
    const CgController *k = &r->design->controllers[ctl];
    const Watched *x = &w->ctl[ctl];
    uint32_t event = (uint32_t)sim_get(fields, 0, x->event),
             from = x->from.width ? (uint32_t)sim_get(fields, 0, x->from) : SIM_NONE;
    if (event >= k->n_events || k->occurrences[event].keyless) return;
    Event e = {.ctl = (uint32_t)ctl,
               .instance = x->first_instance + (uint32_t)inst,
               .by = SIM_NONE,
               .key = sim_get(fields, 0, x->key),
               .o = &k->occurrences[event],
               .replayed = sim_get(fields, 0, x->replayed) != 0,
               .event = k->events[event].name};
    e.state = sim_name(k->states, k->n_states, (uint32_t)sim_get(fields, 0, x->state));
    e.view = sim_name(k->states, k->n_states, (uint32_t)sim_get(fields, 0, x->view));
    e.how = e.replayed ? "replayed" : "new";
    bool network = e.o->origin == CG_ORIGIN_NETWORK;
    if (x->has_core) e.by = e.instance;
    else if (network && has_core(w, from)) e.by = from;
    if (network && !e.replayed) take(w, &e, from);
    count_at(r, &e);
    for (size_t i = 0; i < w->n_flights; i++) if (w->flights[i].key == e.key) count_cross(r, &e, &w->flights[i]);
    settle(r, &e, fields);
    sends(r, &e, fields);
}

/* ---- the counts ---- */

static uint32_t *slot(const SimRaces *r, const char *text)
{
    uint64_t h = 1469598103934665603u;
    for (const char *c = text; *c; c++) h = (h ^ (uint8_t)*c) * 1099511628211u;
    size_t i = h & (r->n_slots - 1);
    while (r->slots[i] && strcmp(r->list[r->slots[i] - 1].text, text) != 0) i = (i + 1) & (r->n_slots - 1);
    return &r->slots[i];
}

SimRace *sim_race(SimRaces *r, const char *text)
{
    uint32_t *at = slot(r, text);
    if (*at) return &r->list[*at - 1];
    if (2 * (r->n + 1) > r->n_slots) {
        free(r->slots);
        r->n_slots *= 2;
        r->slots = sim_alloc(r->n_slots, sizeof *r->slots);
        for (size_t i = 0; i < r->n; i++) *slot(r, r->list[i].text) = (uint32_t)i + 1;
        at = slot(r, text);
    }
    r->list = sim_grow(r->list, &r->cap, r->n + 1, sizeof *r->list);
    SimRace *p = &r->list[r->n++];
    *p = (SimRace){.text = sim_alloc(strlen(text) + 1, 1)};
    strcpy(p->text, text);
    *at = (uint32_t)r->n;
    return p;
}

SimRaces *sim_races_create(const CgDesign *design)
{
    SimRaces *r = sim_alloc(1, sizeof *r);
    *r = (SimRaces){.design = design, .n_slots = 1024, .complete = true, .watch = watch_create(design)};
    r->slots = sim_alloc(r->n_slots, sizeof *r->slots);
    return r;
}

void sim_races_free(SimRaces *r)
{
    Watch *w;
    if (!r) return;
    w = r->watch;
    clear_lines(w);
    for (uint32_t n = 0; n < w->n_instances; n++) free(w->operations[n]);
    free(w->operations), free(w->lines), free(w->flights), free(w->ctl_of), free(w->ctl), free(w);
    for (size_t i = 0; i < r->n; i++) free(r->list[i].text);
    for (size_t i = 0; i < r->n_searched; i++) free(r->searched[i]);
    free(r->searched), free(r->list), free(r->slots), free(r);
}
