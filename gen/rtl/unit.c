/* unit.c - hardware of a manifest behind a block port: it stands in the tile, beside the controller. What comes back
 * with an answer (the key, fields of the request) goes through it as a tag. */
#include "rtl/unit.h"
#include "ir/unit.h"

Hx rtl_block_value(RtlModule *x, const BlockExpr *e, RtlLookup *lookup, void *ctx)
{
    HdlModule *m = x->m;
    Hx a = e->n > 0 ? rtl_block_value(x, e->arg[0], lookup, ctx) : NULL,
       b = e->n > 1 ? rtl_block_value(x, e->arg[1], lookup, ctx) : NULL;
    switch (e->op) {
    case BX_NUM: return hx_int(m, e->num);
    case BX_NAME: return lookup(ctx, e->name);
    case BX_ADD: return hx_add(m, a, b);
    case BX_SUB: return hx_sub(m, a, b);
    case BX_MUL: return hx_mul(m, a, b);
    case BX_DIV: return hx_div(m, a, b);
    case BX_EQ: return hx_eq(m, a, b);
    case BX_NE: return hx_ne(m, a, b);
    case BX_LT: return hx_lt(m, a, b);
    case BX_LE: return hx_le(m, a, b);
    case BX_GT: return hx_gt(m, a, b);
    case BX_GE: return hx_ge(m, a, b);
    case BX_AND: return hx_and(m, a, b);
    case BX_OR: return hx_or(m, a, b);
    case BX_NOT: return hx_not(m, a);
    case BX_COND: return hx_cond(m, a, b, rtl_block_value(x, e->arg[2], lookup, ctx));
    case BX_MAX: case BX_MIN: return rtl_greatest(x, e->op == BX_MAX, a, b);
    case BX_CLOG2: return hx_clog2(m, a);
    case BX_POW2: return hx_shl(m, hx_int(m, 1), a);
    }
    return hx_int(m, 0);
}

/* ---- the unit of one port ---- */

typedef struct {
    RtlModule *x;
    const RtlTile *t;
    const Port *p;
    const Block *b;
    Hx tag_w;
} Unit;

static Str wire_name(const Unit *u, Str part)
{
    return rtl_f(u->x, STR_FMT "_" STR_FMT, STR_ARG(u->p->name), STR_ARG(part));
}

/* The wire that a pin of the controller's port became, or NULL. */
static HdlName *wire_of(const Unit *u, const char *half, Str part)
{
    Str whole = rtl_f(u->x, "%s" STR_FMT, half, STR_ARG(part));
    for (int i = 0; i < u->t->inner.n; i++)
        if (u->t->inner.at[i].port == u->p && str_eq(u->t->inner.at[i].part, whole)) return u->t->inner.at[i].name;
    return NULL;
}

static const Field *answered(const Unit *u, Str name)
{
    const Field *f = NULL;
    for (int i = 0; i < u->p->events.n && !f; i++) f = port_field(u->p->events.at[i]->def, name);
    return f;
}

static Hx width_of(void *ctx, Str name)
{
    Unit *u = ctx;
    if (str_is(name, "tag_width")) return u->tag_w;
    if (str_is(name, "key_width")) return u->t->k->c->key ? rtl_key_width(u->x) : hx_int(u->x->m, 0);
    for (int i = 0; i < u->p->sizes.n; i++)
        if (str_eq(u->p->sizes.at[i].name, name)) return rtl_int(u->x, u->p->sizes.at[i].value);
    const Field *f = unit_field(u->p, name);
    return f ? rtl_bits(u->x, f->type) : hx_int(u->x->m, 1);
}

/* The tag, low first: fields that come back in the order of the request, then the key. */
static void tag(Unit *u, HdlInstance *i, Hx back)
{
    HdlModule *m = u->x->m;
    const PortMsg *q = &u->p->requests.at[0];
    HxList low = { 0 };
    Hx at = hx_int(m, 0);
    for (int k = 0; k < q->fields.n; k++) {
        const Field *f = &q->fields.at[k];
        if (!port_comes_back(u->p, f)) continue;
        Hx w = rtl_bits(u->x, f->type);
        hx_put(m, &low, wire_of(u, "req_", f->name)->x);
        hdl_assign(hdl_items(m), wire_of(u, "ev_", f->name)->x,
                   f->type->kind == TK_BOOL ? hx_bit(m, back, at) : hx_part(m, back, at, w));
        at = hx_add(m, at, w);
    }
    if (u->t->k->c->key) {
        hx_put(m, &low, wire_of(u, "req_", STR("key"))->x);
        hdl_assign(hdl_items(m), wire_of(u, "ev_", STR("key"))->x, hx_part(m, back, at, rtl_key_width(u->x)));
    }
    hdl_in(i, block_pin(u->b, "tag_i"), low.at.n ? hx_concat_low(m, &low) : hx_bool(m, 0));
}

static Hx tag_width(const Unit *u)
{
    HdlModule *m = u->x->m;
    const PortMsg *q = &u->p->requests.at[0];
    Hx w = u->t->k->c->key ? rtl_key_width(u->x) : NULL;
    for (int k = 0; k < q->fields.n; k++)
        if (port_comes_back(u->p, &q->fields.at[k])) {
            Hx one = rtl_bits(u->x, q->fields.at[k].type);
            w = w ? hx_add(m, w, one) : one;
        }
    return hdl_const_of(m, rtl_f(u->x, STR_FMT "_TAG_W", STR_ARG(rtl_upper(u->x->r->a, u->p->name))), NULL,
                        w ? w : hx_int(m, 1))
        ->x;
}

/* The number of the event that each outcome is. */
static void kind(Unit *u, HdlInstance *i)
{
    HdlModule *m = u->x->m;
    const char *pin = block_pin(u->b, "outcome_o");
    int bits = code_bits(u->b->outcomes.n), kinds = code_bits(u->p->events.n), n = 0;
    Str rest = u->p->requests.at[0].answer, w;
    HdlName *outcome = pin ? hdl_wire(hdl_items(m), wire_name(u, STR("outcome")), rtl_code_width(u->x, bits)) : NULL;
    Hx value = hx_lit(m, kinds, 0);
    if (pin) hdl_out(i, pin, outcome->x);
    for (; (w = str_word(&rest)).n; n++)
        for (int k = 0; k < u->p->events.n; k++)
            if (str_eq(u->p->events.at[k]->name, w)) {
                Hx code = hx_lit(m, kinds, (uint64_t)k);
                value = n ? hx_cond(m, hx_eq(m, outcome->x, hx_lit(m, bits, (uint64_t)n)), code, value) : code;
            }
    hdl_assign(hdl_items(m), wire_of(u, "ev_", STR("kind"))->x, value);
}

/* What no event tells of ends in a net that is called unused. */
static void result(Unit *u, HdlScope *s, HdlInstance *i, const BlockOperand *r)
{
    const char *role = str_z(u->x->r->a, rtl_f(u->x, STR_FMT "_o", STR_ARG(r->name)));
    HdlName *to = answered(u, r->name) ? wire_of(u, "ev_", r->name) : NULL;
    if (!to) {
        Str name = rtl_f(u->x, "unused_" STR_FMT, STR_ARG(r->name));
        to = hdl_wire(s, wire_name(u, name),
                      r->bits ? rtl_block_value(u->x, r->bits, width_of, u) : hx_int(u->x->m, 1));
    }
    hdl_out(i, block_pin(u->b, role), to->x);
}

void rtl_unit(const RtlTile *t, const Port *p)
{
    Unit u = { t->x, t, p, p->block, NULL };
    HdlModule *m = u.x->m;
    HdlScope *s = hdl_items(m);
    u.tag_w = tag_width(&u);
    HdlName *back = hdl_wire(s, wire_name(&u, STR("ev_tag")), u.tag_w);
    HdlInstance *i = hdl_instance(s, u.b->module, rtl_f(u.x, "u_" STR_FMT, STR_ARG(p->name)));
    for (int k = 0; k < u.b->params.n; k++)
        hdl_set(i, str_z(u.x->r->a, u.b->params.at[k].name),
                rtl_block_value(u.x, u.b->params.at[k].value, width_of, &u));
    hdl_in(i, block_pin(u.b, "clk_i"), hdl_find_port(m, STR("clk_i"))->x);
    hdl_in(i, block_pin(u.b, "rst_i"), hdl_find_port(m, STR("rst_i"))->x);
    hdl_pins(i);
    hdl_in(i, block_pin(u.b, "req_valid_i"), wire_of(&u, "req_", STR("valid"))->x);
    hdl_out(i, block_pin(u.b, "req_ready_o"), wire_of(&u, "req_", STR("ready"))->x);
    for (int k = 0; k < u.b->operands.n; k++) {
        const char *role = str_z(u.x->r->a, rtl_f(u.x, STR_FMT "_i", STR_ARG(u.b->operands.at[k].name)));
        hdl_in(i, block_pin(u.b, role), wire_of(&u, "req_", u.b->operands.at[k].name)->x);
    }
    tag(&u, i, back->x);
    hdl_pins(i);
    hdl_out(i, block_pin(u.b, "ev_valid_o"), wire_of(&u, "ev_", STR("valid"))->x);
    hdl_in(i, block_pin(u.b, "ev_ready_i"), wire_of(&u, "ev_", STR("ready"))->x);
    kind(&u, i);
    for (int k = 0; k < u.b->results.n; k++) result(&u, s, i, &u.b->results.at[k]);
    hdl_out(i, block_pin(u.b, "tag_o"), back->x);
}
