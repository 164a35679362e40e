// cg_time against a count of cycles, with resets at random.
module cg_time_tb;
  parameter integer W = 3;
  parameter integer EVERY = 4;
  `include "tb_util.vh"

  wire [W-1:0] now;
  wire         last;
  cg_time #(.W(W), .EVERY(EVERY)) u_dut (.clk_i(clk), .rst_i(rst), .time_o(now), .last_o(last));

  integer age, i, ends = 0, ticks;

  initial begin
    tb_start(1);
    rst = 1;
    age = 0;
    repeat (2) @(negedge clk);
    rst = 0;
    for (i = 0; i < 4 * (EVERY << W) + 50; i = i + 1) begin
      #1;
      ticks = age / EVERY;
      check(now === ticks[W-1:0], "time_o");
      check(last === ((age % EVERY == EVERY - 1) && (&ticks[W-1:0])), "last_o");
      if (last) ends = ends + 1;
      age = age + 1;
      if (i > 2 * (EVERY << W) && pct(1)) begin
        rst = 1;
        age = 0;
      end
      @(negedge clk);
      rst = 0;
    end
    check(ends >= 2, "it goes round");
    if (errors == 0) $display("PASS cg_time W=%0d EVERY=%0d: %0d rounds", W, EVERY, ends);
    else $display("FAIL cg_time W=%0d EVERY=%0d: %0d errors", W, EVERY, errors);
    $finish;
  end
endmodule
