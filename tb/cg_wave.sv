// Waveform: +fst=FILE, and +fst_from=N to begin with the N-th cycle. sample rises when a cycle has settled.
module cg_wave (input sample);
  string     file;
  bit [31:0] from, cycles;
  initial begin
    from   = 0;
    cycles = 0;
    if ($value$plusargs("fst=%s", file)) begin
      $dumpfile(file);
      if (!$value$plusargs("fst_from=%d", from)) from = 0;
      if (from < 2) $dumpvars(0);
    end
  end
  always @(posedge sample)
    if (from > 1) begin
      cycles <= cycles + 1;
      if (cycles + 2 == from) $dumpvars(0);
    end
endmodule
