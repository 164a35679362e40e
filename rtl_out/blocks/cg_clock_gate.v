// The clock of what has nothing to do at most times.
//
// clk_o  with CG_CLOCK_GATE: clk_i in cycles that began with en_i, low in the others; without: clk_i
// en_i   may change while clk_i is low or at its rising edge (it is a function of registers at this edge, and of inputs
//        that change there); looked at while clk_i is low
//
// The gate is the usual latch and AND. For a chip, put the library's own cell here; FPGAs do without.
module cg_clock_gate (
    input  wire clk_i,
    input  wire en_i,
    output wire clk_o
);
`ifdef CG_CLOCK_GATE
  reg en_q;
  // verilator lint_off LATCH
  always @* if (!clk_i) en_q = en_i;
  // verilator lint_on LATCH
  assign clk_o = clk_i && en_q;
`else
  wire unused = &{1'b0, en_i, 1'b0};
  assign clk_o = clk_i;
`endif
endmodule
