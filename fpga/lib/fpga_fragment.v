// A program of depth-tested updates that synthesises: the picture that it leaves depends on nothing but the program.
// fpga/gen/fragments.c is the same in C. No two updates have the same depth.
//
// OPS updates of random words of random blocks below BLOCKS; when all threads have done so (waits_o, go_i), OPS
// additions to random words of MORE blocks above them; when all threads have done that, reads of every THREADS-th
// block. sig_o: what the reads have brought.
//
// want_o   a request is to be made: kind_o as at port cu of zunit (0 update, 2 read, 4 atomic); it stays until taken_i.
//          Its data are value_o, which each word changes by its number. back_i: it is done; data_i is the block.
// me_i     number of the thread, below 16
module fpga_fragment #(
  parameter integer THREADS = 4,
  parameter integer WORDS = 8,
  parameter integer BLOCKS = 32,
  parameter integer MORE = 4,
  parameter integer OPS = 64,
  parameter integer KEY_W = $clog2(BLOCKS) + 1,   // derived
  parameter integer WORD_W = $clog2(WORDS)        // derived
) (
  input  wire                clk_i,
  input  wire                rst_i,
  input  wire [3:0]          me_i,
  output wire                want_o,
  output wire [2:0]          kind_o,
  output wire [KEY_W-1:0]    key_o,
  output wire [31:0]         depth_o,
  output wire [WORDS-1:0]    words_o,
  output wire [WORD_W-1:0]   word_o,
  output wire [31:0]         value_o,
  input  wire                taken_i,
  input  wire                back_i,
  input  wire [32*WORDS-1:0] data_i,
  output wire                waits_o,
  input  wire                go_i,
  output wire                done_o,
  output wire [31:0]         sig_o,
  output wire [31:0]         ops_o
);
  localparam [1:0] UPDATE = 2'd0;
  localparam [1:0] ADD = 2'd1;
  localparam [1:0] READ = 2'd2;
  localparam [1:0] END = 2'd3;
  localparam integer LAST_OP = OPS - 1;
  localparam integer ALL = BLOCKS + MORE;
  localparam integer EACH = THREADS;
  localparam integer MORE_W = $clog2(MORE);
  localparam integer FIRST_MORE = BLOCKS;

  reg [1:0]  part_q;
  reg [11:0] op_q;
  reg [31:0] x_q, sig_q, ops_q;
  reg [15:0] at_q;
  reg        sent_q, waits_q;
  wire [31:0] x1 = x_q ^ {x_q[18:0], 13'd0};
  wire [31:0] x2 = x1 ^ {17'd0, x1[31:17]};
  wire [31:0] x3 = x2 ^ {x2[26:0], 5'd0};
  wire [15:0] next_at = at_q + EACH[15:0];

  assign want_o = !sent_q && !waits_q && part_q != END;
  assign kind_o = part_q == UPDATE ? 3'd0 : part_q == ADD ? 3'd4 : 3'd2;
  assign key_o = part_q == READ ? at_q[KEY_W-1:0] :
      part_q == UPDATE ? {1'b0, x_q[0 +: KEY_W-1]} : FIRST_MORE[KEY_W-1:0]
          + {{(KEY_W - MORE_W){1'b0}}, x_q[0 +: MORE_W]};
  assign depth_o = {1'b0, x_q[30:16], op_q, me_i};
  assign words_o = x_q[8 +: WORDS] | {{(WORDS - 1){1'b0}}, 1'b1};
  assign word_o = x_q[8 +: WORD_W];
  assign value_o = x_q;
  assign waits_o = waits_q;
  assign done_o = part_q == END;
  assign sig_o = sig_q;
  assign ops_o = ops_q;

  // The words of a block, each turned by its number
  reg [31:0] fold;
  integer w;
  always @* begin
    fold = 32'd0;
    for (w = 0; w < WORDS; w = w + 1) fold = {fold[30:0], fold[31]} ^ data_i[32*w +: 32];
  end

  always @(posedge clk_i) begin
    if (rst_i) begin
      part_q <= UPDATE;
      op_q <= 12'd0;
      x_q <= {16'h6C07, 8'h89 ^ {4'd0, me_i}, 8'h65 ^ {4'd0, me_i}};
      sig_q <= {28'd0, me_i};
      at_q <= {12'd0, me_i};
      ops_q <= 32'd0;
      sent_q <= 1'b0;
      waits_q <= 1'b0;
    end else begin
      if (taken_i) sent_q <= 1'b1;
      if (go_i) begin
        waits_q <= 1'b0;
        part_q <= part_q == UPDATE ? ADD : READ;
      end
      if (back_i) begin
        sent_q <= 1'b0;
        ops_q <= ops_q + 32'd1;
        if (part_q == READ) begin
          sig_q <= {sig_q[30:0], sig_q[31]} ^ fold;
          at_q <= next_at;
          if (next_at >= ALL[15:0]) part_q <= END;
        end else begin
          x_q <= x3;
          op_q <= op_q == LAST_OP[11:0] ? 12'd0 : op_q + 12'd1;
          if (op_q == LAST_OP[11:0]) waits_q <= 1'b1;
        end
      end
    end
  end

  wire unused = &{1'b0, x_q, at_q, 1'b0};
endmodule
