/* module.h - the things of a specification as names of one module: parameters, widths, codes, nodes, messages,
 * arithmetic. */
#ifndef CG_RTL_MODULE_H
#define CG_RTL_MODULE_H
#include "hdl/hdl.h"
#include "rtl/rtl.h"
#include "step/step.h"

/* What is made of one specification. */
typedef struct Rtl {
    Arena *a;
    Diags *d;
    const Protocol *p;
    const ParamEnv *env;            /* the values become the defaults of the emitted parameters */
    const EmitOptions *opt;
    const System *sys;
    const Controller *open;         /* left out, or NULL */
    OutSet *out;
    Str design;                     /* lower-case prefix of every module */
    VEC(HdlModule *) modules;       /* written so far */
    VEC(Str) files;                 /* of the file list: modules and blocks */
} Rtl;

typedef struct { HdlName *kind_w, *hdr_w, *bits, *len_w; } RtlNet;
/* Where a row stands in the table. */
typedef struct { int states, events, first_state, event[2]; bool keyed; } RtlSpan;

/* One module under construction. */
typedef struct RtlModule {
    Rtl *r;
    HdlModule *m;
    const Controller *ctl;          /* NULL: the system */
    HdlName **param;                /* by Param.id; NULL: another controller's */
    HdlName **width;                /* by Type.id; NULL: one bit, or a number */
    HdlName **state, **event, **refined;        /* of ctl, by id; event: of base events, by code */
    HdlName **msg, **msg_bits;      /* by index in Protocol.msgs */
    RtlNet *net;                    /* by Network.id */
    HdlName **count, **base;        /* of places: by Controller.id */
    HdlName *nodes, *node_w;
    HdlName *miss;                  /* parameter: a key without a line is shown as zeros (step_hits.c); or NULL */
    HdlName *sends;                 /* parameter: what nothing is sent with is free (step_hits.c); or NULL */
    HdlName *noted;                 /* parameter: comparisons come from outside (step_note.c); or NULL */
    Names fns;                      /* by operation and what it is about */
    RtlSpan *span;                  /* by Row.id; NULL: not known yet */
} RtlModule;

/* ctl NULL: the system. what: behind the design's name, or empty. */
RtlModule *rtl_module(Rtl *r, const Controller *ctl, Str what, Str doc);
HdlStyle rtl_style(const Rtl *r);
/* Seals and prints it into the output set as rtl/NAME.v, with its assertions if it has any. False after an error. */
bool rtl_write(RtlModule *x);

Str rtl_upper(Arena *a, Str s);
/* ROW_V_UPDATE_118: its state, if it has one only; its events, of more than two the first; its line. */
Str rtl_row_name(RtlModule *x, const Row *r);
Str rtl_lower(Arena *a, Str s);
Str rtl_f(const RtlModule *x, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The parameter of the protocol with this name (the tool adds FLIT_BITS, NET_LATENCY, ...). */
Hx rtl_tool_param(RtlModule *x, const char *name);
/* Bits that the network moves per cycle. */
Hx rtl_flit_bits(RtlModule *x, const Network *n);
/* The parameters of an expression are all in this module. */
bool rtl_known(const RtlModule *x, const Expr *e);
/* An expression over parameters, as an integer. */
Hx rtl_int(RtlModule *x, const Expr *e);
/* Whether one over parameters is not 0: one bit. */
Hx rtl_truth(RtlModule *x, const Expr *e);
/* The greater of two integers, or the lesser: text that is linear in that of both. */
Hx rtl_greatest(RtlModule *x, bool max, Hx a, Hx b);
/* A value of a manifest; lookup: that of a name in it. */
typedef Hx RtlLookup(void *ctx, Str name);
Hx rtl_block_value(RtlModule *x, const BlockExpr *e, RtlLookup *lookup, void *ctx);
/* Bits of a type; NULL: one (bool). */
Hx rtl_width(RtlModule *x, const Type *t);
/* The same where a number is wanted: 1 for bool. */
Hx rtl_bits(RtlModule *x, const Type *t);
Hx rtl_code_width(RtlModule *x, int bits);      /* NULL: one bit */
Hx rtl_zeros(RtlModule *x, const Type *t);
/* A constant of a type. */
Hx rtl_const(RtlModule *x, const Expr *e, const Type *t);
/* One that has its type's width also in a comparison. */
Hx rtl_sized(RtlModule *x, const Expr *e, const Type *t);
Hx rtl_state(RtlModule *x, const State *s);
Hx rtl_event(RtlModule *x, const Event *base);
Hx rtl_refined(RtlModule *x, const Event *e);
Hx rtl_msg(RtlModule *x, const Message *m);     /* its kind */
Hx rtl_msg_bits(RtlModule *x, const Message *m);
Hx rtl_msg_flits(RtlModule *x, const Message *m);       /* of the network's LEN_W */
const RtlNet *rtl_net(RtlModule *x, const Network *n);
/* Where the fields of a message begin. */
Hx rtl_msg_body(RtlModule *x, const Message *m);
Hx rtl_key_width(RtlModule *x);
Hx rtl_count(RtlModule *x, const Controller *c);
Hx rtl_base(RtlModule *x, const Controller *c);
/* Kinds of requests, replies and events of a port: constants PORT_NAME. */
Hx rtl_port_code(RtlModule *x, const Port *p, Str name, int code, int n, char what);
bool rtl_net_keyed(const Protocol *p, const Network *n);
/* What a module's parameters are called in another one (hdl_into, hdl_instance_of): ctx is the RtlModule of the other.
 */
Hx rtl_map_param(void *ctx, HdlModule *m, const HdlName *param);
/* Parameters of `of` in `x`: hdl_instance_of with the right names. */
HdlInstance *rtl_instance(RtlModule *x, HdlScope *s, const RtlModule *of, Str name);

/* A function made once for an operation and what it is about, or NULL: then rtl_fn_made. */
HdlName *rtl_fn(RtlModule *x, const char *op, const void *a, const void *b);
HdlName *rtl_fn_made(RtlModule *x, const char *op, const void *a, const void *b, HdlName *fn);

/* ---- expressions inside a module ----
 * Functions of a type are for constants and for continuous assignments. In a process their work is done by statements
 * on registers, because Verilator numbers the calls of all instances of a module, and then compiles each of them
 * anew. */
typedef struct {
    Str stem;
    HdlName *name;
    Hx value;                                   /* what it has in this statement, or NULL */
    HdlBody *at;                                /* where it got it */
} RtlTemp;
typedef struct {
    HdlBody *cleared;                           /* the head of the process: no latches */
    VEC(RtlTemp) all;
    int used;                                   /* of these in this statement */
    bool said;                                  /* the remark about values that are compared in pairs is there */
} RtlTemps;
/* The loop over the values of an index, and those around it. */
typedef struct RtlIndex { const Bound *of; const HdlName *at; const struct RtlIndex *next; } RtlIndex;
typedef struct RtlExpr {
    RtlModule *x;
    Hx (*var)(void *ctx, const Var *v);         /* how a variable is called here; NULL: the key */
    void *ctx;
    HdlBody *before;                            /* where checked sums go; NULL: additions are not checked here */
    Hx overflow;                                /* the register that collects their carries */
    Hx guard;                                   /* condition under which a sum counts, or NULL */
    bool homes_made;                            /* the nodes of the key's homes have nets already */
    RtlTemps *temps;                            /* intermediate values of the process; NULL: functions give them */
    HdlBody *at;                                /* where they are made, with temps */
    const Expr *root;                           /* whose value needs no intermediate name, or NULL */
    const RtlIndex *index;
    HdlScope *scope;                            /* where its nets are declared; NULL: in the module */
    /* A variable that is one of two values: of[0] ? of[1] : of[2]. Comparisons with both are made, then chosen from.
     * NULL: none is known. */
    bool (*either)(void *ctx, const Var *v, Hx of[3]);
    Hx (*noted)(void *ctx, const Expr *e);      /* a comparison that has been made already, else NULL; or NULL */
} RtlExpr;
Hx rtl_expr(RtlExpr *c, const Expr *e);
/* As an operand of type t: constants are of that type. */
Hx rtl_value(RtlExpr *c, const Expr *e, const Type *t);
/* The value of e as a name, so that it can be mentioned more than once, or bit by bit: with temps. */
Hx rtl_mentioned(RtlExpr *c, const Expr *e, Hx value);
/* An integer as a node; stem: of the constant that has it if nothing does. The node of a controller's first instance.
 */
Hx rtl_as_node(RtlModule *x, Str stem, Hx n);
Hx rtl_first_node(RtlModule *x, const Controller *c);
/* A wire with the node of the key's home. */
HdlName *rtl_home(RtlModule *x, const Controller *home, Hx key);
/* The same as a function of a key. */
HdlName *rtl_home_function(RtlModule *x, const Controller *home);
#endif
