/* memory.c - see memory.h. */
#include "memory/memory.h"
#include <stdlib.h>
#include <string.h>

enum { QUEUE = 32, MAX_BEAT_BYTES = 256, OKAY = 0, SLVERR = 2, INCR = 1 };

enum { ARREADY, AWREADY, WREADY, RVALID, RID, RDATA, RRESP, RLAST, BVALID, BID, BRESP, N_IN };
static const char *const in_names[N_IN] = {"arready", "awready", "wready", "rvalid", "rid",  "rdata",
                                           "rresp",   "rlast",   "bvalid", "bid",    "bresp"};

/* Address channels first: the fields of AW follow those of AR in the same order. */
enum { VALID, ADDR, ID, LEN, SIZE, BURST, LOCK, CACHE, PROT, QOS, N_ADDRESS };
enum { AR = 0, AW = N_ADDRESS, RREADY = 2 * N_ADDRESS, BREADY, WVALID, WDATA, WSTRB, WLAST, N_OUT };
static const char *const out_names[N_OUT] = {"arvalid", "araddr", "arid",    "arlen",  "arsize", "arburst",
                                             "arlock",  "arcache", "arprot", "arqos",
                                             "awvalid", "awaddr", "awid",    "awlen",  "awsize", "awburst",
                                             "awlock",  "awcache", "awprot", "awqos",
                                             "rready",  "bready", "wvalid", "wdata", "wstrb",  "wlast"};

typedef struct {
    uint64_t address, due, age, accepted; /* due: earliest cycle of the answer */
    uint32_t id, beats, done;   /* done: beats transferred */
    uint8_t *data, *strobe;     /* beats * beat_bytes, writes only: bytes and one flag per byte */
} Burst;

/* used: a bit for each burst that is there; n of them */
typedef struct { Burst at[QUEUE]; uint32_t n, used; } Queue;

/* The payload a master must hold while it waits. */
typedef struct { bool held; uint32_t *payload; } Hold;
enum { HOLD_AR, HOLD_AW, HOLD_W, HOLDS };

typedef struct {
    const CgMemPort *port;
    uint32_t n, in_base, out_base, line_beats;
    CgField in[N_IN], out[N_OUT];
    SimPin in_pin[N_IN], out_pin[N_OUT]; /* of those of one bit */
    Queue reads, writes;
    uint64_t age;
    int sending, filling;       /* burst in progress on R / W, -1 = none; filling: oldest write that wants data */
    int answering;              /* write whose B answer is offered, -1 = none */
    uint32_t tokens;            /* percent of a beat */
    Hold hold[HOLDS];
    uint8_t strobe[MAX_BEAT_BYTES / 8];
    SimMemoryStats stats;
} Slave;

struct SimMemory {
    SimMemoryOptions o;
    SimStatus *status;
    SimRng rng;
    SimPages pages;
    Slave *slaves;
    uint32_t n_slaves, payload_words;
    /* lines of the keys: that of key k is k * scale + base; bytes: of all of them, 0: not known */
    uint64_t line_bytes, scale, base, bytes;
};

static void protocol_error(SimMemory *m, const Slave *s, const char *text, uint64_t value)
{
    sim_fail(m->status, "AXI of %s.%s[%u]: %s (0x%llx)", s->port->controller, s->port->name, s->n, text,
             (unsigned long long)value);
}

static bool is_error(const SimMemory *m, uint64_t address)
{
    return sim_in_range(m->o.error, address);
}

static bool refuses_write(const SimMemory *m, uint64_t address)
{
    return is_error(m, address) || sim_in_range(m->o.write_error, address);
}

static uint64_t out_field(const Slave *s, const uint32_t *out, int f) { return sim_get(out, s->out_base, s->out[f]); }

/* Compares the payload of a channel that is or was waiting with the one of the cycle before. */
static void check_stable(SimMemory *m, Slave *s, int hold, bool valid, bool ready, const uint32_t *out)
{
    static const struct { int first, last; const char *changed; } channel[HOLDS] = {
        {AR + ADDR, AR + QOS, "AR changed while waiting for ARREADY"},
        {AW + ADDR, AW + QOS, "AW changed while waiting for AWREADY"},
        {WDATA, WLAST, "W changed while waiting for WREADY"}};
    Hold *h = &s->hold[hold];
    uint32_t *now = s->hold[HOLDS - 1].payload + m->payload_words, *w = now; /* scratch behind the last hold */
    for (int f = channel[hold].first; f <= channel[hold].last; f++)
        for (uint32_t bit = 0; bit < s->out[f].width; bit += 32) {
            uint32_t left = s->out[f].width - bit;
            *w++ = (uint32_t)cg_get(out, s->out_base + s->out[f].lsb + bit, left < 32 ? left : 32);
        }
    size_t bytes = (size_t)(w - now) * sizeof *w;
    if (h->held && (!valid || memcmp(now, h->payload, bytes) != 0)) protocol_error(m, s, channel[hold].changed, valid);
    h->held = valid && !ready;
    if (h->held) memcpy(h->payload, now, bytes);
}

static int free_slot(const Queue *q)
{
    return q->used == UINT32_MAX ? -1 : __builtin_ctz(~q->used);
}

static void done(Queue *q, Burst *b)
{
    q->used &= ~(UINT32_C(1) << (b - q->at));
    q->n--;
}

static void accept_address(SimMemory *m, Slave *s, Queue *q, int channel, const uint32_t *out)
{
    const CgMemPort *p = s->port;
    int slot = free_slot(q);
    Burst *b = &q->at[slot];
    uint64_t address = out_field(s, out, channel + ADDR), size = out_field(s, out, channel + SIZE);
    b->beats = (uint32_t)out_field(s, out, channel + LEN) + 1;
    if (s->out[channel + BURST].width && out_field(s, out, channel + BURST) != INCR)
        protocol_error(m, s, "burst type is not INCR", out_field(s, out, channel + BURST));
    if (s->out[channel + LOCK].width && out_field(s, out, channel + LOCK) != 0)
        protocol_error(m, s, "an exclusive access", out_field(s, out, channel + LOCK));
    if (s->out[channel + SIZE].width && UINT64_C(1) << size != p->beat_bytes)
        protocol_error(m, s, "size is not that of a full beat", size);
    if (b->beats != s->line_beats) protocol_error(m, s, "the burst is not one line long", b->beats);
    if (address % ((uint64_t)p->beat_bytes * s->line_beats) != 0)
        protocol_error(m, s, "the address is not that of a line", address);
    if (b->beats > s->line_beats) b->beats = s->line_beats;
    q->used |= UINT32_C(1) << slot;
    q->n++;
    b->address = address;
    b->id = (uint32_t)out_field(s, out, channel + ID);
    b->done = 0;
    b->age = ++s->age;
    b->accepted = m->status->cycle;
    b->due = m->status->cycle + m->o.latency + (m->o.jitter ? sim_below(&m->rng, m->o.jitter + 1) : 0);
}

/* The oldest write that still wants data: AXI4 delivers W in the order of AW. */
static int oldest_unfilled(const Slave *s)
{
    const Burst *w = s->writes.at;
    int best = -1;
    for (uint32_t left = s->writes.used; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        if (w[i].done < w[i].beats && (best < 0 || w[i].age < w[best].age)) best = i;
    }
    return best;
}

static void accept_data(SimMemory *m, Slave *s, const uint32_t *out)
{
    Burst *b = &s->writes.at[s->filling];
    uint32_t n = s->port->beat_bytes, at = b->done * n;
    cg_get_bytes(out, s->out_base + s->out[WDATA].lsb, 8 * n, b->data + at);
    cg_get_bytes(out, s->out_base + s->out[WSTRB].lsb, n, s->strobe);
    for (uint32_t i = 0; i < n; i++) b->strobe[at + i] = s->strobe[i / 8] >> i % 8 & 1;
    b->done++;
    s->stats.write_beats++;
    if (sim_pin_get(out, s->out_pin[WLAST]) != (b->done == b->beats))
        protocol_error(m, s, "WLAST on the wrong beat", b->done);
    uint64_t due = m->status->cycle + 1 + (m->o.jitter ? sim_below(&m->rng, m->o.jitter + 1) : 0);
    if (b->due < due) b->due = due;
    s->filling = oldest_unfilled(s);
}

static void apply_write(SimMemory *m, const Slave *s, const Burst *b)
{
    if (refuses_write(m, b->address)) return;
    uint32_t n = b->beats * s->port->beat_bytes;
    uint8_t *to = sim_pages_at(&m->pages, b->address, true); /* a line never crosses a page */
    for (uint32_t i = 0; i < n; i++)
        if (b->strobe[i]) to[i] = b->data[i];
}

/* A random burst whose time has come and that is the oldest of its id, or -1. */
static int choose(SimMemory *m, const Queue *in, bool need_data)
{
    const Burst *q = in->at;
    int best = -1;
    uint32_t seen = 0;
    for (uint32_t left = in->used; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        bool ok = q[i].due <= m->status->cycle && (!need_data || q[i].done == q[i].beats);
        for (uint32_t others = in->used; ok && others; others &= others - 1) {
            int k = __builtin_ctz(others);
            ok = !(q[k].id == q[i].id && q[k].age < q[i].age);
        }
        if (ok && sim_below(&m->rng, ++seen) == 0) best = i;
    }
    return best;
}

static bool take_token(Slave *s)
{
    if (s->tokens < 100) return false;
    s->tokens -= 100;
    return true;
}

/* Reads the line when its first beat is about to be offered. */
static void load_line(SimMemory *m, Slave *s, Burst *b)
{
    uint32_t n = b->beats * s->port->beat_bytes;
    const uint8_t *from = sim_pages_at(&m->pages, b->address, false);
    if (from) memcpy(b->data, from, n);
    else memset(b->data, 0, n);
    s->stats.errors += is_error(m, b->address);
}

static void offer_read(SimMemory *m, Slave *s, uint32_t *in)
{
    if (s->sending < 0 && (s->sending = choose(m, &s->reads, false)) >= 0) load_line(m, s, &s->reads.at[s->sending]);
    bool valid = s->sending >= 0 && !sim_percent(&m->rng, m->o.backpressure) && take_token(s);
    sim_pin_put(in, s->in_pin[RVALID], valid);
    if (!valid) return;
    Burst *b = &s->reads.at[s->sending];
    cg_put_bytes(in, s->in_base + s->in[RDATA].lsb, s->in[RDATA].width, b->data + b->done * s->port->beat_bytes);
    sim_put(in, s->in_base, s->in[RID], b->id);
    sim_put(in, s->in_base, s->in[RRESP], is_error(m, b->address) ? SLVERR : OKAY);
    sim_pin_put(in, s->in_pin[RLAST], b->done + 1 == b->beats);
}

static void offer_answer(SimMemory *m, Slave *s, uint32_t *in)
{
    if (!sim_percent(&m->rng, m->o.backpressure)) s->answering = choose(m, &s->writes, true);
    sim_pin_put(in, s->in_pin[BVALID], s->answering >= 0);
    if (s->answering < 0) return;
    Burst *b = &s->writes.at[s->answering];
    apply_write(m, s, b);
    s->stats.errors += refuses_write(m, b->address);
    sim_put(in, s->in_base, s->in[BID], b->id);
    sim_put(in, s->in_base, s->in[BRESP], refuses_write(m, b->address) ? SLVERR : OKAY);
}

static void offer_wready(SimMemory *m, Slave *s, uint32_t *in)
{
    s->filling = oldest_unfilled(s);
    sim_pin_put(in, s->in_pin[WREADY],
                s->filling >= 0 && !sim_percent(&m->rng, m->o.backpressure) && take_token(s));
}

static void transfers(SimMemory *m, Slave *s, const uint32_t *in, const uint32_t *out)
{
    bool ar = sim_pin_get(out, s->out_pin[AR + VALID]), ar_ready = sim_pin_get(in, s->in_pin[ARREADY]);
    bool aw = sim_pin_get(out, s->out_pin[AW + VALID]), aw_ready = sim_pin_get(in, s->in_pin[AWREADY]);
    bool w = sim_pin_get(out, s->out_pin[WVALID]), w_ready = sim_pin_get(in, s->in_pin[WREADY]);
    if (ar || s->hold[HOLD_AR].held) check_stable(m, s, HOLD_AR, ar, ar_ready, out);
    if (aw || s->hold[HOLD_AW].held) check_stable(m, s, HOLD_AW, aw, aw_ready, out);
    if (w || s->hold[HOLD_W].held) check_stable(m, s, HOLD_W, w, w_ready, out);
    if (ar && ar_ready) accept_address(m, s, &s->reads, AR, out), s->stats.reads++;
    if (w && w_ready) accept_data(m, s, out);
    if (aw && aw_ready) accept_address(m, s, &s->writes, AW, out), s->stats.writes++;
    if (sim_pin_get(in, s->in_pin[RVALID]) && sim_pin_get(out, s->out_pin[RREADY])) {
        Burst *b = &s->reads.at[s->sending];
        s->stats.read_beats++;
        if (++b->done == b->beats)
            done(&s->reads, b), s->sending = -1,
                sim_latency_add(&s->stats.read_latency, m->status->cycle - b->accepted);
    }
    if (sim_pin_get(in, s->in_pin[BVALID]) && sim_pin_get(out, s->out_pin[BREADY])) {
        sim_latency_add(&s->stats.write_latency, m->status->cycle - s->writes.at[s->answering].accepted);
        done(&s->writes, &s->writes.at[s->answering]);
        s->answering = -1;
    }
}

static void step(SimMemory *m, Slave *s, uint32_t *in, const uint32_t *out)
{
    bool r_waits = sim_pin_get(in, s->in_pin[RVALID]) && !sim_pin_get(out, s->out_pin[RREADY]);
    bool b_waits = sim_pin_get(in, s->in_pin[BVALID]) && !sim_pin_get(out, s->out_pin[BREADY]);
    transfers(m, s, in, out);
    s->tokens = s->tokens + m->o.bandwidth > 200 ? 200 : s->tokens + m->o.bandwidth;
    /* reads and writes share the bandwidth fairly */
    bool data_first = m->o.bandwidth < 200 && sim_percent(&m->rng, 50);
    if (data_first) offer_wready(m, s, in);
    if (!r_waits) offer_read(m, s, in);
    if (!data_first) offer_wready(m, s, in);
    if (!b_waits) offer_answer(m, s, in);
    sim_pin_put(in, s->in_pin[ARREADY], s->reads.n < QUEUE && !sim_percent(&m->rng, m->o.backpressure));
    sim_pin_put(in, s->in_pin[AWREADY], s->writes.n < QUEUE && !sim_percent(&m->rng, m->o.backpressure));
}

void sim_memory_step(SimMemory *m, uint32_t *in, const uint32_t *out)
{
    for (uint32_t i = 0; i < m->n_slaves; i++) step(m, &m->slaves[i], in, out);
}

static void init_slave(SimMemory *m, Slave *s, const CgMemPort *p, uint32_t n)
{
    *s = (Slave){.port = p,
                 .n = n,
                 .in_base = p->in_base + n * p->in_stride,
                 .out_base = p->out_base + n * p->out_stride,
                 .sending = -1,
                 .filling = -1,
                 .answering = -1};
    uint32_t bytes = p->line_bytes > p->beat_bytes ? p->line_bytes : p->beat_bytes;
    s->line_beats = bytes / p->beat_bytes;
    for (int f = 0; f < N_IN; f++) s->in[f] = sim_field(p->in_fields, p->n_in_fields, in_names[f]);
    for (int f = 0; f < N_OUT; f++) s->out[f] = sim_field(p->out_fields, p->n_out_fields, out_names[f]);
    for (int f = 0; f < N_IN; f++) s->in_pin[f] = sim_pin(s->in_base, s->in[f]);
    for (int f = 0; f < N_OUT; f++) s->out_pin[f] = sim_pin(s->out_base, s->out[f]);
    for (int i = 0; i < QUEUE; i++) {
        s->reads.at[i].data = sim_alloc(bytes, 1);
        s->writes.at[i].data = sim_alloc(bytes, 1);
        s->writes.at[i].strobe = sim_alloc(bytes, 1);
    }
    m->payload_words = 2 * N_OUT + p->beat_bytes / 2; /* more than any channel's fields */
    for (int h = 0; h < HOLDS; h++) s->hold[h].payload = sim_alloc((size_t)m->payload_words * 2, sizeof(uint32_t));
}

/* Where one port takes keys as they are, the lines of others are beside them. Else all ports must say the same. */
static void find_lines(SimMemory *m, const CgDesign *d)
{
    const CgMemPort *p = d->memories;
    bool known = d->n_memories && p->scale;
    m->line_bytes = m->scale = 1;
    m->bytes = UINT64_MAX;
    for (uint32_t i = 0; i < d->n_memories; i++) if (!p[i].keyed) return;
    for (uint32_t i = 1; i < d->n_memories; i++)
        known &= p[i].scale == p->scale && p[i].base == p->base && p[i].line_bytes == p->line_bytes &&
                 strcmp(p[i].controller, p[i - 1].controller) != 0;
    if (d->n_memories == 0) return;
    uint32_t bits = sim_field(p->out_fields, p->n_out_fields, "araddr").width;
    uint64_t lines = (bits >= 63 ? INT64_MAX : UINT64_C(1) << bits) / p->line_bytes;
    m->bytes = known && lines > p->base ? (lines - p->base) / p->scale * p->line_bytes : 0;
    m->line_bytes = p->line_bytes, m->scale = p->scale, m->base = p->base;
}

SimMemory *sim_memory_create(const CgDesign *d, const SimMemoryOptions *options, SimStatus *status)
{
    SimMemory *m = sim_alloc(1, sizeof *m);
    *m = (SimMemory){.o = *options, .status = status, .rng = {options->seed ^ 0x6d656d}};
    for (uint32_t i = 0; i < d->n_memories; i++) m->n_slaves += d->memories[i].instances;
    m->slaves = sim_alloc(m->n_slaves, sizeof *m->slaves);
    for (uint32_t i = 0, k = 0; i < d->n_memories; i++)
        for (uint32_t n = 0; n < d->memories[i].instances; n++) init_slave(m, &m->slaves[k++], &d->memories[i], n);
    find_lines(m, d);
    return m;
}

void sim_memory_destroy(SimMemory *m)
{
    for (uint32_t k = 0; k < m->n_slaves; k++) {
        Slave *s = &m->slaves[k];
        for (int i = 0; i < QUEUE; i++)
            free(s->reads.at[i].data), free(s->writes.at[i].data), free(s->writes.at[i].strobe);
        for (int h = 0; h < HOLDS; h++) free(s->hold[h].payload);
    }
    sim_pages_free(&m->pages);
    free(m->slaves);
    free(m);
}

SimPages *sim_memory_pages(SimMemory *m) { return &m->pages; }
uint64_t sim_memory_bytes(const SimMemory *m) { return m->bytes; }

static uint64_t place_of(const SimMemory *m, uint64_t address)
{
    return (address / m->line_bytes * m->scale + m->base) * m->line_bytes + address % m->line_bytes;
}

uint32_t sim_memory_word(SimMemory *m, uint64_t address) { return sim_pages_word(&m->pages, place_of(m, address)); }
void sim_memory_set_word(SimMemory *m, uint64_t address, uint32_t value)
{
    sim_pages_set_word(&m->pages, place_of(m, address), value);
}
uint32_t sim_memory_ports(const SimMemory *m) { return m->n_slaves; }
const SimMemoryStats *sim_memory_port_stats(const SimMemory *m, uint32_t port) { return &m->slaves[port].stats; }

const CgMemPort *sim_memory_port(const SimMemory *m, uint32_t port, uint32_t *instance)
{
    *instance = m->slaves[port].n;
    return m->slaves[port].port;
}

SimMemoryStats sim_memory_stats(const SimMemory *m)
{
    SimMemoryStats all = {0};
    for (uint32_t k = 0; k < m->n_slaves; k++) {
        const SimMemoryStats *s = &m->slaves[k].stats;
        all.reads += s->reads, all.writes += s->writes, all.read_beats += s->read_beats,
            all.write_beats += s->write_beats, all.errors += s->errors;
    }
    return all;
}

bool sim_memory_idle(const SimMemory *m)
{
    for (uint32_t k = 0; k < m->n_slaves; k++)
        if (m->slaves[k].reads.n || m->slaves[k].writes.n) return false;
    return true;
}
