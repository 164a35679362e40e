/* vctl_hashed.c - look-up of a hashed store and of the filter behind it; the stall buffer. */
#include "emit/vctl.h"

static int kept_index(const Store *filter, Str name)
{
    for (int i = 0; i < filter->kept.n; i++) if (str_eq(filter->kept.at[i].name, name)) return i;
    return -1;
}

/* Upper bounds of what left: read with each look-up, raised by each victim. */
static void filter(Ctl *k)
{
    const Store *b = k->store->backing;
    Str n = k->store->name, bn = b->name, w = v_width(k->m, b->kept.at[0].type), raised = { "", 0 };
    for (int i = b->kept.n - 1; i >= 0; i--) {
        Var *v = NULL;
        for (int j = 0; j < k->store->fields.n; j++) if (str_eq(k->store->fields.at[j]->name, b->kept.at[i].name)) v = k->store->fields.at[j];
        if (b->kept.at[i].type != b->kept.at[0].type) diag_error(k->e->d, b->kept.at[i].pos, "emit: the fields of a store of kind bloom are of one type so far");
        Str from = v ? ctl_field(k, Z(k->e, f(k->e, STR_FMT "_ev_ent", STR_ARG(n))), k->store->fields.at, k->store->fields.n, v) : f(k->e, "{" STR_FMT "{1'b0}}", STR_ARG(w));
        raised = f(k->e, STR_FMT "%s" STR_FMT, STR_ARG(raised), raised.n ? ", " : "", STR_ARG(from));
    }
    put(k, "  wire " STR_FMT "_ready;\n  wire [%d*" STR_FMT "-1:0] " STR_FMT "_val;", STR_ARG(bn), b->kept.n, STR_ARG(w), STR_ARG(bn));
    put(k, "  cg_bloom_max #(.WAYS(" STR_FMT "), .ROWS(" STR_FMT "), .KEY_W(" STR_FMT "), .FIELDS(%d), .W(" STR_FMT "), .SEED(32'd2)) u_" STR_FMT " (", STR_ARG(v_param_expr(k->m, b->ways)), STR_ARG(v_param_expr(k->m, b->rows)),
        STR_ARG(v_width(k->m, k->c->key)), b->kept.n, STR_ARG(w), STR_ARG(bn));
    put(k, "    .clk_i(clk_i), .rst_i(rst_i), .flush_i(1'b0), .ready_o(" STR_FMT "_ready), .rd_i(|src_gnt), .rd_key_i(s0_key), .val_o(" STR_FMT "_val),", STR_ARG(bn), STR_ARG(bn));
    put(k, "    .ins_i(" STR_FMT "_ev_valid), .ins_key_i(" STR_FMT "_ev_key), .ins_val_i({" STR_FMT "}));", STR_ARG(n), STR_ARG(n), STR_ARG(raised));
}

static void field_wires(Ctl *k)
{
    const Store *s = k->store, *b = s->backing;
    for (int i = 0; i < s->fields.n; i++) {
        Var *v = s->fields.at[i];
        if (v->type->opaque) continue;
        Str own = ctl_field(k, Z(k->e, f(k->e, STR_FMT "_ent", STR_ARG(s->name))), s->fields.at, s->fields.n, v), w = v_width(k->m, v->type);
        int at = v->backed ? kept_index(b, v->name) : -1;
        if (at >= 0) own = f(k->e, STR_FMT "_hit ? " STR_FMT " : " STR_FMT "_val[%d*" STR_FMT " +: " STR_FMT "]", STR_ARG(s->name), STR_ARG(own), STR_ARG(b->name), at, STR_ARG(w), STR_ARG(w));
        put(k, "  wire " STR_FMT STR_FMT " = " STR_FMT ";", STR_ARG(v_range(k->m, v->type)), STR_ARG(v->ident), STR_ARG(own));
    }
}

void ctl_cuckoo(Ctl *k, int state_bits)
{
    const Store *s = k->store;
    Str n = s->name, w = ctl_fields_width(k, s->fields.at, s->fields.n), ways = v_param_expr(k->m, s->ways), stash = v_param_expr(k->m, s->stash), rows = v_param_expr(k->m, s->rows), kw = v_width(k->m, k->c->key);
    put(k, "  localparam integer WAYS_ = " STR_FMT " + " STR_FMT "; // places of a key, and the stash", STR_ARG(ways), STR_ARG(stash));
    put(k, "  localparam integer ENT_W = " STR_FMT " + %d; // fields, state", STR_ARG(w), state_bits);
    put(k, "  wire " STR_FMT "_ready, " STR_FMT "_hit, " STR_FMT "_has_free, " STR_FMT "_move, " STR_FMT "_move_first, " STR_FMT "_ev_valid, " STR_FMT "_spill;", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "  wire [" STR_FMT "-1:0] " STR_FMT "_key, " STR_FMT "_ev_key;\n  wire [ENT_W-1:0] " STR_FMT "_ent, " STR_FMT "_ent_d, " STR_FMT "_ev_ent;", STR_ARG(kw), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "  wire [WAYS_-1:0] " STR_FMT "_way_valid;\n  wire [WAYS_*ENT_W-1:0] " STR_FMT "_way_ent;\n  wire [2*WAYS_-1:0] " STR_FMT "_vclass;\n  wire " STR_FMT "_upd, " STR_FMT "_keep;", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "  wire [$clog2(" STR_FMT "*" STR_FMT " + " STR_FMT " + 1)-1:0] " STR_FMT "_count;\n  wire [$clog2(" STR_FMT " + 1)-1:0] " STR_FMT "_stash;", STR_ARG(ways), STR_ARG(rows), STR_ARG(stash), STR_ARG(n), STR_ARG(stash), STR_ARG(n));
    put(k, "  cg_cuckoo #(.WAYS(" STR_FMT "), .ROWS(" STR_FMT "), .STASH(" STR_FMT "), .KEY_W(" STR_FMT "), .ENT_W(ENT_W), .SEED(32'd1)) u_" STR_FMT " (", STR_ARG(ways), STR_ARG(rows), STR_ARG(stash), STR_ARG(kw), STR_ARG(n));
    put(k, "    .clk_i(clk_i), .rst_i(rst_i), .flush_i(1'b0), .ready_o(" STR_FMT "_ready), .rd_i(|src_gnt), .rd_key_i(s0_key),", STR_ARG(n));
    put(k, "    .bg_want_o(" STR_FMT "_move), .bg_urgent_o(" STR_FMT "_move_first), .bg_grant_i(" STR_FMT "_move && !(|src_gnt)),", STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "    .key_o(" STR_FMT "_key), .hit_o(" STR_FMT "_hit), .ent_o(" STR_FMT "_ent), .room_o(" STR_FMT "_has_free),", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "    .place_valid_o(" STR_FMT "_way_valid), .place_ent_o(" STR_FMT "_way_ent), .vclass_i(" STR_FMT "_vclass),", STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "    .upd_i(" STR_FMT "_upd), .upd_keep_i(" STR_FMT "_keep), .upd_ent_i(" STR_FMT "_ent_d),", STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "    .ev_valid_o(" STR_FMT "_ev_valid), .ev_key_o(" STR_FMT "_ev_key), .ev_ent_o(" STR_FMT "_ev_ent), .ovf_ready_i(1'b0), .ovf_valid_o(" STR_FMT "_spill),", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "    .count_o(" STR_FMT "_count), .stash_o(" STR_FMT "_stash));", STR_ARG(n), STR_ARG(n));
    if (s->backing) filter(k);
    put(k, "  // A move within the table takes the slot of a request.\n  assign ready = " STR_FMT "_ready%s && !" STR_FMT "_move_first;", STR_ARG(n), s->backing ? Z(k->e, f(k->e, " && " STR_FMT "_ready", STR_ARG(s->backing->name))) : "", STR_ARG(n));
    put(k, "  wire %s" STR_FMT "_state = " STR_FMT "_ent[" STR_FMT " +: %d];", Z(k->e, v_bits(k->m, state_bits)), STR_ARG(n), STR_ARG(n), STR_ARG(w), state_bits);
    field_wires(k);
    module_unused(k->m, f(k->e, STR_FMT "_key, " STR_FMT "_ev_key, " STR_FMT "_ev_ent, " STR_FMT "_ev_valid, " STR_FMT "_spill, " STR_FMT "_count, " STR_FMT "_stash", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n)));
    ctl_victims(k, state_bits);
}

void ctl_stall(Ctl *k)
{
    const Waiters *w = k->stall;
    Str n = w->name, lines = v_param_expr(k->m, w->entries), depth = v_param_expr(k->m, w->depth), kw = v_width(k->m, k->c->key);
    Str ts = w->least ? v_width(k->m, w->least->type) : STR("1"), at = w->least ? f(k->e, "t_" STR_FMT "_q", STR_ARG(w->least->ident)) : STR("1'b0");
    put(k, "  wire " STR_FMT "_hit, " STR_FMT "_park_room, " STR_FMT "_idle;\n  wire " STR_FMT "_room = " STR_FMT "_park_room;\n  wire [PARK_W-1:0] park_pay;\n  wire [" STR_FMT "-1:0] replay_least;", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(ts));
    put(k, "  wire [$clog2(" STR_FMT "*" STR_FMT " + 1)-1:0] " STR_FMT "_count;\n  wire [$clog2(" STR_FMT " + 1)-1:0] " STR_FMT "_lines;", STR_ARG(lines), STR_ARG(depth), STR_ARG(n), STR_ARG(lines), STR_ARG(n));
    put(k, "  cg_stall #(.LINES(" STR_FMT "), .ENTRIES(" STR_FMT "), .KEY_W(" STR_FMT "), .TS_W(" STR_FMT "), .PAY_W(PARK_W)) u_" STR_FMT " (\n    .clk_i(clk_i), .rst_i(rst_i), .key_i(t_key_q),", STR_ARG(lines), STR_ARG(depth), STR_ARG(kw), STR_ARG(ts), STR_ARG(n));
    put(k, "    .has_o(" STR_FMT "_hit), .room_o(" STR_FMT "_park_room),\n    .park_i(t_fire && st_" STR_FMT "_park && !t_src_q[%d]), .ts_i(" STR_FMT "), .pay_i(park_pay), .wake_i(t_fire && st_" STR_FMT "_replay),", STR_ARG(n), STR_ARG(n), STR_ARG(n), k->replay_src, STR_ARG(at), STR_ARG(n));
    put(k, "    .rp_valid_o(replay_valid), .rp_key_o(replay_key), .rp_pay_o(replay_pay), .rp_ts_o(replay_least), .rp_take_i(src_gnt[%d]),", k->replay_src);
    put(k, "    .rp_commit_i(t_over && t_src_q[%d] && !t_keep), .rp_keep_i(t_keep), .rp_rewind_i(t_fail && t_src_q[%d]),\n    .count_o(" STR_FMT "_count), .lines_o(" STR_FMT "_lines), .idle_o(" STR_FMT "_idle));", k->replay_src, k->replay_src, STR_ARG(n), STR_ARG(n), STR_ARG(n));
    ctl_park_pay(k);
    module_unused(k->m, f(k->e, STR_FMT "_hit, " STR_FMT "_room, " STR_FMT "_idle, " STR_FMT "_count, " STR_FMT "_lines, st_" STR_FMT "_alloc, st_" STR_FMT "_we, st_" STR_FMT "_must, st_" STR_FMT "_done, replay_least", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n)));
}
