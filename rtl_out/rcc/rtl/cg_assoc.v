// Set-associative store of entries with a replacement hint, one operation per
// cycle, pipeline of two stages.
//
// After reset the store clears itself: ready_o is low for SETS cycles, and no
// read may be started before it is high.
// S0: rd_i with rd_set_i, rd_tag_i starts a look-up, every cycle if wanted.
// T, exactly the next cycle (outputs are meaningless in other cycles):
//   hit_o        the tag is present; ent_o its entry (all zero on a miss)
//   way_o        the way that hit; on a miss the lowest free way if free_o
//   way_valid_o, way_ent_o   all ways of the set (entries of invalid ways: any)
//   vclass_i     combinational from way_ent_o, per way: 0 may not leave,
//                1 may leave, 2 better to leave, 3 best to leave
//   victim_*     the valid way with the highest class above 0, not recently
//                used ones first, then the lowest index
// T, same cycle, never refused:
//   upd_i        writes way_o: with upd_keep_i the entry becomes upd_ent_i
//                under T's tag, without it the way becomes invalid. Illegal
//                when the look-up missed and free_o is low.
//   touch_i      marks way_o recently used if it is valid afterwards; if all
//                valid ways would be marked, the others are unmarked.
// A read sees every update of earlier cycles and of its own cycle (forwarded).
//
// SETS, WAYS   >= 1; a set index stays below SETS
// TAG_W, ENT_W bits of a tag and of an entry, >= 1
module cg_assoc #(
    parameter integer SETS  = 16,
    parameter integer WAYS  = 2,
    parameter integer TAG_W = 8,
    parameter integer ENT_W = 8,
    parameter integer SET_W = (SETS > 1) ? $clog2(SETS) : 1,  // derived
    parameter integer WAY_W = (WAYS > 1) ? $clog2(WAYS) : 1   // derived
) (
    input  wire                  clk_i,
    input  wire                  rst_i,
    output wire                  ready_o,
    // S0
    input  wire                  rd_i,
    input  wire [SET_W-1:0]      rd_set_i,
    input  wire [TAG_W-1:0]      rd_tag_i,
    // T
    output wire [SET_W-1:0]      set_o,
    output wire [TAG_W-1:0]      tag_o,
    output wire                  hit_o,
    output wire [WAY_W-1:0]      way_o,
    output wire                  free_o,
    output wire [ENT_W-1:0]      ent_o,
    output wire [WAYS-1:0]       way_valid_o,
    output wire [WAYS*ENT_W-1:0] way_ent_o,
    input  wire [WAYS*2-1:0]     vclass_i,
    output wire                  victim_ok_o,
    output wire [WAY_W-1:0]      victim_way_o,
    output wire [TAG_W-1:0]      victim_tag_o,
    input  wire                  upd_i,
    input  wire                  upd_keep_i,
    input  wire [ENT_W-1:0]      upd_ent_i,
    input  wire                  touch_i
);
  // A row of the memory: valid bits, used bits, tags, entries of all ways.
  localparam integer ROW_W   = WAYS * (2 + TAG_W + ENT_W);
  localparam integer USED_AT = WAYS;
  localparam integer TAG_AT  = 2 * WAYS;
  localparam integer ENT_AT  = TAG_AT + WAYS * TAG_W;
  localparam integer TOP     = SETS - 1;
  localparam [SET_W-1:0] LAST    = TOP[SET_W-1:0];
  localparam [SET_W-1:0] SET_ONE = 1;

  generate
    if (SETS < 1 || WAYS < 1 || TAG_W < 1 || ENT_W < 1) begin : g_illegal
      cg_error_assoc_sizes_must_be_at_least_1 u_error ();
    end
  endgenerate

  // Clearing after reset, one set per cycle.
  reg             ready_q;
  reg [SET_W-1:0] clear_q;
  // T stage
  reg             t_valid_q;
  reg [SET_W-1:0] set_q;
  reg [TAG_W-1:0] tag_q;
  reg             fwd_q;      // the row comes from the last write
  reg [ROW_W-1:0] fwd_row_q;

  wire [ROW_W-1:0]      mem_row;
  wire [ROW_W-1:0]      row   = fwd_q ? fwd_row_q : mem_row;
  wire [WAYS-1:0]       valid = row[WAYS-1:0];
  wire [WAYS-1:0]       used  = row[USED_AT +: WAYS];
  wire [WAYS*TAG_W-1:0] tags  = row[TAG_AT +: WAYS*TAG_W];
  wire [WAYS*ENT_W-1:0] ents  = row[ENT_AT +: WAYS*ENT_W];

  // Look-up
  reg [WAYS-1:0]  match;
  reg [WAY_W-1:0] hit_way, free_way;
  reg [ENT_W-1:0] hit_ent;
  integer i;
  always @* begin
    match    = {WAYS{1'b0}};
    hit_way  = {WAY_W{1'b0}};
    free_way = {WAY_W{1'b0}};
    hit_ent  = {ENT_W{1'b0}};
    for (i = WAYS - 1; i >= 0; i = i - 1) begin
      match[i] = valid[i] && tags[i*TAG_W +: TAG_W] == tag_q;
      if (match[i]) hit_way = hit_way | i[WAY_W-1:0];
      if (match[i]) hit_ent = hit_ent | ents[i*ENT_W +: ENT_W];
      if (!valid[i]) free_way = i[WAY_W-1:0];
    end
  end

  assign ready_o     = ready_q;
  assign set_o       = set_q;
  assign tag_o       = tag_q;
  assign hit_o       = |match;
  assign way_o       = hit_o ? hit_way : free_way;
  assign free_o      = !(&valid);
  assign ent_o       = hit_ent;
  assign way_valid_o = valid;
  assign way_ent_o   = ents;

  // Victim: the first of six rank masks (class 3 unused, class 3 used, class 2
  // unused, ...) that is not empty, then its lowest way.
  reg [WAYS-1:0]  rank, cand;
  reg [WAY_W-1:0] victim_way;
  reg [TAG_W-1:0] victim_tag;
  integer c, w;
  always @* begin
    cand       = {WAYS{1'b0}};
    rank       = {WAYS{1'b0}};
    victim_way = {WAY_W{1'b0}};
    victim_tag = {TAG_W{1'b0}};
    for (c = 2; c < 8; c = c + 1) begin
      for (w = 0; w < WAYS; w = w + 1) begin
        rank[w] = valid[w] && vclass_i[2*w +: 2] == c[2:1] && used[w] == !c[0];
      end
      if (|rank) cand = rank;
    end
    for (w = WAYS - 1; w >= 0; w = w - 1) begin
      if (cand[w]) victim_way = w[WAY_W-1:0];
      if (cand[w]) victim_tag = tags[w*TAG_W +: TAG_W];
    end
  end

  assign victim_ok_o  = |cand;
  assign victim_way_o = victim_way;
  assign victim_tag_o = victim_tag;

  // The row after this operation
  reg [WAYS-1:0]       sel, valid_n, used_n;
  reg [WAYS*TAG_W-1:0] tags_n;
  reg [WAYS*ENT_W-1:0] ents_n;
  integer k;
  always @* begin
    sel     = {WAYS{1'b0}};
    valid_n = valid;
    used_n  = used;
    tags_n  = tags;
    ents_n  = ents;
    for (k = 0; k < WAYS; k = k + 1) begin
      sel[k] = way_o == k[WAY_W-1:0] && (hit_o || free_o);
      if (upd_i && sel[k]) begin
        valid_n[k] = upd_keep_i;
        used_n[k]  = used[k] && valid[k] && upd_keep_i;
        tags_n[k*TAG_W +: TAG_W] = tag_q;
        ents_n[k*ENT_W +: ENT_W] = upd_ent_i;
      end
    end
    if (touch_i && |(sel & valid_n)) begin
      used_n = used_n | sel;
      if (&(used_n | ~valid_n)) used_n = sel;
    end
  end

  wire [ROW_W-1:0] row_n = {ents_n, tags_n, used_n, valid_n};
  wire             we    = !ready_q || (t_valid_q && (upd_i || touch_i));

  always @(posedge clk_i) begin
    if (rst_i) begin
      ready_q   <= 1'b0;
      clear_q   <= {SET_W{1'b0}};
      t_valid_q <= 1'b0;
    end else begin
        t_valid_q <= rd_i;
        if (!ready_q) begin
          ready_q <= clear_q == LAST;
          clear_q <= clear_q + SET_ONE;
        end
    end
  end

  always @(posedge clk_i) begin
    if (rd_i) begin
      set_q     <= rd_set_i;
      tag_q     <= rd_tag_i;
      fwd_q     <= we && rd_set_i == set_q;
      fwd_row_q <= row_n;
    end
  end

  cg_ram_1r1w #(
      .W     (ROW_W),
      .DEPTH (SETS),
      .AW    (SET_W)
  ) u_row (
      .clk_i   (clk_i),
      .re_i    (rd_i),
      .raddr_i (rd_set_i),
      .rdata_o (mem_row),
      .we_i    (we),
      .waddr_i (ready_q ? set_q : clear_q),
      .wdata_i (ready_q ? row_n : {ROW_W{1'b0}})
  );

`ifndef SYNTHESIS
`ifndef FORMAL
  always @(posedge clk_i) begin
    if (rst_i) begin
    end else if (rd_i && !ready_q) begin
      $display("%m: look-up before ready_o");
      $finish;
    end else if (t_valid_q && upd_i && !hit_o && !free_o) begin
      $display("%m: update of a missing entry in a full set");
      $finish;
    end else if (!t_valid_q && (upd_i || touch_i)) begin
      $display("%m: update without a look-up in the cycle before");
      $finish;
    end
  end
`endif
`endif

`ifdef COHGEN_CHECKS
  always @(posedge clk_i) if (!rst_i) begin
    assoc_ready: assert (!(rd_i) || (ready_q));  // a look-up waits for the clearing
    assoc_set: assert (!(rd_i) || ({{(32 - SET_W){1'b0}}, rd_set_i} < SETS));  // a set that exists
    assoc_room: assert (!(t_valid_q && upd_i) || (hit_o || free_o));  // an update has a way
    assoc_look: assert (!(upd_i || touch_i) || (t_valid_q));  // an update follows a look-up
    assoc_one_way: assert (!(t_valid_q && hit_o) || ((match & (match - 1'b1)) == {WAYS{1'b0}}));  // at most one way hits
`ifdef FORMAL
    assoc_ready_reached: cover (rd_i);
    assoc_set_reached: cover (rd_i);
    assoc_room_reached: cover (t_valid_q && upd_i);
    assoc_look_reached: cover (upd_i || touch_i);
    assoc_one_way_reached: cover (t_valid_q && hit_o);
`endif
  end
`endif
endmodule
