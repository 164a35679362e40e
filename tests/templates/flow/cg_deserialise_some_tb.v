// cg_deserialise_some behind cg_serialise_some, with a format: HEAD_W bits, a
// mask of BYTES bits, BYTES bytes. What comes out is what went in, but for the
// flits that no byte under the mask is in, which read as zero.
module cg_deserialise_some_tb;
  parameter integer MSG_W  = 41;
  parameter integer FLIT_W = 8;
  parameter integer SPARSE = 1;
  localparam integer CYCLES = 5000;
  localparam integer BYTES  = (MSG_W - 1) / 9;
  localparam integer HEAD_W = MSG_W - 9 * BYTES;
  localparam integer DATA   = HEAD_W + BYTES;
  localparam integer FLITS = (MSG_W + FLIT_W - 1) / FLIT_W;
  localparam integer LEN_W = $clog2(FLITS + 1);
  localparam [LEN_W-1:0] ALL = FLITS;
  `include "tb_util.vh"

  reg               in_valid = 0, out_ready = 0, pass = 0;
  reg  [MSG_W-1:0]  in_data = 0;
  wire              in_ready, flit_valid, flit_ready, flit_last, out_valid;
  wire [FLIT_W-1:0] flit_data;
  wire [MSG_W-1:0]  out_data, head;
  wire [FLITS-1:0]  in_fixed, in_bytes, head_fixed, head_bytes;

  cg_flits_of #(.MSG_W(MSG_W), .FLIT_W(FLIT_W), .LSB(0), .PARTS(1), .PART_W(DATA)) u_in_fixed (
      .parts_i(1'b1), .flits_o(in_fixed));
  cg_flits_of #(.MSG_W(MSG_W), .FLIT_W(FLIT_W), .LSB(DATA), .PARTS(BYTES), .PART_W(8)) u_in_bytes (
      .parts_i(in_data[HEAD_W +: BYTES]), .flits_o(in_bytes));
  cg_flits_of #(.MSG_W(MSG_W), .FLIT_W(FLIT_W), .LSB(0), .PARTS(1), .PART_W(DATA)) u_head_fixed (
      .parts_i(1'b1), .flits_o(head_fixed));
  cg_flits_of #(.MSG_W(MSG_W), .FLIT_W(FLIT_W), .LSB(DATA), .PARTS(BYTES), .PART_W(8)) u_head_bytes (
      .parts_i(head[HEAD_W +: BYTES]), .flits_o(head_bytes));
  cg_serialise_some #(.MSG_W(MSG_W), .FLIT_W(FLIT_W), .LEN_W(LEN_W), .DST_W(1), .SPARSE(SPARSE)) u_send (
      .clk_i(clk), .rst_i(rst),
      .msg_valid_i(in_valid), .msg_ready_o(in_ready), .msg_data_i(in_data),
      .msg_flits_i(ALL), .msg_present_i(in_fixed | in_bytes), .msg_dst_i(1'b0),
      .flit_valid_o(flit_valid), .flit_ready_i(flit_ready && pass), .flit_data_o(flit_data),
      .flit_last_o(flit_last), .flit_dst_o());
  cg_deserialise_some #(.MSG_W(MSG_W), .FLIT_W(FLIT_W), .SPARSE(SPARSE)) u_dut (
      .clk_i(clk), .rst_i(rst),
      .flit_valid_i(flit_valid && pass), .flit_ready_o(flit_ready), .flit_data_i(flit_data), .flit_last_i(flit_last),
      .head_o(head), .present_i(head_fixed | head_bytes),
      .msg_valid_o(out_valid), .msg_ready_i(out_ready), .msg_data_o(out_data));

  reg [MSG_W-1:0] sent [0:15];
  integer first = 0, next = 0, flits = 0, full = 0, short_msgs = 0, waited = 0, k;

  task step(input v, input integer density, input p, input r);
    begin
      @(negedge clk);
      in_valid  = v;
      pass      = p;
      out_ready = r;
      for (k = 0; k < MSG_W; k = k + 1) in_data[k] = pct(50);
      for (k = 0; k < BYTES; k = k + 1) in_data[HEAD_W + k] = pct(density);
      #1;
      if (out_valid) check(first != next && out_data === sent[first % 16], "msg_data_o");
      if (out_valid && !r && flit_valid && flit_ready && p) waited = waited + 1;
      if (flit_valid && flit_ready && p) flits = flits + 1;
      if (out_valid && r) first = first + 1;
      if (v && in_ready) begin
        sent[next % 16] = in_data;
        for (k = 0; k < MSG_W; k = k + 1)
          if (SPARSE && !in_fixed[k/FLIT_W] && !in_bytes[k/FLIT_W]) sent[next % 16][k] = 1'b0;
        if (in_data[HEAD_W +: BYTES] == {BYTES{1'b1}}) full = full + 1;
        if (in_data[HEAD_W +: BYTES] == 0) short_msgs = short_msgs + 1;
        next = next + 1;
      end
    end
  endtask

  integer i, p_in, p_mask, p_pass, p_out;
  initial begin
    tb_start(1);
    repeat (3) @(negedge clk);
    rst = 0;
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 100 == 0) begin
        p_in   = 20 + rnd(9) * 10;
        p_mask = (i % 300 == 0) ? 0 : (i % 300 == 100) ? 100 : rnd(11) * 10;
        p_pass = 20 + rnd(9) * 10;
        p_out  = 10 + rnd(10) * 10;
      end
      step(pct(p_in), p_mask, pct(p_pass), pct(p_out));
    end
    for (i = 0; i < 3 * FLITS + 5; i = i + 1) step(0, 0, 1, 1);
    check(first === next && !out_valid, "all came out");
    check(full > 20 && short_msgs > 20 && waited > 10, "whole messages, heads alone, flits while a message waits");
    if (errors == 0)
      $display("PASS cg_deserialise_some MSG_W=%0d FLIT_W=%0d: %0d messages, %0d flits", MSG_W, FLIT_W, first, flits);
    else $display("FAIL cg_deserialise_some MSG_W=%0d FLIT_W=%0d: %0d errors", MSG_W, FLIT_W, errors);
    $finish;
  end
endmodule
