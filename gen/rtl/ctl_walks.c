/* ctl_walks.c - walks over several places of a controller: each has a cg_walk of its own, and they run one after the
 * other, the first of the table first. Nothing else uses the look-up from the first to the last. */
#include "rtl/ctl.h"

static HdlName *net(Ctl *k, int number, const char *tail, Hx width)
{
    return hdl_wire(k->s, rtl_f(k->x, "walk_%d_%s", number, tail), width);
}

/* Widths of places in a store are known when it is built. */
void ctl_walks_nets(Ctl *k)
{
    k->each_walk = NEW_N(k->r->a, CtlWalk, k->walks + 1);
    for (int i = 0; i < k->walks; i++) {
        const Action *a = rtl_walk_visiting(k->low, i)->op->from;
        CtlWalk *w = &k->each_walk[i];
        Hx one = hx_int(k->m, 1), idx_w = NULL;
        *w = (CtlWalk){ .l = a->store ? ctl_store_of(k, a->store) : NULL,
                        .e = a->waiters ? ctl_wait_of(k, a->waiters) : NULL };
        if (w->e) {
            Hx n = rtl_int(k->x, waiters_attr(a->waiters, STR("entries")));
            Str name = rtl_f(k->x, STR_FMT "_IDX_W", STR_ARG(rtl_upper(k->r->a, a->waiters->name)));
            idx_w = hdl_const_of(k->m, name, NULL, hx_cond(k->m, hx_gt(k->m, n, one), hx_clog2(k->m, n), one))->x;
            w->e->idx_w = idx_w;
            w->idx = net(k, i, "idx", idx_w);
            w->at = net(k, i, "at", idx_w);
            bool words = k->step->parked.n && w->e->replay_src >= 0 && block_pin(w->e->w->block, "pw_i");
            w->word = net(k, i, "word", words ? ctl_word_width(k, w->e->w) : NULL);
        } else {
            w->set = net(k, i, "set", NULL);
            w->way = net(k, i, "way", NULL);
        }
        w->busy = net(k, i, "busy", NULL);
        w->apply = net(k, i, "apply", NULL);
        w->now = net(k, i, "now", NULL);
        w->last = net(k, i, "last", NULL);
    }
}

void ctl_walks_widths(Ctl *k, const CtlStore *l, Hx row, Hx column)
{
    for (int i = 0; i < k->walks; i++) {
        if (k->each_walk[i].l != l) continue;
        k->each_walk[i].set->width = row;
        k->each_walk[i].way->width = column;
    }
}

Hx ctl_walks_lines(const Ctl *k, const CtlStore *l)
{
    Hx x = NULL;
    for (int i = 0; i < k->walks; i++) if (k->each_walk[i].l == l) x = hx_or(k->m, x, k->each_walk[i].busy->x);
    return x;
}

/* Of the walks over the store the one that is at work, else the last one's. */
static Hx place(const Ctl *k, const CtlStore *l, bool row)
{
    Hx x = NULL;
    for (int i = k->walks - 1; i >= 0; i--) {
        const CtlWalk *w = &k->each_walk[i];
        if (w->l != l) continue;
        Hx mine = row ? w->set->x : w->way->x;
        x = x ? hx_cond(k->m, w->busy->x, mine, x) : mine;
    }
    return x;
}

Hx ctl_walks_row(const Ctl *k, const CtlStore *l) { return place(k, l, true); }
Hx ctl_walks_column(const Ctl *k, const CtlStore *l) { return place(k, l, false); }

Hx ctl_walks_in_store(const Ctl *k, const CtlStore *l)
{
    Hx x = NULL;
    for (int i = 0; i < k->walks; i++) if (k->each_walk[i].l == l) x = hx_or(k->m, x, k->each_walk[i].now->x);
    return x;
}

Hx ctl_walks_in_wait(const Ctl *k, const CtlWait *e)
{
    Hx x = NULL;
    for (int i = 0; i < k->walks; i++) if (k->each_walk[i].e == e) x = hx_or(k->m, x, k->each_walk[i].now->x);
    return x;
}

Hx ctl_walks_hit(const Ctl *k)
{
    HdlModule *m = k->m;
    Hx all = NULL;
    for (int i = 0; i < k->walks; i++) {
        const CtlWalk *w = &k->each_walk[i];
        if (!w->e) continue;
        Hx same = hx_and(m, w->e->hit->x, hx_eq(m, w->e->idx->x, w->at->x));
        all = hx_and(m, all, hx_or(m, hx_not(m, w->now->x), same));
    }
    return all;
}

/* Walks that set fields of what is parked lead the places in which it is. */
static void walk_parked(Ctl *k)
{
    for (int i = 0; i < k->n_waits; i++) {
        const CtlWait *e = &k->waits[i];
        Hx busy = NULL, idx = NULL, word = NULL;
        for (int j = k->walks - 1; j >= 0 && e->pw; j--) {
            const CtlWalk *w = &k->each_walk[j];
            if (w->e != e) continue;
            busy = hx_or(k->m, busy, w->busy->x);
            idx = idx ? hx_cond(k->m, w->busy->x, w->idx->x, idx) : w->idx->x;
            word = word ? hx_cond(k->m, w->busy->x, w->word->x, word) : w->word->x;
        }
        if (!e->pw) continue;
        hdl_assign(k->s, e->pw->x, busy);
        hdl_assign(k->s, e->pw_idx->x, idx);
        hdl_assign(k->s, e->pw_word->x, word);
    }
}

/* In T: of the place in turn this is the last look. */
static Hx last_look(const Ctl *k)
{
    Hx all = NULL;
    for (int i = 0; i < k->walks; i++) {
        const CtlWalk *w = &k->each_walk[i];
        if (w->e && w->e->pw) all = hx_and(k->m, all, hx_or(k->m, hx_not(k->m, w->now->x), w->last->x));
    }
    return all;
}

/* One walk. start: it begins in this cycle. */
static void one_walk(Ctl *k, int number, Hx start)
{
    HdlModule *m = k->m;
    const CtlWalk *w = &k->each_walk[number];
    Hx one = hx_int(m, 1);
    HdlInstance *i = ctl_block(k, "cg_walk", rtl_f(k->x, "u_walk_%d", number));
    hdl_set(i, "WALKS", one);
    hdl_set(i, "OVER_ENTRIES", hx_int(m, w->e != NULL));
    hdl_set(i, "SETS", w->l ? w->l->rows : one);
    hdl_set(i, "WAYS", w->l ? w->l->columns : one);
    hdl_set(i, "ENTRIES", w->e ? w->e->entries : one);
    if (w->e && w->e->pw) hdl_set(i, "WORDS", ctl_wait_depth(k, w->e->w));
    hdl_pins(i);
    hdl_in(i, "start_i", start);
    hdl_out(i, "busy_o", w->busy->x);
    hdl_out(i, "lines_o", net(k, number, "lines", NULL)->x);
    hdl_out(i, "read_o", net(k, number, "read", NULL)->x);
    hdl_pins(i);
    hdl_out(i, "set_o", (w->set ? w->set : net(k, number, "set", NULL))->x);
    hdl_out(i, "way_o", (w->way ? w->way : net(k, number, "way", NULL))->x);
    hdl_out(i, "idx_o", (w->idx ? w->idx : net(k, number, "idx", NULL))->x);
    hdl_in(i, "there_i", w->l ? w->l->victim_ok->x : hx_bool(m, 1));
    hdl_pins(i);
    hdl_out(i, "apply_o", w->apply->x);
    hdl_out(i, "walk_o", w->now->x);
    hdl_out(i, "at_o", (w->at ? w->at : net(k, number, "at", NULL))->x);
    hdl_out(i, "word_o", (w->word ? w->word : net(k, number, "word", NULL))->x);
    hdl_out(i, "last_o", w->last->x);
}

Hx ctl_walks(Ctl *k)
{
    HdlModule *m = k->m;
    HxList starts = { 0 }, nows = { 0 };
    HdlName *todo = hdl_wire(k->s, STR("walk_todo_q"), hx_int(m, k->walks)), **keys = NULL;
    Hx busy = NULL, apply = NULL, before = NULL, key = NULL, lines = NULL, go[32];
    hdl_note(k->s, STR("Walks, one after the other, each with a cg_walk of its own."));
    keys = NEW_N(k->r->a, HdlName *, k->n_waits + 1);
    for (int i = 0; i < k->n_waits; i++) if (k->waits[i].walked) keys[i] = ctl_walk_keys(k, &k->waits[i]);
    for (int i = 0; i < k->walks; i++) {
        const CtlWalk *w = &k->each_walk[i];
        hx_put(m, &starts, ctl_walk_start(k, rtl_walk_visiting(k->low, i)));
        hx_put(m, &nows, w->now->x);
        busy = hx_or(m, busy, w->busy->x);
        apply = hx_or(m, apply, w->apply->x);
        if (w->l) lines = hx_or(m, lines, w->busy->x);
    }
    HdlName *at_work = hdl_is(k->s, STR("walk_at_work"), NULL, busy);
    for (int i = 0; i < k->walks; i++) {
        Hx mine = hx_bit(m, todo->x, hx_int(m, i)), first = hx_and(m, mine, hx_not(m, at_work->x));
        if (before) first = hx_and(m, first, hx_not(m, before));
        go[i] = hdl_is(k->s, rtl_f(k->x, "walk_%d_go", i), NULL, first)->x;
        before = hx_or(m, before, mine);
        one_walk(k, i, go[i]);
    }
    HxList gone = { 0 };
    for (int i = 0; i < k->walks; i++) hx_put(m, &gone, go[i]);
    HdlClocked c = hdl_clocked(k->s, true);
    hs_set(c.reset, todo->x, hx_zeros(m, hx_int(m, k->walks)));
    Hx left = hx_band(m, todo->x, hx_inv(m, hx_concat_low(m, &gone)));
    hs_set(c.run, todo->x, hx_bor(m, left, hx_concat_low(m, &starts)));
    for (int i = k->walks - 1; i >= 0; i--) {
        const CtlWalk *w = &k->each_walk[i];
        Hx mine = w->l ? ctl_walk_victim(k, w->l) : hx_bit(m, keys[w->e - k->waits]->x, w->idx->x);
        key = key ? hx_cond(m, w->busy->x, mine, key) : mine;
    }
    hdl_assign(k->s, k->walk_busy->x, hx_or(m, at_work->x, hx_any(m, todo->x)));
    hdl_assign(k->s, k->walk_read->x, at_work->x);
    hdl_assign(k->s, k->walk_lines->x, lines ? lines : hx_bool(m, 0));
    hdl_assign(k->s, k->walk_at_place->x, apply);
    hdl_assign(k->s, k->walk_now->x, hx_concat_low(m, &nows));
    walk_parked(k);
    if (k->walk_last) hdl_assign(k->s, k->walk_last->x, last_look(k));
    return key;
}
