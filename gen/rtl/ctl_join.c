/* ctl_join.c - <join>: the buffer in front of a network's queue, in which messages of one key and sender become one
 * (cg_join). */
#include "rtl/ctl.h"

/* Fields of all messages that come in here, by name. They wait beside each other in the buffer, the joined bytes in its
 * memory. */
typedef struct { HdlName *kind, *from, **field; } Parts;        /* field: by index in side */
typedef struct {
    Ctl *k;
    const Source *s;
    const Join *j;
    VEC(const Field *) side;
    const Field *data;
    HdlName *in, *bytes, *be, *alone;
    Hx in_valid, next, next_key;    /* the last two: of what comes into the registers; or NULL */
    Parts new, old, out;
} Joining;

static bool taken_here(const Joining *x, int event) { return x->s->port->events.at[event]->msg->net == x->s->net; }
static const Message *message(const Joining *x, int event) { return x->s->port->events.at[event]->msg; }
static const RtlNet *net_of(const Joining *x) { return rtl_net(x->k->x, x->s->net); }

static int side_index(const Joining *x, Str name)
{
    for (int j = 0; j < x->side.n; j++) if (str_eq(x->side.at[j]->name, name)) return j;
    return -1;
}

/* The rule is that of the messages that are joined. */
static void collect(Joining *x, const Message *m)
{
    for (int i = 0; i < m->fields.n; i++) {
        const Field *f = &m->fields.at[i];
        if ((x->data && str_eq(x->data->name, f->name)) || side_index(x, f->name) >= 0) continue;
        bool bytes = f->join == JOIN_NEWEST && rtl_wide_data(f->type);
        if (bytes) x->data = f;
        else vec_push(x->k->r->a, &x->side, f);
    }
}

static void collect_all(Joining *x)
{
    for (int i = 0; i < x->j->msgs.n; i++) collect(x, x->j->msgs.at[i]);
    for (int i = 0; i < x->s->port->events.n; i++)
        if (taken_here(x, i) && join_rank(x->j, message(x, i)) < 0) collect(x, message(x, i));
}

static Hx bytes_of(const Joining *x) { return x->data ? rtl_int(x->k->x, x->data->type->size) : hx_int(x->k->m, 1); }
static Hx byte_bits(const Joining *x) { return hx_mul(x->k->m, hx_int(x->k->m, 8), bytes_of(x)); }

static HdlName *net(Joining *x, const char *what, Hx width)
{
    return hdl_wire(x->k->s, rtl_f(x->k->x, STR_FMT "_join_%s", STR_ARG(x->s->name), what), width);
}

static Parts new_parts(Joining *x, const char *which)
{
    Ctl *k = x->k;
    Parts p = { net(x, str_z(k->r->a, rtl_f(k->x, "kind_%s", which)), net_of(x)->kind_w->x),
                net(x, str_z(k->r->a, rtl_f(k->x, "from_%s", which)), k->x->node_w->x),
                NEW_N(k->r->a, HdlName *, x->side.n + 1) };
    for (int i = 0; i < x->side.n; i++)
        p.field[i] = net(x, str_z(k->r->a, rtl_f(k->x, "%s_" STR_FMT, which, STR_ARG(x->side.at[i]->name))),
                         rtl_width(k->x, x->side.at[i]->type));
    return p;
}

static const char *rule_text(JoinRule r)
{
    static const char *const text[] = { [JOIN_SAME] = "the same",
                                        [JOIN_SUM] = "sum",
                                        [JOIN_OR] = "either bit",
                                        [JOIN_MAX] = "the greater",
                                        [JOIN_NEWEST] = "the newer" };
    return text[r];
}

static void comment(Joining *x)
{
    Ctl *k = x->k;
    Str list = { "", 0 }, rules = { "", 0 };
    for (int i = 0; i < x->j->msgs.n; i++)
        list = rtl_f(k->x, STR_FMT " " STR_FMT, STR_ARG(list), STR_ARG(x->j->msgs.at[i]->name));
    for (int i = 0; i < x->side.n; i++)
        if (msg_field(x->j->msgs.at[0], x->side.at[i]->name))
            rules = rtl_f(k->x, STR_FMT ", " STR_FMT " %s", STR_ARG(rules), STR_ARG(x->side.at[i]->name),
                          rule_text(x->side.at[i]->join));
    if (x->data) rules = rtl_f(k->x, STR_FMT ", " STR_FMT " newer bytes", STR_ARG(rules), STR_ARG(x->data->name));
    hdl_note(k->s, rtl_f(k->x,
                         "Line %d: messages of " STR_FMT " that wait are joined," STR_FMT
                         " of one key and sender" STR_FMT ".",
                         x->j->pos.line, STR_ARG(x->s->name), STR_ARG(list), STR_ARG(rules)));
}

/* The message that comes in, taken apart. */
static void incoming(Joining *x)
{
    Ctl *k = x->k;
    HdlModule *m = k->m;
    const RtlNet *rn = net_of(x);
    hdl_assign(k->s, x->new.kind->x, hx_part(m, x->in->x, hx_int(m, 0), rn->kind_w->x));
    hdl_assign(k->s, x->new.from->x, hx_part(m, x->in->x, rn->kind_w->x, k->x->node_w->x));
    HdlBody *b = hdl_comb(k->s);
    for (int i = 0; i < x->side.n; i++) hs_set(b, x->new.field[i]->x, rtl_zeros(k->x, x->side.at[i]->type));
    hs_set(b, x->bytes->x, hx_zeros(m, byte_bits(x)));
    hs_set(b, x->be->x, hx_zeros(m, bytes_of(x)));
    hs_set(b, x->alone->x, hx_bool(m, 1));
    HdlCase *c = hs_case(b, x->new.kind->x);
    for (int i = 0; i < x->s->port->events.n; i++) {
        if (!taken_here(x, i)) continue;
        const Message *msg = message(x, i);
        HdlBody *arm = hs_arm(c, rtl_msg(k->x, msg));
        Hx at = rtl_msg_body(k->x, msg);
        if (join_rank(x->j, msg) >= 0) hs_set(arm, x->alone->x, hx_bool(m, 0));
        for (int q = 0; q < msg->fields.n; q++) {
            const Field *f = &msg->fields.at[q];
            bool data = x->data && str_eq(x->data->name, f->name);
            hs_set(arm, data ? x->bytes->x : x->new.field[side_index(x, f->name)]->x,
                   hx_part(m, x->in->x, at, rtl_width(k->x, f->type)));
            at = hx_add(m, at, rtl_bits(k->x, f->type));
        }
        const Field *data = x->data ? msg_field(msg, x->data->name) : NULL;
        if (data)
            hs_set(arm, x->be->x, data->mask.n ? x->new.field[side_index(x, data->mask)]->x : hx_ones(m, bytes_of(x)));
    }
    hs_default(c);
}

/* The side of a message, taken apart: kind, sender, fields. */
static void side_parts(Joining *x, const Parts *p, Hx side)
{
    Ctl *k = x->k;
    HdlModule *m = k->m;
    const RtlNet *rn = net_of(x);
    Hx at = hx_add(m, rn->kind_w->x, k->x->node_w->x);
    hdl_assign(k->s, p->kind->x, hx_part(m, side, hx_int(m, 0), rn->kind_w->x));
    hdl_assign(k->s, p->from->x, hx_part(m, side, rn->kind_w->x, k->x->node_w->x));
    for (int i = 0; i < x->side.n; i++) {
        hdl_assign(k->s, p->field[i]->x, hx_part(m, side, at, rtl_width(k->x, x->side.at[i]->type)));
        at = hx_add(m, at, rtl_bits(k->x, x->side.at[i]->type));
    }
}

/* The newer value, or the older one if the newer message does not have the field. */
static Hx newer(Joining *x, int field)
{
    HdlModule *m = x->k->m;
    Hx has = NULL, new = x->new.field[field]->x;
    int n = 0;
    for (int i = 0; i < x->j->msgs.n; i++) {
        if (!msg_field(x->j->msgs.at[i], x->side.at[field]->name)) continue;
        has = hx_or(m, has, hx_eq(m, x->new.kind->x, rtl_msg(x->k->x, x->j->msgs.at[i])));
        n++;
    }
    return !n || n == x->j->msgs.n ? new : hx_cond(m, has, new, x->old.field[field]->x);
}

/* Both values as one; *may: whether they can be. */
static Hx joined_field(Joining *x, int i, Hx *may)
{
    Ctl *k = x->k;
    HdlModule *m = k->m;
    const Field *f = x->side.at[i];
    Hx a = x->new.field[i]->x, b = x->old.field[i]->x, w = rtl_bits(k->x, f->type), v;
    const char *name = str_z(k->r->a, rtl_f(k->x, "both_" STR_FMT, STR_ARG(f->name)));
    if (f->join == JOIN_SAME && msg_field(x->j->msgs.at[0], f->name)) *may = hx_and(m, *may, hx_eq(m, a, b));
    if (f->join == JOIN_SUM) {
        HdlName *sum = net(x, name, hx_add(m, w, hx_int(m, 1)));
        hdl_assign(k->s, sum->x, hx_add(m, hx_cat2(m, hx_bool(m, 0), a), hx_cat2(m, hx_bool(m, 0), b)));
        *may = hx_and(m, *may, hx_not(m, hx_bit(m, sum->x, w)));
        return hx_part(m, sum->x, hx_int(m, 0), w);
    }
    v = f->join == JOIN_OR ? hx_bor(m, a, b) : f->join == JOIN_MAX ? hx_cond(m, hx_gt(m, a, b), a, b) : newer(x, i);
    HdlName *both = net(x, name, rtl_width(k->x, f->type));
    hdl_assign(k->s, both->x, v);
    return both->x;
}

/* Both messages as one, and whether they can be; returns the side. */
static Hx both(Joining *x, HdlName *may)
{
    Ctl *k = x->k;
    HdlModule *m = k->m;
    HxList low = { 0 };
    Hx can = hx_eq(m, x->new.from->x, x->old.from->x), kind = rtl_msg(k->x, x->j->msgs.at[x->j->msgs.n - 1]);
    for (int i = x->j->msgs.n - 2; i >= 0; i--) {
        Hx c = rtl_msg(k->x, x->j->msgs.at[i]);
        kind = hx_cond(m, hx_or(m, hx_eq(m, x->new.kind->x, c), hx_eq(m, x->old.kind->x, c)), c, kind);
    }
    HdlName *both_kind = net(x, "kind_both", net_of(x)->kind_w->x);
    hdl_assign(k->s, both_kind->x, kind);
    hx_put(m, &low, both_kind->x);
    hx_put(m, &low, x->new.from->x);
    for (int i = 0; i < x->side.n; i++) hx_put(m, &low, joined_field(x, i, &can));
    hdl_assign(k->s, may->x, can);
    return hx_concat_low(m, &low);
}

/* The message that goes on, as it is on the wire. */
static HdlName *outgoing(Joining *x, HdlName *key, HdlName *data)
{
    Ctl *k = x->k;
    HdlModule *m = k->m;
    const RtlNet *rn = net_of(x);
    HdlName *msg = net(x, "msg", rn->bits->x);
    HxList head = { 0 };
    hx_put(m, &head, x->out.kind->x);
    hx_put(m, &head, x->out.from->x);
    hx_put(m, &head, key->x);
    HdlBody *b = hdl_comb(k->s);
    hs_set(b, msg->x, hx_zeros(m, rn->bits->x));
    hs_set(b, hx_part(m, msg->x, hx_int(m, 0), rn->hdr_w->x), hx_concat_low(m, &head));
    HdlCase *c = hs_case(b, x->out.kind->x);
    for (int i = 0; i < x->s->port->events.n; i++) {
        if (!taken_here(x, i) || !message(x, i)->fields.n) continue;
        const Message *g = message(x, i);
        HdlBody *arm = hs_arm(c, rtl_msg(k->x, g));
        Hx at = rtl_msg_body(k->x, g);
        for (int q = 0; q < g->fields.n; q++) {
            const Field *f = &g->fields.at[q];
            bool bytes = x->data && str_eq(x->data->name, f->name);
            hs_set(arm, hx_part(m, msg->x, at, rtl_width(k->x, f->type)),
                   bytes ? data->x : x->out.field[side_index(x, f->name)]->x);
            at = hx_add(m, at, rtl_bits(k->x, f->type));
        }
    }
    hs_default(c);
    hdl_blank(k->s);
    return msg;
}

static Hx new_side(Joining *x)
{
    HxList low = { 0 };
    hx_put(x->k->m, &low, x->new.kind->x);
    hx_put(x->k->m, &low, x->new.from->x);
    for (int i = 0; i < x->side.n; i++) hx_put(x->k->m, &low, x->new.field[i]->x);
    return hx_concat_low(x->k->m, &low);
}

static Hx key_of(const Joining *x)
{
    HdlModule *m = x->k->m;
    return hx_part(m, x->in->x, hx_add(m, net_of(x)->kind_w->x, x->k->x->node_w->x), rtl_key_width(x->k->x));
}

/* With three stages a message comes in through registers, while its key is compared with what waits. Returns whether
 * the buffer takes it. */
static HdlName *registers(Joining *x, const HdlName *ready)
{
    Ctl *k = x->k;
    HdlName *valid = net(x, "in_valid_q", NULL), *taken = net(x, "in_ready", NULL),
            *msg = net(x, "in_msg_q", net_of(x)->bits->x);
    HdlModule *m = k->m;
    Hx free = hx_or(m, hx_not(m, valid->x), taken->x);
    hdl_assign(k->s, ready->x, free);
    HdlClocked c = hdl_clocked(k->s, true);
    hs_set(c.reset, valid->x, hx_bool(m, 0));
    hs_set(c.run, valid->x, hx_or(m, x->in_valid, hx_not(m, free)));
    x->next = hx_and(m, x->in_valid, free);
    x->next_key = key_of(x);
    hs_set(hs_if(hdl_clocked(k->s, false).run, x->next), msg->x, x->in->x);
    hx_put(m, &k->overs, valid->x);
    x->in = msg;
    x->in_valid = valid->x;
    return taken;
}

/* From the network's end to the queue: what valid and ready are now, and the message. */
HdlName *ctl_join(Ctl *k, const Source *s, HdlName **valid, HdlName **ready)
{
    HdlModule *m = k->m;
    Joining x = {
        .k = k, .s = s, .j = port_join(s->port, s->net), .in = rtl_port(k->ports, RTL_NET_IN, s->net, "msg")
    };
    const RtlNet *rn = rtl_net(k->x, s->net);
    HdlName *ready_in = *ready;
    x.in_valid = (*valid)->x;
    if (ctl_late(k)) ready_in = registers(&x, *ready);
    collect_all(&x);
    Hx bytes = bytes_of(&x), entries = rtl_int(k->x, x.j->entries), kw = rtl_key_width(k->x),
       w = hx_add(m, rn->kind_w->x, k->x->node_w->x);
    for (int i = 0; i < x.side.n; i++) w = hx_add(m, w, rtl_bits(k->x, x.side.at[i]->type));
    Hx side_w = hdl_const_of(m, rtl_f(k->x, STR_FMT "_SIDE_W", STR_ARG(rtl_upper(k->r->a, s->name))), NULL, w)->x;
    comment(&x);
    x.bytes = net(&x, "bytes", byte_bits(&x));
    x.be = net(&x, "be", bytes);
    x.alone = net(&x, "alone", NULL);
    x.new = new_parts(&x, "new");
    x.old = new_parts(&x, "old");
    x.out = new_parts(&x, "out");
    HdlName *old_side = net(&x, "side_old", side_w), *out_side = net(&x, "side_out", side_w),
            *out_key = net(&x, "key", kw), *out_data = net(&x, "data", byte_bits(&x));
    HdlName *may = net(&x, "may", NULL), *out_valid = net(&x, "valid", NULL), *out_ready = net(&x, "ready", NULL);
    incoming(&x);
    side_parts(&x, &x.old, old_side->x);
    Hx side = both(&x, may);
    HdlInstance *i = ctl_block(k, "cg_join", rtl_f(k->x, "u_" STR_FMT "_join", STR_ARG(s->name)));
    hdl_set(i, "DEPTH", entries);
    hdl_set(i, "KEY_W", kw);
    hdl_set(i, "SIDE_W", side_w);
    hdl_set(i, "BYTES", bytes);
    hdl_set(i, "HOLD", x.j->hold ? rtl_int(k->x, x.j->hold) : hx_int(m, 0));
    if (x.next) hdl_set(i, "LATE", hx_int(m, 2));
    hdl_pins(i);
    hdl_in(i, "next_i", x.next ? x.next : hx_bool(m, 0));
    hdl_in(i, "next_key_i", x.next ? x.next_key : hx_zeros(m, kw));
    hdl_pins(i);
    hdl_in(i, "in_valid_i", x.in_valid);
    hdl_out(i, "in_ready_o", ready_in->x);
    hdl_in(i, "in_key_i", key_of(&x));
    hdl_in(i, "in_side_i", new_side(&x));
    hdl_pins(i);
    hdl_in(i, "in_data_i", x.bytes->x);
    hdl_in(i, "in_mask_i", x.be->x);
    hdl_in(i, "in_alone_i", x.alone->x);
    hdl_pins(i);
    hdl_out(i, "old_side_o", old_side->x);
    hdl_in(i, "may_i", may->x);
    hdl_in(i, "side_i", side);
    hdl_pins(i);
    hdl_out(i, "out_valid_o", out_valid->x);
    hdl_in(i, "out_ready_i", out_ready->x);
    hdl_out(i, "out_key_o", out_key->x);
    hdl_out(i, "out_side_o", out_side->x);
    hdl_out(i, "out_data_o", out_data->x);
    hdl_pins(i);
    hdl_out(i, "count_o", net(&x, "count", hx_clog2(m, hx_add(m, entries, hx_int(m, 1))))->x);
    hdl_out(i, "join_o", net(&x, "joined", NULL)->x);
    side_parts(&x, &x.out, out_side->x);
    *valid = out_valid;
    *ready = out_ready;
    return outgoing(&x, out_key, out_data);
}
