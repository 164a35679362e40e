// A board in simulation for tools without DPI: a clock, and the other end of the serial line, which prints what it
// hears. Ends after the line that says PASS or FAIL, or after LIMIT cycles. An unknown bit on the line is printed as
// '?'.
module gates_tb;
  parameter integer DIVISOR = 4;  // cycles of a bit
  parameter integer LIMIT = 100000;
  reg         clk = 1'b0;
  wire        line;
  reg  [7:0]  shift = 8'd0, last = 8'd0;
  reg         verdict = 1'b0;
  integer     left = 0;   // cycles until the next sample
  integer     bits = 0;   // still to come
  integer     cycles = 0;
  `include "fpga_board.vh"
  always #5 clk = !clk;
  fpga_top
`ifndef FPGA_NETLIST
    #(.DIVISOR(DIVISOR), .PAUSE(0), .RESET_W(3))  // a netlist has no parameters
`endif
  u_top (.clk_pin_i(clk), .uart_pin_o(line) `FPGA_PINS);
  always @(posedge clk) begin
    cycles <= cycles + 1;
    if (cycles == LIMIT) begin
      $display("\nno verdict after %0d cycles", LIMIT);
      $finish;
    end
    if (bits == 0) begin
      if (line === 1'b0) begin
        bits <= 9;  // the last one is the stop bit
        left <= DIVISOR + DIVISOR / 2 - 1;
      end
    end else if (left > 1) left <= left - 1;
    else begin
      left  <= DIVISOR;
      if (bits > 1) shift <= {line, shift[7:1]};
      bits  <= bits - 1;
    end
  end
  reg done = 1'b1;
  always @(posedge clk) begin
    done <= bits == 0;
    if (bits == 0 && !done) begin
      if (^shift === 1'bx) $write("?");
      else if (shift != 8'd13) $write("%c", shift);
      if (last == 8'd10 || last == 8'd0) verdict <= shift == "P" || shift == "F";
      last <= shift;
      if (shift == 8'd10 && verdict) $finish;
    end
  end
endmodule
