// A program of transactions that synthesises: what it leaves in memory depends on nothing but the program, as long as
// each transaction takes place as a whole. fpga/gen/transfers.c is the same in C.
//
// TXS transfers between two of ACCOUNTS granules: the number in word 0 of both is raised by one, an amount goes from
// word 1 of the one to word 1 of the other. A transaction that is refused is made again later. When all warps have made
// theirs (waits_o, go_i), transactions that read every WARPS-th account. sig_o: what they have brought.
//
// want_o    an access is to be made: of key_o, a store if store_o; it stays until taken_i. back_i: it is done, or
//           refused (abort_i); data_i is the granule.
// log_want_o  the log is to be given, entry after entry: key, whether and what it writes into which word, the number of
//           reservations, the end, whether the transaction is made again; log_taken_i: the next entry
// me_i      number of the warp
module fpga_transfer #(
  parameter integer WARPS = 4,
  parameter integer WORDS = 4,
  parameter integer ACCOUNTS = 16,
  parameter integer TXS = 32,
  parameter integer KEY_W = $clog2(ACCOUNTS),    // derived
  parameter integer WORD_W = $clog2(WORDS)       // derived
) (
  input  wire                clk_i,
  input  wire                rst_i,
  input  wire [7:0]          me_i,
  output wire                want_o,
  output wire                store_o,
  output wire [KEY_W-1:0]    key_o,
  input  wire                taken_i,
  input  wire                back_i,
  input  wire                abort_i,
  input  wire [32*WORDS-1:0] data_i,
  output wire                log_want_o,
  output wire [KEY_W-1:0]    log_key_o,
  output wire                log_write_o,
  output wire [WORD_W-1:0]   log_word_o,
  output wire [31:0]         log_data_o,
  output wire                log_one_o,
  output wire                log_last_o,
  output wire                log_again_o,
  input  wire                log_taken_i,
  output wire                waits_o,
  input  wire                go_i,
  output wire                done_o,
  output wire [31:0]         sig_o,
  output wire [31:0]         ops_o
);
  localparam [2:0] ACCESS = 3'd0;
  localparam [2:0] LOG = 3'd1;
  localparam [2:0] PAUSE = 3'd2;
  localparam [2:0] WAIT = 3'd3;
  localparam [2:0] END = 3'd4;
  localparam integer LAST_TX = TXS - 1;
  localparam integer EACH = WARPS;
  localparam integer ALL = ACCOUNTS;
  localparam integer FULL = 2 * WORDS;
  localparam integer ENTRY_W = WORD_W + 2;

  reg [2:0]  state_q;
  reg        reads_q, sent_q, refused_q;
  reg [1:0]  step_q, got_q;              // of a transfer: load, load, store, store
  reg [15:0] tx_q, at_q;
  reg [31:0] x_q, sig_q, ops_q;
  reg [7:0]  pause_q, tries_q;
  reg [ENTRY_W-1:0] entry_q;
  reg [32*WORDS-1:0] seen0_q, seen1_q;
  wire [31:0] x1 = x_q ^ {x_q[18:0], 13'd0};
  wire [31:0] x2 = x1 ^ {17'd0, x1[31:17]};
  wire [31:0] x3 = x2 ^ {x2[26:0], 5'd0};
  wire [15:0] next_at = at_q + EACH[15:0];

  wire [KEY_W-1:0] from = x_q[0 +: KEY_W];
  wire [KEY_W-1:0] other = x_q[8 +: KEY_W];
  wire [KEY_W-1:0] to = from ^ (other == {KEY_W{1'b0}} ? {{(KEY_W - 1){1'b0}}, 1'b1} : other);
  wire [31:0] amount = {16'd0, x_q[31:16]};
  assign want_o = state_q == ACCESS && !sent_q;
  assign store_o = step_q[1];
  assign key_o = reads_q ? at_q[KEY_W-1:0] : step_q[0] ? to : from;

  // The log: of a commit every word of both granules, then an empty entry; of a refusal one entry for each granule, and
  // an empty one; of reads the empty one.
  wire second = refused_q ? entry_q[0] : entry_q[WORD_W];
  wire [WORD_W-1:0] word = entry_q[WORD_W-1:0];
  wire [31:0] old = second ? seen1_q[{word, 5'd0} +: 32] : seen0_q[{word, 5'd0} +: 32];
  localparam [WORD_W-1:0] VERSION = 0;
  localparam [WORD_W-1:0] MONEY = 1;
  wire end_entry = reads_q || entry_q == (refused_q ? 2 : FULL[ENTRY_W-1:0]);
  assign log_want_o = state_q == LOG;
  assign log_last_o = end_entry;
  assign log_again_o = end_entry && refused_q;
  assign log_write_o = !end_entry && !refused_q;
  assign log_key_o = second ? to : from;
  assign log_word_o = refused_q ? {WORD_W{1'b0}} : word;
  assign log_data_o = word == VERSION ? old + 32'd1 : word == MONEY ? (second ? old + amount : old - amount) : old;
  assign log_one_o = !end_entry && got_q[second] && (refused_q || &word);

  assign waits_o = state_q == WAIT;
  assign done_o = state_q == END;
  assign sig_o = sig_q;
  assign ops_o = ops_q;
  reg [31:0] fold;
  integer w;
  always @* begin
    fold = 32'd0;
    for (w = 0; w < WORDS; w = w + 1) fold = {fold[30:0], fold[31]} ^ data_i[32*w +: 32];
  end

  always @(posedge clk_i) begin
    if (rst_i) begin
      state_q <= ACCESS;
      reads_q <= 1'b0;
      sent_q <= 1'b0;
      refused_q <= 1'b0;
      step_q <= 2'd0;
      got_q <= 2'b00;
      tx_q <= 16'd0;
      at_q <= {8'd0, me_i};
      x_q <= {16'h6C07, 8'h89 ^ me_i, 8'h65 ^ me_i};
      sig_q <= {24'd0, me_i};
      ops_q <= 32'd0;
      tries_q <= 8'd0;
      pause_q <= 8'd0;
      entry_q <= {ENTRY_W{1'b0}};
    end else case (state_q)
      ACCESS: begin
        if (taken_i) sent_q <= 1'b1;
        if (back_i) begin
          sent_q <= 1'b0;
          ops_q <= ops_q + 32'd1;
          refused_q <= abort_i;
          if (abort_i || reads_q || step_q == 2'd3) state_q <= LOG;
          if (!abort_i) begin
            step_q <= step_q + 2'd1;
            if (step_q[1]) got_q[step_q[0]] <= 1'b1;
            if (reads_q) sig_q <= {sig_q[30:0], sig_q[31]} ^ fold;
          end
        end
      end
      LOG: if (log_taken_i) begin
        entry_q <= entry_q + {{(ENTRY_W - 1){1'b0}}, 1'b1};
        if (end_entry) begin
          entry_q <= {ENTRY_W{1'b0}};
          step_q <= 2'd0;
          got_q <= 2'b00;
          state_q <= ACCESS;
          if (refused_q) begin
            tries_q <= tries_q + 8'd1;
            pause_q <= {1'b0, tries_q[2:0], me_i[1:0], 2'b11};
            state_q <= PAUSE;
          end else if (reads_q) begin
            at_q <= next_at;
            if (next_at >= ALL[15:0]) state_q <= END;
          end else begin
            x_q <= x3;
            tx_q <= tx_q + 16'd1;
            if (tx_q == LAST_TX[15:0]) state_q <= WAIT;
          end
        end
      end
      PAUSE: begin
        pause_q <= pause_q - 8'd1;
        if (pause_q == 8'd0) state_q <= ACCESS;
      end
      WAIT: if (go_i) begin
        reads_q <= 1'b1;
        state_q <= ACCESS;
      end
      default: state_q <= END;
    endcase
    if (back_i && step_q == 2'd0) seen0_q <= data_i;
    if (back_i && step_q == 2'd1) seen1_q <= data_i;
  end

  wire unused = &{1'b0, x_q, at_q, tries_q, 1'b0};
endmodule
