// Counts the ones of a line; says whether they are even, odd, or none. One answer per cycle.
module line_parity #(
    parameter integer BITS   = 128,
    parameter integer TAG_W  = 8,
    parameter integer ONES_W = 8
) (
    input  wire              clk_i,
    input  wire              rst_i,
    input  wire              ask_i,
    output wire              room_o,
    input  wire [BITS-1:0]   line_i,
    input  wire [TAG_W-1:0]  tag_i,
    output wire              answer_o,
    input  wire              take_i,
    output wire [1:0]        outcome_o,
    output wire [ONES_W-1:0] ones_o,
    output wire [TAG_W-1:0]  tag_o
);
  reg [ONES_W-1:0] ones;
  integer i;
  always @* begin
    ones = {ONES_W{1'b0}};
    for (i = 0; i < BITS; i = i + 1) ones = ones + {{(ONES_W - 1){1'b0}}, line_i[i]};
  end

  cg_skid #(.W(ONES_W + TAG_W)) u_answer (
      .clk_i(clk_i), .rst_i(rst_i), .push_valid_i(ask_i), .push_ready_o(room_o), .push_data_i({tag_i, ones}),
      .pop_valid_o(answer_o), .pop_ready_i(take_i), .pop_data_o({tag_o, ones_o}));

  assign outcome_o = ones_o == {ONES_W{1'b0}} ? 2'd2 : {1'b0, ones_o[0]};
endmodule
