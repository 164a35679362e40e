/* op_trace_read.c - reads the format of op_trace.h. A line with an error is left out, reading goes on with the next. */
#include "base/lines.h"
#include "cores/strength.h"
#include "litmus/atomic.h"
#include "traces/op_trace.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    SimLines l;
    const CgDesign *d;
    SimOpTrace *t;
    uint32_t at;               /* word to be read next */
    const CgCorePort *port;    /* of the core of this line */
    SimTraceOp op;
} Reader;

static const char *const option_names[] = {"seed",      "latency", "jitter",   "bandwidth", "backpressure",
                                           "mem-error", "write-error", "model", "watchdog", "max-cycles",
                                           "pin"};

static const SimWord *word(const Reader *r) { return &r->l.words[r->at]; }
static bool is(const Reader *r, const char *text) { return strcmp(word(r)->text, text) == 0; }

static bool number(Reader *r, uint64_t max, uint64_t *value)
{
    bool ok = sim_lines_number(&r->l, word(r), max, value);
    r->at++;
    return ok;
}

static bool number32(Reader *r, uint32_t max, uint32_t *value)
{
    uint64_t x;
    if (!number(r, max, &x)) return false;
    *value = (uint32_t)x;
    return true;
}

/* A number of `bits` bits into bytes[], the lowest first. */
static bool wide(Reader *r, uint32_t bits, uint8_t *bytes)
{
    const char *text = word(r)->text;
    uint64_t small;
    if (strncmp(text, "0x", 2) != 0) {
        if (!number(r, bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1, &small)) return false;
        for (uint32_t i = 0; i < (bits + 7) / 8 && i < 8; i++) bytes[i] = (uint8_t)(small >> 8 * i);
        return true;
    }
    size_t n = strspn(text + 2, "0123456789abcdefABCDEF"), zeros = strspn(text + 2, "0");
    if (n == 0 || text[2 + n]) return sim_lines_error(&r->l, word(r), "expected a number, found '%s'", text), false;
    memset(bytes, 0, (bits + 7) / 8);
    for (size_t i = 0; i < n - (zeros < n ? zeros : n - 1); i++) {
        char c = text[2 + n - 1 - i];
        uint32_t digit = (uint32_t)(isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10);
        if (4 * i >= bits || (4 * i + 4 > bits && digit >> (bits - 4 * i)))
            return sim_lines_error(&r->l, word(r), "the number has more than %u bits", bits), false;
        bytes[i / 2] |= (uint8_t)(digit << (i % 2 ? 4 : 0));
    }
    r->at++;
    return true;
}

static uint32_t cores_of(const CgDesign *d)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->n_cores; i++) n += d->cores[i].instances;
    return n;
}

/* Core and warp, which must exist. */
static bool thread(Reader *r)
{
    uint32_t cores = cores_of(r->d), first;
    if (cores == 0) return sim_lines_error(&r->l, word(r), "the design has no cores"), false;
    const SimWord *core = word(r);
    if (!isdigit((unsigned char)*core->text))
        return sim_lines_error(&r->l, core, "expected a core, or one of design, option, memory; found '%s'",
                               core->text),
               false;
    if (!number32(r, UINT32_MAX, &r->op.core)) return false;
    if (!(r->port = sim_port_of_core(r->d, r->op.core, &first)))
        return sim_lines_error(&r->l, core, "the design has %u cores, 0 to %u", cores, cores - 1), false;
    const SimWord *warp = word(r);
    uint32_t warps = r->port->id_field ? r->port->ids : 1;
    if (!number32(r, UINT32_MAX, &r->op.warp)) return false;
    if (r->op.warp >= warps)
        return sim_lines_error(&r->l, warp, "a core has %u warp%s, 0 to %u", warps, warps == 1 ? "" : "s", warps - 1),
               false;
    return true;
}

/* Address and size: within a line. */
static bool place(Reader *r)
{
    const SimWord *address = word(r), *size = address + 1;
    uint32_t line = r->port->line_bytes;
    if (!number(r, UINT64_MAX, &r->op.address) || !number32(r, UINT32_MAX, &r->op.size)) return false;
    if (line == 0) return sim_lines_error(&r->l, address, "the design has no lines"), false;
    if (r->op.size == 0 || r->op.size > line)
        return sim_lines_error(&r->l, size, "an access has 1 to %u bytes, a line", line), false;
    if (r->op.address % line + r->op.size > line)
        return sim_lines_error(&r->l, address, "the access crosses the end of a line of %u bytes", line), false;
    if (r->port->key_bits < 48 && r->op.address / line >> r->port->key_bits)
        return sim_lines_error(&r->l, address, "the address has more than the design's %u bits of line number",
                               r->port->key_bits),
               false;
    return true;
}

static bool needs_event(Reader *r, const SimWord *w, SimKind kind)
{
    r->op.kind = (uint8_t)kind;
    if (kind == SIM_FENCE || sim_code(r->port->events, r->port->n_events, sim_kind_names[kind]) != SIM_NONE)
        return true;
    return sim_lines_error(&r->l, w, "the core port has no event %s", sim_kind_names[kind]), false;
}

static bool store(Reader *r)
{
    uint32_t size = r->op.size;
    r->op.bytes = sim_op_trace_bytes(r->t, size + (size + 7) / 8);
    if (!wide(r, 8 * size, r->t->bytes + r->op.bytes)) return false;
    if (!is(r, "mask")) return true;
    r->at++;
    r->op.masked = true;
    return wide(r, size, r->t->bytes + r->op.bytes + size);
}

static bool atomic(Reader *r)
{
    const SimWord *w = word(r);
    if (r->op.size != 4 || r->op.address % 4)
        return sim_lines_error(&r->l, w - 2, "atomics are on aligned words of 4 bytes"), false;
    for (r->op.op = 0; r->op.op < LITMUS_OPS && !is(r, litmus_op_names[r->op.op]); r->op.op++) {}
    if (r->op.op == LITMUS_OPS)
        return sim_lines_error(&r->l, w, "expected add, exchange, cas, min, max, and, or, xor%s%s",
                               *w->text ? "; found " : "", w->text),
               false;
    r->at++;
    return number32(r, UINT32_MAX, &r->op.a) && (r->op.op != LITMUS_OP_CAS || number32(r, UINT32_MAX, &r->op.b));
}

static const CgField *field_of(const CgCorePort *p, const char *name)
{
    for (uint32_t i = 0; i < p->n_req_fields; i++)
        if (p->req_fields[i].width && strcmp(p->req_fields[i].name, name) == 0 &&
            !(p->id_field && strcmp(name, p->id_field) == 0))
            return &p->req_fields[i];
    return NULL;
}

static bool request_field(Reader *r, uint32_t *image)
{
    uint8_t bytes[4 * SIM_MAX_REQUEST_WORDS];
    const CgField *f = field_of(r->port, word(r)->text);
    if (!f) return sim_lines_error(&r->l, word(r), "the requests of this port have no field %s", word(r)->text), false;
    r->at++;
    if (!wide(r, f->width, bytes)) return false;
    cg_put_bytes(image, f->lsb, f->width, bytes);
    return true;
}

static bool at_end(const Reader *r) { return r->at >= r->l.n_words || is(r, "after") || is(r, "unchecked"); }

static bool request(Reader *r)
{
    uint32_t image[SIM_MAX_REQUEST_WORDS] = {0}, words = (r->port->in_stride + 31) / 32;
    uint32_t code = sim_code(r->port->events, r->port->n_events, word(r)->text);
    uint64_t key;
    r->op.kind = SIM_OTHER;
    if (words > SIM_MAX_REQUEST_WORDS)
        return sim_lines_error(&r->l, word(r), "requests of this design are too wide for a trace"), false;
    if (code == SIM_NONE) return sim_lines_error(&r->l, word(r), "the core port has no event %s", word(r)->text), false;
    r->at++;
    if (!is(r, "key")) return sim_lines_error(&r->l, word(r), "expected key"), false;
    r->at++;
    if (!number(r, r->port->key_bits >= 64 ? UINT64_MAX : (UINT64_C(1) << r->port->key_bits) - 1, &key)) return false;
    while (!at_end(r))
        if (!request_field(r, image)) return false;
    sim_put(image, 0, r->port->req_kind, code);
    sim_put(image, 0, r->port->req_key, key);
    r->op.bytes = sim_op_trace_bytes(r->t, 4 * (size_t)words);
    memcpy(r->t->bytes + r->op.bytes, image, 4 * (size_t)words);
    return true;
}

/* as ORDER SCOPE: something that the port can do. */
static bool strength(Reader *r)
{
    const SimWord *order = word(r);
    uint8_t strong = 0, scope = 0;
    for (uint8_t i = LITMUS_ORDER_RELAXED; i < LITMUS_ORDERS; i++)
        if (strcmp(order->text, litmus_order_names[i]) == 0) strong = i;
    if (r->op.kind == SIM_OTHER || !strong || !litmus_order_fits(sim_strength_litmus(r->op.kind), strong))
        return sim_lines_error(&r->l, order, "expected an order that fits the operation: relaxed, acquire, release, "
                               "acq_rel or sc; found '%s'", order->text), false;
    r->at++;
    for (uint8_t i = LITMUS_CTA; i < LITMUS_SCOPES; i++)
        if (strcmp(word(r)->text, litmus_scope_names[i]) == 0) scope = i;
    if (!scope)
        return sim_lines_error(&r->l, word(r), "expected cta, gpu or sys; found '%s'", word(r)->text), false;
    if (sim_strength_event(r->port, r->op.kind, strong, scope) == SIM_NONE)
        return sim_lines_error(&r->l, order, "the core port has no event as strong as %s %s", order->text,
                               word(r)->text), false;
    r->at++;
    r->op.strong = strong, r->op.scope = scope;
    return true;
}

static bool operation(Reader *r)
{
    const SimWord *w = word(r);
    r->at++;
    if (strcmp(w->text, "load") == 0) return needs_event(r, w, SIM_LOAD) && place(r);
    if (strcmp(w->text, "store") == 0) return needs_event(r, w, SIM_STORE) && place(r) && store(r);
    if (strcmp(w->text, "atomic") == 0) return needs_event(r, w, SIM_ATOMIC) && place(r) && atomic(r);
    if (strcmp(w->text, "fence") == 0) return needs_event(r, w, SIM_FENCE);
    if (strcmp(w->text, "request") == 0) return request(r);
    return sim_lines_error(&r->l, w, "expected load, store, atomic, fence or request%s%s", *w->text ? ", found " : "",
                           w->text),
           false;
}

static bool endings(Reader *r)
{
    while (r->at < r->l.n_words) {
        const SimWord *w = word(r);
        r->at++;
        if (strcmp(w->text, "unchecked") == 0) r->op.unchecked = true;
        else if (strcmp(w->text, "as") == 0 && !strength(r)) return false;
        else if (strcmp(w->text, "as") == 0) continue;
        else if (strcmp(w->text, "after") != 0)
            return sim_lines_error(&r->l, w, "expected as, after, unchecked or the end of the line; found '%s'",
                                   w->text), false;
        else if (!number(r, UINT32_MAX, &r->op.after)) return false;
    }
    return true;
}

static void op_line(Reader *r)
{
    r->op = (SimTraceOp){0};
    if (!thread(r) || !operation(r) || !endings(r)) return;
    r->t->ops = sim_grow(r->t->ops, &r->t->cap_ops, r->t->n_ops + 1, sizeof *r->t->ops);
    r->t->ops[r->t->n_ops++] = r->op;
}

static void memory_line(Reader *r)
{
    const SimWord *w = word(r);
    uint64_t address;
    uint32_t value;
    if (!number(r, UINT64_MAX, &address)) return;
    if (address % 4) { sim_lines_error(&r->l, w, "the address is not that of a word of 4 bytes"); return; }
    if (r->at == r->l.n_words) sim_lines_error(&r->l, word(r), "expected a value");
    if (r->t->n_memory + r->l.n_words > SIM_MAX_MEMORY_WORDS) {
        sim_lines_beyond(&r->l, "the initial memory has", SIM_MAX_MEMORY_WORDS, "words");
        return;
    }
    for (; r->at < r->l.n_words; address += 4)
        if (number32(r, UINT32_MAX, &value)) sim_op_trace_memory(r->t, address, value);
}

static void option_line(Reader *r)
{
    const SimWord *name = word(r), *value = name + 1;
    bool known = false;
    for (size_t i = 0; i < sizeof option_names / sizeof *option_names; i++)
        known |= strcmp(name->text, option_names[i]) == 0;
    if (!known)
        sim_lines_error(&r->l, name,
                        "expected one of seed, latency, jitter, bandwidth, backpressure, mem-error, write-error, "
                        "model, watchdog, max-cycles, pin%s%s",
                        *name->text ? "; found " : "", name->text);
    else if (r->l.n_words != 3) sim_lines_error(&r->l, value, "expected one value");
    else sim_op_trace_option(r->t, name->text, value->text);
}

static void any_line(Reader *r)
{
    r->at = 1;
    if (strcmp(r->l.words[0].text, "memory") == 0) memory_line(r);
    else if (strcmp(r->l.words[0].text, "option") == 0) option_line(r);
    else if (strcmp(r->l.words[0].text, "design") != 0) r->at = 0, op_line(r);
}

SimOpTrace *sim_op_trace_read(const CgDesign *d, const char *file)
{
    Reader r = {.d = d, .t = sim_alloc(1, sizeof *r.t)};
    bool ok = sim_lines_open(&r.l, file);
    if (ok) {
        if (!sim_lines_next(&r.l) || r.l.n_words != 2 || strcmp(r.l.words[0].text, "cohgen-trace") != 0 ||
            strcmp(r.l.words[1].text, "1") != 0)
            sim_lines_error(&r.l, NULL, "this is not a trace: its first line must be 'cohgen-trace 1'");
        else
            while (sim_lines_next(&r.l)) any_line(&r);
        ok = sim_lines_close(&r.l);
    }
    if (ok) return r.t;
    sim_op_trace_free(r.t);
    return NULL;
}
