// Proves, for cg_narrow and cg_widen with a queue between them: flits come out once, in
// order, with what is beside them; with nothing in the way a part goes on in each cycle.
`include "fv_track.vh"
module cg_widen_fv #(
    parameter integer W      = 2,
    parameter integer PART_W = 1
) (
    input wire         clk_i,
    input wire         rst_i,
    input wire         in_valid_i,
    input wire [W-1:0] in_data_i,
    input wire         in_last_i,
    input wire         in_side_i,
    input wire         out_ready_i,
    input wire         pick_i
);
  localparam integer PARTS = (W + PART_W - 1) / PART_W, MAX = (PARTS == 1) ? 2 : 1;
  wire              in_ready, part_valid, part_ready, part_last, part_side;
  wire              held, take, held_last, held_side, out_valid, out_last, out_side;
  wire [PART_W-1:0] part, held_part;
  wire [W-1:0]      out_data;
  cg_narrow #(.W(W), .PART_W(PART_W), .SIDE_W(1)) u_narrow (
      .clk_i(clk_i), .rst_i(rst_i), .flit_valid_i(in_valid_i), .flit_ready_o(in_ready), .flit_data_i(in_data_i),
      .flit_last_i(in_last_i), .flit_side_i(in_side_i), .part_valid_o(part_valid), .part_ready_i(part_ready),
      .part_data_o(part), .part_last_o(part_last), .part_side_o(part_side));
  cg_skid #(.W(PART_W + 2)) u_between (
      .clk_i(clk_i), .rst_i(rst_i), .push_valid_i(part_valid), .push_ready_o(part_ready),
      .push_data_i({part_side, part_last, part}), .pop_valid_o(held), .pop_ready_i(take),
      .pop_data_o({held_side, held_last, held_part}));
  cg_widen #(.W(W), .PART_W(PART_W), .SIDE_W(1)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .part_valid_i(held), .part_ready_o(take), .part_data_i(held_part),
      .part_last_i(held_last), .part_side_i(held_side), .flit_valid_o(out_valid), .flit_ready_i(out_ready_i),
      .flit_data_o(out_data), .flit_last_o(out_last), .flit_side_o(out_side));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  // a flit stays until it is taken
  reg         kept_q;
  reg [W+1:0] flit_q;
  wire [W+1:0] flit = {in_side_i, in_last_i, in_data_i};
  always @* begin
    if (init_q) assume (rst_i);
    if (kept_q) assume (in_valid_i && flit == flit_q);
  end
  always @(posedge clk_i) begin
    kept_q <= !rst_i && in_valid_i && !in_ready;
    flit_q <= flit;
  end

  wire [$clog2(MAX+1):0] level;
  wire turn, age;
  fv_track #(.W(W + 2), .MAX(MAX)) u_track (
      .clk_i(clk_i), .rst_i(rst_i), .push_i(in_valid_i && in_ready), .push_data_i(flit),
      .pop_i(out_valid && out_ready_i), .pop_data_i({out_side, out_last, out_data}), .pick_i(pick_i),
      .level_o(level), .turn_o(turn), .age_o(age));
  always @(posedge clk_i) begin
    if (!rst_i) begin
      assert (level <= MAX);
      if (level == 0) assert (!out_valid);
      cover (level == 2 && PARTS == 1 || level == 1 && PARTS > 1 && part_valid && !in_ready);
      cover (turn && out_valid && out_ready_i);
    end
  end
endmodule
