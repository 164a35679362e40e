// First-in first-out queue whose room is reserved in advance: cg_credit_fifo that
// offers from registers.
//
// reserve_i, room_o, push_i, cancel_i, pop_*: as there. pop_valid_o and pop_data_o
// are registers.
// back_o     the credit of what was popped in the cycle before returns
//
// Latency: 1. A credit that is returned by a pop is shown by room_o two cycles
// later.
// Rate: one item per cycle when DEPTH covers the cycles from reservation to pop,
// plus 2.
// Parameters: W payload bits (>= 1), DEPTH credits (>= 1, any number).
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_credit_head #(
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
    output wire [W-1:0] pop_data_o,
    output wire         back_o
);
  localparam integer CW = $clog2(DEPTH + 1);
  localparam [CW-1:0] FULL = DEPTH[CW-1:0];
  localparam [CW-1:0] ONE = 1;
  localparam [CW-1:0] NONE = 0;

  generate
    if (W < 1 || DEPTH < 1) begin : g_illegal
      cg_error_credit_head_needs_w_and_depth_of_at_least_1 u_error ();
    end
  endgenerate

  reg  [CW-1:0] free_q;  // credits
  reg           head_valid_q, back_q;
  reg  [W-1:0]  head_q;  // the oldest item; there is one unless all is empty
  wire          stored;
  wire [W-1:0]  stored_data;
  wire [CW-1:0] count;   // what is in here
  wire          unused_ready;  // a reservation guarantees it
  wire          unused_count = &{1'b0, count};  // but for assertions

  wire pop = pop_valid_o && pop_ready_i;

  assign room_o = free_q != NONE;

  localparam integer REST = (DEPTH > 1) ? DEPTH - 1 : 1;
  localparam integer RW = $clog2(REST + 1);
  wire [RW-1:0] rest;
  wire [CW+RW-1:0] wide = {{CW{1'b0}}, rest};
  wire unused_wide = &{1'b0, wide[CW+RW-1:CW]};
  wire          next = !head_valid_q || pop_ready_i;
  assign pop_valid_o = head_valid_q;
  assign pop_data_o  = head_q;
  assign back_o      = back_q;
  assign count       = wide[CW-1:0] + (head_valid_q ? ONE : NONE) + (back_q ? ONE : NONE);
  cg_fifo #(
      .W    (W),
      .DEPTH(REST)
  ) u_fifo (
      .clk_i       (clk_i),
      .rst_i       (rst_i),
      .push_valid_i(push_i && !(next && !stored)),
      .push_ready_o(unused_ready),
      .push_data_i (push_data_i),
      .pop_valid_o (stored),
      .pop_ready_i (next),
      .pop_data_o  (stored_data),
      .count_o     (rest)
  );
  always @(`CG_EDGE) begin
    if (rst_i) begin
      head_valid_q <= 1'b0;
      back_q       <= 1'b0;
    end else begin
      head_valid_q <= push_i || stored || (head_valid_q && !pop_ready_i);
      back_q       <= pop;
    end
  end
  always @(posedge clk_i) if (next) head_q <= stored ? stored_data : push_data_i;

  always @(`CG_EDGE) begin
    if (rst_i) begin
      free_q <= FULL;
    end else begin
      if (reserve_i || cancel_i || back_q) begin
        free_q <= free_q + (cancel_i ? ONE : NONE) + (back_q ? ONE : NONE) - (reserve_i ? ONE : NONE);
      end
    end
  end

`ifndef SYNTHESIS
  // reservations taken, neither filled nor cancelled
  wire [CW-1:0] open = FULL - free_q - count;
  always @(`CG_EDGE) begin
    if (!rst_i) begin
      if (reserve_i && !room_o) begin
        $display("ERROR: cg_credit_head: reserve_i without room_o");
        $finish;
      end
      if (push_i || cancel_i) begin
        if ({1'b0, open} + {{CW{1'b0}}, reserve_i} < {{CW{1'b0}}, push_i} + {{CW{1'b0}}, cancel_i}) begin
          $display("ERROR: cg_credit_head: push_i or cancel_i without an open reservation");
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
    `CG_NAME(head_reserve) assert (!(reserve_i) || (room_o));  // a reservation needs room
    // an item fills a reservation
    `CG_NAME(head_push) assert (!(push_i) || (chk_open + {{CW{1'b0}}, reserve_i} >= {{CW{1'b0}}, push_i}
        + {{CW{1'b0}}, cancel_i}));
    // credits and items are at most DEPTH
    `CG_NAME(head_bound) assert (!(free_q != FULL) || ({1'b0, free_q} + {1'b0, count} <= {1'b0, FULL}));
    // the queue has room for what was reserved
    `CG_NAME(head_room) assert (!(push_i && !pop_ready_i) || (unused_ready) || !pop_valid_o);
`ifdef FORMAL
    head_reserve_reached: cover (reserve_i);
    head_push_reached: cover (push_i);
    head_bound_reached: cover (free_q != FULL);
    head_room_reached: cover (push_i && !pop_ready_i);
`endif
  end
// verilator lint_on CMPCONST
`undef CG_NAME
`endif
endmodule
`undef CG_EDGE
