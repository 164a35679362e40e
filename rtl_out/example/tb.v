// Clock and reset for the module that macro EXAMPLE names, and what comes of it. No synthesiser reads this file.
module tb;
  reg clk = 1'b0, rst = 1'b1;
  wire done, failed;
  integer cycles = 0;
  `EXAMPLE u_example (.clk_i(clk), .rst_i(rst), .done_o(done), .failed_o(failed));
  initial forever #5 clk = !clk;
  initial begin
    repeat (3) @(negedge clk);
    rst = 1'b0;
    while (!done && !failed && cycles < 20000) begin
      @(negedge clk);
      cycles = cycles + 1;
    end
    if (done && !failed) $display("PASSED after %0d cycles", cycles);
    else $display("FAILED after %0d cycles", cycles);
    $finish;
  end
endmodule
