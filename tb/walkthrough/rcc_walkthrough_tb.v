// The walk-through of Ren 2020, figure 3.3, on the emitted system rcc: two cores (C0, C1)
// share lines A and B with leases of 10; a third core (C2) only prepares the start state.
// Everything is done by loads and stores of cores; nothing is forced into the design.
//
// One row is printed for each step: what was seen / what the figure says. Numbers are taken
// from the rows of the state x event tables as they fire. Ends with status 1 on a difference.
//
// The design: CORES=3 BANKS=1 LINE_BYTES=16, L2 of 4 sets and 1 way, MEM_SLOTS=4,
// LEASE_MIN = LEASE_MAX = 10.
module rcc_walkthrough_tb;
  localparam integer CORES  = 3;
  localparam integer ADDR_W = 28;   // bits of a line address
  localparam integer LINE_W = 128;  // bits of a line
  // Lines: A and B in L2 sets of their own; lines FILL + 4*n all in one other set of one way.
  localparam [ADDR_W-1:0] A = 16, B = 17, FILL = 18;
  localparam [1:0] LOAD = 0, STORE = 1;

  // ---- clock, design, memory ----
  reg clk = 1'b0, rst = 1'b1;
  always #5 clk = ~clk;

  reg  [CORES-1:0]        req_valid = 0;
  reg  [1:0]              req_kind  = 0;  // the same for all cores: one operation at a time
  reg  [ADDR_W-1:0]       req_key   = 0;
  reg  [31:0]             req_word  = 0;
  wire [CORES-1:0]        req_ready, rep_valid;
  wire [CORES*LINE_W-1:0] rep_data;
  wire        arvalid, arready, rvalid, rready, rlast, awvalid, awready, wvalid, wready, wlast, bvalid, bready;
  wire [1:0]  arid, rid, awid, bid;
  wire [7:0]  arlen;
  wire [31:0] araddr, rdata, awaddr, wdata;
  wire [3:0]  wstrb;
  wire        error;

  rcc dut (
    .clk_i(clk), .rst_i(rst), .l1_wo_i({CORES{1'b0}}),
    .l1_core_req_valid_i(req_valid), .l1_core_req_ready_o(req_ready),
    .l1_core_req_kind_i({CORES{req_kind}}), .l1_core_req_key_i({CORES{req_key}}), .l1_core_req_id_i({CORES{1'b0}}),
    .l1_core_req_mask_i({CORES{16'h000f}}), .l1_core_req_data_i({CORES{96'd0, req_word}}),
    .l1_core_req_op_i({CORES{3'd0}}), .l1_core_req_word_i({CORES{2'd0}}),
    .l1_core_req_a_i({CORES{32'd0}}), .l1_core_req_b_i({CORES{32'd0}}),
    .l1_core_rep_valid_o(rep_valid), .l1_core_rep_ready_i({CORES{1'b1}}), .l1_core_rep_kind_o(),
    .l1_core_rep_id_o(), .l1_core_rep_err_o(), .l1_core_rep_old_o(), .l1_core_rep_data_o(rep_data),
    .l2_mem_axi_arvalid_o(arvalid), .l2_mem_axi_arready_i(arready), .l2_mem_axi_araddr_o(araddr),
    .l2_mem_axi_arid_o(arid),
    .l2_mem_axi_arlen_o(arlen), .l2_mem_axi_arsize_o(), .l2_mem_axi_arburst_o(),
    .l2_mem_axi_arlock_o(), .l2_mem_axi_arcache_o(), .l2_mem_axi_arprot_o(), .l2_mem_axi_arqos_o(),
    .l2_mem_axi_rvalid_i(rvalid), .l2_mem_axi_rready_o(rready), .l2_mem_axi_rid_i(rid), .l2_mem_axi_rdata_i(rdata),
    .l2_mem_axi_rresp_i(2'd0), .l2_mem_axi_rlast_i(rlast),
    .l2_mem_axi_awvalid_o(awvalid), .l2_mem_axi_awready_i(awready), .l2_mem_axi_awaddr_o(awaddr),
    .l2_mem_axi_awid_o(awid),
    .l2_mem_axi_awlen_o(), .l2_mem_axi_awsize_o(), .l2_mem_axi_awburst_o(),
    .l2_mem_axi_awlock_o(), .l2_mem_axi_awcache_o(), .l2_mem_axi_awprot_o(), .l2_mem_axi_awqos_o(),
    .l2_mem_axi_wvalid_o(wvalid), .l2_mem_axi_wready_i(wready), .l2_mem_axi_wdata_o(wdata), .l2_mem_axi_wstrb_o(wstrb),
    .l2_mem_axi_wlast_o(wlast),
    .l2_mem_axi_bvalid_i(bvalid), .l2_mem_axi_bready_o(bready), .l2_mem_axi_bid_i(bid), .l2_mem_axi_bresp_i(2'd0),
    .error_o(error));

  axi_memory #(.WORDS(256), .ID_W(2)) u_memory (
    .clk_i(clk), .rst_i(rst),
    .arvalid_i(arvalid), .arready_o(arready), .araddr_i(araddr), .arid_i(arid), .arlen_i(arlen),
    .rvalid_o(rvalid), .rready_i(rready), .rid_o(rid), .rdata_o(rdata), .rlast_o(rlast),
    .awvalid_i(awvalid), .awready_o(awready), .awaddr_i(awaddr), .awid_i(awid),
    .wvalid_i(wvalid), .wready_o(wready), .wdata_i(wdata), .wstrb_i(wstrb), .wlast_i(wlast),
    .bvalid_o(bvalid), .bready_i(bready), .bid_o(bid));

  // ---- what the design does, row by row ----
  string  messages = "";          // of the current step, in order
  integer l2_rows  = 0;           // fired in the current step
  integer l2_ver [0:1];           // A, B at L2
  integer l2_exp [0:1];
  integer l1_exp [0:2*CORES-1];   // A, B at the L1 of each core; -1: never held
  wire [31:0] now [0:CORES-1];

  // Appends one message or "hit" to the current step's.
  task note(input string what);
    if (messages == "") messages = what;
    else messages = {messages, " ", what};
  endtask

  genvar g;
  generate
    for (g = 0; g < CORES; g = g + 1) begin : g_core
      assign now[g] = dut.g_l1[g].u.u_ctl.rnow_q;
      wire key_is_a = dut.g_l1[g].u.u_ctl.t_key_q == A;
      wire key_is_b = dut.g_l1[g].u.u_ctl.t_key_q == B;
      always @(posedge clk) if (dut.g_l1[g].u.u_ctl.t_fire) begin
        if (dut.g_l1[g].u.u_ctl.st_req0_valid)
          case (dut.g_l1[g].u.u_ctl.st_req0_kind)
            2'd0:    note($sformatf("GETS{%0d,%0d}", dut.g_l1[g].u.u_ctl.st_req0_now, dut.g_l1[g].u.u_ctl.st_req0_exp));
            2'd1:    note($sformatf("WRITE{%0d}", dut.g_l1[g].u.u_ctl.st_req0_now));
            default: note("ATOMIC");
          endcase
        // A load that is answered by the first row that sees it, not by a replay.
        if (dut.g_l1[g].u.u_ctl.st_performs[0] && !dut.g_l1[g].u.u_ctl.t_src_q[1]) note("hit");
        if (dut.g_l1[g].u.u_ctl.st_line_we && key_is_a) l1_exp[2*g]     = dut.g_l1[g].u.u_ctl.st_line_exp;
        if (dut.g_l1[g].u.u_ctl.st_line_we && key_is_b) l1_exp[2*g + 1] = dut.g_l1[g].u.u_ctl.st_line_exp;
      end
    end
  endgenerate

  wire [ADDR_W-1:0] l2_key = dut.g_l2[0].u.u_ctl.t_key_q;
  always @(posedge clk) if (dut.g_l2[0].u.u_ctl.t_fire) begin
    l2_rows = l2_rows + 1;
    if (dut.g_l2[0].u.u_ctl.st_resp0_valid)
      case (dut.g_l2[0].u.u_ctl.st_resp0_kind)
        3'd0:    note($sformatf("DATA{%0d,%0d}", dut.g_l2[0].u.u_ctl.st_resp0_exp, dut.g_l2[0].u.u_ctl.st_resp0_ver));
        3'd1:    note($sformatf("RENEW{%0d}", dut.g_l2[0].u.u_ctl.st_resp0_exp));
        default: note($sformatf("ACK{%0d}", dut.g_l2[0].u.u_ctl.st_resp0_ver));
      endcase
    if (dut.g_l2[0].u.u_ctl.st_line_we && (l2_key == A || l2_key == B)) begin
      l2_ver[l2_key == B] = dut.g_l2[0].u.u_ctl.st_line_ver;
      l2_exp[l2_key == B] = dut.g_l2[0].u.u_ctl.st_line_exp;
    end
  end

  // ---- operations of the cores ----
  reg [CORES-1:0] taken = 0, answered = 0;
  reg [31:0]      value = 0;
  integer i;
  always @(posedge clk) begin
    taken    <= req_valid & req_ready;
    answered <= rep_valid;
    for (i = 0; i < CORES; i = i + 1) if (rep_valid[i]) value <= rep_data[i*LINE_W +: 32];
  end

  // One operation on word 0 of a line, until it is answered. `value` is then the word of a load.
  task operate(input integer core, input [1:0] kind, input [ADDR_W-1:0] key, input [31:0] word);
    integer cycles;
    begin
      cycles   = 0;
      messages = "";
      l2_rows  = 0;
      @(negedge clk);
      req_kind = kind;
      req_key  = key;
      req_word = word;
      req_valid[core] = 1'b1;
      while (!answered[core]) begin
        @(negedge clk);
        if (taken[core]) req_valid[core] = 1'b0;
        cycles = cycles + 1;
        if (cycles == 1000) begin
          $display("FAIL C%0d has no answer after %0d cycles", core, cycles);
          $fatal(1);
        end
      end
      repeat (4) @(negedge clk);
    end
  endtask

  // ---- the table ----
  integer differences = 0;

  // 0: A, 1: B
  function [7:0] name_of(input integer which);
    name_of = (which == 0) ? "A" : "B";
  endfunction

  // Steps of the figure: of A (which=0) or B (1); loads see `word`, stores store it. paper_* is what the figure says:
  // messages, then the line at L2 (ver, exp) and the core's logical time after the step; l2: whether L2 takes part.
  task step(input integer number, input integer core, input [1:0] kind, input integer which, input [31:0] word,
            input string paper_messages, input integer paper_ver, input integer paper_exp, input integer paper_now,
            input integer l2);
    string notes, line, load;
    reg    ok;
    begin
      operate(core, kind, (which == 0) ? A : B, word);
      notes = $sformatf("%s / %s", messages, paper_messages);
      line  = $sformatf("%s.ver %0d / %0d, exp %0d / %0d", name_of(which), l2_ver[which], paper_ver, l2_exp[which],
          paper_exp);
      load  = "-";
      if (kind == LOAD) load = $sformatf("%0h / %0h", value, word);
      ok = (messages == paper_messages) && l2_ver[which] == paper_ver && l2_exp[which] == paper_exp
          && now[core] == paper_now
           && (l2_rows != 0) == (l2 != 0) && (kind == STORE || value == word);
      if (!ok) differences = differences + 1;
      $display("%0d  C%0d %s %s  %-49s  %-27s  %0d / %0d     %-7s  %s", number, core, (kind == LOAD) ? "LD" : "ST",
          name_of(which),
               notes, line, now[core], paper_now, load, ok ? "ok" : "DIFFERENT");
    end
  endtask

  // A quantity of the start state.
  task start_is(input string name, input integer seen, input integer paper);
    if (seen !== paper) begin
      differences = differences + 1;
      $display("start  %s = %0d / %0d  DIFFERENT", name, seen, paper);
    end
  endtask

  // Each new line of the set FILL evicts the one before it, so the bank's mnow climbs by one lease each time: 0, 10,
  // 20, 30.
  task prepare;
    begin
      operate(1, LOAD, A, 0);
      operate(1, LOAD, B, 0);
      operate(2, LOAD, FILL, 0);
      operate(2, LOAD, FILL + 4, 0);
      operate(0, LOAD, FILL + 8, 0);    // fetched at mnow 20: C0.now = 20
      operate(2, LOAD, FILL + 12, 0);   // fetched at mnow 30: C2.now = 30
      operate(2, STORE, B, 32'hb0);
      start_is("C0.now", now[0], 20);
      start_is("C1.now", now[1], 0);
      start_is("A.ver at L2", l2_ver[0], 0);
      start_is("A.exp at L2", l2_exp[0], 10);
      start_is("B.ver at L2", l2_ver[1], 30);
      start_is("B.exp at L2", l2_exp[1], 10);
      start_is("A.exp at C1", l1_exp[2], 10);
      start_is("B.exp at C1", l1_exp[3], 10);
      start_is("A.exp at C0", l1_exp[0], -1);
      start_is("B.exp at C0", l1_exp[1], -1);
      $write("Start: C0.now %0d, C1.now %0d; L2 has A.ver %0d, exp %0d, B.ver %0d, exp %0d; ", now[0], now[1],
             l2_ver[0], l2_exp[0], l2_ver[1], l2_exp[1]);
      $display("C1 holds A until %0d, B until %0d; C0 holds neither.", l1_exp[2], l1_exp[3]);
    end
  endtask

  integer k;
  initial begin
    for (k = 0; k < 2; k = k + 1) begin l2_ver[k] = -1; l2_exp[k] = -1; end
    for (k = 0; k < 2*CORES; k = k + 1) l1_exp[k] = -1;
    repeat (4) @(negedge clk);
    rst = 1'b0;
    $display("Ren 2020, figure 3.3, lease 10. Seen / figure; GETS{now,exp} WRITE{now} DATA{exp,ver} ACK{ver}.");
    prepare;
    $display("#  step     %-49s  %-27s  core's now  value", "messages", "line at L2");
    step(1, 0, STORE, 0, 32'ha1, "WRITE{20} ACK{20}",        20, 10, 20, 1);
    step(2, 0, LOAD,  1, 32'hb0, "GETS{20,0} DATA{40,30}",   30, 40, 30, 1);
    step(3, 1, STORE, 1, 32'hb3, "WRITE{0} ACK{41}",         41, 40, 41, 1);
    step(4, 1, LOAD,  0, 32'ha1, "GETS{41,10} DATA{51,20}",  20, 51, 41, 1);
    step(5, 0, STORE, 1, 32'hb5, "WRITE{30} ACK{41}",        41, 40, 41, 1);
    step(6, 0, STORE, 0, 32'ha6, "WRITE{41} ACK{52}",        52, 51, 52, 1);
    step(7, 1, LOAD,  0, 32'ha1, "hit",                      52, 51, 41, 0);
    if (error) begin
      differences = differences + 1;
      $display("error_o is set");
    end
    if (differences != 0) begin
      $display("FAIL %0d different", differences);
      $fatal(1);
    end
    $display("PASS all as in the figure");
    $finish(0);
  end
endmodule
