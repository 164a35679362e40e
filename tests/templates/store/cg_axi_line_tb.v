// cg_axi_line against an AXI slave that answers out of order, interleaves read
// bursts, delays and refuses at will, and performs a write only when it answers
// it. Fills must carry the line as of the acceptance of the read.
module cg_axi_line_tb;
  parameter integer LINE_BYTES = 64;
  parameter integer BEAT_BYTES = 8;
  parameter integer RD_SLOTS   = 4;
  parameter integer WR_SLOTS   = 4;
  localparam integer ADDR_W = 32;
  localparam integer TAG_W  = 10;
  localparam integer LINE_W = 8 * LINE_BYTES;
  localparam integer BEAT_W = 8 * BEAT_BYTES;
  localparam integer BEATS  = LINE_BYTES / BEAT_BYTES;
  localparam integer LA_W   = ADDR_W - $clog2(LINE_BYTES);
  localparam integer RID_W  = (RD_SLOTS > 1) ? $clog2(RD_SLOTS) : 1;
  localparam integer WID_W  = (WR_SLOTS > 1) ? $clog2(WR_SLOTS) : 1;
  localparam integer LINES  = 6;
  localparam integer CYCLES = 12000;
  localparam [LA_W-1:0] BASE = 'h12348;
  `include "tb_util.vh"

  reg               rd_v = 0, wr_v = 0, fill_r = 0, arready = 0, awready = 0, wready = 0, rvalid = 0, bvalid = 0;
  reg  [LA_W-1:0]   rd_a = 0, wr_a = 0;
  reg  [TAG_W-1:0]  rd_t = 0;
  reg  [LINE_W-1:0] wr_d = 0;
  reg  [RID_W-1:0]  rid = 0;
  reg  [BEAT_W-1:0] rdata = 0;
  reg  [1:0]        rresp = 0, bresp = 0;
  reg               rlast = 0;
  reg  [WID_W-1:0]  bid = 0;
  wire              rd_r, wr_r, fill_v, fill_err, wr_err, idle, arvalid, awvalid, wvalid, wlast, rready, bready;
  wire [LA_W-1:0]   fill_a;
  wire [TAG_W-1:0]  fill_t;
  wire [LINE_W-1:0] fill_d;
  wire [ADDR_W-1:0] araddr, awaddr;
  wire [RID_W-1:0]  arid;
  wire [WID_W-1:0]  awid;
  wire [7:0]        arlen, awlen;
  wire [2:0]        arsize, awsize;
  wire [1:0]        arburst, awburst;
  wire              arlock, awlock;
  wire [3:0]        arcache, awcache, arqos, awqos;
  wire [2:0]        arprot, awprot;
  wire [BEAT_W-1:0] wdata;
  wire [BEAT_BYTES-1:0] wstrb;

  cg_axi_line #(.ADDR_W(ADDR_W), .LINE_BYTES(LINE_BYTES), .BEAT_BYTES(BEAT_BYTES),
                .RD_SLOTS(RD_SLOTS), .WR_SLOTS(WR_SLOTS), .TAG_W(TAG_W)) u_dut (
      .clk_i(clk), .rst_i(rst),
      .rd_valid_i(rd_v), .rd_ready_o(rd_r), .rd_addr_i(rd_a), .rd_tag_i(rd_t),
      .wr_valid_i(wr_v), .wr_ready_o(wr_r), .wr_addr_i(wr_a), .wr_data_i(wr_d),
      .fill_valid_o(fill_v), .fill_ready_i(fill_r), .fill_addr_o(fill_a), .fill_tag_o(fill_t),
      .fill_data_o(fill_d), .fill_err_o(fill_err), .wr_err_o(wr_err), .idle_o(idle),
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

  // Valid outputs keep their payload until taken.
  reg p_ar = 0, p_aw = 0, p_w = 0, p_f = 0;
  reg [ADDR_W+RID_W-1:0] ar_was;
  reg [ADDR_W+WID_W-1:0] aw_was;
  reg [BEAT_W:0]         w_was;
  reg [LINE_W+TAG_W+LA_W:0] f_was;
  always @(posedge clk) if (!rst) begin
    if (p_ar) check(arvalid && {araddr, arid} === ar_was, "AR stable");
    if (p_aw) check(awvalid && {awaddr, awid} === aw_was, "AW stable");
    if (p_w)  check(wvalid && {wdata, wlast} === w_was, "W stable");
    if (p_f)  check(fill_v && {fill_d, fill_t, fill_a, fill_err} === f_was, "fill stable");
    p_ar <= arvalid && !arready; ar_was <= {araddr, arid};
    p_aw <= awvalid && !awready; aw_was <= {awaddr, awid};
    p_w  <= wvalid && !wready;   w_was  <= {wdata, wlast};
    p_f  <= fill_v && !fill_r;   f_was  <= {fill_d, fill_t, fill_a, fill_err};
  end

  // Client side: lines as of the last accepted write; outstanding reads by tag.
  reg [LINE_W-1:0] c_mem [0:LINES-1];
  reg [LINE_W-1:0] x_data [0:(1<<TAG_W)-1];
  reg [LA_W-1:0]   x_addr [0:(1<<TAG_W)-1];
  reg              x_live [0:(1<<TAG_W)-1];
  // Slave side
  reg [LINE_W-1:0] s_mem [0:LINES-1];
  reg              r_busy [0:RD_SLOTS-1];
  reg              r_bad  [0:RD_SLOTS-1];
  integer          r_line [0:RD_SLOTS-1];
  integer          r_beat [0:RD_SLOTS-1];
  reg [TAG_W-1:0]  r_tag  [0:RD_SLOTS-1];
  reg              t_bad  [0:(1<<TAG_W)-1];     // read of this tag saw an error
  reg              t_cut  [0:(1<<TAG_W)-1];     // it ended early
  integer          aw_line [0:255];             // writes in AW order
  reg [WID_W-1:0]  aw_id   [0:255];
  reg              b_done  [0:255];
  reg [LINE_W-1:0] w_line  [0:255];
  integer aw_n = 0, w_n = 0, w_beat = 0, b_first = 0;
  integer reads = 0, writes = 0, fills = 0, berrs = 0, wr_errs = 0, out_of_order = 0, bad_fills = 0, parallel = 0;
  integer wrong_last = 0, strays = 0;
  integer k, j, pick, live;
  reg [TAG_W-1:0] next_tag = 0;

  // The tag of the read in flight on a line and slot: reads are issued in order.
  reg [TAG_W-1:0] ar_tags [0:255];
  integer ar_in = 0, ar_out = 0;

  task slave;
    begin
      if (arvalid && arready) begin
        check(!r_busy[arid], "AR id is free");
        check(arlen === BEATS - 1 && arburst === 1 && arsize === $clog2(BEAT_BYTES)
              && {arlock, arcache, arprot, arqos} === {1'b0, 4'd3, 3'd0, 4'd0}, "AR shape");
        check(araddr % LINE_BYTES == 0, "AR address is a line");
        r_busy[arid] = 1; r_beat[arid] = 0; r_line[arid] = araddr / LINE_BYTES - BASE;
        r_tag[arid] = ar_tags[ar_out % 256]; ar_out = ar_out + 1;
        check(x_addr[r_tag[arid]] === araddr / LINE_BYTES, "AR address");
      end
      if (awvalid && awready) begin
        check(awlen === BEATS - 1 && awburst === 1 && awsize === $clog2(BEAT_BYTES)
              && {awlock, awcache, awprot, awqos} === {1'b0, 4'd3, 3'd0, 4'd0}, "AW shape");
        aw_line[aw_n % 256] = awaddr / LINE_BYTES - BASE; aw_id[aw_n % 256] = awid; b_done[aw_n % 256] = 0;
        for (k = b_first; k < aw_n; k = k + 1)
          check(b_done[k % 256] || aw_id[k % 256] != awid, "AW id is free");
        aw_n = aw_n + 1;
      end
      if (wvalid && wready) begin
        check(&wstrb && wlast === (w_beat == BEATS - 1), "W strobes and last");
        w_line[w_n % 256][w_beat * BEAT_W +: BEAT_W] = wdata;
        w_beat = w_beat + 1;
        if (w_beat == BEATS) begin w_beat = 0; w_n = w_n + 1; end
      end
    end
  endtask

  // Chooses the responses of the next cycle; taken for sure, as r and b are
  // always ready.
  task respond(input integer p_r, input integer p_b, input integer p_bad);
    begin
      rvalid = 0; bvalid = 0;
      pick = rnd(RD_SLOTS);
      if (r_busy[pick] && pct(p_r)) begin
        rvalid = 1; rid = pick;
        rdata = s_mem[r_line[pick]][r_beat[pick] * BEAT_W +: BEAT_W];
        rresp = pct(p_bad) ? 2 + rnd(2) : rnd(2);
        if (rresp >= 2) t_bad[r_tag[pick]] = 1;
        r_beat[pick] = r_beat[pick] + 1;
        rlast = r_beat[pick] == BEATS;
        if (rlast) r_busy[pick] = 0;
        if (rnd(200) < p_bad) begin // rlast is wrong: early, or not there
          wrong_last = wrong_last + 1;
          if (!rlast) t_cut[r_tag[pick]] = 1;
          rlast = !rlast; r_busy[pick] = 0; t_bad[r_tag[pick]] = 1;
        end
      end else if (!r_busy[pick] && (!u_dut.rd_busy_q[pick] || u_dut.rd_done_q[pick]) && rnd(50) < p_bad) begin
        // nobody waits for it: it changes nothing
        rvalid = 1; rid = pick; rdata = {BEAT_BYTES{8'h5a}}; rresp = 2; rlast = rnd(2);
        strays = strays + 1;
      end
      while (b_first < aw_n && b_done[b_first % 256]) b_first = b_first + 1;
      live = (aw_n < w_n) ? aw_n : w_n;
      if (live > b_first && pct(p_b)) begin
        pick = b_first + rnd(live - b_first);
        if (!b_done[pick % 256]) begin
          if (pick != b_first) out_of_order = out_of_order + 1;
          bvalid = 1; bid = aw_id[pick % 256]; b_done[pick % 256] = 1;
          bresp = pct(p_bad) ? 2 + rnd(2) : rnd(2);
          if (bresp >= 2) berrs = berrs + 1;
          s_mem[aw_line[pick % 256]] = w_line[pick % 256];
        end
      end
    end
  endtask

  task step(input want_rd, input want_wr, input integer p_go, input integer p_b, input integer p_fill,
            input integer p_bad);
    begin
      if (!rd_v && want_rd && !x_live[next_tag]) begin rd_v = 1; rd_a = BASE + rnd(LINES); rd_t = next_tag; end
      if (!wr_v && want_wr) begin
        wr_v = 1; wr_a = BASE + rnd(LINES);
        for (k = 0; k < LINE_BYTES; k = k + 1) wr_d[8*k +: 8] = $random(seed);
      end
      fill_r = pct(p_fill); arready = pct(p_go); awready = pct(p_go); wready = pct(p_go);
      respond(p_go, p_b, p_bad);
      #1;
      check(rready && bready, "r and b always ready");
      check(!(rd_v && rd_r && wr_v && wr_r && rd_a == wr_a), "one access to a line at once");
      slave;
      if (wr_err) wr_errs = wr_errs + 1;
      if (fill_v && fill_r) begin
        check(x_live[fill_t], "fill of an outstanding read");
        check(fill_a === x_addr[fill_t] && (t_cut[fill_t] || fill_d === x_data[fill_t]), "fill address and data");
        check(fill_err === t_bad[fill_t], "fill_err_o");
        if (fill_err) bad_fills = bad_fills + 1;
        x_live[fill_t] = 0; fills = fills + 1;
      end
      live = 0;
      for (k = 0; k < RD_SLOTS; k = k + 1) live = live + r_busy[k];
      if (live > 1) parallel = parallel + 1;
      @(posedge clk);
      if (rd_v && rd_r) begin
        x_live[rd_t] = 1; x_addr[rd_t] = rd_a; x_data[rd_t] = c_mem[rd_a - BASE]; t_bad[rd_t] = 0; t_cut[rd_t] = 0;
        ar_tags[ar_in % 256] = rd_t; ar_in = ar_in + 1;
        reads = reads + 1; next_tag = next_tag + 1;
      end
      if (wr_v && wr_r) begin c_mem[wr_a - BASE] = wr_d; writes = writes + 1; end
      j = {rd_v && rd_r, wr_v && wr_r};
      @(negedge clk);
      if (j[1]) rd_v = 0;
      if (j[0]) wr_v = 0;
    end
  endtask

  integer i, p_rd, p_wr, p_go, p_b, p_fill, start;
  initial begin
    tb_start(1);
    for (i = 0; i < LINES; i = i + 1) begin
      for (k = 0; k < LINE_BYTES; k = k + 1) c_mem[i][8*k +: 8] = $random(seed);
      s_mem[i] = c_mem[i];
    end
    for (i = 0; i < (1 << TAG_W); i = i + 1) begin x_live[i] = 0; t_bad[i] = 0; t_cut[i] = 0; end
    for (i = 0; i < RD_SLOTS; i = i + 1) r_busy[i] = 0;
    repeat (3) @(negedge clk);
    rst = 0;
    check(idle, "idle after reset");
    // directed: nothing but writes at full speed, beats back to back
    start = writes;
    for (i = 0; i < 10 * BEATS + 40; i = i + 1) step(0, 1, 100, 100, 100, 0);
    check(writes - start > 4, "writes flow");
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 150 == 0) begin p_rd = rnd(101); p_wr = rnd(101); p_go = 10 + rnd(91);
        p_b = (i % 300 == 0) ? 5 : 5 + rnd(96); p_fill = 10 + rnd(91); end
      step(pct(p_rd), pct(p_wr), p_go, p_b, p_fill, 2);
    end
    for (i = 0; i < 400 * BEATS && !(idle && !rd_v && !wr_v); i = i + 1) step(0, 0, 90, 90, 90, 0);
    check(idle && reads == fills, "all reads filled, idle at the end");
    step(0, 0, 90, 90, 90, 0);
    check(wr_errs == berrs && berrs > 0 && bad_fills > 0, "errors reported");
    for (i = 0; i < LINES; i = i + 1) check(s_mem[i] === c_mem[i], "memory at the end");
    check(wrong_last > 5, "a wrong RLAST was reached");
    check(strays > 5, "beats that nobody waits for were reached");
    check(reads > 200 && writes > 200, "reads and writes were reached");
    check(RD_SLOTS == 1 || parallel > 200, "reads in parallel were reached");
    check(WR_SLOTS == 1 || out_of_order > 5, "responses out of order were reached");
    if (errors == 0) $display("PASS cg_axi_line LINE_BYTES=%0d BEAT_BYTES=%0d: %0d reads, %0d writes", LINE_BYTES,
        BEAT_BYTES, reads, writes);
    else $display("FAIL cg_axi_line LINE_BYTES=%0d BEAT_BYTES=%0d: %0d errors", LINE_BYTES, BEAT_BYTES, errors);
    $finish;
  end
endmodule
