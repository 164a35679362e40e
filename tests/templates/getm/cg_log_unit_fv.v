// Proves by a shadow of one freely chosen granule and word (data of one bit):
// - the messages of a log give back exactly what its entries got, and bring the
//   last value of the word, before the markers; no data leave behind the last
//   reservation
// - a message that waits does not change; it goes to its partition, is never
//   empty; markers come after the last entry, one to each partition in turn.
module cg_log_unit_fv #(
    parameter integer ENTRIES = 3,
    parameter integer KEY_W   = 2,
    parameter integer PARTS   = 2,
    parameter integer N_W     = 2
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire             in_valid_i,
    input wire [KEY_W-1:0] in_key_i,
    input wire             in_write_i,
    input wire             in_word_i,
    input wire             in_data_i,
    input wire [N_W-1:0]   in_n_i,
    input wire             in_last_i,
    input wire             out_ready_i
);
  localparam integer DST_W = (PARTS > 1) ? $clog2(PARTS) : 1;
  wire             in_ready, out_valid, out_mark, idle, out_wid;
  wire [DST_W-1:0] out_dst;
  wire [KEY_W-1:0] out_key;
  wire [N_W-1:0]   out_n;
  wire [1:0]       out_mask;
  wire [63:0]      out_data;

  cg_log_unit #(.ENTRIES(ENTRIES), .KEY_W(KEY_W), .WORDS(2), .N_W(N_W), .WID_W(1), .PARTS(PARTS), .HOME_SHIFT(0)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .in_valid_i(in_valid_i), .in_ready_o(in_ready), .in_key_i(in_key_i), .in_wid_i(1'b0), .in_write_i(in_write_i),
      .in_word_i(in_word_i), .in_data_i({31'd0, in_data_i}), .in_n_i(in_n_i), .in_last_i(in_last_i),
      .out_valid_o(out_valid), .out_ready_i(out_ready_i), .out_mark_o(out_mark), .out_dst_o(out_dst), .out_wid_o(out_wid), .out_key_o(out_key),
      .out_n_o(out_n), .out_mask_o(out_mask), .out_data_o(out_data), .idle_o(idle));

  (* anyconst *) reg [KEY_W-1:0] c_key;
  (* anyconst *) reg             c_word;

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;

  wire take = in_valid_i && in_ready;
  wire ours = take && in_key_i == c_key;
  wire out  = out_valid && out_ready_i;
  wire left = out && !out_mark && out_key == c_key;
  wire over = out && out_mark && out_dst == PARTS - 1;

  // Of the present log.
  reg [N_W:0]   got_q;                       // reservations in its entries so far
  reg [N_W:0]   inside_q;                    // those that have not left
  reg           want_q, want_data_q;         // last value of the word
  reg           has_q, has_data_q;           // as the partition has it
  reg           good_q;                      // the granule's latest entry brought reservations
  reg           ended_q;
  reg [DST_W-1:0] turn_q;
  wire word_in  = ours && in_write_i && in_word_i == c_word;
  wire word_out = left && out_mask[c_word];
  wire good     = !ours ? good_q : (in_write_i || in_n_i != 0) ? in_n_i != 0 : good_q;
  always @(posedge clk_i) begin
    if (rst_i || over) begin
      got_q    <= 0;
      inside_q <= 0;
      want_q   <= 1'b0;
      has_q    <= 1'b0;
      good_q   <= 1'b1;
      ended_q  <= 1'b0;
      turn_q   <= 0;
    end else begin
      got_q    <= got_q + (ours ? in_n_i : 0);
      inside_q <= inside_q + (ours ? in_n_i : 0) - (left ? out_n : 0);
      good_q   <= good;
      if (word_in) begin
        want_q      <= 1'b1;
        want_data_q <= in_data_i;
      end
      if (word_out) begin
        has_q      <= 1'b1;
        has_data_q <= out_data[32*c_word];
      end
      if (take && in_last_i) ended_q <= 1'b1;
      if (out && out_mark) turn_q <= turn_q + 1'b1;
    end
  end

  always @* begin
    if (init_q) assume (rst_i);
    if (!init_q) assume (!rst_i);
    if (ours) assume (got_q + in_n_i < (1 << N_W));
    if (take && in_last_i) assume (good);
  end

  // What was offered and not taken.
  reg             wait_q, mark_q, data_q;
  reg [DST_W-1:0] dst_q;
  reg [KEY_W-1:0] key_q;
  reg [N_W-1:0]   n_q;
  reg [1:0]       mask_q;
  always @(posedge clk_i) begin
    wait_q <= !rst_i && out_valid && !out_ready_i;
    mark_q <= out_mark;
    dst_q  <= out_dst;
    key_q  <= out_key;
    n_q    <= out_n;
    mask_q <= out_mask;
    data_q <= out_data[32*c_word];
  end

  always @(posedge clk_i) begin
    if (!rst_i) begin
      if (wait_q) begin
        assert (out_valid && out_mark == mark_q && out_dst == dst_q);
        if (!mark_q) assert (out_key == key_q && out_n == n_q && out_mask == mask_q && out_data[32*c_word] == data_q);
      end
      if (left) assert (out_n <= inside_q && (out_n != 0 || out_mask != 0));
      if (word_out && good_q) assert (inside_q != 0);
      if (out_valid && !out_mark) assert (out_dst == (PARTS == 1 ? 0 : out_key % PARTS));
      if (out_valid && out_mark) begin
        assert (ended_q && out_dst == turn_q);
        assert (inside_q == 0 && has_q == want_q);
        if (want_q) assert (has_data_q == want_data_q);
      end
      if (ended_q) assert (!in_ready);
      if (idle) assert (inside_q == 0);
      cover (left && out_n == 2 && out_mask == 2'b11);
      cover (left && out_mask == 0);
      cover (left && out_n == 0);
      cover (over && want_q && got_q == 3);
      cover (in_valid_i && !in_ready && !ended_q);
    end
  end
endmodule
