// Block RAM behind an AXI4 port of whole lines: one read and one write at a time, INCR bursts. WORDS beats of BYTES
// bytes; the place is made of the low bits of the address, or, with HIGH, of its highest bit above the others.
// Behind reset it clears itself, and says so by ready_o.
module fpga_memory #(
  parameter integer ADDR_W = 32,
  parameter integer BYTES = 4,
  parameter integer ID_W = 1,
  parameter integer WORDS = 1024,
  parameter integer HIGH = 0
) (
  input  wire               clk_i,
  input  wire               rst_i,
  output wire               ready_o,
  input  wire               arvalid_i,
  output wire               arready_o,
  input  wire [ADDR_W-1:0]  araddr_i,
  input  wire [ID_W-1:0]    arid_i,
  input  wire [7:0]         arlen_i,
  output wire               rvalid_o,
  input  wire               rready_i,
  output wire [ID_W-1:0]    rid_o,
  output wire [8*BYTES-1:0] rdata_o,
  output wire               rlast_o,
  input  wire               awvalid_i,
  output wire               awready_o,
  input  wire [ADDR_W-1:0]  awaddr_i,
  input  wire [ID_W-1:0]    awid_i,
  input  wire               wvalid_i,
  output wire               wready_o,
  input  wire [8*BYTES-1:0] wdata_i,
  input  wire [BYTES-1:0]   wstrb_i,
  input  wire               wlast_i,
  output wire               bvalid_o,
  input  wire               bready_i,
  output wire [ID_W-1:0]    bid_o
);
  localparam integer WORD_W = $clog2(WORDS);
  localparam integer LOW = $clog2(BYTES);
  localparam [WORD_W-1:0] ONE = 1;

  (* no_rw_check *)   // no line is read while it is written
  reg [8*BYTES-1:0] mem [0:WORDS-1];
  reg clear_q;
  reg [WORD_W-1:0] clear_at_q;
  assign ready_o = !clear_q;

  wire [WORD_W-1:0] ar_at, aw_at;
  generate
    if (HIGH != 0) begin : g_high
      assign ar_at = {araddr_i[ADDR_W-1], araddr_i[LOW +: WORD_W-1]};
      assign aw_at = {awaddr_i[ADDR_W-1], awaddr_i[LOW +: WORD_W-1]};
    end else begin : g_low
      assign ar_at = araddr_i[LOW +: WORD_W];
      assign aw_at = awaddr_i[LOW +: WORD_W];
    end
  endgenerate

  // Reads: the word of the next cycle is looked up in this one.
  reg reading_q, here_q;
  reg [WORD_W-1:0] rd_at_q;
  reg [7:0] rd_left_q;
  reg [ID_W-1:0] rd_id_q;
  reg [8*BYTES-1:0] rd_q;
  wire rd_take = rvalid_o && rready_i;
  wire [WORD_W-1:0] rd_next = rd_take ? rd_at_q + ONE : rd_at_q;
  assign arready_o = !reading_q && !clear_q;
  assign rvalid_o = here_q;
  assign rid_o = rd_id_q;
  assign rdata_o = rd_q;
  assign rlast_o = rd_left_q == 8'd0;
  always @(posedge clk_i) begin
    if (rst_i) begin
      reading_q <= 1'b0;
      here_q <= 1'b0;
    end else begin
      if (arvalid_i && arready_o) reading_q <= 1'b1;
      else if (rd_take && rlast_o) reading_q <= 1'b0;
      here_q <= reading_q && !(rd_take && rlast_o);
    end
    if (arvalid_i && arready_o) begin
      rd_at_q <= ar_at;
      rd_left_q <= arlen_i;
      rd_id_q <= arid_i;
    end else if (rd_take) begin
      rd_at_q <= rd_next;
      rd_left_q <= rd_left_q - 8'd1;
    end
  end
  always @(posedge clk_i) rd_q <= mem[rd_next];

  // Writes: the address, its beats, the response.
  reg writing_q, written_q;
  reg [WORD_W-1:0] wr_at_q;
  reg [ID_W-1:0] wr_id_q;
  assign awready_o = !writing_q && !written_q && !clear_q;
  assign wready_o = writing_q;
  assign bvalid_o = written_q;
  assign bid_o = wr_id_q;
  always @(posedge clk_i) begin
    if (rst_i) begin
      writing_q <= 1'b0;
      written_q <= 1'b0;
      clear_q <= 1'b1;
      clear_at_q <= {WORD_W{1'b0}};
    end else begin
      if (clear_q) clear_at_q <= clear_at_q + ONE;
      if (&clear_at_q) clear_q <= 1'b0;
      if (awvalid_i && awready_o) writing_q <= 1'b1;
      else if (wvalid_i && wready_o && wlast_i) writing_q <= 1'b0;
      if (wvalid_i && wready_o && wlast_i) written_q <= 1'b1;
      else if (bready_i) written_q <= 1'b0;
    end
    if (awvalid_i && awready_o) begin
      wr_at_q <= aw_at;
      wr_id_q <= awid_i;
    end else if (wvalid_i && wready_o) wr_at_q <= wr_at_q + ONE;
  end
  wire [WORD_W-1:0] wr_at = clear_q ? clear_at_q : wr_at_q;
  wire [8*BYTES-1:0] wr_data = clear_q ? {8*BYTES{1'b0}} : wdata_i;
  wire [BYTES-1:0] wr_be = {BYTES{clear_q}} | wstrb_i & {BYTES{wvalid_i && wready_o}};
  genvar b;
  generate
    for (b = 0; b < BYTES; b = b + 1) begin : g_byte
      always @(posedge clk_i) if (wr_be[b]) mem[wr_at][8*b +: 8] <= wr_data[8*b +: 8];
    end
  endgenerate

  wire unused = &{1'b0, araddr_i, awaddr_i, 1'b0};
endmodule
