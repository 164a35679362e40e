// Read-modify-write of one 32-bit word of a line, combinational.
//
// line_o has the result in each of its words, be_o the four byte enables of the
// chosen one; the old value is that word of line_i.
// op_i (all unsigned):  0 add   old + a        4 max
//                       1 exchange   a         5 and
//                       2 compare-and-swap     6 or
//                         (old == a) ? b : old 7 xor
//                       3 min
// b_i is used by compare-and-swap only.
//
// LINE_BYTES  bytes of a line, a multiple of 4; word_i stays below LINE_BYTES/4
module cg_rmw32 #(
    parameter integer LINE_BYTES = 64,
    parameter integer WW = (LINE_BYTES > 4) ? $clog2(LINE_BYTES / 4) : 1  // derived
) (
    input  wire [2:0]              op_i,
    input  wire [WW-1:0]           word_i,
    input  wire [31:0]             a_i,
    input  wire [31:0]             b_i,
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

  // The word chosen: AND-OR over one-hot selects.
  wire [WORDS-1:0] sel;
  reg  [31:0]      old;
  reg  [31:0]      result;
  integer i;
  always @* begin
    old = 32'd0;
    for (i = 0; i < WORDS; i = i + 1) old = old | (line_i[32*i +: 32] & {32{sel[i]}});
  end

  // The sum and what a comparison decides are known last: one choice among them, behind all others. A swap is decided
  // by as many levels of LUTs as there are to the order, so it comes one choice before.
  wire [31:0] sum   = old + a_i;
  wire        less  = a_i < old;
  wire        swaps = op_i == 3'd2 && a_i == old;
  reg  [31:0] if_so, if_not;
  always @* begin
    case (op_i)
      3'd1:    if_not = a_i;
      3'd4:    if_not = a_i;
      3'd5:    if_not = old & a_i;
      3'd6:    if_not = old | a_i;
      3'd7:    if_not = old ^ a_i;
      default: if_not = old;
    endcase
    case (op_i)
      3'd3:    if_so = a_i;
      3'd4:    if_so = old;
      default: if_so = if_not;
    endcase
    if (swaps) if_so = b_i;
    if (swaps) if_not = b_i;
    result = (op_i == 3'd0) ? sum : less ? if_so : if_not;
  end

  genvar g;
  generate
    for (g = 0; g < WORDS; g = g + 1) begin : g_word
      localparam [WW-1:0] ME = g;
      assign sel[g] = word_i == ME;
      assign line_o[32*g +: 32] = result;
      assign be_o[4*g +: 4]     = {4{sel[g]}};
    end
  endgenerate
endmodule
