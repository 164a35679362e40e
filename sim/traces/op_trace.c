/* op_trace.c - traces in memory: building, recording, writing; see op_trace.h. */
#include "traces/op_trace.h"
#include "litmus/atomic.h"
#include "litmus/litmus.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void sim_op_trace_free(SimOpTrace *t)
{
    if (!t) return;
    free(t->ops);
    free(t->bytes);
    free(t->memory);
    free(t->options);
    free(t);
}

void sim_op_trace_option(SimOpTrace *t, const char *name, const char *value)
{
    t->options = sim_grow(t->options, &t->cap_options, t->n_options + 1, sizeof *t->options);
    struct SimTraceOption *o = &t->options[t->n_options++];
    snprintf(o->name, sizeof o->name, "%s", name);
    snprintf(o->value, sizeof o->value, "%s", value);
}

void sim_op_trace_memory(SimOpTrace *t, uint64_t address, uint32_t value)
{
    t->memory = sim_grow(t->memory, &t->cap_memory, t->n_memory + 1, sizeof *t->memory);
    t->memory[t->n_memory++] = (struct SimTraceWord){address, value};
}

size_t sim_op_trace_bytes(SimOpTrace *t, size_t n)
{
    size_t at = (t->n_bytes + 3) / 4 * 4; /* images are read as words */
    t->bytes = sim_grow(t->bytes, &t->cap_bytes, at + n, 1);
    memset(t->bytes + t->n_bytes, 0, at + n - t->n_bytes);
    t->n_bytes = at + n;
    return at;
}

const CgCorePort *sim_port_of_core(const CgDesign *d, uint32_t core, uint32_t *first)
{
    *first = 0;
    for (uint32_t i = 0; i < d->n_cores; *first += d->cores[i++].instances)
        if (core - *first < d->cores[i].instances) return &d->cores[i];
    return NULL;
}

/* ---- recording ---- */

static SimTraceOp *append(SimOpTrace *t, const SimThread *thread, SimKind kind, uint64_t after)
{
    t->ops = sim_grow(t->ops, &t->cap_ops, t->n_ops + 1, sizeof *t->ops);
    SimTraceOp *o = &t->ops[t->n_ops++];
    *o = (SimTraceOp){.core = thread->core, .warp = thread->id, .kind = (uint8_t)kind, .after = after};
    return o;
}

static void record_data(SimOpTrace *t, SimTraceOp *o, const SimRequest *r, uint32_t line_bytes)
{
    if (!r->line) {
        o->bytes = sim_op_trace_bytes(t, 4);
        for (int i = 0; i < 4; i++) t->bytes[o->bytes + (size_t)i] = (uint8_t)(r->value >> 8 * i);
        return;
    }
    o->masked = true;
    o->bytes = sim_op_trace_bytes(t, line_bytes + (line_bytes + 7) / 8);
    memcpy(t->bytes + o->bytes, r->line, line_bytes);
    memcpy(t->bytes + o->bytes + line_bytes, r->mask, (line_bytes + 7) / 8);
}

/* The request as it stands on the port: its record in a vector of its own. */
static void record_image(SimOpTrace *t, SimTraceOp *o, const SimCore *k, const uint32_t *in)
{
    uint32_t words = (k->port->port->in_stride + 31) / 32;
    o->bytes = sim_op_trace_bytes(t, 4 * (size_t)words);
    for (uint32_t i = 0; i < words; i++) {
        uint32_t left = k->port->port->in_stride - 32 * i,
                 x = (uint32_t)cg_get(in, k->in_base + 32 * i, left < 32 ? left : 32);
        memcpy(t->bytes + o->bytes + 4 * (size_t)i, &x, 4);
    }
}

static void record_request(SimOpTrace *t, const SimCores *c, const SimThread *thread, const uint32_t *in)
{
    const SimRequest *r = &thread->request;
    const SimCore *k = &c->cores[thread->core];
    SimTraceOp *o = append(t, thread, r->kind, thread->ready - thread->since);
    o->unchecked = !r->recorded && r->kind != SIM_OTHER;
    o->address = r->address;
    o->size = r->kind == SIM_FENCE || r->kind == SIM_OTHER ? 0 : r->line ? k->port->port->line_bytes : 4;
    o->op = (uint8_t)r->op, o->a = r->a, o->b = r->b;
    o->strong = r->strong, o->scope = r->scope;
    if (r->kind == SIM_STORE) record_data(t, o, r, k->port->port->line_bytes);
    if (r->kind == SIM_OTHER) record_image(t, o, k, in);
}

void sim_record(void *trace, const SimCores *c, const SimThread *thread, const uint32_t *in)
{
    if (in) record_request(trace, c, thread, in);
    else append(trace, thread, SIM_FENCE, c->status->cycle - thread->since);
}

static int by_number(const void *a, const void *b)
{
    const struct SimPage *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

void sim_record_memory(SimOpTrace *t, const SimPages *initial)
{
    struct SimPage *pages = sim_alloc(initial->n_slots, sizeof *pages);
    size_t n = 0;
    for (size_t i = 0; i < initial->n_slots; i++)
        if (initial->slots[i].bytes) pages[n++] = initial->slots[i];
    qsort(pages, n, sizeof *pages, by_number);
    for (size_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < SIM_PAGE_BYTES; k += 4) {
            const uint8_t *b = pages[i].bytes + k;
            uint32_t word = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
            if (word) sim_op_trace_memory(t, pages[i].number * SIM_PAGE_BYTES + k, word);
        }
    free(pages);
}

/* ---- writing ---- */

/* A number of n bytes, the lowest first in memory. */
static void print_bytes(const uint8_t *bytes, size_t n, FILE *out)
{
    while (n > 1 && bytes[n - 1] == 0) n--;
    fprintf(out, "0x%x", bytes[n - 1]);
    while (--n > 0) fprintf(out, "%02x", bytes[n - 1]);
}

static void print_request(const SimOpTrace *t, const CgCorePort *p, const SimTraceOp *o, FILE *out)
{
    uint32_t image[SIM_MAX_REQUEST_WORDS];
    uint8_t bytes[4 * SIM_MAX_REQUEST_WORDS];
    memcpy(image, t->bytes + o->bytes, (p->in_stride + 31) / 32 * 4);
    fprintf(out, "request %s key 0x%" PRIx64,
            sim_name(p->events, p->n_events, (uint32_t)sim_get(image, 0, p->req_kind)), sim_get(image, 0, p->req_key));
    for (uint32_t i = 0; i < p->n_req_fields; i++) {
        const CgField *f = &p->req_fields[i];
        if (f->width == 0 || (p->id_field && strcmp(f->name, p->id_field) == 0)) continue;
        memset(bytes, 0, (f->width + 7u) / 8);
        cg_get_bytes(image, f->lsb, f->width, bytes);
        fprintf(out, " %s ", f->name);
        print_bytes(bytes, (f->width + 7u) / 8, out);
    }
}

void sim_op_trace_print(const SimOpTrace *t, const CgDesign *d, const SimTraceOp *o, FILE *out)
{
    uint32_t first;
    const CgCorePort *p = sim_port_of_core(d, o->core, &first);
    fprintf(out, "%u %u ", o->core, o->warp);
    if (o->kind == SIM_OTHER && p) print_request(t, p, o, out);
    else fputs(sim_kind_names[o->kind], out);
    if (o->kind == SIM_LOAD || o->kind == SIM_STORE || o->kind == SIM_ATOMIC)
        fprintf(out, " 0x%" PRIx64 " %u", o->address, o->size);
    if (o->kind == SIM_STORE) {
        fputc(' ', out);
        print_bytes(t->bytes + o->bytes, o->size, out);
        if (o->masked) fputs(" mask ", out), print_bytes(t->bytes + o->bytes + o->size, (o->size + 7) / 8, out);
    }
    if (o->kind == SIM_ATOMIC) fprintf(out, " %s %u", litmus_op_names[o->op], o->a);
    if (o->kind == SIM_ATOMIC && o->op == LITMUS_OP_CAS) fprintf(out, " %u", o->b);
    if (o->strong) fprintf(out, " as %s %s", litmus_order_names[o->strong], litmus_scope_names[o->scope]);
    if (o->after) fprintf(out, " after %" PRIu64, o->after);
    if (o->unchecked) fputs(" unchecked", out);
}

static void write_memory(const SimOpTrace *t, FILE *out)
{
    enum { PER_LINE = 16 };
    for (size_t i = 0, n = 0; i < t->n_memory; i++) {
        bool goes_on = i != 0 && t->memory[i].address == t->memory[i - 1].address + 4 && n < PER_LINE;
        if (!goes_on) fprintf(out, "%smemory 0x%" PRIx64, i ? "\n" : "", t->memory[i].address), n = 0;
        fprintf(out, " 0x%x", t->memory[i].value);
        n++;
    }
    if (t->n_memory) fputc('\n', out);
}

void sim_op_trace_write(const SimOpTrace *t, const CgDesign *d, FILE *out)
{
    fprintf(out, "cohgen-trace 1\ndesign %s\n", d->name);
    for (size_t i = 0; i < t->n_options; i++) fprintf(out, "option %s %s\n", t->options[i].name, t->options[i].value);
    write_memory(t, out);
    for (size_t i = 0; i < t->n_ops; i++) {
        sim_op_trace_print(t, d, &t->ops[i], out);
        fputc('\n', out);
    }
}
