// Proves: of every accepted message the flits that are present leave, and no
// other, in order, low bits first, zero-extended, with `last` in the last one
// only and the destination in all; a new message is accepted at the latest with
// the last flit.
module cg_serialise_some_fv #(
    parameter integer MSG_W  = 5,
    parameter integer FLIT_W = 2,
    parameter integer LEN_W  = 2,
    parameter integer DST_W  = 1,
    parameter integer FLITS  = (MSG_W + FLIT_W - 1) / FLIT_W
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire             msg_valid_i,
    input wire [MSG_W-1:0] msg_data_i,
    input wire [FLITS-1:0] msg_present_i,
    input wire [DST_W-1:0] msg_dst_i,
    input wire             flit_ready_i
);
  wire              msg_ready, flit_valid, flit_last;
  wire [FLIT_W-1:0] flit_data;
  wire [DST_W-1:0]  flit_dst;
  localparam [LEN_W-1:0] ONE = 1;

  cg_serialise_some #(.MSG_W(MSG_W), .FLIT_W(FLIT_W), .LEN_W(LEN_W), .DST_W(DST_W), .SPARSE(1)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i),
      .msg_valid_i(msg_valid_i), .msg_ready_o(msg_ready), .msg_data_i(msg_data_i),
      .msg_flits_i(ONE), .msg_present_i(msg_present_i), .msg_dst_i(msg_dst_i),
      .flit_valid_o(flit_valid), .flit_ready_i(flit_ready_i), .flit_data_o(flit_data),
      .flit_last_o(flit_last), .flit_dst_o(flit_dst));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* begin
    if (init_q) assume (rst_i);
    if (msg_valid_i) assume (msg_present_i[0]);
  end

  reg [FLITS-1:0]        left_q;
  reg [FLITS*FLIT_W-1:0] data_q;
  reg [DST_W-1:0]        dst_q;
  reg [31:0]             at;  // the lowest of the flits that are left
  integer k;
  always @* begin
    at = 0;
    for (k = FLITS - 1; k >= 0; k = k - 1) if (left_q[k]) at = k;
  end
  wire [FLITS-1:0] here = left_q & ~({FLITS{1'b1}} << (at + 1));

  always @(posedge clk_i) begin
    if (rst_i) left_q <= 0;
    else begin
      if (flit_valid && flit_ready_i) left_q <= left_q & ~here;
      if (msg_valid_i && msg_ready) begin
        left_q <= msg_present_i;
        data_q <= msg_data_i;
        dst_q  <= msg_dst_i;
      end
    end
  end

  always @(posedge clk_i) begin
    if (!rst_i) begin
      assert (flit_valid == (left_q != 0));
      assert (msg_ready == (left_q == 0 || (left_q == here && flit_ready_i)));
      if (left_q != 0) begin
        assert (flit_data == ((data_q >> (at * FLIT_W)) & ((1 << FLIT_W) - 1)));
        assert (flit_last == (left_q == here));
        assert (flit_dst == dst_q);
      end
      cover (left_q == (1 << (FLITS - 1)) && flit_ready_i && msg_valid_i && flit_data == 1);
      cover (left_q == 1 && flit_ready_i && msg_valid_i);
    end
  end
endmodule
