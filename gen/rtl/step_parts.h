/* step_parts.h - what the transition function and the module of the walks have in common; not for other files. */
#ifndef CG_RTL_STEP_PARTS_H
#define CG_RTL_STEP_PARTS_H
#include "rtl/array.h"
#include "rtl/transition.h"

typedef struct {
    RtlModule *x;
    const Lowered *l;
    const Step *s;
    HdlName **port;                 /* by index of the signal */
    HdlName **store_there, **wait_there;        /* by index in the controller: the key has a line, an entry by now */
    RtlTemps temps;                 /* of the process */
    HdlName *index;                 /* its loop variable, or NULL */
    HdlName **let;                  /* by Var.id: a value of a <let>, or NULL */
    const RtlIndex *each;           /* the loops around an operation */
    HdlName *known;
    HdlName *event_is, *view_is;    /* one bit for each refined event, state; NULL: there is one event; no view */
    RtlNotes notes;                 /* comparisons that may have been made before: inputs, and what is taken */
    HdlName **note_in, **noted;
    bool walk;                      /* the module of the walks */
    const Action *over;             /* there: the one at hand */
    HdlName **parked, **parked_we;  /* there: by number in Step.parked */
    bool errors;                    /* some row can be an error after all */
} Printer;

/* Ports of the module, by the signals that it has. */
void step_signal_ports(Printer *p);
/* Whether the key has a line, an entry, to begin with; what outputs begin with. */
void step_hits(Printer *p, HdlBody *b);
void step_starts(Printer *p, HdlBody *b);
/* The parameter that says that what has no line is shown as zeros anyway (step_hits.c); what a line's field is read
 * under. */
void step_miss(Printer *p);
Hx step_line(Printer *p, const LowStart *st);
/* The parameter that says that fields of what is not sent are free; what such a field begins with. */
void step_sends(Printer *p);
Hx step_unsent(Printer *p, int signal, Hx zeros);
/* step_note.c: the parameter that says that what views compare comes from outside, the inputs for that, what is taken.
 * A comparison of views as that, or NULL; a stamp that no row has changed yet: of[0] ? of[1] as parked : of[2]. */
void step_note_param(Printer *p);
void step_note_ports(Printer *p);
void step_notes(Printer *p, HdlBody *b);
Hx step_noted(void *ctx, const Expr *e);
bool step_stamp(void *ctx, const Var *v, Hx of[3]);
/* A variable as it is at this point of a row. */
Hx step_current(void *ctx, const Var *v);
void step_operations(Printer *p, HdlBody *b, const LowOp *op);
/* Expressions whose intermediate values are made in b. */
RtlExpr step_expressions(Printer *p, HdlBody *b);
/* Those of an operation: sums in it are checked if it says so. */
RtlExpr step_checked(Printer *p, HdlBody *b, const LowOp *op);

/* ---- step_index.c: LOW_ELEM, LOW_LET, LOW_EACH ---- */
void step_set_element(Printer *p, HdlBody *b, const LowOp *op);
void step_let(Printer *p, HdlBody *b, const LowOp *op);
void step_each(Printer *p, HdlBody *b, const LowOp *op);
#endif
