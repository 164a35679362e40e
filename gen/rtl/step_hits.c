/* step_hits.c - whether the key has a line, an entry, and what is read of one that is not there; what is said of a
 * message that is not sent. */
#include "rtl/step_parts.h"

static HdlModule *mod(const Printer *p) { return p->x->m; }

/* Is NAME.hit of a waiting place an input? */
static bool wait_hit_read(const Printer *p, const Waiters *w)
{
    for (int i = 0; i < p->s->n_inputs; i++) {
        const Var *v = p->s->signals.at[i].var;
        if (v && v->kind == V_WAITER_HIT && v->waiters == w) return true;
    }
    return false;
}

static HdlName *hit_input(const Printer *p, const Store *s, const Waiters *w)
{
    for (int i = 0; i < p->s->n_inputs; i++) {
        const Var *v = p->s->signals.at[i].var;
        if (v && ((s && v->kind == V_STORE_HIT && v->store == s) || (w && v->kind == V_WAITER_HIT && v->waiters == w)))
            return p->port[i];
    }
    return NULL;
}

void step_hits(Printer *p, HdlBody *b)
{
    const Controller *c = p->s->ctl;
    p->store_there = NEW_N(p->x->r->a, HdlName *, c->stores.n + 1);
    p->wait_there = NEW_N(p->x->r->a, HdlName *, c->waiters.n + 1);
    for (int i = 0; i < c->stores.n; i++) {
        HdlName *in = hit_input(p, c->stores.at[i], NULL);
        p->store_there[i] =
            hdl_wire(hdl_items(mod(p)), rtl_f(p->x, STR_FMT "_hit_now", STR_ARG(c->stores.at[i]->name)), NULL);
        hs_set(b, p->store_there[i]->x, in ? in->x : hx_bool(mod(p), 0));
    }
    for (int i = 0; i < c->waiters.n; i++) {
        if (!wait_hit_read(p, c->waiters.at[i])) continue;
        p->wait_there[i] =
            hdl_wire(hdl_items(mod(p)), rtl_f(p->x, STR_FMT "_hit_now", STR_ARG(c->waiters.at[i]->name)), NULL);
        hs_set(b, p->wait_there[i]->x, hit_input(p, NULL, c->waiters.at[i])->x);
    }
}

/* With three stages the store itself shows zeros for a key without a line: its user says so by a parameter. Without it
 * the module shows them, as it does for anybody else; but then every comparison waits for the hit. */
void step_miss(Printer *p)
{
    const Controller *c = p->s->ctl;
    if (c->stages && param_eval(p->x->r->env, c->stages) > 2) p->x->miss = hdl_param(mod(p), STR("MISS_ZERO"), 0);
}

Hx step_line(Printer *p, const LowStart *st)
{
    Hx hit = p->port[st->when]->x;
    bool zero = !st->value || (st->value->op == E_NUM && st->value->num == 0);
    if (!p->x->miss || st->kind != LOW_START_LINE || !zero) return hit;
    return hx_or(mod(p), hx_ne(mod(p), p->x->miss->x, hx_int(mod(p), 0)), hit);
}

/* ---- what is not sent ---- */

static bool sent_field(const Signal *g)
{
    bool field = g->kind == SIG_SEND_FIELD || g->kind == SIG_REQ_FIELD || g->kind == SIG_REPLY_FIELD;
    return field && g->type && !g->type->opaque;
}

/* The operations set the signal to this field of the occurrence alone (*is; NULL so far), or not at all. */
static bool sets_alone(const LowOp *op, int signal, const Var **is)
{
    for (; op; op = op->next) {
        if (!sets_alone(op->body, signal, is)) return false;
        for (int i = 0; i < op->arms.n; i++) if (!sets_alone(op->arms.at[i].body, signal, is)) return false;
        if (op->kind == LOW_LET || op->kind == LOW_WALK || op->kind == LOW_PARKED || op->signal != signal) continue;
        if (op->kind != LOW_SET && (op->value || op->kind == LOW_CODE || op->kind == LOW_OR)) return false;
        if (op->kind != LOW_SET) continue;
        const Expr *e = op->value;
        if (!e || e->op != E_VAR || e->var->kind != V_ARG || (*is && *is != e->var)) return false;
        *is = e->var;
    }
    return true;
}

void step_sends(Printer *p)
{
    if (p->x->miss) p->x->sends = hdl_param(mod(p), STR("SENDS_FREE"), 0);
}

/* Where all rows that set such a field take the same field of the occurrence, it is that whether it is sent or not, if
 * the module's user says by the parameter that it does not look: then nothing is in front of the register behind it. */
Hx step_unsent(Printer *p, int signal, Hx zeros)
{
    const Signal *g = &p->s->signals.at[signal];
    const Var *is = NULL;
    if (!p->x->sends || !sent_field(g)) return zeros;
    for (int i = 0; i < p->s->ctl->rows.n; i++) if (!sets_alone(p->l->rows[i].body, signal, &is)) return zeros;
    if (!is || is->type != g->type) return zeros;
    for (int i = 0; i < p->s->n_inputs; i++)
        if (p->s->signals.at[i].var == is && p->s->signals.at[i].kind == SIG_IN_VAR)
            return hx_cond(mod(p), hx_ne(mod(p), p->x->sends->x, hx_int(mod(p), 0)), p->port[i]->x, zeros);
    return zeros;
}
