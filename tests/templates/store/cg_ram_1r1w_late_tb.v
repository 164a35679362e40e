// cg_ram_1r1w_late against an array, compared in every cycle.
module cg_ram_1r1w_late_tb;
  parameter integer W     = 8;
  parameter integer DEPTH = 16;
  localparam integer AW = (DEPTH > 1) ? $clog2(DEPTH) : 1;
  localparam integer CYCLES = 4000;
  `include "tb_util.vh"

  reg           re = 0;
  reg           we = 0;
  reg  [AW-1:0] raddr = 0;
  reg  [AW-1:0] waddr = 0;
  reg  [W-1:0]  wdata = 0;
  wire [W-1:0]  rdata;

  cg_ram_1r1w_late #(.W(W), .DEPTH(DEPTH)) u_dut (
      .clk_i(clk), .re_i(re), .raddr_i(raddr), .rdata_o(rdata),
      .we_i(we), .waddr_i(waddr), .wdata_i(wdata));

  reg [W-1:0] model [0:DEPTH-1];
  reg [W-1:0] expected;
  reg [AW-1:0] at = 0;  // what was read last; of up to 64 words it is shown as it is now
  integer collisions = 0, holds = 0;

  // One cycle: drive, let the edge pass, compare.
  task step(input r, input integer ra, input w, input integer wa);
    begin
      re = r; raddr = ra; we = w; waddr = wa;
      wdata = {$random(seed), $random(seed)};
      if (r) at = ra;
      if (r) expected = (w && ra == wa) ? {W{1'bx}} : model[ra];
      else holds = holds + 1;
      if (r && w && ra == wa) collisions = collisions + 1;
      if (w) model[wa] = wdata;
      if (DEPTH <= 64) expected = model[at];
      @(negedge clk);
      check(rdata === expected, "rdata_o");
    end
  endtask

  integer i;
  initial begin
    tb_start(1);
    @(negedge clk);
    // directed: fill, read back, hold while the word is overwritten
    for (i = 0; i < DEPTH; i = i + 1) step(1, 0, 1, i);
    for (i = 0; i < DEPTH; i = i + 1) step(1, i, 0, 0);
    step(0, 0, 1, DEPTH - 1);
    step(0, 0, 0, 0);
    for (i = 0; i < CYCLES; i = i + 1) step(pct(70), rnd(DEPTH), pct(60), rnd(DEPTH));
    check(collisions > 20 && holds > 100, "collisions and holds were reached");
    if (errors == 0) $display("PASS cg_ram_1r1w_late W=%0d DEPTH=%0d: %0d collisions", W, DEPTH, collisions);
    else $display("FAIL cg_ram_1r1w_late W=%0d DEPTH=%0d: %0d errors", W, DEPTH, errors);
    $finish;
  end
endmodule
