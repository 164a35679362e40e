// Proves for row counts that are powers of two: keys that differ only within
// the first min(KEY_W, row bits) bits have different rows, and the hash is
// linear (two keys, their exclusive-or). For other row counts: rows exist.
module cg_h3_fv #(
    parameter integer KEY_W = 8,
    parameter integer ROWS  = 4,
    parameter integer WAY   = 0,
    parameter [31:0]  SEED  = 32'd1
) (
    input wire             clk_i,
    input wire [KEY_W-1:0] a_i,
    input wire [KEY_W-1:0] b_i
);
  localparam integer ROW_W = (ROWS > 1) ? $clog2(ROWS) : 1;
  localparam integer POWER = ROWS == (1 << $clog2(ROWS));
  localparam integer RANK  = (KEY_W < $clog2(ROWS)) ? KEY_W : $clog2(ROWS);
  wire [ROW_W-1:0] a, b, both;

  cg_h3 #(.KEY_W(KEY_W), .ROWS(ROWS), .WAY(WAY), .SEED(SEED)) u_a (.key_i(a_i), .row_o(a));
  cg_h3 #(.KEY_W(KEY_W), .ROWS(ROWS), .WAY(WAY), .SEED(SEED)) u_b (.key_i(b_i), .row_o(b));
  cg_h3 #(.KEY_W(KEY_W), .ROWS(ROWS), .WAY(WAY), .SEED(SEED)) u_both (.key_i(a_i ^ b_i), .row_o(both));

  always @(posedge clk_i) begin
    assert (a < ROWS);
    if (POWER) assert (both == (a ^ b));
    if (POWER && a_i != b_i && ((a_i ^ b_i) >> RANK) == 0) assert (a != b);
    cover (a_i != b_i && (KEY_W <= RANK || a == b));
    cover (a != b && a == 0);
  end
endmodule
