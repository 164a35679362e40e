/* ctl_note.c - with three stages L compares fields of lines for the views of R (note.c): of each way beside the choice
 * of the way, of what T writes, of no line. Each with what the register will be in R: whether T changes it is known
 * last. */
#include "rtl/ctl.h"

void ctl_note_nets(Ctl *k)
{
    k->notes = rtl_notes(k->r, k->c);
    k->note_is = NEW_N(k->r->a, Hx, k->notes.n + 1);
}

int ctl_notes_of(const Ctl *k, const Store *s)
{
    int n = 0;
    for (int i = 0; i < k->notes.n; i++) n += k->notes.at[i].field->store == s;
    return n;
}

/* field: NULL for a key without a line. */
static Hx answer(Ctl *k, const RtlNote *n, Hx field, Hx with)
{
    return field ? rtl_note_test(k->m, n, field, with) : rtl_note_zero(k->m, n, with);
}

static Hx in_r(Ctl *k, const RtlNote *n, Hx entry)
{
    const Store *s = n->field->store;
    Hx field = entry ? ctl_entry_field(k, entry, s->fields.at, s->fields.n, n->field) : NULL;
    if (n->with->kind == V_STAMP) return answer(k, n, field, k->l_arg[n->with->id]->x);
    return hx_cond(k->m, k->t_fire->x, answer(k, n, field, ctl_st(k, SIG_VAR, n->with)),
                   answer(k, n, field, k->reg[n->with->id]->x));
}

/* All that are about this store, the first in the lowest bit. */
static Hx answers(Ctl *k, const CtlStore *l, Hx entry)
{
    HxList all = { 0 };
    for (int i = 0; i < k->notes.n; i++)
        if (k->notes.at[i].field->store == l->s) hx_put(k->m, &all, in_r(k, &k->notes.at[i], entry));
    return hx_concat_low(k->m, &all);
}

static HdlName *net(Ctl *k, const CtlStore *l, const char *tail, Hx width)
{
    return hdl_wire(k->s, rtl_f(k->x, STR_FMT "%s", STR_ARG(l->s->name), tail), width);
}

void ctl_note_pins(Ctl *k, HdlInstance *i, CtlStore *l)
{
    HdlModule *m = k->m;
    int n = ctl_notes_of(k, l->s), at = 0;
    if (!n) return;
    l->look_ent = net(k, l, "_look_ent", hx_mul(m, l->ways, l->ent_w));
    l->note = net(k, l, "_note", hx_mul(m, l->ways, hx_int(m, n)));
    l->noted = net(k, l, "_noted", n > 1 ? hx_int(m, n) : NULL);
    for (int j = 0; j < k->notes.n; j++)
        if (k->notes.at[j].field->store == l->s)
            k->note_is[j] = n > 1 ? hx_bit(m, l->noted->x, hx_int(m, at++)) : l->noted->x;
    hdl_pins(i);
    hdl_out(i, "look_ent_o", l->look_ent->x);
    hdl_in(i, "note_i", l->note->x);
    hdl_in(i, "note_none_i", answers(k, l, NULL));
    hdl_in(i, "note_upd_i", answers(k, l, l->ent_d->x));
    hdl_out(i, "note_o", l->noted->x);
}

void ctl_notes(Ctl *k, const CtlStore *l)
{
    HdlModule *m = k->m;
    HdlName *way;
    if (!l->note) return;
    int n = ctl_notes_of(k, l->s);
    hdl_note(k->s, STR("Compared for each way with what registers will be when the row is chosen."));
    HdlScope *in = hdl_for(k->s, STR("g_note"), "place", l->ways, &way);
    HdlName *ent =
        hdl_is(in, STR("ent"), l->ent_w, hx_part(m, l->look_ent->x, hx_mul(m, way->x, l->ent_w), l->ent_w));
    hdl_assign(in, hx_part(m, l->note->x, hx_mul(m, hx_int(m, n), way->x), hx_int(m, n)), answers(k, l, ent->x));
    hdl_blank(k->s);
}
