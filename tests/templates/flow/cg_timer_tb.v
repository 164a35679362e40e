// cg_timer against a count of cycles: taken at once, never, and at random.
module cg_timer_tb;
  parameter integer PERIOD = 7;
  `include "tb_util.vh"

  reg  take = 0;
  wire due;
  cg_timer #(.PERIOD(PERIOD)) u_dut (.free_clk_i(clk), .clk_i(clk), .rst_i(rst), .over_o(), .due_o(due), .take_i(take));

  integer age, i, percent, taken = 0;
  reg     want;

  // One cycle; starts after a negedge. age: cycles since reset.
  task step(input t);
    begin
      take = t;
      #1;
      check(due === want, "due_o");
      if (due && t) taken = taken + 1;
      age  = age + 1;
      want = (PERIOD != 0) && ((age % ((PERIOD == 0) ? 1 : PERIOD) == 0) || (want && !t));
      @(negedge clk);
    end
  endtask

  task restart;
    begin
      rst = 1; take = 0; age = 0; want = 0;
      repeat (2) @(negedge clk);
      rst = 0;
    end
  endtask

  initial begin
    tb_start(1);
    @(negedge clk);
    restart;
    for (i = 0; i < 5 * PERIOD + 5; i = i + 1) step(due);      // taken at once
    check(PERIOD == 0 || taken >= 4, "a period, an event");
    restart;
    for (i = 0; i < 3 * PERIOD + 3; i = i + 1) step(0);        // never taken: it stays
    check(due === (PERIOD != 0), "due until it is taken");
    restart;
    for (i = 0; i < 3000; i = i + 1) begin
      if (i % 100 == 0) percent = rnd(101);
      step(pct(percent));
      if (pct(1) && pct(30)) restart;
    end
    check(PERIOD == 0 || taken > 0, "events were taken");
    if (errors == 0) $display("PASS cg_timer PERIOD=%0d: %0d events", PERIOD, taken);
    else $display("FAIL cg_timer PERIOD=%0d: %0d errors", PERIOD, errors);
    $finish;
  end
endmodule
