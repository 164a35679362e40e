// cg_walk with two stages: a cycle of reset in the middle of a walk ends what it has on its way, too.
`timescale 1ns / 1ps
module walk_turns;
  reg     clk = 1'b0, rst = 1'b1, start = 1'b0;
  wire    busy, apply;
  integer late = 0;
  always #5 clk = !clk;

  cg_walk #(.WALKS(1), .SETS(2), .WAYS(2), .STAGES(2)) u_walk (
    .clk_i(clk), .rst_i(rst), .start_i(start), .busy_o(busy), .there_i(1'b1), .apply_o(apply));

  initial begin
    repeat (2) @(negedge clk);
    rst = 1'b0;
    start = 1'b1;
    @(negedge clk);
    start = 1'b0;
    while (!u_walk.apply_q) @(negedge clk);
    rst = 1'b1;
    @(negedge clk);
    rst = 1'b0;
    repeat (8) begin
      #1 if (apply !== 1'b0) late = late + 1;
      @(negedge clk);
    end
    $display("cg_walk: %0d places written behind the reset, busy %b", late, busy);
    if (late != 0 || busy !== 1'b0) $display("FAIL cg_walk: reset");
    $finish;
  end
endmodule
