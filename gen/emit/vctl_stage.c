/* vctl_stage.c - stage T: store and miss-status look-up, the transition function, and the state it writes. */
#include "emit/vctl.h"

static Str base_of(Str port) { return (Str){ port.p, port.n - 2 }; }

/* ---- entries: fields low part first, then the state ---- */

static Str offset_of(Ctl *k, Var *const *fields, int n, const Var *v)
{
    Str at = STR("");
    for (int i = 0; i < n && fields[i] != v; i++)
        if (!fields[i]->type->opaque) at = sum_width(k, at, fields[i]->type);
    return at.n ? at : STR("0");
}

Str ctl_fields_width(Ctl *k, Var *const *fields, int n) { return offset_of(k, fields, n, NULL); }

static Str slice(Ctl *k, const char *vec, Str offset, const Type *t)
{
    return t->kind == TK_BOOL ? f(k->e, "%s[" STR_FMT "]", vec, STR_ARG(offset)) : f(k->e, "%s[" STR_FMT " +: " STR_FMT "]", vec, STR_ARG(offset), STR_ARG(v_width(k->m, t)));
}

Str ctl_field(Ctl *k, const char *vec, Var *const *fields, int n, const Var *v) { return slice(k, vec, offset_of(k, fields, n, v), v->type); }

static Str pack_version(Ctl *k, Var *const *fields, int n, const char *state, const char *prefix)
{
    Str s = str_from(state);
    for (int i = n - 1; i >= 0; i--)
        if (!fields[i]->type->opaque) s = f(k->e, STR_FMT ", %s_" STR_FMT, STR_ARG(s), prefix, STR_ARG(fields[i]->ident));
    return f(k->e, "{" STR_FMT "}", STR_ARG(s));
}

/* What a row, or else the walk, makes of them. */
static Str pack_fields(Ctl *k, Var *const *fields, int n, const char *state, bool walked)
{
    Str row = pack_version(k, fields, n, state, "st");
    return walked ? f(k->e, "walk_apply ? " STR_FMT " : " STR_FMT, STR_ARG(pack_version(k, fields, n, state, "wk")), STR_ARG(row)) : row;
}

/* ---- victims ---- */

typedef struct { Ctl *k; } WayCtx;

static Str way_var(void *ctx, Var *v)
{
    Ctl *k = ((WayCtx *)ctx)->k;
    if (v && v->kind == V_STORE) return slice(k, "ent", offset_of(k, k->store->fields.at, k->store->fields.n, v), v->type);
    if (v && v->kind == V_REG) return f(k->e, STR_FMT "_q", STR_ARG(v->ident));
    return STR("1'b0");
}

static void find_arg(const Expr *e, void *ctx) { if (e->op == E_VAR && e->var->kind != V_STORE && e->var->kind != V_REG) *(bool *)ctx = true; }

/* The first view of that name, for that state, which depends on the line and registers alone. */
static View *victim_view(Ctl *k, const Victim *v)
{
    for (int i = 0; i < k->c->views.n; i++) {
        View *w = k->c->views.at[i];
        bool of = false, other = false;
        for (int j = 0; j < w->of.n; j++) of |= w->of.at[j] == v->state;
        expr_walk(w->when, find_arg, &other);
        if (of && !other && str_eq(w->name, v->view)) return w;
    }
    return NULL;
}

void ctl_victims(Ctl *k, int state_bits)
{
    WayCtx ctx = { k };
    ExprCtx x = { .m = k->m, .var = way_var, .ctx = &ctx };
    Str n = k->store->name, w = ctl_fields_width(k, k->store->fields.at, k->store->fields.n);
    put(k, "  // Which ways may leave, and how gladly.\n  genvar way;\n  generate\n    for (way = 0; way < WAYS_; way = way + 1) begin : g_victim");
    put(k, "      wire [ENT_W-1:0] ent = " STR_FMT "_way_ent[way*ENT_W +: ENT_W];\n      wire [%d:0] held = ent[" STR_FMT " +: %d];", STR_ARG(n), state_bits - 1, STR_ARG(w), state_bits);
    put(k, "      assign " STR_FMT "_vclass[2*way +: 2] = %s!" STR_FMT "_way_valid[way] ? 2'd0 :", STR_ARG(n), ctl_walks(k, false) ? "walk_lines ? {2{walk_way == way[WAY_W-1:0]}} : " : "", STR_ARG(n));
    for (int i = 0; i < k->store->victims.n; i++) {
        Victim *v = &k->store->victims.at[i];
        View *view = v->view.n ? victim_view(k, v) : NULL;
        if (v->view.n && !view) { diag_error(k->e->d, k->store->pos, "emit: view '" STR_FMT "' depends on the occurrence: it cannot rank victims", STR_ARG(v->view)); continue; }
        Str test = view ? f(k->e, " && " STR_FMT, STR_ARG(v_expr(&x, view->when))) : STR("");
        put(k, "        (held == " STR_FMT STR_FMT ") ? 2'd%d :", STR_ARG(state_const(k->m, v->state)), STR_ARG(test), i < 3 ? 3 - i : 1);
    }
    put(k, "        2'd0;\n      wire unused_ent = &{1'b0, ent, 1'b0};\n    end\n  endgenerate\n");
}

/* ---- the store ---- */

static Str key_var(void *ctx, Var *v) { (void)ctx; (void)v; return STR("k"); }

static void index_functions(Ctl *k)
{
    Str n = k->store->name, kw = v_width(k->m, k->c->key), sets = v_param_expr(k->m, store_attr(k->store, STR("sets")));
    ExprCtx x = { .m = k->m, .var = key_var };
    Str index = k->store->index ? v_expr(&x, k->store->index) : STR("k");
    put(k, "  localparam integer SETS_ = " STR_FMT ";\n  localparam integer WAYS_ = " STR_FMT ";", STR_ARG(sets), STR_ARG(v_param_expr(k->m, store_attr(k->store, STR("ways")))));
    put(k, "  localparam integer SET_W = (SETS_ > 1) ? $clog2(SETS_) : 1;\n  localparam integer WAY_W = (WAYS_ > 1) ? $clog2(WAYS_) : 1;");
    put(k, "  localparam integer " STR_FMT " = SET_W + WAY_W; // address of a line's data: set, way", STR_ARG(loc_width(k)));
    put(k, "  function [SET_W-1:0] set_of(input [" STR_FMT "-1:0] k); integer i; reg [" STR_FMT "-1:0] n; reg unused; begin\n    n = " STR_FMT ";\n    unused = ^n;", STR_ARG(kw), STR_ARG(kw), STR_ARG(index));
    put(k, "    for (i = 0; i < SET_W; i = i + 1) set_of[i] = (SETS_ > 1 && i < " STR_FMT ") ? n[i %% " STR_FMT "] : 1'b0;\n  end endfunction", STR_ARG(kw), STR_ARG(kw));
    if (k->store->index) {
        put(k, "  // The index is not a slice of the key: the whole key is the tag.\n  localparam integer TAG_W = " STR_FMT ";", STR_ARG(kw));
        put(k, "  function [TAG_W-1:0] tag_of(input [" STR_FMT "-1:0] k);\n    tag_of = k;\n  endfunction", STR_ARG(kw));
    } else {
        put(k, "  localparam integer TAG_W = (" STR_FMT " > $clog2(SETS_)) ? " STR_FMT " - $clog2(SETS_) : 1; // as many sets as keys: a bit that says nothing", STR_ARG(kw), STR_ARG(kw));
        put(k, "  generate\n    if ((SETS_ & (SETS_ - 1)) != 0) begin : g_sets\n      cg_error_sets_must_be_a_power_of_two u_error ();\n    end\n  endgenerate");
        put(k, "  function [TAG_W-1:0] tag_of(input [" STR_FMT "-1:0] k); reg unused; begin\n    unused = ^k;\n    tag_of = k[" STR_FMT "-1 -: TAG_W];\n  end endfunction", STR_ARG(kw), STR_ARG(kw));
    }
    (void)n;
}

/* The key of the way that is named as victim. */
void ctl_victim_key(Ctl *k)
{
    Str n = k->store->name;
    if (k->store->index) put(k, "  wire [TAG_W-1:0] victim_key = " STR_FMT "_victim_tag;", STR_ARG(n));
    else put(k, "  reg [" STR_FMT "-1:0] victim_key;\n  integer vk;\n  always @* begin\n    victim_key = " STR_FMT ";\n    victim_key[" STR_FMT "-1 -: TAG_W] = " STR_FMT "_victim_tag;\n"
             "    for (vk = 0; vk < $clog2(SETS_); vk = vk + 1) victim_key[vk] = " STR_FMT "_set[vk %% SET_W];\n  end", STR_ARG(v_width(k->m, k->c->key)), STR_ARG(zeros(k, k->c->key)), STR_ARG(v_width(k->m, k->c->key)), STR_ARG(n), STR_ARG(n));
}

static void assoc(Ctl *k, int state_bits)
{
    Str n = k->store->name, w = ctl_fields_width(k, k->store->fields.at, k->store->fields.n);
    index_functions(k);
    if (k->walks) put(k, "  wire walk_lines, walk_read;\n  wire [SET_W-1:0] walk_set;\n  wire [WAY_W-1:0] walk_way;");
    put(k, "  localparam integer ENT_W = " STR_FMT " + %d; // fields, state (0: kept in the miss-status entry)", STR_ARG(w), state_bits);
    put(k, "  wire " STR_FMT "_hit, " STR_FMT "_has_free, " STR_FMT "_victim_ok;\n  wire [SET_W-1:0] " STR_FMT "_set;\n  wire [WAY_W-1:0] " STR_FMT "_way;", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "  wire [TAG_W-1:0] " STR_FMT "_tag, " STR_FMT "_victim_tag;\n  wire [WAY_W-1:0] " STR_FMT "_victim_way;\n  wire [ENT_W-1:0] " STR_FMT "_ent, " STR_FMT "_ent_d;", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "  wire [WAYS_-1:0] " STR_FMT "_way_valid;\n  wire [WAYS_*ENT_W-1:0] " STR_FMT "_way_ent;\n  wire [2*WAYS_-1:0] " STR_FMT "_vclass;\n  wire " STR_FMT "_upd, " STR_FMT "_keep;", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "  cg_assoc #(.SETS(SETS_), .WAYS(WAYS_), .TAG_W(TAG_W), .ENT_W(ENT_W)) u_" STR_FMT " (\n    .clk_i(clk_i), .rst_i(rst_i), .ready_o(ready),", STR_ARG(n));
    if (k->walks) put(k, "    .rd_i(|src_gnt || walk_read), .rd_set_i(walk_lines ? walk_set : set_of(look_key)), .rd_tag_i(tag_of(look_key)),");
    else put(k, "    .rd_i(|src_gnt), .rd_set_i(set_of(s0_key)), .rd_tag_i(tag_of(s0_key)),");
    put(k, "    .set_o(" STR_FMT "_set), .tag_o(" STR_FMT "_tag), .hit_o(" STR_FMT "_hit), .way_o(" STR_FMT "_way), .free_o(" STR_FMT "_has_free), .ent_o(" STR_FMT "_ent),",
        STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "    .way_valid_o(" STR_FMT "_way_valid), .way_ent_o(" STR_FMT "_way_ent), .vclass_i(" STR_FMT "_vclass),\n    .victim_ok_o(" STR_FMT "_victim_ok), .victim_way_o(" STR_FMT "_victim_way), .victim_tag_o(" STR_FMT "_victim_tag),",
        STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "    .upd_i(" STR_FMT "_upd), .upd_keep_i(" STR_FMT "_keep), .upd_ent_i(" STR_FMT "_ent_d), .touch_i(t_fire%s));", STR_ARG(n), STR_ARG(n), STR_ARG(n), k->keyless ? " && !t_keyless" : "");
    put(k, "  wire %s" STR_FMT "_state = " STR_FMT "_ent[" STR_FMT " +: %d];", Z(k->e, v_bits(k->m, state_bits)), STR_ARG(n), STR_ARG(n), STR_ARG(w), state_bits);
    for (int i = 0; i < k->store->fields.n; i++) {
        Var *v = k->store->fields.at[i];
        if (v->type->opaque) continue;
        Str ent = f(k->e, STR_FMT "_ent", STR_ARG(n));
        put(k, "  wire " STR_FMT STR_FMT " = " STR_FMT ";", STR_ARG(v_range(k->m, v->type)), STR_ARG(v->ident), STR_ARG(slice(k, Z(k->e, ent), offset_of(k, k->store->fields.at, k->store->fields.n, v), v->type)));
    }
    module_unused(k->m, f(k->e, STR_FMT "_set", STR_ARG(n)));
    module_unused(k->m, f(k->e, STR_FMT "_tag", STR_ARG(n)));
    module_unused(k->m, f(k->e, STR_FMT "_victim_way", STR_ARG(n)));
    if (k->store->victims.n || ctl_walks(k, false)) ctl_victims(k, state_bits);
    else {
        put(k, "  assign " STR_FMT "_vclass = {2*WAYS_{1'b0}};\n", STR_ARG(n));
        module_unused(k->m, f(k->e, STR_FMT "_way_valid, " STR_FMT "_way_ent, " STR_FMT "_victim_ok, " STR_FMT "_victim_tag", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n)));
    }
}

void ctl_park_pay(Ctl *k)
{
    Str pay = f(k->e, "t_event_q");
    for (int i = 0; i < k->c->args.n; i++) {
        Var *v = k->c->args.at[i];
        if (parked_args(k->c, v) && !ctl_orders(k, v)) pay = f(k->e, "%s_" STR_FMT "%s, " STR_FMT, v->kind == V_STAMP ? "st" : "t", STR_ARG(v->ident), v->kind == V_STAMP ? "" : "_q", STR_ARG(pay));
    }
    put(k, "  assign park_pay = {" STR_FMT "};\n", STR_ARG(pay));
}

static void mshr(Ctl *k, int state_bits)
{
    Str n = k->wait->name, w = ctl_fields_width(k, k->wait->fields.at, k->wait->fields.n);
    put(k, "  localparam integer MSHRS_ = " STR_FMT ";\n  localparam integer IDX_W = (MSHRS_ > 1) ? $clog2(MSHRS_) : 1;\n  localparam integer FLD_W = " STR_FMT " + %d;", STR_ARG(v_param_expr(k->m, waiters_attr(k->wait, STR("entries")))), STR_ARG(w), state_bits);
    put(k, "  wire " STR_FMT "_hit, " STR_FMT "_armed, " STR_FMT "_drain, " STR_FMT "_must_first, " STR_FMT "_room, " STR_FMT "_park_room, " STR_FMT "_idle;", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "  wire [IDX_W-1:0] " STR_FMT "_idx, replay_idx;\n  wire [FLD_W-1:0] " STR_FMT "_fld;\n  wire [$clog2(MSHRS_+1)-1:0] " STR_FMT "_count;\n  wire " STR_FMT "_op;\n  wire [PARK_W-1:0] park_pay;", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "  cg_mshr #(.ENTRIES(MSHRS_), .DEPTH(" STR_FMT "), .KEY_W(" STR_FMT "), .FLD_W(FLD_W), .PAY_W(PARK_W)) u_" STR_FMT " (\n    .clk_i(clk_i), .rst_i(rst_i), .key_i(t_key_q),",
        STR_ARG(v_param_expr(k->m, waiters_attr(k->wait, STR("depth")))), STR_ARG(v_width(k->m, k->c->key)), STR_ARG(n));
    put(k, "    .hit_o(" STR_FMT "_hit), .idx_o(" STR_FMT "_idx), .fld_o(" STR_FMT "_fld), .armed_o(" STR_FMT "_armed), .drain_o(" STR_FMT "_drain), .must_o(" STR_FMT "_must_first), .room_o(" STR_FMT "_room), .park_room_o(" STR_FMT "_park_room),",
        STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n));
    Str next = f(k->e, STR_FMT "_next", STR_ARG(n));
    const char *row = ctl_walks(k, true) ? "t_fire && " : "";          /* not the walk */
    put(k, "    .op_i(" STR_FMT "_op), .alloc_i(%sst_" STR_FMT "_alloc), .fld_i(" STR_FMT "), .park_i(%sst_" STR_FMT "_park && !t_src_q[%d]), .pay_i(park_pay),", STR_ARG(n), row, STR_ARG(n),
        STR_ARG(pack_fields(k, k->wait->fields.at, k->wait->fields.n, Z(k->e, next), ctl_walks(k, true))), row, STR_ARG(n), k->replay_src);
    put(k, "    .replay_i(%sst_" STR_FMT "_replay), .must_i(%sst_" STR_FMT "_must), .done_i(%sst_" STR_FMT "_done),", row, STR_ARG(n), row, STR_ARG(n), row, STR_ARG(n));
    put(k, "    .rp_valid_o(replay_valid), .rp_idx_o(replay_idx), .rp_key_o(replay_key), .rp_pay_o(replay_pay), .rp_take_i(src_gnt[%d]),", k->replay_src);
    put(k, "    .rp_commit_i(t_over && t_src_q[%d] && !t_keep), .rp_keep_i(t_keep), .rp_rewind_i(t_fail && t_src_q[%d]),\n    .count_o(" STR_FMT "_count), .idle_o(" STR_FMT "_idle));", k->replay_src, k->replay_src, STR_ARG(n), STR_ARG(n));
    put(k, "  wire %s" STR_FMT "_state = " STR_FMT "_fld[" STR_FMT " +: %d];", Z(k->e, v_bits(k->m, state_bits)), STR_ARG(n), STR_ARG(n), STR_ARG(w), state_bits);
    for (int i = 0; i < k->wait->fields.n; i++) {
        Var *v = k->wait->fields.at[i];
        if (v->type->opaque) continue;
        Str fld = f(k->e, STR_FMT "_fld", STR_ARG(n));
        put(k, "  wire " STR_FMT STR_FMT " = " STR_FMT ";", STR_ARG(v_range(k->m, v->type)), STR_ARG(v->ident), STR_ARG(slice(k, Z(k->e, fld), offset_of(k, k->wait->fields.at, k->wait->fields.n, v), v->type)));
    }
    ctl_park_pay(k);
    module_unused(k->m, f(k->e, STR_FMT "_idle, " STR_FMT "_count, replay_idx, " STR_FMT "_idx", STR_ARG(n), STR_ARG(n), STR_ARG(n)));
}

static void keyless_at(Ctl *k, const char *stage, const char *event)
{
    put(k, "  reg %s_keyless;\n  always @* begin\n    case (%s)", stage, event);
    for (int i = 0; i < k->c->base_events.n; i++)
        if (k->c->base_events.at[i]->keyless) put(k, "      " STR_FMT ": %s_keyless = 1'b1;", STR_ARG(event_const(k->m, k->c->base_events.at[i])), stage);
    put(k, "      default: %s_keyless = 1'b0;\n    endcase\n  end", stage);
}

static void keyless(Ctl *k)
{
    put(k, "  // Events without key have no line and no entry.");
    keyless_at(k, "t", "t_event_q");
    if (k->hashed) keyless_at(k, "s0", "s0_event");      /* a look-up could start a search outside of the table */
}

void ctl_lookup(Ctl *k)
{
    int sb = code_bits(k->c->states.n);
    put(k, "  // ---- T: look up ----");
    for (int i = k->s->n_inputs; i < k->s->signals.n; i++) {      /* what the transition function says */
        Signal *g = &k->s->signals.at[i];
        Str r = g->type ? v_range(k->m, g->type) : g->kind == SIG_SEND_TO ? STR("[NODES-1:0] ") : v_bits(k->m, g->width);
        put(k, "  wire " STR_FMT "st_" STR_FMT ";", STR_ARG(r), STR_ARG(base_of(g->name)));
    }
    for (int i = 0; i < k->c->regs.n; i++)
        if (k->c->regs.at[i]->kind == V_REG && k->c->regs.at[i]->is_written) put(k, "  reg " STR_FMT STR_FMT "_q;", STR_ARG(v_range(k->m, k->c->regs.at[i]->type)), STR_ARG(k->c->regs.at[i]->ident));
    put(k, "  wire t_fire;");
    for (int i = 0; i < k->s->outs.n; i++) {
        Out *o = k->s->outs.at[i];
        if (o->lane == 0) put(k, "  wire " STR_FMT "%s_room;", STR_ARG(o->net ? o->net->name : o->port->name), o->net ? "" : o->port == k->core ? "_rep" : "_req");
    }
    if (k->wait) put(k, "  wire %s" STR_FMT "_next;", Z(k->e, v_bits(k->m, sb)), STR_ARG(k->wait->name));
    if (k->keyless) keyless(k);
    if (k->walks) ctl_walk_wires(k);
    put(k, "%s", "");
    if (k->hashed) ctl_cuckoo(k, sb);
    else if (k->store) assoc(k, sb);
    else put(k, "  assign ready = 1'b1;");
    if (k->wait) mshr(k, sb);
    if (k->stall) ctl_stall(k);
    if (!k->store && !k->wait && k->c->states.n > 1) {
        put(k, "  // The state of the whole controller.\n  reg %sstate_q;\n  wire %st_state = state_q;\n", Z(k->e, v_bits(k->m, sb)), Z(k->e, v_bits(k->m, sb)));
        return;
    }
    if (!k->store && !k->wait) module_unused(k->m, STR("st_next"));
    put(k, "  // The state: in the miss-status entry if there is a live one, else in the store.");
    put(k, "  wire %st_state = %s%s " STR_FMT ";\n", Z(k->e, v_bits(k->m, sb)),
        k->wait ? Z(k->e, f(k->e, STR_FMT "_armed ? " STR_FMT "_state :", STR_ARG(k->wait->name), STR_ARG(k->wait->name))) : "",
        k->store ? Z(k->e, f(k->e, " " STR_FMT "_hit ? " STR_FMT "_state :", STR_ARG(k->store->name), STR_ARG(k->store->name))) : "", STR_ARG(state_const(k->m, k->c->states.at[0])));
}

/* ---- the transition ---- */

/* Room in every queue behind a port. */
static Str port_room(Ctl *k, const Port *p)
{
    Str s = { "", 0 };
    for (int i = 0; i < k->s->outs.n; i++) {
        const Out *o = k->s->outs.at[i];
        bool of = o->port == p;
        for (int j = 0; o->net && j < p->nets.n; j++) of |= p->nets.at[j] == o->net;
        if (!of || o->lane) continue;
        Str name = o->net ? o->net->name : f(k->e, STR_FMT "%s", STR_ARG(p->name), p == k->core ? "_rep" : "_req");
        s = f(k->e, STR_FMT "%s" STR_FMT "_room", STR_ARG(s), s.n ? " && " : "", STR_ARG(name));
    }
    return s.n ? f(k->e, "(" STR_FMT ")", STR_ARG(s)) : STR("1'b1");
}

/* At a controller with places, events without key have a state of their own: the first. */
static bool keyless_here(const Ctl *k) { return k->keyless && (k->store || k->wait); }

Str ctl_step_input(Ctl *k, const Signal *g)
{
    Var *v = g->var;
    switch (g->kind) {
    case SIG_IN_STATE: return keyless_here(k) ? STR("t_row_state") : STR("t_state");
    case SIG_IN_EVENT: return STR("t_event_q");
    case SIG_IN_REPLAY: return k->replay_src >= 0 ? f(k->e, "t_src_q[%d]", k->replay_src) : STR("1'b0");
    default: break;
    }
    switch (v->kind) {
    case V_REG: return v->constant ? STR("index_i") : f(k->e, STR_FMT "_q", STR_ARG(v->ident));
    case V_ARG: case V_STAMP: return f(k->e, "t_" STR_FMT "_q", STR_ARG(v->ident));
    case V_KEY: return STR("t_key_q");
    case V_REPLAYED: return f(k->e, "t_src_q[%d]", k->replay_src);
    case V_INPUT: return f(k->e, STR_FMT "_i", STR_ARG(v->ident));
    case V_ROOM: return v->port ? port_room(k, v->port) : v->waiters && v->waiters == k->stall ? f(k->e, STR_FMT "_room", STR_ARG(v->waiters->name)) : v->waiters ? f(k->e, "(" STR_FMT "_room && " STR_FMT "_park_room)", STR_ARG(v->waiters->name), STR_ARG(v->waiters->name)) : STR("1'b1");
    case V_EMPTY: return f(k->e, STR_FMT "_idle", STR_ARG(v->waiters->name));
    default: return v->ident;      /* fields and hits have wires of their own names */
    }
}

/* Held while the entry replays: what came after the parked requests and is of their class or lower. */
static void hold(Ctl *k)
{
    int64_t top = INT64_MIN;
    for (int i = 0; i < k->c->base_events.n; i++)
        if (event_parks(k->c, k->c->base_events.at[i]) && k->c->base_events.at[i]->class_ > top) top = k->c->base_events.at[i]->class_;
    Str n = k->wait->name;
    put(k, "  reg t_low;\n  always @* begin\n    case (t_event_q)");
    for (int i = 0; i < k->c->base_events.n; i++) {
        Event *e = k->c->base_events.at[i];
        if (e->class_ <= top) put(k, "      " STR_FMT ": t_low = 1'b1;", STR_ARG(event_const(k->m, e)));
    }
    put(k, "      default: t_low = 1'b0;\n    endcase\n  end");
    put(k, "  // While parked requests of the key are replayed, newer ones wait; a must-hit replay goes before anything else.");
    put(k, "  wire t_hold = %s!t_src_q[%d] && %s((" STR_FMT "_drain && t_low) || " STR_FMT "_must_first)%s;", k->walks ? "walk_busy || (" : "", k->replay_src, k->keyless ? "!t_keyless && " : "",
        STR_ARG(n), STR_ARG(n), k->walks ? ")" : "");
}

/* What the miss-status file and the store must have for the row. */
static void places(Ctl *k)
{
    if (k->memory) ctl_memory_room(k);
    put(k, "  wire t_places = 1'b1");
    if (k->wait) put(k, "    && (!st_" STR_FMT "_alloc || " STR_FMT "_room) && (!st_" STR_FMT "_park || " STR_FMT "_park_room || t_src_q[%d])", STR_ARG(k->wait->name), STR_ARG(k->wait->name), STR_ARG(k->wait->name), STR_ARG(k->wait->name), k->replay_src);
    if (k->stall) put(k, "    && (!st_" STR_FMT "_park || " STR_FMT "_park_room || t_src_q[%d])", STR_ARG(k->stall->name), STR_ARG(k->stall->name), k->replay_src);
    if (k->store) put(k, "    && (!st_" STR_FMT "_alloc || " STR_FMT "_has_free)", STR_ARG(k->store->name), STR_ARG(k->store->name));
    if (k->memory) put(k, "    && (!(memory_rd || memory_wr) || " STR_FMT "_room)", STR_ARG(k->memory->name));
    put(k, "    ;");
}

/* Any lane of that queue is used. */
static Str needed(Ctl *k, const Out *q)
{
    Str s = { "", 0 };
    if (!q->net) return f(k->e, "st_" STR_FMT "%s_valid", STR_ARG(q->port->name), q->port == k->core ? "_rep" : "_req");
    for (int i = 0; i < k->s->outs.n; i++)
        if (k->s->outs.at[i]->net == q->net) s = f(k->e, STR_FMT "%sst_" STR_FMT "%d_valid", STR_ARG(s), s.n ? " || " : "", STR_ARG(q->net->name), k->s->outs.at[i]->lane);
    return s;
}

/* Room in the output queues, which sources that lacked it get in turn. */
static void rooms(Ctl *k)
{
    Str need = { "", 0 }, room = { "", 0 };
    int n = 0;
    put(k, "  wire t_able = t_valid_q && t_known_q && !t_spared && !t_hold && st_act == ACT_FIRE && t_places;");
    for (int i = 0; i < k->s->outs.n; i++) {
        Out *o = k->s->outs.at[i];
        if (o->lane) continue;
        need = f(k->e, STR_FMT "%s" STR_FMT, STR_ARG(need), n ? ", " : "", STR_ARG(needed(k, o)));
        room = f(k->e, STR_FMT "%s" STR_FMT "%s_room", STR_ARG(room), n ? ", " : "", STR_ARG(o->net ? o->net->name : o->port->name), o->net ? "" : o->port == k->core ? "_rep" : "_req");
        n++;
    }
    if (!n) { put(k, "  wire t_rooms = 1'b1;"); return; }
    put(k, "  wire t_rooms;\n  cg_out_turn #(.N(SOURCES), .OUTS(%d)) u_turn (\n    .clk_i(clk_i), .rst_i(rst_i), .valid_i(src_offer), .src_i(t_src_q & {SOURCES{t_valid_q}}), .able_i(t_able),", n);
    put(k, "    .need_i({" STR_FMT "}),\n    .room_i({" STR_FMT "}), .ok_o(t_rooms));", STR_ARG(need), STR_ARG(room));
}

static Str victim_states(Ctl *k)
{
    Str s = { "", 0 };
    for (int i = 0; i < k->store->victims.n; i++) {
        bool seen = false;
        for (int j = 0; j < i; j++) seen |= k->store->victims.at[j].state == k->store->victims.at[i].state;
        if (!seen) s = f(k->e, STR_FMT "%s" STR_FMT "_state == " STR_FMT, STR_ARG(s), s.n ? " || " : "", STR_ARG(k->store->name), STR_ARG(state_const(k->m, k->store->victims.at[i].state)));
    }
    return s;
}

/* What an occurrence rested on is over: it is dropped. */
static void spared(Ctl *k)
{
    bool level = false;
    for (int i = 0; i < k->c->sources.n; i++) level |= k->c->sources.at[i].kind == SRC_LEVEL;
    if (k->evict_src >= 0) put(k, "  // A victim that has become busy since it was chosen stays.");
    if (level) put(k, "  // A wish that does not hold any more is dropped.");
    Str evict = k->evict_src < 0 ? STR("1'b0") : f(k->e, "t_src_q[%d] && !(" STR_FMT "_hit && (" STR_FMT ")%s)", k->evict_src, STR_ARG(k->store->name), STR_ARG(victim_states(k)),
                                                  k->wait ? Z(k->e, f(k->e, " && !" STR_FMT "_hit", STR_ARG(k->wait->name))) : "");
    if (!level) { put(k, "  wire t_spared = " STR_FMT ";", STR_ARG(evict)); return; }
    put(k, "  wire t_spared = (" STR_FMT ")", STR_ARG(evict));
    ctl_levels_spared(k);
    put(k, "    ;");
}

void ctl_transition(Ctl *k)
{
    Str design = k->e->design, cn = lower(k->e->a, k->c->name);
    if (keyless_here(k))
        put(k, "  wire %st_row_state = t_keyless ? " STR_FMT " : t_state;\n", Z(k->e, v_bits(k->m, code_bits(k->c->states.n))), STR_ARG(state_const(k->m, k->c->states.at[0])));
    put(k, "  // ---- T: decide ----\n  " STR_FMT "_" STR_FMT "_step" STR_FMT " u_step (", STR_ARG(design), STR_ARG(cn), STR_ARG(v_param_list(k->m, k->step)));
    for (int i = 0; i < k->s->signals.n; i++) {
        Signal *g = &k->s->signals.at[i];
        Str conn = g->out ? f(k->e, "st_" STR_FMT, STR_ARG(base_of(g->name))) : ctl_step_input(k, g);
        put(k, "    ." STR_FMT "(" STR_FMT ")%s", STR_ARG(g->name), STR_ARG(conn), i + 1 < k->s->signals.n ? "," : "");
    }
    put(k, "  );\n");
    if (k->wait) hold(k);
    else if (k->hashed) {
        put(k, "  // What may be outside of the table is searched first.%s", ctl_clears(k) ? " A look-up that began with the clearing is lost." : "");
        put(k, "  wire t_hold = %s" STR_FMT "_later%s;", k->keyless ? "!t_keyless && " : "", STR_ARG(k->store->name), ctl_clears(k) ? Z(k->e, f(k->e, " || !" STR_FMT "_ready", STR_ARG(k->store->name))) : "");
    }
    else put(k, "  wire t_hold = %s;", k->walks ? "walk_busy" : "1'b0");
    spared(k);
    places(k);
    rooms(k);
    put(k, "  assign t_fire = t_able && t_rooms;");
    if (k->overflow_src >= 0) put(k, "  assign t_full = t_valid_q && t_known_q && !t_spared && !t_hold && st_act == ACT_NEVER && st_overflow && !t_src_q[%d];", k->overflow_src);
    put(k, "  wire t_never = t_valid_q && !t_spared && !t_hold && (st_act == ACT_NEVER || !t_known_q)%s;", k->overflow_src >= 0 ? " && !t_full" : "");
    put(k, "  assign t_over = t_fire || t_never || (t_valid_q && t_spared);\n  assign t_fail = t_valid_q && !t_over;");
    const Waiters *parks = k->wait ? k->wait : k->stall;
    if (parks) put(k, "  assign t_keep = t_fire && st_" STR_FMT "_park && t_src_q[%d];\n", STR_ARG(parks->name), k->replay_src);
    else put(k, "  assign t_keep = 1'b0;\n");
}

/* ---- state ---- */

static void registers(Ctl *k)
{
    put(k, "  reg error_q;\n  assign error_o = error_q;\n  always @(posedge clk_i) begin\n    if (rst_i) begin\n      error_q <= 1'b0;");
    for (int i = 0; i < k->c->regs.n; i++) {
        Var *v = k->c->regs.at[i];
        if (v->kind == V_REG && v->is_written) put(k, "      " STR_FMT "_q <= " STR_FMT ";", STR_ARG(v->ident), STR_ARG(v->reset && !(v->reset->op == E_NUM && v->reset->num == 0) ? v_const(k->m, v->reset, v->type) : zeros(k, v->type)));
    }
    bool plain = !k->store && !k->wait && k->c->states.n > 1;
    if (plain) put(k, "      state_q <= " STR_FMT ";", STR_ARG(state_const(k->m, k->c->states.at[0])));
    put(k, "    end else begin\n      if (t_never) error_q <= 1'b1;");
    if (plain) put(k, "      if (t_fire) state_q <= st_next;");
    for (int i = 0; i < k->c->regs.n; i++) {
        Var *v = k->c->regs.at[i];
        if (v->kind == V_REG && v->is_written) put(k, "      if (t_fire) " STR_FMT "_q <= st_" STR_FMT ";", STR_ARG(v->ident), STR_ARG(v->ident));
    }
    put(k, "    end\n  end\n");
}

static void evict_register(Ctl *k)
{
    Str n = k->store->name;
    if (!ctl_walks(k, false)) ctl_victim_key(k);
    put(k, "  wire want_way = t_valid_q && !t_hold && !t_spared && st_act == ACT_FIRE && st_" STR_FMT "_alloc && !" STR_FMT "_has_free && " STR_FMT "_victim_ok;", STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "  always @(posedge clk_i) begin\n    if (rst_i) begin\n      evict_valid_q <= 1'b0;\n      evict_taken_q <= 1'b0;\n    end else begin");
    put(k, "      if (t_src_q[%d] && t_over) evict_valid_q <= 1'b0;\n      else if (want_way) evict_valid_q <= 1'b1;", k->evict_src);
    put(k, "      if (t_src_q[%d]) evict_taken_q <= 1'b0;\n      else if (src_gnt[%d]) evict_taken_q <= 1'b1;\n    end\n  end", k->evict_src, k->evict_src);
    put(k, "  always @(posedge clk_i) if (want_way && !evict_valid_q) evict_key_q <= victim_key;\n");
}

void ctl_state(Ctl *k)
{
    int sb = code_bits(k->c->states.n);
    put(k, "  // ---- T: write ----");
    registers(k);
    if (k->store) {
        Str n = k->store->name;
        put(k, "  // A line whose state is kept in a live entry is marked 0: it is no victim.");
        put(k, "  reg %s" STR_FMT "_next_state;\n  always @* begin\n    case (%sst_next)", Z(k->e, v_bits(k->m, sb)), STR_ARG(n), k->walks ? "walk_apply ? wk_next : " : "");
        for (int i = 0; i < k->c->states.n; i++)
            if (k->c->states.at[i]->at == AT_STORE) put(k, "      " STR_FMT ": " STR_FMT "_next_state = " STR_FMT ";", STR_ARG(state_const(k->m, k->c->states.at[i])), STR_ARG(n),
                                                                    STR_ARG(k->walks ? state_const(k->m, k->c->states.at[i]) : STR("st_next")));
        put(k, "      default: " STR_FMT "_next_state = %d'd0;\n    endcase\n  end", STR_ARG(n), sb);
        for (int i = 0; i < k->c->sources.n; i++)
            if (k->c->sources.at[i].kind == SRC_LEVEL && k->c->sources.at[i].event->kind == EV_WAKE)
                put(k, "  assign " STR_FMT "_becomes = " STR_FMT "_next_state;", STR_ARG(ctl_level_name(k, k->c->sources.at[i].event)), STR_ARG(n));
        Str st = f(k->e, STR_FMT "_next_state", STR_ARG(n));
        Str upd = f(k->e, "t_fire && st_" STR_FMT "_we", STR_ARG(n)), keep = f(k->e, "!st_" STR_FMT "_free", STR_ARG(n));
        if (k->walks) {
            upd = f(k->e, "(" STR_FMT ") || (walk_apply && (walk_entry ? wk_" STR_FMT "_free : wk_" STR_FMT "_we))", STR_ARG(upd), STR_ARG(n), STR_ARG(n));
            keep = f(k->e, "walk_apply ? !wk_" STR_FMT "_free : " STR_FMT, STR_ARG(n), STR_ARG(keep));
        }
        put(k, "  assign " STR_FMT "_upd = " STR_FMT ";\n  assign " STR_FMT "_keep = " STR_FMT ";\n  assign " STR_FMT "_ent_d = " STR_FMT ";", STR_ARG(n), STR_ARG(upd), STR_ARG(n), STR_ARG(keep), STR_ARG(n),
            STR_ARG(pack_fields(k, k->store->fields.at, k->store->fields.n, Z(k->e, st), k->walks > 0)));
    }
    if (k->wait) {
        Str n = k->wait->name;
        Str walk = ctl_walks(k, true) ? f(k->e, " || (walk_apply && walk_entry && wk_" STR_FMT "_we)", STR_ARG(n)) : STR("");
        put(k, "  assign " STR_FMT "_next = %sst_next;", STR_ARG(n), walk.n ? "walk_apply ? wk_next : " : "");
        put(k, "  assign " STR_FMT "_op = %st_fire && (st_" STR_FMT "_we || st_" STR_FMT "_alloc || st_" STR_FMT "_park || st_" STR_FMT "_replay || st_" STR_FMT "_done)%s" STR_FMT ";\n", STR_ARG(n), walk.n ? "(" : "", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n),
            walk.n ? ")" : "", STR_ARG(walk));
    }
    if (k->evict_src >= 0) evict_register(k);
}
