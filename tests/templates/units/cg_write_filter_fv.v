// Proves: of one line and row, any: what was inserted since the row was begun anew is found. Answers come once, in
// order, each with its tag, and are of the kind that was asked for.
`include "fv_track.vh"
module cg_write_filter_fv #(
    parameter integer ROWS   = 2,
    parameter integer ROW_W  = 1,
    parameter integer LINE_W = 2,
    parameter integer BITS   = 4,
    parameter integer TAG_W  = 1
) (
    input wire              clk_i,
    input wire              rst_i,
    input wire              req_valid_i,
    input wire [ROW_W-1:0]  row_i,
    input wire [LINE_W-1:0] line_i,
    input wire              insert_i,
    input wire              first_i,
    input wire [TAG_W-1:0]  tag_i,
    input wire              ev_ready_i,
    input wire              pick_i
);
  (* anyconst *) reg [ROW_W-1:0]  one_row;
  (* anyconst *) reg [LINE_W-1:0] one_line;

  wire             req_ready, ev_valid, turn, age;
  wire [1:0]       outcome;
  wire [TAG_W-1:0] back;
  wire [2:0]       level;
  wire             take = req_valid_i && req_ready;
  wire             mine = row_i == one_row && line_i == one_line;

  cg_write_filter #(.ROWS(ROWS), .ROW_W(ROW_W), .LINE_W(LINE_W), .BITS(BITS), .TAG_W(TAG_W)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .req_valid_i(req_valid_i), .req_ready_o(req_ready), .row_i(row_i),
      .line_i(line_i), .insert_i(insert_i), .first_i(first_i), .tag_i(tag_i), .ev_valid_o(ev_valid),
      .ev_ready_i(ev_ready_i), .outcome_o(outcome), .tag_o(back));

  reg held_q = 1'b0;                     // the line is in the row
  always @(posedge clk_i) begin
    if (rst_i) held_q <= 1'b0;
    else if (take && insert_i && mine) held_q <= 1'b1;
    else if (take && insert_i && first_i && row_i == one_row) held_q <= 1'b0;
  end

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* if (init_q) assume (rst_i);

  wire must = mine && !insert_i && held_q;
  fv_track #(.W(TAG_W), .MAX(3)) u_track (
      .clk_i(clk_i), .rst_i(rst_i), .push_i(take), .push_data_i(tag_i),
      .pop_i(ev_valid && ev_ready_i), .pop_data_i(back), .pick_i(pick_i),
      .level_o(level), .turn_o(turn), .age_o(age));

  // What was asked, in order.
  reg [1:0] asked [0:3];
  reg [1:0] put_q, get_q;
  always @(posedge clk_i) begin
    if (rst_i) begin
      put_q <= 2'd0;
      get_q <= 2'd0;
    end else begin
      if (take) asked[put_q] <= {must, insert_i};
      if (take) put_q <= put_q + 2'd1;
      if (ev_valid && ev_ready_i) get_q <= get_q + 2'd1;
    end
  end
  wire is_must, is_insert;
  assign {is_must, is_insert} = asked[get_q];

  always @(posedge clk_i) begin
    if (!rst_i) begin
      if (ev_valid) assert (level != 0);
      if (ev_valid) assert (is_insert == (outcome == 2'd2));
      if (ev_valid && is_must) assert (outcome == 2'd0);
      cover (ev_valid && ev_ready_i && is_must);
      cover (ev_valid && ev_ready_i && outcome == 2'd1 && held_q);
    end
  end
endmodule
