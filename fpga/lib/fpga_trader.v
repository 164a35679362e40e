// HERE warps with transactions (fpga_transfer), numbers first_i and so on, behind the ports of a core of fpga/getm.
module fpga_trader #(
  parameter integer HERE = 2,
  parameter integer WARPS = 4,
  parameter integer WORDS = 4,
  parameter integer ACCOUNTS = 16,
  parameter integer TXS = 32,
  parameter integer ADDR_W = 28,
  parameter integer N_W = 8,
  parameter integer ID_W = (HERE > 1) ? $clog2(HERE) : 1,   // derived
  parameter integer WORD_W = $clog2(WORDS)                  // derived
) (
  input  wire                clk_i,
  input  wire                rst_i,
  input  wire [7:0]          first_i,
  output wire                acc_valid_o,
  input  wire                acc_ready_i,
  output wire [ID_W-1:0]     acc_warp_o,
  output wire                acc_store_o,
  output wire [ADDR_W-1:0]   acc_key_o,
  input  wire                rsp_valid_i,
  input  wire [ID_W-1:0]     rsp_warp_i,
  input  wire                rsp_abort_i,
  input  wire [32*WORDS-1:0] rsp_data_i,
  output wire                log_valid_o,
  input  wire                log_ready_i,
  output wire [ID_W-1:0]     log_warp_o,
  output wire [ADDR_W-1:0]   log_key_o,
  output wire                log_write_o,
  output wire [WORD_W-1:0]   log_word_o,
  output wire [31:0]         log_data_o,
  output wire [N_W-1:0]      log_n_o,
  output wire                log_last_o,
  output wire                log_again_o,
  output wire                waits_o,
  input  wire                go_i,
  output wire                done_o,
  output wire [31:0]         sig_o,
  output wire [31:0]         ops_o
);
  localparam integer KEY_W = $clog2(ACCOUNTS);
  localparam integer LAST = HERE - 1;
  localparam [ID_W-1:0] ONE = 1;

  wire [HERE-1:0] want, store, taken, back, log_want, log_write, log_one, log_last, log_again, log_taken, waits, done;
  wire [HERE*KEY_W-1:0] key, log_key;
  wire [HERE*WORD_W-1:0] log_word;
  wire [32*HERE-1:0] log_data, sig, ops;
  reg  [ID_W-1:0] turn_q, id_q, log_turn_q;
  reg  valid_q, store_q;
  reg  [KEY_W-1:0] key_q;

  genvar t;
  generate
    for (t = 0; t < HERE; t = t + 1) begin : g_warp
      localparam integer ID = t;
      assign taken[t] = !valid_q && want[t] && turn_q == ID[ID_W-1:0];
      assign back[t] = rsp_valid_i && rsp_warp_i == ID[ID_W-1:0];
      assign log_taken[t] = log_want[t] && log_ready_i && log_turn_q == ID[ID_W-1:0];
      fpga_transfer #(.WARPS(WARPS), .WORDS(WORDS), .ACCOUNTS(ACCOUNTS), .TXS(TXS)) u_warp (
        .clk_i(clk_i), .rst_i(rst_i), .me_i(first_i + ID[7:0]),
        .want_o(want[t]), .store_o(store[t]), .key_o(key[t*KEY_W +: KEY_W]), .taken_i(taken[t]), .back_i(back[t]),
        .abort_i(rsp_abort_i), .data_i(rsp_data_i),
        .log_want_o(log_want[t]), .log_key_o(log_key[t*KEY_W +: KEY_W]), .log_write_o(log_write[t]),
        .log_word_o(log_word[t*WORD_W +: WORD_W]), .log_data_o(log_data[32*t +: 32]), .log_one_o(log_one[t]),
        .log_last_o(log_last[t]), .log_again_o(log_again[t]), .log_taken_i(log_taken[t]),
        .waits_o(waits[t]), .go_i(go_i), .done_o(done[t]), .sig_o(sig[32*t +: 32]), .ops_o(ops[32*t +: 32])
      );
    end
  endgenerate

  // Warps take turns; a log goes to its end.
  always @(posedge clk_i) begin
    if (rst_i) begin
      turn_q <= {ID_W{1'b0}};
      log_turn_q <= {ID_W{1'b0}};
      valid_q <= 1'b0;
    end else begin
      if (!valid_q) turn_q <= turn_q == LAST[ID_W-1:0] ? {ID_W{1'b0}} : turn_q + ONE;
      if (|taken) valid_q <= 1'b1;
      else if (acc_ready_i) valid_q <= 1'b0;
      if (!log_want[log_turn_q] || log_ready_i && log_last[log_turn_q])
        log_turn_q <= log_turn_q == LAST[ID_W-1:0] ? {ID_W{1'b0}} : log_turn_q + ONE;
    end
    if (!valid_q) begin
      id_q <= turn_q;
      store_q <= store[turn_q];
      key_q <= key[turn_q*KEY_W +: KEY_W];
    end
  end
  assign acc_valid_o = valid_q;
  assign acc_warp_o = id_q;
  assign acc_store_o = store_q;
  assign acc_key_o = {{(ADDR_W - KEY_W){1'b0}}, key_q};
  assign log_valid_o = log_want[log_turn_q];
  assign log_warp_o = log_turn_q;
  assign log_key_o = {{(ADDR_W - KEY_W){1'b0}}, log_key[log_turn_q*KEY_W +: KEY_W]};
  assign log_write_o = log_write[log_turn_q];
  assign log_word_o = log_word[log_turn_q*WORD_W +: WORD_W];
  assign log_data_o = log_data[32*log_turn_q +: 32];
  assign log_n_o = {{(N_W - 1){1'b0}}, log_one[log_turn_q]};
  assign log_last_o = log_last[log_turn_q];
  assign log_again_o = log_again[log_turn_q];

  assign waits_o = &waits;
  assign done_o = &done;
  fpga_sum #(.N(HERE)) u_sig (.in_i(sig), .sum_o(sig_o));
  fpga_sum #(.N(HERE)) u_ops (.in_i(ops), .sum_o(ops_o));
endmodule
