// The side of cg_wire with the registers that are seen: keeps a value until the other side has taken it.
//
// held_o   the value on its way, of which asked_o, in each change, tells; taken_i the same of the other side
// Parameters: W bits, STAGES of the synchroniser.
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_wire_send #(
    parameter integer W      = 1,
    parameter integer STAGES = 2
) (
    input  wire         clk_i,
    input  wire         rst_i,
    input  wire [W-1:0] bits_i,
    output wire         asked_o,
    output wire [W-1:0] held_o,
    input  wire         taken_i
);
  generate
    if (W < 1) begin : g_illegal
      cg_error_wire_send_needs_w_of_at_least_1 u_error ();
    end
  endgenerate

  reg  [W-1:0] held_q;
  reg          asked_q;
  wire         taken;
  wire         send = asked_q == taken && held_q != bits_i;

  cg_sync #(
      .W     (1),
      .STAGES(STAGES)
  ) u_sync (
      .clk_i (clk_i),
      .rst_i (rst_i),
      .bits_i(taken_i),
      .bits_o(taken)
  );

  assign asked_o = asked_q;
  assign held_o  = held_q;

  always @(`CG_EDGE) begin
    if (rst_i) asked_q <= 1'b0;
    else if (send) asked_q <= !asked_q;
  end

  reg live_q;  // reset is over: until then what is shown is seen
  always @(`CG_EDGE) begin
    if (rst_i) live_q <= 1'b0;
    else live_q <= 1'b1;
  end

  always @(posedge clk_i) if (!live_q || send) held_q <= bits_i;
endmodule
`undef CG_EDGE
