// Depth test of the words of a line against one depth, combinational.
//
// The line keeps complements of depths, words of 32 bits without sign, the low
// one first: 0 is the largest depth, that of a word that nobody has written, so
// a line of zeros has never been written.
// mask_i   one bit per byte; a word counts if its four bits are set.
// line_o   the complement of depth_i in every word.
// be_o     the bytes of the words that count and whose depth is not below
//          depth_i: less or equal wins.
//
// LINE_BYTES  bytes of a line, a multiple of 4
module cg_depth_test #(
    parameter integer LINE_BYTES = 128
) (
    input  wire [31:0]             depth_i,
    input  wire [LINE_BYTES-1:0]   mask_i,
    input  wire [8*LINE_BYTES-1:0] line_i,
    output wire [8*LINE_BYTES-1:0] line_o,
    output wire [LINE_BYTES-1:0]   be_o
);
  localparam integer WORDS = LINE_BYTES / 4;

  generate
    if (LINE_BYTES < 4 || LINE_BYTES % 4 != 0) begin : g_illegal
      cg_error_line_bytes_must_be_a_multiple_of_4 u_error ();
    end
  endgenerate

  wire [31:0] mine = ~depth_i;
  assign line_o = {WORDS{mine}};

  genvar g;
  generate
    for (g = 0; g < WORDS; g = g + 1) begin : g_word
      wire wins = (&mask_i[4*g +: 4]) && mine >= line_i[32*g +: 32];
      assign be_o[4*g +: 4] = {4{wins}};
    end
  endgenerate
endmodule
