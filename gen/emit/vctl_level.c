/* vctl_level.c - timers, wishes and wakes: sources of occurrences that no message brings. What such an occurrence rests on may be over when it is in T: then it is dropped. */
#include "emit/vctl.h"

static Str now(void *ctx, Var *v)
{
    Ctl *k = ctx;
    if (v->kind == V_EMPTY) return f(k->e, STR_FMT "_idle", STR_ARG(v->waiters->name));
    if (v->kind == V_INPUT) return f(k->e, STR_FMT "_i", STR_ARG(v->ident));
    if (v->constant) return STR("index_i");
    if (v->is_written) return f(k->e, STR_FMT "_q", STR_ARG(v->ident));
    return v->reset ? v_const(k->m, v->reset, v->type) : zeros(k, v->type);
}

Str ctl_level_name(Ctl *k, const Event *e) { return f(k->e, "level_" STR_FMT, STR_ARG(ident(k->e->a, e->name))); }

/* Lines in the state of a wake, marked as rows write them; one after the other is offered. */
static void wake(Ctl *k, const Source *s, int at)
{
    ExprCtx x = { .m = k->m, .var = now, .ctx = k };
    Str n = ctl_level_name(k, s->event), line = k->store->name, loc = loc_width(k);
    put(k, "  reg [(1 << " STR_FMT ")-1:0] " STR_FMT "_in_q;\n  reg " STR_FMT STR_FMT "_keys_q [0:(1 << " STR_FMT ")-1];\n  wire [(1 << " STR_FMT ")-1:0] " STR_FMT "_turn;\n  wire [" STR_FMT "-1:0] " STR_FMT "_at;", STR_ARG(loc), STR_ARG(n),
        STR_ARG(v_range(k->m, k->c->key)), STR_ARG(n), STR_ARG(loc), STR_ARG(loc), STR_ARG(n), STR_ARG(loc), STR_ARG(n));
    put(k, "  cg_rr_arb #(.N(1 << " STR_FMT ")) u_" STR_FMT " (\n    .clk_i(clk_i), .rst_i(rst_i), .req_i(" STR_FMT "_in_q), .advance_i(t_over && t_src_q[%d]), .gnt_o(" STR_FMT "_turn), .gnt_idx_o(" STR_FMT "_at));",
        STR_ARG(loc), STR_ARG(n), STR_ARG(n), at, STR_ARG(n), STR_ARG(n));
    put(k, "  wire " STR_FMT " = |" STR_FMT "_in_q && " STR_FMT ";\n  assign " STR_FMT "_key = " STR_FMT "_keys_q[" STR_FMT "_at];", STR_ARG(n), STR_ARG(n), STR_ARG(v_expr(&x, s->event->when)), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "  wire %s" STR_FMT "_becomes;\n  always @(posedge clk_i) begin\n    if (rst_i) " STR_FMT "_in_q <= {(1 << " STR_FMT "){1'b0}};\n    else if (" STR_FMT "_upd) " STR_FMT "_in_q[{" STR_FMT "_set, " STR_FMT "_way}] <= " STR_FMT "_keep && " STR_FMT "_becomes == " STR_FMT ";\n  end",
        Z(k->e, v_bits(k->m, code_bits(k->c->states.n))), STR_ARG(n), STR_ARG(n), STR_ARG(loc), STR_ARG(line), STR_ARG(n), STR_ARG(line), STR_ARG(line), STR_ARG(line), STR_ARG(n), STR_ARG(state_const(k->m, s->event->in)));
    put(k, "  always @(posedge clk_i) if (" STR_FMT "_upd) " STR_FMT "_keys_q[{" STR_FMT "_set, " STR_FMT "_way}] <= t_key_q;", STR_ARG(line), STR_ARG(n), STR_ARG(line), STR_ARG(line));
    module_unused(k->m, f(k->e, STR_FMT "_turn", STR_ARG(n)));
}

void ctl_levels(Ctl *k)
{
    ExprCtx x = { .m = k->m, .var = now, .ctx = k };
    bool first = true;
    for (int i = 0; i < k->c->sources.n; i++) {
        const Source *s = &k->c->sources.at[i];
        if (s->kind != SRC_LEVEL) continue;
        if (first) put(k, "  // Timers, wishes and wakes, each offered again at the earliest when it was in T.");
        first = false;
        Str n = ctl_level_name(k, s->event);
        if (s->event->kind == EV_WAKE) wake(k, s, i);
        else if (s->event->periodic)
            put(k, "  wire " STR_FMT ";\n  cg_timer #(.PERIOD(" STR_FMT ")) u_" STR_FMT " (\n    .clk_i(clk_i), .rst_i(rst_i), .due_o(" STR_FMT "), .take_i(t_over && t_src_q[%d]));",
                STR_ARG(n), STR_ARG(v_param_expr(k->m, s->event->when)), STR_ARG(n), STR_ARG(n), i);
        else put(k, "  wire " STR_FMT " = " STR_FMT ";", STR_ARG(n), STR_ARG(v_expr(&x, s->event->when)));
        put(k, "  assign src_valid[%d] = " STR_FMT " && !t_src_q[%d];", i, STR_ARG(n), i);
    }
    if (!first) put(k, "%s", "");
}

void ctl_levels_spared(Ctl *k)
{
    for (int i = 0; i < k->c->sources.n; i++)
        if (k->c->sources.at[i].kind == SRC_LEVEL) {
            const Event *e = k->c->sources.at[i].event;
            Str still = e->kind == EV_WAKE ? f(k->e, "(" STR_FMT " && " STR_FMT "_hit && " STR_FMT "_state == " STR_FMT ")", STR_ARG(ctl_level_name(k, e)), STR_ARG(k->store->name), STR_ARG(k->store->name), STR_ARG(state_const(k->m, e->in)))
                                           : ctl_level_name(k, e);
            put(k, "    || (t_src_q[%d] && !" STR_FMT ")", i, STR_ARG(still));
        }
}
