// Proves by one freely chosen message of one freely chosen key: it alone of its
// key carries a number (one) and brings a 1 in the byte; older ones of the key
// bring 0 or nothing, younger ones nothing. Then the number comes out once, in a
// message with the 1. Numbers and bytes are moved, added and laid over each other
// without regard to their value but for sums that do not fit, which the other keys
// reach; so this stands for every message. Offers are kept until accepted.
module cg_join_fv #(
    parameter integer DEPTH = 2,
    parameter integer KEY_W = 1,
    parameter integer N_W   = 1,
    parameter integer HOLD  = 0,
    parameter integer LATE  = 0
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire             new_valid_i,
    input wire [KEY_W-1:0] new_key_i,
    input wire             new_bit_i,
    input wire             new_mask_i,
    input wire [N_W-1:0]   new_n_i,
    input wire             new_alone_i,
    input wire             may_i,
    input wire             pick_i,  // the message offered now is the chosen one
    input wire             out_ready_i
);
  localparam integer CW = $clog2(DEPTH + 1);
  // With LATE 1 a message comes in through registers.
  reg              s_valid_q, s_bit_q, s_mask_q, s_alone_q;
  reg  [KEY_W-1:0] s_key_q;
  reg  [N_W-1:0]   s_n_q;
  wire             in_valid_i = LATE ? s_valid_q : new_valid_i, in_bit_i = LATE ? s_bit_q : new_bit_i;
  wire             in_mask_i = LATE ? s_mask_q : new_mask_i, in_alone_i = LATE ? s_alone_q : new_alone_i;
  wire [KEY_W-1:0] in_key_i = LATE ? s_key_q : new_key_i;
  wire [N_W-1:0]   in_n_i   = LATE ? s_n_q : new_n_i;
  wire             next     = new_valid_i && (!s_valid_q || in_ready);
  always @(posedge clk_i) begin
    s_valid_q <= !rst_i && (new_valid_i || (s_valid_q && !in_ready));
    if (next) {s_bit_q, s_mask_q, s_alone_q, s_key_q, s_n_q} <=
        {new_bit_i, new_mask_i, new_alone_i, new_key_i, new_n_i};
  end

  wire             in_ready, out_valid, joined, carry;
  wire [N_W-1:0]   old_n, out_n, sum;
  wire [KEY_W-1:0] out_key;
  wire [7:0]       out_data;
  wire [CW-1:0]    count;

  assign {carry, sum} = {1'b0, in_n_i} + {1'b0, old_n};
  cg_join #(.DEPTH(DEPTH), .KEY_W(KEY_W), .SIDE_W(N_W), .BYTES(1), .HOLD(HOLD), .LATE(LATE)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .next_i(next), .next_key_i(new_key_i),
      .in_valid_i(in_valid_i), .in_ready_o(in_ready), .in_key_i(in_key_i),
      .in_side_i(in_n_i),
      .in_data_i({7'd0, in_bit_i}), .in_mask_i(in_mask_i), .in_alone_i(in_alone_i), .old_side_o(old_n),
      .may_i(may_i && !carry), .side_i(sum),
      .out_valid_o(out_valid), .out_ready_i(out_ready_i), .out_key_o(out_key), .out_side_o(out_n),
      .out_data_o(out_data),
      .count_o(count), .join_o(joined));

  (* anyconst *) reg [KEY_W-1:0] c_key;
  reg  chosen_q, out_q;
  wire ours = in_valid_i && in_key_i == c_key;
  wire in   = ours && in_ready && pick_i && !chosen_q;
  wire out  = out_valid && out_ready_i && out_key == c_key && out_n != {N_W{1'b0}};

  // Two cycles of reset let the memory of the ring settle.
  reg [1:0] age_q = 2'd0;
  wire      init = age_q < 2'd2;
  always @(posedge clk_i) if (init) age_q <= age_q + 2'd1;
  always @* begin
    if (init) assume (rst_i);
    if (!init) assume (!rst_i);
    if (ours) begin
      assume (in_n_i == (pick_i && !chosen_q));
      assume (in_bit_i == (pick_i && !chosen_q));
      if (pick_i && !chosen_q) assume (in_mask_i);
      if (chosen_q) assume (!in_mask_i);
    end
  end

  reg             wait_q;
  reg [KEY_W-1:0] key_q;
  always @(posedge clk_i) begin
    if (rst_i) begin
      chosen_q <= 1'b0;
      out_q    <= 1'b0;
      wait_q   <= 1'b0;
    end else begin
      if (in) chosen_q <= 1'b1;
      if (out) out_q <= 1'b1;
      wait_q <= out_valid && !out_ready_i;
    end
    key_q <= out_key;
  end

  always @(posedge clk_i) begin
    if (!init) begin
      assert (count <= DEPTH);
      if (out) assert (chosen_q && !out_q && out_n == 1 && out_data[0]);
      if (chosen_q && count == 0 && !out_valid) assert (out_q);
      if (wait_q) assert (out_valid && out_key == key_q);
      cover (joined && in);
      cover (joined && ours && chosen_q && !out_q);
      cover (joined && !ours && in_mask_i && count == DEPTH - 1);
      cover (in && !joined && count == DEPTH - 1);
      cover (out && count != 0);
      cover (chosen_q && out_q && count == 0);
    end
  end
endmodule
