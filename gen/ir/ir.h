/* ir.h - the typed, position-carrying form of a protocol. Built by ir_build, completed by check, immutable afterwards;
 * every back end sees only this. */
#ifndef CG_IR_H
#define CG_IR_H
#include <stdbool.h>
#include <stdint.h>
#include "block/block.h"
#include "util/arena.h"
#include "util/diag.h"
#include "util/names.h"
#include "util/number.h"
#include "util/str.h"

typedef struct Expr Expr;
typedef struct Type Type;
typedef struct Controller Controller;
typedef struct Action Action;
typedef struct Event Event;
typedef struct State State;
typedef struct Port Port;

/* ---- parameters, types, expressions ---- */

typedef struct Param {
    Str name, doc; Pos pos;
    Expr *dflt, *min, *max;          /* over parameters declared before */
    VEC(int64_t) in;                 /* the allowed values, or empty */
    Controller *owner;               /* NULL: of the whole protocol */
    int id;                          /* index into Protocol.params (all parameters, owners' included) */
    bool tool;                       /* not declared in the file: every design has it */
} Param;

typedef struct { Expr *test; Str why; Pos pos; } Rule;

/* TK_INT: literals and parameters before they adapt */
typedef enum { TK_BITS, TK_COUNT, TK_BYTES, TK_ENUM, TK_BOOL, TK_NODE, TK_INT } TypeKind;
typedef enum { OVF_ERROR, OVF_WRAP, OVF_SATURATE } Overflow;

struct Type {
    Str name, doc; Pos pos;
    TypeKind kind;
    Expr *size;                      /* TK_BITS: bits, TK_COUNT: number of values, TK_BYTES: bytes; over parameters */
    Expr *offset;                    /* key types: bytes per key, or NULL */
    bool key, opaque, is_signed, circular, is_time;
    Overflow overflow;
    VEC(Str) values;                 /* TK_ENUM */
    Names codes;                     /* of these names: the number and 1, as a pointer */
    int id;
};

typedef enum {
    E_NUM,
    E_PARAM,
    E_VAR,
    E_STATE, /* E_STATE: the literal of a state (num = its index) */
    E_NOT,
    E_NEG,
    E_OR,
    E_AND,
    E_IMPLIES,
    E_EQ, E_NE, E_LT, E_LE, E_GT, E_GE,
    E_ADD, E_SUB, E_MUL, E_DIV, E_MOD, E_BITAND, E_BITOR, E_BITXOR, E_WITHOUT, E_SHL, E_SHR,
    E_COND, /* arg[0] ? arg[1] : arg[2] */
    E_MAX,
    E_MIN, /* two arguments (max(a,b,c) is nested) */
    E_CLOG2,
    E_POW2, /* parameters only */
    E_POPCOUNT,
    E_ONEHOT,
    E_FIRST,
    E_ANY,
    E_ALL,
    E_BIT,
    E_BEFORE,
    E_AFTER, /* circular comparison */
    E_CONVERT, /* to .type */
    E_PART, /* part number arg[1] of the opaque variable arg[0]; only until the assignment of a field is built */
    E_HOME, /* node of the home instance of key arg[0] (none: the row's), of ctl (NULL: the only home); system_home() */
    E_NODE_OF, /* node id of instance num of controller ctl (arg[0] = instance, or none) */
    E_EVERY,
    E_SOME, /* arg[0] for every, for some value of the name `of` */
    E_COUNT, /* for how many values of the name `of` arg[0] holds */
    E_ARGMIN,
    E_ARGMAX,
    E_FIND, /* the index `of` with the least, the greatest arg[0]; the first for which it holds. Of equals the first
               one from arg[1] on, going round; without arg[1] the lowest. So if it holds for none E_FIND is arg[1] */
    E_INDEX, /* the value of the index `of` */
    E_ELEM, /* register arg[0], or arg[0] and arg[1], of the array of var (its first one); outside of it: 0 */
    E_AT, /* of what `of` stands for: variable var (of the line `at` if it belongs to a line); var NULL: the instance or
             the line itself. of NULL: the home of the line `at`, as E_HOME */
    E_MSG, /* part num (MsgPart) of the message under way `of`; text: the name of its field */
    E_UNKNOWN /* a name only a later stage understands; text in .text */
} ExprOp;

typedef struct Var Var;

typedef enum { MSG_TYPE, MSG_KEY, MSG_FROM, MSG_TO, MSG_FIELD } MsgPart;

/* A name that stands, in an invariant over the system, for the instances of a controller, for all lines (key), for the
 * messages that are under way in a network (net), or for those of one kind (msg too); elsewhere, as an index, for the
 * values of a type (per). */
typedef struct Bound { Str name; Controller *ctl; Type *key, *per; int most; struct Network *net;
                       const struct Message *msg; } Bound;                 /* most: values of per, at most */

struct Expr {
    ExprOp op;
    Type *type;                      /* TK_INT type while only parameters and literals are involved */
    Pos pos;
    int64_t num;
    Param *param;
    Var *var;
    Controller *ctl;
    const Bound *of, *at;
    Expr *arg[3]; int n_args;
    Str text;
};

/* ---- variables of a controller ---- */

typedef enum {
    V_REG, V_INPUT,
    V_CLOCK,                         /* physical time, as this controller sees it */
    V_STORE,                         /* a field of store owner.store */
    V_WAITER,                        /* a field of a waiting entry */
    V_ARG,                           /* a field of the occurrence (msg.x / req.x), incl. "from" */
    V_STAMP,                         /* like V_ARG, but set by the pipeline */
    V_KEY, V_ME, V_STATE,            /* the key; own instance; the stored state */
    V_STORE_HIT, V_WAITER_HIT, V_ROOM,
    V_FIRST,                         /* the key's entry is the oldest of its waiting place */
    V_EMPTY,                         /* no entry of a waiting place is in use */
    V_REPLAYED,                      /* the occurrence comes from a waiting entry */
    V_LET, V_APPLIED /* a value of a row, from the <let> on; opaque: bytes that a data path wrote, from <apply> on */
} VarKind;

typedef struct Store Store;
typedef struct Waiters Waiters;

enum { INDEX_VALUES_MAX = 64, ARRAY_MAX = 256 };

/* Registers under one name, one for each value of a type, or of two. Each is a variable of its own, elem[i] or
 * elem[i * size[1] + j], as many as there can be. In expressions and actions the first one stands for all. */
typedef struct Array {
    Str name; Pos pos;
    Type *per[2]; int n_per, size[2];
    Var **elem;
} Array;

struct Var {
    VarKind kind;
    Str name;                        /* "exp" */
    Str ident;                       /* unique Verilog/C base name: "line_exp", "msg_exp", "now" */
    Str doc; Pos pos;
    Type *type;
    Expr *reset, *absent, *constant; /* constant: registers that never change (own instance number) */
    Expr *stamp;                     /* V_STAMP */
    Store *store; Waiters *waiters; Port *port; Var *written; /* V_APPLIED: the field that the data path writes */
    bool backed; /* store field: a look-up that misses reads what the backing store says, not `absent` */
    bool sparse;                     /* opaque waiter field with a valid bit per byte */
    bool history;                    /* a register that rows set and only invariants read */
    bool kept;                       /* a register of a sweep or a gather: rows read it, and set it by their actions */
    const Controller *of; Var *source; /* V_INPUT: the register of another controller that it shows; NULL: a pin */
    bool each;                       /* such an input: a bit for each instance of `of` */
    bool shown;                      /* V_REG: some input shows it */
    const struct Clock *clock;       /* V_CLOCK */
    int  is_read, is_written;        /* number of uses, filled while rows are built */
    int id;                          /* index into Controller.vars */
    Var *same;                       /* the one before of this name in its controller */
    const Array *array; int at[2];   /* a register of an array, and which */
};

/* How a field of a message and that of a later one become one: both are equal; the sum; either bit; the greater; the
 * later one's. */
typedef enum { JOIN_SAME, JOIN_SUM, JOIN_OR, JOIN_MAX, JOIN_NEWEST } JoinRule;

/* stamp: of an event of a core. join, mask: of a message; mask: the field that says which bytes of this opaque one
 * count, or empty. */
typedef struct Field { Str name, doc; Pos pos; Type *type; Expr *stamp; JoinRule join; Str mask; } Field;
typedef struct { State *state; Str view; } Victim; /* view.n == 0: any */

/* A size of a store or of waiters, over parameters: as given, or the manifest's default. */
typedef struct { Str name; Expr *value; Pos pos; } PlaceAttr;

struct Store {
    Str name, doc; Pos pos;
    const Block *block;              /* what its kind is */
    VEC(PlaceAttr) attrs;
    Expr *key;                       /* its own key, over V_KEY, or NULL: the controller's; it keeps no state then */
    Expr *first;                     /* the least key with such an own key, which V_KEY stands for here; NULL: not
                                        known */
    Expr *index;                     /* over V_KEY, or NULL: the low bits of the key */
    VEC(Victim) victims;             /* best first */
    bool any_victim;                 /* victims="*": it keeps no state, and any line may leave */
    VEC(Var *) fields;               /* not of a filter, which rows do not see */
    Var *lock;                       /* the first of them, where the kind has locks: the line is locked; else NULL */
    VEC(Field) kept;                 /* a filter: the greatest values inserted */
    VEC(Port *) probers;             /* ports of other controllers that look into it */
    Store *backing; /* where values of entries that leave go, and which a look-up that misses reads; NULL: none */
};

struct Waiters {
    Str name, order, doc; Pos pos;
    const Block *block; bool enough; /* whoever needs an entry or a place finds one: a claim */
    VEC(PlaceAttr) attrs;
    Var *least, *greatest; /* replays offer the least, or greatest, of this field first; NULL: in order of arrival */
    VEC(Var *) fields;
};

/* ---- messages, ports, events ---- */

enum { NET_WIDTH_MIN = 8, NET_WIDTH_MAX = 4096, NET_LATENCY_MAX = 1000, NET_GROUPS_MAX = 64, QUEUE_DEPTH_MAX = 64 };
typedef enum { NET_CROSSBAR, NET_RING, NET_LEVELS } Topology; /* levels: a crossbar per group, one between groups */
typedef struct Network {
    Str name, doc; Pos pos; int id, n_msgs; int64_t class_; bool pair_order; Topology topology;
    /* width: bits per cycle; latency: cycles; three of levels; most: under way to one receiver, NULL: not said. */
    Expr *width, *latency, *groups, *link_width, *link_latency, *most;
    Pos width_pos, latency_pos, most_pos, groups_pos, link_width_pos, link_latency_pos;
    Type *kinds;                     /* its values are its messages, in an invariant over the system; NULL: in none */
} Network;
typedef struct Message {
    Str name, doc; Pos pos;
    Network *net;
    VEC(Field) fields;               /* as declared; `from` and the key are implicit */
    int code;                        /* number within its network */
    bool keyless;                    /* about no key */
    bool sent, taken;                /* by some row / some controller's port */
} Message;

typedef enum { PORT_CORE, PORT_MEMORY, PORT_BLOCK, PORT_IN, PORT_OUT } PortKind;
typedef struct PortMsg {
    Str name, doc, answer;
    Pos pos;
    VEC(Field) fields;
    int code;
    bool used, outside, posted, waits, waits_others; uint8_t does, order, scope; /* request.h */
    Expr *times;
} PortMsg; /* answer: replies to an event of a core, or empty: any; events that answer a request to a block, `times` of
              them (NULL: 1), or empty: none; outside: of transactions */

/* Messages of a network that wait at a port are joined: those of one key and sender. The joined one is of the kind that
 * comes first in msgs; the fields of each are among those of the one before it. entries: messages that can wait, hold:
 * cycles that each waits for others. */
typedef struct Join { Pos pos; Network *net; VEC(Message *) msgs; Expr *entries, *hold; } Join;

struct Port {
    Str name, doc; Pos pos; PortKind kind;
    Expr *key;                       /* PORT_MEMORY: number of the line there, over V_KEY; NULL: the key itself */
    Controller *probed; Store *probe; /* PORT_BLOCK: requests look into this store of that controller, or NULL */
    const Block *block;              /* PORT_BLOCK: the unit that stands in the tile, or NULL: it leads out */
    VEC(PlaceAttr) sizes;            /* of the unit */
    Type *id_type;                   /* PORT_CORE */
    Expr *gpus;                      /* PORT_CORE: so many GPUs share the instances; NULL: it says nothing of GPUs */
    VEC(Network *) nets;             /* PORT_IN takes, PORT_OUT gives */
    VEC(Join *) joins;               /* PORT_IN: at most one for each network */
    VEC(PortMsg) requests;           /* MEMORY/BLOCK: what rows send; CORE: replies are below */
    VEC(PortMsg) replies;            /* CORE */
    VEC(Event *) events;             /* base events that this port brings */
};

typedef enum {
    EV_CORE,
    EV_MESSAGE,
    EV_PORT,
    EV_EVICT,
    EV_TIMER,
    EV_WAKE,
    EV_SWEEP,
    EV_SWEPT,
    EV_WISH,
    EV_OVERFLOW
} EventKind; /* SWEEP: a line at which a sweep is; SWEPT: after its last one; OVERFLOW: instead of a row with a sum
                that does not fit */

/* All lines of a store that are in one of these states, and for which `where` (over the line's fields and registers;
 * NULL: all) holds, in the order of their places, `pace` cycles from one place to the next at least (NULL: 1). busy: a
 * register, from <start> to `end`. */
typedef struct Sweep {
    Str name; Pos pos;
    Store *store;
    VEC(State *) in;
    Expr *where, *pace;
    Var *busy;
    Event *visit, *end;
    int id;                          /* index into Controller.sweeps */
} Sweep;
/* A count of answers to come. open: a register, from the first <expect> to `all`; after: not before this sweep is over,
 * or NULL. */
typedef struct Gather { Str name; Pos pos; Var *count, *open; const Sweep *after; Event *all; } Gather;

struct Event {
    Str name, doc; Pos pos;
    EventKind kind;
    Port *port;                      /* CORE, PORT, MESSAGE (the in port) */
    Message *msg;                    /* MESSAGE */
    PortMsg *def;                    /* CORE, PORT: its fields (and stamps) */
    Store *store; Waiters *waiters;  /* EVICT; WAKE: of which place */
    State *in;                       /* WAKE: the state of the key */
    Sweep *sweep;                    /* SWEEP, SWEPT */
    Var *over;                       /* a register that is false from this event on, or NULL */
    Event *base;                     /* refinement of; NULL for a base event */
    Expr *when;                      /* refinement test, timer/wake/wish condition or period */
    bool otherwise;                  /* last refinement */
    bool keyless; /* about no key: at a controller with key its rows are those of <in> without state= */
    bool periodic;                   /* TIMER: when is the period */
    bool hidden;                     /* a base whose refinements are complete: has no rows of its own */
    VEC(Event *) refinements;        /* of a base, in order */
    int code;                        /* base events: the number used at the transition function's event input */
    int id;                          /* index into Controller.events */
    int64_t class_;                  /* network class; core = -1, memory/block/evict/timer = INT_MAX-like large */
};

/* ---- states and rows ---- */

typedef enum { AT_NONE, AT_STORE, AT_WAITERS, AT_PLAIN } StateAt;
struct State {
    Str name, doc; Pos pos;
    StateAt at; Store *store; Waiters *waiters;
    bool stable, initial;
    int id;                          /* index; the initial state is moved to 0 */
    bool entered;                    /* some row goes there */
};

typedef struct View { Str name, doc; Pos pos; VEC(State *) of; VEC(Event *) events; Expr *when; State *as; } View;

typedef enum {
    A_SET, A_WRITE, A_APPLY, A_SEND, A_MULTICAST, A_REQUEST, A_REPLY,
    A_ALLOCATE, A_FREE, A_PARK, A_REPLAY, A_DONE, A_LOCK, A_UNLOCK, A_WAKE, A_WALK, A_START, A_GO, A_CHOOSE,
    A_ERROR, A_LET, A_EACH
} ActionKind;

#include "ir/performs.h"

/* How opaque bits come into a field that holds some: in their place, beside them, and those bits go. Of the mask of a
 * write: the bytes under it, and with JOINS_WITHOUT all others. */
typedef enum { JOINS_NOT, JOINS_OR, JOINS_WITHOUT } Joins;

/* value: for opaque fields an E_VAR of an opaque variable. If its type is not the field's, then a part of it, and the
 * next assignment gives the number of the part: one with `part`, for a field that no message has. */
typedef struct { Field *field; Str name; Expr *value; Pos pos; bool part; } Assign;
typedef struct { Expr *test; Action *body; Pos pos; } Branch;          /* test NULL: otherwise */

struct Action {
    ActionKind kind; Pos pos; Action *next;
    Var *dst;                        /* SET, WRITE, APPLY, LET */
    Expr *place;                     /* SET of a register of an array: which (E_ELEM), else NULL */
    const Bound *index;              /* EACH: the body once for each of its values, from 0 on */
    Expr *value;                     /* SET, LET; WRITE: the data (E_VAR) */
    Expr *mask;                      /* WRITE: E_VAR of a mask, or NULL */
    Joins joins, under;              /* WRITE: how the data come in; how the mask is meant */
    Message *msg; PortMsg *def; Port *port; /* SEND/MULTICAST; REQUEST and REPLY */
    Expr *to;                        /* SEND: a node; MULTICAST: a bit vector over instances of ctl */
    Expr *key;                       /* SEND, MULTICAST: what the message is about; NULL: the row's key */
    Controller *ctl;
    VEC(Assign) assigns;             /* SEND..REPLY: one per field, in the order of declaration; APPLY: its operands */
    const Block *block; Var *result; /* APPLY: the data path; the name of the bytes that it writes, or NULL */
    Str what;                        /* APPLY: its kind; ERROR: why; WAKE: pick rule */
    Store *store; Waiters *waiters;  /* ALLOCATE (both possible), FREE, PARK, REPLAY, DONE, LOCK, UNLOCK, WAKE, WALK */
    bool must_hit;                   /* REPLAY first="must-hit" */
    State *go;
    const Sweep *sweep;              /* START */
    VEC(Branch) branches;            /* CHOOSE */
    Action *body; Expr *where;       /* WALK; body: EACH */
    bool parked; /* SET in a WALK over waiters: the field of every parked occurrence; dst is a V_ARG or V_STAMP */
    int performs;                    /* PERFORMS_* */
    Expr *time, *by, *thread;        /* with performs: at what time, a node, a thread of its core port; or NULL */
    int id;                          /* number among those of the controller: 0 to Controller.n_actions - 1 */
};

typedef enum { ROW_ON, ROW_STALL, ROW_NEVER } RowKind;
typedef struct Row {
    RowKind kind; Pos pos;
    Str why, doc;
    Expr *when;
    Action *body;
    int id;                          /* index into Controller.rows, in file order */
    bool implied;                    /* made by the tool (evict where no victim can be) */
} Row;

/* The rows of one (state, event) pair in file order: guarded ones first, at most one without a guard, last. */
typedef struct Cell { VEC(Row *) rows; Pos star; } Cell;

/* test, or for scope system `system`; cover: it need not always hold, but somewhere. */
typedef struct Invariant { Str name, doc, scope, text; Pos pos; Expr *test, *system; bool cover; } Invariant;
/* Whenever `when` holds of an instance and line, some time later `leadsto` (text: as written). */
typedef struct Progress { Str name, doc, text; Pos pos; Expr *when, *leadsto; } Progress;
typedef enum { SRC_PORT, SRC_NETWORK, SRC_REPLAY, SRC_EVICT, SRC_LEVEL } SourceKind; /* LEVEL: timer, wake, wish */
typedef struct Source { SourceKind kind; Port *port; Network *net; Event *event; Waiters *waiters; Str name; } Source;

struct Controller {
    Str name, doc; Pos pos;
    Type *key; Expr *stages; Pos stages_pos; /* no key: no address. stages: cycles from choice to decision, NULL: 1 */
    VEC(Param *) params;             /* its own */
    VEC(Var *) vars;                 /* all variables, each once */
    VEC(Var *) regs;                 /* V_REG, V_INPUT in order of declaration */
    VEC(Var *) clocks;               /* V_CLOCK, one for each clock of the protocol */
    VEC(Array *) arrays;
    VEC(Var *) args;                 /* V_ARG and V_STAMP: union over all occurrences, by name */
    VEC(Store *) stores; VEC(Waiters *) waiters; VEC(Port *) ports;
    bool indices;                    /* some expression or action has one */
    bool forgets;                    /* some row frees one of them as a whole */
    VEC(Store *) behind; /* stores without entries that could be looked up: what backs others, and the memory */
    VEC(Event *) events;             /* base events and refinements, a refinement after its base */
    VEC(Event *) base_events;        /* in order of code */
    VEC(State *) states; VEC(View *) views;
    VEC(Sweep *) sweeps; VEC(Gather *) gathers;
    VEC(Source) sources;             /* priority order, best first; complete */
    VEC(Row *) rows;
    Cell *cells;                     /* [state->id * events.n + event->id]; hidden base events have empty cells */
    VEC(Invariant) invariants; VEC(Progress) progresses;
    struct { Names params, vars, idents, args, stores, waiters, ports, events, states, arrays; } by; /* their names */
    int n_actions;                   /* of all rows; macros and branches count with each use */
    int id;
};

#include "ir/clock.h"
#include "ir/system.h"

typedef struct Protocol {
    Str name, doc; const char *file; Pos pos;
    VEC(Param *) params;             /* the protocol's first, then each controller's */
    VEC(Rule) rules; VEC(Type *) types;          /* types: built-in bool, node, int first */
    VEC(Network *) nets; VEC(Message *) msgs; VEC(Controller *) ctls;
    VEC(System *) systems; VEC(struct SearchPlan *) plans; VEC(Clock *) clocks;
    struct { Names params, types, nets, msgs, ctls; } by;        /* their names; params: not of controllers */
    Type *t_bool, *t_node, *t_int;
    Type *time;                      /* of all times at which accesses take effect, NULL: no row says one */
    const Blocks *blocks; bool unbuilt;          /* the kinds that it could name; one that it does has no module */
} Protocol;

/* ---- values of parameters ---- */

/* One value per parameter (index Param.id). */
typedef struct { const Protocol *p; int64_t *value; } ParamEnv;

/* The first operation of an expression that has no value: it leaves 32 bits (wide: 64), divides by 0, ...; x, y: its
 * operands. */
__extension__ typedef __int128 ParamInt;
typedef struct { const Expr *at; ParamInt x, y; bool wide; } ParamFault;
/* Value of an expression over parameters and literals only; 0 where it has none (value.c). */
int64_t param_eval(const ParamEnv *env, const Expr *e);
/* The same; false where it has none: *fault (or NULL) says why, and is left alone otherwise. */
bool    param_value(const ParamEnv *env, const Expr *e, int64_t *out, ParamFault *fault);
/* Whether the value is one of a number of `width` bits. */
bool    param_fits(const ParamEnv *env, const Expr *e, int width, bool is_signed);
/* "7 / 0 divides by 0" */
Str     param_fault_text(Arena *a, const ParamFault *f);
/* A constant of a row that is computed in 64 bits. */
bool    expr_is_wide(const Expr *e);
/* Width in bits of a type; node: clog2 of all instances of the first system, at least 1. */
int     type_width(const ParamEnv *env, const Type *t);
/* Number of values of a type; INT64_MAX for all widths above 62. */
int64_t type_values(const ParamEnv *env, const Type *t);
/* Whether the variable is there: a register of an array may be one too many for these values. */
bool    var_there(const ParamEnv *env, const Var *v);
/* How many registers an array has at the greatest parameters. */
int     array_registers(const Array *x);
/* The register of an array with these numbers (the second one where it has two); NULL: there is none. */
const Var *array_at(const ParamEnv *env, const Array *x, const uint64_t *at);
/* Number of instances of a controller, and the node id of its first one, in a system. */
int64_t place_count(const ParamEnv *env, const System *s, const Controller *c);
int64_t place_base(const ParamEnv *env, const System *s, const Controller *c);
int64_t node_count(const ParamEnv *env, const System *s);
/* The controller whose instances are the homes that an expression (E_HOME, E_AT) speaks of, or NULL. */
const Controller *system_home(const System *s, const Expr *e);

/* ---- building ---- */
struct Node;
/* Tree to IR: names resolved, expressions typed, macros and `as` expanded. NULL only if nothing useful could be built;
 * errors are in d. */
Protocol *ir_build(Arena *a, Diags *d, const struct Node *root);
/* The same with the kinds of `blocks`, where ir_build has the stock ones. */
Protocol *ir_build_with(Arena *a, Diags *d, const struct Node *root, const Blocks *blocks);
/* NAME=VALUE, n times. */
typedef struct { const Str *at; int n; } ParamSets;
/* The defaults, then the first system's (or `system`'s) settings, then name=value overrides; ranges, in-lists and rules
 * checked. False on error. */
bool param_env(Arena *a, Diags *d, const Protocol *p, const System *system, ParamSets sets, ParamEnv *out);

/* ---- stores and waiters, as their manifests speak of them (place.c) ---- */

/* A size by its name; NULL: not given, and there is no default. */
Expr *store_attr(const Store *s, Str name);
Expr *waiters_attr(const Waiters *w, Str name);
/* The field that orders what is parked, or NULL. */
static inline Var *waiters_order(const Waiters *w) { return w->least ? w->least : w->greatest; }
/* Some row parks an occurrence of this event in w (NULL: anywhere); this field of the occurrence is kept with it. */
bool ctl_parks_event(const Controller *c, const Waiters *w, const Event *base);
bool ctl_parks_arg(const Controller *c, const Waiters *w, const Var *v);
bool waiters_parked_in(const Controller *c, const Waiters *w);          /* some row parks in it */
/* The state of a key can be kept there: some state is `at` it, or it is the only store. */
bool store_keeps_state(const Controller *c, const Store *s);
bool waiters_keep_state(const Controller *c, const Waiters *w);
bool ctl_whole_state(const Controller *c);      /* nowhere: the state is one of the whole controller, not of a key */
/* Lines in this state may leave. */
bool store_victim(const Store *s, const State *st);
/* The first view of that name, for that state, which depends on lines of the store, registers and inputs alone. */
const View *victim_view(const Controller *c, const Store *s, const Victim *v);
bool victims_read_registers(const Controller *c, const Store *s);       /* one of these views does */
/* A walk that frees each line, over a store that can clear itself: nothing is visited. */
bool walk_clears(const Action *w);
/* One of the two, in a system (NULL: the first) at these values of parameters. */
typedef struct {
    const Protocol *p;
    const ParamEnv *env;
    const System *system;
    const Controller *ctl;
    const Store *store;
    const Waiters *waiters;
    int64_t key;
} PlaceView;
const Block *place_block(const PlaceView *v);
/* A size or a quantity (templates/README.md), for block_eval; ctx: a PlaceView. `key`, for <place>: as it says there.
 */
bool place_lookup(void *ctx, Str name, int64_t *out);
/* The value of an expression of the manifest. False: it has none; *why (or NULL) says why. */
bool place_eval(const PlaceView *v, const BlockExpr *e, int64_t *out, const char **why);

/* ---- small helpers ---- */
static inline Cell *cell_at(const Controller *c, const State *s, const Event *e)
{
    return &c->cells[s->id * c->events.n + e->id];
}
static inline bool sweep_visits(const Sweep *w, const State *s)
{
    for (int i = 0; i < w->in.n; i++) if (w->in.at[i] == s) return true;
    return false;
}
static inline Event *event_base(Event *e) { return e->base ? e->base : e; }
Port   *ctl_port(const Controller *c, Str name);
/* The field of a request that an answer brings back, or NULL: it brings its own. */
const Field *port_brings_back(const PortMsg *asked, const Field *answered);
/* Whether some event of the port brings this field of a request back. */
bool    port_comes_back(const Port *p, const Field *asked);
bool    port_answers(const PortMsg *asked, Str name);   /* the list of its answers has this name */
Join   *port_join(const Port *p, const Network *net);   /* of the messages of this network, or NULL */
int     join_rank(const Join *j, const Message *m);     /* number in its list, or -1 */
Field  *msg_field(const Message *m, Str name);          /* or NULL */
Var    *ctl_arg(const Controller *c, Str name);          /* msg.name / req.name, or NULL */
bool    expr_is_const(const Expr *e);                    /* parameters and literals only */
/* Calls fn for every action of a body, branches included, in order. */
void    actions_walk(const Action *body, void (*fn)(const Action *, void *), void *ctx);
/* Every expression of an action, not those of actions in it. */
void    action_exprs(const Action *x, void (*fn)(Expr *, void *), void *ctx);
/* The variable that the expression itself reads: of an array the first register; NULL: none. */
static inline const Var *expr_reads(const Expr *e) { return e->op == E_VAR || e->op == E_ELEM ? e->var : NULL; }
void    expr_walk(const Expr *e, void (*fn)(const Expr *, void *), void *ctx);
bool    expr_same(const Expr *a, const Expr *b);         /* the same operators of the same operands */
/* Bits of a message: its kind within the network, sender, key (between controllers that have one) and all fields. */
int64_t message_bits(const Protocol *p, const ParamEnv *env, const Message *m);
int code_bits(int n); /* bits of a code in 0..n-1, at least 1 */
#endif
