// Proves of registers that are seen on another clock, with edges of both at any time: what is taken has stood still;
// values are seen whole, in their order, none before it was there; and when they stay the last one is seen.
module cg_wire_fv #(
    parameter integer STAGES = 2,
    parameter integer ROUNDS = 3 * STAGES + 6
) (
    input wire clk_i,  // each step
    input wire from_i, to_i,  // edges in this step
    input wire from_leaves_i, to_leaves_i,  // reset
    input wire up_i, a_i, b_i
);
  localparam integer LEAST = STAGES + 3;
  reg from_rst_q = 1'b1, to_rst_q = 1'b1;
  reg [3:0] from_edges_q = 0, to_edges_q = 0, after_q = 0;
  // {any value, rises once, a value twice}
  reg any_q, up_q, twice_q;
  wire [3:0] bits = {any_q, up_q, twice_q, twice_q};
  wire [3:0] seen;
  cg_wire #(.W(4), .STAGES(STAGES)) u_dut (
      .from_clk_i(from_i), .from_rst_i(from_rst_q), .bits_i(bits),
      .clk_i(to_i), .rst_i(to_rst_q), .seed_i(16'h0), .bits_o(seen));

  wire over = from_edges_q >= LEAST && to_edges_q >= LEAST;
  // They may change when the receiver has left reset.
  wire changes = from_i && !from_rst_q && after_q >= 2;
  reg [4:0] rounds_q = 0;  // in each of them both clocks have had an edge
  reg from_done_q = 1'b0, to_done_q = 1'b0;
  always @(posedge clk_i) begin
    if (from_i && !over) from_edges_q <= from_edges_q + (from_edges_q != 15);
    if (to_i && !over) to_edges_q <= to_edges_q + (to_edges_q != 15);
    if (over && from_leaves_i) from_rst_q <= 1'b0;
    if (over && to_leaves_i) to_rst_q <= 1'b0;
    if (to_i && !to_rst_q && after_q != 2) after_q <= after_q + 1'b1;
    if (changes) begin
      any_q   <= a_i;
      twice_q <= b_i;
      up_q    <= up_q || up_i;
    end
    if (changes && {a_i, up_q || up_i, b_i} != {any_q, up_q, twice_q}) begin
      rounds_q    <= 0;
      from_done_q <= 1'b0;
      to_done_q   <= 1'b0;
    end else if (after_q == 2 && !from_rst_q) begin
      if ((from_i || from_done_q) && (to_i || to_done_q)) begin
        if (rounds_q < ROUNDS) rounds_q <= rounds_q + 1'b1;
        from_done_q <= 1'b0;
        to_done_q   <= 1'b0;
      end else begin
        if (from_i) from_done_q <= 1'b1;
        if (to_i) to_done_q <= 1'b1;
      end
    end
  end

  (* hierconn *)wire [3:0] \u_dut.g_two_clocks.u_send.held_q ;
  (* hierconn *)wire \u_dut.g_two_clocks.u_take.take ;
  wire [3:0] held = \u_dut.g_two_clocks.u_send.held_q ;
  reg [3:0] held_q, seen_q;
  always @(posedge clk_i) begin
    held_q <= held;
    seen_q <= seen;
  end
  always @* begin
    if (after_q == 2) begin
      if (to_i && \u_dut.g_two_clocks.u_take.take ) assert (held == held_q);
      assert (seen[1] == seen[0]);
      assert (seen_q[2] <= seen[2]);
      assert (seen[2] <= up_q);
      if (rounds_q == ROUNDS) assert (seen == bits);
    end
    cover (after_q == 2 && seen[2] && !seen[0] && rounds_q == ROUNDS);
    cover (after_q == 2 && seen != bits && rounds_q == ROUNDS - 1);
  end
endmodule
