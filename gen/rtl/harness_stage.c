/* harness_stage.c - what the stage that decides does in each cycle, and what stores hold. */
#include "rtl/harness.h"
#include "rtl/parts.h"

static Hx named(Harn *h, const HarnCtl *c, const char *before, Str name, const char *behind)
{
    return harn_inside(h, c, str_z(h->r->a, harn_f(h, "%s" STR_FMT "%s", before, STR_ARG(name), behind)));
}

static void queues(Harn *h, HarnCtl *c)
{
    for (int i = 0; i < c->step->outs.n; i++) {
        const Out *o = c->step->outs.at[i];
        if (o->lane) continue;
        bool core = !o->net && o->port == harn_core_port(c->ctl);
        const char *kind = o->net ? "" : core ? "_rep" : "_req";
        HarnQueue q = { .name = o->net ? o->net->name : o->port->name };
        q.room = named(h, c, "", harn_f(h, STR_FMT "%s", STR_ARG(q.name), kind), "_room");
        if (!o->net) q.need = named(h, c, "st_", harn_f(h, STR_FMT "%s", STR_ARG(q.name), kind), "_valid");
        for (int k = 0; o->net && k < c->step->outs.n; k++)
            if (c->step->outs.at[k]->net == o->net)
                q.need = hx_or(h->m, q.need, named(h, c, "st_", harn_f(h, STR_FMT "%d", STR_ARG(q.name), c->step->outs.at[k]->lane), "_valid"));
        vec_push(h->r->a, &c->queues, q);
    }
}

static void gauge(Harn *h, HarnCtl *c, Str store, const char *name, Hx x)
{
    HarnGauge g = { harn_f(h, STR_FMT ".%s", STR_ARG(store), name), x };
    vec_push(h->r->a, &c->gauges, g);
}

static void gauges(Harn *h, HarnCtl *c)
{
    static const struct { const char *name, *text; } table[] = { { "entries", "_count" }, { "stash", "_stash" }, { "outside", "_outside" }, { "spills", "_spill" } };
    for (int i = 0; i < c->ctl->stores.n; i++) {
        Str s = c->ctl->stores.at[i]->name;
        if (!str_is(c->ctl->stores.at[i]->kind, "cuckoo")) continue;
        for (size_t k = 0; k < sizeof table / sizeof *table; k++) gauge(h, c, s, table[k].name, named(h, c, "", s, table[k].text));
        Hx granted = hx_any(h->m, harn_inside(h, c, "src_gnt")), wanted = hx_any(h->m, harn_inside(h, c, "src_valid"));
        gauge(h, c, s, "moves", hx_and(h->m, named(h, c, "", s, "_move"), hx_not(h->m, granted)));     /* slots of S0 that a move within the table takes */
        gauge(h, c, s, "moves_first", hx_and(h->m, named(h, c, "", s, "_move_first"), wanted));        /* of these, slots that a request wanted */
    }
    for (int i = 0; i < c->ctl->waiters.n; i++) {
        Str w = c->ctl->waiters.at[i]->name;
        if (!str_is(c->ctl->waiters.at[i]->kind, "stall")) continue;
        gauge(h, c, w, "parked", named(h, c, "", w, "_count"));
        gauge(h, c, w, "keys", named(h, c, "", w, "_lines"));
    }
}

void harn_figures(Harn *h, HarnCtl *c)
{
    queues(h, c);
    gauges(h, c);
}

/* ---- what stage T does ---- */

typedef struct { Harn *h; const HarnCtl *c; HdlBody *b; HdlName *cause; } Causes;

static Hx code(const Causes *k, int cause) { return hx_lit(k->h->m, HARN_CAUSE_BITS, (uint64_t)cause); }
static void arm(Causes *k, Hx test, int cause) { hs_let(hs_elif(k->b, test), k->cause->x, code(k, cause)); }

/* A row needs something, and there is none. */
static void lack(Causes *k, Str of, const char *need, const char *room, int cause)
{
    arm(k, hx_and(k->h->m, named(k->h, k->c, "st_", of, need), hx_not(k->h->m, named(k->h, k->c, "", of, room))), cause);
}

/* It serves an occurrence, or lacks something for it; the first thing lacking counts. */
static void causes(Causes *k)
{
    Harn *h = k->h;
    const HarnCtl *c = k->c;
    const Waiters *w = c->ctl->waiters.n ? c->ctl->waiters.at[0] : NULL;
    const Store *s = c->ctl->stores.n ? c->ctl->stores.at[0] : NULL;
    Hx hold = harn_inside(h, c, "t_hold");
    hs_let(hs_if(k->b, hx_not(h->m, harn_inside(h, c, "t_valid_q"))), k->cause->x, code(k, HARN_IDLE));
    arm(k, harn_inside(h, c, "t_over"), HARN_SERVED);
    if (s && str_is(s->kind, "cuckoo")) arm(k, hx_and(h->m, hold, named(h, c, "", s->name, "_ready")), HARN_LIST);  /* not ready: it is being cleared, by a walk */
    else arm(k, c->step->walks.n ? hx_and(h->m, hold, hx_not(h->m, harn_inside(h, c, "walk_busy"))) : hold, HARN_REPLAYS);
    if (c->step->walks.n) arm(k, hold, HARN_WALK);
    arm(k, hx_eq(h->m, harn_inside(h, c, "st_act"), hx_lit(h->m, 2, 0)), HARN_TABLE);
    if (w) lack(k, w->name, "_alloc", "_room", HARN_ENTRIES);
    if (w) lack(k, w->name, "_park", "_park_room", HARN_DEPTH);
    if (s) lack(k, s->name, "_alloc", "_has_free", HARN_WAYS);
    for (int i = 0; i < c->queues.n; i++) arm(k, hx_and(h->m, c->queues.at[i].need, hx_not(h->m, c->queues.at[i].room)), HARN_QUEUES + i);
    for (int i = 0; i < c->queues.n; i++) arm(k, c->queues.at[i].need, HARN_QUEUES + i);      /* there is room, but it is another source's turn */
    hs_let(hs_else(k->b), k->cause->x, code(k, HARN_TABLE));
}

void harn_stage(Harn *h, const HarnCtl *c, int index)
{
    HdlModule *m = h->m;
    HdlName *call = hdl_named(m, STR("cg_stage"));
    HdlName *cause = hdl_wire(c->scope, STR("cause"), hx_int(m, HARN_CAUSE_BITS));
    HdlName *row = hdl_wire(c->scope, STR("row"), hx_int(m, HARN_ROW_BITS));
    HdlName *was = hdl_wire(c->scope, STR("stage_was"), hx_int(m, HARN_CAUSE_BITS + HARN_ROW_BITS));
    hdl_note(c->scope, STR("What stage T does: 0 nothing, 1 it serves, others: what is lacking; where the table says stall, the row."));
    hs_set(hdl_initial(c->scope), was->x, hx_zeros(m, was->width));
    Causes k = { h, c, hdl_at(c->scope, h->sample->x), cause };
    causes(&k);
    Hx now = hx_cat2(m, row->x, cause->x);
    Hx by_table = hx_eq(m, cause->x, hx_lit(m, HARN_CAUSE_BITS, HARN_TABLE));         /* others have no use for the row */
    hs_let(k.b, row->x, hx_cond(m, by_table, hx_sized(m, HARN_ROW_BITS, harn_inside(h, c, "st_row")), hx_lit(m, HARN_ROW_BITS, 0)));
    HdlBody *b = hs_if(k.b, hx_ne(m, now, was->x));
    hs_call(b, hx_call(m, call, 3, hx_int(m, index), c->instance, hx_sized(m, HARN_STAGE_BITS, now)));
    hs_set(b, was->x, now);
}

void harn_gauges(Harn *h, const HarnCtl *c, int index)
{
    HdlModule *m = h->m;
    HxList all = { 0 };
    if (!c->gauges.n) return;
    Hx width = hx_int(m, HARN_GAUGE_BITS * c->gauges.n);
    HdlName *call = hdl_import(m, harn_f(h, "cg_gauges_%d", index), false);
    hdl_import_arg(m, call, "inst", NULL, false);
    hdl_import_arg(m, call, "x", width, false);
    HdlName *now = hdl_wire(c->scope, STR("gauges"), width), *was = hdl_wire(c->scope, STR("gauges_was"), width);
    for (int i = 0; i < c->gauges.n; i++) hx_put(m, &all, hx_sized(m, HARN_GAUGE_BITS, c->gauges.at[i].x));
    hdl_note(c->scope, STR("What the stores hold and do."));
    hs_set(hdl_initial(c->scope), was->x, hx_zeros(m, width));
    HdlBody *b = hdl_at(c->scope, h->sample->x);
    hs_let(b, now->x, hx_concat_low(m, &all));
    b = hs_if(b, hx_ne(m, now->x, was->x));
    hs_call(b, hx_call(m, call, 2, c->instance, now->x));
    hs_set(b, was->x, now->x);
}
