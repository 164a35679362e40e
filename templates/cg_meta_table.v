// Store of metadata by key, exact for what matters and approximate for the rest:
// cuckoo table with stash (cg_cuckoo), overflow list in memory for locked entries
// without a place (cg_overflow_list), and upper bounds of what left the table
// (cg_bloom_max, or cg_max_regs with FILTER_ROWS 0). To its user one store with a
// look-up started in S0 and answered in T.
//
// An entry is {own fields, backed fields}: OWN_W bits of any meaning, below them
// FIELDS numbers of TS_W bits. A key that is not tracked reads own fields of zero
// and for the backed fields the filter's bounds, which are never below what the
// key's entry had when it left.
//
// After reset and flush_i ready_o is low until everything is empty; no look-up
// before it is high. flush_i also drops what is in T.
// S0: rd_i with rd_key_i starts a look-up (CHOICES, rd_keys_i, rd_pick_i: cg_h3_pick);
//   bg_want_o, bg_urgent_o, bg_grant_i: a background slot in its place, as in cg_cuckoo.
// T, exactly STAGES cycles later:
//   live_i       the look-up counts; if not it was started in vain, and nothing
//                follows from it
//   key_o        the key looked up
//   hit_o        it is tracked;  ent_o its entry, on a miss as above
//   room_o       it is tracked, or could be inserted now
//   later_o      it may be in the overflow list: nothing can be decided now. The
//                request stays with its source, is neither fired nor updated, and
//                is looked up again, while the list is searched. Only for keys that
//                are not in the table, and only while their one of the MEM_LISTS
//                parts of the list is not empty. With STAGES 2 also while an entry is on its
//                way to any part, and where a result of this key came or went just now.
//   With STAGES 3 hit_o, ent_o, place_valid_o and place_ent_o are shown, and vclass_i is
//                taken, in the cycle before T, while the operation before is in T, and
//   stale_o      in that cycle: what is shown is not so in T. In the next cycle live_i
//                is low for it, and the look-up has to be repeated. Low with STAGES 1 and 2
//   place_valid_o, place_ent_o, vclass_i   as in cg_cuckoo; the entries are whole
//   fire_i       the request is done: its row is executed in this cycle. It frees
//                the result of a search, whose entry returns to the table.
//   upd_i        counts only with fire_i: upd_keep_i writes or inserts upd_ent_i, without
//                it the key is no longer tracked (nothing goes to the filter).
// Requests that need the list, for a search or to insert where there is no other
// place, have it in the order in which they first asked. If no more than ASKERS
// sources offer requests, at most ASKERS searches end before a request that asks
// has its result; no other request uses the list then until it has come and seen
// it, while the list is at rest (or 63 other look-ups that need the list have come).
// A request that its result finds but that cannot fire then does not stop others:
// the next search puts its entry back into the list, and it asks again.
// A look-up sees every update of earlier cycles and of its own cycle. With STAGES 2
// hit_o and ent_o are registers, and it is put off (later_o) if what it would
// have to see was written in the cycle before: a place of its key, the stash, or, for
// a key that is not in the table, the filter. With STAGES 3 it is stale (stale_o) if
// that was written in one of the two cycles before T.
// Memory port of the list: see cg_overflow_list.
//
// Parameters as in cg_cuckoo, cg_bloom_max (FILTER_WAYS, FILTER_ROWS) and
// cg_overflow_list (MEM_ADDR_W bits of a word address, MEM_LISTS, ASKERS). An H3
// hash of the key chooses its part of the list.
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_meta_table #(
    parameter integer WAYS        = 4,
    parameter integer ROWS        = 170,
    parameter integer STASH       = 4,
    parameter integer KEY_W       = 27,
    parameter integer OWN_W       = 16,
    parameter integer FIELDS      = 2,
    parameter integer TS_W        = 32,
    parameter integer FILTER_WAYS = 4,
    parameter integer FILTER_ROWS = 43,
    parameter integer MEM_ADDR_W  = 16,
    parameter integer MEM_LISTS   = 16,
    parameter integer ASKERS      = 4,
    parameter integer KICKS       = 16,
    parameter [31:0]  SEED        = 32'd1,
    parameter integer STAGES      = 1,
    parameter integer CHOICES     = 0,
    parameter integer CHOICE_W    = (CHOICES > 0) ? CHOICES : 1,     // derived
    parameter integer ENT_W       = OWN_W + FIELDS * TS_W,           // derived
    parameter integer PLACES      = WAYS + STASH,                    // derived
    parameter integer CNT_W       = $clog2(WAYS * ROWS + STASH + 1)  // derived
) (
    input  wire                       clk_i,
    input  wire                       rst_i,
    input  wire                       flush_i,
    output wire                       ready_o,
    // S0
    input  wire                       rd_i,
    input  wire [KEY_W-1:0]           rd_key_i,
    input  wire [CHOICE_W*KEY_W-1:0]  rd_keys_i,
    input  wire [CHOICE_W-1:0]        rd_pick_i,
    output wire                       bg_want_o,
    output wire                       bg_urgent_o,
    input  wire                       bg_grant_i,
    // T
    input  wire                       live_i,
    output wire [KEY_W-1:0]           key_o,
    output wire                       hit_o,
    output wire [ENT_W-1:0]           ent_o,
    output wire                       room_o,
    output wire                       later_o,
    output wire                       stale_o,  // STAGES 3
    output wire [PLACES-1:0]          place_valid_o,
    output wire [PLACES*ENT_W-1:0]    place_ent_o,
    input  wire [PLACES*2-1:0]        vclass_i,
    input  wire                       fire_i,
    input  wire                       upd_i,
    input  wire                       upd_keep_i,
    input  wire [ENT_W-1:0]           upd_ent_i,
    // memory of the overflow list
    output wire                       mem_valid_o,
    input  wire                       mem_ready_i,
    output wire                       mem_we_o,
    output wire [MEM_ADDR_W-1:0]      mem_addr_o,
    output wire [KEY_W+ENT_W-1:0]     mem_wdata_o,
    input  wire                       mem_rvalid_i,
    input  wire [KEY_W+ENT_W-1:0]     mem_rdata_i,
    // statistics
    output wire [CNT_W-1:0]           count_o,     // entries in the table
    output wire [$clog2(STASH+1)-1:0] stash_o,     // of these in the stash
    output wire [MEM_ADDR_W-1:0]      overflow_o,  // entries in the list
    output wire                       spill_o      // an entry goes to the list in this cycle
);
  localparam integer BACK_W = FIELDS * TS_W;
  localparam integer LIST_W = (MEM_LISTS > 1) ? $clog2(MEM_LISTS) : 1;

  generate
    if (OWN_W < 1 || FILTER_ROWS < 0) begin : g_illegal
      cg_error_meta_table_own_w_or_filter_rows u_error ();
    end
  endgenerate

  wire              table_ready, list_ready, filter_ready;
  wire              table_hit, table_room, stale, filter_stale;  // the first, the last two: with hit_o
  wire [ENT_W-1:0]  table_ent, next_ent;
  wire              next_hit;
  wire              ev_valid;
  wire [KEY_W-1:0]  ev_key;
  wire [ENT_W-1:0]  ev_ent;
  wire [BACK_W-1:0] bounds, next_bounds;
  wire              push_ready, put_ready, list_none, list_writes, next_none, due, res_valid, res_found;
  wire [KEY_W-1:0]  res_key;
  wire [ENT_W-1:0]  res_ent;

  // T holds a look-up of a request, of a key in this part of the list; whether the result of a search is of its key.
  // The hash has another seed, so that keys that collide in the table do not here.
  // answered: the result is of this key and was there when it was looked up; moved: it has come or gone since then.
  wire              t_q, t_same, none, answered, moved, holds, t_stale;
  wire              t_hit, t_known;  // it is in the table; it is tracked
  wire [LIST_W-1:0] next_list;
  wire [LIST_W-1:0] s0_list, t_list_q;
  wire              unused_at;
  cg_h3_pick #(.KEY_W(KEY_W), .ROWS(MEM_LISTS), .WAY(0), .SEED({SEED[15:0], SEED[31:16]}), .CHOICES(CHOICES))
      u_list_of (.key_i(rd_key_i), .keys_i(rd_keys_i), .pick_i(rd_pick_i), .at_i({LIST_W{1'b0}}),
          .row_o(s0_list), .at_o(unused_at));
  reg               look_q;
  reg  [LIST_W-1:0] look_list_q;
  always @(`CG_EDGE) begin
    if (rst_i) look_q <= 1'b0;
    else look_q <= rd_i && !(STAGES == 1 && flush_i);
  end
  always @(posedge clk_i) if (STAGES == 3 || rd_i) look_list_q <= s0_list;  // L lasts one cycle
  generate
    if (STAGES == 1) begin : g_one
      assign t_q      = look_q;
      assign t_list_q = look_list_q;
      assign t_same   = res_key == key_o;
      assign answered = res_valid && t_same;
      assign moved    = 1'b0;
      assign none     = list_none;
      assign t_hit    = table_hit;
      assign t_known  = hit_o;
      assign t_stale  = stale;
      assign next_list = look_list_q;
      assign stale_o  = 1'b0;
      assign hit_o    = table_hit || holds;
      assign ent_o    = table_hit ? table_ent : holds ? res_ent : {{OWN_W{1'b0}}, bounds};
      wire unused_next = &{1'b0, next_hit, next_ent, next_bounds, next_none, list_writes, t_stale};
    end else begin : g_two
      // What is shown is chosen before T.
      reg              rd_q, same_q, answer_q, none_q, known_q;
      reg [ENT_W-1:0]  ent_q;
      reg [LIST_W-1:0] list_q;
      reg [KEY_W-1:0]  look_key_q;
      wire             look_same   = res_key == look_key_q;
      wire             look_answer = res_valid && look_same;
      wire             look_holds  = look_answer && res_found;
      always @(`CG_EDGE) begin
        if (rst_i) rd_q <= 1'b0;
        else rd_q <= look_q;
      end
      // A result of another key is valid at the earliest two cycles after its key has changed.
      always @(posedge clk_i) begin
        if (STAGES == 3 || rd_i) look_key_q <= rd_key_i;
        if (look_q) begin
          list_q <= look_list_q;
          ent_q  <= next_hit ? next_ent : look_holds ? res_ent : {{OWN_W{1'b0}}, next_bounds};
        end
        same_q   <= look_same;
        answer_q <= look_answer;
        known_q  <= next_hit || look_holds;
        none_q   <= next_none;
      end
      assign hit_o = known_q;
      // Two maxima show what they hold now.
      assign ent_o = (FILTER_ROWS > 0 || known_q) ? ent_q : {{OWN_W{1'b0}}, bounds};
      if (STAGES == 2) begin : g_shown_in_t
        assign next_list = look_list_q;
        assign t_q       = rd_q;
        assign t_list_q  = list_q;
        assign t_hit     = table_hit;
        assign t_known   = known_q;
        assign t_stale   = stale;
        assign t_same    = same_q;
        assign answered  = answer_q && res_valid && !stale;
        assign moved     = same_q && answer_q != res_valid;
        assign none      = none_q && !list_writes;
        assign stale_o   = 1'b0;
      end else begin : g_shown_before
        // The result is looked at again; one of this key that has come or gone since makes it stale.
        reg              op_rd_q, op_same_q, op_answer_q, op_hit_q, op_stale_q, op_known_q;
        reg [LIST_W-1:0] op_list_q;
        reg [KEY_W-1:0]  key_q;
        wire             same   = res_key == key_q;
        wire             answer = res_valid && same;
        always @(`CG_EDGE) begin
          if (rst_i) op_rd_q <= 1'b0;
          else op_rd_q <= rd_q;
        end
        always @(posedge clk_i) begin
          if (look_q) key_q <= look_key_q;
          if (rd_q) begin
            op_list_q  <= list_q;
            op_hit_q   <= table_hit;
            op_known_q <= known_q;
          end
          op_same_q   <= same;
          op_answer_q <= answer;
          op_stale_q  <= stale_o;
        end
        assign next_list = list_q;
        assign t_q       = op_rd_q;
        assign t_list_q  = op_list_q;
        assign t_hit     = op_hit_q;
        assign t_known   = op_known_q;
        assign t_stale   = op_stale_q;
        assign t_same    = op_same_q;
        assign answered  = op_answer_q && res_valid && !op_stale_q;
        assign moved     = op_same_q && op_answer_q != res_valid;
        assign none      = none_q && !list_writes;
        assign stale_o   = rd_q && (stale || (!table_hit && (filter_stale || answer != answer_q)));
        wire unused_same = &{1'b0, same_q};
      end
      wire unused_now = &{1'b0, table_ent, list_none};
    end
  endgenerate
  wire live = t_q && live_i && !t_stale;

  // The result of a search counts for its key; an entry in it only while it could
  // return to the list.
  assign holds   = answered && res_found;
  wire   old     = STAGES == 3 ? t_stale : stale || (!table_hit && filter_stale);
  assign later_o = old || (!t_hit && (moved || (answered ? res_found && !put_ready : !none)));

  // Who has no place but in the list asks for it as well: the result keeps the
  // list for him. Others do not push meanwhile.
  wire ovf_ready = holds ? put_ready : push_ready && (answered || !due);
  wire find      = live && !fire_i && !t_hit && !(res_valid && t_same) && (!none || !table_room);

  wire fire    = (STAGES == 3 || live) && fire_i;  // with STAGES 3 it is only fired while it is live
  wire keep    = !upd_i || upd_keep_i;  // nothing changed, if it is in a result: the entry returns
  wire upd     = fire && (upd_i || holds);
  wire [ENT_W-1:0] new_ent = upd_i ? upd_ent_i : res_ent;

  cg_cuckoo #(
      .WAYS(WAYS), .ROWS(ROWS), .STASH(STASH), .KEY_W(KEY_W), .ENT_W(ENT_W), .KICKS(KICKS), .SEED(SEED),
      .STAGES(STAGES), .CHOICES(CHOICES)
  ) u_table (
      .clk_i(clk_i), .rst_i(rst_i), .flush_i(flush_i), .ready_o(table_ready),
      .rd_i(rd_i), .rd_key_i(rd_key_i), .rd_keys_i(rd_keys_i), .rd_pick_i(rd_pick_i),
      .bg_want_o(bg_want_o), .bg_urgent_o(bg_urgent_o), .bg_grant_i(bg_grant_i),
      .key_o(key_o), .stale_o(stale), .hit_o(table_hit), .ent_o(table_ent), .room_o(table_room),
      .next_hit_o(next_hit), .next_ent_o(next_ent),
      .place_valid_o(place_valid_o), .place_ent_o(place_ent_o), .vclass_i(vclass_i),
      .upd_i(upd), .upd_keep_i(keep), .upd_ent_i(new_ent),
      .ev_valid_o(ev_valid), .ev_key_o(ev_key), .ev_ent_o(ev_ent),
      .ovf_ready_i(ovf_ready), .ovf_valid_o(spill_o),
      .count_o(count_o), .stash_o(stash_o));

  cg_overflow_list #(
      .KEY_W(KEY_W), .ENT_W(ENT_W), .ADDR_W(MEM_ADDR_W), .LISTS(MEM_LISTS), .ASKERS(ASKERS),
      .LATE(STAGES - 1)
  ) u_list (
      .clk_i(clk_i), .rst_i(rst_i), .flush_i(flush_i), .ready_o(list_ready),
      .push_i(spill_o), .push_key_i(key_o), .push_list_i(t_list_q), .push_ent_i(new_ent), .push_ready_o(push_ready),
      .put_ready_o(put_ready),
      .find_i(find && list_ready), .done_i(fire && !answered), .find_key_i(key_o), .find_list_i(t_list_q),
      .none_o(list_none),
      .next_list_i(next_list), .next_none_o(next_none), .writes_o(list_writes),
      .res_valid_o(res_valid), .res_key_o(res_key), .res_found_o(res_found), .res_ent_o(res_ent),
      .res_take_i(fire && answered),
      .res_pass_i(live && !fire_i && answered && (t_hit || STAGES == 3 || !filter_stale)),
      .due_o(due),
      .mem_valid_o(mem_valid_o), .mem_ready_i(mem_ready_i), .mem_we_o(mem_we_o), .mem_addr_o(mem_addr_o),
      .mem_wdata_o(mem_wdata_o), .mem_rvalid_i(mem_rvalid_i), .mem_rdata_i(mem_rdata_i),
      .count_o(overflow_o));

  generate
    if (FILTER_ROWS > 0) begin : g_bloom
      // another seed: rows of the filter are not those of the table
      cg_bloom_max #(
          .WAYS(FILTER_WAYS), .ROWS(FILTER_ROWS), .KEY_W(KEY_W), .FIELDS(FIELDS), .W(TS_W), .SEED(~SEED),
          .STAGES(STAGES), .CHOICES(CHOICES)
      ) u_filter (
          .clk_i(clk_i), .rst_i(rst_i), .flush_i(flush_i), .ready_o(filter_ready),
          .rd_i(rd_i), .rd_key_i(rd_key_i), .rd_keys_i(rd_keys_i), .rd_pick_i(rd_pick_i),
          .val_o(bounds), .stale_o(filter_stale), .next_val_o(next_bounds),
          .ins_i(ev_valid), .ins_key_i(ev_key), .ins_val_i(ev_ent[BACK_W-1:0]));
    end else begin : g_regs
      assign filter_stale = STAGES == 3 && ev_valid;  // it shows what it holds now
      assign next_bounds  = {BACK_W{1'b0}};
      cg_max_regs #(
          .KEY_W(KEY_W), .FIELDS(FIELDS), .W(TS_W)
      ) u_filter (
          .clk_i(clk_i), .rst_i(rst_i), .flush_i(flush_i), .ready_o(filter_ready),
          .rd_i(rd_i), .rd_key_i(rd_key_i), .val_o(bounds),
          .ins_i(ev_valid), .ins_key_i(ev_key), .ins_val_i(ev_ent[BACK_W-1:0]));
    end
  endgenerate

  generate
    if (STAGES < 3) begin : g_ready
      assign ready_o = table_ready && list_ready && filter_ready;
    end else begin : g_ready_before  // a cycle later, from a register that nothing else reads
      reg ready_q;
      always @(`CG_EDGE) begin
        if (rst_i) ready_q <= 1'b0;
        else ready_q <= table_ready && list_ready && filter_ready && !flush_i;
      end
      assign ready_o = ready_q;
    end
  endgenerate
  assign room_o  = t_known || table_room;

  wire unused_own = &{1'b0, ev_ent};

  // With CHOICES: of the keys that could be looked up the chosen one is (what cg_h3_pick asks for).
  reg     choice_ok;
  integer c;
  always @* begin
    choice_ok = 1'b1;
    c         = 0;
    if (CHOICES > 0 && rd_i) begin
      choice_ok = rd_pick_i != {CHOICE_W{1'b0}} && (rd_pick_i & (rd_pick_i - 1'b1)) == {CHOICE_W{1'b0}};
      for (c = 0; c < CHOICE_W; c = c + 1)
        if (rd_pick_i[c] && rd_keys_i[c*KEY_W +: KEY_W] != rd_key_i) choice_ok = 1'b0;
    end
  end
  wire unused_choice_ok = choice_ok;  // but for assertions

`ifndef SYNTHESIS
`ifndef FORMAL
  always @(`CG_EDGE) begin
    if (rst_i) begin
    end else if (fire_i && (!live || later_o)) begin
      $display("ERROR: cg_meta_table: fired without a look-up, or a request that has to come later");
      $finish;
    end else if (!choice_ok) begin
      $display("ERROR: cg_meta_table: the key is not the one of the keys that is chosen");
      $finish;
    end
  end
`endif
`endif

`ifdef COHGEN_CHECKS
`ifdef __ICARUS__
`define CG_NAME(name)
`else
`define CG_NAME(name) name:
`endif
// verilator lint_off CMPCONST
  always @(`CG_EDGE) if (!rst_i) begin
    `CG_NAME(meta_fire) assert (!(fire_i) || (live && !later_o));  // only what is looked up and decided is fired
    `CG_NAME(meta_choice) assert (!(rd_i) || (choice_ok));  // the key looked up is the chosen one
    `CG_NAME(meta_twice) assert (!(live && t_hit) || (!holds));  // tracked in one place
`ifdef FORMAL
    meta_fire_reached: cover (fire_i);
    meta_choice_reached: cover (rd_i);
    meta_twice_reached: cover (live && t_hit);
`endif
  end
// verilator lint_on CMPCONST
`undef CG_NAME
`endif
endmodule
`undef CG_EDGE
