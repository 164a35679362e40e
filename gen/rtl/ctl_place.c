/* ctl_place.c - look-up in T: the store of lines, what waits, and the state that they hold. Which pins and parameters a
 * block has is its manifest's. */
#include "rtl/ctl.h"

/* ---- entries: fields low part first, then the state ---- */

Hx ctl_fields_width(Ctl *k, Hx start, Var *const *fields, int n, const Var *up_to)
{
    Hx w = start ? start : hx_int(k->m, 0);
    for (int i = 0; i < n && fields[i] != up_to; i++)
        if (!fields[i]->type->opaque) w = hx_add(k->m, w, rtl_bits(k->x, fields[i]->type));
    return w;
}

Hx ctl_entry_field(Ctl *k, Hx vector, Var *const *fields, int n, const Var *v)
{
    return hx_part(k->m, vector, ctl_fields_width(k, NULL, fields, n, v), rtl_width(k->x, v->type));
}

static int output_of(const Ctl *k, const Var *v)
{
    for (int i = k->step->n_inputs; i < k->step->signals.n; i++)
        if (k->step->signals.at[i].kind == SIG_VAR && k->step->signals.at[i].var == v) return i;
    return -1;
}

Hx ctl_pack(Ctl *k, Var *const *fields, int n, Hx state, HdlName *const *made)
{
    HxList low = { 0 };
    for (int i = 0; i < n; i++) if (!fields[i]->type->opaque) hx_put(k->m, &low, made[output_of(k, fields[i])]->x);
    hx_put(k->m, &low, state);
    return hx_concat_low(k->m, &low);
}

static void fields_of(Ctl *k, Hx vector, Var *const *fields, int n)
{
    for (int i = 0; i < n; i++)
        if (!fields[i]->type->opaque)
            hdl_assign(k->s, k->field[fields[i]->id]->x, ctl_entry_field(k, vector, fields, n, fields[i]));
}

/* ---- victims ---- */

typedef struct { Ctl *k; HdlName *ent; } WayCtx;

static Hx way_var(void *ctx, const Var *v)
{
    WayCtx *w = ctx;
    const Store *s = w->k->store;
    if (v && v->kind == V_STORE) return ctl_entry_field(w->k, w->ent->x, s->fields.at, s->fields.n, v);
    if (v && v->kind == V_REG && w->k->reg[v->id]) return w->k->reg[v->id]->x;
    return hx_bool(w->k->m, 0);
}

static void find_arg(const Expr *e, void *ctx)
{
    if (e->op == E_VAR && e->var->kind != V_STORE && e->var->kind != V_REG) *(bool *)ctx = true;
}

/* The first view of that name, for that state, which depends on the line and registers alone. */
static const View *victim_view(const Ctl *k, const Victim *v)
{
    for (int i = 0; i < k->c->views.n; i++) {
        const View *w = k->c->views.at[i];
        bool of = false, other = false;
        for (int j = 0; j < w->of.n; j++) of |= w->of.at[j] == v->state;
        if (w->when) expr_walk(w->when, find_arg, &other);
        if (of && !other && str_eq(w->name, v->view)) return w;
    }
    return NULL;
}

/* How gladly each way may leave: 0 not at all, then 1 to 3. */
static void victims(Ctl *k)
{
    HdlModule *m = k->m;
    const Store *s = k->store;
    CtlStore *l = &k->line;
    HdlName *way;
    hdl_note(k->s, STR("Which ways may leave, and how gladly."));
    HdlScope *in = hdl_for(k->s, STR("g_victim"), "way", l->ways, &way);
    WayCtx ctx = { k,
                   hdl_is(in, STR("ent"), l->ent_w, hx_part(m, l->way_ent->x, hx_mul(m, way->x, l->ent_w), l->ent_w)) };
    RtlExpr x = { .x = k->x, .var = way_var, .ctx = &ctx };
    Hx state_at = ctl_fields_width(k, NULL, s->fields.at, s->fields.n, NULL);
    HdlName *held = hdl_is(in, STR("held"), ctl_state_w(k), hx_part(m, ctx.ent->x, state_at, ctl_state_w(k)));
    Hx value = hx_lit(m, 2, 0);
    for (int i = s->victims.n - 1; i >= 0; i--) {
        const Victim *v = &s->victims.at[i];
        const View *view = v->view.n ? victim_view(k, v) : NULL;
        if (v->view.n && !view) {
            diag_error(k->r->d, s->pos, "emit: view '" STR_FMT "' depends on the occurrence: it cannot rank victims",
                       STR_ARG(v->view));
            continue;
        }
        Hx test = hx_eq(m, held->x, rtl_state(k->x, v->state));
        if (view && view->when) test = hx_and(m, test, rtl_expr(&x, view->when));
        value = hx_cond(m, test, hx_lit(m, 2, (uint64_t)(i < 3 ? 3 - i : 1)), value);
    }
    hdl_assign(in, hx_part(m, l->vclass->x, hx_mul(m, hx_int(m, 2), way->x), hx_int(m, 2)),
               hx_cond(m, hx_not(m, hx_bit(m, l->way_valid->x, way->x)), hx_lit(m, 2, 0), value));
    hdl_blank(k->s);
}

/* ---- blocks ---- */

typedef struct {
    Ctl *k;
    const Store *store;
    const Waiters *waiters;
    const char *const *names;
    const Hx *values;
    int n;
} Quantities;

static Hx quantity(const Quantities *q, Str name)
{
    for (int i = 0; i < q->n; i++) if (str_is(name, q->names[i])) return q->values[i];
    const Expr *e = q->store ? store_attr(q->store, name) : q->waiters ? waiters_attr(q->waiters, name) : NULL;
    return e ? rtl_int(q->k->x, e) : hx_int(q->k->m, 0);
}

static Hx block_value(const Quantities *q, const BlockExpr *e)
{
    HdlModule *m = q->k->m;
    Hx a = e->n > 0 ? block_value(q, e->arg[0]) : NULL, b = e->n > 1 ? block_value(q, e->arg[1]) : NULL;
    switch (e->op) {
    case BX_NUM: return hx_int(m, e->num);
    case BX_NAME: return quantity(q, e->name);
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
    case BX_COND: return hx_cond(m, a, b, block_value(q, e->arg[2]));
    case BX_MAX: case BX_MIN: return rtl_greatest(q->k->x, e->op == BX_MAX, a, b);
    case BX_CLOG2: return hx_clog2(m, a);
    case BX_POW2: return hx_shl(m, hx_int(m, 1), a);
    }
    return hx_int(m, 0);
}

static HdlInstance *block_instance(Ctl *k, const Block *b, Str name, const Quantities *q)
{
    HdlInstance *i = ctl_block(k, b->module, rtl_f(k->x, "u_" STR_FMT, STR_ARG(name)));
    for (int j = 0; j < b->params.n; j++)
        hdl_set(i, str_z(k->r->a, b->params.at[j].name), block_value(q, b->params.at[j].value));
    hdl_pins(i);
    return i;
}

static void give(HdlInstance *i, const Block *b, const char *role, Hx value)
{
    const char *pin = block_pin(b, role);
    if (pin) hdl_in(i, pin, value);
}

/* A pin of a role that is there becomes this net; of one that is not, nothing. */
static bool get(HdlInstance *i, const Block *b, const char *role, const HdlName *net)
{
    const char *pin = block_pin(b, role);
    if (pin) hdl_out(i, pin, net->x);
    return pin != NULL;
}

static HdlName *wire(Ctl *k, Str stem, const char *tail, Hx width)
{
    return hdl_wire(k->s, rtl_f(k->x, STR_FMT "%s", STR_ARG(stem), tail), width);
}

/* Figures of the block: read by nobody here, shown by the test bench. */
static void gauges(Ctl *k, HdlInstance *i, const Block *b, Str stem, const Quantities *q)
{
    for (int j = 0; j < b->gauges.n; j++) {
        const BlockGauge *g = &b->gauges.at[j];
        Hx w = g->width ? block_value(q, g->width) : NULL;
        if (!g->pin) continue;                      /* the test bench computes it */
        int64_t one;
        HdlName *net = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_" STR_FMT, STR_ARG(stem), STR_ARG(g->name)),
                                hx_is_int(w, &one) && one == 1 ? NULL : w);
        hdl_out(i, g->pin, net->x);
    }
}

/* ---- the store ---- */

static Hx key_of(void *ctx, const Var *v) { (void)v; return ctx; }

static int keyed_sources(const Ctl *k)
{
    int n = 0;
    for (int i = 0; i < k->c->sources.n; i++)
        n += k->c->sources.at[i].kind != SRC_LEVEL || !k->c->sources.at[i].event->keyless;
    return n > 0 ? n : 1;
}

static Quantities store_quantities(Ctl *k)
{
    static const char *const names[] = { "key_width",   "entry_width", "state_width", "fields_width",
                                         "askers",      "indexed",     "kept_fields", "kept_width",
                                         "behind.rows", "behind.ways", "node_width",  "word_address_width",
                                         "word_width" };
    const Store *s = k->store, *b = s->backing;
    HdlModule *m = k->m;
    Hx *v = NEW_N(k->r->a, Hx, sizeof names / sizeof *names);
    int n = 0;
    v[n++] = rtl_key_width(k->x);
    v[n++] = k->line.ent_w;
    v[n++] = hx_int(m, ctl_state_bits(k));
    v[n++] = ctl_fields_width(k, NULL, s->fields.at, s->fields.n, NULL);
    v[n++] = hx_int(m, keyed_sources(k));
    v[n++] = hx_int(m, s->index != NULL);
    v[n++] = hx_int(m, b ? b->kept.n : 0);
    v[n++] = b && b->kept.n ? rtl_bits(k->x, b->kept.at[0].type) : hx_int(m, 1);
    v[n++] = b && store_attr(b, STR("rows")) ? rtl_int(k->x, store_attr(b, STR("rows"))) : hx_int(m, 0);
    v[n++] = b && store_attr(b, STR("ways")) ? rtl_int(k->x, store_attr(b, STR("ways"))) : hx_int(m, 0);
    v[n++] = k->x->node_w->x;
    v[n++] = k->word_aw;
    v[n++] = k->word_w;
    return (Quantities){ k, s, NULL, names, v, n };
}

/* Words in memory for what has no place in the store itself: (16 bits of address at most, what a node's share of the
 * keys leaves). */
static void words(Ctl *k)
{
    HdlModule *m = k->m;
    Hx kw = rtl_key_width(k->x), nw = k->x->node_w->x;
    Hx limit = hx_cond(m, hx_gt(m, kw, hx_add(m, nw, hx_int(m, 16))), hx_int(m, 16),
                       hx_sub(m, hx_sub(m, kw, nw), hx_int(m, 1)));
    k->word_aw = hdl_const_of(m, STR("WORD_AW"), NULL, limit)->x;
    k->word_w = hdl_const_of(m, STR("WORD_W"), NULL, hx_add(m, kw, k->line.ent_w))->x;
    k->word_valid = hdl_wire(k->s, STR("word_valid"), NULL);
    k->word_ready = hdl_wire(k->s, STR("word_ready"), NULL);
    k->word_we = hdl_wire(k->s, STR("word_we"), NULL);
    k->word_rvalid = hdl_wire(k->s, STR("word_rvalid"), NULL);
    k->word_addr = hdl_wire(k->s, STR("word_addr"), k->word_aw);
    k->word_wdata = hdl_wire(k->s, STR("word_wdata"), k->word_w);
    k->word_rdata = hdl_wire(k->s, STR("word_rdata"), k->word_w);
}

/* What a row, or else the walk, makes of the line. */
static void update(Ctl *k)
{
    HdlModule *m = k->m;
    const Store *s = k->store;
    CtlStore *l = &k->line;
    Hx fire = k->t_fire->x, st_we = ctl_st(k, SIG_STORE_WE, s), st_free = ctl_st(k, SIG_STORE_FREE, s),
       row = ctl_pack(k, s->fields.at, s->fields.n, l->next_state->x, k->st);
    Hx upd = hx_and(m, fire, st_we), keep = hx_not(m, st_free), ent = row;
    if (k->walks) {
        Hx gone = k->wk[ctl_signal(k, SIG_STORE_FREE, s)]->x, we = k->wk[ctl_signal(k, SIG_STORE_WE, s)]->x;
        upd = hx_or(m, upd, hx_and(m, k->walk_apply->x, hx_cond(m, k->walk_entry->x, gone, we)));
        keep = hx_cond(m, k->walk_apply->x, hx_not(m, gone), keep);
        ent = hx_cond(m, k->walk_apply->x, ctl_pack(k, s->fields.at, s->fields.n, l->next_state->x, k->wk), row);
    }
    hdl_assign(k->s, l->upd->x, upd);
    hdl_assign(k->s, l->keep->x, keep);
    hdl_assign(k->s, l->ent_d->x, ent);
}

/* What a walk or a sweep looks at, whatever the key. A sweep never looks while a walk does; in T it may still peek. */
static void places_in_turn(Ctl *k, HdlInstance *i, const Block *b, Hx row_w, Hx column_w)
{
    HdlModule *m = k->m;
    Hx at = k->walks ? k->walk_lines->x : NULL, row = k->walks ? k->walk_set->x : NULL,
       column = k->walks ? k->walk_way->x : NULL;
    if (k->c->sweeps.n) {
        Hx sweeps = hx_or(m, ctl_sweep_reads(k), ctl_sweep_peeks(k));
        row = ctl_sweep_row(k, row);
        column = ctl_sweep_column(k, column);
        at = hx_or(m, at, sweeps);
    }
    give(i, b, "walk_i", at ? at : hx_bool(m, 0));
    give(i, b, "walk_row_i", row ? row : hx_zeros(m, row_w));
    give(i, b, "walk_column_i", column ? column : hx_zeros(m, column_w));
}

void ctl_store(Ctl *k)
{
    HdlModule *m = k->m;
    const Store *s = k->store;
    const Block *b = s->block;
    CtlStore *l = &k->line;
    Str n = s->name, up = rtl_upper(k->r->a, n);
    Hx kw = rtl_key_width(k->x), none = hx_int(m, 0);
    l->ent_w = hdl_const_of(
                   m, rtl_f(k->x, STR_FMT "_ENT_W", STR_ARG(up)), NULL,
                   hx_add(m, ctl_fields_width(k, NULL, s->fields.at, s->fields.n, NULL), hx_int(m, ctl_state_bits(k))))
                   ->x;
    if (block_pin(b, "word_valid_o")) words(k);
    Quantities q = store_quantities(k);
    l->ways = b->places
                  ? hdl_const_of(m, rtl_f(k->x, STR_FMT "_PLACES", STR_ARG(up)), NULL, block_value(&q, b->places))->x
                  : none;
    HdlName *set_w = NULL, *way_w = NULL;
    if (b->walk_rows) {
        Hx rows = block_value(&q, b->walk_rows), columns = block_value(&q, b->walk_columns), one = hx_int(m, 1);
        set_w = hdl_const_of(m, rtl_f(k->x, STR_FMT "_ROW_W", STR_ARG(up)), NULL,
                             hx_cond(m, hx_gt(m, rows, one), hx_clog2(m, rows), one));
        way_w = hdl_const_of(m, rtl_f(k->x, STR_FMT "_WAY_W", STR_ARG(up)), NULL,
                             hx_cond(m, hx_gt(m, columns, one), hx_clog2(m, columns), one));
        k->walk_rows = rows;
        k->walk_columns = columns;
        if (k->walks) { k->walk_set->width = set_w->x; k->walk_way->width = way_w->x; }
        ctl_sweep_widths(k, set_w->x, way_w->x);
    }
    if (b->location)
        l->loc_w = hdl_const_of(m, rtl_f(k->x, STR_FMT "_LOC_W", STR_ARG(up)), NULL, block_value(&q, b->location))->x;
    l->hit = wire(k, n, "_hit", NULL);
    l->room = wire(k, n, "_room", NULL);
    l->ent = wire(k, n, "_ent", l->ent_w);
    l->ent_d = wire(k, n, "_ent_d", l->ent_w);
    l->upd = wire(k, n, "_upd", NULL);
    l->keep = wire(k, n, "_keep", NULL);
    l->state = wire(k, n, "_state", ctl_state_w(k));
    l->next_state = wire(k, n, "_next_state", ctl_state_w(k));
    l->ready = wire(k, n, "_ready", NULL);
    HdlInstance *i = block_instance(k, b, n, &q);
    Hx go = hx_any(m, k->src_gnt->x), key = k->walks ? k->look_key->x : k->s0_key->x;
    if (block_pin(b, "later_o") && k->keyless)
        go = hx_and(m, go, hx_not(m, k->s0_keyless->x)); /* a look-up could start a search outside of the table */
    if (k->walks && block_pin(b, "walk_i")) go = hx_or(m, go, k->walk_read->x);
    if (k->c->sweeps.n) go = hx_or(m, go, ctl_sweep_reads(k));
    RtlExpr x = { .x = k->x, .var = key_of, .ctx = (void *)key };
    get(i, b, "ready_o", l->ready);
    hdl_pins(i);
    give(i, b, "rd_i", go);
    give(i, b, "rd_key_i", key);
    give(i, b, "rd_index_i", s->index ? rtl_expr(&x, s->index) : key);
    give(i, b, "live_i", k->t_valid->x);
    hdl_pins(i);
    places_in_turn(k, i, b, set_w ? set_w->x : NULL, way_w ? way_w->x : NULL);
    hdl_pins(i);
    get(i, b, "hit_o", l->hit);
    get(i, b, "room_o", l->room);
    get(i, b, "ent_o", l->ent);
    if (block_pin(b, "loc_o")) { l->loc = wire(k, n, "_loc", l->loc_w); get(i, b, "loc_o", l->loc); }
    if (block_pin(b, "later_o")) { l->hold = wire(k, n, "_later", NULL); get(i, b, "later_o", l->hold); }
    if (block_pin(b, "key_o")) get(i, b, "key_o", wire(k, n, "_key", kw));
    hdl_pins(i);
    if (block_pin(b, "place_valid_o")) {
        l->way_valid = wire(k, n, "_way_valid", l->ways);
        l->way_ent = wire(k, n, "_way_ent", hx_mul(m, l->ways, l->ent_w));
        l->vclass = wire(k, n, "_vclass", hx_mul(m, hx_int(m, 2), l->ways));
        get(i, b, "place_valid_o", l->way_valid);
        get(i, b, "place_ent_o", l->way_ent);
        give(i, b, "vclass_i", l->vclass->x);
    }
    hdl_pins(i);
    if (block_pin(b, "victim_ok_o")) {
        l->victim_ok = wire(k, n, "_victim_ok", NULL);
        l->victim_key = wire(k, n, "_victim_key", kw);
        get(i, b, "victim_ok_o", l->victim_ok);
        get(i, b, "victim_key_o", l->victim_key);
    }
    Hx fire = k->keyless ? hx_and(m, k->t_fire->x, hx_not(m, k->t_keyless->x)) : k->t_fire->x;
    hdl_pins(i);
    give(i, b, "fire_i", fire);
    give(i, b, "upd_i", l->upd->x);
    give(i, b, "upd_keep_i", l->keep->x);
    give(i, b, "upd_ent_i", l->ent_d->x);
    give(i, b, "touch_i", fire);
    give(i, b, "flush_i",
         ctl_clears(k) ? hx_and(m, k->t_fire->x, ctl_st(k, SIG_STORE_FREE, s->backing)) : hx_bool(m, 0));
    hdl_pins(i);
    if (block_pin(b, "bg_want_o")) {
        HdlName *move = wire(k, n, "_move", NULL), *first = wire(k, n, "_move_first", NULL);
        get(i, b, "bg_want_o", move);
        get(i, b, "bg_urgent_o", first);
        give(i, b, "bg_grant_i", hx_and(m, move->x, hx_not(m, hx_any(m, k->src_gnt->x))));
        l->urgent = first;
    }
    if (block_pin(b, "word_valid_o")) {
        hdl_pins(i);
        get(i, b, "word_valid_o", k->word_valid);
        give(i, b, "word_ready_i", k->word_ready->x);
        get(i, b, "word_we_o", k->word_we);
        get(i, b, "word_addr_o", k->word_addr);
        get(i, b, "word_wdata_o", k->word_wdata);
        give(i, b, "word_rvalid_i", k->word_rvalid->x);
        give(i, b, "word_rdata_i", k->word_rdata->x);
    }
    hdl_pins(i);
    gauges(k, i, b, n, &q);
    if (l->urgent) hdl_note(k->s, STR("A move within the table takes the slot of a request."));
    hdl_assign(k->s, k->ready->x, l->urgent ? hx_and(m, l->ready->x, hx_not(m, l->urgent->x)) : l->ready->x);
    hdl_assign(k->s, l->state->x,
               hx_part(m, l->ent->x, ctl_fields_width(k, NULL, s->fields.at, s->fields.n, NULL), ctl_state_w(k)));
    fields_of(k, l->ent->x, s->fields.at, s->fields.n);
    if (l->vclass && s->victims.n) victims(k);
    else if (l->vclass) hdl_assign(k->s, l->vclass->x, hx_zeros(m, l->vclass->width));
    update(k);
}

/* ---- what waits ---- */

static Hx parked(Ctl *k)
{
    HxList low = { 0 };
    hx_put(k->m, &low, k->t_event->x);
    for (int i = 0; i < k->c->args.n; i++) {
        const Var *v = k->c->args.at[i];
        if (!rtl_parked_arg(k->c, v) || ctl_orders(k, v)) continue;
        hx_put(k->m, &low, v->kind == V_STAMP ? ctl_st(k, SIG_STAMP, v) : k->t_arg[v->id]->x);
    }
    return hx_concat_low(k->m, &low);
}

static Hx row_only(Ctl *k, Hx x) { return x ? hx_and(k->m, k->t_fire->x, x) : hx_bool(k->m, 0); }

static Hx said(Ctl *k, SignalKind kind, const Waiters *w)
{
    int i = ctl_signal(k, kind, w);
    return i >= 0 ? k->st[i]->x : hx_bool(k->m, 0);
}

void ctl_waiters(Ctl *k)
{
    static const char *const names[] = { "key_width", "entry_width", "state_width", "parked_width", "order_width" };
    HdlModule *m = k->m;
    const Waiters *w = k->wait ? k->wait : k->stall;
    const Block *b = w->block;
    CtlWait *e = &k->entry;
    Str n = w->name, up = rtl_upper(k->r->a, n);
    bool holds = block_pin(b, "armed_o") != NULL, walked = ctl_walks_over(k, true);
    Hx fw = hx_add(m, ctl_fields_width(k, NULL, w->fields.at, w->fields.n, NULL),
                   holds ? hx_int(m, ctl_state_bits(k)) : NULL);
    e->fld_w = holds ? hdl_const_of(m, rtl_f(k->x, STR_FMT "_FLD_W", STR_ARG(up)), NULL, fw)->x : hx_int(m, 1);
    Hx values[] = { rtl_key_width(k->x), e->fld_w, hx_int(m, ctl_state_bits(k)), k->park_w,
                    ctl_order(w) ? rtl_bits(k->x, ctl_order(w)->type) : hx_int(m, 1) };
    Quantities q = { k, NULL, w, names, values, 5 };
    const Expr *entries = waiters_attr(w, STR("entries"));
    e->entries = entries ? rtl_int(k->x, entries) : hx_int(m, 1);
    e->idx_w = hdl_const_of(m, rtl_f(k->x, STR_FMT "_IDX_W", STR_ARG(up)), NULL,
                            hx_cond(m, hx_gt(m, e->entries, hx_int(m, 1)), hx_clog2(m, e->entries), hx_int(m, 1)))
                   ->x;
    HdlInstance *i = block_instance(k, b, n, &q);
    give(i, b, "key_i", k->t_key->x);
    hdl_pins(i);
#define GET(role, member, tail, width)           \
    do {                                         \
        if (block_pin(b, role)) {                \
            e->member = wire(k, n, tail, width); \
            get(i, b, role, e->member);          \
        }                                        \
    } while (0)
    GET("hit_o", hit, "_hit", NULL);
    GET("idx_o", idx, "_idx", e->idx_w);
    GET("fld_o", fld, "_fld", e->fld_w);
    GET("armed_o", armed, "_armed", NULL);
    GET("drain_o", drain, "_drain", NULL);
    GET("must_first_o", must, "_must_first", NULL);
    GET("room_o", room, "_room", NULL);
    GET("park_room_o", park_room, "_park_room", NULL);
    GET("idle_o", idle, "_idle", NULL);
#undef GET
    if (!e->room) e->room = e->park_room;
    if (holds) {
        e->op = wire(k, n, "_op", NULL);
        e->next = wire(k, n, "_next", ctl_state_w(k));
        e->state = wire(k, n, "_state", ctl_state_w(k));
    }
    Hx replayed = ctl_src(k, k->t_src, k->replay_src), fields = NULL;
    if (holds) fields = ctl_pack(k, w->fields.at, w->fields.n, e->next->x, k->st);
    if (holds && walked)
        fields = hx_cond(m, k->walk_apply->x, ctl_pack(k, w->fields.at, w->fields.n, e->next->x, k->wk), fields);
    hdl_pins(i);
    if (e->op) give(i, b, "op_i", e->op->x);
    give(i, b, "alloc_i", row_only(k, said(k, SIG_WAIT_ALLOC, w)));
    if (fields) give(i, b, "fld_i", fields);
    give(i, b, "park_i", hx_and(m, row_only(k, said(k, SIG_PARK, w)), hx_not(m, replayed)));
    give(i, b, "pay_i",
         k->walk_park ? hx_cond(m, k->walk_park_we->x, ctl_walk_payload(k), k->park_pay->x) : k->park_pay->x);
    give(i, b, "order_i", ctl_order(w) ? k->t_arg[ctl_order(w)->id]->x : hx_bool(m, 0));
    hdl_pins(i);
    give(i, b, "replay_i", row_only(k, said(k, SIG_REPLAY, w)));
    give(i, b, "wake_i", row_only(k, said(k, SIG_REPLAY, w)));
    give(i, b, "must_i", row_only(k, said(k, SIG_MUST, w)));
    give(i, b, "done_i", row_only(k, said(k, SIG_DONE, w)));
    hdl_pins(i);
    get(i, b, "rp_valid_o", k->replay_valid);
    if (block_pin(b, "rp_idx_o")) get(i, b, "rp_idx_o", wire(k, STR("replay"), "_idx", e->idx_w));
    get(i, b, "rp_key_o", k->replay_key);
    get(i, b, "rp_pay_o", k->replay_pay);
    if (k->replay_least) get(i, b, "rp_order_o", k->replay_least);
    hdl_pins(i);
    give(i, b, "rp_take_i", ctl_src(k, k->src_gnt, k->replay_src));
    give(i, b, "rp_commit_i", hx_and(m, hx_and(m, k->t_over->x, replayed), hx_not(m, k->t_keep->x)));
    give(i, b, "rp_keep_i", k->t_keep->x);
    give(i, b, "rp_rewind_i", hx_and(m, k->t_fail->x, replayed));
    if (block_pin(b, "pw_i")) {
        hdl_pins(i);
        give(i, b, "pw_i", k->walk_park ? k->walk_park->x : hx_bool(m, 0));
        give(i, b, "pw_idx_i", k->walk_park ? k->walk_idx->x : hx_zeros(m, e->idx_w));
        give(i, b, "pw_word_i", k->walk_park ? k->walk_word->x : hx_zeros(m, ctl_word_width(k)));
        give(i, b, "pw_we_i", k->walk_park ? k->walk_park_we->x : hx_bool(m, 0));
    }
    hdl_pins(i);
    gauges(k, i, b, n, &q);
    if (holds) {
        hdl_assign(k->s, e->state->x,
                   hx_part(m, e->fld->x, ctl_fields_width(k, NULL, w->fields.at, w->fields.n, NULL), ctl_state_w(k)));
        fields_of(k, e->fld->x, w->fields.at, w->fields.n);
        Hx walk = walked ? hx_and(m, hx_and(m, k->walk_apply->x, k->walk_entry->x),
                                  k->wk[ctl_signal(k, SIG_WAIT_WE, w)]->x)
                         : NULL,
           any = NULL;
        static const SignalKind ops[] = { SIG_WAIT_WE, SIG_WAIT_ALLOC, SIG_PARK, SIG_REPLAY, SIG_DONE };
        for (int j = 0; j < 5; j++) any = hx_or(m, any, said(k, ops[j], w));
        hdl_assign(k->s, e->op->x, hx_or(m, hx_and(m, k->t_fire->x, any), walk));
        Hx next = ctl_st(k, SIG_NEXT, NULL);
        hdl_assign(k->s, e->next->x,
                   walked ? hx_cond(m, k->walk_apply->x, k->wk[ctl_signal(k, SIG_NEXT, NULL)]->x, next) : next);
    }
    hdl_assign(k->s, k->park_pay->x, parked(k));
    hdl_blank(k->s);
}
