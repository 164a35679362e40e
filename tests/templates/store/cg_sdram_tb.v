// cg_sdram with the chip of fpga/sim, which looks after the times, against an array of bytes: bursts of any length and
// masks, at random places and along rows, with pauses on all channels, reads and writes offered at once; how long a
// burst of a row takes.
`include "../../fpga/sim/sdram_chip.v"
module cg_sdram_tb;
  parameter integer ADDR_W = 10;
  parameter integer BEAT_BYTES = 4;
  parameter integer DQ_BYTES = 2;
  parameter integer ROW_W = 3;
  parameter integer BANK_W = 2;
  parameter integer COL_W = 4;
  parameter integer CL = 2;
  parameter integer LATE = 0;
  parameter integer T_INIT = 100;
  parameter integer REFRESHES = 8;
  parameter integer T_REFRESH = 60;
  parameter integer T_RCD = 1;
  parameter integer T_RP = 1;
  parameter integer T_RAS = 2;
  parameter integer T_RFC = 2;
  parameter integer T_WR = 1;
  parameter integer T_MRD = 2;
  localparam integer ID_W = 2;
  localparam integer A_W = 11;
  localparam integer WORDS = BEAT_BYTES / DQ_BYTES;
  localparam integer BEATS = (1 << ADDR_W) / BEAT_BYTES;
  localparam integer TIMES = 1500;
  `include "tb_util.vh"

  wire ready, arready, rvalid, rlast, awready, wready, bvalid, cs, ras, cas, we, oe;
  reg  arvalid = 0, awvalid = 0, wvalid = 0, rready = 0, bready = 0;
  reg  [ADDR_W-1:0] araddr, awaddr;
  reg  [ID_W-1:0] arid, awid;
  reg  [7:0] arlen, awlen;
  reg  [8*BEAT_BYTES-1:0] wdata;
  reg  [BEAT_BYTES-1:0] wstrb;
  wire [ID_W-1:0] rid, bid;
  wire [8*BEAT_BYTES-1:0] rdata;
  wire [BANK_W-1:0] ba;
  wire [A_W-1:0] a;
  wire [DQ_BYTES-1:0] dqm;
  wire [8*DQ_BYTES-1:0] dq_out, dq;
  wire [31:0] chip_errors;
  assign dq = oe ? dq_out : {8*DQ_BYTES{1'bz}};
  cg_sdram #(.ADDR_W(ADDR_W), .BEAT_BYTES(BEAT_BYTES), .ID_W(ID_W), .DQ_BYTES(DQ_BYTES), .ROW_W(ROW_W), .BANK_W(BANK_W),
             .COL_W(COL_W), .CL(CL), .LATE(LATE), .T_INIT(T_INIT), .REFRESHES(REFRESHES), .T_REFRESH(T_REFRESH),
             .T_RCD(T_RCD), .T_RP(T_RP), .T_RAS(T_RAS), .T_RFC(T_RFC), .T_WR(T_WR), .T_MRD(T_MRD)) u_dut (
      .clk_i(clk), .rst_i(rst), .ready_o(ready),
      .arvalid_i(arvalid), .arready_o(arready), .araddr_i(araddr), .arid_i(arid), .arlen_i(arlen),
      .rvalid_o(rvalid), .rready_i(rready), .rid_o(rid), .rdata_o(rdata), .rlast_o(rlast),
      .awvalid_i(awvalid), .awready_o(awready), .awaddr_i(awaddr), .awid_i(awid), .awlen_i(awlen),
      .wvalid_i(wvalid), .wready_o(wready), .wdata_i(wdata), .wstrb_i(wstrb),
      .bvalid_o(bvalid), .bready_i(bready), .bid_o(bid),
      .sd_cs_no(cs), .sd_ras_no(ras), .sd_cas_no(cas), .sd_we_no(we), .sd_ba_o(ba), .sd_a_o(a), .sd_dqm_o(dqm),
      .sd_dq_o(dq_out), .sd_dq_oe_o(oe), .sd_dq_i(dq));
  // tRC is what T_RAS and T_RP make together.
  sdram_chip #(.ROW_W(ROW_W), .BANK_W(BANK_W), .COL_W(COL_W), .DQ_BYTES(DQ_BYTES), .A_W(A_W), .PERIOD(1), .INIT(T_INIT),
               .REFRESH(T_REFRESH), .REFRESHES(REFRESHES), .RCD(T_RCD), .RP(T_RP), .RAS(T_RAS), .RC(T_RAS + T_RP),
               .RFC(T_RFC), .WR(T_WR), .MRD(T_MRD), .STOP(0)) u_chip (
      .clk_i((LATE != 0) ? clk : !clk), .cke_i(1'b1), .cs_ni(cs), .ras_ni(ras), .cas_ni(cas), .we_ni(we), .ba_i(ba),
      .a_i(a), .dqm_i(dqm), .sd_dq_io(dq), .errors_o(chip_errors));

  reg [7:0] model [0:(1<<ADDR_W)-1];
  integer cycles = 0, pause = 0, reads = 0, writes = 0, crossed = 0, both = 0;
  always @(posedge clk) cycles = cycles + 1;

  // A write burst; data and mask at random (all: no mask). Addresses are aligned to a beat.
  task write(input integer first, input integer beats, input all);
    integer n, k;
    begin
      awaddr = first * BEAT_BYTES; awid = rnd(4); awlen = beats - 1; awvalid = 1;
      #1;
      while (!awready) begin @(negedge clk); #1; end
      @(negedge clk);
      awvalid = 0;
      for (n = 0; n < beats; n = n + 1) begin
        while (pct(pause)) @(negedge clk);
        for (k = 0; k < BEAT_BYTES; k = k + 1) begin
          wdata[8*k +: 8] = $random(seed);
          wstrb[k] = all || pct(60);
          if (wstrb[k]) model[(first + n) % BEATS * BEAT_BYTES + k] = wdata[8*k +: 8];
        end
        wvalid = 1;
        #1;
        while (!wready) begin @(negedge clk); #1; end
        @(negedge clk);
        wvalid = 0;
        wdata = {8*BEAT_BYTES{1'bx}};
      end
      while (pct(pause)) @(negedge clk);
      bready = 1;
      #1;
      while (!bvalid) begin @(negedge clk); #1; end
      check(bid === awid, "bid");
      @(negedge clk);
      bready = 0;
      writes = writes + 1;
    end
  endtask
  task fetch(input integer first, input integer beats);
    integer n, k;
    begin
      araddr = first * BEAT_BYTES; arid = rnd(4); arlen = beats - 1; arvalid = 1;
      #1;
      while (!arready) begin @(negedge clk); #1; end
      @(negedge clk);
      arvalid = 0;
      for (n = 0; n < beats; n = n + 1) begin
        while (pct(pause)) @(negedge clk);
        rready = 1;
        #1;
        while (!rvalid) begin @(negedge clk); #1; end
        check(rid === arid, "rid");
        check(rlast === (n == beats - 1), "rlast");
        for (k = 0; k < BEAT_BYTES; k = k + 1)
          check(rdata[8*k +: 8] === model[(first + n) % BEATS * BEAT_BYTES + k], "data");
        @(negedge clk);
        rready = 0;
      end
      reads = reads + 1;
    end
  endtask

  integer i, first, beats, from, other;
  initial begin
    tb_start(1);
    repeat (3) @(negedge clk);
    rst = 0;
    while (!ready) @(negedge clk);
    check(cycles > T_INIT + REFRESHES * T_RFC, "it waits before the first command");
    // Every byte once, then bursts along a row: a word a cycle, and what the way there and back takes.
    for (i = 0; i < BEATS; i = i + (beats > 0 ? beats : 1)) begin
      beats = (BEATS - i < 16) ? BEATS - i : 16;
      write(i, beats, 1'b1);
    end
    beats = (1 << COL_W) / WORDS;
    from = 1 << 30;
    for (i = 0; i < 20; i = i + 1) begin
      repeat (rnd(T_REFRESH)) @(negedge clk);  // a refresh may come between
      first = cycles;
      fetch(0, beats);
      if (cycles - first < from) from = cycles - first;
    end
    check(from <= (1 << COL_W) + CL + LATE + 4, "a burst of an open row takes a cycle for each word");
    for (i = 0; i < TIMES; i = i + 1) begin
      if (i % 50 == 0) pause = rnd(4) * 25;
      beats = pct(80) ? 1 + rnd(8) : 1 + rnd(40);
      first = rnd(BEATS);
      if ((first % ((1 << COL_W) / WORDS)) + beats > (1 << COL_W) / WORDS) crossed = crossed + 1;
      if (pct(10)) begin // both at once, at places apart
        both = both + 1;
        other = (first + BEATS / 2) % BEATS;
        beats = 1 + rnd(BEATS / 2 < 8 ? BEATS / 2 : 8);
        fork
          write(first, beats, 1'b0);
          fetch(other, beats);
        join
      end else if (pct(50)) write(first, beats, 1'b0);
      else fetch(first, beats);
      while (pct(pause)) @(negedge clk);
    end
    pause = 0;
    for (i = 0; i < BEATS; i = i + 1) fetch(i, 1);
    check(chip_errors === 0, "the chip has nothing to complain of");
    check(reads > 500 && writes > 500 && both > 50 && crossed > 50, "reads, writes, both, bursts beyond a row");
    if (errors == 0) $display("PASS cg_sdram CL=%0d LATE=%0d: %0d reads, %0d writes", CL, LATE, reads, writes);
    else $display("FAIL cg_sdram: %0d errors", errors);
    $finish;
  end
  initial begin
    #20000000 $display("FAIL cg_sdram: it does not end");
    $finish;
  end
endmodule
