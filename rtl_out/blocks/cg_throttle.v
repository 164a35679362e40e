// For tests: a channel that pauses at random. On average LEVEL of 256 cycles
// pass nothing; LEVEL = 0 is a wire. A pause ends after at most 95 cycles for
// LEVEL <= 192, 533 for LEVEL <= 240, 9998 for LEVEL = 255.
//
// seed_i  distinguishes instances; taken in the first cycle behind reset: a register's reset value is a constant
// Combinational between its two sides. Not for use where the receiver needs a
// valid to stay once it is shown.
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_throttle #(
    parameter integer LEVEL = 0
) (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire [15:0] seed_i,
    input  wire        valid_i,
    output wire        ready_o,
    output wire        valid_o,
    input  wire        ready_i
);
  localparam [31:0] LEVEL_BITS = LEVEL;

  generate
    if (LEVEL < 0 || LEVEL > 255) begin : g_illegal
      cg_error_throttle_level_is_0_to_255 u_error ();
    end
    if (LEVEL == 0) begin : g_wire
      assign valid_o = valid_i;
      assign ready_o = ready_i;
      wire unused = &{1'b0, clk_i, rst_i, seed_i, LEVEL_BITS};
    end else begin : g_random
      // Fibonacci register of x^32 + x^22 + x^2 + x + 1, which is primitive: the
      // states other than zero form one cycle of length 2^32 - 1. Never zero,
      // because the state after reset is not.
      reg         fresh_q;
      reg  [31:0] state_q;
      wire [31:0] state = fresh_q ? {seed_i, 16'hACE1} : state_q;
      wire        next = state[31] ^ state[21] ^ state[1] ^ state[0];
      wire        pass = state[7:0] >= LEVEL_BITS[7:0];
      always @(`CG_EDGE) begin
        if (rst_i) fresh_q <= 1'b1;
        else fresh_q <= 1'b0;
      end
      always @(posedge clk_i) state_q <= {state[30:0], next};
      assign valid_o = valid_i && pass;
      assign ready_o = ready_i && pass;
      wire unused = &{1'b0, LEVEL_BITS[31:8]};
    end
  endgenerate
endmodule
`undef CG_EDGE
