// Proves for every input: the bytes of a part are written, all of them, if and
// only if its mask is full and its depth is not below the new one; then it holds
// the complement of the new depth. What was never written (0) always loses.
module cg_depth_test_fv #(
    parameter integer LINE_BYTES = 8,
    parameter integer DEPTH_BITS = 32
) (
    input wire                    clk_i,
    input wire [DEPTH_BITS-1:0]   depth_i,
    input wire [LINE_BYTES-1:0]   mask_i,
    input wire [8*LINE_BYTES-1:0] line_i
);
  localparam integer BYTES = DEPTH_BITS / 8;
  localparam [BYTES-1:0] FULL = {BYTES{1'b1}};
  localparam [DEPTH_BITS-1:0] LAST = {DEPTH_BITS{1'b1}};
  wire [8*LINE_BYTES-1:0] line;
  wire [LINE_BYTES-1:0]   be;

  cg_depth_test #(.LINE_BYTES(LINE_BYTES), .DEPTH_BITS(DEPTH_BITS)) u_dut (
      .depth_i(depth_i), .mask_i(mask_i), .line_i(line_i), .line_o(line), .be_o(be));

  integer w;
  reg [DEPTH_BITS-1:0] old, sum;
  reg                  full;
  always @(posedge clk_i) begin
    for (w = 0; w < LINE_BYTES / BYTES; w = w + 1) begin
      old = ~line_i[DEPTH_BITS*w +: DEPTH_BITS];
      sum = line[DEPTH_BITS*w +: DEPTH_BITS] + depth_i;
      full = mask_i[BYTES*w +: BYTES] == FULL;
      assert (be[BYTES*w +: BYTES] == ((full && depth_i <= old) ? FULL : {BYTES{1'b0}}));
      assert (sum == LAST);
      if (full && line_i[DEPTH_BITS*w +: DEPTH_BITS] == 0) assert (be[BYTES*w]);
    end
    cover (be[0] && line_i[DEPTH_BITS-1:0] != 0);
    cover (mask_i[BYTES-1:0] == FULL && !be[0]);
    cover (be[0] && line[DEPTH_BITS-1:0] == line_i[DEPTH_BITS-1:0]);
  end
endmodule
