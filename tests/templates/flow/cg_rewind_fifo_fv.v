// Proves: a chosen item is offered exactly when the items before it are taken,
// with its data, again after every rewind, until it is committed; the numbers of
// stored and taken items stay in bounds; valid and ready follow them.
module cg_rewind_fifo_fv #(
    parameter integer W     = 1,
    parameter integer DEPTH = 3,
    parameter integer AHEAD = 2,
    parameter integer THROUGH = 1
) (
    input wire         clk_i,
    input wire         rst_i,
    input wire         push_valid_i,
    input wire [W-1:0] push_data_i,
    input wire         take_i,
    input wire         commit_i,
    input wire         rewind_i,
    input wire         pick_i
);
  localparam integer CW = $clog2(DEPTH + 1) + 1;
  localparam integer MOST = (DEPTH > AHEAD) ? AHEAD : DEPTH;
  wire         push_ready, take_valid;
  wire [W-1:0] take_data;

  cg_rewind_fifo #(.W(W), .DEPTH(DEPTH), .AHEAD(AHEAD), .THROUGH(THROUGH)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i),
      .push_valid_i(push_valid_i), .push_ready_o(push_ready), .push_data_i(push_data_i),
      .take_valid_o(take_valid), .take_data_o(take_data),
      .take_i(take_i), .commit_i(commit_i), .rewind_i(rewind_i),
      .fx_i(1'b0), .fx_idx_i({((DEPTH > 1) ? $clog2(DEPTH) : 1){1'b0}}), .fx_data_o(), .fx_data_i({W{1'b0}}));

  reg          chosen_q;
  reg          again_q;          // the chosen item was put back
  reg [CW-1:0] stored_q, taken_q, ahead_q;
  reg [W-1:0]  data_q;

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* begin
    if (init_q) assume (rst_i);
    if (!init_q && taken_q == 0) assume (!commit_i);
  end

  wire push = push_valid_i && push_ready;
  wire take = take_i && take_valid && !rewind_i;
  wire fall = THROUGH != 0 && push && stored_q == taken_q;  // offered while it is pushed

  always @(posedge clk_i) begin
    if (rst_i) begin
      chosen_q <= 1'b0;
      again_q  <= 1'b0;
      stored_q <= 0;
      taken_q  <= 0;
      ahead_q  <= 0;
    end else begin
      stored_q <= stored_q + push - commit_i;
      taken_q  <= rewind_i ? 0 : taken_q + take - commit_i;
      if (push && pick_i && !chosen_q) begin
        chosen_q <= 1'b1;
        again_q  <= 1'b0;
        data_q   <= push_data_i;
        ahead_q  <= stored_q - commit_i;
      end else if (chosen_q) begin
        if (commit_i) ahead_q <= ahead_q - 1'b1;
        if (commit_i && ahead_q == 0) chosen_q <= 1'b0;
        if (rewind_i && ahead_q < taken_q) again_q <= 1'b1;
      end
    end
  end

  always @(posedge clk_i) begin
    if (!rst_i) begin
      assert (stored_q <= DEPTH && taken_q <= MOST && taken_q <= stored_q);
      assert (push_ready == (stored_q != DEPTH));
      assert (take_valid == (taken_q != MOST && (stored_q != taken_q || fall)));
      if (chosen_q) assert (ahead_q < stored_q);
      if (chosen_q && take_valid && ahead_q == taken_q) assert (take_data == data_q);
      if (take_valid && fall) assert (take_data == push_data_i);
      cover (chosen_q && again_q && commit_i && ahead_q == 0);
      cover (chosen_q && again_q && take && ahead_q == taken_q && data_q == {W{1'b1}});
      if (THROUGH != 0) cover (fall && take);
      cover (commit_i && rewind_i && taken_q == MOST);
      if (MOST > 1) cover (take && commit_i);
      cover (take_i && take_valid && rewind_i);
      cover (stored_q == DEPTH && taken_q == MOST);
    end
  end
endmodule
