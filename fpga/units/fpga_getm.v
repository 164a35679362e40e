// GETM with cores that drive it: CORES cores of HERE warps (fpga_trader) in front of fpga/getm/getm_system.v, one
// validation unit with its slice of the last-level cache; block RAM behind it, whose upper half is for lists of entries.
module fpga_getm #(
  parameter integer CORES = 2,
  parameter integer HERE = 2,
  parameter integer WORDS = 4,
  parameter integer ACCOUNTS = 16,
  parameter integer TXS = 32,
  parameter integer ROWS = 8,
  parameter integer APPROX_ROWS = 4,
  parameter integer LLC_SETS = 4,
  parameter integer LLC_WAYS = 2,
  parameter integer MEM_WORDS = 512
) (
  input  wire        clk_i,
  input  wire        rst_i,
  output wire        done_o,
  output wire        error_o,
  output wire [31:0] sig_o,
  output wire [31:0] ops_o
);
  localparam integer GRANULE = 4 * WORDS;
  localparam integer ADDR_W = 32 - $clog2(GRANULE);
  localparam integer HERE_W = (HERE > 1) ? $clog2(HERE) : 1;
  localparam integer WORD_W = $clog2(WORDS);
  localparam integer LIMIT_W = $clog2(HERE + 1);
  localparam integer LINE_W = 32 * WORDS;
  localparam integer TAG_W = 1;
  localparam integer MEM_SLOTS = 2;
  localparam integer N_W = 8;

  wire ready;
  reg  rst_q;                            // until memory is clear
  always @(posedge clk_i) rst_q <= rst_i || !ready;

  wire [CORES-1:0] acc_valid, acc_ready, acc_store, rsp_valid, rsp_abort;
  wire [CORES-1:0] log_valid, log_ready, log_write, log_last, log_again, waits, done;
  wire [CORES*HERE_W-1:0] acc_warp, rsp_warp, log_warp;
  wire [CORES*ADDR_W-1:0] acc_key, log_key;
  wire [CORES*LINE_W-1:0] rsp_data;
  wire [CORES*WORD_W-1:0] log_word;
  wire [CORES*32-1:0] log_data, sig, ops;
  wire [CORES*N_W-1:0] log_n;
  wire [CORES*TAG_W-1:0] rsp_tag;
  wire [CORES*3-1:0] acc_kind;
  genvar c;
  generate
    for (c = 0; c < CORES; c = c + 1) begin : g_core
      localparam integer FIRST = c * HERE;
      assign acc_kind[3*c +: 3] = {2'b00, acc_store[c]};   // Ld, St
      fpga_trader #(
        .HERE(HERE), .WARPS(CORES * HERE), .WORDS(WORDS), .ACCOUNTS(ACCOUNTS), .TXS(TXS), .ADDR_W(ADDR_W), .N_W(N_W)
      ) u_core (
        .clk_i(clk_i), .rst_i(rst_q), .first_i(FIRST[7:0]),
        .acc_valid_o(acc_valid[c]), .acc_ready_i(acc_ready[c]), .acc_warp_o(acc_warp[c*HERE_W +: HERE_W]),
        .acc_store_o(acc_store[c]), .acc_key_o(acc_key[c*ADDR_W +: ADDR_W]),
        .rsp_valid_i(rsp_valid[c]), .rsp_warp_i(rsp_warp[c*HERE_W +: HERE_W]), .rsp_abort_i(rsp_abort[c]),
        .rsp_data_i(rsp_data[c*LINE_W +: LINE_W]),
        .log_valid_o(log_valid[c]), .log_ready_i(log_ready[c]), .log_warp_o(log_warp[c*HERE_W +: HERE_W]),
        .log_key_o(log_key[c*ADDR_W +: ADDR_W]), .log_write_o(log_write[c]), .log_word_o(log_word[c*WORD_W +: WORD_W]),
        .log_data_o(log_data[32*c +: 32]), .log_n_o(log_n[c*N_W +: N_W]), .log_last_o(log_last[c]),
        .log_again_o(log_again[c]), .waits_o(waits[c]), .go_i(&waits), .done_o(done[c]), .sig_o(sig[32*c +: 32]),
        .ops_o(ops[32*c +: 32])
      );
    end
  endgenerate
  assign done_o = &done && !rst_q;
  fpga_sum #(.N(CORES)) u_sig (.in_i(sig), .sum_o(sig_o));
  fpga_sum #(.N(CORES)) u_ops (.in_i(ops), .sum_o(ops_o));

  wire arvalid, arready, rvalid, rready, rlast, awvalid, awready, wvalid, wready, wlast, bvalid, bready;
  wire [31:0] araddr, awaddr;
  wire arid, rid, awid, bid;
  wire [7:0] arlen, awlen;
  wire [31:0] rdata, wdata;
  wire [2:0] arsize, awsize;
  wire [1:0] arburst, awburst;
  wire [11:0] arkind, awkind; // AxLOCK, AxCACHE, AxPROT, AxQOS
  wire [3:0] wstrb;
  wire [CORES*HERE-1:0] quit;
  wire over, idle, error;
  getm_system #(
    .CORES(CORES), .CORE_WARPS(HERE), .OPEN(HERE), .TAG_W(TAG_W), .LOG_ENTRIES(3), .GRANULE(GRANULE),
    .MEM_SLOTS(MEM_SLOTS), .VU_ROWS(ROWS), .VU_STASH(2), .VU_APPROX_ROWS(APPROX_ROWS), .VU_LLC_SETS(LLC_SETS),
    .VU_LLC_WAYS(LLC_WAYS)
  ) u_getm (
    .clk_i(clk_i), .rst_i(rst_q), .limit_i({LIMIT_W{1'b0}}), .quit_o(quit), .over_o(over), .idle_o(idle),
    .error_o(error),
    .acc_valid_i(acc_valid), .acc_ready_o(acc_ready), .acc_warp_i(acc_warp), .acc_kind_i(acc_kind),
    .acc_tag_i({CORES*TAG_W{1'b0}}), .acc_key_i(acc_key), .acc_mask_i({CORES*GRANULE{1'b0}}),
    .acc_data_i({CORES*LINE_W{1'b0}}), .acc_op_i({CORES*3{1'b0}}), .acc_word_i({CORES*WORD_W{1'b0}}),
    .acc_a_i({CORES*32{1'b0}}), .acc_b_i({CORES*32{1'b0}}),
    .rsp_valid_o(rsp_valid), .rsp_ready_i({CORES{1'b1}}), .rsp_warp_o(rsp_warp), .rsp_tag_o(rsp_tag),
    .rsp_abort_o(rsp_abort), .rsp_data_o(rsp_data),
    .log_valid_i(log_valid), .log_ready_o(log_ready), .log_warp_i(log_warp), .log_key_i(log_key),
    .log_write_i(log_write), .log_word_i(log_word), .log_data_i(log_data), .log_n_i(log_n), .log_last_i(log_last),
    .log_again_i(log_again),
    .axi_arvalid_o(arvalid), .axi_arready_i(arready), .axi_araddr_o(araddr), .axi_arid_o(arid), .axi_arlen_o(arlen),
    .axi_arsize_o(arsize), .axi_arburst_o(arburst),
    .axi_arlock_o(arkind[0]), .axi_arcache_o(arkind[4:1]),
    .axi_arprot_o(arkind[7:5]), .axi_arqos_o(arkind[11:8]),
    .axi_rvalid_i(rvalid), .axi_rready_o(rready), .axi_rid_i(rid),
    .axi_rdata_i(rdata), .axi_rresp_i(2'b00), .axi_rlast_i(rlast), .axi_awvalid_o(awvalid), .axi_awready_i(awready),
    .axi_awaddr_o(awaddr), .axi_awid_o(awid), .axi_awlen_o(awlen), .axi_awsize_o(awsize), .axi_awburst_o(awburst),
    .axi_awlock_o(awkind[0]), .axi_awcache_o(awkind[4:1]),
    .axi_awprot_o(awkind[7:5]), .axi_awqos_o(awkind[11:8]),
    .axi_wvalid_o(wvalid), .axi_wready_i(wready), .axi_wdata_o(wdata), .axi_wstrb_o(wstrb), .axi_wlast_o(wlast),
    .axi_bvalid_i(bvalid), .axi_bready_o(bready), .axi_bid_i(bid), .axi_bresp_i(2'b00)
  );
  assign error_o = !rst_q && (error || over || |quit);
  fpga_memory #(.ADDR_W(32), .BYTES(4), .ID_W(1), .WORDS(MEM_WORDS), .HIGH(1)) u_memory (
    .clk_i(clk_i), .rst_i(rst_i), .ready_o(ready),
    .arvalid_i(arvalid), .arready_o(arready), .araddr_i(araddr), .arid_i(arid), .arlen_i(arlen),
    .rvalid_o(rvalid), .rready_i(rready), .rid_o(rid), .rdata_o(rdata), .rlast_o(rlast),
    .awvalid_i(awvalid), .awready_o(awready), .awaddr_i(awaddr), .awid_i(awid),
    .wvalid_i(wvalid), .wready_o(wready), .wdata_i(wdata), .wstrb_i(wstrb), .wlast_i(wlast),
    .bvalid_o(bvalid), .bready_i(bready), .bid_o(bid)
  );
  wire unused = &{1'b0, idle, rsp_tag, arsize, arburst, arkind, awlen, awsize, awburst, awkind, 1'b0};
endmodule
