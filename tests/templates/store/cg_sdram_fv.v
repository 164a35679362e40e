// Proves of cg_sdram, for any AXI master that keeps to the protocol and for any data of the chip:
// - commands: nothing before T_INIT cycles; precharge of all banks, REFRESHES refreshes, the mode register, in this
//   order; T_RCD, T_RP, T_RAS, T_RFC, T_WR, T_MRD between commands; activate and refresh only with all banks closed,
//   reads and writes only in the row that is open; a refresh at most SLACK cycles after it is due;
// - the data pins are driven for a write only, and never in or beside a cycle in which the chip drives them;
// - one chosen byte of the chip: what a beat reads is what the last beat that had its strobe wrote (of its bits the
//   lowest is looked at: they go the same way);
// - identifiers, the number of beats, rlast, a response after the last beat of a write; what is offered stays.
module cg_sdram_fv #(
    parameter integer BEAT_BYTES = 2,
    parameter integer CL         = 2,
    parameter integer LATE       = 1,
    parameter integer T_RCD      = 2,
    parameter integer T_RP       = 2,
    parameter integer T_RAS      = 3,
    parameter integer T_RFC      = 2,
    parameter integer T_WR       = 2,
    parameter integer T_MRD      = 2,
    parameter integer T_REFRESH  = 15
) (
    input wire                    clk_i,
    input wire                    rst_i,
    input wire                    arvalid_i,
    input wire [ADDR_W-1:0]       araddr_i,
    input wire                    arid_i,
    input wire [7:0]              arlen_i,
    input wire                    rready_i,
    input wire                    awvalid_i,
    input wire [ADDR_W-1:0]       awaddr_i,
    input wire                    awid_i,
    input wire [7:0]              awlen_i,
    input wire                    wvalid_i,
    input wire [8*BEAT_BYTES-1:0] wdata_i,
    input wire [BEAT_BYTES-1:0]   wstrb_i,
    input wire                    bready_i,
    input wire [7:0]              noise_i,  // the chip's pins while it says nothing of the chosen byte
    input wire [ADDR_W-1:0]       chosen_i  // a byte's address
);
  localparam integer ROW_W = 1, BANK_W = 1, COL_W = 2;
  localparam integer ADDR_W = ROW_W + BANK_W + COL_W;  // words of the chip are bytes here
  localparam integer A_W = 11;
  localparam integer T_INIT = 2, REFRESHES = 1;
  localparam integer LOW = $clog2(BEAT_BYTES);
  localparam integer SLACK = 3 + T_RCD + T_RAS + T_WR + T_RP;

  wire ready, arready, rvalid, rid, rlast, awready, wready, bvalid, bid, cs_n, ras_n, cas_n, we_n, dqm, oe;
  wire [8*BEAT_BYTES-1:0] rdata;
  wire [BANK_W-1:0] ba;
  wire [A_W-1:0] a;
  wire [7:0] dq;
  reg  [7:0] pins;
  cg_sdram #(.ADDR_W(ADDR_W), .BEAT_BYTES(BEAT_BYTES), .ID_W(1), .DQ_BYTES(1), .ROW_W(ROW_W), .BANK_W(BANK_W),
             .COL_W(COL_W), .CL(CL), .LATE(LATE), .T_INIT(T_INIT), .REFRESHES(REFRESHES), .T_REFRESH(T_REFRESH),
             .T_RCD(T_RCD), .T_RP(T_RP), .T_RAS(T_RAS), .T_RFC(T_RFC), .T_WR(T_WR), .T_MRD(T_MRD)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .ready_o(ready),
      .arvalid_i(arvalid_i), .arready_o(arready), .araddr_i(araddr_i), .arid_i(arid_i), .arlen_i(arlen_i),
      .rvalid_o(rvalid), .rready_i(rready_i), .rid_o(rid), .rdata_o(rdata), .rlast_o(rlast),
      .awvalid_i(awvalid_i), .awready_o(awready), .awaddr_i(awaddr_i), .awid_i(awid_i), .awlen_i(awlen_i),
      .wvalid_i(wvalid_i), .wready_o(wready), .wdata_i(wdata_i), .wstrb_i(wstrb_i),
      .bvalid_o(bvalid), .bready_i(bready_i), .bid_o(bid),
      .sd_cs_no(cs_n), .sd_ras_no(ras_n), .sd_cas_no(cas_n), .sd_we_no(we_n), .sd_ba_o(ba), .sd_a_o(a),
      .sd_dqm_o(dqm), .sd_dq_o(dq), .sd_dq_oe_o(oe), .sd_dq_i(pins));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* begin
    if (init_q) assume (rst_i);
    if (!init_q) assume (!rst_i);
  end
  // The chosen byte stays the same.
  reg [ADDR_W-1:0] chosen_q;
  always @(posedge clk_i) if (init_q) chosen_q <= chosen_i;

  // The chip's side: commands, and cycles since each, up to MOST.
  localparam [4:0] MOST = 5'd31;
  wire [2:0] command = cs_n ? 3'b111 : {ras_n, cas_n, we_n};
  wire act = command == 3'b011, rd = command == 3'b101, wr = command == 3'b100, pre = command == 3'b010;
  wire refresh = command == 3'b001, mode = command == 3'b000;
  reg [4:0] act_q, pre_q, wr_q, ref_q, mode_q, late_q;
  reg [5:0] age_q, due_q;   // due_q: cycles until a refresh is due
  reg [1:0] open_q, refreshes_q;
  reg       row0_q, row1_q, closed_q, set_q;
  wire      row = ba ? row1_q : row0_q;
  function [4:0] next(input [4:0] t);
    next = t == MOST ? MOST : t + 5'd1;
  endfunction
  always @(posedge clk_i) begin
    if (rst_i) begin
      act_q <= MOST; pre_q <= MOST; wr_q <= MOST; ref_q <= MOST; mode_q <= MOST;
      age_q <= 6'd0; open_q <= 2'd0; refreshes_q <= 2'd0; closed_q <= 1'b0; set_q <= 1'b0;
      late_q <= 5'd0; due_q <= T_REFRESH[5:0];
    end else begin
      act_q <= act ? 5'd1 : next(act_q);
      pre_q <= pre ? 5'd1 : next(pre_q);
      wr_q <= wr ? 5'd1 : next(wr_q);
      ref_q <= refresh ? 5'd1 : next(ref_q);
      mode_q <= mode ? 5'd1 : next(mode_q);
      if (!(&age_q)) age_q <= age_q + 6'd1;
      if (act) begin
        open_q[ba] <= 1'b1;
        if (ba) row1_q <= a[0];
        else row0_q <= a[0];
      end
      if (pre && a[10]) open_q <= 2'd0;
      if (pre && a[10]) closed_q <= 1'b1;
      if (refresh && refreshes_q != 2'd2) refreshes_q <= refreshes_q + 2'd1;
      if (mode) set_q <= 1'b1;
      // Every T_REFRESH cycles behind the mode register one refresh falls due.
      if (set_q) due_q <= (due_q == 6'd1) ? T_REFRESH[5:0] : due_q - 6'd1;
      if (set_q && due_q == 6'd1) late_q <= 5'd1;
      else if (refresh) late_q <= 5'd0;
      else if (late_q != 5'd0) late_q <= next(late_q);
    end
  end
  always @(posedge clk_i) begin
    if (!init_q) begin
      if (command != 3'b111) begin
        assert (age_q >= T_INIT);
        assert (ref_q >= T_RFC);
        assert (mode_q >= T_MRD);
        assert (act || rd || wr || pre || refresh || mode);
      end
      if (act) assert (set_q && open_q == 2'd0 && pre_q >= T_RP);
      if (rd || wr) assert (set_q && open_q[ba] && act_q >= T_RCD && !a[10]);
      if (pre) assert (a[10] && act_q >= T_RAS && wr_q >= T_WR);
      if (refresh) assert (closed_q && open_q == 2'd0 && pre_q >= T_RP && act_q >= T_RAS + T_RP);
      if (act) assert (act_q >= T_RAS + T_RP);
      if (mode) assert (!set_q && closed_q && refreshes_q == REFRESHES && pre_q >= T_RP && a == (CL << 4));
      assert (late_q <= SLACK);
      assert (!ready || set_q || mode);
      cover (mode);
      cover (set_q && refresh);
      cover (act && ba && a[0]);
    end
  end

  // The chip's data: a word is on the pins from CL - 1 edges behind the read on, for a cycle (LATE 1: its clock is
  // ours).
  wire [ADDR_W-1:0] here = {row, ba, a[COL_W-1:0]};
  reg cell_q, w0_q, w1_q, w2_q;
  reg [3:0] out_q, hit_q;
  wire      drives = out_q[CL-2+LATE];
  wire      tells = drives && hit_q[CL-2+LATE];
  always @(posedge clk_i) begin
    if (rst_i) begin
      out_q <= 4'd0;
      hit_q <= 4'd0;
    end else begin
      out_q <= {out_q[2:0], rd};
      hit_q <= {hit_q[2:0], rd && here == chosen_q};
    end
    if (wr && here == chosen_q && !dqm) cell_q <= dq[0];
    w0_q <= cell_q;
    w1_q <= w0_q;
    w2_q <= w1_q;
  end
  always @* begin
    pins = noise_i;
    if (tells) pins[0] = (CL - 2 + LATE == 0) ? w0_q : (CL - 2 + LATE == 1) ? w1_q : w2_q;
  end
  reg drove_q;
  always @(posedge clk_i) begin
    drove_q <= drives && !rst_i;
    if (!init_q) begin
      assert (oe == wr);
      if (oe) assert (!drives && !drove_q);
      if (rd) assert (!dqm);  // a mask counts two cycles later: it stays off
      if (out_q[0]) assert (!dqm);
    end
  end

  // The master's side: one transaction is under way; what it is, and what is left of it.
  reg              busy_q, writing_q, id_q, known_q;
  reg [ADDR_W-1:0] at_q;    // the byte address of the next beat
  reg [8:0]        left_q;
  reg              byte_q;  // what the chosen bit should be
  wire ar = arvalid_i && arready, aw = awvalid_i && awready, w = wvalid_i && wready, r = rvalid && rready_i;
  wire b = bvalid && bready_i;
  wire here_now = at_q[ADDR_W-1:LOW] == chosen_q[ADDR_W-1:LOW];
  wire [BEAT_BYTES-1:0] lane = 1 << (chosen_q & (BEAT_BYTES - 1));
  wire [7:0] wbyte = wdata_i >> (8 * (chosen_q & (BEAT_BYTES - 1)));
  wire [7:0] rbyte = rdata >> (8 * (chosen_q & (BEAT_BYTES - 1)));
  // What is offered stays (the master's part).
  reg [ADDR_W+9:0] ar_q, aw_q;
  reg [9*BEAT_BYTES:0] w_q;
  always @(posedge clk_i) begin
    ar_q <= {arvalid_i && !arready && !rst_i, araddr_i, arid_i, arlen_i};
    aw_q <= {awvalid_i && !awready && !rst_i, awaddr_i, awid_i, awlen_i};
    w_q <= {wvalid_i && !wready && !rst_i, wdata_i, wstrb_i};
  end
  always @* begin
    if (!init_q && ar_q[ADDR_W+9]) assume ({arvalid_i, araddr_i, arid_i, arlen_i} == ar_q);
    if (!init_q && aw_q[ADDR_W+9]) assume ({awvalid_i, awaddr_i, awid_i, awlen_i} == aw_q);
    if (!init_q && w_q[9*BEAT_BYTES]) assume ({wvalid_i, wdata_i, wstrb_i} == w_q);
  end
  reg was_r_q, was_b_q;
  reg [2:0] r_q;
  always @(posedge clk_i) begin
    if (rst_i) begin
      busy_q <= 1'b0;
      known_q <= 1'b0;
      was_r_q <= 1'b0;
      was_b_q <= 1'b0;
    end else begin
      was_r_q <= rvalid && !rready_i;
      was_b_q <= bvalid && !bready_i;
      if (ar || aw) begin
        busy_q <= 1'b1;
        writing_q <= aw;
        id_q <= aw ? awid_i : arid_i;
        at_q <= aw ? awaddr_i : araddr_i;
        left_q <= {1'b0, aw ? awlen_i : arlen_i} + 9'd1;
      end
      if (w || r) begin
        at_q <= at_q + BEAT_BYTES;
        left_q <= left_q - 9'd1;
      end
      if (w && here_now && |(wstrb_i & lane)) begin
        byte_q <= wbyte[0];
        known_q <= 1'b1;
      end
      if (b || r && left_q == 9'd1) busy_q <= 1'b0;
    end
    r_q <= {rlast, rid, rbyte[0]};
  end
  always @(posedge clk_i) begin
    if (!init_q) begin
      assert (!(ar && aw));
      if (ar || aw) assert (!busy_q && ready);
      if (w) assert (busy_q && writing_q && left_q != 9'd0);
      if (rvalid) assert (busy_q && !writing_q && rid == id_q && rlast == (left_q == 9'd1) && left_q != 9'd0);
      if (bvalid) assert (busy_q && writing_q && bid == id_q && left_q == 9'd0);
      if (was_r_q) assert (rvalid && {rlast, rid, rbyte[0]} == r_q);
      if (was_b_q) assert (bvalid);
      if (rvalid && here_now && known_q) assert (rbyte[0] == byte_q);
      cover (r && here_now && known_q);
      cover (b);
    end
  end
endmodule
