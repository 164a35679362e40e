/* ctl_block.c - blocks of stores and waiting places as their manifests describe them, and the entries in them. */
#include "rtl/ctl.h"

/* ---- entries: fields low part first, then the state ---- */

Hx ctl_fields_width(Ctl *k, Hx start, Var *const *fields, int n, const Var *up_to)
{
    Hx w = start ? start : hx_int(k->m, 0);
    for (int i = 0; i < n && fields[i] != up_to; i++)
        if (!fields[i]->type->opaque) w = hx_add(k->m, w, rtl_bits(k->x, fields[i]->type));
    return w;
}

Hx ctl_entry_field(Ctl *k, Hx vector, Var *const *fields, int n, const Var *v)
{
    return hx_part(k->m, vector, ctl_fields_width(k, NULL, fields, n, v), rtl_width(k->x, v->type));
}

static int output_of(const Ctl *k, const Var *v)
{
    for (int i = k->step->n_inputs; i < k->step->signals.n; i++)
        if (k->step->signals.at[i].kind == SIG_VAR && k->step->signals.at[i].var == v) return i;
    return -1;
}

/* Fields and, where one is kept, the state; at least a bit. */
Hx ctl_entry_width(Ctl *k, Var *const *fields, int n, bool state)
{
    Hx w = ctl_fields_width(k, NULL, fields, n, NULL);
    int64_t known;
    if (state) return hx_add(k->m, w, hx_int(k->m, ctl_state_bits(k)));
    return hx_is_int(w, &known) && known == 0 ? hx_int(k->m, 1) : w;
}

Hx ctl_pack(Ctl *k, Var *const *fields, int n, Hx state, HdlName *const *made)
{
    HxList low = { 0 };
    for (int i = 0; i < n; i++) if (!fields[i]->type->opaque) hx_put(k->m, &low, made[output_of(k, fields[i])]->x);
    if (state) hx_put(k->m, &low, state);
    return low.at.n ? hx_concat_low(k->m, &low) : hx_bool(k->m, 0);
}

void ctl_fields_of(Ctl *k, Hx vector, Var *const *fields, int n)
{
    for (int i = 0; i < n; i++)
        if (!fields[i]->type->opaque)
            hdl_assign(k->s, k->field[fields[i]->id]->x, ctl_entry_field(k, vector, fields, n, fields[i]));
}

static Hx quantity(void *ctx, Str name)
{
    const CtlQuantities *q = ctx;
    for (int i = 0; i < q->n; i++) if (str_is(name, q->names[i])) return q->values[i];
    const Expr *e = q->store ? store_attr(q->store, name) : q->waiters ? waiters_attr(q->waiters, name) : NULL;
    return e ? rtl_int(q->k->x, e) : hx_int(q->k->m, 0);
}

Hx ctl_block_value(const CtlQuantities *q, const BlockExpr *e)
{
    return rtl_block_value(q->k->x, e, quantity, (void *)q);
}

HdlInstance *ctl_block_of(Ctl *k, const Block *b, Str name, const CtlQuantities *q)
{
    int notes = q->store ? ctl_notes_of(k, q->store) : 0;
    HdlInstance *i =
        ctl_block(k, notes ? b->noted : b->module, rtl_f(k->x, "u_" STR_FMT, STR_ARG(name)));
    for (int j = 0; j < b->params.n; j++)
        if (k->stages > 1 || !str_is(b->params.at[j].name, "STAGES"))   /* one is what blocks take for granted */
            hdl_set(i, str_z(k->r->a, b->params.at[j].name), ctl_block_value(q, b->params.at[j].value));
    if (notes) hdl_set(i, "NOTE_W", hx_int(k->m, notes));
    hdl_pins(i);
    return i;
}

void ctl_give(HdlInstance *i, const Block *b, const char *role, Hx value)
{
    const char *pin = block_pin(b, role);
    if (pin) hdl_in(i, pin, value);
}

/* A pin of a role that is there becomes this net; of one that is not, nothing. */
bool ctl_get(HdlInstance *i, const Block *b, const char *role, const HdlName *net)
{
    const char *pin = block_pin(b, role);
    if (pin) hdl_out(i, pin, net->x);
    return pin != NULL;
}

/* Figures of the block: read by nobody here, shown by the test bench. */
void ctl_gauges(Ctl *k, HdlInstance *i, const Block *b, Str stem, const CtlQuantities *q)
{
    for (int j = 0; j < b->gauges.n; j++) {
        const BlockGauge *g = &b->gauges.at[j];
        Hx w = g->width ? ctl_block_value(q, g->width) : NULL;
        if (!g->pin) continue;                      /* the test bench computes it */
        int64_t one;
        HdlName *net = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_" STR_FMT, STR_ARG(stem), STR_ARG(g->name)),
                                hx_is_int(w, &one) && one == 1 ? NULL : w);
        hdl_out(i, g->pin, net->x);
    }
}
