/* step.c - the transition function: one combinational module, every row of the table a commented arm of it. Also the
 * module of the walks. */
#include "rtl/row.h"
#include "util/text.h"

/* ROW_118: the row of that line of the file. */
static Hx row_code(RowPrinter *p, const Row *r)
{
    HdlModule *m = row_module(p);
    int bits = code_bits(p->s->ctl->rows.n);
    HdlName *c = rtl_fn(p->x, "row", r, NULL);
    if (c) return c->x;
    Str name = hdl_free_name(hdl_items(m), rtl_f(p->x, "ROW_%d", r->pos.line));
    c = bits == 1 ? hdl_const_bit(m, name, hx_lit(m, 1, (uint64_t)r->id))
                  : hdl_const(m, name, hx_int(m, bits), hx_lit(m, bits, (uint64_t)r->id));
    return rtl_fn_made(p->x, "row", r, NULL, c)->x;
}

/* ---- before the first operation ---- */

static Hx start_value(RowPrinter *p, HdlBody *b, const LowStart *st)
{
    HdlModule *m = row_module(p);
    const Signal *g = &p->s->signals.at[st->signal];
    RtlExpr c = row_expr(p, b);
    Hx in = st->input >= 0 ? p->port[st->input]->x : NULL, other;
    p->temps.used = 0;
    if (st->kind == LOW_START_INPUT) return in;
    if (st->kind == LOW_START_CODE) {
        if (g->kind == SIG_ACT) return row_act(p, (int)st->code);
        if (g->type) return rtl_zeros(p->x, g->type);
        return g->kind == SIG_SEND_TO ? hx_zeros(m, p->x->nodes->x) : hx_lit(m, g->width, (uint64_t)st->code);
    }
    other = st->value ? rtl_value(&c, st->value, g->type) : rtl_zeros(p->x, g->type);
    return hx_cond(m, p->port[st->when]->x, in, other);
}

static void starts(RowPrinter *p, HdlBody *b)
{
    for (int i = 0; i < p->l->starts.n; i++) {
        const LowStart *st = &p->l->starts.at[i];
        if (p->port[st->signal]) hs_set(b, p->port[st->signal]->x, start_value(p, b, st));
    }
}

static HdlName *input_port(RowPrinter *p, SignalKind k)
{
    for (int i = 0; i < p->s->n_inputs; i++) if (p->s->signals.at[i].kind == k) return p->port[i];
    return NULL;
}

static HdlName *output_port(RowPrinter *p, SignalKind k)
{
    for (int i = p->s->n_inputs; i < p->s->signals.n; i++) if (p->s->signals.at[i].kind == k) return p->port[i];
    return NULL;
}

static void events(RowPrinter *p, HdlBody *b)
{
    Hx refined = output_port(p, SIG_EVENT)->x;
    hs_note(b, STR("Which event is it?"));
    HdlCase *k = hs_case(b, input_port(p, SIG_IN_EVENT)->x);
    for (int i = 0; i < p->l->events.n; i++) {
        const LowEvent *e = &p->l->events.at[i];
        HdlBody *in = hs_arm(k, rtl_event(p->x, e->base)), *at = in;
        RtlExpr c = row_expr(p, hs_group(in));
        p->temps.used = 0;
        for (int j = 0; j < e->cases.n; j++) {
            Hx test = rtl_expr(&c, e->cases.at[j].when);
            hs_set(j ? hs_elif(in, test) : hs_if(in, test), refined, rtl_refined(p->x, e->cases.at[j].event));
        }
        if (e->cases.n) at = hs_else(in);
        hs_set(at, refined, rtl_refined(p->x, e->rest));
    }
    hs_set(hs_default(k), p->known->x, hx_bool(row_module(p), 0));
}

static void views(RowPrinter *p, HdlBody *b)
{
    HdlModule *m = row_module(p);
    RtlExpr c = row_expr(p, hs_group(b));
    p->temps.used = 0;
    Hx state = input_port(p, SIG_IN_STATE)->x, refined = output_port(p, SIG_EVENT)->x,
       view = output_port(p, SIG_VIEW)->x;
    if (p->l->views.n) hs_note(b, STR("As which state does it behave?"));
    for (int i = 0; i < p->l->views.n; i++) {
        const LowView *v = &p->l->views.at[i];
        Hx of = NULL, at = NULL;
        for (int k = 0; k < v->view->of.n; k++) of = hx_or(m, of, hx_eq(m, state, rtl_state(p->x, v->view->of.at[k])));
        for (int k = 0; k < v->events.n; k++) {
            Hx e = rtl_refined(p->x, v->events.at[k]);
            at = v->except ? hx_and(m, at, hx_ne(m, refined, e)) : hx_or(m, at, hx_eq(m, refined, e));
        }
        Hx test = hx_and(m, of, at);
        if (v->view->when) test = hx_and(m, test, rtl_expr(&c, v->view->when));
        HdlBody *in = i ? hs_elif(b, test) : hs_if(b, test);
        hs_set(in, view, rtl_state(p->x, v->view->as));
        hs_tail(in, v->view->name);
    }
}

/* ---- the table ---- */

static void one_row(RowPrinter *p, HdlBody *b, const LowRow *r)
{
    const Row *row = r->row;
    hs_set(b, output_port(p, SIG_ROW)->x, row_code(p, row));
    if (row->why.n) hs_tail(b, row->why);
    if (r->act != ACT_NEVER) hs_set(b, row_act_port(p), row_act(p, r->act));
    row_operations(p, b, r->body);
}

/* "IV + DATA, rcc.xml:118" */
static Str place_of(RowPrinter *p, const State *st, const LowCell *cell, const Row *row)
{
    Str s = rtl_f(p->x, STR_FMT " + ", STR_ARG(st->name));
    for (int i = 0; i < cell->events.n; i++)
        s = rtl_f(p->x, STR_FMT "%s" STR_FMT, STR_ARG(s), i ? ", " : "", STR_ARG(cell->events.at[i]->name));
    return rtl_f(p->x, STR_FMT ", %s:%d", STR_ARG(s), text_file_name(row->pos.file), row->pos.line);
}

static void cell_rows(RowPrinter *p, HdlBody *b, const State *st, const LowCell *cell)
{
    RtlExpr c = row_expr(p, hs_group(b));
    bool open = false;
    int used = 0;
    for (int i = 0; i < cell->rows.n; i++) {
        const LowRow *r = cell->rows.at[i];
        HdlBody *in = b;
        p->temps.used = used;
        if (r->row->when) in = open ? hs_elif(b, rtl_expr(&c, r->row->when)) : hs_if(b, rtl_expr(&c, r->row->when));
        else if (open) in = hs_else(b);
        open |= r->row->when != NULL;
        hs_tail(in, in == b ? place_of(p, st, cell, r->row)
                            : rtl_f(p->x, "%s:%d", text_file_name(r->row->pos.file), r->row->pos.line));
        used = p->temps.used;
        one_row(p, in, r);
        if (!r->row->when) return;
    }
}

static void table(RowPrinter *p, HdlBody *b)
{
    HdlCase *by_state = hs_case(b, output_port(p, SIG_VIEW)->x);
    for (int i = 0; i < p->l->states.n; i++) {
        const LowState *st = &p->l->states.at[i];
        HdlBody *in = hs_arm(by_state, rtl_state(p->x, st->state));
        hs_tail(in, st->state->doc.n ? st->state->doc : st->state->name);
        HdlCase *by_event = hs_case(in, output_port(p, SIG_EVENT)->x);
        for (int k = 0; k < st->cells.n; k++) {
            const LowCell *cell = &st->cells.at[k];
            HdlBody *rows = NULL;
            for (int j = 0; j < cell->events.n; j++)
                if (!j) rows = hs_arm(by_event, rtl_refined(p->x, cell->events.at[j]));
                else hs_label(by_event, rtl_refined(p->x, cell->events.at[j]));
            if (cell->rows.n && cell->rows.at[0]->row->when)
                hs_tail(rows, place_of(p, st->state, cell, cell->rows.at[0]->row));
            cell_rows(p, rows, st->state, cell);
        }
        hs_set(hs_default(by_event), row_act_port(p), row_act(p, ACT_NEVER));
    }
    hs_set(hs_default(by_state), row_act_port(p), row_act(p, ACT_NEVER));
}

/* ---- modules ---- */

static Hx signal_bits(RtlModule *x, const Signal *g)
{
    if (g->var && g->var->array) return rtl_var_width(x, g->var);
    if (g->type) return rtl_width(x, g->type);
    return g->kind == SIG_SEND_TO ? x->nodes->x : rtl_code_width(x, g->width);
}

Hx rtl_signal_width(RtlModule *x, const Signal *g) { return signal_bits(x, g); }

static void signal_ports(RowPrinter *p)
{
    p->port = NEW_N(p->x->r->a, HdlName *, p->s->signals.n + 1);
    p->let = NEW_N(p->x->r->a, HdlName *, p->s->ctl->vars.n + 1);
    for (int i = 0; i < p->s->signals.n; i++) {
        const Signal *g = &p->s->signals.at[i];
        if (rtl_is_part(g->var) || (p->walk && !(g->out ? rtl_walk_output(g) : rtl_walk_input(g)))) continue;
        p->port[i] = (g->out ? hdl_output : hdl_input)(row_module(p), g->port, signal_bits(p->x, g));
    }
}

/* Is NAME.hit of a waiting place an input? */
static bool wait_hit_read(const RowPrinter *p, const Waiters *w)
{
    for (int i = 0; i < p->s->n_inputs; i++) {
        const Var *v = p->s->signals.at[i].var;
        if (v && v->kind == V_WAITER_HIT && v->waiters == w) return true;
    }
    return false;
}

static HdlName *hit_input(const RowPrinter *p, const Store *s, const Waiters *w)
{
    for (int i = 0; i < p->s->n_inputs; i++) {
        const Var *v = p->s->signals.at[i].var;
        if (v && ((s && v->kind == V_STORE_HIT && v->store == s) || (w && v->kind == V_WAITER_HIT && v->waiters == w)))
            return p->port[i];
    }
    return NULL;
}

static void hits(RowPrinter *p, HdlBody *b)
{
    const Controller *c = p->s->ctl;
    p->store_there = NEW_N(p->x->r->a, HdlName *, c->stores.n + 1);
    p->wait_there = NEW_N(p->x->r->a, HdlName *, c->waiters.n + 1);
    for (int i = 0; i < c->stores.n; i++) {
        HdlName *in = hit_input(p, c->stores.at[i], NULL);
        p->store_there[i] =
            hdl_wire(hdl_items(row_module(p)), rtl_f(p->x, STR_FMT "_hit_now", STR_ARG(c->stores.at[i]->name)), NULL);
        hs_set(b, p->store_there[i]->x, in ? in->x : hx_bool(row_module(p), 0));
    }
    for (int i = 0; i < c->waiters.n; i++) {
        if (!wait_hit_read(p, c->waiters.at[i])) continue;
        p->wait_there[i] =
            hdl_wire(hdl_items(row_module(p)), rtl_f(p->x, STR_FMT "_hit_now", STR_ARG(c->waiters.at[i]->name)), NULL);
        hs_set(b, p->wait_there[i]->x, hit_input(p, NULL, c->waiters.at[i])->x);
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
    RowPrinter p = { .x = rtl_module(r, ctl, what, doc), .l = l, .s = l->step };
    HdlScope *top = hdl_items(row_module(&p));
    signal_ports(&p);
    for (int i = ACT_STALL; i <= ACT_NEVER; i++) row_act(&p, i);
    for (int i = 0; i < ctl->rows.n; i++) row_code(&p, ctl->rows.at[i]);
    for (int i = 0; ctl->key && r->sys && i < r->sys->homes.n; i++) {
        const Controller *home = r->sys->homes.at[i];
        rtl_fn_made(p.x, "key_home", home, NULL, rtl_home(p.x, home, row_variable(&p, NULL)));
    }
    p.known = hdl_wire(top, STR("known"), NULL);
    HdlBody *b = hdl_comb(top);
    p.temps.cleared = hs_group(b);
    hs_note(b, STR("Nothing happens unless a row says so."));
    hits(&p, b);
    hs_set(b, p.known->x, hx_bool(row_module(&p), 1));
    starts(&p, b);
    hs_blank(b);
    events(&p, b);
    views(&p, b);
    hs_blank(b);
    hs_note(b, STR("The table."));
    table(&p, hs_if(b, p.known->x));
    Hx overflow = output_port(&p, SIG_OVERFLOW)->x;
    if (p.errors)
        hs_set(hs_if(b, hx_eq(row_module(&p), row_act_port(&p), row_act(&p, ACT_NEVER))), overflow,
               hx_bool(row_module(&p), 0));
    hs_set(hs_if(b, overflow), row_act_port(&p), row_act(&p, ACT_NEVER));
    return rtl_write(p.x) ? p.x : NULL;
}

/* ---- walks ---- */

RtlModule *rtl_walk(Rtl *r, const Lowered *l)
{
    const Controller *ctl = l->step->ctl;
    Str what = str_printf(r->a, STR_FMT "_walk", STR_ARG(rtl_lower(r->a, ctl->name)));
    Str doc = str_printf(r->a,
                         "Walks of controller " STR_FMT
                         ": what walk_i, one-hot, makes of one key; nothing unless run_o. Combinational.",
                         STR_ARG(ctl->name));
    RowPrinter p = { .x = rtl_module(r, ctl, what, doc), .l = l, .s = l->step, .walk = true };
    HdlModule *m = row_module(&p);
    HdlName *which = hdl_input(m, STR("walk_i"), hx_int(m, l->walks.n)), *run = hdl_output(m, STR("run_o"), NULL);
    signal_ports(&p);
    HdlBody *b = hdl_comb(hdl_items(m));
    p.temps.cleared = hs_group(b);
    hs_set(b, run->x, hx_bool(m, 0));
    hits(&p, b);
    starts(&p, b);
    for (int i = 0; i < l->walks.n; i++) {
        const LowWalk *w = &l->walks.at[i];
        if (!rtl_walk_visits(w) || rtl_walk_unbuilt(p.x->r->a, w->row, w->op->from)) continue;
        HdlBody *in = hs_if(b, hx_bit(m, which->x, hx_int(m, i)));
        hs_tail(in, rtl_f(p.x, "%s:%d", text_file_name(w->op->from->pos.file), w->op->from->pos.line));
        RtlExpr c = row_expr(&p, in);
        p.temps.used = 0;
        hs_set(in, run->x, w->op->value ? rtl_expr(&c, w->op->value) : hx_bool(m, 1));
        row_operations(&p, in, w->op->body);
    }
    return rtl_write(p.x) ? p.x : NULL;
}
