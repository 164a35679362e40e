/* marks.h - where in Seen.marks each thing of a controller has its byte. */
#ifndef CG_VERIFY_MARKS_H
#define CG_VERIFY_MARKS_H
#include "ir/ir.h"

typedef struct { int rows, invariants, states, regs; } Marks;
/* Of the controller with this number; of the one after the last: .rows is the number of all. */
static inline Marks marks_of(const Protocol *p, int ctl)
{
    Marks m = { 0 };
    for (int i = 0; i <= ctl; i++) {
        const Controller *c = i < p->ctls.n ? p->ctls.at[i] : NULL;
        if (i == ctl && c)
            m = (Marks){ m.rows, m.rows + c->rows.n, m.rows + c->rows.n + c->invariants.n,
                         m.rows + c->rows.n + c->invariants.n + c->states.n };
        else if (c) m.rows += c->rows.n + c->invariants.n + c->states.n + c->regs.n;
    }
    return m;
}
#endif
