// The side of cg_cross where items come in: its count and the items.
//
// pushed_o  items so far, in Gray code; popped_i the same of the other side, on its clock
// place_i   which item data_o shows: it stands still while the other side looks at it
// Parameters: W payload bits, 2^AW items, STAGES of the synchroniser.
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_cross_push #(
    parameter integer W      = 8,
    parameter integer AW     = 3,
    parameter integer STAGES = 2
) (
    input  wire          clk_i,
    input  wire          rst_i,
    input  wire          valid_i,
    output wire          ready_o,
    input  wire [W-1:0]  data_i,
    output wire [AW:0]   pushed_o,
    input  wire [AW:0]   popped_i,
    input  wire [AW-1:0] place_i,
    output wire [W-1:0]  data_o
);
  generate
    if (W < 1 || AW < 2) begin : g_illegal
      cg_error_cross_push_w_or_aw u_error ();
    end
  endgenerate

  localparam [AW:0] ONE = 1;
  reg  [W-1:0] item_q [0:(1<<AW)-1];
  reg  [AW:0]  count_q;  // in binary
  reg  [AW:0]  gray_q;
  wire [AW:0]  popped;
  wire [AW:0]  next = count_q + ONE;
  wire         push = valid_i && ready_o;

  cg_sync #(
      .W     (AW + 1),
      .STAGES(STAGES)
  ) u_sync (
      .clk_i (clk_i),
      .rst_i (rst_i),
      .bits_i(popped_i),
      .bits_o(popped)
  );

  // Full: 2^AW ahead, which differs in the two upper bits of the Gray code.
  assign ready_o  = gray_q != {~popped[AW:AW-1], popped[AW-2:0]};
  assign pushed_o = gray_q;
  assign data_o   = item_q[place_i];

  always @(`CG_EDGE) begin
    if (rst_i) begin
      count_q <= {(AW + 1) {1'b0}};
      gray_q  <= {(AW + 1) {1'b0}};
    end else if (push) begin
      count_q <= next;
      gray_q  <= next ^ (next >> 1);
    end
  end

  always @(posedge clk_i) begin
    if (push) item_q[count_q[AW-1:0]] <= data_i;
  end
endmodule
`undef CG_EDGE
