// Proves: a read returns the last value written to its word in an earlier cycle
// and holds until the next read; a read that meets a write of its word is free.
module cg_ram_1r1w_fv #(
    parameter integer W     = 2,
    parameter integer DEPTH = 3,
    parameter integer AW    = (DEPTH > 1) ? $clog2(DEPTH) : 1
) (
    input wire          clk_i,
    input wire          re_i,
    input wire [AW-1:0] raddr_i,
    input wire          we_i,
    input wire [AW-1:0] waddr_i,
    input wire [W-1:0]  wdata_i
);
  wire [W-1:0] rdata;

  cg_ram_1r1w #(.W(W), .DEPTH(DEPTH)) u_dut (
      .clk_i(clk_i), .re_i(re_i), .raddr_i(raddr_i), .rdata_o(rdata),
      .we_i(we_i), .waddr_i(waddr_i), .wdata_i(wdata_i));

  (* anyconst *) reg [AW-1:0] word;  // the word watched
  reg         written_q = 1'b0;      // it has a known value ...
  reg [W-1:0] value_q;               // ... this one
  reg         known_q = 1'b0;        // rdata_o has a known value ...
  reg [W-1:0] read_q;                // ... this one

  always @* begin
    assume (word < DEPTH);
    assume (raddr_i < DEPTH);
    assume (waddr_i < DEPTH);
  end

  wire collide = re_i && we_i && raddr_i == waddr_i;

  always @(posedge clk_i) begin
    if (we_i && waddr_i == word) begin
      written_q <= 1'b1;
      value_q   <= wdata_i;
    end
    if (re_i) begin
      known_q <= raddr_i == word && written_q && !collide;
      read_q  <= value_q;
    end
    if (known_q) assert (rdata == read_q);
    cover (known_q && !re_i && read_q != value_q);
    cover (known_q && read_q == {W{1'b1}} && collide);
  end
endmodule
