// What one access of a table of times costs on its own: a word is read, compared with a register, the greater one is
// chosen and written back, all in one cycle. WAYS 2: of two memories, by a bit from a register. CHAINS 2: a sum of the
// greater one and a second comparison stand behind it. scripts/fpga_bound.sh places and routes it.
module bound #(
  parameter integer WAYS   = 1,
  parameter integer CHAINS = 1
) (
  input  wire        clk_i,
  input  wire        we_i,
  input  wire [3:0]  addr_i,
  input  wire [31:0] time_i,
  output reg  [31:0] time_o
);
  reg        we_q, way_q;
  reg [3:0]  addr_q;
  reg [31:0] time_q;
  always @(posedge clk_i) begin
    we_q   <= we_i;
    way_q  <= WAYS == 2 && (time_i[0] ^ we_i);
    addr_q <= addr_i;
    time_q <= time_i;
  end

  reg [31:0] first [0:15];
  reg [31:0] second [0:15];
  wire [31:0] word    = way_q ? second[addr_q] : first[addr_q];
  wire [31:0] greater = word > time_q ? word : time_q;
  wire [31:0] leased  = greater + 32'd8;
  wire [31:0] chosen  = CHAINS == 1 ? greater : leased > time_i ? leased : time_i;
  always @(posedge clk_i) begin
    if (we_q && !way_q) first[addr_q] <= chosen;
    if (we_q && way_q) second[addr_q] <= chosen;
    time_o <= chosen;
  end
endmodule
