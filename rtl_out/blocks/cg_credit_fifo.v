// First-in first-out queue whose room is reserved in advance.
//
// reserve_i  takes one credit; allowed while room_o (registers only).
// push_i     fills the oldest open reservation, in the cycle of the reservation
//            or any number of cycles later; never refused.
// cancel_i   gives one open reservation back (1 credit).
// pop_*      valid/ready; popping an item returns its credit, which room_o
//            shows in the next cycle.
// reserve_i without room_o, and push_i or cancel_i without an open reservation,
// are illegal (checked in simulation).
//
// Latency: 0; an item pushed while nothing is stored is offered in the same
// cycle, so that pop_valid_o and pop_data_o depend combinationally on push_i and
// push_data_i.
// Rate: one item per cycle when DEPTH covers the cycles from reservation to pop,
// plus 1.
// Parameters: W payload bits (>= 1), DEPTH credits (>= 1, any number).
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_credit_fifo #(
    parameter integer W     = 8,
    parameter integer DEPTH = 4
) (
    input  wire         clk_i,
    input  wire         rst_i,
    input  wire         reserve_i,
    output wire         room_o,
    input  wire         cancel_i,
    input  wire         push_i,
    input  wire [W-1:0] push_data_i,
    output wire         pop_valid_o,
    input  wire         pop_ready_i,
    output reg  [W-1:0] pop_data_o
);
  generate
    if (W < 1 || DEPTH < 1) begin : g_illegal
      cg_error_credit_fifo_needs_w_and_depth_of_at_least_1 u_error ();
    end
  endgenerate

  localparam integer CW = $clog2(DEPTH + 1);
  localparam [CW-1:0] FULL = DEPTH[CW-1:0];
  localparam [CW-1:0] ONE = 1;
  localparam [CW-1:0] NONE = 0;

  reg  [CW-1:0] free_q;  // credits
  wire          stored;
  wire [W-1:0]  stored_data;
  wire [CW-1:0] count;
  wire          unused_ready;  // a reservation guarantees it
  wire          unused_count = &{1'b0, count};  // but for assertions

  wire pop = pop_valid_o && pop_ready_i;

  assign room_o      = free_q != NONE;
  assign pop_valid_o = stored || push_i;

  always @* begin
    if (stored) pop_data_o = stored_data;
    else pop_data_o = push_data_i;
  end

  cg_fifo #(
      .W    (W),
      .DEPTH(DEPTH)
  ) u_fifo (
      .clk_i       (clk_i),
      .rst_i       (rst_i),
      .push_valid_i(push_i && (stored || !pop_ready_i)),
      .push_ready_o(unused_ready),
      .push_data_i (push_data_i),
      .pop_valid_o (stored),
      .pop_ready_i (pop_ready_i),
      .pop_data_o  (stored_data),
      .count_o     (count)
  );

  always @(`CG_EDGE) begin
    if (rst_i) begin
      free_q <= FULL;
    end else begin
      if (reserve_i || cancel_i || pop) begin
        free_q <= free_q + (cancel_i ? ONE : NONE) + (pop ? ONE : NONE) - (reserve_i ? ONE : NONE);
      end
    end
  end

`ifndef SYNTHESIS
  // reservations taken, neither filled nor cancelled
  wire [CW-1:0] open = FULL - free_q - count;
  always @(`CG_EDGE) begin
    if (!rst_i) begin
      if (reserve_i && !room_o) begin
        $display("ERROR: cg_credit_fifo: reserve_i without room_o");
        $finish;
      end
      if (push_i || cancel_i) begin
        if ({1'b0, open} + {{CW{1'b0}}, reserve_i} < {{CW{1'b0}}, push_i} + {{CW{1'b0}}, cancel_i}) begin
          $display("ERROR: cg_credit_fifo: push_i or cancel_i without an open reservation");
          $finish;
        end
      end
    end
  end
`endif

`ifdef COHGEN_CHECKS
`ifdef __ICARUS__
`define CG_NAME(name)
`else
`define CG_NAME(name) name:
`endif
// verilator lint_off CMPCONST
  wire [CW:0] chk_open = {1'b0, FULL} - {1'b0, free_q} - {1'b0, count};  // reservations without item
  always @(`CG_EDGE) if (!rst_i) begin
    `CG_NAME(credit_reserve) assert (!(reserve_i) || (room_o));  // a reservation needs room
    // an item fills a reservation
    `CG_NAME(credit_push) assert (!(push_i) || (chk_open + {{CW{1'b0}}, reserve_i} >= {{CW{1'b0}}, push_i}
        + {{CW{1'b0}}, cancel_i}));
    // credits and items are at most DEPTH
    `CG_NAME(credit_bound) assert (!(free_q != FULL) || ({1'b0, free_q} + {1'b0, count} <= {1'b0, FULL}));
    // the queue has room for what was reserved
    `CG_NAME(credit_room) assert (!(push_i && !pop_ready_i) || (unused_ready));
`ifdef FORMAL
    credit_reserve_reached: cover (reserve_i);
    credit_push_reached: cover (push_i);
    credit_bound_reached: cover (free_q != FULL);
    credit_room_reached: cover (push_i && !pop_ready_i);
`endif
  end
// verilator lint_on CMPCONST
`undef CG_NAME
`endif
endmodule
`undef CG_EDGE
