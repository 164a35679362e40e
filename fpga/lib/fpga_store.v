// The memory of a unit behind an AXI4 port: block RAM (fpga_memory), or with SDRAM the chip on the board (cg_sdram), of
// which the first WORDS beats are used, and cleared behind reset. ready_o: it is clear.
// SDRAM     0, or {T_INIT 32 bits, T_REFRESH 16, then 8 bits each: REFRESHES, T_MRD, T_WR, T_RFC, T_RAS, T_RP, T_RCD,
//           CL, COL_W, ROW_W}
// sdram_o   {data pins driven, data, masks, address, bank, WE, CAS, RAS, CS}
module fpga_store #(
  parameter integer ADDR_W = 32,
  parameter integer BYTES = 4,
  parameter integer ID_W = 1,
  parameter integer WORDS = 1024,
  parameter integer HIGH = 0,
  parameter [127:0] SDRAM = 128'd0
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
  input  wire [7:0]         awlen_i,
  input  wire               wvalid_i,
  output wire               wready_o,
  input  wire [8*BYTES-1:0] wdata_i,
  input  wire [BYTES-1:0]   wstrb_i,
  input  wire               wlast_i,
  output wire               bvalid_o,
  input  wire               bready_i,
  output wire [ID_W-1:0]    bid_o,
  output wire [37:0]        sdram_o,
  input  wire [15:0]        sdram_dq_i
);
  generate
    if (SDRAM == 128'd0) begin : g_block_ram
      fpga_memory #(.ADDR_W(ADDR_W), .BYTES(BYTES), .ID_W(ID_W), .WORDS(WORDS), .HIGH(HIGH)) u_memory (
        .clk_i(clk_i), .rst_i(rst_i), .ready_o(ready_o),
        .arvalid_i(arvalid_i), .arready_o(arready_o), .araddr_i(araddr_i), .arid_i(arid_i), .arlen_i(arlen_i),
        .rvalid_o(rvalid_o), .rready_i(rready_i), .rid_o(rid_o), .rdata_o(rdata_o), .rlast_o(rlast_o),
        .awvalid_i(awvalid_i), .awready_o(awready_o), .awaddr_i(awaddr_i), .awid_i(awid_i),
        .wvalid_i(wvalid_i), .wready_o(wready_o), .wdata_i(wdata_i), .wstrb_i(wstrb_i), .wlast_i(wlast_i),
        .bvalid_o(bvalid_o), .bready_i(bready_i), .bid_o(bid_o)
      );
      assign sdram_o = 38'd0;
      wire unused = &{1'b0, awlen_i, sdram_dq_i, 1'b0};
    end else begin : g_sdram
      localparam integer WORD_W = $clog2(WORDS);
      localparam integer LOW = $clog2(BYTES);
      localparam integer SD_ADDR_W = WORD_W + LOW;
      localparam integer ROW_W = {24'd0, SDRAM[7:0]};
      localparam integer SD_A_W = (ROW_W > 11) ? ROW_W : 11;
      localparam [WORD_W-1:0] ONE = 1;
      wire [SD_ADDR_W-1:0] ar_at, aw_at;
      if (HIGH != 0) begin : g_high
        assign ar_at = {araddr_i[ADDR_W-1], araddr_i[SD_ADDR_W-2:0]};
        assign aw_at = {awaddr_i[ADDR_W-1], awaddr_i[SD_ADDR_W-2:0]};
      end else begin : g_low
        assign ar_at = araddr_i[SD_ADDR_W-1:0];
        assign aw_at = awaddr_i[SD_ADDR_W-1:0];
      end

      // Until all is clear: a write of one beat, its response, the next.
      reg clear_q, asked_q, sent_q;
      reg [WORD_W-1:0] at_q;
      wire sd_ready, aw_ready, w_ready, b_valid;
      wire aw_valid = clear_q ? !asked_q && sd_ready : awvalid_i;
      wire w_valid = clear_q ? asked_q && !sent_q : wvalid_i;
      assign ready_o = !clear_q;
      assign awready_o = aw_ready && !clear_q;
      assign wready_o = w_ready && !clear_q;
      assign bvalid_o = b_valid && !clear_q;
      always @(posedge clk_i) begin
        if (rst_i) begin
          clear_q <= 1'b1;
          asked_q <= 1'b0;
          sent_q <= 1'b0;
          at_q <= {WORD_W{1'b0}};
        end else if (clear_q) begin
          if (aw_valid && aw_ready) asked_q <= 1'b1;
          if (w_valid && w_ready) sent_q <= 1'b1;
          if (b_valid) begin
            asked_q <= 1'b0;
            sent_q <= 1'b0;
            at_q <= at_q + ONE;
            if (&at_q) clear_q <= 1'b0;
          end
        end
      end

      wire cs, ras, cas, we, oe;
      wire [1:0] ba, dqm;
      wire [15:0] dq;
      wire [SD_A_W-1:0] a;
      wire [12+SD_A_W:0] a_wide = {13'd0, a};
      cg_sdram #(
        .ADDR_W(SD_ADDR_W), .BEAT_BYTES(BYTES), .ID_W(ID_W), .ROW_W(ROW_W), .COL_W({24'd0, SDRAM[15:8]}),
        .CL({24'd0, SDRAM[23:16]}), .T_RCD({24'd0, SDRAM[31:24]}), .T_RP({24'd0, SDRAM[39:32]}),
        .T_RAS({24'd0, SDRAM[47:40]}), .T_RFC({24'd0, SDRAM[55:48]}), .T_WR({24'd0, SDRAM[63:56]}),
        .T_MRD({24'd0, SDRAM[71:64]}), .REFRESHES({24'd0, SDRAM[79:72]}), .T_REFRESH({16'd0, SDRAM[95:80]}),
        .T_INIT(SDRAM[127:96])
      ) u_sdram (
        .clk_i(clk_i), .rst_i(rst_i), .ready_o(sd_ready),
        .arvalid_i(arvalid_i && !clear_q), .arready_o(arready_o), .araddr_i(ar_at), .arid_i(arid_i),
        .arlen_i(arlen_i), .rvalid_o(rvalid_o), .rready_i(rready_i), .rid_o(rid_o), .rdata_o(rdata_o),
        .rlast_o(rlast_o),
        .awvalid_i(aw_valid), .awready_o(aw_ready), .awaddr_i(clear_q ? {at_q, {LOW{1'b0}}} : aw_at),
        .awid_i(awid_i), .awlen_i(clear_q ? 8'd0 : awlen_i), .wvalid_i(w_valid), .wready_o(w_ready),
        .wdata_i(wdata_i & {8*BYTES{!clear_q}}), .wstrb_i(wstrb_i | {BYTES{clear_q}}),
        .bvalid_o(b_valid), .bready_i(bready_i || clear_q), .bid_o(bid_o),
        .sd_cs_no(cs), .sd_ras_no(ras), .sd_cas_no(cas), .sd_we_no(we), .sd_ba_o(ba), .sd_a_o(a), .sd_dqm_o(dqm),
        .sd_dq_o(dq), .sd_dq_oe_o(oe), .sd_dq_i(sdram_dq_i)
      );
      assign sdram_o = {oe, dq, dqm, a_wide[12:0], ba, we, cas, ras, cs};
      wire unused = &{1'b0, wlast_i, araddr_i, awaddr_i, a_wide, 1'b0};
    end
  endgenerate
endmodule
