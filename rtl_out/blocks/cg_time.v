// Physical time: counts from 0 at reset, one tick in EVERY cycles, and goes round.
//
// time_o  the number of whole ticks since reset, modulo 2^W
// last_o  it is all ones, and 0 in the next cycle: high for one cycle in each round
//
// W       bits, >= 1
// EVERY   cycles of a tick, >= 1
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_time #(
    parameter integer W = 16,
    parameter integer EVERY = 1
) (
    input  wire         clk_i,
    input  wire         rst_i,
    output wire [W-1:0] time_o,
    output wire         last_o
);
  localparam [W-1:0] ONE = 1;

  reg  [W-1:0] time_q;
  wire         tick;
  generate
    if (W < 1) begin : g_illegal
      cg_error_time_needs_a_bit u_error ();
    end
    if (EVERY == 1) begin : g_each
      assign tick = 1'b1;
    end else begin : g_period
      cg_period #(.PERIOD(EVERY)) u_period (.clk_i(clk_i), .rst_i(rst_i), .over_o(tick));
    end
  endgenerate

  assign time_o = time_q;
  assign last_o = tick && (&time_q);
  always @(`CG_EDGE) begin
    if (rst_i) time_q <= {W{1'b0}};
    else if (tick) time_q <= time_q + ONE;
  end
endmodule
`undef CG_EDGE
