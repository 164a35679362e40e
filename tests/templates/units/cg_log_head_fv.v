// Proves for every input: number and mask are where they belong, the rest of the line is as it was, and exactly their
// bytes are enabled.
module cg_log_head_fv #(
    parameter integer LINE_BYTES = 16
) (
    input wire                    clk_i,
    input wire [31:0]             at_i,
    input wire [LINE_BYTES-1:0]   mask_i,
    input wire [8*LINE_BYTES-1:0] line_i
);
  wire [8*LINE_BYTES-1:0] line;
  wire [LINE_BYTES-1:0]   be;

  cg_log_head #(.LINE_BYTES(LINE_BYTES)) u_dut (
      .at_i(at_i), .mask_i(mask_i), .line_i(line_i), .line_o(line), .be_o(be));

  integer k;
  always @(posedge clk_i) begin
    assert (line[31:0] == at_i);
    cover (mask_i == 0 && at_i != 0);
    for (k = 0; k < LINE_BYTES; k = k + 1) begin
      assert (line[32 + k] == mask_i[k]);
      assert (be[k] == (8 * k < 32 + LINE_BYTES));
      if (8 * k >= 32 + LINE_BYTES) assert (line[8*k +: 8] == line_i[8*k +: 8]);
    end
  end
endmodule
