// Waveform: +fst=FILE, and +fst_from=N to begin with the N-th clock edge.
module cg_wave (input clk);
  string     file;
  bit [31:0] from, edges;
  initial begin
    from  = 0;
    edges = 0;
    if ($value$plusargs("fst=%s", file)) begin
      $dumpfile(file);
      if (!$value$plusargs("fst_from=%d", from)) $dumpvars(0);
    end
  end
  always @(posedge clk)
    if (from != 0) begin
      edges <= edges + 1;
      if (edges + 1 == from) $dumpvars(0);
    end
endmodule
