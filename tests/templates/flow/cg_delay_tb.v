// cg_delay against a queue of items with unbounded time stamps, compared in
// every cycle; the output is also blocked for far longer than LATENCY.
module cg_delay_tb;
  parameter integer W       = 8;
  parameter integer LATENCY = 1;
  localparam integer CYCLES = 8000 + 20 * LATENCY;
  localparam integer STALL = 5 * LATENCY + 50;
  `include "tb_util.vh"

  reg          push_valid = 0, pop_ready = 0;
  reg  [W-1:0] push_data = 0;
  wire         push_ready, pop_valid;
  wire [W-1:0] pop_data;

  cg_delay #(.W(W), .LATENCY(LATENCY)) u_dut (
      .clk_i(clk), .rst_i(rst),
      .push_valid_i(push_valid), .push_ready_o(push_ready), .push_data_i(push_data),
      .pop_valid_o(pop_valid), .pop_ready_i(pop_ready), .pop_data_o(pop_data));

  reg [W-1:0] model [0:1023];
  integer came [0:1023];  // cycle in which the item was accepted
  integer head = 0, tail = 0, now = 0;
  integer full_seen = 0, late_seen = 0, exact_seen = 0;

  task step(input pv, input pr);
    reg push, offered;
    begin
      @(negedge clk);
      push_valid = pv;
      pop_ready  = pr;
      push_data  = {$random(seed), $random(seed)};
      #1;
      push = pv && ((LATENCY == 0) ? pr : tail - head <= LATENCY);
      if (LATENCY == 0) check(push_ready === pr, "push_ready_o");
      else check(push_ready === (tail - head <= LATENCY), "push_ready_o");
      if (LATENCY == 0 ? pv : push) begin
        model[tail % 1024] = push_data;
        came[tail % 1024]  = now;
      end
      offered = (LATENCY == 0) ? pv : tail != head && now - came[head % 1024] >= LATENCY;
      check(pop_valid === offered, "pop_valid_o");
      if (offered) check(pop_data === model[head % 1024], "pop_data_o");
      if (tail - head > LATENCY) full_seen = full_seen + 1;
      if (offered && now - came[head % 1024] > LATENCY) late_seen = late_seen + 1;
      if (offered && now - came[head % 1024] == LATENCY) exact_seen = exact_seen + 1;
      if (push) tail = tail + 1;
      if (offered && pr) head = head + 1;
      now = now + 1;
    end
  endtask

  integer i, p_push, p_pop, start;
  initial begin
    tb_start(1);
    repeat (3) @(negedge clk);
    rst = 0;
    // directed: stream without a bubble, block for long, drain, pause for long
    start = head;
    for (i = 0; i < LATENCY + 100; i = i + 1) step(1, 1);
    check(head - start === 100, "full throughput");
    for (i = 0; i < STALL; i = i + 1) step(1, 0);
    for (i = 0; i < STALL; i = i + 1) step(0, 1);
    check(head === tail, "drained");
    step(1, 1);
    for (i = 0; i < STALL; i = i + 1) step(0, 0);
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 100 == 0) begin p_push = rnd(11) * 10; p_pop = rnd(11) * 10; end
      step(pct(p_push), pct(p_pop));
    end
    check(exact_seen > 100, "items came after exactly LATENCY");
    check(LATENCY == 0 || (full_seen > 20 && late_seen > 20), "back-pressure was reached");
    if (errors == 0) $display("PASS cg_delay W=%0d LATENCY=%0d: %0d items", W, LATENCY, head);
    else $display("FAIL cg_delay W=%0d LATENCY=%0d: %0d errors", W, LATENCY, errors);
    $finish;
  end
endmodule
