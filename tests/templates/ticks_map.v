// Yosys techmap: several clocks in one transition system. The clock of a register becomes the wire that says whether it
// has an edge in this step; in each step any of them may.
(* techmap_celltype = "$dff" *)
module ticks (
    CLK,
    D,
    Q
);
  parameter WIDTH = 1;
  parameter CLK_POLARITY = 1;
  input CLK;
  input [WIDTH-1:0] D;
  output [WIDTH-1:0] Q;
  \$ff #(.WIDTH(WIDTH)) _TECHMAP_REPLACE_ (.D(CLK ? D : Q), .Q(Q));
endmodule
