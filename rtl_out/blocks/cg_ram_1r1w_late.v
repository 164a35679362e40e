// cg_ram_1r1w, pin for pin, that takes raddr_i into a register and reads behind it
// where the memory is small: who knows the address late has the word late.
//
// Up to 64 words (registers, or LUTs that serve as memory) rdata_o is the word as it is
// now: what was written in the cycle of re_i is seen, and what is written later,
// too. Users read it in the cycle after re_i, and forward as with cg_ram_1r1w,
// which it is with more words, and in proofs of users.
//
// W      bits of a word, >= 1
// DEPTH  words, >= 1 (need not be a power of two; addresses stay below DEPTH)
// AW     address bits
module cg_ram_1r1w_late #(
  parameter W     = 8,
  parameter DEPTH = 16,
  parameter AW    = (DEPTH > 1) ? $clog2(DEPTH) : 1
) (
  input  wire          clk_i,
  input  wire          re_i,
  input  wire [AW-1:0] raddr_i,
  output wire [W-1:0]  rdata_o,
  input  wire          we_i,
  input  wire [AW-1:0] waddr_i,
  input  wire [W-1:0]  wdata_i
);
`ifdef FORMAL
  localparam SMALL = 0;
`else
  localparam SMALL = 64;
`endif
  generate
    if (W < 1 || DEPTH < 1) begin : g_bad_size
      cg_error_w_and_depth_must_be_at_least_1 u_error ();
    end
    if ((1 << AW) < DEPTH) begin : g_bad_aw
      cg_error_aw_does_not_reach_depth u_error ();
    end
    if (DEPTH > SMALL) begin : g_large
      cg_ram_1r1w #(
        .W     (W),
        .DEPTH (DEPTH),
        .AW    (AW)
      ) u_ram (
        .clk_i   (clk_i),
        .re_i    (re_i),
        .raddr_i (raddr_i),
        .rdata_o (rdata_o),
        .we_i    (we_i),
        .waddr_i (waddr_i),
        .wdata_i (wdata_i)
      );
    end else begin : g_small
      reg [W-1:0]  mem [0:DEPTH-1];
      reg [AW-1:0] raddr_q;
      always @(posedge clk_i) begin
        if (we_i) mem[waddr_i] <= wdata_i;
        if (re_i) raddr_q <= raddr_i;
      end
      assign rdata_o = mem[raddr_q];
    end
  endgenerate
endmodule
