// Proves cg_time: it begins at 0, keeps each value for EVERY cycles, then takes the next one; last_o is its end.
module cg_time_fv #(
    parameter integer W = 2,
    parameter integer EVERY = 3
) (
    input wire clk_i,
    input wire rst_i
);
  wire [W-1:0] now;
  wire         last;
  cg_time #(.W(W), .EVERY(EVERY)) u_dut (.clk_i(clk_i), .rst_i(rst_i), .time_o(now), .last_o(last));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* if (init_q) assume (rst_i);

  // Cycles since reset in this round, counted another way: one counter of cycles, not a tick and a time.
  localparam integer ROUND = EVERY << W;
  reg [7:0] cycle_q;
  always @(posedge clk_i) cycle_q <= (rst_i || {24'd0, cycle_q} + 1 == ROUND) ? 8'd0 : cycle_q + 8'd1;

  integer n;
  reg [W-1:0] want;
  always @* begin
    want = {W{1'b0}};
    for (n = 1; n < (1 << W); n = n + 1) if ({24'd0, cycle_q} >= n * EVERY) want = n[W-1:0];
  end
  always @(posedge clk_i) begin
    if (!init_q && !rst_i) begin
      assert (now == want);
      assert (last == ({24'd0, cycle_q} == ROUND - 1));
      cover (last);
    end
  end
endmodule
