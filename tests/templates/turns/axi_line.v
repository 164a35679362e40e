// Fills of cg_axi_line: whichever slot they come to, each is offered in its turn, also if they are taken slower than
// memory answers.
`timescale 1ns / 1ps
module axi_line_turns;
  localparam integer CYCLES = 12000;

  reg         clk = 1'b0, rst = 1'b1, fill_ready = 1'b0, rvalid = 1'b0;
  reg  [7:0]  tag = 8'd0;
  reg  [1:0]  rid = 2'd0;
  reg  [3:0]  asked = 4'd0;
  wire        rd_ready, fill_valid, arvalid;
  wire [7:0]  fill_tag;
  wire [1:0]  arid;
  integer     cycle, i, from[0:255], longest = 0, taken = 0;
  always #5 clk = !clk;

  cg_axi_line #(.ADDR_W(32), .LINE_BYTES(4), .BEAT_BYTES(4), .RD_SLOTS(4), .WR_SLOTS(1), .TAG_W(8)) u_line (
    .clk_i(clk), .rst_i(rst), .rd_valid_i(!rst), .rd_ready_o(rd_ready), .rd_addr_i({22'd0, tag}), .rd_tag_i(tag),
    .wr_valid_i(1'b0), .wr_addr_i(30'd0), .wr_data_i(32'd0), .fill_valid_o(fill_valid), .fill_ready_i(fill_ready),
    .fill_tag_o(fill_tag), .m_axi_arvalid(arvalid), .m_axi_arready(1'b1), .m_axi_arid(arid), .m_axi_rvalid(rvalid),
    .m_axi_rid(rid), .m_axi_rdata(32'd1), .m_axi_rresp(2'd0), .m_axi_rlast(1'b1), .m_axi_awready(1'b1),
    .m_axi_wready(1'b1), .m_axi_bvalid(1'b0), .m_axi_bid(1'b0), .m_axi_bresp(2'd0));

  always @(posedge clk) if (!rst && rd_ready) tag <= tag + 8'd1;

  initial begin
    for (i = 0; i < 256; i = i + 1) from[i] = 0;
    repeat (3) @(negedge clk);
    rst = 1'b0;
    for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin
      #1;
      if (fill_valid && fill_ready) begin
        taken = taken + 1;
        if (cycle - from[fill_tag] > longest) longest = cycle - from[fill_tag];
        from[fill_tag] = cycle;
      end
      if (rd_ready) from[tag] = cycle;
      rvalid = |asked;
      for (i = 3; i >= 0; i = i - 1) if (asked[i]) rid = i;
      if (rvalid) asked[rid] = 1'b0;
      if (arvalid) asked[arid] = 1'b1;
      @(negedge clk);
      fill_ready = cycle % 4 == 3;
    end
    for (i = 0; i < 4; i = i + 1)             // those that still wait
      if (u_line.rd_busy_q[i] && cycle - from[u_line.rd_tag_q[i]] > longest) longest = cycle - from[u_line.rd_tag_q[i]];
    $display("cg_axi_line: %0d fills, the longest wait %0d cycles", taken, longest);
    if (taken < CYCLES / 5 || longest > 64) $display("FAIL cg_axi_line: turns");
    $finish;
  end
endmodule
