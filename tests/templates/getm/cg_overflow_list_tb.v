// cg_overflow_list driven by cg_overflow_list_test.c.
module cg_overflow_list_tb;
  parameter integer KEY_W  = 27;
  parameter integer ENT_W  = 40;
  parameter integer ADDR_W = 8;
  parameter integer LISTS  = 4;
  parameter integer ASKERS = 3;
  parameter integer LATE   = 0;
  localparam integer LIST_W     = (LISTS > 1) ? $clog2(LISTS) : 1;
  localparam integer WORD_PARTS = (KEY_W + ENT_W + 31) / 32;
  `include "vpi_bench.vh"

  reg                    flush = 0, push = 0, find = 0, done = 0, take = 0, pass = 0;
  reg  [KEY_W-1:0]       push_key = 0, find_key = 0;
  reg  [LIST_W-1:0]      push_list = 0, find_list = 0, next_list = 0;
  reg  [ENT_W-1:0]       push_ent = 0;
  reg                    mem_ready = 0, mem_rvalid = 0;
  reg  [KEY_W+ENT_W-1:0] mem_rdata = 0;
  wire                   ready, push_ready, put_ready, res_valid, res_found, mem_valid, mem_we, none, due;
  wire [KEY_W-1:0]       res_key;
  wire [ENT_W-1:0]       res_ent;
  wire [ADDR_W-1:0]      mem_addr, count;
  wire [KEY_W+ENT_W-1:0] mem_wdata;

  cg_overflow_list #(.KEY_W(KEY_W), .ENT_W(ENT_W), .ADDR_W(ADDR_W), .LISTS(LISTS), .ASKERS(ASKERS), .LATE(LATE)) u_dut (
      .clk_i(clk), .rst_i(rst), .flush_i(flush), .ready_o(ready),
      .push_i(push), .push_key_i(push_key), .push_list_i(push_list), .push_ent_i(push_ent), .push_ready_o(push_ready),
      .put_ready_o(put_ready),
      .find_i(find), .done_i(done), .find_key_i(find_key), .find_list_i(find_list), .none_o(none),
      .next_list_i(LATE == 2 ? next_list : find_list), .next_none_o(), .writes_o(),
      .res_valid_o(res_valid), .res_key_o(res_key),
      .res_found_o(res_found),
      .res_ent_o(res_ent), .res_take_i(take), .res_pass_i(pass), .due_o(due),
      .mem_valid_o(mem_valid), .mem_ready_i(mem_ready), .mem_we_o(mem_we), .mem_addr_o(mem_addr),
      .mem_wdata_o(mem_wdata),
      .mem_rvalid_i(mem_rvalid), .mem_rdata_i(mem_rdata), .count_o(count));

  wire search = u_dut.search;  // a search begins, for the oldest key asked for
endmodule
