// Every second byte of a line, combined with a byte: exclusive or, sum, the byte itself, and. Combinational.
module line_mix #(
    parameter integer BYTES = 16
) (
    input  wire [7:0]         by_i,
    input  wire [1:0]         op_i,
    input  wire               odd_i,
    input  wire [8*BYTES-1:0] line_i,
    output reg  [8*BYTES-1:0] line_o,
    output reg  [BYTES-1:0]   be_o
);
  integer i;
  always @* begin
    line_o = line_i;
    for (i = 0; i < BYTES; i = i + 1) begin
      be_o[i] = (i % 2 == 1) == odd_i;
      if (be_o[i])
        case (op_i)
          2'd0: line_o[8*i +: 8] = line_i[8*i +: 8] ^ by_i;
          2'd1: line_o[8*i +: 8] = line_i[8*i +: 8] + by_i;
          2'd2: line_o[8*i +: 8] = by_i;
          default: line_o[8*i +: 8] = line_i[8*i +: 8] & by_i;
        endcase
    end
  end
endmodule
