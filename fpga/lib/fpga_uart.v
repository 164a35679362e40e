// Sends bytes: a start bit, eight bits, the low one first, a stop bit; each lasts DIVISOR cycles. A byte is taken at an
// edge at which valid_i and ready_o are 1.
module fpga_uart #(
  parameter integer DIVISOR = 217
) (
  input  wire       clk_i,
  input  wire       rst_i,
  input  wire       valid_i,
  output wire       ready_o,
  input  wire [7:0] byte_i,
  output wire       tx_o
);
  localparam integer LAST = DIVISOR - 1;
  reg [15:0] wait_q;
  reg [3:0]  left_q;
  reg [9:0]  bits_q;
  initial bits_q = 10'h3FF;   // the line rests from the beginning
  assign ready_o = left_q == 4'd0;
  assign tx_o = bits_q[0];
  always @(posedge clk_i) begin
    if (rst_i) begin
      wait_q <= 16'd0;
      left_q <= 4'd0;
      bits_q <= 10'h3FF;
    end else if (ready_o) begin
      if (valid_i) begin
        bits_q <= {1'b1, byte_i, 1'b0};
        left_q <= 4'd10;
        wait_q <= LAST[15:0];
      end
    end else if (wait_q != 16'd0) wait_q <= wait_q - 16'd1;
    else begin
      wait_q <= LAST[15:0];
      bits_q <= {1'b1, bits_q[9:1]};
      left_q <= left_q - 4'd1;
    end
  end
endmodule
