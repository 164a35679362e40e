/* harness_stage.c - what the stage that decides does in each cycle, and what stores hold. */
#include "rtl/harness.h"
#include "rtl/module.h"

static Hx named(Harn *h, const HarnCtl *c, const char *before, Str name, const char *behind)
{
    return harn_inside(h, c, str_z(h->r->a, harn_f(h, "%s" STR_FMT "%s", before, STR_ARG(name), behind)));
}

static void queues(Harn *h, HarnCtl *c)
{
    for (int i = 0; i < c->step->outs.n; i++) {
        const Out *o = c->step->outs.at[i];
        if (o->lane) continue;
        bool core = !o->net && o->port->kind == PORT_CORE;
        const char *kind = o->net ? "" : core ? "_rep" : "_req";
        HarnQueue q = { .name = o->net ? o->net->name : o->port->name };
        q.room = named(h, c, "", harn_f(h, STR_FMT "%s", STR_ARG(q.name), kind), "_room");
        if (!o->net) q.need = harn_step(h, c, harn_output(c, core ? SIG_REPLY_VALID : SIG_REQ_VALID, o));
        for (int k = 0; o->net && k < c->step->outs.n; k++)
            if (c->step->outs.at[k]->net == o->net)
                q.need = hx_or(h->m, q.need, harn_step(h, c, harn_output(c, SIG_SEND_VALID, c->step->outs.at[k])));
        vec_push(h->r->a, &c->queues, q);
    }
}

/* What a manifest may speak of: a pin by its role, or a signal of the controller; as this place's nets are called. */
static Hx term(Harn *h, const HarnCtl *c, Str place, const BlockTerm *t)
{
    static const struct { const char *role, *before, *behind;
    } nets[] = {
        { "hit_o", "", "_hit" },      { "room_o", "", "_room" },           { "ready_o", "", "_ready" },
        { "later_o", "", "_later" },  { "park_room_o", "", "_park_room" }, { "idle_o", "", "_idle" },
        { "drain_o", "", "_drain" },  { "bg_want_o", "", "_move" },        { "bg_urgent_o", "", "_move_first" },
        { "alloc", "st_", "_alloc" }, { "park", "st_", "_park" }
    };
    HdlModule *m = h->m;
    Hx x = NULL;
    if (str_is(t->name, "hold")) x = harn_inside(h, c, "t_hold");
    if (str_is(t->name, "offered")) x = hx_any(m, harn_inside(h, c, "src_valid"));
    if (str_is(t->name, "bg_grant_i"))
        x = hx_and(m, named(h, c, "", place, "_move"), hx_not(m, hx_any(m, harn_inside(h, c, "src_gnt"))));
    for (size_t i = 0; i < sizeof nets / sizeof *nets && !x; i++)
        if (str_is(t->name, nets[i].role)) x = named(h, c, nets[i].before, place, nets[i].behind);
    if (!x) x = hx_bool(m, false);
    return t->negated ? hx_not(m, x) : x;
}

static Hx when(Harn *h, const HarnCtl *c, Str place, const BlockWhen *w)
{
    Hx x = NULL;
    for (int i = 0; i < w->terms.n; i++) x = hx_and(h->m, x, term(h, c, place, &w->terms.at[i]));
    return x;
}

static bool speaks_of(const BlockWhen *w, const char *name)
{
    for (int i = 0; i < w->terms.n; i++) if (str_is(w->terms.at[i].name, name)) return true;
    return false;
}

/* parks: rows park there. */
static void place_figures(Harn *h, HarnCtl *c, Str place, const Block *b, bool parks)
{
    for (int i = 0; i < b->gauges.n; i++) {
        const BlockGauge *g = &b->gauges.at[i];
        if (g->quiet) continue;
        HarnGauge x = { harn_f(h, STR_FMT "." STR_FMT, STR_ARG(place), STR_ARG(g->name)), NULL };
        x.x = g->pin ? named(h, c, "", place, str_z(h->r->a, harn_f(h, "_" STR_FMT, STR_ARG(g->name))))
                     : when(h, c, place, &g->when);
        vec_push(h->r->a, &c->gauges, x);
    }
    for (int i = 0; i < b->causes.n; i++) {
        if (!parks && speaks_of(&b->causes.at[i].when, "park")) continue;
        HarnCause x = { b->causes.at[i].name, when(h, c, place, &b->causes.at[i].when), false };
        x.holds = speaks_of(&b->causes.at[i].when, "hold");
        vec_push(h->r->a, &c->causes, x);
    }
}

void harn_figures(Harn *h, HarnCtl *c)
{
    queues(h, c);
    if (c->ctl->stages && param_eval(h->r->env, c->ctl->stages) > 2) {      /* what was seen in R is no longer so */
        HarnCause x = { STR("stale"), harn_inside(h, c, "t_stale"), true };
        vec_push(h->r->a, &c->causes, x);
    }
    for (int i = 0; i < c->ctl->waiters.n; i++)
        place_figures(h, c, c->ctl->waiters.at[i]->name, c->ctl->waiters.at[i]->block,
                      c->ctl->waiters.n == 1 || waiters_parked_in(c->ctl, c->ctl->waiters.at[i]));
    for (int i = 0; i < c->ctl->stores.n; i++)
        place_figures(h, c, c->ctl->stores.at[i]->name, c->ctl->stores.at[i]->block, false);
}

/* ---- what stage T does ---- */

typedef struct { Harn *h; const HarnCtl *c; HdlBody *b; HdlName *cause; } Causes;

static Hx code(const Causes *k, int cause) { return hx_lit(k->h->m, HARN_CAUSE_BITS, (uint64_t)cause); }
static void arm(Causes *k, Hx test, int cause) { hs_let(hs_elif(k->b, test), k->cause->x, code(k, cause)); }

/* It serves an occurrence, or lacks something for it; the first thing lacking counts. */
static void causes(Causes *k)
{
    Harn *h = k->h;
    const HarnCtl *c = k->c;
    int first = HARN_PLACES, queue = first + c->causes.n;
    Hx hold = harn_inside(h, c, "t_hold");
    hs_let(hs_if(k->b, hx_not(h->m, harn_inside(h, c, "t_valid_q"))), k->cause->x, code(k, HARN_IDLE));
    arm(k, harn_inside(h, c, "t_over"), HARN_SERVED);
    for (int i = 0; i < c->causes.n; i++) if (c->causes.at[i].holds) arm(k, c->causes.at[i].x, first + i);
    arm(k, c->step->walks.n && harn_visits(c) ? hx_and(h->m, hold, hx_not(h->m, harn_inside(h, c, "walk_busy"))) : hold,
        c->step->walks.n && !harn_visits(c) ? HARN_WALK : HARN_REPLAYS);
    if (c->step->walks.n && harn_visits(c)) arm(k, hold, HARN_WALK);
    arm(k, hx_eq(h->m, harn_inside(h, c, "st_act"), hx_lit(h->m, 2, 0)), HARN_TABLE);
    for (int i = 0; i < c->causes.n; i++) if (!c->causes.at[i].holds) arm(k, c->causes.at[i].x, first + i);
    for (int i = 0; i < c->queues.n; i++)
        arm(k, hx_and(h->m, c->queues.at[i].need, hx_not(h->m, c->queues.at[i].room)), queue + i);
    for (int i = 0; i < c->queues.n; i++)
        arm(k, c->queues.at[i].need, queue + i); /* there is room, but it is another source's turn */
    hs_let(hs_else(k->b), k->cause->x, code(k, HARN_TABLE));
}

void harn_stage(Harn *h, const HarnCtl *c, int index)
{
    HdlModule *m = h->m;
    HdlName *call = hdl_named(m, STR("cg_stage"));
    HdlName *cause = hdl_wire(c->scope, STR("cause"), hx_int(m, HARN_CAUSE_BITS));
    HdlName *row = hdl_wire(c->scope, STR("row"), hx_int(m, HARN_ROW_BITS));
    HdlName *was = hdl_wire(c->scope, STR("stage_was"), hx_int(m, HARN_CAUSE_BITS + HARN_ROW_BITS));
    hdl_note(c->scope, STR("What stage T does: 0 nothing, 1 it serves, others: what is lacking; where the table says "
                           "stall, the row."));
    hs_set(hdl_initial(c->scope), was->x, hx_zeros(m, was->width));
    Causes k = { h, c, hdl_at(c->scope, c->sample), cause };
    causes(&k);
    Hx now = hx_cat2(m, row->x, cause->x);
    Hx by_table = hx_eq(m, cause->x, hx_lit(m, HARN_CAUSE_BITS, HARN_TABLE)); /* others have no use for the row */
    hs_let(k.b, row->x,
           hx_cond(m, by_table, hx_sized(m, HARN_ROW_BITS, harn_inside(h, c, "st_row")), hx_lit(m, HARN_ROW_BITS, 0)));
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
    HdlBody *b = hdl_at(c->scope, c->sample);
    hs_let(b, now->x, hx_concat_low(m, &all));
    b = hs_if(b, hx_ne(m, now->x, was->x));
    hs_call(b, hx_call(m, call, 2, c->instance, now->x));
    hs_set(b, was->x, now->x);
}
