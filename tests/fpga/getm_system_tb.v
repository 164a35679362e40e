// getm_system driven by getm_system_test.c; each unit is in front of an AXI4 memory of its own that serves one burst at a time.
module getm_system_tb;
  parameter integer CORES = 2;
  parameter integer CORE_WARPS = 4;
  parameter integer GRANULE = 16;
  parameter integer THROTTLE = 2;
  parameter integer PARTS = 1;
  parameter integer TS_BITS = 32;
  parameter integer OWN_CLOCK = 0;
  localparam integer WARPS = CORES * CORE_WARPS;
  localparam integer WARP_W = (CORE_WARPS > 1) ? $clog2(CORE_WARPS) : 1;
  localparam integer KEY_W = 32 - $clog2(GRANULE);
  localparam integer WORD_W = $clog2(GRANULE / 4);
  localparam integer WORDS = GRANULE / 4;
  `include "vpi_bench.vh"

  reg  [$clog2(CORE_WARPS+1)-1:0] limit = 0;
  reg  [CORES-1:0]          acc_valid = 0, rsp_ready = 0, log_valid = 0, log_write = 0, log_last = 0, log_again = 0;
  reg  [CORES*WARP_W-1:0]   acc_warp = 0, log_warp = 0;
  reg  [CORES*5-1:0]        acc_tag = 0;
  reg  [CORES*3-1:0]        acc_kind = 0, acc_op = 0;
  reg  [CORES*GRANULE-1:0]  acc_mask = 0;
  reg  [CORES*8*GRANULE-1:0] acc_data = 0;
  reg  [CORES*WORD_W-1:0]   acc_word = 0;
  reg  [CORES*32-1:0]       acc_a = 0, acc_b = 0;
  reg  [CORES*KEY_W-1:0]    acc_key = 0, log_key = 0;
  reg  [CORES*WORD_W-1:0]   log_word = 0;
  reg  [CORES*32-1:0]       log_data = 0;
  reg  [CORES*8-1:0]        log_n = 0;
  wire [CORES-1:0]          acc_ready, rsp_valid, rsp_abort, log_ready;
  wire [CORES*WARP_W-1:0]   rsp_warp_any, rsp_warp;
  wire [CORES*5-1:0]        rsp_tag_any, rsp_tag;
  wire [CORES*8*GRANULE-1:0] rsp_data;
  wire [CORES-1:0]          rsp_abort_any;
  genvar c;
  generate
    for (c = 0; c < CORES; c = c + 1) begin : g_known   // unknown where there is no answer
      assign rsp_warp[c*WARP_W +: WARP_W] = rsp_valid[c] ? rsp_warp_any[c*WARP_W +: WARP_W] : {WARP_W{1'b0}};
      assign rsp_tag[c*5 +: 5] = rsp_valid[c] ? rsp_tag_any[c*5 +: 5] : 5'd0;
      assign rsp_abort[c] = rsp_valid[c] && rsp_abort_any[c];
    end
  endgenerate
  wire                      over, idle, error;
  wire [WARPS-1:0]          quit;
  wire stopped = u_dut.g_core[0].u_core.u_end.stop_q[0];
  wire resumed = u_dut.g_core[0].u_core.answer_valid_i && u_dut.g_core[0].u_core.resume && u_dut.g_core[0].u_core.answer_index_i == 0;

  wire [PARTS-1:0]    arvalid, arready, rvalid, rready, rlast, awvalid, awready, wvalid, wready, wlast, bvalid, bready;
  wire [PARTS*32-1:0] araddr, rdata, awaddr, wdata;
  wire [PARTS*2-1:0]  arid, rid, awid, bid;
  wire [PARTS*4-1:0]  wstrb;
  wire [PARTS*8-1:0]  arlen, awlen;
  genvar p;
  generate
    for (p = 0; p < PARTS; p = p + 1) begin : g_memory
      reg         reading = 0, writing = 0, answering = 0;
      reg  [31:0] raddr = 0, waddr = 0;
      reg  [7:0]  rleft = 0;
      reg  [1:0]  rid_q = 0, bid_q = 0;
      reg  [31:0] memory[0:8191];   // the upper half: lists of entries, which are at the end of memory
      integer     m;
      initial for (m = 0; m < 8192; m = m + 1) memory[m] = 0;
      wire [12:0] rat = {raddr[31], raddr[13:2]}, wat = {waddr[31], waddr[13:2]};
      assign arready[p] = !reading;
      assign rvalid[p] = reading;
      assign rlast[p] = rleft == 0;
      assign rid[2*p +: 2] = rid_q;
      assign rdata[32*p +: 32] = memory[rat];
      assign awready[p] = !writing && !answering;
      assign wready[p] = writing;
      assign bvalid[p] = answering;
      assign bid[2*p +: 2] = bid_q;
      always @(posedge clk) begin
        if (rst) begin
          reading <= 0;
          writing <= 0;
          answering <= 0;
        end else begin
          if (arvalid[p] && !reading) begin
            reading <= 1;
            raddr <= araddr[32*p +: 32];
            rleft <= arlen[8*p +: 8];
            rid_q <= arid[2*p +: 2];
          end
          if (reading && rready[p]) begin
            raddr <= raddr + 4;
            rleft <= rleft - 1;
            if (rleft == 0) reading <= 0;
          end
          if (awvalid[p] && !writing && !answering) begin
            writing <= 1;
            waddr <= awaddr[32*p +: 32];
            bid_q <= awid[2*p +: 2];
          end
          if (writing && wvalid[p]) begin
            for (m = 0; m < 4; m = m + 1) if (wstrb[4*p + m]) memory[wat][8*m +: 8] <= wdata[32*p + 8*m +: 8];
            waddr <= waddr + 4;
            if (wlast[p]) begin
              writing <= 0;
              answering <= 1;
            end
          end
          if (answering && bready[p]) answering <= 0;
        end
      end
    end
  endgenerate

  getm_system #(.CORES(CORES), .CORE_WARPS(CORE_WARPS), .PARTS(PARTS), .TS_BITS(TS_BITS), .OWN_CLOCK(OWN_CLOCK), .GRANULE(GRANULE), .THROTTLE(THROTTLE), .OPEN(4), .VU_ROWS(2), .VU_STASH(2), .VU_APPROX_ROWS(4), .VU_LLC_SETS(2), .VU_LLC_WAYS(1)) u_dut (
      .clk_i(clk), .rst_i(rst), .limit_i(limit), .quit_o(quit), .over_o(over), .idle_o(idle), .error_o(error),
      .acc_valid_i(acc_valid), .acc_ready_o(acc_ready), .acc_warp_i(acc_warp), .acc_kind_i(acc_kind), .acc_tag_i(acc_tag), .acc_key_i(acc_key),
      .acc_mask_i(acc_mask), .acc_data_i(acc_data), .acc_op_i(acc_op), .acc_word_i(acc_word), .acc_a_i(acc_a), .acc_b_i(acc_b),
      .rsp_valid_o(rsp_valid), .rsp_ready_i(rsp_ready), .rsp_warp_o(rsp_warp_any), .rsp_tag_o(rsp_tag_any), .rsp_abort_o(rsp_abort_any), .rsp_data_o(rsp_data),
      .log_valid_i(log_valid), .log_ready_o(log_ready), .log_warp_i(log_warp), .log_key_i(log_key), .log_write_i(log_write), .log_word_i(log_word),
      .log_data_i(log_data), .log_n_i(log_n), .log_last_i(log_last), .log_again_i(log_again),
      .axi_arvalid_o(arvalid), .axi_arready_i(arready), .axi_araddr_o(araddr), .axi_arid_o(arid), .axi_arlen_o(arlen), .axi_arsize_o(), .axi_arburst_o(),
      .axi_arlock_o(), .axi_arcache_o(), .axi_arprot_o(), .axi_arqos_o(),
      .axi_rvalid_i(rvalid), .axi_rready_o(rready), .axi_rid_i(rid), .axi_rdata_i(rdata), .axi_rresp_i({PARTS{2'b00}}), .axi_rlast_i(rlast),
      .axi_awvalid_o(awvalid), .axi_awready_i(awready), .axi_awaddr_o(awaddr), .axi_awid_o(awid), .axi_awlen_o(awlen), .axi_awsize_o(), .axi_awburst_o(),
      .axi_awlock_o(), .axi_awcache_o(), .axi_awprot_o(), .axi_awqos_o(),
      .axi_wvalid_o(wvalid), .axi_wready_i(wready), .axi_wdata_o(wdata), .axi_wstrb_o(wstrb), .axi_wlast_o(wlast),
      .axi_bvalid_i(bvalid), .axi_bready_o(bready), .axi_bid_i(bid), .axi_bresp_i({PARTS{2'b00}}));
endmodule
