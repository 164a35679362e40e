/* parts.h - shared by the files of gen/smt. */
#ifndef CG_SMT_PARTS_H
#define CG_SMT_PARTS_H
#include "smt/smt.h"
#include "lower/lower.h"

typedef struct {
    Arena *a;
    Diags *d;
    const Protocol *p;
    const ParamEnv *env;
    const Step *s;
    const Lowered *l;
    Buf *out;
    int names;                /* of definitions so far */
    Str *let;                 /* by Var.id: the value of a <let>, from there on */
    const struct SmtIndex *index; /* of the indices that the term stands in, the innermost first */
} Smt;
typedef struct SmtIndex { const Bound *of; int64_t value; const struct SmtIndex *next; } SmtIndex;


/* What holds at one point of one path: a term for every signal, for the two kinds of hit, and whether a sum has left
 * its type. */
typedef struct {
    Str *signal;              /* by index of the signal; outputs only */
    Str *store_hit, *wait_hit;/* Bool, by index of the store or waiters */
    Str overflow, error;      /* Bool */
} World;

/* Terms are bit vectors of the width of their type; those of type bool are of sort Bool. */
Str term(Smt *x, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Declares a constant that is equal to t. width 0: Bool. */
void say(Smt *x, Str name, int width, Str t);
/* A name for a term, so that terms stay small. */
Str define(Smt *x, int width, Str t);
Str number(Smt *x, int64_t value, int width);
Str and_(Smt *x, Str a, Str b);
Str or_(Smt *x, Str a, Str b);
/* if c then a else b; a itself when both are the same text. */
Str ite(Smt *x, Str c, Str a, Str b);
/* A bool as it is kept in a signal: one bit; and back. */
Str as_bit(Smt *x, Str b);
Str as_bool(Smt *x, Str bit);

/* The value of e as a t. guard: condition under which its checked sums count; NULL: sums are not checked. */
Str value(Smt *x, World *w, const Expr *e, const Type *t, const Str *guard);
Str condition(Smt *x, World *w, const Expr *e);

/* A signal as terms call it: its port, or a name for its part of the port of an array. */
Str signal_name(Smt *x, int signal);

/* ---- array.c ---- */
/* Of an array whose first register is signal `first`: fn(ctx, its signal) for those that are there, from the high end
 * of the port down. */
void each_element(const Smt *x, int first, void (*fn)(void *ctx, int signal), void *ctx);
/* Of an input, its registers as parts of the port. */
void declare_parts(Smt *x, int first);
/* The port of an output, of terms for its registers. */
Str joined_parts(Smt *x, const World *w, int first);
/* Bits of the port. */
int  port_width(const Smt *x, int signal);
/* E_ELEM, and its register := value (in the form that signals have). */
Str  element(Smt *x, World *w, const Expr *e, const Str *guard);
void set_element(Smt *x, World *w, const LowOp *o, Str v, const Str *guard);
/* E_EVERY to E_FIND. */
Str  quantified(Smt *x, World *w, const Expr *e);

extern const Str smt_true, smt_false;
#endif
