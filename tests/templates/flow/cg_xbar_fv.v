// Proves, for any chosen input and output: their flits come out once, in order,
// with their data; a message is not interleaved with another; a message that
// waits for the output is passed by at most NIN-1 others; no input is accepted
// for a full output and the output never offers what was not sent.
// Flits carry the number of their input in the low bits.
`include "fv_track.vh"
module cg_xbar_fv #(
    parameter integer NIN   = 2,
    parameter integer NOUT  = 2,
    parameter integer W     = 2,
    parameter integer DST_W = 1
) (
    input wire                 clk_i,
    input wire                 rst_i,
    input wire [NIN-1:0]       in_valid_i,
    input wire [NIN*W-1:0]     in_data_i,
    input wire [NIN-1:0]       in_last_i,
    input wire [NIN*DST_W-1:0] in_dst_i,
    input wire [NOUT-1:0]      out_ready_i,
    input wire                 pick_i
);
  localparam integer IW = (NIN > 1) ? $clog2(NIN) : 1;
  (* anyconst *) reg [IW-1:0]    src;
  (* anyconst *) reg [DST_W-1:0] dst;

  wire [NIN-1:0]    in_ready;
  wire [NOUT-1:0]   out_valid, out_last;
  wire [NOUT*W-1:0] out_data;

  cg_xbar #(.NIN(NIN), .NOUT(NOUT), .W(W), .DST_W(DST_W)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i),
      .in_valid_i(in_valid_i), .in_ready_o(in_ready), .in_data_i(in_data_i),
      .in_last_i(in_last_i), .in_dst_i(in_dst_i),
      .out_valid_o(out_valid), .out_ready_i(out_ready_i), .out_data_o(out_data),
      .out_last_o(out_last));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;

  // The rules of the inputs: source in the low bits, a legal destination that
  // stays the same within a message.
  reg [NIN-1:0]       within_q;
  reg [NIN*DST_W-1:0] dst_q;
  wire [NIN-1:0]      accept = in_valid_i & in_ready;
  integer i;
  always @* begin
    if (init_q) assume (rst_i);
    assume (src < NIN && dst < NOUT);
    for (i = 0; i < NIN; i = i + 1) begin
      assume (in_data_i[i*W+:IW] == i);
      assume (in_dst_i[i*DST_W+:DST_W] < NOUT);
      if (within_q[i]) assume (in_dst_i[i*DST_W+:DST_W] == dst_q[i*DST_W+:DST_W]);
    end
  end
  always @(posedge clk_i) begin
    if (rst_i) within_q <= 0;
    else within_q <= (within_q | accept) & ~(accept & in_last_i);
    for (i = 0; i < NIN; i = i + 1)
      if (accept[i]) dst_q[i*DST_W+:DST_W] <= in_dst_i[i*DST_W+:DST_W];
  end

  // The chosen pair as a queue.
  wire         out_fire = out_valid[dst] && out_ready_i[dst];
  wire [W-1:0] out_flit = out_data >> (dst * W);
  wire [W-1:0] in_flit = in_data_i >> (src * W);
  wire         here = in_valid_i[src] && ((in_dst_i >> (src * DST_W)) & ((1 << DST_W) - 1)) == dst;
  wire         turn, age;
  wire [2:0]   level;
  fv_track #(.W(W + 1), .MAX(2)) u_track (
      .clk_i(clk_i), .rst_i(rst_i),
      .push_i(accept[src] && here), .push_data_i({~in_last_i[src], in_flit}),
      .pop_i(out_fire && out_flit[IW-1:0] == src), .pop_data_i({~out_last[dst], out_flit}),
      .pick_i(pick_i), .level_o(level), .turn_o(turn), .age_o(age));

  // The message that is leaving at the chosen output, and how often a waiting
  // first flit of the chosen pair was passed by the first flit of another.
  reg           leaving_q;
  reg  [IW-1:0] owner_q;
  reg  [IW+1:0] passed_q;
  reg           other_starts;
  always @* begin
    other_starts = 1'b0;
    for (i = 0; i < NIN; i = i + 1)
      if (i != src && accept[i] && !within_q[i] && in_dst_i[i*DST_W+:DST_W] == dst)
        other_starts = 1'b1;
  end
  always @(posedge clk_i) begin
    if (rst_i) begin
      leaving_q <= 1'b0;
      passed_q  <= 0;
    end else begin
      if (out_fire) leaving_q <= !out_last[dst];
      if (out_fire) owner_q <= out_flit[IW-1:0];
      if (!here || within_q[src] || accept[src]) passed_q <= 0;
      else passed_q <= passed_q + other_starts;
    end
  end

  always @(posedge clk_i) begin
    if (!rst_i) begin
      if (leaving_q && out_valid[dst]) assert (out_flit[IW-1:0] == owner_q);
      if (out_valid[dst]) assert (out_flit[IW-1:0] < NIN);
      if (out_valid[dst] && out_flit[IW-1:0] == src) assert (level != 0);
      assert (passed_q <= NIN - 1);
      if (NIN > 1) cover (passed_q == NIN - 1 && accept[src]);
      if (NIN > 1) cover (leaving_q && owner_q == 1 && out_fire && here && !within_q[src] && src == 0);
      if (NIN > 1 && NOUT > 1) cover (accept[0] && accept[1]);
      cover (leaving_q && out_fire && out_last[dst]);
    end
  end
endmodule
