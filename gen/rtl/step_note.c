/* step_note.c - what views compare: stamps, and what has been compared before the row is chosen (note.c). */
#include "rtl/step_parts.h"

static HdlModule *mod(const Printer *p) { return p->x->m; }

/* No row has changed a stamp yet: it is as parked, or new. */
bool step_stamp(void *ctx, const Var *v, Hx of[3])
{
    const Printer *p = ctx;
    for (int i = 0; i < p->l->starts.n; i++) {
        const LowStart *st = &p->l->starts.at[i];
        if (st->kind != LOW_START_STAMP || p->s->signals.at[st->signal].var != v) continue;
        if (!st->value || st->value->op != E_VAR || st->value->type != v->type || st->input < 0) return false;
        of[0] = p->port[st->when]->x;
        of[1] = p->port[st->input]->x;
        of[2] = step_current(ctx, st->value->var);
        return true;
    }
    return false;
}

/* The parameter that says that the inputs below are set. */
void step_note_param(Printer *p)
{
    p->notes = rtl_notes(p->x->r, p->s->ctl);
    if (p->notes.n) p->x->noted = hdl_param(mod(p), STR("NOTED"), 0);
}

void step_note_ports(Printer *p)
{
    Arena *a = p->x->r->a;
    p->note_in = NEW_N(a, HdlName *, p->notes.n + 1);
    p->noted = NEW_N(a, HdlName *, p->notes.n + 1);
    for (int i = 0; i < p->notes.n; i++) {
        Str name = rtl_note_name(a, &p->notes.at[i]);
        p->note_in[i] = hdl_input(mod(p), rtl_f(p->x, STR_FMT "_i", STR_ARG(name)), NULL);
        p->noted[i] = hdl_wire(hdl_items(mod(p)), name, NULL);
    }
}

void step_notes(Printer *p, HdlBody *b)
{
    HdlModule *m = mod(p);
    if (p->notes.n) hs_note(b, STR("Compared before, or here."));
    for (int i = 0; i < p->notes.n; i++) {
        const RtlNote *n = &p->notes.at[i];
        Hx of[3], with = n->with->kind == V_STAMP && step_stamp(p, n->with, of) ? of[1] : step_current(p, n->with);
        hs_set(b, p->noted[i]->x,
               hx_cond(m, hx_ne(m, p->x->noted->x, hx_int(m, 0)), p->note_in[i]->x,
                       rtl_note_test(m, n, step_current(p, n->field), with)));
    }
}

/* With a stamp: as parked, or new. */
Hx step_noted(void *ctx, const Expr *e)
{
    const Printer *p = ctx;
    const Var *stamp;
    Hx of[3];
    int now = rtl_note_at(&p->notes, e, &stamp);
    if (now < 0) return NULL;
    if (!stamp) return p->noted[now]->x;
    int parked = rtl_note_with(&p->notes, now, stamp);
    if (parked < 0 || !step_stamp(ctx, stamp, of)) return NULL;
    return hx_cond(mod(p), of[0], p->noted[parked]->x, p->noted[now]->x);
}
