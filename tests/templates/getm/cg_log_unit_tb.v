// cg_log_unit driven by cg_log_unit_test.c.
module cg_log_unit_tb;
  parameter integer ENTRIES    = 8;
  parameter integer KEY_W      = 27;
  parameter integer WORDS      = 8;
  parameter integer N_W        = 8;
  parameter integer WID_W      = 10;
  parameter integer PARTS      = 6;
  parameter integer HOME_SHIFT = 3;
  parameter integer MARKERS    = 1;
  localparam integer DST_W = (PARTS > 1) ? $clog2(PARTS) : 1;
  `include "vpi_bench.vh"

  reg                      in_valid = 0, in_write = 0, in_last = 0, out_ready = 0;
  reg  [KEY_W-1:0]         in_key = 0;
  reg  [WID_W-1:0]         in_wid = 0;
  reg  [$clog2(WORDS)-1:0] in_word = 0;
  reg  [31:0]              in_data = 0;
  reg  [N_W-1:0]           in_n = 0;
  wire                     in_ready, out_valid, out_mark, idle;
  wire [DST_W-1:0]         out_dst;
  wire [WID_W-1:0]         out_wid;
  wire [KEY_W-1:0]         out_key;
  wire [N_W-1:0]           out_n;
  wire [WORDS-1:0]         out_mask;
  wire [WORDS*32-1:0]      out_data;

  cg_log_unit #(.ENTRIES(ENTRIES), .KEY_W(KEY_W), .WORDS(WORDS), .N_W(N_W), .WID_W(WID_W), .PARTS(PARTS), .HOME_SHIFT(HOME_SHIFT), .MARKERS(MARKERS)) u_dut (
      .clk_i(clk), .rst_i(rst), .in_valid_i(in_valid), .in_ready_o(in_ready), .in_key_i(in_key), .in_wid_i(in_wid), .in_write_i(in_write),
      .in_word_i(in_word), .in_data_i(in_data), .in_n_i(in_n), .in_last_i(in_last),
      .out_valid_o(out_valid), .out_ready_i(out_ready), .out_mark_o(out_mark), .out_dst_o(out_dst), .out_wid_o(out_wid), .out_key_o(out_key),
      .out_n_o(out_n), .out_mask_o(out_mask), .out_data_o(out_data), .idle_o(idle));
endmodule
