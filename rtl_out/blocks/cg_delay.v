// Delay line with back-pressure.
//
// Handshake: valid/ready on both sides.  An item accepted in cycle t is offered
// in cycle t + LATENCY at the earliest, in order.  LATENCY 0 is a wire;
// otherwise push_ready_o and pop_valid_o depend on registers only.
// Rate: one item per cycle.  Holds LATENCY + 1 items.
// Parameters: W payload bits (>= 1), LATENCY cycles (>= 0).
//
// Items wait in a queue; a counter says how many of them are old enough.  A ring
// with one bit per cycle remembers in which of the last LATENCY - 1 cycles an
// item came in: there are no time stamps that could wrap, however long the
// output is blocked, and the work per cycle does not grow with LATENCY.
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_delay #(
    parameter integer W       = 8,
    parameter integer LATENCY = 1
) (
    input  wire         clk_i,
    input  wire         rst_i,
    input  wire         push_valid_i,
    output wire         push_ready_o,
    input  wire [W-1:0] push_data_i,
    output wire         pop_valid_o,
    input  wire         pop_ready_i,
    output wire [W-1:0] pop_data_o
);
  generate
    if (W < 1 || LATENCY < 0) begin : g_illegal
      cg_error_delay_needs_w_of_at_least_1_and_latency_of_at_least_0 u_error ();
    end
    if (LATENCY <= 0) begin : g_wire
      wire unused_clk = &{1'b0, clk_i, rst_i};
      assign push_ready_o = pop_ready_i;
      assign pop_valid_o  = push_valid_i;
      assign pop_data_o   = push_data_i;
    end else begin : g_line
      localparam integer CW = $clog2(LATENCY + 2);
      localparam [CW-1:0] ONE = 1;

      wire          push = push_valid_i && push_ready_o;
      wire          pop = pop_valid_o && pop_ready_i;
      wire          ripe;  // an item came in LATENCY - 1 cycles ago
      reg  [CW-1:0] ready_q;  // items that may leave
      wire          unused_valid;
      wire [CW-1:0] unused_count;

      assign pop_valid_o = ready_q != {CW{1'b0}};

      cg_fifo #(
          .W    (W),
          .DEPTH(LATENCY + 1)
      ) u_fifo (
          .clk_i       (clk_i),
          .rst_i       (rst_i),
          .push_valid_i(push_valid_i),
          .push_ready_o(push_ready_o),
          .push_data_i (push_data_i),
          .pop_valid_o (unused_valid),
          .pop_ready_i (pop),
          .pop_data_o  (pop_data_o),
          .count_o     (unused_count)
      );

      always @(`CG_EDGE) begin
        if (rst_i) begin
          ready_q <= {CW{1'b0}};
        end else begin
          if (ripe && !pop) ready_q <= ready_q + ONE;
          if (pop && !ripe) ready_q <= ready_q - ONE;
        end
      end

      if (LATENCY == 1) begin : g_now
        assign ripe = push;
      end else begin : g_ring
        localparam integer SLOTS = LATENCY - 1;
        localparam integer PW = (SLOTS > 1) ? $clog2(SLOTS) : 1;
        localparam integer TOP = SLOTS - 1;
        localparam [PW-1:0] LAST = TOP[PW-1:0];
        localparam [PW-1:0] PTR_ONE = 1;

        reg          came_q [0:SLOTS-1];
        reg [PW-1:0] slot_q;     // read, then overwritten, in this cycle
        reg          written_q;  // every slot was written since reset

        assign ripe = written_q && came_q[slot_q];

        always @(`CG_EDGE) begin
          if (rst_i) begin
            slot_q    <= {PW{1'b0}};
            written_q <= 1'b0;
          end else begin
            slot_q <= (slot_q == LAST) ? {PW{1'b0}} : slot_q + PTR_ONE;
            if (slot_q == LAST) written_q <= 1'b1;
          end
        end

        always @(posedge clk_i) begin
          came_q[slot_q] <= push;
        end
      end
    end
  endgenerate
endmodule
`undef CG_EDGE
