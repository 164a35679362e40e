/* ctl_level.c - timers, wishes, wakes and sweeps: sources of occurrences that no message brings. What such an
 * occurrence rests on may be over when it is in T: then it is dropped. */
#include "rtl/array.h"
#include "rtl/ctl.h"

static Hx now(void *ctx, const Var *v)
{
    Ctl *k = ctx;
    if (v->kind == V_ME) return ctl_own_number(k, v);
    if (v->kind == V_EMPTY) return ctl_wait_of(k, v->waiters)->idle->x;
    if (v->kind == V_INPUT || v->kind == V_CLOCK) return ctl_pin(k, v);
    if (v->constant) return ctl_own_number(k, v);
    if (k->reg[v->id]) return k->reg[v->id]->x;
    return ctl_unset(k, v);
}

static Hx condition(Ctl *k, RtlExpr *x, const Event *e)
{
    return rtl_condition(x, e->when, rtl_f(k->x, "level_" STR_FMT "_when", STR_ARG(e->name)));
}

/* ---- wakes: what they look at of all lines or entries at once ---- */

/* Lines of a store, or entries of a waiting place, one of the two: how many, and what is written to which of them. */
typedef struct { const CtlStore *l; const CtlWait *w; Hx count, number_w, written, at, head; } Woken;

/* What the condition of a wake reads of its own line or entry. */
typedef struct { Ctl *k; bool own, key; VEC(Var *) fields; } OfPlace;

static bool is_field(const Var *v) { return v->kind == V_WAITER || v->kind == V_STORE; }

static void of_place(const Expr *e, void *ctx)
{
    OfPlace *x = ctx;
    Var *v = e->op == E_VAR ? e->var : NULL;
    x->own |= v && (v->kind == V_KEY || v->kind == V_FIRST || is_field(v));
    x->key |= v && v->kind == V_KEY;
    if (!v || !is_field(v)) return;
    for (int i = 0; i < x->fields.n; i++) if (x->fields.at[i] == v) return;
    vec_push(x->k->r->a, &x->fields, v);
}

/* The same of one place: its key, its number, and fields that are kept beside it. head: the number of the oldest. */
typedef struct { Ctl *k; Hx key, number, head; const OfPlace *of; HdlName **kept; } Kept;

static Hx kept_value(void *ctx, const Var *v)
{
    const Kept *x = ctx;
    if (v->kind == V_KEY) return x->key;
    if (v->kind == V_FIRST) return hx_eq(x->k->m, x->head, x->number);
    for (int i = 0; i < x->of->fields.n; i++) if (x->of->fields.at[i] == v) return x->kept[i]->x;
    return now(x->k, v);
}

/* A field as it is written. */
static Hx written(Ctl *k, const Woken *x, const Var *v)
{
    if (x->l) return ctl_entry_field(k, x->l->ent_d->x, x->l->s->fields.at, x->l->s->fields.n, v);
    int at = ctl_signal(k, SIG_VAR, v);
    return x->w->walked ? hx_cond(k->m, k->walk_apply->x, k->wk[at]->x, k->st[at]->x) : k->st[at]->x;
}

/* A place whose condition speaks of it: what it reads is kept beside the mark, so that it is known of all of them at
 * once which are to be woken. */
static Hx is_due(Ctl *k, const Event *e, const Woken *x, const OfPlace *of, Hx in, HdlName *keys)
{
    HdlModule *m = k->m;
    HdlName *i = NULL, *due = hdl_wire(k->s, rtl_f(k->x, "level_" STR_FMT "_due", STR_ARG(e->name)), x->count);
    HdlScope *outer = k->s, *s = hdl_for(k->s, rtl_f(k->x, "g_" STR_FMT, STR_ARG(e->name)), "e", x->count, &i);
    Hx number = hx_part(m, i->x, hx_int(m, 0), x->number_w);
    HdlBody *b = of->fields.n ? hs_if(hdl_clocked(s, false).run, hx_and(m, x->written, hx_eq(m, x->at, number))) : NULL;
    Hx key = hx_bit(m, keys->x, i->x);
    if (of->key) { /* by itself: a process that reads one word of the array wakes at all of them */
        HdlName *one = hdl_wire(s, rtl_f(k->x, "level_" STR_FMT "_key", STR_ARG(e->name)), rtl_width(k->x, k->c->key));
        hdl_assign(s, one->x, key);
        key = one->x;
    }
    Kept kept = { .k = k, .key = key, .number = number, .head = x->head, .of = of,
                  .kept = NEW_N(k->r->a, HdlName *, of->fields.n + 1) };
    for (int j = 0; j < of->fields.n; j++) {
        const Var *v = of->fields.at[j];
        kept.kept[j] = hdl_wire(s, rtl_f(k->x, STR_FMT "_q", STR_ARG(v->ident)), rtl_width(k->x, v->type));
        hs_set(b, kept.kept[j]->x, written(k, x, v));
    }
    RtlExpr when = { .x = k->x, .var = kept_value, .ctx = &kept, .scope = s };
    hdl_assign(s, hx_bit(m, due->x, i->x), hx_and(m, hx_bit(m, in, i->x), rtl_condition(&when, e->when, STR("met"))));
    k->s = outer;
    return due->x;
}

/* With more stages than one the conditions of all places end in registers; a place that is written begins anew. The
 * clock runs until they are seen. */
static Hx seen(Ctl *k, Str n, const Woken *x, Hx due)
{
    HdlModule *m = k->m;
    HdlName *q = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_due_q", STR_ARG(n)), x->count),
            *other = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_other", STR_ARG(n)), NULL);
    HdlClocked c = hdl_clocked(k->s, true);
    hs_set(c.reset, q->x, hx_zeros(m, x->count));
    hs_set(c.run, q->x, due);
    hs_set(hs_if(c.run, x->written), hx_bit(m, q->x, x->at), hx_bool(m, 0));
    hdl_assign(k->s, other->x, hx_ne(m, due, q->x));
    hx_put(m, &k->overs, other->x);
    return q->x;
}

/* Of the places in the state of a wake, which are marked as they are written, one after the other is offered.
 * enters: what is written is in this state. */
static void wake(Ctl *k, int src, const Woken *x, Hx enters)
{
    HdlModule *m = k->m;
    const Event *e = k->c->sources.at[src].event;
    Str n = rtl_f(k->x, "level_" STR_FMT, STR_ARG(e->name));
    OfPlace of = { .k = k };
    expr_walk(e->when, of_place, &of);
    HdlName *in = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_in_q", STR_ARG(n)), x->count),
            *turn = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_turn", STR_ARG(n)), x->count),
            *at = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_at", STR_ARG(n)), x->number_w);
    HdlName *keys = hdl_memory(k->s, rtl_f(k->x, STR_FMT "_keys_q", STR_ARG(n)), rtl_width(k->x, k->c->key), x->count);
    RtlExpr when = { .x = k->x, .var = now, .ctx = k, .scope = k->s };
    Hx due = of.own ? is_due(k, e, x, &of, in->x, keys) : in->x;
    if (of.own && k->l_src) due = seen(k, n, x, due);
    HdlInstance *i = ctl_block(k, "cg_rr_arb", rtl_f(k->x, "u_" STR_FMT, STR_ARG(n)));
    hdl_set(i, "N", x->count);
    hdl_in(i, "req_i", due);
    hdl_in(i, "advance_i", hx_and(m, k->t_over->x, ctl_src(k, k->t_src, src)));
    hdl_out(i, "gnt_o", turn->x);
    hdl_out(i, "gnt_idx_o", at->x);
    hdl_assign(k->s, k->level[src]->x, of.own ? hx_any(m, due) : hx_and(m, hx_any(m, due), condition(k, &when, e)));
    Hx key = hx_bit(m, keys->x, at->x);
    if (ctl_late(k)) hs_set(hs_if(hdl_clocked(k->s, false).run, k->level[src]->x), k->level_key[src]->x, key);
    else hdl_assign(k->s, k->level_key[src]->x, key);
    HdlClocked c = hdl_clocked(k->s, true);
    hs_set(c.reset, in->x, hx_zeros(m, x->count));
    hs_set(hs_if(c.run, x->written), hx_bit(m, in->x, x->at), enters);
    hs_set(hs_if(hdl_clocked(k->s, false).run, x->written), hx_bit(m, keys->x, x->at), k->t_key->x);
}

static void wake_lines(Ctl *k, int src)
{
    HdlModule *m = k->m;
    const Event *e = k->c->sources.at[src].event;
    const CtlStore *l = ctl_store_of(k, e->store);
    Woken x = { .l = l, .count = l->lines, .number_w = l->loc_w, .written = l->upd->x, .at = l->loc->x };
    wake(k, src, &x, hx_and(m, l->keep->x, hx_eq(m, l->next_state->x, rtl_state(k->x, e->in))));
}

static void wake_entries(Ctl *k, int src)
{
    const Event *e = k->c->sources.at[src].event;
    const CtlWait *w = ctl_wait_of(k, e->waiters);
    Woken x = { .w = w, .count = w->entries, .number_w = w->idx_w, .written = w->op->x, .at = w->idx->x,
                .head = w->head ? w->head->x : NULL };
    wake(k, src, &x, hx_eq(k->m, w->next->x, rtl_state(k->x, e->in)));
}

static void timer(Ctl *k, int src)
{
    HdlInstance *i = ctl_block(k, "cg_timer", rtl_f(k->x, "u_" STR_FMT, STR_ARG(k->level[src]->name)));
    hdl_set(i, "PERIOD", rtl_int(k->x, k->c->sources.at[src].event->when));
    hdl_in(i, "free_clk_i", k->free_clk ? k->free_clk->x : ctl_clk(k));
    HdlName *over = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_over", STR_ARG(k->level[src]->name)), NULL);
    hdl_out(i, "over_o", over->x);
    hx_put(k->m, &k->overs, over->x);
    hdl_out(i, "due_o", k->level[src]->x);
    hdl_in(i, "take_i", hx_and(k->m, k->t_over->x, ctl_src(k, k->t_src, src)));
}

static Hx in_pipeline(Ctl *k, int source)
{
    Hx t = ctl_src(k, k->t_src, source);
    if (ctl_late(k)) t = hx_or(k->m, ctl_src(k, k->r_src, source), t);
    return k->l_src ? hx_or(k->m, ctl_l_src(k, source), t) : t;
}

/* With three stages a wish or wake is offered from a register, a cycle later, so that what it looks at (an empty
 * miss-status file, whose turn it is of the entries) is not in front of the choice. What is on its way is not offered
 * again; a wake, not before T has moved the turn. */
static Hx late_offer(Ctl *k, int source)
{
    HdlModule *m = k->m;
    Str n = k->level[source]->name;
    bool wake = k->c->sources.at[source].event->kind == EV_WAKE;
    HdlName *q = hdl_wire(k->s, rtl_f(k->x, STR_FMT "%s", STR_ARG(n), wake ? "_offer_q" : "_due_q"), NULL),
            *other = hdl_wire(k->s, rtl_f(k->x, STR_FMT "%s", STR_ARG(n), wake ? "_moves" : "_other"), NULL);
    Hx away = hx_or(m, hx_or(m, ctl_src(k, k->src_gnt, source), ctl_l_src(k, source)), ctl_src(k, k->r_src, source));
    if (wake) away = hx_or(m, away, ctl_src(k, k->t_src, source));
    Hx due = hx_and(m, k->level[source]->x, hx_not(m, away));
    HdlClocked c = hdl_clocked(k->s, true);
    hs_set(c.reset, q->x, hx_bool(m, 0));
    hs_set(c.run, q->x, due);
    hdl_assign(k->s, other->x, hx_ne(m, due, q->x));
    hx_put(m, &k->overs, other->x);
    return q->x;
}

void ctl_levels(Ctl *k)
{
    RtlExpr x = { .x = k->x, .var = now, .ctx = k, .scope = k->s };
    bool first = true;
    for (int i = 0; i < k->c->sources.n; i++) {
        const Source *s = &k->c->sources.at[i];
        if (s->kind != SRC_LEVEL) continue;
        bool late = ctl_late(k) && (s->event->kind == EV_WAKE || !(s->event->sweep || s->event->periodic));
        if (first)
            hdl_note(k->s,
                     STR("Timers, wishes, wakes and sweeps, each offered again at the earliest when it was in T."));
        first = false;
        if (s->event->sweep) ctl_sweep(k, i);
        else if (s->event->kind == EV_WAKE && s->event->waiters) wake_entries(k, i);
        else if (s->event->kind == EV_WAKE) wake_lines(k, i);
        else if (k->r->opt->keyed && s->event->keyless) hdl_assign(k->s, k->level[i]->x, hx_bool(k->m, 0));
        else if (s->event->periodic) timer(k, i);
        else hdl_assign(k->s, k->level[i]->x, condition(k, &x, s->event));
        hdl_assign(k->s, ctl_src(k, k->src_valid, i),
                   late ? late_offer(k, i) : hx_and(k->m, k->level[i]->x, hx_not(k->m, in_pipeline(k, i))));
    }
    if (!first) hdl_blank(k->s);
}

static Hx in_t(void *ctx, const Var *v)
{
    Signal g = { .kind = SIG_IN_VAR, .var = (Var *)v };
    return ctl_step_input(ctx, &g);
}

/* The line or entry that is shown is in the state of the wake, and its condition holds. */
static Hx still_due(Ctl *k, const Event *e)
{
    HdlModule *m = k->m;
    const CtlWait *w = e->waiters ? ctl_wait_of(k, e->waiters) : NULL;
    const CtlStore *l = w ? NULL : ctl_store_of(k, e->store);
    RtlExpr x = { .x = k->x, .var = in_t, .ctx = k, .scope = k->s };
    Hx in = hx_and(m, w ? w->armed->x : l->hit->x,
                   hx_eq(m, w ? w->state->x : l->state->x, rtl_state(k->x, e->in)));
    return hx_and(m, in, rtl_condition(&x, e->when, rtl_f(k->x, STR_FMT "_still", STR_ARG(e->name))));
}

/* A sweep's end is looked at in T: what is there may begin it again. */
bool ctl_level_in_r(const Ctl *k, const Event *e) { return ctl_late(k) && !e->periodic && e->kind != EV_SWEPT; }

/* A sweep that T has begun again meanwhile offers this line no more. */
Hx ctl_level_gone(Ctl *k, int source)
{
    HdlModule *m = k->m;
    if (!ctl_late(k) || k->c->sources.at[source].event->kind != EV_SWEEP) return NULL;
    return hx_and(m, ctl_src(k, k->t_src, source), hx_not(m, k->level[source]->x));
}

Hx ctl_level_over(Ctl *k, int source)
{
    HdlModule *m = k->m;
    const Event *e = k->c->sources.at[source].event;
    bool in_r = ctl_level_in_r(k, e);
    Hx still = e->kind == EV_WAKE ? still_due(k, e) : in_r && e->kind == EV_SWEEP ? ctl_sweep_still(k, source)
                                                                                : k->level[source]->x;
    if (in_r) return hx_and(m, ctl_src(k, k->r_src, source), hx_not(m, still));
    if (e->kind == EV_SWEEP) still = hx_and(m, still, ctl_sweep_still(k, source));
    return hx_and(m, ctl_src(k, k->t_src, source), hx_not(m, still));
}
