/* ctl_walk.c - walks: the rows that ask for them write the registers, then nothing else runs until each place has been
 * looked up and rewritten.
 *
 * Looked up is by key, through the pipeline's own ports: the body sees the line and the entry of the key as a row
 * would. Lines: the store is asked to name way after way as its victim. Entries: their keys are kept here as well. One
 * atomic step for everybody else, since all state is written in T alone. */
#include "rtl/ctl.h"

/* ---- which there are ---- */

static bool visits(const LowWalk *w) { return !w->op->from->port && !walk_clears(w->op->from); }

int rtl_walks_visiting(const Lowered *l)
{
    int n = 0;
    for (int i = 0; i < l->walks.n; i++) n += visits(&l->walks.at[i]);
    return n;
}

const LowWalk *rtl_walk_visiting(const Lowered *l, int number)
{
    for (int i = 0; i < l->walks.n; i++) if (visits(&l->walks.at[i]) && !number--) return &l->walks.at[i];
    return NULL;
}

static void walked_place(Ctl *k, const LowWalk *w)
{
    const Action *a = w->op->from;
    if (!visits(w)) return;
    CtlStore *l = a->store ? ctl_store_of(k, a->store) : NULL;
    CtlWait *e = a->waiters ? ctl_wait_of(k, a->waiters) : NULL;
    k->several |= (l && k->walk_store && k->walk_store != l) || (e && k->walk_wait && k->walk_wait != e);
    if (l) { l->walked = true; k->walk_store = l; }
    if (e) { e->walked = true; k->walk_wait = e; }
}

static void swept_place(Ctl *k, const Sweep *w)
{
    CtlStore *l = ctl_store_of(k, w->store);
    l->swept = true;
    k->several |= k->walk_store && k->walk_store != l;
}

void ctl_walked_places(Ctl *k)
{
    for (int i = 0; i < k->low->walks.n; i++) walked_place(k, &k->low->walks.at[i]);
    for (int i = 0; i < k->c->sweeps.n; i++) swept_place(k, k->c->sweeps.at[i]);
}

static bool over_entries(const LowWalk *w) { return w->op->from->waiters != NULL; }

bool ctl_walks_over(const Ctl *k, bool entries)
{
    for (int i = 0; i < k->walks; i++) if (over_entries(rtl_walk_visiting(k->low, i)) == entries) return true;
    return false;
}

bool ctl_clears(const Ctl *k)
{
    for (int i = 0; i < k->low->walks.n; i++) if (walk_clears(k->low->walks.at[i].op->from)) return true;
    return false;
}

/* ---- what is emitted ---- */

Hx ctl_walk_start(Ctl *k, const LowWalk *w)
{
    return hx_and(k->m, k->t_fire->x, k->st[ctl_signal(k, SIG_WALK, w->op->from)]->x);
}

static Hx start_of(Ctl *k, const Action *walk)
{
    return hx_and(k->m, k->t_fire->x, k->st[ctl_signal(k, SIG_WALK, walk)]->x);
}

/* Is the walk in the row of some event with a key? */
static bool has_key(const Ctl *k, const Row *r)
{
    const Controller *c = k->c;
    for (int i = 0; i < c->states.n * c->events.n; i++)
        for (int j = 0; j < c->cells[i].rows.n; j++)
            if (c->cells[i].rows.at[j] == r && !c->events.at[i % c->events.n]->keyless) return true;
    return false;
}

/* The key of the row itself, which its walks leave out: whether it is at hand. */
static Hx own_key(Ctl *k)
{
    HdlModule *m = k->m;
    Hx start = NULL;
    for (int i = 0; i < k->walks; i++)
        if (has_key(k, rtl_walk_visiting(k->low, i)->row))
            start = hx_or(m, start, start_of(k, rtl_walk_visiting(k->low, i)->op->from));
    if (!start) return NULL;
    hdl_note(k->s, STR("The key of the row, which its walks leave out."));
    HdlName *own = hdl_wire(k->s, STR("walk_own_q"), rtl_key_width(k->x)), *keyed = NULL;
    HdlBody *b = hs_if(hdl_clocked(k->s, false).run, start);
    hs_set(b, own->x, k->t_key->x);
    Hx is = hx_eq(m, k->r_key->x, own->x);
    if (!k->keyless) return is;
    keyed = hdl_wire(k->s, STR("walk_keyed_q"), NULL);
    hs_set(hs_if(hdl_clocked(k->s, false).run, hx_and(m, k->t_fire->x, hx_not(m, k->walk_busy->x))), keyed->x,
           hx_not(m, k->t_keyless->x));
    return hx_and(m, keyed->x, is);
}

/* What the row has said when the walk began: fields of its event, registers that it has set again since. */
static HdlName *walk_argument(Ctl *k, int signal)
{
    const Signal *g = &k->step->signals.at[signal];
    HdlName *q = hdl_wire(k->s, rtl_f(k->x, "%.*s_q", g->name.n - 2, g->name.p), rtl_signal_width(k->x, g));
    hs_set(hs_if(hdl_clocked(k->s, false).run, start_of(k, g->walk)), q->x, k->st[signal]->x);
    return q;
}

static uint64_t entry_walks(const Ctl *k)
{
    uint64_t x = 0;
    for (int i = 0; i < k->walks; i++) x |= (uint64_t)over_entries(rtl_walk_visiting(k->low, i)) << i;
    return x;
}

/* Keys of entries, also of those that are free by now: the look-up tells. */
HdlName *ctl_walk_keys(Ctl *k, const CtlWait *e)
{
    HdlModule *m = k->m;
    Hx kw = rtl_key_width(k->x);
    Str name = k->each_walk ? rtl_f(k->x, "walk_" STR_FMT "_keys_q", STR_ARG(e->w->name)) : STR("walk_keys_q");
    HdlName *keys = hdl_memory(k->s, name, kw, e->entries);
    hdl_note(k->s, STR("Keys of entries, also of those that are free by now: the look-up tells."));
    Hx in = ctl_st(k, e->holds ? SIG_WAIT_ALLOC : SIG_PARK, e->w);
    if (!e->holds) in = hx_and(m, in, hx_not(m, ctl_src(k, k->t_src, e->replay_src)));
    HdlBody *b = hs_if(hdl_clocked(k->s, false).run, hx_and(m, k->t_fire->x, in));
    hs_set(b, hx_bit(m, keys->x, e->idx->x), k->t_key->x);
    return keys;
}

/* ---- what is parked: word after word of an entry's list, each as it is but for the fields that are set ---- */

Hx ctl_wait_depth(Ctl *k, const Waiters *w)
{
    const Expr *e = waiters_attr(w, STR("depth"));
    return e ? rtl_int(k->x, e) : hx_int(k->m, 1);
}

Hx ctl_word_width(Ctl *k, const Waiters *w)
{
    HdlModule *m = k->m;
    Hx d = ctl_wait_depth(k, w), one = hx_int(m, 1);
    return hdl_const_of(m, rtl_f(k->x, STR_FMT "_WORD_W", STR_ARG(rtl_upper(k->r->a, w->name))), NULL,
                        hx_cond(m, hx_gt(m, d, one), hx_clog2(m, d), one))
        ->x;
}

static bool rewrites(const Ctl *k, const CtlWait *e)
{
    return k->step->parked.n && e->walked && e->replay_src >= 0 && block_pin(e->w->block, "pw_i");
}

/* One waiting place has the names that are enough for one. */
static void park_nets(Ctl *k, CtlWait *e)
{
    Str stem = k->each_walk ? rtl_f(k->x, STR_FMT "_walk", STR_ARG(e->w->name)) : STR("walk");
    e->pw = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_park", STR_ARG(stem)), NULL);
    e->pw_we = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_park_we", STR_ARG(stem)), NULL);
    e->pw_word = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_word", STR_ARG(stem)), ctl_word_width(k, e->w));
    e->pw_idx = k->each_walk ? hdl_wire(k->s, rtl_f(k->x, STR_FMT "_place", STR_ARG(stem)), e->idx_w)
                             : k->walk_idx;
}

void ctl_walk_park_nets(Ctl *k)
{
    int n = k->step->parked.n;
    k->wk_parked = NEW_N(k->r->a, HdlName *, n + 1);
    k->wk_parked_we = NEW_N(k->r->a, HdlName *, n + 1);
    for (int i = 0; i < n; i++) {
        const Var *v = k->step->parked.at[i];
        k->wk_parked[i] =
            hdl_wire(k->s, rtl_f(k->x, "wk_parked_" STR_FMT, STR_ARG(v->ident)), rtl_width(k->x, v->type));
        k->wk_parked_we[i] = hdl_wire(k->s, rtl_f(k->x, "wk_parked_" STR_FMT "_we", STR_ARG(v->ident)), NULL);
    }
    for (int i = 0; i < k->n_waits; i++) {
        if (!rewrites(k, &k->waits[i])) continue;
        park_nets(k, &k->waits[i]);
        if (!k->walk_last) k->walk_last = hdl_wire(k->s, STR("walk_last"), NULL);
    }
}

static int parked_number(const Ctl *k, const Var *v)
{
    for (int i = 0; i < k->step->parked.n; i++) if (k->step->parked.at[i] == v) return i;
    return -1;
}

/* As parked requests are laid out: event, then all fields that any of them keeps. */
Hx ctl_walk_payload(Ctl *k, const CtlWait *e)
{
    HdlModule *m = k->m;
    HxList low = { 0 };
    Hx at = hx_int(m, code_bits(k->c->base_events.n));
    hx_put(m, &low, hx_part(m, e->replay_pay->x, hx_int(m, 0), at));
    for (int i = 0; i < k->c->args.n; i++) {
        const Var *v = k->c->args.at[i];
        if (!ctl_parks_arg(k->c, e->w, v) || ctl_orders(e, v)) continue;
        Hx old = hx_part(m, e->replay_pay->x, at, rtl_width(k->x, v->type));
        int n = parked_number(k, v);
        hx_put(m, &low, n < 0 ? old : hx_cond(m, k->wk_parked_we[n]->x, k->wk_parked[n]->x, old));
        at = hx_add(m, at, rtl_bits(k->x, v->type));
    }
    return hx_concat_low(m, &low);
}

Hx ctl_walk_order(Ctl *k, const CtlWait *e)
{
    int n = parked_number(k, ctl_order(e->w));
    return n < 0 ? e->replay_least->x
                 : hx_cond(k->m, k->wk_parked_we[n]->x, k->wk_parked[n]->x, e->replay_least->x);
}

static Hx given_key(void *ctx, const Var *v) { (void)v; return ctx; }

/* The key of the line in turn: of a store with keys of its own the least of those that it is about. */
Hx ctl_walk_victim(Ctl *k, const CtlStore *l)
{
    RtlExpr x = { .x = k->x, .var = given_key, .ctx = (void *)l->victim_key->x };
    return l->s->key ? rtl_expr(&x, l->s->first) : l->victim_key->x;
}

void ctl_walk(Ctl *k)
{
    HdlModule *m = k->m;
    if (k->each_walk) {
        Hx key = ctl_walks(k);
        hdl_assign(k->s, k->look_key->x, hx_cond(m, k->walk_busy->x, key, k->s0_key->x));
        hdl_blank(k->s);
        return;
    }
    HxList starts = { 0 };
    bool lines = ctl_walks_over(k, false), entries = ctl_walks_over(k, true);
    Hx one = hx_int(m, 1), victim_ok = lines ? k->walk_store->victim_ok->x : NULL,
       victim_key = lines ? ctl_walk_victim(k, k->walk_store) : NULL;
    hdl_note(k->s, STR("Walks, the lowest first: see cg_walk."));
    Hx kept = entries ? hx_bit(m, ctl_walk_keys(k, k->walk_wait)->x, k->walk_idx->x) : NULL;
    HdlInstance *i = ctl_block(k, "cg_walk", STR("u_walk"));
    if (k->stages > 1) hdl_set(i, "STAGES", hx_int(m, k->stages));
    hdl_set(i, "WALKS", hx_int(m, k->walks));
    hdl_set(i, "OVER_ENTRIES", hx_int(m, (int64_t)entry_walks(k)));
    hdl_set(i, "SETS", lines ? k->walk_rows : one);
    hdl_set(i, "WAYS", lines ? k->walk_columns : one);
    Hx places = one;
    for (int j = k->n_waits - 1; j >= 0; j--) if (k->waits[j].holds) places = k->waits[j].entries;
    hdl_set(i, "ENTRIES", k->walk_wait ? k->walk_wait->entries : places);
    for (int w = 0; w < k->walks; w++)
        hx_put(m, &starts, start_of(k, rtl_walk_visiting(k->low, w)->op->from));
    hdl_pins(i);
    hdl_in(i, "start_i", hx_concat_low(m, &starts));
    hdl_out(i, "busy_o", k->walk_busy->x);
    hdl_out(i, "lines_o", k->walk_lines->x);
    hdl_out(i, "read_o", k->walk_read->x);
    hdl_pins(i);
    hdl_out(i, "set_o", k->walk_set->x);
    hdl_out(i, "way_o", k->walk_way->x);
    hdl_out(i, "idx_o", k->walk_idx->x);
    hdl_pins(i);
    hdl_in(i, "there_i", lines ? hx_or(m, hx_not(m, k->walk_lines->x), victim_ok) : hx_bool(m, 1));
    hdl_out(i, "apply_o", k->walk_at_place->x);
    hdl_out(i, "walk_o", k->walk_now->x);
    hdl_out(i, "at_o", k->walk_at->x);
    if (k->walk_last) {
        hdl_set(i, "WORDS", ctl_wait_depth(k, k->walk_wait->w));
        hdl_out(i, "word_o", k->walk_wait->pw_word->x);
        hdl_out(i, "last_o", k->walk_last->x);
        hdl_assign(k->s, k->walk_wait->pw->x, hx_and(m, k->walk_busy->x, hx_not(m, k->walk_lines->x)));
    } else {                                        /* each place is looked up once */
        hdl_out(i, "word_o", hdl_wire(k->s, STR("walk_word"), NULL)->x);
        hdl_out(i, "last_o", hdl_wire(k->s, STR("walk_last"), NULL)->x);
    }
    Hx place = !lines     ? kept
               : !entries ? victim_key
                          : hx_cond(m, k->walk_lines->x, victim_key, kept);
    hdl_assign(k->s, k->look_key->x, hx_cond(m, k->walk_busy->x, place, k->s0_key->x));
    hdl_blank(k->s);
}

/* In T for one cycle, whatever R has next. */
static Hx in_t_once(Ctl *k, Hx now)
{
    if (!ctl_late(k)) return now;
    HdlName *q = hdl_wire(k->s, STR("walk_writes_q"), NULL);
    HdlClocked c = hdl_clocked(k->s, true);
    hs_set(c.reset, q->x, hx_bool(k->m, 0));
    hs_set(c.run, q->x, now);
    return q->x;
}

void ctl_walk_step(Ctl *k)
{
    HdlModule *m = k->m;
    HdlName *run = hdl_wire(k->s, STR("wk_run"), NULL);
    uint64_t over = entry_walks(k);
    Hx entry = !over ? hx_bool(m, 0)
               : over == ((uint64_t)1 << k->walks) - 1
                   ? hx_any(m, k->walk_now->x)
                   : hx_any(m, hx_band(m, k->walk_now->x, hx_lit(m, k->walks, over)));
    hdl_assign(k->s, k->walk_entry->x, ctl_in_t(k, STR("walk_entry_q"), NULL, entry));
    HdlInstance *i = rtl_instance(k->x, k->s, k->walk_module, STR("u_walk_step"));
    hdl_in(i, "walk_i", k->walk_now->x);
    hdl_out(i, "run_o", run->x);
    for (int j = 0; j < k->step->signals.n; j++) {
        const Signal *g = &k->step->signals.at[j];
        const char *pin = str_z(k->r->a, g->port);
        if (g->kind == SIG_WALK_ARG) {
            hdl_pins(i);
            hdl_in(i, str_z(k->r->a, rtl_walk_arg(k->r->a, g)), walk_argument(k, j)->x);
        }
        if (rtl_is_part(g->var) || (g->out ? !rtl_walk_output(g) : !rtl_walk_input(g))) continue;
        if (ctl_new_group(k->step, j)) hdl_pins(i);
        if (g->out) hdl_out(i, pin, k->walk_row[j]->x);
        else hdl_in(i, pin, g->kind == SIG_IN_STATE ? k->r_state->x : ctl_step_input(k, g));
    }
    Hx apply = hx_and(m, k->walk_at_place->x, run->x), own = own_key(k);
    if (own) apply = hx_and(m, apply, hx_not(m, own));
    apply = in_t_once(k, apply);
    if (over && k->each_walk) apply = hx_and(m, apply, ctl_walks_hit(k));
    else if (over)
        apply = hx_and(m, apply,
                       hx_or(m, hx_not(m, k->walk_entry->x),
                             hx_and(m, ctl_late(k) ? k->walk_wait->t_hit->x : k->walk_wait->hit->x,
                                    hx_eq(m, k->walk_wait->idx->x,
                                          ctl_in_t(k, STR("walk_at_q"), k->walk_wait->idx_w, k->walk_at->x)))));
    for (int j = 0; j < k->step->parked.n; j++) {
        Str n = k->step->parked.at[j]->ident;
        hdl_pins(i);
        hdl_out(i, str_z(k->r->a, rtl_f(k->x, "parked_" STR_FMT "_o", STR_ARG(n))), k->wk_parked[j]->x);
        hdl_out(i, str_z(k->r->a, rtl_f(k->x, "parked_" STR_FMT "_we_o", STR_ARG(n))), k->wk_parked_we[j]->x);
    }
    for (int j = 0; j < k->n_waits; j++)
        if (k->waits[j].pw)
            hdl_assign(k->s, k->waits[j].pw_we->x,
                       hx_and(m, apply, k->each_walk ? ctl_walks_in_wait(k, &k->waits[j]) : k->walk_entry->x));
    if (k->walk_last) apply = hx_and(m, apply, k->walk_last->x);
    hdl_assign(k->s, k->walk_apply->x, apply);
    hdl_blank(k->s);
}

bool rtl_walk_output(const Signal *g)
{
    bool place = g->kind == SIG_VAR && g->var->kind != V_REG;
    return place || g->kind == SIG_NEXT || g->kind == SIG_STORE_FREE || g->kind == SIG_STORE_WE ||
           g->kind == SIG_WAIT_WE;
}

bool rtl_walk_input(const Signal *g)
{
    return g->kind == SIG_IN_STATE ||
           (g->kind == SIG_IN_VAR && g->var->kind != V_ARG && g->var->kind != V_STAMP && g->var->kind != V_REPLAYED &&
            g->var->kind != V_EMPTY);
}
