// cg_commit_unit driven by cg_commit_unit_test.c.
module cg_commit_unit_tb;
  parameter integer DEPTH  = 16;
  parameter integer ADDR_W = 27;
  parameter integer BYTES  = 32;
  parameter integer SPLIT  = 1;
  parameter integer CNT_W  = 8;
  parameter integer HOLD   = 0;
  localparam integer PART_W = (SPLIT > 1) ? $clog2(SPLIT) : 1;
  `include "vpi_bench.vh"

  reg                    in_valid = 0, in_last = 0, wr_ready = 0, rel_ready = 0;
  reg  [ADDR_W-1:0]      in_addr = 0;
  reg  [8*BYTES-1:0]     in_data = 0;
  reg  [BYTES-1:0]       in_mask = 0;
  reg  [SPLIT*CNT_W-1:0] in_cnt = 0;
  wire                   in_ready, wr_valid, rel_valid, merge, idle;
  wire [ADDR_W-1:0]      wr_addr, rel_addr;
  wire [8*BYTES-1:0]     wr_data;
  wire [BYTES-1:0]       wr_mask;
  wire [PART_W-1:0]      rel_part;
  wire [CNT_W-1:0]       rel_cnt;
  wire [$clog2(DEPTH+1)-1:0] count;

  cg_commit_unit #(.DEPTH(DEPTH), .ADDR_W(ADDR_W), .BYTES(BYTES), .SPLIT(SPLIT), .CNT_W(CNT_W), .HOLD(HOLD)) u_dut (
      .clk_i(clk), .rst_i(rst),
      .in_valid_i(in_valid), .in_ready_o(in_ready), .in_addr_i(in_addr), .in_data_i(in_data), .in_mask_i(in_mask),
      .in_cnt_i(in_cnt), .in_last_i(in_last),
      .wr_valid_o(wr_valid), .wr_ready_i(wr_ready), .wr_addr_o(wr_addr), .wr_data_o(wr_data), .wr_mask_o(wr_mask),
      .rel_valid_o(rel_valid), .rel_ready_i(rel_ready), .rel_addr_o(rel_addr), .rel_part_o(rel_part), .rel_cnt_o(rel_cnt),
      .count_o(count), .merge_o(merge), .idle_o(idle));

  // Written bytes, unmasked ones cleared, for the test.
  reg [8*BYTES-1:0] written;
  integer b;
  always @* for (b = 0; b < BYTES; b = b + 1) written[8*b +: 8] = wr_mask[b] ? wr_data[8*b +: 8] : 8'd0;
endmodule
