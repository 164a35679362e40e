// Head of an entry of a write log: which line, and which of its bytes.
//
// line_o is line_i with bytes 0 to 3 replaced by at_i, low byte first, and the
// LINE_BYTES / 8 bytes behind them by mask_i; be_o the enables of these bytes.
// Combinational.  cg_log_tag reads it.
//
// LINE_BYTES  bytes of a line, a multiple of 8
module cg_log_head #(
    parameter integer LINE_BYTES = 64
) (
    input  wire [31:0]             at_i,
    input  wire [LINE_BYTES-1:0]   mask_i,
    input  wire [8*LINE_BYTES-1:0] line_i,
    output wire [8*LINE_BYTES-1:0] line_o,
    output wire [LINE_BYTES-1:0]   be_o
);
  localparam integer HEAD = 4 + LINE_BYTES / 8;  // bytes

  generate
    if (LINE_BYTES < 8 || LINE_BYTES % 8 != 0) begin : g_illegal
      cg_error_line_bytes_must_be_a_multiple_of_8 u_error ();
    end
    if (HEAD < LINE_BYTES) begin : g_rest
      assign line_o[8*LINE_BYTES-1:8*HEAD] = line_i[8*LINE_BYTES-1:8*HEAD];
    end
  endgenerate

  assign line_o[8*HEAD-1:0] = {mask_i, at_i};
  assign be_o = {LINE_BYTES{1'b1}} >> (LINE_BYTES - HEAD);

  wire _unused_ok = &{1'b0, line_i[8*HEAD-1:0]};
endmodule
