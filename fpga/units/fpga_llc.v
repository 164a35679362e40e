// A slice of GETM's last-level cache with threads that drive it, small enough for an iCE40: HERE threads (fpga_core) in
// front of cg_llc, which answers in order; block RAM behind it.
module fpga_llc #(
  parameter integer HERE = 2,
  parameter integer WORDS = 4,
  parameter integer LINES = 16,
  parameter integer ROUNDS = 4,
  parameter integer OPS = 64,
  parameter integer SETS = 4,
  parameter integer WAYS = 2,
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
  localparam integer KEY_W = ADDR_BITS - $clog2(LINE_BYTES);
  localparam integer HERE_W = (HERE > 1) ? $clog2(HERE) : 1;
  localparam integer WORD_W = $clog2(WORDS);

  wire ready;
  reg  rst_q;                            // until memory is clear
  always @(posedge clk_i) rst_q <= rst_i || !ready;

  wire req_valid, req_ready, rep_valid, rep_err, drop, wr_err, idle;
  wire [1:0] req_kind;
  wire [KEY_W-1:0] req_key;
  wire [HERE_W-1:0] req_id;
  wire [LINE_BYTES-1:0] req_mask;
  wire [8*LINE_BYTES-1:0] req_data, rep_data;
  wire [WORD_W-1:0] req_word;
  wire [31:0] req_value;

  // Who has asked, and for which word: in the order of the requests, as the answers come.
  localparam integer N = HERE + 1;
  reg  [HERE_W+WORD_W-1:0] asked_q [0:N-1];
  reg  [N-1:0] here_q;                   // of asked_q, from 0 on
  wire push = req_valid && req_ready, pop = rep_valid;
  integer i;
  always @(posedge clk_i) begin
    if (rst_q) here_q <= {N{1'b0}};
    else if (push && !pop) here_q <= {here_q[N-2:0], 1'b1};
    else if (pop && !push) here_q <= {1'b0, here_q[N-1:1]};
    for (i = 0; i < N; i = i + 1) begin
      if (pop && i + 1 < N && here_q[(i + 1) % N]) asked_q[i] <= asked_q[(i + 1) % N];
      else if (push && (pop ? here_q[i] && (i + 1 == N || !here_q[(i + 1) % N]) :
          !here_q[i] && (i == 0 || here_q[(i + N - 1) % N]))) asked_q[i] <= {req_id, req_word};
    end
  end
  wire [HERE_W-1:0] rep_id = asked_q[0][WORD_W +: HERE_W];
  wire [WORD_W-1:0] rep_word = asked_q[0][WORD_W-1:0];

  fpga_core #(
    .HERE(HERE), .THREADS(HERE), .WORDS(WORDS), .LINES(LINES), .ROUNDS(ROUNDS), .OPS(OPS), .ADDR_W(KEY_W)
  ) u_core (
    .clk_i(clk_i), .rst_i(rst_q), .first_i(8'd0),
    .req_valid_o(req_valid), .req_ready_i(req_ready), .req_kind_o(req_kind), .req_key_o(req_key), .req_id_o(req_id),
    .req_mask_o(req_mask), .req_data_o(req_data), .req_word_o(req_word), .req_value_o(req_value),
    .rep_valid_i(rep_valid), .rep_id_i(rep_id), .rep_old_valid_i(1'b1), .rep_data_i(rep_data),
    .rep_old_i(rep_data[{rep_word, 5'd0} +: 32]), .done_o(done_o), .sig_o(sig_o), .ops_o(ops_o)
  );

  wire arvalid, arready, rvalid, rready, rlast, awvalid, awready, wvalid, wready, wlast, bvalid, bready;
  wire [ADDR_BITS-1:0] araddr, awaddr;
  wire arid, rid, awid, bid;
  wire [7:0] arlen, awlen;
  wire [31:0] rdata, wdata;
  wire [2:0] arsize, awsize;
  wire [1:0] arburst, awburst;
  wire [11:0] arkind, awkind; // AxLOCK, AxCACHE, AxPROT, AxQOS
  wire [3:0] wstrb;
  cg_llc #(
    .SETS(SETS), .WAYS(WAYS), .ADDR_W(ADDR_BITS), .LINE_BYTES(LINE_BYTES), .BEAT_BYTES(4), .WR_SLOTS(2), .QUEUE(2),
    .RESPONSES(2), .RMW(1)
  ) u_llc (
    .clk_i(clk_i), .rst_i(rst_q),
    .req_valid_i(req_valid), .req_ready_o(req_ready), .req_key_i(req_key), .req_rd_i(1'b1),
    .req_rmw_i(req_kind == 2'd2 ? 4'd8 : 4'd0), .req_be_i(req_kind == 2'd0 ? {LINE_BYTES{1'b0}} : req_mask),
    .req_wdata_i(req_data), .rsp_valid_o(rep_valid), .rsp_ready_i(1'b1), .rsp_data_o(rep_data), .rsp_err_o(rep_err),
    .drop_o(drop), .wr_err_o(wr_err), .idle_o(idle),
    .m_axi_arvalid(arvalid), .m_axi_arready(arready), .m_axi_araddr(araddr), .m_axi_arid(arid), .m_axi_arlen(arlen),
    .m_axi_arsize(arsize), .m_axi_arburst(arburst),
    .m_axi_arlock(arkind[0]), .m_axi_arcache(arkind[4:1]),
    .m_axi_arprot(arkind[7:5]), .m_axi_arqos(arkind[11:8]),
    .m_axi_rvalid(rvalid), .m_axi_rready(rready), .m_axi_rid(rid),
    .m_axi_rdata(rdata), .m_axi_rresp(2'b00), .m_axi_rlast(rlast),
    .m_axi_awvalid(awvalid), .m_axi_awready(awready), .m_axi_awaddr(awaddr), .m_axi_awid(awid), .m_axi_awlen(awlen),
    .m_axi_awsize(awsize), .m_axi_awburst(awburst),
    .m_axi_awlock(awkind[0]), .m_axi_awcache(awkind[4:1]),
    .m_axi_awprot(awkind[7:5]), .m_axi_awqos(awkind[11:8]),
    .m_axi_wvalid(wvalid), .m_axi_wready(wready),
    .m_axi_wdata(wdata), .m_axi_wstrb(wstrb), .m_axi_wlast(wlast), .m_axi_bvalid(bvalid), .m_axi_bready(bready),
    .m_axi_bid(bid), .m_axi_bresp(2'b00)
  );
  assign error_o = !rst_q && (rep_valid && rep_err || drop || wr_err);
  fpga_store #(.ADDR_W(ADDR_BITS), .BYTES(4), .ID_W(1), .WORDS(MEM_WORDS), .SDRAM(SDRAM)) u_memory (
    .clk_i(clk_i), .rst_i(rst_i), .ready_o(ready),
    .arvalid_i(arvalid), .arready_o(arready), .araddr_i(araddr), .arid_i(arid), .arlen_i(arlen),
    .rvalid_o(rvalid), .rready_i(rready), .rid_o(rid), .rdata_o(rdata), .rlast_o(rlast),
    .awvalid_i(awvalid), .awready_o(awready), .awaddr_i(awaddr), .awid_i(awid), .awlen_i(awlen),
    .wvalid_i(wvalid), .wready_o(wready), .wdata_i(wdata), .wstrb_i(wstrb), .wlast_i(wlast),
    .bvalid_o(bvalid), .bready_i(bready), .bid_o(bid),
    .sdram_o(sdram_o), .sdram_dq_i(sdram_dq_i)
  );
  wire unused = &{1'b0, idle, req_value, arsize, arburst, arkind, awsize, awburst, awkind, 1'b0};
endmodule
