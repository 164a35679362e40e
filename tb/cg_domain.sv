// A clock beside that of the test bench, for the tiles of a domain: clk_o and sample_o are clk and sample in the cycles
// in which it ticks. In the reset it always does; then, STAGES as the domain's: 0 in every other cycle; 2 and more: at
// random; -1 there is no such clock, and the tiles are sampled as the others are.
module cg_domain #(
    parameter int STAGES = 2
) (
    input  bit clk,
    input  bit sample,
    input  bit rst,
    output bit clk_o,
    output bit sample_o
);
  bit        next_q = 1;  // whether the coming cycle has a tick
  bit        tick_q = 1;  // as it was when the design was sampled
  bit [30:0] random_q = 31'h2aaaaaaa;
  assign clk_o    = STAGES >= 0 && clk && tick_q;
  assign sample_o = sample && (STAGES < 0 || next_q);
  always @(posedge clk) begin
    random_q <= {random_q[29:0], random_q[30] ^ random_q[27]};
    next_q   <= rst || (STAGES == 0 ? !next_q : random_q[0] || random_q[7]);
  end
  always @(posedge sample) tick_q <= next_q;
endmodule
