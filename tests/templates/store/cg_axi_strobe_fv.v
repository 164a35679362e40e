// Proves beside a cg_axi_line: in every beat that it offers, strobe and data are
// those of the same bytes of the line that was taken last.
module cg_axi_strobe_fv #(
    parameter integer LINE_BYTES = 4,
    parameter integer BEAT_BYTES = 1
) (
    input wire                    clk_i,
    input wire                    rst_i,
    input wire                    wr_valid_i,
    input wire [1:0]              wr_addr_i,
    input wire [8*LINE_BYTES-1:0] wr_data_i,
    input wire [LINE_BYTES-1:0]   wr_be_i,
    input wire                    awready_i,
    input wire                    wready_i,
    input wire                    bvalid_i
);
  localparam integer ADDR_W = 2 + $clog2(LINE_BYTES);
  localparam integer BEATS  = LINE_BYTES / BEAT_BYTES;
  wire                    wr_ready, wvalid, wlast, bid;
  wire [8*BEAT_BYTES-1:0] wdata;
  wire [BEAT_BYTES-1:0]   strb;

  cg_axi_line #(.ADDR_W(ADDR_W), .LINE_BYTES(LINE_BYTES), .BEAT_BYTES(BEAT_BYTES), .RD_SLOTS(1), .WR_SLOTS(1),
                .TAG_W(1)) u_line (
      .clk_i(clk_i), .rst_i(rst_i), .rd_valid_i(1'b0), .rd_addr_i(2'd0), .rd_tag_i(1'b0),
      .wr_valid_i(wr_valid_i), .wr_ready_o(wr_ready), .wr_addr_i(wr_addr_i), .wr_data_i(wr_data_i),
      .fill_ready_i(1'b1), .m_axi_arready(1'b1), .m_axi_rvalid(1'b0), .m_axi_rid(1'b0), .m_axi_rdata(0),
      .m_axi_rresp(2'd0), .m_axi_rlast(1'b0), .m_axi_awready(awready_i),
      .m_axi_wvalid(wvalid), .m_axi_wready(wready_i), .m_axi_wdata(wdata), .m_axi_wlast(wlast),
      .m_axi_bvalid(bvalid_i && open_q), .m_axi_bid(1'b0), .m_axi_bresp(2'd0));
  cg_axi_strobe #(.LINE_BYTES(LINE_BYTES), .BEAT_BYTES(BEAT_BYTES)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .load_i(wr_valid_i && wr_ready), .be_i(wr_be_i),
      .next_i(wvalid && wready_i), .strb_o(strb));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* begin
    if (init_q) assume (rst_i);
    if (!init_q) assume (!rst_i);
  end

  // A response comes after the last beat. What was taken, and which beat is next.
  reg                    open_q;
  reg [8*LINE_BYTES-1:0] line_q;
  reg [LINE_BYTES-1:0]   be_q;
  reg [7:0]              beat_q;
  always @(posedge clk_i) begin
    if (rst_i) begin
      open_q <= 1'b0;
      beat_q <= 0;
    end else begin
      if (bvalid_i && open_q) open_q <= 1'b0;
      if (wvalid && wready_i) beat_q <= beat_q + 1'b1;
      if (wvalid && wready_i && wlast) open_q <= 1'b1;
      if (wr_valid_i && wr_ready) begin
        line_q <= wr_data_i;
        be_q   <= wr_be_i;
        beat_q <= 0;
      end
    end
  end

  integer b, x;
  reg     fine;
  always @* begin
    fine = 1'b1;
    for (b = 0; b < BEATS; b = b + 1) begin
      if (beat_q == b && wdata != line_q[b*8*BEAT_BYTES +: 8*BEAT_BYTES]) fine = 1'b0;
      if (beat_q == b && strb != be_q[b*BEAT_BYTES +: BEAT_BYTES]) fine = 1'b0;
    end
  end
  always @(posedge clk_i) begin
    if (!init_q) begin
      if (wvalid) assert (fine && beat_q < BEATS);
      if (wvalid) assert (wlast == (beat_q == BEATS - 1));
      cover (wvalid && wready_i && wlast && strb != 0 && !(&strb && BEAT_BYTES != 1));
      cover (wvalid && !wready_i && beat_q == BEATS - 1);
      cover (wr_valid_i && wr_ready && be_q != 0 && be_q != wr_be_i);
    end
  end
endmodule
