/* state.h - one state of the system, as the search works on it, and packed. */
#ifndef CG_VERIFY_STATE_H
#define CG_VERIFY_STATE_H
#include "verify/model/types.h"
#include <string.h>

/* Contents of one cell of a line, 4 bits. Without a program: 0 the newest write, 1.. older ones (those that are still
 * somewhere), NONE never written, PENDING + t the write that thread t has not performed; with transactions, COMMITTED +
 * t once it has committed. With a program: the value itself; 15 = NONE. */
enum { TOKENS = 7, NONE = 7, PENDING = 8, COMMITTED = 12, VALUE_NONE = 15 };
enum { FOREVER = 0xffff };

typedef struct { uint8_t present, state, mask[MAX_MASKS]; uint16_t field[MAX_FIELDS], data[MAX_OPAQUE]; } Line;
typedef struct {
    uint8_t valid, armed, drain, must, fin, state, n,
        place, /* in a ring: how many places the oldest entry is before it */
        fresh, asked; /* fresh: nothing has been replayed since `replay`; asked: for what a request here waits for; both
                         with --served only */
    uint8_t have[MAX_OPAQUE], mask[MAX_MASKS];   /* have: cells of sparse data that were written */
    uint16_t field[MAX_FIELDS], data[MAX_OPAQUE];
    uint64_t list[MAX_DEPTH];
} Entry;
/* Of a store the lines, of a waiting place the entries: those of one number are side by side. */
typedef struct { Line line[MAX_KEYS]; Entry entry[MAX_KEYS]; } Kept;
/* Requests of one port about a line keep their order: of the reads under way the first n were asked before a write, and
 * bring what was there before it. */
typedef struct { uint8_t n; uint16_t data; } ReadsBefore;
static inline uint16_t state_read_brings(const ReadsBefore *before, uint16_t now)
{
    return before->n ? before->data : now;
}
typedef struct {
    uint16_t reg[MAX_REGS];
    uint8_t plain, again;
    uint8_t reads[MAX_KEYS], side_reads[MAX_KEYS];
    ReadsBefore before[MAX_KEYS], side_before[MAX_KEYS];
    uint8_t n_owed;
    uint8_t due[MAX_SWEEPS], seen[MAX_SWEEPS]; /* sweep.h; a bit for each line */
    uint8_t ring[MAX_PLACES];        /* places from the oldest entry on that are taken, or not free yet */
    uint64_t owed[MAX_OWED];         /* owed.h */
    Kept at[MAX_PLACES];             /* last: only as many as the controller has are copied */
} Inst;

/* The line of a key: that of the first key where several have one. */
static inline const Line *state_line_of_key(const CtlModel *k, const Inst *x, int store, int key)
{
    return &x->at[store].line[k->store[store].line[key]];
}
static inline bool state_line_locked(const StoreModel *st, const Line *l)
{
    return st->lock >= 0 && l->present && l->field[st->lock];
}
/* The key has an entry (and not only parked events) somewhere. */
static inline bool state_has_entry(const CtlModel *k, const Inst *x, int key)
{
    for (int w = 0; w < k->n_waits; w++) if (!k->wait[w].stall && x->at[w].entry[key].valid) return true;
    return false;
}

/* The key has an entry, or something is parked, in whichever of the waiting places. */
static inline bool state_waits(const CtlModel *k, const Inst *x, int key)
{
    for (int w = 0; w < k->n_waits; w++) if (x->at[w].entry[key].valid) return true;
    return false;
}

/* waits: for requests of others, as its event says. Behind those of the threads stand their posted stores, answered and
 * not performed: n_posted of each, the oldest first. Inst.again: its time has begun anew (ghost_time.h). The operation
 * of a thread. time: the core's time when it was issued; once performed, the operation's own. read: once performed, if
 * it reads, which write it has read (NONE: none could be read), and its answer must hold; else 0. chosen: of an atomic,
 * which numbers it was given, if they are chosen. */
typedef struct {
    uint8_t op, waits, key, cell, performed, read, left, started;
    uint16_t time;
    uint8_t reg[4];
    uint8_t chosen;
} Thread;

/* Ghost of a thread's transactions (serial.h). saw: which write of each line the open one has read, or NONE; torn: two
 * of a line. wrote: bit per line. flight: 1 + node of the committed one whose write of the line is under way, 0: none.
 * past: the node of its last one, and what is before it. */
enum { MAX_NODES = 16 };
typedef struct { uint8_t saw[MAX_KEYS], flight[MAX_KEYS], wrote, torn; uint16_t past; } TxGhost;

/* Ghost of one cell: the writes that can still be read, newest first; next: time of the write that follows. lastread:
 * latest read of the newest. With transactions ver and next are 1 + the node of the writer (0: the initial contents),
 * readers the nodes that have read the newest, lastread what is before these. */
typedef struct { uint16_t ver[TOKENS], next[TOKENS], lastread, readers; uint8_t n; } Order;

/* A write whose consequences for all instances are still to be drawn; restart: those of a restart of time are. */
typedef struct { bool is, restart; uint8_t thread, key, cell; uint16_t time; } Write;

/* apart: only one instance is there, with the threads and messages that it needs; what a step means for the others is
 * left to who asks for the step (parts/whole.h), and a write for which that is so stands in `wrote`. */
typedef struct {
    int n_msgs;
    bool apart;
    Write wrote;
    Thread thread[MAX_THREADS];
    uint16_t mem[MAX_KEYS], side[MAX_KEYS];      /* side: behind the memory port with key= */
    uint8_t failed[MAX_KEYS];        /* with --fails: memory has failed to read this line */
    Order order[MAX_KEYS][MAX_CELLS];
    uint64_t msg[MAX_MSGS];          /* what is behind here is not used in parts (parts/desk.h) */
    /* With posted stores (ghost/posted.h): by thread and line, in each cell the oldest write that it may read. */
    uint16_t floor[MAX_THREADS][MAX_KEYS];
    TxGhost tx[MAX_THREADS];
    uint16_t before[MAX_NODES];      /* by node: those that are before it in every serial order */
    uint8_t n_nodes;
    uint16_t final[MAX_KEYS];        /* with a program: values of the newest writes, of each cell */
    Inst inst[MAX_INST];             /* last: only m->n_inst are copied, state_copy */
} SysState;

/* Messages are sorted; for ordered networks only down to `to`, so that the order stays. */
static inline int state_msg_net(uint64_t x) { return (int)(x >> NET_SHIFT); }
static inline int state_msg_from(uint64_t x) { return (int)(x >> FROM_SHIFT & 7); }
static inline int state_msg_to(uint64_t x) { return (int)(x >> TO_SHIFT & 7); }
static inline int state_msg_kind(uint64_t x) { return (int)(x >> KIND_SHIFT & 15); }
static inline int state_msg_key(uint64_t x) { return (int)(x >> KEY_SHIFT & 3); }
/* It is at the head of its receiver's queue and could not be taken: with --queues. */
static inline bool state_msg_waits(uint64_t x) { return x >> HEAD_SHIFT & 1; }
/* Both are in the queue of one receiver, of one network. */
static inline bool state_msg_queued_with(uint64_t a, uint64_t b)
{
    return state_msg_net(a) == state_msg_net(b) && state_msg_to(a) == state_msg_to(b);
}
/* One can stand behind the other: also that of another receiver, where the network has ways that they share. */
static inline bool state_msg_behind(const Model *m, uint64_t a, uint64_t b)
{
    return state_msg_queued_with(a, b) ||
           (state_msg_net(a) == state_msg_net(b) && m->p->nets.at[state_msg_net(a)]->topology != NET_CROSSBAR);
}
static inline uint64_t state_msg_head(int net, int from, int to, int kind, int key)
{
    return (uint64_t)net << NET_SHIFT | (uint64_t)from << FROM_SHIFT | (uint64_t)to << TO_SHIFT |
           (uint64_t)kind << KIND_SHIFT | (uint64_t)key << KEY_SHIFT;
}
static inline const MessageMap *state_msg_map(const Model *m, uint64_t x)
{
    return &m->kind[state_msg_net(x)][state_msg_kind(x)];
}
static inline unsigned state_part_get(const Part *p, uint64_t x)
{
    return (unsigned)(x >> p->shift) & ((1u << p->bits) - 1);
}
static inline uint64_t state_part_put(const Part *p, uint64_t x, unsigned v)
{
    uint64_t mask = ((UINT64_C(1) << p->bits) - 1) << p->shift;
    return (x & ~mask) | ((uint64_t)v << p->shift & mask);
}
static inline unsigned state_cell_get(unsigned data, int cell) { return data >> 4 * cell & 15; }
static inline uint16_t state_cell_put(unsigned data, int cell, unsigned v)
{
    return (uint16_t)((data & ~(15u << 4 * cell)) | v << 4 * cell);
}

/* A line with the same in each cell. */
static inline unsigned state_line_of(const Model *m, unsigned v) { return m->n_cells > 1 ? v | v << 4 : v; }

/* The thread has read something, and its answer is on its way. With a program the answer itself is looked at. */
static inline bool state_thread_keeps(const Model *m, const Thread *t)
{
    return t->performed && (t->op == OP_LOAD || t->op == OP_ATOMIC) && !m->program;
}

/* Memory cannot read this line (any more). */
static inline bool state_line_bad(const Model *m, const SysState *s, int key)
{
    return model_key_bad(m, key) && (!m->o->fails || s->failed[key]);
}

/* The thread has accessed something since its last transaction. */
static inline bool state_tx_open(const Model *m, const SysState *s, int thread)
{
    bool open = s->tx[thread].wrote || s->tx[thread].torn;
    for (int q = 0; q < m->n_keys; q++) open |= s->tx[thread].saw[q] != NONE;
    return open;
}

/* How much of an instance there is. */
static inline size_t state_ctl_size(const CtlModel *k)
{
    size_t n = (size_t)(k->n_stores > k->n_waits ? k->n_stores : k->n_waits);
    return offsetof(Inst, at) + n * sizeof(Kept);
}
static inline size_t state_inst_size(const Model *m, int inst) { return state_ctl_size(&m->ctl[m->inst[inst].ctl]); }
static inline void state_copy(const Model *m, SysState *to, const SysState *from)
{
    memcpy(to, from, offsetof(SysState, inst));
    for (int i = 0; i < m->n_inst; i++) memcpy(&to->inst[i], &from->inst[i], state_inst_size(m, i));
}
static inline void state_clear(const Model *m, SysState *s)
{
    memset(s, 0, offsetof(SysState, inst));
    for (int i = 0; i < m->n_inst; i++) memset(&s->inst[i], 0, state_inst_size(m, i));
}
static inline bool state_same(const Model *m, const SysState *a, const SysState *b)
{
    if (memcmp(a, b, offsetof(SysState, inst)) != 0) return false;
    for (int i = 0; i < m->n_inst; i++) if (memcmp(&a->inst[i], &b->inst[i], state_inst_size(m, i)) != 0) return false;
    return true;
}

/* Sorts the messages. */
void state_order(const Model *m, SysState *s);
void state_send(const Model *m, SysState *s, uint64_t msg);
/* Packed form: bytes used; zeros follow. `to` and `from` have PACKED_WORDS, enough for everything at its largest.
 * States of more than PACKED_MAX bytes are not stored. */
enum {
    LINE_BITS = 8 + 8 * MAX_MASKS + 16 * (MAX_FIELDS + MAX_OPAQUE),
    ENTRY_BITS = 24 + RING_BITS + 16 * MAX_FIELDS + 10 * MAX_OPAQUE + 8 * MAX_MASKS + 64 * MAX_DEPTH,
    INST_BITS = 16 * MAX_REGS + 8 + RING_BITS * MAX_PLACES + 2 * MAX_SWEEPS * MAX_KEYS +
                MAX_KEYS * (40 + MAX_PLACES * (LINE_BITS + ENTRY_BITS)),
    ORDER_BITS = 16 * (2 * TOKENS + 3),
    TX_BITS = MAX_THREADS * (8 * MAX_KEYS + 8) + 16 * MAX_NODES + 8,
    STATE_BITS =
        TX_BITS + MAX_INST * INST_BITS + 48 * MAX_THREADS + MAX_KEYS * (32 + MAX_CELLS * ORDER_BITS) + 64 * MAX_MSGS,
    PACKED_MAX = 480,
    PACKED_WORDS = STATE_BITS / 64 + 3
};
size_t state_pack(const Model *m, const SysState *s, uint64_t *to);
void state_unpack(const Model *m, const uint64_t *from, SysState *s);
/* Parts of it, packed alike: an instance, n threads, memory and the order of writes; bytes used. */
size_t state_pack_inst(const Model *m, const CtlModel *k, const Inst *x, uint64_t *to);
void state_unpack_inst(const Model *m, const CtlModel *k, const uint64_t *from, Inst *x);
size_t state_pack_threads(const Model *m, const SysState *s, int first, int n, uint64_t *to);
size_t state_pack_lines(const Model *m, const SysState *s, uint64_t *to);
/* The whole state with a number below 2^28 in place of each instance; s->inst is neither read nor written. */
size_t state_pack_parts(const Model *m, const uint32_t *part, const SysState *s, uint64_t *to);
void state_unpack_parts(const Model *m, const uint64_t *from, uint32_t *part, SysState *s);
/* Of n packed bytes. */
uint64_t state_hash(const uint64_t *at, size_t n);
/* Of a state, whatever the numbers of its parts; inst: the hashes of what its instances hold (state_hash of the packed
 * ones), NULL: they are worked out, else s->inst is not read. */
uint64_t state_spread(const Model *m, const uint64_t *inst, const SysState *s);
/* Nothing on its way, nobody waits. */
bool state_idle(const Model *m, const SysState *s);
/* And no transaction is open, no write of one under way. */
bool state_quiescent(const Model *m, const SysState *s);
/* Largest timestamp anywhere. */
unsigned state_stamp_max(const Model *m, const SysState *s);

#endif
