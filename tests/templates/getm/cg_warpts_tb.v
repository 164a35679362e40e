// cg_warpts driven by cg_warpts_test.c.
module cg_warpts_tb;
  parameter integer WARPS = 48;
  parameter integer TS_W  = 32;
  parameter integer ID_W  = 10;
  parameter integer OWN_CLOCK = 0;
  localparam integer WARP_W = (WARPS > 1) ? $clog2(WARPS) : 1;
  localparam integer NUM_W  = (ID_W > 0) ? ID_W : 1;
  `include "vpi_bench.vh"

  reg  [NUM_W-1:0]  first_id = 0;
  reg  [WARP_W-1:0] rd_warp = 0, report_warp = 0, advance_warp = 0, clear_warp = 0;
  reg  [TS_W-1:0]   report_time = 0;
  reg               report = 0, advance = 0, clear = 0, rd_new = 0, begins = 0, advance_new = 0, clear_core = 0;
  wire [TS_W-1:0]   rd_time;
  wire              rd_over, over;

  cg_warpts #(.WARPS(WARPS), .TS_W(TS_W), .ID_W(ID_W), .OWN_CLOCK(OWN_CLOCK)) u_dut (
      .clk_i(clk), .rst_i(rst), .first_id_i(first_id), .rd_warp_i(rd_warp), .rd_new_i(rd_new), .begin_i(begins), .rd_time_o(rd_time), .rd_over_o(rd_over),
      .report_i(report), .report_warp_i(report_warp), .report_time_i(report_time),
      .advance_i(advance), .advance_warp_i(advance_warp), .advance_new_i(advance_new), .clear_i(clear), .clear_warp_i(clear_warp), .clear_core_i(clear_core), .over_o(over));
endmodule
