// The eight steps of figure 4.6 (Jooybar 2013) on the emitted Z-buffer unit of specs/gpudet/zunit.xml: an update that
// misses, one that hits and wins, one that wins some words only, one that evicts, and two of one block. All by requests
// at the core ports; nothing is forced into the design.
//
// One row is printed for each thing that happens, with the number of the step and the cycle since the (first) update
// reached the unit: (2b) blocked, (2r) taken from the request buffer, (6w) which goes on, (7e) another block leaves,
// (7w) its depths are written back, (7r) depths are read. What happens must be as written here, cycle by cycle, and the
// colours that the L2 has. Ends with status 1 on a difference.
//
// The design: FEEDS=2 WORDS=4 (blocks of 16 bytes), a Z-cache of one block, 2 entries of the comparator buffer, a
// request buffer of 4, DEPTHS=16, memory that answers after one cycle.
module gpudet_walkthrough_tb;
  localparam integer FEEDS = 2, ADDR_W = 28, LINE_W = 128, ID_W = 3;
  localparam [ADDR_W-1:0] A = 1, B = 2;

  reg clk = 1'b0, rst = 1'b1;
  always #5 clk = ~clk;

  reg  [FEEDS-1:0]  req_valid = 0;
  reg  [2:0]        req_kind = 0;           // update; fields are the same for all feeders
  reg  [ADDR_W-1:0] req_key = 0;
  reg  [ID_W-1:0]   req_id = 0;
  reg  [31:0]       req_depth = 0, req_colour = 0;
  reg  [15:0]       req_mask = 0;
  wire [FEEDS-1:0]        req_ready, rep_valid;
  wire [FEEDS*ID_W-1:0]   rep_id;
  wire [FEEDS*LINE_W-1:0] rep_data;
  wire [1:0] arvalid, arready, rvalid, rready, rlast, awvalid, awready, wvalid, wready, wlast, bvalid, bready;
  wire [3:0] arid, rid, awid, bid;
  wire [15:0] arlen;
  wire [63:0] araddr, rdata, awaddr, wdata;
  wire [7:0]  wstrb;
  wire        error;

  zunit dut (
    .clk_i(clk), .rst_i(rst),
    .feed_cu_req_valid_i(req_valid), .feed_cu_req_ready_o(req_ready), .feed_cu_req_kind_i({FEEDS{req_kind}}),
    .feed_cu_req_key_i({FEEDS{req_key}}), .feed_cu_req_id_i({FEEDS{req_id}}),
    .feed_cu_req_depth_i({FEEDS{req_depth}}),
    .feed_cu_req_mask_i({FEEDS{req_mask}}), .feed_cu_req_data_i({FEEDS*4{req_colour}}),
    .feed_cu_req_op_i({FEEDS{3'd0}}),
    .feed_cu_req_word_i({FEEDS{2'd0}}), .feed_cu_req_a_i({FEEDS{32'd0}}), .feed_cu_req_b_i({FEEDS{32'd0}}),
    .feed_cu_rep_valid_o(rep_valid), .feed_cu_rep_ready_i({FEEDS{1'b1}}), .feed_cu_rep_kind_o(),
    .feed_cu_rep_id_o(rep_id), .feed_cu_rep_data_o(rep_data), .feed_cu_rep_old_o(),
    .zu_mem_axi_arvalid_o(arvalid[0]), .zu_mem_axi_arready_i(arready[0]), .zu_mem_axi_araddr_o(araddr[31:0]),
    .zu_mem_axi_arid_o(arid[1:0]), .zu_mem_axi_arlen_o(arlen[7:0]), .zu_mem_axi_arsize_o(), .zu_mem_axi_arburst_o(),
    .zu_mem_axi_arlock_o(), .zu_mem_axi_arcache_o(), .zu_mem_axi_arprot_o(), .zu_mem_axi_arqos_o(),
    .zu_mem_axi_rvalid_i(rvalid[0]), .zu_mem_axi_rready_o(rready[0]), .zu_mem_axi_rid_i(rid[1:0]),
    .zu_mem_axi_rdata_i(rdata[31:0]), .zu_mem_axi_rresp_i(2'd0), .zu_mem_axi_rlast_i(rlast[0]),
    .zu_mem_axi_awvalid_o(awvalid[0]), .zu_mem_axi_awready_i(awready[0]), .zu_mem_axi_awaddr_o(awaddr[31:0]),
    .zu_mem_axi_awid_o(awid[1:0]), .zu_mem_axi_awlen_o(), .zu_mem_axi_awsize_o(), .zu_mem_axi_awburst_o(),
    .zu_mem_axi_awlock_o(), .zu_mem_axi_awcache_o(), .zu_mem_axi_awprot_o(), .zu_mem_axi_awqos_o(),
    .zu_mem_axi_wvalid_o(wvalid[0]), .zu_mem_axi_wready_i(wready[0]), .zu_mem_axi_wdata_o(wdata[31:0]),
    .zu_mem_axi_wstrb_o(wstrb[3:0]), .zu_mem_axi_wlast_o(wlast[0]),
    .zu_mem_axi_bvalid_i(bvalid[0]), .zu_mem_axi_bready_o(bready[0]), .zu_mem_axi_bid_i(bid[1:0]),
    .zu_mem_axi_bresp_i(2'd0),
    .l2_mem_axi_arvalid_o(arvalid[1]), .l2_mem_axi_arready_i(arready[1]), .l2_mem_axi_araddr_o(araddr[63:32]),
    .l2_mem_axi_arid_o(arid[3:2]), .l2_mem_axi_arlen_o(arlen[15:8]), .l2_mem_axi_arsize_o(), .l2_mem_axi_arburst_o(),
    .l2_mem_axi_arlock_o(), .l2_mem_axi_arcache_o(), .l2_mem_axi_arprot_o(), .l2_mem_axi_arqos_o(),
    .l2_mem_axi_rvalid_i(rvalid[1]), .l2_mem_axi_rready_o(rready[1]), .l2_mem_axi_rid_i(rid[3:2]),
    .l2_mem_axi_rdata_i(rdata[63:32]), .l2_mem_axi_rresp_i(2'd0), .l2_mem_axi_rlast_i(rlast[1]),
    .l2_mem_axi_awvalid_o(awvalid[1]), .l2_mem_axi_awready_i(awready[1]), .l2_mem_axi_awaddr_o(awaddr[63:32]),
    .l2_mem_axi_awid_o(awid[3:2]), .l2_mem_axi_awlen_o(), .l2_mem_axi_awsize_o(), .l2_mem_axi_awburst_o(),
    .l2_mem_axi_awlock_o(), .l2_mem_axi_awcache_o(), .l2_mem_axi_awprot_o(), .l2_mem_axi_awqos_o(),
    .l2_mem_axi_wvalid_o(wvalid[1]), .l2_mem_axi_wready_i(wready[1]), .l2_mem_axi_wdata_o(wdata[63:32]),
    .l2_mem_axi_wstrb_o(wstrb[7:4]), .l2_mem_axi_wlast_o(wlast[1]),
    .l2_mem_axi_bvalid_i(bvalid[1]), .l2_mem_axi_bready_o(bready[1]), .l2_mem_axi_bid_i(bid[3:2]),
    .l2_mem_axi_bresp_i(2'd0),
    .error_o(error));

  genvar g;
  generate
    for (g = 0; g < 2; g = g + 1) begin : g_memory
      axi_memory #(.WORDS(256), .ID_W(2)) u (
        .clk_i(clk), .rst_i(rst),
        .arvalid_i(arvalid[g]), .arready_o(arready[g]), .araddr_i(araddr[32*g +: 32]), .arid_i(arid[2*g +: 2]),
        .arlen_i(arlen[8*g +: 8]),
        .rvalid_o(rvalid[g]), .rready_i(rready[g]), .rid_o(rid[2*g +: 2]), .rdata_o(rdata[32*g +: 32]),
        .rlast_o(rlast[g]),
        .awvalid_i(awvalid[g]), .awready_o(awready[g]), .awaddr_i(awaddr[32*g +: 32]), .awid_i(awid[2*g +: 2]),
        .wvalid_i(wvalid[g]), .wready_o(wready[g]), .wdata_i(wdata[32*g +: 32]), .wstrb_i(wstrb[4*g +: 4]),
        .wlast_i(wlast[g]),
        .bvalid_o(bvalid[g]), .bready_i(bready[g]), .bid_o(bid[2*g +: 2]));
      integer n;
      initial begin                         // nobody has written
        #1;
        for (n = 0; n < 256; n = n + 1) u.word[n] = 0;
      end
    end
  endgenerate

  // ---- what happens ----
  integer at = 0, first = -1;               // cycle; that of the first update
  string  seen = "";
  reg     looking = 1'b0;

  task note(input string step, input string what);
    begin
      if (first < 0) first = at;
      seen = {seen, $sformatf("%s+%0d ", step, at - first)};
      $display("  %-4s +%-3d %s", step, at - first, what);
    end
  endtask

  function [7:0] name_of(input [ADDR_W-1:0] key);
    name_of = key == A ? "A" : key == B ? "B" : "?";
  endfunction

  // Depths of the words, the high one first, as they are kept: complements.
  function [LINE_W-1:0] depths_of(input [LINE_W-1:0] line);
    depths_of = ~line;
  endfunction

  reg [ADDR_W-1:0] d_key;
  reg              d_tests = 1'b0;
  integer f;
  always @(posedge clk) begin
    at = at + 1;
    // (4) (6): stage D, the cycle behind the row
    if (d_tests) begin
      note("(4)", $sformatf("%s: depth %0d against %h: bytes %h win", name_of(d_key),
                            dut.g_zu[0].u.u_ctl.u_data.d_z_depth_wr1_depth_q,
                            depths_of(dut.g_zu[0].u.u_ctl.u_data.z_depth_v1),
                            dut.g_zu[0].u.u_ctl.z_depth_won_v2));
      note("(6)", $sformatf("%s: into the Z-cache, bytes %h", name_of(d_key), dut.g_zu[0].u.u_ctl.u_data.z_depth_be));
    end
    d_tests = dut.g_zu[0].u.u_ctl.t_fire && dut.g_zu[0].u.u_ctl.st_colour0_valid;
    d_key   = dut.g_zu[0].u.u_ctl.t_key_q;
    if (dut.g_zu[0].u.u_ctl.colour_out_valid_o && dut.g_zu[0].u.u_ctl.colour_out_ready_i)
      note("(5)", "colours on their way to the L2");
    if (dut.g_zu[0].u.u_ctl.update_in_valid_i && dut.g_zu[0].u.u_ctl.update_in_ready_o)
      note("(1)", "an update is in the queue of the unit");
    if (dut.g_zu[0].u.u_ctl.t_fire) begin
      if (dut.g_zu[0].u.u_ctl.t_event_q == 2'd1) begin
        if (dut.g_zu[0].u.u_ctl.st_buffer_park)
          note("(2b)", $sformatf("%s: locked, into the request buffer", name_of(d_key)));
        else if (dut.g_zu[0].u.u_ctl.st_slot_alloc && dut.g_zu[0].u.u_ctl.st_z_alloc
                 && dut.g_zu[0].u.u_ctl.st_z_locked)
          note("(7)", $sformatf("%s: not there: way, lock and entry of the comparator buffer", name_of(d_key)));
        else if (dut.g_zu[0].u.u_ctl.st_slot_alloc || dut.g_zu[0].u.u_ctl.st_z_alloc) note("(7)", "INCOMPLETE");
        else if (dut.g_zu[0].u.u_ctl.t_src_q[1])
          note("(2r)", $sformatf("%s: there, from the request buffer", name_of(d_key)));
        else note("(2)", $sformatf("%s: there, not locked", name_of(d_key)));
      end
      if (dut.g_zu[0].u.u_ctl.t_src_q[0]) begin
        note("(3)", $sformatf("%s: depths are here, unlocked", name_of(d_key)));
        if (dut.g_zu[0].u.u_ctl.st_buffer_wake) note("(6w)", "the request buffer goes on");
      end
      if (dut.g_zu[0].u.u_ctl.t_src_q[3]) note("(7e)", $sformatf("%s: leaves", name_of(d_key)));
    end
    if (arvalid[0] && arready[0]) note("(7r)", $sformatf("depths are read at %0h", araddr[31:0]));
    if (awvalid[0] && awready[0]) note("(7w)", $sformatf("depths are written back at %0h", awaddr[31:0]));
    for (f = 0; f < FEEDS; f = f + 1)
      if (rep_valid[f] && !looking) note("(8)", $sformatf("feeder %0d: update %0d is over", f, rep_id[ID_W*f +: ID_W]));
  end

  // ---- updates ----
  reg [FEEDS-1:0] taken = 0, answered = 0;
  always @(posedge clk) begin
    taken    <= req_valid & req_ready;
    answered <= rst ? 0 : answered | rep_valid;
  end

  // Puts an update on a feeder's port; colour in all words, `mask` bytes of them.
  task put(input integer feed, input [ADDR_W-1:0] key, input [31:0] depth, input [15:0] mask, input [31:0] colour);
    begin
      req_key         = key;
      req_id          = req_id + 1'b1;
      req_depth       = depth;
      req_mask        = mask;
      req_colour      = colour;
      req_valid[feed]                 = 1'b1;
    end
  endtask

  integer differences = 0, waited;
  // Until the feeders of `who` have their answers; then all that has happened must be `expected`.
  task run(input [FEEDS-1:0] who, input string expected);
    begin
      waited = 0;
      while ((answered & who) != who) begin
        @(negedge clk);
        req_valid = req_valid & ~taken;
        waited = waited + 1;
        if (waited == 500) begin $display("FAIL no answer"); $fatal(1); end
      end
      answered = 0;
      repeat (20) @(negedge clk);
      if (seen != expected) begin
        differences = differences + 1;
        $display("  DIFFERENT: seen     %s\n             expected %s", seen, expected);
      end
      seen  = "";
      first = -1;
    end
  endtask

  // Reads a block: what the L2 has.
  task look(input [ADDR_W-1:0] key, input [LINE_W-1:0] expected);
    begin
      looking = 1'b1;
      req_kind = 3'd2;
      put(0, key, 0, 0, 0);
      while (!answered[0]) begin
        @(negedge clk);
        req_valid = req_valid & ~taken;
      end
      answered = 0;
      looking = 1'b0;
      req_kind = 3'd0;
      $display("  colours of %s: %h", name_of(key), read);
      if (read !== expected) begin differences = differences + 1; $display("  DIFFERENT: expected %h", expected); end
      seen  = "";
      first = -1;
      repeat (4) @(negedge clk);
    end
  endtask
  reg [LINE_W-1:0] read;
  always @(posedge clk) if (rep_valid[0]) read <= rep_data[LINE_W-1:0];

  initial begin
    repeat (4) @(negedge clk);
    rst = 1'b0;
    repeat (8) @(negedge clk);
    $display("Figure 4.6; cycles since the update has reached the unit.");
    $display("A miss: A, depth 20, all words");
    put(0, A, 20, 16'hffff, 32'haaaaaaaa);
    run(2'b01, "(1)+0 (7)+1 (7r)+3 (3)+10 (4)+11 (6)+11 (5)+11 (8)+33 ");
    $display("A hit: A, depth 15, words 0 and 1");
    put(0, A, 15, 16'h00ff, 32'hbbbbbbbb);
    run(2'b01, "(1)+0 (2)+1 (4)+2 (6)+2 (5)+2 (8)+12 ");
    $display("A hit that wins one word of two: A, depth 18, words 1 and 2");
    put(1, A, 18, 16'h0ff0, 32'hcccccccc);
    run(2'b10, "(1)+0 (2)+1 (4)+2 (6)+2 (5)+2 (8)+12 ");
    look(A, 128'haaaaaaaa_cccccccc_bbbbbbbb_bbbbbbbb);
    $display("An eviction: B, depth 9, all words; A has to leave");
    put(0, B, 9, 16'hffff, 32'hdddddddd);
    run(2'b01, "(1)+0 (7e)+3 (7)+4 (7w)+5 (7r)+6 (3)+13 (4)+14 (6)+14 (5)+14 (8)+36 ");
    $display("Two updates of a block that is not there: A, depth 17 of feeder 0 and 16 of feeder 1, all words");
    put(0, A, 17, 16'hffff, 32'h11111111);
    @(negedge clk);
    req_valid = req_valid & ~taken;
    put(1, A, 16, 16'hffff, 32'h22222222);
    run(2'b11, {"(1)+0 (1)+1 (7e)+3 (7)+4 (2b)+5 (7w)+5 (7r)+6 (3)+13 (6w)+13 (4)+14 (6)+14 (5)+14 ",
                "(2r)+16 (4)+17 (6)+17 (5)+17 (8)+24 (8)+27 "});
    look(A, 128'h22222222_22222222_bbbbbbbb_bbbbbbbb);
    if (error) begin differences = differences + 1; $display("error_o is set"); end
    if (differences != 0) begin $display("FAIL %0d different", differences); $fatal(1); end
    $display("PASS all as in the figure");
    $finish(0);
  end
endmodule
