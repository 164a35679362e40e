// cg_source_arb against a model that keeps, for every source, whether it failed
// and its place in the round, compared in every cycle.  Most of the time the
// outcome of a grant comes one cycle later, as in a controller: the occurrence
// fails or is completed, and a second grant to a failing source is lost.
module cg_source_arb_tb;
  parameter integer N = 3;
  localparam integer CYCLES = 6000;
  localparam [N-1:0] NONE = 0;
  `include "tb_util.vh"

  reg  [N-1:0] valid = 0, fail = 0;
  reg  [N-1:0] hidden = 0;    // offered while it is not open
  reg          progress = 0;
  wire         open = hidden == NONE;
  wire         any;
  wire [N-1:0] gnt, pick;

  cg_source_arb #(.N(N)) u_dut (
      .clk_i(clk), .rst_i(rst), .valid_i(valid | hidden), .open_i(open), .fail_i(fail), .progress_i(progress),
      .gnt_o(gnt), .pick_o(pick), .any_o(any));

  reg stuck [0:N-1];  // failed, nothing completed since
  reg tried [0:N-1];  // had its turn in this round of failed sources
  integer wins [0:N-1];
  integer winner = -1;   // of the last step
  integer flying = -1;   // its outcome is due in the next cycle
  integer fresh_seen = 0, turn_seen = 0, round_seen = 0, passed_seen = 0;

  // The best offered source with stuck and tried no higher than allowed, or -1.
  function integer best(input with_stuck, input with_tried);
    integer k;
    begin
      best = -1;
      for (k = N - 1; k >= 0; k = k - 1)
        if (valid[k] && (with_stuck || !stuck[k]) && (with_tried || !tried[k])) best = k;
    end
  endfunction

  task forget_round;
    integer k;
    for (k = 0; k < N; k = k + 1) tried[k] = 0;
  endtask

  // One cycle with these inputs: the model's choice, the check, the new state.
  task step(input [N-1:0] v, input [N-1:0] f, input p);
    integer k;
    begin
      @(negedge clk);
      valid    = v;
      hidden   = (v == 0) ? {NONE, 1'b1} << rnd(N) : NONE;
      fail     = f;
      progress = p;
      #1;
      winner = best(0, 1);
      if (winner >= 0) begin
        if (winner != best(1, 1)) passed_seen = passed_seen + 1;
        fresh_seen = fresh_seen + 1;
        forget_round;
      end else if (v != 0) begin
        winner = best(1, 0);
        if (winner < 0) begin
          forget_round;
          winner = best(1, 0);
          round_seen = round_seen + 1;
        end
        tried[winner] = 1;
        turn_seen = turn_seen + 1;
      end
      check(any === (winner >= 0) && (!open || pick === gnt), "any_o, pick_o");
      check(gnt === ((winner < 0) ? NONE : {NONE, 1'b1} << winner), "gnt_o");
      if (winner >= 0) wins[winner] = wins[winner] + 1;
      for (k = 0; k < N; k = k + 1)
        if (p) stuck[k] = 0;
        else if (f[k]) stuck[k] = 1;
    end
  endtask

  // A cycle of a controller: the occurrence of the last cycle's grant fails if
  // its source is in bad, else it is completed.
  task control(input [N-1:0] v, input [N-1:0] bad);
    integer was;
    reg failed;
    begin
      was    = flying;
      failed = was >= 0 && bad[(was < 0) ? 0 : was];
      step(v, failed ? {NONE, 1'b1} << was : NONE, was >= 0 && !failed);
      flying = (failed && winner == was) ? -1 : winner;
    end
  endtask

  task restart;
    integer k;
    begin
      @(negedge clk);
      rst      = 1;
      valid    = 0;
      fail     = 0;
      progress = 0;
      repeat (2) @(negedge clk);
      rst    = 0;
      flying = -1;
      for (k = 0; k < N; k = k + 1) begin stuck[k] = 0; tried[k] = 0; wins[k] = 0; end
    end
  endtask

  task directed;
    integer k, n;
    begin
      // nothing fails: fixed priority
      restart;
      for (k = 0; k < 10; k = k + 1) control({N{1'b1}}, NONE);
      check(wins[0] === 10, "the best source wins while nothing fails");
      // all but the last fail: it is reached after at most two grants to each
      restart;
      n = 0;
      while (wins[N-1] == 0 && n < 10 * N) begin
        control({N{1'b1}}, {1'b0, {N{1'b1}}} >> 1);
        n = n + 1;
      end
      check(n <= 2 * N - 1, "the last source is reached");
      control({N{1'b1}}, {1'b0, {N{1'b1}}} >> 1);  // completed: all count as fresh again
      control({N{1'b1}}, {1'b0, {N{1'b1}}} >> 1);
      check(winner === 0, "after a completion the best source is first again");
      // everything fails: equal turns
      restart;
      for (k = 0; k < 2 * N; k = k + 1) control({N{1'b1}}, {N{1'b1}});
      for (k = 0; k < N; k = k + 1) wins[k] = 0;
      for (k = 0; k < 7 * N; k = k + 1) control({N{1'b1}}, {N{1'b1}});
      for (k = 0; k < N; k = k + 1) check(wins[k] === 7, "equal turns");
      // cycles without an offer do not end the round
      for (k = 0; k < 7 * N; k = k + 1) begin
        control({N{1'b1}}, {N{1'b1}});
        control(NONE, {N{1'b1}});
      end
      for (k = 0; k < N; k = k + 1) check(wins[k] === 14, "equal turns with idle cycles");
      restart;
      step({N{1'b1}}, NONE, 0);
      check(winner === 0, "reset forgets failures");
    end
  endtask

  integer i, k, p_valid, p_bad, p_done;
  reg [N-1:0] v, bad, mix;
  initial begin
    tb_start(1);
    directed;
    restart;
    fresh_seen = 0; turn_seen = 0; round_seen = 0; passed_seen = 0;
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 100 == 0) begin
        p_valid = 10 + rnd(10) * 10;
        p_bad   = pct(40) ? 100 : 20 + rnd(8) * 10;
      end
      for (k = 0; k < N; k = k + 1) begin v[k] = pct(p_valid); bad[k] = pct(p_bad); end
      control(v, bad);
    end
    // outcomes that belong to no grant
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 200 == 0) p_done = rnd(3) * 5;
      for (k = 0; k < N; k = k + 1) v[k] = pct(50);
      mix = pct(60) ? {NONE, 1'b1} << rnd(N) : NONE;
      step(v, mix, pct(p_done));
    end
    for (i = 0; i < N; i = i + 1) check(wins[i] > 20, "every source won");
    check(fresh_seen > 100 && turn_seen > 100 && round_seen > 20, "all ways to choose were reached");
    check(N == 1 || passed_seen > 50, "a failed source was passed over");
    if (errors == 0) $display("PASS cg_source_arb N=%0d: %0d fresh, %0d turns, %0d rounds",
                              N, fresh_seen, turn_seen, round_seen);
    else $display("FAIL cg_source_arb N=%0d: %0d errors", N, errors);
    $finish;
  end
endmodule
