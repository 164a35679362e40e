// The side of cg_wire that sees: takes what the other side holds, and tells it.
//
// held_i   the value on its way, of which asked_i, in each change, tells; taken_o the same of this side
// Parameters: W bits, STAGES of the synchroniser.
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_wire_take #(
    parameter integer W      = 1,
    parameter integer STAGES = 2
) (
    input  wire         clk_i,
    input  wire         rst_i,
    input  wire         asked_i,
    input  wire [W-1:0] held_i,
    output wire         taken_o,
    output wire [W-1:0] bits_o
);
  generate
    if (W < 1) begin : g_illegal
      cg_error_wire_take_needs_w_of_at_least_1 u_error ();
    end
  endgenerate

  reg  [W-1:0] seen_q;
  reg          taken_q;
  wire         asked;
  wire         take = asked != taken_q;

  cg_sync #(
      .W     (1),
      .STAGES(STAGES)
  ) u_sync (
      .clk_i (clk_i),
      .rst_i (rst_i),
      .bits_i(asked_i),
      .bits_o(asked)
  );

  assign taken_o = taken_q;
  assign bits_o  = seen_q;

  always @(`CG_EDGE) begin
    if (rst_i) taken_q <= 1'b0;
    else if (take) taken_q <= asked;
  end

  reg live_q;  // reset is over: until then what is shown is seen
  always @(`CG_EDGE) begin
    if (rst_i) live_q <= 1'b0;
    else live_q <= 1'b1;
  end

  always @(posedge clk_i) if (!live_q || take) seen_q <= held_i;
endmodule
`undef CG_EDGE
