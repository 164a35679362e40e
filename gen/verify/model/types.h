/* types.h - a system of small size: its instances, and where the transition functions of its controllers take their
 * inputs from. */
#ifndef CG_VERIFY_TYPES_H
#define CG_VERIFY_TYPES_H
#include <stdatomic.h>
#include "eval/eval.h"
#include "verify/model/options.h"

enum {
    MAX_INST = 8,
    MAX_KEYS = 4,
    MAX_CELLS = 2,
    MAX_THREADS = 8,
    MAX_DEPTH = 6,
    MAX_MSGS = 24,
    MAX_READS = 3,                   /* of memory under way, of one line and instance */
    MAX_FIELDS = 6,
    MAX_SENT = 12,
    MAX_REGS = 64,
    MAX_OPAQUE = 2,
    MAX_MASKS = 2,                   /* masks that a store keeps */
    MAX_ARGS = 16,
    MAX_EVENTS = 48,
    MAX_OUTS = 12,
    MAX_SLOTS = 16,
    MAX_KINDS = 16,
    MAX_CTLS = 4,
    MAX_NETS = 8,
    MAX_PLACES = 8,                  /* stores of a controller, waiting places of one */
    MAX_WIDTH = 16,
    MAX_OPERANDS = 6,
    MAX_BACKED = 2,
    MAX_IN = 320,
    MAX_OUT = 384,
    MAX_VARS = 384,
    MAX_BLOCK_REQUESTS = 8,
    MAX_OWED = 6,
    MAX_SWEEPS = 4,
    MAX_WIRES = 16,
    MAX_CLOCKS = 2,
    RING_BITS = 4,
    OWED_TIMES_BITS = 5,
    OWED_KEPT_BITS = 32
};

/* Messages: network, from, to, kind, key in the high bits, whether it waits at the head of its queue, then the fields.
 * Parked requests: the code of the event, then the fields. */
enum { NET_SHIFT = 61, FROM_SHIFT = 58, TO_SHIFT = 55, KIND_SHIFT = 51, KEY_SHIFT = 49, HEAD_SHIFT = 48 };
enum { HEAD_BITS = 64 - KEY_SHIFT };
enum { EVENT_SHIFT = 56 };
/* Threads with transactions. Times before the last restart (ghost_time.h), and bits of any time. */
enum { TX_THREADS = 4, PAST = 16 };

/* What a value means, so that cores and timestamps can be told from plain numbers. TIME: of the type of a clock that
 * does not go round, which is followed up to a bound. UNMODELLED: wider than MAX_WIDTH;
 * always 0, but for operands of atomics, which carry a small number that tells them apart. */
typedef enum { ROLE_PLAIN, ROLE_STAMP, ROLE_TIME, ROLE_NODE, ROLE_CORE, ROLE_CORES,
               ROLE_DATA, ROLE_MASK, ROLE_UNMODELLED } Role;

enum { OPERAND_BITS = 2 };           /* of a number that is UNMODELLED, in messages and parked requests */

typedef struct {
    const Var *var;
    Role role;
    int bits;
    int out, behind;
} Slotted; /* out: output index of its value afterwards, behind: number among the backed fields, or -1 */

/* What becomes of it: one that is not modelled has no bits, and stays 0. */
static inline uint16_t model_kept_value(const Slotted *s, const uint64_t *out)
{
    return (uint16_t)(out[s->out] & ((UINT64_C(1) << s->bits) - 1));
}

/* A field inside a message (arg: its number) or a parked request (arg: index into the controller's args). data: which
 * parts are opaque; named: which hold numbers of cores or nodes, or names of writes; age: where a parked request has
 * the number of the older ones of its entry. */
typedef struct { int arg; Role role; int bits, shift; } Part;
typedef struct {
    Part at[MAX_ARGS];
    int n, bits;
    int data[MAX_ARGS], n_data, named[MAX_ARGS], n_named;
    int age_bits, age;
} Layout;

/* Where an input of the transition function comes from. */
typedef enum {
    IN_STATE,
    IN_EVENT,
    IN_REPLAY,
    IN_REG,
    IN_LINE,
    IN_ENTRY,
    IN_ARG,
    IN_KEY,
    IN_ME,
    IN_LINE_HIT,
    IN_ENTRY_HIT,
    IN_FIRST,
    IN_ROOM,
    IN_EMPTY,
    IN_REPLAYED,
    IN_CONST
} InputKind;
/* place: which of the stores, or of the waiters. */
typedef struct { InputKind kind; int index; uint64_t value; int place; } Input;

/* field[kind][i]: index into out->fields of the message's i-th field. */
typedef struct { int var; Input in; } Watched;      /* a variable (by Var.id) that an invariant reads */

/* part[i]: the field of the number of the part that field i is, -1: it is none. */
typedef struct {
    int src_sel[MAX_SENT], part[MAX_SENT];
    const Out *out;
    int valid, kind, to, key;        /* key: -1: the row's */
    bool multicast;
    int8_t field[MAX_KINDS][MAX_ARGS];
} OutMap;
typedef struct { const Slot *slot; int valid, sel, mask, operand[MAX_OPERANDS]; } SlotMap; /* operand: outputs */

/* OP_OTHER + n: the n-th kind of other requests. Those of a controller are of one kind if the same may answer them and
 * both have a key or neither: nothing else tells them apart once they are made. */
typedef enum { OP_NONE, OP_LOAD, OP_STORE, OP_ATOMIC, OP_FENCE, OP_OTHER } OpType;
/* A number that a core gives with a request: index into the controller's args, and the n values that are tried; n 0:
 * one value only. handed: rows only hand it on. plain: no number of a core or node. */
typedef struct { int arg, n; const uint16_t *at; bool handed, plain; } Choice;
/* id: index into the controller's args of the field that names the thread, -1: it has none. ends: a transaction, sooner
 * or later in every program; outside: of transactions. */
typedef struct {
    const Event *e;
    int op;                          /* OpType, or OP_OTHER + n */
    Layout park;
    int parked;                      /* with --races: its number among those that some row parks, -1: none does */
    int id;
    bool low, keyless, ends, outside;
    Choice choice[MAX_ARGS];         /* its numbers */
    int n_choices, n_taken;          /* n_taken: so many of them are looked at in part only */
    int first_chosen;                /* of an atomic: Occurrence.chosen of the first of its choices */
} EventMap;

/* A request to a block that is answered. answers: a bit for the code of each event that it can be answered with; kept:
 * its fields that answers have as well, arg: index into the controller's args, and field: into those of the request. */
typedef struct {
    const Port *port;
    const PortMsg *q;
    int port_number, times;
    uint64_t answers;
    Layout kept;
    int field[MAX_ARGS];
    int probed, probe_store;         /* a probe: index of the controller, of its store; probed -1: it is none */
    Input probe[MAX_ARGS];           /* of what is kept, where field is -1: IN_LINE or IN_LINE_HIT */
} BlockRequest;

/* A store. row, tag: of a key, the first one of its row; what the keys of a row have in common. own: its key in the
 * store; line: the first key with the same one, whose line it is. victim: by State.id; by_view: a bit for each state of
 * which lines leave only while a view holds. keeps: lines have the state of the key. evict: code of its event, or -1;
 * lock: index of the field, or -1. o_: outputs. */
typedef struct {
    const Store *s;
    Slotted field[MAX_FIELDS];
    const Var *data[MAX_OPAQUE], *mask[MAX_MASKS];
    int n, n_data, n_masks, o_alloc, o_free, ways, sets, evict, lock;
    int row[MAX_KEYS], line[MAX_KEYS];
    int64_t own[MAX_KEYS], tag[MAX_KEYS];
    bool keeps, victim[64];
    uint64_t by_view;
} StoreModel;

/* Waiters. stall: parked events only. pool: they share the places, `entries` banks of `depth`; whole: a wake is of all
 * of the key. ring: places are given out in turn, and are free again from the oldest on. keeps: entries have the state
 * of the key. aged: a walk sets the field that orders what is parked, so each knows its age. An output that they do not
 * have is -1. */
typedef struct {
    const Waiters *w;
    Slotted field[MAX_FIELDS];
    const Var *data[MAX_OPAQUE], *mask[MAX_MASKS];
    int n, n_data, n_masks, o_alloc, o_we, o_park, o_replay, o_must, o_done, o_wake, entries, depth;
    bool stall, pool, whole, ring, keeps, aged;
} WaitModel;

typedef struct {
    const Controller *c;
    const Step *step;
    Eval *eval;
    int n_in, n_out, state_bits, event_bits, first_row,
        first_invariant; /* first_: of this controller in the counts of rows, in Model.met */
    Input *in;
    VEC(Watched) watched;
    Slotted regs[MAX_REGS], args[MAX_ARGS];
    int n_regs, n_args;
    EventMap events[MAX_EVENTS];     /* by Event.code */
    int n_events, n_parked;
    int overflow;                    /* code of the event that comes instead of an overflow, -1: none */
    OutMap outs[MAX_OUTS];
    SlotMap slots[MAX_SLOTS];
    int n_outs, n_slots;
    int o_time, o_by, o_id;          /* beside o_performs: when, whose, which; -1: no row says it */
    int o_act, o_row, o_event, o_view, o_next, o_performs, o_overflow,
        o_forget; /* what is behind is forgotten, -1: never */
    StoreModel store[MAX_PLACES];
    WaitModel wait[MAX_PLACES];
    int n_stores, n_waits;
    bool whole;                      /* the state is one of the controller, not of a line */
    const Var *memory;               /* the data of all lines, which rows read and write; NULL: none */
    int backed_store;                /* the one that is backed; without any: 0 */
    int backed[MAX_BACKED], n_backed;/* indexes into its fields: those that what has left leaves behind */
    const Port *core, *mem;         /* the first core port; warps are numbered alike at all of them */
    int cores;                       /* ports of that kind: a warp has one request at one of them */
    const Port *side;                /* the memory port with key=, or NULL; side_event: code of its event */
    int side_event;
    bool posted;                     /* its stores may be answered before they take effect */
    bool waits;                      /* some request waits for requests of others */
    bool side_known;                 /* each key has a line of its own there: what is in it is followed */
    int arg_from, arg_data, arg_mask; /* indices into args, -1: none */
    int o_walk;                      /* of the first walk, -1: none */
    struct { const Action *walk; int arg, value, we; } port_sets[MAX_ARGS];  /* of walks over ports: outputs */
    int n_port_sets;
    struct { const Sweep *w; int start, busy, store; } sweeps[MAX_SWEEPS];  /* output, index into regs and store */
    int n_sweeps;
    /* Inputs that show a register of another controller: index into regs, here and there; each: a bit of each instance.
     */
    struct { int reg, ctl, from; bool each; } wires[MAX_WIRES];
    int n_wires;
    int time_reg[MAX_CLOCKS];        /* by clock of the protocol: index into regs, -1: it does not read it */
    bool levels;                     /* it has timers or wishes */
    bool restarts;                   /* some row says that its time begins anew */
    int arg_err;                     /* the memory event's truth value: the line could not be read; -1: none */
    uint16_t operand[MAX_ARGS];      /* what the core gives with an atomic, by index into args */
    int core_now, core_wnow; /* indexes into regs: the core's time, or -1; for stores (the same unless there are two) */
    bool keyed;
    BlockRequest block[MAX_BLOCK_REQUESTS];
    int n_block;
    bool owed_wide;                  /* what is owed takes more than 32 bits */
    uint64_t alone;                  /* events of blocks that answer nothing, by code: they come at any time */
} CtlModel;

/* What is read of a message: MsgPart, or whether it is there (of this network, of this kind; -1: any), or the home of
 * its key (n nodes from base on). field: by kind, index into the parts of its body. */
enum { MSG_HERE = MSG_FIELD + 1, MSG_HOME };
typedef struct { int part, net, kind; uint8_t field[MAX_KINDS]; int base, n; } MessageRead;
/* An invariant of scope system, unrolled. reads: what a case depends on, as bits; its variables are numbered from 0.
 * slot: number of a message under way, -1: none. With msg: what of it is the value; else the line is that of its key.
 * when: messages that must be there, else the case says nothing. */
typedef struct { Input in; int inst, key, slot; const MessageRead *msg; } SystemVar;
typedef struct { Expr *test; VEC(SystemVar) vars, when; uint64_t reads; } SystemCase;
typedef struct { const Invariant *v; const CtlModel *k; int number; VEC(SystemCase) cases; } SystemTest;

/* core: number among the cores, -1: none; gpu: of a core, -1: its port says nothing of GPUs. */
typedef struct { int ctl, index, node, core, gpu; } Instance;

/* The head of a message, its bits from KEY_SHIFT on, in one form and in the other, packed one; bits: of the packed one,
 * and of the body that follows. */
typedef struct { uint16_t head; uint8_t bits, body; } HeadCode;

/* event[ctl]: code of the event it is there, -1: not taken; arg[ctl][i]: where its i-th field goes, -1: nowhere. */
typedef struct { const Message *m; Layout body; int8_t event[MAX_CTLS], arg[MAX_CTLS][MAX_ARGS]; } MessageMap;

/* What is numbered: the cores, the warps of each core, the lines. */
typedef enum { NUMBER_CORE, NUMBER_WARP, NUMBER_LINE, NUMBER_KINDS } NumberKind;
/* The first place that tells them apart; why NULL: they are alike. start: they begin apart, though the tables do not
 * tell them apart. */
typedef struct { Pos at; const char *why; bool start; } Apart;

/* Physical time. It stands still at `last`, if it does not go round; then other values of its type are at most `most`,
 * so that none of them is still to come when it stands. skew: ticks by which instances may differ. */
typedef struct { const Clock *c; int bits; unsigned skew, last, most; bool round; } TimeModel;

/* An input: its first value at reset, each of the others at any moment at any instance. */
enum { PIN_VALUES = 16 };
typedef struct { const Var *var; int n; uint64_t value[PIN_VALUES]; } Pin;

typedef struct {
    Arena *arena;
    const Protocol *p;
    const System *system;
    ParamEnv env;
    const VerifyOptions *o;
    CtlModel ctl[MAX_CTLS];
    int n_ctl;
    Instance inst[MAX_INST];
    int n_inst, n_cores, n_warps, n_threads, n_nodes;
    struct { uint8_t core, warp; } thread[MAX_THREADS];
    int n_posted, n_slots;           /* posted stores of a thread that have a place; threads, and all these */
    MessageMap kind[MAX_NETS][MAX_KINDS];   /* by network and code */
    const HeadCode *packed, *unpacked;      /* of every head; of all bits that a packed one can begin with */
    uint16_t keyless[MAX_NETS], renamed[MAX_NETS];   /* a bit for each code: of no line; its body has numbers of cores
                                                        or nodes, or data */
    int body_bits;                   /* of the longest body */
    int n_keys, n_cells, op_bits, key_bits, node_bits, net_bits, kind_bits[MAX_NETS];   /* kind_bits: by network */
    uint8_t sorted_from[MAX_NETS];   /* bits of messages of a network below it do not matter for their order */
    const Type *stamp;               /* NULL: physical time */
    const Var *clock;                /* the core's time, or NULL */
    Str version;                     /* the field of answers that is the time of a write; empty: none */
    const Var *store_clock;          /* the register that is the time of stores, NULL: the same as that of loads */
    int stamp_max, stamp_bits;
    bool restarts;                   /* time begins anew now and then: ghost times are those of ghost_time.h */
    int ghost_bits;                  /* of a time of the ghost */
    bool refuses; /* a core's request can be held: at rest it must be checked that it is not for ever */
    VEC(Pin) pins;
    bool side_known;
    bool side;                       /* some controller has a memory port with key= */
    bool performs;                   /* some row marks where an access takes effect */
    bool waits;                      /* some request of a core waits for requests of others */
    bool scoped;                     /* some request of a core has a scope: values are judged in litmus tests only */
    bool tx;                         /* some row commits: accesses are those of transactions */
    bool stays;                      /* no line leaves a store that is backed: a replay cannot bring it about */
    int version_field[MAX_CTLS][MAX_OUTS]; /* index of the out's field that carries a write's time, -1 */
    Apart apart[NUMBER_KINDS];
    const bool *unset[MAX_CTLS];     /* alike_unset; NULL with one core */
    bool keys_alike, cores_alike;    /* states that differ in these numbers only are one state */
    TimeModel time[MAX_CLOCKS];
    int n_times, n_stands;           /* n_stands: times that stand in the end, or are not followed at all */
    VEC(unsigned) instants;          /* numbers in the tables, where a time ends: a time may be compared with them */
    int n_rows, n_wide;              /* n_wide: model_wide */
    int chosen_bits, n_taken;        /* of Thread.chosen, 0: not kept; sum of EventMap.n_taken */
    VEC(SystemTest) tests;
    /* What a search notes beside its counts, as bits, in one piece: n_noted words. met: by CtlModel.first_invariant +
     * number, this cover has been; memory_read, memory_written: by instance, a bit for lines of the port without key=;
     * lacked: by controller, a bit for waiters that had no entry, or place, for something; held: one word, a store was
     * not made since its thread had as many posted ones under way as are followed. */
    _Atomic unsigned *noted, *met, *memory_read, *memory_written, *lacked, *held;
    int n_noted;
    const struct Program *program;   /* litmus: what the threads run, or NULL */
} Model;

/* Adds an error and returns false: of this there are more than the bounds above have room for. */
bool model_refuse(Diags *d, Pos at, const char *what, int max);
/* Memory cannot read this line, at once or (--fails) some time. */
static inline bool model_key_bad(const Model *m, int key) { return key >= m->n_keys - m->o->bad_lines; }
/* This line is accessed outside of transactions. */
static inline bool model_key_outside(const Model *m, int key)
{
    return m->tx && key >= m->n_keys - m->o->outside_lines;
}
/* Stores of this thread may be answered before they take effect. */
static inline bool model_posts(const Model *m, int thread)
{
    for (int i = 0; i < m->n_inst && m->n_posted; i++)
        if (m->inst[i].core == thread / m->n_warps) return m->ctl[m->inst[i].ctl].posted;
    return false;
}
/* Something had to wait for an entry of these waiters, or a place in one. */
static inline void model_lacks(const Model *m, int ctl, int wait)
{
    atomic_fetch_or_explicit(&m->lacked[ctl], 1u << wait, memory_order_relaxed);
}
/* The field of an answer that says that memory could not read the line; the simulator's rule too (sim/cores/core.h). */
static inline bool model_field_is_error(const Field *f)
{
    return f->type->kind == TK_BOOL && str_is(f->name, "err");
}

/* A core may ask for this line with this event. */
static inline bool model_event_fits(const Model *m, const EventMap *e, int key)
{
    return !m->tx || e->outside == model_key_outside(m, key);
}
/* In SystemCase.reads: what a step of an instance on a line can change are its fields of this line, its registers. */
static inline uint64_t model_line_bit(int inst, int key) { return UINT64_C(1) << (inst * (MAX_KEYS + 1) + key); }
static inline uint64_t model_register_bit(int inst) { return model_line_bit(inst, MAX_KEYS); }
static inline bool model_is_backed(const CtlModel *k, const StoreModel *st)
{
    return k->n_backed && st == &k->store[k->backed_store];
}
/* The search follows states with this value of a register, field or message. */
static inline bool model_follows(const Model *m, Role r, const Type *t, int64_t v)
{
    if (r == ROLE_STAMP) return v <= m->stamp_max;
    for (int i = 0; r == ROLE_TIME && i < m->n_times; i++)
        if (m->time[i].c->type == t) return v <= m->time[i].most;
    return true;
}
/* The row has set this output; -1: there is none. */
static inline bool model_out_said(const uint64_t *out, int o) { return o >= 0 && out[o]; }
/* Index of the instance at a node, or -1. */
static inline int model_node_inst(const Model *m, int node) { return node < m->n_inst ? node : -1; }
#endif
