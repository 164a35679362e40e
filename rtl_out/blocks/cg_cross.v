// Queue between two clocks.
//
// Handshake: valid/ready on both sides, each on its own clock. push_ready_o and pop_valid_o depend on registers only.
// Latency:   an item is visible on pop_* STAGES + 1 edges of pop_clk_i after it was pushed; room on the other side as
//            long after an item was taken.
// Rate:      one item per cycle of the slower clock.  Holds 8 items, 16 for STAGES of more than 2.
// Parameters: W payload bits (>= 1);
//   STAGES  2 and more: the clocks have nothing to do with each other, this many flip-flops in each direction
//           0: each edge of one clock is an edge of the other, too (one is made of the other): no synchronisers
//           -1: they are one clock: wires
// Both resets begin together, and last STAGES + 1 edges of each clock at least.
//
// Each side counts in Gray code, and its count is all that crosses through synchronisers: u_push.u_sync and
// u_pop.u_sync, the only paths to time as asynchronous besides those of the data. These lead from u_push.item_q to what
// takes pop_data_o; an item stands still from STAGES edges before pop_valid_o on until it is taken.
module cg_cross #(
    parameter integer W      = 8,
    parameter integer STAGES = 2
) (
    input  wire         push_clk_i,
    input  wire         push_rst_i,
    input  wire         push_valid_i,
    output wire         push_ready_o,
    input  wire [W-1:0] push_data_i,
    input  wire         pop_clk_i,
    input  wire         pop_rst_i,
    output wire         pop_valid_o,
    input  wire         pop_ready_i,
    output wire [W-1:0] pop_data_o
);
  localparam integer AW = (STAGES > 2) ? 4 : 3;
  generate
    if (W < 1 || STAGES < -1 || STAGES == 1) begin : g_illegal
      cg_error_cross_w_or_stages u_error ();
    end
    if (STAGES < 0) begin : g_wire
      wire unused = &{1'b0, push_clk_i, push_rst_i, pop_clk_i, pop_rst_i, 1'b0};
      assign push_ready_o = pop_ready_i;
      assign pop_valid_o  = push_valid_i;
      assign pop_data_o   = push_data_i;
    end else begin : g_queue
      wire [AW:0]   pushed, popped;
      wire [AW-1:0] place;
      cg_cross_push #(
          .W     (W),
          .AW    (AW),
          .STAGES(STAGES)
      ) u_push (
          .clk_i   (push_clk_i),
          .rst_i   (push_rst_i),
          .valid_i (push_valid_i),
          .ready_o (push_ready_o),
          .data_i  (push_data_i),
          .pushed_o(pushed),
          .popped_i(popped),
          .place_i (place),
          .data_o  (pop_data_o)
      );
      cg_cross_pop #(
          .AW    (AW),
          .STAGES(STAGES)
      ) u_pop (
          .clk_i   (pop_clk_i),
          .rst_i   (pop_rst_i),
          .valid_o (pop_valid_o),
          .ready_i (pop_ready_i),
          .pushed_i(pushed),
          .popped_o(popped),
          .place_o (place)
      );
    end
  endgenerate
endmodule
