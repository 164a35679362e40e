/* row.c - the operations of a row, or of a walk, as statements. */
#include "rtl/row.h"

/* ---- names ---- */

static const HdlName *hit_name(const RowPrinter *p, const Var *v)
{
    const Controller *c = p->s->ctl;
    for (int i = 0; i < c->stores.n; i++)
        if (v->kind == V_STORE_HIT && c->stores.at[i] == v->store) return p->store_there[i];
    for (int i = 0; i < c->waiters.n; i++)
        if (v->kind == V_WAITER_HIT && c->waiters.at[i] == v->waiters) return p->wait_there[i];
    return NULL;
}

Hx row_variable(void *ctx, const Var *v)
{
    const RowPrinter *p = ctx;
    bool changes =
        v && ((v->kind == V_REG && !p->walk) || v->kind == V_STORE || v->kind == V_WAITER || v->kind == V_STAMP);
    const HdlName *hit = v ? hit_name(p, v) : NULL;
    if (hit) return hit->x;
    if (v && v->kind == V_LET) return p->let[v->id]->x;
    for (int pass = changes ? 0 : 1; pass < 2; pass++)
        for (int i = pass ? 0 : p->s->n_inputs; i < (pass ? p->s->n_inputs : p->s->signals.n); i++) {
            const Signal *g = &p->s->signals.at[i];
            if (!p->port[i]) continue;
            if (g->kind == SIG_IN_STATE && v && v->kind == V_STATE) return p->port[i]->x;
            if (g->var && (v ? g->var == v : g->var->kind == V_KEY)) return p->port[i]->x;
        }
    return hx_bool(row_module(p), 0);
}

static RtlExpr plain(RowPrinter *p)
{
    return (RtlExpr){ .x = p->x, .var = row_variable, .ctx = p, .homes_made = true, .index = p->each };
}

RtlExpr row_expr(RowPrinter *p, HdlBody *b)
{
    RtlExpr c = plain(p);
    c.temps = &p->temps;
    c.at = b;
    return c;
}

static RtlExpr checked(RowPrinter *p, HdlBody *b)
{
    RtlExpr c = row_expr(p, b);
    c.before = b;
    for (int i = p->s->n_inputs; i < p->s->signals.n; i++)
        if (p->s->signals.at[i].kind == SIG_OVERFLOW) c.overflow = p->port[i]->x;
    return c;
}

/* PERFORMS_READ ... : one constant for each bit. */
static Hx performs(RowPrinter *p, int bits, int width)
{
    static const char *const names[] = { "READ", "WRITE", "RESTART", "COMMIT", "ABORT" };
    HdlModule *m = row_module(p);
    Hx v = NULL;
    for (int i = 0; i < 5; i++) {
        if (!(bits >> i & 1)) continue;
        HdlName *c = rtl_fn(p->x, names[i], p, NULL);
        if (!c)
            c = rtl_fn_made(p->x, names[i], p, NULL,
                            hdl_const(m, hdl_free_name(hdl_items(m), rtl_f(p->x, "PERFORMS_%s", names[i])),
                                      hx_int(m, width), hx_lit(m, width, 1u << i)));
        v = hx_bor(m, v, c->x);
    }
    return v;
}

Hx row_act(RowPrinter *p, int a)
{
    static const char *const names[] = {
        [ACT_STALL] = "ACT_STALL", [ACT_FIRE] = "ACT_FIRE", [ACT_NEVER] = "ACT_NEVER"
    };
    HdlModule *m = row_module(p);
    HdlName *c = rtl_fn(p->x, names[a], NULL, NULL);
    return (c ? c
              : rtl_fn_made(p->x, names[a], NULL, NULL,
                            hdl_const(m, hdl_free_name(hdl_items(m), str_from(names[a])), hx_int(m, 2),
                                      hx_lit(m, 2, (uint64_t)a))))
        ->x;
}

Hx rtl_act(RtlModule *x, int a)
{
    RowPrinter p = { .x = x };
    return row_act(&p, a);
}

/* ---- operations ---- */

/* The number of a signal as the reader knows it. */
static Hx code_of(RowPrinter *p, const Signal *g, int64_t code)
{
    const Protocol *pr = p->x->r->p;
    if (g->kind == SIG_NEXT) return rtl_state(p->x, p->s->ctl->states.at[code]);
    if (g->kind == SIG_PERFORMS) return performs(p, (int)code, g->width);
    if (g->kind == SIG_SEND_KIND)
        for (int i = 0; i < pr->msgs.n; i++)
            if (pr->msgs.at[i]->net == g->o->net && pr->msgs.at[i]->code == code) return rtl_msg(p->x, pr->msgs.at[i]);
    if (g->kind == SIG_REPLY_KIND)
        return rtl_port_code(p->x, g->o->port, g->o->port->replies.at[code].name, (int)code, g->o->port->replies.n,
                             'A');
    if (g->kind == SIG_REQ_KIND)
        return rtl_port_code(p->x, g->o->port, g->o->port->requests.at[code].name, (int)code, g->o->port->requests.n,
                             'A');
    if (g->type) return hx_zeros(row_module(p), rtl_width(p->x, g->type));
    return hx_lit(row_module(p), g->width, (uint64_t)code);
}

static bool steers(SignalKind k)
{
    return k == SIG_SEND_SEL || k == SIG_REQ_SEL || k == SIG_REPLY_SEL || k == SIG_WRITE_SEL || k == SIG_WRITE_MASK;
}

/* One bit for the node. */
static Hx node_mask(RowPrinter *p, Hx node)
{
    HdlModule *m = row_module(p);
    HdlName *one = rtl_fn(p->x, "node_one", NULL, NULL);
    if (!one)
        one = rtl_fn_made(p->x, "node_one", NULL, NULL,
                          hdl_const(m, hdl_free_name(hdl_items(m), STR("NODE_ONE")), p->x->nodes->x, hx_int(m, 1)));
    return hx_shl(m, one->x, node);
}

static Hx value(RowPrinter *p, HdlBody *b, const LowOp *op, const Type *t)
{
    RtlExpr c = op->checked && !p->walk ? checked(p, b) : row_expr(p, b);
    c.root = op->value;
    p->temps.used = 0;
    return rtl_value(&c, op->value, t);
}

static void set(RowPrinter *p, HdlBody *b, const LowOp *op)
{
    const Signal *g = &p->s->signals.at[op->signal];
    HdlName *to = p->port[op->signal];
    if (!to) return;
    hs_set(b, to->x, value(p, b, op, g->type ? g->type : op->value->type));
}

static void set_element(RowPrinter *p, HdlBody *b, const LowOp *op)
{
    RtlExpr c = op->checked && !p->walk ? checked(p, b) : row_expr(p, b);
    p->temps.used = 0;
    rtl_set_element(&c, p->port[op->signal]->x, op->place, op->value);
}

static void let(RowPrinter *p, HdlBody *b, const LowOp *op)
{
    const Var *v = op->var;
    if (!p->let[v->id]) {
        p->let[v->id] = hdl_wire(hdl_items(row_module(p)), v->ident, rtl_width(p->x, v->type));
        hs_set(p->temps.cleared, p->let[v->id]->x, rtl_zeros(p->x, v->type));
    }
    hs_set(b, p->let[v->id]->x, value(p, b, op, v->type));
}

/* The loop variable lives longer than the intermediate values of a statement: each has its own. */
static void each(RowPrinter *p, HdlBody *b, const LowOp *op)
{
    HdlName *at = hdl_integer(hdl_items(row_module(p)), op->index->name);
    RtlIndex index = { op->index, at, p->each };
    hs_set(p->temps.cleared, at->x, hx_int(row_module(p), 0));
    p->each = &index;
    row_operations(p, hs_for(b, at, hx_int(row_module(p), 0), rtl_values(p->x, op->index->per)), op->body);
    p->each = index.next;
}

/* The instances of a controller whose bits are set in x: their bits among those of all nodes. */
static void set_nodes_of(RowPrinter *p, HdlBody *b, Hx to, const Controller *c, Hx x, const Type *t)
{
    HdlModule *m = row_module(p);
    Hx w = rtl_bits(p->x, t);
    if (!p->index) {
        p->index = hdl_integer(hdl_items(m), STR("i"));
        hs_set(p->temps.cleared, p->index->x, hx_int(m, 0));
    }
    Hx i = p->index->x, bit = t->kind == TK_BOOL ? x : hx_bit(m, x, hx_mod(m, i, w));
    hs_set(b, to, hx_zeros(m, p->x->nodes->x));
    hs_set(hs_for(b, p->index, hx_int(m, 0), rtl_count(p->x, c)), hx_bit(m, to, hx_add(m, i, rtl_base(p->x, c))),
           hx_cond(m, hx_lt(m, i, w), bit, hx_bool(m, 0)));
}

static void set_nodes(RowPrinter *p, HdlBody *b, const LowOp *op)
{
    const Type *t = op->value->type;
    Hx v = value(p, b, op, t), to = p->port[op->signal]->x;
    if (!op->nodes_of) {
        hs_set(b, to, node_mask(p, v));
        return;
    }
    RtlExpr c = row_expr(p, b);
    set_nodes_of(p, b, to, op->nodes_of, rtl_mentioned(&c, op->value, v), t);
}

static void set_code(RowPrinter *p, HdlBody *b, const LowOp *op)
{
    const Signal *g = &p->s->signals.at[op->signal];
    HdlName *to = p->port[op->signal];
    if (!to) return;
    bool flag = g->width == 1 && op->kind == LOW_OR;
    Hx v = code_of(p, g, op->code);
    hs_set(b, to->x, op->kind == LOW_OR && !flag ? hx_bor(row_module(p), to->x, v) : v);
    if (steers(g->kind) && op->note.n) hs_tail(b, op->note);
}

static Hx test_of(RowPrinter *p, HdlBody *before, const LowArm *arm)
{
    RtlExpr c = row_expr(p, before);
    if (arm->kind == LOW_TEST) return rtl_expr(&c, arm->test);
    for (int i = 0; i < p->s->ctl->stores.n; i++)
        if (p->s->ctl->stores.at[i] == arm->store)
            return arm->kind == LOW_HIT ? p->store_there[i]->x : hx_not(row_module(p), p->store_there[i]->x);
    return hx_bool(row_module(p), arm->kind == LOW_MISS);
}

static void arms(RowPrinter *p, HdlBody *b, const LowOp *op)
{
    HdlBody *before = hs_group(b);
    int used = 0;
    for (int i = 0; i < op->arms.n; i++) {
        const LowArm *a = &op->arms.at[i];
        p->temps.used = used;                   /* an arm may use again what the tests before it have used */
        HdlBody *in = a->kind == LOW_ELSE && i ? hs_else(b)
                      : a->kind == LOW_ELSE    ? b
                      : i                      ? hs_elif(b, test_of(p, before, a))
                                               : hs_if(b, test_of(p, before, a));
        used = p->temps.used;
        row_operations(p, in, a->body);
        if (a->kind == LOW_ELSE) return;
    }
}

static void there(RowPrinter *p, HdlBody *b, const LowOp *op)
{
    const Controller *c = p->s->ctl;
    for (int i = 0; i < c->stores.n; i++)
        if (c->stores.at[i] == op->store) hs_set(b, p->store_there[i]->x, hx_bool(row_module(p), 1));
    for (int i = 0; i < c->waiters.n; i++)
        if (c->waiters.at[i] == op->waiters && p->wait_there[i])
            hs_set(b, p->wait_there[i]->x, hx_bool(row_module(p), 1));
}

Hx row_act_port(RowPrinter *p)
{
    for (int i = p->s->n_inputs; i < p->s->signals.n; i++)
        if (p->s->signals.at[i].kind == SIG_ACT) return p->port[i]->x;
    return NULL;
}

void row_operations(RowPrinter *p, HdlBody *b, const LowOp *op)
{
    for (; op; op = op->next)
        switch (op->kind) {
        case LOW_SET: set(p, b, op); break;
        case LOW_ELEM: set_element(p, b, op); break;
        case LOW_LET: let(p, b, op); break;
        case LOW_EACH: each(p, b, op); break;
        case LOW_CODE: case LOW_OR: set_code(p, b, op); break;
        case LOW_NODES: set_nodes(p, b, op); break;
        case LOW_THERE: there(p, b, op); break;
        case LOW_IF: arms(p, b, op); break;
        case LOW_WALK: hs_set(b, p->port[op->signal]->x, hx_bool(row_module(p), 1)); break;
        case LOW_ERROR:
            hs_set(b, row_act_port(p), row_act(p, ACT_NEVER));
            p->errors = true;
            break;
        case LOW_PARKED: case LOW_OUTSIDE: break;
        }
}
