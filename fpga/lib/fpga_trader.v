// HERE warps with transactions (fpga_transfer), numbers first_i and so on, behind the core port of GETM
// (specs/getm/getm.xml).
module fpga_trader #(
  parameter integer HERE = 2,
  parameter integer WARPS = 4,
  parameter integer WORDS = 4,
  parameter integer ACCOUNTS = 16,
  parameter integer TXS = 32,
  parameter integer ADDR_W = 28,
  parameter integer ID_W = (HERE > 1) ? $clog2(HERE) : 1   // derived
) (
  input  wire                clk_i,
  input  wire                rst_i,
  input  wire [7:0]          first_i,
  output wire                req_valid_o,
  input  wire                req_ready_i,
  output wire [1:0]          req_kind_o,
  output wire [ADDR_W-1:0]   req_key_o,
  output wire [ID_W-1:0]     req_warp_o,
  output wire [32*WORDS-1:0] req_data_o,
  input  wire                rep_valid_i,
  input  wire [ID_W-1:0]     rep_warp_i,
  input  wire                rep_abort_i,
  input  wire [32*WORDS-1:0] rep_data_i,
  output wire                waits_o,
  input  wire                go_i,
  output wire                done_o,
  output wire [31:0]         sig_o,
  output wire [31:0]         ops_o
);
  localparam integer KEY_W = $clog2(ACCOUNTS);
  localparam integer LAST = HERE - 1;
  localparam [ID_W-1:0] ONE = 1;

  wire [HERE-1:0] want, taken, back, waits, done;
  wire [2*HERE-1:0] kind;
  wire [HERE*KEY_W-1:0] key;
  wire [32*WORDS*HERE-1:0] data;
  wire [32*HERE-1:0] sig, ops;
  reg  [ID_W-1:0] turn_q, id_q;
  reg  valid_q;

  genvar t;
  generate
    for (t = 0; t < HERE; t = t + 1) begin : g_warp
      localparam integer ID = t;
      assign taken[t] = !valid_q && want[t] && turn_q == ID[ID_W-1:0];
      assign back[t] = rep_valid_i && rep_warp_i == ID[ID_W-1:0];
      fpga_transfer #(.WARPS(WARPS), .WORDS(WORDS), .ACCOUNTS(ACCOUNTS), .TXS(TXS)) u_warp (
        .clk_i(clk_i), .rst_i(rst_i), .me_i(first_i + ID[7:0]),
        .want_o(want[t]), .kind_o(kind[2*t +: 2]), .key_o(key[t*KEY_W +: KEY_W]),
        .data_o(data[32*WORDS*t +: 32*WORDS]), .taken_i(taken[t]), .back_i(back[t]), .abort_i(rep_abort_i),
        .data_i(rep_data_i), .waits_o(waits[t]), .go_i(go_i), .done_o(done[t]), .sig_o(sig[32*t +: 32]),
        .ops_o(ops[32*t +: 32])
      );
    end
  endgenerate

  // Warps take turns. What a warp asks stays the same until it is answered.
  always @(posedge clk_i) begin
    if (rst_i) begin
      turn_q <= {ID_W{1'b0}};
      valid_q <= 1'b0;
    end else begin
      if (!valid_q) turn_q <= turn_q == LAST[ID_W-1:0] ? {ID_W{1'b0}} : turn_q + ONE;
      if (|taken) valid_q <= 1'b1;
      else if (req_ready_i) valid_q <= 1'b0;
    end
    if (!valid_q) id_q <= turn_q;
  end
  assign req_valid_o = valid_q;
  assign req_warp_o = id_q;
  assign req_kind_o = kind[2*id_q +: 2];
  assign req_key_o = {{(ADDR_W - KEY_W){1'b0}}, key[id_q*KEY_W +: KEY_W]};
  assign req_data_o = data[32*WORDS*id_q +: 32*WORDS];

  assign waits_o = &waits;
  assign done_o = &done;
  fpga_sum #(.N(HERE)) u_sig (.in_i(sig), .sum_o(sig_o));
  fpga_sum #(.N(HERE)) u_ops (.in_i(ops), .sum_o(ops_o));
endmodule
