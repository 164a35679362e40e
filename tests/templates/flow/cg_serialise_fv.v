// Proves: every accepted message leaves as its flits, in order, low bits first,
// zero-extended, with `last` in the last one only and its destination in all; a
// new message is accepted at the latest with the last flit.
module cg_serialise_fv #(
    parameter integer MSG_W  = 5,
    parameter integer FLIT_W = 2,
    parameter integer LEN_W  = 2,
    parameter integer DST_W  = 1
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire             msg_valid_i,
    input wire [MSG_W-1:0] msg_data_i,
    input wire [LEN_W-1:0] msg_flits_i,
    input wire [DST_W-1:0] msg_dst_i,
    input wire             flit_ready_i
);
  localparam integer FLITS = (MSG_W + FLIT_W - 1) / FLIT_W;
  wire              msg_ready, flit_valid, flit_last;
  wire [FLIT_W-1:0] flit_data;
  wire [DST_W-1:0]  flit_dst;

  cg_serialise #(.MSG_W(MSG_W), .FLIT_W(FLIT_W), .LEN_W(LEN_W), .DST_W(DST_W)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i),
      .msg_valid_i(msg_valid_i), .msg_ready_o(msg_ready), .msg_data_i(msg_data_i),
      .msg_flits_i(msg_flits_i), .msg_dst_i(msg_dst_i),
      .flit_valid_o(flit_valid), .flit_ready_i(flit_ready_i), .flit_data_o(flit_data),
      .flit_last_o(flit_last), .flit_dst_o(flit_dst));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* begin
    if (init_q) assume (rst_i);
    if (msg_valid_i) assume (msg_flits_i >= 1 && msg_flits_i <= FLITS);
  end

  reg                    busy_q;
  reg [LEN_W-1:0]        at_q, flits_q;  // the flit offered, of how many
  reg [FLITS*FLIT_W-1:0] data_q;
  reg [DST_W-1:0]        dst_q;
  wire at_last = at_q + 1'b1 == flits_q;

  always @(posedge clk_i) begin
    if (rst_i) begin
      busy_q <= 1'b0;
      at_q   <= 0;
    end else begin
      if (flit_valid && flit_ready_i) begin
        at_q <= at_q + 1'b1;
        if (at_last) busy_q <= 1'b0;
      end
      if (msg_valid_i && msg_ready) begin
        busy_q  <= 1'b1;
        at_q    <= 0;
        flits_q <= msg_flits_i;
        data_q  <= msg_data_i;
        dst_q   <= msg_dst_i;
      end
    end
  end

  always @(posedge clk_i) begin
    if (!rst_i) begin
      assert (flit_valid == busy_q);
      assert (msg_ready == (!busy_q || (at_last && flit_ready_i)));
      if (busy_q) begin
        assert (at_q < flits_q && flits_q <= FLITS);
        assert (flit_data == ((data_q >> (at_q * FLIT_W)) & ((1 << FLIT_W) - 1)));
        assert (flit_last == at_last);
        assert (flit_dst == dst_q);
      end
      cover (busy_q && at_q == FLITS - 1 && flit_ready_i && msg_valid_i && flit_data == 1);
      cover (busy_q && flits_q == 1 && flit_ready_i && msg_valid_i);
    end
  end
endmodule
