// Synchroniser: bits of another clock, through STAGES flip-flops.
//
// bits_i  registers of another clock domain; of several bits each is taken by itself: only a Gray code, of which one
//         bit changes at a time, keeps its meaning
// bits_o  bits_i, STAGES rising edges of clk_i later
// Parameters: W bits (>= 1); STAGES flip-flops, none for -1 and 0: a wire.
//
// The first flip-flop of each bit, stage_q[W-1:0], may become metastable: a flow sets it as asynchronous (the attribute
// says so to tools that read it), keeps the flip-flops side by side, and does not time the path to it.
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_sync #(
    parameter integer W      = 1,
    parameter integer STAGES = 2
) (
    input  wire         clk_i,
    input  wire         rst_i,
    input  wire [W-1:0] bits_i,
    output wire [W-1:0] bits_o
);
  generate
    if (W < 1 || STAGES < -1 || STAGES == 1) begin : g_illegal
      cg_error_sync_needs_w_of_at_least_1_and_stages_of_0_or_at_least_2 u_error ();
    end
    if (STAGES <= 0) begin : g_wire
      wire unused = &{1'b0, clk_i, rst_i, 1'b0};
      assign bits_o = bits_i;
    end else begin : g_stages
      (* async_reg = "true" *)
      reg [STAGES*W-1:0] stage_q;
      assign bits_o = stage_q[STAGES*W-1 -: W];
      always @(`CG_EDGE) begin
        if (rst_i) stage_q <= {(STAGES * W) {1'b0}};
        else stage_q <= {stage_q[(STAGES-1)*W-1:0], bits_i};
      end
    end
  endgenerate
endmodule
`undef CG_EDGE
