/* present.c - see present.h. */
#include "rtl/present.h"

bool rtl_sparse(const Protocol *p, const Network *n)
{
    for (int i = 0; i < p->msgs.n; i++)
        for (int j = 0; p->msgs.at[i]->net == n && j < p->msgs.at[i]->fields.n; j++)
            if (p->msgs.at[i]->fields.at[j].mask.n) return true;
    return false;
}

Hx rtl_most_flits(RtlModule *x, const Network *n)
{
    Hx flit = rtl_flit_bits(x, n), bits = rtl_net(x, n)->bits->x;
    return hx_div(x->m, hx_sub(x->m, hx_add(x->m, bits, flit), hx_int(x->m, 1)), flit);
}

typedef struct { RtlModule *x; HdlScope *s; const Network *net; const char *stem; Hx msg; } Of;

/* Of some parts of a message, side by side from lsb on: the flits that they are in. */
static Hx flits_of(const Of *o, Str name, Hx lsb, Hx n_parts, Hx part_w, Hx parts)
{
    RtlModule *x = o->x;
    HdlName *flits = hdl_wire(o->s, name, rtl_most_flits(x, o->net));
    HdlInstance *i = hdl_instance(o->s, "cg_flits_of", rtl_f(x, "u_" STR_FMT, STR_ARG(name)));
    hdl_set(i, "MSG_W", rtl_net(x, o->net)->bits->x);
    hdl_set(i, "FLIT_W", rtl_flit_bits(x, o->net));
    hdl_set(i, "LSB", lsb);
    hdl_set(i, "PARTS", n_parts);
    hdl_set(i, "PART_W", part_w);
    hdl_in(i, "parts_i", parts);
    hdl_out(i, "flits_o", flits->x);
    return flits->x;
}

static Hx field_lsb(RtlModule *x, const Message *msg, const Field *f)
{
    Hx at = rtl_msg_body(x, msg);
    for (int j = 0; &msg->fields.at[j] != f; j++) at = hx_add(x->m, at, rtl_bits(x, msg->fields.at[j].type));
    return at;
}

/* What is always there: in front of each field with a mask, and behind the last one. And the bytes of the fields. */
static Hx of_message(const Of *o, const Message *msg)
{
    RtlModule *x = o->x;
    HdlModule *m = x->m;
    Hx from = hx_int(m, 0), all = NULL, one = hx_bool(m, 1);
    Str stem = rtl_f(x, "%s_" STR_FMT, o->stem, STR_ARG(rtl_lower(x->r->a, msg->name)));
    int n = 0;
    for (int j = 0; j <= msg->fields.n; j++) {
        const Field *f = j < msg->fields.n ? &msg->fields.at[j] : NULL;
        if (f && !f->mask.n) continue;
        bool empty = j > 0 && msg->fields.at[j - 1].mask.n;
        Hx end = f ? field_lsb(x, msg, f) : rtl_msg_bits(x, msg);
        if (!empty) {
            Hx some = flits_of(o, rtl_f(x, STR_FMT "_%d", STR_ARG(stem), n++), from, hx_int(m, 1),
                               hx_sub(m, end, from), one);
            all = all ? hx_bor(m, all, some) : some;
        }
        if (!f) break;
        const Field *mask = msg_field(msg, f->mask);
        Hx bytes = rtl_bits(x, mask->type), bits = hx_part(m, o->msg, field_lsb(x, msg, mask), bytes);
        all = hx_bor(m, all, flits_of(o, rtl_f(x, STR_FMT "_%d", STR_ARG(stem), n++), end, bytes, hx_int(m, 8), bits));
        from = hx_add(m, end, rtl_bits(x, f->type));
    }
    return all;
}

Hx rtl_present(RtlModule *x, HdlScope *s, const Network *net, const char *stem, Hx msg)
{
    const Protocol *p = x->r->p;
    /* of a name only can a part be taken in Verilog */
    if (!hdl_name_of(msg)) msg = hdl_is(s, rtl_f(x, "%s_whole", stem), rtl_net(x, net)->bits->x, msg)->x;
    Of o = { x, s, net, stem, msg };
    HdlName *present = hdl_wire(s, rtl_f(x, "%s_present", stem), rtl_most_flits(x, net));
    Hx kind = hx_part(x->m, msg, hx_int(x->m, 0), rtl_net(x, net)->kind_w->x), all = NULL;
    hdl_note(s, STR("Which flits carry something: of a field with a mask, those of the bytes under it."));
    for (int i = p->msgs.n - 1; i >= 0; i--) {
        const Message *msg_i = p->msgs.at[i];
        if (msg_i->net != net) continue;
        Hx own = of_message(&o, msg_i);
        all = all ? hx_cond(x->m, hx_eq(x->m, kind, rtl_msg(x, msg_i)), own, all) : own;
    }
    hdl_assign(s, present->x, all);
    return present->x;
}
