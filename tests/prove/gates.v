// What `./run prove gates` puts in the place of two blocks, and of registers.

// The clock behind the gate is the enable itself: 0 says that registers hold.
module cg_clock_gate (
    input  wire clk_i,
    input  wire en_i,
    output wire clk_o
);
  assign clk_o = en_i;
  wire unused = clk_i;
endmodule

// As cg_ram_be promises. Its waiting write moves on whenever it can, which no read sees; at a standstill it waits.
module cg_ram_be #(
    parameter BYTES = 4,
    parameter DEPTH = 16,
    parameter AW    = (DEPTH > 1) ? $clog2(DEPTH) : 1
) (
    input  wire               clk_i,
    input  wire               re_i,
    input  wire [AW-1:0]      raddr_i,
    output reg  [8*BYTES-1:0] rdata_o,
    input  wire               we_i,
    input  wire [AW-1:0]      waddr_i,
    input  wire [BYTES-1:0]   wbe_i,
    input  wire [8*BYTES-1:0] wdata_i
);
  reg [8*BYTES-1:0] mem [0:DEPTH-1];
  integer b;
  always @(posedge clk_i) begin
    for (b = 0; b < BYTES; b = b + 1) begin
      if (we_i && wbe_i[b]) mem[waddr_i][8*b +: 8] <= wdata_i[8*b +: 8];
      if (re_i) begin
        if (we_i && wbe_i[b] && waddr_i == raddr_i) rdata_o[8*b +: 8] <= wdata_i[8*b +: 8];
        else rdata_o[8*b +: 8] <= mem[raddr_i][8*b +: 8];
      end
    end
  end
endmodule
