// Proves:
// a read returns for each byte the last value written up to and including
// the cycle of the read, and holds until the next read.
module cg_ram_be_early_fv #(
    parameter integer BYTES = 2,
    parameter integer DEPTH = 3,
    parameter integer AW    = (DEPTH > 1) ? $clog2(DEPTH) : 1
) (
    input wire               clk_i,
    input wire               re_i,
    input wire [AW-1:0]      raddr_i,
    input wire               we_i,
    input wire [AW-1:0]      waddr_i,
    input wire [BYTES-1:0]   wbe_i,
    input wire [8*BYTES-1:0] wdata_i
);
  wire [8*BYTES-1:0] rdata;

  cg_ram_be_early #(.BYTES(BYTES), .DEPTH(DEPTH)) u_dut (
      .clk_i(clk_i), .re_i(re_i), .raddr_i(raddr_i), .rdata_o(rdata),
      .we_i(we_i), .waddr_i(waddr_i), .wbe_i(wbe_i), .wdata_i(wdata_i));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;

  // The bit watched: one bit of one byte of one word.
  (* anyconst *) reg [AW-1:0] word;
  (* anyconst *) reg [BYTES-1:0] lane;  // one-hot
  reg written_q = 1'b0;  // it has a known value ...
  reg value_q;           // ... this one
  reg known_q = 1'b0;    // the byte in rdata_o has a known value ...
  reg read_q;            // ... this one

  integer b;
  reg wbit, rbit;
  always @* begin
    wbit = 1'b0;
    rbit = 1'b0;
    for (b = 0; b < BYTES; b = b + 1) begin
      if (lane[b]) wbit = wdata_i[8*b+3];
      if (lane[b]) rbit = rdata[8*b+3];
    end
  end

  always @* begin
    assume (word < DEPTH);
    assume (raddr_i < DEPTH);
    assume (waddr_i < DEPTH);
    assume (lane != 0 && (lane & (lane - 1'b1)) == 0);
    if (init_q) assume (!re_i && !we_i);
  end

  wire hit  = we_i && waddr_i == word && (wbe_i & lane) != 0;
  wire both = re_i && we_i && raddr_i == waddr_i && raddr_i == word;

  always @(posedge clk_i) begin
    if (hit) begin
      written_q <= 1'b1;
      value_q   <= wbit;
    end
    if (re_i) begin
      known_q <= raddr_i == word && (written_q || hit);
      read_q  <= hit ? wbit : value_q;
    end
    if (known_q) assert (rbit == read_q);
    cover (known_q && !re_i && read_q != value_q);
    cover (known_q && both && hit && read_q != wbit);
    cover (known_q && both && !hit && (BYTES == 1 || wbe_i != 0));
  end
endmodule
