// The side of cg_cross where items leave: its count.
//
// popped_o  items so far, in Gray code; pushed_i the same of the other side, on its clock
// place_o   the oldest item, which the other side shows
// Parameters: 2^AW items, STAGES of the synchroniser.
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_cross_pop #(
    parameter integer AW     = 3,
    parameter integer STAGES = 2
) (
    input  wire          clk_i,
    input  wire          rst_i,
    output wire          valid_o,
    input  wire          ready_i,
    input  wire [AW:0]   pushed_i,
    output wire [AW:0]   popped_o,
    output wire [AW-1:0] place_o
);
  generate
    if (AW < 2) begin : g_illegal
      cg_error_cross_pop_aw u_error ();
    end
  endgenerate

  localparam [AW:0] ONE = 1;
  reg  [AW:0] count_q;  // in binary
  reg  [AW:0] gray_q;
  wire [AW:0] pushed;
  wire [AW:0] next = count_q + ONE;
  wire        pop = valid_o && ready_i;

  cg_sync #(
      .W     (AW + 1),
      .STAGES(STAGES)
  ) u_sync (
      .clk_i (clk_i),
      .rst_i (rst_i),
      .bits_i(pushed_i),
      .bits_o(pushed)
  );

  assign valid_o  = gray_q != pushed;
  assign popped_o = gray_q;
  assign place_o  = count_q[AW-1:0];

  always @(`CG_EDGE) begin
    if (rst_i) begin
      count_q <= {(AW + 1) {1'b0}};
      gray_q  <= {(AW + 1) {1'b0}};
    end else if (pop) begin
      count_q <= next;
      gray_q  <= next ^ (next >> 1);
    end
  end
endmodule
`undef CG_EDGE
