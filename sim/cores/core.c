/* core.c - see core.h. */
#include "cores/core.h"
#include "cores/strength.h"
#include <stdlib.h>
#include <string.h>

static void init_port(SimPort *s, const CgCorePort *p, uint32_t first_core)
{
    *s = (SimPort){.port = p, .first_core = first_core};
    for (int k = 0; k < SIM_KINDS; k++)
        s->event[k] = sim_strength_event(p, (SimKind)k, LITMUS_ORDER_WEAK, LITMUS_NO_SCOPE);
    /* its loads and stores are those of transactions */
    if (sim_code(p->events, p->n_events, "read") != SIM_NONE)
        s->event[SIM_LOAD] = sim_code(p->events, p->n_events, "read");
    if (sim_code(p->events, p->n_events, "write") != SIM_NONE)
        s->event[SIM_STORE] = sim_code(p->events, p->n_events, "write");
    struct {
        CgField *to;
        const char *name;
    } names[] = {{&s->data, "data"}, {&s->mask, "mask"}, {&s->op, "op"},
                 {&s->word, "word"}, {&s->a, "a"},       {&s->b, "b"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        *names[i].to = sim_field(p->req_fields, p->n_req_fields, names[i].name);
    if (p->id_field) {
        s->id = sim_field(p->req_fields, p->n_req_fields, p->id_field);
        s->rep_id = sim_field(p->rep_fields, p->n_rep_fields, p->id_field);
    }
    s->rep_data = sim_field(p->rep_fields, p->n_rep_fields, "data");
    s->rep_old = sim_field(p->rep_fields, p->n_rep_fields, "old");
    s->rep_err = sim_field(p->rep_fields, p->n_rep_fields, "err");
    for (uint32_t i = 0; i < p->n_rep_fields; i++)
        if (p->rep_fields[i].lsb + p->rep_fields[i].width > s->reply_bits)
            s->reply_bits = p->rep_fields[i].lsb + p->rep_fields[i].width;
    s->programs = s->event[SIM_LOAD] != SIM_NONE && s->event[SIM_STORE] != SIM_NONE && p->line_bytes >= 4 &&
                  p->line_bytes <= SIM_MAX_LINE && s->data.width == 8 * p->line_bytes &&
                  s->rep_data.width == 8 * p->line_bytes && s->mask.width == p->line_bytes;
}

uint32_t sim_gpu(const CgCorePort *p, uint32_t n) { return p->gpus ? n / (p->instances / p->gpus) : 0; }

static void init_core(SimCores *c, uint32_t core, const SimPort *p, uint32_t n, uint32_t first_thread)
{
    uint32_t threads = p->port->id_field ? p->port->ids : 1;
    c->cores[core] = (SimCore){.port = p,
                               .core = core,
                               .in_base = p->port->in_base + n * p->port->in_stride,
                               .out_base = p->port->out_base + n * p->port->out_stride,
                               .first_thread = first_thread,
                               .n_threads = threads,
                               .presenting = SIM_NONE,
                               .wake = UINT64_MAX};
    SimCore *k = &c->cores[core];
    k->req_valid = sim_pin(k->in_base, p->port->req_valid), k->req_ready = sim_pin(k->out_base, p->port->req_ready);
    k->rep_valid = sim_pin(k->out_base, p->port->rep_valid), k->rep_ready = sim_pin(k->in_base, p->port->rep_ready);
    k->stats = sim_alloc(1, sizeof(SimStats));
    for (uint32_t i = 0; i < threads; i++) {
        c->threads[first_thread + i] =
            (SimThread){.index = first_thread + i, .history = first_thread + i, .core = core, .id = i, .op = SIM_NONE,
                        .reply = sim_alloc(p->reply_bits / 32 + 1, sizeof(uint32_t))};
        c->history.threads[first_thread + i] = (SimThreadName){.core = core, .gpu = sim_gpu(p->port, n), .warp = i};
    }
}

void sim_cores_init(SimCores *c, const CgDesign *d, const CgDesign *behind, SimStatus *status, uint64_t seed,
                    uint32_t backpressure)
{
    *c = (SimCores){.design = d,
                    .status = status,
                    .rng = {seed ^ 0x636f7265},
                    .payload = {seed ^ 0x7061796c},
                    .backpressure = backpressure,
                    .n_ports = d->n_cores};
    for (uint32_t i = 0; i < d->n_cores; i++) {
        c->n_cores += d->cores[i].instances;
        c->n_threads += d->cores[i].instances * (d->cores[i].id_field ? d->cores[i].ids : 1);
    }
    c->ports = sim_alloc(c->n_ports, sizeof *c->ports);
    c->cores = sim_alloc(c->n_cores, sizeof *c->cores);
    c->threads = sim_alloc(c->n_threads, sizeof *c->threads);
    for (uint32_t i = 0; i < behind->n_controllers; i++) c->n_instances += behind->controllers[i].instances;
    c->performed = sim_alloc(c->n_instances, sizeof *c->performed);
    sim_history_init(&c->history, c->n_threads);
    for (uint32_t i = 0, core = 0, thread = 0; i < d->n_cores; i++) {
        init_port(&c->ports[i], &d->cores[i], core);
        for (uint32_t n = 0; n < d->cores[i].instances; n++, thread += c->cores[core++].n_threads)
            init_core(c, core, &c->ports[i], n, thread);
    }
}

void sim_cores_free(SimCores *c)
{
    sim_history_free(&c->history);
    for (uint32_t i = 0; i < c->n_cores; i++) free(c->cores[i].stats);
    for (uint32_t i = 0; i < c->n_threads; i++) free(c->threads[i].reply);
    free(c->performed);
    free(c->ports);
    free(c->cores);
    free(c->threads);
}

SimThread *sim_thread_of(SimCores *c, uint32_t core, uint32_t id)
{
    return core < c->n_cores && id < c->cores[core].n_threads ? &c->threads[c->cores[core].first_thread + id] : NULL;
}

void sim_thread_wake(SimCores *c, SimThread *t, uint64_t cycle)
{
    SimCore *k = &c->cores[t->core];
    t->state = SIM_WAIT;
    t->wake = cycle > c->status->cycle ? cycle : c->status->cycle + 1;
    if (t->wake < k->wake) k->wake = t->wake;
}

/* Asks an idle thread what it does next, and keeps the core's summary in step. */
static void ask(SimCores *c, SimCore *k, SimThread *t)
{
    t->state = SIM_ENDED;
    if (t->since == 0) t->since = c->status->cycle;
    t->next(t);
    if (t->state == SIM_ENDED) c->running--, k->alive--;
    if (t->state == SIM_WAIT) sim_thread_wake(c, t, t->wake);
    if (t->state != SIM_WANT) return;
    t->presented = false;
    t->ready = c->status->cycle;
    k->wanting++;
    if (t->completed == 0 || t->complete_at != c->status->cycle) return;
    c->stats.stall[t->last_kind] += t->last_latency;
    k->stats->stall[t->last_kind] += t->last_latency;
    c->stats.stalled[t->last_kind]++;
    k->stats->stalled[t->last_kind]++;
}

static void wake_threads(SimCores *c, SimCore *k)
{
    if (k->wake > c->status->cycle) return;
    k->wake = UINT64_MAX;
    for (uint32_t i = 0; i < k->n_threads; i++) {
        SimThread *t = &c->threads[k->first_thread + i];
        if (t->state != SIM_WAIT) continue;
        if (t->wake <= c->status->cycle) ask(c, k, t);
        else if (t->wake < k->wake) k->wake = t->wake;
    }
}

static uint32_t word_at(const uint8_t *b)
{
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static void record(SimCores *c, SimThread *t, uint32_t line_bytes)
{
    const SimRequest *r = &t->request;
    if (!r->recorded) {
        t->op = SIM_NONE;
        t->silent = true;
        return;
    }
    t->op = sim_history_begin(&c->history, t->history, r->kind, c->status->cycle);
    SimOp *o = &c->history.ops[t->op];
    o->op = (uint8_t)r->op, o->a = r->a, o->b = r->b;
    o->strong = r->strong, o->scope = r->scope;
    if (r->kind == SIM_FENCE) return;
    if (!r->line) {
        sim_history_access(&c->history, r->address / 4, r->value, r->kind == SIM_LOAD ? 0 : UINT32_MAX);
        return;
    }
    for (uint32_t i = 0; i < line_bytes; i += 4) {
        uint32_t four = r->kind == SIM_LOAD ? 0 : r->mask[i / 8] >> i % 8 & 15, mask = 0;
        for (int b = 0; b < 4; b++) mask |= four >> b & 1 ? 0xffu << 8 * b : 0;
        if (r->kind == SIM_LOAD || mask)
            sim_history_access(&c->history, (r->address + i) / 4, r->kind == SIM_LOAD ? 0 : word_at(r->line + i), mask);
    }
}

/* Of a byte or more: in three of eight all ones or zeros, as masks and data often are. */
static void put_random(SimCores *c, uint32_t *in, uint32_t base, CgField f)
{
    uint32_t plain = f.width >= 8 ? (uint32_t)sim_below(&c->payload, 8) : 8;
    for (uint32_t bit = 0; bit < f.width; bit += 32) {
        uint32_t x = plain > 2 ? (uint32_t)sim_random(&c->payload) : plain ? UINT32_MAX : 0;
        cg_put(in, base + f.lsb + bit, f.width - bit < 32 ? f.width - bit : 32, x);
    }
}

static void put_image(const SimCore *k, const uint32_t *image, uint32_t *in)
{
    const CgCorePort *p = k->port->port;
    for (uint32_t i = 0; i < p->n_req_fields; i++)
        for (uint32_t bit = 0; bit < p->req_fields[i].width; bit += 32) {
            uint32_t at = p->req_fields[i].lsb + bit, left = p->req_fields[i].width - bit;
            cg_put(in, k->in_base + at, left < 32 ? left : 32, cg_get(image, at, left < 32 ? left : 32));
        }
    sim_put(in, k->in_base, p->req_kind, sim_get(image, 0, p->req_kind));
    sim_put(in, k->in_base, p->req_key, sim_get(image, 0, p->req_key));
}

static void put_generic(SimCores *c, const SimCore *k, const SimRequest *r, uint32_t *in)
{
    const CgCorePort *p = k->port->port;
    if (r->image) { put_image(k, r->image, in); return; }
    for (uint32_t i = 0; i < p->n_req_fields; i++) put_random(c, in, k->in_base, p->req_fields[i]);
    sim_put(in, k->in_base, p->req_kind,
            p->n_events ? p->events[r->event ? r->event - 1 : sim_below(&c->payload, p->n_events)].code : 0);
    sim_put(in, k->in_base, p->req_key,
            r->event  ? r->address / (p->line_bytes ? p->line_bytes : 1)
            : r->keys ? sim_below(&c->payload, r->keys)
                      : sim_random(&c->payload));
    if (r->event && r->line && k->port->data.width)
        cg_put_bytes(in, k->in_base + k->port->data.lsb, k->port->data.width, r->line);
    bool masked = r->event && r->line && r->mask;
    if (masked) cg_put_bytes(in, k->in_base + k->port->mask.lsb, k->port->mask.width, r->mask);
    for (uint32_t bit = 0; r->event && r->line && !masked && bit < k->port->mask.width; bit += 32)
        cg_put(in, k->in_base + k->port->mask.lsb + bit,
               k->port->mask.width - bit < 32 ? k->port->mask.width - bit : 32, UINT32_MAX);
    for (uint32_t i = 0; i < r->n_given; i++) sim_put(in, k->in_base, r->given[i].field, r->given[i].value);
}

/* A word store drives only its own bytes: the others keep what they held before, the mask must hide it. */
static void put_access(const SimCore *k, const SimRequest *r, uint32_t *in)
{
    const SimPort *s = k->port;
    const CgCorePort *p = s->port;
    uint32_t base = k->in_base, offset = p->line_bytes ? (uint32_t)(r->address % p->line_bytes) : 0;
    sim_put(in, base, p->req_kind,
            r->strong ? sim_strength_event(p, r->kind, r->strong, r->scope) : s->event[r->kind]);
    sim_put(in, base, p->req_key, p->line_bytes ? r->address / p->line_bytes : r->address);
    if (r->kind == SIM_STORE && r->line) {
        cg_put_bytes(in, base + s->data.lsb, s->data.width, r->line);
        cg_put_bytes(in, base + s->mask.lsb, s->mask.width, r->mask);
    } else if (r->kind == SIM_STORE) {
        cg_put(in, base + s->data.lsb + 8 * offset, 32, r->value);
        for (uint32_t bit = 0; bit < s->mask.width; bit += 64)
            cg_put(in, base + s->mask.lsb + bit, s->mask.width - bit < 64 ? s->mask.width - bit : 64, 0);
        cg_put(in, base + s->mask.lsb + offset, 4, 15);
    } else if (r->kind == SIM_ATOMIC) {
        sim_put(in, base, s->op, r->op);
        sim_put(in, base, s->word, offset / 4);
        sim_put(in, base, s->a, r->a);
        sim_put(in, base, s->b, r->b);
    }
}

/* Puts the request of the next wanting thread on the port. */
static void present(SimCores *c, SimCore *k, uint32_t *in)
{
    uint32_t i = k->turn;
    SimThread *t;
    do {
        i = i + 1 < k->n_threads ? i + 1 : 0;
        t = &c->threads[k->first_thread + i];
    } while (t->state != SIM_WANT);
    k->turn = i;
    k->presenting = t->index;
    k->wanting--;
    t->presented = true;
    t->looked_up = t->missed = t->by_view = false;
    t->performed_by = SIM_NONE;
    t->issue = c->status->cycle;
    record(c, t, k->port->port->line_bytes);
    if (t->request.kind == SIM_OTHER) put_generic(c, k, &t->request, in);
    else put_access(k, &t->request, in);
    sim_put(in, k->in_base, k->port->id, t->id);
    t->asked = (uint32_t)sim_get(in, k->in_base, k->port->port->req_kind);
    if (c->offered.note) c->offered.note(c->offered.context, c, t, in);
    sim_pin_put(in, k->req_valid, true);
}

static void accepted(SimCores *c, SimCore *k, uint32_t *in)
{
    SimThread *t = &c->threads[k->presenting];
    t->state = SIM_OUTSTANDING;
    t->issue = c->status->cycle;
    k->outstanding++;
    if (t->op != SIM_NONE) c->history.ops[t->op].issue = t->issue;
    k->presenting = SIM_NONE;
    sim_pin_put(in, k->req_valid, false);
}

/* The thread's values enter the history. */
static void complete(SimCores *c, const SimThread *t)
{
    const SimRequest *r = &t->request;
    if (t->op == SIM_NONE) return;
    SimOp *o = &c->history.ops[t->op];
    o->complete = true;
    o->failed = t->error;
    o->complete_at = c->status->cycle;
    for (uint32_t i = 0; i < o->count && r->kind != SIM_STORE; i++)
        c->history.accesses[o->first + i].read = r->line ? word_at(r->line + 4 * i) : t->value;
}

/* Copies the reply's values to the thread and the history. */
static void take_values(SimCores *c, const SimCore *k, SimThread *t, const uint32_t *out)
{
    const SimPort *s = k->port;
    const SimRequest *r = &t->request;
    uint32_t base = k->out_base, offset = s->port->line_bytes ? (uint32_t)(r->address % s->port->line_bytes) : 0;
    t->error = sim_get(out, base, s->rep_err) != 0;
    t->answer = (uint32_t)sim_get(out, base, s->port->rep_kind);
    for (uint32_t bit = 0; r->event && bit < s->reply_bits; bit += 32)
        t->reply[bit / 32] = (uint32_t)cg_get(out, base + bit, s->reply_bits - bit < 32 ? s->reply_bits - bit : 32);
    if ((r->kind == SIM_LOAD || (r->event && s->rep_data.width)) && r->line)
        cg_get_bytes(out, base + s->rep_data.lsb, s->rep_data.width, r->line);
    else if (r->kind == SIM_LOAD) t->value = (uint32_t)cg_get(out, base + s->rep_data.lsb + 8 * offset, 32);
    else if (r->kind == SIM_ATOMIC && s->rep_old.width) t->value = (uint32_t)sim_get(out, base, s->rep_old);
    else if (r->kind == SIM_ATOMIC)
        t->value = (uint32_t)cg_get(out, base + s->rep_data.lsb + (s->rep_data.width > 32 ? 8 * offset : 0), 32);
    complete(c, t);
}

static void count_in(SimStats *s, const SimThread *t, uint64_t latency)
{
    sim_latency_add(&s->latency[t->request.kind], latency);
    s->errors += t->error;
    if (t->request.kind == SIM_LOAD && t->looked_up) *(t->missed ? &s->misses : &s->hits) += 1;
    s->by_view += t->request.kind == SIM_LOAD && t->by_view;
}

static void count(SimCores *c, SimCore *k, SimThread *t)
{
    uint64_t latency = c->status->cycle - t->issue;
    count_in(&c->stats, t, latency);
    count_in(k->stats, t, latency);
    if (t->performed_by != SIM_NONE) sim_latency_add(&c->performed[t->performed_by], latency);
    k->outstanding--;
    c->completed++;
    c->last_complete = c->status->cycle;
    t->complete_at = t->since = c->status->cycle;
    t->completed++;
    t->last_kind = t->request.kind;
    t->last_latency = latency;
}

static bool event_says(const SimThread *t, uint64_t events) { return t->asked < 64 && (events >> t->asked & 1); }

/* Where the design tells when writes take effect: a store is answered afterwards, unless its event says otherwise; and
 * a fence after all of them, unless fences have scopes: then the model knows what they wait for. */
static void check_performed(SimCores *c, const SimCore *k, const SimThread *t)
{
    const CgCorePort *p = k->port->port;
    if (t->op == SIM_NONE || c->history.orders == 0 || t->error || c->status->failures) return;
    const SimOp *o = &c->history.ops[t->op];
    if (o->kind == SIM_STORE && o->order == 0 && o->count && !event_says(t, p->posted))
        sim_fail(c->status, "core %u warp %u: the store to 0x%llx is answered, but it has not taken effect", t->core,
                 t->id, (unsigned long long)t->request.address);
    if (o->kind == SIM_FENCE && p->posted && !p->strengths && c->history.threads[t->history].open)
        sim_fail(c->status,
                 "core %u warp %u: the fence is answered, but a store that was answered before has not taken effect",
                 t->core, t->id);
}

void sim_thread_asked(SimCores *c, SimThread *t)
{
    t->presented = true;
    record(c, t, c->cores[t->core].port->port->line_bytes);
    t->state = SIM_OUTSTANDING;
    t->issue = c->status->cycle;
    c->cores[t->core].outstanding++;
}

void sim_thread_answered(SimCores *c, SimThread *t, bool refused)
{
    SimCore *k = &c->cores[t->core];
    t->state = SIM_BLOCKED;
    k->outstanding -= refused;
    if (refused) return;
    complete(c, t);
    check_performed(c, k, t);
    count(c, k, t);
}

static void reply(SimCores *c, SimCore *k, const uint32_t *out)
{
    const CgCorePort *p = k->port->port;
    uint32_t id = k->port->rep_id.width ? (uint32_t)sim_get(out, k->out_base, k->port->rep_id) : 0;
    SimThread *t = sim_thread_of(c, k->core, id);
    if (!t || t->state != SIM_OUTSTANDING) {
        sim_fail(c->status, "%s.%s[%u]: a reply %s for id %u, which has no request outstanding", p->controller, p->name,
                 k->core - k->port->first_core,
                 sim_name(p->replies, p->n_replies, (uint32_t)sim_get(out, k->out_base, p->rep_kind)), id);
        return;
    }
    take_values(c, k, t, out);
    check_performed(c, k, t);
    if (p->answers && t->asked < p->n_events && t->answer < 64 && !(p->answers[t->asked] >> t->answer & 1))
        sim_fail(c->status, "%s.%s[%u]: a reply %s for id %u, which has asked for %s", p->controller, p->name,
                 k->core - k->port->first_core, sim_name(p->replies, p->n_replies, t->answer), id,
                 sim_name(p->events, p->n_events, t->asked));
    if (c->answered.note) c->answered.note(c->answered.context, t);
    count(c, k, t);
    ask(c, k, t);
}

void sim_thread_fence(SimCores *c, SimThread *t)
{
    uint64_t now = c->status->cycle;
    if (c->offered.note) c->offered.note(c->offered.context, c, t, NULL);
    t->since = now;
    uint32_t op = sim_history_begin(&c->history, t->index, SIM_FENCE, now); /* may move the operations */
    c->history.ops[op].complete = true;
    c->history.ops[op].complete_at = now;
}

/* What happens on the core's port at this edge. */
static SimCoreCycle cycle_of(const SimCore *k, const uint32_t *out)
{
    if (k->presenting != SIM_NONE)
        return sim_pin_get(out, k->req_ready) ? SIM_ISSUED : SIM_QUEUE_FULL;
    if (k->wanting) return SIM_HELD;
    if (k->outstanding) return SIM_SC_ORDER;
    return k->alive ? SIM_PROGRAM : SIM_FINISHED;
}

static void step(SimCores *c, SimCore *k, uint32_t *in, const uint32_t *out)
{
    if (k->presenting != SIM_NONE && sim_pin_get(out, k->req_ready)) accepted(c, k, in);
    if (sim_pin_get(out, k->rep_valid) && (k->rep_ready.mask == 0 || sim_pin_get(in, k->rep_ready))) reply(c, k, out);
    wake_threads(c, k);
    if (k->presenting == SIM_NONE && k->wanting != 0 && !sim_percent(&c->rng, c->backpressure)) present(c, k, in);
    sim_pin_put(in, k->rep_ready, !sim_percent(&c->rng, c->backpressure));
}

void sim_cores_step(SimCores *c, uint32_t *in, const uint32_t *out)
{
    for (uint32_t i = 0; i < c->n_cores && c->running != 0; i++) c->cores[i].cycles[cycle_of(&c->cores[i], out)]++;
    for (uint32_t i = 0; i < c->n_cores; i++) step(c, &c->cores[i], in, out);
}

/* The operation that a row performs: the current one, or for a write an earlier one of the thread that was answered
 * before it performed. */
static uint32_t performed_op(const SimCores *c, const SimThread *t, uint32_t performs, uint64_t line,
                             uint32_t line_bytes)
{
    const SimThreadName *n = &c->history.threads[t->history];
    if (performs & 2) return n->ops ? sim_history_pending_write(&c->history, n->last, line, line_bytes) : SIM_NONE;
    return t->request.address - line < line_bytes ? t->op : SIM_NONE;
}

void sim_thread_performs(SimCores *c, SimThread *t, uint32_t performs, uint64_t key)
{
    const CgCorePort *p = c->cores[t->core].port->port;
    uint64_t line = key * p->line_bytes;
    if (performs == 0 || p->line_bytes == 0) return;
    uint32_t op = performed_op(c, t, performs, line, p->line_bytes);
    if (op == SIM_NONE && ((t->presented && t->op == SIM_NONE) || (p->posted && t->silent)))
        return;                      /* an operation that is not recorded; a posted one takes effect at any time */
    const char *wrong = op == SIM_NONE ? "a row performs for it, but it has no such operation in progress"
                                       : sim_history_perform(&c->history, op, performs, c->status->cycle);
    if (wrong) sim_fail(c->status, "core %u warp %u, key 0x%llx: %s", t->core, t->id, (unsigned long long)key, wrong);
}

void sim_thread_transacts(SimCores *c, SimThread *t, uint32_t performs, uint64_t key, bool at_core)
{
    uint32_t line_bytes = c->cores[t->core].port->port->line_bytes;
    if (c->told.note) c->told.note(c->told.context, t, performs, key * line_bytes, at_core);
}
