// cg_max_regs driven by cg_max_regs_test.c.
module cg_max_regs_tb;
  parameter integer KEY_W  = 27;
  parameter integer FIELDS = 2;
  parameter integer W      = 32;
  `include "vpi_bench.vh"

  reg                 flush = 0, rd = 0, ins = 0;
  reg  [KEY_W-1:0]    rd_key = 0, ins_key = 0;
  reg  [FIELDS*W-1:0] ins_val = 0;
  wire                ready;
  wire [FIELDS*W-1:0] val;

  cg_max_regs #(.KEY_W(KEY_W), .FIELDS(FIELDS), .W(W)) u_dut (
      .clk_i(clk), .rst_i(rst), .flush_i(flush), .ready_o(ready),
      .rd_i(rd), .rd_key_i(rd_key), .val_o(val),
      .ins_i(ins), .ins_key_i(ins_key), .ins_val_i(ins_val));
endmodule
