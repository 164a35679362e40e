// GPUDet's Z-buffer unit with feeders that drive it: FEEDS of HERE threads (fpga_feeder) in front of the emitted module
// zunit, which has one unit and the L2 behind it; block RAM for depths and for data.
module fpga_zunit #(
  parameter integer FEEDS = 2,
  parameter integer HERE = 2,
  parameter integer WORDS = 8,
  parameter integer BLOCKS = 32,
  parameter integer MORE = 4,
  parameter integer OPS = 64,
  parameter integer ZU_SETS = 4,
  parameter integer ZU_WAYS = 2,
  parameter integer REQUESTS = 8,
  parameter integer SLOTS = 4,
  parameter integer L2_SETS = 4,
  parameter integer L2_WAYS = 2,
  parameter integer MSHRS = 4,
  parameter integer MEM_WORDS = 512
) (
  input  wire        clk_i,
  input  wire        rst_i,
  output wire        done_o,
  output wire        error_o,
  output wire [31:0] sig_o,
  output wire [31:0] ops_o
);
  localparam integer ADDR_W = 32 - $clog2(4 * WORDS);
  localparam integer IDS = HERE;
  localparam integer ID_W = (IDS > 1) ? $clog2(IDS) : 1;
  localparam integer WORD_W = $clog2(WORDS);
  localparam integer LINE_W = 32 * WORDS;
  localparam integer MEM_SLOTS = 2;

  wire [1:0] ready;
  reg  rst_q;                            // until memory is clear
  always @(posedge clk_i) rst_q <= rst_i || !(&ready);

  wire [FEEDS-1:0] req_valid, req_ready, rep_valid, waits, done;
  wire [FEEDS*3-1:0] req_kind, rep_kind;
  wire [FEEDS*ADDR_W-1:0] req_key;
  wire [FEEDS*ID_W-1:0] req_id, rep_id;
  wire [FEEDS*32-1:0] req_depth, req_value, rep_old, sig, ops;
  wire [FEEDS*4*WORDS-1:0] req_mask;
  wire [FEEDS*LINE_W-1:0] req_data, rep_data;
  wire [FEEDS*WORD_W-1:0] req_word;
  genvar f;
  generate
    for (f = 0; f < FEEDS; f = f + 1) begin : g_feed
      localparam integer FIRST = f * HERE;
      fpga_feeder #(
        .HERE(HERE), .THREADS(FEEDS * HERE), .WORDS(WORDS), .BLOCKS(BLOCKS), .MORE(MORE), .OPS(OPS), .ADDR_W(ADDR_W)
      ) u_feeder (
        .clk_i(clk_i), .rst_i(rst_q), .first_i(FIRST[3:0]),
        .req_valid_o(req_valid[f]), .req_ready_i(req_ready[f]), .req_kind_o(req_kind[3*f +: 3]),
        .req_key_o(req_key[f*ADDR_W +: ADDR_W]), .req_id_o(req_id[f*ID_W +: ID_W]),
        .req_depth_o(req_depth[32*f +: 32]), .req_mask_o(req_mask[f*4*WORDS +: 4*WORDS]),
        .req_data_o(req_data[f*LINE_W +: LINE_W]), .req_word_o(req_word[f*WORD_W +: WORD_W]),
        .req_value_o(req_value[32*f +: 32]),
        .rep_valid_i(rep_valid[f]), .rep_id_i(rep_id[f*ID_W +: ID_W]), .rep_data_i(rep_data[f*LINE_W +: LINE_W]),
        .waits_o(waits[f]), .go_i(&waits), .done_o(done[f]), .sig_o(sig[32*f +: 32]), .ops_o(ops[32*f +: 32])
      );
    end
  endgenerate
  assign done_o = &done && !rst_q;
  fpga_sum #(.N(FEEDS)) u_sig (.in_i(sig), .sum_o(sig_o));
  fpga_sum #(.N(FEEDS)) u_ops (.in_i(ops), .sum_o(ops_o));

  // Memory 0 is that of depths, memory 1 that of data.
  wire [1:0] arvalid, arready, rvalid, rready, rlast, awvalid, awready, wvalid, wready, wlast, bvalid, bready;
  wire [63:0] araddr, awaddr, rdata, wdata;
  wire [1:0] arid, rid, awid, bid;
  wire [15:0] arlen, awlen;
  wire [5:0] arsize, awsize;
  wire [3:0] arburst, awburst;
  wire [23:0] arkind, awkind; // AxLOCK, AxCACHE, AxPROT, AxQOS
  wire [7:0] wstrb;
  zunit #(
    .TAGS(IDS), .WARPS(IDS), .WORDS(WORDS), .FEEDS(FEEDS), .IDS(IDS), .MEM_SLOTS(MEM_SLOTS),
    .ZU_SETS(ZU_SETS), .ZU_WAYS(ZU_WAYS), .ZU_REQUESTS(REQUESTS), .ZU_SLOTS(SLOTS),
    .L2_SETS(L2_SETS), .L2_WAYS(L2_WAYS), .L2_MSHRS(MSHRS), .L2_DEPTH(2)
  ) u_zunit (
    .clk_i(clk_i), .rst_i(rst_q),
    .feed_cu_req_valid_i(req_valid), .feed_cu_req_ready_o(req_ready), .feed_cu_req_kind_i(req_kind),
    .feed_cu_req_key_i(req_key), .feed_cu_req_id_i(req_id), .feed_cu_req_depth_i(req_depth),
    .feed_cu_req_mask_i(req_mask), .feed_cu_req_data_i(req_data), .feed_cu_req_op_i({FEEDS*3{1'b0}}),
    .feed_cu_req_word_i(req_word), .feed_cu_req_a_i(req_value), .feed_cu_req_b_i({FEEDS*32{1'b0}}),
    .feed_cu_rep_valid_o(rep_valid), .feed_cu_rep_ready_i({FEEDS{1'b1}}), .feed_cu_rep_kind_o(rep_kind),
    .feed_cu_rep_id_o(rep_id), .feed_cu_rep_data_o(rep_data), .feed_cu_rep_old_o(rep_old),
    .zu_mem_axi_arvalid_o(arvalid[0]), .zu_mem_axi_arready_i(arready[0]), .zu_mem_axi_araddr_o(araddr[31:0]),
    .zu_mem_axi_arid_o(arid[0]), .zu_mem_axi_arlen_o(arlen[7:0]), .zu_mem_axi_arsize_o(arsize[2:0]),
    .zu_mem_axi_arburst_o(arburst[1:0]),
    .zu_mem_axi_arlock_o(arkind[0]), .zu_mem_axi_arcache_o(arkind[4:1]),
    .zu_mem_axi_arprot_o(arkind[7:5]), .zu_mem_axi_arqos_o(arkind[11:8]),
    .zu_mem_axi_rvalid_i(rvalid[0]), .zu_mem_axi_rready_o(rready[0]),
    .zu_mem_axi_rid_i(rid[0]), .zu_mem_axi_rdata_i(rdata[31:0]), .zu_mem_axi_rresp_i(2'b00),
    .zu_mem_axi_rlast_i(rlast[0]), .zu_mem_axi_awvalid_o(awvalid[0]), .zu_mem_axi_awready_i(awready[0]),
    .zu_mem_axi_awaddr_o(awaddr[31:0]), .zu_mem_axi_awid_o(awid[0]), .zu_mem_axi_awlen_o(awlen[7:0]),
    .zu_mem_axi_awsize_o(awsize[2:0]), .zu_mem_axi_awburst_o(awburst[1:0]),
    .zu_mem_axi_awlock_o(awkind[0]), .zu_mem_axi_awcache_o(awkind[4:1]),
    .zu_mem_axi_awprot_o(awkind[7:5]), .zu_mem_axi_awqos_o(awkind[11:8]),
    .zu_mem_axi_wvalid_o(wvalid[0]),
    .zu_mem_axi_wready_i(wready[0]), .zu_mem_axi_wdata_o(wdata[31:0]), .zu_mem_axi_wstrb_o(wstrb[3:0]),
    .zu_mem_axi_wlast_o(wlast[0]), .zu_mem_axi_bvalid_i(bvalid[0]), .zu_mem_axi_bready_o(bready[0]),
    .zu_mem_axi_bid_i(bid[0]), .zu_mem_axi_bresp_i(2'b00),
    .l2_mem_axi_arvalid_o(arvalid[1]), .l2_mem_axi_arready_i(arready[1]), .l2_mem_axi_araddr_o(araddr[63:32]),
    .l2_mem_axi_arid_o(arid[1]), .l2_mem_axi_arlen_o(arlen[15:8]), .l2_mem_axi_arsize_o(arsize[5:3]),
    .l2_mem_axi_arburst_o(arburst[3:2]),
    .l2_mem_axi_arlock_o(arkind[12]), .l2_mem_axi_arcache_o(arkind[16:13]),
    .l2_mem_axi_arprot_o(arkind[19:17]), .l2_mem_axi_arqos_o(arkind[23:20]),
    .l2_mem_axi_rvalid_i(rvalid[1]), .l2_mem_axi_rready_o(rready[1]),
    .l2_mem_axi_rid_i(rid[1]), .l2_mem_axi_rdata_i(rdata[63:32]), .l2_mem_axi_rresp_i(2'b00),
    .l2_mem_axi_rlast_i(rlast[1]), .l2_mem_axi_awvalid_o(awvalid[1]), .l2_mem_axi_awready_i(awready[1]),
    .l2_mem_axi_awaddr_o(awaddr[63:32]), .l2_mem_axi_awid_o(awid[1]), .l2_mem_axi_awlen_o(awlen[15:8]),
    .l2_mem_axi_awsize_o(awsize[5:3]), .l2_mem_axi_awburst_o(awburst[3:2]),
    .l2_mem_axi_awlock_o(awkind[12]), .l2_mem_axi_awcache_o(awkind[16:13]),
    .l2_mem_axi_awprot_o(awkind[19:17]), .l2_mem_axi_awqos_o(awkind[23:20]),
    .l2_mem_axi_wvalid_o(wvalid[1]),
    .l2_mem_axi_wready_i(wready[1]), .l2_mem_axi_wdata_o(wdata[63:32]), .l2_mem_axi_wstrb_o(wstrb[7:4]),
    .l2_mem_axi_wlast_o(wlast[1]), .l2_mem_axi_bvalid_i(bvalid[1]), .l2_mem_axi_bready_o(bready[1]),
    .l2_mem_axi_bid_i(bid[1]), .l2_mem_axi_bresp_i(2'b00),
    .error_o(error_o)
  );
  genvar m;
  generate
    for (m = 0; m < 2; m = m + 1) begin : g_memory
      fpga_memory #(.ADDR_W(32), .BYTES(4), .ID_W(1), .WORDS(MEM_WORDS)) u_memory (
        .clk_i(clk_i), .rst_i(rst_i), .ready_o(ready[m]),
        .arvalid_i(arvalid[m]), .arready_o(arready[m]), .araddr_i(araddr[32*m +: 32]), .arid_i(arid[m]),
        .arlen_i(arlen[8*m +: 8]), .rvalid_o(rvalid[m]), .rready_i(rready[m]), .rid_o(rid[m]),
        .rdata_o(rdata[32*m +: 32]), .rlast_o(rlast[m]), .awvalid_i(awvalid[m]), .awready_o(awready[m]),
        .awaddr_i(awaddr[32*m +: 32]), .awid_i(awid[m]), .wvalid_i(wvalid[m]), .wready_o(wready[m]),
        .wdata_i(wdata[32*m +: 32]), .wstrb_i(wstrb[4*m +: 4]), .wlast_i(wlast[m]), .bvalid_o(bvalid[m]),
        .bready_i(bready[m]), .bid_o(bid[m])
      );
    end
  endgenerate
  wire unused = &{1'b0, rep_kind, rep_old, arsize, arburst, arkind, awlen, awsize, awburst, awkind, 1'b0};
endmodule
