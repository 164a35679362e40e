// cg_fill32: every word is the one given, all bytes are enabled, whatever the line was.
module cg_fill32_tb;
  parameter integer LINE_BYTES = 64;
  localparam integer WORDS = LINE_BYTES / 4;
  `include "tb_util.vh"

  reg  [31:0]             a = 0;
  reg  [8*LINE_BYTES-1:0] line_in = 0;
  wire [8*LINE_BYTES-1:0] line_out;
  wire [LINE_BYTES-1:0]   be;
  integer i, k;

  cg_fill32 #(.LINE_BYTES(LINE_BYTES)) u_dut (.a_i(a), .line_i(line_in), .line_o(line_out), .be_o(be));

  initial begin
    tb_start(1);
    for (i = 0; i < 500; i = i + 1) begin
      a = i == 0 ? 0 : $random(seed);
      for (k = 0; k < WORDS; k = k + 1) line_in[32*k +: 32] = $random(seed);
      #1;
      check(be === {LINE_BYTES{1'b1}}, "be_o");
      for (k = 0; k < WORDS; k = k + 1) check(line_out[32*k +: 32] === a, "line_o");
    end
    if (errors == 0) $display("PASS cg_fill32 LINE_BYTES=%0d: %0d runs", LINE_BYTES, i);
    else $display("FAIL cg_fill32 LINE_BYTES=%0d: %0d errors", LINE_BYTES, errors);
    $finish;
  end
endmodule
