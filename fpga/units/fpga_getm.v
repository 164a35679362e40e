// GETM with programs that drive it: CORES cores' ends of HERE warps each, emitted, in front of them the programs
// (fpga_trader); one validation unit with its slice of the last-level cache; block RAM behind it, whose upper half is
// for lists of entries.
module fpga_getm #(
  parameter integer CORES = 2,
  parameter integer HERE = 2,
  parameter integer WORDS = 4,
  parameter integer ACCOUNTS = 16,
  parameter integer TXS = 32,
  parameter integer ROWS = 8,
  parameter integer APPROX_ROWS = 4,
  parameter integer LINES = 2,  // of the stall buffer, of DEPTH places each: as many as there are warps
  parameter integer DEPTH = 2,
  parameter integer RING = 8,   // of the commit unit: all logs
  parameter integer LLC_SETS = 4,
  parameter integer LLC_WAYS = 2,
  parameter integer MEM_WORDS = 512,
  parameter [127:0] SDRAM = 128'd0  // fpga_store
) (
  input  wire        clk_i,
  input  wire        rst_i,
  output wire        done_o,
  output wire        error_o,
  output wire [31:0] sig_o,
  output wire [31:0] ops_o,
  output wire [37:0] sdram_o,
  input  wire [15:0] sdram_dq_i
);
  localparam integer GRANULE = 4 * WORDS;
  localparam integer ADDR_BITS = 16;
  localparam integer ADDR_W = ADDR_BITS - $clog2(GRANULE);
  localparam integer HERE_W = (HERE > 1) ? $clog2(HERE) : 1;
  localparam integer LINE_W = 32 * WORDS;
  localparam integer MEM_SLOTS = 2;
  localparam [2:0] ABORTED = 3'd4;       // of the table's replies

  wire ready;
  reg  rst_q;                            // until memory is clear
  always @(posedge clk_i) rst_q <= rst_i || !ready;

  wire [CORES-1:0] req_valid, req_ready, rep_valid, waits, done;
  wire [CORES*3-1:0] req_kind, rep_kind;
  wire [CORES*HERE_W-1:0] req_warp, rep_warp;
  wire [CORES*ADDR_W-1:0] req_key;
  wire [CORES*LINE_W-1:0] req_data, rep_data;
  wire [CORES*32-1:0] sig, ops;
  genvar c;
  generate
    for (c = 0; c < CORES; c = c + 1) begin : g_core
      localparam integer FIRST = c * HERE;
      assign req_kind[3*c + 2] = 1'b0;
      fpga_trader #(
        .HERE(HERE), .WARPS(CORES * HERE), .WORDS(WORDS), .ACCOUNTS(ACCOUNTS), .TXS(TXS), .ADDR_W(ADDR_W)
      ) u_core (
        .clk_i(clk_i), .rst_i(rst_q), .first_i(FIRST[7:0]),
        .req_valid_o(req_valid[c]), .req_ready_i(req_ready[c]), .req_kind_o(req_kind[3*c +: 2]),
        .req_key_o(req_key[c*ADDR_W +: ADDR_W]), .req_warp_o(req_warp[c*HERE_W +: HERE_W]),
        .req_data_o(req_data[c*LINE_W +: LINE_W]),
        .rep_valid_i(rep_valid[c]), .rep_warp_i(rep_warp[c*HERE_W +: HERE_W]),
        .rep_abort_i(rep_kind[3*c +: 3] == ABORTED), .rep_data_i(rep_data[c*LINE_W +: LINE_W]),
        .waits_o(waits[c]), .go_i(&waits), .done_o(done[c]), .sig_o(sig[32*c +: 32]), .ops_o(ops[32*c +: 32])
      );
    end
  endgenerate
  assign done_o = &done && !rst_q;
  fpga_sum #(.N(CORES)) u_sig (.in_i(sig), .sum_o(sig_o));
  fpga_sum #(.N(CORES)) u_ops (.in_i(ops), .sum_o(ops_o));

  wire arvalid, arready, rvalid, rready, rlast, awvalid, awready, wvalid, wready, wlast, bvalid, bready;
  wire [ADDR_BITS-1:0] araddr, awaddr;
  wire arid, rid, awid, bid;
  wire [7:0] arlen, awlen;
  wire [31:0] rdata, wdata;
  wire [2:0] arsize, awsize;
  wire [1:0] arburst, awburst;
  wire [11:0] arkind, awkind; // AxLOCK, AxCACHE, AxPROT, AxQOS
  wire [3:0] wstrb;
  wire error;
  getm #(
    .CORES(CORES), .WARPS(HERE), .EARLY(CORES * HERE), .ADDR_BITS(ADDR_BITS), .GRANULE(GRANULE),
    .LOG(2 * HERE), .MEM_SLOTS(MEM_SLOTS),
    .VU_ROWS(ROWS), .VU_STASH(2), .VU_APPROX_ROWS(APPROX_ROWS), .VU_LINES(LINES), .VU_DEPTH(DEPTH),
    .VU_RING(RING), .VU_LLC_SETS(LLC_SETS), .VU_LLC_WAYS(LLC_WAYS)
  ) u_getm (
    .clk_i(clk_i), .rst_i(rst_q), .error_o(error),
    .tx_core_req_valid_i(req_valid), .tx_core_req_ready_o(req_ready), .tx_core_req_kind_i(req_kind),
    .tx_core_req_key_i(req_key), .tx_core_req_warp_i(req_warp), .tx_core_req_data_i(req_data),
    .tx_core_req_mask_i({CORES*GRANULE{1'b0}}), .tx_core_req_op_i({CORES*3{1'b0}}),
    .tx_core_req_word_i({CORES*$clog2(WORDS){1'b0}}), .tx_core_req_a_i({CORES*32{1'b0}}),
    .tx_core_req_b_i({CORES*32{1'b0}}),
    .tx_core_rep_valid_o(rep_valid), .tx_core_rep_ready_i({CORES{1'b1}}), .tx_core_rep_kind_o(rep_kind),
    .tx_core_rep_warp_o(rep_warp), .tx_core_rep_data_o(rep_data),
    .vu_llc_axi_arvalid_o(arvalid), .vu_llc_axi_arready_i(arready), .vu_llc_axi_araddr_o(araddr),
    .vu_llc_axi_arid_o(arid), .vu_llc_axi_arlen_o(arlen),
    .vu_llc_axi_arsize_o(arsize), .vu_llc_axi_arburst_o(arburst),
    .vu_llc_axi_arlock_o(arkind[0]), .vu_llc_axi_arcache_o(arkind[4:1]),
    .vu_llc_axi_arprot_o(arkind[7:5]), .vu_llc_axi_arqos_o(arkind[11:8]),
    .vu_llc_axi_rvalid_i(rvalid), .vu_llc_axi_rready_o(rready), .vu_llc_axi_rid_i(rid),
    .vu_llc_axi_rdata_i(rdata), .vu_llc_axi_rresp_i(2'b00), .vu_llc_axi_rlast_i(rlast),
    .vu_llc_axi_awvalid_o(awvalid), .vu_llc_axi_awready_i(awready),
    .vu_llc_axi_awaddr_o(awaddr), .vu_llc_axi_awid_o(awid), .vu_llc_axi_awlen_o(awlen), .vu_llc_axi_awsize_o(awsize),
    .vu_llc_axi_awburst_o(awburst),
    .vu_llc_axi_awlock_o(awkind[0]), .vu_llc_axi_awcache_o(awkind[4:1]),
    .vu_llc_axi_awprot_o(awkind[7:5]), .vu_llc_axi_awqos_o(awkind[11:8]),
    .vu_llc_axi_wvalid_o(wvalid), .vu_llc_axi_wready_i(wready), .vu_llc_axi_wdata_o(wdata),
    .vu_llc_axi_wstrb_o(wstrb), .vu_llc_axi_wlast_o(wlast),
    .vu_llc_axi_bvalid_i(bvalid), .vu_llc_axi_bready_o(bready), .vu_llc_axi_bid_i(bid), .vu_llc_axi_bresp_i(2'b00)
  );
  assign error_o = !rst_q && error;
  fpga_store #(.ADDR_W(ADDR_BITS), .BYTES(4), .ID_W(1), .WORDS(MEM_WORDS), .SDRAM(SDRAM), .HIGH(1)) u_memory (
    .clk_i(clk_i), .rst_i(rst_i), .ready_o(ready),
    .arvalid_i(arvalid), .arready_o(arready), .araddr_i(araddr), .arid_i(arid), .arlen_i(arlen),
    .rvalid_o(rvalid), .rready_i(rready), .rid_o(rid), .rdata_o(rdata), .rlast_o(rlast),
    .awvalid_i(awvalid), .awready_o(awready), .awaddr_i(awaddr), .awid_i(awid), .awlen_i(awlen),
    .wvalid_i(wvalid), .wready_o(wready), .wdata_i(wdata), .wstrb_i(wstrb), .wlast_i(wlast),
    .bvalid_o(bvalid), .bready_i(bready), .bid_o(bid),
    .sdram_o(sdram_o), .sdram_dq_i(sdram_dq_i)
  );
  wire unused = &{1'b0, arsize, arburst, arkind, awsize, awburst, awkind, 1'b0};
endmodule
