// Proves, behind cg_serialise_some, with a format of HEAD_W bits, a mask of PARTS
// bits and PARTS parts of PART_W bits: every message comes out once, in order,
// with zeros for the flits that carry nothing; at most three are inside, one of
// them in the sender.
`include "fv_track.vh"
module cg_deserialise_some_fv #(
    parameter integer HEAD_W = 1,
    parameter integer PARTS  = 2,
    parameter integer PART_W = 1,
    parameter integer FLIT_W = 1,
    parameter integer MSG_W  = HEAD_W + PARTS + PARTS * PART_W
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire             in_valid_i,
    input wire [MSG_W-1:0] in_data_i,
    input wire             pass_i,
    input wire             out_ready_i,
    input wire             pick_i
);
  localparam integer DATA  = HEAD_W + PARTS;
  localparam integer FLITS = (MSG_W + FLIT_W - 1) / FLIT_W;
  localparam integer LEN_W = $clog2(FLITS + 1);
  localparam [LEN_W-1:0] ALL = FLITS;
  wire              in_ready, flit_valid, flit_ready, flit_last, out_valid, turn, age;
  wire [FLIT_W-1:0] flit_data;
  wire [MSG_W-1:0]  out_data, head;
  wire [FLITS-1:0]  in_fixed, in_parts, head_fixed, head_parts;
  wire [2:0]        level;

  cg_flits_of #(.MSG_W(MSG_W), .FLIT_W(FLIT_W), .LSB(0), .PARTS(1), .PART_W(DATA)) u_in_fixed (
      .parts_i(1'b1), .flits_o(in_fixed));
  cg_flits_of #(.MSG_W(MSG_W), .FLIT_W(FLIT_W), .LSB(DATA), .PARTS(PARTS), .PART_W(PART_W)) u_in_parts (
      .parts_i(in_data_i[HEAD_W +: PARTS]), .flits_o(in_parts));
  cg_flits_of #(.MSG_W(MSG_W), .FLIT_W(FLIT_W), .LSB(0), .PARTS(1), .PART_W(DATA)) u_head_fixed (
      .parts_i(1'b1), .flits_o(head_fixed));
  cg_flits_of #(.MSG_W(MSG_W), .FLIT_W(FLIT_W), .LSB(DATA), .PARTS(PARTS), .PART_W(PART_W)) u_head_parts (
      .parts_i(head[HEAD_W +: PARTS]), .flits_o(head_parts));
  cg_serialise_some #(.MSG_W(MSG_W), .FLIT_W(FLIT_W), .LEN_W(LEN_W), .DST_W(1), .SPARSE(1)) u_send (
      .clk_i(clk_i), .rst_i(rst_i),
      .msg_valid_i(in_valid_i), .msg_ready_o(in_ready), .msg_data_i(in_data_i),
      .msg_flits_i(ALL), .msg_present_i(in_fixed | in_parts), .msg_dst_i(1'b0),
      .flit_valid_o(flit_valid), .flit_ready_i(flit_ready && pass_i), .flit_data_o(flit_data),
      .flit_last_o(flit_last), .flit_dst_o());
  cg_deserialise_some #(.MSG_W(MSG_W), .FLIT_W(FLIT_W), .SPARSE(1)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i),
      .flit_valid_i(flit_valid && pass_i), .flit_ready_o(flit_ready), .flit_data_i(flit_data),
      .flit_last_i(flit_last), .head_o(head), .present_i(head_fixed | head_parts),
      .msg_valid_o(out_valid), .msg_ready_i(out_ready_i), .msg_data_o(out_data));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* if (init_q) assume (rst_i);

  wire [MSG_W-1:0] expected;
  genvar b;
  generate
    for (b = 0; b < MSG_W; b = b + 1) begin : g_bit
      assign expected[b] = in_data_i[b] && (in_fixed[b/FLIT_W] || in_parts[b/FLIT_W]);
    end
  endgenerate

  fv_track #(.W(MSG_W), .MAX(3)) u_track (
      .clk_i(clk_i), .rst_i(rst_i),
      .push_i(in_valid_i && in_ready), .push_data_i(expected),
      .pop_i(out_valid && out_ready_i), .pop_data_i(out_data), .pick_i(pick_i),
      .level_o(level), .turn_o(turn), .age_o(age));

  always @(posedge clk_i) begin
    if (!rst_i) begin
      assert (level <= 3);
      cover (out_valid && !out_ready_i && level == 3);
      cover (out_valid && flit_valid && flit_last && pass_i);
    end
  end
endmodule
