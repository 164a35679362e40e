/* state.c - the network as a sorted list, and the packed form. */
#include "verify/state/state.h"
#include <string.h>

/* ---- the network ---- */

static inline uint64_t sort_key(const Model *m, uint64_t x)
{
    unsigned from = m->sorted_from[state_msg_net(x)];
    return x >> from << from;
}

void state_order(const Model *m, SysState *s)
{
    for (int i = 1; i < s->n_msgs; i++) {
        uint64_t x = s->msg[i], key = sort_key(m, x);
        int k = i;
        for (; k > 0 && sort_key(m, s->msg[k - 1]) > key; k--) s->msg[k] = s->msg[k - 1];
        s->msg[k] = x;
    }
}

void state_send(const Model *m, SysState *s, uint64_t msg)
{
    int k = s->n_msgs++;
    uint64_t key = sort_key(m, msg);
    for (; k > 0 && sort_key(m, s->msg[k - 1]) > key; k--) s->msg[k] = s->msg[k - 1];
    s->msg[k] = msg;
}

/* ---- packing: one function writes or reads, so that both agree; it is compiled once for each ---- */

typedef struct {
    uint64_t *w, word;
    const uint8_t *from;
    unsigned at;
    const bool read;
} Bits; /* at: bits done, of the present word or of all */
#define EACH_WAY static inline __attribute__((always_inline))

/* n <= 56 */
EACH_WAY uint64_t bits(Bits *b, uint64_t v, unsigned n)
{
    if (b->read) {
        uint64_t x;
        memcpy(&x, b->from + (b->at >> 3), sizeof x);
        x >>= b->at & 7;
        b->at += n;
        return x & ((UINT64_C(1) << n) - 1);
    }
    b->word |= v << b->at;
    b->at += n;
    if (b->at >= 64) {
        *b->w++ = b->word;
        b->at -= 64;
        b->word = b->at ? v >> (n - b->at) : 0;
    }
    return v;
}

#define MOVE(x, n) ((x) = (__typeof__(x))bits(b, (uint64_t)(x), (unsigned)(n)))

/* Several that are written and read at once, 56 bits at most. */
typedef struct { uint64_t v; unsigned n; } Piece;

/* The next bits, which are not taken yet. */
static inline uint64_t ahead(const Bits *b)
{
    uint64_t x;
    memcpy(&x, b->from + (b->at >> 3), sizeof x);
    return x >> (b->at & 7);
}

EACH_WAY Piece piece_begin(const Bits *b) { return (Piece){ b->read ? ahead(b) : 0, 0 }; }
EACH_WAY uint64_t piece_bits(const Bits *b, Piece *p, uint64_t v, unsigned n)
{
    if (b->read) v = p->v >> p->n & ((UINT64_C(1) << n) - 1);
    else p->v |= v << p->n;
    p->n += n;
    return v;
}
EACH_WAY void piece_end(Bits *b, const Piece *p)
{
    if (b->read) b->at += p->n;
    else bits(b, p->v, p->n);
}

#define PIECE(x, n) ((x) = (__typeof__(x))piece_bits(b, &p, (uint64_t)(x), (unsigned)(n)))

EACH_WAY void move_fields(Bits *b, uint16_t *v, const Slotted *s, int n)
{
    for (int i = 0; i < n; i++) MOVE(v[i], s[i].bits);
}

EACH_WAY void move_line(const Model *m, const CtlModel *k, int store, Line *l, Bits *b)
{
    const StoreModel *st = &k->store[store];
    MOVE(l->present, 1);
    for (int i = 0; model_is_backed(k, st) && i < k->n_backed && !l->present; i++)
        MOVE(l->field[k->backed[i]], st->field[k->backed[i]].bits);
    if (!l->present) return;
    MOVE(l->state, k->state_bits);
    move_fields(b, l->field, st->field, st->n);
    for (int i = 0; i < st->n_data; i++) MOVE(l->data[i], 4 * m->n_cells);
    for (int i = 0; i < st->n_masks; i++) MOVE(l->mask[i], m->n_cells);
}

EACH_WAY void move_list(const CtlModel *k, Entry *e, Bits *b)
{
    bool one = e->n == 1;              /* as is usual */
    MOVE(one, 1);
    if (one) e->n = 1;
    else MOVE(e->n, 3);
    for (int i = 0; i < e->n; i++) {
        uint64_t code = e->list[i] >> EVENT_SHIFT, body = e->list[i] & ((UINT64_C(1) << EVENT_SHIFT) - 1);
        MOVE(code, k->event_bits);
        MOVE(body, k->events[code].park.bits);
        e->list[i] = code << EVENT_SHIFT | body;
    }
}

EACH_WAY void move_entry(const Model *m, const CtlModel *k, const WaitModel *w, Entry *e, Bits *b)
{
    MOVE(e->valid, 1);
    if (!e->valid) return;
    bool waits = e->armed && !e->drain && !e->must && !e->fin;     /* as is usual */
    MOVE(waits, 1);
    if (m->o->served) MOVE(e->asked, 1);
    if (waits) e->armed = 1;
    else {
        MOVE(e->armed, 1);
        MOVE(e->drain, 1);
        MOVE(e->must, 1);
        MOVE(e->fin, 1);
        if (m->o->served) MOVE(e->fresh, 1);
    }
    if (w->ring) MOVE(e->place, RING_BITS);
    MOVE(e->state, k->state_bits);
    move_fields(b, e->field, w->field, w->n);
    for (int i = 0; i < w->n_data; i++) {
        MOVE(e->data[i], 4 * m->n_cells);
        if (w->data[i]->sparse) MOVE(e->have[i], m->n_cells);
    }
    for (int i = 0; i < w->n_masks; i++) MOVE(e->mask[i], m->n_cells);
    move_list(k, e, b);
}

EACH_WAY void move_owed(const CtlModel *k, Inst *x, Bits *b)
{
    MOVE(x->n_owed, 3);
    for (int i = 0; i < x->n_owed; i++) {
        uint64_t low = x->owed[i] & UINT32_MAX, high = x->owed[i] >> 32;
        MOVE(low, 32);
        if (k->owed_wide) MOVE(high, 32);
        x->owed[i] = low | high << 32;
    }
}

EACH_WAY void move_reads(const Model *m, uint8_t *reads, ReadsBefore *before, Bits *b)
{
    MOVE(*reads, 2);
    if (!*reads) return;
    MOVE(before->n, 2);
    if (before->n) MOVE(before->data, 4 * m->n_cells);
}

EACH_WAY void move_inst(const Model *m, const CtlModel *k, Inst *x, Bits *b)
{
    move_fields(b, x->reg, k->regs, k->n_regs);
    if (k->whole) MOVE(x->plain, k->state_bits);
    if (k->restarts) MOVE(x->again, 1);
    if (k->n_block) move_owed(k, x, b);
    for (int i = 0; i < k->n_sweeps; i++) {
        if (!x->reg[k->sweeps[i].busy]) continue;
        MOVE(x->due[i], m->n_keys);
        MOVE(x->seen[i], m->n_keys);
    }
    for (int j = 0; j < k->n_waits; j++) if (k->wait[j].ring) MOVE(x->ring[j], RING_BITS);
    for (int q = 0; q < m->n_keys; q++) {
        if (k->mem) move_reads(m, &x->reads[q], &x->before[q], b);
        if (k->side) move_reads(m, &x->side_reads[q], &x->side_before[q], b);
        for (int j = 0; j < k->n_stores; j++) if (k->store[j].line[q] == q) move_line(m, k, j, &x->at[j].line[q], b);
        for (int j = 0; j < k->n_waits; j++) move_entry(m, k, &k->wait[j], &x->at[j].entry[q], b);
    }
}

EACH_WAY void move_thread(const Model *m, Thread *t, Bits *b)
{
    Piece p = piece_begin(b);
    PIECE(t->op, m->op_bits);
    if (t->op) {
        if (m->waits) PIECE(t->waits, 1);
        PIECE(t->key, m->key_bits);
        if (m->n_cells > 1) PIECE(t->cell, 1);
        if (m->chosen_bits && t->op == OP_ATOMIC) PIECE(t->chosen, m->chosen_bits);
        PIECE(t->performed, 1);
        if (state_thread_keeps(m, t)) PIECE(t->read, m->n_posted ? 4 : 3);
        if (m->stamp && !m->program && !m->tx) PIECE(t->time, m->ghost_bits);
    }
    if (!m->program && m->o->ops) PIECE(t->left, 4);
    piece_end(b, &p);
    if (!m->program) return;
    MOVE(t->left, 3);
    MOVE(t->started, 4);
    for (int i = 0; i < 4; i++) MOVE(t->reg[i], 4);
}

/* Nodes of the writers, and sets of nodes. */
EACH_WAY void move_versions(Order *o, Bits *b)
{
    for (int i = 0; i < o->n; i++) {
        MOVE(o->ver[i], 5);
        if (i) MOVE(o->next[i], 5);
    }
    MOVE(o->readers, MAX_NODES);
    MOVE(o->lastread, MAX_NODES);
}

EACH_WAY void move_transactions(const Model *m, SysState *s, Bits *b)
{
    for (int t = 0; t < m->n_threads; t++) {
        TxGhost *x = &s->tx[t];
        for (int q = 0; q < m->n_keys; q++) { MOVE(x->saw[q], 3); MOVE(x->flight[q], 5); }
        MOVE(x->wrote, MAX_KEYS);
        MOVE(x->torn, 1);
    }
    MOVE(s->n_nodes, 5);
    for (int i = 0; i < s->n_nodes; i++) MOVE(s->before[i], s->n_nodes);
    for (int t = 0; t < m->n_threads; t++) MOVE(s->tx[t].past, s->n_nodes);
}

EACH_WAY void move_order(const Model *m, Order *o, Bits *b)
{
    MOVE(o->n, 3);
    if (m->tx) { move_versions(o, b); return; }
    if (!m->stamp) return;
    MOVE(o->lastread, m->ghost_bits);
    for (int i = 0; i < o->n; i++) {
        MOVE(o->ver[i], m->ghost_bits);
        if (i) MOVE(o->next[i], m->ghost_bits);
        else o->next[i] = FOREVER;
    }
}

EACH_WAY void put_message(const Model *m, uint64_t x, Bits *b)
{
    const HeadCode h = m->packed[x >> KEY_SHIFT];
    uint64_t body = x & ((UINT64_C(1) << HEAD_SHIFT) - 1);
    if (h.bits + h.body <= 56) bits(b, h.head | body << h.bits, (unsigned)h.bits + h.body);
    else {
        bits(b, h.head, h.bits);
        bits(b, body, h.body);
    }
    if (m->o->queues) bits(b, state_msg_waits(x), 1);
}

EACH_WAY uint64_t get_message(const Model *m, Bits *b)
{
    const HeadCode h = m->unpacked[ahead(b) & ((1u << HEAD_BITS) - 1)];
    b->at += h.bits;
    uint64_t body = bits(b, 0, h.body), waits = m->o->queues ? bits(b, 0, 1) : 0;
    return (uint64_t)h.head << KEY_SHIFT | waits << HEAD_SHIFT | body;
}

EACH_WAY void move_message(const Model *m, uint64_t *x, Bits *b)
{
    if (b->read) *x = get_message(m, b);
    else put_message(m, *x, b);
}

/* What belongs to the lines and not to an instance. */
EACH_WAY void move_lines(const Model *m, SysState *s, Bits *b)
{
    for (int k = 0; k < m->n_keys; k++) {
        MOVE(s->mem[k], 4 * m->n_cells);
        if (m->side) MOVE(s->side[k], 4 * m->n_cells);
        if (m->o->fails) MOVE(s->failed[k], 1);
        if (m->program) MOVE(s->final[k], 4 * m->n_cells);
        else for (int c = 0; c < m->n_cells; c++) move_order(m, &s->order[k][c], b);
    }
}

/* All but the instances. */
EACH_WAY void move_rest(const Model *m, SysState *s, Bits *b)
{
    for (int t = 0; t < m->n_slots; t++) move_thread(m, &s->thread[t], b);
    for (int t = 0; m->n_posted && !m->program && t < m->n_threads; t++)
        for (int q = 0; q < m->n_keys; q++) MOVE(s->floor[t][q], 4 * m->n_cells);
    if (m->tx) move_transactions(m, s, b);
    move_lines(m, s, b);
    MOVE(s->n_msgs, 5);
    for (int i = 0; i < s->n_msgs; i++) move_message(m, &s->msg[i], b);
}

EACH_WAY void move_state(const Model *m, SysState *s, Bits *b)
{
    for (int i = 0; i < m->n_inst; i++) move_inst(m, &m->ctl[m->inst[i].ctl], &s->inst[i], b);
    move_rest(m, s, b);
}

static size_t packed(Bits *b, const uint64_t *to)
{
    b->w[0] = b->word;
    b->w[1] = 0;
    return (size_t)(b->w - to) * 8 + (b->at + 7) / 8;
}

size_t state_pack(const Model *m, const SysState *s, uint64_t *to)
{
    Bits b = { .w = to, .read = false };
    move_state(m, (SysState *)s, &b);  /* writing leaves the state as it is */
    return packed(&b, to);
}

void state_unpack(const Model *m, const uint64_t *from, SysState *s)
{
    Bits b = { .from = (const uint8_t *)from, .read = true };
    state_clear(m, s);
    move_state(m, s, &b);
}

/* ---- in parts ---- */

size_t state_pack_inst(const Model *m, const CtlModel *k, const Inst *x, uint64_t *to)
{
    Bits b = { .w = to, .read = false };
    move_inst(m, k, (Inst *)x, &b);
    return packed(&b, to);
}

void state_unpack_inst(const Model *m, const CtlModel *k, const uint64_t *from, Inst *x)
{
    Bits b = { .from = (const uint8_t *)from, .read = true };
    memset(x, 0, state_ctl_size(k));
    move_inst(m, k, x, &b);
}

size_t state_pack_threads(const Model *m, const SysState *s, int first, int n, uint64_t *to)
{
    Bits b = { .w = to, .read = false };
    for (int t = first; t < first + n; t++) move_thread(m, (Thread *)&s->thread[t], &b);
    return packed(&b, to);
}

size_t state_pack_lines(const Model *m, const SysState *s, uint64_t *to)
{
    Bits b = { .w = to, .read = false };
    move_lines(m, (SysState *)s, &b);
    return packed(&b, to);
}

/* A number is written with 7, 10, 13 or 28 bits, whichever is the least. */
EACH_WAY void move_number(uint32_t *x, Bits *b)
{
    static const uint8_t width[] = { 7, 10, 13, 28 };
    unsigned size = 0;
    while (size < 3 && *x >> width[size]) size++;
    Piece p = piece_begin(b);
    PIECE(size, 2);
    PIECE(*x, width[size & 3]);
    piece_end(b, &p);
}

size_t state_pack_parts(const Model *m, const uint32_t *part, const SysState *s, uint64_t *to)
{
    Bits b = { .w = to, .read = false };
    for (int i = 0; i < m->n_inst; i++) move_number(&(uint32_t){ part[i] }, &b);
    move_rest(m, (SysState *)s, &b);
    return packed(&b, to);
}

void state_unpack_parts(const Model *m, const uint64_t *from, uint32_t *part, SysState *s)
{
    Bits b = { .from = (const uint8_t *)from, .read = true };
    memset(s, 0, offsetof(SysState, msg));
    for (int i = 0; i < m->n_inst; i++) {
        part[i] = 0;
        move_number(&part[i], &b);
    }
    move_rest(m, s, &b);
}

/* ---- the hash of the packed form ---- */

__extension__ typedef unsigned __int128 Wide;

static inline uint64_t mix(uint64_t a, uint64_t b)
{
    Wide x = (Wide)a * b;
    return (uint64_t)x ^ (uint64_t)(x >> 64);
}

uint64_t state_hash(const uint64_t *at, size_t n)
{
    const uint64_t a = UINT64_C(0xa0761d6478bd642f), b = UINT64_C(0xe7037ed1a0b428db);
    uint64_t h = n * a;
    for (size_t i = 0; i < (n + 7) / 8; i += 2) h = mix(h ^ at[i] ^ a, at[i + 1] ^ b);
    return mix(h ^ b, a ^ n);
}

uint64_t state_spread(const Model *m, const uint64_t *inst, const SysState *s)
{
    const uint64_t a = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t at[PACKED_WORDS];
    uint64_t h = state_hash(at, state_pack_parts(m, (const uint32_t[MAX_INST]){ 0 }, s, at));
    for (int i = 0; i < m->n_inst; i++) {
        uint64_t one = inst ? inst[i] : state_hash(at, state_pack_inst(m, &m->ctl[m->inst[i].ctl], &s->inst[i], at));
        h = mix(h ^ one, a + 2 * (uint64_t)i);
    }
    return mix(h, a);
}

/* ---- questions ---- */

/* Nothing of any transaction is left: none is open, all writes have taken effect. */
static bool no_transactions(const Model *m, const SysState *s)
{
    for (int t = 0; t < m->n_threads; t++) {
        if (state_tx_open(m, s, t)) return false;
        for (int q = 0; q < m->n_keys; q++) if (s->tx[t].flight[q]) return false;
    }
    return true;
}

bool state_quiescent(const Model *m, const SysState *s)
{
    return (!m->tx || no_transactions(m, s)) && state_idle(m, s);
}

bool state_idle(const Model *m, const SysState *s)
{
    if (s->n_msgs) return false;
    for (int t = 0; t < m->n_slots; t++) if (s->thread[t].op) return false;
    for (int i = 0; i < m->n_inst; i++) if (s->inst[i].n_owed) return false;
    for (int i = 0; i < m->n_inst; i++)
        for (int k = 0; k < m->n_keys; k++) {
            if (s->inst[i].reads[k] || s->inst[i].side_reads[k]) return false;
            if (state_waits(&m->ctl[m->inst[i].ctl], &s->inst[i], k)) return false;
        }
    return true;
}

static unsigned top_field(unsigned top, const uint16_t *v, const Slotted *s, int n)
{
    for (int i = 0; i < n; i++) if (s[i].role == ROLE_STAMP && v[i] > top) top = v[i];
    return top;
}

unsigned state_stamp_max(const Model *m, const SysState *s)
{
    unsigned top = 0;
    for (int i = 0; i < m->n_inst; i++) {
        const CtlModel *k = &m->ctl[m->inst[i].ctl];
        top = top_field(top, s->inst[i].reg, k->regs, k->n_regs);
        for (int q = 0; q < m->n_keys; q++) {
            for (int j = 0; j < k->n_stores; j++)
                if (s->inst[i].at[j].line[q].present)
                    top = top_field(top, s->inst[i].at[j].line[q].field, k->store[j].field, k->store[j].n);
            for (int j = 0; j < k->n_waits; j++)
                if (s->inst[i].at[j].entry[q].valid)
                    top = top_field(top, s->inst[i].at[j].entry[q].field, k->wait[j].field, k->wait[j].n);
        }
    }
    return top;
}
