// A memory behind an AXI4 port of whole lines: one read and one write at a time, INCR bursts, every byte written.
// WORDS beats of BYTES bytes; addresses above wrap. Words are 0 at the beginning.
module axi_memory #(
  parameter integer ADDR_W = 32,
  parameter integer BYTES = 4,
  parameter integer ID_W = 1,
  parameter integer WORDS = 1024
) (
  input  clk_i,
  input  rst_i,
  input  arvalid_i,
  output arready_o,
  input  [ADDR_W-1:0] araddr_i,
  input  [ID_W-1:0] arid_i,
  input  [7:0] arlen_i,
  output rvalid_o,
  input  rready_i,
  output [ID_W-1:0] rid_o,
  output [8 * BYTES-1:0] rdata_o,
  output [1:0] rresp_o,
  output rlast_o,
  input  awvalid_i,
  output awready_o,
  input  [ADDR_W-1:0] awaddr_i,
  input  [ID_W-1:0] awid_i,
  input  wvalid_i,
  output wready_o,
  input  [8 * BYTES-1:0] wdata_i,
  input  wlast_i,
  output bvalid_o,
  input  bready_i,
  output [ID_W-1:0] bid_o,
  output [1:0] bresp_o
);
  localparam integer WORD_W = $clog2(WORDS);
  localparam integer LOW = $clog2(BYTES);
  localparam [WORD_W-1:0] ONE = 1;

  reg [8 * BYTES-1:0] mem [0:WORDS-1];
  integer i;
  initial for (i = 0; i < WORDS; i = i + 1) mem[i] = {8 * BYTES{1'b0}};

  // Reads: the address, then a beat in each cycle.
  reg reading_q;
  reg [WORD_W-1:0] rd_at_q;
  reg [7:0] rd_left_q;
  reg [ID_W-1:0] rd_id_q;
  assign arready_o = !reading_q;
  assign rvalid_o = reading_q;
  assign rid_o = rd_id_q;
  assign rdata_o = mem[rd_at_q];
  assign rresp_o = 2'b00;
  assign rlast_o = rd_left_q == 8'd0;
  always @(posedge clk_i) begin
    if (rst_i) reading_q <= 1'b0;
    else if (arvalid_i && arready_o) reading_q <= 1'b1;
    else if (rready_i && rlast_o) reading_q <= 1'b0;
    if (arvalid_i && arready_o) begin
      rd_at_q <= araddr_i[LOW +: WORD_W];
      rd_left_q <= arlen_i;
      rd_id_q <= arid_i;
    end else if (rvalid_o && rready_i) begin
      rd_at_q <= rd_at_q + ONE;
      rd_left_q <= rd_left_q - 8'd1;
    end
  end

  // Writes: the address, its beats, the response.
  reg writing_q, written_q;
  reg [WORD_W-1:0] wr_at_q;
  reg [ID_W-1:0] wr_id_q;
  assign awready_o = !writing_q && !written_q;
  assign wready_o = writing_q;
  assign bvalid_o = written_q;
  assign bid_o = wr_id_q;
  assign bresp_o = 2'b00;
  always @(posedge clk_i) begin
    if (rst_i) begin
      writing_q <= 1'b0;
      written_q <= 1'b0;
    end else begin
      if (awvalid_i && awready_o) writing_q <= 1'b1;
      else if (wvalid_i && wlast_i) writing_q <= 1'b0;
      if (wvalid_i && wready_o && wlast_i) written_q <= 1'b1;
      else if (bready_i) written_q <= 1'b0;
    end
    if (awvalid_i && awready_o) begin
      wr_at_q <= awaddr_i[LOW +: WORD_W];
      wr_id_q <= awid_i;
    end else if (wvalid_i && wready_o) wr_at_q <= wr_at_q + ONE;
  end
  always @(posedge clk_i) if (wvalid_i && wready_o) mem[wr_at_q] <= wdata_i;

  wire unused = &{1'b0, araddr_i, awaddr_i, 1'b0};
endmodule
