// The verdict on a unit that drives itself: counts its cycles, compares its signature with EXPECTED, reports once it
// is done, has failed, or LIMIT cycles have passed.
module fpga_judge #(
  parameter integer LENGTH = 4,
  parameter [8*LENGTH-1:0] TEXT = 32'd0,
  parameter [31:0] EXPECTED = 32'd0,
  parameter [31:0] LIMIT = 32'hFFFFFFFF,
  parameter integer DIVISOR = 217,
  parameter integer PAUSE = 0
) (
  input  wire        clk_i,
  input  wire        rst_i,
  input  wire        unit_done_i,
  input  wire        unit_error_i,
  input  wire [31:0] unit_sig_i,
  input  wire [31:0] unit_ops_i,
  output wire        tx_o,
  output wire        pass_o,
  output wire        fail_o,
  output wire        busy_o
);
  reg        done_q, pass_q;
  reg [31:0] cycles_q, sig_q, ops_q;
  always @(posedge clk_i) begin
    if (rst_i) begin
      done_q <= 1'b0;
      pass_q <= 1'b0;
      cycles_q <= 32'd0;
    end else if (!done_q) begin
      cycles_q <= cycles_q + 32'd1;
      sig_q <= unit_sig_i;
      ops_q <= unit_ops_i;
      if (unit_done_i || unit_error_i || cycles_q == LIMIT) begin
        done_q <= 1'b1;
        pass_q <= unit_done_i && !unit_error_i && unit_sig_i == EXPECTED;
      end
    end
  end
  assign pass_o = done_q && pass_q;
  assign fail_o = done_q && !pass_q;
  assign busy_o = !done_q;
  fpga_report #(.LENGTH(LENGTH), .TEXT(TEXT), .DIVISOR(DIVISOR), .PAUSE(PAUSE)) u_report (
    .clk_i(clk_i), .rst_i(rst_i), .start_i(done_q), .pass_i(pass_q), .values_i({EXPECTED, sig_q, cycles_q, ops_q}),
    .tx_o(tx_o)
  );
endmodule
