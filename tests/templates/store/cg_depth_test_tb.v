// cg_depth_test: lines written by one depth after the other against an array of
// depths kept here, under random masks, from a line of zeros on.
module cg_depth_test_tb;
  parameter integer LINE_BYTES = 128;
  parameter integer DEPTH_BITS = 32;
  localparam integer BYTES = DEPTH_BITS / 8;
  localparam integer PARTS = LINE_BYTES / BYTES;
  localparam [BYTES-1:0] FULL = {BYTES{1'b1}};
  localparam [DEPTH_BITS-1:0] LAST = {DEPTH_BITS{1'b1}};
  `include "tb_util.vh"

  reg  [DEPTH_BITS-1:0]   depth = 0;
  reg  [LINE_BYTES-1:0]   mask = 0;
  reg  [8*LINE_BYTES-1:0] line_in = 0;
  wire [8*LINE_BYTES-1:0] line_out;
  wire [LINE_BYTES-1:0]   be;
  reg  [DEPTH_BITS-1:0] least [0:PARTS-1];
  reg         wins;
  integer won = 0, lost = 0, equal = 0, torn = 0, runs = 0, i, k;

  cg_depth_test #(.LINE_BYTES(LINE_BYTES), .DEPTH_BITS(DEPTH_BITS)) u_dut (
      .depth_i(depth), .mask_i(mask), .line_i(line_in), .line_o(line_out), .be_o(be));

  task one(input [DEPTH_BITS-1:0] d);
    begin
      depth = d;
      for (k = 0; k < PARTS; k = k + 1) mask[BYTES*k +: BYTES] = pct(70) ? FULL : pct(70) ? {BYTES{1'b0}} :
          $random(seed);
      #1;
      for (k = 0; k < PARTS; k = k + 1) begin
        wins = mask[BYTES*k +: BYTES] == FULL && d <= least[k];
        check(be[BYTES*k +: BYTES] === {BYTES{wins}}, "be_o");
        if (wins && d == least[k]) equal = equal + 1;
        if (wins) won = won + 1; else if (&mask[BYTES*k +: BYTES]) lost = lost + 1;
        if (|mask[BYTES*k +: BYTES] && !(&mask[BYTES*k +: BYTES])) torn = torn + 1;
        if (wins) begin least[k] = d; line_in[DEPTH_BITS*k +: DEPTH_BITS] = line_out[DEPTH_BITS*k +: DEPTH_BITS]; end
      end
      runs = runs + 1;
    end
  endtask

  initial begin
    tb_start(1);
    for (i = 0; i < 400; i = i + 1) begin
      line_in = 0;
      for (k = 0; k < PARTS; k = k + 1) least[k] = LAST;
      one(pct(20) ? LAST : $random(seed));
      repeat (6) one(pct(30) ? depth : pct(40) ? depth - rnd(3) : pct(20) ? (LAST >> 1) + rnd(3) : $random(seed));
      one(0);
      one(0);
    end
    check(won > 100 && lost > 100 && equal > 50 && (torn > 50 || BYTES == 1), "all were reached");
    if (errors == 0) $display("PASS cg_depth_test LINE_BYTES=%0d DEPTH_BITS=%0d: %0d runs", LINE_BYTES,
                              DEPTH_BITS, runs);
    else $display("FAIL cg_depth_test LINE_BYTES=%0d DEPTH_BITS=%0d: %0d errors", LINE_BYTES, DEPTH_BITS, errors);
    $finish;
  end
endmodule
