`include "getm/fv_filter.vh"
// Proves the promise of cg_bloom_max (fv_filter).
module cg_bloom_max_fv #(
    parameter integer WAYS  = 2,
    parameter integer ROWS  = 2,
    parameter integer KEY_W = 2,
    parameter integer W     = 2,
    parameter integer STAGES = 1
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
  wire         ready, seen_stale;
  wire [W-1:0] seen_val, next;
  // With STAGES 3 as T has it what was shown in the cycle before.
  reg          stale_q;
  reg  [W-1:0] val_q;
  always @(posedge clk_i) {stale_q, val_q} <= {seen_stale, seen_val};
  wire         stale = STAGES == 3 ? stale_q : seen_stale;
  wire [W-1:0] val   = STAGES == 3 ? val_q : seen_val;
  cg_bloom_max #(.WAYS(WAYS), .ROWS(ROWS), .KEY_W(KEY_W), .FIELDS(1), .W(W), .STAGES(STAGES)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .flush_i(flush_i), .ready_o(ready), .rd_i(rd_i), .rd_key_i(rd_key_i), 
      .rd_keys_i(rd_key_i), .rd_pick_i(1'b1),
      .val_o(seen_val), .stale_o(seen_stale), .next_val_o(next),
      .ins_i(ins_i), .ins_key_i(ins_key_i), .ins_val_i(ins_val_i));
  fv_filter #(.KEY_W(KEY_W), .W(W), .STAGES(STAGES)) u_check (
      .clk_i(clk_i), .rst_i(rst_i), .flush_i(flush_i), .ready_i(ready), .rd_i(rd_i), .rd_key_i(rd_key_i), .val_i(val),
      .stale_i(stale),
      .ins_i(ins_i), .ins_key_i(ins_key_i), .ins_val_i(ins_val_i));
  reg          look_q = 1'b0, t_q = 1'b0;  // a look-up one cycle ago, and two
  reg  [W-1:0] next_q;
  always @(posedge clk_i) begin
    look_q <= rd_i && !rst_i;
    t_q    <= look_q && !rst_i;
    next_q <= next;
    if (STAGES != 1 && t_q) assert (seen_val == next_q);
  end
endmodule
