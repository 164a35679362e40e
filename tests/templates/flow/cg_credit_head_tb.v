// cg_credit_head against a model of reservations and items, compared in every
// cycle.
module cg_credit_head_tb;
  parameter integer W     = 8;
  parameter integer DEPTH = 4;
  localparam integer CYCLES = 6000;
  `include "tb_util.vh"

  reg          reserve = 0, cancel = 0, push = 0, pop_ready = 0;
  reg  [W-1:0] push_data = 0;
  wire         room, pop_valid, back;
  wire [W-1:0] pop_data;

  cg_credit_head #(.W(W), .DEPTH(DEPTH)) u_dut (
      .clk_i(clk), .rst_i(rst),
      .reserve_i(reserve), .room_o(room), .cancel_i(cancel),
      .push_i(push), .push_data_i(push_data),
      .pop_valid_o(pop_valid), .pop_ready_i(pop_ready), .pop_data_o(pop_data), .back_o(back));

  reg [W-1:0] model [0:31];
  integer head = 0, tail = 0;
  integer open = 0;  // reservations neither filled nor cancelled
  integer returns = 0;  // a credit is on its way
  integer fell = 0, cancelled = 0, no_room = 0, at_once = 0;

  // rs, cn and ps are wishes; they are dropped where the contract forbids them.
  task step(input rs, input cn, input ps, input pr);
    reg offered;
    begin
      @(negedge clk);
      reserve   = rs && open + tail - head + returns < DEPTH;
      push      = ps && open + reserve > 0;
      cancel    = cn && open + reserve - push > 0;
      pop_ready = pr;
      push_data = {$random(seed), $random(seed)};
      #1;
      offered = tail != head;
      check(room === (open + tail - head + returns < DEPTH), "room_o");
      check(back === (returns != 0), "back_o");
      check(pop_valid === offered, "pop_valid_o");
      if (push) model[tail % 32] = push_data;
      if (offered) check(pop_data === model[head % 32], "pop_data_o");
      if (push && tail == head && pr && !offered) fell = fell + 1;
      if (push && open == 0) at_once = at_once + 1;
      if (cancel) cancelled = cancelled + 1;
      if (!room) no_room = no_room + 1;
      open = open + reserve - push - cancel;
      if (push) tail = tail + 1;
      if (offered && pr) head = head + 1;
      returns = (offered && pr) ? 1 : 0;
    end
  endtask

  integer i, start, p_reserve, p_cancel, p_push, p_pop;
  initial begin
    tb_start(1);
    repeat (3) @(negedge clk);
    rst = 0;
    // directed: reserve everything, cancel it, reserve, fill, drain
    for (i = 0; i < DEPTH + 1; i = i + 1) step(1, 0, 0, 0);
    check(open === DEPTH, "DEPTH reservations");
    for (i = 0; i < DEPTH + 1; i = i + 1) step(0, 1, 0, 0);
    check(open === 0, "all cancelled");
    for (i = 0; i < DEPTH + 1; i = i + 1) step(1, 0, 0, 0);
    for (i = 0; i < DEPTH + 1; i = i + 1) step(0, 0, 1, 0);
    check(tail - head === DEPTH, "DEPTH items");
    for (i = 0; i < DEPTH + 1; i = i + 1) step(0, 0, 0, 1);
    check(head === tail, "drained");
    // reservation, push one cycle later, popped at once
    start = head;
    for (i = 0; i < 100; i = i + 1) step(1, 0, open > 0, 1);
    check(head - start >= ((DEPTH > 4) ? 96 : (DEPTH > 1) ? 49 : 25), "throughput");
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 100 == 0) begin
        p_reserve = rnd(11) * 10;
        p_cancel  = rnd(4) * 10;
        p_push    = rnd(11) * 10;
        p_pop     = rnd(11) * 10;
      end
      step(pct(p_reserve), pct(p_cancel), pct(p_push), pct(p_pop));
    end
    check(fell > 20 && cancelled > 20 && no_room > 20 && at_once > 20, "all cases were reached");
    if (errors == 0) $display("PASS cg_credit_head W=%0d DEPTH=%0d: %0d items", W, DEPTH, head);
    else $display("FAIL cg_credit_head W=%0d DEPTH=%0d: %0d errors", W, DEPTH, errors);
    $finish;
  end
endmodule
