// What an AXI4 master must keep to, as assertions, and a slave that answers what was asked for, in any order, with
// anything; below, beside cg_axi_line, the master of each memory port that is emitted. Reset in the first cycle, and
// not later.
// - AR, AW, W: once valid, they stay with all that goes with them until taken
// - bursts are INCR, of the width of the bus, aligned, and do not cross 4 KB
// - AxLOCK, AxCACHE, AxPROT, AxQOS are the constants of the page: no exclusive access, normal memory that is not
//   cached but may be buffered, data, no quality of service
// - an id is not used again before its answer is there
// - wlast is with the last beat of the burst and with no other; W is at most one burst before AW or behind it
module axi_master #(
    parameter integer ADDR_W = 32,
    parameter integer BEAT_BYTES = 4,
    parameter integer ID_W = 2,
    parameter integer LEN_MAX = 255
) (
    input wire                    clk_i,
    input wire                    rst_i,
    input wire                    arvalid, arready, rvalid, rready, rlast,
    input wire                    awvalid, awready, wvalid, wready, wlast, bvalid, bready,
    input wire [ADDR_W-1:0]       araddr, awaddr,
    input wire [ID_W-1:0]         arid, rid, awid, bid,
    input wire [7:0]              arlen, awlen,
    input wire [2:0]              arsize, awsize,
    input wire [1:0]              arburst, awburst,
    input wire                    arlock, awlock,
    input wire [3:0]              arcache, awcache, arqos, awqos,
    input wire [2:0]              arprot, awprot,
    input wire [8*BEAT_BYTES-1:0] wdata,
    input wire [BEAT_BYTES-1:0]   wstrb
);
  localparam integer IDS = 1 << ID_W;
  localparam integer SIZE = $clog2(BEAT_BYTES);
  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;

  // Of a burst: the byte behind it, counted in its page of 4 KB
  wire [31:0] ar_end = {20'd0, araddr[11:0]} + ({24'd0, arlen} + 32'd1) * BEAT_BYTES;
  wire [31:0] aw_end = {20'd0, awaddr[11:0]} + ({24'd0, awlen} + 32'd1) * BEAT_BYTES;
  wire [7:0]  low = BEAT_BYTES - 1;

  reg [IDS-1:0] rd_q = 0, wr_q = 0, sent_q = 0; // reads, writes in flight; writes whose data are there
  reg [8*IDS-1:0] beat_q;                       // beats of a read so far
  reg [8*IDS-1:0] len_q;                        // of a read
  reg [7:0]       w_beat_q = 0, w_len_q;
  reg             open_q = 0, ahead_q = 0;      // AW taken and its data not complete; the other way round
  reg [ID_W-1:0]  open_id_q;
  reg [7:0]       ahead_len_q;
  wire ar_go = arvalid && arready, aw_go = awvalid && awready, w_go = wvalid && wready, w_end = w_go && wlast;

  // ---- the slave
  always @* begin
    if (init_q) assume (rst_i);
    if (!init_q) assume (!rst_i);
    if (rvalid) assume (rd_q[rid] && rlast == (beat_q[8*rid +: 8] == len_q[8*rid +: 8]));
    if (bvalid) assume (wr_q[bid] && sent_q[bid]);
  end
  always @(posedge clk_i) begin
    if (rst_i) begin
      rd_q <= 0;
      wr_q <= 0;
      open_q <= 0;
      ahead_q <= 0;
      w_beat_q <= 0;
    end else begin
      if (rvalid && rready) begin
        beat_q[8*rid +: 8] <= beat_q[8*rid +: 8] + 8'd1;
        if (rlast) rd_q[rid] <= 1'b0;
      end
      if (ar_go) begin
        rd_q[arid] <= 1'b1;
        beat_q[8*arid +: 8] <= 8'd0;
        len_q[8*arid +: 8] <= arlen;
      end
      if (bvalid && bready) wr_q[bid] <= 1'b0;
      if (w_go) w_beat_q <= wlast ? 8'd0 : w_beat_q + 8'd1;
      if (aw_go) begin
        wr_q[awid] <= 1'b1;
        sent_q[awid] <= ahead_q || w_end;
        open_q <= !(ahead_q || w_end);
        open_id_q <= awid;
        w_len_q <= awlen;
        ahead_q <= 1'b0;
      end else if (w_end) begin
        if (open_q) sent_q[open_id_q] <= 1'b1;
        open_q <= 1'b0;
        ahead_q <= !open_q;
        ahead_len_q <= w_beat_q;
      end
    end
  end

  // ---- the master
  reg ar_q = 0, aw_q = 0, w_q = 0;
  reg [ADDR_W+ID_W+24:0] ar_was, aw_was;
  wire [ADDR_W+ID_W+24:0] ar_now = {araddr, arid, arlen, arsize, arburst, arlock, arcache, arprot, arqos};
  wire [ADDR_W+ID_W+24:0] aw_now = {awaddr, awid, awlen, awsize, awburst, awlock, awcache, awprot, awqos};
  reg [9*BEAT_BYTES:0] w_was;
  always @(posedge clk_i) begin
    ar_q <= !rst_i && arvalid && !arready;
    aw_q <= !rst_i && awvalid && !awready;
    w_q <= !rst_i && wvalid && !wready;
    ar_was <= ar_now;
    aw_was <= aw_now;
    w_was <= {wdata, wstrb, wlast};
    if (!init_q) begin
      ar_stable: assert (!ar_q || (arvalid && ar_was == ar_now));
      aw_stable: assert (!aw_q || (awvalid && aw_was == aw_now));
      w_stable: assert (!w_q || (wvalid && w_was == {wdata, wstrb, wlast}));
      ar_burst: assert (!arvalid || (arburst == 2'd1 && arsize == SIZE && arlen <= LEN_MAX));
      aw_burst: assert (!awvalid || (awburst == 2'd1 && awsize == SIZE && awlen <= LEN_MAX));
      ar_kind: assert (!arvalid || {arlock, arcache, arprot, arqos} == {1'b0, 4'd3, 3'd0, 4'd0});
      ar_page: assert (!arvalid || (ar_end <= 32'd4096 && (araddr & low) == 0));
      aw_kind: assert (!awvalid || {awlock, awcache, awprot, awqos} == {1'b0, 4'd3, 3'd0, 4'd0});
      aw_page: assert (!awvalid || (aw_end <= 32'd4096 && (awaddr & low) == 0));
      ar_id: assert (!ar_go || !rd_q[arid]);
      aw_id: assert (!aw_go || !wr_q[awid]);
      w_last: assert (!w_go || !open_q || wlast == (w_beat_q == w_len_q));
      w_both: assert (!w_go || !aw_go || open_q || wlast == (w_beat_q == awlen));
      w_first: assert (!w_go || wlast || w_beat_q < LEN_MAX);
      w_ahead: assert (!aw_go || !ahead_q || ahead_len_q == awlen);
      w_one: assert (!(w_go && ahead_q) && !(aw_go && open_q));
      cover (ar_go && |rd_q);
      cover (w_end && open_q);
      cover (aw_go && ahead_q);
      cover (bvalid && !awvalid);
    end
  end
endmodule

module axi_master_fv #(
    parameter integer ADDR_W     = 13,
    parameter integer LINE_BYTES = 8,
    parameter integer BEAT_BYTES = 4,
    parameter integer SLOTS      = 2
) (
    input wire                    clk_i,
    input wire                    rst_i,
    input wire                    rd_valid, wr_valid, fill_ready, arready, awready, wready, rvalid, rlast, bvalid,
    input wire [ADDR_W-1:0]       rd_addr, wr_addr,
    input wire [8*LINE_BYTES-1:0] wr_data,
    input wire [8*BEAT_BYTES-1:0] rdata,
    input wire [1:0]              rresp, bresp,
    input wire                    rid, bid
);
  localparam integer LOW = $clog2(LINE_BYTES);
  wire                    arvalid, awvalid, wvalid, wlast, rready, bready;
  wire [ADDR_W-1:0]       araddr, awaddr;
  wire                    arid, awid;
  wire [7:0]              arlen, awlen;
  wire [2:0]              arsize, awsize;
  wire [1:0]              arburst, awburst;
  wire                    arlock, awlock;
  wire [3:0]              arcache, awcache, arqos, awqos;
  wire [2:0]              arprot, awprot;
  wire [8*BEAT_BYTES-1:0] wdata;
  wire [BEAT_BYTES-1:0]   wstrb;

  cg_axi_line #(.ADDR_W(ADDR_W), .LINE_BYTES(LINE_BYTES), .BEAT_BYTES(BEAT_BYTES), .RD_SLOTS(SLOTS), .WR_SLOTS(SLOTS),
                .TAG_W(1)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .rd_valid_i(rd_valid), .rd_ready_o(), .rd_addr_i(rd_addr[ADDR_W-1:LOW]),
      .rd_tag_i(1'b0), .wr_valid_i(wr_valid), .wr_ready_o(), .wr_addr_i(wr_addr[ADDR_W-1:LOW]), .wr_data_i(wr_data),
      .fill_valid_o(), .fill_ready_i(fill_ready), .fill_addr_o(), .fill_tag_o(), .fill_data_o(), .fill_err_o(),
      .wr_err_o(), .idle_o(),
      .m_axi_arvalid(arvalid), .m_axi_arready(arready), .m_axi_araddr(araddr), .m_axi_arid(arid),
      .m_axi_arlen(arlen), .m_axi_arsize(arsize), .m_axi_arburst(arburst),
      .m_axi_arlock(arlock), .m_axi_arcache(arcache),
      .m_axi_arprot(arprot), .m_axi_arqos(arqos),
      .m_axi_rvalid(rvalid), .m_axi_rready(rready), .m_axi_rid(rid), .m_axi_rdata(rdata), .m_axi_rresp(rresp),
      .m_axi_rlast(rlast), .m_axi_awvalid(awvalid), .m_axi_awready(awready), .m_axi_awaddr(awaddr), .m_axi_awid(awid),
      .m_axi_awlen(awlen), .m_axi_awsize(awsize), .m_axi_awburst(awburst),
      .m_axi_awlock(awlock), .m_axi_awcache(awcache),
      .m_axi_awprot(awprot), .m_axi_awqos(awqos), .m_axi_wvalid(wvalid),
      .m_axi_wready(wready), .m_axi_wdata(wdata), .m_axi_wstrb(wstrb), .m_axi_wlast(wlast), .m_axi_bvalid(bvalid),
      .m_axi_bready(bready), .m_axi_bid(bid), .m_axi_bresp(bresp));
  axi_master #(.ADDR_W(ADDR_W), .BEAT_BYTES(BEAT_BYTES), .ID_W(1), .LEN_MAX(LINE_BYTES / BEAT_BYTES - 1)) u_master (
      .clk_i(clk_i), .rst_i(rst_i), .arvalid(arvalid), .arready(arready), .rvalid(rvalid), .rready(rready),
      .rlast(rlast), .awvalid(awvalid), .awready(awready), .wvalid(wvalid), .wready(wready), .wlast(wlast),
      .bvalid(bvalid), .bready(bready), .araddr(araddr), .awaddr(awaddr), .arid(arid), .rid(rid), .awid(awid),
      .arlock(arlock), .arcache(arcache), .arprot(arprot), .arqos(arqos), .awlock(awlock), .awcache(awcache),
      .awprot(awprot), .awqos(awqos), .bid(bid), .arlen(arlen), .awlen(awlen), .arsize(arsize), .awsize(awsize),
      .arburst(arburst),
      .awburst(awburst), .wdata(wdata), .wstrb(wstrb));
endmodule
