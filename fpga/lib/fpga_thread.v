// A program of loads, stores and atomics that synthesises: what it reads depends on nothing but the program, however
// long anything takes, as long as memory is coherent. fpga/gen/threads.c is the same program in C.
//
// ROUNDS rounds. In the first half of one OPS operations, drawn by a generator of random numbers: stores to the
// thread's own word of a line (words of a line belong to different threads, so lines go from core to core), loads of
// it, additions to a sum. In the second half OPS loads of anybody's words. Behind each half a barrier: an addition to a
// counter, and loads of it until all THREADS have been there. At the end a load of the sum.
// sig_o: what the loads of the halves and the last one have brought, in this order.
//
// want_o  an access is to be made: kind_o (0 load, 1 store of value_o, 2 addition of value_o), line_o, word_o; it stays
//         until taken_i. back_i: it is done; word_i is what is in the word, or was before the addition.
// me_i    number of the thread, and of its word in each line; below WORDS. Lines 0 .. LINES - 1 and LINES are used.
// ops_o   accesses that are done.
module fpga_thread #(
  parameter integer THREADS = 4,
  parameter integer WORDS = 4,
  parameter integer LINES = 8,
  parameter integer ROUNDS = 4,
  parameter integer OPS = 32,
  parameter integer WORD_W = $clog2(WORDS),     // derived
  parameter integer LINE_W = $clog2(LINES) + 1  // derived
) (
  input  wire              clk_i,
  input  wire              rst_i,
  input  wire [7:0]        me_i,
  output wire              want_o,
  output wire [1:0]        kind_o,
  output wire [LINE_W-1:0] line_o,
  output wire [WORD_W-1:0] word_o,
  output wire [31:0]       value_o,
  input  wire              taken_i,
  input  wire              back_i,
  input  wire [31:0]       word_i,
  output wire              done_o,
  output wire [31:0]       sig_o,
  output wire [31:0]       ops_o
);
  localparam [2:0] HALF = 3'd0;
  localparam [2:0] ARRIVE = 3'd1;
  localparam [2:0] WAIT = 3'd2;
  localparam [2:0] LAST = 3'd3;
  localparam [2:0] END = 3'd4;
  localparam [1:0] LOAD = 2'd0;
  localparam [1:0] STORE = 2'd1;
  localparam [1:0] ADD = 2'd2;
  localparam integer LAST_OP = OPS - 1;
  localparam integer HALVES = 2 * ROUNDS;
  localparam [31:0] EACH = THREADS;
  localparam [WORD_W-1:0] SUM = 1;
  localparam integer SHARED = LINES;

  reg [2:0]  state_q;
  reg [15:0] half_q, op_q;
  reg [31:0] x_q, sig_q, target_q, ops_q;
  reg        sent_q;

  // Marsaglia's xorshift of 32 bits
  wire [31:0] x1 = x_q ^ {x_q[18:0], 13'd0};
  wire [31:0] x2 = x1 ^ {17'd0, x1[31:17]};
  wire [31:0] x3 = x2 ^ {x2[26:0], 5'd0};

  wire reads = half_q[0];
  wire own_store = !reads && !x_q[2];
  wire own_load = !reads && x_q[2] && x_q[1:0] != 2'd3;
  wire sum_add = !reads && x_q[2:0] == 3'd7;
  assign kind_o = state_q == HALF ? (own_store ? STORE : sum_add ? ADD : LOAD) : state_q == ARRIVE ? ADD : LOAD;
  assign line_o = state_q == HALF && !sum_add ? {1'b0, x_q[8 +: LINE_W-1]} : SHARED[LINE_W-1:0];
  assign word_o = state_q == HALF && !sum_add ? (reads ? x_q[16 +: WORD_W] : me_i[WORD_W-1:0]) :
      state_q == LAST || sum_add && state_q == HALF ? SUM : {WORD_W{1'b0}};
  assign value_o = state_q != HALF ? 32'd1 : sum_add ? {24'd0, x_q[31:24]} : x_q;
  assign want_o = !sent_q && state_q != END;
  assign done_o = state_q == END;
  assign sig_o = sig_q;
  assign ops_o = ops_q;

  wire mixes = state_q == LAST || state_q == HALF && (reads || own_load);
  wire [31:0] ahead = word_i - target_q;
  always @(posedge clk_i) begin
    if (rst_i) begin
      state_q <= HALF;
      half_q <= 16'd0;
      op_q <= 16'd0;
      x_q <= {16'h6C07, 8'h89 ^ me_i, 8'h65 ^ me_i};
      sig_q <= {24'd0, me_i};
      target_q <= EACH;
      ops_q <= 32'd0;
      sent_q <= 1'b0;
    end else begin
      if (taken_i) sent_q <= 1'b1;
      if (back_i) begin
        sent_q <= 1'b0;
        ops_q <= ops_q + 32'd1;
        if (mixes) sig_q <= {sig_q[30:0], sig_q[31]} ^ word_i;
        case (state_q)
          HALF: begin
            x_q <= x3;
            op_q <= op_q == LAST_OP[15:0] ? 16'd0 : op_q + 16'd1;
            if (op_q == LAST_OP[15:0]) state_q <= ARRIVE;
          end
          ARRIVE: state_q <= WAIT;
          WAIT: if (!ahead[31]) begin
            target_q <= target_q + EACH;
            half_q <= half_q + 16'd1;
            state_q <= half_q + 16'd1 == HALVES[15:0] ? LAST : HALF;
          end
          default: state_q <= END;
        endcase
      end
    end
  end

  wire unused = &{1'b0, me_i, ahead[30:0], 1'b0};
endmodule
