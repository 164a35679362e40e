// First-in first-out queue of any depth.
//
// Handshake: valid/ready on both sides; an item moves in a cycle in which both
// are high.  push_ready_o and pop_valid_o depend on registers only.
// Latency:   1 (an item is visible on pop_* the cycle after it was pushed).
// Rate:      one item per cycle for DEPTH >= 2; one per two cycles for DEPTH 1.
// Parameters: W payload bits (>= 1), DEPTH items (>= 1, any number).
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_fifo #(
    parameter integer W     = 8,
    parameter integer DEPTH = 2
) (
    input  wire                       clk_i,
    input  wire                       rst_i,
    input  wire                       push_valid_i,
    output wire                       push_ready_o,
    input  wire [W-1:0]               push_data_i,
    output wire                       pop_valid_o,
    input  wire                       pop_ready_i,
    output wire [W-1:0]               pop_data_o,
    output wire [$clog2(DEPTH+1)-1:0] count_o
);
  localparam integer PW = (DEPTH > 1) ? $clog2(DEPTH) : 1;
  localparam integer CW = $clog2(DEPTH + 1);
  localparam integer TOP = DEPTH - 1;
  localparam [PW-1:0] LAST = TOP[PW-1:0];
  localparam [CW-1:0] FULL = DEPTH[CW-1:0];
  localparam [PW-1:0] PTR_ONE = 1;
  localparam [CW-1:0] CNT_ONE = 1;

  generate
    if (W < 1 || DEPTH < 1) begin : g_illegal
      cg_error_fifo_needs_w_and_depth_of_at_least_1 u_error ();
    end
  endgenerate

  reg [W-1:0]  mem_q [0:DEPTH-1];
  reg [PW-1:0] wptr_q;
  reg [PW-1:0] rptr_q;
  reg [CW-1:0] count_q;

  wire push = push_valid_i && push_ready_o;
  wire pop  = pop_valid_o && pop_ready_i;

  assign push_ready_o = count_q != FULL;
  assign pop_valid_o  = count_q != {CW{1'b0}};
  assign pop_data_o   = mem_q[rptr_q];
  assign count_o      = count_q;

  always @(`CG_EDGE) begin
    if (rst_i) begin
      wptr_q  <= {PW{1'b0}};
      rptr_q  <= {PW{1'b0}};
      count_q <= {CW{1'b0}};
    end else begin
      if (push) wptr_q <= (wptr_q == LAST) ? {PW{1'b0}} : wptr_q + PTR_ONE;
      if (pop)  rptr_q <= (rptr_q == LAST) ? {PW{1'b0}} : rptr_q + PTR_ONE;
      if (push && !pop) count_q <= count_q + CNT_ONE;
      if (pop && !push) count_q <= count_q - CNT_ONE;
    end
  end

  always @(posedge clk_i) begin
    if (push) mem_q[wptr_q] <= push_data_i;
  end

`ifdef COHGEN_CHECKS
`ifdef __ICARUS__
`define CG_NAME(name)
`else
`define CG_NAME(name) name:
`endif
// verilator lint_off CMPCONST
  always @(`CG_EDGE) if (!rst_i) begin
    `CG_NAME(fifo_count) assert (!(count_q != {CW{1'b0}}) || (count_q <= FULL));  // never more than DEPTH items
`ifdef FORMAL
    fifo_count_reached: cover (count_q != {CW{1'b0}});
`endif
  end
// verilator lint_on CMPCONST
`undef CG_NAME
`endif
endmodule
`undef CG_EDGE
