// The sum of N numbers of 32 bits.
module fpga_sum #(
  parameter integer N = 2
) (
  input  wire [32*N-1:0] in_i,
  output reg  [31:0]     sum_o
);
  integer i;
  always @* begin
    sum_o = 32'd0;
    for (i = 0; i < N; i = i + 1) sum_o = sum_o + in_i[32*i +: 32];
  end
endmodule
