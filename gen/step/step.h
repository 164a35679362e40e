/* step.h - the transition function of a controller as a list of input and output signals.
 *
 * The Verilog module <design>_<controller>_step and the C interpreter eval_step() have exactly these signals; the
 * comparison of the two drives the same inputs into both and compares every output.
 *
 * Opaque values (cache lines, masks) do not pass through the transition function. It outputs instead which of a
 * numbered list of sources each opaque destination takes; the data stage, one cycle later, obeys. A store or waiter
 * field that is written k times along a row has versions 0 (before) to k. What names the bytes that a data path has
 * written (V_APPLIED) has the version that this write has made. */
#ifndef CG_STEP_H
#define CG_STEP_H
#include "ir/ir.h"

typedef enum {
    /* inputs */
    SIG_IN_STATE,        /* stored state (State.id) */
    SIG_IN_EVENT,        /* base event (Event.code) */
    SIG_IN_REPLAY,       /* the occurrence comes from a waiting entry: its stamps are kept */
    SIG_IN_VAR,          /* non-opaque var; V_STORE_HIT, V_WAITER_HIT, V_ROOM included */
    /* outputs */
    SIG_ACT,             /* ACT_*; all following outputs are zero / unchanged unless ACT_FIRE */
    SIG_ROW,             /* Row.id of the row taken (also for stall and never) */
    SIG_EVENT,           /* Event.id after refinement */
    SIG_VIEW,            /* State.id after views: the row's state */
    SIG_NEXT,            /* stored state afterwards */
    SIG_VAR,             /* non-opaque register, store or waiter field afterwards */
    SIG_STAMP,           /* stamp as it would be parked */
    SIG_STORE_ALLOC,     /* store gets an entry for the key (only when it had none) */
    SIG_STORE_FREE,      /* the key's entry is dropped */
    SIG_STORE_WE,        /* the entry (state or fields) is to be written */
    SIG_WAIT_ALLOC,      /* entry allocated or re-armed */
    SIG_WAIT_WE,         /* entry fields or state written */
    SIG_PARK, SIG_REPLAY, SIG_MUST, SIG_DONE,
    SIG_WAKE,            /* in a row of an event without key: of all keys */
    SIG_SEND_VALID, SIG_SEND_KIND, SIG_SEND_TO, SIG_SEND_KEY, SIG_SEND_FIELD, SIG_SEND_SEL,   /* per network and lane */
    SIG_REQ_VALID, SIG_REQ_KIND, SIG_REQ_FIELD, SIG_REQ_SEL,                    /* per memory/block port */
    SIG_REPLY_VALID, SIG_REPLY_KIND, SIG_REPLY_FIELD, SIG_REPLY_SEL,            /* per core port */
    SIG_WRITE_VALID, SIG_WRITE_SEL, SIG_WRITE_MASK,                             /* per opaque var and slot */
    SIG_APPLY_OPERAND,                                                          /* per opaque var, slot and operand */
    SIG_PERFORMS,        /* PERFORMS_* bits */
    SIG_TIME, SIG_BY, SIG_ID,   /* what they say beside: the time, the node, the thread */
    SIG_OVERFLOW,        /* a checked addition or subtraction left its type; then ACT is ACT_NEVER */
    SIG_START,           /* per sweep: it begins, or begins again */
    SIG_WALK,            /* per walk: it takes place; what it does to each key: eval_walk() */
    SIG_WALK_ARG,        /* per walk and variable: its value there, which is another one when the keys come */
    SIG_PORT_SET, SIG_PORT_WE   /* per walk over a port and field: what it becomes in all messages, whether it does */
} SignalKind;

enum { ACT_STALL = 0, ACT_FIRE = 1, ACT_NEVER = 2 };

/* Where an opaque destination can take its value from, and how it takes it. */
typedef struct { Var *var; int version; Joins joins; } OpaqueSource;

/* One position among the sends on a network / the only one on a port. */
typedef struct Out {
    Network *net;
    Port *port;
    int lane; /* net for messages; port for core replies and memory/block requests */
    VEC(struct OutField {
        Str name;
        Type *type;
        VEC(OpaqueSource) sources;
    })
    fields; /* union over what is sent here; sources: opaque ones */
    bool multicast;                               /* .to is a bit vector over all nodes */
    Type *key;                                    /* of the key that some message brings, not the row's; or NULL */
} Out;

/* One write slot of an opaque store or waiter field. */
typedef struct Slot {
    Var *var; int slot;                           /* version slot -> slot+1 */
    VEC(OpaqueSource) sources;                    /* selector k takes sources[k] */
    VEC(OpaqueSource) masks;                      /* mask selector: 0 = all bytes, k = masks[k-1] */
    Str apply; /* name of the data-path block that may be applied in this slot, or empty; it is the LAST selector code
                  (sources.n) */
    VEC(struct Operand {
        Str name;
        Type *type;
        VEC(OpaqueSource) sources;                /* of an opaque one: selector k takes sources[k] */
    }) operands;
} Slot;

typedef struct Signal {
    SignalKind kind; bool out;
    Str name;                                     /* Verilog port name, with _i or _o */
    Str port; /* the same; of registers of an array that of the whole, where the low bits are its first register's */
    Type *type;                                   /* of variables and fields, or NULL */
    int width;                                    /* when type is NULL */
    Var *var; Store *store; Waiters *waiters; Out *o; int field; Slot *s; int operand;
    const Action *walk; const Sweep *sweep;
} Signal;

/* What an action has of the lists below: its output or write slot, selector codes of its opaque operands, its number as
 * a walk. */
typedef struct StepUse { Out *out; Slot *slot; int *select; int walk; } StepUse;

typedef struct Step {
    const Controller *ctl;
    VEC(Signal) signals;                          /* inputs first */
    VEC(Out *) outs; VEC(Slot *) slots;
    VEC(const Action *) walks;                    /* in the order of their signals; step_walk() */
    VEC(const Var *) parked;                      /* what walks over waiters set in all that is parked */
    int n_inputs;
    StepUse *uses; /* by Action.id; step_out(), step_slot(), step_select(), step_walk() */
} Step;

/* Assigns lanes, slots and versions (the maps below) and lists the signals. The IR stays as it is. */
Step *step_build(Arena *a, const Protocol *p, const Controller *c);
/* The place where an action sends. */
Out  *step_out(const Step *s, const Action *send);
/* The slot a WRITE or APPLY action uses. Along a path those of one var ascend; what stands between writes nothing. */
Slot *step_slot(const Step *s, const Action *write);
/* Selector code of opaque operand number k (assign index) of a send/reply/request, of a write's data (k = 0) or mask (k
 * = 1). */
int   step_select(const Step *s, const Action *act, int k);
/* Number of a walk among those of the controller. */
int   step_walk(const Step *s, const Action *walk);
/* Index of the signal of a walk that is about this variable; -1: there is none. */
int   step_walk_signal(const Step *s, SignalKind k, const Action *walk, const Var *v);
/* Index of the first signal of this kind and owner (var, store, waiters, output, slot, walk or sweep; NULL: any); -1:
 * there is none. */
int   step_signal(const Step *s, SignalKind k, const void *owner);
/* Width in bits of a signal; 0: a register of an array that is not there at these values. */
int   signal_width(const ParamEnv *env, const Signal *s);
#endif
