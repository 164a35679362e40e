`include "fv_track.vh"
// Proves, for any slave that keeps to AXI and the first byte of one freely chosen
// line whose reads do not fail:
// - every answer belongs to a read; a chosen read of the line is answered in its
//   turn, by the value after all writes accepted before it, without error;
// - the memory holds that value whenever it is asked for the line, so nothing
//   written is lost; it is asked only when no write of the line is under way;
// - ids in flight differ, answers stay until taken.
// With checks=yes: also that no line is in two ways.
// RMW=1: the byte is in the second of two words, and read-modify-writes are among
// the requests. cg_rmw32 has a proof of its own and is replaced by the same
// operations on words of one bit.
module cg_rmw32 #(
    parameter integer LINE_BYTES = 8,
    parameter integer WW = (LINE_BYTES > 4) ? $clog2(LINE_BYTES / 4) : 1
) (
    input  wire [2:0]              op_i,
    input  wire [WW-1:0]           word_i,
    input  wire [31:0]             a_i,
    input  wire [31:0]             b_i,
    input  wire [8*LINE_BYTES-1:0] line_i,
    output reg  [8*LINE_BYTES-1:0] line_o,
    output wire [LINE_BYTES-1:0]   be_o
);
  wire made;
  fv_rmw u_made (.op_i(op_i), .old_i(line_i[32*word_i + 3]), .a_i(a_i[3]), .b_i(b_i[3]), .made_o(made));
  always @* begin
    line_o = line_i;
    line_o[32*word_i + 3] = made;
  end
  assign be_o = {LINE_BYTES{1'b0}};  // cg_llc does not look at it
endmodule

module fv_rmw (
    input  wire [2:0] op_i,
    input  wire       old_i,
    input  wire       a_i,
    input  wire       b_i,
    output reg        made_o
);
  always @* begin
    case (op_i)
      3'd0, 3'd7: made_o = old_i ^ a_i;
      3'd1:       made_o = a_i;
      3'd2:       made_o = (old_i == a_i) ? b_i : old_i;
      3'd3, 3'd5: made_o = old_i & a_i;
      default:    made_o = old_i | a_i;
    endcase
  end
endmodule

module cg_llc_fv #(
    parameter integer SETS      = 1,
    parameter integer WAYS      = 1,
    parameter integer KEY_W     = 1,
    parameter integer VALUE     = 1,  // 0: without what is said about the byte
    parameter integer WR_SLOTS  = 1,
    parameter integer QUEUE     = 1,
    parameter integer RESPONSES = 1,
    parameter integer SLICES    = 1,
    parameter integer RMW       = 0,
    parameter integer LATE      = 0,
    parameter integer BYTES = (RMW != 0) ? 8 : 2,  // of a line
    parameter integer WID_W = (WR_SLOTS > 1) ? $clog2(WR_SLOTS) : 1
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire             req_valid_i,
    input wire [KEY_W-1:0] req_key_i,
    input wire             req_rd_i,
    input wire [3:0]       req_rmw_i,
    input wire [BYTES-1:0] req_be_i,
    input wire [8*BYTES-1:0] req_wdata_i,
    input wire             pick_i,       // this read is the chosen one
    input wire             rsp_ready_i,
    input wire             arready_i,
    input wire             awready_i,
    input wire             wready_i,
    input wire             rvalid_i,
    input wire [8*BYTES-1:0] rdata_i,
    input wire [1:0]       rresp_i,
    input wire             bvalid_i,
    input wire [WID_W-1:0] bid_i,
    input wire [1:0]       bresp_i
);
  localparam integer LOW    = $clog2(BYTES);
  localparam integer ADDR_W = KEY_W + LOW;
  wire              req_ready, rsp_valid, rsp_err, drop, wr_err, idle;
  wire [8*BYTES-1:0] rsp_data, wdata;
  wire              arvalid, arid, awvalid, wvalid, wlast, rready, bready;
  wire [1:0]        arburst, awburst;
  wire [BYTES-1:0]  wstrb;
  wire [ADDR_W-1:0] araddr, awaddr;
  wire [WID_W-1:0]  awid;
  wire [7:0]        arlen, awlen;
  wire [2:0]        arsize, awsize;

  cg_llc #(.SETS(SETS), .WAYS(WAYS), .ADDR_W(ADDR_W), .LINE_BYTES(BYTES), .BEAT_BYTES(BYTES), .SLICES(SLICES),
      .RMW(RMW), .LATE(LATE),
           .WR_SLOTS(WR_SLOTS), .QUEUE(QUEUE), .RESPONSES(RESPONSES)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i),
      .req_valid_i(req_valid_i), .req_ready_o(req_ready), .req_key_i(req_key_i), .req_rd_i(req_rd_i),
      .req_rmw_i(req_rmw_i),
      .req_be_i(req_be_i), .req_wdata_i(req_wdata_i),
      .rsp_valid_o(rsp_valid), .rsp_ready_i(rsp_ready_i), .rsp_data_o(rsp_data), .rsp_err_o(rsp_err),
      .drop_o(drop), .wr_err_o(wr_err), .idle_o(idle),
      .m_axi_arvalid(arvalid), .m_axi_arready(arready_i), .m_axi_araddr(araddr), .m_axi_arid(arid),
      .m_axi_arlen(arlen), .m_axi_arsize(arsize), .m_axi_arburst(arburst),
      .m_axi_rvalid(rvalid_i), .m_axi_rready(rready), .m_axi_rid(1'b0), .m_axi_rdata(rdata_i),
      .m_axi_rresp(rresp_i), .m_axi_rlast(1'b1),
      .m_axi_awvalid(awvalid), .m_axi_awready(awready_i), .m_axi_awaddr(awaddr), .m_axi_awid(awid),
      .m_axi_awlen(awlen), .m_axi_awsize(awsize), .m_axi_awburst(awburst),
      .m_axi_wvalid(wvalid), .m_axi_wready(wready_i), .m_axi_wdata(wdata), .m_axi_wstrb(wstrb),
      .m_axi_wlast(wlast), .m_axi_bvalid(bvalid_i), .m_axi_bready(bready), .m_axi_bid(bid_i),
      .m_axi_bresp(bresp_i));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;

  // The line; of its byte, one bit.
  (* anyconst *) reg [KEY_W-1:0] c_key;
  localparam integer BIT  = (RMW != 0) ? 35 : 3;
  localparam integer BYTE = BIT / 8;
  wire w_bit = wdata[BIT];

  wire req_go = req_valid_i && req_ready;
  wire rsp_go = rsp_valid && rsp_ready_i;
  wire ar_go  = arvalid && arready_i;
  wire aw_go  = awvalid && awready_i;
  wire w_go   = wvalid && wready_i;
  wire r_ours = araddr[ADDR_W-1:LOW] == c_key;
  wire w_ours = awaddr[ADDR_W-1:LOW] == c_key;

  // The value after all accepted requests, and the one in the memory.
  reg now_q, mem_q;

  wire made;
  fv_rmw u_made (.op_i(req_rmw_i[2:0]), .old_i(now_q), .a_i(req_wdata_i[3]), .b_i(RMW != 0 ? req_wdata_i[BIT] : 1'b0),
      .made_o(made));

  // Slave: one read; writes by id, answered in any order, performed when they
  // are answered.
  reg                r_busy_q, r_ours_q;
  reg [WR_SLOTS-1:0] b_busy_q, b_ours_q, b_bit_q, b_data_q;  // b_data: its W is here
  reg [WID_W-1:0]    aw_id_q;    // of the last AW
  reg                aw_open_q;  // AW seen, its W not
  reg                w_ahead_q;  // W seen, its AW not
  reg                w_bit_q;

  always @* begin
    if (init_q) assume (rst_i && now_q == mem_q);
    if (!init_q) assume (!rst_i);
    if (RMW == 0) assume (req_rmw_i == 4'd0);
    if (RMW != 0 && req_rmw_i[3]) assume (req_be_i == 8'h0f || req_be_i == 8'hf0);
    if (rvalid_i) assume (r_busy_q);
    if (rvalid_i && r_ours_q) assume (rdata_i[BIT] == mem_q && rresp_i < 2'd2);
    if (bvalid_i) assume (bid_i < WR_SLOTS && b_busy_q[bid_i] && b_data_q[bid_i]);
  end

  localparam integer MOST = QUEUE + RESPONSES;
  reg [$clog2(MOST+1):0] level_q;  // reads without answer
  wire                   turn;     // the chosen read is the oldest of them
  generate
    if (VALUE) begin : g_value
      wire [$clog2(MOST+1):0] level;
      wire                    age;
      fv_track #(.W(1), .MAX(MOST)) u_track (
          .clk_i(clk_i), .rst_i(rst_i), .push_i(req_go && req_rd_i), .push_data_i(now_q),
          .pop_i(rsp_go), .pop_data_i(rsp_data[BIT]), .pick_i(pick_i && req_key_i == c_key),
          .level_o(level), .turn_o(turn), .age_o(age));
    end else begin : g_count
      assign turn = 1'b0;
    end
  endgenerate

  reg p_rsp_q, rsp_bit_q, rsp_err_q;
  reg sent_q, back_q;  // the line was written back, and then read
  reg made_q;          // a read-modify-write has changed the bit
  always @(posedge clk_i) begin
    p_rsp_q   <= !rst_i && rsp_valid && !rsp_ready_i;
    rsp_bit_q <= rsp_data[BIT];
    rsp_err_q <= rsp_err;
    if (rst_i) begin
      r_busy_q  <= 1'b0;
      b_busy_q  <= 0;
      aw_open_q <= 1'b0;
      w_ahead_q <= 1'b0;
      sent_q    <= 1'b0;
      made_q    <= 1'b0;
      back_q    <= 1'b0;
      level_q   <= 0;
    end else begin
      level_q <= level_q + (req_go && req_rd_i) - rsp_go;
      if (req_go && req_key_i == c_key && req_be_i[BYTE]) now_q <= req_rmw_i[3] ? made : req_wdata_i[BIT];
      if (req_go && req_key_i == c_key && req_be_i[BYTE] && req_rmw_i == 4'd10 && made != now_q) made_q <= 1'b1;
      if (rvalid_i) r_busy_q <= 1'b0;
      if (ar_go) begin
        r_busy_q <= 1'b1;
        r_ours_q <= r_ours;
      end
      if (bvalid_i) b_busy_q[bid_i] <= 1'b0;
      if (bvalid_i && b_ours_q[bid_i]) mem_q <= b_bit_q[bid_i];
      if (aw_go) begin
        b_busy_q[awid] <= 1'b1;
        b_ours_q[awid] <= w_ours;
        b_data_q[awid] <= w_ahead_q || w_go;
        b_bit_q[awid]  <= w_ahead_q ? w_bit_q : w_bit;
        aw_id_q        <= awid;
        aw_open_q      <= !(w_ahead_q || w_go);
        w_ahead_q      <= 1'b0;
      end else if (w_go) begin
        if (aw_open_q) b_data_q[aw_id_q] <= 1'b1;
        if (aw_open_q) b_bit_q[aw_id_q] <= w_bit;
        aw_open_q <= 1'b0;
        w_ahead_q <= !aw_open_q;
        w_bit_q   <= w_bit;
      end
      if (aw_go && w_ours) sent_q <= 1'b1;
      if (ar_go && r_ours && sent_q) back_q <= 1'b1;
    end
  end

  always @(posedge clk_i) begin
    if (!init_q) begin
      if (p_rsp_q) assert (rsp_valid);
      if (p_rsp_q && VALUE) assert (rsp_data[BIT] == rsp_bit_q && rsp_err == rsp_err_q);
      if (rsp_valid) assert (level_q != 0);
      if (turn && rsp_valid) assert (!rsp_err);
      assert (level_q <= MOST);
      if (ar_go) assert (!r_busy_q);
      if (ar_go && r_ours) assert ((b_busy_q & b_ours_q) == 0);
      if (aw_go) assert (!b_busy_q[awid]);
      if (aw_go && w_ours) assert ((b_busy_q & b_ours_q) == 0);
      if (idle) assert (level_q == 0 && !r_busy_q && b_busy_q == 0);
      if (VALUE) cover (turn && rsp_go && back_q && rsp_data[BIT] != mem_q);
      if (VALUE) cover (turn && rsp_go && back_q && rsp_data[BIT] == mem_q);
      cover (level_q == MOST);
      cover (rsp_go && rsp_err);
      cover (drop);
      cover (wr_err);
      cover (idle && back_q && now_q != mem_q);
      if (RMW != 0 && VALUE) cover (turn && rsp_go && made_q && rsp_data[BIT] != mem_q);
    end
  end
endmodule
