// cg_flits_of against the bits of the parts, one by one.
module cg_flits_of_tb;
  parameter integer MSG_W  = 32;
  parameter integer FLIT_W = 8;
  parameter integer LSB    = 0;
  parameter integer PARTS  = 1;
  parameter integer PART_W = 8;
  localparam integer FLITS = (MSG_W + FLIT_W - 1) / FLIT_W;
  `include "tb_util.vh"

  reg  [PARTS-1:0] parts = 0;
  wire [FLITS-1:0] flits;
  reg  [FLITS-1:0] expected;

  cg_flits_of #(.MSG_W(MSG_W), .FLIT_W(FLIT_W), .LSB(LSB), .PARTS(PARTS), .PART_W(PART_W)) u_dut (
      .parts_i(parts), .flits_o(flits));

  integer i, k, some = 0;
  initial begin
    tb_start(1);
    for (i = 0; i < 500; i = i + 1) begin
      for (k = 0; k < PARTS; k = k + 1) parts[k] = (i < PARTS) ? k == i : pct(20);
      expected = 0;
      for (k = 0; k < PARTS * PART_W; k = k + 1) if (parts[k/PART_W]) expected[(LSB+k)/FLIT_W] = 1'b1;
      #1;
      check(flits === expected, "flits_o");
      if (flits !== 0) some = some + 1;
    end
    check(some > 50, "parts were meant");
    if (errors == 0) $display("PASS cg_flits_of MSG_W=%0d FLIT_W=%0d LSB=%0d PARTS=%0d", MSG_W, FLIT_W, LSB, PARTS);
    else $display("FAIL cg_flits_of MSG_W=%0d FLIT_W=%0d LSB=%0d: %0d errors", MSG_W, FLIT_W, LSB, errors);
    $finish;
  end
endmodule
