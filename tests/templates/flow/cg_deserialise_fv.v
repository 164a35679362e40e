// Proves: every message made of flits comes out once, in order, low flit first,
// with zeros for the flits that were not sent; at most two finished messages
// are inside; valid and ready follow their number.
`include "fv_track.vh"
module cg_deserialise_fv #(
    parameter integer MSG_W  = 3,
    parameter integer FLIT_W = 2
) (
    input wire              clk_i,
    input wire              rst_i,
    input wire              flit_valid_i,
    input wire [FLIT_W-1:0] flit_data_i,
    input wire              flit_last_i,
    input wire              msg_ready_i,
    input wire              pick_i
);
  localparam integer FLITS = (MSG_W + FLIT_W - 1) / FLIT_W;
  localparam integer IW = $clog2(FLITS + 1);
  wire             flit_ready, msg_valid, turn, age;
  wire [MSG_W-1:0] msg_data;
  wire [2:0]       level;

  cg_deserialise #(.MSG_W(MSG_W), .FLIT_W(FLIT_W)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i),
      .flit_valid_i(flit_valid_i), .flit_ready_o(flit_ready),
      .flit_data_i(flit_data_i), .flit_last_i(flit_last_i),
      .msg_valid_o(msg_valid), .msg_ready_i(msg_ready_i), .msg_data_o(msg_data));

  // The message so far, as the sum of its shifted flits.
  reg [IW-1:0]           at_q;
  reg [FLITS*FLIT_W-1:0] part_q;
  wire [FLITS*FLIT_W-1:0] flit = flit_data_i;
  wire [FLITS*FLIT_W-1:0] whole = ((at_q == 0) ? 0 : part_q) + (flit << (at_q * FLIT_W));
  wire                   accept = flit_valid_i && flit_ready;

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* begin
    if (init_q) assume (rst_i);
    if (!init_q && at_q == FLITS - 1 && flit_valid_i) assume (flit_last_i);
  end

  always @(posedge clk_i) begin
    if (rst_i) at_q <= 0;
    else if (accept) begin
      at_q   <= flit_last_i ? 0 : at_q + 1'b1;
      part_q <= whole;
    end
  end

  fv_track #(.W(MSG_W), .MAX(2)) u_track (
      .clk_i(clk_i), .rst_i(rst_i),
      .push_i(accept && flit_last_i), .push_data_i(whole[MSG_W-1:0]),
      .pop_i(msg_valid && msg_ready_i), .pop_data_i(msg_data), .pick_i(pick_i),
      .level_o(level), .turn_o(turn), .age_o(age));

  always @(posedge clk_i) begin
    if (!rst_i) begin
      assert (flit_ready == (level != 2));
      assert (msg_valid == (level != 0));
      cover (accept && msg_valid && !msg_ready_i);
      cover (accept && at_q == FLITS - 1 && level == 1 && msg_ready_i);
    end
  end
endmodule
