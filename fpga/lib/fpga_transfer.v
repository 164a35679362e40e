// A program of transactions that synthesises: what it leaves in memory depends on nothing but the program, as long as
// each transaction takes place as a whole. fpga/gen/transfers.c is the same in C.
//
// TXS transfers between two of ACCOUNTS granules: the number in word 0 of both is raised by one, an amount goes from
// word 1 of the one to word 1 of the other. A transaction that is refused is made again later. When all warps have made
// theirs (waits_o, go_i), transactions that read every WARPS-th account. sig_o: what they have brought.
//
// want_o    an access is to be made: kind_o (a load, a store of data_o, the end) of key_o; it stays until taken_i.
//           back_i: it is done, or refused (abort_i); data_i is the granule
// me_i      number of the warp
module fpga_transfer #(
  parameter integer WARPS = 4,
  parameter integer WORDS = 4,
  parameter integer ACCOUNTS = 16,
  parameter integer TXS = 32,
  parameter integer KEY_W = $clog2(ACCOUNTS)     // derived
) (
  input  wire                clk_i,
  input  wire                rst_i,
  input  wire [7:0]          me_i,
  output wire                want_o,
  output wire [1:0]          kind_o,
  output wire [KEY_W-1:0]    key_o,
  output wire [32*WORDS-1:0] data_o,
  input  wire                taken_i,
  input  wire                back_i,
  input  wire                abort_i,
  input  wire [32*WORDS-1:0] data_i,
  output wire                waits_o,
  input  wire                go_i,
  output wire                done_o,
  output wire [31:0]         sig_o,
  output wire [31:0]         ops_o
);
  localparam [1:0] ACCESS = 2'd0;
  localparam [1:0] PAUSE = 2'd1;
  localparam [1:0] WAIT = 2'd2;
  localparam [1:0] END = 2'd3;
  localparam [1:0] LOAD = 2'd0;          // the kinds of requests of the table
  localparam [1:0] STORE = 2'd1;
  localparam [1:0] COMMIT = 2'd2;
  localparam [2:0] LAST_STEP = 3'd4;
  localparam integer LAST_TX = TXS - 1;
  localparam integer EACH = WARPS;
  localparam integer ALL = ACCOUNTS;

  reg [1:0]  state_q;
  reg        reads_q, sent_q;
  reg [2:0]  step_q;                     // of a transfer: load, load, store, store, the end
  reg [15:0] tx_q, at_q;
  reg [31:0] x_q, sig_q, ops_q;
  reg [7:0]  pause_q, tries_q;
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
  assign kind_o = step_q == LAST_STEP ? COMMIT : step_q[1] ? STORE : LOAD;
  assign key_o = reads_q ? at_q[KEY_W-1:0] : step_q[0] ? to : from;

  // What the two granules become.
  wire [32*WORDS-1:0] old = step_q[0] ? seen1_q : seen0_q;
  wire [31:0] money = step_q[0] ? old[63:32] + amount : old[63:32] - amount;
  generate
    if (WORDS > 2) begin : g_rest
      assign data_o = {old[32*WORDS-1:64], money, old[31:0] + 32'd1};
    end else begin : g_two
      assign data_o = {money, old[31:0] + 32'd1};
    end
  endgenerate

  assign waits_o = state_q == WAIT;
  assign done_o = state_q == END;
  assign sig_o = sig_q;
  assign ops_o = ops_q;
  reg [31:0] fold;
  integer w;
  always @* begin
    fold = 32'd0;
    for (w = 0; w < WORDS; w = w + 1) fold = {fold[30:0], fold[31]} ^ seen0_q[32*w +: 32];
  end

  always @(posedge clk_i) begin
    if (rst_i) begin
      state_q <= ACCESS;
      reads_q <= 1'b0;
      sent_q <= 1'b0;
      step_q <= 3'd0;
      tx_q <= 16'd0;
      at_q <= {8'd0, me_i};
      x_q <= {16'h6C07, 8'h89 ^ me_i, 8'h65 ^ me_i};
      sig_q <= {24'd0, me_i};
      ops_q <= 32'd0;
      tries_q <= 8'd0;
      pause_q <= 8'd0;
    end else case (state_q)
      ACCESS: begin
        if (taken_i) sent_q <= 1'b1;
        if (back_i) begin
          sent_q <= 1'b0;
          ops_q <= ops_q + 32'd1;
          step_q <= abort_i || step_q == LAST_STEP ? 3'd0 : reads_q ? LAST_STEP : step_q + 3'd1;
          if (abort_i) begin
            tries_q <= tries_q + 8'd1;
            pause_q <= {1'b0, tries_q[2:0], me_i[1:0], 2'b11};
            state_q <= PAUSE;
          end else if (step_q == LAST_STEP && reads_q) begin
            sig_q <= {sig_q[30:0], sig_q[31]} ^ fold;
            at_q <= next_at;
            if (next_at >= ALL[15:0]) state_q <= END;
          end else if (step_q == LAST_STEP) begin
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
    if (back_i && step_q == 3'd0) seen0_q <= data_i;
    if (back_i && step_q == 3'd1) seen1_q <= data_i;
  end

  wire unused = &{1'b0, x_q, at_q, tries_q, 1'b0};
endmodule
