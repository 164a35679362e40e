// HERE threads (fpga_thread), numbers first_i and so on, behind one port of requests and replies. At most one request
// of each thread is under way; replies come in any order.
// req_kind_o: 0 load, 1 store under a mask of bytes, 2 addition of req_value_o to word req_word_o.
// rep_id_i: whose; rep_data_i: the line; rep_old_i: for an addition, the word before it.
module fpga_core #(
  parameter integer HERE = 2,
  parameter integer THREADS = 4,
  parameter integer WORDS = 4,
  parameter integer LINES = 8,
  parameter integer ROUNDS = 4,
  parameter integer OPS = 32,
  parameter integer ADDR_W = 28,
  parameter integer ID_W = (HERE > 1) ? $clog2(HERE) : 1,   // derived
  parameter integer WORD_W = $clog2(WORDS)                  // derived
) (
  input  wire                clk_i,
  input  wire                rst_i,
  input  wire [7:0]          first_i,
  output wire                req_valid_o,
  input  wire                req_ready_i,
  output wire [1:0]          req_kind_o,
  output wire [ADDR_W-1:0]   req_key_o,
  output wire [ID_W-1:0]     req_id_o,
  output wire [4*WORDS-1:0]  req_mask_o,
  output wire [32*WORDS-1:0] req_data_o,
  output wire [WORD_W-1:0]   req_word_o,
  output wire [31:0]         req_value_o,
  input  wire                rep_valid_i,
  input  wire [ID_W-1:0]     rep_id_i,
  input  wire                rep_old_valid_i,
  input  wire [32*WORDS-1:0] rep_data_i,
  input  wire [31:0]         rep_old_i,
  output wire                done_o,
  output wire [31:0]         sig_o,
  output wire [31:0]         ops_o
);
  localparam integer LINE_W = $clog2(LINES) + 1;
  localparam integer LAST = HERE - 1;
  localparam [ID_W-1:0] ONE = 1;

  wire [HERE-1:0] want, done;
  wire [2*HERE-1:0] kind;
  wire [HERE*LINE_W-1:0] line;
  wire [HERE*WORD_W-1:0] word;
  wire [32*HERE-1:0] value, sig, ops;
  reg  [ID_W-1:0] turn_q, id_q;
  reg  valid_q;
  reg  [1:0] kind_q;
  reg  [LINE_W-1:0] line_q;
  reg  [WORD_W-1:0] word_q;
  reg  [31:0] value_q;
  wire [HERE-1:0] taken;
  reg  [HERE-1:0] back_q;  // replies come through registers

  genvar t;
  generate
    for (t = 0; t < HERE; t = t + 1) begin : g_thread
      localparam integer ID = t;
      assign taken[t] = !valid_q && want[t] && turn_q == ID[ID_W-1:0];
      reg [31:0] answer_q;
      always @(posedge clk_i) begin
        back_q[t] <= !rst_i && rep_valid_i && rep_id_i == ID[ID_W-1:0];
        answer_q <= rep_old_valid_i ? rep_old_i : rep_data_i[32 * word[t*WORD_W +: WORD_W] +: 32];
      end
      fpga_thread #(.THREADS(THREADS), .WORDS(WORDS), .LINES(LINES), .ROUNDS(ROUNDS), .OPS(OPS)) u_thread (
        .clk_i(clk_i), .rst_i(rst_i), .me_i(first_i + ID[7:0]),
        .want_o(want[t]), .kind_o(kind[2*t +: 2]), .line_o(line[t*LINE_W +: LINE_W]),
        .word_o(word[t*WORD_W +: WORD_W]), .value_o(value[32*t +: 32]), .taken_i(taken[t]), .back_i(back_q[t]),
        .word_i(answer_q),
        .done_o(done[t]), .sig_o(sig[32*t +: 32]), .ops_o(ops[32*t +: 32])
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
      kind_q <= kind[2*turn_q +: 2];
      line_q <= line[turn_q*LINE_W +: LINE_W];
      word_q <= word[turn_q*WORD_W +: WORD_W];
      value_q <= value[32*turn_q +: 32];
    end
  end
  assign req_valid_o = valid_q;
  assign req_kind_o = kind_q;
  assign req_key_o = {{(ADDR_W - LINE_W){1'b0}}, line_q};
  assign req_id_o = id_q;
  assign req_word_o = word_q;
  assign req_value_o = value_q;
  assign req_data_o = {WORDS{value_q}};
  genvar w;
  generate
    for (w = 0; w < WORDS; w = w + 1) begin : g_mask
      localparam integer W = w;
      assign req_mask_o[4*w +: 4] = {4{word_q == W[WORD_W-1:0]}};
    end
  endgenerate

  assign done_o = &done;
  fpga_sum #(.N(HERE)) u_sig (.in_i(sig), .sum_o(sig_o));
  fpga_sum #(.N(HERE)) u_ops (.in_i(ops), .sum_o(ops_o));
endmodule
