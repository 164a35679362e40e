/* build.h - shared by the files that turn the node tree into the IR; not for other stages. */
#ifndef CG_IR_BUILD_H
#define CG_IR_BUILD_H
#include "ir/ir.h"
#include "read/read.h"

/* A macro or function. */
typedef struct { const Node *node; bool used; } Definition;

typedef struct {
    Arena *a; Diags *d; Protocol *p; const Node *root;
    int expansions;              /* of macros and functions so far */
    Names definitions;           /* macros and functions: Definition */
    VEC(Definition *) defined;   /* the same in the order of the file */
    Names systems;
} Build;

/* Arguments of the macro or function being expanded. */
typedef struct Binding { Str name; Expr *value; } Binding;
typedef struct Scope {
    Build *b;
    Controller *ctl;             /* NULL at the top level */
    const Binding *bind; int n_bind;
    const struct Scope *caller;  /* positions of the expansion, for notes */
    int depth;                   /* of macro and function expansion */
    const Action *over;          /* the <walk> in whose body this is, or NULL */
    const Action *each;          /* the <each> in whose body this is, or NULL */
    bool system;                 /* an invariant over the system: instances and lines are named in it */
    Expr *home_key;              /* the key that `home` is of, NULL: the own one */
} Scope;

enum { EXPANSION_DEPTH_MAX = 16, EXPANSIONS_MAX = 50000, TERMS_MAX = 20000 };
/* Counts one; false, with an error the first time, when there are too many: nested expansions multiply. */
bool expansion_allowed(Build *b, Pos at);

/* ---- expr.c: text of an attribute to a typed expression ---- */
/* want: the type the place needs (NULL: whatever it has). An error has been reported when the result is NULL. */
Expr *expr_attr(const Scope *s, const Node *n, const char *attr, Type *want);
/* An expression over parameters only. */
Expr *expr_param_attr(const Scope *s, const Node *n, const char *attr);
/* A destination: E_VAR, or E_ELEM. */
Expr *expr_place(const Scope *s, const Node *n, const char *attr);
/* Its variable. */
Var  *expr_lvalue(const Scope *s, const Node *n, const char *attr);
Expr *expr_new(Arena *a, ExprOp op, Type *t, Pos at);
/* Makes e a value of type t if it can adapt; reports otherwise. */
Expr *expr_adapt(Build *b, Expr *e, Type *t);
Expr *expr_text(const Scope *s, const Node *n, const char *attr, Str text, Type *want);

/* Terms of the expression with each value of an index written out, at most TERMS_MAX + 1. */
int expr_terms(const Expr *e);
/* Something in an expression of this scope has the name. */
bool expr_has_meaning(const Scope *s, Str name);
/* Name of a function of the language itself. */
bool expr_is_builtin(Str name);
/* A "macro" of this controller (owner: its name, or empty) or of all, a "function"; or NULL. */
Definition *find_definition(Build *b, const char *element, Str owner, Str name);

/* ---- build_ctl.c ---- */
void build_controllers(Build *b);
Type *find_type(Build *b, Str name);
/* The type of that name, or NULL after an error. */
Type *named_type(Build *b, Str name, Pos at);
Type *attr_type(Build *b, const Node *n, const char *attr);
Var  *ctl_var(Controller *c, VarKind k, Str name, const void *owner);
typedef struct { Str name, ident; } VarName;    /* ident: in the emitted text */
Var  *add_var(Build *b, Controller *c, VarKind k, VarName name, Type *t, Pos at);
/* found: says that the name of n is declared twice. */
bool twice(Build *b, const Node *n, bool found);
Controller *find_ctl(Build *b, Str name);
Message *find_msg(Build *b, Str name);
Network *find_net(Build *b, Str name);
Param *find_param(const Protocol *p, const Controller *c, Str name);
State *find_state(Controller *c, Str name);
Event *find_event(Controller *c, Str name);
Store *find_store(const Controller *c, Str name);
/* A store without entries of its own. */
Store *find_behind(const Controller *c, Str name);
Waiters *find_waiters(const Controller *c, Str name);
/* The attribute, if it is there, names something. */
void  some_word(Build *b, const Node *n, const char *attr, const char *expected);
/* "unknown KIND 'name'", with the closest of the candidates. */
void  unknown_name(Build *b, Pos at, const char *kind, Str name, const Str *candidates, int n);
/* The same of an event; messages that the controller could take are candidates, too. */
void unknown_event(Build *b, Controller *c, Pos at, Str name);
/* The same of a macro or controller, a waiting place (waiters) or store (stores) of c. */
void unknown_macro(Build *b, Controller *c, Pos at, Str name);
void unknown_controller(Build *b, Pos at, Str name);
void unknown_place(Build *b, Controller *c, Pos at, Str name, bool stores);
bool  check_name(Build *b, const Node *n, const char *attr, Str *out);
bool  build_fresh(Build *b, const Node *n, const char *kind, bool taken); /* taken: reports it, false */
void  build_network(Build *b, const Node *n);
void  build_param(Build *b, const Node *n, Controller *owner);

void check_ident(Build *b, Controller *c, const Var *v);

/* ---- build_places.c: a store, what backs it, a waiting place, its order ---- */
void build_probes(Build *b);
/* build_wires.c: inputs that show registers of other controllers. */
void build_wires(Build *b);
/* build_clocks.c: <clock>; then, before anything of a controller is read, the clocks as it sees them. */
void build_clock(Build *b, const Node *n);
void build_clock_vars(Build *b, Controller *c);
void build_port_key(Build *b, Controller *c, const Node *n);
void build_store(Build *b, Controller *c, const Node *n);
void build_backing(Build *b, Controller *c, const Node *n);
void build_waiters(Build *b, Controller *c, const Node *n);
void build_order(Build *b, Controller *c, const Node *n);

/* The block of a kind=, or NULL after an error that lists the known ones. */
const Block *find_kind(Build *b, const Node *n, BlockSort sort, const char *attr);
/* The sizes that the manifest of the unit behind a port speaks of; other attributes are mistakes. */
void build_unit_sizes(Build *b, Controller *c, Port *p, const Node *n);

/* ---- build_events.c ---- */
void build_port(Build *b, Controller *c, const Node *n);
/* build_requests.c: what an event of a port says of the request; and what posted stores want of the whole port. */
void build_request(Build *b, const Port *p, PortMsg *q, const Node *k);
void check_posted(Build *b, const Port *p, const Node *n);

/* build_units.c: the unit behind a block port and what the port says fit. */
void check_unit(Build *b, const Port *p, const Node *n);
/* After the ports: events of the messages that the rows speak of; then eviction, timers, wakes, wishes, overflow. */
void message_events(Build *b, Controller *c, const Node *n);
void other_events(Build *b, Controller *c, const Node *n);
/* ---- build_sweeps.c ---- */
/* Their registers and events, after the stores; what they say of states and lines, when all names are known. */
void build_sweep(Build *b, Controller *c, const Node *n);
void build_gather(Build *b, Controller *c, const Node *n);
void finish_sweep(Build *b, Controller *c, const Node *n);
void finish_gather(Build *b, Controller *c, const Node *n);
/* <start>, <expect>, <got>; NULL after an error. */
Action *act_start(const Scope *s, const Node *n);
Action *act_expect(const Scope *s, const Node *n);
Action *act_got(const Scope *s, const Node *n);
/* In front of a row of these events: what is over with them. */
void end_of_sweeps(Build *b, Controller *c, Row *row, Event *const *events, int n);

/* <verify>, after the systems. */
void build_plan(Build *b, const Node *n);

/* <join> of the ports, after the events. */
void build_joins(Build *b, Controller *c, const Node *n);
/* join=, mask= of the fields of a message. */
void build_join_rule(Build *b, const Node *field, Field *x);
void check_join_masks(Build *b, const Message *m);
Event *add_event(Build *b, Controller *c, Str name, EventKind k, Pos at);
/* The same, as an event that something brings by itself. */
Event *add_base_event(Build *b, Controller *c, Str name, EventKind k, Pos at);

/* ---- build_actions.c ---- */
/* The children of a row, of a macro, of a branch. */
Action *build_body(const Scope *s, const Node *parent);

/* ---- build_rows.c ---- */
void build_rows(Build *b, Controller *c, const Node *n);
bool is_true(Str s);
State *state_ref(Build *b, Controller *c, const Node *n, const char *attr, Str name);
/* Refuses a field of a message, or of an event, reply or request of a port, that is called as a signal beside it. */
void field_is_no_signal(Build *b, const Node *f, bool port);
#endif
