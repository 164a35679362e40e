// RCC in a system of one's own: two cores, one bank of L2 in front of a memory. Module rcc is in ../rcc.
module rcc_example (
  input  clk_i,
  input  rst_i,
  output done_o,
  output failed_o
);
  localparam integer CORES = 2;
  localparam integer WARPS = 4;
  localparam integer LINE_BYTES = 16;
  localparam integer ADDR_BITS = 32;
  localparam integer BEAT_BYTES = 4;
  localparam integer MEM_SLOTS = 4;
  localparam integer ADDR_W = ADDR_BITS - $clog2(LINE_BYTES);
  localparam integer ID_W = $clog2(MEM_SLOTS);

  wire [CORES-1:0] req_valid, req_ready, req_store, rep_valid, rep_err, done, failed;
  wire [CORES * 2-1:0] req_kind, rep_kind;
  wire [CORES * ADDR_W-1:0] req_key;
  wire [CORES * LINE_BYTES-1:0] req_mask;
  wire [CORES * 8 * LINE_BYTES-1:0] req_data, rep_data;
  genvar c;
  generate
    for (c = 0; c < CORES; c = c + 1) begin : g_core
      core #(.ME(c), .ADDR_W(ADDR_W), .LINE_BYTES(LINE_BYTES)) u_core (
        .clk_i(clk_i), .rst_i(rst_i),
        .req_valid_o(req_valid[c]), .req_ready_i(req_ready[c]), .req_store_o(req_store[c]),
        .req_key_o(req_key[c * ADDR_W +: ADDR_W]), .req_mask_o(req_mask[c * LINE_BYTES +: LINE_BYTES]),
        .req_data_o(req_data[c * 8 * LINE_BYTES +: 8 * LINE_BYTES]),
        .rep_valid_i(rep_valid[c]), .rep_data_i(rep_data[c * 8 * LINE_BYTES +: 8 * LINE_BYTES]),
        .done_o(done[c]), .failed_o(failed[c])
      );
      assign req_kind[c * 2 +: 2] = {1'b0, req_store[c]};
    end
  endgenerate

  wire arvalid, arready, rvalid, rready, rlast, awvalid, awready, wvalid, wready, wlast, bvalid, bready, error;
  wire [ADDR_BITS-1:0] araddr, awaddr;
  wire [ID_W-1:0] arid, rid, awid, bid;
  wire [7:0] arlen, awlen;
  wire [8 * BEAT_BYTES-1:0] rdata, wdata;
  wire [1:0] rresp, bresp;
  wire [2:0] arsize, awsize;
  wire [1:0] arburst, awburst;
  wire       arlock, awlock;
  wire [2:0] arprot, awprot;
  wire [3:0] arcache, arqos, awcache, awqos;
  wire [BEAT_BYTES-1:0] wstrb;
  wire [CORES * 2-1:0] rep_id;
  wire [CORES * 32-1:0] rep_old;

  // One warp of each core is used: number 0. Atomics are not: their fields are 0.
  rcc #(
    .CORES(CORES), .WARPS(WARPS), .BANKS(1), .LINE_BYTES(LINE_BYTES), .ADDR_BITS(ADDR_BITS), .BEAT_BYTES(BEAT_BYTES),
    .MEM_SLOTS(MEM_SLOTS), .GUARD(100),
    .L1_SETS(4), .L1_WAYS(2), .L1_MSHRS(4), .L1_DEPTH(4), .L2_SETS(4), .L2_WAYS(2), .L2_MSHRS(4), .L2_DEPTH(4)
  ) u_rcc (
    .clk_i(clk_i), .rst_i(rst_i),
    .l1_wo_i({CORES{1'b0}}),
    .l1_core_req_valid_i(req_valid), .l1_core_req_ready_o(req_ready), .l1_core_req_kind_i(req_kind),
    .l1_core_req_key_i(req_key), .l1_core_req_id_i({CORES * 2{1'b0}}), .l1_core_req_mask_i(req_mask),
    .l1_core_req_data_i(req_data), .l1_core_req_op_i({CORES * 3{1'b0}}), .l1_core_req_word_i({CORES * 2{1'b0}}),
    .l1_core_req_a_i({CORES * 32{1'b0}}), .l1_core_req_b_i({CORES * 32{1'b0}}),
    .l1_core_rep_valid_o(rep_valid), .l1_core_rep_ready_i({CORES{1'b1}}), .l1_core_rep_kind_o(rep_kind),
    .l1_core_rep_id_o(rep_id), .l1_core_rep_err_o(rep_err), .l1_core_rep_data_o(rep_data), .l1_core_rep_old_o(rep_old),
    .l2_mem_axi_arvalid_o(arvalid), .l2_mem_axi_arready_i(arready), .l2_mem_axi_araddr_o(araddr),
    .l2_mem_axi_arid_o(arid), .l2_mem_axi_arlen_o(arlen), .l2_mem_axi_arsize_o(arsize), .l2_mem_axi_arburst_o(arburst),
    .l2_mem_axi_arlock_o(arlock), .l2_mem_axi_arcache_o(arcache), .l2_mem_axi_arprot_o(arprot), .l2_mem_axi_arqos_o(arqos),
    .l2_mem_axi_rvalid_i(rvalid), .l2_mem_axi_rready_o(rready), .l2_mem_axi_rid_i(rid), .l2_mem_axi_rdata_i(rdata),
    .l2_mem_axi_rresp_i(rresp), .l2_mem_axi_rlast_i(rlast),
    .l2_mem_axi_awvalid_o(awvalid), .l2_mem_axi_awready_i(awready), .l2_mem_axi_awaddr_o(awaddr),
    .l2_mem_axi_awid_o(awid), .l2_mem_axi_awlen_o(awlen), .l2_mem_axi_awsize_o(awsize), .l2_mem_axi_awburst_o(awburst),
    .l2_mem_axi_awlock_o(awlock), .l2_mem_axi_awcache_o(awcache), .l2_mem_axi_awprot_o(awprot), .l2_mem_axi_awqos_o(awqos),
    .l2_mem_axi_wvalid_o(wvalid), .l2_mem_axi_wready_i(wready), .l2_mem_axi_wdata_o(wdata),
    .l2_mem_axi_wstrb_o(wstrb), .l2_mem_axi_wlast_o(wlast),
    .l2_mem_axi_bvalid_i(bvalid), .l2_mem_axi_bready_o(bready), .l2_mem_axi_bid_i(bid), .l2_mem_axi_bresp_i(bresp),
    .error_o(error)
  );

  axi_memory #(.ADDR_W(ADDR_BITS), .BYTES(BEAT_BYTES), .ID_W(ID_W)) u_memory (
    .clk_i(clk_i), .rst_i(rst_i),
    .arvalid_i(arvalid), .arready_o(arready), .araddr_i(araddr), .arid_i(arid), .arlen_i(arlen),
    .rvalid_o(rvalid), .rready_i(rready), .rid_o(rid), .rdata_o(rdata), .rresp_o(rresp), .rlast_o(rlast),
    .awvalid_i(awvalid), .awready_o(awready), .awaddr_i(awaddr), .awid_i(awid),
    .wvalid_i(wvalid), .wready_o(wready), .wdata_i(wdata), .wlast_i(wlast),
    .bvalid_o(bvalid), .bready_i(bready), .bid_o(bid), .bresp_o(bresp)
  );

  assign done_o = &done;
  assign failed_o = error || |failed || |(rep_valid & rep_err);
  // Bursts are as long as lines, and of whole beats; one request at a time leaves no doubt which reply it is.
  wire unused = &{1'b0, arsize, arburst, awlen, awsize, awburst, arlock, awlock, arprot, awprot,
                      arcache, awcache, arqos, awqos, wstrb, rep_kind, rep_id, rep_old, 1'b0};
endmodule
