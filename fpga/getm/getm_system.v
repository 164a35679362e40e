// A whole GETM system for a prototype: CORES cores' ends (getm_core), each with
// CORE_WARPS warps, the networks, and PARTS validation units with
// their slices of the last-level cache in front of AXI4 memory (the emitted module getm without TX:
// cohgen emit specs/getm/getm.xml --open TX).
// Ports of core c: slice c of each vector, as in getm_core.
module getm_system (
    clk_i, rst_i, limit_i, quit_o, over_o, idle_o, error_o,
    acc_valid_i, acc_ready_o, acc_warp_i, acc_kind_i, acc_tag_i, acc_key_i, acc_mask_i, acc_data_i, acc_op_i, acc_word_i, acc_a_i, acc_b_i,
    rsp_valid_o, rsp_ready_i, rsp_warp_o, rsp_tag_o,
    rsp_abort_o, rsp_data_o, log_valid_i, log_ready_o, log_warp_i, log_key_i, log_write_i, log_word_i, log_data_i, log_n_i,
    log_last_i, log_again_i,
    axi_arvalid_o, axi_arready_i, axi_araddr_o, axi_arid_o, axi_arlen_o, axi_arsize_o, axi_arburst_o,
    axi_arlock_o, axi_arcache_o, axi_arprot_o, axi_arqos_o, axi_rvalid_i, axi_rready_o,
    axi_rid_i, axi_rdata_i, axi_rresp_i, axi_rlast_i, axi_awvalid_o, axi_awready_i, axi_awaddr_o, axi_awid_o, axi_awlen_o,
    axi_awsize_o, axi_awburst_o, axi_awlock_o, axi_awcache_o, axi_awprot_o, axi_awqos_o,
    axi_wvalid_o, axi_wready_i, axi_wdata_o, axi_wstrb_o, axi_wlast_o, axi_bvalid_i, axi_bready_o,
    axi_bid_i, axi_bresp_i);
  parameter integer CORES          = 2;
  parameter integer CORE_WARPS     = 4;
  parameter integer PARTS          = 1;
  parameter integer OPEN           = 8;
  parameter integer TAG_W          = 5;
  parameter integer LOG_ENTRIES    = 4;
  parameter integer TS_BITS        = 32;
  parameter integer GRANULE        = 32;
  parameter integer WRITES         = 255;
  parameter integer FLIT_BITS      = 32;
  parameter integer OWN_CLOCK      = 0;
  parameter integer THROTTLE       = 0;
  parameter integer BEAT_BYTES     = 4;
  parameter integer MEM_SLOTS      = 4;
  parameter integer VU_ROWS        = 170;
  parameter integer VU_STASH       = 4;
  parameter integer VU_APPROX_ROWS = 43;
  parameter integer VU_LLC_SETS    = 512;
  parameter integer VU_LLC_WAYS    = 8;
  localparam integer WARPS    = CORES * CORE_WARPS;
  `include "getm_messages.vh"
  localparam integer OWN_WARP_W   = (CORE_WARPS > 1) ? $clog2(CORE_WARPS) : 1;
  localparam integer ID_W     = (WARPS > 1) ? $clog2(WARPS) : 1;
  localparam integer EARLY    = 1 << ID_W;   // all last times are refused
  localparam integer LIMIT_W  = $clog2(CORE_WARPS + 1);
  localparam integer OWN_WORD_W   = $clog2(GRANULE / 4);
  localparam integer AXI_ID_W = (MEM_SLOTS > 1) ? $clog2(MEM_SLOTS) : 1;

  input  wire clk_i, rst_i;
  input  wire [LIMIT_W-1:0] limit_i;
  output wire [WARPS-1:0] quit_o;   // of core c: from c * CORE_WARPS on
  output wire over_o, idle_o, error_o;
  input  wire [CORES-1:0] acc_valid_i;
  output wire [CORES-1:0] acc_ready_o;
  input  wire [CORES*OWN_WARP_W-1:0] acc_warp_i;
  input  wire [CORES*ASK_KIND_W-1:0] acc_kind_i;
  input  wire [CORES*TAG_W-1:0] acc_tag_i;
  input  wire [CORES*ADDR_W-1:0] acc_key_i;
  input  wire [CORES*MASK_W-1:0] acc_mask_i;
  input  wire [CORES*BLOCK_W-1:0] acc_data_i;
  input  wire [CORES*OP_W-1:0] acc_op_i;
  input  wire [CORES*OWN_WORD_W-1:0] acc_word_i;
  input  wire [CORES*VALUE_W-1:0] acc_a_i;
  input  wire [CORES*VALUE_W-1:0] acc_b_i;
  output wire [CORES-1:0] rsp_valid_o;
  input  wire [CORES-1:0] rsp_ready_i;
  output wire [CORES*OWN_WARP_W-1:0] rsp_warp_o;
  output wire [CORES*TAG_W-1:0] rsp_tag_o;
  output wire [CORES-1:0] rsp_abort_o;
  output wire [CORES*BLOCK_W-1:0] rsp_data_o;
  input  wire [CORES-1:0] log_valid_i;
  output wire [CORES-1:0] log_ready_o;
  input  wire [CORES*OWN_WARP_W-1:0] log_warp_i;
  input  wire [CORES*ADDR_W-1:0] log_key_i;
  input  wire [CORES-1:0] log_write_i;
  input  wire [CORES*OWN_WORD_W-1:0] log_word_i;
  input  wire [CORES*32-1:0] log_data_i;
  input  wire [CORES*TALLY_W-1:0] log_n_i;
  input  wire [CORES-1:0] log_last_i;
  input  wire [CORES-1:0] log_again_i;
  output wire [VU_COUNT-1:0] axi_arvalid_o;
  input  wire [VU_COUNT-1:0] axi_arready_i;
  output wire [VU_COUNT*32-1:0] axi_araddr_o;
  output wire [VU_COUNT*AXI_ID_W-1:0] axi_arid_o;
  output wire [VU_COUNT*8-1:0] axi_arlen_o;
  output wire [VU_COUNT*3-1:0] axi_arsize_o;
  output wire [VU_COUNT*2-1:0] axi_arburst_o;
  output wire [VU_COUNT-1:0] axi_arlock_o;
  output wire [VU_COUNT*4-1:0] axi_arcache_o;
  output wire [VU_COUNT*3-1:0] axi_arprot_o;
  output wire [VU_COUNT*4-1:0] axi_arqos_o;
  input  wire [VU_COUNT-1:0] axi_rvalid_i;
  output wire [VU_COUNT-1:0] axi_rready_o;
  input  wire [VU_COUNT*AXI_ID_W-1:0] axi_rid_i;
  input  wire [VU_COUNT*(8*BEAT_BYTES)-1:0] axi_rdata_i;
  input  wire [VU_COUNT*2-1:0] axi_rresp_i;
  input  wire [VU_COUNT-1:0] axi_rlast_i;
  output wire [VU_COUNT-1:0] axi_awvalid_o;
  input  wire [VU_COUNT-1:0] axi_awready_i;
  output wire [VU_COUNT*32-1:0] axi_awaddr_o;
  output wire [VU_COUNT*AXI_ID_W-1:0] axi_awid_o;
  output wire [VU_COUNT*8-1:0] axi_awlen_o;
  output wire [VU_COUNT*3-1:0] axi_awsize_o;
  output wire [VU_COUNT*2-1:0] axi_awburst_o;
  output wire [VU_COUNT-1:0] axi_awlock_o;
  output wire [VU_COUNT*4-1:0] axi_awcache_o;
  output wire [VU_COUNT*3-1:0] axi_awprot_o;
  output wire [VU_COUNT*4-1:0] axi_awqos_o;
  output wire [VU_COUNT-1:0] axi_wvalid_o;
  input  wire [VU_COUNT-1:0] axi_wready_i;
  output wire [VU_COUNT*(8*BEAT_BYTES)-1:0] axi_wdata_o;
  output wire [VU_COUNT*BEAT_BYTES-1:0] axi_wstrb_o;
  output wire [VU_COUNT-1:0] axi_wlast_o;
  input  wire [VU_COUNT-1:0] axi_bvalid_i;
  output wire [VU_COUNT-1:0] axi_bready_o;
  input  wire [VU_COUNT*AXI_ID_W-1:0] axi_bid_i;
  input  wire [VU_COUNT*2-1:0] axi_bresp_i;

  wire [CORES-1:0]             ask_valid, ask_ready, log_valid, log_ready, answer_valid, answer_ready, over, idle, error;
  wire [CORES*NODE_W-1:0]      ask_dst, log_dst, answer_index;
  wire [CORES*ASK_LEN_W-1:0]   ask_flits;
  wire [CORES*ASK_BITS-1:0]    ask_msg;
  wire [CORES*LOG_LEN_W-1:0]   log_flits;
  wire [CORES*LOG_BITS-1:0]    log_msg;
  wire [CORES*ANSWER_BITS-1:0] answer_msg;
  wire                         vu_error;
  assign over_o  = |over;
  assign idle_o  = &idle;
  assign error_o = vu_error || |error;

  genvar c;
  generate
    for (c = 0; c < CORES; c = c + 1) begin : g_core
      localparam integer FIRST = c * CORE_WARPS;
      getm_core #(.CORE_WARPS(CORE_WARPS), .OPEN(OPEN), .TAG_W(TAG_W), .LOG_ENTRIES(LOG_ENTRIES), .WARPS(WARPS), .PARTS(PARTS), .TS_BITS(TS_BITS), .GRANULE(GRANULE),
          .WRITES(WRITES), .FLIT_BITS(FLIT_BITS), .OWN_CLOCK(OWN_CLOCK)) u_core (
          .clk_i(clk_i), .rst_i(rst_i), .first_i(FIRST[ID_W-1:0]), .limit_i(limit_i), .quit_o(quit_o[c*CORE_WARPS +: CORE_WARPS]), .over_o(over[c]), .idle_o(idle[c]), .error_o(error[c]),
          .acc_valid_i(acc_valid_i[c]), .acc_ready_o(acc_ready_o[c]), .acc_warp_i(acc_warp_i[c*OWN_WARP_W +: OWN_WARP_W]), .acc_kind_i(acc_kind_i[c*ASK_KIND_W +: ASK_KIND_W]),
          .acc_tag_i(acc_tag_i[c*TAG_W +: TAG_W]), .acc_key_i(acc_key_i[c*ADDR_W +: ADDR_W]),
          .acc_mask_i(acc_mask_i[c*MASK_W +: MASK_W]), .acc_data_i(acc_data_i[c*BLOCK_W +: BLOCK_W]), .acc_op_i(acc_op_i[c*OP_W +: OP_W]),
          .acc_word_i(acc_word_i[c*OWN_WORD_W +: OWN_WORD_W]), .acc_a_i(acc_a_i[c*VALUE_W +: VALUE_W]), .acc_b_i(acc_b_i[c*VALUE_W +: VALUE_W]), .rsp_valid_o(rsp_valid_o[c]),
          .rsp_ready_i(rsp_ready_i[c]), .rsp_warp_o(rsp_warp_o[c*OWN_WARP_W +: OWN_WARP_W]), .rsp_tag_o(rsp_tag_o[c*TAG_W +: TAG_W]),
          .rsp_abort_o(rsp_abort_o[c]), .rsp_data_o(rsp_data_o[c*BLOCK_W +: BLOCK_W]), .log_valid_i(log_valid_i[c]), .log_ready_o(log_ready_o[c]),
          .log_warp_i(log_warp_i[c*OWN_WARP_W +: OWN_WARP_W]), .log_key_i(log_key_i[c*ADDR_W +: ADDR_W]), .log_write_i(log_write_i[c]),
          .log_word_i(log_word_i[c*OWN_WORD_W +: OWN_WORD_W]), .log_data_i(log_data_i[c*32 +: 32]), .log_n_i(log_n_i[c*TALLY_W +: TALLY_W]),
          .log_last_i(log_last_i[c]), .log_again_i(log_again_i[c]),
          .ask_valid_o(ask_valid[c]), .ask_ready_i(ask_ready[c]), .ask_dst_o(ask_dst[c*NODE_W +: NODE_W]), .ask_flits_o(ask_flits[c*ASK_LEN_W +: ASK_LEN_W]),
          .ask_msg_o(ask_msg[c*ASK_BITS +: ASK_BITS]),
          .net_log_valid_o(log_valid[c]), .net_log_ready_i(log_ready[c]), .net_log_dst_o(log_dst[c*NODE_W +: NODE_W]),
          .net_log_flits_o(log_flits[c*LOG_LEN_W +: LOG_LEN_W]), .net_log_msg_o(log_msg[c*LOG_BITS +: LOG_BITS]),
          .answer_valid_i(answer_valid[c]), .answer_ready_o(answer_ready[c]), .answer_index_i(answer_index[c*NODE_W +: NODE_W]),
          .answer_msg_i(answer_msg[c*ANSWER_BITS +: ANSWER_BITS]));
    end
  endgenerate

  getm #(.WARPS(WARPS), .PARTS(PARTS), .TX_SHARE(CORE_WARPS), .TS_BITS(TS_BITS), .EARLY(EARLY), .GRANULE(GRANULE), .WRITES(WRITES), .FLIT_BITS(FLIT_BITS), .THROTTLE(THROTTLE), .BEAT_BYTES(BEAT_BYTES),
      .MEM_SLOTS(MEM_SLOTS), .VU_ROWS(VU_ROWS), .VU_STASH(VU_STASH), .VU_APPROX_ROWS(VU_APPROX_ROWS), .VU_LLC_SETS(VU_LLC_SETS), .VU_LLC_WAYS(VU_LLC_WAYS)) u_getm (
      .clk_i(clk_i), .rst_i(rst_i), .error_o(vu_error),
      .tx_ask_out_valid_i(ask_valid), .tx_ask_out_ready_o(ask_ready), .tx_ask_out_dst_i(ask_dst), .tx_ask_out_flits_i(ask_flits), .tx_ask_out_msg_i(ask_msg),
      .tx_log_out_valid_i(log_valid), .tx_log_out_ready_o(log_ready), .tx_log_out_dst_i(log_dst), .tx_log_out_flits_i(log_flits), .tx_log_out_msg_i(log_msg),
      .tx_answer_in_valid_o(answer_valid), .tx_answer_in_ready_i(answer_ready), .tx_answer_in_index_o(answer_index), .tx_answer_in_msg_o(answer_msg),
      .vu_llc_axi_arvalid_o(axi_arvalid_o), .vu_llc_axi_arready_i(axi_arready_i), .vu_llc_axi_araddr_o(axi_araddr_o), .vu_llc_axi_arid_o(axi_arid_o),
      .vu_llc_axi_arlen_o(axi_arlen_o), .vu_llc_axi_arsize_o(axi_arsize_o), .vu_llc_axi_arburst_o(axi_arburst_o),
      .vu_llc_axi_arlock_o(axi_arlock_o), .vu_llc_axi_arcache_o(axi_arcache_o), .vu_llc_axi_arprot_o(axi_arprot_o),
      .vu_llc_axi_arqos_o(axi_arqos_o), .vu_llc_axi_rvalid_i(axi_rvalid_i),
      .vu_llc_axi_rready_o(axi_rready_o), .vu_llc_axi_rid_i(axi_rid_i), .vu_llc_axi_rdata_i(axi_rdata_i), .vu_llc_axi_rresp_i(axi_rresp_i),
      .vu_llc_axi_rlast_i(axi_rlast_i), .vu_llc_axi_awvalid_o(axi_awvalid_o), .vu_llc_axi_awready_i(axi_awready_i),
      .vu_llc_axi_awaddr_o(axi_awaddr_o), .vu_llc_axi_awid_o(axi_awid_o), .vu_llc_axi_awlen_o(axi_awlen_o), .vu_llc_axi_awsize_o(axi_awsize_o),
      .vu_llc_axi_awburst_o(axi_awburst_o),
      .vu_llc_axi_awlock_o(axi_awlock_o), .vu_llc_axi_awcache_o(axi_awcache_o), .vu_llc_axi_awprot_o(axi_awprot_o),
      .vu_llc_axi_awqos_o(axi_awqos_o),
      .vu_llc_axi_wvalid_o(axi_wvalid_o), .vu_llc_axi_wready_i(axi_wready_i), .vu_llc_axi_wdata_o(axi_wdata_o),
      .vu_llc_axi_wstrb_o(axi_wstrb_o), .vu_llc_axi_wlast_o(axi_wlast_o), .vu_llc_axi_bvalid_i(axi_bvalid_i), .vu_llc_axi_bready_o(axi_bready_o),
      .vu_llc_axi_bid_i(axi_bid_i), .vu_llc_axi_bresp_i(axi_bresp_i));
endmodule
