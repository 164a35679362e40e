// cg_depth_test: lines written by one depth after the other against an array of
// depths kept here, under random masks, from a line of zeros on.
module cg_depth_test_tb;
  parameter integer LINE_BYTES = 128;
  localparam integer WORDS = LINE_BYTES / 4;
  `include "tb_util.vh"

  reg  [31:0]             depth = 0;
  reg  [LINE_BYTES-1:0]   mask = 0;
  reg  [8*LINE_BYTES-1:0] line_in = 0;
  wire [8*LINE_BYTES-1:0] line_out;
  wire [LINE_BYTES-1:0]   be;
  reg  [31:0] least [0:WORDS-1];
  reg         wins;
  integer won = 0, lost = 0, equal = 0, torn = 0, runs = 0, i, k;

  cg_depth_test #(.LINE_BYTES(LINE_BYTES)) u_dut (
      .depth_i(depth), .mask_i(mask), .line_i(line_in), .line_o(line_out), .be_o(be));

  task one(input [31:0] d);
    begin
      depth = d;
      for (k = 0; k < WORDS; k = k + 1) mask[4*k +: 4] = pct(70) ? 4'hf : pct(70) ? 4'h0 : $random(seed);
      #1;
      for (k = 0; k < WORDS; k = k + 1) begin
        wins = mask[4*k +: 4] == 4'hf && d <= least[k];
        check(be[4*k +: 4] === (wins ? 4'hf : 4'h0), "be_o");
        if (wins && d == least[k]) equal = equal + 1;
        if (wins) won = won + 1; else if (&mask[4*k +: 4]) lost = lost + 1;
        if (|mask[4*k +: 4] && !(&mask[4*k +: 4])) torn = torn + 1;
        if (wins) begin least[k] = d; line_in[32*k +: 32] = line_out[32*k +: 32]; end
      end
      runs = runs + 1;
    end
  endtask

  initial begin
    tb_start(1);
    for (i = 0; i < 400; i = i + 1) begin
      line_in = 0;
      for (k = 0; k < WORDS; k = k + 1) least[k] = 32'hffffffff;
      one(pct(20) ? 32'hffffffff : $random(seed));
      repeat (6) one(pct(30) ? depth : pct(40) ? depth - rnd(3) : pct(20) ? 32'h7fffffff + rnd(3) : $random(seed));
      one(0);
      one(0);
    end
    check(won > 100 && lost > 100 && equal > 50 && torn > 50, "all were reached");
    if (errors == 0) $display("PASS cg_depth_test LINE_BYTES=%0d: %0d runs", LINE_BYTES, runs);
    else $display("FAIL cg_depth_test LINE_BYTES=%0d: %0d errors", LINE_BYTES, errors);
    $finish;
  end
endmodule
