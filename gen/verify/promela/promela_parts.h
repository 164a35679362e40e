/* promela_parts.h - shared by the files that print the Promela model.
 *
 * Of Model only the sizes are used (instances, keys, threads, ways, parameters, the timestamp's type and bound): what
 * the rows and the hardware around them do is printed from the IR and from docs/language.md, section 2, and not from
 * gen/step, gen/lower, gen/eval or the search: two independent readings are compared. */
#ifndef CG_VERIFY_PROMELA_PARTS_H
#define CG_VERIFY_PROMELA_PARTS_H
#include "util/buf.h"
#include "verify/model/types.h"

/* Writes of a cell that are told apart: contents 1 (newest) to 7; 0: none; 8 + t: the write of thread t that has not
 * taken effect. */
enum { WRITES = 7 };

/* version: field that carries a write's time, or NULL. foreign: an expression that is not known here, or NULL. refused:
 * something was said not to be exported. */
typedef struct {
    Arena *a;
    Diags *d;
    const Model *m;
    Buf *out;
    const char *version;
    const Controller *core;
    const Expr *foreign;
    bool refused;
} Pml;

/* A part of the state made of one field: a number, or one for each cell of opaque data, or (elems > 0) one for each
 * register of an array. */
typedef struct { const char *name, *type; Role role; bool cells, sparse; int elems; const Var *var; } Scalar;
typedef struct { VEC(Scalar) of; } Scalars;

/* Where an expression stands: before the actions of a row, among them, after the row (invariants), or nowhere: over the
 * system. */
typedef enum { BEFORE_ROW, IN_ROW, AFTER_ROW, OVER_SYSTEM } Moment;
/* What a name of an invariant over the system stands for: an instance or a key. */
typedef struct Chosen { const Bound *name; int value; const struct Chosen *outer; } Chosen;
/* me, here, line, entry: text of the instance's number, itself, its line and entry of the key. checked: sums are
 * asserted to fit, so they are printed plainly. */
typedef struct {
    Pml *x;
    const CtlModel *k;
    const char *name, *key, *me, *here, *line, *entry;
    Moment at;
    bool checked;
    const Chosen *chosen;
} Site;

/* A line of the model; the text of a name and so on. */
void pml_line(Pml *x, int depth, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
const char *pml_text(Pml *x, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* FILE:LINE without folders. */
const char *pml_pos(Pml *x, Pos at);
const char *pml_state(Pml *x, const Controller *c, const State *s);
const char *pml_event(Pml *x, const Controller *c, const Event *e);
const char *pml_message(Pml *x, const Message *m);
const char *pml_name(Pml *x, Str s);
/* A name that the text of a model declares twice, or NULL. */
const char *pml_name_twice(Arena *a, const char *text);

/* ---- promela_expr.c ---- */
Site pml_site(Pml *x, const CtlModel *k, Moment at);
/* The stored state of a key. */
const char *pml_stored(Pml *x, const CtlModel *k, const char *here, const char *line, const char *entry);
const char *pml_expr(const Site *w, const Expr *e);
/* Asserts that the sums of a value fit their types. */
void pml_checks(const Site *w, int depth, const Expr *e);
int64_t pml_number(Pml *x, const Expr *e, const Type *t);
/* The register of an array at a place, to read or to set. inside: a condition, or NULL: the index is always within. */
const char *pml_element(const Site *w, const Expr *e, const char **inside);

/* ---- promela_types.c ---- */
Role pml_role(const Pml *x, const Type *t);
/* A field of the state. What is wider than the checker models is left out, but in messages and arguments it is the
 * number of an operand. */
bool pml_add(Pml *x, Scalars *to, Str name, const Type *t, const Var *v);
/* The number that the core gives with an atomic: each wide operand its own, the second value of an enum. */
int pml_operand(Pml *x, Str arg);
enum { OPERANDS = 4 };
Scalars pml_message_fields(Pml *x, const Network *net);
Scalars pml_args(Pml *x, const Controller *c);
Scalars pml_all_args(Pml *x);
Scalars pml_fields(Pml *x, Var *const *at, int n);
Scalars pml_registers(Pml *x, const Controller *c);
/* Where fields stand: `at`, then the letter, then "_NAME". */
typedef struct { const char *at; char letter; } PmlPart;
/* to := from for each of the fields; from NULL: 0. */
void pml_copy(Pml *x, int depth, const Scalars *s, PmlPart to, const PmlPart *from);
void pml_constants(Pml *x);
void pml_declarations(Pml *x);
/* Registers of an array. */
int pml_elems(const Pml *x, const Array *of);
/* A cell of data: of what data_of names. */
const char *pml_cell(Pml *x, const char *data, const char *cell);

/* ---- promela_net.c ---- */
void pml_networks(Pml *x);

/* ---- promela_join.c ---- */
/* How messages that wait at the port become one; NULL: they do not. */
const Join *pml_join(const CtlModel *k, const Network *net);
bool pml_net_joins(const Pml *x, const Network *net);
void pml_joins(Pml *x, const CtlModel *k);
/* Scratch: the message that is taken, with those that it has been joined with. */
void pml_join_state(Pml *x);
void pml_join_clear(Pml *x);
/* Inlines: a message by itself; takes what was joined out of the network. */
void pml_join_network(Pml *x, const Network *net);
/* Options: the message that was picked, with others. */
void pml_pick_joined(Pml *x, const CtlModel *k);

/* ---- promela_tx.c ---- */
/* Transactions: what pml_ghost is for accesses outside of them. */
void pml_tx_state(Pml *x);
void pml_tx(Pml *x);
/* What a row means for them. */
void pml_tx_finish(Pml *x, const CtlModel *k);
void pml_tx_cut(Pml *x);
/* The thread has accessed something since its last transaction. */
const char *pml_tx_open(Pml *x, int thread);

/* ---- promela_ghost.c ---- */
/* Accesses have logical times. */
bool pml_timed(const Pml *x);
/* Of each write that is somewhere it is known which one comes next. */
bool pml_ordered(const Pml *x);
/* The inline lose_all: what thread t has not made take effect is nowhere any more. */
void pml_lose(Pml *x);
/* An inline that does `op` to each place that holds contents of cell c of key k. */
void pml_each_place(Pml *x, const char *name, const char *op);
void pml_ghost(Pml *x);
/* Zeroes everything: a step has left the bounds. */
void pml_cut(Pml *x);

/* ---- promela_guard.c ---- */
/* False: some row cannot be printed. */
bool pml_guards(Pml *x, const CtlModel *k);
/* ", STATE / EVENT" for each pair that a row is for. */
const char *pml_title(Pml *x, const CtlModel *k, const Row *row);

/* ---- promela_row.c ---- */
void pml_rows(Pml *x, const CtlModel *k, int depth);

/* ---- promela_step.c ---- */
/* Empties a line, an entry. */
void pml_emptying(Pml *x);
void pml_controller(Pml *x, const CtlModel *k);
/* The invariants over the system. */
void pml_system(Pml *x);
/* The core's time after a row. */
const char *pml_core_time(Pml *x, const CtlModel *k);

/* ---- promela_source.c ---- */
void pml_occurrences(Pml *x, const CtlModel *k);
bool pml_takes(const CtlModel *k, const Network *net);
/* The base event is about no key, as a condition; NULL: none is. */
const char *pml_keyless(Pml *x, const CtlModel *k);
/* Entries hold the state of their key. */
bool pml_entry_keeps(const CtlModel *k);
/* The argument that holds the thread. */
const char *pml_id_name(Pml *x, const CtlModel *k);
const Event *pml_evict(const Controller *c);
/* The line of w may be evicted. */
const char *pml_victims(Pml *x, const Site *w);
/* The wake e comes to the line of w, or the wish e (with line 0). */
const char *pml_wakes(Pml *x, const Site *w, const Event *e);
/* Options of the choice between all occurrences. */
void pml_pick_work(Pml *x, const CtlModel *k);
void pml_pick_request(Pml *x, const CtlModel *k);
/* A request of a core becomes the operation in progress of its thread. */
void pml_take_request(Pml *x, const CtlModel *k);

/* ---- promela_process.c ---- */
void pml_process(Pml *x, const CtlModel *k);
void pml_rest(Pml *x);

/* First node of a controller; number of its instances. */
int pml_base(const Pml *x, const Controller *c);
int pml_count(const Pml *x, const Controller *c);
#endif
