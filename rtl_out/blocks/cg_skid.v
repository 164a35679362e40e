// Register slice with two entries.
//
// Handshake: valid/ready on both sides.  Every output comes from a register,
// so that no combinational path crosses the slice in either direction.
// Latency:   1.   Rate: one item per cycle.
// Parameters: W payload bits (>= 1).
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_skid #(
    parameter integer W = 8
) (
    input  wire         clk_i,
    input  wire         rst_i,
    input  wire         push_valid_i,
    output wire         push_ready_o,
    input  wire [W-1:0] push_data_i,
    output wire         pop_valid_o,
    input  wire         pop_ready_i,
    output wire [W-1:0] pop_data_o
);
  generate
    if (W < 1) begin : g_illegal
      cg_error_skid_needs_w_of_at_least_1 u_error ();
    end
  endgenerate

  reg         valid_q;  // data_q is offered
  reg [W-1:0] data_q;
  reg         spare_valid_q;  // spare_q waits behind it
  reg [W-1:0] spare_q;

  wire push = push_valid_i && push_ready_o;
  wire open = !valid_q || pop_ready_i;  // the next item becomes the one offered

  assign push_ready_o = !spare_valid_q;
  assign pop_valid_o  = valid_q;
  assign pop_data_o   = data_q;

  always @(`CG_EDGE) begin
    if (rst_i) begin
      valid_q       <= 1'b0;
      spare_valid_q <= 1'b0;
    end else begin
      if (open) valid_q <= spare_valid_q || push;
      if (open) spare_valid_q <= 1'b0;
      else if (push) spare_valid_q <= 1'b1;
    end
  end

  always @(posedge clk_i) begin
    if (open && spare_valid_q) data_q <= spare_q;
    else if (open && push) data_q <= push_data_i;
    if (!open && push) spare_q <= push_data_i;
  end
endmodule
`undef CG_EDGE
