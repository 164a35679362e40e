/* verilog.h - shared by the files that print Verilog; the door of this folder is emit.h. */
#ifndef CG_EMIT_VERILOG_H
#define CG_EMIT_VERILOG_H
#include "emit/emit.h"
#include "lower/lower.h"
#include "util/text.h"

/* Declarations that a module might need, in dependency order; only those its text mentions are printed.
 * clash: set to the name when two different things want it. */
typedef struct { Str name, text; bool used, derived; } Decl; /* derived: printed in the parameter list */
typedef struct { Arena *a; VEC(Decl) at; Str clash; } Decls;

void decl(Decls *d, Str name, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Marks what body (and, transitively, what used declarations) mention. */
void decls_mark(Decls *d, const Buf *body);

/* A set of identifiers. */
typedef struct { Str *slot; int size, n; } Words;

typedef struct {
    Arena *a;
    Diags *d;
    const Protocol *p;
    const ParamEnv *env;          /* the values become the defaults of the emitted parameters */
    const EmitOptions *opt;
    System *sys;
    const Controller *open;             /* left out, or NULL */
    bool hidden;                  /* modules are not written: those of the controller that is left out */
    OutSet *out;
    Str design;                   /* lower-case prefix of every module */
    VEC(Str) files;               /* modules written so far */
    Words words;                  /* identifiers in them */
} Emit;

/* One module under construction. */
typedef struct {
    Emit *e;
    const Controller *ctl;              /* NULL: the system */
    Decls params, consts, funcs;  /* params: `parameter integer NAME = default`; consts: localparams; funcs: functions */
    Buf body;
    VEC(Str) ports;               /* complete port declarations */
    VEC(Str) unused;              /* signals that are deliberately not (fully) read */
    Str checks;                   /* name of the assertions to include, or empty */
} Module;

Module *module_new(Emit *e, const Controller *ctl);
void module_port(Module *m, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void module_unused(Module *m, Str signal);
/* module_unused for those of the n inputs that the body, as printed so far, does not read. */
void module_unread(Module *m, const Str *inputs, int n);
/* The module includes checks/<name>_checks.vh when COHGEN_CHECKS is defined; parameters that the checks mention become parameters of m. Before module_write(m). */
void module_include_checks(Module *m, Module *checks, Str name);
/* Prints that file: the text of checks, and the declarations that it needs and m does not have. After module_write(m). */
void module_write_checks(Module *checks, const Module *m, Str name);
/* Prints the declarations that its body mentions, or `named` does, and the body, as an include file rtl/<name>.vh. */
void module_write_header(Module *m, Str name, Buf *named, const char *doc);
/* Prints the whole file: banner, parameters, ports, declarations, body; adds it to the output set as rtl/<name>.v. */
void module_write(Module *m, Str name, const char *doc);

/* ---- names ---- */
Str upper(Arena *a, Str s);
Str lower(Arena *a, Str s);
/* Letters, digits, underscore only. */
Str ident(Arena *a, Str s);
Str f(Emit *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
#define Z(e, s) str_z((e)->a, (s))
/* What stands in a comment: everything that is not written by the tool itself goes through it. */
Str v_comment(Emit *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* "[TS_W-1:0] " or "" for one bit. The width's constant is declared in the module when used. */
Str v_range(Module *m, const Type *t);
/* The name of the constant that holds a type's width; "1" for bool. */
Str v_width(Module *m, const Type *t);
Str v_bits(Module *m, int n);                     /* "[n-1:0] " or "" */
/* An expression over parameters, as an integer expression. */
Str v_param_expr(Module *m, const Expr *x);
/* A constant of a type: literal, or a typed localparam made of parameters. */
Str v_const(Module *m, const Expr *x, const Type *t);
/* Largest of several integer constants, as an expression; intermediate results become constants called <stem>_MAX_i. */
Str v_max(Module *m, Str stem, const Str *name, int n);

/* Declares everything a module may need: parameters, widths, states, events, node numbers, message sizes. */
void declare_all(Module *m);
Str  state_const(Module *m, const State *s);      /* STATE_... */
Str  event_const(Module *m, const Event *x);      /* EVENT_... base codes */
Str  refined_const(Module *m, const Event *x);    /* CASE_... */
Str  msg_const(Module *m, const Message *x);      /* MSG_... */
Str  msg_width(Module *m, const Message *x);      /* MSG_..._BITS */
Str  ctl_memory_name(const Controller *c);             /* its memory port or store of kind memory; empty: none */
bool net_keyed(const Protocol *p, const Network *n); /* some message of the network has a key */

/* ---- expressions inside a module ---- */
typedef struct {
    Module *m;
    Str (*var)(void *ctx, Var *v);                /* how a variable is called here */
    void *ctx;
    Buf *before;                                  /* where hoisted statements go; NULL: additions are not checked here */
    int indent;
    int *temps;                                   /* number of checked sums so far */
    VEC(Str) *sums;                               /* declarations of their registers */
    const char *overflow;                         /* the register that collects their carries */
    Str guard;                                    /* condition under which a sum counts, or empty */
} ExprCtx;
Str v_expr(ExprCtx *x, const Expr *e);

/* ---- the parts of a design ---- */
/* Each returns the finished module, NULL if it cannot be built (reported). */
Module *emit_step(Emit *e, const Lowered *l);
/* What walks do to each key, one module for all walks of the controller; NULL if it has none. */
Module *emit_walk(Emit *e, const Lowered *l);
/* What a walk asks for that it cannot have, or NULL: then the module knows what it does. */
const char *walk_unbuilt(const Row *row, const Action *walk);
/* A walk that frees each line of a hashed store, and nothing else. With a free of the filter behind it the store clears itself. */
bool walk_clears(const Action *walk);
bool walks_visit(const Step *s);       /* some walk is another one: it visits place after place, and there is a module of walks */
bool walk_input(const Signal *g);      /* signals of the transition function that it has too */
bool walk_output(const Signal *g);
Module *emit_controller(Emit *e, Step *s, const Module *step, const Module *walk);
/* <design>_messages.vh: what a module outside needs to send and take messages. */
void emit_messages(Emit *e);
/* The blocks that the modules written so far instantiate, and the file list <design>.f. */
void emit_blocks(Emit *e);
Module *emit_system(Emit *e, Step **steps, Module **ctls);
/* ".NAME(VALUE), ..." for the parameters that a finished module has, in the names of module m. */
Str v_param_list(Module *m, const Module *of);

/* The parameter of this name of the protocol (the tool adds FLIT_BITS, NET_LATENCY, ...). */
Param *v_param(Emit *e, const char *name);
#endif
