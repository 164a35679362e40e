// cg_sync in a proof with several clocks (prove/block.c, ticks=yes): what it is given may be as it is, or as it was a
// step ago, each bit by itself. So a bit that changes while it is taken is taken either way.
module cg_sync #(
    parameter integer W      = 1,
    parameter integer STAGES = 2
) (
    input  wire         clk_i,
    input  wire         rst_i,
    input  wire [W-1:0] bits_i,
    output wire [W-1:0] bits_o
);
  (* anyseq *)wire [W-1:0] early;
  reg [W-1:0] before_q;
  always @($global_clock) before_q <= bits_i;
  cg_sync_flops #(
      .W     (W),
      .STAGES(STAGES)
  ) u_flops (
      .clk_i (clk_i),
      .rst_i (rst_i),
      .bits_i((STAGES > 0) ? (early & bits_i) | (~early & before_q) : bits_i),
      .bits_o(bits_o)
  );
endmodule
