// Proves cg_timer, however it is taken: due_o rises only when a period is over,
// stays until it is taken, and no period passes without it being high.
module cg_timer_fv #(
    parameter integer PERIOD = 5
) (
    input wire clk_i,
    input wire rst_i,
    input wire take_i
);
  wire due;
  cg_timer #(.PERIOD(PERIOD)) u_dut (.free_clk_i(clk_i), .clk_i(clk_i), .rst_i(rst_i), .over_o(), .due_o(due),
      .take_i(take_i));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* if (init_q) assume (rst_i);

  // Cycles since reset, modulo the period; in the first cycle of one it is due.
  reg [7:0] phase_q;
  reg       past_q, was_q, took_q;
  always @(posedge clk_i) begin
    phase_q <= (rst_i || phase_q + 1 >= PERIOD) ? 8'd0 : phase_q + 8'd1;
    past_q  <= !rst_i && (past_q || phase_q + 1 >= PERIOD);
    was_q   <= !rst_i && due;
    took_q  <= take_i;
  end

  always @(posedge clk_i) begin
    if (!rst_i) begin
      if (PERIOD == 0) assert (!due);
      else begin
        assert (due == ((past_q && phase_q == 0) || (was_q && !took_q)));
        cover (due && !was_q);
        cover (due && was_q && !took_q);
        if (PERIOD > 1) cover (!due && took_q && past_q);
      end
      cover (!due);
    end
  end
endmodule
