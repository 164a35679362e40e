// What data paths have written (results.xml), in replies, masks of writes and messages, against arrays kept here:
// random draws, wipes and double tests of a few lines, which leave and are fetched again.
module results_tb;
  localparam integer WORDS = 4, KEYS = 12;
  reg clk = 1'b0, rst = 1'b1;
  always #5 clk = ~clk;

  reg          req_valid = 0;
  reg  [1:0]   req_kind = 0;
  reg  [11:0]  req_key = 0;
  reg  [31:0]  req_depth = 0;
  reg  [15:0]  req_mask = 0;
  reg  [127:0] req_colour = 0;
  wire         req_ready, rep_valid, rep_kind, error;
  wire [15:0]  rep_mask;
  wire [127:0] rep_was;
  wire arvalid, arready, rvalid, rready, rlast, awvalid, awready, wvalid, wready, wlast, bvalid, bready;
  wire [1:0] arid, rid, awid, bid;
  wire [7:0] arlen;
  wire [15:0] araddr, awaddr;
  wire [31:0] rdata, wdata;
  wire [3:0] wstrb;

  results dut (
    .clk_i(clk), .rst_i(rst), .bank_core_req_valid_i(req_valid), .bank_core_req_ready_o(req_ready),
    .bank_core_req_kind_i(req_kind), .bank_core_req_key_i(req_key), .bank_core_req_depth_i(req_depth),
    .bank_core_req_mask_i(req_mask), .bank_core_req_colour_i(req_colour), .bank_core_rep_valid_o(rep_valid),
    .bank_core_rep_ready_i(1'b1), .bank_core_rep_kind_o(rep_kind), .bank_core_rep_mask_o(rep_mask),
    .bank_core_rep_was_o(rep_was),
    .bank_mem_axi_arvalid_o(arvalid), .bank_mem_axi_arready_i(arready), .bank_mem_axi_araddr_o(araddr),
    .bank_mem_axi_arid_o(arid), .bank_mem_axi_arlen_o(arlen), .bank_mem_axi_arsize_o(), .bank_mem_axi_arburst_o(),
    .bank_mem_axi_arlock_o(), .bank_mem_axi_arcache_o(), .bank_mem_axi_arprot_o(), .bank_mem_axi_arqos_o(),
    .bank_mem_axi_rvalid_i(rvalid), .bank_mem_axi_rready_o(rready), .bank_mem_axi_rid_i(rid),
    .bank_mem_axi_rdata_i(rdata), .bank_mem_axi_rresp_i(2'd0), .bank_mem_axi_rlast_i(rlast),
    .bank_mem_axi_awvalid_o(awvalid), .bank_mem_axi_awready_i(awready), .bank_mem_axi_awaddr_o(awaddr),
    .bank_mem_axi_awid_o(awid), .bank_mem_axi_awlen_o(), .bank_mem_axi_awsize_o(), .bank_mem_axi_awburst_o(),
    .bank_mem_axi_awlock_o(), .bank_mem_axi_awcache_o(), .bank_mem_axi_awprot_o(), .bank_mem_axi_awqos_o(),
    .bank_mem_axi_wvalid_o(wvalid), .bank_mem_axi_wready_i(wready), .bank_mem_axi_wdata_o(wdata),
    .bank_mem_axi_wstrb_o(wstrb), .bank_mem_axi_wlast_o(wlast), .bank_mem_axi_bvalid_i(bvalid),
    .bank_mem_axi_bready_o(bready), .bank_mem_axi_bid_i(bid), .bank_mem_axi_bresp_i(2'd0), .error_o(error));
  axi_memory #(.WORDS(256), .ID_W(2)) u_memory (
    .clk_i(clk), .rst_i(rst), .arvalid_i(arvalid), .arready_o(arready), .araddr_i({16'd0, araddr}), .arid_i(arid),
    .arlen_i(arlen), .rvalid_o(rvalid), .rready_i(rready), .rid_o(rid), .rdata_o(rdata), .rlast_o(rlast),
    .awvalid_i(awvalid), .awready_o(awready), .awaddr_i({16'd0, awaddr}), .awid_i(awid), .wvalid_i(wvalid),
    .wready_o(wready), .wdata_i(wdata), .wstrb_i(wstrb), .wlast_i(wlast), .bvalid_o(bvalid), .bready_i(bready),
    .bid_o(bid));

  // As kept: complements of depths, colours of lines that are here, in the order in which a line came.
  reg [31:0] depth [0:KEYS*WORDS-1];
  reg [31:0] colour [0:KEYS*WORDS-1];
  reg [KEYS-1:0] here = 0;
  reg [15:0]  won, one, both, told_first, told_both;
  reg [127:0] was;
  integer errors = 0, wins = 0, losses = 0, fetches = 0, seed = 1, i, w, k;
  wire [11:0] victim = dut.g_bank[0].u.u_ctl.t_key_q;

  // A line that leaves loses its colours.
  always @(posedge clk)
    if (dut.g_bank[0].u.u_ctl.t_fire && dut.g_bank[0].u.u_ctl.st_z_free) here[victim] = 1'b0;

  reg [1:0] asked;
  task ask(input [1:0] kind);
    begin
      @(negedge clk);
      told_first = one;                   // `one` and `both` are set before the cycle of the answer ends
      told_both = both;
      req_kind = kind;
      req_valid = 1'b1;
      @(posedge clk);
      while (!req_ready) @(posedge clk);
      @(negedge clk);
      req_valid = 1'b0;
      while (!rep_valid) @(negedge clk);
    end
  endtask

  // Message Won, when the row is in D.
  reg d_sends = 1'b0;
  integer messages = 0;
  always @(posedge clk) begin
    if (d_sends) begin
      messages = messages + 1;
      if (dut.g_bank[0].u.u_ctl.u_out.told0_first !== told_first ||
          dut.g_bank[0].u.u_ctl.u_out.told0_both !== told_both) begin
        errors = errors + 1;
        $display("message %h %h, expected %h %h", dut.g_bank[0].u.u_ctl.u_out.told0_first,
                 dut.g_bank[0].u.u_ctl.u_out.told0_both, told_first, told_both);
      end
    end
    d_sends <= dut.g_bank[0].u.u_ctl.t_fire && dut.g_bank[0].u.u_ctl.st_told0_valid;
  end

  initial begin
    #1;
    for (i = 0; i < 256; i = i + 1) u_memory.word[i] = 0;
    for (i = 0; i < KEYS*WORDS; i = i + 1) begin depth[i] = 0; colour[i] = 0; end
    repeat (4) @(negedge clk);
    rst = 1'b0;
    repeat (8) @(negedge clk);
    $display("seed 1");
    for (i = 0; i < 4000; i = i + 1) begin
      req_key = $unsigned($random(seed)) % KEYS;
      req_depth = $unsigned($random(seed)) % 12;
      for (w = 0; w < WORDS; w = w + 1) req_mask[4*w +: 4] = {4{$unsigned($random(seed)) % 3 != 0}};
      req_colour = {$random(seed), $random(seed), $random(seed), $random(seed)};
      k = req_key * WORDS;
      asked = $unsigned($random(seed)) % 8 == 0 ? 2'd2 : $unsigned($random(seed)) % 3 == 0 ? 2'd1 : 2'd0;
      won = 0; was = 0; one = 0; both = 0;
      for (w = 0; w < WORDS; w = w + 1) begin
        won[4*w +: 4] = req_mask[4*w +: 4] & {4{~req_depth >= depth[k + w]}};
        was[32*w +: 32] = colour[k + w];
      end
      one = won;
      for (w = 0; w < WORDS; w = w + 1)
        both[4*w +: 4] = one[4*w +: 4] & {4{~32'd7 >= (one[4*w] ? ~req_depth : depth[k + w])}};
      // the test is about lines that are here; those that are not begin anew
      if (asked == 2'd0 && !here[req_key]) begin
        fetches = fetches + 1;
        was = req_colour;
      end
      if (asked == 2'd0 || here[req_key]) begin
        ask(asked);
        if (asked == 2'd0 && (rep_mask !== won || rep_was !== was)) begin
          errors = errors + 1;
          if (errors < 6) $display("draw %0d: mask %h was %h, expected %h %h", i, rep_mask, rep_was, won, was);
        end
        for (w = 0; w < WORDS; w = w + 1) begin
          if (won[4*w]) wins = wins + 1; else losses = losses + 1;
          if (asked == 2'd0 && won[4*w]) begin depth[k + w] = ~req_depth; colour[k + w] = req_colour[32*w +: 32]; end
          if (asked == 2'd1) depth[k + w] = both[4*w] ? ~32'd7 : one[4*w] ? ~req_depth : depth[k + w];
          if (asked == 2'd2) begin depth[k + w] = 0; colour[k + w] = 0; end
        end
      end else begin
        ask(2'd2);                        // into a way without being fetched, then all is known
        ask(2'd2);
        for (w = 0; w < WORDS; w = w + 1) begin depth[k + w] = 0; colour[k + w] = 0; end
      end
      here[req_key] = 1'b1;
      // a fetched line has the colours that have won, what else is in it is not known: wiped
      if (asked == 2'd0 && was === req_colour) begin
        ask(2'd2);
        for (w = 0; w < WORDS; w = w + 1) begin depth[k + w] = 0; colour[k + w] = 0; end
      end
    end
    if (error || wins < 1000 || losses < 1000 || fetches < 100 || messages < 100) errors = errors + 1;
    $display("%0d wins, %0d losses, %0d fetches, %0d messages", wins, losses, fetches, messages);
    if (errors != 0) $display("FAIL %0d errors", errors);
    else $display("PASS");
    $finish(0);
  end
endmodule
