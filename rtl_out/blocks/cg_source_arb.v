// Chooses one of N sources of occurrences, index 0 best, so that a source
// whose occurrence could not proceed does not keep the others waiting.
//
// valid_i     sources with something to offer
// open_i      one of them may be granted; without it nothing is, and nothing is remembered but failures
// fail_i      (one-hot or zero) the source whose occurrence failed this cycle
// progress_i  some occurrence was completed this cycle; undoes every failure,
//             also one reported in the same cycle
// gnt_o       one-hot or zero, combinational from valid_i, open_i and registers
// pick_o      the same, whatever open_i is: for what is read of the source, which is needed sooner
// any_o       something is granted
//
// A source that failed is passed over until something has been completed, or
// nothing else is offered: then the failed ones take turns, because what they
// wait for may also change without an occurrence (an output drains). A source
// that stays valid until it is granted waits for at most (N-1)*(N+4)/2 grants to
// others as long as these fail, each in the cycle after its grant; behind a
// better source that is completed again and again it can wait forever.
//
// N  sources, >= 1
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_source_arb #(
    parameter integer N = 4
) (
    input  wire         clk_i,
    input  wire         rst_i,
    input  wire [N-1:0] valid_i,
    input  wire         open_i,
    input  wire [N-1:0] fail_i,
    input  wire         progress_i,
    output wire [N-1:0] gnt_o,
    output wire [N-1:0] pick_o,
    output wire         any_o
);
  generate
    if (N < 1) begin : g_illegal
      cg_error_source_arb_needs_at_least_one_source u_error ();
    end
  endgenerate

  reg  [N-1:0] blocked_q;   // failed, and nothing completed since
  reg  [N-1:0] turn_q;      // failed sources already retried in this round

  wire [N-1:0] fresh = valid_i & ~blocked_q;
  wire [N-1:0] rest  = valid_i & ~turn_q;
  wire         some  = |fresh;
  wire         more  = |rest;

  // The lowest index of each pool at once, then which pool. What is above it is found by doubling, not by a carry
  // chain: synthesis works out nothing across one.
  reg [N-1:0] over_fresh, over_rest, over_valid;
  integer     s;
  always @(fresh or rest or valid_i) begin  // of one source there is nothing above, but @* wants something to wait for
    over_fresh = fresh << 1;
    over_rest  = rest << 1;
    over_valid = valid_i << 1;
    for (s = 1; s < N; s = s * 2) begin
      over_fresh = over_fresh | (over_fresh << s);
      over_rest  = over_rest | (over_rest << s);
      over_valid = over_valid | (over_valid << s);
    end
  end
  wire [N-1:0] first_fresh = fresh & ~over_fresh;
  wire [N-1:0] first_rest  = rest & ~over_rest;
  wire [N-1:0] first_valid = valid_i & ~over_valid;
  assign pick_o = some ? first_fresh : more ? first_rest : first_valid;
  assign any_o  = open_i && |valid_i;
  assign gnt_o  = pick_o & {N{open_i}};

  always @(`CG_EDGE) begin
    if (rst_i) begin
      blocked_q <= {N{1'b0}};
      turn_q    <= {N{1'b0}};
    end else begin
      if (progress_i) blocked_q <= {N{1'b0}};
      else if (|fail_i) blocked_q <= blocked_q | fail_i;
      // A cycle without an offer does not end the round.
      if (open_i && some) turn_q <= {N{1'b0}};
      else if (any_o) turn_q <= more ? turn_q | pick_o : pick_o;
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
    `CG_NAME(arb_fail) assert (!(|fail_i) || ((fail_i & (fail_i - 1'b1)) == {N{1'b0}}));  // one source fails at a time
    `CG_NAME(arb_over) assert (!(progress_i) || (fail_i == {N{1'b0}}));  // an occurrence fails or is over
`ifdef FORMAL
    arb_fail_reached: cover (|fail_i);
    arb_over_reached: cover (progress_i);
`endif
  end
// verilator lint_on CMPCONST
`undef CG_NAME
`endif
endmodule
`undef CG_EDGE
