// A plain SystemVerilog test bench around a stock design, rtl_out/mesi: two cores with random loads and stores, and a
// memory behind AXI4. No C, no library; Icarus 11 and Verilator 5 run it, and any simulator that knows SystemVerilog.
//
// Each core writes its own word of every line, ever greater values. So a load of any core may never see a word go back,
// and must see what the core itself has written last; when all is written, every core must see the last values.
//
// Inputs are set, and outputs read, at the falling edge: nothing races with the rising one, at which the design works.
// No output depends on an input of the same cycle, so what `ready` is there is what it is at the next rising edge.
module mesi_tb;
  localparam int CORES = 2;
  localparam int LINE_BYTES = 16;
  localparam int LINE_BITS = 8 * LINE_BYTES;
  localparam int ADDR_W = 32 - $clog2(LINE_BYTES);
  localparam int LINES = 16;         // more than the caches below hold: lines are evicted and written back
  localparam int ID_W = 2;
  localparam logic [1:0] LOAD = 2'd0, STORE = 2'd1;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #5 clk = !clk;
  int operations = 400;              // of each core; +operations=N
  int errors = 0;

  // ---- the design ----
  wire  [CORES-1:0] req_valid, req_ready, rep_valid;
  wire  [CORES * 2-1:0] req_kind, rep_kind, rep_warp;
  wire  [CORES * ADDR_W-1:0] req_key;
  wire  [CORES * LINE_BITS-1:0] req_data, rep_data;
  wire  [CORES * LINE_BYTES-1:0] req_mask;
  wire  arvalid, rready, awvalid, wvalid, bready, rtl_error;
  logic arready = 1'b0, rvalid = 1'b0, awready = 1'b0, wready = 1'b0, bvalid = 1'b0;
  wire  [31:0] araddr, awaddr;
  wire  [ID_W-1:0] arid, awid;
  logic [ID_W-1:0] rid = '0, bid = '0;
  logic [LINE_BITS-1:0] rdata = '0;
  wire  [LINE_BITS-1:0] wdata;
  wire  [LINE_BYTES-1:0] wstrb;
  wire  [7:0] arlen, awlen;
  wire  [2:0] arsize, awsize;
  wire  [1:0] arburst, awburst;
  wire  arlock, awlock;
  wire  [3:0] arcache, awcache, arqos, awqos;
  wire  [2:0] arprot, awprot;
  wire  wlast;

  mesi #(
    .CORES(CORES), .WARPS(4), .LINE_BYTES(LINE_BYTES), .BEAT_BYTES(LINE_BYTES), .MEM_SLOTS(4),
    .L1_SETS(2), .L1_WAYS(2), .L1_MSHRS(4), .DIR_SETS(2), .DIR_WAYS(4)
  ) dut (
    .clk_i(clk), .rst_i(rst),
    .l1_core_req_valid_i(req_valid), .l1_core_req_ready_o(req_ready), .l1_core_req_kind_i(req_kind),
    .l1_core_req_key_i(req_key), .l1_core_req_warp_i({CORES{2'd0}}), .l1_core_req_data_i(req_data),
    .l1_core_req_mask_i(req_mask), .l1_core_req_op_i({CORES{3'd0}}), .l1_core_req_word_i({CORES{2'd0}}),
    .l1_core_req_a_i({CORES{32'd0}}), .l1_core_req_b_i({CORES{32'd0}}),
    .l1_core_rep_valid_o(rep_valid), .l1_core_rep_ready_i({CORES{1'b1}}), .l1_core_rep_kind_o(rep_kind),
    .l1_core_rep_warp_o(rep_warp), .l1_core_rep_data_o(rep_data),
    .dir_mem_axi_arvalid_o(arvalid), .dir_mem_axi_arready_i(arready), .dir_mem_axi_araddr_o(araddr),
    .dir_mem_axi_arid_o(arid), .dir_mem_axi_arlen_o(arlen), .dir_mem_axi_arsize_o(arsize),
    .dir_mem_axi_arburst_o(arburst),
    .dir_mem_axi_arlock_o(arlock), .dir_mem_axi_arcache_o(arcache), .dir_mem_axi_arprot_o(arprot),
    .dir_mem_axi_arqos_o(arqos),
    .dir_mem_axi_rvalid_i(rvalid), .dir_mem_axi_rready_o(rready), .dir_mem_axi_rid_i(rid),
    .dir_mem_axi_rdata_i(rdata), .dir_mem_axi_rresp_i(2'd0), .dir_mem_axi_rlast_i(1'b1),
    .dir_mem_axi_awvalid_o(awvalid), .dir_mem_axi_awready_i(awready), .dir_mem_axi_awaddr_o(awaddr),
    .dir_mem_axi_awid_o(awid), .dir_mem_axi_awlen_o(awlen), .dir_mem_axi_awsize_o(awsize),
    .dir_mem_axi_awburst_o(awburst),
    .dir_mem_axi_awlock_o(awlock), .dir_mem_axi_awcache_o(awcache), .dir_mem_axi_awprot_o(awprot),
    .dir_mem_axi_awqos_o(awqos),
    .dir_mem_axi_wvalid_o(wvalid), .dir_mem_axi_wready_i(wready), .dir_mem_axi_wdata_o(wdata),
    .dir_mem_axi_wstrb_o(wstrb), .dir_mem_axi_wlast_o(wlast),
    .dir_mem_axi_bvalid_i(bvalid), .dir_mem_axi_bready_o(bready), .dir_mem_axi_bid_i(bid),
    .dir_mem_axi_bresp_i(2'd0),
    .error_o(rtl_error)
  );

  // ---- the memory: beats are as wide as lines, one read and one write at a time ----
  logic [LINE_BITS-1:0] memory [0:LINES-1];
  initial for (int i = 0; i < LINES; i++) memory[i] = '0;
  always @(negedge clk) begin
    if (arready) begin               // it was taken at the edge between
      arready <= 1'b0;
      rvalid <= 1'b1;
    end else if (rvalid) rvalid <= 1'b0;
    else if (arvalid) begin
      arready <= 1'b1;
      rid <= arid;
      rdata <= memory[araddr[4 +: $clog2(LINES)]];
    end
    if (awready) begin
      awready <= 1'b0;
      wready <= 1'b0;
      bvalid <= 1'b1;
    end else if (bvalid) bvalid <= 1'b0;
    else if (awvalid && wvalid) begin
      awready <= 1'b1;
      wready <= 1'b1;
      bid <= awid;
      memory[awaddr[4 +: $clog2(LINES)]] <= wdata;
    end
  end

  // ---- the cores ----
  logic [CORES-1:0] written = '0, done = '0;
  logic [31:0] last [0:CORES * LINES-1];   // what core c has written last into its word of a line
  initial for (int i = 0; i < CORES * LINES; i++) last[i] = 0;

  for (genvar c = 0; c < CORES; c++) begin : g_core
    logic valid = 1'b0;
    logic [1:0] kind = LOAD;
    logic [ADDR_W-1:0] key = '0;
    logic [LINE_BITS-1:0] line;
    logic [31:0] value = 0;
    logic [31:0] seen [0:CORES * LINES-1];
    assign req_valid[c] = valid;
    assign req_kind[2 * c +: 2] = kind;
    assign req_key[ADDR_W * c +: ADDR_W] = key;
    assign req_data[LINE_BITS * c +: LINE_BITS] = {4{value}};
    assign req_mask[LINE_BYTES * c +: LINE_BYTES] = {{LINE_BYTES - 4{1'b0}}, 4'b1111} << (4 * c);

    // One request, and the reply to it.
    task access(input logic [1:0] what, input int at);
      kind = what;
      key = ADDR_W'(at);
      valid = 1'b1;
      while (!req_ready[c]) @(negedge clk);
      @(negedge clk);
      valid = 1'b0;
      while (!rep_valid[c]) @(negedge clk);
      line = rep_data[LINE_BITS * c +: LINE_BITS];
      @(negedge clk);
    endtask

    task load(input int at, input logic at_end);
      logic [31:0] word;
      access(LOAD, at);
      for (int w = 0; w < CORES; w++) begin
        word = line[32 * w +: 32];
        if (word < seen[w * LINES + at] || ((w == c || at_end) && word != last[w * LINES + at])) begin
          $display("core %0d, line %0d, word %0d: %0d, after %0d; written last: %0d", c, at, w, word,
                   seen[w * LINES + at], last[w * LINES + at]);
          errors = errors + 1;
        end
        seen[w * LINES + at] = word;
      end
    endtask

    initial begin
      int at;
      for (int i = 0; i < CORES * LINES; i++) seen[i] = 0;
      @(negedge clk);
      while (rst) @(negedge clk);
      for (int i = 0; i < operations; i++) begin
        at = $urandom_range(LINES - 1, 0);
        if ($urandom_range(1, 0) == 0) load(at, 1'b0);
        else begin
          value = value + 1;
          access(STORE, at);
          last[c * LINES + at] = value;
        end
        repeat ($urandom_range(3, 0)) @(negedge clk);
      end
      written[c] = 1'b1;
      while (!(&written)) @(negedge clk);
      for (int i = 0; i < LINES; i++) load(i, 1'b1);
      done[c] = 1'b1;
    end
  end

  int cycles = 0;
  initial begin
    if ($value$plusargs("operations=%d", operations)) $display("%0d operations of each core", operations);
    repeat (3) @(negedge clk);
    rst = 1'b0;
    while (!(&done) && !rtl_error && errors == 0 && cycles < 1000 * (operations + 100)) begin
      @(negedge clk);
      cycles = cycles + 1;
    end
    if ((&done) && !rtl_error && errors == 0) $display("PASSED after %0d cycles", cycles);
    else $display("FAILED after %0d cycles: done %b, error_o %b", cycles, done, rtl_error);
    $finish;
  end
  wire unused = &{1'b0, rready, bready, arlen, awlen, arsize, awsize, arburst, awburst, wlast, wstrb, rep_kind,
      rep_warp,
                  arlock, awlock, arcache, awcache, arprot, awprot, arqos, awqos,
                  araddr, awaddr, 1'b0};
endmodule
