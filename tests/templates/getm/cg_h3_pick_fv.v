// Proves that the row is that of the key that is chosen, and 0 if none is; and what is said of at_i.
module cg_h3_pick_fv #(
    parameter integer KEY_W    = 8,
    parameter integer ROWS     = 4,
    parameter integer WAY      = 0,
    parameter [31:0]  SEED     = 32'd1,
    parameter integer CHOICES  = 0,
    parameter integer CHOICE_W = (CHOICES > 0) ? CHOICES : 1
) (
    input wire                      clk_i,
    input wire [KEY_W-1:0]          key_i,
    input wire [CHOICE_W*KEY_W-1:0] keys_i,
    input wire [CHOICE_W-1:0]       pick_i,
    input wire [((ROWS > 1) ? $clog2(ROWS) : 1)-1:0] at_i
);
  localparam integer ROW_W = (ROWS > 1) ? $clog2(ROWS) : 1;
  wire [ROW_W-1:0] row, expected;
  wire             at;
  reg  [KEY_W-1:0] chosen;
  integer i;
  always @* begin
    chosen = {KEY_W{1'b0}};
    for (i = 0; i < CHOICE_W; i = i + 1) if (pick_i[i]) chosen = keys_i[i*KEY_W +: KEY_W];
    assume ((pick_i & (pick_i - 1'b1)) == {CHOICE_W{1'b0}});
  end

  cg_h3_pick #(.KEY_W(KEY_W), .ROWS(ROWS), .WAY(WAY), .SEED(SEED), .CHOICES(CHOICES)) u_dut (
      .key_i(key_i), .keys_i(keys_i), .pick_i(pick_i), .at_i(at_i), .row_o(row), .at_o(at));
  cg_h3 #(.KEY_W(KEY_W), .ROWS(ROWS), .WAY(WAY), .SEED(SEED)) u_ref (
      .key_i(CHOICES > 0 ? chosen : key_i), .row_o(expected));

  always @(posedge clk_i) begin
    if (CHOICES == 0 || |pick_i) assert (row == expected);
    else assert (row == {ROW_W{1'b0}});
    assert (at == ((CHOICES == 0 || |pick_i) && row == at_i));
    cover (|pick_i && row != {ROW_W{1'b0}});
  end
endmodule
