// The lines of a cg_llc: bytes with one read and one write per cycle. A request
// reads in stage T and writes in stage D, one cycle later.
//
// T: rd_i  the line of place_i is line_o in the next cycle;
//    install_i  line_i is written there as a whole. No older request may be in D.
// D: we_i  the bytes be_i of wdata_i are written to wplace_i; or, with RMW and
//    rmw_i = {1, op}, the word whose four bytes be_i names, made of line_o:
//    operand a the low 32 bits of wdata_i, b the next 32 (cg_rmw32). With LATE 1
//    what was made of line_o in the cycle before: there rmw_i, be_i and wdata_i
//    are the same, and nothing is read.
// A read sees a write of its own cycle.
//
// PLACES, LINE_BYTES >= 1; RMW, LATE 0 or 1; RMW: lines have 8 bytes at least
module cg_llc_lines #(
    parameter integer PLACES     = 256,
    parameter integer LINE_BYTES = 32,
    parameter integer RMW        = 0,
    parameter integer LATE       = 0,
    parameter integer AW = (PLACES > 1) ? $clog2(PLACES) : 1  // derived
) (
    input  wire                    clk_i,
    input  wire                    rd_i,
    input  wire                    install_i,
    input  wire [AW-1:0]           place_i,
    input  wire [8*LINE_BYTES-1:0] line_i,
    output wire [8*LINE_BYTES-1:0] line_o,
    input  wire                    we_i,
    input  wire [AW-1:0]           wplace_i,
    input  wire [LINE_BYTES-1:0]   be_i,
    input  wire [8*LINE_BYTES-1:0] wdata_i,
    input  wire [3:0]              rmw_i
);
  generate
    if (PLACES < 1 || LINE_BYTES < 1 || RMW < 0 || RMW > 1 || (RMW != 0 && LINE_BYTES < 8) || LATE < 0
        || LATE > 2) begin : g_illegal
      cg_error_llc_lines_sizes u_error ();
    end
  endgenerate

  wire [8*LINE_BYTES-1:0] wdata;
  cg_ram_be #(
      .BYTES(LINE_BYTES),
      .DEPTH(PLACES),
      .AW   (AW)
  ) u_bytes (
      .clk_i  (clk_i),
      .re_i   (rd_i),
      .raddr_i(place_i),
      .rdata_o(line_o),
      .we_i   (install_i || we_i),
      .waddr_i(install_i ? place_i : wplace_i),
      .wbe_i  (install_i ? {LINE_BYTES{1'b1}} : be_i),
      .wdata_i(install_i ? line_i : wdata)
  );

  // What is written: the request's bytes, or the word that it makes of the line.
  generate
    if (RMW != 0 && LINE_BYTES >= 8) begin : g_rmw
      localparam integer WW = $clog2(LINE_BYTES / 4);
      reg     [WW-1:0] word;
      integer          i;
      always @* begin
        word = {WW{1'b0}};
        for (i = 0; i < LINE_BYTES / 4; i = i + 1) if (be_i[4*i]) word = word | i[WW-1:0];
      end
      wire [8*LINE_BYTES-1:0] made;
      wire [LINE_BYTES-1:0]   unused_be;
      cg_rmw32 #(
          .LINE_BYTES(LINE_BYTES)
      ) u_rmw (
          .op_i  (rmw_i[2:0]),
          .word_i(word),
          .a_i   (wdata_i[31:0]),
          .b_i   (wdata_i[63:32]),
          .line_i(line_o),
          .line_o(made),
          .be_o  (unused_be)
      );
      if (LATE == 0) begin : g_now
        assign wdata = rmw_i[3] ? made : wdata_i;
      end else begin : g_register
        reg [8*LINE_BYTES-1:0] made_q;
        always @(posedge clk_i) if (rmw_i[3]) made_q <= made;
        assign wdata = rmw_i[3] ? made_q : wdata_i;
      end
    end else begin : g_plain
      wire unused_rmw = &{1'b0, rmw_i};
      assign wdata = wdata_i;
    end
  endgenerate
endmodule
