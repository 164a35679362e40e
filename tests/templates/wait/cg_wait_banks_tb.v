// cg_wait_banks driven by cg_wait_banks_test.c.
module cg_wait_banks_tb;
  parameter integer ENTRIES = 4;
  parameter integer KEY_W   = 8;
  parameter integer PAY_W   = 8;
  parameter integer BANKS   = 2;
  parameter integer STAGES  = 1;
  `include "vpi_bench.vh"

  reg  [KEY_W-1:0] key = 0, next_key = 0;
  reg              park = 0, wake = 0, wake_all = 0, take = 0, commit = 0, keep = 0, rewind = 0;
  reg  [PAY_W-1:0] pay = 0;
  wire             hit, drain, room, seen_room, stale, rp_valid, idle;
  wire [KEY_W-1:0] rp_key;
  wire [PAY_W-1:0] rp_pay;
  wire [$clog2(ENTRIES+1)-1:0] count;

  cg_wait_banks #(.ENTRIES(ENTRIES), .KEY_W(KEY_W), .PAY_W(PAY_W), .BANKS(BANKS), .STAGES(STAGES)) u_dut (
      .clk_i(clk), .rst_i(rst), .next_key_i(next_key), .key_i(key), .hit_o(hit), .drain_o(drain), .room_o(room),
      .seen_room_o(seen_room), .stale_o(stale),
      .park_i(park), .pay_i(pay), .wake_i(wake), .wake_all_i(wake_all),
      .rp_valid_o(rp_valid), .rp_key_o(rp_key), .rp_pay_o(rp_pay), .rp_take_i(take),
      .rp_commit_i(commit), .rp_keep_i(keep), .rp_rewind_i(rewind), .count_o(count), .idle_o(idle));
endmodule
