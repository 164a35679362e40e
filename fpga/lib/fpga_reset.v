// Reset of a board: on while the PLL is not locked or the button is down, and 2^WAIT_W cycles longer; off at a clock
// edge. good_i comes from elsewhere and goes through two flip-flops.
module fpga_reset #(
  parameter integer WAIT_W = 10
) (
  input  wire clk_i,
  input  wire good_i,
  output wire rst_o
);
  localparam [WAIT_W-1:0] ONE = 1;
  reg [1:0] good_q;
  reg [WAIT_W-1:0] wait_q;
  reg rst_q;
  initial begin
    good_q = 2'b00;
    wait_q = {WAIT_W{1'b0}};
    rst_q = 1'b1;
  end
  always @(posedge clk_i) begin
    good_q <= {good_q[0], good_i};
    if (!good_q[1]) begin
      wait_q <= {WAIT_W{1'b0}};
      rst_q <= 1'b1;
    end else if (rst_q) begin
      wait_q <= wait_q + ONE;
      if (&wait_q) rst_q <= 1'b0;
    end
  end
  assign rst_o = rst_q;
endmodule
