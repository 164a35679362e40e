// cg_join driven by cg_join_test.c. The side of a message: mask of the bytes
// (joined: either), a tag of 2 bits (joined: the same), a number (joined: added).
module cg_join_tb;
  parameter integer DEPTH  = 16;
  parameter integer KEY_W  = 27;
  parameter integer SIDE_W = 40;
  parameter integer BYTES  = 32;
  parameter integer HOLD   = 0;
  localparam integer N_W = SIDE_W - BYTES - 2;
  `include "vpi_bench.vh"

  reg                 in_valid = 0, in_alone = 0, out_ready = 0;
  reg  [KEY_W-1:0]    in_key = 0;
  reg  [8*BYTES-1:0]  in_data = 0;
  reg  [BYTES-1:0]    in_mask = 0;
  reg  [1:0]          in_tag = 0;
  reg  [N_W-1:0]      in_n = 0;
  wire                in_ready, out_valid, joined;
  wire [KEY_W-1:0]    out_key;
  wire [8*BYTES-1:0]  out_data;
  wire [BYTES-1:0]    old_mask, out_mask;
  wire [1:0]          old_tag, out_tag;
  wire [N_W-1:0]      old_n, out_n, sum;
  wire                carry;
  wire [$clog2(DEPTH+1)-1:0] count;

  assign {carry, sum} = {1'b0, in_n} + {1'b0, old_n};

  cg_join #(.DEPTH(DEPTH), .KEY_W(KEY_W), .SIDE_W(SIDE_W), .BYTES(BYTES), .HOLD(HOLD)) u_dut (
      .clk_i(clk), .rst_i(rst), .next_i(1'b0), .next_key_i({KEY_W{1'b0}}),
      .in_valid_i(in_valid), .in_ready_o(in_ready), .in_key_i(in_key), .in_side_i({in_mask, in_tag, in_n}),
      .in_data_i(in_data), .in_mask_i(in_mask), .in_alone_i(in_alone),
      .old_side_o({old_mask, old_tag, old_n}), .may_i(in_tag == old_tag && !carry),
      .side_i({in_mask | old_mask, in_tag, sum}),
      .out_valid_o(out_valid), .out_ready_i(out_ready), .out_key_o(out_key), .out_side_o({out_mask, out_tag, out_n}),
      .out_data_o(out_data),
      .count_o(count), .join_o(joined));

  // Bytes that came out, those without mask cleared, for the test.
  reg [8*BYTES-1:0] bytes;
  integer b;
  always @* for (b = 0; b < BYTES; b = b + 1) bytes[8*b +: 8] = out_mask[b] ? out_data[8*b +: 8] : 8'd0;
endmodule
