// Proves of the whole ring: it never stands still, and no message stays. As long as any
// flit is inside and its node takes it, something moves; and once nothing new comes in
// and all nodes take what is theirs, the ring is empty after MOST cycles, whatever has
// happened before. Free nodes, which go on with a message that they have begun.
module cg_ringnet_fv #(
    parameter integer STOPS = 2,
    parameter integer FLITS = 1,
    parameter integer DST_W = 1,
    parameter integer MOST  = 12,
    parameter integer LATE  = 3   // is seen not to be empty yet
) (
    input wire                   clk_i,
    input wire                   rst_i,
    input wire [STOPS-1:0]       in_valid_i,
    input wire [STOPS-1:0]       in_last_i,
    input wire [STOPS*DST_W-1:0] in_dst_i,
    input wire [STOPS-1:0]       out_ready_i
);
  localparam integer CW = $clog2(3 * STOPS * FLITS + 2), QW = $clog2(MOST + 2),
      LW = $clog2(FLITS + 1);
  wire [STOPS-1:0] in_ready, out_valid, out_last, out_data;
  cg_ringnet #(.STOPS(STOPS), .W(1), .DST_W(DST_W), .FLITS(FLITS)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .in_valid_i(in_valid_i), .in_ready_o(in_ready), .in_data_i({STOPS{1'b0}}),
      .in_last_i(in_last_i), .in_dst_i(in_dst_i), .out_valid_o(out_valid), .out_ready_i(out_ready_i),
      .out_data_o(out_data), .out_last_o(out_last));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* if (init_q) assume (rst_i);

  // Of each node: flits of the message so far, and for whom.
  reg [STOPS*LW-1:0]    sent_q;
  reg [STOPS*DST_W-1:0] dst_q;
  integer n;
  always @* for (n = 0; n < STOPS; n = n + 1) begin
    if (in_valid_i[n]) assume (in_dst_i[n*DST_W+:DST_W] < STOPS);
    if (sent_q[n*LW+:LW] != 0) assume (in_valid_i[n] && in_dst_i[n*DST_W+:DST_W] == dst_q[n*DST_W+:DST_W]);
    if (sent_q[n*LW+:LW] == FLITS - 1) assume (in_last_i[n]);
  end

  reg [CW-1:0] inside_q;
  reg [QW-1:0] quiet_q;   // so many cycles ago something came in, or was not taken
  reg [CW-1:0] came, went;
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
    for (i = 0; i < STOPS; i = i + 1) if (in_valid_i[i] && in_ready[i])
        dst_q[i*DST_W+:DST_W] <= in_dst_i[i*DST_W+:DST_W];
    if (rst_i) begin
      inside_q <= 0; quiet_q <= 0; sent_q <= 0;
    end else begin
      inside_q <= inside_q + came - went;
      if (in_valid_i != 0 || !(&out_ready_i)) quiet_q <= 0;
      else if (quiet_q <= MOST) quiet_q <= quiet_q + 1'b1;
      for (i = 0; i < STOPS; i = i + 1)
        if (in_valid_i[i] && in_ready[i]) sent_q[i*LW+:LW] <= in_last_i[i] ? 0 : sent_q[i*LW+:LW] + 1'b1;
    end
  end

  always @(posedge clk_i) begin
    if (!rst_i) begin
      assert (inside_q <= 3 * STOPS * FLITS);
      if (quiet_q >= MOST) assert (inside_q == 0);
      cover (inside_q == 3 * STOPS * FLITS - 1);
      cover (quiet_q == LATE && inside_q != 0);
    end
  end
endmodule
