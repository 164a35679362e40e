// Proves, for one stop with free surroundings that keep the rules: each flit that comes
// finds a place; what is on its way comes out once, in order, here or at the next link;
// messages on the link to the next stop are not interleaved, begin only where there is
// room, and enter only where a bubble is left; no more enter between two visits of the
// token than there are stops; the token stays only while a message waits and none went
// in.
`include "fv_track.vh"
module cg_ringnet_stop_fv #(
    parameter integer STOPS = 2,
    parameter integer FLITS = 1,
    parameter integer W     = 1,
    parameter integer DST_W = 1
) (
    input wire               clk_i,
    input wire               rst_i,
    input wire               in_valid_i,
    input wire [DST_W+W:0]   in_flit_i,
    input wire               out_ready_i,
    input wire               up_valid_i,
    input wire [DST_W+W:0]   up_flit_i,
    input wire [1:0]         down_room_i,
    input wire               token_i,
    input wire               pick_i
);
  localparam integer LW = $clog2(FLITS + 1);
  wire             in_ready, out_valid, out_last, down_valid, token;
  wire [W-1:0]     out_data;
  wire [DST_W+W:0] down_flit;
  wire [1:0]       up_room;
  cg_ringnet_stop #(.STOPS(STOPS), .STOP(0), .W(W), .DST_W(DST_W), .FLITS(FLITS)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .in_valid_i(in_valid_i), .in_ready_o(in_ready), .in_flit_i(in_flit_i),
      .out_valid_o(out_valid), .out_ready_i(out_ready_i), .out_data_o(out_data), .out_last_o(out_last),
      .up_valid_i(up_valid_i), .up_flit_i(up_flit_i), .up_room_o(up_room),
      .down_valid_o(down_valid), .down_flit_o(down_flit), .down_room_i(down_room_i),
      .token_i(token_i), .token_o(token));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;

  // Flits of the message so far, on the link before, of the node's, on the link behind.
  reg [LW-1:0] up_q, in_q;
  reg          down_q, down_entered_q, have_q;
  reg          up_dst_q, in_dst_q;
  wire         up_to = up_flit_i[W+1], in_to = in_flit_i[W+1];
  wire         enters = in_valid_i && in_ready;
  always @* begin
    if (init_q) assume (rst_i);
    // one token: it is not here twice
    assume (!(token_i && have_q));
    if (up_valid_i && up_q == 0) assume (up_room != 0);
    if (up_q == FLITS - 1) assume (up_flit_i[W]);
    if (in_q == FLITS - 1) assume (in_flit_i[W]);
    if (up_q != 0) assume (up_to == up_dst_q);
    if (in_q != 0) assume (in_to == in_dst_q);
  end
  always @(posedge clk_i) begin
    if (up_valid_i) up_dst_q <= up_to;
    if (enters) in_dst_q <= in_to;
    if (rst_i) begin
      up_q <= 0; in_q <= 0; down_q <= 1'b0; down_entered_q <= 1'b0; have_q <= 1'b1;
    end else begin
      if (up_valid_i) up_q <= up_flit_i[W] ? 0 : up_q + 1'b1;
      if (enters) in_q <= in_flit_i[W] ? 0 : in_q + 1'b1;
      if (down_valid) down_q <= !down_flit[W];
      if (down_valid) down_entered_q <= enters;
      have_q <= (have_q && !token) || token_i;
    end
  end

  // What is on its way, as a queue.
  wire goes = down_valid && !enters;
  wire gone = goes || (out_valid && out_ready_i);
  wire [$clog2(3*FLITS+1):0] level;
  wire turn, age;
  wire [DST_W+W:0] left = goes ? down_flit : {{DST_W{1'b0}}, out_last, out_data};
  fv_track #(.W(DST_W + 1 + W), .MAX(3 * FLITS)) u_track (
      .clk_i(clk_i), .rst_i(rst_i), .push_i(up_valid_i), .push_data_i(up_flit_i),
      .pop_i(gone), .pop_data_i(left), .pick_i(pick_i), .level_o(level), .turn_o(turn), .age_o(age));

  reg [$clog2(STOPS+1):0] entered_q;  // messages between two visits of the token
  reg                     any_q;      // a message went in since the visit before
  wire                    first = enters && in_q == 0;
  always @(posedge clk_i) begin
    if (rst_i) entered_q <= 0;
    else if (token) entered_q <= first;
    else if (first) entered_q <= entered_q + 1'b1;
    if (rst_i) any_q <= 1'b0;
    else if (token) any_q <= first;
    else if (first) any_q <= 1'b1;
  end

  always @(posedge clk_i) begin
    if (!rst_i) begin
      assert (!(goes && out_valid && out_ready_i));
      if (down_valid && !down_q) assert (down_room_i != 0);
      if (first) assert (down_room_i >= 2);
      if (down_valid && down_q) assert (enters == down_entered_q);
      if (enters) assert (down_valid && down_flit == in_flit_i);
      assert (entered_q <= STOPS);
      if (have_q && !token) assert (in_valid_i && !any_q);
      if (token) assert (have_q);
      cover (first && level == 3 * FLITS);
      cover (have_q && !token);
      cover (entered_q == STOPS);
      cover (goes && down_room_i == 1 && !down_q);
    end
  end
endmodule
