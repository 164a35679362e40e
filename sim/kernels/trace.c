/* trace.c - does what a trace of operations says (op_trace.h): the operations of each warp one after the other. What
 * they read is judged by the history. */
#include "cores/inside.h"
#include "traces/op_trace.h"
#include <string.h>

/* operations of a warp: a list through next[], from first[thread] on; number + 1 */
typedef struct { const SimOpTrace *trace; uint32_t *next, *first; } Replay;

static void *setup(CgRun *r)
{
    Replay *p = cg_keep(r, sizeof *p);
    uint32_t *last = cg_keep(r, r->cores->n_threads * sizeof *last);
    if (!(p->trace = r->options->trace)) return cg_failed(r, "usage: --test trace FILE"), p;
    p->first = cg_keep(r, r->cores->n_threads * sizeof *p->first);
    p->next = cg_keep(r, (p->trace->n_ops + 1) * sizeof *p->next);
    for (size_t i = 0; i < p->trace->n_ops; i++) {
        const SimThread *t = sim_thread_of(r->cores, p->trace->ops[i].core, p->trace->ops[i].warp);
        *(last[t->index] ? &p->next[last[t->index]] : &p->first[t->index]) = (uint32_t)i + 1;
        last[t->index] = (uint32_t)i + 1;
    }
    for (size_t i = 0; i < p->trace->n_memory; i++) cg_poke(r, p->trace->memory[i].address, p->trace->memory[i].value);
    return p;
}

static bool one_word(const SimTraceOp *o) { return o->size == 4 && o->address % 4 == 0 && !o->masked; }

/* A store of some bytes of a line. */
static void store_bytes(Warp *w, const SimOpTrace *t, const SimTraceOp *o)
{
    uint8_t line[SIM_MAX_LINE] = {0}, mask[SIM_MAX_LINE / 8] = {0};
    const uint8_t *data = t->bytes + o->bytes, *wanted = data + o->size;
    uint32_t at = (uint32_t)(o->address % cg_line_bytes(w->run));
    memcpy(line + at, data, o->size);
    for (uint32_t i = 0; i < o->size; i++)
        if (!o->masked || (wanted[i / 8] >> i % 8 & 1)) mask[(at + i) / 8] |= (uint8_t)(1u << (at + i) % 8);
    cg_st_line(w, o->address, line, mask);
}

static void perform(Warp *w, const SimOpTrace *t, const SimTraceOp *o)
{
    uint8_t line[SIM_MAX_LINE];
    const uint8_t *b = t->bytes + o->bytes;
    cg_record(w->run, !o->unchecked);
    cg_as(w, o->strong, o->scope);
    switch (o->kind) {
    case SIM_LOAD:
        if (one_word(o)) cg_ld(w, o->address);
        else cg_ld_line(w, o->address, line);
        break;
    case SIM_STORE:
        if (one_word(o)) cg_st(w, o->address, b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24);
        else store_bytes(w, t, o);
        break;
    case SIM_ATOMIC: cg_atomic(w, o->op, o->address, o->a, o->b); break;
    case SIM_FENCE: cg_fence(w); break;
    default: cg_request(w, (const uint32_t *)(const void *)b); break;
    }
}

static void body(Warp *w, void *arg)
{
    const Replay *p = arg;
    for (uint32_t i = p->first[w->thread->index]; i; i = p->next[i]) {
        const SimTraceOp *o = &p->trace->ops[i - 1];
        cg_wait(w, (uint32_t)o->after);
        perform(w, p->trace, o);
    }
}

const CgKernel cg_kernel_trace = {
    "trace", "the operations of a trace: --test trace FILE", setup, body, NULL, NULL, NULL, false};
