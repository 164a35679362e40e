// Recency Bloom filter: upper bounds of what was inserted under a key, for
// FIELDS numbers at once.
//
// Each way has ROWS words of FIELDS maxima, found by its own H3 hash of the key.
// An insertion raises the words of its key in all ways, a look-up returns for
// each field the minimum over the ways: never less than any value inserted under
// the key since the last flush, and never falling until the next flush.
//
// After reset and after flush_i the filter clears itself: ready_o is low for
// ROWS cycles; no look-up and no insertion before it is high. flush_i drops
// insertions on their way.
// S0: rd_i with rd_key_i starts a look-up, every cycle if wanted (CHOICES, rd_keys_i, rd_pick_i: see cg_h3_pick).
// T, exactly STAGES cycles later (meaningless in other cycles):
//   val_o   the look-up's result, field f at f * W. It has seen every insertion
//           of earlier cycles.
//   stale_o, only with STAGES 2 and 3: it has not; the look-up has to be repeated
//   next_val_o, only with STAGES 2 and 3: what val_o is in the next cycle
// Insertion, every cycle if wanted, never refused:
//   ins_i with ins_key_i, ins_val_i. The words are read, raised and written in
//   the two cycles after; until then look-ups compare with it by row. For this
//   each way's memory exists twice (one copy per reader).
//
// With STAGES 2 val_o is a register, and nothing that is on its way is compared
// with it: a look-up is stale if one of its rows, or in its second cycle any row,
// is being raised. With STAGES 3 it shows val_o and stale_o a cycle before T: stale is
// also what meets an insertion in that cycle.
//
// WAYS, FIELDS, W, KEY_W >= 1; ROWS 1 .. 65536; SEED of the hashes; STAGES 1 to 3
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_bloom_max #(
    parameter integer WAYS   = 4,
    parameter integer ROWS   = 64,
    parameter integer KEY_W  = 27,
    parameter integer FIELDS = 2,
    parameter integer W      = 32,
    parameter [31:0]  SEED   = 32'd1,
    parameter integer STAGES = 1,
    parameter integer CHOICES = 0,
    parameter integer CHOICE_W = (CHOICES > 0) ? CHOICES : 1  // derived
) (
    input  wire                clk_i,
    input  wire                rst_i,
    input  wire                flush_i,
    output wire                ready_o,
    // S0
    input  wire                rd_i,
    input  wire [KEY_W-1:0]    rd_key_i,
    input  wire [CHOICE_W*KEY_W-1:0] rd_keys_i,
    input  wire [CHOICE_W-1:0] rd_pick_i,
    // T
    output wire [FIELDS*W-1:0] val_o,
    output wire                stale_o,
    output wire [FIELDS*W-1:0] next_val_o,
    // insertion
    input  wire                ins_i,
    input  wire [KEY_W-1:0]    ins_key_i,
    input  wire [FIELDS*W-1:0] ins_val_i
);
  localparam integer VAL_W = FIELDS * W;
  localparam integer ROW_W = (ROWS > 1) ? $clog2(ROWS) : 1;
  localparam integer TOP   = ROWS - 1;
  localparam [ROW_W-1:0] LAST    = TOP[ROW_W-1:0];
  localparam [ROW_W-1:0] ROW_ONE = 1;

  generate
    if (WAYS < 1 || ROWS < 1 || ROWS > 65536 || KEY_W < 1 || FIELDS < 1 || W < 1 || STAGES < 1 || STAGES > 3
        || CHOICES < 0) begin : g_illegal
      cg_error_bloom_max_sizes_or_stages u_error ();
    end
  endgenerate

  // Clearing, one row per cycle.
  reg             ready_q;
  reg [ROW_W-1:0] clear_q;

  // Insertions: i1 reads the old words, i2 writes the raised ones.
  reg             i1_valid_q, i2_valid_q;
  reg [KEY_W-1:0] i1_key_q;
  reg [VAL_W-1:0] i1_val_q, i2_val_q;

  always @(`CG_EDGE) begin
    if (rst_i) begin
      ready_q    <= 1'b0;
      clear_q    <= {ROW_W{1'b0}};
      i1_valid_q <= 1'b0;
      i2_valid_q <= 1'b0;
    end else if (flush_i) begin
      ready_q    <= 1'b0;
      clear_q    <= {ROW_W{1'b0}};
      i1_valid_q <= 1'b0;
      i2_valid_q <= 1'b0;
    end else begin
      i1_valid_q <= ins_i;
      i2_valid_q <= i1_valid_q;
      if (!ready_q) begin
        ready_q <= clear_q == LAST;
        clear_q <= clear_q + ROW_ONE;
      end
    end
  end

  always @(posedge clk_i) begin
    if (ins_i) begin
      i1_key_q <= ins_key_i;
      i1_val_q <= ins_val_i;
    end
    if (i1_valid_q) i2_val_q <= i1_val_q;
  end

  assign ready_o = ready_q;

  // Per field the greater of two.
  function [VAL_W-1:0] greater(input [VAL_W-1:0] a_v, input [VAL_W-1:0] b_v);
    integer f_v;
    begin
      greater = a_v;
      for (f_v = 0; f_v < FIELDS; f_v = f_v + 1)
        if (b_v[f_v*W +: W] > a_v[f_v*W +: W]) greater[f_v*W +: W] = b_v[f_v*W +: W];
    end
  endfunction

  wire takes = STAGES == 3 || rd_i;  // L lasts one cycle: what it holds without a look-up does not matter
  wire [WAYS*VAL_W-1:0] way_val;
  wire [WAYS-1:0]       raised;  // an insertion of this row is not yet in the memory

  genvar w, i, o;
  generate
    wire [FIELDS-1:0] i2_above;  // of the two insertions that are on their way, the older one is greater
    for (i = 0; i < FIELDS; i = i + 1) begin : g_above
      assign i2_above[i] = i2_val_q[i*W +: W] > i1_val_q[i*W +: W];
    end
    for (w = 0; w < WAYS; w = w + 1) begin : g_way
      wire [ROW_W-1:0] rd_row, i1_row;
      reg  [ROW_W-1:0] t_row_q, i2_row_q;
      wire             we    = !ready_q || i2_valid_q;
      wire [ROW_W-1:0] waddr = ready_q ? i2_row_q : clear_q;
      wire             rd_at;  // it is the one that is written

      cg_h3_pick #(.KEY_W(KEY_W), .ROWS(ROWS), .WAY(w), .SEED(SEED), .CHOICES(CHOICES)) u_hash_rd (
          .key_i(rd_key_i), .keys_i(rd_keys_i), .pick_i(rd_pick_i), .at_i(waddr), .row_o(rd_row),
          .at_o(rd_at));
      cg_h3 #(.KEY_W(KEY_W), .ROWS(ROWS), .WAY(w), .SEED(SEED)) u_hash_ins (.key_i(i1_key_q), .row_o(i1_row));

      wire [VAL_W-1:0] wdata;

      // A word that is written while it is read comes from the write.
      reg              rd_fwd_q, i2_fwd_q;
      reg  [VAL_W-1:0] rd_new_q, i2_new_q;
      wire [VAL_W-1:0] rd_mem, i2_mem;
      wire [VAL_W-1:0] rd_val = rd_fwd_q ? rd_new_q : rd_mem;
      wire [VAL_W-1:0] i2_old = i2_fwd_q ? i2_new_q : i2_mem;
      assign wdata = ready_q ? greater(i2_old, i2_val_q) : {VAL_W{1'b0}};

      always @(posedge clk_i) begin
        if (takes) begin
          t_row_q  <= rd_row;
          rd_fwd_q <= we && rd_at;
          rd_new_q <= wdata;
        end
        if (i1_valid_q) begin
          i2_row_q <= i1_row;
          i2_fwd_q <= we && waddr == i1_row;
          i2_new_q <= wdata;
        end
      end

      cg_ram_1r1w #(.W(VAL_W), .DEPTH(ROWS), .AW(ROW_W)) u_rd (
          .clk_i(clk_i), .re_i(takes), .raddr_i(rd_row), .rdata_o(rd_mem),
          .we_i(we), .waddr_i(waddr), .wdata_i(wdata));
      cg_ram_1r1w #(.W(VAL_W), .DEPTH(ROWS), .AW(ROW_W)) u_ins (
          .clk_i(clk_i), .re_i(i1_valid_q), .raddr_i(i1_row), .rdata_o(i2_mem),
          .we_i(we), .waddr_i(waddr), .wdata_i(wdata));

      // Insertions not yet in the memory, by row.
      wire i1_same = i1_valid_q && i1_row == t_row_q;
      wire i2_same = i2_valid_q && i2_row_q == t_row_q;
      assign raised[w] = i1_same || i2_same;
      for (i = 0; i < FIELDS; i = i + 1) begin : g_field
        wire [W-1:0] rd  = rd_val[i*W +: W];
        wire [W-1:0] ins = (i1_same && !(i2_same && i2_above[i])) ? i1_val_q[i*W +: W] : i2_val_q[i*W +: W];
        assign way_val[w*VAL_W + i*W +: W] = (STAGES == 1 && (i1_same || i2_same) && ins > rd) ? ins : rd;
      end
    end
  endgenerate

  // The least of all ways: by pairs, or from a register, which takes it before T, all of them compared at once.
  reg [WAYS*VAL_W-1:0] least;
  generate
    if (STAGES == 1) begin : g_pairs
      integer v, f, step;
      always @* begin
        least = way_val;
        v     = 0;
        f     = 0;
        for (step = 1; step < WAYS; step = 2 * step) begin
          for (v = 0; v + step < WAYS; v = v + 2 * step) begin
            for (f = 0; f < FIELDS; f = f + 1) begin
              if (least[(v + step)*VAL_W + f*W +: W] < least[v*VAL_W + f*W +: W])
                least[v*VAL_W + f*W +: W] = least[(v + step)*VAL_W + f*W +: W];
            end
          end
        end
      end
    end else begin : g_all
      wire [FIELDS*WAYS-1:0] takes_it;  // of this field, the way has the least: of equal ones the first
      for (i = 0; i < FIELDS; i = i + 1) begin : g_field
        wire [WAYS*WAYS-1:0] below;  // the second is less than the first, a way with a lower index
        for (w = 0; w < WAYS; w = w + 1) begin : g_way
          wire [WAYS-1:0] gives_way;
          for (o = 0; o < WAYS; o = o + 1) begin : g_other
            assign below[w*WAYS + o] = o > w && way_val[o*VAL_W + i*W +: W] < way_val[w*VAL_W + i*W +: W];
            assign gives_way[o] = (o > w) ? below[w*WAYS + o] : o < w && !below[o*WAYS + w];
          end
          assign takes_it[i*WAYS + w] = !(|gives_way);
        end
      end
      integer v, f;
      always @* begin
        least = {WAYS*VAL_W{1'b0}};
        v     = 0;
        for (f = 0; f < FIELDS; f = f + 1) begin
          for (v = 0; v < WAYS; v = v + 1)
            if (takes_it[f*WAYS + v]) least[f*W +: W] = least[f*W +: W] | way_val[v*VAL_W + f*W +: W];
        end
      end
    end
  endgenerate

  assign next_val_o = least[0 +: VAL_W];
  wire unused_least = &{1'b0, least, raised};

  generate
    if (STAGES == 1) begin : g_one
      assign val_o   = least[0 +: VAL_W];
      assign stale_o = 1'b0;
    end else begin : g_two
      reg             look_q, stale_q;
      reg [VAL_W-1:0] val_q;
      wire            any = ins_i || flush_i || !ready_q;
      always @(posedge clk_i) begin
        look_q  <= rd_i;
        stale_q <= (|raised) || any;
        if (look_q) val_q <= least[0 +: VAL_W];
      end
      assign val_o   = val_q;
      assign stale_o = stale_q || (STAGES == 3 && any);
    end
  endgenerate

`ifndef SYNTHESIS
`ifndef FORMAL
  always @(`CG_EDGE) begin
    if (rst_i) begin
    end else if ((rd_i || ins_i) && !ready_q) begin
      $display("ERROR: cg_bloom_max: look-up or insertion before ready_o");
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
    `CG_NAME(bloom_ready) assert (!(rd_i || ins_i) || (ready_q));  // nothing before the clearing is over
`ifdef FORMAL
    bloom_ready_reached: cover (rd_i || ins_i);
`endif
  end
// verilator lint_on CMPCONST
`undef CG_NAME
`endif
endmodule
`undef CG_EDGE
