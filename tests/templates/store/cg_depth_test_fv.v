// Proves for every input: the bytes of a word are written, all four, if and
// only if its mask is full and its depth is not below the new one; then it holds
// the complement of the new depth. What was never written (0) always loses.
module cg_depth_test_fv #(
    parameter integer LINE_BYTES = 8
) (
    input wire                    clk_i,
    input wire [31:0]             depth_i,
    input wire [LINE_BYTES-1:0]   mask_i,
    input wire [8*LINE_BYTES-1:0] line_i
);
  wire [8*LINE_BYTES-1:0] line;
  wire [LINE_BYTES-1:0]   be;

  cg_depth_test #(.LINE_BYTES(LINE_BYTES)) u_dut (
      .depth_i(depth_i), .mask_i(mask_i), .line_i(line_i), .line_o(line), .be_o(be));

  integer w;
  reg [31:0] old;
  reg        full;
  always @(posedge clk_i) begin
    for (w = 0; w < LINE_BYTES / 4; w = w + 1) begin
      old = ~line_i[32*w +: 32];
      full = mask_i[4*w +: 4] == 4'hf;
      assert (be[4*w +: 4] == ((full && depth_i <= old) ? 4'hf : 4'h0));
      assert (line[32*w +: 32] + depth_i == 32'hffffffff);
      if (full && line_i[32*w +: 32] == 0) assert (be[4*w]);
    end
    cover (be[0] && line_i[31:0] != 0);
    cover (mask_i[3:0] == 4'hf && !be[0]);
    cover (be[0] && line[31:0] == line_i[31:0]);
  end
endmodule
