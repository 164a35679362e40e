// cg_skid against a two-entry queue model, compared in every cycle.
module cg_skid_tb;
  parameter integer W = 8;
  localparam integer CYCLES = 4000;
  `include "tb_util.vh"

  reg          push_valid = 0;
  reg          pop_ready = 0;
  reg  [W-1:0] push_data = 0;
  wire         push_ready, pop_valid;
  wire [W-1:0] pop_data;

  cg_skid #(.W(W)) u_dut (
      .clk_i(clk), .rst_i(rst),
      .push_valid_i(push_valid), .push_ready_o(push_ready), .push_data_i(push_data),
      .pop_valid_o(pop_valid), .pop_ready_i(pop_ready), .pop_data_o(pop_data));

  reg [W-1:0] model [0:15];
  integer head = 0, tail = 0;  // items of the model: head .. tail-1
  integer full_seen = 0, both_seen = 0;

  task step(input pv, input pr);
    reg push, pop;
    begin
      @(negedge clk);
      push_valid = pv;
      pop_ready  = pr;
      push_data  = {$random(seed), $random(seed), $random(seed)};
      #1;
      check(push_ready === (tail - head < 2), "push_ready_o");
      check(pop_valid === (tail != head), "pop_valid_o");
      if (tail != head) check(pop_data === model[head % 16], "pop_data_o");
      push = pv && push_ready;
      pop  = pr && pop_valid;
      if (tail - head == 2) full_seen = full_seen + 1;
      if (push && pop) both_seen = both_seen + 1;
      if (push) begin model[tail % 16] = push_data; tail = tail + 1; end
      if (pop) head = head + 1;
    end
  endtask

  integer i, p_push, p_pop, start;
  initial begin
    tb_start(1);
    repeat (3) @(negedge clk);
    rst = 0;
    // directed: block the output, drain, stream without a bubble
    for (i = 0; i < 4; i = i + 1) step(1, 0);
    check(tail === 2, "two entries");
    for (i = 0; i < 4; i = i + 1) step(0, 1);
    start = head;
    for (i = 0; i < 100; i = i + 1) step(1, 1);
    check(head - start === 99, "full throughput");
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 100 == 0) begin p_push = rnd(11) * 10; p_pop = rnd(11) * 10; end
      step(pct(p_push), pct(p_pop));
    end
    check(full_seen > 20 && both_seen > 100, "full, and push with pop, were reached");
    if (errors == 0) $display("PASS cg_skid W=%0d: %0d items", W, head);
    else $display("FAIL cg_skid W=%0d: %0d errors", W, errors);
    $finish;
  end
endmodule
