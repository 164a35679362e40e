// Yosys techmap: turns each cover into an assertion of its opposite, so that a
// violation found by a model checker is a witness of the cover.
(* techmap_celltype = "$cover" *)
module cover_map (
    input A,
    input EN
);
  \$assert _TECHMAP_REPLACE_ (.A(~A), .EN(EN));
endmodule
