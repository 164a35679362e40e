// Proves: items come out once, in order, with their data, from the cycle after
// their push on; credits, open reservations, items and the credit that returns
// always add up to DEPTH.
`include "fv_track.vh"
module cg_credit_head_fv #(
    parameter integer W     = 1,
    parameter integer DEPTH = 2
) (
    input wire         clk_i,
    input wire         rst_i,
    input wire         reserve_i,
    input wire         cancel_i,
    input wire         push_i,
    input wire [W-1:0] push_data_i,
    input wire         pop_ready_i,
    input wire         pick_i
);
  localparam integer CW = $clog2(DEPTH + 1);
  wire         room, pop_valid, turn, age, back;
  wire [W-1:0] pop_data;
  wire [CW:0]  level;
  reg          returns_q;  // a credit is on its way
  reg  [CW:0]  open_q;  // reservations neither filled nor cancelled

  cg_credit_head #(.W(W), .DEPTH(DEPTH)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i),
      .reserve_i(reserve_i), .room_o(room), .cancel_i(cancel_i),
      .push_i(push_i), .push_data_i(push_data_i),
      .pop_valid_o(pop_valid), .pop_ready_i(pop_ready_i), .pop_data_o(pop_data), .back_o(back));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* begin
    if (init_q) assume (rst_i);
    if (!rst_i && !init_q) begin
      if (!room) assume (!reserve_i);
      assume (open_q + reserve_i >= push_i + cancel_i);
    end
    if (rst_i) assume (!push_i && !reserve_i && !cancel_i);
  end

  always @(posedge clk_i) begin
    returns_q <= !rst_i && pop_valid && pop_ready_i;
    if (rst_i) open_q <= 0;
    else open_q <= open_q + reserve_i - push_i - cancel_i;
  end

  fv_track #(.W(W), .MAX(DEPTH), .FALL(0)) u_track (
      .clk_i(clk_i), .rst_i(rst_i),
      .push_i(push_i), .push_data_i(push_data_i),
      .pop_i(pop_valid && pop_ready_i), .pop_data_i(pop_data), .pick_i(pick_i),
      .level_o(level), .turn_o(turn), .age_o(age));

  always @(posedge clk_i) begin
    if (!rst_i) begin
      assert (open_q + level + returns_q <= DEPTH);
      assert (back == returns_q);
      assert (room == (open_q + level + returns_q < DEPTH));
      assert (pop_valid == (level != 0));
      if (DEPTH > 1) cover (level == 1 && push_i && pop_ready_i);
      cover (open_q == DEPTH && cancel_i);
      cover (reserve_i && push_i && open_q == 0);
    end
  end
endmodule
