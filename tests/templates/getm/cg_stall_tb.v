// cg_stall driven by cg_stall_test.c.
module cg_stall_tb;
  parameter integer LINES   = 4;
  parameter integer ENTRIES = 4;
  parameter integer KEY_W   = 8;
  parameter integer TS_W    = 8;
  parameter integer PAY_W   = 8;
  localparam integer PLACES = LINES * ENTRIES;
  `include "vpi_bench.vh"

  reg  [KEY_W-1:0] key = 0;
  reg              park = 0, wake = 0, take = 0, commit = 0, keep = 0, rewind = 0;
  reg  [TS_W-1:0]  ts = 0;
  reg  [PAY_W-1:0] pay = 0;
  wire             has, room, seen_room, stale, rp_valid, idle;
  wire [KEY_W-1:0] rp_key;
  wire [PAY_W-1:0] rp_pay;
  wire [TS_W-1:0]  rp_ts;
  wire [$clog2(PLACES+1)-1:0] count;
  wire [$clog2(LINES+1)-1:0]  lines;
  localparam integer LW = (LINES > 1) ? $clog2(LINES) : 1;
  localparam integer EW = (ENTRIES > 1) ? $clog2(ENTRIES) : 1;
  reg              pw = 0, pw_we = 0;
  reg  [LW-1:0]    pw_idx = 0;
  reg  [EW-1:0]    pw_word = 0;
  wire [LW-1:0]    line;

  cg_stall #(.LINES(LINES), .ENTRIES(ENTRIES), .KEY_W(KEY_W), .TS_W(TS_W), .PAY_W(PAY_W)) u_dut (
      .clk_i(clk), .rst_i(rst), .key_i(key), .next_key_i({KEY_W{1'b0}}), .has_o(has), .room_o(room),
      .seen_room_o(seen_room), .stale_o(stale),
      .park_i(park), .ts_i(ts), .pay_i(pay), .wake_i(wake),
      .rp_valid_o(rp_valid), .rp_key_o(rp_key), .rp_pay_o(rp_pay), .rp_ts_o(rp_ts), .rp_take_i(take),
      .rp_commit_i(commit), .rp_keep_i(keep), .rp_rewind_i(rewind),
      .line_o(line), .pw_i(pw), .pw_idx_i(pw_idx), .pw_word_i(pw_word), .pw_we_i(pw_we),
      .count_o(count), .lines_o(lines), .idle_o(idle));
endmodule
