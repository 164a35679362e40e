// RCC with cores that drive it: CORES cores of HERE threads (fpga_core) in front of the emitted module rcc, one L2
// bank, block RAM behind it.
module fpga_rcc #(
  parameter integer CORES = 2,
  parameter integer HERE = 2,
  parameter integer WORDS = 4,
  parameter integer LINES = 16,
  parameter integer ROUNDS = 4,
  parameter integer OPS = 64,
  parameter integer SETS = 4,
  parameter integer WAYS = 2,
  parameter integer MSHRS = 4,
  parameter integer MEM_WORDS = 256,
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
  localparam integer LINE_BYTES = 4 * WORDS;
  localparam integer ADDR_BITS = 16;
  localparam integer BEAT_BYTES = 4;
  localparam integer MEM_SLOTS = 2;
  localparam integer ADDR_W = ADDR_BITS - $clog2(LINE_BYTES);
  localparam integer HERE_W = (HERE > 1) ? $clog2(HERE) : 1;
  localparam integer WORD_W = $clog2(WORDS);
  localparam integer LINE_W = 8 * LINE_BYTES;

  wire ready;
  reg  rst_q;                            // until memory is clear
  always @(posedge clk_i) rst_q <= rst_i || !ready;

  wire [CORES-1:0] req_valid, req_ready, rep_valid, rep_err, done;
  wire [CORES*2-1:0] req_kind, rep_kind;
  wire [CORES*ADDR_W-1:0] req_key;
  wire [CORES*HERE_W-1:0] req_id, rep_id;
  wire [CORES*LINE_BYTES-1:0] req_mask;
  wire [CORES*LINE_W-1:0] req_data, rep_data;
  wire [CORES*WORD_W-1:0] req_word;
  wire [CORES*32-1:0] req_value, rep_old, sig, ops;
  genvar c;
  generate
    for (c = 0; c < CORES; c = c + 1) begin : g_core
      localparam integer FIRST = c * HERE;
      fpga_core #(
        .HERE(HERE), .THREADS(CORES * HERE), .WORDS(WORDS), .LINES(LINES), .ROUNDS(ROUNDS), .OPS(OPS), .ADDR_W(ADDR_W)
      ) u_core (
        .clk_i(clk_i), .rst_i(rst_q), .first_i(FIRST[7:0]),
        .req_valid_o(req_valid[c]), .req_ready_i(req_ready[c]), .req_kind_o(req_kind[2*c +: 2]),
        .req_key_o(req_key[c*ADDR_W +: ADDR_W]), .req_id_o(req_id[c*HERE_W +: HERE_W]),
        .req_mask_o(req_mask[c*LINE_BYTES +: LINE_BYTES]), .req_data_o(req_data[c*LINE_W +: LINE_W]),
        .req_word_o(req_word[c*WORD_W +: WORD_W]), .req_value_o(req_value[32*c +: 32]),
        .rep_valid_i(rep_valid[c]), .rep_id_i(rep_id[c*HERE_W +: HERE_W]), .rep_old_valid_i(rep_kind[2*c +: 2] == 2'd3),
        .rep_data_i(rep_data[c*LINE_W +: LINE_W]), .rep_old_i(rep_old[32*c +: 32]),
        .done_o(done[c]), .sig_o(sig[32*c +: 32]), .ops_o(ops[32*c +: 32])
      );
    end
  endgenerate
  assign done_o = &done && !rst_q;
  fpga_sum #(.N(CORES)) u_sig (.in_i(sig), .sum_o(sig_o));
  fpga_sum #(.N(CORES)) u_ops (.in_i(ops), .sum_o(ops_o));

  wire arvalid, arready, rvalid, rready, rlast, awvalid, awready, wvalid, wready, wlast, bvalid, bready, error;
  wire [ADDR_BITS-1:0] araddr, awaddr;
  wire arid, rid, awid, bid;
  wire [7:0] arlen, awlen;
  wire [31:0] rdata, wdata;
  wire [2:0] arsize, awsize;
  wire [1:0] arburst, awburst;
  wire [11:0] arkind, awkind; // AxLOCK, AxCACHE, AxPROT, AxQOS
  wire [3:0] wstrb;
  rcc #(
    .CORES(CORES), .WARPS(HERE), .BANKS(1), .LINE_BYTES(LINE_BYTES), .ADDR_BITS(ADDR_BITS), .BEAT_BYTES(BEAT_BYTES),
    .MEM_SLOTS(MEM_SLOTS), .GUARD(16), .L1_SETS(SETS), .L1_WAYS(WAYS), .L1_MSHRS(MSHRS), .L1_DEPTH(MSHRS),
    .L2_SETS(SETS), .L2_WAYS(WAYS), .L2_MSHRS(MSHRS), .L2_DEPTH(MSHRS)
  ) u_rcc (
    .clk_i(clk_i), .rst_i(rst_q), .l1_wo_i({CORES{1'b0}}),
    .l1_core_req_valid_i(req_valid), .l1_core_req_ready_o(req_ready), .l1_core_req_kind_i(req_kind),
    .l1_core_req_key_i(req_key), .l1_core_req_id_i(req_id), .l1_core_req_mask_i(req_mask),
    .l1_core_req_data_i(req_data), .l1_core_req_op_i({CORES*3{1'b0}}), .l1_core_req_word_i(req_word),
    .l1_core_req_a_i(req_value), .l1_core_req_b_i({CORES*32{1'b0}}),
    .l1_core_rep_valid_o(rep_valid), .l1_core_rep_ready_i({CORES{1'b1}}), .l1_core_rep_kind_o(rep_kind),
    .l1_core_rep_id_o(rep_id), .l1_core_rep_err_o(rep_err), .l1_core_rep_data_o(rep_data),
    .l1_core_rep_old_o(rep_old),
    .l2_mem_axi_arvalid_o(arvalid), .l2_mem_axi_arready_i(arready), .l2_mem_axi_araddr_o(araddr),
    .l2_mem_axi_arid_o(arid), .l2_mem_axi_arlen_o(arlen), .l2_mem_axi_arsize_o(arsize), .l2_mem_axi_arburst_o(arburst),
    .l2_mem_axi_arlock_o(arkind[0]), .l2_mem_axi_arcache_o(arkind[4:1]),
    .l2_mem_axi_arprot_o(arkind[7:5]), .l2_mem_axi_arqos_o(arkind[11:8]),
    .l2_mem_axi_rvalid_i(rvalid), .l2_mem_axi_rready_o(rready), .l2_mem_axi_rid_i(rid), .l2_mem_axi_rdata_i(rdata),
    .l2_mem_axi_rresp_i(2'b00), .l2_mem_axi_rlast_i(rlast),
    .l2_mem_axi_awvalid_o(awvalid), .l2_mem_axi_awready_i(awready), .l2_mem_axi_awaddr_o(awaddr),
    .l2_mem_axi_awid_o(awid), .l2_mem_axi_awlen_o(awlen), .l2_mem_axi_awsize_o(awsize), .l2_mem_axi_awburst_o(awburst),
    .l2_mem_axi_awlock_o(awkind[0]), .l2_mem_axi_awcache_o(awkind[4:1]),
    .l2_mem_axi_awprot_o(awkind[7:5]), .l2_mem_axi_awqos_o(awkind[11:8]),
    .l2_mem_axi_wvalid_o(wvalid), .l2_mem_axi_wready_i(wready), .l2_mem_axi_wdata_o(wdata),
    .l2_mem_axi_wstrb_o(wstrb), .l2_mem_axi_wlast_o(wlast),
    .l2_mem_axi_bvalid_i(bvalid), .l2_mem_axi_bready_o(bready), .l2_mem_axi_bid_i(bid), .l2_mem_axi_bresp_i(2'b00),
    .error_o(error)
  );
  assign error_o = error || |(rep_valid & rep_err);

  fpga_store #(.ADDR_W(ADDR_BITS), .BYTES(BEAT_BYTES), .ID_W(1), .WORDS(MEM_WORDS), .SDRAM(SDRAM)) u_memory (
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
