// cg_llc driven by cg_llc_test.c.
module cg_llc_tb;
  parameter integer SETS       = 4;
  parameter integer WAYS       = 2;
  parameter integer SLICES     = 1;
  parameter integer ADDR_W     = 32;
  parameter integer LINE_BYTES = 32;
  parameter integer BEAT_BYTES = 8;
  parameter integer WR_SLOTS   = 2;
  parameter integer QUEUE      = 4;
  parameter integer RESPONSES  = 4;
  parameter integer RMW        = 0;
  parameter integer LATE       = 0;
  localparam integer KEY_W = ADDR_W - $clog2(LINE_BYTES);
  localparam integer WID_W = (WR_SLOTS > 1) ? $clog2(WR_SLOTS) : 1;
  `include "vpi_bench.vh"

  reg                     req_valid = 0, req_rd = 0, rsp_ready = 0;
  reg  [KEY_W-1:0]        req_key = 0;
  reg  [LINE_BYTES-1:0]   req_be = 0;
  reg  [3:0]              req_rmw = 0;
  reg  [8*LINE_BYTES-1:0] req_wdata = 0;
  wire                    req_ready, rsp_valid, rsp_err, drop, wr_err, idle;
  wire [8*LINE_BYTES-1:0] rsp_data;
  reg                     arready = 0, awready = 0, wready = 0, rvalid = 0, rid = 0, rlast = 0, bvalid = 0;
  reg  [8*BEAT_BYTES-1:0] rdata = 0;
  reg  [1:0]              rresp = 0, bresp = 0;
  reg  [WID_W-1:0]        bid = 0;
  wire                    arvalid, arid, awvalid, wvalid, wlast, rready, bready;
  wire [ADDR_W-1:0]       araddr, awaddr;
  wire [WID_W-1:0]        awid;
  wire [7:0]              arlen, awlen;
  wire [2:0]              arsize, awsize;
  wire [1:0]              arburst, awburst;
  wire                    arlock, awlock;
  wire [3:0]              arcache, awcache, arqos, awqos;
  wire [2:0]              arprot, awprot;
  wire [8*BEAT_BYTES-1:0] wdata;
  wire [BEAT_BYTES-1:0]   wstrb;
  // The oldest request has been performed: the model follows it at this moment.
  wire                    done = u_dut.t_done;

  cg_llc #(.SETS(SETS), .WAYS(WAYS), .SLICES(SLICES), .ADDR_W(ADDR_W), .LINE_BYTES(LINE_BYTES), .BEAT_BYTES(BEAT_BYTES),
           .WR_SLOTS(WR_SLOTS), .QUEUE(QUEUE), .RESPONSES(RESPONSES), .RMW(RMW), .LATE(LATE)) u_dut (
      .clk_i(clk), .rst_i(rst),
      .req_valid_i(req_valid), .req_ready_o(req_ready), .req_key_i(req_key), .req_rd_i(req_rd), .req_rmw_i(req_rmw),
      .req_be_i(req_be), .req_wdata_i(req_wdata),
      .rsp_valid_o(rsp_valid), .rsp_ready_i(rsp_ready), .rsp_data_o(rsp_data), .rsp_err_o(rsp_err),
      .drop_o(drop), .wr_err_o(wr_err), .idle_o(idle),
      .m_axi_arvalid(arvalid), .m_axi_arready(arready), .m_axi_araddr(araddr), .m_axi_arid(arid),
      .m_axi_arlen(arlen), .m_axi_arsize(arsize), .m_axi_arburst(arburst),
      .m_axi_arlock(arlock), .m_axi_arcache(arcache), .m_axi_arprot(arprot), .m_axi_arqos(arqos),
      .m_axi_rvalid(rvalid), .m_axi_rready(rready), .m_axi_rid(rid), .m_axi_rdata(rdata),
      .m_axi_rresp(rresp), .m_axi_rlast(rlast),
      .m_axi_awvalid(awvalid), .m_axi_awready(awready), .m_axi_awaddr(awaddr), .m_axi_awid(awid),
      .m_axi_awlen(awlen), .m_axi_awsize(awsize), .m_axi_awburst(awburst),
      .m_axi_awlock(awlock), .m_axi_awcache(awcache), .m_axi_awprot(awprot), .m_axi_awqos(awqos),
      .m_axi_wvalid(wvalid), .m_axi_wready(wready), .m_axi_wdata(wdata), .m_axi_wstrb(wstrb),
      .m_axi_wlast(wlast), .m_axi_bvalid(bvalid), .m_axi_bready(bready), .m_axi_bid(bid), .m_axi_bresp(bresp));
endmodule
