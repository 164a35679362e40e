// Two masters of this project (cg_axi_line, as every controller with memory has one) and two memories (fpga_memory)
// around somebody else's AXI4 crossbar (axi_crossbar of verilog-axi): lines written and read at random, both memories
// from both masters, up to four reads and writes of each under way. What a read brings is what was written last.
module crossbar_tb;
  localparam integer TIMES = 4000;   // requests of each master
  localparam integer ADDR_W = 16;    // {memory, master, 4'd0, line of 64, byte}
  reg clk = 1'b0, rst = 1'b1;
  always #5 clk = !clk;

  wire [1:0] arvalid, arready, rvalid, rready, rlast, awvalid, awready, wvalid, wready, wlast, bvalid, bready;
  wire [1:0] arlock, awlock;
  wire [31:0] araddr, awaddr;
  wire [3:0] arid, awid, rid, bid, rresp, bresp, arburst, awburst;
  wire [15:0] arlen, awlen;
  wire [5:0] arsize, awsize, arprot, awprot;
  wire [7:0] arcache, awcache, arqos, awqos, wstrb;
  wire [63:0] rdata, wdata;
  wire [1:0] m_arvalid, m_arready, m_rvalid, m_rready, m_rlast, m_awvalid, m_awready, m_wvalid, m_wready, m_wlast;
  wire [1:0] m_bvalid, m_bready, ready;
  wire [31:0] m_araddr, m_awaddr;
  wire [5:0] m_arid, m_awid, m_rid, m_bid;
  wire [15:0] m_arlen, m_awlen;
  wire [7:0] m_wstrb;
  wire [63:0] m_rdata, m_wdata;

  integer errors = 0, reads = 0, writes = 0, fills = 0, seed = 1, from_both = 0;
  genvar g;
  generate
    for (g = 0; g < 2; g = g + 1) begin : g_master
      reg rd_valid = 1'b0, wr_valid = 1'b0;
      reg [11:0] line;                       // the number of a line: an address without its four low bits
      reg [127:0] data;
      reg [31:0] some;
      reg [3:0] tag = 4'd0;
      reg [127:0] model [0:4095];
      reg [4095:0] known = 4096'd0;
      reg [127:0] expected [0:15];
      reg [15:0] asked = 16'd0;              // known when asked for
      wire rd_ready, wr_ready, fill_valid, fill_err, wr_err, idle;
      wire [11:0] fill_addr;
      wire [3:0] fill_tag;
      wire [127:0] fill_data;
      integer done = 0;
      cg_axi_line #(.ADDR_W(ADDR_W), .LINE_BYTES(16), .BEAT_BYTES(4), .RD_SLOTS(4), .WR_SLOTS(4), .TAG_W(4)) u_line (
        .clk_i(clk), .rst_i(rst),
        .rd_valid_i(rd_valid), .rd_ready_o(rd_ready), .rd_addr_i(line), .rd_tag_i(tag),
        .wr_valid_i(wr_valid), .wr_ready_o(wr_ready), .wr_addr_i(line), .wr_data_i(data),
        .fill_valid_o(fill_valid), .fill_ready_i(1'b1), .fill_addr_o(fill_addr), .fill_tag_o(fill_tag),
        .fill_data_o(fill_data), .fill_err_o(fill_err), .wr_err_o(wr_err), .idle_o(idle),
        .m_axi_arvalid(arvalid[g]), .m_axi_arready(arready[g]), .m_axi_araddr(araddr[16*g +: 16]),
        .m_axi_arid(arid[2*g +: 2]), .m_axi_arlen(arlen[8*g +: 8]), .m_axi_arsize(arsize[3*g +: 3]),
        .m_axi_arburst(arburst[2*g +: 2]), .m_axi_arlock(arlock[g]), .m_axi_arcache(arcache[4*g +: 4]),
        .m_axi_arprot(arprot[3*g +: 3]), .m_axi_arqos(arqos[4*g +: 4]),
        .m_axi_rvalid(rvalid[g]), .m_axi_rready(rready[g]), .m_axi_rid(rid[2*g +: 2]),
        .m_axi_rdata(rdata[32*g +: 32]), .m_axi_rresp(rresp[2*g +: 2]), .m_axi_rlast(rlast[g]),
        .m_axi_awvalid(awvalid[g]), .m_axi_awready(awready[g]), .m_axi_awaddr(awaddr[16*g +: 16]),
        .m_axi_awid(awid[2*g +: 2]), .m_axi_awlen(awlen[8*g +: 8]), .m_axi_awsize(awsize[3*g +: 3]),
        .m_axi_awburst(awburst[2*g +: 2]), .m_axi_awlock(awlock[g]), .m_axi_awcache(awcache[4*g +: 4]),
        .m_axi_awprot(awprot[3*g +: 3]), .m_axi_awqos(awqos[4*g +: 4]),
        .m_axi_wvalid(wvalid[g]), .m_axi_wready(wready[g]), .m_axi_wdata(wdata[32*g +: 32]),
        .m_axi_wstrb(wstrb[4*g +: 4]), .m_axi_wlast(wlast[g]),
        .m_axi_bvalid(bvalid[g]), .m_axi_bready(bready[g]), .m_axi_bid(bid[2*g +: 2]), .m_axi_bresp(bresp[2*g +: 2])
      );
      always @(negedge clk) if (!rst) begin
        if (fill_valid) begin
          fills = fills + 1;
          if (fill_err || asked[fill_tag] && fill_data !== expected[fill_tag]) begin
            errors = errors + 1;
            if (errors < 5) $display("master %0d, line %h: %h, expected %h", g, fill_addr, fill_data,
                expected[fill_tag]);
          end
        end
        if (wr_err) errors = errors + 1;
      end
      // A request that was taken is counted and another one made; what is offered stays.
      always @(posedge clk) if (!rst) begin
        if (rd_valid && rd_ready) begin
          reads = reads + 1;
          expected[tag] = model[line];
          asked[tag] = known[line];
        end
        if (wr_valid && wr_ready) begin
          writes = writes + 1;
          model[line] = data;
          known[line] = 1'b1;
        end
        if (!(rd_valid && !rd_ready || wr_valid && !wr_ready)) begin
          if (rd_valid) tag <= tag + 4'd1;
          rd_valid <= 1'b0;
          wr_valid <= 1'b0;
          if (done < TIMES && $random(seed) % 4 != 0) begin
            done = done + 1;
            some = $random(seed);
            line <= {some[31], g[0], 4'd0, some[5:0]};
            data <= {$random(seed), $random(seed), $random(seed), $random(seed)};
            if ($random(seed) & 1) rd_valid <= 1'b1;
            else wr_valid <= 1'b1;
          end
        end
      end
      fpga_memory #(.ADDR_W(ADDR_W), .BYTES(4), .ID_W(3), .WORDS(8192)) u_memory (
        .clk_i(clk), .rst_i(rst), .ready_o(ready[g]),
        .arvalid_i(m_arvalid[g]), .arready_o(m_arready[g]), .araddr_i(m_araddr[16*g +: 16]),
        .arid_i(m_arid[3*g +: 3]), .arlen_i(m_arlen[8*g +: 8]), .rvalid_o(m_rvalid[g]), .rready_i(m_rready[g]),
        .rid_o(m_rid[3*g +: 3]), .rdata_o(m_rdata[32*g +: 32]), .rlast_o(m_rlast[g]),
        .awvalid_i(m_awvalid[g]), .awready_o(m_awready[g]), .awaddr_i(m_awaddr[16*g +: 16]),
        .awid_i(m_awid[3*g +: 3]), .wvalid_i(m_wvalid[g]), .wready_o(m_wready[g]), .wdata_i(m_wdata[32*g +: 32]),
        .wstrb_i(m_wstrb[4*g +: 4]), .wlast_i(m_wlast[g]), .bvalid_o(m_bvalid[g]), .bready_i(m_bready[g]),
        .bid_o(m_bid[3*g +: 3])
      );
    end
  endgenerate
  always @(posedge clk) if (g_master[0].fill_valid && g_master[1].fill_valid) from_both = from_both + 1;

  axi_crossbar #(
    .S_COUNT(2), .M_COUNT(2), .DATA_WIDTH(32), .ADDR_WIDTH(ADDR_W), .S_ID_WIDTH(2), .S_THREADS({2{32'd4}}),
    .M_ADDR_WIDTH({2{32'd15}})
  ) u_crossbar (
    .clk(clk), .rst(rst),
    .s_axi_awid(awid), .s_axi_awaddr(awaddr), .s_axi_awlen(awlen), .s_axi_awsize(awsize), .s_axi_awburst(awburst),
    .s_axi_awlock(awlock), .s_axi_awcache(awcache), .s_axi_awprot(awprot), .s_axi_awqos(awqos), .s_axi_awuser(2'd0),
    .s_axi_awvalid(awvalid), .s_axi_awready(awready), .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_wlast(wlast),
    .s_axi_wuser(2'd0), .s_axi_wvalid(wvalid), .s_axi_wready(wready), .s_axi_bid(bid), .s_axi_bresp(bresp),
    .s_axi_bvalid(bvalid), .s_axi_bready(bready),
    .s_axi_arid(arid), .s_axi_araddr(araddr), .s_axi_arlen(arlen), .s_axi_arsize(arsize), .s_axi_arburst(arburst),
    .s_axi_arlock(arlock), .s_axi_arcache(arcache), .s_axi_arprot(arprot), .s_axi_arqos(arqos), .s_axi_aruser(2'd0),
    .s_axi_arvalid(arvalid), .s_axi_arready(arready), .s_axi_rid(rid), .s_axi_rdata(rdata), .s_axi_rresp(rresp),
    .s_axi_rlast(rlast), .s_axi_rvalid(rvalid), .s_axi_rready(rready),
    .m_axi_awid(m_awid), .m_axi_awaddr(m_awaddr), .m_axi_awlen(m_awlen), .m_axi_awvalid(m_awvalid),
    .m_axi_awready(m_awready), .m_axi_wdata(m_wdata), .m_axi_wstrb(m_wstrb), .m_axi_wlast(m_wlast),
    .m_axi_wvalid(m_wvalid), .m_axi_wready(m_wready), .m_axi_bid(m_bid), .m_axi_bresp(4'd0), .m_axi_buser(2'd0),
    .m_axi_bvalid(m_bvalid), .m_axi_bready(m_bready),
    .m_axi_arid(m_arid), .m_axi_araddr(m_araddr), .m_axi_arlen(m_arlen), .m_axi_arvalid(m_arvalid),
    .m_axi_arready(m_arready), .m_axi_rid(m_rid), .m_axi_rdata(m_rdata), .m_axi_rresp(4'd0), .m_axi_rlast(m_rlast),
    .m_axi_ruser(2'd0), .m_axi_rvalid(m_rvalid), .m_axi_rready(m_rready)
  );

  integer cycles = 0;
  always @(posedge clk) begin
    cycles = cycles + 1;
    if (cycles == 5) rst <= 1'b0;
    if (cycles > 100 && g_master[0].done == TIMES && g_master[1].done == TIMES && fills == reads && g_master[0].idle &&
        g_master[1].idle && !g_master[0].rd_valid && !g_master[1].rd_valid && !g_master[0].wr_valid &&
        !g_master[1].wr_valid) begin
      if (errors == 0 && reads > TIMES / 2 && writes > TIMES / 2 && from_both > 0)
        $display("PASS: %0d reads, %0d writes in %0d cycles", reads, writes, cycles);
      else $display("FAIL: %0d errors, %0d reads, %0d writes", errors, reads, writes);
      $finish;
    end
    if (cycles == 150000) begin
      $display("FAIL: it does not end; %0d reads, %0d fills, %0d writes", reads, fills, writes);
      $finish;
    end
  end
endmodule
