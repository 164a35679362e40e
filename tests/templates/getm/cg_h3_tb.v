// cg_h3: two ways of one seed, driven by cg_h3_test.c.
module cg_h3_tb;
  parameter integer KEY_W = 27;
  parameter integer ROWS  = 256;
  parameter [31:0]  SEED  = 32'd1;
  localparam integer ROW_W = (ROWS > 1) ? $clog2(ROWS) : 1;
  `include "vpi_bench.vh"

  reg  [KEY_W-1:0] key = 0;
  wire [ROW_W-1:0] row0, row5;

  cg_h3 #(.KEY_W(KEY_W), .ROWS(ROWS), .WAY(0), .SEED(SEED)) u_way0 (.key_i(key), .row_o(row0));
  cg_h3 #(.KEY_W(KEY_W), .ROWS(ROWS), .WAY(5), .SEED(SEED)) u_way5 (.key_i(key), .row_o(row5));
endmodule
