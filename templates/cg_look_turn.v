// Says who may look into a store of another tile: one of N has the turn.
//
// want_i   (any) a row lacks nothing but the turn
// look_i   (one-hot or zero) it has looked: its row ran in the cycle before
// turn_o   one-hot, out of registers: its rows may look in this cycle
//
// Who wants is remembered until it has looked. The turn stays where it is while
// nobody else wants it; else it goes on when its holder has looked or wants
// nothing, and after 2^PATIENCE cycles at the latest: the holder's row may wait
// for something that the others must do before. It is forgotten then, and asks
// again if its row comes by. The next one is the next higher index that wants,
// so that each waits for at most N - 1 others.
//
// N         who can look, >= 1;  PATIENCE  2 .. 16
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_look_turn #(
    parameter integer N        = 2,
    parameter integer PATIENCE = 5
) (
    input  wire         clk_i,
    input  wire         rst_i,
    input  wire [N-1:0] want_i,
    input  wire [N-1:0] look_i,
    output wire [N-1:0] turn_o
);
  generate
    if (N < 1 || PATIENCE < 2 || PATIENCE > 16) begin : g_illegal
      cg_error_look_turn_needs_at_least_one_that_looks u_error ();
    end
  endgenerate

  localparam [N-1:0] ONE = 1;
  localparam [N-1:0] NONE = 0;

  reg [N-1:0]        turn_q;
  reg [N-1:0]        wants_q;  // and has not looked since
  reg [PATIENCE-1:0] age_q;    // cycles in which another one wanted the turn

  assign turn_o = turn_q;

  wire         late   = &age_q;
  wire [N-1:0] wants  = (wants_q | want_i) & ~look_i & ~(late ? turn_q : NONE);
  wire [N-1:0] others = wants & ~turn_q;
  wire         move   = others != NONE && (late || (wants & turn_q) == NONE);
  wire [N-1:0] above  = others & ~(turn_q | (turn_q - ONE));
  wire [N-1:0] pool   = above != NONE ? above : others;

  always @(`CG_EDGE) begin
    if (rst_i) begin
      turn_q  <= ONE;
      wants_q <= NONE;
      age_q   <= {PATIENCE{1'b0}};
    end else begin
      wants_q <= wants;
      if (move) turn_q <= pool & (~pool + ONE);
      if (move || others == NONE) age_q <= {PATIENCE{1'b0}};
      else age_q <= age_q + {{(PATIENCE-1){1'b0}}, 1'b1};
    end
  end

`ifdef COHGEN_CHECKS
`ifdef __ICARUS__
`define CG_NAME(name)
`else
`define CG_NAME(name) name:
`endif
// verilator lint_off CMPCONST
  always @(`CG_EDGE) if (!rst_i) begin
    `CG_NAME(look_turn_one) assert ((look_i & (look_i - ONE)) == NONE);  // one looks at a time
`ifdef FORMAL
    look_turn_one_reached: cover (look_i != NONE);
`endif
  end
// verilator lint_on CMPCONST
`undef CG_NAME
`endif
endmodule
`undef CG_EDGE
