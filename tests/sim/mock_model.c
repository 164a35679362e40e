/* mock_model.c - the cores' side of the mock design; see mock.h for what it does and for its faults. */
#include "history/history.h"
#include "litmus/atomic.h"
#include "mock_cache.h"
#include <stdlib.h>
#include <string.h>

enum { LOAD, STORE, ATOMIC, FENCE, BUFFER = 8, FIFO = 2 * MOCK_WARPS, ERROR_AFTER = 2000, STALE_PERCENT = 10 };

typedef struct {
    bool busy, missed, old_known;
    uint32_t kind, key, op, word, a, b, core, id;
    uint64_t due;
    uint32_t old;
    uint8_t data[MOCK_LINE], mask[MOCK_LINE / 8];
} Request;

typedef struct { uint32_t id, kind; bool error; uint8_t data[MOCK_LINE]; } Reply;

typedef struct {
    Request requests[MOCK_WARPS], buffer[BUFFER]; /* buffer: stores answered but not performed */
    Reply fifo[FIFO];
    uint32_t head, count;
    bool ready;
    uint32_t stage;                               /* what it did in the latest cycle */
} Core;

struct CgModel {
    Core cores[MOCK_CORES];
    Bank banks[MOCK_BANKS];
    MockFault fault;
    SimRng rng;
    uint64_t cycle;
    uint32_t flits, held;
};

static MockFault next_fault = MOCK_FAULTS;

void mock_set_fault(MockFault fault) { next_fault = fault; }

static MockFault fault_from_environment(void)
{
    const char *name = getenv("MOCK_FAULT");
    for (int i = 0; name && i < MOCK_FAULTS; i++)
        if (strcmp(name, mock_fault_names[i]) == 0) return (MockFault)i;
    return MOCK_SC;
}

bool cg_model_waves(void) { return getenv("MOCK_WAVELESS") == NULL; }

CgModel *cg_model_create(int argc, const char **argv, const char *fst_path, uint64_t fst_from)
{
    (void)argc, (void)argv, (void)fst_path, (void)fst_from;
    CgModel *m = sim_alloc(1, sizeof *m);
    m->fault = next_fault == MOCK_FAULTS ? fault_from_environment() : next_fault;
    m->rng.state = 12345;
    for (int i = 0; i < MOCK_BANKS; i++) m->banks[i].ar = m->banks[i].aw = m->banks[i].w = -1;
    return m;
}

const char *cg_model_ended(const CgModel *m)
{
    return m->fault == MOCK_ENDS && m->cycle > ERROR_AFTER ? "$finish at mock.v:1" : NULL;
}

void cg_model_destroy(CgModel *m) { free(m); }

static void observe(const Request *r, int row, uint32_t performs)
{
    uint32_t f[1] = {0}, stored = row != ROW_LOAD_MISS;
    cg_put(f, 0, MOCK_KEY_BITS, r->key);
    cg_put(f, 20, 1, stored);
    cg_put(f, 21, 1, 1);
    cg_put(f, 22, 3, row == ROW_RENEW ? 4 : r->kind);
    cg_put(f, 25, 2, performs);
    cg_put(f, 27, 2, r->core);
    cg_put(f, 29, 2, r->id);
    cg_observe(0, (int)r->core, row, f);
}

static void answer(CgModel *m, const Request *r, const uint8_t *data, bool error)
{
    Core *c = &m->cores[r->core];
    if (m->fault == MOCK_LOST && sim_below(&m->rng, 500) == 0) return;
    int times = m->fault == MOCK_TWICE && sim_below(&m->rng, 500) == 0 && c->count + 2 <= FIFO ? 2 : 1;
    if (m->fault == MOCK_WRONG_FLAG && sim_below(&m->rng, 200) == 0) error = !error;
    while (times-- > 0) {
        Reply *p = &c->fifo[(c->head + c->count++) % FIFO];
        *p = (Reply){.id = r->id, .kind = r->kind != LOAD, .error = error};
        if (m->fault == MOCK_WRONG_REPLY && r->kind == LOAD && sim_below(&m->rng, 200) == 0) p->kind = 1;
        if (data) memcpy(p->data, data, MOCK_LINE);
    }
}

/* Stores of the thread (on the key, unless any) that are answered but not performed. */
static bool buffered(const Core *c, const Request *r, bool any)
{
    for (int i = 0; i < BUFFER; i++)
        if (c->buffer[i].busy && c->buffer[i].id == r->id && (any || c->buffer[i].key == r->key)) return true;
    return false;
}

static void store(CgModel *m, const Request *r, Slot *s)
{
    Request seen = *r;
    memcpy(s->old, s->data, MOCK_LINE);
    for (int i = 0; i < MOCK_LINE; i++)
        if (r->mask[i / 8] >> i % 8 & 1) s->data[i] = r->data[i];
    s->dirty = true;
    if (m->fault == MOCK_WRONG_KEY && sim_below(&m->rng, 100) == 0) seen.key ^= 1;
    observe(&seen, ROW_STORE, m->fault == MOCK_SILENT ? 0 : 2);
}

static bool put_in_buffer(CgModel *m, Core *c, const Request *r)
{
    for (int i = 0; i < BUFFER; i++) {
        if (c->buffer[i].busy) continue;
        c->buffer[i] = *r;
        c->buffer[i].due = m->cycle + sim_below(&m->rng, 80);
        answer(m, r, NULL, false);
        return true;
    }
    return false;
}

static bool atomic(CgModel *m, Request *r, Slot *s)
{
    uint32_t now;
    memcpy(&now, s->data + 4 * r->word, 4);
    if (m->fault == MOCK_TORN_ATOMIC && !r->old_known) {
        r->old = now;
        r->old_known = true;
        r->due = m->cycle + sim_below(&m->rng, 30);
        return false;
    }
    uint32_t old = r->old_known ? r->old : now, result = litmus_op_result(r->op, old, r->a, r->b);
    uint8_t before[MOCK_LINE];
    memcpy(before, s->data, MOCK_LINE);
    memcpy(before + 4 * r->word, &old, 4);
    memcpy(s->old, s->data, MOCK_LINE);
    memcpy(s->data + 4 * r->word, &result, 4);
    s->dirty = true;
    observe(r, ROW_ATOMIC, m->fault == MOCK_SILENT ? 0 : 3);
    answer(m, r, before, false);
    return true;
}

static void load(CgModel *m, const Request *r, const Slot *s)
{
    bool stale = m->fault == MOCK_STALE && sim_percent(&m->rng, STALE_PERCENT);
    if (sim_below(&m->rng, 50) == 0) observe(r, ROW_RENEW, 0);
    observe(r, ROW_LOAD_HIT, 1);
    answer(m, r, stale ? s->old : s->data, false);
}

/* Lets the request perform if it can; returns whether it is over. */
static bool perform(CgModel *m, Core *c, Request *r)
{
    if (buffered(c, r, r->kind == ATOMIC || r->kind == FENCE)) return false;
    if (r->kind == FENCE) return observe(r, ROW_FENCE, 0), answer(m, r, NULL, false), true;
    if (r->kind == STORE && m->fault == MOCK_STORE_BUFFER) return put_in_buffer(m, c, r);
    Slot *s = mock_line(m->banks, r->key);
    if (!s) {
        if (r->kind == LOAD && !r->missed) observe(r, ROW_LOAD_MISS, 0);
        r->missed = true;
        return false;
    }
    s->used = true;
    if (s->error) return answer(m, r, NULL, true), true;
    if (r->kind == ATOMIC) return atomic(m, r, s);
    if (r->kind == STORE) store(m, r, s), answer(m, r, NULL, false);
    else load(m, r, s);
    return true;
}

static void drain(CgModel *m, Core *c)
{
    for (int i = 0; i < BUFFER; i++) {
        Request *r = &c->buffer[i];
        Slot *s = r->busy && r->due <= m->cycle ? mock_line(m->banks, r->key) : NULL;
        if (!s) continue;
        s->used = true;
        store(m, r, s);
        r->busy = false;
    }
}

static void accept(CgModel *m, uint32_t core, const uint32_t *in, uint32_t b)
{
    uint32_t id = (uint32_t)cg_get(in, b + 23, 2);
    Request *r = &m->cores[core].requests[id];
    *r = (Request){ .busy = true,
                    .kind = (uint32_t)cg_get(in, b + 1, 2),
                    .key = (uint32_t)cg_get(in, b + 3, MOCK_KEY_BITS),
                    .op = (uint32_t)cg_get(in, b + 169, 3),
                    .word = (uint32_t)cg_get(in, b + 172, 2),
                    .a = (uint32_t)cg_get(in, b + 174, 32),
                    .b = (uint32_t)cg_get(in, b + 206, 32),
                    .core = core,
                    .id = id };
    cg_get_bytes(in, b + 25, 128, r->data);
    cg_get_bytes(in, b + 153, 16, r->mask);
    r->due = m->cycle + 1 + sim_below(&m->rng, 12);
    m->flits++;
}

static void core_clock(CgModel *m, uint32_t core, const uint32_t *in, const uint32_t *out)
{
    Core *c = &m->cores[core];
    uint32_t ib = IN_CORES + core * IN_CORE_STRIDE, ob = OUT_CORES + core * OUT_CORE_STRIDE;
    if (cg_get(in, ib, 1) && cg_get(out, ob, 1)) accept(m, core, in, ib);
    else m->held += (uint32_t)cg_get(in, ib, 1);
    c->stage = MOCK_IDLE;
    if (cg_get(out, ob + 1, 1) && cg_get(in, ib + 238, 1)) c->head = (c->head + 1) % FIFO, c->count--;
    bool first = sim_below(&m->rng, 2);
    uint32_t warp = sim_below(&m->rng, MOCK_WARPS); /* nor does a warp */
    if (first) drain(m, c);
    for (int i = 0; i < MOCK_WARPS; i++) {
        Request *r = &c->requests[(warp + (uint32_t)i) % MOCK_WARPS];
        if (!r->busy || r->due > m->cycle || c->count >= MOCK_WARPS) continue;
        if (c->stage != MOCK_SERVES) c->stage = r->kind == LOAD ? MOCK_NO_LINE : MOCK_PENDING | ROW_STALL << 8;
        if (perform(m, c, r)) r->busy = false, c->stage = MOCK_SERVES;
    }
    if (!first) drain(m, c);
    c->ready = sim_below(&m->rng, 4) != 0;
}

static void core_drive(const Core *c, uint32_t *out, uint32_t b)
{
    const Reply *p = &c->fifo[c->head];
    cg_put(out, b, 1, c->ready);
    cg_put(out, b + 1, 1, c->count != 0);
    cg_put(out, b + 2, 2, p->kind);
    cg_put(out, b + 4, 2, p->id);
    cg_put_bytes(out, b + 6, 128, p->data);
    cg_put(out, b + 134, 1, p->error);
}

void cg_model_cycle(CgModel *m, const uint32_t *in, uint32_t *out)
{
    for (uint32_t i = 0; i < MOCK_CORES; i++) core_drive(&m->cores[i], out, OUT_CORES + i * OUT_CORE_STRIDE);
    for (uint32_t i = 0; i < MOCK_BANKS; i++)
        mock_bank_drive(&m->banks[i], out, OUT_MEM + i * OUT_MEM_STRIDE, &m->rng, m->fault == MOCK_BAD_BURST);
    cg_put(out, OUT_FLITS, 32, m->flits);
    cg_put(out, OUT_HELD, 32, m->held);
    for (uint32_t i = 0; i < MOCK_CORES; i++)
        cg_put(out, OUT_STAGE + i * OUT_STAGE_STRIDE, OUT_STAGE_STRIDE, m->cores[i].stage);
    cg_put(out, OUT_ERROR, 1, m->fault == MOCK_ERROR && m->cycle > ERROR_AFTER);
    m->cycle++;
    if (cg_get(in, IN_RST, 1)) return;
    uint32_t first = sim_below(&m->rng, MOCK_CORES); /* no core always wins a slot of the cache */
    for (uint32_t i = 0; i < MOCK_CORES; i++) core_clock(m, (first + i) % MOCK_CORES, in, out);
    for (uint32_t i = 0; i < MOCK_BANKS; i++)
        mock_bank_clock(&m->banks[i], in, IN_MEM + i * IN_MEM_STRIDE, out, OUT_MEM + i * OUT_MEM_STRIDE);
}
