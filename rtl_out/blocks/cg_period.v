// Counts cycles, from reset on.
//
// over_o  high in the last cycle of each period
//
// PERIOD  cycles, >= 1
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_period #(
    parameter integer PERIOD = 1000
) (
    input  wire clk_i,
    input  wire rst_i,
    output wire over_o
);
  localparam integer W = (PERIOD > 1) ? $clog2(PERIOD) : 1;
  localparam integer TOP = PERIOD - 1;
  localparam [W-1:0] LAST = TOP[W-1:0];
  localparam [W-1:0] ONE = 1;

  generate
    if (PERIOD < 1) begin : g_illegal
      cg_error_period_needs_at_least_1 u_error ();
    end
  endgenerate

  reg [W-1:0] count_q;
  assign over_o = count_q == LAST;
  always @(`CG_EDGE) begin
    if (rst_i) count_q <= {W{1'b0}};
    else count_q <= over_o ? {W{1'b0}} : count_q + ONE;
  end
endmodule
`undef CG_EDGE
