/* vctl_hashed.c - look-up of a hashed store and of the filter behind it; the stall buffer. */
#include "emit/vctl.h"

/* The fields that the filter keeps come first, in its order: they are the low part of an entry. */
static bool backed_first(Ctl *k)
{
    const Store *s = k->store, *b = s->backing;
    for (int i = 0; i < b->kept.n; i++) {
        if (b->kept.at[i].type != b->kept.at[0].type) { diag_error(k->e->d, b->kept.at[i].pos, "emit: the fields of a store of kind bloom are of one type so far"); return false; }
        if (i >= s->fields.n || !str_eq(s->fields.at[i]->name, b->kept.at[i].name)) {
            diag_error(k->e->d, s->pos, "emit: the fields of '" STR_FMT "' come first in a store that it backs, in the same order: expected '" STR_FMT "' here", STR_ARG(b->name), STR_ARG(b->kept.at[i].name));
            return false;
        }
    }
    return true;
}

bool ctl_cuckoo_supported(Ctl *k)
{
    const Store *s = k->store;
    if (!s->backing || !k->memory) {
        diag_error(k->e->d, s->pos, "emit: a store of kind cuckoo needs backing=, and a store of kind memory for the entries without a place");
        return false;
    }
    return backed_first(k);
}

/* Sources whose occurrences may look a key up: so many keys are searched for at a time at most. */
static int keyed_sources(const Ctl *k)
{
    int n = 0;
    for (int i = 0; i < k->c->sources.n; i++) n += k->c->sources.at[i].kind != SRC_LEVEL || k->c->sources.at[i].event->kind == EV_WAKE;
    return n > 0 ? n : 1;
}

/* WORD_AW: address bits of the words in memory that hold entries without a place. */
void ctl_cuckoo(Ctl *k, int state_bits)
{
    const Store *s = k->store, *b = s->backing;
    Str n = s->name, w = ctl_fields_width(k, s->fields.at, s->fields.n), ways = v_param_expr(k->m, store_attr(s, STR("ways"))), stash = v_param_expr(k->m, store_attr(s, STR("stash"))), rows = v_param_expr(k->m, store_attr(s, STR("rows"))), kw = v_width(k->m, k->c->key);
    Str clear = ctl_clears(k) ? f(k->e, "t_fire && st_" STR_FMT "_free", STR_ARG(b->name)) : STR("1'b0");
    Str tw = v_width(k->m, b->kept.at[0].type), frows = v_param_expr(k->m, store_attr(b, STR("rows"))), fways = v_param_expr(k->m, store_attr(b, STR("ways")));
    put(k, "  localparam integer WAYS_ = " STR_FMT " + " STR_FMT "; // places of a key, and the stash", STR_ARG(ways), STR_ARG(stash));
    put(k, "  localparam integer ENT_W = " STR_FMT " + %d; // fields, state", STR_ARG(w), state_bits);
    put(k, "  localparam integer WORD_AW = (" STR_FMT " > 16 + NODE_W) ? 16 : " STR_FMT " - NODE_W - 1, WORD_W = " STR_FMT " + ENT_W; // entries without a place, in memory", STR_ARG(kw), STR_ARG(kw), STR_ARG(kw));
    put(k, "  wire " STR_FMT "_hit, " STR_FMT "_has_free, " STR_FMT "_later, " STR_FMT "_ready, " STR_FMT "_move, " STR_FMT "_move_first, " STR_FMT "_spill;", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "  wire [" STR_FMT "-1:0] " STR_FMT "_key;\n  wire [ENT_W-1:0] " STR_FMT "_ent, " STR_FMT "_ent_d;", STR_ARG(kw), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "  wire [WAYS_-1:0] " STR_FMT "_way_valid;\n  wire [WAYS_*ENT_W-1:0] " STR_FMT "_way_ent;\n  wire [2*WAYS_-1:0] " STR_FMT "_vclass;\n  wire " STR_FMT "_upd, " STR_FMT "_keep;", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "  wire [$clog2(" STR_FMT "*" STR_FMT " + " STR_FMT " + 1)-1:0] " STR_FMT "_count;\n  wire [$clog2(" STR_FMT " + 1)-1:0] " STR_FMT "_stash;\n  wire [WORD_AW-1:0] " STR_FMT "_outside, word_addr;", STR_ARG(ways), STR_ARG(rows), STR_ARG(stash), STR_ARG(n), STR_ARG(stash), STR_ARG(n), STR_ARG(n));
    put(k, "  wire word_valid, word_ready, word_we, word_rvalid;\n  wire [WORD_W-1:0] word_wdata, word_rdata;");
    put(k, "  cg_meta_table #(\n    .WAYS(" STR_FMT "), .ROWS(" STR_FMT "), .STASH(" STR_FMT "), .KEY_W(" STR_FMT "), .OWN_W(ENT_W - %d*" STR_FMT "), .FIELDS(%d), .TS_W(" STR_FMT "),", STR_ARG(ways), STR_ARG(rows), STR_ARG(stash), STR_ARG(kw), b->kept.n, STR_ARG(tw), b->kept.n, STR_ARG(tw));
    put(k, "    .FILTER_WAYS(" STR_FMT "), .FILTER_ROWS((" STR_FMT " * " STR_FMT " == 1) ? 0 : " STR_FMT "), .MEM_ADDR_W(WORD_AW), .MEM_LISTS((WORD_AW > 8) ? 16 : 1), .ASKERS(%d)\n  ) u_" STR_FMT " (\n    .clk_i(clk_i), .rst_i(rst_i), .flush_i(" STR_FMT "), .ready_o(" STR_FMT "_ready), .rd_i(%s), .rd_key_i(s0_key),",
        STR_ARG(fways), STR_ARG(fways), STR_ARG(frows), STR_ARG(frows), keyed_sources(k), STR_ARG(n), STR_ARG(clear), STR_ARG(n), k->keyless ? "|src_gnt && !s0_keyless" : "|src_gnt");
    put(k, "    .bg_want_o(" STR_FMT "_move), .bg_urgent_o(" STR_FMT "_move_first), .bg_grant_i(" STR_FMT "_move && !(|src_gnt)),", STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "    .live_i(t_valid_q), .key_o(" STR_FMT "_key), .hit_o(" STR_FMT "_hit), .ent_o(" STR_FMT "_ent), .room_o(" STR_FMT "_has_free), .later_o(" STR_FMT "_later),", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "    .place_valid_o(" STR_FMT "_way_valid), .place_ent_o(" STR_FMT "_way_ent), .vclass_i(" STR_FMT "_vclass),", STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "    .fire_i(t_fire%s), .upd_i(" STR_FMT "_upd), .upd_keep_i(" STR_FMT "_keep), .upd_ent_i(" STR_FMT "_ent_d),", k->keyless ? " && !t_keyless" : "", STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "    .mem_valid_o(word_valid), .mem_ready_i(word_ready), .mem_we_o(word_we), .mem_addr_o(word_addr), .mem_wdata_o(word_wdata), .mem_rvalid_i(word_rvalid), .mem_rdata_i(word_rdata),");
    put(k, "    .count_o(" STR_FMT "_count), .stash_o(" STR_FMT "_stash), .overflow_o(" STR_FMT "_outside), .spill_o(" STR_FMT "_spill));", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "  // A move within the table takes the slot of a request.\n  assign ready = " STR_FMT "_ready && !" STR_FMT "_move_first;", STR_ARG(n), STR_ARG(n));
    put(k, "  wire %s" STR_FMT "_state = " STR_FMT "_ent[" STR_FMT " +: %d];", Z(k->e, v_bits(k->m, state_bits)), STR_ARG(n), STR_ARG(n), STR_ARG(w), state_bits);
    for (int i = 0; i < s->fields.n; i++)
        put(k, "  wire " STR_FMT STR_FMT " = " STR_FMT ";", STR_ARG(v_range(k->m, s->fields.at[i]->type)), STR_ARG(s->fields.at[i]->ident), STR_ARG(ctl_field(k, Z(k->e, f(k->e, STR_FMT "_ent", STR_ARG(n))), s->fields.at, s->fields.n, s->fields.at[i])));
    for (int i = 0; i < k->s->walks.n; i++) module_unused(k->m, f(k->e, "st_walk%d", i));       /* the free of the filter goes with it */
    module_unused(k->m, f(k->e, STR_FMT "_key, " STR_FMT "_count, " STR_FMT "_stash, " STR_FMT "_outside, " STR_FMT "_spill", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n)));
    ctl_victims(k, state_bits);
}

void ctl_stall(Ctl *k)
{
    const Waiters *w = k->stall;
    Str n = w->name, lines = v_param_expr(k->m, waiters_attr(w, STR("entries"))), depth = v_param_expr(k->m, waiters_attr(w, STR("depth"))), kw = v_width(k->m, k->c->key);
    Str ts = w->least ? v_width(k->m, w->least->type) : STR("1"), at = w->least ? f(k->e, "t_" STR_FMT "_q", STR_ARG(w->least->ident)) : STR("1'b0");
    put(k, "  wire " STR_FMT "_hit, " STR_FMT "_park_room, " STR_FMT "_idle;\n  wire " STR_FMT "_room = " STR_FMT "_park_room;\n  wire [PARK_W-1:0] park_pay;", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "  wire [$clog2(" STR_FMT "*" STR_FMT " + 1)-1:0] " STR_FMT "_count;\n  wire [$clog2(" STR_FMT " + 1)-1:0] " STR_FMT "_lines;", STR_ARG(lines), STR_ARG(depth), STR_ARG(n), STR_ARG(lines), STR_ARG(n));
    put(k, "  cg_stall #(.LINES(" STR_FMT "), .ENTRIES(" STR_FMT "), .KEY_W(" STR_FMT "), .TS_W(" STR_FMT "), .PAY_W(PARK_W)) u_" STR_FMT " (\n    .clk_i(clk_i), .rst_i(rst_i), .key_i(t_key_q),", STR_ARG(lines), STR_ARG(depth), STR_ARG(kw), STR_ARG(ts), STR_ARG(n));
    put(k, "    .has_o(" STR_FMT "_hit), .room_o(" STR_FMT "_park_room),\n    .park_i(t_fire && st_" STR_FMT "_park && !t_src_q[%d]), .ts_i(" STR_FMT "), .pay_i(park_pay), .wake_i(t_fire && st_" STR_FMT "_replay),", STR_ARG(n), STR_ARG(n), STR_ARG(n), k->replay_src, STR_ARG(at), STR_ARG(n));
    put(k, "    .rp_valid_o(replay_valid), .rp_key_o(replay_key), .rp_pay_o(replay_pay), .rp_ts_o(replay_least), .rp_take_i(src_gnt[%d]),", k->replay_src);
    put(k, "    .rp_commit_i(t_over && t_src_q[%d] && !t_keep), .rp_keep_i(t_keep), .rp_rewind_i(t_fail && t_src_q[%d]),\n    .count_o(" STR_FMT "_count), .lines_o(" STR_FMT "_lines), .idle_o(" STR_FMT "_idle));", k->replay_src, k->replay_src, STR_ARG(n), STR_ARG(n), STR_ARG(n));
    ctl_park_pay(k);
    module_unused(k->m, f(k->e, STR_FMT "_hit, " STR_FMT "_room, " STR_FMT "_idle, " STR_FMT "_count, " STR_FMT "_lines, st_" STR_FMT "_alloc, st_" STR_FMT "_we, st_" STR_FMT "_must, st_" STR_FMT "_done%s", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), w->least ? "" : ", replay_least"));
}
