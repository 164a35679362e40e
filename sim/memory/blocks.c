/* blocks.c - see blocks.h. */
#include "memory/blocks.h"
#include <stdlib.h>
#include <string.h>

/* A request that is still owed answers. image: the requests' part of the out vector, from its record's first bit on. */
typedef struct { uint32_t kind, left; uint64_t key, due; uint32_t *image; } Owed;

typedef struct {
    const CgBlockPort *port;
    uint32_t in_base, out_base;
    Owed *owed; size_t n_owed, capacity;
    uint32_t *alone, n_alone;   /* events that answer no request */
    uint64_t to_come;
    bool presenting;
    SimBlockStats stats;
} Instance;

struct SimBlocks {
    const CgDesign *design;
    SimBlocksOptions options;
    SimRng rng;
    Instance *instances; uint32_t n;
};

static bool answers_some(const CgBlockPort *p, uint32_t event)
{
    for (uint32_t i = 0; i < p->n_requests; i++)
        for (const uint16_t *a = p->requests[i].answers; *a != CG_NO_ANSWER; a++) if (*a == event) return true;
    return false;
}

static void init(SimBlocks *b, Instance *x, const CgBlockPort *p, uint32_t number)
{
    *x = (Instance){
        .port = p, .in_base = p->in_base + number * p->in_stride, .out_base = p->out_base + number * p->out_stride};
    x->alone = sim_alloc(p->n_events + 1, sizeof *x->alone);
    for (uint32_t e = 0; e < p->n_events; e++) if (!answers_some(p, e)) x->alone[x->n_alone++] = e;
    x->to_come = x->n_alone ? b->options.events : 0;
}

SimBlocks *sim_blocks_create(const CgDesign *d, const SimBlocksOptions *o)
{
    SimBlocks *b = sim_alloc(1, sizeof *b);
    *b = (SimBlocks){.design = d, .options = *o, .rng = {o->seed ^ 0x626c6f636b}};
    for (uint32_t i = 0; i < d->n_blocks; i++) b->n += d->blocks[i].instances;
    b->instances = sim_alloc(b->n + 1, sizeof *b->instances);
    for (uint32_t i = 0, k = 0; i < d->n_blocks; i++)
        for (uint32_t n = 0; n < d->blocks[i].instances; n++) init(b, &b->instances[k++], &d->blocks[i], n);
    return b;
}

void sim_blocks_destroy(SimBlocks *b)
{
    if (!b) return;
    for (uint32_t i = 0; i < b->n; i++) {
        for (size_t k = 0; k < b->instances[i].n_owed; k++) free(b->instances[i].owed[k].image);
        free(b->instances[i].owed);
        free(b->instances[i].alone);
    }
    free(b->instances);
    free(b);
}

static bool refused(SimBlocks *b) { return sim_percent(&b->rng, b->options.backpressure); }

/* ---- requests ---- */

static void take_request(SimBlocks *b, Instance *x, uint64_t cycle, const uint32_t *out)
{
    const CgBlockPort *p = x->port;
    uint32_t kind = (uint32_t)sim_get(out, x->out_base, p->req_kind), words = (p->out_stride + 31) / 32;
    x->stats.requests++;
    if (kind >= p->n_requests || p->requests[kind].times == 0) return;
    x->owed = sim_grow(x->owed, &x->capacity, x->n_owed + 1, sizeof *x->owed);
    Owed *o = &x->owed[x->n_owed++];
    *o = (Owed){.kind = kind,
                .left = p->requests[kind].times,
                .key = p->req_key.width ? sim_get(out, x->out_base, p->req_key) : 0,
                .due = cycle + b->options.latency + sim_below(&b->rng, b->options.latency + 1),
                .image = sim_alloc(words + 1, sizeof(uint32_t))};
    for (uint32_t bit = 0; bit < p->out_stride; bit += 32)
        cg_put(o->image, bit, 32, cg_get(out, x->out_base + bit, 32));
}

/* ---- events ---- */

static void put_random(SimBlocks *b, const Instance *x, CgField f, uint32_t *in)
{
    for (uint32_t bit = 0; bit < f.width; bit += 32)
        cg_put(in, x->in_base + f.lsb + bit, f.width - bit < 32 ? f.width - bit : 32, sim_random(&b->rng));
}

/* Fields that the request has too get its values. */
static void put_fields(SimBlocks *b, const Instance *x, const Owed *o, uint32_t *in)
{
    const CgBlockPort *p = x->port;
    for (uint32_t i = 0; i < p->n_ev_fields; i++) {
        CgField to = p->ev_fields[i], from = o ? sim_field(p->req_fields, p->n_req_fields, to.name) : (CgField){0};
        if (from.width != to.width) { put_random(b, x, to, in); continue; }
        for (uint32_t bit = 0; bit < to.width; bit += 32) {
            uint32_t n = to.width - bit < 32 ? to.width - bit : 32;
            cg_put(in, x->in_base + to.lsb + bit, n, cg_get(o->image, from.lsb + bit, n));
        }
    }
}

/* The oldest of a key goes first. */
static bool behind_another(const Instance *x, size_t at)
{
    for (size_t i = 0; i < at; i++) if (x->owed[i].key == x->owed[at].key) return true;
    return false;
}

static Owed *due(SimBlocks *b, const Instance *x, uint64_t cycle)
{
    size_t first = x->n_owed ? sim_below(&b->rng, (uint32_t)x->n_owed) : 0;
    for (size_t i = 0; i < x->n_owed; i++) {
        size_t at = (first + i) % x->n_owed;
        if (x->owed[at].due <= cycle && !behind_another(x, at)) return &x->owed[at];
    }
    return NULL;
}

static uint32_t random_answer(SimBlocks *b, const CgBlockRequest *q)
{
    uint32_t n = 0;
    while (q->answers[n] != CG_NO_ANSWER) n++;
    return q->answers[sim_below(&b->rng, n)];
}

static void offer(SimBlocks *b, Instance *x, uint32_t event, uint64_t key, const Owed *o, uint32_t *in)
{
    const CgBlockPort *p = x->port;
    put_fields(b, x, o, in);
    sim_put(in, x->in_base, p->ev_kind, p->events[event].code);
    if (p->ev_key.width) sim_put(in, x->in_base, p->ev_key, key);
    sim_put(in, x->in_base, p->ev_valid, 1);
    x->presenting = true;
}

static void offer_next(SimBlocks *b, Instance *x, uint64_t cycle, uint32_t *in)
{
    Owed *o = due(b, x, cycle);
    bool alone = x->to_come && (!o || sim_below(&b->rng, 2));
    if (alone && sim_below(&b->rng, 8) == 0) {
        x->to_come--;
        x->stats.events++;
        offer(b, x, x->alone[sim_below(&b->rng, x->n_alone)], sim_below(&b->rng, b->options.keys), NULL, in);
    } else if (o) {
        x->stats.answers++;
        offer(b, x, random_answer(b, &x->port->requests[o->kind]), o->key, o, in);
        if (--o->left) return;
        free(o->image);
        memmove(o, o + 1, (size_t)(x->owed + --x->n_owed - o) * sizeof *o);
    }
}

static void step(SimBlocks *b, Instance *x, uint64_t cycle, uint32_t *in, const uint32_t *out)
{
    const CgBlockPort *p = x->port;
    if (p->req_valid.width && sim_get(out, x->out_base, p->req_valid) && sim_get(in, x->in_base, p->req_ready))
        take_request(b, x, cycle, out);
    if (p->req_ready.width) sim_put(in, x->in_base, p->req_ready, !refused(b));
    if (!p->ev_valid.width) return;
    if (x->presenting && sim_get(out, x->out_base, p->ev_ready)) {
        x->presenting = false;
        sim_put(in, x->in_base, p->ev_valid, 0);
    }
    if (!x->presenting && !refused(b)) offer_next(b, x, cycle, in);
}

void sim_blocks_step(SimBlocks *b, uint64_t cycle, uint32_t *in, const uint32_t *out)
{
    for (uint32_t i = 0; i < b->n; i++) step(b, &b->instances[i], cycle, in, out);
}

bool sim_blocks_idle(const SimBlocks *b)
{
    for (uint32_t i = 0; i < b->n; i++)
        if (b->instances[i].n_owed || b->instances[i].to_come || b->instances[i].presenting) return false;
    return true;
}

SimBlockStats sim_blocks_stats(const SimBlocks *b, uint32_t port)
{
    SimBlockStats all = {0};
    for (uint32_t i = 0; i < b->n; i++) {
        const Instance *x = &b->instances[i];
        if (x->port != &b->design->blocks[port]) continue;
        all.requests += x->stats.requests, all.answers += x->stats.answers, all.events += x->stats.events;
    }
    return all;
}
