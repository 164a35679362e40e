// Behavioural AXI4 memory of 4-byte words for test benches: one read and one write
// burst at a time (INCR), no errors; word n holds its byte address at first.
//
// WORDS  size, a power of two: higher address bits are ignored;  ID_W bits of an id
module axi_memory #(
    parameter integer WORDS = 256,
    parameter integer ID_W  = 2
) (
    input  wire            clk_i,
    input  wire            rst_i,
    input  wire            arvalid_i,
    output wire            arready_o,
    input  wire [31:0]     araddr_i,
    input  wire [ID_W-1:0] arid_i,
    input  wire [7:0]      arlen_i,
    output wire            rvalid_o,
    input  wire            rready_i,
    output reg  [ID_W-1:0] rid_o,
    output wire [31:0]     rdata_o,
    output wire            rlast_o,
    input  wire            awvalid_i,
    output wire            awready_o,
    input  wire [31:0]     awaddr_i,
    input  wire [ID_W-1:0] awid_i,
    input  wire            wvalid_i,
    output wire            wready_o,
    input  wire [31:0]     wdata_i,
    input  wire [3:0]      wstrb_i,
    input  wire            wlast_i,
    output wire            bvalid_o,
    input  wire            bready_i,
    output reg  [ID_W-1:0] bid_o
);
  localparam integer IW = $clog2(WORDS);
  reg [31:0]   word [0:WORDS-1];
  reg [IW-1:0] rd_at, wr_at;
  reg [7:0]    rd_left;
  reg          rd_busy, wr_busy, wr_done;
  integer      n, b;

  initial for (n = 0; n < WORDS; n = n + 1) word[n] = 4 * n;

  assign arready_o = !rd_busy;
  assign rvalid_o  = rd_busy;
  assign rdata_o   = word[rd_at];
  assign rlast_o   = rd_left == 8'd0;
  assign awready_o = !wr_busy && !wr_done;
  assign wready_o  = wr_busy;
  assign bvalid_o  = wr_done;

  always @(posedge clk_i) begin
    if (rst_i) rd_busy <= 1'b0;
    else if (arvalid_i && arready_o) begin
      rd_busy <= 1'b1;
      rd_at   <= araddr_i[2 +: IW];
      rd_left <= arlen_i;
      rid_o   <= arid_i;
    end else if (rd_busy && rready_i) begin
      rd_busy <= !rlast_o;
      rd_at   <= rd_at + 1'b1;
      rd_left <= rd_left - 1'b1;
    end
  end

  always @(posedge clk_i) begin
    if (rst_i) begin
      wr_busy <= 1'b0;
      wr_done <= 1'b0;
    end else if (awvalid_i && awready_o) begin
      wr_busy <= 1'b1;
      wr_at   <= awaddr_i[2 +: IW];
      bid_o   <= awid_i;
    end else if (wvalid_i && wready_o) begin
      for (b = 0; b < 4; b = b + 1) if (wstrb_i[b]) word[wr_at][8*b +: 8] <= wdata_i[8*b +: 8];
      wr_at   <= wr_at + 1'b1;
      wr_busy <= !wlast_i;
      wr_done <= wlast_i;
    end else if (bready_i) wr_done <= 1'b0;
  end
endmodule
