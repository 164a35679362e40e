// HERE threads of fragments (fpga_fragment), numbers first_i and so on, behind one port of requests and replies.
module fpga_feeder #(
  parameter integer HERE = 2,
  parameter integer THREADS = 4,
  parameter integer WORDS = 8,
  parameter integer BLOCKS = 32,
  parameter integer MORE = 4,
  parameter integer OPS = 64,
  parameter integer ADDR_W = 27,
  parameter integer ID_W = (HERE > 1) ? $clog2(HERE) : 1,   // derived
  parameter integer WORD_W = $clog2(WORDS)                  // derived
) (
  input  wire                clk_i,
  input  wire                rst_i,
  input  wire [3:0]          first_i,
  output wire                req_valid_o,
  input  wire                req_ready_i,
  output wire [2:0]          req_kind_o,
  output wire [ADDR_W-1:0]   req_key_o,
  output wire [ID_W-1:0]     req_id_o,
  output wire [31:0]         req_depth_o,
  output wire [4*WORDS-1:0]  req_mask_o,
  output wire [32*WORDS-1:0] req_data_o,
  output wire [WORD_W-1:0]   req_word_o,
  output wire [31:0]         req_value_o,
  input  wire                rep_valid_i,
  input  wire [ID_W-1:0]     rep_id_i,
  input  wire [32*WORDS-1:0] rep_data_i,
  output wire                waits_o,
  input  wire                go_i,
  output wire                done_o,
  output wire [31:0]         sig_o,
  output wire [31:0]         ops_o
);
  localparam integer KEY_W = $clog2(BLOCKS) + 1;
  localparam integer LAST = HERE - 1;
  localparam [ID_W-1:0] ONE = 1;

  wire [HERE-1:0] want, waits, done, taken, back;
  wire [3*HERE-1:0] kind;
  wire [HERE*KEY_W-1:0] key;
  wire [32*HERE-1:0] depth, value, sig, ops;
  wire [HERE*WORDS-1:0] words;
  wire [HERE*WORD_W-1:0] word;
  reg  [ID_W-1:0] turn_q, id_q;
  reg  valid_q;
  reg  [2:0] kind_q;
  reg  [KEY_W-1:0] key_q;
  reg  [31:0] depth_q, value_q;
  reg  [WORDS-1:0] words_q;
  reg  [WORD_W-1:0] word_q;

  genvar t;
  generate
    for (t = 0; t < HERE; t = t + 1) begin : g_thread
      localparam integer ID = t;
      assign taken[t] = !valid_q && want[t] && turn_q == ID[ID_W-1:0];
      assign back[t] = rep_valid_i && rep_id_i == ID[ID_W-1:0];
      fpga_fragment #(.THREADS(THREADS), .WORDS(WORDS), .BLOCKS(BLOCKS), .MORE(MORE), .OPS(OPS)) u_thread (
        .clk_i(clk_i), .rst_i(rst_i), .me_i(first_i + ID[3:0]),
        .want_o(want[t]), .kind_o(kind[3*t +: 3]), .key_o(key[t*KEY_W +: KEY_W]), .depth_o(depth[32*t +: 32]),
        .words_o(words[t*WORDS +: WORDS]), .word_o(word[t*WORD_W +: WORD_W]), .value_o(value[32*t +: 32]),
        .taken_i(taken[t]), .back_i(back[t]), .data_i(rep_data_i),
        .waits_o(waits[t]), .go_i(go_i), .done_o(done[t]), .sig_o(sig[32*t +: 32]), .ops_o(ops[32*t +: 32])
      );
    end
  endgenerate

  // Threads take turns; what is offered stays.
  always @(posedge clk_i) begin
    if (rst_i) begin
      turn_q <= {ID_W{1'b0}};
      valid_q <= 1'b0;
    end else begin
      if (!valid_q) turn_q <= turn_q == LAST[ID_W-1:0] ? {ID_W{1'b0}} : turn_q + ONE;
      if (|taken) valid_q <= 1'b1;
      else if (req_ready_i) valid_q <= 1'b0;
    end
    if (!valid_q) begin
      id_q <= turn_q;
      kind_q <= kind[3*turn_q +: 3];
      key_q <= key[turn_q*KEY_W +: KEY_W];
      depth_q <= depth[32*turn_q +: 32];
      words_q <= words[turn_q*WORDS +: WORDS];
      word_q <= word[turn_q*WORD_W +: WORD_W];
      value_q <= value[32*turn_q +: 32];
    end
  end
  assign req_valid_o = valid_q;
  assign req_kind_o = kind_q;
  assign req_key_o = {{(ADDR_W - KEY_W){1'b0}}, key_q};
  assign req_id_o = id_q;
  assign req_depth_o = depth_q;
  assign req_word_o = word_q;
  assign req_value_o = value_q;
  genvar w;
  generate
    for (w = 0; w < WORDS; w = w + 1) begin : g_word
      localparam integer W = w;
      assign req_mask_o[4*w +: 4] = {4{words_q[w]}};
      assign req_data_o[32*w +: 32] = value_q ^ {4{W[7:0]}};
    end
  endgenerate

  assign waits_o = &waits;
  assign done_o = &done;
  fpga_sum #(.N(HERE)) u_sig (.in_i(sig), .sum_o(sig_o));
  fpga_sum #(.N(HERE)) u_ops (.in_i(ops), .sum_o(ops_o));
endmodule
