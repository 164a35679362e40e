// Proves: answers come once, in order, each with its tag and what cg_log_head has put into the line; at most two wait.
`include "fv_track.vh"
module cg_log_tag_fv #(
    parameter integer LINE_BITS = 64,
    parameter integer TAG_W = 1,
    parameter integer GRAIN = 4
) (
    input wire                   clk_i,
    input wire                   rst_i,
    input wire                   req_valid_i,
    input wire [31:0]            at_i,
    input wire [LINE_BITS/8-1:0] mask_i,
    input wire [LINE_BITS-1:0]   line_i,
    input wire [TAG_W-1:0]       tag_i,
    input wire                   ev_ready_i,
    input wire                   pick_i
);
  wire                   req_ready, ev_valid, torn, turn, age;
  wire [LINE_BITS-1:0]   line;
  wire [LINE_BITS/8-1:0] be, mask;
  wire [31:0]            at;
  wire [TAG_W-1:0]       back;
  wire [2:0]             level;

  cg_log_head #(.LINE_BYTES(LINE_BITS / 8)) u_head (
      .at_i(at_i), .mask_i(mask_i), .line_i(line_i), .line_o(line), .be_o(be));
  cg_log_tag #(.LINE_BITS(LINE_BITS), .TAG_W(TAG_W), .GRAIN(GRAIN)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .req_valid_i(req_valid_i), .req_ready_o(req_ready), .line_i(line), .tag_i(tag_i),
      .ev_valid_o(ev_valid), .ev_ready_i(ev_ready_i), .at_o(at), .mask_o(mask), .outcome_o(torn), .tag_o(back));

  // Two neighbours within a part differ.
  function parts_differ(input [LINE_BITS/8-1:0] m);
    integer k;
    begin
      parts_differ = 0;
      for (k = 1; k < LINE_BITS / 8; k = k + 1) if (k % GRAIN != 0 && m[k] != m[k-1]) parts_differ = 1;
    end
  endfunction

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* if (init_q) assume (rst_i);

  fv_track #(.W(32 + LINE_BITS / 8 + TAG_W), .MAX(2)) u_track (
      .clk_i(clk_i), .rst_i(rst_i), .push_i(req_valid_i && req_ready), .push_data_i({at_i, mask_i, tag_i}),
      .pop_i(ev_valid && ev_ready_i), .pop_data_i({at, mask, back}), .pick_i(pick_i),
      .level_o(level), .turn_o(turn), .age_o(age));

  always @(posedge clk_i) begin
    if (!rst_i) begin
      assert (req_ready == (level != 2));
      assert (ev_valid == (level != 0));
      assert (torn == parts_differ(mask));
      cover (level == 2 && ev_ready_i);
    end
  end
endmodule
