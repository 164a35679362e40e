// cg_ram_be_early against an array of bytes, compared in every cycle.
module cg_ram_be_early_tb;
  parameter integer BYTES = 4;
  parameter integer DEPTH = 16;
  localparam integer AW = (DEPTH > 1) ? $clog2(DEPTH) : 1;
  localparam integer CYCLES = 6000;
  `include "tb_util.vh"

  reg                re = 0;
  reg                we = 0;
  reg  [AW-1:0]      raddr = 0;
  reg  [AW-1:0]      waddr = 0;
  reg  [BYTES-1:0]   wbe = 0;
  reg  [8*BYTES-1:0] wdata = 0;
  wire [8*BYTES-1:0] rdata;

  cg_ram_be_early #(.BYTES(BYTES), .DEPTH(DEPTH)) u_dut (
      .clk_i(clk), .re_i(re), .raddr_i(raddr), .rdata_o(rdata),
      .we_i(we), .waddr_i(waddr), .wbe_i(wbe), .wdata_i(wdata));

  reg [8*BYTES-1:0] model [0:DEPTH-1];
  reg [8*BYTES-1:0] expected;
  integer collisions = 0, partial = 0, holds = 0;

  // One cycle: drive, let the edge pass, compare. Written words have no
  // unknown byte, as the directed part writes all bytes first.
  task step(input r, input integer ra, input w, input integer wa, input full);
    integer b;
    begin
      re = r; raddr = ra; we = w; waddr = wa;
      for (b = 0; b < BYTES; b = b + 1) begin
        wbe[b] = full || pct(40);
        wdata[8*b +: 8] = $random(seed);
        if (w && wbe[b]) model[wa][8*b +: 8] = wdata[8*b +: 8];
      end
      if (r) expected = model[ra];
      else holds = holds + 1;
      if (r && w && ra == wa) collisions = collisions + 1;
      if (r && w && ra == wa && !(&wbe)) partial = partial + 1;
      @(negedge clk);
      check(rdata === expected, "rdata_o");
    end
  endtask

  integer i, span;
  initial begin
    tb_start(1);
    repeat (2) @(negedge clk);
    // directed: fill reading each word as it is written, read back
    for (i = 0; i < DEPTH; i = i + 1) step(1, i, 1, i, 1);
    for (i = 0; i < DEPTH; i = i + 1) step(1, i, 0, 0, 0);
    // one word under write and read, then held while written again
    for (i = 0; i < 8; i = i + 1) step(1, 0, 1, 0, 0);
    step(0, 0, 1, 0, 0);
    step(0, 0, 1, 0, 0);
    step(1, 0, 0, 0, 0);
    // buffered word read while another one is written
    step(1, 0, 1, 0, 0);
    for (i = 0; i < 4; i = i + 1) step(1, 0, 1, DEPTH - 1, 0);
    step(1, DEPTH - 1, 1, DEPTH - 1, 0);
    step(1, 0, 0, 0, 0);
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 50 == 0) span = 1 + rnd((i % 100 == 0) ? DEPTH : (DEPTH < 3) ? DEPTH : 3);
      step(pct(75), rnd(span), pct(70), rnd(span), pct(10));
    end
    check(collisions > 100 && holds > 100, "collisions and holds were reached");
    check(BYTES == 1 || partial > 100, "partial writes under a read were reached");
    if (errors == 0) $display("PASS cg_ram_be_early BYTES=%0d DEPTH=%0d: %0d collisions", BYTES, DEPTH, collisions);
    else $display("FAIL cg_ram_be_early BYTES=%0d DEPTH=%0d: %0d errors", BYTES, DEPTH, errors);
    $finish;
  end
endmodule
