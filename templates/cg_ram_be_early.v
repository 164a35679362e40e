// cg_ram_be, pin for pin, whose rdata_o comes from registers alone where the
// memory is small: a read sees every write of the same or an earlier cycle.
//
// Up to 64 words the memory is read in the cycle of re_i (registers, or LUTs that
// serve as memory), and what is written in that cycle comes in its place. With
// more words it is a cg_ram_be, for which a user can put a memory macro.
//
// BYTES  bytes of a word, >= 1
// DEPTH  words, >= 1 (need not be a power of two; addresses stay below DEPTH)
// AW     address bits
module cg_ram_be_early #(
  parameter BYTES = 4,
  parameter DEPTH = 16,
  parameter AW    = (DEPTH > 1) ? $clog2(DEPTH) : 1
) (
  input  wire               clk_i,
  input  wire               re_i,
  input  wire [AW-1:0]      raddr_i,
  output wire [8*BYTES-1:0] rdata_o,
  input  wire               we_i,
  input  wire [AW-1:0]      waddr_i,
  input  wire [BYTES-1:0]   wbe_i,
  input  wire [8*BYTES-1:0] wdata_i
);
  generate
    if (BYTES < 1 || DEPTH < 1) begin : g_bad_size
      cg_error_bytes_and_depth_must_be_at_least_1 u_error ();
    end
    if ((1 << AW) < DEPTH) begin : g_bad_aw
      cg_error_aw_does_not_reach_depth u_error ();
    end
    if (DEPTH > 64) begin : g_large
      cg_ram_be #(
        .BYTES (BYTES),
        .DEPTH (DEPTH),
        .AW    (AW)
      ) u_ram (
        .clk_i   (clk_i),
        .re_i    (re_i),
        .raddr_i (raddr_i),
        .rdata_o (rdata_o),
        .we_i    (we_i),
        .waddr_i (waddr_i),
        .wbe_i   (wbe_i),
        .wdata_i (wdata_i)
      );
    end else begin : g_small
      // In banks of up to 32 bytes: no long loop over bytes of an array, which Verilator has not.
      localparam BANK  = 32;
      localparam BANKS = (BYTES + BANK - 1) / BANK;
      wire [BYTES-1:0] newer = (we_i && raddr_i == waddr_i) ? wbe_i : {BYTES{1'b0}};
      genvar g;
      for (g = 0; g < BANKS; g = g + 1) begin : g_bank
        localparam FIRST = g * BANK;
        localparam NB    = (BYTES - FIRST < BANK) ? BYTES - FIRST : BANK;
        reg  [8*NB-1:0] mem [0:DEPTH-1];
        reg  [8*NB-1:0] rdata_q;
        wire [8*NB-1:0] stored = mem[raddr_i];
        integer b;
        always @(posedge clk_i) begin
          for (b = 0; b < NB; b = b + 1) begin
            if (we_i && wbe_i[FIRST+b]) mem[waddr_i][8*b +: 8] <= wdata_i[8*(FIRST+b) +: 8];
            if (re_i) rdata_q[8*b +: 8] <= newer[FIRST+b] ? wdata_i[8*(FIRST+b) +: 8] : stored[8*b +: 8];
          end
        end
        assign rdata_o[8*FIRST +: 8*NB] = rdata_q;
      end
    end
  endgenerate
endmodule
