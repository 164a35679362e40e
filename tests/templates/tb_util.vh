// Included inside a testbench module: clock, reset, seeded random numbers and
// the final verdict.  Drive inputs after @(negedge clk), look at outputs before
// the next posedge.
reg     clk = 1'b0;
reg     rst = 1'b1;
integer seed;
integer errors = 0;

always #5 clk = ~clk;

// Takes +seed=N, or the given default, and prints it.
task tb_start(input integer default_seed);
  begin
    if (!$value$plusargs("seed=%d", seed)) seed = default_seed;
    $display("seed %0d", seed);
  end
endtask

// 0 .. n-1
function integer rnd(input integer n);
  rnd = {$random(seed)} % n;
endfunction

// 1 with a probability of p percent
function pct(input integer p);
  pct = rnd(100) < p;
endfunction

// Counts a failed check; the first ten are printed.
task check(input ok, input [8*60-1:0] what);
  if (ok !== 1'b1) begin
    errors = errors + 1;
    if (errors <= 10) $display("%0t: check failed: %0s", $time, what);
  end
endtask
