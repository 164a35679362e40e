// Leads a controller from line to line of its store, for a sweep: looks which
// key is at a place, and offers it until it was dealt with.
//
// run_i    the sweep is at work.  start_i (in the cycle before run_i rises, or
//          while it is high) begins at the first place
// want_o   the next place is to be looked at: S0 is wanted for itself, once
// S0:
//   look_i   (only with want_o) S0 is the sweep's in this cycle: row row_o is
//            read whatever the key, and nothing else is offered now nor while
//            peek_o is high
// T, STAGES cycles after look_i:
//   peek_o   column col_o is the victim: there_i, key_i: it holds this key
//            (combinational; with STAGES 3 the victim is chosen in the cycle before,
//            in which peek_o is high)
// The occurrence:
//   offer_o  key_o, which was at place row_o, col_o, is offered until over_i:
//            it was dealt with, or was none to visit any more
// end_o    run_i, and all places have been visited; until start_i or !run_i
//
// From one look_i to the next PACE cycles go by at least, and STAGES + 2 in any
// case, STAGES of them for others.  A restart drops what is offered.
//
// SETS, WAYS, PACE, KEY_W  >= 1; STAGES of the look-up, 1 to 3
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_sweep #(
    parameter integer SETS  = 4,
    parameter integer WAYS  = 2,
    parameter integer KEY_W = 8,
    parameter integer PACE  = 1,
    parameter integer STAGES = 1,
    parameter integer SET_W = (SETS > 1) ? $clog2(SETS) : 1,  // derived
    parameter integer WAY_W = (WAYS > 1) ? $clog2(WAYS) : 1   // derived
) (
    input  wire             clk_i,
    input  wire             rst_i,
    input  wire             run_i,
    input  wire             start_i,
    output wire             want_o,
    input  wire             look_i,
    output wire             peek_o,
    output wire [SET_W-1:0] row_o,
    output wire [WAY_W-1:0] col_o,
    input  wire             there_i,
    input  wire [KEY_W-1:0] key_i,
    output wire             offer_o,
    output wire [KEY_W-1:0] key_o,
    input  wire             over_i,
    output wire             end_o
);
  generate
    if (SETS < 1 || WAYS < 1 || KEY_W < 1 || PACE < 1 || STAGES < 1 || STAGES > 3) begin : g_illegal
      cg_error_sweep_sizes_must_be_at_least_1 u_error ();
    end
  endgenerate

  // Cycles until the next look: one at least behind that of the peek.
  localparam integer REST = (PACE > STAGES + 2) ? PACE - STAGES - 2 : 0;
  localparam integer CW   = (REST > 0) ? $clog2(REST + 1) : 1;
  localparam integer TOP_SET = SETS - 1;
  localparam integer TOP_WAY = WAYS - 1;
  localparam [SET_W-1:0] LAST_SET = TOP_SET[SET_W-1:0];
  localparam [WAY_W-1:0] LAST_WAY = TOP_WAY[WAY_W-1:0];
  localparam [SET_W-1:0] SET_ONE  = 1;
  localparam [WAY_W-1:0] WAY_ONE  = 1;
  localparam [CW-1:0]    WAIT     = REST[CW-1:0];
  localparam [CW-1:0]    ONE      = 1;

  localparam [2:0] REST_S = 3'd0, WANT_S = 3'd1, PEEK_S = 3'd2, OFFER_S = 3'd3, END_S = 3'd4,
                   LOOK_S = 3'd5, SHOW_S = 3'd6;
  reg [2:0]       state_q;
  reg [SET_W-1:0] set_q;
  reg [WAY_W-1:0] way_q;
  reg [CW-1:0]    rest_q;
  reg [KEY_W-1:0] key_q;

  wire last  = set_q == LAST_SET && way_q == LAST_WAY;
  wire leave = (state_q == PEEK_S && !there_i) || (state_q == OFFER_S && over_i);  // the place
  wire rest  = rest_q != {CW{1'b0}};

  // With STAGES 3 from a register: what it keeps from S0 is chosen behind it. At work until the end, it is never at
  // WANT_S without run_i.
  generate
    if (STAGES < 3) begin : g_want
      assign want_o = run_i && state_q == WANT_S;
    end else begin : g_want_kept
      reg want_q;
      always @(`CG_EDGE) begin
        if (rst_i) want_q <= 1'b0;
        else if (start_i || !run_i) want_q <= 1'b0;
        else want_q <= (state_q == REST_S && !rest) || (state_q == WANT_S && !look_i);
      end
      assign want_o = want_q;
    end
  endgenerate
  assign peek_o  = state_q == ((STAGES == 3) ? SHOW_S : PEEK_S);
  assign row_o   = set_q;
  assign col_o   = way_q;
  assign offer_o = run_i && state_q == OFFER_S;
  assign key_o   = key_q;
  assign end_o   = run_i && state_q == END_S;

  always @(`CG_EDGE) begin
    if (rst_i) begin
      state_q <= REST_S;
      set_q   <= {SET_W{1'b0}};
      way_q   <= {WAY_W{1'b0}};
      rest_q  <= {CW{1'b0}};
    end else if (start_i || !run_i) begin
      state_q <= REST_S;
      set_q   <= {SET_W{1'b0}};
      way_q   <= {WAY_W{1'b0}};
      rest_q  <= {CW{1'b0}};
    end else begin
      rest_q <= (state_q == PEEK_S) ? WAIT : rest ? rest_q - ONE : rest_q;
      case (state_q)
        REST_S:  if (!rest) state_q <= WANT_S;
        WANT_S:  if (look_i) state_q <= (STAGES == 1) ? PEEK_S : LOOK_S;
        LOOK_S:  state_q <= (STAGES == 3) ? SHOW_S : PEEK_S;
        SHOW_S:  if (STAGES == 3) state_q <= PEEK_S;
        PEEK_S:  if (there_i) state_q <= OFFER_S;
        default: ;
      endcase
      if (leave) begin
        state_q <= last ? END_S : REST_S;
        way_q   <= (way_q == LAST_WAY) ? {WAY_W{1'b0}} : way_q + WAY_ONE;
        if (way_q == LAST_WAY) set_q <= last ? {SET_W{1'b0}} : set_q + SET_ONE;
      end
    end
  end

  always @(posedge clk_i) if (state_q == PEEK_S) key_q <= key_i;
endmodule
`undef CG_EDGE
