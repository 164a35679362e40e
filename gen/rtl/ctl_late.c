/* ctl_late.c - three stages: R between L and T.
 *
 * R shows what the look-up has found and chooses the row; T, a cycle later, decides whether it runs and writes. What R
 * has seen is made to be so in T by looking at what T writes meanwhile: if that is a set, an entry or a register that R
 * has read, the occurrence comes to T as stale: it fails there like one that lacks room, and its source offers it
 * again. So nothing is forwarded in front of the table, and what an occurrence in T wrote always lets another one go
 * on. */
#include "rtl/ctl.h"

bool ctl_late(const Ctl *k) { return k->stages > 2; }

Hx ctl_to_d(const Ctl *k) { return ctl_late(k) ? k->t_moves->x : k->t_valid->x; }

Hx ctl_in_t(Ctl *k, Str name, Hx width, Hx now)
{
    if (!ctl_late(k)) return now;
    HdlName *q = hdl_wire(k->s, name, width);
    hs_set(hs_if(hdl_clocked(k->s, false).run, k->r_moves->x), q->x, now);
    return q->x;
}

/* ---- nets ---- */

static void as_in_t(Ctl *k)
{
    k->r_src = k->t_src;
    k->r_valid = k->t_valid;
    k->r_event = k->t_event;
    k->r_key = k->t_key;
    k->r_known = k->t_known;
    k->r_arg = k->t_arg;
    k->r_keyless = k->t_keyless;
    k->r_state = k->t_state;
    k->r_row_state = k->t_row_state;
    k->row = k->st;
    k->walk_row = k->wk;
}

static HdlName *row_net(Ctl *k, const char *of, const Signal *g)
{
    return hdl_wire(k->s, rtl_f(k->x, "%s_%.*s", of, g->port.n - 2, g->port.p), rtl_signal_width(k->x, g));
}

void ctl_row_nets(Ctl *k)
{
    if (!ctl_late(k)) { as_in_t(k); return; }
    Arena *a = k->r->a;
    k->r_src = hdl_wire(k->s, STR("r_src_q"), k->sources);
    k->r_valid = hdl_wire(k->s, STR("r_valid_q"), NULL);
    k->r_moves = hdl_wire(k->s, STR("r_moves_q"), NULL);
    k->t_moves = hdl_wire(k->s, STR("t_moves_q"), NULL);
    k->r_go = hdl_wire(k->s, STR("r_go"), NULL);
    k->r_event = hdl_wire(k->s, STR("r_event_q"), rtl_code_width(k->x, code_bits(k->c->base_events.n)));
    if (k->c->key) k->r_key = hdl_wire(k->s, STR("r_key_q"), rtl_width(k->x, k->c->key));
    k->r_known = hdl_wire(k->s, STR("r_known_q"), NULL);
    if (k->keyless) k->r_keyless = hdl_wire(k->s, STR("r_keyless"), NULL);
    k->r_state = hdl_wire(k->s, STR("r_state"), ctl_state_w(k));
    k->r_row_state = hdl_wire(k->s, STR("r_row_state"), ctl_state_w(k));
    k->t_stale = hdl_wire(k->s, STR("t_stale"), NULL);
    k->r_arg = NEW_N(a, HdlName *, k->c->vars.n + 1);
    for (int i = 0; i < k->c->args.n; i++) {
        const Var *v = k->c->args.at[i];
        if (rtl_arg_used(v))
            k->r_arg[v->id] =
                hdl_wire(k->s, rtl_f(k->x, "r_" STR_FMT "_q", STR_ARG(v->ident)), rtl_width(k->x, v->type));
    }
    k->row = NEW_N(a, HdlName *, k->step->signals.n + 1);
    k->walk_row = NEW_N(a, HdlName *, k->step->signals.n + 1);
    for (int i = k->step->n_inputs; i < k->step->signals.n; i++) {
        if (k->st[i]) k->row[i] = row_net(k, "row", &k->step->signals.at[i]);
        if (k->wk[i]) k->walk_row[i] = row_net(k, "walk_row", &k->step->signals.at[i]);
    }
}

/* ---- from R to T ---- */

void ctl_rows_in_t(Ctl *k)
{
    hdl_note(k->s, STR("What the row says, in T."));
    HdlBody *b = hs_if(hdl_clocked(k->s, false).run, k->r_moves->x);
    hs_set(b, k->t_state->x, k->r_state->x);
    if (k->keyless && !ctl_whole_state(k->c)) hs_set(b, k->t_row_state->x, k->r_row_state->x);
    for (int i = 0; i < k->n_stores; i++) {
        CtlStore *l = &k->stores[i];
        l->t_hit = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_hit", STR_ARG(l->s->name)), NULL);
        hs_set(b, l->t_hit->x, l->hit->x);
    }
    for (int i = 0; i < k->n_waits; i++) {
        CtlWait *e = &k->waits[i];
        e->t_hit = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_hit", STR_ARG(e->w->name)), NULL);
        hs_set(b, e->t_hit->x, e->hit->x);
    }
    for (int i = k->step->n_inputs; i < k->step->signals.n; i++) {
        if (k->row[i]) hs_set(b, k->st[i]->x, k->row[i]->x);
        if (k->walk_row[i]) hs_set(b, k->wk[i]->x, k->walk_row[i]->x);
    }
    hdl_blank(k->s);
}

static bool reads(const Ctl *k, const Var *v)
{
    for (int i = 0; i < k->step->n_inputs; i++)
        if (k->step->signals.at[i].kind == SIG_IN_VAR && k->step->signals.at[i].var == v) return true;
    return false;
}

/* Some register that is read in R gets another value; so does the state of a controller without places. */
static Hx registers_change(Ctl *k)
{
    HdlModule *m = k->m;
    Hx any = NULL;
    if (ctl_whole_state(k->c) && k->c->states.n > 1) any = hx_ne(m, ctl_st(k, SIG_NEXT, NULL), k->r_state->x);
    for (int i = 0; i < k->c->regs.n; i++) {
        const Var *v = k->c->regs.at[i];
        if (k->reg[v->id] && (v->array || reads(k, v)))
            any = hx_or(m, any, hx_ne(m, k->st[ctl_signal(k, SIG_VAR, v)]->x, k->reg[v->id]->x));
    }
    return any ? hx_and(m, k->t_fire->x, any) : NULL;
}

void ctl_stale(Ctl *k)
{
    HdlModule *m = k->m;
    Hx any = registers_change(k);
    for (int i = 0; i < k->n_stores; i++) any = hx_or(m, any, k->stores[i].stale->x);
    for (int i = 0; i < k->n_waits; i++) any = hx_or(m, any, k->waits[i].stale->x);
    hdl_note(k->s, STR("What R has seen is no longer so in T: the occurrence has to be offered again."));
    any = ctl_in_t(k, STR("t_stale_q"), NULL, any);
    for (int i = 0; i < k->step->n_inputs; i++) {
        const Signal *g = &k->step->signals.at[i];
        if (g->kind != SIG_IN_VAR || g->var->kind != V_EMPTY) continue;
        const CtlWait *e = ctl_wait_of(k, g->var->waiters);
        Str name = rtl_f(k->x, "t_" STR_FMT "_idle_q", STR_ARG(e->w->name));
        any = hx_or(m, any, hx_ne(m, ctl_in_t(k, name, NULL, e->idle->x), e->idle->x));
    }
    hdl_assign(k->s, k->t_stale->x, any);
    hdl_blank(k->s);
}

/* ---- what is not built ---- */

/* What a row has seen is made to be so a cycle later by looking at what is written meanwhile, of places that say what
 * that is. */
static void refuse(Ctl *k, Pos at, const char *what)
{
    diag_error(k->r->d, at, "%s of a controller with three stages is not built: expected stages= of 1 or 2", what);
    diag_note(k->r->d, k->c->stages_pos, "stages= is here");
}

typedef struct { const Var *v; Pos at; bool found; } Read;

static void find_read(const Expr *e, void *ctx)
{
    Read *r = ctx;
    if (r->found || e->op != E_VAR || e->var != r->v) return;
    r->at = e->pos;
    r->found = true;
}

static void of_action(const Action *x, void *ctx)
{
    expr_walk(x->value, find_read, ctx);
    for (int i = 0; i < x->branches.n; i++) expr_walk(x->branches.at[i].test, find_read, ctx);
    for (int i = 0; i < x->assigns.n; i++) expr_walk(x->assigns.at[i].value, find_read, ctx);
}

/* Where a row, view or event asks for it first; else where it is declared. */
static Pos read_at(const Controller *c, const Var *v)
{
    Read r = { v, v->waiters ? v->waiters->pos : v->port ? v->port->pos : c->pos, false };
    for (int i = 0; i < c->rows.n; i++) expr_walk(c->rows.at[i]->when, find_read, &r);
    for (int i = 0; i < c->rows.n; i++) actions_walk(c->rows.at[i]->body, of_action, &r);
    for (int i = 0; i < c->views.n; i++) expr_walk(c->views.at[i]->when, find_read, &r);
    for (int i = 0; i < c->events.n; i++) expr_walk(c->events.at[i]->when, find_read, &r);
    return r.at;
}

static void check_inputs(Ctl *k)
{
    for (int i = 0; i < k->step->n_inputs; i++) {
        const Signal *g = &k->step->signals.at[i];
        if (g->kind != SIG_IN_VAR) continue;
        const Var *v = g->var;
        Pos at = read_at(k->c, v);
        if (v->kind == V_ROOM && v->port) refuse(k, at, "a row that asks for room behind a port,");
        if (v->kind == V_ROOM && v->waiters && !block_pin(v->waiters->block, "seen_room_o"))
            refuse(k, at, "a row that asks for room in waiters which do not show it when it is chosen,");
        if (v->kind == V_FIRST) refuse(k, at, "a row that asks who is first");
        if (v->kind == V_CLOCK) refuse(k, at, "a row that reads physical time");
    }
}

void ctl_check_late(Ctl *k)
{
    const Controller *c = k->c;
    for (int i = 0; i < k->n_stores; i++) {
        const Store *s = k->stores[i].s;
        if (!block_pin(s->block, "stale_o")) refuse(k, s->pos, "a store whose look-up is shown when it writes,");
        else if (block_pin(s->block, "bg_want_o") && victims_read_registers(c, s))
            refuse(k, s->pos, "a store from which entries leave by themselves if a register allows it,");
    }
    for (int i = 0; i < k->n_waits; i++)
        if (!block_pin(k->waits[i].w->block, "stale_o"))
            refuse(k, k->waits[i].w->pos, "a waiting place whose look-up is shown when it writes,");
    for (int i = 0; i < c->base_events.n; i++) {
        const Event *e = c->base_events.at[i];
        if (e->kind == EV_OVERFLOW) refuse(k, e->pos, "an overflow event");
    }
    for (int i = 0; i < k->low->walks.n; i++)
        if (k->low->walks.at[i].op->from->port) refuse(k, c->pos, "a walk over a port");
    check_inputs(k);
}
