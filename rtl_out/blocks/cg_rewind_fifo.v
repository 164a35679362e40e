// First-in first-out queue whose reads are speculative.
//
// push_*     valid/ready; push_ready_o depends on registers only.
// take_i     moves on to the next item; effective only while take_valid_o.
// commit_i   removes the oldest taken item for good.
// rewind_i   puts back every item that is taken and not committed; they are
//            offered again, in order, from the next cycle on.
// Same cycle: take + commit   the commit is for an older take;
//             take + rewind   the take is ignored;
//             commit + rewind first the commit, then the rest is put back.
// A commit while nothing is taken is illegal (checked in simulation) and has no
// effect.  At most AHEAD items are taken and uncommitted: with so many of them
// take_valid_o is low, also in a cycle with commit_i.
//
// Items from outside: fx_data_o is place fx_idx_i (combinational), and with fx_i
// fx_data_i is written there; a push to that place in the same cycle wins.
//
// Latency: 0; when no untaken item is stored, the item being pushed is offered
// in the same cycle, so that take_valid_o and take_data_o depend combinationally
// on push_valid_i and push_data_i. With THROUGH 0 it is offered in the next cycle,
// and they depend on registers only.
// Rate: one item per cycle when a commit follows its take by AHEAD - 1 cycles
// and DEPTH >= AHEAD.
// Parameters: W payload bits (>= 1), DEPTH items (>= 1, any number), counting
// those that are taken and not committed, AHEAD (>= 1), THROUGH (0 or 1).
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_rewind_fifo #(
    parameter integer W     = 8,
    parameter integer DEPTH = 4,
    parameter integer AHEAD = 2,
    parameter integer THROUGH = 1,
    parameter integer PW    = (DEPTH > 1) ? $clog2(DEPTH) : 1  // derived
) (
    input  wire         clk_i,
    input  wire         rst_i,
    input  wire         push_valid_i,
    output wire         push_ready_o,
    input  wire [W-1:0] push_data_i,
    output wire         take_valid_o,
    output reg  [W-1:0] take_data_o,
    input  wire         take_i,
    input  wire         commit_i,
    input  wire         rewind_i,
    input  wire          fx_i,
    input  wire [PW-1:0] fx_idx_i,
    output wire [W-1:0]  fx_data_o,
    input  wire [W-1:0]  fx_data_i
);
  localparam integer CW = $clog2(DEPTH + 1);
  localparam integer TOP = DEPTH - 1;
  localparam integer MOST = (DEPTH > AHEAD) ? AHEAD : DEPTH;
  localparam [PW-1:0] LAST = TOP[PW-1:0];
  localparam [CW-1:0] FULL = DEPTH[CW-1:0];
  localparam [CW-1:0] TAKEN_MAX = MOST[CW-1:0];
  localparam [PW-1:0] PTR_ONE = 1;
  localparam [CW-1:0] CNT_ONE = 1;
  localparam [CW-1:0] NONE = 0;

  generate
    if (W < 1 || DEPTH < 1 || AHEAD < 1 || THROUGH < 0 || THROUGH > 1) begin : g_illegal
      cg_error_rewind_fifo_needs_w_depth_and_ahead_of_at_least_1 u_error ();
    end
  endgenerate

  reg [W-1:0]  mem_q [0:DEPTH-1];
  reg [PW-1:0] wptr_q;    // where the next push goes
  reg [PW-1:0] tptr_q;    // the next item to take
  reg [PW-1:0] head_q;    // the oldest item
  reg [CW-1:0] stored_q;  // items, taken ones included
  reg [CW-1:0] taken_q;   // items taken and not committed

  wire push   = push_valid_i && push_ready_o;
  wire take   = take_i && take_valid_o;  // undone below by rewind_i
  wire commit = commit_i && taken_q != NONE;
  // What is offered is the first thing that a pipeline looks at, so it comes from registers: no untaken item is stored;
  // one more may be taken.
  reg  fresh_q, open_q, ready_q;
  wire fresh  = fresh_q;

  assign push_ready_o = ready_q;  // stored_q != FULL
  assign take_valid_o = (!fresh || (THROUGH != 0 && push)) && open_q;

  wire [CW-1:0] untaken = stored_q - taken_q;
  wire [CW-1:0] more    = taken_q + CNT_ONE;
  wire last_goes = untaken == CNT_ONE;                 // if it is taken
  wire empties   = stored_q == CNT_ONE && commit;      // of stored ones none is left
  wire fresh_d   = rewind_i ? !push && (empties || stored_q == NONE)
                 : take ? fresh || (last_goes && !push) : fresh && !push;
  wire fills     = stored_q == FULL - CNT_ONE && push;
  wire ready_d   = commit || !(fills || stored_q == FULL);
  wire open_d    = rewind_i || (take == commit ? open_q : commit || more != TAKEN_MAX);

  wire [W-1:0] stored = mem_q[tptr_q];
  always @* begin
    if (THROUGH != 0 && fresh) take_data_o = push_data_i;
    else take_data_o = stored;
  end

  // The oldest item after this cycle.
  wire [PW-1:0] head_d = !commit ? head_q : (head_q == LAST) ? {PW{1'b0}} : head_q + PTR_ONE;

  always @(`CG_EDGE) begin
    if (rst_i) begin
      wptr_q   <= {PW{1'b0}};
      tptr_q   <= {PW{1'b0}};
      head_q   <= {PW{1'b0}};
      stored_q <= NONE;
      taken_q  <= NONE;
      fresh_q  <= 1'b1;
      open_q   <= 1'b1;
      ready_q  <= 1'b1;
    end else begin
      fresh_q  <= fresh_d;
      open_q   <= open_d;
      ready_q  <= ready_d;
      if (push)   wptr_q <= (wptr_q == LAST) ? {PW{1'b0}} : wptr_q + PTR_ONE;
      if (commit) head_q <= head_d;
      if (take)   tptr_q <= (tptr_q == LAST) ? {PW{1'b0}} : tptr_q + PTR_ONE;
      if (push && !commit) stored_q <= stored_q + CNT_ONE;
      if (commit && !push) stored_q <= stored_q - CNT_ONE;
      if (take && !commit) taken_q  <= taken_q + CNT_ONE;
      if (commit && !take) taken_q  <= taken_q - CNT_ONE;
      if (rewind_i) begin
        tptr_q  <= head_d;
        taken_q <= NONE;
      end
    end
  end

  assign fx_data_o = mem_q[fx_idx_i];

  always @(posedge clk_i) begin
    if (fx_i) mem_q[fx_idx_i] <= fx_data_i;
    if (push) mem_q[wptr_q] <= push_data_i;
  end

`ifndef SYNTHESIS
  always @(`CG_EDGE) begin
    if (rst_i) begin
      // no checks
    end else if (commit_i && taken_q == NONE) begin
      $display("ERROR: cg_rewind_fifo: commit_i while nothing is taken");
      $finish;
    end
  end
`endif

`ifdef COHGEN_CHECKS
`ifdef __ICARUS__
`define CG_NAME(name)
`else
`define CG_NAME(name) name:
`endif
// verilator lint_off CMPCONST
  always @(`CG_EDGE) if (!rst_i) begin
    `CG_NAME(rewind_commit) assert (!(commit_i) || (taken_q != NONE));  // a commit is of something taken
    // what is taken is stored, at most AHEAD items
    `CG_NAME(rewind_count) assert (!(taken_q != NONE) || (taken_q <= stored_q && taken_q <= TAKEN_MAX));
    `CG_NAME(rewind_bound) assert (!(stored_q != NONE) || (stored_q <= FULL));  // never more than DEPTH items
    // at one
    `CG_NAME(rewind_shown) assert (fresh_q == (stored_q == taken_q) && open_q == (taken_q != TAKEN_MAX)
        && ready_q == (stored_q != FULL));
`ifdef FORMAL
    rewind_commit_reached: cover (commit_i);
    rewind_count_reached: cover (taken_q != NONE);
    rewind_bound_reached: cover (stored_q != NONE);
    rewind_shown_reached: cover (!fresh_q);
`endif
  end
// verilator lint_on CMPCONST
`undef CG_NAME
`endif
endmodule
`undef CG_EDGE
