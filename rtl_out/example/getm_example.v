// GETM's validation unit in a system of one's own: one unit with its commit unit in front of a memory, and four cores of
// a warp each, two of which send it messages. Module getm is in ../getm; getm_messages.vh says what is where in a message.
module getm_example (
  input  clk_i,
  input  rst_i,
  output done_o,
  output failed_o
);
  localparam integer CORES = 4;
  localparam integer WARPS = 1;   // of a core
  localparam integer PARTS = 1;
  localparam integer TS_BITS = 32;
  localparam integer ADDR_BITS = 32;
  localparam integer GRANULE = 32;
  localparam integer WRITES = 255;
  localparam integer FLIT_BITS = 32;
  localparam integer BEAT_BYTES = 4;
  localparam integer MEM_SLOTS = 4;
  localparam integer ID_W = $clog2(MEM_SLOTS);
  `include "getm_messages.vh"

  // The program: who sends what about granule 5 at which time, and what the answer must be. The times of a warp are its
  // number, and this plus multiples of CORES.
  localparam [2:0] NOTHING = 3'd7;
  localparam [BLOCK_W-1:0] DATA = {{(BLOCK_W - 32){1'b0}}, 32'hC0FFEE01};
  reg [2:0] pc_q;
  reg by;                       // which warp
  reg log, end_of_program;      // a message of network log; else of network ask
  reg [2:0] kind, answer;
  reg [TS_W-1:0] at;
  always @* begin
    by = 1'b0;
    log = 1'b0;
    end_of_program = 1'b0;
    kind = MSG_ST;
    at = 32'd4;
    answer = MSG_OK;
    case (pc_q)
      3'd0: answer = MSG_OK;            // warp 0 stores at time 4: the granule is reserved
      3'd1: begin                       // warp 1 loads at time 1: too late, there is a later write
        by = 1'b1;
        kind = MSG_LD;
        at = 32'd1;
        answer = MSG_ABORT;
      end
      3'd2: begin                       // warp 0 commits: one reservation, the data. No answer
        log = 1'b1;
        kind = {1'b0, MSG_COMMIT};
        answer = NOTHING;
      end
      3'd3: begin                       // warp 1 loads at time 9: waits in the unit for the commit, and finds its data
        by = 1'b1;
        kind = MSG_LD;
        at = 32'd9;
        answer = MSG_VALUE;
      end
      default: end_of_program = 1'b1;
    endcase
  end

  // One end of the networks for each warp; nodes 0 to 3 are the warps, VU_BASE is the unit.
  wire [CORES-1:0] ask_valid, ask_ready, log_valid, log_ready, answer_valid;
  wire [CORES * ANSWER_BITS-1:0] answers;
  reg [ASK_BITS-1:0] ask_msg;
  reg [LOG_BITS-1:0] log_msg;
  wire [ADDR_W-1:0] key = 5;
  wire [TALLY_W-1:0] one = 1;
  wire [NODE_W-1:0] from = {{(NODE_W - 1){1'b0}}, by};
  wire [NODE_W-1:0] unit = VU_BASE[NODE_W-1:0];
  always @* begin
    ask_msg = {ASK_BITS{1'b0}};
    ask_msg[ASK_KIND_W-1:0] = kind;
    ask_msg[ASK_FROM_LSB +: NODE_W] = from;
    ask_msg[ASK_KEY_LSB +: ADDR_W] = key;
    ask_msg[MSG_LD_WARPTS_LSB +: TS_W] = at;    // where St has it too
    log_msg = {LOG_BITS{1'b0}};
    log_msg[LOG_KIND_W-1:0] = kind[1:0];
    log_msg[LOG_FROM_LSB +: NODE_W] = from;
    log_msg[LOG_KEY_LSB +: ADDR_W] = key;
    log_msg[MSG_COMMIT_N_LSB +: TALLY_W] = one;
    log_msg[MSG_COMMIT_DATA_LSB +: BLOCK_W] = DATA;
  end
  reg sent_q, failed_q;
  wire offered = !sent_q && !end_of_program;
  wire sent = |((ask_valid & ask_ready) | (log_valid & log_ready));
  assign ask_valid = {2'b00, offered && !log && by, offered && !log && !by};
  assign log_valid = {2'b00, offered && log && by, offered && log && !by};
  wire [ANSWER_BITS-1:0] arrived = answers[by * ANSWER_BITS +: ANSWER_BITS];
  wire right = arrived[ANSWER_KIND_W-1:0] == answer &&
      (answer != MSG_VALUE || arrived[MSG_VALUE_DATA_LSB +: BLOCK_W] == DATA);
  always @(posedge clk_i) begin
    if (rst_i) begin
      pc_q <= 3'd0;
      sent_q <= 1'b0;
      failed_q <= 1'b0;
    end else if (sent && answer == NOTHING) pc_q <= pc_q + 3'd1;
    else if (sent) sent_q <= 1'b1;
    else if (|answer_valid) begin
      pc_q <= pc_q + 3'd1;
      sent_q <= 1'b0;
      if (answer_valid != {2'b00, by, !by} || !right) failed_q <= 1'b1;
    end
  end

  wire arvalid, arready, rvalid, rready, rlast, awvalid, awready, wvalid, wready, wlast, bvalid, bready, error;
  wire [31:0] araddr, awaddr;
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
  wire [CORES * NODE_W-1:0] index;
  getm #(
    .CORES(CORES), .WARPS(WARPS), .EARLY(CORES), .PARTS(PARTS), .TS_BITS(TS_BITS), .ADDR_BITS(ADDR_BITS),
    .GRANULE(GRANULE), .WRITES(WRITES), .FLIT_BITS(FLIT_BITS),
    .BEAT_BYTES(BEAT_BYTES), .MEM_SLOTS(MEM_SLOTS), .VU_ROWS(4), .VU_APPROX_ROWS(4), .VU_LLC_SETS(8), .VU_LLC_WAYS(2)
  ) u_getm (
    .clk_i(clk_i), .rst_i(rst_i),
    .tx_ask_out_valid_i(ask_valid), .tx_ask_out_ready_o(ask_ready), .tx_ask_out_dst_i({CORES{unit}}),
    .tx_ask_out_flits_i({CORES{MSG_ST_FLITS[ASK_LEN_W-1:0]}}), .tx_ask_out_msg_i({CORES{ask_msg}}),
    .tx_log_out_valid_i(log_valid), .tx_log_out_ready_o(log_ready), .tx_log_out_dst_i({CORES{unit}}),
    .tx_log_out_flits_i({CORES{MSG_COMMIT_FLITS[LOG_LEN_W-1:0]}}), .tx_log_out_msg_i({CORES{log_msg}}),
    .tx_answer_in_valid_o(answer_valid), .tx_answer_in_ready_i({CORES{1'b1}}), .tx_answer_in_msg_o(answers),
    .tx_answer_in_index_o(index),
    .vu_llc_axi_arvalid_o(arvalid), .vu_llc_axi_arready_i(arready), .vu_llc_axi_araddr_o(araddr),
    .vu_llc_axi_arid_o(arid), .vu_llc_axi_arlen_o(arlen), .vu_llc_axi_arsize_o(arsize), .vu_llc_axi_arburst_o(arburst),
    .vu_llc_axi_arlock_o(arlock), .vu_llc_axi_arcache_o(arcache), .vu_llc_axi_arprot_o(arprot), .vu_llc_axi_arqos_o(arqos),
    .vu_llc_axi_rvalid_i(rvalid), .vu_llc_axi_rready_o(rready), .vu_llc_axi_rid_i(rid), .vu_llc_axi_rdata_i(rdata),
    .vu_llc_axi_rresp_i(rresp), .vu_llc_axi_rlast_i(rlast),
    .vu_llc_axi_awvalid_o(awvalid), .vu_llc_axi_awready_i(awready), .vu_llc_axi_awaddr_o(awaddr),
    .vu_llc_axi_awid_o(awid), .vu_llc_axi_awlen_o(awlen), .vu_llc_axi_awsize_o(awsize), .vu_llc_axi_awburst_o(awburst),
    .vu_llc_axi_awlock_o(awlock), .vu_llc_axi_awcache_o(awcache), .vu_llc_axi_awprot_o(awprot), .vu_llc_axi_awqos_o(awqos),
    .vu_llc_axi_wvalid_o(wvalid), .vu_llc_axi_wready_i(wready), .vu_llc_axi_wdata_o(wdata),
    .vu_llc_axi_wstrb_o(wstrb), .vu_llc_axi_wlast_o(wlast),
    .vu_llc_axi_bvalid_i(bvalid), .vu_llc_axi_bready_o(bready), .vu_llc_axi_bid_i(bid), .vu_llc_axi_bresp_i(bresp),
    .error_o(error)
  );

  axi_memory #(.ADDR_W(32), .BYTES(BEAT_BYTES), .ID_W(ID_W)) u_memory (
    .clk_i(clk_i), .rst_i(rst_i),
    .arvalid_i(arvalid), .arready_o(arready), .araddr_i(araddr), .arid_i(arid), .arlen_i(arlen),
    .rvalid_o(rvalid), .rready_i(rready), .rid_o(rid), .rdata_o(rdata), .rresp_o(rresp), .rlast_o(rlast),
    .awvalid_i(awvalid), .awready_o(awready), .awaddr_i(awaddr), .awid_i(awid),
    .wvalid_i(wvalid), .wready_o(wready), .wdata_i(wdata), .wlast_i(wlast),
    .bvalid_o(bvalid), .bready_i(bready), .bid_o(bid), .bresp_o(bresp)
  );

  assign done_o = end_of_program;
  assign failed_o = failed_q || error;
  wire unused = &{1'b0, arsize, arburst, awlen, awsize, awburst, arlock, awlock, arprot, awprot,
                      arcache, awcache, arqos, awqos, wstrb, index, arrived, 1'b0};
endmodule
