// Proves: items come out once, in order, with their data; at most two are inside;
// valid and ready follow the number of items inside.
`include "fv_track.vh"
module cg_skid_fv #(
    parameter integer W = 2
) (
    input wire         clk_i,
    input wire         rst_i,
    input wire         push_valid_i,
    input wire [W-1:0] push_data_i,
    input wire         pop_ready_i,
    input wire         pick_i
);
  localparam integer DEPTH = 2;
  wire          push_ready, pop_valid, turn, age;
  wire [W-1:0]  pop_data;
  wire [2:0]   level;

  cg_skid #(.W(W)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i),
      .push_valid_i(push_valid_i), .push_ready_o(push_ready), .push_data_i(push_data_i),
      .pop_valid_o(pop_valid), .pop_ready_i(pop_ready_i), .pop_data_o(pop_data));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* if (init_q) assume (rst_i);

  fv_track #(.W(W), .MAX(DEPTH)) u_track (
      .clk_i(clk_i), .rst_i(rst_i),
      .push_i(push_valid_i && push_ready), .push_data_i(push_data_i),
      .pop_i(pop_valid && pop_ready_i), .pop_data_i(pop_data), .pick_i(pick_i),
      .level_o(level), .turn_o(turn), .age_o(age));

  always @(posedge clk_i) begin
    if (!rst_i) begin
      assert (push_ready == (level != DEPTH));
      assert (pop_valid == (level != 0));
      cover (level == DEPTH && push_valid_i && pop_ready_i);
    end
  end
endmodule
