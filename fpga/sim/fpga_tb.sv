// A board in simulation: clock, the buttons up, the other end of the serial line in C (uart.c). Ends with the report.
// Pins that a board does not have stay open.
module fpga_tb;
`ifdef FPGA_NETLIST
  localparam int DIVISOR = `FPGA_NETLIST;      // a netlist has no parameters
`else
  parameter int DIVISOR = 4;
`endif
  import "DPI-C" function void uart_start(input int divisor);
  import "DPI-C" function int uart_sample(input bit line);
  bit clk = 0;
  wire line;
  `include "fpga_board.vh"
  always #5 clk = !clk;
  fpga_top
`ifndef FPGA_NETLIST
    #(.DIVISOR(DIVISOR), .PAUSE(0), .RESET_W(3))
`endif
  u_top (
    .clk_pin_i(clk), .uart_pin_o(line)
    `FPGA_PINS
  );
  initial uart_start(DIVISOR);
  always @(posedge clk) if (uart_sample(line) != 0) $finish;
endmodule
