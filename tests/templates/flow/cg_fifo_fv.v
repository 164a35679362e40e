// Proves: occupancy 0..DEPTH and equal to pushes minus pops, valid/ready follow
// it, and any one chosen item comes out in its turn with its data.
module cg_fifo_fv #(
    parameter integer W     = 2,
    parameter integer DEPTH = 2
) (
    input wire         clk_i,
    input wire         rst_i,
    input wire         push_valid_i,
    input wire [W-1:0] push_data_i,
    input wire         pop_ready_i,
    input wire         pick_i  // the item pushed now is the chosen one
);
  localparam integer CW = $clog2(DEPTH + 1);
  wire          push_ready, pop_valid;
  wire [W-1:0]  pop_data;
  wire [CW-1:0] count;

  cg_fifo #(.W(W), .DEPTH(DEPTH)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i),
      .push_valid_i(push_valid_i), .push_ready_o(push_ready), .push_data_i(push_data_i),
      .pop_valid_o(pop_valid), .pop_ready_i(pop_ready_i), .pop_data_o(pop_data),
      .count_o(count));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* if (init_q) assume (rst_i);

  wire push = push_valid_i && push_ready;
  wire pop  = pop_valid && pop_ready_i;

  reg [CW:0]  level_q;           // items inside
  reg         chosen_q;          // a chosen item is inside
  reg [CW:0]  ahead_q;           // items ahead of it
  reg [W-1:0] data_q;
  wire leaves = chosen_q && pop && ahead_q == 0;

  always @(posedge clk_i) begin
    if (rst_i) begin
      level_q  <= 0;
      chosen_q <= 1'b0;
      ahead_q  <= 0;
    end else begin
      level_q <= level_q + push - pop;
      if (push && pick_i && !chosen_q) begin
        chosen_q <= 1'b1;
        data_q   <= push_data_i;
        ahead_q  <= level_q - pop;
      end else if (chosen_q && pop) begin
        ahead_q <= ahead_q - 1'b1;
        if (ahead_q == 0) chosen_q <= 1'b0;
      end
    end
  end

  always @(posedge clk_i) begin
    if (!rst_i && !init_q) begin
      assert (level_q <= DEPTH);
      assert (level_q == count);
      assert (push_ready == (level_q < DEPTH));
      assert (pop_valid == (level_q != 0));
      if (chosen_q) assert (ahead_q < level_q);
      if (chosen_q && ahead_q == 0) assert (pop_valid && pop_data == data_q);
      cover (leaves && data_q == {W{1'b1}});
      cover (level_q == DEPTH && push_valid_i && pop);
      cover (chosen_q && ahead_q == DEPTH - 1);
    end
  end
endmodule
