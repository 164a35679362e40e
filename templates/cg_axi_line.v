// Line-wide memory port to an AXI4 master: reads and writes of whole lines as
// INCR bursts, several in flight, identified by slot numbers.
//
// rd_*    a read of a line is accepted (valid/ready) and sent as AR from the
//         next cycle; its fill comes later on fill_*, in any order, with the
//         tag of the read. fill_err_o: some beat had SLVERR or DECERR, or rlast
//         was not with the last beat: earlier, the fill comes with what is there
//         of the line; later, without waiting for it.
// wr_*    a write of a line; wr_err_o pulses for one cycle for each write
//         response with an error.
// Order:  a read is not accepted while a write of its line has no response or
//         is offered in the same cycle; a write is not accepted while a read of
//         its line has data to come or a write of it has no response.
// rd_ready_o and wr_ready_o depend on the addresses offered and on ready of the
// AXI channel; every valid output and its payload are registered and stay until
// taken. r and b are always ready: a slot has room for its whole line.
// idle_o: nothing in flight, no fill waiting.
// arlock .. awqos are constant: no exclusive access (0), normal memory that is not
// cached and may be buffered (3), data, secure, unprivileged (0), no service (0).
//
// ADDR_W     bits of a byte address; line addresses leave out the low bits
// LINE_BYTES power of two, 2 .. 4096 (a burst does not cross 4 KB)
// BEAT_BYTES power of two, 1 .. 128 and LINE_BYTES, at most 256 beats
// RD_SLOTS, WR_SLOTS  reads, writes in flight, >= 1;  TAG_W >= 1
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_axi_line #(
    parameter integer ADDR_W     = 32,
    parameter integer LINE_BYTES = 64,
    parameter integer BEAT_BYTES = 8,
    parameter integer RD_SLOTS   = 4,
    parameter integer WR_SLOTS   = 4,
    parameter integer TAG_W      = 4,
    parameter integer LA_W  = ADDR_W - $clog2(LINE_BYTES),               // derived
    parameter integer RID_W = (RD_SLOTS > 1) ? $clog2(RD_SLOTS) : 1,     // derived
    parameter integer WID_W = (WR_SLOTS > 1) ? $clog2(WR_SLOTS) : 1      // derived
) (
    input  wire                    clk_i,
    input  wire                    rst_i,
    input  wire                    rd_valid_i,
    output wire                    rd_ready_o,
    input  wire [LA_W-1:0]         rd_addr_i,
    input  wire [TAG_W-1:0]        rd_tag_i,
    input  wire                    wr_valid_i,
    output wire                    wr_ready_o,
    input  wire [LA_W-1:0]         wr_addr_i,
    input  wire [8*LINE_BYTES-1:0] wr_data_i,
    output wire                    fill_valid_o,
    input  wire                    fill_ready_i,
    output wire [LA_W-1:0]         fill_addr_o,
    output wire [TAG_W-1:0]        fill_tag_o,
    output wire [8*LINE_BYTES-1:0] fill_data_o,
    output wire                    fill_err_o,
    output wire                    wr_err_o,
    output wire                    idle_o,
    output wire                    m_axi_arvalid,
    input  wire                    m_axi_arready,
    output wire [ADDR_W-1:0]       m_axi_araddr,
    output wire [RID_W-1:0]        m_axi_arid,
    output wire [7:0]              m_axi_arlen,
    output wire [2:0]              m_axi_arsize,
    output wire [1:0]              m_axi_arburst,
    output wire                    m_axi_arlock,
    output wire [3:0]              m_axi_arcache,
    output wire [2:0]              m_axi_arprot,
    output wire [3:0]              m_axi_arqos,
    input  wire                    m_axi_rvalid,
    output wire                    m_axi_rready,
    input  wire [RID_W-1:0]        m_axi_rid,
    input  wire [8*BEAT_BYTES-1:0] m_axi_rdata,
    input  wire [1:0]              m_axi_rresp,
    input  wire                    m_axi_rlast,
    output wire                    m_axi_awvalid,
    input  wire                    m_axi_awready,
    output wire [ADDR_W-1:0]       m_axi_awaddr,
    output wire [WID_W-1:0]        m_axi_awid,
    output wire [7:0]              m_axi_awlen,
    output wire [2:0]              m_axi_awsize,
    output wire [1:0]              m_axi_awburst,
    output wire                    m_axi_awlock,
    output wire [3:0]              m_axi_awcache,
    output wire [2:0]              m_axi_awprot,
    output wire [3:0]              m_axi_awqos,
    output wire                    m_axi_wvalid,
    input  wire                    m_axi_wready,
    output wire [8*BEAT_BYTES-1:0] m_axi_wdata,
    output wire [BEAT_BYTES-1:0]   m_axi_wstrb,
    output wire                    m_axi_wlast,
    input  wire                    m_axi_bvalid,
    output wire                    m_axi_bready,
    input  wire [WID_W-1:0]        m_axi_bid,
    input  wire [1:0]              m_axi_bresp
);
  localparam integer BEATS   = LINE_BYTES / BEAT_BYTES;
  localparam integer LINE_W  = 8 * LINE_BYTES;
  localparam integer BEAT_W  = 8 * BEAT_BYTES;
  localparam integer LAST    = BEATS - 1;
  localparam integer SIZE    = $clog2(BEAT_BYTES);
  localparam [7:0]   ONE     = 8'd1;

  generate
    if (LINE_BYTES < 2 || LINE_BYTES > 4096 || BEAT_BYTES < 1 || BEAT_BYTES > 128
        || BEATS < 1 || BEATS > 256 || RD_SLOTS < 1 || WR_SLOTS < 1 || TAG_W < 1 || LA_W < 1
        || LINE_BYTES != (1 << $clog2(LINE_BYTES))
        || BEAT_BYTES != (1 << $clog2(BEAT_BYTES))) begin : g_illegal
      cg_error_axi_line_sizes u_error ();
    end
  endgenerate

  // ---- read slots: busy from acceptance to fill, done when all beats are in
  reg [RD_SLOTS-1:0] rd_busy_q, rd_done_q, rd_err_q;
  reg [LA_W-1:0]     rd_addr_q [0:RD_SLOTS-1];
  reg [TAG_W-1:0]    rd_tag_q  [0:RD_SLOTS-1];
  reg [7:0]          rd_cnt_q  [0:RD_SLOTS-1];  // beats received
  // ---- write slots: busy from acceptance to response
  reg [WR_SLOTS-1:0] wr_busy_q;
  reg [LA_W-1:0]     wr_addr_q [0:WR_SLOTS-1];

  reg              ar_valid_q, aw_valid_q, w_valid_q, fill_valid_q, wr_err_q;
  reg [LA_W-1:0]   ar_addr_q, aw_addr_q;
  reg [RID_W-1:0]  ar_id_q, fill_idx_q;
  reg [WID_W-1:0]  aw_id_q;
  reg              w_bank_q;  // which of two lines is being sent
  reg [7:0]        w_at_q;    // its beat

  // The lowest free slots.
  reg [RID_W-1:0] rd_free;
  reg [WID_W-1:0] wr_free;
  integer i;
  always @* begin
    rd_free = {RID_W{1'b0}};
    wr_free = {WID_W{1'b0}};
    for (i = RD_SLOTS - 1; i >= 0; i = i - 1) if (!rd_busy_q[i]) rd_free = i[RID_W-1:0];
    for (i = WR_SLOTS - 1; i >= 0; i = i - 1) if (!wr_busy_q[i]) wr_free = i[WID_W-1:0];
  end

  // The next fill, in turn: the first finished slot after the one filled last,
  // which is either being taken or no longer busy.
  reg [RID_W-1:0] fill_pick;
  reg             fill_any;
  integer n;
  always @* begin
    fill_pick = {RID_W{1'b0}};
    fill_any  = 1'b0;
    n         = 0;
    if (|rd_done_q) begin
      for (n = RD_SLOTS - 1; n >= 0; n = n - 1) begin
        if (rd_done_q[n] && n[RID_W-1:0] < fill_idx_q) fill_pick = n[RID_W-1:0];
        if (rd_done_q[n] && (n[RID_W-1:0] != fill_idx_q || !fill_valid_q)) fill_any = 1'b1;
      end
      if (rd_done_q[fill_idx_q] && !fill_valid_q) fill_pick = fill_idx_q;
      for (n = RD_SLOTS - 1; n >= 0; n = n - 1) begin
        if (rd_done_q[n] && n[RID_W-1:0] > fill_idx_q) fill_pick = n[RID_W-1:0];
      end
    end
  end

  // Lines with something in flight.
  wire [RD_SLOTS-1:0] rd_same_wr;
  wire [WR_SLOTS-1:0] wr_same_rd, wr_same_wr;
  genvar s;
  generate
    for (s = 0; s < RD_SLOTS; s = s + 1) begin : g_rd
      assign rd_same_wr[s] = rd_busy_q[s] && !rd_done_q[s] && rd_addr_q[s] == wr_addr_i;
    end
    for (s = 0; s < WR_SLOTS; s = s + 1) begin : g_wr
      assign wr_same_rd[s] = wr_busy_q[s] && wr_addr_q[s] == rd_addr_i;
      assign wr_same_wr[s] = wr_busy_q[s] && wr_addr_q[s] == wr_addr_i;
    end
  endgenerate

  assign rd_ready_o = !(&rd_busy_q) && (!ar_valid_q || m_axi_arready) && !(|wr_same_rd)
                      && !(wr_valid_i && wr_addr_i == rd_addr_i);
  assign wr_ready_o = !(&wr_busy_q) && (!aw_valid_q || m_axi_awready)
                      && (!w_valid_q || (m_axi_wready && m_axi_wlast))
                      && !(|rd_same_wr) && !(|wr_same_wr);

  wire rd_go     = rd_valid_i && rd_ready_o;
  wire wr_go     = wr_valid_i && wr_ready_o;
  wire fill_take = fill_valid_q && fill_ready_i;
  wire fill_next = fill_any && (!fill_valid_q || fill_take);

  wire [7:0] cnt    = rd_cnt_q[m_axi_rid];
  wire       r_last = cnt == LAST[7:0];
  // A beat that nobody waits for, as behind a wrong last one, is dropped.
  wire       r_beat = m_axi_rvalid && rd_busy_q[m_axi_rid] && !rd_done_q[m_axi_rid];
  wire       r_end  = r_beat && (m_axi_rlast || r_last);

  always @(`CG_EDGE) begin
    if (rst_i) begin
      rd_busy_q <= {RD_SLOTS{1'b0}};
      rd_done_q <= {RD_SLOTS{1'b0}};
      wr_busy_q <= {WR_SLOTS{1'b0}};
    end else begin
      if (rd_go) rd_busy_q[rd_free] <= 1'b1;
      if (r_end) rd_done_q[m_axi_rid] <= 1'b1;
      if (fill_take) rd_busy_q[fill_idx_q] <= 1'b0;
      if (fill_take) rd_done_q[fill_idx_q] <= 1'b0;
      if (wr_go) wr_busy_q[wr_free] <= 1'b1;
      if (m_axi_bvalid) wr_busy_q[m_axi_bid] <= 1'b0;
    end
  end

  always @(posedge clk_i) begin
    if (r_beat) begin
      rd_cnt_q[m_axi_rid] <= cnt + ONE;
      if (m_axi_rresp > 2'b01 || m_axi_rlast != r_last) rd_err_q[m_axi_rid] <= 1'b1;
    end
    if (rd_go) begin
      rd_addr_q[rd_free] <= rd_addr_i;
      rd_tag_q[rd_free]  <= rd_tag_i;
      rd_cnt_q[rd_free]  <= 8'd0;
      rd_err_q[rd_free]  <= 1'b0;
    end
    if (wr_go) wr_addr_q[wr_free] <= wr_addr_i;
  end

  // Line buffers: small memories for each beat of a line. A slot that is filled
  // from takes no more beats; a line is not written while it is sent. Never of
  // one word, which would be a register.
  localparam integer SLOTS = (RD_SLOTS > 1) ? RD_SLOTS : 2;
  wire [LINE_W-1:0] w_line;
  genvar g;
  generate
    for (g = 0; g < BEATS; g = g + 1) begin : g_beat
      localparam [7:0] ME = g;
      reg [BEAT_W-1:0] in_q  [0:SLOTS-1];
      reg [BEAT_W-1:0] out_q [0:1];
      always @(posedge clk_i) begin
        if (r_beat && cnt == ME) in_q[m_axi_rid] <= m_axi_rdata;
        if (wr_go) out_q[!w_bank_q] <= wr_data_i[g*BEAT_W +: BEAT_W];
      end
      assign fill_data_o[g*BEAT_W +: BEAT_W] = in_q[fill_idx_q];
      assign w_line[g*BEAT_W +: BEAT_W]      = out_q[w_bank_q];
    end
    if (BEATS > 1) begin : g_beats
      assign m_axi_wdata = w_line[{w_at_q[$clog2(BEATS)-1:0], {$clog2(BEAT_W){1'b0}}} +: BEAT_W];
    end else begin : g_one_beat
      assign m_axi_wdata = w_line;
    end
  endgenerate

  // ---- channel registers
  always @(`CG_EDGE) begin
    if (rst_i) begin
      ar_valid_q   <= 1'b0;
      aw_valid_q   <= 1'b0;
      w_valid_q    <= 1'b0;
      fill_valid_q <= 1'b0;
      fill_idx_q   <= {RID_W{1'b0}};
      wr_err_q     <= 1'b0;
      w_bank_q     <= 1'b0;
    end else begin
      ar_valid_q <= rd_go || (ar_valid_q && !m_axi_arready);
      aw_valid_q <= wr_go || (aw_valid_q && !m_axi_awready);
      w_valid_q  <= wr_go || (w_valid_q && !(m_axi_wready && m_axi_wlast));
      wr_err_q   <= m_axi_bvalid && (m_axi_bresp > 2'b01);
      if (!fill_valid_q || fill_take) fill_valid_q <= fill_any;
      if (fill_next) fill_idx_q <= fill_pick;
      if (wr_go) w_bank_q <= !w_bank_q;
    end
  end

  always @(posedge clk_i) begin
    if (rd_go) begin
      ar_addr_q <= rd_addr_i;
      ar_id_q   <= rd_free;
    end
    if (wr_go) begin
      aw_addr_q <= wr_addr_i;
      aw_id_q   <= wr_free;
      w_at_q    <= 8'd0;
    end else if (w_valid_q && m_axi_wready) begin
      w_at_q    <= w_at_q + ONE;
    end
  end

  assign fill_valid_o  = fill_valid_q;
  assign fill_addr_o   = rd_addr_q[fill_idx_q];
  assign fill_tag_o    = rd_tag_q[fill_idx_q];
  assign fill_err_o    = rd_err_q[fill_idx_q];
  assign wr_err_o      = wr_err_q;
  assign idle_o        = !(|rd_busy_q) && !(|wr_busy_q) && !w_valid_q && !aw_valid_q;
  assign m_axi_arvalid = ar_valid_q;
  assign m_axi_araddr  = {ar_addr_q, {(ADDR_W-LA_W){1'b0}}};
  assign m_axi_arid    = ar_id_q;
  assign m_axi_arlen   = LAST[7:0];
  assign m_axi_arsize  = SIZE[2:0];
  assign m_axi_arburst = 2'b01;
  assign m_axi_arlock  = 1'b0;
  assign m_axi_arcache = 4'b0011;
  assign m_axi_arprot  = 3'b000;
  assign m_axi_arqos   = 4'b0000;
  assign m_axi_rready  = 1'b1;
  assign m_axi_awvalid = aw_valid_q;
  assign m_axi_awaddr  = {aw_addr_q, {(ADDR_W-LA_W){1'b0}}};
  assign m_axi_awid    = aw_id_q;
  assign m_axi_awlen   = LAST[7:0];
  assign m_axi_awsize  = SIZE[2:0];
  assign m_axi_awburst = 2'b01;
  assign m_axi_awlock  = 1'b0;
  assign m_axi_awcache = 4'b0011;
  assign m_axi_awprot  = 3'b000;
  assign m_axi_awqos   = 4'b0000;
  assign m_axi_wvalid  = w_valid_q;
  assign m_axi_wstrb   = {BEAT_BYTES{1'b1}};
  assign m_axi_wlast   = w_at_q == LAST[7:0];
  assign m_axi_bready  = 1'b1;
endmodule
`undef CG_EDGE
