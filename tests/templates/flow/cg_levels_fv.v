// Proves of the whole network, for any two nodes: their flits come out once, in order,
// with their data, and messages are not interleaved; and once nothing new comes in and
// all nodes take what is theirs, it is empty after MOST cycles, whatever has happened
// before. Free nodes, which go on with a message that they have begun. Flits carry the
// number of their sender in the low bits.
`include "fv_track.vh"
module cg_levels_fv #(
    parameter integer        STOPS        = 2,
    parameter integer        W            = 2,
    parameter integer        DST_W        = 1,
    parameter integer        GROUPS       = 2,
    parameter integer        KINDS        = 1,
    parameter [16*KINDS-1:0] COUNTS       = {KINDS{16'd2}},
    parameter integer        LINK_W       = 2,
    parameter integer        LINK_LATENCY = 0,
    parameter integer        FLITS        = 2,   // of the longest message
    parameter integer        ROOM         = 8,   // flits of two nodes inside
    parameter integer        MOST         = 12,
    parameter integer        LATE         = 3    // is seen not to be empty yet
) (
    input wire                   clk_i,
    input wire                   rst_i,
    input wire [STOPS-1:0]       in_valid_i,
    input wire [STOPS*W-1:0]     in_data_i,
    input wire [STOPS-1:0]       in_last_i,
    input wire [STOPS*DST_W-1:0] in_dst_i,
    input wire [STOPS-1:0]       out_ready_i,
    input wire                   pick_i
);
  localparam integer IW = (STOPS > 1) ? $clog2(STOPS) : 1, LW = $clog2(FLITS + 1),
      CW = $clog2(STOPS * STOPS * ROOM + 2), QW = $clog2(MOST + 2);
  (* anyconst *) reg [IW-1:0]    src;
  (* anyconst *) reg [DST_W-1:0] dst;
  wire [STOPS-1:0]   in_ready, out_valid, out_last;
  wire [STOPS*W-1:0] out_data;
  cg_levels #(.STOPS(STOPS), .W(W), .DST_W(DST_W), .GROUPS(GROUPS), .KINDS(KINDS), .COUNTS(COUNTS),
      .LINK_W(LINK_W), .LINK_LATENCY(LINK_LATENCY)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .in_valid_i(in_valid_i), .in_ready_o(in_ready), .in_data_i(in_data_i),
      .in_last_i(in_last_i), .in_dst_i(in_dst_i), .out_valid_o(out_valid), .out_ready_i(out_ready_i),
      .out_data_o(out_data), .out_last_o(out_last));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;

  // Of each node: flits of the message so far, and for whom.
  reg [STOPS*LW-1:0]    sent_q;
  reg [STOPS*DST_W-1:0] dst_q;
  integer n;
  always @* begin
    if (init_q) assume (rst_i);
    assume (src < STOPS && dst < STOPS);
    for (n = 0; n < STOPS; n = n + 1) begin
      assume (in_data_i[n*W+:IW] == n);
      if (in_valid_i[n]) assume (in_dst_i[n*DST_W+:DST_W] < STOPS);
      if (sent_q[n*LW+:LW] != 0) assume (in_valid_i[n] && in_dst_i[n*DST_W+:DST_W] == dst_q[n*DST_W+:DST_W]);
      if (sent_q[n*LW+:LW] == FLITS - 1) assume (in_last_i[n]);
    end
  end

  // The chosen pair as a queue.
  wire         out_fire = out_valid[dst] && out_ready_i[dst];
  wire [W-1:0] out_flit = out_data >> (dst * W), in_flit = in_data_i >> (src * W);
  wire         here = ((in_dst_i >> (src * DST_W)) & ((1 << DST_W) - 1)) == dst;
  wire         accept = in_valid_i[src] && in_ready[src] && here;
  wire         mine = out_flit[IW-1:0] == src, turn, age;
  wire [$clog2(ROOM+1):0] level;
  fv_track #(.W(W + 1), .MAX(ROOM)) u_track (
      .clk_i(clk_i), .rst_i(rst_i), .push_i(accept), .push_data_i({in_last_i[src], in_flit}),
      .pop_i(out_fire && mine), .pop_data_i({out_last[dst], out_flit}), .pick_i(pick_i),
      .level_o(level), .turn_o(turn), .age_o(age));

  reg [CW-1:0] inside_q, came, went;
  reg [QW-1:0] quiet_q;   // so many cycles ago something came in, or was not taken
  reg          leaving_q; // a message, at the chosen receiver
  reg [IW-1:0] owner_q;
  integer i;
  always @* begin
    came = 0;
    went = 0;
    for (i = 0; i < STOPS; i = i + 1) begin
      came = came + (in_valid_i[i] && in_ready[i]);
      went = went + (out_valid[i] && out_ready_i[i]);
    end
  end
  always @(posedge clk_i) begin
    if (out_fire) owner_q <= out_flit[IW-1:0];
    for (i = 0; i < STOPS; i = i + 1) if (in_valid_i[i] && in_ready[i])
        dst_q[i*DST_W+:DST_W] <= in_dst_i[i*DST_W+:DST_W];
    if (rst_i) begin
      inside_q <= 0; quiet_q <= 0; sent_q <= 0; leaving_q <= 1'b0;
    end else begin
      inside_q <= inside_q + came - went;
      if (out_fire) leaving_q <= !out_last[dst];
      if (in_valid_i != 0 || !(&out_ready_i)) quiet_q <= 0;
      else if (quiet_q <= MOST) quiet_q <= quiet_q + 1'b1;
      for (i = 0; i < STOPS; i = i + 1)
        if (in_valid_i[i] && in_ready[i]) sent_q[i*LW+:LW] <= in_last_i[i] ? 0 : sent_q[i*LW+:LW] + 1'b1;
    end
  end

  always @(posedge clk_i) begin
    if (!rst_i) begin
      if (out_valid[dst] && mine) assert (level != 0);
      if (leaving_q && out_valid[dst]) assert (out_flit[IW-1:0] == owner_q);
      if (quiet_q >= MOST) assert (inside_q == 0);
      cover (quiet_q == LATE && inside_q != 0);
      cover (leaving_q && out_fire && out_last[dst] && src != dst);
    end
  end
endmodule
