// Proves: one has the turn, always; nobody who has it loses it unless another one wants it; who wants it and goes on
// wanting it has it after at most N - 1 others, each of whom keeps it for 2^PATIENCE cycles at most.
module cg_look_turn_fv #(
    parameter integer N        = 3,
    parameter integer PATIENCE = 2
) (
    input wire         clk_i,
    input wire         rst_i,
    input wire [N-1:0] want_i,
    input wire [N-1:0] look_i
);
  localparam integer MOST = N << PATIENCE;
  localparam integer CW   = $clog2(MOST + 2);
  localparam [N-1:0] ONE = 1;
  localparam [N-1:0] NONE = 0;
  wire [N-1:0] turn;
  reg  [N-1:0] turn_q;

  cg_look_turn #(.N(N), .PATIENCE(PATIENCE)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .want_i(want_i), .look_i(look_i), .turn_o(turn));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* if (init_q) assume (rst_i);
  // Who looks had the turn when its row ran.
  always @(posedge clk_i) turn_q <= turn;
  always @* begin
    assume ((look_i & (look_i - ONE)) == NONE);
    if (!rst_i) assume ((look_i & ~turn_q) == NONE);
    if (rst_i) assume (look_i == NONE);
  end

  genvar i;
  generate
    for (i = 0; i < N; i = i + 1) begin : g_asker
      reg [CW-1:0] waited_q;  // cycles in which it wanted the turn, did not look and did not have it
      always @(posedge clk_i) begin
        if (rst_i || turn[i] || look_i[i] || !want_i[i]) waited_q <= 0;
        else waited_q <= waited_q + 1'b1;
        if (!rst_i) begin
          assert (waited_q <= MOST);
          cover (turn[i] && (N == 1 || waited_q != 0));
        end
      end
    end
  endgenerate

  always @(posedge clk_i) begin
    if (!rst_i && !init_q) begin
      assert (turn != NONE);
      assert ((turn & (turn - ONE)) == NONE);
    end
  end
endmodule
