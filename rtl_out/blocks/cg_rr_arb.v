// Round-robin arbiter.
//
// gnt_o is one-hot while any client requests and zero otherwise; gnt_idx_o is
// its index (0 without a grant).  Both are combinational from req_i and a
// registered pointer.  In a cycle with advance_i the pointer moves past the
// winner; without it the grant may change with the requests.
// Fairness: a client that keeps requesting is granted in at most the N-th cycle
// with advance_i.
// Parameters: N clients (>= 1).
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_rr_arb #(
    parameter integer N = 2
) (
    input  wire                                clk_i,
    input  wire                                rst_i,
    input  wire [N-1:0]                        req_i,
    input  wire                                advance_i,
    output wire [N-1:0]                        gnt_o,
    output reg  [((N > 1) ? $clog2(N) : 1)-1:0] gnt_idx_o
);
  localparam integer IW = (N > 1) ? $clog2(N) : 1;
  localparam [N-1:0] ONE = 1;
  localparam [N-1:0] NONE = 0;

  generate
    if (N < 1) begin : g_illegal
      cg_error_rr_arb_needs_n_of_at_least_1 u_error ();
    end
  endgenerate

  reg  [N-1:0] after_q;  // the clients above the last winner
  wire [N-1:0] first = req_i & after_q;
  wire [N-1:0] pool = (first != NONE) ? first : req_i;

  assign gnt_o = pool & (~pool + ONE);  // the lowest of the pool

  integer i;
  always @* begin
    gnt_idx_o = {IW{1'b0}};
    for (i = 0; i < N; i = i + 1) begin
      if (gnt_o[i]) gnt_idx_o = gnt_idx_o | i[IW-1:0];
    end
  end

  always @(`CG_EDGE) begin
    if (rst_i) begin
      after_q <= NONE;
    end else begin
      if (advance_i && req_i != NONE) after_q <= ~(gnt_o | (gnt_o - ONE));
    end
  end
endmodule
`undef CG_EDGE
