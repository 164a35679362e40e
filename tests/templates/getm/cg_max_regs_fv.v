`include "getm/fv_filter.vh"
// Proves the promise of cg_max_regs (fv_filter).
module cg_max_regs_fv #(
    parameter integer KEY_W = 2,
    parameter integer W     = 2
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire             flush_i,
    input wire             rd_i,
    input wire [KEY_W-1:0] rd_key_i,
    input wire             ins_i,
    input wire [KEY_W-1:0] ins_key_i,
    input wire [W-1:0]     ins_val_i
);
  wire         ready;
  wire [W-1:0] val;
  cg_max_regs #(.KEY_W(KEY_W), .FIELDS(1), .W(W)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .flush_i(flush_i), .ready_o(ready), .rd_i(rd_i), .rd_key_i(rd_key_i), .val_o(val),
      .ins_i(ins_i), .ins_key_i(ins_key_i), .ins_val_i(ins_val_i));
  fv_filter #(.KEY_W(KEY_W), .W(W)) u_check (
      .clk_i(clk_i), .rst_i(rst_i), .flush_i(flush_i), .ready_i(ready), .rd_i(rd_i), .rd_key_i(rd_key_i), .val_i(val),
      .stale_i(1'b0),
      .ins_i(ins_i), .ins_key_i(ins_key_i), .ins_val_i(ins_val_i));
endmodule
