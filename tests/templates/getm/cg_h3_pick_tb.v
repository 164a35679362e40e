// cg_h3_pick against cg_h3 of the key that is chosen, all choices and none, with random keys.
module cg_h3_pick_tb;
  parameter integer KEY_W   = 27;
  parameter integer ROWS    = 256;
  parameter integer WAY     = 0;
  parameter [31:0]  SEED    = 32'd1;
  parameter integer CHOICES = 0;
  localparam integer CHOICE_W = (CHOICES > 0) ? CHOICES : 1;
  localparam integer ROW_W    = (ROWS > 1) ? $clog2(ROWS) : 1;
  `include "tb_util.vh"

  reg  [KEY_W-1:0]          key = 0;
  reg  [CHOICE_W*KEY_W-1:0] keys = 0;
  reg  [CHOICE_W-1:0]       pick = 0;
  reg  [ROW_W-1:0]          at_row = 0;
  wire [ROW_W-1:0]          row, expected;
  wire                      at;

  cg_h3_pick #(.KEY_W(KEY_W), .ROWS(ROWS), .WAY(WAY), .SEED(SEED), .CHOICES(CHOICES)) u_dut (
      .key_i(key), .keys_i(keys), .pick_i(pick), .at_i(at_row), .row_o(row), .at_o(at));
  cg_h3 #(.KEY_W(KEY_W), .ROWS(ROWS), .WAY(WAY), .SEED(SEED)) u_ref (.key_i(key), .row_o(expected));

  integer i, n, c;
  initial begin
    tb_start(1);
    for (i = 0; i < 2000; i = i + 1) begin
      for (n = 0; n < CHOICE_W * KEY_W; n = n + 1) keys[n] = rnd(2);
      c    = rnd(CHOICE_W);
      pick = {{CHOICE_W{1'b0}}, 1'b1} << c;
      key  = keys[c*KEY_W +: KEY_W];
      #1 at_row = expected;
      if (pct(50)) at_row[rnd(ROW_W)] = !at_row[0];
      #1 check(row === expected, "the row of the key that is chosen");
      check(at === (row === at_row), "whether it is this row");
      if (CHOICES > 0) begin
        pick = 0;
        #1 check(row === {ROW_W{1'b0}} && !at, "0 without a choice");
      end
    end
    if (errors == 0) $display("PASS cg_h3_pick CHOICES=%0d", CHOICES);
    else $display("FAIL cg_h3_pick: %0d errors", errors);
    $finish;
  end
endmodule
