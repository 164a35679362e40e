/* step.c - the transition function: one combinational module, every row of the table a commented arm of it. Also the
 * module of the walks. */
#include "rtl/step_parts.h"
#include "util/text.h"

static HdlModule *mod(const Printer *p) { return p->x->m; }

/* ---- names ---- */

static const HdlName *hit_name(const Printer *p, const Var *v)
{
    const Controller *c = p->s->ctl;
    for (int i = 0; i < c->stores.n; i++)
        if (v->kind == V_STORE_HIT && c->stores.at[i] == v->store) return p->store_there[i];
    for (int i = 0; i < c->waiters.n; i++)
        if (v->kind == V_WAITER_HIT && c->waiters.at[i] == v->waiters) return p->wait_there[i];
    return NULL;
}

/* A variable as it is at this point of a row. */
Hx step_current(void *ctx, const Var *v)
{
    const Printer *p = ctx;
    bool changes =
        v && ((v->kind == V_REG && !p->walk) || v->kind == V_STORE || v->kind == V_WAITER || v->kind == V_STAMP);
    const HdlName *hit = v ? hit_name(p, v) : NULL;
    int kept = p->over && v ? step_walk_signal(p->s, SIG_WALK_ARG, p->over, v) : -1;
    if (hit) return hit->x;
    if (kept >= 0) return p->port[kept]->x;
    if (v && v->kind == V_LET) return p->let[v->id]->x;
    for (int pass = changes ? 0 : 1; pass < 2; pass++)
        for (int i = pass ? 0 : p->s->n_inputs; i < (pass ? p->s->n_inputs : p->s->signals.n); i++) {
            const Signal *g = &p->s->signals.at[i];
            if (!p->port[i] || g->kind >= SIG_WALK_ARG) continue;
            if (g->kind == SIG_IN_STATE && v && v->kind == V_STATE) return p->port[i]->x;
            if (g->var && (v ? g->var == v : g->var->kind == V_KEY)) return p->port[i]->x;
        }
    return hx_bool(mod(p), 0);
}

static RtlExpr plain(Printer *p)
{
    return (RtlExpr){ .x = p->x, .var = step_current, .ctx = p, .homes_made = true, .index = p->each };
}

/* Expressions whose intermediate values are made in b. */
RtlExpr step_expressions(Printer *p, HdlBody *b)
{
    RtlExpr c = plain(p);
    c.temps = &p->temps;
    c.at = b;
    return c;
}

static RtlExpr checked(Printer *p, HdlBody *b)
{
    RtlExpr c = step_expressions(p, b);
    c.before = b;
    for (int i = p->s->n_inputs; i < p->s->signals.n; i++)
        if (p->s->signals.at[i].kind == SIG_OVERFLOW) c.overflow = p->port[i]->x;
    return c;
}

RtlExpr step_checked(Printer *p, HdlBody *b, const LowOp *op)
{
    return op->checked && !p->walk ? checked(p, b) : step_expressions(p, b);
}

/* PERFORMS_READ ... : one constant for each bit. */
static Hx performs(Printer *p, int bits, int width)
{
    static const char *const names[] = { "READ", "WRITE", "RESTART", "COMMIT", "ABORT", "TIME", "BY", "ID" };
    HdlModule *m = mod(p);
    Hx v = NULL;
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++) {
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

static Hx act(Printer *p, int a)
{
    static const char *const names[] = {
        [ACT_STALL] = "ACT_STALL", [ACT_FIRE] = "ACT_FIRE", [ACT_NEVER] = "ACT_NEVER"
    };
    HdlModule *m = mod(p);
    HdlName *c = rtl_fn(p->x, names[a], NULL, NULL);
    return (c ? c
              : rtl_fn_made(p->x, names[a], NULL, NULL,
                            hdl_const(m, hdl_free_name(hdl_items(m), str_from(names[a])), hx_int(m, 2),
                                      hx_lit(m, 2, (uint64_t)a))))
        ->x;
}

Hx rtl_act(RtlModule *x, int a)
{
    Printer p = { .x = x };
    return act(&p, a);
}

static Hx row_code(Printer *p, const Row *r)
{
    HdlModule *m = mod(p);
    int bits = code_bits(p->s->ctl->rows.n);
    HdlName *c = rtl_fn(p->x, "row", r, NULL);
    if (c) return c->x;
    Str name = hdl_free_name(hdl_items(m), rtl_row_name(p->x, r));
    c = bits == 1 ? hdl_const_bit(m, name, hx_lit(m, 1, (uint64_t)r->id))
                  : hdl_const(m, name, hx_int(m, bits), hx_lit(m, bits, (uint64_t)r->id));
    return rtl_fn_made(p->x, "row", r, NULL, c)->x;
}

/* ---- operations ---- */

/* The number of a signal as the reader knows it. */
static Hx code_of(Printer *p, const Signal *g, int64_t code)
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
    if (g->type) return hx_zeros(mod(p), rtl_width(p->x, g->type));
    return hx_lit(mod(p), g->width, (uint64_t)code);
}

static bool steers(SignalKind k)
{
    return k == SIG_SEND_SEL || k == SIG_REQ_SEL || k == SIG_REPLY_SEL || k == SIG_WRITE_SEL || k == SIG_WRITE_MASK;
}

/* One bit for the node. */
static Hx node_mask(Printer *p, Hx node)
{
    HdlModule *m = mod(p);
    HdlName *one = rtl_fn(p->x, "node_one", NULL, NULL);
    if (!one)
        one = rtl_fn_made(p->x, "node_one", NULL, NULL,
                          hdl_const(m, hdl_free_name(hdl_items(m), STR("NODE_ONE")), p->x->nodes->x, hx_int(m, 1)));
    return hx_shl(m, one->x, node);
}

static Hx value(Printer *p, HdlBody *b, const LowOp *op, const Type *t)
{
    RtlExpr c = step_checked(p, b, op);
    c.root = op->value;
    p->temps.used = 0;
    return rtl_value(&c, op->value, t);
}

static void set(Printer *p, HdlBody *b, const LowOp *op)
{
    const Signal *g = &p->s->signals.at[op->signal];
    HdlName *to = p->port[op->signal];
    if (!to) return;
    hs_set(b, to->x, value(p, b, op, g->type ? g->type : op->value->type));
}

/* The instances of a controller whose bits are set in x: their bits among those of all nodes. */
static void set_nodes_of(Printer *p, HdlBody *b, Hx to, const Controller *c, Hx x, const Type *t)
{
    HdlModule *m = mod(p);
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

static void set_nodes(Printer *p, HdlBody *b, const LowOp *op)
{
    const Type *t = op->value->type;
    Hx v = value(p, b, op, t), to = p->port[op->signal]->x;
    if (!op->nodes_of) {
        hs_set(b, to, node_mask(p, v));
        return;
    }
    RtlExpr c = step_expressions(p, b);
    set_nodes_of(p, b, to, op->nodes_of, rtl_mentioned(&c, op->value, v), t);
}

static void set_code(Printer *p, HdlBody *b, const LowOp *op)
{
    const Signal *g = &p->s->signals.at[op->signal];
    HdlName *to = p->port[op->signal];
    if (!to) return;
    bool flag = g->width == 1 && op->kind == LOW_OR;
    Hx v = code_of(p, g, op->code);
    hs_set(b, to->x, op->kind == LOW_OR && !flag ? hx_bor(mod(p), to->x, v) : v);
    if (steers(g->kind) && op->note.n) hs_tail(b, op->note);
}

static Hx test_of(Printer *p, HdlBody *before, const LowArm *arm)
{
    RtlExpr c = step_expressions(p, before);
    if (arm->kind == LOW_TEST) return rtl_expr(&c, arm->test);
    for (int i = 0; i < p->s->ctl->stores.n; i++)
        if (p->s->ctl->stores.at[i] == arm->store)
            return arm->kind == LOW_HIT ? p->store_there[i]->x : hx_not(mod(p), p->store_there[i]->x);
    return hx_bool(mod(p), arm->kind == LOW_MISS);
}

static void arms(Printer *p, HdlBody *b, const LowOp *op)
{
    HdlBody *before = hs_group(b), **in = NEW_N(p->x->r->a, HdlBody *, op->arms.n + 1);
    p->temps.used = 0;
    for (int i = 0; i < op->arms.n; i++) {      /* all tests are made before an arm that may use their values' names */
        const LowArm *a = &op->arms.at[i];
        in[i] = a->kind == LOW_ELSE && i ? hs_else(b)
                : a->kind == LOW_ELSE    ? b
                : i                      ? hs_elif(b, test_of(p, before, a))
                                         : hs_if(b, test_of(p, before, a));
    }
    for (int i = 0; i < op->arms.n; i++) step_operations(p, in[i], op->arms.at[i].body);
}

static void there(Printer *p, HdlBody *b, const LowOp *op)
{
    const Controller *c = p->s->ctl;
    for (int i = 0; i < c->stores.n; i++)
        if (c->stores.at[i] == op->store) hs_set(b, p->store_there[i]->x, hx_bool(mod(p), 1));
    for (int i = 0; i < c->waiters.n; i++)
        if (c->waiters.at[i] == op->waiters && p->wait_there[i]) hs_set(b, p->wait_there[i]->x, hx_bool(mod(p), 1));
}

static Hx act_port(Printer *p)
{
    for (int i = p->s->n_inputs; i < p->s->signals.n; i++)
        if (p->s->signals.at[i].kind == SIG_ACT) return p->port[i]->x;
    return NULL;
}

static void set_parked(Printer *p, HdlBody *b, const LowOp *op)
{
    for (int i = 0; i < p->s->parked.n && p->walk; i++) {
        if (p->s->parked.at[i] != op->var) continue;
        hs_set(b, p->parked[i]->x, value(p, b, op, op->var->type));
        hs_set(b, p->parked_we[i]->x, hx_bool(mod(p), 1));
    }
}

void step_operations(Printer *p, HdlBody *b, const LowOp *op)
{
    for (; op; op = op->next)
        switch (op->kind) {
        case LOW_SET: set(p, b, op); break;
        case LOW_ELEM: step_set_element(p, b, op); break;
        case LOW_LET: step_let(p, b, op); break;
        case LOW_EACH: step_each(p, b, op); break;
        case LOW_CODE: case LOW_OR: set_code(p, b, op); break;
        case LOW_NODES: set_nodes(p, b, op); break;
        case LOW_THERE: there(p, b, op); break;
        case LOW_IF: arms(p, b, op); break;
        case LOW_WALK: hs_set(b, p->port[op->signal]->x, hx_bool(mod(p), 1)); break;
        case LOW_ERROR:
            hs_set(b, act_port(p), act(p, ACT_NEVER));
            p->errors = true;
            break;
        case LOW_PARKED: set_parked(p, b, op); break;
        case LOW_OUTSIDE: break;
        }
}

/* ---- before the first operation ---- */

static Hx start_value(Printer *p, HdlBody *b, const LowStart *st)
{
    HdlModule *m = mod(p);
    const Signal *g = &p->s->signals.at[st->signal];
    RtlExpr c = step_expressions(p, b);
    Hx in = st->input >= 0 ? p->port[st->input]->x : NULL, other;
    p->temps.used = 0;
    if (st->kind == LOW_START_INPUT) return in;
    if (st->kind == LOW_START_CODE) {
        if (g->kind == SIG_ACT) return act(p, (int)st->code);
        if (g->type) return step_unsent(p, st->signal, rtl_zeros(p->x, g->type));
        return g->kind == SIG_SEND_TO ? hx_zeros(m, p->x->nodes->x) : hx_lit(m, g->width, (uint64_t)st->code);
    }
    other = st->value ? rtl_value(&c, st->value, g->type) : rtl_zeros(p->x, g->type);
    return hx_cond(m, step_line(p, st), in, other);
}

void step_starts(Printer *p, HdlBody *b)
{
    for (int i = 0; i < p->l->starts.n; i++) {
        const LowStart *st = &p->l->starts.at[i];
        if (p->walk && p->s->signals.at[st->signal].kind == SIG_WALK_ARG) continue;     /* an input there */
        if (p->port[st->signal]) hs_set(b, p->port[st->signal]->x, start_value(p, b, st));
    }
}

static HdlName *input_port(Printer *p, SignalKind k)
{
    for (int i = 0; i < p->s->n_inputs; i++) if (p->s->signals.at[i].kind == k) return p->port[i];
    return NULL;
}

static HdlName *output_port(Printer *p, SignalKind k)
{
    for (int i = p->s->n_inputs; i < p->s->signals.n; i++) if (p->s->signals.at[i].kind == k) return p->port[i];
    return NULL;
}

/* A code and, where rows are chosen by it, its bit: what is known last (a comparison in a refinement, a view) is then
 * one level of logic away from the row. */
static void choose(Printer *p, HdlBody *b, Hx code, HdlName *bits, Hx value)
{
    hs_set(b, code, value);
    if (bits) hs_set(b, hx_bit(mod(p), bits->x, value), hx_bool(mod(p), 1));
}

static Hx is_event(Printer *p, const Event *e)
{
    Hx refined = output_port(p, SIG_EVENT)->x, code = rtl_refined(p->x, e);
    return p->event_is ? hx_bit(mod(p), p->event_is->x, code) : hx_eq(mod(p), refined, code);
}

static void events(Printer *p, HdlBody *b)
{
    Hx refined = output_port(p, SIG_EVENT)->x;
    hs_note(b, STR("Which event is it?"));
    HdlCase *k = hs_case(b, input_port(p, SIG_IN_EVENT)->x);
    for (int i = 0; i < p->l->events.n; i++) {
        const LowEvent *e = &p->l->events.at[i];
        HdlBody *in = hs_arm(k, rtl_event(p->x, e->base)), *at = in;
        RtlExpr c = step_expressions(p, hs_group(in));
        p->temps.used = 0;
        for (int j = 0; j < e->cases.n; j++) {
            Hx test = rtl_expr(&c, e->cases.at[j].when);
            choose(p, j ? hs_elif(in, test) : hs_if(in, test), refined, p->event_is,
                   rtl_refined(p->x, e->cases.at[j].event));
        }
        if (e->cases.n) at = hs_else(in);
        choose(p, at, refined, p->event_is, rtl_refined(p->x, e->rest));
    }
    HdlBody *none = hs_default(k);
    hs_set(none, p->known->x, hx_bool(mod(p), 0));
    if (p->event_is) hs_set(none, hx_bit(mod(p), p->event_is->x, hx_int(mod(p), 0)), hx_bool(mod(p), 1)); /* its code */
}

static void views(Printer *p, HdlBody *b)
{
    HdlModule *m = mod(p);
    RtlExpr c = step_expressions(p, hs_group(b));
    c.either = step_stamp;
    c.noted = step_noted;
    p->temps.used = 0;
    Hx state = input_port(p, SIG_IN_STATE)->x, view = output_port(p, SIG_VIEW)->x;
    int states = p->s->ctl->states.n;
    step_notes(p, b);
    if (p->l->views.n) hs_note(b, STR("As which state does it behave?"));
    if (p->view_is) hs_set(b, p->view_is->x, hx_shl(m, hx_lit(m, states, 1), state));
    for (int i = 0; i < p->l->views.n; i++) {
        const LowView *v = &p->l->views.at[i];
        Hx of = NULL, at = NULL;
        for (int k = 0; k < v->view->of.n; k++) of = hx_or(m, of, hx_eq(m, state, rtl_state(p->x, v->view->of.at[k])));
        for (int k = 0; k < v->events.n; k++) {
            Hx is = is_event(p, v->events.at[k]);
            at = v->except ? hx_and(m, at, hx_not(m, is)) : hx_or(m, at, is);
        }
        Hx test = hx_and(m, of, at);
        if (v->view->when) test = hx_and(m, test, rtl_expr(&c, v->view->when));
        HdlBody *in = i ? hs_elif(b, test) : hs_if(b, test);
        hs_set(in, view, rtl_state(p->x, v->view->as));
        hs_tail(in, v->view->name);
        if (p->view_is) hs_set(in, p->view_is->x, hx_shl(m, hx_lit(m, states, 1), rtl_state(p->x, v->view->as)));
    }
}

/* ---- the table ---- */

static void one_row(Printer *p, HdlBody *b, const LowRow *r)
{
    const Row *row = r->row;
    hs_set(b, output_port(p, SIG_ROW)->x, row_code(p, row));
    if (row->why.n) hs_tail(b, row->why);
    if (r->act != ACT_NEVER) hs_set(b, act_port(p), act(p, r->act));
    step_operations(p, b, r->body);
}

/* "IV + DATA -> V, rcc.xml:118"; where it goes if that is the same in all cases. */
static Str place_of(Printer *p, const State *st, const LowCell *cell, const LowRow *r)
{
    Str s = rtl_f(p->x, STR_FMT " + ", STR_ARG(st->name));
    for (int i = 0; i < cell->events.n; i++)
        s = rtl_f(p->x, STR_FMT "%s" STR_FMT, STR_ARG(s), i ? ", " : "", STR_ARG(cell->events.at[i]->name));
    for (const LowOp *op = r->body; op; op = op->next)
        if (op->kind == LOW_CODE && p->s->signals.at[op->signal].kind == SIG_NEXT)
            s = rtl_f(p->x, STR_FMT " -> " STR_FMT, STR_ARG(s), STR_ARG(p->s->ctl->states.at[op->code]->name));
    return rtl_f(p->x, STR_FMT ", %s:%d", STR_ARG(s), text_file_name(r->row->pos.file), r->row->pos.line);
}

/* The rows of a cell: all conditions are made before a row that may use their values' names. */
static void cell_rows(Printer *p, HdlBody *b, const State *st, const LowCell *cell)
{
    HdlBody *before = hs_group(b), **in = NEW_N(p->x->r->a, HdlBody *, cell->rows.n + 1);
    RtlExpr c = step_expressions(p, before);
    int n = 0;
    p->temps.used = 0;
    for (bool more = true; more && n < cell->rows.n; n++) {
        const Expr *when = cell->rows.at[n]->row->when;
        in[n] = when ? (n ? hs_elif(b, rtl_expr(&c, when)) : hs_if(b, rtl_expr(&c, when))) : n ? hs_else(b) : b;
        more = when != NULL;
    }
    for (int i = 0; i < n; i++) {
        hs_head(in[i], place_of(p, st, cell, cell->rows.at[i]));
        one_row(p, in[i], cell->rows.at[i]);
    }
}

static Hx event_label(Printer *p, const Event *e) { return p->event_is ? is_event(p, e) : rtl_refined(p->x, e); }

static void table(Printer *p, HdlBody *b)
{
    HdlCase *by_state = p->view_is ? hs_case_apart(b) : hs_case(b, output_port(p, SIG_VIEW)->x);
    for (int i = 0; i < p->l->states.n; i++) {
        const LowState *st = &p->l->states.at[i];
        Hx state = rtl_state(p->x, st->state);
        HdlBody *in = hs_arm(by_state, p->view_is ? hx_bit(mod(p), p->view_is->x, state) : state);
        hs_head(in, st->state->doc);
        HdlCase *by_event = p->event_is ? hs_case_apart(in) : hs_case(in, output_port(p, SIG_EVENT)->x);
        for (int k = 0; k < st->cells.n; k++) {
            const LowCell *cell = &st->cells.at[k];
            HdlBody *rows = NULL;
            for (int j = 0; j < cell->events.n; j++)
                if (!j) rows = hs_arm(by_event, event_label(p, cell->events.at[j]));
                else hs_label(by_event, event_label(p, cell->events.at[j]));
            cell_rows(p, rows, st->state, cell);
        }
        hs_set(hs_default(by_event), act_port(p), act(p, ACT_NEVER));
    }
    hs_set(hs_default(by_state), act_port(p), act(p, ACT_NEVER));
}

/* ---- modules ---- */

static Hx signal_bits(RtlModule *x, const Signal *g)
{
    if (g->var && g->var->array) return rtl_var_width(x, g->var);
    if (g->type) return rtl_width(x, g->type);
    return g->kind == SIG_SEND_TO ? x->nodes->x : rtl_code_width(x, g->width);
}

Hx rtl_signal_width(RtlModule *x, const Signal *g) { return signal_bits(x, g); }

void step_signal_ports(Printer *p)
{
    p->port = NEW_N(p->x->r->a, HdlName *, p->s->signals.n + 1);
    p->let = NEW_N(p->x->r->a, HdlName *, p->s->ctl->vars.n + 1);
    for (int i = 0; i < p->s->signals.n; i++) {
        const Signal *g = &p->s->signals.at[i];
        if (p->walk && g->kind == SIG_WALK_ARG)
            p->port[i] = hdl_input(mod(p), rtl_walk_arg(p->x->r->a, g), signal_bits(p->x, g));
        if (rtl_is_part(g->var) || (p->walk && !(g->out ? rtl_walk_output(g) : rtl_walk_input(g)))) continue;
        p->port[i] = (g->out ? hdl_output : hdl_input)(mod(p), g->port, signal_bits(p->x, g));
    }
}

RtlModule *rtl_step(Rtl *r, const Lowered *l)
{
    const Controller *ctl = l->step->ctl;
    Str what = str_printf(r->a, STR_FMT "_step", STR_ARG(rtl_lower(r->a, ctl->name)));
    Str doc = str_printf(r->a,
                         "Transition function of controller " STR_FMT
                         ": combinational. Opaque data is steered by the _sel outputs, one stage later.",
                         STR_ARG(ctl->name));
    Printer p = { .x = rtl_module(r, ctl, what, doc), .l = l, .s = l->step };
    HdlScope *top = hdl_items(mod(&p));
    step_miss(&p);
    step_sends(&p);
    step_note_param(&p);
    step_signal_ports(&p);
    step_note_ports(&p);
    for (int i = ACT_STALL; i <= ACT_NEVER; i++) act(&p, i);
    for (int i = 0; i < ctl->rows.n; i++) row_code(&p, ctl->rows.at[i]);
    for (int i = 0; ctl->key && r->sys && i < r->sys->homes.n; i++) {
        const Controller *home = r->sys->homes.at[i];
        rtl_fn_made(p.x, "key_home", home, NULL, rtl_home(p.x, home, step_current(&p, NULL)));
    }
    p.known = hdl_wire(top, STR("known"), NULL);
    if (ctl->events.n > 1) p.event_is = hdl_wire(top, STR("event_is"), hx_int(mod(&p), ctl->events.n));
    if (l->views.n) p.view_is = hdl_wire(top, STR("view_is"), hx_int(mod(&p), ctl->states.n));
    HdlBody *b = hdl_comb(top);
    p.temps.cleared = hs_group(b);
    hs_note(b, STR("Nothing happens unless a row says so."));
    step_hits(&p, b);
    hs_set(b, p.known->x, hx_bool(mod(&p), 1));
    if (p.event_is) hs_set(b, p.event_is->x, hx_zeros(mod(&p), hx_int(mod(&p), ctl->events.n)));
    step_starts(&p, b);
    hs_blank(b);
    events(&p, b);
    views(&p, b);
    hs_blank(b);
    hs_note(b, STR("The table."));
    table(&p, hs_if(b, p.known->x));
    Hx overflow = output_port(&p, SIG_OVERFLOW)->x, never = act(&p, ACT_NEVER);
    if (p.errors) hs_set(hs_if(b, hx_eq(mod(&p), act_port(&p), never)), overflow, hx_bool(mod(&p), 0));
    hs_set(hs_if(b, overflow), act_port(&p), never);
    return rtl_write(p.x) ? p.x : NULL;
}
