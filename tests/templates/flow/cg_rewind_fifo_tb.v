// cg_rewind_fifo against a queue model with a read position, compared in every
// cycle.
module cg_rewind_fifo_tb;
  parameter integer W     = 8;
  parameter integer DEPTH = 4;
  parameter integer AHEAD = 2;
  parameter integer THROUGH = 1;
  localparam integer CYCLES = 6000;
  localparam integer MOST = (DEPTH > AHEAD) ? AHEAD : DEPTH;
  `include "tb_util.vh"

  reg          push_valid = 0, take = 0, commit = 0, rewind = 0;
  reg  [W-1:0] push_data = 0;
  localparam integer PW = (DEPTH > 1) ? $clog2(DEPTH) : 1;
  reg          fx = 0;
  reg [PW-1:0] fx_idx = 0;
  wire [W-1:0] fx_out;
  integer      at, fixed = 0;
  wire         push_ready, take_valid;
  wire [W-1:0] take_data;

  cg_rewind_fifo #(.W(W), .DEPTH(DEPTH), .AHEAD(AHEAD), .THROUGH(THROUGH)) u_dut (
      .clk_i(clk), .rst_i(rst),
      .push_valid_i(push_valid), .push_ready_o(push_ready), .push_data_i(push_data),
      .take_valid_o(take_valid), .take_data_o(take_data),
      .take_i(take), .commit_i(commit), .rewind_i(rewind),
      .fx_i(fx), .fx_idx_i(fx_idx), .fx_data_o(fx_out), .fx_data_i(~fx_out));

  reg [W-1:0] model [0:31];
  integer head = 0, next = 0, tail = 0;  // oldest, next to take, end
  integer seen [0:7];                    // cycles per {take, commit, rewind}
  integer fell = 0;                      // taken in the cycle of the push

  task step(input pv, input tk, input cm, input rw);
    reg push, fresh, offered;
    begin
      @(negedge clk);
      push_valid = pv;
      push_data  = {$random(seed), $random(seed)};
      take       = tk;
      commit     = cm && next > head;  // a commit needs a taken item
      rewind     = rw;
      fx         = pct(20);
      fx_idx     = rnd(DEPTH);
      #1;
      push    = pv && tail - head < DEPTH;
      fresh   = tail == next;
      offered = (!fresh || (THROUGH != 0 && push)) && next - head < MOST;
      check(push_ready === (tail - head < DEPTH), "push_ready_o");
      check(take_valid === offered, "take_valid_o");
      if (push) model[tail % 32] = push_data;
      if (offered) check(take_data === model[next % 32], "take_data_o");
      seen[{take && offered, commit, rewind}] = seen[{take && offered, commit, rewind}] + 1;
      for (at = head; at < tail; at = at + 1)
        if (fx && at % DEPTH == fx_idx) begin
          check(fx_out === model[at % 32], "fx_data_o");
          model[at % 32] = ~model[at % 32];
          fixed = fixed + 1;
        end
      if (push && fresh && tk && offered && !rw) fell = fell + 1;
      if (push) tail = tail + 1;
      if (commit) head = head + 1;
      if (rw) next = head;
      else if (tk && offered) next = next + 1;
    end
  endtask

  integer i, j, start, p_push, p_take, p_commit, p_rewind;
  initial begin
    tb_start(1);
    for (i = 0; i < 8; i = i + 1) seen[i] = 0;
    repeat (3) @(negedge clk);
    rst = 0;
    // directed: fall-through, take with commit, rewind of two, commit with rewind
    if (THROUGH == 0) step(1, 0, 0, 0);
    step(1, 1, 0, 0);
    check(next === 1, "taken in the cycle of the push");
    step(1, 1, 1, 0);
    step(0, 0, 1, 0);
    step(0, 0, 1, 0);
    for (i = 0; i < 3; i = i + 1) step(1, 0, 0, 0);
    for (i = 0; i < AHEAD; i = i + 1) step(0, 1, 0, 0);
    step(0, 1, 0, 0);
    check(next - head === ((MOST < 3) ? MOST : 3), "no more taken");
    step(0, 1, 0, 1);
    check(next === head, "all put back");
    step(0, 1, 0, 0);
    step(0, 1, 0, 0);
    step(0, 1, 1, 1);
    check(next === head, "one committed, the other put back");
    for (i = 0; i < 2 * DEPTH + 2; i = i + 1) step(0, 1, 1, 0);
    check(head === tail, "drained");
    // take in every cycle, commit one cycle later
    start = head;
    for (i = 0; i < 100; i = i + 1) step(1, 1, i + 2 > AHEAD, 0);
    check(head - start + (THROUGH == 0) >= ((DEPTH >= AHEAD && AHEAD > 1) ? 101 - AHEAD : 50), "throughput");
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 100 == 0) begin
        p_push   = rnd(11) * 10;
        p_take   = rnd(11) * 10;
        p_commit = rnd(11) * 10;
        p_rewind = rnd(4) * 10;
      end
      step(pct(p_push), pct(p_take), pct(p_commit), pct(p_rewind));
    end
    // one item in all leaves no room for a take with an older commit
    for (j = 0; j < 8; j = j + 1)
      check(seen[j] > 20 || (MOST == 1 && j >= 6), "every combination of operations");
    check(THROUGH == 0 ? fell == 0 : fell > 20, "fall-through was reached");
    check(fixed > 20, "stored items were changed");
    if (errors == 0) $display("PASS cg_rewind_fifo W=%0d DEPTH=%0d: %0d items", W, DEPTH, head);
    else $display("FAIL cg_rewind_fifo W=%0d DEPTH=%0d: %0d errors", W, DEPTH, errors);
    $finish;
  end
endmodule
