/* step_index.c - operations on arrays, named values, and those that are repeated. */
#include "rtl/step_parts.h"

void step_set_element(Printer *p, HdlBody *b, const LowOp *op)
{
    RtlExpr c = step_checked(p, b, op);
    p->temps.used = 0;
    rtl_set_element(&c, p->port[op->signal]->x, op->place, op->value);
}

void step_let(Printer *p, HdlBody *b, const LowOp *op)
{
    HdlModule *m = p->x->m;
    const Var *v = op->var;
    RtlExpr c = step_checked(p, b, op);
    if (!p->let[v->id]) {
        p->let[v->id] = hdl_wire(hdl_items(m), v->ident, rtl_width(p->x, v->type));
        hs_set(p->temps.cleared, p->let[v->id]->x, rtl_zeros(p->x, v->type));
    }
    c.root = op->value;
    p->temps.used = 0;
    hs_set(b, p->let[v->id]->x, rtl_value(&c, op->value, v->type));
}

/* The loop variable lives longer than the intermediate values of a statement: each has its own. */
void step_each(Printer *p, HdlBody *b, const LowOp *op)
{
    HdlModule *m = p->x->m;
    HdlName *at = hdl_integer(hdl_items(m), op->index->name);
    RtlIndex index = { op->index, at, p->each };
    hs_set(p->temps.cleared, at->x, hx_int(m, 0));
    p->each = &index;
    step_operations(p, hs_for(b, at, hx_int(m, 0), rtl_values(p->x, op->index->per)), op->body);
    p->each = index.next;
}
