// Figure 4.7 and section 4.4.2 (Ren 2020) on emitted GETM, cores' ends and validation unit: two bank transfers that
// conflict, tx1 from A to B at warpts 20, tx2 from B to A at 10. All by requests at the core ports; nothing is forced
// into the design. Times are multiples of the number of warps plus the number of the warp, so there are three cores of
// a warp: tx1 is core 2 (20 = 6 * 3 + 2), tx2 core 1 (10 = 3 * 3 + 1). They come to these times by transactions on
// granules of their own before.
//
// Each row of the unit on A or B is printed as it fires, with what it answers and the metadata that it leaves, and must
// be the next one of the list below: its numbers are the figure's (so are those of tb/walkthrough/getm.steps), and the
// log of a core sends its granules in an order of its own. Ends with status 1 on a difference.
//
// The design: CORES=3 WARPS=1 GRANULE=16, memory that answers after one cycle; word n of it is 4 * n at first.
module getm_walkthrough_tb;
  localparam integer CORES = 3, ADDR_W = 28, LINE_W = 128, STEPS = 17;
  localparam integer TX1 = 2, TX2 = 1;
  localparam [ADDR_W-1:0] A = 1, B = 2;
  localparam [2:0] LOAD = 0, STORE = 1, COMMIT = 2, READ = 3, ABORTED = 4;   // kinds of requests, and of a reply
  localparam [2:0] ABORT = 2;                                      // of an answer of the unit
  localparam [3:0] EV_COMMIT = 0, EV_LD = 3, EV_ST = 4;              // and CLEANUP

  reg clk = 1'b0, rst = 1'b1;
  always #5 clk = ~clk;

  reg  [CORES-1:0]        req_valid = 0;
  reg  [2:0]              req_kind = 0;     // fields are the same for all cores
  reg  [ADDR_W-1:0]       req_key = 0;
  reg  [31:0]             req_word = 0;
  wire [CORES-1:0]        req_ready, rep_valid, rep_warp;
  wire [CORES*3-1:0]      rep_kind;
  wire [CORES*LINE_W-1:0] rep_data;
  wire arvalid, arready, rvalid, rready, rlast, awvalid, awready, wvalid, wready, wlast, bvalid, bready, error;
  wire [31:0] araddr, rdata, awaddr, wdata;
  wire [1:0]  arid, rid, awid, bid;
  wire [7:0]  arlen;
  wire [3:0]  wstrb;

  getm dut (
    .clk_i(clk), .rst_i(rst), .error_o(error),
    .tx_core_req_valid_i(req_valid), .tx_core_req_ready_o(req_ready), .tx_core_req_kind_i({CORES{req_kind}}),
    .tx_core_req_key_i({CORES{req_key}}), .tx_core_req_warp_i({CORES{1'b0}}),
    .tx_core_req_data_i({CORES{96'd0, req_word}}),
    .tx_core_req_mask_i({CORES{16'd0}}), .tx_core_req_op_i({CORES{3'd0}}), .tx_core_req_word_i({CORES{2'd0}}),
    .tx_core_req_a_i({CORES{32'd0}}), .tx_core_req_b_i({CORES{32'd0}}),
    .tx_core_rep_valid_o(rep_valid), .tx_core_rep_ready_i({CORES{1'b1}}), .tx_core_rep_kind_o(rep_kind),
    .tx_core_rep_warp_o(rep_warp), .tx_core_rep_data_o(rep_data),
    .vu_llc_axi_arvalid_o(arvalid), .vu_llc_axi_arready_i(arready), .vu_llc_axi_araddr_o(araddr),
    .vu_llc_axi_arid_o(arid), .vu_llc_axi_arlen_o(arlen), .vu_llc_axi_arsize_o(), .vu_llc_axi_arburst_o(),
    .vu_llc_axi_arlock_o(), .vu_llc_axi_arcache_o(), .vu_llc_axi_arprot_o(), .vu_llc_axi_arqos_o(),
    .vu_llc_axi_rvalid_i(rvalid), .vu_llc_axi_rready_o(rready), .vu_llc_axi_rid_i(rid), .vu_llc_axi_rdata_i(rdata),
    .vu_llc_axi_rresp_i(2'd0), .vu_llc_axi_rlast_i(rlast),
    .vu_llc_axi_awvalid_o(awvalid), .vu_llc_axi_awready_i(awready), .vu_llc_axi_awaddr_o(awaddr),
    .vu_llc_axi_awid_o(awid), .vu_llc_axi_awlen_o(), .vu_llc_axi_awsize_o(), .vu_llc_axi_awburst_o(),
    .vu_llc_axi_awlock_o(), .vu_llc_axi_awcache_o(), .vu_llc_axi_awprot_o(), .vu_llc_axi_awqos_o(),
    .vu_llc_axi_wvalid_o(wvalid), .vu_llc_axi_wready_i(wready), .vu_llc_axi_wdata_o(wdata), .vu_llc_axi_wstrb_o(wstrb),
    .vu_llc_axi_wlast_o(wlast), .vu_llc_axi_bvalid_i(bvalid), .vu_llc_axi_bready_o(bready), .vu_llc_axi_bid_i(bid),
    .vu_llc_axi_bresp_i(2'd0));
  axi_memory #(.WORDS(256), .ID_W(2)) u_memory (
    .clk_i(clk), .rst_i(rst), .arvalid_i(arvalid), .arready_o(arready), .araddr_i(araddr), .arid_i(arid),
    .arlen_i(arlen), .rvalid_o(rvalid), .rready_i(rready), .rid_o(rid), .rdata_o(rdata), .rlast_o(rlast),
    .awvalid_i(awvalid), .awready_o(awready), .awaddr_i(awaddr), .awid_i(awid), .wvalid_i(wvalid), .wready_o(wready),
    .wdata_i(wdata), .wstrb_i(wstrb), .wlast_i(wlast), .bvalid_o(bvalid), .bready_i(bready), .bid_o(bid));

  // ---- the unit's rows ----
  integer steps = 0, differences = 0;

  function string published(input integer step);
    case (step)
      0:  published = "tx1 LD A 20: ok; A rts 20 wts 0 writes 0";
      1:  published = "tx1 ST A 20: ok; A rts 20 wts 21 writes 1 owner tx1";
      2:  published = "tx2 LD B 10: ok; B rts 10 wts 0 writes 0";
      3:  published = "tx2 ST B 10: ok; B rts 10 wts 11 writes 1 owner tx2";
      4:  published = "tx2 LD A 10: abort 21; A rts 20 wts 21 writes 1 owner tx1";
      5:  published = "tx2 CLEANUP B 1: -; B rts 10 wts 11 writes 0";
      6:  published = "tx1 LD B 20: ok; B rts 20 wts 11 writes 0";
      7:  published = "tx1 ST B 20: ok; B rts 20 wts 21 writes 1 owner tx1";
      8:  published = "tx2 LD B 22: waits; B rts 20 wts 21 writes 1 owner tx1";
      9:  published = "tx1 COMMIT B 1: -; B rts 20 wts 21 writes 0";
      10: published = "tx2 LD B 22: ok; B rts 22 wts 21 writes 0";
      11: published = "tx1 COMMIT A 1: -; A rts 20 wts 21 writes 0";
      12: published = "tx2 ST B 22: ok; B rts 22 wts 23 writes 1 owner tx2";
      13: published = "tx2 LD A 22: ok; A rts 22 wts 21 writes 0";
      14: published = "tx2 ST A 22: ok; A rts 22 wts 23 writes 1 owner tx2";
      15: published = "tx2 COMMIT A 1: -; A rts 22 wts 23 writes 0";
      16: published = "tx2 COMMIT B 1: -; B rts 22 wts 23 writes 0";
      default: published = "nothing";
    endcase
  endfunction

  function string who(input [1:0] node);
    who = "nobody";
    if (node == TX1[1:0]) who = "tx1";
    if (node == TX2[1:0]) who = "tx2";
  endfunction

  wire [ADDR_W-1:0] key = dut.g_vu[0].u.u_ctl.t_key_q;
  wire [3:0] event_code = dut.g_vu[0].u.u_ctl.t_event_q;
  wire asks = event_code == EV_LD || event_code == EV_ST;
  string is, kind, answer, owner, granule;
  always @(posedge clk) if (!rst && dut.g_vu[0].u.u_ctl.t_fire && (key == A || key == B)
                        && event_code <= EV_ST) begin
    granule = "B";
    if (key == A) granule = "A";
    case (event_code)
      EV_LD: kind = "LD";
      EV_ST: kind = "ST";
      EV_COMMIT: kind = "COMMIT";
      default: kind = "CLEANUP";
    endcase
    answer = "ok";
    if (dut.g_vu[0].u.u_ctl.st_stall_park) answer = "waits";
    else if (!dut.g_vu[0].u.u_ctl.st_answer0_valid) answer = "-";
    else if (dut.g_vu[0].u.u_ctl.st_answer0_kind == ABORT)
      answer = $sformatf("abort %0d", dut.g_vu[0].u.u_ctl.st_answer0_seen);
    owner = "";
    if (dut.g_vu[0].u.u_ctl.st_meta_writes != 0) owner = {" owner ", who(dut.g_vu[0].u.u_ctl.st_meta_owner)};
    is = $sformatf("%s %s %s %0d: %s; %s rts %0d wts %0d writes %0d%s", who(dut.g_vu[0].u.u_ctl.t_msg_from_q), kind,
        granule, asks ? dut.g_vu[0].u.u_ctl.t_msg_warpts_q : {24'd0, dut.g_vu[0].u.u_ctl.t_msg_n_q}, answer, granule,
        dut.g_vu[0].u.u_ctl.st_meta_rts, dut.g_vu[0].u.u_ctl.st_meta_wts, dut.g_vu[0].u.u_ctl.st_meta_writes, owner);
    if (is == published(steps)) $display("%-60s  ok", is);
    else begin
      differences = differences + 1;
      $display("%-60s  DIFFERENT: %s", is, published(steps));
    end
    steps = steps + 1;
  end
  always @(posedge clk) if (error) begin
    $display("FAIL: error_o");
    $fatal(1);
  end

  // ---- the cores ----
  reg [CORES-1:0]  asked = 0, taken = 0, answered = 0, aborted = 0;
  reg [LINE_W-1:0] value [0:CORES-1];
  integer c;
  always @(posedge clk) taken <= req_valid & req_ready;
  always @(posedge clk)
    for (c = 0; c < CORES; c = c + 1)
      if (rep_valid[c]) begin
        answered[c] <= 1'b1;
        aborted[c]  <= rep_kind[3*c +: 3] == ABORTED;
        value[c]    <= rep_data[LINE_W*c +: LINE_W];
      end else if (asked[c]) answered[c] <= 1'b0;

  // Until it is taken. Word 0 is stored.
  task ask(input integer core, input [2:0] what, input [ADDR_W-1:0] where, input [31:0] word);
    begin
      @(negedge clk);
      req_kind = what;
      req_key = where;
      req_word = word;
      req_valid[core] = 1'b1;
      asked[core] = 1'b1;
      @(negedge clk);
      while (!taken[core]) @(negedge clk);
      req_valid[core] = 1'b0;
      asked[core] = 1'b0;
    end
  endtask
  task wait_for(input integer core);
    integer cycles;
    begin
      cycles = 0;
      while (!answered[core]) begin
        @(negedge clk);
        cycles = cycles + 1;
        if (cycles == 1000) begin
          $display("FAIL: core %0d has no answer", core);
          $fatal(1);
        end
      end
    end
  endtask
  task operate(input integer core, input [2:0] what, input [ADDR_W-1:0] where, input [31:0] word);
    begin
      ask(core, what, where, word);
      wait_for(core);
    end
  endtask
  // Each of these is followed by a later attempt: the core's time goes up by the number of warps.
  task to_round(input integer core, input integer rounds);
    integer n;
    for (n = 0; n < rounds; n = n + 1) begin
      operate(core, STORE, 16 + core[ADDR_W-1:0], n);
      operate(core, COMMIT, 0, 0);
      repeat (30) @(negedge clk);
    end
  endtask

  task holds(input string granule, input [31:0] word);
    if (value[0][31:0] != word) begin
      $display("%s holds %0d, not %0d  DIFFERENT", granule, value[0][31:0], word);
      differences = differences + 1;
    end
  endtask

  localparam [31:0] A_WORD = 16, B_WORD = 32;
  initial begin
    repeat (5) @(negedge clk);
    rst = 1'b0;
    to_round(TX1, 6);
    to_round(TX2, 3);
    operate(TX1, LOAD, A, 0);
    operate(TX1, STORE, A, A_WORD - 5);
    operate(TX2, LOAD, B, 0);
    operate(TX2, STORE, B, B_WORD - 3);
    operate(TX2, LOAD, A, 0);
    if (!aborted[TX2]) $display("FAIL: tx2 goes on");
    repeat (30) @(negedge clk);
    operate(TX1, LOAD, B, 0);
    operate(TX1, STORE, B, B_WORD + 5);
    ask(TX2, LOAD, B, 0);
    repeat (30) @(negedge clk);
    operate(TX1, COMMIT, 0, 0);
    while (!answered[TX2]) @(negedge clk);
    operate(TX2, STORE, B, value[TX2][31:0] - 3);
    operate(TX2, LOAD, A, 0);
    operate(TX2, STORE, A, value[TX2][31:0] + 3);
    operate(TX2, COMMIT, 0, 0);
    repeat (50) @(negedge clk);
    // What both have left: another core reads it.
    operate(0, READ, A, 0);
    holds("A", A_WORD - 2);
    operate(0, READ, B, 0);
    holds("B", B_WORD + 2);
    if (differences == 0 && steps == STEPS) $display("PASS: as published");
    else $display("FAIL: %0d of %0d steps differ", differences, steps);
    if (differences != 0 || steps != STEPS) $fatal(1);
    $finish;
  end
endmodule
