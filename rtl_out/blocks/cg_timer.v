// Says every PERIOD cycles that something is due.
//
// due_o   high from PERIOD cycles after reset, or after the last time it became
//         high, until take_i; a period that ends while it is high adds nothing
// take_i  ends it: low in the next cycle, unless a period ends in this one
//
// PERIOD  cycles, >= 0; 0: never
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_timer #(
    parameter integer PERIOD = 1000
) (
    input  wire clk_i,
    input  wire rst_i,
    output wire due_o,
    input  wire take_i
);
  generate
    if (PERIOD < 0) begin : g_illegal
      cg_error_timer_needs_a_period_of_at_least_0 u_error ();
    end else if (PERIOD == 0) begin : g_never
      wire unused = &{1'b0, clk_i, rst_i, take_i, 1'b0};
      assign due_o = 1'b0;
    end else begin : g_timer
      localparam integer W = (PERIOD > 1) ? $clog2(PERIOD) : 1;
      localparam integer TOP = PERIOD - 1;
      localparam [W-1:0] LAST = TOP[W-1:0];
      localparam [W-1:0] ONE = 1;
      reg [W-1:0] count_q;
      reg         due_q;
      wire        over = count_q == LAST;
      assign due_o = due_q;
      always @(`CG_EDGE) begin
        if (rst_i) begin
          count_q <= {W{1'b0}};
          due_q   <= 1'b0;
        end else begin
          count_q <= over ? {W{1'b0}} : count_q + ONE;
          due_q   <= over || (due_q && !take_i);
        end
      end
    end
  endgenerate
endmodule
`undef CG_EDGE
