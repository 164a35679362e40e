// One 32-bit word in all words of a line, combinational: line_o is a_i over and
// over, be_o all bytes. What was in the line (line_i) does not matter.
//
// LINE_BYTES  bytes of a line, a multiple of 4
module cg_fill32 #(
    parameter integer LINE_BYTES = 64
) (
    input  wire [31:0]             a_i,
    /* verilator lint_off UNUSEDSIGNAL */
    input  wire [8*LINE_BYTES-1:0] line_i,
    /* verilator lint_on UNUSEDSIGNAL */
    output wire [8*LINE_BYTES-1:0] line_o,
    output wire [LINE_BYTES-1:0]   be_o
);
  generate
    if (LINE_BYTES < 4 || LINE_BYTES % 4 != 0) begin : g_illegal
      cg_error_line_bytes_must_be_a_multiple_of_4 u_error ();
    end
  endgenerate

  assign line_o = {(LINE_BYTES / 4){a_i}};
  assign be_o   = {LINE_BYTES{1'b1}};
endmodule
