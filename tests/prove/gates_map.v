// A register: while its clock (that behind the gate: the enable) is 0, it would become what it is.
(* techmap_celltype = "$dff" *)
module held (CLK, D, Q);
  parameter WIDTH = 1;
  parameter CLK_POLARITY = 1;
  input CLK;
  input [WIDTH-1:0] D;
  output [WIDTH-1:0] Q;
  \$ff #(.WIDTH(WIDTH)) _TECHMAP_REPLACE_ (.D(D), .Q(Q));
  wire holds = CLK || D == Q;
  \$assert holds_a (.A(holds), .EN(1'b1));
endmodule
