// cg_cross between two clocks of changing periods: what goes in comes out, once, in order; each side's count changes in
// one bit at a time; latency and rate as promised.
`timescale 1ns / 1ps
module cg_cross_tb;
  parameter integer W      = 8;
  parameter integer STAGES = 2;
  localparam integer ITEMS = 3000;
  `include "tb_util.vh"

  // Own clocks. STAGES of 0: the slower one is made of the other; -1: they are one. `clk` of tb_util is the time base.
  integer push_half = 5, pop_half = 7, ratio = 2, count_edges = 0;
  reg     push_free = 0, pop_free = 0, slow = 0, push_is_slow = 0;
  always begin #(push_half) push_free = ~push_free; end
  always begin #(pop_half) pop_free = ~pop_free; end
  always @(posedge clk) begin
    count_edges = count_edges + 1;
    slow <= count_edges % ratio == 0;
  end
  wire divided = clk && slow_held;
  reg  slow_held = 0;
  always @(negedge clk) slow_held = slow;
  wire push_clk = STAGES < 0 ? clk : STAGES == 0 ? (push_is_slow ? divided : clk) : push_free;
  wire pop_clk = STAGES < 0 ? clk : STAGES == 0 ? (push_is_slow ? clk : divided) : pop_free;

  reg          push_valid = 0, pop_ready = 0;
  reg  [W-1:0] push_data = 0;
  wire         push_ready, pop_valid;
  wire [W-1:0] pop_data;

  cg_cross #(.W(W), .STAGES(STAGES)) u_dut (
      .push_clk_i(push_clk), .push_rst_i(rst),
      .push_valid_i(push_valid), .push_ready_o(push_ready), .push_data_i(push_data),
      .pop_clk_i(pop_clk), .pop_rst_i(rst),
      .pop_valid_o(pop_valid), .pop_ready_i(pop_ready), .pop_data_o(pop_data));

  reg [W-1:0] model [0:ITEMS+63];
  integer head = 0, tail = 0, p_push = 50, p_pop = 50, held = 0, full_seen = 0, empty_seen = 0;
  integer late = 0, late_max = 0;

  // Drives behind each edge; what is offered stays until it is taken.
  always @(posedge push_clk) if (!rst) begin
    if (push_valid && push_ready) begin model[tail] = push_data; tail = tail + 1; end
    if (push_valid && !push_ready) full_seen = full_seen + 1;
    if (!push_valid || push_ready) begin
      push_valid <= #1 pct(p_push) && tail < ITEMS;
      push_data  <= #1 {$random(seed), $random(seed)};
    end
  end
  reg         was_valid = 0;
  reg [W-1:0] was_data;
  always @(posedge pop_clk) if (!rst) begin
    if (was_valid) check(pop_valid && pop_data === was_data, "pop_valid_o and pop_data_o stay until they are taken");
    if (pop_valid && pop_ready) begin
      check(head < tail || STAGES < 0, "nothing comes out that did not go in");
      check(pop_data === (STAGES < 0 && head == tail ? push_data : model[head]), "pop_data_o");
      head = head + 1;
    end
    was_valid = pop_valid && !pop_ready;
    was_data  = pop_data;
    if (!pop_valid) empty_seen = empty_seen + 1;
    late = pop_valid || head == tail ? 0 : late + 1;
    if (late > late_max) late_max = late;
    pop_ready <= #1 pct(p_pop);
  end

  generate
    if (STAGES >= 0) begin : g_gray
      localparam integer AW = (STAGES > 2) ? 4 : 3;
      reg [AW:0] pushed = 0, popped = 0;
      integer    i, bits;
      always @(u_dut.g_queue.pushed) if (!rst) begin
        bits = 0;
        for (i = 0; i <= AW; i = i + 1) bits = bits + (pushed[i] !== u_dut.g_queue.pushed[i]);
        check(bits <= 1, "the count of pushes changes in one bit at a time");
        pushed = u_dut.g_queue.pushed;
      end
      always @(u_dut.g_queue.popped) if (!rst) begin
        bits = 0;
        for (i = 0; i <= AW; i = i + 1) bits = bits + (popped[i] !== u_dut.g_queue.popped[i]);
        check(bits <= 1, "the count of pops changes in one bit at a time");
        popped = u_dut.g_queue.popped;
      end
    end
  endgenerate

  integer first, from;
  initial begin
    tb_start(1);
    #400 rst = 0;
    while (head < ITEMS - 600) begin
      push_half = 3 + rnd(30);
      pop_half  = 3 + rnd(30);
      p_push    = rnd(11) * 10;
      p_pop     = rnd(11) * 10;
      #(1500 + rnd(20));
      push_is_slow = push_is_slow ^ (STAGES == 0 && !slow && !slow_held && !clk && rnd(2));
    end
    // Both flow: an item per cycle of the slower clock. The longest time in which nothing shows is then known.
    p_push = 100;
    p_pop  = 100;
    push_half = 5;
    pop_half = 6;
    late_max = 0;
    #2000 first = head;
    from = $time;
    #2400 check(head - first >= 2400 / (STAGES == 0 ? 20 : STAGES < 0 ? 10 : 12) - 2, "rate");
    check(late_max <= (STAGES < 0 ? 0 : STAGES + 1), "latency");
    while (head < ITEMS) #100;
    check(head == tail, "all are out");
    check(STAGES < 0 || (full_seen > 20 && empty_seen > 20), "full and empty were reached");
    if (errors == 0) $display("PASS cg_cross W=%0d STAGES=%0d: %0d items", W, STAGES, head);
    else $display("FAIL cg_cross W=%0d STAGES=%0d: %0d errors", W, STAGES, errors);
    $finish;
  end
  initial begin
    #20000000 $display("FAIL cg_cross W=%0d STAGES=%0d: it stands, %0d of %0d", W, STAGES, head, tail);
    $finish;
  end
endmodule
