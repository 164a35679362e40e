/* world.c - see world.h. */
#include "invariants/world.h"
#include <stdlib.h>
#include <string.h>

/* What is known of a line at an instance, or of an instance: a bit for each value. walks: of the instance, before this
 * was known; a line of fewer than its instance is not known. */
typedef struct { uint64_t known, walks, value[]; } Record;
typedef struct { CgField after, hit, alloc, free, done; } Seen; /* of a watched value */
enum { SENDS = 16 };
typedef struct { CgField valid, kind, to, key, field[SIM_MESSAGE_FIELDS]; } SeenSend;
typedef struct {
    const CgWatchedController *watched;
    uint32_t first;                  /* number of its first instance */
    bool lines;                      /* some value is of a line */
    CgField key, state, event, next, from, replayed, field[SIM_MESSAGE_FIELDS], now[CG_CLOCKS_MAX];
    Seen *seen;
    SeenSend send[SENDS];
    Record **own;                    /* by instance */
} Controller;

struct SimWorld {
    const CgDesign *d;
    Controller *controllers;
    uint32_t n_instances;            /* of all controllers, which are numbered */
    uint64_t *keys; uint32_t n_keys; size_t room_keys;
    uint32_t *by_key; size_t n_by_key; /* number of the key and 1, by its hash */
    Record **lines; size_t room_lines; /* by number of the key, then instance; NULL: no row was about it */
    struct { uint64_t key; uint32_t number; } *last; /* key that was looked for, its number and 1, or 0 */
    SimMessage *messages; uint32_t n_messages; size_t room_messages;
    uint64_t sent, now[CG_CLOCKS_MAX];
    bool follows, lost;              /* follows: some invariant is over messages */
};

static size_t hash(uint64_t key, size_t n)
{
    return (size_t)(key * 64 * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (n - 1);
}

/* ---- what rows tell ---- */

static Record *record(uint32_t n_values) { return sim_alloc(1, sizeof(Record) + n_values * sizeof(uint64_t)); }

/* Its bit, if this is new. */
static uint64_t know(Record *r, uint32_t i, bool known, uint64_t value)
{
    uint64_t bit = UINT64_C(1) << i;
    bool news = (r->known & bit) ? !known || r->value[i] != value : known;
    r->value[i] = value;
    r->known = known ? r->known | bit : r->known & ~bit;
    return news ? bit : 0;
}

static CgField named(const CgController *c, const char *place, const char *separator, const char *name)
{
    char text[256];
    snprintf(text, sizeof text, "%s%s%s", place, separator, name);
    return sim_field(c->fields, c->n_fields, text);
}

static Seen seen_of(const CgController *c, const CgWatched *v)
{
    Seen s = {0};
    if (v->kind == CG_REGISTER) s.after = named(c, "reg", ".", v->name);
    if (v->kind == CG_FIELD) s.after = named(c, v->place, ".", v->name);
    if (v->kind != CG_FIELD && v->kind != CG_HIT) return s;
    s.hit = named(c, v->place, ":", "hit");
    s.alloc = named(c, v->place, ":", "alloc");
    s.free = named(c, v->place, ":", "free");
    s.done = named(c, v->place, ":", "done");
    return s;
}

static void sends_of(const SimWorld *w, const CgController *c, Controller *k)
{
    const CgWatch *all = w->d->watch;
    char name[32];
    for (uint32_t i = 0; i < c->n_sends && i < SENDS; i++) {
        snprintf(name, sizeof name, "send%u", i);
        k->send[i] = (SeenSend){.valid = named(c, name, "", ""),
                                .kind = named(c, name, ".", "kind"),
                                .to = named(c, name, ".", "to"),
                                .key = named(c, name, ":", "key")};
        for (uint32_t f = 0; f < all->n_fields && f < SIM_MESSAGE_FIELDS; f++)
            k->send[i].field[f] = named(c, name, ":", all->fields[f].name);
    }
}

static void controller_of(SimWorld *w, uint32_t number, uint32_t first)
{
    const CgController *c = &w->d->controllers[number];
    Controller *k = &w->controllers[number];
    const CgWatch *all = w->d->watch;
    const CgWatchedController *x = &all->controllers[number];
    *k = (Controller){.watched = x, .first = first};
    k->key = named(c, "key", "", "");
    k->state = named(c, "state", "", "");
    k->event = named(c, "event", "", "");
    k->next = named(c, "next", "", "");
    k->from = named(c, "from", "", "");
    k->replayed = named(c, "replayed", "", "");
    for (uint32_t f = 0; f < all->n_fields && f < SIM_MESSAGE_FIELDS; f++)
        k->field[f] = named(c, "msg", ".", all->fields[f].name);
    for (uint32_t i = 0; i < all->n_clocks; i++) k->now[i] = named(c, "now", ":", all->clocks[i]);
    k->seen = sim_alloc(x->n_values + 1, sizeof *k->seen);
    for (uint32_t i = 0; i < x->n_values; i++) {
        k->seen[i] = seen_of(c, &x->values[i]);
        k->lines |= x->values[i].of_line;
    }
    sends_of(w, c, k);
    k->own = sim_alloc(c->instances, sizeof *k->own);
    for (uint32_t i = 0; i < c->instances; i++) {
        k->own[i] = record(x->n_values);
        for (uint32_t v = 0; v < x->n_values; v++)
            know(k->own[i], v, !x->values[v].backed, x->values[v].kind == CG_INDEX ? i : x->values[v].otherwise);
    }
}

SimWorld *sim_world_create(const CgDesign *d)
{
    SimWorld *w = sim_alloc(1, sizeof *w);
    uint32_t first = 0;
    w->d = d;
    w->last = sim_alloc(1, sizeof *w->last);
    w->controllers = sim_alloc(d->n_controllers, sizeof *w->controllers);
    for (uint32_t i = 0; i < d->n_controllers; i++) {
        controller_of(w, i, first);
        first += d->controllers[i].instances;
    }
    w->n_instances = first;
    for (uint32_t i = 0; i < d->watch->n_invariants; i++) {
        const CgInvariant *v = &d->watch->invariants[i];
        for (uint32_t n = 0; n < v->n_names; n++) w->follows |= v->names[n].domain == CG_MESSAGES;
    }
    return w;
}

void sim_world_destroy(SimWorld *w)
{
    if (!w) return;
    for (uint32_t i = 0; i < w->d->n_controllers; i++) {
        for (uint32_t k = 0; k < w->d->controllers[i].instances; k++) free(w->controllers[i].own[k]);
        free(w->controllers[i].own);
        free(w->controllers[i].seen);
    }
    for (size_t i = 0; i < (size_t)w->n_keys * w->n_instances; i++) free(w->lines[i]);
    free(w->lines);
    free(w->last);
    free(w->keys);
    free(w->by_key);
    free(w->messages);
    free(w->controllers);
    free(w);
}

/* ---- lines ---- */

static size_t key_place(const SimWorld *w, uint64_t key)
{
    size_t i = hash(key, w->n_by_key);
    while (w->by_key[i] && w->keys[w->by_key[i] - 1] != key) i = (i + 1) & (w->n_by_key - 1);
    return i;
}

/* Number of the key and 1; 0: no row was about it. */
static uint32_t number_of(const SimWorld *w, uint64_t key)
{
    if (w->n_keys == 0) return 0;
    if (w->last->key != key || w->last->number == 0) {
        w->last->key = key;
        w->last->number = w->by_key[key_place(w, key)];
    }
    return w->last->number;
}

static void note_key(SimWorld *w, uint64_t key)
{
    if (number_of(w, key)) return;
    if (2 * w->n_keys >= w->n_by_key) {
        free(w->by_key);
        w->n_by_key = w->n_by_key ? 2 * w->n_by_key : 256;
        w->by_key = sim_alloc(w->n_by_key, sizeof *w->by_key);
        for (uint32_t i = 0; i < w->n_keys; i++) w->by_key[key_place(w, w->keys[i])] = i + 1;
    }
    size_t at = key_place(w, key), lines = (size_t)w->n_keys * w->n_instances;
    w->lines = sim_grow(w->lines, &w->room_lines, lines + w->n_instances, sizeof *w->lines);
    for (size_t i = 0; i < w->n_instances; i++) w->lines[lines + i] = NULL;
    w->keys = sim_grow(w->keys, &w->room_keys, w->n_keys + 1, sizeof *w->keys);
    w->keys[w->n_keys++] = key;
    w->by_key[at] = w->n_keys;
}

/* Of a key that is noted. A new one knows what is so before any row. */
static Record *line_of(SimWorld *w, const Controller *k, uint32_t who, uint64_t key)
{
    Record **l = &w->lines[(size_t)(number_of(w, key) - 1) * w->n_instances + who];
    if (*l) return *l;
    uint32_t n = k->watched->n_values;
    *l = record(n);
    (*l)->known = ~UINT64_C(0);
    for (uint32_t i = 0; i < n; i++) know(*l, i, !k->watched->values[i].backed, k->watched->values[i].otherwise);
    return *l;
}

/* Whether the place has something of the line after the row. */
static SimKnown hit_after(const Seen *s, const uint32_t *fields)
{
    if (s->alloc.width && sim_get(fields, 0, s->alloc)) return (SimKnown){1, true};
    if (s->free.width && sim_get(fields, 0, s->free)) return (SimKnown){0, true};
    if (s->done.width && sim_get(fields, 0, s->done)) return (SimKnown){0, false};
    return (SimKnown){s->hit.width ? sim_get(fields, 0, s->hit) : 0, s->hit.width != 0};
}

/* What is new, a bit for each value. */
static uint64_t line_after(const Controller *k, Record *l, uint64_t walks, const uint32_t *fields)
{
    uint64_t news = l->walks != walks ? ~UINT64_C(0) : 0;
    l->walks = walks;
    for (uint32_t i = 0; i < k->watched->n_values; i++) {
        const CgWatched *v = &k->watched->values[i];
        const Seen *s = &k->seen[i];
        if (!v->of_line) continue;
        SimKnown hit = hit_after(s, fields);
        if (v->kind == CG_STATE) news |= know(l, i, true, sim_get(fields, 0, k->next));
        else if (v->kind == CG_HIT) news |= know(l, i, hit.known, hit.v);
        else if (hit.v)
            news |= know(l, i, hit.known && s->after.width, s->after.width ? sim_get(fields, 0, s->after) : 0);
        else news |= know(l, i, hit.known && !v->backed, v->otherwise);
    }
    return news;
}

static uint64_t registers_after(const Controller *k, Record *own, const uint32_t *fields)
{
    uint64_t news = 0;
    for (uint32_t i = 0; i < k->watched->n_values; i++) {
        const CgWatched *v = &k->watched->values[i];
        if (v->of_line) continue;
        if (v->kind == CG_STATE) news |= know(own, i, true, sim_get(fields, 0, k->next));
        else if (v->kind == CG_REGISTER && k->seen[i].after.width)
            news |= know(own, i, true, sim_get(fields, 0, k->seen[i].after));
    }
    return news;
}

static bool is_walk(const CgWatchedController *k, uint32_t row)
{
    for (uint32_t i = 0; i < k->n_walks; i++)
        if (k->walks[i] == row) return true;
    return false;
}

/* ---- messages ---- */

static void send(SimWorld *w, SimMessage m)
{
    w->messages = sim_grow(w->messages, &w->room_messages, w->n_messages + 1, sizeof *w->messages);
    m.number = w->sent++;
    w->messages[w->n_messages++] = m;
}

static void sent_by(SimWorld *w, const CgController *c, const Controller *k, const SimChange *x, const uint32_t *fields)
{
    const CgWatch *all = w->d->watch;
    for (uint32_t i = 0; i < c->n_sends && i < SENDS; i++) {
        const SeenSend *s = &k->send[i];
        if (!sim_get(fields, 0, s->valid)) continue;
        uint64_t to = sim_get(fields, 0, s->to);
        SimMessage m = {.network = c->sends[i].network,
                        .kind = (uint16_t)sim_get(fields, 0, s->kind),
                        .from = k->watched->node + x->instance,
                        .known = ~0u,
                        .key = s->key.width ? sim_get(fields, 0, s->key) : x->key};
        for (uint32_t f = 0; f < all->n_fields && f < SIM_MESSAGE_FIELDS; f++)
            if (s->field[f].width) m.field[f] = sim_get(fields, 0, s->field[f]);
        for (uint32_t n = 0; c->sends[i].multicast && n < 64; n++) {
            m.to = n;
            if (to >> n & 1) send(w, m);
        }
        m.to = (uint32_t)to;
        if (!c->sends[i].multicast) send(w, m);
    }
}

/* It is what the row has taken, as far as the row can see. */
static bool fits(const SimWorld *w, const SimMessage *m, const SimMessage *taken, bool keyless, const Controller *k)
{
    if (m->network != taken->network || m->kind != taken->kind || m->to != taken->to) return false;
    if ((!keyless && m->key != taken->key) || (k->from.width && m->from != taken->from)) return false;
    for (uint32_t f = 0; f < w->d->watch->n_fields && f < SIM_MESSAGE_FIELDS; f++)
        if (w->d->watch->fields[f].network == m->network && k->field[f].width && m->field[f] != taken->field[f])
            return false;
    return true;
}

/* The oldest one is taken. What the receiver does not look at is no longer known of others like it. */
static void take(SimWorld *w, const Controller *k, const SimMessage *taken, bool keyless)
{
    uint32_t found = w->n_messages;
    for (uint32_t i = 0; i < w->n_messages; i++) {
        SimMessage *m = &w->messages[i];
        if (!fits(w, m, taken, keyless, k)) continue;
        if (found == w->n_messages) found = i;
        else if (m->from != w->messages[found].from ||
                 memcmp(m->field, w->messages[found].field, sizeof m->field) != 0)
            m->known = 0;
    }
    if (found == w->n_messages) { w->lost = true; return; }
    w->n_messages--;
    memmove(&w->messages[found], &w->messages[found + 1], (w->n_messages - found) * sizeof *w->messages);
}

static void taken_by(SimWorld *w, const CgController *c, const Controller *k, const SimChange *x,
                     const uint32_t *fields)
{
    const CgOccurrence *o = &c->occurrences[sim_get(fields, 0, k->event)];
    if (o->origin != CG_ORIGIN_NETWORK || (k->replayed.width && sim_get(fields, 0, k->replayed))) return;
    SimMessage m = {.network = o->network, .kind = o->message, .to = k->watched->node + x->instance, .key = x->key};
    if (k->from.width) m.from = (uint32_t)sim_get(fields, 0, k->from);
    for (uint32_t f = 0; f < w->d->watch->n_fields && f < SIM_MESSAGE_FIELDS; f++)
        if (k->field[f].width) m.field[f] = sim_get(fields, 0, k->field[f]);
    take(w, k, &m, o->keyless);
}

SimChange sim_world_row(SimWorld *w, uint32_t controller, uint32_t instance, uint32_t row, const uint32_t *fields)
{
    const CgController *c = &w->d->controllers[controller];
    Controller *k = &w->controllers[controller];
    SimChange x = {.controller = controller, .instance = instance, .sent = w->sent};
    for (uint32_t i = 0; i < w->d->watch->n_clocks; i++) w->now[i] = sim_get(fields, 0, k->now[i]);
    x.key = k->key.width ? sim_get(fields, 0, k->key) : 0;
    x.keyless = !k->key.width || c->occurrences[sim_get(fields, 0, k->event)].keyless;
    x.news = registers_after(k, k->own[instance], fields);
    if (!x.keyless) {
        note_key(w, x.key);
        if (k->lines)
            x.news |= line_after(k, line_of(w, k, k->first + instance, x.key), k->own[instance]->walks, fields);
    }
    k->own[instance]->walks += is_walk(k->watched, row);  /* it changes what the places of the instance hold */
    if (!w->follows) return x;
    taken_by(w, c, k, &x, fields);
    sent_by(w, c, k, &x, fields);
    x.sends = w->sent != x.sent;
    return x;
}

/* ---- what is known ---- */

SimKnown sim_world_own(const SimWorld *w, uint32_t controller, uint32_t instance, uint32_t i)
{
    const Record *r = w->controllers[controller].own[instance];
    const CgWatched *v = &w->controllers[controller].watched->values[i];
    if (v->kind == CG_TIME) return (SimKnown){w->now[v->otherwise], true};
    return (SimKnown){r->value[i], r->known >> i & 1};
}

SimKnown sim_world_of_line(const SimWorld *w, uint32_t controller, uint32_t instance, uint64_t key, uint32_t i)
{
    const Controller *k = &w->controllers[controller];
    uint32_t number = number_of(w, key);
    const Record *r = number ? w->lines[(size_t)(number - 1) * w->n_instances + k->first + instance] : NULL;
    if (!r) return (SimKnown){k->watched->values[i].otherwise, !k->watched->values[i].backed};
    if (r->walks != k->own[instance]->walks) return (SimKnown){0, false};
    return (SimKnown){r->value[i], r->known >> i & 1};
}

const SimMessage *sim_world_messages(const SimWorld *w, uint32_t *n)
{
    *n = w->n_messages;
    return w->messages;
}

bool sim_world_lost(const SimWorld *w) { return w->lost; }

const uint64_t *sim_world_keys(const SimWorld *w, uint32_t *n)
{
    *n = w->n_keys;
    return w->keys;
}

bool sim_world_has_key(const SimWorld *w, uint64_t key) { return number_of(w, key) != 0; }

uint32_t sim_world_key_bits(const SimWorld *w)
{
    for (uint32_t i = 0; i < w->d->n_controllers; i++)
        if (w->controllers[i].key.width) return w->controllers[i].key.width;
    return 0;
}
