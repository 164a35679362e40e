// Included inside the bench of a block that is tested from C (vpi_test.h):
// clock, reset, and the calls of the test in every cycle.
reg clk = 1'b0;
reg rst = 1'b1;

always #5 clk = ~clk;

initial begin
  $tb_start;
  repeat (3) @(negedge clk);
  rst = 1'b0;
  forever begin
    $tb_drive;
    #1 $tb_sample;
    @(negedge clk);
  end
end
