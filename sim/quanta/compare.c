/* compare.c - the steps of a run in quanta, and those of the design against them. */
#include "quanta/parts.h"
#include <inttypes.h>
#include <string.h>

static uint32_t hash(uint32_t h, uint8_t byte) { return (h ^ byte) * UINT32_C(16777619); }

/* Of a line, or of its bytes under the mask and the mask. */
static uint32_t line_hash(const uint8_t *line, const uint8_t *mask, uint32_t bytes)
{
    uint32_t h = UINT32_C(2166136261);
    for (uint32_t i = 0; i < bytes; i++) {
        bool on = !mask || (mask[i / 8] >> i % 8 & 1);
        h = hash(h, on);
        if (on) h = hash(h, line[i]);
    }
    return h;
}

static uint32_t group_of(const CgCorePort *p, const SimThread *t)
{
    if (strcmp(sim_name(p->replies, p->n_replies, t->answer), "over") == 0) return SIM_NONE;
    return (uint32_t)sim_get(t->reply, 0, sim_field(p->rep_fields, p->n_rep_fields, "group"));
}

QuantaStep quanta_step_of(const SimPort *port, const SimThread *t, uint32_t quantum)
{
    const SimRequest *r = &t->request;
    const CgCorePort *p = port->port;
    QuantaStep s = {r->kind, r->event, 0, quantum, r->kind == SIM_FENCE || r->kind == SIM_OTHER ? 0 : r->address};
    switch (r->kind) {
    case SIM_LOAD: s.value = r->line ? line_hash(r->line, NULL, p->line_bytes) : t->value; break;
    case SIM_STORE: s.value = r->line ? line_hash(r->line, r->mask, p->line_bytes) : r->value; break;
    case SIM_ATOMIC: s.value = t->value; break;
    case SIM_OTHER:
        if (r->event && strcmp(p->events[r->event - 1].name, "next") == 0) s.value = group_of(p, t);
        else if (r->n_given) s.value = (uint32_t)r->given[0].value;
        break;
    default: break;
    }
    return s;
}

uint32_t quanta_number(const Quanta *q) { return q->now; }
uint64_t quanta_ended(const Quanta *q, uint32_t wave, QuantaReason why) { return q->waves[wave].by[why]; }
const QuantaStep *quanta_step(const Quanta *q, uint32_t wave, uint64_t n)
{
    return n < q->waves[wave].n_steps ? &q->waves[wave].steps[n] : NULL;
}
SimPages *quanta_memory(Quanta *q) { return sim_memory_pages(q->memory); }

static const char *name_of(const SimPort *port, const QuantaStep *s)
{
    return s->kind == SIM_OTHER && s->event ? port->port->events[s->event - 1].name : sim_kind_names[s->kind];
}

void quanta_answered(void *quanta, const SimThread *t)
{
    Quanta *q = quanta;
    uint32_t wave = q->wave_of[t->index];
    if (wave == SIM_NONE || q->outside->failures) return;
    const SimPort *port = q->cores.cores[t->core].port;
    QuantaWave *v = &q->waves[wave];
    const QuantaStep *is = quanta_step(q, wave, v->compared);
    QuantaStep got = quanta_step_of(port, t, 0);
    if (!is)
        sim_fail(q->outside, "quanta: core %u warp %u does more than %zu steps: %s 0x%" PRIx64, t->core, t->id,
                 v->n_steps, name_of(port, &got), got.at);
    else if (is->kind != got.kind || is->event != got.event || is->at != got.at ||
             (is->kind == SIM_STORE && is->value != got.value))
        sim_fail(q->outside,
                 "quanta: core %u warp %u, step %" PRIu64 ": asks for %s 0x%" PRIx64 ", in quanta for %s 0x%" PRIx64
                 ": its program is not for quanta", t->core, t->id, v->compared, name_of(port, &got), got.at,
                 name_of(port, is), is->at);
    else if (is->value != got.value)
        sim_fail(q->outside, "quanta: core %u warp %u, step %" PRIu64 " (%s 0x%" PRIx64 "): the answer is 0x%x, in "
                 "quantum %u it is to be 0x%x", t->core, t->id, v->compared, name_of(port, &got), got.at, got.value,
                 is->quantum, is->value);
    v->compared++;
}

void quanta_end(Quanta *q, SimMemory *memory)
{
    for (uint32_t i = 0; i < q->n_waves && q->outside->failures == 0; i++)
        if (q->waves[i].compared != q->waves[i].n_steps)
            sim_fail(q->outside, "quanta: core %u warp %u has done %" PRIu64 " of %zu steps", q->waves[i].thread->core,
                     q->waves[i].thread->id, q->waves[i].compared, q->waves[i].n_steps);
    for (uint64_t at = 0; memory && at < q->run.next_free && q->outside->failures == 0; at += 4) {
        uint32_t is = sim_memory_word(q->memory, at), got = sim_memory_word(memory, at);
        if (is != got)
            sim_fail(q->outside, "quanta: memory has 0x%x at 0x%" PRIx64 " when all is over, it is to have 0x%x", got,
                     at, is);
    }
}

void quanta_report(const Quanta *q, FILE *out)
{
    uint64_t steps = 0;
    for (uint32_t i = 0; i < q->n_waves; i++) steps += q->waves[i].compared;
    fprintf(out, "quanta     %u; parts of wavefronts ended by", q->now);
    for (int why = 0; why < QUANTA_REASONS; why++) {
        uint64_t n = 0;
        for (uint32_t i = 0; i < q->n_waves; i++) n += q->waves[i].by[why];
        fprintf(out, "%s %s %" PRIu64, why ? "," : "", quanta_reasons[why], n);
    }
    fprintf(out, "\nanswers    %" PRIu64 ", as they are to be in quanta\n", steps);
}
