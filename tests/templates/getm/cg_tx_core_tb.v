// cg_tx_core driven by cg_tx_core_test.c.
module cg_tx_core_tb;
  parameter integer WARPS       = 48;
  parameter integer TS_W        = 32;
  parameter integer ID_W        = 10;
  parameter integer OPEN        = 16;
  parameter integer TAG_W       = 5;
  parameter integer KEY_W       = 27;
  parameter integer WORDS       = 8;
  parameter integer N_W         = 8;
  parameter integer COUNT_W     = 16;
  parameter integer LOG_ENTRIES = 8;
  parameter integer PARTS       = 6;
  parameter integer HOME_SHIFT  = 3;
  parameter integer MARKERS     = 0;
  parameter integer OWN_CLOCK   = 0;
  localparam integer WARP_W = (WARPS > 1) ? $clog2(WARPS) : 1;
  localparam integer DST_W  = (PARTS > 1) ? $clog2(PARTS) : 1;
  `include "vpi_bench.vh"

  reg  [ID_W-1:0]            first_id = 0;
  reg  [$clog2(WARPS+1)-1:0] limit = 0;
  reg                        stop = 0, resume = 0;
  reg  [WARP_W-1:0]          roll_warp = 0;
  wire [WARPS-1:0]           quit;
  reg                        acc_valid = 0, acc_tx = 0, acc_store = 0, ask_ready = 0;
  reg  [WARP_W-1:0]          acc_warp = 0, ans_warp = 0, log_warp = 0;
  reg  [TAG_W-1:0]           acc_tag = 0;
  reg  [KEY_W-1:0]           acc_key = 0, ans_key = 0, log_key = 0;
  reg                        ans_valid = 0, ans_abort = 0, rsp_ready = 0;
  reg  [TS_W-1:0]            ans_seen = 0;
  reg                        log_valid = 0, log_write = 0, log_last = 0, log_again = 0, out_ready = 0;
  reg  [$clog2(WORDS)-1:0]   log_word = 0;
  reg  [31:0]                log_data = 0;
  reg  [N_W-1:0]             log_n = 0;
  wire                       over, idle, error, acc_ready, ask_valid, ans_ready, rsp_valid, log_ready, out_valid, out_mark, out_drain;
  wire [DST_W-1:0]           ask_dst, out_dst;
  wire [TS_W-1:0]            ask_time;
  wire [TAG_W-1:0]           rsp_tag;
  wire [WARP_W-1:0]          out_warp;
  wire [KEY_W-1:0]           out_key;
  wire [N_W-1:0]             out_n;
  wire [WORDS-1:0]           out_mask;
  wire [WORDS*32-1:0]        out_data;

  cg_tx_core #(.WARPS(WARPS), .TS_W(TS_W), .ID_W(ID_W), .OPEN(OPEN), .TAG_W(TAG_W), .KEY_W(KEY_W), .WORDS(WORDS), .N_W(N_W), .COUNT_W(COUNT_W),
      .LOG_ENTRIES(LOG_ENTRIES), .PARTS(PARTS), .HOME_SHIFT(HOME_SHIFT), .MARKERS(MARKERS), .OWN_CLOCK(OWN_CLOCK)) u_dut (
      .clk_i(clk), .rst_i(rst), .first_id_i(first_id), .limit_i(limit), .stop_i(stop), .resume_i(resume), .roll_warp_i(roll_warp), .quit_o(quit), .over_o(over), .idle_o(idle), .error_o(error),
      .acc_valid_i(acc_valid), .acc_ready_o(acc_ready), .acc_warp_i(acc_warp), .acc_tx_i(acc_tx), .acc_store_i(acc_store), .acc_tag_i(acc_tag),
      .acc_key_i(acc_key), .ask_valid_o(ask_valid), .ask_ready_i(ask_ready), .ask_dst_o(ask_dst), .ask_time_o(ask_time),
      .ans_valid_i(ans_valid), .ans_ready_o(ans_ready), .ans_warp_i(ans_warp), .ans_key_i(ans_key), .ans_abort_i(ans_abort), .ans_seen_i(ans_seen),
      .rsp_valid_o(rsp_valid), .rsp_ready_i(rsp_ready), .rsp_tag_o(rsp_tag),
      .log_valid_i(log_valid), .log_ready_o(log_ready), .log_warp_i(log_warp), .log_key_i(log_key), .log_write_i(log_write), .log_word_i(log_word),
      .log_data_i(log_data), .log_n_i(log_n), .log_last_i(log_last), .log_again_i(log_again),
      .out_valid_o(out_valid), .out_ready_i(out_ready), .out_mark_o(out_mark), .out_drain_o(out_drain), .out_dst_o(out_dst), .out_warp_o(out_warp), .out_key_o(out_key),
      .out_n_o(out_n), .out_mask_o(out_mask), .out_data_o(out_data));
endmodule
