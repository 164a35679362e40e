// Proves for every input: each word is the one given, and all bytes are enabled.
module cg_fill32_fv #(
    parameter integer LINE_BYTES = 8
) (
    input wire                    clk_i,
    input wire [31:0]             a_i,
    input wire [8*LINE_BYTES-1:0] line_i
);
  wire [8*LINE_BYTES-1:0] line;
  wire [LINE_BYTES-1:0]   be;

  cg_fill32 #(.LINE_BYTES(LINE_BYTES)) u_dut (.a_i(a_i), .line_i(line_i), .line_o(line), .be_o(be));

  integer w;
  always @(posedge clk_i) begin
    assert (be == {LINE_BYTES{1'b1}});
    for (w = 0; w < LINE_BYTES / 4; w = w + 1) assert (line[32*w +: 32] == a_i);
    cover (line != line_i);
  end
endmodule
