// Crossbar with wormhole switching.
//
// in_*   valid/ready per input; in_dst_i is the index of the output, the same in
//        every flit of a message; in_last_i ends a message.  in_ready_o depends
//        combinationally on in_valid_i and in_dst_i of all inputs, not on
//        out_ready_i.
// out_*  valid/ready per output, from registers.  An output stays with its input
//        until the last flit, then goes round-robin to the next: a message that
//        waits for an output is passed by at most NIN-1 others.
// Messages of one input to one output stay in order; outputs are independent of
// each other.  A destination >= NOUT is illegal (checked in simulation): such a
// flit is never accepted.
// Latency: 1.   Rate: one flit per cycle and output.
// Parameters: NIN inputs, NOUT outputs, W payload bits (all >= 1), DST_W
// destination bits (2**DST_W >= NOUT).
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_xbar #(
    parameter integer NIN   = 2,
    parameter integer NOUT  = 2,
    parameter integer W     = 8,
    parameter integer DST_W = 1
) (
    input  wire                 clk_i,
    input  wire                 rst_i,
    input  wire [NIN-1:0]       in_valid_i,
    output reg  [NIN-1:0]       in_ready_o,
    input  wire [NIN*W-1:0]     in_data_i,
    input  wire [NIN-1:0]       in_last_i,
    input  wire [NIN*DST_W-1:0] in_dst_i,
    output wire [NOUT-1:0]      out_valid_o,
    input  wire [NOUT-1:0]      out_ready_i,
    output wire [NOUT*W-1:0]    out_data_o,
    output wire [NOUT-1:0]      out_last_o
);
  generate
    if (NIN < 1 || NOUT < 1 || W < 1 || DST_W < 1 || DST_W < $clog2(NOUT)) begin : g_illegal
      cg_error_xbar_dst_w_too_small_or_a_parameter_below_1 u_error ();
    end
  endgenerate

  reg  [NOUT*NIN-1:0] req;   // bit o*NIN+i: input i has a flit for output o
  wire [NOUT*NIN-1:0] take;  // its flit is accepted

  integer i, n;
  always @* begin
    req = {(NOUT * NIN) {1'b0}};
    n   = 0;
    for (i = 0; i < NIN; i = i + 1) begin
      if (in_valid_i[i]) begin
        for (n = 0; n < NOUT; n = n + 1) begin
          if (in_dst_i[i*DST_W+:DST_W] == n[DST_W-1:0]) req[n*NIN+i] = 1'b1;
        end
      end
    end
  end

  genvar o;
  generate
    for (o = 0; o < NOUT; o = o + 1) begin : g_out
      cg_xbar_out #(
          .NIN(NIN),
          .W  (W)
      ) u_out (
          .clk_i      (clk_i),
          .rst_i      (rst_i),
          .req_i      (req[o*NIN+:NIN]),
          .data_i     (in_data_i),
          .last_i     (in_last_i),
          .take_o     (take[o*NIN+:NIN]),
          .out_valid_o(out_valid_o[o]),
          .out_ready_i(out_ready_i[o]),
          .out_data_o (out_data_o[o*W+:W]),
          .out_last_o (out_last_o[o])
      );
    end
  endgenerate

  integer k;
  always @* begin
    in_ready_o = {NIN{1'b0}};
    k          = 0;
    if (|in_valid_i) begin
      for (k = 0; k < NOUT; k = k + 1) in_ready_o = in_ready_o | take[k*NIN+:NIN];
    end
  end

`ifndef SYNTHESIS
  integer       m;
  reg [NIN-1:0] routed;
  always @* begin
    routed = {NIN{1'b0}};
    for (m = 0; m < NOUT; m = m + 1) routed = routed | req[m*NIN+:NIN];
  end
  always @(`CG_EDGE) begin
    if (rst_i) begin
      // no checks
    end else if ((in_valid_i & ~routed) != {NIN{1'b0}}) begin
      $display("ERROR: cg_xbar: in_dst_i names no output");
      $finish;
    end
  end
`endif
endmodule
`undef CG_EDGE
