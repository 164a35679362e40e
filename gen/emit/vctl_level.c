/* vctl_level.c - timers and wishes: sources of occurrences without key. What such an occurrence rests on may be over when it is in T: then it is dropped. */
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

static Str level_name(Ctl *k, const Event *e) { return f(k->e, "level_" STR_FMT, STR_ARG(ident(k->e->a, e->name))); }

void ctl_levels(Ctl *k)
{
    ExprCtx x = { .m = k->m, .var = now, .ctx = k };
    bool first = true;
    for (int i = 0; i < k->c->sources.n; i++) {
        const Source *s = &k->c->sources.at[i];
        if (s->kind != SRC_LEVEL) continue;
        if (first) put(k, "  // Timers and wishes, each offered again at the earliest when it was in T.");
        first = false;
        Str n = level_name(k, s->event);
        if (s->event->periodic)
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
        if (k->c->sources.at[i].kind == SRC_LEVEL) put(k, "    || (t_src_q[%d] && !" STR_FMT ")", i, STR_ARG(level_name(k, k->c->sources.at[i].event)));
}
