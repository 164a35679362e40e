// Proves, for any slave that keeps to AXI, but for rlast, which may be wrong:
// - AR, AW, W and fill stay with their payload until taken; ids in flight differ;
// - every BEATS-th W beat is the last, W carries a chosen write's data;
// - for a chosen line: a read is accepted only without a write in flight, a
//   write only without a read waiting for data or a write in flight;
// - a chosen read is filled once, with its address, its beats and their errors,
//   a wrong rlast being one; if it came early, without the beats.
module cg_axi_line_fv #(
    parameter integer BEATS    = 2,
    parameter integer RD_SLOTS = 2,
    parameter integer WR_SLOTS = 2,
    parameter integer RID_W = (RD_SLOTS > 1) ? $clog2(RD_SLOTS) : 1,
    parameter integer WID_W = (WR_SLOTS > 1) ? $clog2(WR_SLOTS) : 1,
    parameter integer LINE_W = 16 * BEATS
) (
    input wire              clk_i,
    input wire              rst_i,
    input wire              rd_valid_i,
    input wire [1:0]        rd_addr_i,
    input wire              rd_pick_i,   // this read is the chosen one
    input wire              wr_valid_i,
    input wire [1:0]        wr_addr_i,
    input wire [LINE_W-1:0] wr_data_i,
    input wire              fill_ready_i,
    input wire              arready_i,
    input wire              awready_i,
    input wire              wready_i,
    input wire              rvalid_i,
    input wire [RID_W-1:0]  rid_i,
    input wire [15:0]       rdata_i,
    input wire [1:0]        rresp_i,
    input wire              rwrong_i,    // rlast is not what it should be
    input wire              bvalid_i,
    input wire [WID_W-1:0]  bid_i,
    input wire [1:0]        bresp_i
);
  localparam integer LINE_BYTES = 2 * BEATS;
  localparam integer ADDR_W = 2 + $clog2(LINE_BYTES);
  wire              rd_ready, wr_ready, fill_valid, fill_tag, fill_err, wr_err, idle;
  wire              arvalid, awvalid, wvalid, wlast, rready, bready;
  wire [1:0]        fill_addr, arburst, awburst, wstrb;
  wire [LINE_W-1:0] fill_data;
  wire [ADDR_W-1:0] araddr, awaddr;
  wire [RID_W-1:0]  arid;
  wire [WID_W-1:0]  awid;
  wire [7:0]        arlen, awlen;
  wire [2:0]        arsize, awsize;
  wire [15:0]       wdata;
  wire              chosen;     // tag of the read offered
  wire              rlast;

  cg_axi_line #(.ADDR_W(ADDR_W), .LINE_BYTES(LINE_BYTES), .BEAT_BYTES(2),
                .RD_SLOTS(RD_SLOTS), .WR_SLOTS(WR_SLOTS), .TAG_W(1)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i),
      .rd_valid_i(rd_valid_i), .rd_ready_o(rd_ready), .rd_addr_i(rd_addr_i), .rd_tag_i(chosen),
      .wr_valid_i(wr_valid_i), .wr_ready_o(wr_ready), .wr_addr_i(wr_addr_i), .wr_data_i(wr_data_i),
      .fill_valid_o(fill_valid), .fill_ready_i(fill_ready_i), .fill_addr_o(fill_addr),
      .fill_tag_o(fill_tag), .fill_data_o(fill_data), .fill_err_o(fill_err), .wr_err_o(wr_err),
      .idle_o(idle),
      .m_axi_arvalid(arvalid), .m_axi_arready(arready_i), .m_axi_araddr(araddr), .m_axi_arid(arid),
      .m_axi_arlen(arlen), .m_axi_arsize(arsize), .m_axi_arburst(arburst),
      .m_axi_rvalid(rvalid_i), .m_axi_rready(rready), .m_axi_rid(rid_i), .m_axi_rdata(rdata_i),
      .m_axi_rresp(rresp_i), .m_axi_rlast(rlast),
      .m_axi_awvalid(awvalid), .m_axi_awready(awready_i), .m_axi_awaddr(awaddr), .m_axi_awid(awid),
      .m_axi_awlen(awlen), .m_axi_awsize(awsize), .m_axi_awburst(awburst),
      .m_axi_wvalid(wvalid), .m_axi_wready(wready_i), .m_axi_wdata(wdata), .m_axi_wstrb(wstrb),
      .m_axi_wlast(wlast), .m_axi_bvalid(bvalid_i), .m_axi_bready(bready), .m_axi_bid(bid_i),
      .m_axi_bresp(bresp_i));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;

  (* anyconst *) reg [1:0] c_line;
  wire rd_go = rd_valid_i && rd_ready;
  wire wr_go = wr_valid_i && wr_ready;
  wire ar_go = arvalid && arready_i;
  wire aw_go = awvalid && awready_i;
  wire w_go  = wvalid && wready_i;
  wire f_go  = fill_valid && fill_ready_i;

  // Slave: reads by id with their beats; writes by id, answered in any order
  // once the data of that many writes has arrived.
  reg [RD_SLOTS-1:0]   r_busy_q, r_ours_q;
  reg [RD_SLOTS*8-1:0] r_beat_q;
  reg [WR_SLOTS-1:0]   b_busy_q, b_ours_q, b_data_q;  // b_data: its W is complete
  reg [7:0]            w_beat_q;
  reg [WID_W-1:0]      aw_id_q;      // of the last AW
  reg                  aw_open_q;    // AW seen, its W not complete
  reg                  w_ahead_q;    // W complete, its AW not seen

  wire r_last = r_beat_q[rid_i*8 +: 8] == BEATS - 1;
  wire r_end  = r_last || rwrong_i;
  assign rlast = r_last != rwrong_i;
  wire w_end = w_go && w_beat_q == BEATS - 1;

  always @* begin
    if (init_q) assume (rst_i);
    if (!init_q) assume (!rst_i);
    if (rvalid_i) assume (rid_i < RD_SLOTS && r_busy_q[rid_i]);
    if (bvalid_i) assume (bid_i < WR_SLOTS && b_busy_q[bid_i] && b_data_q[bid_i]);
  end

  // Accesses to the chosen line: reads without all data, writes without response.
  reg [3:0] rd_open_q, wr_open_q;
  wire r_end_ours = rvalid_i && r_end && r_ours_q[rid_i];
  wire b_end_ours = bvalid_i && b_ours_q[bid_i];

  // The chosen read
  reg               live_q, known_q, err_q, cut_q;
  reg [1:0]         addr_q;
  reg [RID_W-1:0]   id_q;
  reg [LINE_W-1:0]  data_q;
  assign chosen = rd_pick_i && !live_q;
  wire ours = rvalid_i && live_q && (known_q ? rid_i == id_q : 1'b0);

  // The write being sent, and last cycle's outputs
  reg [LINE_W-1:0] w_data_q;
  reg p_ar_q, p_aw_q, p_w_q, p_f_q, new_q;
  reg [ADDR_W+RID_W-1:0] ar_q;
  reg [ADDR_W+WID_W-1:0] aw_q;
  reg [16:0]             w_q;
  reg [LINE_W+3:0]       f_q;

  always @(posedge clk_i) begin
    p_ar_q <= !rst_i && arvalid && !arready_i;
    p_aw_q <= !rst_i && awvalid && !awready_i;
    p_w_q  <= !rst_i && wvalid && !wready_i;
    p_f_q  <= !rst_i && fill_valid && !fill_ready_i;
    ar_q   <= {araddr, arid};
    aw_q   <= {awaddr, awid};
    w_q    <= {wdata, wlast};
    f_q    <= {fill_data, fill_addr, fill_tag, fill_err};
    if (wr_go) w_data_q <= wr_data_i;
    if (rst_i) begin
      r_busy_q  <= 0;
      b_busy_q  <= 0;
      w_beat_q  <= 0;
      aw_open_q <= 1'b0;
      w_ahead_q <= 1'b0;
      rd_open_q <= 0;
      wr_open_q <= 0;
      live_q    <= 1'b0;
      new_q     <= 1'b0;
    end else begin
      if (rvalid_i) begin
        r_beat_q[rid_i*8 +: 8] <= r_beat_q[rid_i*8 +: 8] + 8'd1;
        if (r_end) r_busy_q[rid_i] <= 1'b0;
      end
      if (ar_go) begin
        r_busy_q[arid] <= 1'b1;
        r_ours_q[arid] <= araddr[ADDR_W-1 -: 2] == c_line;
        r_beat_q[arid*8 +: 8] <= 8'd0;
      end
      if (bvalid_i) b_busy_q[bid_i] <= 1'b0;
      if (w_go) w_beat_q <= w_end ? 8'd0 : w_beat_q + 8'd1;
      if (aw_go) begin
        b_busy_q[awid] <= 1'b1;
        b_ours_q[awid] <= awaddr[ADDR_W-1 -: 2] == c_line;
        b_data_q[awid] <= w_ahead_q || w_end;
        aw_id_q        <= awid;
        aw_open_q      <= !(w_ahead_q || w_end);
        w_ahead_q      <= 1'b0;
      end else if (w_end) begin
        if (aw_open_q) b_data_q[aw_id_q] <= 1'b1;
        aw_open_q <= 1'b0;
        w_ahead_q <= !aw_open_q;
      end
      rd_open_q <= rd_open_q + (rd_go && rd_addr_i == c_line) - r_end_ours;
      wr_open_q <= wr_open_q + (wr_go && wr_addr_i == c_line) - b_end_ours;
      new_q     <= rd_go && chosen;
      if (rd_go && chosen) begin
        live_q  <= 1'b1;
        known_q <= 1'b0;
        addr_q  <= rd_addr_i;
        err_q   <= 1'b0;
        cut_q   <= 1'b0;
      end
      if (new_q) begin
        known_q <= 1'b1;
        id_q    <= arid;
      end
      if (ours) begin
        data_q <= {rdata_i, data_q} >> 16;
        err_q  <= err_q || rresp_i == 2'd2 || rresp_i == 2'd3 || rwrong_i;
        cut_q  <= cut_q || (rwrong_i && !r_last);
      end
      if (f_go && fill_tag) live_q <= 1'b0;
    end
  end

  always @(posedge clk_i) begin
    if (!init_q) begin
      if (p_ar_q) assert (arvalid && ar_q == {araddr, arid});
      if (p_aw_q) assert (awvalid && aw_q == {awaddr, awid});
      if (p_w_q) assert (wvalid && w_q == {wdata, wlast});
      if (p_f_q) assert (fill_valid && f_q == {fill_data, fill_addr, fill_tag, fill_err});
      if (ar_go) assert (!r_busy_q[arid] && arlen == BEATS - 1);
      if (aw_go) assert (!b_busy_q[awid] && awlen == BEATS - 1);
      if (wvalid) assert (wlast == (w_beat_q == BEATS - 1));
      if (wvalid) assert (wdata == w_data_q[16*w_beat_q +: 16]);
      if (rd_go && rd_addr_i == c_line) assert (wr_open_q == 0 && !(wr_go && wr_addr_i == c_line));
      if (wr_go && wr_addr_i == c_line) assert (wr_open_q == 0 && rd_open_q == 0);
      if (fill_valid && fill_tag) assert (live_q && known_q && fill_addr == addr_q);
      if (fill_valid && fill_tag) assert ((cut_q || fill_data == data_q) && fill_err == err_q);
      if (idle) assert (!live_q && r_busy_q == 0 && b_busy_q == 0 && rd_open_q == 0 && wr_open_q == 0);
      cover (f_go && fill_tag && fill_err && fill_data[0]);
      cover (f_go && fill_tag && fill_err && (BEATS == 1 || cut_q));
      cover (&r_busy_q && rvalid_i && ours);
      cover (&b_busy_q && bvalid_i);
      cover (rd_valid_i && rd_addr_i == c_line && wr_open_q != 0);
      cover (wr_go && wr_addr_i == c_line && fill_valid && fill_addr == c_line);
      cover (w_ahead_q && aw_go);
    end
  end
endmodule
