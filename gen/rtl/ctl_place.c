/* ctl_place.c - look-up in T: stores of lines, and the state that they hold. Which pins and parameters a block has is
 * its manifest's. */
#include "rtl/ctl.h"

/* ---- victims ---- */

typedef struct { Ctl *k; const Store *s; HdlName *ent; } WayCtx;

static Hx way_var(void *ctx, const Var *v)
{
    WayCtx *w = ctx;
    const Store *s = w->s;
    if (v && v->kind == V_STORE) return ctl_entry_field(w->k, w->ent->x, s->fields.at, s->fields.n, v);
    if (v && (v->kind == V_INPUT || v->kind == V_CLOCK)) return ctl_pin(w->k, v);
    if (v && v->constant) return ctl_own_number(w->k, v);
    if (v && v->kind == V_REG) return w->k->reg[v->id] ? w->k->reg[v->id]->x : ctl_unset(w->k, v);
    return hx_bool(w->k->m, 0);
}

/* How gladly each way may leave: 0 not at all, then 1 to 3. */
static void victims(Ctl *k, const CtlStore *l)
{
    HdlModule *m = k->m;
    const Store *s = l->s;
    HdlName *way;
    hdl_note(k->s, STR("Which ways may leave, and how gladly."));
    HdlScope *in = hdl_for(k->s, STR("g_victim"), "way", l->ways, &way);
    if (s->any_victim) {
        hdl_assign(in, hx_part(m, l->vclass->x, hx_mul(m, hx_int(m, 2), way->x), hx_int(m, 2)),
                   hx_cat2(m, hx_bool(m, 0), hx_bit(m, l->way_valid->x, way->x)));
        hdl_blank(k->s);
        return;
    }
    WayCtx ctx = { k, s,
                   hdl_is(in, STR("ent"), l->ent_w, hx_part(m, l->way_ent->x, hx_mul(m, way->x, l->ent_w), l->ent_w)) };
    RtlExpr x = { .x = k->x, .var = way_var, .ctx = &ctx, .scope = in };
    Hx state_at = ctl_fields_width(k, NULL, s->fields.at, s->fields.n, NULL);
    HdlName *held = hdl_is(in, STR("held"), ctl_state_w(k), hx_part(m, ctx.ent->x, state_at, ctl_state_w(k)));
    Hx value = hx_lit(m, 2, 0);
    for (int i = s->victims.n - 1; i >= 0; i--) {
        const Victim *v = &s->victims.at[i];
        const View *view = v->view.n ? victim_view(k->c, s, v) : NULL;
        Hx test = hx_eq(m, held->x, rtl_state(k->x, v->state));
        if (view && view->when) test = hx_and(m, test, rtl_expr(&x, view->when));
        value = hx_cond(m, test, hx_lit(m, 2, (uint64_t)(i < 3 ? 3 - i : 1)), value);
    }
    hdl_assign(in, hx_part(m, l->vclass->x, hx_mul(m, hx_int(m, 2), way->x), hx_int(m, 2)),
               hx_cond(m, hx_not(m, hx_bit(m, l->way_valid->x, way->x)), hx_lit(m, 2, 0), value));
    hdl_blank(k->s);
}

static HdlName *wire(Ctl *k, Str stem, const char *tail, Hx width)
{
    return hdl_wire(k->s, rtl_f(k->x, STR_FMT "%s", STR_ARG(stem), tail), width);
}

/* ---- the store ---- */

static Hx constant(Ctl *k, Str stem, const char *tail, Hx value)
{
    return hdl_const_of(k->m, rtl_f(k->x, STR_FMT "%s", STR_ARG(stem), tail), NULL, value)->x;
}

static Hx key_of(void *ctx, const Var *v) { (void)v; return ctx; }

static int keyed_sources(const Ctl *k)
{
    int n = 0;
    for (int i = 0; i < k->c->sources.n; i++)
        n += k->c->sources.at[i].kind != SRC_LEVEL || !k->c->sources.at[i].event->keyless;
    return n > 0 ? n : 1;
}

static int offered_keys(const Ctl *k)
{
    int n = 0;
    for (int i = 0; i < k->c->sources.n; i++) n += ctl_source_keyed(k, &k->c->sources.at[i]);
    return n;
}

/* Whether the store is given what each source offers as key, and which one is chosen: with three stages, where nothing
 * but these looks up. */
bool ctl_by_source(const Ctl *k, const Store *s)
{
    return ctl_late(k) && block_pin(s->block, "rd_keys_i") && !k->walks && !k->c->sweeps.n && !s->probers.n && !s->key;
}

static CtlQuantities store_quantities(Ctl *k, const CtlStore *l)
{
    static const char *const names[] = { "key_width",   "entry_width", "state_width", "fields_width",
                                         "askers",      "choices",     "indexed",     "kept_fields", "kept_width",
                                         "behind.rows", "behind.ways", "node_width",  "word_address_width",
                                         "word_width",  "stages" };
    const Store *s = l->s, *b = s->backing;
    HdlModule *m = k->m;
    Hx *v = NEW_N(k->r->a, Hx, sizeof names / sizeof *names);
    int n = 0;
    v[n++] = rtl_key_width(k->x);
    v[n++] = l->ent_w;
    v[n++] = hx_int(m, l->keeps ? ctl_state_bits(k) : 0);
    v[n++] = ctl_fields_width(k, NULL, s->fields.at, s->fields.n, NULL);
    v[n++] = hx_int(m, keyed_sources(k));
    v[n++] = hx_int(m, ctl_by_source(k, s) ? offered_keys(k) : 0);
    v[n++] = hx_int(m, s->index != NULL);
    v[n++] = hx_int(m, b ? b->kept.n : 0);
    v[n++] = b && b->kept.n ? rtl_bits(k->x, b->kept.at[0].type) : hx_int(m, 1);
    v[n++] = b && store_attr(b, STR("rows")) ? rtl_int(k->x, store_attr(b, STR("rows"))) : hx_int(m, 0);
    v[n++] = b && store_attr(b, STR("ways")) ? rtl_int(k->x, store_attr(b, STR("ways"))) : hx_int(m, 0);
    v[n++] = k->x->node_w->x;
    v[n++] = k->word_aw;
    v[n++] = k->word_w;
    v[n++] = hx_int(m, k->stages);
    return (CtlQuantities){ k, s, NULL, names, v, n };
}

/* Words in memory for what has no place in the store itself: (16 bits of address at most, what a node's share of the
 * keys leaves). */
static void words(Ctl *k, const CtlStore *l)
{
    HdlModule *m = k->m;
    Hx kw = rtl_key_width(k->x), nw = k->x->node_w->x;
    Hx limit = hx_cond(m, hx_gt(m, kw, hx_add(m, nw, hx_int(m, 16))), hx_int(m, 16),
                       hx_sub(m, hx_sub(m, kw, nw), hx_int(m, 1)));
    k->word_aw = hdl_const_of(m, STR("WORD_AW"), NULL, limit)->x;
    k->word_w = hdl_const_of(m, STR("WORD_W"), NULL, hx_add(m, kw, l->ent_w))->x;
    k->word_valid = hdl_wire(k->s, STR("word_valid"), NULL);
    k->word_ready = hdl_wire(k->s, STR("word_ready"), NULL);
    k->word_we = hdl_wire(k->s, STR("word_we"), NULL);
    k->word_rvalid = hdl_wire(k->s, STR("word_rvalid"), NULL);
    k->word_addr = hdl_wire(k->s, STR("word_addr"), k->word_aw);
    k->word_wdata = hdl_wire(k->s, STR("word_wdata"), k->word_w);
    k->word_rdata = hdl_wire(k->s, STR("word_rdata"), k->word_w);
}

/* What a row, or else the walk, makes of the line. A walk over entries drops lines too. */
static void update(Ctl *k, const CtlStore *l)
{
    HdlModule *m = k->m;
    const Store *s = l->s;
    Hx fire = k->t_fire->x, st_we = ctl_st(k, SIG_STORE_WE, s), st_free = ctl_st(k, SIG_STORE_FREE, s),
       state = l->keeps ? l->next_state->x : NULL, row = ctl_pack(k, s->fields.at, s->fields.n, state, k->st);
    Hx upd = hx_and(m, fire, st_we), keep = hx_not(m, st_free), ent = row;
    if (k->each_walk) {
        Hx gone = hx_and(m, k->walk_entry->x, k->wk[ctl_signal(k, SIG_STORE_FREE, s)]->x), mine = NULL;
        if (l->walked) mine = hx_and(m, ctl_walks_in_store(k, l), k->wk[ctl_signal(k, SIG_STORE_WE, s)]->x);
        upd = hx_or(m, upd, hx_and(m, k->walk_apply->x, hx_or(m, gone, mine)));
        keep = hx_cond(m, k->walk_apply->x, hx_not(m, k->wk[ctl_signal(k, SIG_STORE_FREE, s)]->x), keep);
        ent = hx_cond(m, k->walk_apply->x, ctl_pack(k, s->fields.at, s->fields.n, state, k->wk), row);
    } else if (k->walks && (l == k->walk_store || k->walk_wait)) {
        Hx gone = k->wk[ctl_signal(k, SIG_STORE_FREE, s)]->x, we = k->wk[ctl_signal(k, SIG_STORE_WE, s)]->x;
        if (l != k->walk_store) we = hx_bool(m, 0);
        upd = hx_or(m, upd, hx_and(m, k->walk_apply->x, hx_cond(m, k->walk_entry->x, gone, we)));
        keep = hx_cond(m, k->walk_apply->x, hx_not(m, gone), keep);
        ent = hx_cond(m, k->walk_apply->x, ctl_pack(k, s->fields.at, s->fields.n, state, k->wk), row);
    }
    hdl_assign(k->s, l->upd->x, upd);
    hdl_assign(k->s, l->keep->x, keep);
    hdl_assign(k->s, l->ent_d->x, ent);
}

/* What a walk or a sweep looks at, whatever the key. A sweep never looks while a walk does; in T it may still peek. */
static void places_in_turn(Ctl *k, HdlInstance *i, const CtlStore *l, Hx row_w, Hx column_w)
{
    HdlModule *m = k->m;
    const Block *b = l->s->block;
    bool walked = k->walks && l == k->walk_store && !k->each_walk;
    Hx at = walked ? k->walk_lines->x : NULL, row = walked ? k->walk_set->x : NULL,
       column = walked ? k->walk_way->x : NULL;
    if (k->each_walk && l->walked) {
        at = ctl_walks_lines(k, l);
        row = ctl_walks_row(k, l);
        column = ctl_walks_column(k, l);
    }
    if (l->swept) {
        Hx sweeps = hx_or(m, ctl_sweep_reads(k, l), ctl_sweep_peeks(k, l));
        row = ctl_sweep_row(k, l, row);
        column = ctl_sweep_column(k, l, column);
        at = hx_or(m, at, sweeps);
    }
    ctl_give(i, b, "walk_i", at ? at : hx_bool(m, 0));
    ctl_give(i, b, "walk_row_i", row ? row : hx_zeros(m, row_w));
    ctl_give(i, b, "walk_column_i", column ? column : hx_zeros(m, column_w));
}

/* S0 can look up: in this store; behind the last one, in all of them. */
static void store_ready(Ctl *k, const CtlStore *l)
{
    HdlModule *m = k->m;
    Hx ready = NULL;
    if (l->urgent) hdl_note(k->s, STR("A move within the table takes the slot of a request."));
    if (l != &k->stores[k->n_stores - 1]) return;
    for (int i = 0; i < k->n_stores; i++) {
        const CtlStore *x = &k->stores[i];
        ready = hx_and(m, ready, x->urgent ? hx_and(m, x->ready->x, hx_not(m, x->urgent->x)) : x->ready->x);
    }
    hdl_assign(k->s, k->ready->x, ready);
}

/* The widths of what the block tells of its places: those of a walk over them, and of their numbers. */
static void place_widths(Ctl *k, CtlStore *l, const CtlQuantities *q, Str up, HdlName **set_w, HdlName **way_w)
{
    HdlModule *m = k->m;
    const Block *b = l->s->block;
    Hx one = hx_int(m, 1);
    l->ways = b->places ? constant(k, up, "_PLACES", ctl_block_value(q, b->places)) : hx_int(m, 0);
    if (b->walk_rows) {
        bool walked = k->walks && l == k->walk_store && !k->each_walk;
        l->rows = ctl_block_value(q, b->walk_rows);
        l->columns = ctl_block_value(q, b->walk_columns);
        *set_w = hdl_const_of(m, rtl_f(k->x, STR_FMT "_ROW_W", STR_ARG(up)), NULL,
                              hx_cond(m, hx_gt(m, l->rows, one), hx_clog2(m, l->rows), one));
        *way_w = hdl_const_of(m, rtl_f(k->x, STR_FMT "_WAY_W", STR_ARG(up)), NULL,
                              hx_cond(m, hx_gt(m, l->columns, one), hx_clog2(m, l->columns), one));
        if (walked || l->swept || !k->walk_rows) { k->walk_rows = l->rows; k->walk_columns = l->columns; }
        if (walked) { k->walk_set->width = (*set_w)->x; k->walk_way->width = (*way_w)->x; }
        if (l->swept) ctl_sweep_widths(k, l, (*set_w)->x, (*way_w)->x);
        if (k->each_walk) ctl_walks_widths(k, l, (*set_w)->x, (*way_w)->x);
    }
    if (b->locations) {
        l->lines = constant(k, up, "_LINES", ctl_block_value(q, b->locations));
        l->loc_w = constant(k, up, "_LOC_W", hx_cond(m, hx_gt(m, l->lines, one), hx_clog2(m, l->lines), one));
    }
}

/* What every store has. */
static void store_nets(Ctl *k, CtlStore *l)
{
    Str n = l->s->name;
    l->hit = wire(k, n, ctl_late(k) ? "_found" : "_hit", NULL);
    l->room = wire(k, n, "_room", NULL);
    l->ent = wire(k, n, "_ent", l->ent_w);
    l->ent_d = wire(k, n, "_ent_d", l->ent_w);
    l->upd = wire(k, n, "_upd", NULL);
    l->keep = wire(k, n, "_keep", NULL);
    if (l->keeps) l->state = wire(k, n, "_state", ctl_state_w(k));
    if (l->keeps) l->next_state = wire(k, n, "_next_state", ctl_state_w(k));
    l->ready = wire(k, n, "_ready", NULL);
}

/* An occurrence that looks up begins here; walks, sweeps and probes look up as well (in go, with their keys). */
typedef struct { Hx begins, go, key; } LookUp;

static LookUp look_up(Ctl *k, CtlStore *l)
{
    HdlModule *m = k->m;
    const Store *s = l->s;
    const Block *b = s->block;
    Hx kw = rtl_key_width(k->x);
    bool early = ctl_early(k, l);
    Hx begins = early ? k->src_any->x : hx_and(m, k->l_valid->x, k->ready->x), go = begins,
       key = !early ? k->l_key->x : k->walks ? k->look_key->x : k->s0_key->x;
    if (block_pin(b, "later_o") && k->keyless) /* a look-up could start a search outside of the table */
        go = hx_and(m, go, hx_not(m, (early ? k->s0_keyless : k->l_keyless)->x));
    if (k->walks && block_pin(b, "walk_i")) go = hx_or(m, go, k->walk_read->x);
    if (k->c->sweeps.n) go = hx_or(m, go, ctl_sweep_reads(k, NULL));
    if (s->probers.n) {
        l->probe = rtl_port(k->ports, RTL_PROBE, s->probers.at[0], "valid")->x;
        l->probe_key = rtl_port(k->ports, RTL_PROBE, s->probers.at[0], "key")->x;
        go = hx_or(m, go, l->probe);
        Hx either = hx_cond(m, l->probe, l->probe_key, key);
        key = hdl_is(k->s, rtl_f(k->x, STR_FMT "_look_key", STR_ARG(s->name)), kw, either)->x;
    }
    if (s->key) {
        RtlExpr own = { .x = k->x, .var = key_of, .ctx = (void *)key };
        key = hdl_is(k->s, rtl_f(k->x, STR_FMT "_own_key", STR_ARG(s->name)), kw, rtl_expr(&own, s->key))->x;
    }
    return (LookUp){ begins, go, key };
}

/* The keys that sources offer, and which of these is taken. */
static void asked_by_source(Ctl *k, HdlInstance *i, const CtlStore *l)
{
    HxList keys = { 0 }, picks = { 0 };
    bool each = ctl_by_source(k, l->s);
    for (int n = 0; each && n < k->c->sources.n; n++) {
        if (!k->s0_of[n]) continue;
        hx_put(k->m, &keys, k->s0_of[n]->x);
        hx_put(k->m, &picks, ctl_src(k, k->src_gnt, n));
    }
    each = each && keys.at.n > 0;
    ctl_give(i, l->s->block, "rd_keys_i", each ? hx_concat_low(k->m, &keys) : hx_zeros(k->m, rtl_key_width(k->x)));
    ctl_give(i, l->s->block, "rd_pick_i", each ? hx_concat_low(k->m, &picks) : hx_bool(k->m, 0));
}

/* The pins with which it looks up. */
static void pins_asked(Ctl *k, HdlInstance *i, CtlStore *l, LookUp at)
{
    const Store *s = l->s;
    const Block *b = s->block;
    RtlExpr x = { .x = k->x, .var = key_of, .ctx = (void *)at.key };
    ctl_get(i, b, "ready_o", l->ready);
    if (block_pin(b, "busy_o")) l->busy = wire(k, s->name, "_busy", NULL);
    if (l->busy) ctl_get(i, b, "busy_o", l->busy);
    hdl_pins(i);
    ctl_give(i, b, "rd_i", at.go);
    ctl_give(i, b, "rd_key_i", at.key);
    if (block_pin(b, "rd_keys_i")) asked_by_source(k, i, l);
    ctl_give(i, b, "rd_index_i", s->index ? rtl_expr(&x, s->index) : at.key);
    ctl_give(i, b, "live_i", ctl_tried(k));
    hdl_pins(i);
}

/* The pins that tell what it has found: the entry, where it is, who would leave. */
static void pins_found(Ctl *k, HdlInstance *i, CtlStore *l)
{
    HdlModule *m = k->m;
    const Block *b = l->s->block;
    Str n = l->s->name;
    Hx kw = rtl_key_width(k->x);
    ctl_get(i, b, "hit_o", l->hit);
    ctl_get(i, b, "room_o", l->room);
    ctl_get(i, b, "ent_o", l->ent);
    if (block_pin(b, "loc_o")) { l->loc = wire(k, n, "_loc", l->loc_w); ctl_get(i, b, "loc_o", l->loc); }
    if (block_pin(b, "later_o")) { l->hold = wire(k, n, "_later", NULL); ctl_get(i, b, "later_o", l->hold); }
    if (block_pin(b, "key_o")) ctl_get(i, b, "key_o", wire(k, n, "_key", kw));
    hdl_pins(i);
    if (block_pin(b, "place_valid_o")) {
        l->way_valid = wire(k, n, "_way_valid", l->ways);
        l->way_ent = wire(k, n, "_way_ent", hx_mul(m, l->ways, l->ent_w));
        l->vclass = wire(k, n, "_vclass", hx_mul(m, hx_int(m, 2), l->ways));
        ctl_get(i, b, "place_valid_o", l->way_valid);
        ctl_get(i, b, "place_ent_o", l->way_ent);
        ctl_give(i, b, "vclass_i", l->vclass->x);
    }
    hdl_pins(i);
    if (block_pin(b, "victim_ok_o")) {
        l->victim_ok = wire(k, n, "_victim_ok", NULL);
        l->victim_key = wire(k, n, "_victim_key", kw);
        ctl_get(i, b, "victim_ok_o", l->victim_ok);
        ctl_get(i, b, "victim_key_o", l->victim_key);
    }
}

/* The pins with which the row writes it. */
static void pins_written(Ctl *k, HdlInstance *i, CtlStore *l)
{
    HdlModule *m = k->m;
    const Block *b = l->s->block;
    Hx fire = k->keyless ? hx_and(m, k->t_fire->x, hx_not(m, k->t_keyless->x)) : k->t_fire->x;
    Hx clears = ctl_clears(k) ? hx_and(m, k->t_fire->x, ctl_st(k, SIG_STORE_FREE, l->s->backing)) : hx_bool(m, 0);
    hdl_pins(i);
    ctl_give(i, b, "fire_i", fire);
    /* what counts only with fire_i does not wait for it */
    bool apart = ctl_by_source(k, l->s) && block_pin(b, "fire_i");
    ctl_give(i, b, "upd_i", apart ? ctl_st(k, SIG_STORE_WE, l->s) : l->upd->x);
    ctl_give(i, b, "upd_keep_i", l->keep->x);
    ctl_give(i, b, "upd_ent_i", l->ent_d->x);
    ctl_give(i, b, "touch_i", fire);
    ctl_give(i, b, "flush_i", clears);
    if (block_pin(b, "stale_o")) {
        l->stale = wire(k, l->s->name, "_stale", NULL);
        ctl_get(i, b, "stale_o", l->stale);
    }
    hdl_pins(i);
}

/* The pins of what it does beside the table: moves that wait for a free cycle, words of a memory behind it. */
static void pins_beside(Ctl *k, HdlInstance *i, CtlStore *l, Hx begins)
{
    const Block *b = l->s->block;
    if (block_pin(b, "bg_want_o")) {
        HdlName *move = wire(k, l->s->name, "_move", NULL), *first = wire(k, l->s->name, "_move_first", NULL);
        ctl_get(i, b, "bg_want_o", move);
        ctl_get(i, b, "bg_urgent_o", first);
        ctl_give(i, b, "bg_grant_i", hx_and(k->m, move->x, hx_not(k->m, begins)));
        l->urgent = first;
    }
    if (block_pin(b, "word_valid_o")) {
        hdl_pins(i);
        ctl_get(i, b, "word_valid_o", k->word_valid);
        ctl_give(i, b, "word_ready_i", k->word_ready->x);
        ctl_get(i, b, "word_we_o", k->word_we);
        ctl_get(i, b, "word_addr_o", k->word_addr);
        ctl_get(i, b, "word_wdata_o", k->word_wdata);
        ctl_give(i, b, "word_rvalid_i", k->word_rvalid->x);
        ctl_give(i, b, "word_rdata_i", k->word_rdata->x);
    }
    hdl_pins(i);
}

void ctl_store(Ctl *k, CtlStore *l)
{
    HdlModule *m = k->m;
    const Store *s = l->s;
    const Block *b = s->block;
    Str up = rtl_upper(k->r->a, s->name);
    HdlName *set_w = NULL, *way_w = NULL;
    l->ent_w = hdl_const_of(m, rtl_f(k->x, STR_FMT "_ENT_W", STR_ARG(up)), NULL,
                            ctl_entry_width(k, s->fields.at, s->fields.n, l->keeps))
                   ->x;
    if (block_pin(b, "word_valid_o")) words(k, l);
    CtlQuantities q = store_quantities(k, l);
    place_widths(k, l, &q, up, &set_w, &way_w);
    store_nets(k, l);
    HdlInstance *i = ctl_block_of(k, b, s->name, &q);
    LookUp at = look_up(k, l);
    pins_asked(k, i, l, at);
    places_in_turn(k, i, l, set_w ? set_w->x : NULL, way_w ? way_w->x : NULL);
    hdl_pins(i);
    pins_found(k, i, l);
    ctl_note_pins(k, i, l);
    pins_written(k, i, l);
    pins_beside(k, i, l, at.begins);
    ctl_gauges(k, i, b, s->name, &q);
    store_ready(k, l);
    if (l->keeps)
        hdl_assign(k->s, l->state->x,
                   hx_part(m, l->ent->x, ctl_fields_width(k, NULL, s->fields.at, s->fields.n, NULL), ctl_state_w(k)));
    ctl_fields_of(k, l->ent->x, s->fields.at, s->fields.n);
    if (l->vclass && (s->victims.n || s->any_victim)) victims(k, l);
    else if (l->vclass) hdl_assign(k->s, l->vclass->x, hx_zeros(m, l->vclass->width));
    ctl_notes(k, l);
    update(k, l);
    if (s->probers.n) ctl_probe(k, l);
}
