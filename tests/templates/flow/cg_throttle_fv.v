// Proves, for every seed: LEVEL = 0 is a wire; otherwise both sides transfer in
// the same cycles, a valid is never made up, and the channel passes exactly when
// the low byte of the documented shift register, kept here again, is LEVEL or
// more; that register is never zero, so it never stops.
module cg_throttle_fv #(
    parameter integer LEVEL = 64
) (
    input wire        clk_i,
    input wire        rst_i,
    input wire [15:0] seed_i,
    input wire        valid_i,
    input wire        ready_i
);
  wire ready, valid;

  cg_throttle #(.LEVEL(LEVEL)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .seed_i(seed_i),
      .valid_i(valid_i), .ready_o(ready), .valid_o(valid), .ready_i(ready_i));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* if (init_q) assume (rst_i);

  reg        fresh_q;  // the seed is the one of the first cycle behind reset
  reg [31:0] state_q;
  wire [31:0] state = fresh_q ? {seed_i, 16'hACE1} : state_q;
  wire pass = state[7:0] >= LEVEL;
  always @(posedge clk_i) begin
    fresh_q <= rst_i;
    state_q <= {state[30:0], ^(state & 32'h8020_0003)};
  end

  always @(posedge clk_i) begin
    if (!rst_i) begin
      assert (state != 0);
      assert ((valid && ready_i) == (valid_i && ready));
      assert (!valid || valid_i);
      assert (!ready || ready_i);
      if (LEVEL == 0) assert (valid == valid_i && ready == ready_i);
      assert (valid == (valid_i && pass));
      assert (ready == (ready_i && pass));
      cover (valid && ready);
      if (LEVEL != 0) cover (valid_i && ready_i && !valid && !ready);
    end
  end
endmodule
