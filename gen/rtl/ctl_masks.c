/* ctl_masks.c - stage D: masks that lines and entries keep. They are written whole. */
#include "rtl/ctl.h"

Hx ctl_bytes_under(Ctl *k, const OpaqueSource *s)
{
    Hx bytes = ctl_opaque_source(k, s);
    return s->joins == JOINS_WITHOUT ? hx_inv(k->m, bytes) : bytes;
}

static Hx joined(Ctl *k, const OpaqueSource *s, Hx old)
{
    Hx from = ctl_opaque_source(k, s);
    if (s->joins == JOINS_OR) return hx_bor(k->m, old, from);
    return s->joins == JOINS_WITHOUT ? hx_band(k->m, old, hx_inv(k->m, from)) : from;
}

/* From version to version. Whether the row writes one. */
static Hx write_slots(Ctl *k, const Var *v)
{
    HdlModule *m = k->m;
    Hx any = NULL;
    for (int j = 0; j < k->step->slots.n; j++) {
        const Slot *s = k->step->slots.at[j];
        if (s->var != v) continue;
        Hx valid = k->d[ctl_signal(k, SIG_WRITE_VALID, s)]->x, old = k->version[v->id][s->slot]->x;
        HdlName *to = k->version[v->id][s->slot + 1];
        HdlBody *b = hdl_comb(k->s);
        hs_set(b, to->x, old);
        HdlCase *c = hs_case(hs_if(b, valid), k->d[ctl_signal(k, SIG_WRITE_SEL, s)]->x);
        for (int i = 0; i < s->sources.n; i++)
            hs_set(hs_arm(c, hx_lit(m, code_bits(s->sources.n), (uint64_t)i)), to->x,
                   joined(k, &s->sources.at[i], old));
        hs_set(hs_default(c), to->x, old);
        any = hx_or(m, any, valid);
    }
    return any;
}

/* A mask that an entry keeps: a word for each entry, written whole. */
void ctl_entry_mask(Ctl *k, const Var *v, const CtlWait *e)
{
    HdlModule *m = k->m;
    Hx w = rtl_width(k->x, v->type);
    int n = ctl_slots_of(k, v);
    if (n == 0) { /* no row sets it, as `check` has warned */
        hdl_assign(k->s, k->version[v->id][0]->x, hx_zeros(m, w));
        return;
    }
    HdlName *mem = hdl_memory(k->s, rtl_f(k->x, STR_FMT "_q", STR_ARG(v->ident)), w, e->entries);
    hdl_assign(k->s, k->version[v->id][0]->x, hx_bit(m, mem->x, e->d_idx->x));
    Hx any = write_slots(k, v);
    if (any)
        hs_set(hs_if(hdl_clocked(k->s, false).run, hx_and(m, k->d_valid->x, any)), hx_bit(m, mem->x, e->d_idx->x),
               k->version[v->id][n]->x);
    hdl_blank(k->s);
}

/* A mask that a line keeps: a word of whole bytes beside its data. That of a new line is empty. */
void ctl_line_mask(Ctl *k, const Var *v, const CtlStore *l)
{
    HdlModule *m = k->m;
    Hx w = rtl_width(k->x, v->type), eight = hx_int(m, 8),
       bytes = hx_div(m, hx_add(m, rtl_bits(k->x, v->type), hx_int(m, 7)), eight), bits = hx_mul(m, eight, bytes);
    HdlName *kept = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_kept", STR_ARG(v->ident)), bits),
            *next = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_next", STR_ARG(v->ident)), bits);
    HdlInstance *i = hdl_instance(k->s, "cg_ram_be", rtl_f(k->x, "u_" STR_FMT, STR_ARG(v->ident)));
    hdl_in(i, "clk_i", ctl_clk(k));
    hdl_set(i, "BYTES", bytes);
    hdl_set(i, "DEPTH", l->lines);
    hdl_set(i, "AW", l->loc_w);
    hdl_in(i, "re_i", ctl_to_d(k));
    hdl_in(i, "raddr_i", l->loc->x);
    hdl_out(i, "rdata_o", kept->x);
    hdl_assign(k->s, k->version[v->id][0]->x,
               hx_cond(m, l->d_new->x, hx_zeros(m, w), hx_part(m, kept->x, hx_int(m, 0), w)));
    Hx any = write_slots(k, v);
    HdlBody *b = hdl_comb(k->s);
    hs_set(b, next->x, hx_zeros(m, bits));
    hs_set(b, hx_part(m, next->x, hx_int(m, 0), w), k->version[v->id][ctl_slots_of(k, v)]->x);
    Hx writes = l->d_new->x;
    if (any) writes = hx_or(m, any, writes);
    hdl_in(i, "we_i", hx_and(m, k->d_valid->x, writes));
    hdl_in(i, "waddr_i", l->d_loc->x);
    hdl_in(i, "wbe_i", hx_ones(m, bytes));
    hdl_in(i, "wdata_i", next->x);
    hdl_blank(k->s);
}
