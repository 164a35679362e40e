// cg_fifo against a queue model, compared in every cycle.
module cg_fifo_tb;
  parameter integer W     = 8;
  parameter integer DEPTH = 2;
  localparam integer CYCLES = 4000;
  `include "tb_util.vh"

  reg                        push_valid = 0;
  reg                        pop_ready = 0;
  reg  [W-1:0]               push_data = 0;
  wire                       push_ready;
  wire                       pop_valid;
  wire [W-1:0]               pop_data;
  wire [$clog2(DEPTH+1)-1:0] count;

  cg_fifo #(.W(W), .DEPTH(DEPTH)) u_dut (
      .clk_i(clk), .rst_i(rst),
      .push_valid_i(push_valid), .push_ready_o(push_ready), .push_data_i(push_data),
      .pop_valid_o(pop_valid), .pop_ready_i(pop_ready), .pop_data_o(pop_data),
      .count_o(count));

  reg [W-1:0] model [0:8191];
  integer head = 0, tail = 0;  // items of the model: head .. tail-1
  integer full_seen = 0, empty_seen = 0, both_seen = 0;

  // One cycle: drive, compare with the model, advance the model.
  task step(input pv, input pr);
    reg push, pop;
    begin
      @(negedge clk);
      push_valid = pv;
      pop_ready  = pr;
      push_data  = {$random(seed), $random(seed)};
      #1;
      check(push_ready === (tail - head < DEPTH), "push_ready_o");
      check(pop_valid === (tail != head), "pop_valid_o");
      check(count === tail - head, "count_o");
      if (tail != head) check(pop_data === model[head % 8192], "pop_data_o");
      push = pv && push_ready;
      pop  = pr && pop_valid;
      if (tail - head == DEPTH) full_seen = full_seen + 1;
      if (tail == head) empty_seen = empty_seen + 1;
      if (push && pop) both_seen = both_seen + 1;
      if (push) begin model[tail % 8192] = push_data; tail = tail + 1; end
      if (pop) head = head + 1;
    end
  endtask

  integer i, p_push, p_pop, start;
  initial begin
    tb_start(1);
    repeat (3) @(negedge clk);
    rst = 0;
    // directed: fill to the brim, overfill, drain, over-drain, stream
    for (i = 0; i < DEPTH + 2; i = i + 1) step(1, 0);
    check(count === DEPTH, "full after DEPTH pushes");
    for (i = 0; i < DEPTH + 2; i = i + 1) step(0, 1);
    check(count === 0, "empty after DEPTH pops");
    start = head;
    for (i = 0; i < 100; i = i + 1) step(1, 1);
    check(head - start >= ((DEPTH > 1) ? 99 : 50), "throughput");
    // random, with changing pressure
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 100 == 0) begin p_push = rnd(11) * 10; p_pop = rnd(11) * 10; end
      step(pct(p_push), pct(p_pop));
    end
    check(full_seen > 20 && empty_seen > 20, "full and empty were reached");
    check(DEPTH == 1 || both_seen > 100, "push with pop was reached");
    if (errors == 0) $display("PASS cg_fifo W=%0d DEPTH=%0d: %0d items", W, DEPTH, head);
    else $display("FAIL cg_fifo W=%0d DEPTH=%0d: %0d errors", W, DEPTH, errors);
    $finish;
  end
endmodule
