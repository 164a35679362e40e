// The clock of a chip on the board, inverted, in simulation.
module fpga_clock_out (
  input  wire clk_i,
  output wire clk_o
);
  assign clk_o = !clk_i;
endmodule
