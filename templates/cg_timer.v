// Says every PERIOD cycles that something is due.
//
// due_o   high from PERIOD cycles after reset, or after the last time it became
//         high, until take_i; a period that ends while it is high adds nothing
// over_o  due_o rises, or stays, at the end of this cycle: clk_i must rise then
// take_i  ends it: low in the next cycle, unless a period ends in this one
//
// free_clk_i counts. clk_i may be a gated copy of it, which rises at the end of cycles with over_o, take_i or rst_i.
//
// PERIOD  cycles, >= 0; 0: never
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_timer #(
    parameter integer PERIOD = 1000
) (
    input  wire free_clk_i,
    input  wire clk_i,
    input  wire rst_i,
    output wire over_o,
    output wire due_o,
    input  wire take_i
);
  reg due_q;
  generate
    if (PERIOD < 0) begin : g_illegal
      cg_error_timer_needs_a_period_of_at_least_0 u_error ();
    end else if (PERIOD == 0) begin : g_never
      wire unused = &{1'b0, free_clk_i, 1'b0};
      assign over_o = 1'b0;
    end else begin : g_timer
      cg_period #(.PERIOD(PERIOD)) u_period (.clk_i(free_clk_i), .rst_i(rst_i), .over_o(over_o));
    end
  endgenerate
  assign due_o = due_q;
  always @(`CG_EDGE) begin
    if (rst_i) due_q <= 1'b0;
    else due_q <= over_o || (due_q && !take_i);
  end
endmodule
`undef CG_EDGE
