// Registers of one controller, as another one sees them.
//
// bits_i  registers on from_clk_i; all of them change at one edge, or none
// bits_o  the same later, on clk_i: all of a change at once, in order. A change that comes before the one before is
//         here may be seen in its place.
// Latency: LATENCY cycles of clk_i. STAGES of 2 and more: STAGES + 1 edges of clk_i more, and the next change as long
//          after it on from_clk_i.
// Parameters: W bits (>= 1); LATENCY cycles (>= 0);
//   STAGES  2 and more: the clocks have nothing to do with each other, this many flip-flops in each direction
//           0 or -1: each edge of from_clk_i is one of clk_i, or the other way round: wires
//   LEVEL   for tests: pauses as those of cg_throttle, which seed_i distinguishes
// Both resets begin together, and last STAGES + 3 edges of each clock at least: bits_i is seen in reset.
//
// Between two clocks a bit goes through a synchroniser, u_send.u_sync or u_take.u_sync, in each direction; the others
// lead from u_send.held_q to u_take.seen_q, and stand still from STAGES edges before they are taken.
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_wire #(
    parameter integer W       = 1,
    parameter integer STAGES  = -1,
    parameter integer LATENCY = 0,
    parameter integer LEVEL   = 0
) (
    input  wire         from_clk_i,
    input  wire         from_rst_i,
    input  wire [W-1:0] bits_i,
    input  wire         clk_i,
    input  wire         rst_i,
    input  wire [15:0]  seed_i,
    output wire [W-1:0] bits_o
);
  wire [W-1:0] here, passed;
  reg live_q;  // reset is over: until then what is shown is seen
  always @(`CG_EDGE) begin
    if (rst_i) live_q <= 1'b0;
    else live_q <= 1'b1;
  end

  generate
    if (W < 1 || LATENCY < 0 || STAGES < -1 || STAGES == 1) begin : g_illegal
      cg_error_wire_w_or_latency_or_stages u_error ();
    end
    if (STAGES <= 0) begin : g_one_clock
      wire unused = &{1'b0, from_clk_i, from_rst_i, 1'b0};
      assign here = bits_i;
    end else begin : g_two_clocks
      wire asked, taken;
      wire [W-1:0] held;
      cg_wire_send #(
          .W     (W),
          .STAGES(STAGES)
      ) u_send (
          .clk_i  (from_clk_i),
          .rst_i  (from_rst_i),
          .bits_i (bits_i),
          .asked_o(asked),
          .held_o (held),
          .taken_i(taken)
      );
      cg_wire_take #(
          .W     (W),
          .STAGES(STAGES)
      ) u_take (
          .clk_i  (clk_i),
          .rst_i  (rst_i),
          .asked_i(asked),
          .held_i (held),
          .taken_o(taken),
          .bits_o (here)
      );
    end
    if (LEVEL == 0) begin : g_steady
      wire unused = &{1'b0, seed_i, 1'b0};
      assign passed = here;
    end else begin : g_pauses
      wire go, unused_ready;
      cg_throttle #(
          .LEVEL(LEVEL)
      ) u_gate (
          .clk_i  (clk_i),
          .rst_i  (rst_i),
          .seed_i (seed_i),
          .valid_i(1'b1),
          .ready_o(unused_ready),
          .valid_o(go),
          .ready_i(1'b1)
      );
      reg [W-1:0] last_q;
      always @(posedge clk_i) if (!live_q || go) last_q <= here;
      assign passed = last_q;
    end
    if (LATENCY <= 0) begin : g_short
      wire unused = &{1'b0, live_q, 1'b0};
      assign bits_o = passed;
    end else begin : g_long
      reg [LATENCY*W-1:0] line_q;  // the oldest in the high bits
      assign bits_o = line_q[LATENCY*W-1-:W];
      wire [LATENCY*W+W-1:0] next = {line_q, passed};
      wire unused = &{1'b0, next[LATENCY*W+:W], 1'b0};
      always @(posedge clk_i) line_q <= live_q ? next[LATENCY*W-1:0] : {LATENCY{passed}};
    end
  endgenerate
endmodule
`undef CG_EDGE
