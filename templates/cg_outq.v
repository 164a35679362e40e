// Output queue for bundles of up to LANES messages, with room reserved in
// advance.
//
// reserve_i, room_o, cancel_i, push_i: as in cg_credit_fifo; one push is one
// reservation is one bundle.  push_valid_i names the lanes that hold a message
// (at least one).
// pop_*  valid/ready; the messages of a bundle one by one, lane 0 first.
//        MASK 0: pop_dst_o is the lane's destination, DST_W bits.
//        MASK 1: the lane's destination is a bit vector of DST_W receivers; its
//        message is sent once per set bit, lowest first, and pop_dst_o is the
//        index of the bit.  A message with an empty mask is skipped; a bundle
//        with nothing to send takes one cycle.
// The credit returns with the last message of the bundle.
// skips_o  something happens in this cycle by itself: the oldest bundle has nothing
//          to send and goes, or (THROUGH 0) a credit returns
//
// Latency: 0; the first message of a bundle pushed into an empty queue is
// offered in the same cycle (pop_* depend combinationally on push_*). With
// THROUGH 0 in the next one, and pop_* depend on registers only.
// Rate: one message per cycle; see cg_credit_fifo for DEPTH.
// Parameters: W payload bits, LANES messages per bundle, DST_W destination bits,
// MASK 0 or 1, DEPTH bundles, THROUGH 0 or 1; all but MASK and THROUGH >= 1.
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_outq #(
    parameter integer W     = 8,
    parameter integer LANES = 1,
    parameter integer DST_W = 1,
    parameter integer MASK  = 0,
    parameter integer DEPTH = 4,
    parameter integer THROUGH = 1
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire                   reserve_i,
    output wire                   room_o,
    input  wire                   cancel_i,
    input  wire                   push_i,
    input  wire [LANES-1:0]       push_valid_i,
    input  wire [LANES*DST_W-1:0] push_dst_i,
    input  wire [LANES*W-1:0]     push_data_i,
    output wire                   pop_valid_o,
    input  wire                   pop_ready_i,
    output wire                   skips_o,
    output wire [((MASK != 0) ? ((DST_W > 1) ? $clog2(DST_W) : 1) : DST_W)-1:0] pop_dst_o,
    output reg  [W-1:0]           pop_data_o
);
  localparam integer OUT_W = (MASK != 0) ? ((DST_W > 1) ? $clog2(DST_W) : 1) : DST_W;
  localparam integer COPIES = (MASK != 0) ? DST_W : 1;  // most sends per lane
  localparam integer SENDS = LANES * COPIES;
  localparam integer BUNDLE_W = LANES * (1 + DST_W + W);
  localparam [SENDS-1:0] SEND_ONE = 1;

  generate
    if (W < 1 || LANES < 1 || DST_W < 1 || MASK < 0 || MASK > 1 || THROUGH < 0 || THROUGH > 1) begin : g_illegal
      cg_error_outq_needs_mask_and_through_0_or_1_and_the_rest_at_least_1 u_error ();
    end
  endgenerate

  wire                   bundle_valid;
  wire [BUNDLE_W-1:0]    bundle;  // data, destinations and valid bits of the lanes, low bits first
  wire [LANES-1:0]       lane_valid = bundle[BUNDLE_W-1 -: LANES];
  wire [LANES*DST_W-1:0] lane_dst = bundle[LANES*W +: LANES*DST_W];
  wire                   bundle_done;

  wire back;
  generate
    if (THROUGH != 0) begin : g_through
      cg_credit_fifo #(
          .W    (BUNDLE_W),
          .DEPTH(DEPTH)
      ) u_bundles (
          .clk_i      (clk_i),
          .rst_i      (rst_i),
          .reserve_i  (reserve_i),
          .room_o     (room_o),
          .cancel_i   (cancel_i),
          .push_i     (push_i),
          .push_data_i({push_valid_i, push_dst_i, push_data_i}),
          .pop_valid_o(bundle_valid),
          .pop_ready_i(bundle_done),
          .pop_data_o (bundle)
      );
      assign back = 1'b0;
    end else begin : g_head
      cg_credit_head #(
          .W    (BUNDLE_W),
          .DEPTH(DEPTH)
      ) u_bundles (
          .clk_i      (clk_i),
          .rst_i      (rst_i),
          .reserve_i  (reserve_i),
          .room_o     (room_o),
          .cancel_i   (cancel_i),
          .push_i     (push_i),
          .push_data_i({push_valid_i, push_dst_i, push_data_i}),
          .pop_valid_o(bundle_valid),
          .pop_ready_i(bundle_done),
          .pop_data_o (bundle),
          .back_o     (back)
      );
    end
  endgenerate

  // One bit per possible send of the oldest bundle, lane 0 and index 0 lowest.
  wire [SENDS-1:0] wanted;
  reg  [SENDS-1:0] sent_q;
  wire [SENDS-1:0] pending = wanted & ~sent_q;
  wire [SENDS-1:0] now = pending & (~pending + SEND_ONE);  // the lowest one
  wire             final_send = (pending & ~now) == {SENDS{1'b0}};

  assign pop_valid_o = bundle_valid && pending != {SENDS{1'b0}};
  assign skips_o = (bundle_valid && pending == {SENDS{1'b0}}) || back;
  assign bundle_done = bundle_valid && final_send && (pop_ready_i || !pop_valid_o);

  genvar g;
  generate
    for (g = 0; g < LANES; g = g + 1) begin : g_wanted
      if (MASK != 0) begin : g_mask
        assign wanted[g*COPIES+:COPIES] = lane_valid[g] ? lane_dst[g*DST_W+:DST_W] : {COPIES{1'b0}};
      end else begin : g_single
        assign wanted[g] = lane_valid[g];
      end
    end
  endgenerate

  // The chosen lane's data: the first lane that has sends left.
  integer i;
  always @* begin
    pop_data_o = bundle[(LANES-1)*W +: W];
    for (i = LANES - 2; i >= 0; i = i - 1) if (|pending[i*COPIES+:COPIES]) pop_data_o = bundle[i*W +: W];
  end

  // Its destination: AND-OR, `now` is one-hot.
  reg [OUT_W-1:0] dst;
  integer         l;
  assign pop_dst_o = dst;
  generate
    if (MASK != 0) begin : g_index
      integer b;
      always @* begin
        dst = {OUT_W{1'b0}};
        b   = 0;
        for (l = 0; l < LANES; l = l + 1) begin
          if (|now[l*COPIES+:COPIES]) begin
            for (b = 0; b < COPIES; b = b + 1) if (now[l*COPIES+b]) dst = dst | b[OUT_W-1:0];
          end
        end
      end
    end else begin : g_dst
      always @* begin
        dst = {OUT_W{1'b0}};
        for (l = 0; l < LANES; l = l + 1) if (now[l]) dst = dst | lane_dst[l*DST_W+:DST_W];
      end
    end
  endgenerate

  always @(`CG_EDGE) begin
    if (rst_i) begin
      sent_q <= {SENDS{1'b0}};
    end else begin
      if (bundle_done) sent_q <= {SENDS{1'b0}};
      else if (pop_valid_o && pop_ready_i) sent_q <= sent_q | now;
    end
  end

`ifndef SYNTHESIS
  always @(`CG_EDGE) begin
    if (rst_i) begin
      // no checks
    end else if (push_i && push_valid_i == {LANES{1'b0}}) begin
      $display("ERROR: cg_outq: push_i with no valid lane");
      $finish;
    end
  end
`endif

`ifdef COHGEN_CHECKS
`ifdef __ICARUS__
`define CG_NAME(name)
`else
`define CG_NAME(name) name:
`endif
// verilator lint_off CMPCONST
  always @(`CG_EDGE) if (!rst_i) begin
    `CG_NAME(outq_lanes) assert (!(push_i) || (push_valid_i != {LANES{1'b0}}));  // a bundle holds a message
`ifdef FORMAL
    outq_lanes_reached: cover (push_i);
`endif
  end
// verilator lint_on CMPCONST
`undef CG_NAME
`endif
endmodule
`undef CG_EDGE
