// Depth test of the parts of a line against one depth, combinational.
//
// A part is as many bytes as a depth has: with depths of 32 bits a word, with
// those of 8 bits a byte. The line keeps complements of depths, without sign,
// the low one first: 0 is the largest depth, that of a part that nobody has
// written, so a line of zeros has never been written.
// mask_i   one bit per byte; a part counts if all its bits are set.
// line_o   the complement of depth_i in every part.
// be_o     the bytes of the parts that count and whose depth is not below
//          depth_i: less or equal wins.
//
// LINE_BYTES  bytes of a line, a multiple of DEPTH_BITS / 8
// DEPTH_BITS  bits of a depth: 8, 16 or 32
module cg_depth_test #(
    parameter integer LINE_BYTES = 128,
    parameter integer DEPTH_BITS = 32
) (
    input  wire [DEPTH_BITS-1:0]   depth_i,
    input  wire [LINE_BYTES-1:0]   mask_i,
    input  wire [8*LINE_BYTES-1:0] line_i,
    output wire [8*LINE_BYTES-1:0] line_o,
    output wire [LINE_BYTES-1:0]   be_o
);
  localparam integer BYTES = DEPTH_BITS / 8;
  localparam integer PARTS = LINE_BYTES / BYTES;

  generate
    if (LINE_BYTES < BYTES || LINE_BYTES % BYTES != 0) begin : g_illegal
      cg_error_line_bytes_must_be_a_multiple_of_those_of_a_depth u_error ();
    end
    if (DEPTH_BITS != 8 && DEPTH_BITS != 16 && DEPTH_BITS != 32) begin : g_illegal_depth
      cg_error_a_depth_has_8_or_16_or_32_bits u_error ();
    end
  endgenerate

  wire [DEPTH_BITS-1:0] mine = ~depth_i;
  assign line_o = {PARTS{mine}};

  genvar g;
  generate
    for (g = 0; g < PARTS; g = g + 1) begin : g_part
      wire wins = (&mask_i[BYTES*g +: BYTES]) && mine >= line_i[DEPTH_BITS*g +: DEPTH_BITS];
      assign be_o[BYTES*g +: BYTES] = {BYTES{wins}};
    end
  endgenerate
endmodule
