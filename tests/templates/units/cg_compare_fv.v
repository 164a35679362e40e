// Proves: answers come once, in order, each with its tag and the bytes of the words that count and are less or equal,
// said here by a subtraction; at most two wait.
`include "fv_track.vh"
module cg_compare_fv #(
    parameter integer WORDS = 1,
    parameter integer TAG_W = 2
) (
    input wire                clk_i,
    input wire                rst_i,
    input wire                req_valid_i,
    input wire [32*WORDS-1:0] old_i,
    input wire [32*WORDS-1:0] new_i,
    input wire [4*WORDS-1:0]  mask_i,
    input wire [TAG_W-1:0]    tag_i,
    input wire                ev_ready_i,
    input wire                pick_i
);
  wire               req_ready, ev_valid, outcome, turn, age;
  wire [4*WORDS-1:0] result;
  wire [TAG_W-1:0]   back;
  wire [2:0]         level;

  cg_compare #(.WORDS(WORDS), .TAG_W(TAG_W)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .req_valid_i(req_valid_i), .req_ready_o(req_ready), .old_i(old_i),
      .new_i(new_i), .mask_i(mask_i), .tag_i(tag_i), .ev_valid_o(ev_valid), .ev_ready_i(ev_ready_i),
      .outcome_o(outcome), .result_o(result), .tag_o(back));

  // What is asked: 0 or more is left of the old word if the new one is taken from it.
  reg [4*WORDS-1:0] want;
  reg [32:0]        rest;
  integer i;
  always @* begin
    want = 0;
    rest = 0;
    for (i = 0; i < WORDS; i = i + 1) begin
      rest = {1'b0, old_i[32*i +: 32]} - {1'b0, new_i[32*i +: 32]};
      if (!rest[32] && mask_i[4*i +: 4] == 4'hf) want[4*i +: 4] = 4'hf;
    end
  end

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* if (init_q) assume (rst_i);

  fv_track #(.W(4 * WORDS + TAG_W), .MAX(2)) u_track (
      .clk_i(clk_i), .rst_i(rst_i),
      .push_i(req_valid_i && req_ready), .push_data_i({want, tag_i}),
      .pop_i(ev_valid && ev_ready_i), .pop_data_i({result, back}), .pick_i(pick_i),
      .level_o(level), .turn_o(turn), .age_o(age));

  always @(posedge clk_i) begin
    if (!rst_i) begin
      assert (req_ready == (level != 2));
      assert (ev_valid == (level != 0));
      assert (outcome == (result == 0));
      cover (level == 2 && ev_ready_i && result != 0);
    end
  end
endmodule
